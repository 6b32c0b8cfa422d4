//! Several processes: blocks, rings, ghost cells, prefixes.
#![allow(clippy::needless_range_loop, reason = "as suites have them")]

use tass::prelude::*;

use super::{Right, Wrong, check};

/// Each process sums its block, of its own length.
#[tass::model]
fn block_sum(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    let (first, end) = (rank * n / size, (rank + 1) * n / size);
    let mut part = 0;
    invariant!(PART: part == (first..i).map(|k| a[k]).sum::<i64>());
    for i in first..end {
        part += a[i];
    }
    let mut total = 0;
    mpi!(allreduce(&part, &mut total, op = SUM));
    assert!(total == a.iter().sum::<i64>());
}

/// The rest of the division is forgotten.
#[tass::model]
fn block_sum_wrong(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    let (first, end) = (rank * (n / size), (rank + 1) * (n / size));
    let mut part = 0;
    invariant!(PART: part == (first..i).map(|k| a[k]).sum::<i64>());
    for i in first..end {
        part += a[i];
    }
    let mut total = 0;
    mpi!(allreduce(&part, &mut total, op = SUM));
    assert!(total == a.iter().sum::<i64>());
}

/// Cyclic instead of blocks: every `size`-th item.
#[tass::model]
fn cyclic_sum(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    let mut part = 0;
    let mut i = rank;
    invariant!(PART: i % size == rank && i < n + size
        && part == (0..i.min(n)).filter(|k| k % size == rank).map(|k| a[k]).sum::<i64>());
    while i < n {
        part += a[i];
        i += size;
    }
    let mut total = 0;
    mpi!(reduce(&part, &mut total, op = SUM, root = 0));
    assert!(rank != 0 || total == a.iter().sum::<i64>());
}

/// Each sends its maximum to 0.
#[tass::model]
fn block_max(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    assume!(n >= size);
    let (first, end) = (rank * n / size, (rank + 1) * n / size);
    let mut most = a[first];
    invariant!(PART: (first..i).all(|k| a[k] <= most) && (first..i).any(|k| a[k] == most));
    for i in first + 1..end {
        if a[i] > most {
            most = a[i];
        }
    }
    let mut all = 0;
    mpi!(allreduce(&most, &mut all, op = MAX));
    assert!((0..n).all(|k| a[k] <= all) && (0..n).any(|k| a[k] == all));
}

/// `n` rounds: everybody has then the rank of the process `n` places to its left.
#[tass::model]
fn ring_rounds(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut x = rank;
    invariant!(ROUNDS: i == proc[0].i && x < size && (x + i) % size == rank);
    for i in 0..n {
        let mut y = 0;
        mpi!(sendrecv(&x, to = right, &mut y, from = left));
        x = y;
    }
    assert!((x + n) % size == rank);
}

/// The wrong way round.
#[tass::model]
fn ring_rounds_wrong(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut x = rank;
    invariant!(ROUNDS: i == proc[0].i && x < size);
    for i in 0..n {
        let mut y = 0;
        mpi!(sendrecv(&x, to = left, &mut y, from = right));
        x = y;
    }
    assert!((x + n) % size == rank);
}

/// Ghost cells: the average of neighbours stays between the bounds, and the ghosts agree, for any
/// number of steps.
#[tass::model]
fn halo(steps: usize, lo: f64, hi: f64, u0: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(u0.len() == 2 * size && u0.iter().all(|&x| lo <= x && x <= hi));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut u = [0.0, u0[2 * rank], u0[2 * rank + 1], 0.0];
    invariant!(STEPS: t == proc[0].t && (1..=2).all(|k| lo <= u[k] && u[k] <= hi));
    for t in 0..steps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        collective_assert!(GHOSTS: proc[right].u[0] == u[2] && proc[left].u[3] == u[1]);
        let v = u;
        for k in 1..=2 {
            u[k] = (v[k - 1] + 2.0 * v[k] + v[k + 1]) / 4.0;
        }
    }
    assert!(lo <= u[1] && u[1] <= hi);
}

/// Updates in place, and the total is not kept.
#[tass::model]
fn halo_wrong(steps: usize, u0: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(u0.len() == 2 * size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut u = [0.0, u0[2 * rank], u0[2 * rank + 1], 0.0];
    invariant!(STEPS: t == proc[0].t && proc.iter().map(|p| p.u[1] + p.u[2]).sum::<f64>() == u0.iter().sum::<f64>());
    for t in 0..steps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        for k in 1..=2 {
            u[k] = (u[k - 1] + 2.0 * u[k] + u[k + 1]) / 4.0;
        }
    }
}

/// The total is kept: a statement about all processes.
#[tass::model]
fn halo_total(steps: usize, u0: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(u0.len() == 2 * size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut u = [0.0, u0[2 * rank], u0[2 * rank + 1], 0.0];
    invariant!(STEPS: t == proc[0].t && proc.iter().map(|p| p.u[1] + p.u[2]).sum::<f64>() == u0.iter().sum::<f64>());
    for t in 0..steps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        let v = u;
        for k in 1..=2 {
            u[k] = (v[k - 1] + 2.0 * v[k] + v[k + 1]) / 4.0;
        }
    }
}

/// Prefix sums of the whole: those of the blocks, and what comes before.
#[tass::model]
fn parallel_prefix(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    let (first, end) = (rank * n / size, (rank + 1) * n / size);
    let m = end - first;
    let mut p = vec![0; m];
    let mut sum = 0;
    invariant!(LOCAL: p.len() == m && sum == (first..first + i).map(|k| a[k]).sum::<i64>()
        && (0..i).all(|q| p[q] == (first..=first + q).map(|k| a[k]).sum::<i64>()));
    for i in 0..m {
        sum += a[first + i];
        p[i] = sum;
    }
    let mut up_to = 0;
    mpi!(scan(&sum, &mut up_to, op = SUM));
    let before = up_to - sum;
    invariant!(SHIFT: p.len() == m
        && (0..i).all(|q| p[q] == (0..=first + q).map(|k| a[k]).sum::<i64>())
        && (i..m).all(|q| p[q] == (first..=first + q).map(|k| a[k]).sum::<i64>()));
    for i in 0..m {
        p[i] += before;
    }
    assert!((0..m).all(|q| p[q] == (0..=first + q).map(|k| a[k]).sum::<i64>()));
}

/// Adds what the inclusive scan gives.
#[tass::model]
fn parallel_prefix_wrong(a: &[i64]) {
    let (rank, size, n) = (mpi!(rank()), mpi!(size()), a.len());
    let (first, end) = (rank * n / size, (rank + 1) * n / size);
    let mut sum = 0;
    invariant!(LOCAL: sum == (first..i).map(|k| a[k]).sum::<i64>());
    for i in first..end {
        sum += a[i];
    }
    let mut before = 0;
    mpi!(scan(&sum, &mut before, op = SUM));
    assert!(before == (0..first).map(|k| a[k]).sum::<i64>());
}

#[test]
fn processes() {
    check(&[
        ("block_sum", block_sum::model, 3, Right),
        (
            "block_sum_wrong",
            block_sum_wrong::model,
            2,
            Wrong(&["assertion"]),
        ),
        ("cyclic_sum", cyclic_sum::model, 2, Right),
        ("block_max", block_max::model, 2, Right),
        ("ring_rounds", ring_rounds::model, 3, Right),
        (
            "ring_rounds_wrong",
            ring_rounds_wrong::model,
            3,
            Wrong(&["assertion"]),
        ),
        ("halo", halo::model, 3, Right),
        ("halo_total", halo_total::model, 3, Right),
        ("halo_wrong", halo_wrong::model, 2, Wrong(&["invariant"])),
        ("parallel_prefix", parallel_prefix::model, 2, Right),
        (
            "parallel_prefix_wrong",
            parallel_prefix_wrong::model,
            2,
            Wrong(&["assertion"]),
        ),
    ]);
}
