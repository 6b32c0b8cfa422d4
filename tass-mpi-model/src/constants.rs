//! The constants that a model can name.
//!
//! In the program `ANY` and `PROC_NULL` are `usize` values that no rank or tag reaches, the same
//! natively and in verification. [`Operand::Known`](tass_core::comm::Operand) cannot hold them, so
//! operands carry [codes](ANY_CODE) below zero instead. This file is the only one that knows both.

use std::fmt;
use std::ops::Range;

use tass_syntax::tree::{Handle, IntTy, Type};

/// Any source, or any tag: `usize::MAX - 1`.
pub const ANY: i128 = u64::MAX as i128 - 1;
/// No process: what is sent to it vanishes, and a receive from it is over at once. `usize::MAX`.
pub const PROC_NULL: i128 = u64::MAX as i128;

/// No index: `usize::MAX - 2`.
pub const UNDEFINED: i128 = u64::MAX as i128 - 2;
/// The number of `REQUEST_NULL`; the others count from 0.
pub(crate) const NO_REQUEST: i64 = -1;

/// The numbers of `WORLD`, `SELF` and `COMM_NULL`, and of what was freed; those of what a process
/// makes go on from here. [`Handle::shown`] knows them as well.
pub(crate) const WORLD_COMM: i64 = 0;
pub(crate) const OWN_COMM: i64 = 1;
pub(crate) const NO_COMM: i64 = -1;
pub(crate) const FREED_COMM: i64 = -2;
/// The number of `MESSAGE_NULL`.
pub(crate) const NO_MESSAGE: i64 = -1;

/// [`UNDEFINED`] in an operand.
pub(crate) const UNDEFINED_CODE: i64 = -3;
/// [`ANY`] in an operand.
pub(crate) const ANY_CODE: i64 = -2;
/// [`PROC_NULL`] in an operand.
pub(crate) const NULL_CODE: i64 = -1;

/// MPI's operators of reductions; the discriminant is the constant's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Predefined {
    Sum,
    Prod,
    Min,
    Max,
    Land,
    Lor,
    Lxor,
    Minloc,
    Maxloc,
}

const OPERATORS: [(&str, Predefined); 9] = [
    ("SUM", Predefined::Sum),
    ("PROD", Predefined::Prod),
    ("MIN", Predefined::Min),
    ("MAX", Predefined::Max),
    ("LAND", Predefined::Land),
    ("LOR", Predefined::Lor),
    ("LXOR", Predefined::Lxor),
    ("MINLOC", Predefined::Minloc),
    ("MAXLOC", Predefined::Maxloc),
];

impl Predefined {
    /// The operator of this code.
    pub(crate) fn from_code(code: i64) -> Option<Predefined> {
        let found = OPERATORS.iter().find(|(_, op)| *op as i64 == code);
        found.map(|(_, op)| *op)
    }

    /// Is it defined for elements of this type? MPI's operators are, for its own types only; the
    /// logical ones not for floating-point numbers, the arithmetic ones not for truth values.
    pub(crate) fn is_for(self, elem: &Type) -> bool {
        match self {
            Predefined::Sum | Predefined::Prod | Predefined::Min | Predefined::Max => {
                matches!(elem, Type::Int(_) | Type::Float(_))
            }
            Predefined::Land | Predefined::Lor | Predefined::Lxor => {
                matches!(elem, Type::Int(_) | Type::Bool)
            }
            // A value, and where it is.
            Predefined::Minloc | Predefined::Maxloc => matches!(
                elem,
                Type::Tuple(parts)
                    if matches!(parts[..], [Type::Int(_) | Type::Float(_), Type::Int(_)])
            ),
        }
    }
}

impl fmt::Display for Predefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = OPERATORS.iter().find(|(_, op)| op == self);
        f.write_str(found.map_or("?", |(name, _)| name))
    }
}

/// The value of a constant in the program, and its type.
pub(crate) fn value(name: &str) -> Option<(i128, Type)> {
    let usize = Type::Int(IntTy::Usize);
    match name {
        "ANY" => Some((ANY, usize)),
        "PROC_NULL" => Some((PROC_NULL, usize)),
        "UNDEFINED" => Some((UNDEFINED, usize)),
        "REQUEST_NULL" => Some((NO_REQUEST.into(), Type::Handle(Handle::Request))),
        "MESSAGE_NULL" => Some((NO_MESSAGE.into(), Type::Handle(Handle::Matched))),
        "WORLD" => Some((WORLD_COMM.into(), Type::Handle(Handle::Comm))),
        "SELF" => Some((OWN_COMM.into(), Type::Handle(Handle::Comm))),
        "COMM_NULL" => Some((NO_COMM.into(), Type::Handle(Handle::Comm))),
        _ => {
            let found = OPERATORS.iter().find(|(n, _)| *n == name);
            found.map(|(_, op)| (*op as i128, usize))
        }
    }
}

/// The constants that may stand in this operand, and their codes.
pub(crate) fn special(param: &str) -> &'static [(i128, i64)] {
    match param {
        "from" => &[(ANY, ANY_CODE), (PROC_NULL, NULL_CODE)],
        "to" => &[(PROC_NULL, NULL_CODE)],
        "tag" | "sendtag" | "recvtag" => &[(ANY, ANY_CODE)],
        "color" => &[(UNDEFINED, UNDEFINED_CODE)],
        _ => &[],
    }
}

/// The processes that a code stands for.
pub(crate) fn stands_for(code: i64, nprocs: usize) -> Range<usize> {
    match code {
        ANY_CODE => 0..nprocs,
        _ => 0..0,
    }
}

/// A tag or source code as users write it.
pub(crate) fn shown(code: i64) -> String {
    match code {
        ANY_CODE => "ANY".into(),
        NULL_CODE => "PROC_NULL".into(),
        number => number.to_string(),
    }
}

/// A tag where it is worth a word.
pub(crate) fn shown_tag(tag: i64) -> String {
    match tag {
        0 => String::new(),
        tag => format!(" (tag {tag})"),
    }
}
