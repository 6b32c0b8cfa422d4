//! Twenty models that would take for ever, or all memory.

use tass::prelude::*;
use tass::{Deadlock, Model};

/// The first mistake that everybody makes.
#[tass::model]
fn unbounded(n: usize) {
    let mut i = 0;
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

/// Two to the power of 22 paths, in one step.
#[tass::model]
fn paths(b: [bool; 22]) {
    let mut c = 0;
    for i in 0..22 {
        if b[i] {
            c += 1;
        }
    }
    assert!(c <= 22);
}

#[tass::model]
fn quantifiers(a: [i64; 60]) {
    let sorted =
        (0..60).all(|i| (0..60).all(|j| (0..60).all(|k| a[i] <= a[j] || a[k] <= a[j] + a[i])));
    assert!(!sorted);
}

/// A polynomial of degree 4096.
#[tass::model]
fn squares(x: i64) {
    let mut f = x + 1;
    for _ in 0..12 {
        f = f * f;
    }
    assert!(f >= 0);
}

#[tass::model]
fn two_variables(y: i64, x: i64) {
    let mut z = x;
    for _ in 0..9 {
        z = z * z + y;
    }
    assert!(z != 7);
}

/// Fermat, and two of his friends.
#[tass::model]
fn nonlinear(a: i64, b: i64, c: i64) {
    assume!(a > 1 && b > 1 && c > 1);
    assert!(a * a * a + b * b * b != c * c * c);
    assert!(a * b * c * (a - b) * (b - c) != 12_345_677);
    assert!(a * a * b + b * b * c != c * c * a + 91);
}

#[tass::model]
fn deep(n: u64) -> u64 {
    if n == 0 { 0 } else { deep(n - 1) + 1 }
}

#[tass::model]
fn recursion(n: u64) {
    assert!(deep(n) == n);
}

#[tass::model]
fn symbolic_indices(at: [usize; 40]) {
    let mut v = vec![0i64; 400];
    for i in 0..40 {
        assume!(at[i] < 400);
        v[at[i]] += 1;
    }
    assert!(v[0] <= 40);
}

/// Numbers of a million digits, soon.
#[tass::model]
fn huge_numbers(n: u64) {
    let mut f = 170_141_183_460_469_231_731_687_303_715_884_105_727i128;
    for _ in 0..40 {
        f = f * f;
    }
    assert!(n as i128 != f);
}

/// Every one of seven processes may be the next.
#[tass::model]
fn wildcards() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank == 0 {
        let mut all = vec![0usize; 0];
        for _ in 0..3 * (size - 1) {
            let mut x = 0usize;
            mpi!(recv(&mut x, from = ANY));
            all.push(x);
        }
        assert!(all.len() == 3 * (size - 1));
    } else {
        for i in 0..3usize {
            let x = 10 * rank + i;
            mpi!(send(&x, to = 0));
        }
    }
}

/// A violation whose six hundred inputs are to be made small.
#[tass::model]
fn many_inputs(a: [i64; 300], b: [i64; 300]) {
    let (mut s, mut t) = (0, 0);
    for i in 0..300 {
        s += a[i] * (i as i64 % 7 - 3) + b[i];
        t += a[i] - 2 * b[299 - i];
    }
    assert!(s < 1000 || t > 5 * s);
}

#[tass::model]
fn long_fold(a: &[i64]) {
    assume!(a.len() > 1000);
    let s: i64 = (0..1_000_000usize)
        .map(|i| (i % 7) as i64 * a[i % 1000])
        .sum();
    assert!(s != 5);
}

#[tass::model]
fn nested_vectors(at: [usize; 24]) {
    let mut m = vec![vec![0i64; 24]; 24];
    for i in 0..24 {
        for j in 0..24 {
            assume!(at[i] < 24 && at[j] < 24);
            m[at[i]][at[j]] += m[at[j]][at[i]] + 1;
        }
    }
    assert!(m[3][5] < 1000);
}

/// For every number of processes: some hundred local states, and any set of them may be populated.
#[tass::model]
fn shared_values() {
    let mut a = shared!(0i32);
    let mut b = shared!(0i32);
    let mut c = shared!(0i32);
    always!(!proc.iter().any(|p| p.a > 4 || p.b > 4));
    loop {
        a = choose!(0..5);
        b = choose!(0..5);
        while proc.iter().any(|p| p.a == 3 && p.b == 4) {}
        c = choose!(0..5);
    }
}

/// The violation comes late, and every process does much before it.
#[tass::model]
fn late_violation(x: [i64; 6]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut v = x[0];
    for round in 0..40usize {
        if rank == 0 {
            for _ in 1..size {
                let mut y = 0i64;
                mpi!(recv(&mut y, from = ANY));
                v += y * x[round % 6];
            }
        } else {
            mpi!(send(&v, to = 0));
        }
    }
    assert!(rank != 0 || v < 100);
}

/// An endless conversation.
#[tass::model]
fn ping_pong(n: u64) {
    let rank = mpi!(rank());
    let mut i = 0u64;
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut i, from = 0));
        }
        i += 1;
    }
    assert!(i == n);
}

#[tass::model]
fn growing(n: usize) {
    let mut v = vec![0usize; 0];
    while v.len() < n {
        let l = v.len();
        v.push(l * l);
    }
    assert!(v.len() == n);
}

#[tass::model]
fn divisions(a: i64, b: i64, c: i64) {
    assume!(b != 0 && c != 0);
    let mut x = a;
    for _ in 0..12 {
        x = (x / b) * c + x % c;
    }
    assert!(x != 1_234_567);
}

/// A copy of a copy of a copy.
#[tass::model]
fn doubling(n: usize) {
    let mut v = vec![1i64; 1];
    let mut i = 0usize;
    while i < n {
        let w = v.to_vec();
        for j in 0..w.len() {
            v.push(w[j] + i as i64);
        }
        i += 1;
    }
    assert!(!v.is_empty());
}

/// An invariant that says too little, and a search for a real execution behind its failure.
#[tass::model]
fn weak_invariant(a: [i64; 14], n: usize) {
    let mut i = 0usize;
    let mut s = 0i64;
    while i < n {
        invariant!(UP: i <= n);
        for j in 0..14 {
            if a[j] > s {
                s += a[j];
            }
        }
        i += 1;
    }
    assert!(s >= 0);
}

/// Name, model.
pub(crate) fn all() -> Vec<(&'static str, Model)> {
    vec![
        ("unbounded", unbounded::model()),
        ("paths", paths::model()),
        ("quantifiers", quantifiers::model()),
        ("squares", squares::model()),
        ("two_variables", two_variables::model()),
        ("nonlinear", nonlinear::model()),
        ("recursion", recursion::model()),
        ("symbolic_indices", symbolic_indices::model()),
        ("huge_numbers", huge_numbers::model()),
        ("wildcards", wildcards::model().nprocs(7)),
        ("many_inputs", many_inputs::model()),
        ("long_fold", long_fold::model()),
        ("nested_vectors", nested_vectors::model()),
        (
            "shared_values",
            shared_values::model().nprocs_any().deadlock(Deadlock::Off),
        ),
        ("late_violation", late_violation::model().nprocs(5)),
        ("ping_pong", ping_pong::model().nprocs(2)),
        ("growing", growing::model()),
        ("divisions", divisions::model()),
        ("doubling", doubling::model()),
        ("weak_invariant", weak_invariant::model()),
    ]
}
