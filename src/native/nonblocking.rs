//! The collective operations that go on while the process does: each gives a request.
//!
//! As with messages, a request does not borrow the buffers of its operation.

use super::{Buffer, Combines, Comm, Integer, Message, Request, outside_verification};

/// `mpi!(ibarrier())`
#[track_caller]
pub fn ibarrier(_comm: &Comm) -> Request {
    outside_verification("mpi!(ibarrier())")
}

/// `mpi!(ibcast(&mut x, root = r))`
#[track_caller]
pub fn ibcast<T: Message + ?Sized>(_buf: &mut T, _root: impl Integer, _comm: &Comm) -> Request {
    outside_verification("mpi!(ibcast(..))")
}

/// `mpi!(ireduce(&x, &mut y, op = SUM, root = r))`
#[track_caller]
pub fn ireduce<T: ?Sized>(
    _sendbuf: &T,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ireduce(..))")
}

/// `mpi!(iallreduce(&x, &mut y, op = SUM))`
#[track_caller]
pub fn iallreduce<T: ?Sized>(
    _sendbuf: &T,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iallreduce(..))")
}

/// `mpi!(iscan(&x, &mut y, op = SUM))`
#[track_caller]
pub fn iscan<T: ?Sized>(
    _sendbuf: &T,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iscan(..))")
}

/// `mpi!(iexscan(&x, &mut y, op = SUM))`
#[track_caller]
pub fn iexscan<T: ?Sized>(
    _sendbuf: &T,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iexscan(..))")
}

/// `mpi!(igather(&x, &mut all, root = r))`
#[track_caller]
pub fn igather<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(igather(..))")
}

/// `mpi!(iscatter(&all, &mut x, root = r))`
#[track_caller]
pub fn iscatter<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iscatter(..))")
}

/// `mpi!(iallgather(&x, &mut all))`
#[track_caller]
pub fn iallgather<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iallgather(..))")
}

/// `mpi!(ialltoall(&out, &mut back))`
#[track_caller]
pub fn ialltoall<T: crate::Data>(_sendbuf: &[T], _recvbuf: &mut [T], _comm: &Comm) -> Request {
    outside_verification("mpi!(ialltoall(..))")
}

/// `mpi!(ireduce_scatter_block(&x, &mut mine, op = SUM))`
#[track_caller]
pub fn ireduce_scatter_block<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _op: impl Combines<B>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ireduce_scatter_block(..))")
}

/// `mpi!(ireduce_scatter(&x, &mut mine, counts = &counts, op = SUM))`
#[track_caller]
pub fn ireduce_scatter<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _counts: &[usize],
    _op: impl Combines<B>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ireduce_scatter(..))")
}

/// `mpi!(igatherv(&x, &mut all, counts = &counts, displs = &displs, root = r))`
#[track_caller]
pub fn igatherv<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _counts: &[usize],
    _displs: &[usize],
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(igatherv(..))")
}

/// `mpi!(iscatterv(&all, &mut x, counts = &counts, displs = &displs, root = r))`
#[track_caller]
pub fn iscatterv<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _counts: &[usize],
    _displs: &[usize],
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iscatterv(..))")
}

/// `mpi!(iallgatherv(&x, &mut all, counts = &counts, displs = &displs))`
#[track_caller]
pub fn iallgatherv<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _counts: &[usize],
    _displs: &[usize],
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iallgatherv(..))")
}

/// `mpi!(ialltoallv(&out, sendcounts = &give, &mut back, recvcounts = &take))`, each with its
/// displacements.
#[track_caller]
pub fn ialltoallv<T: crate::Data>(
    _sendbuf: &[T],
    _sendcounts: &[usize],
    _senddispls: &[usize],
    _recvbuf: &mut [T],
    _recvcounts: &[usize],
    _recvdispls: &[usize],
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ialltoallv(..))")
}
