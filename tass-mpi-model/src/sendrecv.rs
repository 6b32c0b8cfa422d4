//! `sendrecv` and `sendrecv_replace`: a send and a receive at once.
//!
//! Both are posted together; then the process waits for the receive, then for the send. Since it
//! does nothing in between and what it received takes effect when both are over, the order of the
//! two waits cannot be seen.

use tass_core::comm::{CommError, Completed, Event};
use tass_core::symbolic::{ExprId, Store};

use crate::args::Args;
use crate::recv::{self, Received, Receiving};
use crate::send::{self, Offered, Sending};
use crate::shared::{Shared, Waits};
use crate::{Pending, Waiting};

/// A `sendrecv` whose receive is not over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exchanging {
    /// `sendrecv` or `sendrecv_replace`.
    pub(crate) op: &'static str,
    /// `None`: to nobody.
    pub(crate) sending: Option<Sending>,
    pub(crate) receiving: Receiving,
}

impl Exchanging {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Exchanging {
            op: _,
            sending,
            receiving,
        } = self;
        if let Some(sending) = sending {
            sending.visit(f);
        }
        receiving.visit(f);
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Exchanging {
            op: _,
            sending,
            receiving,
        } = self;
        if let Some(sending) = sending {
            sending.map(f);
        }
        receiving.map(f);
    }
}

pub(crate) fn post(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<(Option<Waiting>, Option<Event>), CommError> {
    let data = args.data("sendbuf");
    let offered = send::offer(store, shared, args, data, "sendtag", Waits::Sender)?;
    let receiving = recv::receiving(shared, args, "recvbuf", "recvtag");
    Ok(exchange(args, offered, receiving))
}

/// The same with one buffer: what it holds is sent, and what comes takes its place.
pub(crate) fn post_replace(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<(Option<Waiting>, Option<Event>), CommError> {
    let (_, held) = args.place("buf");
    let offered = send::offer(store, shared, args, &held, "sendtag", Waits::Sender)?;
    let receiving = recv::receiving(shared, args, "buf", "recvtag");
    Ok(exchange(args, offered, receiving))
}

/// The send and the receive go on side by side, so MPI does not say that the receive is posted when
/// the message has come: no ready send can rely on it.
fn exchange(
    args: &Args<'_>,
    offered: Offered,
    receiving: Receiving,
) -> (Option<Waiting>, Option<Event>) {
    let exchange = Exchanging {
        op: args.op,
        sending: offered.sending,
        receiving,
    };
    (Some(Waiting::SendRecv(exchange)), Some(offered.event))
}

/// The receive is over; the send may be.
pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    exchange: &Exchanging,
    choice: u32,
) -> Result<Completed<Pending>, CommError> {
    let Received {
        effect,
        status,
        passed,
        event,
    } = recv::receive(store, shared, me, &exchange.receiving, choice)?;
    let mut completed = Completed {
        checks: effect.checks,
        passed: passed.into_iter().collect(),
        events: vec![event],
        ..Completed::default()
    };
    match &exchange.sending {
        Some(sending) if shared.untaken(sending.channel) => {
            let received = Some((effect.writes, status));
            let sending = Sending {
                received,
                ..sending.clone()
            };
            completed.again = Some(Pending(Waiting::Send(sending)));
        }
        sent => {
            if let Some(sending) = sent {
                shared.leave(sending.channel);
            }
            let sent = sent.as_ref().map(|sending| sending.passed(shared));
            completed.passed.extend(sent);
            completed.writes = effect.writes.0;
            completed.result = Some(status);
        }
    }
    Ok(completed)
}
