//! Shared variables: what is explored, and what every global state must satisfy.
//!
//! **Reduction.** A step that writes a shared variable or tests others commutes with nothing, so
//! every move of every process is explored. Only the start of a process is free: it runs to its
//! first pause, and nobody sees that, since shared variables have their initial values before.
//!
//! **Waiting.** A process that waits does so in a loop around a test, so it can always move. A
//! state is a deadlock if no process that still runs can ever get anywhere *while the shared
//! variables stay as they are*: it tests, or writes what is there already, and never changes a
//! shared variable, enters or leaves a critical region, fails or ends. If that is so of every
//! process, the shared variables do stay as they are, for ever. `waiting.rs` finds it out of one
//! process.

use crate::comm::CommModel;
use crate::exec::{Engine, Observer, Transition};
use crate::graph::Program;
use crate::options::Deadlock;
use crate::report::{BlockedProcess, Inconclusive, Kind};
use crate::search::moves::reduction::Enabled;
use crate::search::rest::deadlock::AtRest;
use crate::search::rest::waiting::Waiting;
use crate::search::run::Run;
use crate::state::{Proc, State, StateId, Status};

impl<C: CommModel> Run<'_, C> {
    /// What to explore: all, but the start of a process comes alone.
    pub(crate) fn ample_in_memory(
        &self,
        id: StateId,
        enabled: &Enabled,
    ) -> (Vec<Transition>, bool) {
        let procs = &self.engine.states.state(id).procs;
        let starts =
            |t: &&Transition| self.engine.states.proc(procs[t.process]).status == Status::Start;
        match enabled.free.iter().find(starts) {
            Some(start) => (vec![*start], false),
            None => (enabled.all(), true),
        }
    }

    /// What is wrong with a global state.
    pub(crate) fn broken(&mut self, state: &State) -> Vec<AtRest> {
        let mut broken = Vec::new();
        broken.extend(self.two_inside(state));
        broken.extend(self.not_always(state));
        if self.options.deadlock != Deadlock::Off && self.all_wait(state) {
            let first = state
                .procs
                .iter()
                .find(|&&id| self.engine.states.proc(id).status == Status::Ready);
            broken.push(AtRest {
                kind: Kind::Deadlock,
                process: None,
                site: first.and_then(|&id| self.site(id)),
                message: "every process waits for a change that no other will make".into(),
                escape: None,
                cause: None,
            });
        }
        broken
    }

    fn two_inside(&self, state: &State) -> Option<AtRest> {
        let inside: Vec<usize> = (0..state.procs.len())
            .filter(|&p| {
                self.engine
                    .is_inside(self.engine.states.proc(state.procs[p]))
            })
            .collect();
        let [first, second, ..] = inside.as_slice() else {
            return None;
        };
        let frame = self.engine.states.proc(state.procs[*second]).frames[0];
        let region = self
            .engine
            .program
            .memory
            .region(self.engine.states.frame(frame).loc)?;
        Some(AtRest {
            kind: Kind::MutualExclusion,
            process: Some(*second),
            site: Some((0, region.span)),
            message: format!("processes {first} and {second} are both inside"),
            escape: None,
            cause: None,
        })
    }

    /// The `always!` conditions that do not hold.
    fn not_always(&mut self, state: &State) -> Vec<AtRest> {
        let program = self.engine.program.clone();
        let mut broken = Vec::new();
        for term in &program.memory.always {
            let (mode, findings) = (self.mode, &mut self.findings);
            let mut stepper = self.engine.stepper(mode, findings, Observer::nobody());
            let holds = stepper.holds_in(state, term);
            if holds.is_none() {
                self.findings.undecided.push(Inconclusive::Unsupported {
                    what: "an `always!` condition without a definite value".into(),
                    location: Some(program.location(0, term.span)),
                });
            }
            if holds == Some(false) {
                broken.push(AtRest {
                    kind: Kind::Always,
                    process: None,
                    site: Some((0, term.span)),
                    message: "this is false here".into(),
                    escape: None,
                    cause: None,
                });
            }
        }
        broken
    }

    /// Does every process that still runs wait, and for a change that will not come?
    fn all_wait(&mut self, state: &State) -> bool {
        let (mut waits, mut unclear) = (false, None);
        for (process, &id) in state.procs.iter().enumerate() {
            match self.engine.states.proc(id).status {
                Status::Done | Status::Crashed => {}
                Status::Start | Status::Waiting(_) => return false,
                Status::Ready => match self.waits(state, process) {
                    Waiting::No => return false,
                    Waiting::ForEver => waits = true,
                    Waiting::Unclear => unclear = Some(id),
                },
            }
        }
        let Some(id) = unclear else {
            return waits;
        };
        if self.mode.is_bounded() {
            return false;
        }
        if self.engine.has_invariants() {
            // As with whatever else an arbitrary iteration does: bounded runs show whether it
            // happens.
            return true;
        }
        let site = self.site(id);
        let location = site.map(|(graph, span)| self.engine.program.location(graph, span));
        self.findings.undecided.push(Inconclusive::Unsupported {
            what: "a process that waits in so many states of its own".into(),
            location,
        });
        false
    }

    /// The row of a process that waits in a test.
    pub(crate) fn waits_at_test(&self, process: usize, proc: &Proc<C::Pending>) -> BlockedProcess {
        let frame = self
            .engine
            .states
            .frame(*proc.frames.last().expect("it runs"));
        let span = self.engine.program.graphs[frame.graph].nodes[frame.loc as usize].span;
        let location = self.engine.program.location(frame.graph, span);
        BlockedProcess {
            process,
            operation: location.snippet().to_owned(),
            waits_for: "another answer".into(),
            location: Some(location),
        }
    }
}

impl<C: CommModel> Engine<'_, C> {
    /// Is the process inside a critical region?
    pub(crate) fn is_inside(&self, proc: &Proc<C::Pending>) -> bool {
        let running = matches!(proc.status, Status::Ready | Status::Waiting(_));
        running && inside(&self.program, self.states.frame(proc.frames[0]).loc)
    }
}

/// Does the checked function's location lie in a critical region?
pub(crate) fn inside(program: &Program, loc: u32) -> bool {
    program.memory.region(loc).is_some()
}
