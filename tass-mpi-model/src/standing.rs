//! Blocking receives that processes stand in, for those who ask whether a receive is posted.
//!
//! They are written down only in programs with ready sends: nobody else asks.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::communicator::Comm;
use crate::mode::Mode;
use crate::recv::{Receiving, Source};
use crate::shared::{Channel, Shared, tag_matches};

/// By process, the receive that it stands in; `None` where nobody asks.
pub(crate) type Standing = Option<Rc<BTreeMap<usize, (Comm, Source, i64)>>>;

/// Of a program with these operations.
pub(crate) fn initially(ops: &BTreeSet<&'static str>) -> Standing {
    let ready = ops.iter().any(|op| Mode::of(op) == Mode::Ready);
    ready.then(Rc::default)
}

impl Shared {
    /// A process stands in a receive from now on.
    pub(crate) fn stands_in(&mut self, process: usize, receiving: &Receiving) {
        if let Some(standing) = &mut self.standing {
            let wanted = (receiving.comm, receiving.from, receiving.tag);
            Rc::make_mut(standing).insert(process, wanted);
        }
    }

    /// Its receive is over.
    pub(crate) fn stands_no_more(&mut self, process: usize) {
        if let Some(standing) = &mut self.standing
            && standing.contains_key(&process)
        {
            Rc::make_mut(standing).remove(&process);
        }
    }

    /// Has the receiver posted a receive that gets a message with this tag, if each earlier message
    /// of the channel goes to the first receive that wants it?
    pub(crate) fn is_awaited(&self, channel: Channel, tag: i64) -> bool {
        let requests = self.requests_of(channel.to).into_iter();
        let posted = requests.flat_map(|requests| requests.posted());
        let posted = posted.map(|(_, receiving)| (receiving.comm, receiving.from, receiving.tag));
        let standing = self.standing.as_ref().and_then(|s| s.get(&channel.to));
        let mut wanted: Vec<i64> = posted
            .chain(standing.copied())
            .filter(|(comm, from, _)| *comm == channel.comm && from.listens_to(channel.from))
            .map(|(.., tag)| tag)
            .collect();
        let mut goes_to = |tag: i64| {
            let first = wanted.iter().position(|wanted| tag_matches(*wanted, tag));
            first.map(|first| wanted.remove(first))
        };
        let earlier = self.inbox(channel.to);
        for (_, message) in
            earlier.filter(|(from, message)| *from == channel && message.taken_by.is_none())
        {
            goes_to(message.tag);
        }
        goes_to(tag).is_some()
    }
}
