//! Global states, interned bottom-up: frames, processes, shared communication state, states.
//!
//! What always holds: equal parts have equal ids, so a global state is a short array of ids, and
//! comparing or hashing two states never looks into them. Ids are given in order of first
//! appearance and never change.

pub(crate) mod expressions;

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::budget::{heap, hold, indexed};
use crate::comm::CommModel;
use crate::graph::Loc;
use crate::prover::PcId;
use crate::symbolic::{ExprId, Shape};

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
    /// Where control stands: the action to be executed next (for a waiting process, the operation
    /// itself).
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
    /// Nothing: it has failed (and all violations are wanted), or stands at an assumption that does
    /// not hold.
    Crashed,
}

/// The state of one process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Proc<P> {
    /// The call stack, bottom first.
    pub frames: Vec<FrameId>,
    /// What it is about to do.
    pub status: Status<P>,
    /// What it has put out so far, if that is compared: indices into
    /// [`crate::graph::Program::outputs`] and values.
    pub outputs: Vec<(u32, ExprId)>,
    /// Its buffers that operations under way use, in the order in which they were given away.
    pub locks: Vec<Lock>,
}

/// A buffer that an operation under way uses: it must not be written, and not be read either if the
/// operation writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lock {
    /// The operation, as the communication model knows it.
    pub id: u32,
    /// Where the buffer is: a reference.
    pub place: ExprId,
    /// Its number of elements, if it is a sequence.
    pub len: Option<ExprId>,
    /// Does the operation write it?
    pub written: bool,
    /// Does the operation use it now, or only later?
    pub active: bool,
    /// Is it what a shared reference refers to, whose own place is not known?
    pub borrowed: bool,
    /// Has its variable gone out of scope?
    pub gone: bool,
    /// May the vector that it is in have been replaced, so that it lies elsewhere now?
    pub moved: bool,
    /// Where the operation was called: the graph, and the location in it.
    pub made: (usize, Loc),
}

/// The identity of what is collectively under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectiveId(u32);

/// Collective matters under way. (All empty in a program without collective assertions and loop
/// invariants.)
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Collective {
    /// Records to which some process has still to contribute, oldest first.
    pub queue: Vec<Record>,
    /// Records of loops that all have entered and not all have left, outermost first.
    pub stack: Vec<Record>,
    /// While loops are under way: the conditions of the path that have nothing to do with them.
    pub base: Vec<ExprId>,
    /// Where iterations are counted instead: who is in which loop, and how often it has come to its
    /// head.
    pub arrivals: Vec<Arrival>,
}

/// How often a process has come to the head of a loop that it is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The loop: an index into [`crate::graph::Program::labels`].
    pub label: usize,
    /// The process.
    pub process: usize,
    /// How deep in calls the loop is.
    pub depth: usize,
    /// Where its head is: the graph, and the location in it. (Two loops may have one name.)
    pub place: (usize, Loc),
    /// How often, since it came to the loop.
    pub count: u32,
    /// The process as it was there the last time, if the loop has a frame that is to be checked.
    pub head: Option<ProcId>,
    /// What it has written in such a loop so far.
    pub writes: Vec<Written>,
}

/// What a loop's record knows besides the snapshots (paper 000, section 2.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Induction {
    /// What each process has written in the loop so far.
    pub writes: Vec<Vec<Written>>,
    /// Conditions of the path since the loop was entered, or re-entered.
    pub ppc: Vec<ExprId>,
    /// What the new symbols stand for, as long as not all processes have come as far.
    pub relation: Vec<Definition>,
}

/// A variable, or a part of one, that was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Written {
    /// Its frame, counted from the bottom of the stack.
    pub frame: u32,
    /// The variable.
    pub local: u32,
    /// The fields that lead to the part.
    pub fields: Vec<u32>,
}

/// A new symbol, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A scalar.
    Symbol(ExprId, ExprId),
    /// The elements of an array.
    Array(Shape, ExprId),
}

/// A collective assertion, or an arrival at a loop with an invariant, that some processes have met
/// and others have not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// Which one: an index into [`crate::graph::Program::labels`].
    pub label: usize,
    /// Whose: 0 for the implementation's and for joint ones, 1 for the specification's.
    pub side: usize,
    /// The communicator whose members it is about, if it is not a universe's: by its lane, and
    /// these processes.
    pub group: Option<(u64, Vec<usize>)>,
    /// What each process contributed: its state, where it met the assertion. References to interned
    /// states, never copies.
    pub snapshots: Vec<Option<ProcId>>,
    /// For a loop: is its body entered (or the loop left)?
    pub enters: bool,
    /// For a loop whose invariant is used for induction.
    pub induction: Option<Box<Induction>>,
}

impl Collective {
    /// Are there loops under way whose invariants are used?
    pub fn in_loops(&self) -> bool {
        !self.stack.is_empty() || self.queue.iter().any(|r| r.induction.is_some())
    }

    /// The bytes that it has on the heap.
    fn heap_bytes(&self) -> usize {
        let records = self.records().map(|record| {
            let induction = record.induction.as_ref().map_or(0, |induction| {
                let writes = induction
                    .writes
                    .iter()
                    .map(|list| heap(size_of_val(&**list)));
                heap(size_of::<Induction>())
                    + writes.sum::<usize>()
                    + heap(size_of_val(&*induction.ppc))
                    + heap(size_of_val(&*induction.relation))
            });
            let members = record.group.as_ref();
            let members = members.map_or(0, |(_, members)| heap(size_of_val(&**members)));
            size_of::<Record>() + heap(size_of_val(&*record.snapshots)) + members + induction
        });
        records.sum::<usize>() + heap(size_of_val(&*self.base)) + heap(size_of_val(&*self.arrivals))
    }

    /// All records, oldest first.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.stack.iter().chain(&self.queue)
    }

    /// All records, oldest first.
    pub fn records_mut(&mut self) -> impl Iterator<Item = &mut Record> {
        self.stack.iter_mut().chain(&mut self.queue)
    }
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
    /// Collective assertions and loops under way.
    pub collective: CollectiveId,
}

/// Where states and their parts live.
pub struct States<C: CommModel> {
    frames: IndexSet<Frame, FxBuildHasher>,
    procs: IndexSet<Proc<C::Pending>, FxBuildHasher>,
    shared: IndexSet<C::Shared, FxBuildHasher>,
    collectives: IndexSet<Collective, FxBuildHasher>,
    states: IndexSet<State, FxBuildHasher>,
}

impl<C: CommModel> Default for States<C> {
    fn default() -> Self {
        States {
            frames: IndexSet::default(),
            procs: IndexSet::default(),
            shared: IndexSet::default(),
            collectives: IndexSet::default(),
            states: IndexSet::default(),
        }
    }
}

/// Interns a value, of which it is known how many bytes it has on the heap.
fn intern<T: Hash + Eq>(
    set: &mut IndexSet<T, FxBuildHasher>,
    value: T,
    bytes: impl Fn(&T) -> usize,
) -> (u32, bool) {
    let (index, new) = set.insert_full(value);
    if new {
        hold(indexed::<T>() + bytes(&set[index]));
    }
    (
        u32::try_from(index).expect("fewer than 2^32 parts of states"),
        new,
    )
}

impl<C: CommModel> States<C> {
    /// Interns a frame.
    pub fn frame_id(&mut self, frame: Frame) -> FrameId {
        let bytes = |frame: &Frame| heap(size_of_val(&*frame.locals));
        FrameId(intern(&mut self.frames, frame, bytes).0)
    }

    /// Interns a process.
    pub fn proc_id(&mut self, proc: Proc<C::Pending>) -> ProcId {
        let bytes = |proc: &Proc<C::Pending>| {
            heap(size_of_val(&*proc.frames))
                + heap(size_of_val(&*proc.outputs))
                + heap(size_of_val(&*proc.locks))
        };
        ProcId(intern(&mut self.procs, proc, bytes).0)
    }

    /// Interns a communication state.
    pub fn shared_id(&mut self, shared: C::Shared) -> SharedId {
        SharedId(intern(&mut self.shared, shared, C::heap_bytes).0)
    }

    /// Interns what is collectively under way.
    pub fn collective_id(&mut self, collective: Collective) -> CollectiveId {
        let bytes = Collective::heap_bytes;
        CollectiveId(intern(&mut self.collectives, collective, bytes).0)
    }

    /// What is collectively under way.
    pub fn collective(&self, id: CollectiveId) -> &Collective {
        &self.collectives[id.0 as usize]
    }

    /// Interns a state; `true` if it is new.
    pub fn state_id(&mut self, state: State) -> (StateId, bool) {
        let bytes = |state: &State| heap(size_of_val(&*state.procs));
        let (id, new) = intern(&mut self.states, state, bytes);
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
