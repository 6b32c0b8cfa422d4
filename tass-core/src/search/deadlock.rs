//! What to make of a state in which nobody moves.

use super::dfs::Dfs;
use super::reduction::Enabled;
use crate::comm::CommModel;
use crate::exec::Failure;
use crate::options::Deadlock;
use crate::report::{BlockedProcess, Inconclusive, Kind};
use crate::state::{State, Status};

impl<C: CommModel> Dfs<'_, C> {
    /// Checks a state for deadlocks, and for what a finished program leaves behind.
    pub(crate) fn at_rest(&mut self, state: &State, enabled: &Enabled) {
        if enabled.done == self.machine.nprocs {
            self.ended = true;
            let shared = self.machine.states.shared(state.shared).clone();
            for (process, fault) in self.machine.comm.leftovers(&self.machine.store, &shared) {
                self.stuck_here(state, fault.kind, Some(process), fault.message);
            }
            return;
        }
        if enabled.crashed || !enabled.stuck() {
            return;
        }
        match (self.options.deadlock, enabled.eager.is_empty()) {
            (Deadlock::Off, _) | (Deadlock::Absolute, false) => {}
            (_, true) => self.stuck_here(state, Kind::Deadlock, None, "no process can go on".into()),
            (Deadlock::Potential, false) => {
                let message = "no process can go on unless the MPI library buffers a send (or lets a process leave a collective early)";
                self.stuck_here(state, Kind::PotentialDeadlock, None, message.into());
            }
        }
        self.ended = true;
    }

    fn stuck_here(&mut self, state: &State, kind: Kind, process: Option<usize>, message: String) {
        let truth = self.machine.store.tru();
        let Some(model) = self.machine.prover.model(&mut self.machine.store, state.pc, truth) else {
            self.machine.undecided.push(Inconclusive::ProverUnknown {
                obligation: format!("whether a state with a {} is reachable", kind.title()),
                location: None,
                reason: "no inputs were found that lead there".into(),
            });
            return;
        };
        let site = self.first_blocked_site(state, process);
        let failure = Failure { kind, process, site, message, model, condition: None };
        self.violation(failure, None);
    }

    /// The place to show for a state in which nobody moves: where the lowest blocked process stands.
    fn first_blocked_site(&self, state: &State, process: Option<usize>) -> Option<(usize, crate::program::ast::Span)> {
        if process.is_some() {
            return None;
        }
        state.procs.iter().find_map(|&id| {
            let proc = self.machine.states.proc(id);
            let Status::Waiting(_) = proc.status else { return None };
            let frame = self.machine.states.frame(*proc.frames.last()?);
            Some((frame.graph, self.machine.program.graphs[frame.graph].nodes[frame.loc as usize].span))
        })
    }

    /// One row for every process that is not through.
    pub(crate) fn blocked(&self, state: &State) -> Vec<BlockedProcess> {
        let states = &self.machine.states;
        let shared = states.shared(state.shared);
        let mut rows = Vec::new();
        for (process, &id) in state.procs.iter().enumerate() {
            let proc = states.proc(id);
            let row = match &proc.status {
                Status::Waiting(pending) => {
                    let frame = proc.frames.last().map(|&f| states.frame(f));
                    let location = frame.map(|f| {
                        self.machine.program.location(f.graph, self.machine.program.graphs[f.graph].nodes[f.loc as usize].span)
                    });
                    let (operation, waits_for) = self.machine.comm.describe(&self.machine.store, shared, process, pending);
                    BlockedProcess { process, location, operation, waits_for }
                }
                _ => BlockedProcess { process, location: None, operation: "has ended".into(), waits_for: String::new() },
            };
            rows.push(row);
        }
        rows
    }

    /// Advice on how to get out of a deadlock.
    pub(crate) fn advice(&self, state: &State) -> Option<String> {
        let states = &self.machine.states;
        let waiting: Vec<(usize, &C::Pending)> = state
            .procs
            .iter()
            .enumerate()
            .filter_map(|(process, &id)| match &states.proc(id).status {
                Status::Waiting(pending) => Some((process, pending)),
                _ => None,
            })
            .collect();
        self.machine.comm.advise(states.shared(state.shared), &waiting)
    }
}
