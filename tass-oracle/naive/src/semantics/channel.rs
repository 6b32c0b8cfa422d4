//! Messages under way, and who takes which.
//!
//! A message of one process goes to the oldest receive that accepts it: what is posted earlier
//! claims it as long as it has none. And of the messages of one process a receive takes the oldest
//! that it accepts.

use std::collections::BTreeMap;

use tass_syntax::Kind;
use tass_syntax::tree::Type;

use super::behaviour::Behaviour;
use super::process::Unsupported;
use super::request::{Answer, Incoming, Mode, Outgoing, Source};
use super::value::Value;
use super::world::{Stage, World};
use super::{ANY, PROC_NULL};

/// A message that is not matched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Message {
    pub(super) tag: i128,
    pub(super) elem: Type,
    pub(super) items: Vec<Value>,
    pub(super) waiter: Waiter,
    /// Does it lie in the buffer that its sender has attached?
    pub(super) attached: bool,
}

/// What waits until a message is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Waiter {
    /// The library has it, or nobody asks any more.
    Nobody,
    /// Its sender.
    Process,
    /// A request of its sender.
    Request(usize),
}

impl Message {
    /// Does it fit the buffer of a receive?
    pub(super) fn fits(&self, incoming: &Incoming) -> Result<(), Kind> {
        if self.elem != incoming.elem {
            return Err(Kind::TypeMismatch);
        }
        if self.items.len() > incoming.room {
            return Err(Kind::Truncation);
        }
        Ok(())
    }
}

impl World {
    /// How many messages are under way, those that are matched by a probe included.
    pub(super) fn messages(&self) -> usize {
        let open: usize = self.channels.values().map(Vec::len).sum();
        open + self.matched_messages().count()
    }

    /// The processes whose message a receive can take, or a probe see, that comes after all that
    /// its process has posted.
    pub(super) fn sources(
        &self,
        process: usize,
        comm: usize,
        from: Source,
        tag: Option<i128>,
    ) -> Vec<usize> {
        let behind = self.posted[process].len();
        self.sources_behind(process, comm, from, tag, behind)
    }

    /// The same for one that comes after the first of those that are posted.
    pub(super) fn sources_behind(
        &self,
        process: usize,
        comm: usize,
        from: Source,
        tag: Option<i128>,
        behind: usize,
    ) -> Vec<usize> {
        let candidates = match from {
            Source::Process(source) => source..source + 1,
            Source::Any => 0..self.nodes.len(),
            Source::Nobody => return vec![0],
        };
        candidates
            .filter(|source| self.first((comm, *source, process), tag, behind).is_some())
            .collect()
    }

    /// The oldest message from a source that a receive accepts, unless one that is posted earlier
    /// claims it.
    pub(super) fn first(
        &self,
        key: (usize, usize, usize),
        tag: Option<i128>,
        behind: usize,
    ) -> Option<usize> {
        let (comm, source, process) = key;
        let channel = self.channels.get(&key)?;
        let position = channel
            .iter()
            .position(|message| tag.is_none_or(|tag| tag == message.tag))?;
        let earlier = &self.posted[process][..behind];
        let claimed = earlier
            .iter()
            .any(|posted| posted.claims(comm, source, channel[position].tag));
        (!claimed).then_some(position)
    }

    pub(super) fn send(&mut self, process: usize, outgoing: Outgoing, waiter: Waiter) {
        let Outgoing {
            comm,
            to,
            tag,
            data,
            mode,
        } = outgoing;
        let message = Message {
            tag,
            elem: data.elem,
            items: data.items,
            waiter,
            attached: mode == Mode::Buffered,
        };
        self.channels
            .entry((comm, process, to))
            .or_default()
            .push(message);
    }

    /// Takes a message; its sender, if it waits for that, is through with it.
    pub(super) fn take(
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
        let behind = self.posted[process].len();
        let key = (incoming.comm, source, process);
        let message = self.remove(key, incoming.tag, behind);
        if let Err(kind) = message.fits(incoming) {
            return Ok(Err(kind));
        }
        self.release(behaviour, source, message.waiter)?;
        Ok(Ok(Answer::Received {
            source: source as i128,
            tag: message.tag,
            items: message.items,
        }))
    }

    /// Takes the message out that a receive is to have.
    pub(super) fn remove(
        &mut self,
        key: (usize, usize, usize),
        tag: Option<i128>,
        behind: usize,
    ) -> Message {
        let position = self
            .first(key, tag, behind)
            .expect("the action is possible");
        let channel = self.channels.get_mut(&key).expect("it holds a message");
        let message = channel.remove(position);
        if channel.is_empty() {
            self.channels.remove(&key);
        }
        message
    }

    /// A message of a process is matched: what waits for that goes on.
    pub(super) fn release(
        &mut self,
        behaviour: &mut Behaviour,
        source: usize,
        waiter: Waiter,
    ) -> Result<(), Unsupported> {
        match waiter {
            Waiter::Nobody => {}
            Waiter::Request(handle) => self.sent(source, handle),
            Waiter::Process => match self.stages[source].clone() {
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
            },
        }
        Ok(())
    }

    /// The library keeps the message that a process waits with.
    pub(super) fn keep_message(&mut self, process: usize) {
        self.nobody_waits(process, Waiter::Process);
    }

    /// Nothing of a process waits like this any more.
    pub(super) fn nobody_waits(&mut self, process: usize, like: Waiter) {
        let open = self.channels.iter_mut();
        let open = open.filter(|((_, from, _), _)| *from == process);
        let own = self.matched.iter_mut().flat_map(BTreeMap::values_mut);
        let own = own.filter(|own| own.source == process);
        let all = open.flat_map(|(_, channel)| channel);
        for message in all.chain(own.map(|own| &mut own.message)) {
            if message.waiter == like {
                message.waiter = Waiter::Nobody;
            }
        }
    }
}
