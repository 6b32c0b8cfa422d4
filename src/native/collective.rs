//! Operations that every process takes part in.

use super::{Buffer, Combines, Comm, Integer, Message, Own, outside_verification};

/// `op = ordered(f)`: operands are combined in the order of ranks.
pub fn ordered<F>(function: F) -> Own<F> {
    Own(function)
}

/// `op = commutative(f)`: operands are combined in any order.
pub fn commutative<F>(function: F) -> Own<F> {
    Own(function)
}

/// `mpi!(init())`
#[track_caller]
pub fn init() {
    outside_verification("mpi!(init())")
}

/// `mpi!(finalize())`
#[track_caller]
pub fn finalize() {
    outside_verification("mpi!(finalize())")
}

/// `mpi!(abort(code = c))`
#[track_caller]
pub fn abort(_code: impl Integer) {
    outside_verification("mpi!(abort(..))")
}

/// `mpi!(barrier())`
#[track_caller]
pub fn barrier(_comm: &Comm) {
    outside_verification("mpi!(barrier())")
}

/// `mpi!(bcast(&mut x, root = r))`
#[track_caller]
pub fn bcast<T: Message + ?Sized>(_buf: &mut T, _root: impl Integer, _comm: &Comm) {
    outside_verification("mpi!(bcast(..))")
}

/// `mpi!(reduce(&x, &mut y, op = SUM, root = r))`
#[track_caller]
pub fn reduce<T: ?Sized>(
    _sendbuf: &T,
    _recvbuf: &mut T,
    _op: impl Combines<T>,
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(reduce(..))")
}

/// `mpi!(allreduce(&x, &mut y, op = SUM))`
#[track_caller]
pub fn allreduce<T: ?Sized>(_sendbuf: &T, _recvbuf: &mut T, _op: impl Combines<T>, _comm: &Comm) {
    outside_verification("mpi!(allreduce(..))")
}

/// `mpi!(scan(&x, &mut y, op = SUM))`
#[track_caller]
pub fn scan<T: ?Sized>(_sendbuf: &T, _recvbuf: &mut T, _op: impl Combines<T>, _comm: &Comm) {
    outside_verification("mpi!(scan(..))")
}

/// `mpi!(exscan(&x, &mut y, op = SUM))`
#[track_caller]
pub fn exscan<T: ?Sized>(_sendbuf: &T, _recvbuf: &mut T, _op: impl Combines<T>, _comm: &Comm) {
    outside_verification("mpi!(exscan(..))")
}

/// `mpi!(gather(&x, &mut all, root = r))`
#[track_caller]
pub fn gather<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(gather(..))")
}

/// `mpi!(scatter(&all, &mut x, root = r))`
#[track_caller]
pub fn scatter<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(scatter(..))")
}

/// `mpi!(allgather(&x, &mut all))`
#[track_caller]
pub fn allgather<B: Buffer + ?Sized>(_sendbuf: &B, _recvbuf: &mut [B::Elem], _comm: &Comm) {
    outside_verification("mpi!(allgather(..))")
}

/// `mpi!(alltoall(&out, &mut back))`
#[track_caller]
pub fn alltoall<T: crate::Data>(_sendbuf: &[T], _recvbuf: &mut [T], _comm: &Comm) {
    outside_verification("mpi!(alltoall(..))")
}

/// `mpi!(reduce_scatter_block(&x, &mut mine, op = SUM))`
#[track_caller]
pub fn reduce_scatter_block<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _op: impl Combines<B>,
    _comm: &Comm,
) {
    outside_verification("mpi!(reduce_scatter_block(..))")
}

/// `mpi!(reduce_scatter(&x, &mut mine, counts = &counts, op = SUM))`
#[track_caller]
pub fn reduce_scatter<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _counts: &[usize],
    _op: impl Combines<B>,
    _comm: &Comm,
) {
    outside_verification("mpi!(reduce_scatter(..))")
}

/// `mpi!(gatherv(&x, &mut all, counts = &counts, displs = &displs, root = r))`
#[track_caller]
pub fn gatherv<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _counts: &[usize],
    _displs: &[usize],
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(gatherv(..))")
}

/// `mpi!(scatterv(&all, &mut x, counts = &counts, displs = &displs, root = r))`
#[track_caller]
pub fn scatterv<B: Buffer + ?Sized>(
    _sendbuf: &[B::Elem],
    _recvbuf: &mut B,
    _counts: &[usize],
    _displs: &[usize],
    _root: impl Integer,
    _comm: &Comm,
) {
    outside_verification("mpi!(scatterv(..))")
}

/// `mpi!(allgatherv(&x, &mut all, counts = &counts, displs = &displs))`
#[track_caller]
pub fn allgatherv<B: Buffer + ?Sized>(
    _sendbuf: &B,
    _recvbuf: &mut [B::Elem],
    _counts: &[usize],
    _displs: &[usize],
    _comm: &Comm,
) {
    outside_verification("mpi!(allgatherv(..))")
}

/// `mpi!(alltoallv(&out, sendcounts = &give, &mut back, recvcounts = &take))`, each with its
/// displacements.
#[track_caller]
pub fn alltoallv<T: crate::Data>(
    _sendbuf: &[T],
    _sendcounts: &[usize],
    _senddispls: &[usize],
    _recvbuf: &mut [T],
    _recvcounts: &[usize],
    _recvdispls: &[usize],
    _comm: &Comm,
) {
    outside_verification("mpi!(alltoallv(..))")
}
