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

    /// Has the receiver posted a receive that can take a message with this tag, and for which no
    /// earlier message of this channel is?
    pub(crate) fn is_awaited(&self, channel: Channel, tag: i64) -> bool {
        let requests = self.requests_of(channel.to).into_iter();
        let mut posted = requests.flat_map(|requests| requests.posted());
        if posted.any(|(_, receiving)| receiving.matches(channel, tag)) {
            return true;
        }
        let standing = self.standing.as_ref().and_then(|s| s.get(&channel.to));
        standing.is_some_and(|(comm, from, wanted)| {
            let accepts =
                *comm == channel.comm && from.listens_to(channel.from) && tag_matches(*wanted, tag);
            accepts && self.open_to_all(channel, *wanted).is_none()
        })
    }
}
