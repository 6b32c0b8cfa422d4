//! Matrix multiplication by a manager and its workers, against the sequential one (*Automatic
//! formal verification of MPI-based parallel programs*, Fig. 1).
//!
//! A task is a row. All dimensions and all elements are inputs: `a` is `n` by `l`, `b` is `l` by
//! `m`, both stored by rows. The manager receives results from anybody, so every order of arrival
//! is explored.

use tass::prelude::*;

/// `row * b`
#[tass::model]
fn row_times(row: &[f64], b: &[f64], l: usize, m: usize) -> Vec<f64> {
    let mut out = vec![0.0; m];
    for j in 0..m {
        for k in 0..l {
            out[j] += row[k] * b[k * m + j];
        }
    }
    out
}

#[tass::model]
pub(crate) fn sequential(n: usize, l: usize, m: usize, a: &[f64], b: &[f64]) {
    let mut c = vec![0.0; n * m];
    for i in 0..n {
        for j in 0..m {
            for k in 0..l {
                c[i * m + j] += a[i * l + k] * b[k * m + j];
            }
        }
    }
    output!(c = c);
}

/// Multiplies rows until it is told to stop, with tag 0; else the tag is the number of the row,
/// from 1.
#[tass::model]
fn worker(l: usize, m: usize) {
    let mut b = vec![0.0; l * m];
    mpi!(bcast(&mut b, root = 0));
    loop {
        let mut row = vec![0.0; l];
        let status = mpi!(recv(&mut row, from = 0, tag = ANY));
        if status.tag == 0 {
            break;
        }
        let out = row_times(&row, &b, l, m);
        mpi!(send(&out, to = 0, tag = status.tag));
    }
}

/// Hands out the rows, and puts every result where its tag says; or, for the twin, where the next
/// one belongs.
#[tass::model]
fn manager(n: usize, l: usize, m: usize, a: &[f64], b: &[f64], by_arrival: bool) -> Vec<f64> {
    let size = mpi!(size());
    let mut shared = b.to_vec();
    mpi!(bcast(&mut shared, root = 0));
    let mut c = vec![0.0; n * m];
    let mut count = 0;
    for to in 1..size {
        if count < n {
            mpi!(send(
                &a[count * l..(count + 1) * l],
                to = to,
                tag = count + 1
            ));
            count += 1;
        }
    }
    for arrived in 0..n {
        let mut out = vec![0.0; m];
        let status = mpi!(recv(&mut out, from = ANY, tag = ANY));
        let row = if by_arrival { arrived } else { status.tag - 1 };
        for j in 0..m {
            c[row * m + j] = out[j];
        }
        if count < n {
            mpi!(send(
                &a[count * l..(count + 1) * l],
                to = status.source,
                tag = count + 1
            ));
            count += 1;
        }
    }
    for to in 1..size {
        mpi!(send(&a[0..0], to = to, tag = 0));
    }
    c
}

/// The bounds: `rows` for `n`, two for the others.
#[tass::model]
fn multiply(n: usize, l: usize, m: usize, a: &[f64], b: &[f64], rows: usize, by_arrival: bool) {
    assume!(0 < n && n <= rows && 0 < l && l <= 2 && 0 < m && m <= 2);
    elaborate!(n);
    elaborate!(l);
    elaborate!(m);
    assume!(a.len() == n * l && b.len() == l * m);
    if mpi!(rank()) == 0 {
        output!(c = manager(n, l, m, a, b, by_arrival));
    } else {
        worker(l, m);
    }
}

#[tass::verify(nprocs = 2..=4, spec = sequential)]
pub(crate) fn matmat(n: usize, l: usize, m: usize, a: &[f64], b: &[f64]) {
    multiply(n, l, m, a, b, 4, false);
}

/// Up to ten rows.
#[tass::model]
pub(crate) fn matmat_10(n: usize, l: usize, m: usize, a: &[f64], b: &[f64]) {
    multiply(n, l, m, a, b, 10, false);
}

/// A broken twin: the results are taken to arrive in the order of the rows.
#[tass::verify(nprocs = 3..=4, spec = sequential, expect = output_mismatch)]
pub(crate) fn by_arrival(n: usize, l: usize, m: usize, a: &[f64], b: &[f64]) {
    multiply(n, l, m, a, b, 3, true);
}

fn main() {
    println!("{}\n", matmat::model().nprocs(4).check());
    println!("{}", by_arrival::model().nprocs(3).check());
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
            counts(matmat::model(), 3),
            counts(matmat::model(), 4),
            counts(by_arrival::model(), 3),
        ];
        assert_eq!(counts, [(581, 609, 0), (749, 825, 0), (87, 83, 1)]);
    }

    /// Exploring every interleaving gives the same verdicts. (Products of inputs are hard for Z3
    /// alone.)
    #[test]
    fn reduction_changes_nothing() {
        let models = [by_arrival::model().nprocs(2), by_arrival::model().nprocs(3)];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let plain = model.check();
            for other in [
                model.clone().reduction(false).check(),
                model.clone().schedule(tass::Schedule::First).check(),
            ] {
                assert_eq!(plain.verdict(), other.verdict(), "{other}");
                assert_eq!(plain.kinds(), other.kinds(), "{other}");
            }
        }
    }
}
