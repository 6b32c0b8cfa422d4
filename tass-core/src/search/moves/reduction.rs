//! Which moves are explored from a state.
//!
//! Call a move *free* if it is the only way for its process to go on, commutes with every move of
//! every other process, and stays possible, with the same effect, whatever the others do: local
//! code; the completion of a matched send; a receive from a named source whose message is there; a
//! collective in which everybody has arrived; and, where buffering is taken for granted (`deadlock
//! = absolute` or `off`), every other move but a wildcard's. Any execution that leads to a
//! violation or to a stuck state contains the free move or can be extended by it, and it can be
//! moved to the front. So *one* free move of one process is enough.
//!
//! Where there is none, the processes are blocked, or stand at moves that need buffering (*eager*
//! ones), or at wildcard receives with something to receive:
//!
//! - No wildcard move: the state is *stuck* for a library that does not buffer, a potential
//!   deadlock (or an absolute one, if there is no eager move either). That is the only way in which
//!   not buffering shows: a send that waits and is matched later is, for everybody else, a buffered
//!   one. To see what lies behind, it is enough to buffer one send: with buffering taken for
//!   granted every eager move is free.
//! - Wildcard moves, but nothing that the other processes could do without the wildcards' receivers
//!   adds a source to any of them ([`crate::search::moves::lookahead`] tries): the first of these
//!   receivers to move has the choices that it has now, and its move commutes with what the others
//!   did before. All wildcard moves are explored, no eager one.
//! - Otherwise everything that is possible is explored.
//!
//! What there are several of are also the answers of operations that ask, or complete one of
//! several requests. Another process can still add to them, in the same way; and one that says that
//! nothing has happened stays possible, with the same effect. Those of them that need buffering go
//! with the others: they are answers of the same operation. The library may also decide by itself
//! what a pending wildcard receive takes ([`Semantics::decisions`](crate::comm::Semantics)): that
//! is a move of its own, which commutes with whatever its process and the others do, as long as
//! nobody adds to it. So it may wait like any other wildcard's, and the lookahead lets its process
//! go on.
//!
//! Local code that meets an `assume!` which some inputs do not satisfy is not free after all: it
//! takes those inputs away from everybody, and another process could have failed with them before.
//! A state from which such a step was taken (or one that the engine gave up on) is expanded in
//! full, unless the next step of every other process takes away the same and fails nowhere: where
//! all begin with the same `assume!`, it makes no difference who is first.
//!
//! All this takes for granted that *reaching* an operation commutes with whatever the others do. In
//! a program in which it does not ([`Semantics::order_matters`](crate::comm::Semantics): a ready
//! send looks whether its receive is posted) nothing is left out, neither here nor where fates are
//! told, and no step reaches two operations: between them another process may take what the second
//! one needs. But first it is tried to show that it makes no difference (`driver/careful.rs`).
//!
//! A free move can be taken for ever while others wait (a process that spins). When a step leads
//! back to a state on the search stack, the state it started from is therefore expanded in full
//! (the cycle proviso).

use crate::comm::{CommModel, Move};
use crate::exec::{ABORT, DECISION, Transition};
use crate::graph::Action;
use crate::options::{Deadlock, Schedule};
use crate::search::run::Run;
use crate::sides::SPECIFICATION;
use crate::state::{Proc, State, StateId, Status};

/// Everything that can happen in a state, sorted by what it needs.
#[derive(Debug, Default)]
pub(crate) struct Enabled {
    /// Moves that commute with everything, at most one a process.
    pub(crate) free: Vec<Transition>,
    /// Local code of processes that have been at it for long.
    pub(crate) spinning: Vec<Transition>,
    /// Matches of wildcard receives, and other moves of which there are several.
    pub(crate) wildcard: Vec<Transition>,
    /// Those of them that need buffering.
    pub(crate) hungry: Vec<Transition>,
    /// Those of them that say that nothing has happened yet.
    pub(crate) idle: Vec<Transition>,
    /// Moves that need buffering.
    pub(crate) eager: Vec<Transition>,
    /// Falls back to the initial state.
    pub(crate) aborts: Vec<Transition>,
    /// How many processes have left the program.
    pub(crate) done: usize,
    /// Has one failed?
    pub(crate) crashed: bool,
}

impl Enabled {
    /// Every transition.
    pub(crate) fn all(&self) -> Vec<Transition> {
        let mut all: Vec<Transition> = [
            &self.free,
            &self.wildcard,
            &self.eager,
            &self.spinning,
            &self.aborts,
        ]
        .into_iter()
        .flatten()
        .copied()
        .collect();
        all.dedup();
        all
    }

    /// Can nothing happen without buffering, but that somebody asks in vain?
    pub(crate) fn stuck(&self) -> bool {
        self.free.is_empty() && self.spinning.is_empty() && self.without_buffering().is_none()
    }

    /// One of several moves that needs no buffering, and lets something happen.
    pub(crate) fn without_buffering(&self) -> Option<Transition> {
        let mut several = self.wildcard.iter();
        several
            .find(|t| !self.hungry.contains(t) && !self.idle.contains(t))
            .copied()
    }

    /// Is there a move that needs buffering?
    pub(crate) fn buffering_helps(&self) -> bool {
        !self.eager.is_empty() || !self.hungry.is_empty()
    }
}

impl<C: CommModel> Run<'_, C> {
    pub(crate) fn enabled(&self, state: &State) -> Enabled {
        let buffered = self.options.deadlock != Deadlock::Potential;
        let states = &self.engine.states;
        let sides = self.engine.sides;
        let mut enabled = Enabled::default();
        for (process, &id) in state.procs.iter().enumerate() {
            let proc = states.proc(id);
            let shared = states.shared(state.shared[sides.of(process)]);
            let rank = sides.rank(process);
            for decision in self.engine.comm.decisions(shared, rank) {
                enabled.wildcard.push(Transition {
                    process,
                    choice: Some(DECISION | decision),
                });
            }
            match &proc.status {
                Status::Done => enabled.done += 1,
                Status::Crashed => enabled.crashed = true,
                Status::Start if sides.of(process) == SPECIFICATION && !self.may_start(state) => {}
                Status::Start => enabled.free.push(Transition {
                    process,
                    choice: None,
                }),
                Status::Ready => {
                    let list = if self.gave_way(proc) {
                        &mut enabled.spinning
                    } else {
                        &mut enabled.free
                    };
                    list.push(Transition {
                        process,
                        choice: None,
                    });
                    if self.options.aborts {
                        enabled.aborts.push(Transition {
                            process,
                            choice: Some(ABORT),
                        });
                    }
                }
                Status::Waiting(pending) => {
                    for Move {
                        choice,
                        sync,
                        wildcard,
                        idle,
                        takes: _,
                    } in self.engine.comm.moves(shared, rank, pending)
                    {
                        let transition = Transition {
                            process,
                            choice: Some(choice),
                        };
                        let now = sync || buffered;
                        match (wildcard, now) {
                            (true, _) => enabled.wildcard.push(transition),
                            (false, true) => enabled.free.push(transition),
                            (false, false) => enabled.eager.push(transition),
                        }
                        if wildcard && !now {
                            enabled.hungry.push(transition);
                        }
                        if idle {
                            enabled.idle.push(transition);
                        }
                    }
                }
            }
        }
        enabled
    }

    /// May the specification start? It waits for all processes of the implementation to have come
    /// to their first operation, and so runs on those inputs only that their assumptions up to
    /// there allow: the precondition is stated once. (Nothing else depends on who is first, since
    /// the two programs share nothing.)
    fn may_start(&self, state: &State) -> bool {
        let ours = self.engine.sides.processes(0);
        let states = &self.engine.states;
        !state.procs[ours]
            .iter()
            .any(|&id| states.proc(id).status == Status::Start)
    }

    /// Has a process that could go on given way to the others? Only at loop heads and calls;
    /// elsewhere it is about to start, stands at the head of a loop with an invariant, or (without
    /// reduction) has just completed an operation.
    fn gave_way(&self, proc: &Proc<C::Pending>) -> bool {
        let Some(&top) = proc.frames.last() else {
            return false;
        };
        let top = self.engine.states.frame(top);
        let node = &self.engine.program.graphs[top.graph].nodes[top.loc as usize];
        matches!(
            node.action,
            Action::LoopHead(_) | Action::CountingHead(_) | Action::Call { .. }
        )
    }

    /// Of the processes that may be moved alone, the one that is least ahead: with the fewest
    /// snapshots in the queue.
    pub(crate) fn closest(&self, state: &State, free: &[Transition]) -> Option<Transition> {
        if let Some(latest) = self.options.latest {
            let others = free.iter().find(|t| t.process != latest);
            return others.or(free.first()).copied();
        }
        if self.options.schedule == Schedule::First {
            return free.first().copied();
        }
        let queue = &self.engine.states.collective(state.collective).queue;
        let ahead = |t: &&Transition| {
            queue
                .iter()
                .filter(|r| r.snapshots[t.process].is_some())
                .count()
        };
        free.iter().min_by_key(ahead).copied()
    }

    /// The transitions to explore from a state, and whether they are all there are.
    pub(crate) fn ample(
        &mut self,
        id: StateId,
        enabled: &Enabled,
        last: Option<usize>,
    ) -> (Vec<Transition>, bool) {
        let all = enabled.all();
        self.chose |= !enabled.wildcard.is_empty() || !enabled.spinning.is_empty();
        if !self.options.reduction {
            return (all, true);
        }
        if self.engine.program.memory.is_used() {
            return self.ample_in_memory(id, enabled);
        }
        let chosen = if let Some(first) = self.closest(self.engine.states.state(id), &enabled.free)
        {
            vec![first]
        } else if !enabled.spinning.is_empty() {
            if enabled.wildcard.is_empty() && enabled.eager.is_empty() {
                // Spinners take turns.
                let after = |t: &&Transition| last.is_none_or(|last| t.process > last);
                let next = enabled
                    .spinning
                    .iter()
                    .find(after)
                    .unwrap_or(&enabled.spinning[0]);
                vec![*next]
            } else {
                all.clone()
            }
        } else if enabled.wildcard.is_empty() {
            enabled.eager.first().copied().into_iter().collect()
        } else if enabled.eager.is_empty() || self.sources_are_final(id, enabled) {
            enabled.wildcard.clone()
        } else {
            all.clone()
        };
        let full = chosen.len() == all.len();
        (chosen, full)
    }
}
