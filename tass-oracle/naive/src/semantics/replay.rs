//! One execution, along the choices that a report gives.
//!
//! A step of the engine moves one process from where it stands at an operation to where it stands
//! at the next: the operation is *completed* (a receive takes the message from the source that the
//! step names), then local code runs, then the next operation is *posted*. A send that is completed
//! before its message was taken was buffered, a collective operation that is left before all have
//! come did not synchronise. Where the engine reduces nothing, its steps are [fine](Steps::Fine):
//! to complete an operation is one, to run from there to the next another. Values of `choose!` are
//! not in a schedule: all are tried. For requests see [`super::replay_requests`].

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tass_syntax::Kind;
use tass_syntax::tree::Function;

use super::behaviour::Behaviour;
use super::explore::{Unknown, at_rest};
use super::fate::Fates;
use super::process::Next;
use super::replay_requests::is_decision;
use super::request::{Op, Request};
use super::value::Value;
use super::world::{Action, Buffering, Effect, Stage, World};

/// What a step of a schedule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// From one operation to the next.
    Coarse,
    /// The same in two: the completion, then the rest.
    Fine,
    /// Either, and before what is posted next there may be steps that are no matter of ours: at
    /// operations that wait for nobody, and whose effect only the engine knows of, and at the heads
    /// of loops with invariants.
    Loose,
}

/// Follows a schedule of processes and choices to its end, and tells how it can end there.
///
/// # Errors
///
/// If the oracle does not know.
pub fn replay(
    function: &Function,
    size: usize,
    inputs: Vec<Value>,
    schedule: &[(usize, u32)],
    steps: Steps,
) -> Result<BTreeSet<Kind>, Unknown> {
    let mut replay = Replay {
        behaviour: Behaviour::new(function, size, inputs)?,
        kinds: BTreeSet::new(),
        steps,
        fates: Fates::default(),
    };
    let mut runs = vec![Run::new(size)];
    for &(process, choice) in schedule {
        let (mut next, mut seen) = (Vec::new(), FxHashSet::default());
        for run in runs {
            for after in replay.step(run, process, choice as usize)? {
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        runs = next;
        if runs.len() > MOST_RUNS {
            return Err(Unknown::TooManyStates);
        }
    }
    for run in runs {
        replay.end(&run)?;
    }
    Ok(replay.kinds)
}

pub(super) struct Replay {
    pub(super) behaviour: Behaviour,
    pub(super) kinds: BTreeSet<Kind>,
    pub(super) steps: Steps,
    pub(super) fates: Fates,
}

/// Executions that are followed at once.
const MOST_RUNS: usize = 2_000;
/// States that are looked at to tell what becomes of one.
const MOST_STATES: usize = 20_000;

/// An execution under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) world: World,
    /// Has the process not moved yet, or not since it completed an operation in a step of its own?
    pub(super) fresh: Vec<bool>,
    /// Was its message taken since it moved last?
    pub(super) released: Vec<bool>,
    /// What the last step did wrong.
    pub(super) fault: Option<Kind>,
}

impl Run {
    /// Nothing has happened yet.
    pub(super) fn new(size: usize) -> Run {
        Run {
            world: World::new(size),
            fresh: vec![true; size],
            released: vec![false; size],
            fault: None,
        }
    }
}

impl Replay {
    /// The executions after a step; none if the step is not possible.
    pub(super) fn step(
        &mut self,
        mut run: Run,
        process: usize,
        choice: usize,
    ) -> Result<Vec<Run>, Unknown> {
        run.fault = None;
        if is_decision(choice) {
            return self.decide(&run, process);
        }
        if run.fresh[process] {
            let stays = (self.steps == Steps::Loose).then(|| run.clone());
            run.fresh[process] = false;
            let mut runs = self.post(run, process)?;
            runs.extend(stays);
            return Ok(runs);
        }
        if std::mem::take(&mut run.released[process]) {
            return self.completed(run, process);
        }
        let request = match self.behaviour.next(run.world.nodes[process]).clone() {
            Next::Request(request) => request,
            // One more turn.
            Next::Spinning => return Ok(vec![run]),
            _ => return Ok(Vec::new()),
        };
        if waits_alone(&request) {
            return self.answered(&run, process);
        }
        let before = run.world.nodes.clone();
        let stage = &run.world.stages[process];
        let action = match (&request, stage) {
            (Request::Recv(_), Stage::Standing | Stage::Receiving)
            | (Request::SendRecv(..), Stage::Exchanging { received: None, .. }) => {
                Some(Action::Take(choice))
            }
            (Request::Collective(_), Stage::Meeting { .. }) => None,
            (Request::Send(_), Stage::Sending)
            | (Request::SendRecv(..), Stage::Exchanging { .. }) => None,
            _ => return Ok(Vec::new()),
        };
        let effect = match action {
            Some(action) => {
                if !run
                    .world
                    .actions(&self.behaviour, process, Buffering::Mixed)
                    .contains(&action)
                {
                    return Ok(Vec::new());
                }
                run.world.act(&mut self.behaviour, process, action)?
            }
            None if run.world.held_back(&self.behaviour, process) => {
                run.world.let_go(&mut self.behaviour, process)?
            }
            None => return Ok(Vec::new()),
        };
        match effect {
            Effect::Fault(kind) => {
                run.fault = Some(kind);
                return Ok(vec![run]);
            }
            Effect::World(world) => run.world = world,
        }
        run.note_released(&before, Some(process));
        if matches!(run.world.stages[process], Stage::Exchanging { .. }) {
            return Ok(vec![run]);
        }
        self.completed(run, process)
    }

    /// An operation is over: what comes next is part of the step, or not.
    pub(super) fn completed(&mut self, mut run: Run, process: usize) -> Result<Vec<Run>, Unknown> {
        match self.steps {
            Steps::Coarse => self.post(run, process),
            Steps::Fine => {
                run.fresh[process] = true;
                Ok(vec![run])
            }
            Steps::Loose => {
                let mut runs = self.post(run.clone(), process)?;
                run.fresh[process] = true;
                runs.push(run);
                Ok(runs)
            }
        }
    }

    /// Local code has run: posts what comes next.
    pub(super) fn post(&mut self, mut run: Run, process: usize) -> Result<Vec<Run>, Unknown> {
        let action = match self.behaviour.next(run.world.nodes[process]).clone() {
            Next::Fail(kind) => {
                run.fault = Some(kind);
                return Ok(vec![run]);
            }
            // One that is about to meet a false assumption stays where it is, like one that has
            // ended.
            Next::Done { .. } | Next::Dropped | Next::Spinning => return Ok(vec![run]),
            // What is wrong with it is wrong at once.
            Next::Request(Request::Detach) if run.world.space[process].is_none() => Action::Detach,
            Next::Request(request) if waits_alone(&request) => return Ok(vec![run]),
            Next::Request(Request::Recv(_)) => match self.behaviour.tells_readiness() {
                true => Action::Arrive,
                false => return Ok(vec![run]),
            },
            Next::Request(Request::Choose(lo, hi)) => {
                let mut runs = Vec::new();
                for value in lo..hi {
                    if let Effect::World(world) =
                        run.world
                            .act(&mut self.behaviour, process, Action::Choose(value))?
                    {
                        runs.extend(self.post(
                            Run {
                                world,
                                ..run.clone()
                            },
                            process,
                        )?);
                    }
                }
                return Ok(runs);
            }
            Next::Request(Request::Contribute(_)) => return self.contribute(run, process),
            Next::Request(Request::Send(outgoing)) if outgoing.mode.is_over() => {
                return self.passed(run, process, &Request::Send(outgoing));
            }
            Next::Request(Request::Send(_) | Request::SendRecv(..)) => {
                Action::Send { buffered: false }
            }
            Next::Request(Request::Collective(mine)) if mine.op == Op::Free => {
                return self.free(&run, process);
            }
            Next::Request(Request::Collective(_)) => Action::Enter { patient: true },
            Next::Request(request) => return self.passed(run, process, &request),
        };
        let before = run.world.nodes.clone();
        match run.world.act(&mut self.behaviour, process, action)? {
            Effect::Fault(kind) => run.fault = Some(kind),
            Effect::World(world) => run.world = world,
        }
        // What is posted may be what a pending receive waits for: then it is over.
        run.note_released(&before, None);
        Ok(vec![run])
    }

    /// Contributes to an assertion or an invariant, which is no step of its own, and goes on. Only
    /// at the head of a loop the engine may pause, before that or after.
    fn contribute(&mut self, mut run: Run, process: usize) -> Result<Vec<Run>, Unknown> {
        let effect = run
            .world
            .act(&mut self.behaviour, process, Action::Contribute)?;
        let after = match effect {
            Effect::World(world) => Run {
                world,
                ..run.clone()
            },
            Effect::Fault(kind) => {
                run.fault = Some(kind);
                return Ok(vec![run]);
            }
        };
        let mut runs = self.post(after.clone(), process)?;
        if self.steps == Steps::Loose {
            for mut pausing in [run, after] {
                pausing.fresh[process] = true;
                runs.push(pausing);
            }
        }
        Ok(runs)
    }

    /// How an execution ends here.
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn end(&mut self, run: &Run) -> Result<(), Unknown> {
        if let Some(kind) = run.fault {
            self.kinds.insert(kind);
            return Ok(());
        }
        let moves = |process: usize| {
            let failing = matches!(self.behaviour.next(run.world.nodes[process]), Next::Fail(_));
            run.fresh[process] || run.released[process] || failing
        };
        let size = self.behaviour.size();
        if (0..size).any(moves) || !self.rests(run)? {
            return Ok(());
        }
        let Replay {
            behaviour, fates, ..
        } = self;
        let found = at_rest(behaviour, fates, &run.world, Buffering::Mixed, MOST_STATES)?;
        self.kinds.extend(found.kinds);
        Ok(())
    }
}

/// Does a process stand in an operation until it has its answer, without having done anything?
fn waits_alone(request: &Request) -> bool {
    matches!(
        request,
        Request::Complete(_) | Request::Probe(_) | Request::Fetch(_) | Request::Detach
    )
}
