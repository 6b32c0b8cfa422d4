//! What to make of a state in which nobody moves.

use std::rc::Rc;

use super::dfs::Dfs;
use super::fate::{Escape, Fate};
use super::reduction::{Enabled, Transition};
use crate::comm::{Cause, CommModel};
use crate::exec::Failure;
use crate::graph::Action;
use crate::options::Deadlock;
use crate::program::ast::Span;
use crate::report::{BlockedProcess, Inconclusive, Kind};
use crate::sides::SPECIFICATION;
use crate::state::{ProcId, State, Status};

/// A violation that a state at rest shows.
pub(crate) struct AtRest {
    pub(crate) kind: Kind,
    pub(crate) process: Option<usize>,
    pub(crate) site: Option<(usize, Span)>,
    pub(crate) message: String,
    /// The inputs for which it is one, if not for all that lead there.
    pub(crate) escape: Option<Rc<Escape>>,
}

impl<C: CommModel> Dfs<'_, C> {
    /// Checks a state for deadlocks, and for what a finished program leaves behind.
    pub(crate) fn at_rest(&mut self, state: &State, enabled: &Enabled) {
        for wrong in self.wrong_at_rest(state, enabled) {
            self.stuck_here(state, wrong);
        }
        let all_done = enabled.done == self.machine.sides.total();
        self.ended |= all_done || (!enabled.crashed && enabled.stuck());
    }

    /// What is wrong with a state in which nothing happens any more; nothing with one in which something does.
    pub(crate) fn wrong_at_rest(&mut self, state: &State, enabled: &Enabled) -> Vec<AtRest> {
        if enabled.done == self.machine.sides.total() {
            return self.left_behind(state);
        }
        if enabled.crashed || !enabled.stuck() {
            return Vec::new();
        }
        match (self.options.deadlock, enabled.eager.is_empty()) {
            (Deadlock::Off, _) | (Deadlock::Absolute, false) => Vec::new(),
            (_, true) => vec![self.deadlock(state, Kind::Deadlock, "no process can go on")],
            (Deadlock::Potential, false) => {
                let escape = match self.fate(state) {
                    // The deadlock itself comes later.
                    Fate::Doomed => return Vec::new(),
                    Fate::Open(escape) => Some(escape),
                    // More iterations may tell.
                    Fate::Unknown if self.is_bounded() => return Vec::new(),
                    Fate::Unknown => None,
                };
                let (_, message) = self.held_back(state);
                let deadlock = self.deadlock(state, Kind::PotentialDeadlock, message);
                vec![AtRest { escape, ..deadlock }]
            }
        }
    }

    pub(crate) fn stuck_here(&mut self, state: &State, what: AtRest) {
        match self.failure_at_rest(state, what) {
            Ok(failure) => self.violation(failure, None, Some(state.clone())),
            Err(unknown) => self.machine.undecided.push(unknown),
        }
    }

    /// What a state at rest shows, as a failure, for some inputs.
    pub(crate) fn failure_at_rest(
        &mut self,
        state: &State,
        what: AtRest,
    ) -> Result<Failure, Inconclusive> {
        let truth = self.machine.store.tru();
        let AtRest {
            kind,
            process,
            site,
            message,
            escape,
        } = what;
        let (prover, store) = (&mut self.machine.prover, &mut self.machine.store);
        let escape = escape.and_then(|escape| {
            let model = prover.model(store, escape.pc, truth)?;
            Some((model, escape.pc, escape.solved.clone()))
        });
        let found = escape.or_else(|| {
            let model = prover.model(store, state.pc, truth)?;
            Some((model, state.pc, Vec::new()))
        });
        let Some((model, pc, solved)) = found else {
            return Err(Inconclusive::ProverUnknown {
                obligation: format!("whether a state with a {} is reachable", kind.title()),
                location: None,
                reason: "no inputs were found that lead there".into(),
            });
        };
        Ok(Failure {
            kind,
            process,
            site,
            message,
            model,
            pc,
            wrong: truth,
            solved,
            condition: None,
            notes: Vec::new(),
        })
    }

    /// A deadlock is shown where the lowest blocked process stands.
    fn deadlock(&self, state: &State, kind: Kind, message: &str) -> AtRest {
        let site = state.procs.iter().find_map(|&id| {
            let proc = self.machine.states.proc(id);
            matches!(proc.status, Status::Waiting(_))
                .then(|| self.site(id))
                .flatten()
        });
        AtRest {
            kind,
            process: None,
            site,
            message: message.into(),
            escape: None,
        }
    }

    /// Of a state in which only moves are left that need buffering: the headline, and what the
    /// library would have to do for a process to go on.
    pub(crate) fn held_back(&self, state: &State) -> (&'static str, &'static str) {
        let operation = |t: &Transition| {
            let proc = self.machine.states.proc(state.procs[t.process]);
            let frame = self.machine.states.frame(*proc.frames.last()?);
            let graph = &self.machine.program.graphs[frame.graph];
            match &graph.nodes[frame.loc as usize].action {
                Action::Comm(action, _) => Some(action.op),
                _ => None,
            }
        };
        let eager = self.enabled(state).eager;
        let ops: Vec<&str> = eager.iter().filter_map(operation).collect();
        self.machine.comm.held_back(&ops)
    }

    /// Where a process stands.
    pub(crate) fn site(&self, id: ProcId) -> Option<(usize, Span)> {
        let frame = self
            .machine
            .states
            .frame(*self.machine.states.proc(id).frames.last()?);
        Some((
            frame.graph,
            self.machine.program.graphs[frame.graph].nodes[frame.loc as usize].span,
        ))
    }

    /// What a finished program leaves behind: messages, collective operations that were not called by all, and collective
    /// assertions that were not met by all.
    pub(crate) fn left_behind(&self, state: &State) -> Vec<AtRest> {
        let sides = self.machine.sides;
        let mut left = Vec::new();
        for (side, &id) in state.shared.iter().enumerate() {
            let shared = self.machine.states.shared(id);
            let faults = self.machine.comm.leftovers(&self.machine.store, shared);
            left.extend(faults.into_iter().map(|(rank, fault)| AtRest {
                kind: fault.kind,
                process: Some(sides.processes(side).start + rank),
                // A replay knows where the message was sent, and the operation called.
                site: match fault.cause {
                    Some(Cause::Message(message)) => self.machine.sent_at(side, message),
                    Some(Cause::Collective { process, since }) => {
                        self.machine.collective_at(side, process, since)
                    }
                    _ => None,
                },
                message: match side {
                    SPECIFICATION => format!("in the specification, {}", fault.message),
                    _ => fault.message,
                },
                escape: None,
            }));
        }
        for record in &self.machine.states.collective(state.collective).queue {
            let label = &self.machine.program.labels[record.label];
            let met = |p: &usize| record.snapshots[*p].is_some();
            let yes: Vec<usize> = (0..sides.total()).filter(met).collect();
            let no: Vec<usize> = self.machine.missing(record).collect();
            left.push(AtRest {
                kind: Kind::CollectiveAssertionIncomplete,
                process: None,
                site: record
                    .snapshots
                    .iter()
                    .flatten()
                    .next()
                    .and_then(|&id| self.site(id)),
                message: format!(
                    "`{label}` was met by {}, but not by {}",
                    sides.names(&yes),
                    sides.names(&no)
                ),
                escape: None,
            });
        }
        left
    }

    /// One row for every process that is not through.
    pub(crate) fn blocked(&self, state: &State) -> Vec<BlockedProcess> {
        let states = &self.machine.states;
        let sides = self.machine.sides;
        let mut rows = Vec::new();
        for (process, &id) in state.procs.iter().enumerate() {
            let proc = states.proc(id);
            let row = match &proc.status {
                Status::Waiting(pending) => {
                    let shared = states.shared(state.shared[sides.of(process)]);
                    let frame = proc.frames.last().map(|&f| states.frame(f));
                    let location = frame.map(|f| {
                        self.machine.program.location(
                            f.graph,
                            self.machine.program.graphs[f.graph].nodes[f.loc as usize].span,
                        )
                    });
                    let (operation, mut waits_for) = self.machine.comm.describe(
                        &self.machine.store,
                        shared,
                        sides.rank(process),
                        pending,
                    );
                    self.in_vain(state, process, &mut waits_for);
                    BlockedProcess {
                        process,
                        location,
                        operation,
                        waits_for,
                    }
                }
                Status::Ready => self.waits_at_test(process, proc),
                _ => BlockedProcess {
                    process,
                    location: None,
                    operation: "has ended".into(),
                    waits_for: String::new(),
                },
            };
            rows.push(row);
        }
        rows
    }

    /// Advice on how to get out of a deadlock.
    pub(crate) fn advice(&self, state: &State) -> Option<String> {
        let states = &self.machine.states;
        let sides = self.machine.sides;
        (0..2).find_map(|side| {
            let waiting: Vec<(usize, &C::Pending)> = sides
                .processes(side)
                .filter_map(|process| match &states.proc(state.procs[process]).status {
                    Status::Waiting(pending) => Some((sides.rank(process), pending)),
                    _ => None,
                })
                .collect();
            let shared = states.shared(state.shared[side]);
            self.machine.comm.advise(shared, &waiting)
        })
    }
}
