//! `send_init`, `ssend_init`, `bsend_init`, `rsend_init` and `recv_init`.
//!
//! A persistent request is made once, and [begun](crate::starting) again and again: each time it is
//! the immediate operation, with what its buffer holds then. In between it rests, and so does its
//! buffer.

use tass_core::comm::{CommError, Hold, Posted};
use tass_core::symbolic::Store;

use crate::Pending;
use crate::args::Args;
use crate::constants::ANY_CODE;
use crate::immediate::receiver_of;
use crate::mode::Mode;
use crate::recv;
use crate::request::Persistent;
use crate::send;
use crate::shared::Shared;

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
