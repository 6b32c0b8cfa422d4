//! Halo exchange: each process holds a block of a field, and a ghost cell at each end for its
//! neighbour's nearest value.
//!
//! The length of a block is an input, and so is the field. Process `rank` holds
//! `field[rank * nxl .. (rank + 1) * nxl]` in `u[1..=nxl]`; after the exchange `u[0]` and
//! `u[nxl + 1]` must be the field's values just outside the block.

use tass::prelude::*;

/// `sendrecv` does both directions at once, and `PROC_NULL` is the neighbour of a process at the
/// edge. There is no loop over the cells here, so the block length needs no bound: this is a proof
/// for *all* of them.
#[tass::verify(nprocs = 2..=6)]
fn with_sendrecv(nxl: usize, field: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(nxl > 0 && field.len() == size * nxl);
    let first = rank * nxl;
    let mut u = vec![0.0; nxl + 2];
    u[1..=nxl].copy_from_slice(&field[first..first + nxl]);
    let left = if rank > 0 { rank - 1 } else { PROC_NULL };
    let right = if rank + 1 < size { rank + 1 } else { PROC_NULL };

    let (leftmost, rightmost) = (u[1], u[nxl]);
    mpi!(sendrecv(
        &leftmost,
        to = left,
        &mut u[nxl + 1],
        from = right
    ));
    mpi!(sendrecv(&rightmost, to = right, &mut u[0], from = left));

    if rank > 0 {
        assert!(u[0] == field[first - 1]);
    }
    if rank + 1 < size {
        assert!(u[nxl + 1] == field[first + nxl]);
    }
    assert!(
        u[1..=nxl] == field[first..first + nxl],
        "the block is as it was"
    );
}

/// The same with ordered sends: even processes send first, odd ones receive first. Here a loop
/// fills the block (with scaled values), so its length is split into cases, and needs a bound.
#[tass::verify(nprocs = 2..=6)]
fn with_ordered_sends(nxl: usize, field: &[f64], scale: f64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(0 < nxl && nxl <= 4 && field.len() == size * nxl);
    let first = rank * nxl;
    let mut u = vec![0.0; nxl + 2];
    for i in 0..nxl {
        u[i + 1] = scale * field[first + i];
    }
    let left = if rank > 0 { rank - 1 } else { PROC_NULL };
    let right = if rank + 1 < size { rank + 1 } else { PROC_NULL };

    if rank % 2 == 0 {
        mpi!(send(&u[nxl], to = right));
        mpi!(recv(&mut u[nxl + 1], from = right));
        mpi!(send(&u[1], to = left));
        mpi!(recv(&mut u[0], from = left));
    } else {
        mpi!(recv(&mut u[0], from = left));
        mpi!(send(&u[1], to = left));
        mpi!(recv(&mut u[nxl + 1], from = right));
        mpi!(send(&u[nxl], to = right));
    }

    if rank > 0 {
        assert!(u[0] == scale * field[first - 1]);
    }
    if rank + 1 < size {
        assert!(u[nxl + 1] == scale * field[first + nxl]);
    }
    cover!(rank == 0 && nxl == 4);
}

/// A broken twin: the ghost cell is sent instead of the cell next to it, an error by one.
#[tass::verify(nprocs = 2..=4, expect = assertion)]
fn off_by_one(nxl: usize, field: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(nxl > 0 && field.len() == size * nxl);
    let first = rank * nxl;
    let mut u = vec![0.0; nxl + 2];
    u[1..=nxl].copy_from_slice(&field[first..first + nxl]);
    let left = if rank > 0 { rank - 1 } else { PROC_NULL };
    let right = if rank + 1 < size { rank + 1 } else { PROC_NULL };

    let (leftmost, rightmost) = (u[0], u[nxl]);
    mpi!(sendrecv(
        &leftmost,
        to = left,
        &mut u[nxl + 1],
        from = right
    ));
    mpi!(sendrecv(&rightmost, to = right, &mut u[0], from = left));

    if rank + 1 < size {
        assert!(u[nxl + 1] == field[first + nxl]);
    }
}

/// Another: everybody sends to the right before receiving from the left. On a line, unlike on a
/// ring, the last process does not send, so the messages get through one after the other; but then
/// both neighbours send towards each other.
#[tass::verify(nprocs = 2..=4, expect = potential_deadlock)]
fn towards_each_other(nxl: usize, field: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(nxl > 0 && field.len() == size * nxl);
    let first = rank * nxl;
    let mut u = vec![0.0; nxl + 2];
    u[1..=nxl].copy_from_slice(&field[first..first + nxl]);
    if rank + 1 < size {
        mpi!(send(&u[nxl], to = rank + 1));
    }
    if rank > 0 {
        mpi!(send(&u[1], to = rank - 1));
        mpi!(recv(&mut u[0], from = rank - 1));
    }
    if rank + 1 < size {
        mpi!(recv(&mut u[nxl + 1], from = rank + 1));
        assert!(u[nxl + 1] == field[first + nxl]);
    }
}

fn main() {
    println!("{}\n", with_sendrecv::model().nprocs(4).check());
    println!("{}\n", with_ordered_sends::model().nprocs(4).check());
    println!("{}\n", off_by_one::model().nprocs(2).check());
    println!("{}", towards_each_other::model().nprocs(3).check());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(model: tass::Model, nprocs: usize) -> (u64, u64, u64) {
        let report = model.nprocs(nprocs).check();
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(with_sendrecv::model(), 4),
            counts(with_ordered_sends::model(), 4),
            counts(off_by_one::model(), 2),
            counts(towards_each_other::model(), 3),
        ];
        assert_eq!(counts, [(16, 15, 0), (70, 69, 0), (7, 7, 0), (4, 3, 0)]);
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let models = [
            with_sendrecv::model().nprocs(3),
            with_ordered_sends::model().nprocs(3),
            towards_each_other::model().nprocs(3),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let (reduced, full) = (model.check(), model.clone().reduction(false).check());
            assert_eq!(reduced.verdict(), full.verdict(), "{full}");
            assert_eq!(reduced.kinds(), full.kinds(), "{full}");
        }
    }
}
