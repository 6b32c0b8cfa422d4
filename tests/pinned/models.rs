//! Models whose counterexamples are hard to print.

use tass::prelude::*;
use tass::{Deadlock, Model, Tests, Violations};

#[tass::data]
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) first: u8,
    pub(crate) len: i64,
}

#[tass::data]
pub(crate) struct Pair(pub(crate) bool, pub(crate) (f64, [i32; 2]));

#[tass::model]
pub(crate) fn structs(s: Span, all: Vec<Span>, pair: Pair) {
    assume!(all.len() == 2 && all[1].len == 5_000_000_000 && pair.1.1[1] == -4);
    assert!(s.first as i64 != 200 || pair.0 || pair.1.0 != 0.5 || all[0].first != 7);
}

#[tass::model]
pub(crate) fn fractions(x: f64, third: f64, all: &[f64]) {
    assume!(3.0 * third == 1.0 && all.len() == 3 && 10.0 * all[1] == 1.0 && all[2] == 0.5);
    assert!(x != 2.25 || all[0] != 4.0);
}

#[tass::model]
pub(crate) fn large(n: i64, u: u128, all: [i128; 2]) {
    assume!(all[0] == 170_141_183_460_469_231_731_687_303_715_884_105_727 && all[1] == -all[0] - 1);
    assume!(n == 9_000_000_000 && u == all[0] as u128 + 3);
    assert!(u + 1 == 4);
}

#[tass::model]
pub(crate) fn lists(none: Vec<i64>, deep: Vec<Vec<(bool, f64)>>, _unit: (), zeros: &[i32]) {
    assume!(none.is_empty() && deep.len() == 2 && deep[0].is_empty() && deep[1].len() == 1);
    assume!(zeros.len() == 20);
    assert!(deep[1][0].0);
}

/// Choices from few values, and from many.
#[tass::model]
pub(crate) fn chooses(n: usize) {
    assume!(n > 2);
    let a = choose!(0..4);
    let b = choose!(0..1000);
    if mpi!(rank()) == 1 {
        assert!(a != 3 || b != n + 500);
    }
}

/// Branches on inputs are part of the story.
#[tass::model]
pub(crate) fn branches(n: i64, m: i64) {
    let mut x = 0;
    if n > 3 {
        x += 1;
    }
    for i in 0..3 {
        if i < m {
            x += 1;
        }
    }
    assert!(x != 3);
}

/// The order of two messages.
#[tass::model]
pub(crate) fn race() {
    let rank = mpi!(rank());
    if rank == 0 {
        let (mut x, mut y) = (0usize, 0usize);
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut y, from = ANY));
        assert!(x < y);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

/// A schedule that is long, and regular.
#[tass::model]
pub(crate) fn many_rounds(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0;
    for i in 0..40 {
        if rank == 0 {
            mpi!(send(&i, to = 1));
            mpi!(recv(&mut x, from = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
            mpi!(send(&x, to = 0));
        }
    }
    assert!(x != 39 || n != 2);
}

/// Looks first, then takes.
#[tass::model]
pub(crate) fn lock() {
    let mut wants = shared!(false);
    loop {
        while proc.iter().any(|p| p.wants) {}
        wants = true;
        if choose!(0..2) == 1 {
            critical!({});
        }
        wants = false;
    }
}

/// Wrong only if process 0 starts again.
#[tass::model]
pub(crate) fn starts_once() {
    let mut up = shared!(false);
    let mut seen = shared!(false);
    always!(!proc.iter().any(|p| p.seen) || proc.iter().any(|p| p.up));
    if mpi!(rank()) == 0 {
        up = true;
        while !proc.iter().any(|p| p.seen) {}
    } else {
        while !proc.iter().any(|p| p.up) {}
        seen = true;
    }
}

#[tass::model]
pub(crate) fn sums_up(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    assume!(n <= 3);
    let mut part = 0;
    for i in n * rank / size..n * (rank + 1) / size {
        part += a[i];
    }
    let mut sum = 0;
    mpi!(allreduce(&part, &mut sum, op = SUM));
    output!(sum = sum);
}

pub(crate) mod elsewhere {
    use tass::prelude::*;

    /// Forgets the last one.
    #[tass::model]
    pub(crate) fn sums_most(a: &[i64]) {
        let mut sum = 0;
        for i in 1..a.len() {
            sum += a[i];
        }
        output!(sum = sum);
    }
}

/// Says everything in its attribute.
#[tass::verify(nprocs = 2, expect = output_mismatch, spec = elsewhere::sums_most, spec_nprocs = 2, deadlock = absolute, violations = all)]
pub(crate) fn declared(a: &[i64]) {
    assume!(a.len() <= 3);
    output!(sum = a.len() as i64);
}

/// Process 1 assumes what does not hold, but only after it has let process 0 go on.
#[tass::model]
pub(crate) fn assumes_late(n: i64) {
    let mut x = 0i64;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        assert!(x != 3);
    } else {
        mpi!(send(&n, to = 0));
        assume!(n > 3);
    }
}

#[tass::model]
pub(crate) fn universes(a: i64) {
    universe!(workers: |p| p != 0);
    let x = a + mpi!(rank()) as i64;
    if mpi!(rank()) != 0 {
        collective_assert!(workers::SAME: proc.iter().all(|p| p.x == x));
    }
}

#[tass::model]
pub(crate) fn invariants(n: usize) {
    let mut i = 0;
    let mut sum = 0;
    invariant!(I: i <= n && sum == i * i);
    while i < n {
        mpi!(barrier());
        i += 1;
        sum += i;
    }
    assert!(sum >= n);
}

pub(crate) fn hard() -> Vec<(&'static str, Model)> {
    let sums = || sums_up::model().nprocs(2);
    vec![
        ("structs", structs::model().nprocs(1)),
        ("fractions", fractions::model().nprocs(1)),
        ("large", large::model().nprocs(1)),
        ("lists", lists::model().nprocs(1)),
        ("chooses", chooses::model().nprocs(2)),
        ("branches", branches::model().nprocs(1)),
        ("race", race::model().nprocs(3)),
        ("race_unreduced", race::model().nprocs(3).reduction(false)),
        ("many_rounds", many_rounds::model().nprocs(2)),
        ("lock", lock::model().nprocs(2)),
        ("lock_any", lock::model().nprocs_any()),
        ("lock_aborts", lock::model().nprocs(2).aborts(true)),
        (
            "lock_nonatomic",
            lock::model().nprocs(3).tests(Tests::Nonatomic),
        ),
        ("starts_once", starts_once::model().nprocs(2).aborts(true)),
        ("spec_elsewhere", sums().spec(elsewhere::sums_most::model())),
        (
            "spec_parallel",
            sums().spec(elsewhere::sums_most::model()).spec_nprocs(2),
        ),
        ("declared", declared::model().nprocs(2)),
        (
            "overridden",
            declared::model()
                .nprocs(3)
                .spec_nprocs(1)
                .deadlock(Deadlock::Potential),
        ),
        ("assumes_late", assumes_late::model().nprocs(2)),
        ("universes", universes::model().nprocs(3)),
        ("invariants", invariants::model().nprocs(2)),
        (
            "all_violations",
            chooses::model().nprocs(2).violations(Violations::All),
        ),
        (
            "options",
            race::model()
                .nprocs(3)
                .overflow(true)
                .deadlock(Deadlock::Off),
        ),
    ]
}
