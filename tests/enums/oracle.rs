//! What rustc as an oracle has found.

use super::is_fine;

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Small { by: usize },
    Large,
}

#[tass::model]
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}

/// Both alternatives fit, so the guard is asked twice, although nothing is bound.
#[tass::model]
fn asked_twice() {
    let step = Step::Small { by: 2 };
    let mut k = 0;
    let fits = match step {
        Step::Small { by: 0..3 } | Step::Small { .. } if next(&mut k) == 2 => true,
        Step::Small { .. } | Step::Large => false,
    };
    assert!(fits && k == 2);
    let mut k = 0;
    match (step, Some(3)) {
        (Step::Small { by: _n @ (..9 | 2) }, Some(1.. | 3)) if next(&mut k) > 9 => {}
        _ => {}
    }
    assert!(k == 4);
}

#[test]
fn a_guard_is_asked_for_each_alternative() {
    is_fine(&asked_twice::model(), 1);
}

/// `None` by its path.
#[tass::model]
fn by_its_path(o: Option<i8>) {
    let there = match o {
        Option::None => 7,
        Option::Some(n) => n / 2,
    };
    assert!(there == 7 || o.is_some());
}

#[test]
fn none_has_a_path() {
    is_fine(&by_its_path::model(), 1);
}
