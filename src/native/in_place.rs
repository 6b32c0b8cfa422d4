//! Collective operations in which a process gives what its buffer holds: `IN_PLACE`.

use super::{Combines, Comm, InPlace, Integer, Request, outside_verification};

/// `mpi!(reduce(IN_PLACE, &mut y, op = SUM, root = r))`
#[track_caller]
pub fn reduce<T: ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(reduce(..))")
}

/// `mpi!(allreduce(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn allreduce<T: ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) {
    outside_verification("mpi!(allreduce(..))")
}

/// `mpi!(scan(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn scan<T: ?Sized>(_sendbuf: InPlace, _recvbuf: &mut T, _op: impl Combines<T>, _comm: &Comm) {
    outside_verification("mpi!(scan(..))")
}

/// `mpi!(exscan(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn exscan<T: ?Sized>(_sendbuf: InPlace, _recvbuf: &mut T, _op: impl Combines<T>, _comm: &Comm) {
    outside_verification("mpi!(exscan(..))")
}

/// `mpi!(reduce_scatter_block(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn reduce_scatter_block<T: crate::Data>(
    _sendbuf: InPlace,
    _recvbuf: &mut [T],
    _op: impl Combines<[T]>,
    _comm: &Comm,
) {
    outside_verification("mpi!(reduce_scatter_block(..))")
}

/// `mpi!(reduce_scatter(IN_PLACE, &mut y, counts = &counts, op = SUM))`
#[track_caller]
pub fn reduce_scatter<T: crate::Data>(
    _sendbuf: InPlace,
    _recvbuf: &mut [T],
    _counts: &[usize],
    _op: impl Combines<[T]>,
    _comm: &Comm,
) {
    outside_verification("mpi!(reduce_scatter(..))")
}

/// `mpi!(gather(IN_PLACE, &mut all, root = r))`
#[track_caller]
pub fn gather<T: crate::Data>(
    _sendbuf: InPlace,
    _recvbuf: &mut [T],
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(gather(..))")
}

/// `mpi!(allgather(IN_PLACE, &mut all))`
#[track_caller]
pub fn allgather<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T], _comm: &Comm) {
    outside_verification("mpi!(allgather(..))")
}

/// `mpi!(alltoall(IN_PLACE, &mut all))`
#[track_caller]
pub fn alltoall<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T], _comm: &Comm) {
    outside_verification("mpi!(alltoall(..))")
}

/// `mpi!(ireduce(IN_PLACE, &mut y, op = SUM, root = r))`
#[track_caller]
pub fn ireduce<T: ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ireduce(..))")
}

/// `mpi!(iallreduce(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn iallreduce<T: ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iallreduce(..))")
}

/// `mpi!(iscan(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn iscan<T: ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iscan(..))")
}

/// `mpi!(iexscan(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn iexscan<T: ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(iexscan(..))")
}

/// `mpi!(ireduce_scatter_block(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn ireduce_scatter_block<T: crate::Data>(
    _sendbuf: InPlace,
    _recvbuf: &mut [T],
    _op: impl Combines<[T]>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ireduce_scatter_block(..))")
}

/// `mpi!(ireduce_scatter(IN_PLACE, &mut y, counts = &counts, op = SUM))`
#[track_caller]
pub fn ireduce_scatter<T: crate::Data>(
    _sendbuf: InPlace,
    _recvbuf: &mut [T],
    _counts: &[usize],
    _op: impl Combines<[T]>,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(ireduce_scatter(..))")
}

/// `mpi!(igather(IN_PLACE, &mut all, root = r))`
#[track_caller]
pub fn igather<T: crate::Data>(
    _sendbuf: InPlace,
    _recvbuf: &mut [T],
    _root: impl Integer,
    _comm: &Comm,
) -> Request {
    outside_verification("mpi!(igather(..))")
}

/// `mpi!(iallgather(IN_PLACE, &mut all))`
#[track_caller]
pub fn iallgather<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T], _comm: &Comm) -> Request {
    outside_verification("mpi!(iallgather(..))")
}

/// `mpi!(ialltoall(IN_PLACE, &mut all))`
#[track_caller]
pub fn ialltoall<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T], _comm: &Comm) -> Request {
    outside_verification("mpi!(ialltoall(..))")
}
