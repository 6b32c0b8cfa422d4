//! What to make of a state in which nobody moves.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::comm::{Cause, CommModel};
use crate::exec::{Failure, Tracer};
use crate::options::Deadlock;
use crate::report::{BlockedProcess, Inconclusive, Kind};
use crate::search::moves::reduction::Enabled;
use crate::search::rest::fate::{Escape, Fate};
use crate::search::run::Run;
use crate::sides::{SPECIFICATION, Sides};
use crate::state::{ProcId, State, Status};
use tass_syntax::tree::Span;

/// A violation that a state at rest shows.
pub(crate) struct AtRest {
    pub(crate) kind: Kind,
    pub(crate) process: Option<usize>,
    pub(crate) site: Option<(usize, Span)>,
    pub(crate) message: String,
    /// The inputs for which it is one, if not for all that lead there.
    pub(crate) escape: Option<Rc<Escape>>,
    /// The operation of a side that it has to do with: a replay knows where it was called.
    pub(crate) cause: Option<(usize, Cause)>,
}

impl AtRest {
    /// With the place of its cause, as a replay has seen it.
    pub(crate) fn seen_by(mut self, tracer: &Tracer, sides: Sides) -> AtRest {
        self.site = match self.cause {
            Some((side, Cause::Message(message))) => tracer.sent_at(sides, side, message),
            Some((
                side,
                Cause::Collective {
                    process,
                    lane,
                    since,
                },
            )) => tracer.collective_at(sides, side, (process, lane), since),
            _ => self.site,
        };
        self
    }
}

impl<C: CommModel> Run<'_, C> {
    /// Checks a state for deadlocks, and for what a finished program leaves behind.
    pub(crate) fn at_rest(&mut self, state: &State, enabled: &Enabled) -> Vec<Failure> {
        let all_done = enabled.done == self.engine.sides.total();
        self.ended |= all_done || (!enabled.crashed && self.rests(state, enabled));
        let wrong = self.wrong_at_rest(state, enabled);
        self.failures_at_rest(state, wrong)
    }

    /// What is wrong with a state in which nothing happens any more; nothing with one in which
    /// something does.
    pub(crate) fn wrong_at_rest(&mut self, state: &State, enabled: &Enabled) -> Vec<AtRest> {
        if enabled.done == self.engine.sides.total() {
            return self.left_behind(state);
        }
        if enabled.crashed || !self.rests(state, enabled) {
            return Vec::new();
        }
        match (self.options.deadlock, !enabled.buffering_helps()) {
            (Deadlock::Off, _) | (Deadlock::Absolute, false) => Vec::new(),
            (_, true) => {
                let kind = self.kind_of_deadlock(state);
                vec![self.deadlock(state, kind, "no process can go on")]
            }
            (Deadlock::Potential, false) => {
                let escape = match self.fate(state) {
                    // The deadlock itself comes later.
                    Fate::Doomed => return Vec::new(),
                    Fate::Open(escape) => Some(escape),
                    // More iterations may tell.
                    Fate::Unknown if self.mode.is_bounded() => return Vec::new(),
                    Fate::Unknown => None,
                };
                let (_, message) = self.held_back(state);
                let deadlock = self.deadlock(state, Kind::PotentialDeadlock, message);
                vec![AtRest { escape, ..deadlock }]
            }
        }
    }

    /// Does nothing happen any more without buffering?
    fn rests(&mut self, state: &State, enabled: &Enabled) -> bool {
        enabled.stuck() && (enabled.idle.is_empty() || self.asks_in_vain(state))
    }

    /// What a state shows, as failures; that one may not be reachable is noted.
    pub(crate) fn failures_at_rest(&mut self, state: &State, wrong: Vec<AtRest>) -> Vec<Failure> {
        let mut failures = Vec::new();
        for what in wrong {
            match self.failure_at_rest(state, what) {
                Ok(failure) => failures.push(failure),
                Err(unknown) => self.findings.undecided.push(unknown),
            }
        }
        failures
    }

    /// What a state at rest shows, as a failure, for some inputs.
    pub(crate) fn failure_at_rest(
        &mut self,
        state: &State,
        what: AtRest,
    ) -> Result<Failure, Inconclusive> {
        let truth = self.engine.store.tru();
        let AtRest {
            kind,
            process,
            site,
            message,
            escape,
            cause: _,
        } = what;
        let (prover, store) = (&mut self.engine.prover, &mut self.engine.store);
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
            variable: None,
            types: None,
            notes: Vec::new(),
        })
    }

    /// A deadlock is shown where the lowest blocked process stands.
    fn deadlock(&self, state: &State, kind: Kind, message: &str) -> AtRest {
        let site = state.procs.iter().find_map(|&id| {
            let proc = self.engine.states.proc(id);
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
            cause: None,
        }
    }

    /// Of a state in which only moves are left that need buffering: the headline, and what the
    /// library would have to do for a process to go on.
    pub(crate) fn held_back(&self, state: &State) -> (&'static str, &'static str) {
        let enabled = self.enabled(state);
        let held_back = enabled.eager.iter().chain(&enabled.hungry);
        let processes: BTreeSet<usize> = held_back.map(|t| t.process).collect();
        let (states, sides) = (&self.engine.states, self.engine.sides);
        let waiting = processes.into_iter().filter_map(|process| {
            let shared = states.shared(state.shared[sides.of(process)]);
            match &states.proc(state.procs[process]).status {
                Status::Waiting(pending) => Some((shared, sides.rank(process), pending)),
                _ => None,
            }
        });
        let waiting: Vec<_> = waiting.collect();
        self.engine.comm.held_back(&waiting)
    }

    /// Where a process stands.
    pub(crate) fn site(&self, id: ProcId) -> Option<(usize, Span)> {
        let frame = self
            .engine
            .states
            .frame(*self.engine.states.proc(id).frames.last()?);
        Some((
            frame.graph,
            self.engine.program.graphs[frame.graph].nodes[frame.loc as usize].span,
        ))
    }

    /// What a finished program leaves behind: messages, collective operations that were not called
    /// by all, and collective assertions that were not met by all.
    pub(crate) fn left_behind(&self, state: &State) -> Vec<AtRest> {
        let sides = self.engine.sides;
        let mut left = Vec::new();
        for (side, &id) in state.shared.iter().enumerate() {
            let shared = self.engine.states.shared(id);
            let faults = self.engine.comm.leftovers(&self.engine.store, shared);
            left.extend(faults.into_iter().map(|(rank, fault)| AtRest {
                kind: fault.kind,
                process: Some(sides.processes(side).start + rank),
                site: None,
                cause: fault.cause.map(|cause| (side, cause)),
                message: match side {
                    SPECIFICATION => format!("in the specification, {}", fault.message),
                    _ => fault.message,
                },
                escape: None,
            }));
        }
        for record in &self.engine.states.collective(state.collective).queue {
            let label = &self.engine.program.labels[record.label];
            let met = |p: &usize| record.snapshots[*p].is_some();
            let yes: Vec<usize> = (0..sides.total()).filter(met).collect();
            let no: Vec<usize> = self.engine.missing(record).collect();
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
                cause: None,
            });
        }
        left
    }

    /// One row for every process that is not through.
    pub(crate) fn blocked(&self, state: &State) -> Vec<BlockedProcess> {
        let states = &self.engine.states;
        let sides = self.engine.sides;
        let mut rows = Vec::new();
        for (process, &id) in state.procs.iter().enumerate() {
            let proc = states.proc(id);
            let row = match &proc.status {
                Status::Waiting(pending) => {
                    let shared = states.shared(state.shared[sides.of(process)]);
                    let frame = proc.frames.last().map(|&f| states.frame(f));
                    let location = frame.map(|f| {
                        self.engine.program.location(
                            f.graph,
                            self.engine.program.graphs[f.graph].nodes[f.loc as usize].span,
                        )
                    });
                    let (operation, mut waits_for) = self.engine.comm.describe(
                        &self.engine.store,
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

    /// What a state is in which nobody can go on.
    pub(crate) fn kind_of_deadlock(&self, state: &State) -> Kind {
        let kinds = (0..2).map(|side| {
            let shared = self.engine.states.shared(state.shared[side]);
            self.engine
                .comm
                .deadlock(shared, &self.waiting(state, side))
        });
        let mut kinds = kinds.filter(|kind| *kind != Kind::Deadlock);
        kinds.next().unwrap_or(Kind::Deadlock)
    }

    /// The processes of a side that stand at an operation.
    fn waiting<'s>(&'s self, state: &State, side: usize) -> Vec<(usize, &'s C::Pending)> {
        let (states, sides) = (&self.engine.states, self.engine.sides);
        let processes = sides.processes(side);
        let waiting =
            processes.filter_map(|process| match &states.proc(state.procs[process]).status {
                Status::Waiting(pending) => Some((sides.rank(process), pending)),
                _ => None,
            });
        waiting.collect()
    }

    /// Advice on how to get out of a deadlock.
    pub(crate) fn advice(&self, state: &State) -> Option<String> {
        (0..2).find_map(|side| {
            let shared = self.engine.states.shared(state.shared[side]);
            self.engine.comm.advise(shared, &self.waiting(state, side))
        })
    }
}
