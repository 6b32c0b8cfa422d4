//! Operators of one's own in reductions, and whether they are what they are declared to be.

use tass::prelude::*;
use tass::{Kind, Model};

/// A 2 by 2 matrix.
#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Matrix {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

#[tass::model]
fn product(x: Matrix, y: Matrix) -> Matrix {
    Matrix {
        a: x.a * y.a + x.b * y.c,
        b: x.a * y.b + x.b * y.d,
        c: x.c * y.a + x.d * y.c,
        d: x.c * y.b + x.d * y.d,
    }
}

#[tass::model]
fn difference(x: i64, y: i64) -> i64 {
    x - y
}

#[tass::model]
fn average(x: f64, y: f64) -> f64 {
    (x + y) / 2.0
}

/// The greater, and of equal ones the first.
#[tass::model]
fn first_best(x: (i64, i64), y: (i64, i64)) -> (i64, i64) {
    if y.0 > x.0 { y } else { x }
}

#[tass::model]
fn gcd_like(x: i64, y: i64) -> i64 {
    if x < y { x } else { y }
}

#[tass::model]
fn quotient(x: i64, y: i64) -> i64 {
    x / y
}

/// Products of matrices depend on the order of ranks only.
#[tass::model]
fn matrices(m: Matrix) {
    let rank = mpi!(rank()) as i64;
    let mine = Matrix { a: m.a + rank, ..m };
    let mut all = mine;
    mpi!(allreduce(&mine, &mut all, op = ordered(product)));
    let (x, y, z) = (m, Matrix { a: m.a + 1, ..m }, Matrix { a: m.a + 2, ..m });
    assert!(all == product(product(x, y), z));
}

#[tass::model]
fn matrices_swapped(m: Matrix) {
    let rank = mpi!(rank()) as i64;
    let mine = Matrix { a: m.a + rank, ..m };
    let mut all = mine;
    mpi!(allreduce(&mine, &mut all, op = commutative(product)));
}

#[tass::model]
fn differences(x: i64) {
    let mine = x + mpi!(rank()) as i64;
    let mut all = 0;
    mpi!(reduce(&mine, &mut all, op = ordered(difference), root = 0));
}

#[tass::model]
fn averages(x: f64) {
    let mine = if mpi!(rank()) == 0 { x } else { 0.0 };
    let mut all = 0.0;
    mpi!(reduce(&mine, &mut all, op = commutative(average), root = 0));
}

/// Of different values there is one best, whoever looks first.
#[tass::model]
fn bests(x: i64) {
    let rank = mpi!(rank()) as i64;
    let mine = (x + rank, rank);
    let mut best = (0, 0);
    mpi!(allreduce(&mine, &mut best, op = commutative(first_best)));
    assert!(best == (x + mpi!(size()) as i64 - 1, mpi!(size()) as i64 - 1));
}

/// Equal values: who is first decides.
#[tass::model]
fn equal_bests(x: i64) {
    let rank = mpi!(rank()) as i64;
    let mut best = (0, 0);
    mpi!(allreduce(
        &(x, rank),
        &mut best,
        op = commutative(first_best)
    ));
}

/// In the order of ranks, the first of equal ones is taken however they are grouped.
#[tass::model]
fn ordered_bests(x: i64) {
    let rank = mpi!(rank()) as i64;
    let mut best = (0, 0);
    mpi!(allreduce(&(x, rank), &mut best, op = ordered(first_best)));
    assert!(best == (x, 0));
}

/// Element by element, of a prefix of the ranks, in place, without blocking.
#[tass::model]
fn everywhere(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mine = [x + rank as i64, x - rank as i64];
    let (mut prefix, mut before, mut own) = ([0; 2], [0; 2], mine);
    mpi!(scan(&mine, &mut prefix, op = commutative(gcd_like)));
    mpi!(exscan(&mine, &mut before, op = commutative(gcd_like)));
    assert!(prefix == [x, x - rank as i64]);
    assert!(rank == 0 || before == [x, x - (rank as i64 - 1)]);
    let mut request = mpi!(iallreduce(IN_PLACE, &mut own, op = ordered(gcd_like)));
    mpi!(wait(&mut request));
    assert!(own == [x, x - (size as i64 - 1)]);
    let given = vec![x; size];
    let mut block = 0;
    mpi!(reduce_scatter_block(
        &given,
        &mut block,
        op = commutative(gcd_like)
    ));
    assert!(block == x);
}

#[tass::model]
fn zero_somewhere(x: i64) {
    let mut all = 0;
    mpi!(allreduce(&x, &mut all, op = ordered(quotient)));
}

#[tass::model]
fn two_operators() {
    let (x, mut all) = (1_i64, 0);
    if mpi!(rank()) == 0 {
        mpi!(allreduce(&x, &mut all, op = commutative(gcd_like)));
    } else {
        mpi!(allreduce(&x, &mut all, op = ordered(gcd_like)));
    }
}

/// Who combines the operands is for MPI to say.
#[tass::model]
fn times_mine(x: i64) -> i64 {
    x * mpi!(rank()) as i64
}

#[tass::model]
fn of_the_process(x: i64, y: i64) -> i64 {
    x + times_mine(y)
}

#[tass::model]
fn depends_on_the_process(x: i64) {
    let mut all = 0;
    mpi!(allreduce(&x, &mut all, op = ordered(of_the_process)));
}

#[test]
fn an_operator_is_the_same_everywhere() {
    let report = depends_on_the_process::model().nprocs(3).check();
    let text = report.snapshot();
    let start = "error: `of_the_process` is more than an operator can be";
    assert!(
        text.starts_with(start) && text.contains("no `rank()`"),
        "{text}"
    );
}

fn kinds(model: &Model, nprocs: usize) -> Vec<Kind> {
    let report = model.clone().nprocs(nprocs).check();
    assert!(report.is_refuted(), "{report}");
    report.kinds()
}

#[test]
fn what_is_as_declared_is_verified() {
    for (model, nprocs) in [
        (matrices::model(), 3),
        (bests::model(), 2),
        (bests::model(), 5),
        (ordered_bests::model(), 4),
        (everywhere::model(), 3),
        (everywhere::model(), 8),
        (differences::model(), 2),
    ] {
        for reduction in [true, false] {
            let report = model
                .clone()
                .nprocs(nprocs)
                .reduction(reduction || nprocs > 4)
                .check();
            assert!(report.is_verified(), "{report}");
        }
    }
}

#[test]
fn what_is_not_is_refuted() {
    for (model, nprocs) in [
        (matrices_swapped::model(), 2),
        (differences::model(), 3),
        (averages::model(), 3),
        (equal_bests::model(), 2),
    ] {
        assert_eq!(kinds(&model, nprocs), [Kind::OperatorClaim]);
    }
}

#[test]
fn an_operator_can_fail() {
    assert_eq!(kinds(&zero_somewhere::model(), 2), [Kind::DivisionByZero]);
    assert_eq!(kinds(&two_operators::model(), 2), [Kind::CollectiveOp]);
}

#[test]
fn reports() {
    for (name, model) in [
        ("not_associative", differences::model()),
        ("not_commutative", equal_bests::model()),
        ("fails", zero_somewhere::model()),
    ] {
        let report = model.nprocs(3).check();
        insta::assert_snapshot!(name, report.snapshot());
    }
}
