//! Counterexamples are small: few steps, small inputs, nothing that does not matter. And they are
//! stable: the same bytes on every run, on any number of threads. (With another Z3:
//! `scripts/other-z3`.)

use crate::cases;

use tass::prelude::*;
use tass::{Model, Violations};

/// Processes 0 and 1 send before they receive; the others are busy with each other, and end.
#[tass::model]
fn two_of_six(n: i32) {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank < 2 {
        mpi!(send(&n, to = 1 - rank));
        mpi!(recv(&mut x, from = 1 - rank));
    } else {
        let next = 2 + (rank - 1) % 4;
        let before = 2 + (rank + 1) % 4;
        for _ in 0..3 {
            mpi!(sendrecv(&n, to = next, &mut x, from = before));
        }
        if n > 5 {
            x += 1;
        }
        assert!(x >= n);
    }
}

#[test]
fn a_deadlock_of_two() {
    insta::assert_snapshot!(two_of_six::model().nprocs(6).check().snapshot());
}

/// What process 2 receives is too large; 0 and 1 talk, but not to it.
#[tass::model]
fn one_of_four(n: i32, limit: i32) {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 3 {
        if limit > 100 {
            mpi!(send(&limit, to = 2));
        } else {
            mpi!(send(&n, to = 2));
        }
    } else if rank == 2 {
        mpi!(recv(&mut x, from = 3));
        assert!(x < 9);
    } else if n > 20 {
        mpi!(sendrecv(&n, to = 1 - rank, &mut x, from = 1 - rank));
    }
}

#[test]
fn a_failure_of_one() {
    insta::assert_snapshot!(one_of_four::model().nprocs(4).check().snapshot());
}

/// Fails for a list with two neighbours that are not in order; it need not be longer.
#[tass::model]
fn sorted(scale: f64, list: Vec<i32>) {
    let mut i = 1;
    while i < list.len() {
        if scale > 0.0 {
            assert!(list[i - 1] <= list[i]);
        }
        i += 1;
    }
}

#[test]
fn the_shortest_list() {
    insta::assert_snapshot!(sorted::model().check().snapshot());
}

/// Chooses from many.
#[tass::model]
fn chooses(n: usize) {
    let c: usize = choose!(10..1000);
    let mut sum = 0;
    for i in 0..n {
        sum += i;
    }
    assert!(c * n < 250 || sum < 3);
}

#[test]
fn the_smallest_choice() {
    insta::assert_snapshot!(chooses::model().check().snapshot());
}

/// Needs Z3: a product, and which side of it is negative.
#[tass::model]
fn product(x: i64, y: i64, z: f64) {
    assume!(x * y == -91 && x > 1);
    assert!(z * z <= 2.0);
}

#[test]
fn the_smallest_factors() {
    insta::assert_snapshot!(product::model().check().snapshot());
}

/// Every model here, and a broken model for every kind.
fn models() -> Vec<Model> {
    let mut models = vec![
        two_of_six::model().nprocs(6),
        one_of_four::model().nprocs(4),
        one_of_four::model().nprocs(4).violations(Violations::All),
        sorted::model(),
        chooses::model(),
        product::model(),
    ];
    for pair in cases::kinds::PAIRS {
        models.push((pair.broken)().nprocs(2));
    }
    for case in cases::wildcards::CASES {
        models.push((case.model)().nprocs(case.nprocs));
    }
    models
}

#[test]
fn the_same_bytes_every_time_and_on_two_threads() {
    let expected: Vec<String> = models().iter().map(|m| m.check().snapshot()).collect();
    assert!(expected.len() >= 20, "{} models", expected.len());
    let again = |times: usize, expected: &[String]| {
        for _ in 0..times {
            for (model, expected) in models().iter().zip(expected) {
                assert_eq!(model.check().snapshot(), *expected);
            }
        }
    };
    again(10, &expected);
    std::thread::scope(|scope| {
        scope.spawn(|| again(5, &expected));
        scope.spawn(|| again(5, &expected));
    });
}
