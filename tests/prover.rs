//! What the obligations of ordinary models cost: nearly all are decided without Z3, and never more
//! than one solver is made.

use crate::cases;

use tass::Report;
use tass::prelude::*;

/// The share of obligations that Z3 was not asked for.
fn native_share(report: &Report) -> f64 {
    let stats = report.stats();
    if stats.obligations == 0 {
        return 1.0;
    }
    1.0 - (stats.by_z3 + stats.unknown) as f64 / stats.obligations as f64
}

/// Odd-even transposition sort, one element for each process.
#[tass::model]
fn odd_even_sort(input: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(input.len() == size);
    let mut mine = input[rank];
    for phase in 0..size {
        // The partner to the right in one phase, to the left in the next.
        let right = rank % 2 == phase % 2;
        if right && rank + 1 < size {
            let mut other = 0;
            mpi!(sendrecv(&mine, to = rank + 1, &mut other, from = rank + 1));
            mine = mine.min(other);
        } else if !right && rank > 0 {
            let mut other = 0;
            mpi!(sendrecv(&mine, to = rank - 1, &mut other, from = rank - 1));
            mine = mine.max(other);
        }
    }
    let mut all = vec![0; size];
    mpi!(gather(&mine, &mut all, root = 0));
    if rank == 0 {
        assert!((1..size).all(|i| all[i - 1] <= all[i]));
    }
}

/// The same with a branch for each comparison, on reals.
#[tass::model]
fn odd_even_sort_by_branches(input: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(input.len() == size);
    let mut mine = input[rank];
    for phase in 0..size {
        let right = rank % 2 == phase % 2;
        let mut other = 0.0;
        if right && rank + 1 < size {
            mpi!(sendrecv(&mine, to = rank + 1, &mut other, from = rank + 1));
            if other < mine {
                mine = other;
            }
        } else if !right && rank > 0 {
            mpi!(sendrecv(&mine, to = rank - 1, &mut other, from = rank - 1));
            if other > mine {
                mine = other;
            }
        }
    }
    let mut left = mine;
    if rank + 1 < size {
        mpi!(send(&mine, to = rank + 1));
    }
    if rank > 0 {
        mpi!(recv(&mut left, from = rank - 1));
    }
    assert!(left <= mine);
}

/// Insertion sort of a short input, in each process.
#[tass::model]
fn insertion_sort(input: [i32; 4]) {
    let mut a = input;
    for i in 1..a.len() {
        let mut j = i;
        while j > 0 && a[j] < a[j - 1] {
            a.swap(j, j - 1);
            j -= 1;
        }
    }
    assert!((1..a.len()).all(|i| a[i - 1] <= a[i]));
    assert!(a.iter().sum::<i32>() == input.iter().sum::<i32>());
}

/// A step of the heat equation on a ring: what the ghost cells bring is what the neighbours have.
#[tass::model]
fn heat(u: &[f64], k: f64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(u.len() == size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mut from_left, mut from_right) = (0.0, 0.0);
    mpi!(sendrecv(&u[rank], to = right, &mut from_left, from = left));
    mpi!(sendrecv(&u[rank], to = left, &mut from_right, from = right));
    let next = u[rank] + k * (from_left + from_right - 2.0 * u[rank]);
    let mut total = 0.0;
    mpi!(allreduce(&next, &mut total, op = SUM));
    assert!(total == u.iter().sum::<f64>());
}

/// Blocks of any length, exchanged whole.
#[tass::model]
fn blocks(n: usize) {
    assume!(n > 0);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mine = vec![rank; n];
    let mut other = vec![size; n];
    mpi!(sendrecv(
        &mine,
        to = (rank + 1) % size,
        &mut other,
        from = (rank + size - 1) % size
    ));
    assert!(other.iter().all(|x| *x == (rank + size - 1) % size));
}

#[test]
fn sorting_hardly_needs_z3() {
    let sorts = [
        ("odd-even sort", odd_even_sort::model().nprocs(3)),
        (
            "odd-even sort, 4 processes",
            odd_even_sort::model().nprocs(4),
        ),
        (
            "odd-even sort by branches",
            odd_even_sort_by_branches::model().nprocs(3),
        ),
        (
            "odd-even sort by branches, 4 processes",
            odd_even_sort_by_branches::model().nprocs(4),
        ),
        ("insertion sort", insertion_sort::model().nprocs(1)),
    ];
    let mut all = (0, 0);
    for (name, model) in sorts {
        let report = model.check();
        println!(
            "{name}: {:.1} % without Z3; {}",
            100.0 * native_share(&report),
            report.stats()
        );
        assert!(report.is_verified(), "{report}");
        assert!(report.stats().solvers <= 1, "{report}");
        // One in ten; a model with few obligations may have one that is hard.
        let (stats, asked) = (
            report.stats(),
            report.stats().by_z3 + report.stats().unknown,
        );
        assert!(asked <= (stats.obligations / 10).max(1), "{name}: {report}");
        all.0 += stats.obligations;
        all.1 += asked;
    }
    println!("all sorts: {} of {} obligations needed Z3", all.1, all.0);
    assert!(
        10 * all.1 <= all.0,
        "at least nine of ten are decided without Z3"
    );
}

#[test]
fn stencils_and_blocks() {
    let models = [
        ("heat", heat::model().nprocs(3)),
        ("blocks", blocks::model().nprocs(3)),
    ];
    for (name, model) in models {
        let report = model.check();
        println!(
            "{name}: {:.1} % without Z3; {}",
            100.0 * native_share(&report),
            report.stats()
        );
        assert!(report.is_verified(), "{report}");
        assert!(report.stats().solvers <= 1, "{report}");
    }
}

/// One solver for a run, with and without the native prover.
#[test]
fn never_more_than_one_solver() {
    let (mut obligations, mut by_z3) = (0, 0);
    for case in cases::all() {
        for native in [true, false] {
            let model = (case.model)().native_prover(native);
            let report = cases::check(&model, case.nprocs, tass::Deadlock::Potential);
            assert!(
                report.stats().solvers <= 1,
                "{}: {} solvers",
                case.name,
                report.stats().solvers
            );
            if native {
                obligations += report.stats().obligations;
                by_z3 += report.stats().by_z3 + report.stats().unknown;
            }
        }
    }
    println!("all small models: {by_z3} of {obligations} obligations needed Z3");
}

/// The counters add up: each obligation was decided in one way.
#[test]
fn every_obligation_is_counted_once() {
    for report in [
        odd_even_sort::model().nprocs(3).check(),
        heat::model().nprocs(2).check(),
        insertion_sort::model().check(),
    ] {
        let s = report.stats();
        let decided =
            s.by_simplification + s.by_model + s.by_linear + s.by_cache + s.by_z3 + s.unknown;
        assert_eq!(decided, s.obligations, "{report}");
    }
}
