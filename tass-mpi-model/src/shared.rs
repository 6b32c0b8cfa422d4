//! The communication state that all processes see.
//!
//! What always holds, so that equal situations are equal values: no channel is empty; a message is
//! in its channel exactly until its receive is completed; in a channel only the last message can be
//! one that its sender stands at; what can be matched without a choice is matched
//! ([`crate::matching`]); a collective instance is there exactly until all have left it. Nothing is
//! counted.

use std::collections::BTreeMap;
use std::rc::Rc;

use tass_core::comm::Data;
use tass_core::symbolic::ExprId;

use crate::collective::Instance;
use crate::constants::ANY_CODE;
use crate::lifecycle::Phase;
use crate::request::Requests;

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
    /// By process; those without requests are not there.
    pub(crate) requests: BTreeMap<usize, Rc<Requests>>,
}

/// A message that was sent and whose receive is not over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub(crate) tag: i64,
    pub(crate) data: Data,
    /// Who waits for it to be taken.
    pub(crate) waits: Waits,
    /// The request of the receiver that it is matched with: nobody else can take it.
    pub(crate) taken_by: Option<u32>,
}

/// Who waits for a message to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Waits {
    Nobody,
    /// The sender still stands at its send.
    Sender,
    /// This request of the sender.
    Request(u32),
}

impl Shared {
    pub(crate) fn new(nprocs: usize, phase: Phase) -> Shared {
        Shared {
            channels: BTreeMap::new(),
            collectives: Vec::new(),
            phases: vec![phase; nprocs],
            requests: BTreeMap::new(),
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
            + self
                .requests
                .values()
                .map(|r| r.heap_bytes() + 64)
                .sum::<usize>()
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
        let open = |m: &Message| m.taken_by.is_none() && tag_matches(tag, m.tag);
        channel.iter().position(open)
    }

    /// The position of the message that is matched with a request of its receiver.
    pub(crate) fn matched(&self, from: usize, to: usize, request: u32) -> Option<usize> {
        let channel = self.channels.get(&(from, to))?;
        channel.iter().position(|m| m.taken_by == Some(request))
    }

    /// A message.
    pub(crate) fn message(&self, from: usize, to: usize, position: usize) -> &Message {
        &self.channels[&(from, to)][position]
    }

    /// A message, to be changed.
    pub(crate) fn message_mut(&mut self, from: usize, to: usize, position: usize) -> &mut Message {
        let channel = self.channels.get_mut(&(from, to));
        let channel = channel.unwrap_or_else(|| unreachable!("no message from {from} to {to}"));
        &mut Rc::make_mut(channel)[position]
    }

    /// Removes a message. Its sender, if it still stands there, finds it gone; a request of its
    /// sender is done.
    pub(crate) fn take(&mut self, from: usize, to: usize, position: usize) -> Message {
        if let Waits::Request(request) = self.message(from, to, position).waits {
            self.sent(from, request);
        }
        let channel = self.channels.get_mut(&(from, to));
        let channel = channel.unwrap_or_else(|| unreachable!("no message from {from} to {to}"));
        if channel.len() == 1 {
            let message = channel[position].clone();
            self.channels.remove(&(from, to));
            return message;
        }
        Rc::make_mut(channel).remove(position)
    }

    /// Is the message that `from` stands at still there for anyone to take?
    pub(crate) fn untaken(&self, from: usize, to: usize) -> bool {
        let last = self.channels.get(&(from, to)).and_then(|c| c.last());
        last.is_some_and(|m| m.waits == Waits::Sender && m.taken_by.is_none())
    }

    /// `from` goes on: the library keeps the message that it stands at, or it is matched already.
    pub(crate) fn leave(&mut self, from: usize, to: usize) {
        let stands = |c: &Rc<Vec<Message>>| c.last().is_some_and(|m| m.waits == Waits::Sender);
        if let Some(channel) = self.channels.get_mut(&(from, to)).filter(|c| stands(c))
            && let Some(message) = Rc::make_mut(channel).last_mut()
        {
            message.waits = Waits::Nobody;
        }
    }

    /// The library keeps the message of a request.
    pub(crate) fn buffer(&mut self, from: usize, to: usize, request: u32) {
        let Some(channel) = self.channels.get_mut(&(from, to)) else {
            return;
        };
        for message in Rc::make_mut(channel) {
            if message.waits == Waits::Request(request) {
                message.waits = Waits::Nobody;
            }
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

    /// Shows every expression: of messages by sender, receiver and age, then of collectives, then
    /// of requests.
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Shared {
            channels,
            collectives,
            phases: _,
            requests,
        } = self;
        for message in channels.values().flat_map(|channel| channel.iter()) {
            message.visit(f);
        }
        collectives.iter().for_each(|instance| instance.visit(f));
        requests.values().for_each(|requests| requests.visit(f));
    }

    /// Rewrites every expression, in the order of [`Shared::visit`]. A channel in which nothing
    /// changes stays shared.
    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Shared {
            channels,
            collectives,
            phases: _,
            requests,
        } = self;
        for channel in channels.values_mut() {
            for at in 0..channel.len() {
                if let Some(message) = channel[at].mapped(f) {
                    Rc::make_mut(channel)[at] = message;
                }
            }
        }
        collectives.iter_mut().for_each(|instance| instance.map(f));
        for requests in requests.values_mut() {
            let mut new = (**requests).clone();
            new.map(f);
            if new != **requests {
                *requests = Rc::new(new);
            }
        }
    }
}

impl Message {
    fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Message {
            tag: _,
            data,
            waits: _,
            taken_by: _,
        } = self;
        data.visit(f);
    }

    /// The message with its expressions rewritten, if that changes it.
    fn mapped(&self, f: &mut dyn FnMut(ExprId) -> ExprId) -> Option<Message> {
        let Message {
            tag,
            data,
            waits,
            taken_by,
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
            waits: *waits,
            taken_by: *taken_by,
        })
    }
}

/// Does a receive with the first tag match a message with the second?
pub(crate) fn tag_matches(wanted: i64, tag: i64) -> bool {
    wanted == ANY_CODE || wanted == tag
}
