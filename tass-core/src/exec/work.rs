//! A state under work: one process taken apart, the others left interned.

use std::rc::Rc;

use super::{Engine, Notes};
use crate::comm::CommModel;
use crate::prover::{Decision, PcId};
use crate::state::{Collective, Frame, Lock, Proc, ProcId, SharedId, State, Status};
use crate::symbolic::{ExprId, Substitution};

/// What symbols stand for, if some stand for something.
pub(crate) type Meaning = Option<Rc<Substitution>>;

/// A global state in which one process is being executed.
pub(crate) struct Work<C: CommModel> {
    pub(crate) pc: PcId,
    pub(crate) process: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) status: Status<C::Pending>,
    /// The communication state of the process's own program.
    pub(crate) shared: C::Shared,
    /// Those of both programs as they were.
    pub(crate) shared_ids: [SharedId; 2],
    /// What the process has put out.
    pub(crate) outputs: Vec<(u32, ExprId)>,
    /// Its buffers that operations under way use.
    pub(crate) locks: Vec<Lock>,
    pub(crate) procs: Box<[ProcId]>,
    pub(crate) collective: Collective,
    /// What the symbols stand for that loops under way have introduced, as long as that is not
    /// forgotten.
    pub(crate) meaning: Meaning,
    pub(crate) notes: Notes,
    /// The move to be performed before anything else.
    pub(crate) choice: Option<u32>,
    /// Has it done something in this step that others can see: completed an operation, contributed
    /// to a collective assertion?
    pub(crate) seen: bool,
    /// Has anything been done in this step?
    pub(crate) acted: bool,
    /// Arrivals at loop heads in this step.
    pub(crate) turns: u32,
    /// Has it come in this step to the head of a loop that may lead back to where it was?
    pub(crate) circles: bool,
    /// Branches met in this step.
    pub(crate) branches: u32,
    /// Splits made for one action to find a concrete value.
    pub(crate) splits: u32,
    /// Does the step begin at a pause, which is over now?
    pub(crate) resumes: bool,
    /// Has this step read the variables of another process, where each read is a step?
    pub(crate) has_read: bool,
}

impl<C: CommModel> Clone for Work<C> {
    fn clone(&self) -> Self {
        Work {
            pc: self.pc,
            process: self.process,
            frames: self.frames.clone(),
            status: self.status.clone(),
            shared: self.shared.clone(),
            shared_ids: self.shared_ids,
            outputs: self.outputs.clone(),
            locks: self.locks.clone(),
            procs: self.procs.clone(),
            collective: self.collective.clone(),
            meaning: self.meaning.clone(),
            notes: self.notes.clone(),
            choice: self.choice,
            seen: self.seen,
            acted: self.acted,
            turns: self.turns,
            circles: self.circles,
            branches: self.branches,
            splits: self.splits,
            resumes: self.resumes,
            has_read: self.has_read,
        }
    }
}

impl<C: CommModel> Work<C> {
    /// The running function's frame.
    pub(crate) fn frame(&self) -> &Frame {
        self.frames.last().expect("a running process has a frame")
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("a running process has a frame")
    }
}

impl<C: CommModel> Engine<'_, C> {
    pub(crate) fn load(&mut self, state: &State, process: usize, choice: Option<u32>) -> Work<C> {
        let proc = self.states.proc(state.procs[process]);
        let mut work = Work {
            pc: state.pc,
            process,
            frames: proc
                .frames
                .iter()
                .map(|&f| self.states.frame(f).clone())
                .collect(),
            status: match &proc.status {
                Status::Start => Status::Ready,
                status => status.clone(),
            },
            shared: self
                .states
                .shared(state.shared[self.sides.of(process)])
                .clone(),
            shared_ids: state.shared,
            outputs: proc.outputs.clone(),
            locks: proc.locks.clone(),
            procs: state.procs.clone(),
            collective: self.states.collective(state.collective).clone(),
            meaning: None,
            notes: Notes::default(),
            choice,
            seen: false,
            acted: false,
            turns: 0,
            circles: false,
            branches: 0,
            splits: 0,
            resumes: choice.is_none() && self.pauses(proc),
            has_read: false,
        };
        // A long queue is copied, and hashed, with every step.
        (0..work.collective.queue.len()).for_each(|_| crate::budget::tick());
        self.find_meaning(&mut work);
        work
    }

    pub(crate) fn unload(&mut self, mut work: Work<C>) -> (State, Notes) {
        let frames = std::mem::take(&mut work.frames)
            .into_iter()
            .map(|f| self.states.frame_id(f))
            .collect();
        let mut procs = work.procs;
        procs[work.process] = self.states.proc_id(Proc {
            frames,
            status: work.status,
            outputs: work.outputs,
            locks: work.locks,
        });
        let mut shared = work.shared_ids;
        shared[self.sides.of(work.process)] = self.states.shared_id(work.shared);
        let collective = self.states.collective_id(work.collective);
        (
            State {
                pc: work.pc,
                procs,
                shared,
                collective,
            },
            work.notes,
        )
    }

    /// Adds a condition to the path condition. `false`: it contradicts it.
    pub(crate) fn assume(&mut self, work: &mut Work<C>, cond: ExprId) -> bool {
        let meant = self.meant(&work.meaning, cond);
        let Some(assumed) = self.prover.assume(&mut self.store, work.pc, meant) else {
            return false;
        };
        work.pc = assumed.pc;
        if work.collective.in_loops() {
            self.note_condition(work, cond);
        }
        if let Some(substitution) = assumed.substitution {
            self.substitute(work, &substitution);
        }
        true
    }

    /// Which ways a condition can go.
    pub(crate) fn decide(&mut self, work: &Work<C>, cond: ExprId) -> Decision {
        let cond = self.meant(&work.meaning, cond);
        self.prover.decide(&mut self.store, work.pc, cond)
    }

    /// What an expression means in terms of symbols that stand for nothing else.
    pub(crate) fn meant(&mut self, meaning: &Meaning, e: ExprId) -> ExprId {
        match meaning {
            None => e,
            Some(meaning) => self.store.substitute(e, meaning),
        }
    }

    /// Rewrites the whole state: what an equation has determined is replaced everywhere.
    pub(crate) fn substitute(&mut self, work: &mut Work<C>, substitution: &Substitution) {
        for (symbol, definition) in substitution.iter() {
            work.notes.solved.push((symbol, definition));
        }
        self.rewrite(work, substitution);
    }
}
