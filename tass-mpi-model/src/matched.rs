//! `mrecv` and `imrecv`: receives of a message that a matched probe has found.
//!
//! The message waits in its channel, taken by the number that stands for it in its holder's
//! variable: the smallest that is free there. Its receive begins here, so this is where a
//! synchronous send of it ends, and where its type and its length are looked at.

use tass_core::comm::{CommError, Completed, Fault, Hold, Posted, Text};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use crate::args::Args;
use crate::buffer::Place;
use crate::completion::asked;
use crate::constants::NO_MESSAGE;
use crate::describe::inside;
use crate::recv::{self, Receiving, Source};
use crate::request::Request;
use crate::shared::{Channel, Shared, Taken};
use crate::{Pending, Waiting};

/// A receive of a message that has been found: it need not wait.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fetching {
    receiving: Receiving,
    channel: Channel,
    number: u32,
    /// The variable that stood for the message.
    message: Place,
}

impl Fetching {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Fetching {
            receiving,
            channel: _,
            number: _,
            message,
        } = self;
        receiving.visit(f);
        message.visit(f);
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Fetching {
            receiving,
            channel: _,
            number: _,
            message,
        } = self;
        receiving.map(f);
        message.map(f);
    }
}

impl Shared {
    /// The number for the next message that a process finds.
    pub(crate) fn free_number(&self, process: usize) -> u32 {
        let taken = |number: u32| {
            let mut inbox = self.inbox(process);
            inbox.any(|(_, message)| message.taken_by == Some(Taken::Handle(number)))
        };
        let free = (0..).find(|number| !taken(*number));
        free.unwrap_or_else(|| unreachable!("few messages"))
    }

    /// Where the message of this number is.
    fn found(&self, process: usize, number: u32) -> (Channel, usize, i64) {
        let mut messages = self.messages();
        let found = messages.find(|(channel, _, message)| {
            channel.to == process && message.taken_by == Some(Taken::Handle(number))
        });
        let found = found.map(|(channel, position, message)| (channel, position, message.tag));
        found.unwrap_or_else(|| unreachable!("process {process} has no message {number}"))
    }
}

/// What a call receives.
fn fetching(store: &Store, shared: &Shared, args: &Args<'_>) -> Result<Fetching, Fault> {
    let (message, held) = args.place("message");
    let number = store.as_int(held.value).filter(|n| *n != NO_MESSAGE);
    let Some(number) = number else {
        let message = format!(
            "process {} calls `{}` with a message that stands for none",
            args.process, args.op
        );
        return Err(Fault::new(Kind::RequestMisused, message));
    };
    let number = u32::try_from(number).unwrap_or_else(|_| unreachable!("`{number}` is no message"));
    let (channel, _, tag) = shared.found(args.process, number);
    Ok(Fetching {
        receiving: Receiving {
            comm: channel.comm,
            from: Source::Process(channel.from),
            tag,
            into: args.place("buf").0,
        },
        channel,
        number,
        message,
    })
}

/// `mrecv(buf, message)`
pub(crate) fn post(
    store: &Store,
    shared: &Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let fetching = fetching(store, shared, args)?;
    Ok(Posted::waits(Pending(Waiting::Fetch(fetching)), None))
}

pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    fetching: &Fetching,
) -> Result<Completed<Pending>, CommError> {
    let Fetching {
        receiving,
        channel,
        number,
        message,
    } = fetching;
    let position = shared.matched(*channel, Taken::Handle(*number));
    let position = position.unwrap_or_else(|| unreachable!("nobody else can take it"));
    let received = recv::taken(
        store,
        shared,
        ("mrecv", me, receiving),
        channel.from,
        position,
    )?;
    let mut done = received.completed();
    done.writes.push((message.place, store.int(NO_MESSAGE)));
    Ok(done)
}

/// `imrecv(buf, message)`
pub(crate) fn begin(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let Fetching {
        receiving,
        channel,
        number,
        message,
    } = fetching(store, shared, args)?;
    let (_, position, _) = shared.found(args.process, number);
    let request = Request::Recv {
        receiving,
        from: Some(channel.from),
    };
    let slot = shared.begin(args.process, request);
    shared.claim(slot, channel, position);
    let from = shared.shown_member(channel.comm, channel.from);
    let comm = inside(shared, channel.comm);
    Ok(Posted {
        result: Some(store.int(slot.into())),
        held: vec![Hold {
            id: slot,
            operand: "buf",
            written: true,
            now: true,
        }],
        writes: vec![(message.place, store.int(NO_MESSAGE))],
        ..Posted::over(Some(asked(Text::new(format!("imrecv from {from}{comm}")))))
    })
}
