//! Class 1: a later side effect changes an earlier operand.

use super::*;

#[tass::model]
fn argument_by_reference() {
    let mut a = [0i64; 3];
    let mut i = 0;
    set(&mut a[i], next(&mut i));
    assert!(a == [0, 1, 0]);
}

#[tass::model]
fn index_of_a_row() {
    let mut a = [[0i64; 3]; 3];
    let mut i = 0;
    a[i][next(&mut i)] = 5;
    assert!(a[1][1] == 5);
}

#[tass::model]
fn receiver() {
    let mut v = vec![vec![0usize; 1]; 2];
    let mut i = 0;
    v[i].push(next(&mut i));
    assert!(v[1].len() == 2);
}

#[tass::model]
fn slice_bounds() {
    let v = vec![1i64, 2, 3, 4];
    let mut k = 1;
    let part = v[k..next(&mut k)].to_vec();
    assert!(part.len() == 0);
}

#[tass::model]
fn struct_base() {
    let mut k = 1;
    let p = Pt {
        a: k,
        ..bump(&mut k)
    };
    assert!(p.a == 2);
}

#[tass::model]
fn struct_fields_as_written(z: i64) {
    let v = [1i64, 2];
    let k = 5;
    let p = Pt { b: 1 / z, a: v[k] };
    assert!(p.a == 2);
}

#[tass::model]
fn receiver_by_value() {
    let mut k = 3usize;
    let r = &mut k;
    let m = r.abs_diff(next(r));
    assert!(m == 0);
}

#[tass::model]
fn receiver_before_arguments(z: i64) {
    let mut v = vec![vec![0i64; 1]; 2];
    let i = 7;
    v[i].fill(1 / z);
}

#[tass::model]
fn array_read_after_its_index() {
    let mut a = [0i64; 3];
    let x = a[{
        a[1] = 7;
        1
    }];
    assert!(x == 0);
}

#[tass::model]
fn compound_with_a_reference(z: i64) {
    let mut a = [0i64; 3];
    let i = 7;
    a[i] += &(1 / z);
}

#[tass::model]
fn range_from_its_lower_end(z: usize) {
    let a = [0usize; 3];
    for i in 1 / z..a[7] {
        assert!(i < 3);
    }
}

#[tass::model]
fn operands() {
    let mut k = 1i64;
    let x = add(k, bump(&mut k).a) + k;
    assert!(x != 104);
}

#[tass::model]
fn multiples(z: usize) {
    let v = [1usize, 2];
    let k = 5;
    assert!(v[k].is_multiple_of(1 / z) || true);
}

#[tass::model]
fn operands_of_mpi() {
    let mut a = [0i64; 3];
    let mut i = 0;
    let x = 5i64;
    mpi!(sendrecv(&x, to = 0, &mut a[i], from = next(&mut i) - 1));
    assert!(a[1] == 5);
}

#[test]
fn of_mpi() {
    let report = operands_of_mpi::model().nprocs(1).check();
    assert_eq!(report.kinds(), [Kind::Assertion], "{report}");
}

panics! {
    argument_by_reference(): Assertion;
    index_of_a_row(): Assertion;
    receiver(): Assertion;
    slice_bounds(): Assertion;
    struct_base(): Assertion;
    struct_fields_as_written(0): DivisionByZero;
    receiver_by_value(): Assertion;
    receiver_before_arguments(0): OutOfBounds;
    array_read_after_its_index(): Assertion;
    compound_with_a_reference(0): OutOfBounds;
    range_from_its_lower_end(0): DivisionByZero;
    operands(): Assertion;
    multiples(0): OutOfBounds;
}
