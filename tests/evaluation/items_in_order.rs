//! Of several obligations of a range whose ends are not known, the one that Rust meets first.

use super::*;

/// The first item fails by the second obligation, the last one would by the first.
#[tass::model]
fn filtered(first: usize) -> usize {
    let a = [0usize, 2, 4];
    a[first.min(1)..]
        .iter()
        .copied()
        .filter(|&k| a[k..3].contains(&(k - usize::MAX)))
        .max()
        .unwrap()
}

#[tass::model]
fn searched(a: Vec<usize>) {
    assume!(a.len() == 2 && a[0] == 0 && a[1] == 5);
    let (b, n) = ([1usize, 2], a.len());
    assume!(n <= 2);
    assert!((0..a[1] - 3).any(|i| b[a[i]] - 2 == 0));
}

/// The sum does not fit before an item fails.
#[tass::model]
fn added(a: Vec<u8>, n: usize) {
    assume!(n <= 3 && a.len() == 3 && n == a.len() && a[0] == 1 && a[1] == 1 && a[2] == 2);
    let b = [1u8, 2];
    let m = choose!(2..4);
    assert!((0..m).map(|i| b[a[i] as usize] * 100).sum::<u8>() > 0);
}

#[test]
fn the_first_is_named() {
    for violations in [tass::Violations::First, tass::Violations::All] {
        let model = filtered::model().nprocs(1).violations(violations);
        let report = model.check();
        assert_eq!(report.kinds(), [Kind::UnsignedUnderflow], "{report}");
        let model = searched::model().nprocs(1).violations(violations);
        let report = model.check();
        assert_eq!(report.kinds(), [Kind::UnsignedUnderflow], "{report}");
        let model = added::model().nprocs(1).violations(violations);
        let report = model.overflow(true).check();
        assert_eq!(report.kinds(), [Kind::Overflow], "{report}");
    }
}
