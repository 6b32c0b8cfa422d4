//! `isend`, `issend`, `ibsend`, `irsend` and `irecv`: posted like the blocking ones, and completed
//! by a request.

use tass_core::comm::{CommError, Event, Hold, Passed, Posted, Text};
use tass_core::report::EventKind;
use tass_core::symbolic::Store;
use tass_syntax::tree::Way;

use crate::Pending;
use crate::args::{Args, rank_of};
use crate::constants::{NULL_CODE, shown_tag};
use crate::describe::{inside, source};
use crate::mode::Mode;
use crate::recv;
use crate::request::Request;
use crate::send;
use crate::shared::{Channel, Shared, Waits};

/// `isend`, `issend`, `ibsend`, `irsend`
pub(crate) fn send(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let (me, tag) = (args.process, args.known("tag"));
    let channel = receiver_of(shared, args);
    let slot = shared.begin(
        me,
        Request::Send {
            op: args.op,
            channel,
            tag,
            done: channel.is_none() || Mode::of(args.op).is_over(),
        },
    );
    let (data, waits) = (args.data("buf"), Waits::Request(slot));
    let offered = send::offer(store, shared, args, data, "tag", waits)?;
    let sent = channel.map(|channel| send::passed(shared, Way::Sent, channel, tag));
    Ok(Posted {
        checks: offered.checks,
        ..posted(store, slot, false, sent, offered.event)
    })
}

/// Where the messages of a send go; `None`: to nobody.
pub(crate) fn receiver_of(shared: &Shared, args: &Args<'_>) -> Option<Channel> {
    let to = args.known("to");
    (to != NULL_CODE).then(|| args.channel_to(shared, rank_of(to)))
}

/// `irecv`
pub(crate) fn receive(store: &mut Store, shared: &mut Shared, args: &Args<'_>) -> Posted<Pending> {
    let me = args.process;
    let receiving = recv::receiving(shared, args, "buf", "tag");
    let from = source(shared, receiving.comm, receiving.from);
    let (tag, comm) = (shown_tag(receiving.tag), inside(shared, receiving.comm));
    let slot = shared.begin(
        me,
        Request::Recv {
            receiving,
            from: None,
        },
    );
    shared.settle(me);
    let event = Event {
        kind: EventKind::Request,
        text: Text::new(format!("irecv from {from}{tag}{comm}")),
        message: None,
    };
    posted(store, slot, true, None, event)
}

/// The call is over; its operation goes on, and uses its buffer.
fn posted(
    store: &mut Store,
    slot: u32,
    written: bool,
    passed: Option<Passed>,
    event: Event,
) -> Posted<Pending> {
    Posted {
        result: Some(store.int(slot.into())),
        held: vec![Hold {
            id: slot,
            operand: "buf",
            written,
            now: true,
        }],
        passed: passed.into_iter().collect(),
        ..Posted::over(Some(event))
    }
}
