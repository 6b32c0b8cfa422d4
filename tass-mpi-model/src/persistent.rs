//! `send_init`, `ssend_init`, `bsend_init`, `rsend_init` and `recv_init`; `start` and `startall`.
//!
//! A persistent request is made once, and begun again and again: each time it is the immediate
//! operation, with what its buffer holds then. In between it rests, and so does its buffer.

use tass_core::comm::{Call, Cause, CommError, Data, Event, Fault, Hold, Posted, Text};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::Store;
use tass_syntax::tree::Way;

use crate::Pending;
use crate::args::Args;
use crate::completion::numbers;
use crate::constants::{ANY_CODE, shown_tag};
use crate::describe::{inside, source};
use crate::immediate::receiver_of;
use crate::mode::Mode;
use crate::recv;
use crate::request::{Persistent, Request};
use crate::send;
use crate::shared::{Shared, Waits};

/// Makes a request.
pub(crate) fn make(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let (me, tag) = (args.process, args.known("tag"));
    let persistent = match args.op {
        "recv_init" => Persistent::Recv(recv::receiving(shared, args, "buf", "tag")),
        op => {
            if tag == ANY_CODE {
                return Err(send::open_tag(args).into());
            }
            Persistent::Send {
                op: Mode::of(op).immediate(),
                channel: receiver_of(shared, args),
                tag,
                elem: args.data("buf").elem.clone(),
            }
        }
    };
    let written = matches!(persistent, Persistent::Recv(_));
    let slot = shared.make_persistent(me, persistent);
    Ok(Posted {
        result: Some(store.int(slot.into())),
        held: vec![Hold {
            id: slot,
            operand: "buf",
            written,
            now: false,
        }],
        ..Posted::over(None)
    })
}

/// Begins requests, in their order.
pub(crate) fn start(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
    call: &Call<'_>,
) -> Result<Posted<Pending>, CommError> {
    let me = args.process;
    let mut posted = Posted::over(None);
    for slot in numbers(store, args) {
        let Some(slot) = slot else {
            return Err(misused(me, "starts a request that stands for no operation"));
        };
        let Some(persistent) = shared.beginning(me, slot).cloned() else {
            return Err(misused(me, "starts a request that is under way"));
        };
        match persistent {
            Persistent::Send {
                op,
                channel,
                tag,
                elem,
            } => {
                let mode = Mode::of(op);
                let done = channel.is_none() || mode.is_over();
                let request = Request::Send {
                    op,
                    channel,
                    tag,
                    done,
                };
                shared.begin_again(me, slot, request);
                if let Some(channel) = channel {
                    let data = held(call, slot, elem).ok_or_else(|| gone(me, slot))?;
                    let checks = mode.demand(store, shared, channel, tag, &data)?;
                    posted.checks.extend(checks);
                    let waits = Waits::Request(slot);
                    let event = send::put(shared, (mode, channel), tag, &data, waits);
                    posted.events.push(event);
                    posted
                        .passed
                        .push(send::passed(shared, Way::Sent, channel, tag));
                }
            }
            Persistent::Recv(receiving) => {
                let from = source(shared, receiving.comm, receiving.from);
                let (tag, comm) = (shown_tag(receiving.tag), inside(shared, receiving.comm));
                let text = format!("start recv from {from}{tag}{comm}");
                posted.events.push(Event {
                    kind: EventKind::Request,
                    text: Text::new(text),
                    message: None,
                });
                shared.begin_again(
                    me,
                    slot,
                    Request::Recv {
                        receiving,
                        from: None,
                    },
                );
                shared.settle(me);
            }
        }
        posted.resumed.push(slot);
    }
    Ok(posted)
}

/// What the buffer of a request holds, if that is still there.
fn held(call: &Call<'_>, slot: u32, elem: tass_syntax::tree::Type) -> Option<Data> {
    let mut resting = call.resting.iter();
    let (_, value, len) = resting.find(|(id, ..)| *id == slot)?;
    Some(Data {
        value: *value,
        elem,
        len: *len,
    })
}

fn gone(me: usize, slot: u32) -> CommError {
    let message = format!("process {me} starts a send from a variable that went out of scope");
    Fault::new(Kind::BufferRace, message)
        .because(Cause::Held(slot))
        .into()
}

fn misused(me: usize, what: &str) -> CommError {
    Fault::new(Kind::RequestMisused, format!("process {me} {what}")).into()
}
