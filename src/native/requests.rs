//! Operations that go on while the process does: what begins them, and what completes them.
//!
//! A request does not borrow the buffer of its operation, so that a program that touches it too
//! early can be written, and is refuted.

use super::values::UNKNOWN;
use super::{Comm, Integer, Message, Request, Status, outside_verification};

/// `mpi!(isend(&x, to = r, tag = t))`
#[track_caller]
pub fn isend<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(isend(..))")
}

/// `mpi!(issend(&x, to = r, tag = t))`
#[track_caller]
pub fn issend<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(issend(..))")
}

/// `mpi!(ibsend(&x, to = r, tag = t))`
#[track_caller]
pub fn ibsend<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ibsend(..))")
}

/// `mpi!(irsend(&x, to = r, tag = t))`
#[track_caller]
pub fn irsend<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(irsend(..))")
}

/// `mpi!(irecv(&mut x, from = r, tag = t))`
#[track_caller]
pub fn irecv<T: Message + ?Sized>(
    _buf: &mut T,
    _from: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(irecv(..))")
}

/// `mpi!(send_init(&x, to = r, tag = t))`
#[track_caller]
pub fn send_init<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(send_init(..))")
}

/// `mpi!(ssend_init(&x, to = r, tag = t))`
#[track_caller]
pub fn ssend_init<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ssend_init(..))")
}

/// `mpi!(bsend_init(&x, to = r, tag = t))`
#[track_caller]
pub fn bsend_init<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(bsend_init(..))")
}

/// `mpi!(rsend_init(&x, to = r, tag = t))`
#[track_caller]
pub fn rsend_init<T: Message + ?Sized>(
    _buf: &T,
    _to: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(rsend_init(..))")
}

/// `mpi!(recv_init(&mut x, from = r, tag = t))`
#[track_caller]
pub fn recv_init<T: Message + ?Sized>(
    _buf: &mut T,
    _from: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(recv_init(..))")
}

/// `mpi!(start(&mut request))`
#[track_caller]
pub fn start(_request: &mut Request) {
    outside_verification("mpi!(start(..))")
}

/// `mpi!(startall(&mut requests))`
#[track_caller]
pub fn startall(_requests: &mut [Request]) {
    outside_verification("mpi!(startall(..))")
}

/// `mpi!(wait(&mut request))`
#[track_caller]
pub fn wait(_request: &mut Request) -> Status {
    outside_verification("mpi!(wait(..))")
}

/// `mpi!(waitall(&mut requests))`
#[track_caller]
pub fn waitall(_requests: &mut [Request]) -> Vec<Status> {
    outside_verification("mpi!(waitall(..))")
}

/// `mpi!(waitany(&mut requests))`
#[track_caller]
pub fn waitany(_requests: &mut [Request]) -> (usize, Status) {
    outside_verification("mpi!(waitany(..))")
}

/// `mpi!(waitsome(&mut requests))`
#[track_caller]
pub fn waitsome(_requests: &mut [Request]) -> Vec<(usize, Status)> {
    outside_verification("mpi!(waitsome(..))")
}

/// `mpi!(test(&mut request, status = &mut status))`
#[track_caller]
pub fn test(_request: &mut Request, _status: &mut Status) -> bool {
    outside_verification("mpi!(test(..))")
}

/// `mpi!(testall(&mut requests))`
#[track_caller]
pub fn testall(_requests: &mut [Request]) -> bool {
    outside_verification("mpi!(testall(..))")
}

/// `mpi!(testany(&mut requests, status = &mut status))`
#[track_caller]
pub fn testany(_requests: &mut [Request], _status: &mut Status) -> (bool, usize) {
    outside_verification("mpi!(testany(..))")
}

/// `mpi!(testsome(&mut requests))`
#[track_caller]
pub fn testsome(_requests: &mut [Request]) -> Vec<(usize, Status)> {
    outside_verification("mpi!(testsome(..))")
}

/// `mpi!(request_free(&mut request))`
#[track_caller]
pub fn request_free(_request: &mut Request) {
    outside_verification("mpi!(request_free(..))")
}

/// `mpi!(probe(from = r, tag = t))`
#[track_caller]
pub fn probe(_from: impl Integer, _tag: impl Integer, _comm: &Comm) -> Status {
    outside_verification("mpi!(probe(..))")
}

/// `mpi!(iprobe(from = r, tag = t, status = &mut status))`
#[track_caller]
pub fn iprobe(_from: impl Integer, _tag: impl Integer, _status: &mut Status, _comm: &Comm) -> bool {
    outside_verification("mpi!(iprobe(..))")
}

/// A status that nobody looks at.
pub fn ignored() -> Status {
    UNKNOWN
}
