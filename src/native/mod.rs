//! What the vocabulary means to rustc: types, traits, and functions with the right signatures.
//!
//! A model is not run, it is verified. Called natively, each function here says so and panics; a
//! native runtime is a later step.

mod assertions;
mod collective;
pub mod in_place;
mod point_to_point;
mod requests;
mod traits;
mod values;

pub use self::assertions::{
    always, assume, choose, collective_assert, cover, critical, elaborate, invariant,
    invariant_over, joint_assert, output, shared, universe,
};
pub use self::collective::{
    abort, allgather, allgatherv, allreduce, alltoall, alltoallv, barrier, bcast, exscan, finalize,
    gather, gatherv, init, reduce, reduce_scatter, reduce_scatter_block, scan, scatter, scatterv,
};
pub use self::point_to_point::{
    Outgoing, outgoing, rank, recv, send, sendrecv, sendrecv_replace, size, ssend,
};
pub use self::requests::{
    ignored, iprobe, irecv, isend, issend, probe, recv_init, request_free, send_init, ssend_init,
    start, startall, test, testall, testany, testsome, wait, waitall, waitany, waitsome,
};
pub use self::traits::{Buffer, Data, Integer, Message, Reducible, Shareable};
pub use self::values::{
    ANY, IN_PLACE, InPlace, LAND, LOR, LXOR, MAX, MAXLOC, MIN, MINLOC, Op, PROC_NULL, PROD,
    REQUEST_NULL, Request, SUM, Status, UNDEFINED,
};

/// The end of every native call.
#[track_caller]
fn outside_verification(what: &str) -> ! {
    panic!(
        "`{what}` was called outside verification: run this model with `#[tass::verify]` or `model().check()`"
    )
}
