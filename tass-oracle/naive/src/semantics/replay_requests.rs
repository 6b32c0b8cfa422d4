//! The part of a replay that has to do with requests.
//!
//! What the library decides for a pending receive is a step of its own. Which of its moves
//! completes requests is not told in our terms, so all are tried: whatever the schedule leads to
//! then is an execution, and the one that is meant is among them. So is whether an operation that
//! is over at once takes a step.

use super::behaviour::NodeId;
use super::explore::Unknown;
use super::replay::{Replay, Run};
use super::request::{Posting, Request};
use super::world::{Action, Buffering, Effect, World};

/// Set in a choice that the library makes, for an operation that goes on by itself; a choice in
/// which everything is set is none.
pub(super) const DECISION: usize = 1 << 30;

/// Is a choice one of the library?
pub(super) fn is_decision(choice: usize) -> bool {
    choice & DECISION != 0 && choice != u32::MAX as usize
}

impl Run {
    /// Notes which processes have gone on because their messages were matched.
    pub(super) fn note_released(&mut self, before: &[NodeId], but: Option<usize>) {
        for (other, node) in before.iter().enumerate() {
            self.released[other] |= Some(other) != but && self.world.nodes[other] != *node;
        }
    }

    fn after(&self, world: World, but: Option<usize>) -> Run {
        let before = self.world.nodes.clone();
        let mut run = Run {
            world,
            ..self.clone()
        };
        run.note_released(&before, but);
        run
    }
}

impl Replay {
    /// The library gives a pending receive of a process a message.
    pub(super) fn decide(&mut self, run: &Run, process: usize) -> Result<Vec<Run>, Unknown> {
        let mut runs = Vec::new();
        for action in run.world.matches(process) {
            if let Effect::World(world) = run.world.act(&mut self.behaviour, process, action)? {
                runs.push(run.after(world, None));
            }
        }
        Ok(runs)
    }

    /// A process completes requests, or asks: everything that can come of it.
    pub(super) fn answered(&mut self, run: &Run, process: usize) -> Result<Vec<Run>, Unknown> {
        let mut runs = Vec::new();
        for world in buffered(&run.world, process) {
            for action in world.actions(&self.behaviour, process, Buffering::Mixed) {
                if matches!(action, Action::Match { .. }) {
                    continue;
                }
                match world.act(&mut self.behaviour, process, action)? {
                    Effect::Fault(kind) => {
                        let mut run = run.clone();
                        run.fault = Some(kind);
                        runs.push(run);
                    }
                    Effect::World(world) => {
                        let run = run.after(world, Some(process));
                        runs.extend(self.completed(run, process)?);
                    }
                }
            }
        }
        Ok(runs)
    }

    /// A process does something that is over at once: it goes on, or that takes a step of its own.
    pub(super) fn passed(
        &mut self,
        mut run: Run,
        process: usize,
        request: &Request,
    ) -> Result<Vec<Run>, Unknown> {
        let action = match request {
            Request::Post(Posting::Send(outgoing)) => {
                let buffered = outgoing.mode.is_over();
                Action::Post { buffered }
            }
            Request::Post(_) => Action::Post { buffered: false },
            Request::Send(_) => Action::Send { buffered: true },
            Request::Attach(_) => Action::Attach,
            Request::Free => Action::Free,
            other => unreachable!("{other:?} is not over at once"),
        };
        let world = match run.world.act(&mut self.behaviour, process, action)? {
            Effect::World(world) => world,
            Effect::Fault(kind) => {
                run.fault = Some(kind);
                return Ok(vec![run]);
            }
        };
        let run = run.after(world, Some(process));
        let mut stays = run.clone();
        stays.fresh[process] = true;
        let mut runs = self.post(run, process)?;
        runs.push(stays);
        Ok(runs)
    }

    /// A process frees a communicator, which needs nobody: it waits for the others all the same, or
    /// goes on, or that takes a step of its own.
    pub(super) fn free(&mut self, run: &Run, process: usize) -> Result<Vec<Run>, Unknown> {
        let enter = Action::Enter { patient: true };
        let stands = match run.world.act(&mut self.behaviour, process, enter)? {
            Effect::World(world) => run.after(world, Some(process)),
            Effect::Fault(kind) => {
                let mut run = run.clone();
                run.fault = Some(kind);
                return Ok(vec![run]);
            }
        };
        let world = match stands.world.let_go(&mut self.behaviour, process)? {
            Effect::World(world) => world,
            // An assertion of the communicator is left open: so it is if the process does not wait.
            Effect::Fault(kind) => {
                let mut wrong = stands.clone();
                wrong.fault = Some(kind);
                return Ok(vec![wrong, stands]);
            }
        };
        let gone = run.after(world, Some(process));
        let mut stays = gone.clone();
        stays.fresh[process] = true;
        let mut runs = self.post(gone, process)?;
        runs.extend([stays, stands]);
        Ok(runs)
    }

    /// Is nothing possible any more, as far as requests are concerned?
    pub(super) fn rests(&mut self, run: &Run) -> Result<bool, Unknown> {
        let mut asks = false;
        for process in 0..self.behaviour.size() {
            for action in run
                .world
                .actions(&self.behaviour, process, Buffering::Mixed)
            {
                if !action.is_no() {
                    return Ok(false);
                }
                asks = true;
            }
        }
        Ok(!asks || run.world.asks_for_ever(&mut self.behaviour)?)
    }
}

/// The states in which some of the immediate sends of a process are buffered, or none.
fn buffered(world: &World, process: usize) -> Vec<World> {
    let mut all = vec![world.clone()];
    let mut at = 0;
    while at < all.len() {
        for world in all[at].buffered_late(process) {
            if !all.contains(&world) {
                all.push(world);
            }
        }
        at += 1;
    }
    all
}
