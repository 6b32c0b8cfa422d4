//! All processes together: where they stand, the messages under way, the collective operations.
//!
//! What can happen is a list of [`Action`]s, each with one effect; every buffering choice is an
//! action of its own.

use std::collections::BTreeMap;

use tass_syntax::Kind;
use tass_syntax::tree::Type;

use super::behaviour::{Behaviour, NodeId};
use super::meeting::{Meeting, Refusal};
use super::process::{Next, Unsupported};
use super::request::{Answer, Incoming, Outgoing, Request, Source};
use super::snapshot::Records;
use super::value::Value;
use super::{ANY, PROC_NULL};

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
    /// By sender and receiver, oldest first.
    channels: BTreeMap<(usize, usize), Vec<Message>>,
    meetings: Vec<Meeting>,
    /// How many meetings each process has entered.
    entered: Vec<usize>,
    records: Records,
}

/// How far a process is with its request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It has done nothing about it.
    Standing,
    /// Its message is out and has to be taken before it goes on.
    Sending,
    /// Its message is out (and has to be taken, or not), and it waits for one.
    Exchanging {
        /// Must its message still be taken?
        sending: bool,
        /// What has come.
        received: Option<Answer>,
    },
    /// It takes part in its latest meeting; does it wait for all?
    Meeting {
        /// Does it wait for all?
        patient: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Message {
    tag: i128,
    elem: Type,
    items: Vec<Value>,
    /// Does the sender wait until it is taken?
    waited: bool,
}

/// Something that a process can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Send its message; the library buffers it, or not.
    Send {
        /// Does it?
        buffered: bool,
    },
    /// Take the message from this source.
    Take(usize),
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
            meetings: Vec::new(),
            entered: vec![0; size],
            records: Records::default(),
        }
    }

    /// What a process can do.
    pub(super) fn actions(
        &self,
        behaviour: &Behaviour,
        process: usize,
        buffering: Buffering,
    ) -> Vec<Action> {
        let Next::Request(request) = behaviour.next(self.nodes[process]) else {
            return Vec::new();
        };
        let library = match buffering {
            Buffering::Synchronous => &[false][..],
            Buffering::Buffered => &[true],
            Buffering::Mixed => &[true, false],
        };
        match (request, &self.stages[process]) {
            (
                Request::Send(Outgoing {
                    synchronous: true, ..
                }),
                Stage::Standing,
            ) => vec![Action::Send { buffered: false }],
            (Request::Send(_) | Request::SendRecv(..), Stage::Standing) => library
                .iter()
                .map(|&buffered| Action::Send { buffered })
                .collect(),
            (Request::Recv(incoming), Stage::Standing)
            | (Request::SendRecv(_, incoming), Stage::Exchanging { received: None, .. }) => self
                .sources(process, incoming)
                .into_iter()
                .map(Action::Take)
                .collect(),
            (Request::Collective(_), Stage::Standing) => library
                .iter()
                .map(|&early| Action::Enter { patient: !early })
                .collect(),
            (Request::Collective(_), Stage::Meeting { patient }) => {
                let meeting = self.meeting(process);
                let free = if *patient {
                    meeting.complete()
                } else {
                    meeting.satisfied(process)
                };
                free.then_some(Action::Leave).into_iter().collect()
            }
            (Request::Contribute(_), Stage::Standing) => vec![Action::Contribute],
            (Request::Choose(lo, hi), Stage::Standing) => (*lo..*hi).map(Action::Choose).collect(),
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
        let Next::Request(request) = behaviour.next(self.nodes[process]).clone() else {
            unreachable!("only requests lead to actions");
        };
        let mut world = self.clone();
        let stage = self.stages[process].clone();
        match (action, request) {
            (Action::Send { buffered }, Request::Send(outgoing)) => {
                world.post(process, outgoing, !buffered);
                match buffered {
                    true => world.answer(behaviour, process, Answer::Sent)?,
                    false => world.stages[process] = Stage::Sending,
                }
            }
            (Action::Send { buffered }, Request::SendRecv(outgoing, _)) => {
                world.post(process, outgoing, !buffered);
                world.stages[process] = Stage::Exchanging {
                    sending: !buffered,
                    received: None,
                };
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
                let index = world.entered[process];
                if index == world.meetings.len() {
                    world.meetings.push(Meeting::new(behaviour.size()));
                }
                if let Err(kind) = world.meetings[index].enter(process, &mine) {
                    return Ok(Effect::Fault(kind));
                }
                world.entered[process] += 1;
                world.stages[process] = Stage::Meeting { patient };
            }
            (Action::Leave, Request::Collective(_)) => {
                match self.meeting(process).result(process) {
                    Ok(pieces) => {
                        world.answer(behaviour, process, Answer::Collected(pieces))?;
                        world.forget_meetings();
                    }
                    Err(Refusal::Fault(kind)) => return Ok(Effect::Fault(kind)),
                    Err(Refusal::Unsupported(what)) => return Err(what),
                }
            }
            (Action::Contribute, Request::Contribute(mine)) => {
                match world.records.contribute(process, behaviour.size(), mine) {
                    Ok(()) => world.answer(behaviour, process, Answer::Contributed)?,
                    Err(Refusal::Fault(kind)) => return Ok(Effect::Fault(kind)),
                    Err(Refusal::Unsupported(what)) => return Err(what),
                }
            }
            (Action::Choose(value), Request::Choose(..)) => {
                world.answer(behaviour, process, Answer::Chosen(value))?
            }
            (action, request) => unreachable!("{action:?} at {request:?} in {stage:?}"),
        }
        Ok(Effect::World(world))
    }

    /// Does a process wait for nothing but a library that does not buffer, or a collective
    /// operation that synchronises?
    pub(super) fn held_back(&self, behaviour: &Behaviour, process: usize) -> bool {
        let Next::Request(request) = behaviour.next(self.nodes[process]) else {
            return false;
        };
        match (request, &self.stages[process]) {
            (Request::Send(outgoing), Stage::Sending) => !outgoing.synchronous,
            (
                Request::SendRecv(..),
                Stage::Exchanging {
                    received: Some(_), ..
                },
            ) => true,
            (Request::Collective(_), Stage::Meeting { .. }) => {
                self.meeting(process).satisfied(process)
            }
            _ => false,
        }
    }

    /// Lets a process go that is [held back](World::held_back): as if it had been let go from the
    /// start.
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn let_go(
        &self,
        behaviour: &mut Behaviour,
        process: usize,
    ) -> Result<Effect, Unsupported> {
        let mut world = self.clone();
        match &self.stages[process] {
            Stage::Meeting { .. } => return self.act(behaviour, process, Action::Leave),
            Stage::Exchanging {
                received: Some(answer),
                ..
            } => {
                world.keep_message(process);
                world.answer(behaviour, process, answer.clone())?;
            }
            _ => {
                world.keep_message(process);
                world.answer(behaviour, process, Answer::Sent)?;
            }
        }
        Ok(Effect::World(world))
    }

    /// Is there a collective assertion that not all have met?
    pub(super) fn open_records(&self) -> bool {
        self.records.open()
    }

    /// Is there a collective operation that somebody never entered?
    pub(super) fn open_meetings(&self) -> bool {
        self.entered
            .iter()
            .any(|entered| *entered < self.meetings.len())
    }

    /// How many messages are under way.
    pub(super) fn messages(&self) -> usize {
        self.channels.values().map(Vec::len).sum()
    }

    fn meeting(&self, process: usize) -> &Meeting {
        &self.meetings[self.entered[process] - 1]
    }

    /// Drops the oldest meetings as far as all have left them: nobody can ask for them again.
    fn forget_meetings(&mut self) {
        let left = |world: &World, process: usize| match world.stages[process] {
            Stage::Meeting { .. } => world.entered[process] > 1,
            _ => world.entered[process] > 0,
        };
        while (0..self.nodes.len()).all(|process| left(self, process)) {
            self.meetings.remove(0);
            self.entered.iter_mut().for_each(|entered| *entered -= 1);
        }
    }

    /// The processes whose message a receive can take.
    fn sources(&self, process: usize, incoming: &Incoming) -> Vec<usize> {
        let candidates = match incoming.from {
            Source::Process(source) => source..source + 1,
            Source::Any => 0..self.nodes.len(),
            Source::Nobody => return vec![0],
        };
        candidates
            .filter(|source| self.first(*source, process, incoming).is_some())
            .collect()
    }

    /// The oldest message from a source that a receive matches: messages of one pair do not
    /// overtake.
    fn first(&self, source: usize, process: usize, incoming: &Incoming) -> Option<usize> {
        let channel = self.channels.get(&(source, process))?;
        channel
            .iter()
            .position(|message| incoming.tag.is_none_or(|tag| tag == message.tag))
    }

    fn post(&mut self, process: usize, outgoing: Outgoing, waited: bool) {
        let Outgoing { to, tag, data, .. } = outgoing;
        let message = Message {
            tag,
            elem: data.elem,
            items: data.items,
            waited,
        };
        self.channels
            .entry((process, to))
            .or_default()
            .push(message);
    }

    /// Takes a message; its sender, if it waits for that, is through with it.
    fn take(
        &mut self,
        behaviour: &mut Behaviour,
        process: usize,
        source: usize,
        incoming: &Incoming,
    ) -> Result<Result<Answer, Kind>, Unsupported> {
        if incoming.from == Source::Nobody {
            return Ok(Ok(Answer::Received {
                source: PROC_NULL,
                tag: ANY,
                items: Vec::new(),
            }));
        }
        let position = self
            .first(source, process, incoming)
            .expect("the action is possible");
        let channel = self
            .channels
            .get_mut(&(source, process))
            .expect("it holds a message");
        let message = channel.remove(position);
        if channel.is_empty() {
            self.channels.remove(&(source, process));
        }
        if message.elem != incoming.elem {
            return Ok(Err(Kind::TypeMismatch));
        }
        if message.items.len() > incoming.room {
            return Ok(Err(Kind::Truncation));
        }
        if message.waited {
            match self.stages[source].clone() {
                Stage::Exchanging {
                    received: Some(answer),
                    ..
                } => self.answer(behaviour, source, answer)?,
                Stage::Exchanging { received: None, .. } => {
                    self.stages[source] = Stage::Exchanging {
                        sending: false,
                        received: None,
                    };
                }
                _ => self.answer(behaviour, source, Answer::Sent)?,
            }
        }
        Ok(Ok(Answer::Received {
            source: source as i128,
            tag: message.tag,
            items: message.items,
        }))
    }

    /// The library keeps the message that a process waits with.
    fn keep_message(&mut self, process: usize) {
        for ((from, _), channel) in &mut self.channels {
            for message in channel.iter_mut().filter(|_| *from == process) {
                message.waited = false;
            }
        }
    }

    /// A process has its answer.
    fn answer(
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
