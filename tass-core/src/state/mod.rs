//! Global states, interned bottom-up: frames, processes, shared communication state, states.
//!
//! What always holds: equal parts have equal ids, so a global state is a short array of ids, and
//! comparing or hashing two states never looks into them. Ids are given in order of first appearance and never change.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::comm::CommModel;
use crate::graph::Loc;
use crate::prover::PcId;
use crate::symbolic::ExprId;

/// The identity of an interned frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameId(u32);

/// The identity of an interned process state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProcId(u32);

/// The identity of an interned communication state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SharedId(u32);

/// The identity of a global state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub(crate) u32);

/// One activation of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The function's graph.
    pub graph: usize,
    /// Where control stands: the action to be executed next (for a waiting process, the operation itself).
    pub loc: Loc,
    /// The values of the locals; a dead or unset one is the unit value.
    pub locals: Vec<ExprId>,
    /// The caller's variable for the result.
    pub dest: Option<u32>,
}

/// What a process is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status<P> {
    /// Run local code from the beginning: it has not done anything yet.
    Start,
    /// Run local code.
    Ready,
    /// Complete a communication operation.
    Waiting(P),
    /// Nothing: it has left the program.
    Done,
    /// Nothing: it has failed (and all violations are wanted), or stands at an assumption that does not hold.
    Crashed,
}

/// The state of one process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Proc<P> {
    /// The call stack, bottom first.
    pub frames: Vec<FrameId>,
    /// What it is about to do.
    pub status: Status<P>,
    /// What it has put out so far, if that is compared: indices into [`crate::graph::Program::outputs`] and values.
    pub outputs: Vec<(u32, ExprId)>,
}

/// The identity of an interned collective queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QueueId(u32);

/// A collective assertion that some processes have met and others have not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// Which one: an index into [`crate::graph::Program::labels`].
    pub label: usize,
    /// Whose: 0 for the implementation's and for joint ones, 1 for the specification's.
    pub side: usize,
    /// What each process contributed: its state, where it met the assertion. References to interned states, never copies.
    pub snapshots: Vec<Option<ProcId>>,
}

/// A global state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The path condition.
    pub pc: PcId,
    /// The processes.
    pub procs: Box<[ProcId]>,
    /// Messages and collective operations under way: the implementation's, and the specification's.
    pub shared: [SharedId; 2],
    /// Collective assertions under way, oldest first.
    pub queue: QueueId,
}

/// Where states and their parts live.
pub struct States<C: CommModel> {
    frames: IndexSet<Frame, FxBuildHasher>,
    procs: IndexSet<Proc<C::Pending>, FxBuildHasher>,
    shared: IndexSet<C::Shared, FxBuildHasher>,
    queues: IndexSet<Vec<Record>, FxBuildHasher>,
    states: IndexSet<State, FxBuildHasher>,
}

impl<C: CommModel> Default for States<C> {
    fn default() -> Self {
        States {
            frames: IndexSet::default(),
            procs: IndexSet::default(),
            shared: IndexSet::default(),
            queues: IndexSet::default(),
            states: IndexSet::default(),
        }
    }
}

fn intern<T: Hash + Eq>(set: &mut IndexSet<T, FxBuildHasher>, value: T) -> (u32, bool) {
    let (index, new) = set.insert_full(value);
    (
        u32::try_from(index).expect("fewer than 2^32 parts of states"),
        new,
    )
}

impl<C: CommModel> States<C> {
    /// Interns a frame.
    pub fn frame_id(&mut self, frame: Frame) -> FrameId {
        FrameId(intern(&mut self.frames, frame).0)
    }

    /// Interns a process.
    pub fn proc_id(&mut self, proc: Proc<C::Pending>) -> ProcId {
        ProcId(intern(&mut self.procs, proc).0)
    }

    /// Interns a communication state.
    pub fn shared_id(&mut self, shared: C::Shared) -> SharedId {
        SharedId(intern(&mut self.shared, shared).0)
    }

    /// Interns a collective queue.
    pub fn queue_id(&mut self, queue: Vec<Record>) -> QueueId {
        QueueId(intern(&mut self.queues, queue).0)
    }

    /// A collective queue.
    pub fn queue(&self, id: QueueId) -> &[Record] {
        &self.queues[id.0 as usize]
    }

    /// Interns a state; `true` if it is new.
    pub fn state_id(&mut self, state: State) -> (StateId, bool) {
        let (id, new) = intern(&mut self.states, state);
        (StateId(id), new)
    }

    /// A frame.
    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.frames[id.0 as usize]
    }

    /// A process.
    pub fn proc(&self, id: ProcId) -> &Proc<C::Pending> {
        &self.procs[id.0 as usize]
    }

    /// A communication state.
    pub fn shared(&self, id: SharedId) -> &C::Shared {
        &self.shared[id.0 as usize]
    }

    /// A state.
    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.0 as usize]
    }

    /// How many different states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}
