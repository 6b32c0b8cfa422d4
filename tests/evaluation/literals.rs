//! With its lint switched off, rustc lets a literal wrap around.

#![allow(overflowing_literals, unused_comparisons, reason = "that is the point")]

use super::*;

#[tass::model]
fn too_great() {
    let x: i8 = 200;
    assert!(x == 200);
}

#[tass::model]
fn too_great_by_suffix() {
    assert!(300u16 > 299 && 300u8 > 40);
}

#[tass::model]
fn too_great_to_cast() {
    assert!(300 as u8 == 44);
}

#[tass::model]
fn in_a_block() {
    let x: i8 = -{ 128 };
}

#[tass::model]
fn just_fits() {
    let (x, y, z): (i8, i64, u8) = (-128, -9223372036854775808, 255);
    assert!(x < 0 && y < 0 && z > 0);
}

#[test]
fn do_not_wrap() {
    let models = [
        too_great::model(),
        too_great_by_suffix::model(),
        too_great_to_cast::model(),
        in_a_block::model(),
    ];
    for model in models {
        let report = model.nprocs(1).check();
        assert!(report.to_string().contains("does not fit into"), "{report}");
    }
}

holds! {
    just_fits();
}
