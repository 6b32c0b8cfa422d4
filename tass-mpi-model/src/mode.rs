//! The modes of sends, and what a buffered or a ready one demands when it is called.
//!
//! A buffered send needs room in the space that its process has attached, where its messages lie
//! until they are received; a ready one needs a receive that has been posted. Neither waits for
//! anybody. Whether there is room, or a receive, depends on what others have done before: posting
//! these does not commute ([`order_matters`]).

use std::collections::BTreeSet;

use tass_core::comm::{Care, Check, CommError, Data, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::Store;

use crate::attached;
use crate::constants::shown_tag;
use crate::shared::{Channel, Shared, Waits};

/// How a send goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Standard,
    Synchronous,
    Buffered,
    Ready,
}

const OPERATIONS: [(&str, Mode); 9] = [
    ("ssend", Mode::Synchronous),
    ("issend", Mode::Synchronous),
    ("ssend_init", Mode::Synchronous),
    ("bsend", Mode::Buffered),
    ("ibsend", Mode::Buffered),
    ("bsend_init", Mode::Buffered),
    ("rsend", Mode::Ready),
    ("irsend", Mode::Ready),
    ("rsend_init", Mode::Ready),
];

/// Does it make a difference in which order processes come to these operations?
pub(crate) fn order_matters(ops: &BTreeSet<&'static str>) -> bool {
    ops.iter()
        .any(|op| matches!(Mode::of(op), Mode::Buffered | Mode::Ready))
}

/// Can others notice that a process has called an operation? Not if it is about the process alone,
/// or if it only makes a request.
pub(crate) fn is_noticed(op: &str) -> bool {
    !matches!(op, "init" | "finalize") && !op.ends_with("_init")
}

/// What has to be seen to, so that reaching these operations commutes. Buffered sends need room for
/// all that was sent since the space was attached, should none of it have been received yet; ready
/// sends, what their receiver has done even if it is late.
pub(crate) fn care(ops: &BTreeSet<&'static str>) -> Care {
    Care {
        latest: ops.iter().any(|op| Mode::of(op) == Mode::Ready),
    }
}

impl Mode {
    /// The mode of an operation that sends.
    pub(crate) fn of(op: &str) -> Mode {
        let found = OPERATIONS.iter().find(|(name, _)| *name == op);
        found.map_or(Mode::Standard, |(_, mode)| *mode)
    }

    /// What a trace calls a send.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Mode::Standard => "send",
            Mode::Synchronous => "ssend",
            Mode::Buffered => "bsend",
            Mode::Ready => "rsend",
        }
    }

    /// The operation that begins what a persistent request of this mode stands for.
    pub(crate) fn immediate(self) -> &'static str {
        match self {
            Mode::Standard => "isend",
            Mode::Synchronous => "issend",
            Mode::Buffered => "ibsend",
            Mode::Ready => "irsend",
        }
    }

    /// Who waits for a message of this mode, where it would be `standard` in standard mode.
    pub(crate) fn waits(self, standard: Waits) -> Waits {
        match self {
            Mode::Standard | Mode::Synchronous => standard,
            Mode::Buffered => Waits::Attached,
            Mode::Ready => Waits::Nobody,
        }
    }

    /// Does the send go on at once?
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Mode::Buffered | Mode::Ready)
    }

    /// What must hold when the send is called.
    pub(crate) fn demand(
        self,
        store: &mut Store,
        shared: &mut Shared,
        channel: Channel,
        tag: i64,
        data: &Data,
    ) -> Result<Vec<Check>, CommError> {
        match self {
            Mode::Standard | Mode::Synchronous => Ok(Vec::new()),
            Mode::Buffered => Ok(attached::demand(store, shared, channel.from, data)?),
            Mode::Ready if shared.is_awaited(channel, tag) => Ok(Vec::new()),
            Mode::Ready => {
                let Channel { from, to, .. } = channel;
                let message = format!(
                    "process {from} sends to process {to}{}, which has posted no receive for it",
                    shown_tag(tag)
                );
                Err(Fault::new(Kind::NotReady, message).into())
            }
        }
    }
}
