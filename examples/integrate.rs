//! Adaptive numerical integration by a manager and its workers, against the sequential one
//! (*Automatic formal verification of MPI-based parallel programs*, Fig. 1): twelve intervals,
//! tolerance 0.01.
//!
//! What is integrated is `64 * x * x + slope * x + offset` over the unit interval. How deep the
//! recursion goes depends on the curvature alone: `slope` and `offset` are inputs, and cancel in
//! the estimates, which have a canonical form.

use tass::prelude::*;

const INTERVALS: usize = 12;
const TOLERANCE: f64 = 0.01;

#[tass::model]
fn f(x: f64, slope: f64, offset: f64) -> f64 {
    64.0 * x * x + slope * x + offset
}

/// The integral from `a` to `b`: halves the interval until halving changes the trapezoid by no more
/// than `tolerance`.
#[tass::model]
fn adapt(a: f64, b: f64, tolerance: f64, slope: f64, offset: f64) -> f64 {
    let c = (a + b) / 2.0;
    let (fa, fb, fc) = (
        f(a, slope, offset),
        f(b, slope, offset),
        f(c, slope, offset),
    );
    let coarse = (fa + fb) * (b - a) / 2.0;
    let fine = (fa + 2.0 * fc + fb) * (b - a) / 4.0;
    if (coarse - fine).abs() <= tolerance {
        return fine;
    }
    adapt(a, c, tolerance / 2.0, slope, offset) + adapt(c, b, tolerance / 2.0, slope, offset)
}

/// The integral over interval `i`.
#[tass::model]
fn area(i: usize, tolerance: f64, slope: f64, offset: f64) -> f64 {
    let width = 1.0 / INTERVALS as f64;
    adapt(
        i as f64 * width,
        (i + 1) as f64 * width,
        tolerance,
        slope,
        offset,
    )
}

#[tass::model]
pub(crate) fn sequential(slope: f64, offset: f64) {
    let mut integral = 0.0;
    for i in 0..INTERVALS {
        integral += area(i, TOLERANCE / INTERVALS as f64, slope, offset);
    }
    output!(integral = integral);
}

/// Integrates what it is told to; tag 1 says stop.
#[tass::model]
fn worker(tolerance: f64, slope: f64, offset: f64) {
    loop {
        let mut i = 0usize;
        let status = mpi!(recv(&mut i, from = 0, tag = ANY));
        if status.tag == 1 {
            break;
        }
        let part = area(i, tolerance, slope, offset);
        mpi!(send(&part, to = 0));
    }
}

/// Hands out `intervals` intervals, and adds up what comes back, from whoever it comes.
#[tass::model]
fn manager(intervals: usize) -> f64 {
    let size = mpi!(size());
    let mut integral = 0.0;
    let mut next = 0;
    for to in 1..size {
        if next < intervals {
            mpi!(send(&next, to = to));
            next += 1;
        }
    }
    for _ in 0..intervals {
        let mut part = 0.0;
        let status = mpi!(recv(&mut part, from = ANY));
        integral += part;
        if next < intervals {
            mpi!(send(&next, to = status.source));
            next += 1;
        }
    }
    for to in 1..size {
        mpi!(send(&0usize, to = to, tag = 1));
    }
    integral
}

#[tass::verify(nprocs = 2..=3, spec = sequential)]
pub(crate) fn integrate(slope: f64, offset: f64) {
    if mpi!(rank()) == 0 {
        output!(integral = manager(INTERVALS));
    } else {
        worker(TOLERANCE / INTERVALS as f64, slope, offset);
    }
}

/// A broken twin: the last interval is forgotten.
#[tass::verify(nprocs = 2..=3, spec = sequential, expect = output_mismatch)]
pub(crate) fn one_too_few(slope: f64, offset: f64) {
    if mpi!(rank()) == 0 {
        output!(integral = manager(INTERVALS - 1));
    } else {
        worker(TOLERANCE / INTERVALS as f64, slope, offset);
    }
}

/// A broken twin: every worker takes the whole tolerance for its interval, and does not look
/// closely enough.
#[tass::verify(nprocs = 2..=3, spec = sequential, expect = output_mismatch)]
pub(crate) fn not_close_enough(slope: f64, offset: f64) {
    if mpi!(rank()) == 0 {
        output!(integral = manager(INTERVALS));
    } else {
        worker(TOLERANCE, slope, offset);
    }
}

fn main() {
    println!("{}\n", integrate::model().nprocs(3).check());
    println!("{}\n", one_too_few::model().nprocs(2).check());
    println!("{}", not_close_enough::model().nprocs(2).check());
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
            counts(integrate::model(), 2),
            counts(integrate::model(), 3),
            counts(one_too_few::model(), 2),
            counts(not_close_enough::model(), 2),
        ];
        assert_eq!(
            counts,
            [(54, 53, 0), (776, 886, 0), (49, 49, 0), (53, 53, 0)]
        );
    }

    /// Exploring every interleaving gives the same verdicts, and so does Z3 alone.
    #[test]
    fn reduction_and_shortcuts_change_nothing() {
        let models = [integrate::model().nprocs(2), one_too_few::model().nprocs(2)];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let plain = model.check();
            for other in [
                model.clone().reduction(false).check(),
                model.clone().native_prover(false).check(),
                model.clone().schedule(tass::Schedule::First).check(),
            ] {
                assert_eq!(plain.verdict(), other.verdict(), "{other}");
                assert_eq!(plain.kinds(), other.kinds(), "{other}");
            }
        }
    }
}
