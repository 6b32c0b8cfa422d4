//! Groups of processes: who we are in one, and how others are made of it.
//!
//! Every operation borrows the communicator it is in, and `free` is the only one that changes it.

use super::{Comm, Integer, outside_verification};

/// `mpi!(rank(comm = c))`
#[track_caller]
pub fn rank(_comm: &Comm) -> usize {
    outside_verification("mpi!(rank())")
}

/// `mpi!(size(comm = c))`
#[track_caller]
pub fn size(_comm: &Comm) -> usize {
    outside_verification("mpi!(size())")
}

/// `mpi!(split(color = e, key = k, comm = c))`
#[track_caller]
pub fn split(_color: impl Integer, _key: impl Integer, _comm: &Comm) -> Comm {
    outside_verification("mpi!(split(..))")
}

/// `mpi!(dup(comm = c))`
#[track_caller]
pub fn dup(_comm: &Comm) -> Comm {
    outside_verification("mpi!(dup(..))")
}

/// `mpi!(free(&mut c))`
#[track_caller]
pub fn free(_communicator: &mut Comm) {
    outside_verification("mpi!(free(..))")
}

/// `mpi!(cart_create(dims = &dims, periodic = &periodic, comm = c))`
#[track_caller]
pub fn cart_create(_dims: &[usize], _periodic: &[bool], _comm: &Comm) -> Comm {
    outside_verification("mpi!(cart_create(..))")
}

/// `mpi!(cart_coords(rank = r, comm = grid))`
#[track_caller]
pub fn cart_coords(_rank: impl Integer, _comm: &Comm) -> Vec<usize> {
    outside_verification("mpi!(cart_coords(..))")
}

/// `mpi!(cart_shift(dimension = d, displacement = n, comm = grid))`
#[track_caller]
pub fn cart_shift(
    _dimension: impl Integer,
    _displacement: impl Integer,
    _comm: &Comm,
) -> (usize, usize) {
    outside_verification("mpi!(cart_shift(..))")
}
