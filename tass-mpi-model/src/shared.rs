//! The communication state that all processes see.
//!
//! What always holds, so that equal situations are equal values: no channel is empty; a message is
//! in its channel exactly until it is taken; in a channel only the last message can be `blocking`;
//! a collective instance is there exactly until all have left it. Nothing is counted.

use std::collections::BTreeMap;
use std::rc::Rc;

use tass_core::comm::Data;
use tass_core::symbolic::ExprId;

use crate::collective::Instance;
use crate::constants::ANY_CODE;
use crate::lifecycle::Phase;

/// Messages in flight, collective operations under way, and who has called `init` and `finalize`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// By sender and receiver, oldest message first. Every step begins with a copy of all this, and
    /// changes one channel at most: the others stay shared.
    channels: BTreeMap<(usize, usize), Rc<Vec<Message>>>,
    /// Oldest first. A process has entered the first few of them, and left all of these but the
    /// last.
    pub(crate) collectives: Vec<Instance>,
    pub(crate) phases: Vec<Phase>,
}

/// A message that was sent and not yet taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub(crate) tag: i64,
    pub(crate) data: Data,
    /// Does the sender still stand at its send?
    pub(crate) blocking: bool,
}

impl Shared {
    pub(crate) fn new(nprocs: usize, phase: Phase) -> Shared {
        Shared {
            channels: BTreeMap::new(),
            collectives: Vec::new(),
            phases: vec![phase; nprocs],
        }
    }

    /// About how many bytes it has on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        // A node of the map has room for eleven channels; a message's data is a list of few
        // expressions.
        let messages = self.channels.values().map(|c| c.len()).sum::<usize>();
        let nodes =
            self.channels.len().div_ceil(8) * 11 * size_of::<((usize, usize), Rc<Vec<Message>>)>();
        nodes
            + messages * (size_of::<Message>() + 32)
            + self.channels.len() * (size_of::<Vec<Message>>() + 32)
            + self.collectives.len() * (size_of::<Instance>() + 64)
            + self.phases.len() * size_of::<Phase>()
            + 48
    }

    /// Appends a message and tells its position.
    pub(crate) fn offer(&mut self, from: usize, to: usize, message: Message) -> usize {
        let channel = Rc::make_mut(self.channels.entry((from, to)).or_default());
        channel.push(message);
        channel.len() - 1
    }

    /// The position of the message that a receive with this tag takes from the channel.
    pub(crate) fn first_match(&self, from: usize, to: usize, tag: i64) -> Option<usize> {
        let channel = self.channels.get(&(from, to))?;
        channel.iter().position(|m| tag_matches(tag, m.tag))
    }

    /// Removes a message. Its sender, if it still stands there, finds it gone.
    pub(crate) fn take(&mut self, from: usize, to: usize, position: usize) -> Message {
        let channel = self.channels.get_mut(&(from, to));
        let channel = channel.unwrap_or_else(|| unreachable!("no message from {from} to {to}"));
        if channel.len() == 1 {
            let message = channel[position].clone();
            self.channels.remove(&(from, to));
            return message;
        }
        Rc::make_mut(channel).remove(position)
    }

    /// Is the message that `from` stands at still there?
    pub(crate) fn untaken(&self, from: usize, to: usize) -> bool {
        let channel = self.channels.get(&(from, to));
        channel.is_some_and(|c| c.last().is_some_and(|m| m.blocking))
    }

    /// The library keeps the message that `from` stands at.
    pub(crate) fn buffer(&mut self, from: usize, to: usize) {
        let channel = self.channels.get_mut(&(from, to));
        if let Some(message) = channel.and_then(|c| Rc::make_mut(c).last_mut()) {
            message.blocking = false;
        }
    }

    /// Every message: sender, receiver, position in its channel, message; by sender, receiver and
    /// age.
    pub(crate) fn messages(&self) -> impl Iterator<Item = (usize, usize, usize, &Message)> {
        let all = self.channels.iter();
        all.flat_map(|((from, to), channel)| {
            let channel = channel.iter().enumerate();
            channel.map(|(position, m)| (*from, *to, position, m))
        })
    }

    /// Every message to one process, by sender and age.
    pub(crate) fn inbox(&self, to: usize) -> impl Iterator<Item = (usize, &Message)> {
        let mine = self
            .messages()
            .filter(move |(_, receiver, ..)| *receiver == to);
        mine.map(|(from, _, _, message)| (from, message))
    }

    /// Shows every expression: of messages by sender, receiver and age, then of collectives.
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Shared {
            channels,
            collectives,
            phases: _,
        } = self;
        for message in channels.values().flat_map(|channel| channel.iter()) {
            message.visit(f);
        }
        collectives.iter().for_each(|instance| instance.visit(f));
    }

    /// Rewrites every expression, in the order of [`Shared::visit`]. A channel in which nothing
    /// changes stays shared.
    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Shared {
            channels,
            collectives,
            phases: _,
        } = self;
        for channel in channels.values_mut() {
            for at in 0..channel.len() {
                if let Some(message) = channel[at].mapped(f) {
                    Rc::make_mut(channel)[at] = message;
                }
            }
        }
        collectives.iter_mut().for_each(|instance| instance.map(f));
    }
}

impl Message {
    fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Message {
            tag: _,
            data,
            blocking: _,
        } = self;
        data.visit(f);
    }

    /// The message with its expressions rewritten, if that changes it.
    fn mapped(&self, f: &mut dyn FnMut(ExprId) -> ExprId) -> Option<Message> {
        let Message {
            tag,
            data,
            blocking,
        } = self;
        let Data { value, elem, len } = data;
        let new = (f(*value), len.map(f));
        (new != (*value, *len)).then(|| Message {
            tag: *tag,
            data: Data {
                value: new.0,
                elem: elem.clone(),
                len: new.1,
            },
            blocking: *blocking,
        })
    }
}

/// Does a receive with the first tag match a message with the second?
pub(crate) fn tag_matches(wanted: i64, tag: i64) -> bool {
    wanted == ANY_CODE || wanted == tag
}
