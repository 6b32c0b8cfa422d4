//! Which receive gets which message.
//!
//! Receives that a process has posted and messages that it was sent are matched in order, on both
//! sides: a pair can be matched if the message is the first of its channel that the receive's tag
//! allows, among those that are not matched, and no receive that was posted before wants it.
//!
//! - A pair that can be matched stays so until one of its two sides is matched: what is posted or
//!   sent later comes behind it.
//! - Two such pairs that share a message would name two receives that want it, and only the older
//!   one can have it; two that share a receive differ in the source, so it is a wildcard's.
//!
//! So without wildcards there is nothing to choose, and the order in which pairs are matched makes
//! no difference: [`Shared::settle`] matches them when something is posted or sent. A wildcard is
//! decided by a step of its own, which may come at any time, whatever its process does. Until then
//! it keeps the messages that it wants from all receives behind it.

use crate::recv::Source;
use crate::shared::{Channel, Shared, Taken, Waits};

/// A decision is the position of the receive among those posted, in the upper half, and the source
/// in the lower half.
const POSITION: u32 = 16;

impl Shared {
    /// The message that a receive behind the `earlier` oldest of those that are posted can have.
    pub(crate) fn open(&self, channel: Channel, tag: i64, earlier: usize) -> Option<usize> {
        let position = self.first_match(channel, tag)?;
        let message = self.message(channel, position);
        let requests = self.requests_of(channel.to).into_iter();
        let mut before = requests.flat_map(|r| r.posted()).take(earlier);
        let wanted = before.any(|(_, receiving)| receiving.matches(channel, message.tag));
        (!wanted).then_some(position)
    }

    /// The message that a blocking receive can have.
    pub(crate) fn open_to_all(&self, channel: Channel, tag: i64) -> Option<usize> {
        self.open(channel, tag, usize::MAX)
    }

    /// Matches what can be matched without a choice.
    pub(crate) fn settle(&mut self, receiver: usize) {
        while let Some((request, channel, position)) = self.certain(receiver) {
            self.pair(request, channel, position);
        }
    }

    /// A receive from a named source, and its message.
    fn certain(&self, receiver: usize) -> Option<(u32, Channel, usize)> {
        let posted = self.requests_of(receiver)?.posted().enumerate();
        let mut named = posted.filter_map(|(at, (request, receiving))| match receiving.from {
            Source::Process(from) => {
                let channel = receiving.channel(from, receiver);
                let position = self.open(channel, receiving.tag, at)?;
                Some((request, channel, position))
            }
            Source::Any | Source::Null => None,
        });
        named.next()
    }

    fn pair(&mut self, request: u32, channel: Channel, position: usize) {
        self.claim(request, channel, position);
        self.match_receive(channel.to, request, channel.from);
    }

    /// From now on a message is for one request of its receiver.
    pub(crate) fn claim(&mut self, request: u32, channel: Channel, position: usize) {
        let message = self.message_mut(channel, position);
        message.taken_by = Some(Taken::Request(request));
        match message.waits {
            Waits::Request(send) => {
                message.waits = Waits::Nobody;
                self.sent(channel.from, send);
            }
            // It lies there until its receive is over.
            Waits::Attached | Waits::Sender | Waits::Nobody => {}
        }
    }

    /// How the wildcard receives that a process has posted can be decided.
    pub(crate) fn decisions(&self, me: usize) -> Vec<u32> {
        let Some(requests) = self.requests_of(me) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for (at, (_, receiving)) in requests.posted().enumerate() {
            if receiving.from != Source::Any {
                continue;
            }
            let mut sources: Vec<usize> = self.members(receiving.comm).collect();
            sources.sort_unstable();
            for source in sources {
                let channel = receiving.channel(source, me);
                if self.open(channel, receiving.tag, at).is_some() {
                    let [at, source] = [at, source]
                        .map(|n| u32::try_from(n).unwrap_or_else(|_| unreachable!("few of them")));
                    moves.push(at << POSITION | source);
                }
            }
        }
        moves
    }

    /// Which request a decision is about, and the source that it takes.
    pub(crate) fn receive_of(&self, me: usize, decision: u32) -> Option<(u32, usize)> {
        let (at, from) = parts(decision);
        let (request, _) = self.requests_of(me)?.posted().nth(at)?;
        Some((request, from))
    }

    /// Decides a wildcard receive.
    pub(crate) fn decide(&mut self, me: usize, decision: u32) {
        let (at, from) = parts(decision);
        let found = self.requests_of(me).and_then(|requests| {
            let (request, receiving) = requests.posted().nth(at)?;
            let channel = receiving.channel(from, me);
            let position = self.open(channel, receiving.tag, at)?;
            Some((request, channel, position))
        });
        let found = found.unwrap_or_else(|| unreachable!("a move needs a message"));
        let (request, channel, position) = found;
        self.pair(request, channel, position);
        self.settle(me);
    }
}

/// The position and the source.
fn parts(decision: u32) -> (usize, usize) {
    let (at, from) = (decision >> POSITION, decision & ((1 << POSITION) - 1));
    (at as usize, from as usize)
}
