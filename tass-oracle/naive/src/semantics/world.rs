//! All processes together: where they stand, the messages under way, the collective operations.
//!
//! What can happen is a list of [`Action`]s, each with one effect; every buffering choice is an
//! action of its own.

use std::collections::BTreeMap;

use tass_syntax::Kind;

use super::assembly::Assembly;
use super::behaviour::{Behaviour, NodeId};
use super::channel::{Message, Waiter};
use super::explore::MOST_MESSAGES;
use super::matched::Matched;
use super::meeting::Refusal;
use super::posted::Posted;
use super::process::{Next, Unsupported};
use super::records::Records;
use super::request::{Answer, Outgoing, Posting, Request, Source};

/// What the MPI library may do with standard sends, and with collective operations that could let a
/// process go before all have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    /// Nothing is buffered, every collective operation synchronises.
    Synchronous,
    /// Everything is buffered, nobody waits longer than for the data.
    Buffered,
    /// Each send and each collective call may be either.
    Mixed,
}

/// A global state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) nodes: Vec<NodeId>,
    pub(super) stages: Vec<Stage>,
    /// By communicator, sender and receiver, oldest first: what is not matched.
    pub(super) channels: BTreeMap<(usize, usize, usize), Vec<Message>>,
    /// What each process has posted and not completed, in this order.
    pub(super) posted: Vec<Vec<Posted>>,
    /// By communicator: its collective operations.
    pub(super) assemblies: BTreeMap<usize, Assembly>,
    /// By process: room for how many elements of buffered sends is attached, if any is.
    pub(super) space: Vec<Option<usize>>,
    /// By process: the messages that are its own, by their numbers.
    pub(super) matched: Vec<BTreeMap<usize, Matched>>,
    pub(super) records: Records,
}

/// How far a process is with its request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It has done nothing about it.
    Standing,
    /// It has called its receive. Where nobody can tell the difference, it need not.
    Receiving,
    /// Its message is out and has to be taken before it goes on.
    Sending,
    /// Its message is out (and has to be taken, or not), and it waits for one.
    Exchanging {
        /// Must its message still be taken?
        sending: bool,
        /// What has come.
        received: Option<Answer>,
    },
    /// It takes part in its latest meeting of a communicator; does it wait for all?
    Meeting {
        /// The communicator.
        context: usize,
        /// Does it wait for all?
        patient: bool,
    },
}

/// Something that a process can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Send its message; the library buffers it, or not.
    Send {
        /// Does it?
        buffered: bool,
    },
    /// Call a receive.
    Arrive,
    /// Take the message from this source.
    Take(usize),
    /// Receive a message of its own.
    Fetch,
    /// Attach a buffer.
    Attach,
    /// Get it back.
    Detach,
    /// Enter a collective operation; wait for all, or not.
    Enter {
        /// Does it wait?
        patient: bool,
    },
    /// Leave it.
    Leave,
    /// Contribute to a collective assertion.
    Contribute,
    /// Choose this value.
    Choose(i128),
    /// Post an operation; the library buffers its message, or not.
    Post {
        /// Does it?
        buffered: bool,
    },
    /// The library matches what is posted at this place with a message from this source.
    Match {
        /// The place.
        at: usize,
        /// The source.
        source: usize,
    },
    /// Complete the requests at these positions: a set of bits.
    Finish(u32),
    /// See the message from this source.
    See(usize),
    /// Be told that nothing is done, or there, yet.
    No,
    /// Free a request.
    Free,
}

/// What an action comes to.
pub(super) enum Effect {
    /// A new state.
    World(World),
    /// A violation.
    Fault(Kind),
}

impl World {
    /// Nothing has happened yet.
    pub(super) fn new(size: usize) -> World {
        World {
            nodes: (0..size)
                .map(|rank| u32::try_from(rank).expect("few processes"))
                .collect(),
            stages: vec![Stage::Standing; size],
            channels: BTreeMap::new(),
            posted: vec![Vec::new(); size],
            assemblies: BTreeMap::new(),
            space: vec![None; size],
            matched: vec![BTreeMap::new(); size],
            records: Records::default(),
        }
    }

    /// What a process can do, and what can be done with what it has posted.
    pub(super) fn actions(
        &self,
        behaviour: &Behaviour,
        process: usize,
        buffering: Buffering,
    ) -> Vec<Action> {
        let mut actions = self.matches(process);
        if let Next::Request(request) = behaviour.next(self.nodes[process]) {
            let arrives = behaviour.tells_readiness();
            actions.extend(self.own_actions(request, process, buffering, arrives));
        }
        actions
    }

    /// What a process can do about its request. To call a receive is something of its own, or not.
    fn own_actions(
        &self,
        request: &Request,
        process: usize,
        buffering: Buffering,
        arrives: bool,
    ) -> Vec<Action> {
        let library = match buffering {
            Buffering::Synchronous => &[false][..],
            Buffering::Buffered => &[true],
            Buffering::Mixed => &[true, false],
        };
        match (request, &self.stages[process]) {
            (Request::Send(Outgoing { mode, .. }), Stage::Standing) if !mode.is_left_open() => {
                let buffered = mode.is_over();
                vec![Action::Send { buffered }]
            }
            (Request::Send(_) | Request::SendRecv(..), Stage::Standing) => library
                .iter()
                .map(|&buffered| Action::Send { buffered })
                .collect(),
            (Request::Recv(_), Stage::Standing) if arrives => vec![Action::Arrive],
            (Request::Recv(incoming), Stage::Standing | Stage::Receiving)
            | (Request::SendRecv(_, incoming), Stage::Exchanging { received: None, .. }) => self
                .sources(process, incoming.comm, incoming.from, incoming.tag)
                .into_iter()
                .map(Action::Take)
                .collect(),
            (Request::Collective(_), Stage::Standing) => library
                .iter()
                .map(|&early| Action::Enter { patient: !early })
                .collect(),
            (Request::Collective(mine), Stage::Meeting { patient, .. }) => {
                let meeting = self.meeting(process, &mine.group);
                let free = if *patient {
                    meeting.complete()
                } else {
                    meeting.satisfied(mine.group.rank_of(process))
                };
                free.then_some(Action::Leave).into_iter().collect()
            }
            (Request::Contribute(_), Stage::Standing) => vec![Action::Contribute],
            (Request::Choose(lo, hi), Stage::Standing) => (*lo..*hi).map(Action::Choose).collect(),
            (Request::Post(posting), Stage::Standing) => match posting {
                Posting::Send(Outgoing { mode, .. }) if !mode.is_left_open() => {
                    let buffered = mode.is_over();
                    vec![Action::Post { buffered }]
                }
                Posting::Send(_) | Posting::Collective(_) => library
                    .iter()
                    .map(|&buffered| Action::Post { buffered })
                    .collect(),
                _ => vec![Action::Post { buffered: false }],
            },
            (Request::Complete(completion), Stage::Standing) => {
                self.completions(process, completion)
            }
            (Request::Free, Stage::Standing) => vec![Action::Free],
            (Request::Probe(probe), Stage::Standing) => {
                let sources = self.sources(process, probe.comm, probe.from, probe.tag);
                let mut actions: Vec<Action> = sources.into_iter().map(Action::See).collect();
                if !probe.waits && probe.from != Source::Nobody {
                    actions.push(Action::No);
                }
                actions
            }
            (Request::Fetch(_), Stage::Standing) => vec![Action::Fetch],
            (Request::Attach(_), Stage::Standing) => vec![Action::Attach],
            (Request::Detach, Stage::Standing) => {
                let empty = self.space[process].is_none() || !self.keeps_any(process);
                empty.then_some(Action::Detach).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The state after an action, one of those that are possible.
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn act(
        &self,
        behaviour: &mut Behaviour,
        process: usize,
        action: Action,
    ) -> Result<Effect, Unsupported> {
        let sends = matches!(action, Action::Send { .. } | Action::Post { .. });
        if sends && let Some(kind) = self.unfit(behaviour, process) {
            return Ok(Effect::Fault(kind));
        }
        if let Action::Match { at, source } = action {
            let mut world = self.clone();
            world.match_posted(behaviour, process, at, source)?;
            world.match_named(behaviour)?;
            return Ok(Effect::World(world));
        }
        let mut effect = self.own_act(behaviour, process, action)?;
        if let Effect::World(world) = &mut effect {
            world.match_named(behaviour)?;
        }
        Ok(effect)
    }

    /// The state after an action of a process itself, before the library has matched anything.
    fn own_act(
        &self,
        behaviour: &mut Behaviour,
        process: usize,
        action: Action,
    ) -> Result<Effect, Unsupported> {
        let Next::Request(request) = behaviour.next(self.nodes[process]).clone() else {
            unreachable!("only requests lead to actions");
        };
        let mut world = self.clone();
        let stage = self.stages[process].clone();
        match (action, request) {
            (Action::Send { buffered }, Request::Send(outgoing)) => {
                world.send(process, outgoing, waiter(buffered));
                match buffered {
                    true => world.answer(behaviour, process, Answer::Sent)?,
                    false => world.stages[process] = Stage::Sending,
                }
            }
            (Action::Send { buffered }, Request::SendRecv(outgoing, _)) => {
                world.send(process, outgoing, waiter(buffered));
                world.stages[process] = Stage::Exchanging {
                    sending: !buffered,
                    received: None,
                };
            }
            (Action::Arrive, Request::Recv(_)) => world.stages[process] = Stage::Receiving,
            (Action::Fetch, Request::Fetch(fetching)) => {
                match world.receive_own(behaviour, process, &fetching)? {
                    Ok(answer) => world.answer(behaviour, process, answer)?,
                    Err(kind) => return Ok(Effect::Fault(kind)),
                }
            }
            (Action::Attach, Request::Attach(room)) => {
                if world.space[process].replace(room).is_some() {
                    return Ok(Effect::Fault(Kind::BsendBuffer));
                }
                world.answer(behaviour, process, Answer::Space)?;
            }
            (Action::Detach, Request::Detach) => {
                if world.space[process].take().is_none() {
                    return Ok(Effect::Fault(Kind::BsendBuffer));
                }
                world.give_back(process);
                world.answer(behaviour, process, Answer::Space)?;
            }
            (Action::Take(source), Request::Recv(incoming)) => {
                match world.take(behaviour, process, source, &incoming)? {
                    Ok(answer) => world.answer(behaviour, process, answer)?,
                    Err(kind) => return Ok(Effect::Fault(kind)),
                }
            }
            (Action::Take(source), Request::SendRecv(_, incoming)) => {
                let answer = match world.take(behaviour, process, source, &incoming)? {
                    Ok(answer) => answer,
                    Err(kind) => return Ok(Effect::Fault(kind)),
                };
                // Its own message may have been the one that it took.
                match world.stages[process] {
                    Stage::Exchanging { sending: true, .. } => {
                        world.stages[process] = Stage::Exchanging {
                            sending: true,
                            received: Some(answer),
                        };
                    }
                    _ => world.answer(behaviour, process, answer)?,
                }
            }
            (Action::Enter { patient }, Request::Collective(mine)) => {
                if let Err(kind) = world.enter(process, &mine) {
                    return Ok(Effect::Fault(kind));
                }
                let context = mine.group.context;
                world.stages[process] = Stage::Meeting { context, patient };
            }
            (Action::Leave, Request::Collective(mine)) => {
                let rank = mine.group.rank_of(process);
                let meeting = self.meeting(process, &mine.group);
                match meeting.result(rank) {
                    Ok(pieces) => {
                        let answer = match mine.making {
                            Some(_) => Answer::Made(meeting.made[rank].clone()),
                            None => Answer::Collected(pieces),
                        };
                        if let Some(kind) = self.leaves_open(process, &mine) {
                            return Ok(Effect::Fault(kind));
                        }
                        world.answer(behaviour, process, answer)?;
                        world.left(process, &mine);
                    }
                    Err(Refusal::Fault(kind)) => return Ok(Effect::Fault(kind)),
                    Err(Refusal::Unsupported(what)) => return Err(what),
                }
            }
            (Action::Contribute, Request::Contribute(mine)) => {
                let gone = self.have_freed(&mine.universe);
                match world
                    .records
                    .contribute(process, behaviour.size(), mine, &gone)
                {
                    Ok(()) => world.answer(behaviour, process, Answer::Contributed)?,
                    Err(Refusal::Fault(kind)) => return Ok(Effect::Fault(kind)),
                    Err(Refusal::Unsupported(what)) => return Err(what),
                }
            }
            (Action::Choose(value), Request::Choose(..)) => {
                world.answer(behaviour, process, Answer::Chosen(value))?
            }
            (Action::Post { buffered }, Request::Post(posting)) => {
                if let Posting::Fetch(fetching) = &posting {
                    world.begin_own(behaviour, process, fetching.message)?;
                }
                match world.post(process, posting, buffered) {
                    Ok(handle) => world.answer(behaviour, process, Answer::Posted(handle))?,
                    Err(kind) => return Ok(Effect::Fault(kind)),
                }
            }
            (Action::Finish(bits), Request::Complete(completion)) => {
                match world.finish(process, &completion.handles, bits) {
                    Ok(done) => world.answer(behaviour, process, Answer::Completed(done))?,
                    Err(Refusal::Fault(kind)) => return Ok(Effect::Fault(kind)),
                    Err(Refusal::Unsupported(what)) => return Err(what),
                }
            }
            (Action::See(source), Request::Probe(probe)) => {
                let found = self.see(process, source, &probe);
                let answer = match probe.matches {
                    true => Answer::Matched(world.keep_own(process, source, &probe), found),
                    false => Answer::Found(found),
                };
                world.answer(behaviour, process, answer)?;
            }
            (Action::No, _) => world.answer(behaviour, process, Answer::No)?,
            (Action::Free, Request::Free) => world.answer(behaviour, process, Answer::Freed)?,
            (action, request) => unreachable!("{action:?} at {request:?} in {stage:?}"),
        }
        Ok(Effect::World(world))
    }

    /// Is there a collective assertion that not all have met?
    pub(super) fn open_records(&self) -> bool {
        self.records.open()
    }

    /// Is there more under way than a small model that ends can have?
    pub(super) fn is_crowded(&self) -> bool {
        let communicators = self.assemblies.len() > MOST_MESSAGES;
        communicators || self.messages() > MOST_MESSAGES || self.requests() > MOST_MESSAGES
    }

    /// A process has its answer.
    pub(super) fn answer(
        &mut self,
        behaviour: &mut Behaviour,
        process: usize,
        answer: Answer,
    ) -> Result<(), Unsupported> {
        self.nodes[process] = behaviour.answer(self.nodes[process], answer)?;
        self.stages[process] = Stage::Standing;
        Ok(())
    }
}

/// Who waits for the message of a blocking send.
fn waiter(buffered: bool) -> Waiter {
    match buffered {
        true => Waiter::Nobody,
        false => Waiter::Process,
    }
}
