//! What the vocabulary means to rustc: types, traits, and functions with the right signatures.
//!
//! A model is not run, it is verified. Called natively, each function here says so and panics; a
//! native runtime is a later step.

mod assertions;
mod collective;
mod communicators;
mod handles;
pub mod in_place;
mod matched;
mod nonblocking;
mod point_to_point;
mod requests;
mod traits;
mod values;

pub use self::assertions::{
    always, assume, choose, collective_assert, cover, critical, elaborate, invariant,
    invariant_over, joint_assert, output, shared, universe,
};
pub use self::collective::{
    abort, allgather, allgatherv, allreduce, alltoall, alltoallv, barrier, bcast, commutative,
    exscan, finalize, gather, gatherv, init, ordered, reduce, reduce_scatter, reduce_scatter_block,
    scan, scatter, scatterv,
};
pub use self::communicators::{cart_coords, cart_create, cart_shift, dup, free, rank, size, split};
pub use self::handles::{
    COMM_NULL, Comm, MESSAGE_NULL, Matched, REQUEST_NULL, Request, SELF, WORLD,
};
pub use self::matched::{improbe, imrecv, mprobe, mrecv};
pub use self::nonblocking::{
    iallgather, iallgatherv, iallreduce, ialltoall, ialltoallv, ibarrier, ibcast, iexscan, igather,
    igatherv, ireduce, ireduce_scatter, ireduce_scatter_block, iscan, iscatter, iscatterv,
};
pub use self::point_to_point::{
    Outgoing, bsend, buffer_attach, buffer_detach, outgoing, recv, rsend, send, sendrecv,
    sendrecv_replace, ssend,
};
pub use self::requests::{
    bsend_init, ibsend, ignored, iprobe, irecv, irsend, isend, issend, probe, recv_init,
    request_free, rsend_init, send_init, ssend_init, start, startall, test, testall, testany,
    testsome, wait, waitall, waitany, waitsome,
};
pub use self::traits::{Buffer, Combines, Data, Integer, Message, Own, Reducible, Shareable};
pub use self::values::{
    ANY, IN_PLACE, InPlace, LAND, LOR, LXOR, MAX, MAXLOC, MIN, MINLOC, Op, PROC_NULL, PROD, SUM,
    Status, UNDEFINED,
};

/// The end of every native call.
#[track_caller]
fn outside_verification(what: &str) -> ! {
    panic!(
        "`{what}` was called outside verification: run this model with `#[tass::verify]` or `model().check()`"
    )
}
