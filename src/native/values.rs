//! The values of the vocabulary: ranks, operators, the status of a receive.

use tass_core::report::Value;
use tass_syntax::tree::{IntTy, Type};

use super::traits::{Buffer, Data};
use crate::__private::build;

/// Any source, or any tag: `mpi!(recv(&mut x, from = ANY, tag = ANY))`.
pub const ANY: usize = usize::MAX - 1;

/// No process: a send to it and a receive from it do nothing.
pub const PROC_NULL: usize = usize::MAX;

/// No index, no color: what `waitany` and `testany` give where no request is active, and what a
/// process gives to `split` that is to be in none of the communicators.
pub const UNDEFINED: usize = usize::MAX - 2;

/// A status of nothing.
pub(super) const UNKNOWN: Status = Status {
    source: ANY,
    tag: ANY,
    count: 0,
};

/// Stands where an operation takes what it gives: it is what the buffer holds that it writes.
///
/// `mpi!(allreduce(IN_PLACE, &mut x, op = SUM))` adds up the `x` of all.
pub const IN_PLACE: InPlace = InPlace(());

/// The type of [`IN_PLACE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InPlace(());

/// An operator of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Op {
    /// The sum.
    Sum,
    /// The product.
    Prod,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Do all hold?
    Land,
    /// Does one hold?
    Lor,
    /// Do an odd number hold?
    Lxor,
    /// The least value, and the lowest of the indices that go with it.
    Minloc,
    /// The greatest value, and the lowest of the indices that go with it.
    Maxloc,
}

/// The sum.
pub const SUM: Op = Op::Sum;
/// The product.
pub const PROD: Op = Op::Prod;
/// The least.
pub const MIN: Op = Op::Min;
/// The greatest.
pub const MAX: Op = Op::Max;
/// Do all hold?
pub const LAND: Op = Op::Land;
/// Does one hold?
pub const LOR: Op = Op::Lor;
/// Do an odd number hold?
pub const LXOR: Op = Op::Lxor;

/// Of pairs `(value, index)`: the least value, and the lowest of the indices that go with it.
pub const MINLOC: Op = Op::Minloc;
/// Of pairs `(value, index)`: the greatest value, and the lowest of the indices that go with it.
pub const MAXLOC: Op = Op::Maxloc;

/// What a receive knows of the message that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// The rank of the sender.
    pub source: usize,
    /// The tag of the message.
    pub tag: usize,
    /// The number of elements in the message.
    pub count: usize,
}

impl Data for Status {
    fn ty() -> Type {
        let usize = || Type::Int(IntTy::Usize);
        build::structure(
            "Status",
            [("source", usize()), ("tag", usize()), ("count", usize())],
            [true, true, false],
        )
    }

    fn value(self) -> Value {
        let record = crate::record().field("source", self.source);
        record
            .field("tag", self.tag)
            .field("count", self.count)
            .into()
    }
}

impl Buffer for Status {
    type Elem = Status;
}
