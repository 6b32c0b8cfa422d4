//! Collective operations in which a process gives what its buffer holds: `IN_PLACE`.

use super::{InPlace, Integer, Op, Reducible, outside_verification};

/// `mpi!(reduce(IN_PLACE, &mut y, op = SUM, root = r))`
#[track_caller]
pub fn reduce<T: Reducible + ?Sized>(
    _sendbuf: InPlace,
    _recvbuf: &mut T,
    _op: Op,
    _root: impl Integer,
) {
    outside_verification("mpi!(reduce(..))")
}

/// `mpi!(allreduce(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn allreduce<T: Reducible + ?Sized>(_sendbuf: InPlace, _recvbuf: &mut T, _op: Op) {
    outside_verification("mpi!(allreduce(..))")
}

/// `mpi!(scan(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn scan<T: Reducible + ?Sized>(_sendbuf: InPlace, _recvbuf: &mut T, _op: Op) {
    outside_verification("mpi!(scan(..))")
}

/// `mpi!(exscan(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn exscan<T: Reducible + ?Sized>(_sendbuf: InPlace, _recvbuf: &mut T, _op: Op) {
    outside_verification("mpi!(exscan(..))")
}

/// `mpi!(reduce_scatter_block(IN_PLACE, &mut y, op = SUM))`
#[track_caller]
pub fn reduce_scatter_block<T>(_sendbuf: InPlace, _recvbuf: &mut [T], _op: Op)
where
    [T]: Reducible,
{
    outside_verification("mpi!(reduce_scatter_block(..))")
}

/// `mpi!(reduce_scatter(IN_PLACE, &mut y, counts = &counts, op = SUM))`
#[track_caller]
pub fn reduce_scatter<T>(_sendbuf: InPlace, _recvbuf: &mut [T], _counts: &[usize], _op: Op)
where
    [T]: Reducible,
{
    outside_verification("mpi!(reduce_scatter(..))")
}

/// `mpi!(gather(IN_PLACE, &mut all, root = r))`
#[track_caller]
pub fn gather<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T], _root: impl Integer) {
    outside_verification("mpi!(gather(..))")
}

/// `mpi!(allgather(IN_PLACE, &mut all))`
#[track_caller]
pub fn allgather<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T]) {
    outside_verification("mpi!(allgather(..))")
}

/// `mpi!(alltoall(IN_PLACE, &mut all))`
#[track_caller]
pub fn alltoall<T: crate::Data>(_sendbuf: InPlace, _recvbuf: &mut [T]) {
    outside_verification("mpi!(alltoall(..))")
}
