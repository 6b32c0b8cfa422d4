//! A careful run: a first try, with reduction, of a program in which it matters who comes first.
//!
//! Some operations can be asked, when they are reached, for what they need in *any* order
//! ([`Semantics::care`](crate::comm::Semantics)): a buffered send for room beside all that was sent
//! before it, received or not. A run in which they have it is one in which reaching them commutes
//! with whatever the others do, so that the reduction is right; and what goes wrong in it really
//! does, since they have what they need in that order, too. Where one of them has not, nothing is
//! known: the program is searched again, without care and without reduction.

use crate::comm::CommModel;
use crate::graph::Program;
use crate::options::Options;
use crate::report::Kind;

/// The kind of violation that a careful run must not find, if one is worth a try.
pub(super) fn kind_to_exclude<C: CommModel>(
    comm: &C,
    program: &Program,
    options: &Options,
) -> Option<Kind> {
    let ops = program.operations();
    // Loops with invariants are searched in several ways, none of which is careful.
    let plain = !options.every && !program.labels.iter().any(|label| label.invariant);
    if !options.reduction || !plain || !comm.order_matters(&ops) {
        return None;
    }
    comm.care(&ops)
}

pub(super) fn options(wanted: &Options) -> Options {
    Options {
        careful: true,
        ..wanted.clone()
    }
}
