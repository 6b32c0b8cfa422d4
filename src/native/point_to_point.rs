//! Messages between two processes. Ranks and tags may have any integer type.

use super::{Comm, Integer, Message, Status, outside_verification};

/// `mpi!(send(&x, to = r, tag = t))`
#[track_caller]
pub fn send<T: Message + ?Sized>(_buf: &T, _to: impl Integer, _tag: impl Integer, _comm: &Comm) {
    outside_verification("mpi!(send(..))")
}

/// `mpi!(ssend(&x, to = r, tag = t))`
#[track_caller]
pub fn ssend<T: Message + ?Sized>(_buf: &T, _to: impl Integer, _tag: impl Integer, _comm: &Comm) {
    outside_verification("mpi!(ssend(..))")
}

/// `mpi!(bsend(&x, to = r, tag = t))`
#[track_caller]
pub fn bsend<T: Message + ?Sized>(_buf: &T, _to: impl Integer, _tag: impl Integer, _comm: &Comm) {
    outside_verification("mpi!(bsend(..))")
}

/// `mpi!(rsend(&x, to = r, tag = t))`
#[track_caller]
pub fn rsend<T: Message + ?Sized>(_buf: &T, _to: impl Integer, _tag: impl Integer, _comm: &Comm) {
    outside_verification("mpi!(rsend(..))")
}

/// `mpi!(recv(&mut x, from = r, tag = t))`
#[track_caller]
pub fn recv<T: Message + ?Sized>(
    _buf: &mut T,
    _from: impl Integer,
    _tag: impl Integer,
    _comm: &Comm,
) -> Status {
    outside_verification("mpi!(recv(..))")
}

/// `mpi!(buffer_attach(size = n))`
#[track_caller]
pub fn buffer_attach(_size: impl Integer) {
    outside_verification("mpi!(buffer_attach(..))")
}

/// `mpi!(buffer_detach())`
#[track_caller]
pub fn buffer_detach() {
    outside_verification("mpi!(buffer_detach())")
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
    _comm: &Comm,
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
    _comm: &Comm,
) -> Status {
    outside_verification("mpi!(sendrecv_replace(..))")
}
