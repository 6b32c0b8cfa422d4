//! Messages between two processes. Ranks and tags may have any integer type.

use super::{Integer, Message, Status, outside_verification};

/// `mpi!(rank())`
#[track_caller]
pub fn rank() -> usize {
    outside_verification("mpi!(rank())")
}

/// `mpi!(size())`
#[track_caller]
pub fn size() -> usize {
    outside_verification("mpi!(size())")
}

/// `mpi!(send(&x, to = r, tag = t))`
#[track_caller]
pub fn send<T: Message + ?Sized>(_buf: &T, _to: impl Integer, _tag: impl Integer) {
    outside_verification("mpi!(send(..))")
}

/// `mpi!(ssend(&x, to = r, tag = t))`
#[track_caller]
pub fn ssend<T: Message + ?Sized>(_buf: &T, _to: impl Integer, _tag: impl Integer) {
    outside_verification("mpi!(ssend(..))")
}

/// `mpi!(recv(&mut x, from = r, tag = t))`
#[track_caller]
pub fn recv<T: Message + ?Sized>(_buf: &mut T, _from: impl Integer, _tag: impl Integer) -> Status {
    outside_verification("mpi!(recv(..))")
}

/// The send half of a `sendrecv`, with what it sends.
#[derive(Debug)]
pub struct Outgoing(());

/// The first half of `mpi!(sendrecv(&x, to = r, &mut y, from = s))`: reads what is sent.
#[track_caller]
pub fn outgoing<S: Message + ?Sized>(_sendbuf: &S, _to: impl Integer) -> Outgoing {
    outside_verification("mpi!(sendrecv(..))")
}

/// The second half of `mpi!(sendrecv(&x, to = r, &mut y, from = s))`
#[track_caller]
pub fn sendrecv<R: Message + ?Sized>(
    _outgoing: Outgoing,
    _recvbuf: &mut R,
    _from: impl Integer,
    _sendtag: impl Integer,
    _recvtag: impl Integer,
) -> Status {
    outside_verification("mpi!(sendrecv(..))")
}

/// `mpi!(sendrecv_replace(&mut x, to = r, from = s))`
#[track_caller]
pub fn sendrecv_replace<T: Message + ?Sized>(
    _buf: &mut T,
    _to: impl Integer,
    _from: impl Integer,
    _sendtag: impl Integer,
    _recvtag: impl Integer,
) -> Status {
    outside_verification("mpi!(sendrecv_replace(..))")
}
