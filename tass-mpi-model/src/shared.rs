//! The communication state that all processes see.
//!
//! What always holds, so that equal situations are equal values: no channel is empty; a message is
//! in its channel exactly until its receive is completed; in a channel only the last message can be
//! one that its sender stands at; what can be matched without a choice is matched
//! ([`crate::matching`]); a collective instance is there exactly until all have left it. Nothing is
//! counted.

use std::collections::BTreeMap;
use std::rc::Rc;

use tass_core::comm::{Data, MessageRef};
use tass_core::symbolic::ExprId;

use crate::collective::Instance;
use crate::communicator::{Comm, Communicators};
use crate::constants::ANY_CODE;
use crate::lifecycle::Phase;
use crate::request::Requests;
use crate::standing::Standing;

/// Messages in flight, collective operations under way, and who has called `init` and `finalize`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// By communicator, sender and receiver, oldest message first. Every step begins with a copy of
    /// all this, and changes one channel at most: the others stay shared.
    channels: BTreeMap<Channel, Rc<Vec<Message>>>,
    /// By communicator, oldest first; none where nothing is under way. A process has entered the
    /// first few of them.
    pub(crate) collectives: BTreeMap<Comm, Rc<Vec<Instance>>>,
    pub(crate) phases: Vec<Phase>,
    /// By process; those without requests are not there.
    pub(crate) requests: BTreeMap<usize, Rc<Requests>>,
    pub(crate) comms: Rc<Communicators>,
    /// By process: how many elements there is room for in the space that it has attached.
    pub(crate) spaces: BTreeMap<usize, ExprId>,
    /// In a careful run, by process: how many elements it has put there since, received or not.
    pub(crate) spent: Option<BTreeMap<usize, ExprId>>,
    pub(crate) standing: Standing,
}

/// Where messages of one communicator go from one process to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Channel {
    pub(crate) comm: Comm,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl Channel {
    /// A message of it, for those who tell what happens.
    pub(crate) fn message(self, position: usize) -> MessageRef {
        MessageRef {
            from: self.from,
            to: self.to,
            lane: self.comm.lane(),
            position,
        }
    }
}

/// A message that was sent and whose receive is not over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub(crate) tag: i64,
    pub(crate) data: Data,
    /// Who waits for it to be taken.
    pub(crate) waits: Waits,
    /// Whose of the receiver it is: nobody else can take it.
    pub(crate) taken_by: Option<Taken>,
}

/// What a receiver has taken a message with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Taken {
    /// A receive that is this request.
    Request(u32),
    /// A matched probe, which gave it this number. Nobody has begun to receive it.
    Handle(u32),
}

/// Who waits for a message to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Waits {
    Nobody,
    /// Nobody: it lies in the space that the sender has attached.
    Attached,
    /// The sender still stands at its send.
    Sender,
    /// This request of the sender.
    Request(u32),
}

impl Shared {
    pub(crate) fn new(nprocs: usize, phase: Phase, standing: Standing) -> Shared {
        Shared {
            channels: BTreeMap::new(),
            collectives: BTreeMap::new(),
            phases: vec![phase; nprocs],
            requests: BTreeMap::new(),
            comms: Rc::default(),
            spaces: BTreeMap::new(),
            spent: None,
            standing,
        }
    }

    /// About how many bytes it has on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        // A node of the map has room for eleven channels; a message's data is a list of few
        // expressions.
        let messages = self.channels.values().map(|c| c.len()).sum::<usize>();
        let nodes = self.channels.len().div_ceil(8) * 11 * size_of::<(Channel, Rc<Vec<Message>>)>();
        nodes
            + messages * (size_of::<Message>() + 32)
            + self.channels.len() * (size_of::<Vec<Message>>() + 32)
            + self
                .collectives
                .values()
                .map(|instances| instances.len() * (size_of::<Instance>() + 64) + 64)
                .sum::<usize>()
            + self.comms.heap_bytes()
            + self.spaces.len() * 64
            + self.spent.as_ref().map_or(0, |spent| spent.len() * 64)
            + self.phases.len() * size_of::<Phase>()
            + self
                .requests
                .values()
                .map(|r| r.heap_bytes() + 64)
                .sum::<usize>()
            + 48
    }

    /// Appends a message and tells its position.
    pub(crate) fn offer(&mut self, to: Channel, message: Message) -> usize {
        let channel = Rc::make_mut(self.channels.entry(to).or_default());
        channel.push(message);
        channel.len() - 1
    }

    /// The position of the message that a receive with this tag takes from the channel.
    pub(crate) fn first_match(&self, channel: Channel, tag: i64) -> Option<usize> {
        let open = |m: &Message| m.taken_by.is_none() && tag_matches(tag, m.tag);
        self.channels.get(&channel)?.iter().position(open)
    }

    /// The position of the message that its receiver has taken so.
    pub(crate) fn matched(&self, channel: Channel, taken: Taken) -> Option<usize> {
        let channel = self.channels.get(&channel)?;
        channel.iter().position(|m| m.taken_by == Some(taken))
    }

    /// A message.
    pub(crate) fn message(&self, channel: Channel, position: usize) -> &Message {
        &self.channels[&channel][position]
    }

    /// A message, to be changed.
    pub(crate) fn message_mut(&mut self, channel: Channel, position: usize) -> &mut Message {
        let messages = self.channels.get_mut(&channel);
        let messages = messages.unwrap_or_else(|| unreachable!("no message in {channel:?}"));
        &mut Rc::make_mut(messages)[position]
    }

    /// Removes a message. Its sender, if it still stands there, finds it gone; a request of its
    /// sender is done.
    pub(crate) fn take(&mut self, channel: Channel, position: usize) -> Message {
        if let Waits::Request(request) = self.message(channel, position).waits {
            self.sent(channel.from, request);
        }
        let messages = self.channels.get_mut(&channel);
        let messages = messages.unwrap_or_else(|| unreachable!("no message in {channel:?}"));
        if messages.len() == 1 {
            let message = messages[position].clone();
            self.channels.remove(&channel);
            return message;
        }
        Rc::make_mut(messages).remove(position)
    }

    /// Is the message that its sender stands at still there for anyone to take?
    pub(crate) fn untaken(&self, channel: Channel) -> bool {
        let last = self.channels.get(&channel).and_then(|c| c.last());
        last.is_some_and(|m| m.waits == Waits::Sender && !m.is_received())
    }

    /// The sender goes on: the library keeps the message that it stands at, or it is matched
    /// already.
    pub(crate) fn leave(&mut self, channel: Channel) {
        let stands = |c: &Rc<Vec<Message>>| c.last().is_some_and(|m| m.waits == Waits::Sender);
        if let Some(messages) = self.channels.get_mut(&channel).filter(|c| stands(c))
            && let Some(message) = Rc::make_mut(messages).last_mut()
        {
            message.waits = Waits::Nobody;
        }
    }

    /// The library keeps the messages of a sender that wait so.
    pub(crate) fn buffer(&mut self, channel: Channel, waits: Waits) {
        let Some(messages) = self.channels.get_mut(&channel) else {
            return;
        };
        for message in Rc::make_mut(messages) {
            if message.waits == waits {
                message.waits = Waits::Nobody;
            }
        }
    }

    /// Is anything under way in a communicator?
    pub(crate) fn is_in_use(&self, comm: Comm) -> bool {
        self.channels.keys().any(|channel| channel.comm == comm)
            || self.collectives.contains_key(&comm)
            || self
                .requests
                .values()
                .any(|requests| requests.use_comm(comm))
    }

    /// Every message: its channel, its position there, and itself; by communicator, sender,
    /// receiver and age.
    pub(crate) fn messages(&self) -> impl Iterator<Item = (Channel, usize, &Message)> {
        let all = self.channels.iter();
        all.flat_map(|(channel, messages)| {
            let messages = messages.iter().enumerate();
            messages.map(|(position, m)| (*channel, position, m))
        })
    }

    /// Every message to one process, by communicator, sender and age.
    pub(crate) fn inbox(&self, to: usize) -> impl Iterator<Item = (Channel, &Message)> {
        let mine = self
            .messages()
            .filter(move |(channel, ..)| channel.to == to);
        mine.map(|(channel, _, message)| (channel, message))
    }

    /// Shows every expression: of messages by channel and age, then of collectives, then of
    /// requests, then of spaces.
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Shared {
            channels,
            collectives,
            phases: _,
            requests,
            comms: _,
            spaces,
            spent,
            standing: _,
        } = self;
        for message in channels.values().flat_map(|channel| channel.iter()) {
            message.visit(f);
        }
        let instances = collectives.values().flat_map(|instances| instances.iter());
        instances.for_each(|instance| instance.visit(f));
        requests.values().for_each(|requests| requests.visit(f));
        spaces.values().for_each(|size| f(*size));
        let spent = spent.iter().flat_map(BTreeMap::values);
        spent.for_each(|size| f(*size));
    }

    /// Rewrites every expression, in the order of [`Shared::visit`]. A channel in which nothing
    /// changes stays shared.
    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Shared {
            channels,
            collectives,
            phases: _,
            requests,
            comms: _,
            spaces,
            spent,
            standing: _,
        } = self;
        for channel in channels.values_mut() {
            for at in 0..channel.len() {
                if let Some(message) = channel[at].mapped(f) {
                    Rc::make_mut(channel)[at] = message;
                }
            }
        }
        for instances in collectives.values_mut() {
            let mut new = (**instances).clone();
            new.iter_mut().for_each(|instance| instance.map(f));
            if new != **instances {
                *instances = Rc::new(new);
            }
        }
        for requests in requests.values_mut() {
            let mut new = (**requests).clone();
            new.map(f);
            if new != **requests {
                *requests = Rc::new(new);
            }
        }
        let spent = spent.iter_mut().flat_map(BTreeMap::values_mut);
        for size in spaces.values_mut().chain(spent) {
            *size = f(*size);
        }
    }
}

impl Message {
    /// Has its receive begun?
    pub(crate) fn is_received(&self) -> bool {
        matches!(self.taken_by, Some(Taken::Request(_)))
    }

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
