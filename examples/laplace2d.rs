//! The two-dimensional Laplace equation by Jacobi iteration, until two solutions in a row are close
//! enough, against the sequential version: distributed by rows (*Collective assertions*, section
//! 4.4) and by columns (*Automatic formal verification of MPI-based parallel programs*, Fig. 1).
//!
//! `ERROR` says that after each iteration every process knows the sequential program's error. It is
//! a sum of squares over the whole grid, and decides whether there is another iteration. When all
//! is done, process 0 collects the solution, and the two programs' grids are compared cell by cell.
//! The grid, its border, its size and the threshold are inputs.

use tass::prelude::*;

/// The specification: the grid is stored by rows.
#[tass::model]
pub(crate) fn sequential(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    let mut u = u0.to_vec();
    let mut error = eps;
    let mut time = 0;
    while time < nt && error >= eps {
        error = relax(&mut u, rows, cols);
        time += 1;
        joint_assert!(ERROR: true);
    }
    output!(time = time);
    output!(grid = u);
}

/// One iteration on the inner cells of a grid; what the error grows by.
#[tass::model]
fn relax(u: &mut [f64], rows: usize, cols: usize) -> f64 {
    let old = u.to_vec();
    let mut error = 0.0;
    for i in 1..rows - 1 {
        for j in 1..cols - 1 {
            let at = i * cols + j;
            u[at] = (old[at - cols] + old[at + cols] + old[at - 1] + old[at + 1]) / 4.0;
            let change = u[at] - old[at];
            error += change * change;
        }
    }
    error
}

/// A block of `n` items out of `m`, and who has the items just before and just after it.
#[tass::data]
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    n: usize,
    before: usize,
    after: usize,
}

/// The block of a process. Where there are fewer items than processes some have none, and no
/// neighbours.
#[tass::model]
fn block(m: usize, rank: usize, size: usize) -> Block {
    let first = rank * m / size;
    let n = (rank + 1) * m / size - first;
    let alone = n == 0;
    Block {
        first,
        n,
        before: if alone || first == 0 {
            PROC_NULL
        } else {
            (size * first - 1) / m
        },
        after: if alone || first + n == m {
            PROC_NULL
        } else {
            (size * (first + n + 1) - 1) / m
        },
    }
}

/// The solution by rows, put together by process 0; the border stays what it was.
#[tass::model]
fn collect_rows(u: &[f64], rows: usize, cols: usize, u0: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        let n = block(rows - 2, rank, size).n;
        if n > 0 {
            mpi!(send(&u[cols..(n + 1) * cols], to = 0));
        }
        return;
    }
    let mut grid = u0.to_vec();
    // The first block begins where the grid does.
    for at in cols..(block(rows - 2, 0, size).n + 1) * cols {
        grid[at] = u[at];
    }
    for other in 1..size {
        let b = block(rows - 2, other, size);
        if b.n > 0 {
            let (start, end) = ((b.first + 1) * cols, (b.first + b.n + 1) * cols);
            mpi!(recv(&mut grid[start..end], from = other));
        }
    }
    output!(grid = grid);
}

/// Blocks of rows: a process has its rows and, above and below, a ghost row (or the border).
#[tass::model]
fn by_rows(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    let b = block(rows - 2, mpi!(rank()), mpi!(size()));
    let mut u = u0[b.first * cols..(b.first + b.n + 2) * cols].to_vec();
    let mut error = eps;
    let mut time = 0;
    while time < nt && error >= eps {
        let (top, bottom) = (
            u[cols..2 * cols].to_vec(),
            u[b.n * cols..(b.n + 1) * cols].to_vec(),
        );
        mpi!(sendrecv(
            &top,
            to = b.before,
            &mut u[(b.n + 1) * cols..],
            from = b.after
        ));
        mpi!(sendrecv(
            &bottom,
            to = b.after,
            &mut u[..cols],
            from = b.before
        ));
        let mine = relax(&mut u, b.n + 2, cols);
        mpi!(allreduce(&mine, &mut error, op = SUM));
        time += 1;
        joint_assert!(ERROR: error == spec.error);
    }
    output!(time = time);
    collect_rows(&u, rows, cols, u0);
}

/// At most 4 columns, 12 rows, 3 iterations, as in the paper.
#[tass::verify(nprocs = 2, spec = sequential)]
pub(crate) fn row_distributed(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(
        3 <= cols && cols <= 4 && 3 <= rows && rows <= 12 && nt <= 3 && u0.len() == rows * cols
    );
    elaborate!(cols);
    elaborate!(rows);
    by_rows(rows, cols, nt, eps, u0);
}

/// Column `j` of a grid.
#[tass::model]
fn column(u: &[f64], rows: usize, cols: usize, j: usize) -> Vec<f64> {
    let mut out = vec![0.0; rows];
    for i in 0..rows {
        out[i] = u[i * cols + j];
    }
    out
}

/// Puts a column in its place.
#[tass::model]
fn set_column(u: &mut [f64], rows: usize, cols: usize, j: usize, column: &[f64]) {
    for i in 0..rows {
        u[i * cols + j] = column[i];
    }
}

/// The solution by columns, put together by process 0. A block is sent with its ghosts, which are
/// not used.
#[tass::model]
fn collect_columns(u: &[f64], rows: usize, cols: usize, u0: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        let n = block(cols - 2, rank, size).n;
        if n > 0 {
            mpi!(send(&u[..rows * (n + 2)], to = 0));
        }
        return;
    }
    let mut grid = u0.to_vec();
    for other in 0..size {
        let b = block(cols - 2, other, size);
        let mut part = vec![0.0; rows * (b.n + 2)];
        if other == 0 {
            part = u.to_vec();
        } else if b.n > 0 {
            mpi!(recv(&mut part, from = other));
        }
        for j in 1..=b.n {
            let solved = column(&part, rows, b.n + 2, j);
            set_column(&mut grid, rows, cols, b.first + j, &solved);
        }
    }
    output!(grid = grid);
}

/// Blocks of columns: those are not contiguous, and are packed for sending.
#[tass::model]
fn by_columns(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    let b = block(cols - 2, mpi!(rank()), mpi!(size()));
    let width = b.n + 2;
    let mut u = vec![0.0; rows * width];
    for j in 0..width {
        set_column(&mut u, rows, width, j, &column(u0, rows, cols, b.first + j));
    }
    let mut error = eps;
    let mut time = 0;
    while time < nt && error >= eps {
        let mut ghost = column(&u, rows, width, width - 1);
        mpi!(sendrecv(
            &column(&u, rows, width, 1),
            to = b.before,
            &mut ghost,
            from = b.after
        ));
        set_column(&mut u, rows, width, width - 1, &ghost);
        ghost = column(&u, rows, width, 0);
        mpi!(sendrecv(
            &column(&u, rows, width, b.n),
            to = b.after,
            &mut ghost,
            from = b.before
        ));
        set_column(&mut u, rows, width, 0, &ghost);
        let mine = relax(&mut u, rows, width);
        mpi!(allreduce(&mine, &mut error, op = SUM));
        time += 1;
        joint_assert!(ERROR: error == spec.error);
    }
    output!(time = time);
    collect_columns(&u, rows, cols, u0);
}

/// At most 4 rows, 12 columns, 30 iterations.
#[tass::model]
pub(crate) fn column_distributed(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(
        3 <= rows && rows <= 4 && 3 <= cols && cols <= 12 && nt <= 30 && u0.len() == rows * cols
    );
    elaborate!(rows);
    elaborate!(cols);
    by_columns(rows, cols, nt, eps, u0);
}

/// At most 4 rows, 30 columns, 3 iterations.
#[tass::model]
pub(crate) fn column_distributed_30(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(
        3 <= rows && rows <= 4 && 3 <= cols && cols <= 30 && nt <= 3 && u0.len() == rows * cols
    );
    elaborate!(rows);
    elaborate!(cols);
    by_columns(rows, cols, nt, eps, u0);
}

/// Small enough for every test run: at most 5 columns, 2 iterations.
#[tass::verify(nprocs = 2..=3, spec = sequential)]
pub(crate) fn column_distributed_5(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(3 <= rows && rows <= 4 && 3 <= cols && cols <= 5 && nt <= 2 && u0.len() == rows * cols);
    elaborate!(rows);
    elaborate!(cols);
    by_columns(rows, cols, nt, eps, u0);
}

/// A broken twin: every process stops by its own part of the error. It is not the sequential
/// program's.
#[tass::verify(nprocs = 2, spec = sequential, expect = collective_assertion)]
pub(crate) fn local_error(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(rows == 4 && cols == 3 && nt == 1 && u0.len() == rows * cols);
    let b = block(rows - 2, mpi!(rank()), mpi!(size()));
    let mut u = u0[b.first * cols..(b.first + b.n + 2) * cols].to_vec();
    let mut error = eps;
    let mut time = 0;
    while time < nt && error >= eps {
        error = relax(&mut u, b.n + 2, cols);
        time += 1;
        joint_assert!(ERROR: error == spec.error);
    }
    output!(time = time);
    collect_rows(&u, rows, cols, u0);
}

/// A broken twin: the ghost rows are never refreshed. The first iteration is right.
#[tass::verify(nprocs = 2, spec = sequential, expect = collective_assertion)]
pub(crate) fn stale(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(rows == 4 && cols == 3 && nt == 2 && u0.len() == rows * cols);
    let b = block(rows - 2, mpi!(rank()), mpi!(size()));
    let mut u = u0[b.first * cols..(b.first + b.n + 2) * cols].to_vec();
    let mut error = eps;
    let mut time = 0;
    while time < nt && error >= eps {
        let mine = relax(&mut u, b.n + 2, cols);
        mpi!(allreduce(&mine, &mut error, op = SUM));
        time += 1;
        joint_assert!(ERROR: error == spec.error);
    }
    output!(time = time);
    collect_rows(&u, rows, cols, u0);
}

/// A broken twin: iterations and errors are right, but process 0 puts out its own rows only.
#[tass::verify(nprocs = 2, spec = sequential, expect = output_mismatch)]
pub(crate) fn own_rows(rows: usize, cols: usize, nt: usize, eps: f64, u0: &[f64]) {
    assume!(rows == 4 && cols == 3 && nt == 1 && u0.len() == rows * cols);
    let b = block(rows - 2, mpi!(rank()), mpi!(size()));
    let mut u = u0[b.first * cols..(b.first + b.n + 2) * cols].to_vec();
    let mut error = eps;
    let mut time = 0;
    while time < nt && error >= eps {
        let mine = relax(&mut u, b.n + 2, cols);
        mpi!(allreduce(&mine, &mut error, op = SUM));
        time += 1;
        joint_assert!(ERROR: error == spec.error);
    }
    output!(time = time);
    if mpi!(rank()) == 0 {
        let mut grid = u0.to_vec();
        for at in 0..u.len() {
            grid[at] = u[at];
        }
        output!(grid = grid);
    }
}

fn main() {
    println!("{}\n", row_distributed::model().nprocs(2).check());
    println!("{}\n", column_distributed_5::model().nprocs(3).check());
    println!("{}\n", local_error::model().nprocs(2).check());
    println!("{}\n", stale::model().nprocs(2).check());
    println!("{}", own_rows::model().nprocs(2).check());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn counts(model: tass::Model, nprocs: usize) -> (u64, u64, u64) {
        let report = model.nprocs(nprocs).check();
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(row_distributed::model(), 2),
            counts(row_distributed::model(), 6),
            counts(column_distributed_5::model(), 3),
            counts(local_error::model(), 2),
            counts(stale::model(), 2),
            counts(own_rows::model(), 2),
        ];
        assert_eq!(
            counts,
            [
                (910, 833, 0),
                (2798, 2721, 0),
                (252, 235, 0),
                (3, 3, 1),
                (7, 7, 1),
                (5, 5, 0)
            ]
        );
    }

    /// Exploring every interleaving gives the same verdicts, and so does Z3 alone (for a sum of
    /// squares, as far as it gets).
    #[test]
    fn reduction_and_shortcuts_change_nothing() {
        let models = [local_error::model().nprocs(2)];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let plain = model.check();
            for other in [
                model.clone().reduction(false).check(),
                // It has an answer soon, or none.
                model
                    .clone()
                    .native_prover(false)
                    .prover_timeout(Duration::from_secs(2))
                    .check(),
                model.clone().schedule(tass::Schedule::First).check(),
            ] {
                assert_eq!(plain.verdict(), other.verdict(), "{other}");
                assert_eq!(plain.kinds(), other.kinds(), "{other}");
            }
        }
    }
}
