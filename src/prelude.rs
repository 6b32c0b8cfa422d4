//! What a model needs: `use tass::prelude::*;`
//!
//! The attributes are written with their crate, `#[tass::verify]`, `#[tass::model]` and
//! `#[tass::data]`, and are not part of the prelude.

pub use crate::{
    ANY, COMM_NULL, Comm, IN_PLACE, LAND, LOR, LXOR, MAX, MAXLOC, MESSAGE_NULL, MIN, MINLOC,
    Matched, Op, PROC_NULL, PROD, REQUEST_NULL, Request, SELF, SUM, Status, UNDEFINED, WORLD,
    always, assigns, assume, choose, collective_assert, cover, critical, elaborate, invariant,
    joint_assert, joint_invariant, mpi, output, shared, universe,
};
