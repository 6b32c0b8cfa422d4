//! Messages that were found, and that nobody else can receive any more.

use super::{Comm, Integer, Matched, Message, Request, Status, outside_verification};

/// `mpi!(mprobe(from = r, tag = t))`
#[track_caller]
pub fn mprobe(_from: impl Integer, _tag: impl Integer, _comm: &Comm) -> (Matched, Status) {
    outside_verification("mpi!(mprobe(..))")
}

/// `mpi!(improbe(&mut message, from = r, tag = t, status = &mut status))`
#[track_caller]
pub fn improbe(
    _message: &mut Matched,
    _from: impl Integer,
    _tag: impl Integer,
    _status: &mut Status,
    _comm: &Comm,
) -> bool {
    outside_verification("mpi!(improbe(..))")
}

/// `mpi!(mrecv(&mut x, &mut message))`
#[track_caller]
pub fn mrecv<T: Message + ?Sized>(_buf: &mut T, _message: &mut Matched) -> Status {
    outside_verification("mpi!(mrecv(..))")
}

/// `mpi!(imrecv(&mut x, &mut message))`
#[track_caller]
pub fn imrecv<T: Message + ?Sized>(_buf: &mut T, _message: &mut Matched) -> Request {
    outside_verification("mpi!(imrecv(..))")
}
