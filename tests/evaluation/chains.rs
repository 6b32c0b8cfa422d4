//! Classes 3, 5 and 8: what a chain computes, computes for every item that Rust
//! evaluates, and for no other.

use super::*;

#[tass::model]
fn counted() {
    let n = (0..3).map(|i: i64| 10 / i).count();
    assert!(n == 3);
}

#[tass::model]
fn not_looked_at() {
    assert!((0..3).map(|i: i64| 10 / i).all(|_| true));
}

#[tass::model]
fn filtered_out() {
    let s = (0..3).map(|i: i64| 10 / i).filter(|_| false).sum::<i64>();
    assert!(s == 0);
}

#[tass::model]
fn ended_before() {
    assert!((0..3).map(|i: i64| 10 / (2 - i)).any(|x| x == 5));
    let a = [1i64, 0, 3];
    assert!((0..300).any(|i| a[i] == 0));
    assert!(!(0..300).all(|i| a[i] == 1));
}

#[tass::model]
fn ended_before_symbolic(a: Vec<i64>, n: usize) {
    if a.len() > 3 && a[3] == 0 && n > 3 {
        assert!((0..n).any(|i| a[i] == 0));
    }
}

#[tass::model]
fn never_ended(a: Vec<i64>, n: usize) {
    if (0..n).any(|i| a[i] == 0) {
        assert!(n > 0);
    }
}

#[tass::model]
fn sum_on_the_way() {
    let a = [100i8, 100, -100];
    assert!(a.iter().sum::<i8>() == 100);
}

#[tass::model]
fn product_on_the_way() {
    let a = [100i8, 2, 0];
    assert!(a.iter().product::<i8>() == 0);
}

#[tass::model]
fn from_the_first_number(n: usize) {
    if n <= 1 {
        let p = (i64::MIN..0).map(|_: i64| n).product::<usize>();
        assert!(p <= 1);
    }
}

#[tass::model]
fn in_a_block(n: i64) {
    assert!(1 / n != { (2..1).map(|i: i64| i / n).min().unwrap() });
}

/// It would take Rust a while; the end of the range has no opposite.
#[test]
fn the_first_number_has_no_opposite() {
    let report = from_the_first_number::model().nprocs(1).check();
    assert!(!report.is_refuted(), "{report}");
}

panics! {
    counted(): DivisionByZero;
    in_a_block(0): DivisionByZero;
    not_looked_at(): DivisionByZero;
    filtered_out(): DivisionByZero;
    never_ended(vec![1], 2): OutOfBounds;
    sum_on_the_way(): Overflow;
    product_on_the_way(): Overflow;
}

holds! {
    ended_before();
    ended_before_symbolic(vec![1, 2, 3, 0], 9);
}
