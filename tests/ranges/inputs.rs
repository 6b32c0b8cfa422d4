//! What comes from outside is within its type, up to the ends of it.

use super::*;

#[tass::model]
fn table(x: u8) {
    let table = [0; 256];
    assert!(table[x as usize] == 0);
}

#[tass::model]
fn items(a: Vec<u8>, i: usize, n: usize) {
    assume!(i < a.len());
    let table = [0; 256];
    assert!(table[a[i] as usize] == 0);
    assert!(a.iter().all(|x| *x <= 255));
    assert!((0..n).all(|k| k >= a.len() || (a[k] as u16) < 256));
}

#[tass::data]
struct Cell {
    x: i8,
    pair: (u8, i16),
}

#[tass::model]
fn nested(cells: Vec<Cell>, rows: Vec<Vec<u8>>, fixed: Vec<[i8; 2]>, i: usize) {
    assume!(i < cells.len() && i < rows.len() && i < fixed.len());
    assert!(-128 <= cells[i].x && cells[i].x <= 127);
    assert!(cells[i].pair.0 <= 255 && cells[i].pair.1 >= -32768);
    assert!(rows[i].iter().all(|x| *x <= 255));
    assert!(rows[i].len() <= 9223372036854775807);
    assert!(fixed[i][0] as i16 + fixed[i][1] as i16 <= 254);
}

#[tass::model]
fn wide(a: u64, b: i64, c: u128, d: i128, e: usize) {
    assert!(a <= 18446744073709551615);
    assert!(b >= -9223372036854775808 && b <= 9223372036854775807);
    assert!(d >= i128::MIN);
    assert!(e <= 18446744073709551615);
    assert!(a as i128 + b as i128 <= 27670116110564327422);
}

#[tass::model]
fn lengths(a: Vec<i32>, rows: Vec<Vec<bool>>) {
    assert!(a.len() <= 9223372036854775807);
    assert!(rows.iter().all(|row| row.len() <= 9223372036854775807));
    assert!(a.len() as i64 >= 0);
}

/// An equation puts a term in the place of an input: it has to be one that the input can be.
#[tass::model]
fn eliminated(x: u8, y: u8, z: i32) {
    assume!(x == y + 1);
    assert!(y <= 254);
    assume!(z == 1000 * y as i32 - 7);
    assert!(z >= -7 && z <= 253993);
}

#[tass::model]
fn chosen(n: u8) {
    let c = choose!(n..=255);
    assert!(c <= 255 && c >= n);
    let d = choose!(0..n + 100);
    assert!(d <= 255);
}

#[tass::model]
fn largest_item(a: Vec<u8>) {
    assert!(a.iter().all(|x| *x < 255));
}

#[tass::model]
fn largest(x: u32, y: i64) {
    assert!(x as i64 + y <= 9223372036854775807);
}

#[test]
fn are_within_their_types() {
    for model in [
        table::model,
        items::model,
        nested::model,
        wide::model,
        lengths::model,
        eliminated::model,
        chosen::model,
    ] {
        verified(model().nprocs(1));
    }
    verified(table::model().nprocs(1).overflow(true));
    verified(nested::model().nprocs(1).overflow(true));
}

#[test]
fn are_within_their_types_for_z3_alone() {
    for model in [
        table::model,
        lengths::model,
        eliminated::model,
        nested::model,
    ] {
        verified(model().nprocs(1).native_prover(false));
    }
}

/// All that a type can hold is tried.
#[test]
fn reach_the_ends_of_their_types() {
    refuted(largest_item::model().nprocs(1), Kind::Assertion);
    refuted(largest::model().nprocs(1), Kind::Assertion);
    let report = largest::model().nprocs(1).check();
    let inputs: Vec<String> = report.violations()[0]
        .values
        .iter()
        .map(|input| input.value.as_ref().unwrap().to_string())
        .collect();
    let sum: i128 = inputs.iter().map(|v| v.parse::<i128>().unwrap()).sum();
    assert_eq!(sum, 1 << 63, "{report}");
    assert!(inputs[0].parse::<u32>().is_ok() && inputs[1].parse::<i64>().is_ok());
}
