//! `send`, `ssend`, `bsend` and `rsend`.
//!
//! A send offers its message when it is posted, so that a receive can take it while the sender
//! still stands there: that is the rendezvous. The sender goes on when its message is gone, or, in
//! standard mode, when the library keeps the message. Buffered and ready ones go on at once.

use tass_core::comm::{
    Cause, Check, CommError, Completed, Data, Event, Fault, Move, Passed, Posted, Text,
};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Way;

use crate::args::{Args, rank_of};
use crate::buffer::Writes;
use crate::constants::{ANY_CODE, NULL_CODE, shown_tag};
use crate::describe::inside;
use crate::mode::Mode;
use crate::shared::{Channel, Message, Shared, Waits};
use crate::{Pending, Waiting};

/// A posted send.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sending {
    /// `send`, `ssend`, `sendrecv` or `sendrecv_replace`.
    pub(crate) op: &'static str,
    pub(crate) channel: Channel,
    pub(crate) tag: i64,
    /// What the receive of a `sendrecv` has brought: it takes effect when the send is over too.
    pub(crate) received: Option<(Writes, ExprId)>,
}

impl Sending {
    /// May the library keep the message?
    pub(crate) fn may_buffer(&self) -> bool {
        Mode::of(self.op) == Mode::Standard
    }

    /// The message, when the send is over.
    pub(crate) fn passed(&self, shared: &Shared) -> Passed {
        passed(shared, Way::Sent, self.channel, self.tag)
    }

    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Sending {
            op: _,
            channel: _,
            tag: _,
            received,
        } = self;
        if let Some((writes, status)) = received {
            writes.visit(f);
            f(*status);
        }
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Sending {
            op: _,
            channel: _,
            tag: _,
            received,
        } = self;
        if let Some((writes, status)) = received {
            writes.map(f);
            *status = f(*status);
        }
    }
}

pub(crate) fn post(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let data = args.data("buf");
    let Offered {
        sending,
        checks,
        event,
    } = offer(store, shared, args, data, "tag", Waits::Sender)?;
    let event = Some(event);
    let posted = match sending {
        Some(sending) if Mode::of(args.op).is_over() => Posted {
            passed: vec![sending.passed(shared)],
            ..Posted::over(event)
        },
        Some(sending) => Posted::waits(Pending(Waiting::Send(sending)), event),
        None => Posted::over(event),
    };
    Ok(Posted { checks, ..posted })
}

/// The message of a send that has left.
pub(crate) struct Offered {
    /// `None`: there is nobody to send it to.
    pub(crate) sending: Option<Sending>,
    /// What must hold for that.
    pub(crate) checks: Vec<Check>,
    pub(crate) event: Event,
}

/// Offers the message of a send.
pub(crate) fn offer(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
    data: &Data,
    tag: &str,
    waits: Waits,
) -> Result<Offered, CommError> {
    let (to, tag) = (args.known("to"), args.known(tag));
    if tag == ANY_CODE {
        return Err(open_tag(args).into());
    }
    let mode = Mode::of(args.op);
    let text = Text::new(format!("{} ", mode.word())).data(data);
    let event = Event {
        kind: EventKind::Send,
        text,
        message: None,
    };
    if to == NULL_CODE {
        let text = event.text.words(" to PROC_NULL");
        return Ok(Offered {
            sending: None,
            checks: Vec::new(),
            event: Event { text, ..event },
        });
    }
    let channel = args.channel_to(shared, rank_of(to));
    let checks = mode.demand(store, shared, channel, tag, data)?;
    let event = put(shared, (mode, channel), tag, data, waits);
    let sending = Sending {
        op: args.op,
        channel,
        tag,
        received: None,
    };
    Ok(Offered {
        sending: Some(sending),
        checks,
        event,
    })
}

/// A message has a tag.
pub(crate) fn open_tag(args: &Args<'_>) -> Fault {
    let (me, op) = (args.process, args.op);
    let message = format!(
        "process {me} calls `{op}` with the tag ANY: only a receive can leave its tag open"
    );
    Fault::new(Kind::InvalidTag, message)
}

/// A message leaves.
pub(crate) fn put(
    shared: &mut Shared,
    (mode, channel): (Mode, Channel),
    tag: i64,
    data: &Data,
    standard: Waits,
) -> Event {
    let message = Message {
        tag,
        data: data.clone(),
        waits: mode.waits(standard),
        taken_by: None,
    };
    let position = shared.offer(channel, message);
    shared.settle(channel.to);
    let text = Text::new(format!("{} ", mode.word())).data(data);
    let to = shared.shown_member(channel.comm, channel.to);
    let comm = inside(shared, channel.comm);
    Event {
        kind: EventKind::Send,
        text: text.words(format!(" to {to}{}{comm}", shown_tag(tag))),
        message: Some(channel.message(position)),
    }
}

/// A message for those who count them, whatever communicator it belongs to.
pub(crate) fn passed(shared: &Shared, way: Way, channel: Channel, tag: i64) -> Passed {
    let (me, peer) = match way {
        Way::Sent => (channel.from, channel.to),
        Way::Received => (channel.to, channel.from),
    };
    Passed {
        way,
        peer,
        tag,
        comm: shared.number_of(me, channel.comm),
    }
}

pub(crate) fn moves(shared: &Shared, sending: &Sending) -> Vec<Move> {
    let sync = !shared.untaken(sending.channel);
    if !sync && !sending.may_buffer() {
        return Vec::new();
    }
    let certain = Move::certain(0);
    vec![if sync { certain } else { certain.if_buffered() }]
}

pub(crate) fn complete(shared: &mut Shared, sending: &Sending) -> Completed<Pending> {
    shared.leave(sending.channel);
    let (writes, result) = sending.received.clone().unzip();
    Completed {
        writes: writes.unwrap_or_default().0,
        result,
        passed: vec![sending.passed(shared)],
        ..Completed::default()
    }
}

/// Messages that nobody has received, each blamed on its sender.
pub(crate) fn unreceived(store: &Store, shared: &Shared) -> Vec<(usize, Fault)> {
    let messages = shared.messages();
    // What is matched is the receiver's.
    messages
        .filter(|(.., message)| !message.is_received())
        .map(|(channel, position, message)| {
            let Channel { from, to, .. } = channel;
            let value = store.display(message.data.value);
            let tag = message.tag;
            let message = format!(
                "process {to} never receives the message {value} that process {from} sent it with tag {tag}"
            );
            let fault = Fault::new(Kind::UnreceivedMessage, message);
            (from, fault.because(Cause::Message(channel.message(position))))
        })
        .collect()
}
