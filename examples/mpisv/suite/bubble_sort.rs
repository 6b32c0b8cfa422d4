//! What a worker of Sorting-MS does with an array of five: a bubble sort that ends as soon as a
//! round has nothing to swap.

use super::{ASSERTION, Program, VERIFIED, cases};

const ITEMS: usize = 5;

/// The twin forgets the last round: it takes one round fewer than there may be something to swap.
#[tass::model]
fn bubble_sort(given: [i64; ITEMS], rounds: usize) {
    let mut a = given;
    for round in 0..rounds {
        let mut swapped = false;
        for i in 0..ITEMS - 1 - round {
            if a[i] > a[i + 1] {
                a.swap(i, i + 1);
                swapped = true;
            }
        }
        if !swapped {
            break;
        }
    }
    assert!((0..ITEMS - 1).all(|i| a[i] <= a[i + 1]));
    for k in 0..ITEMS {
        let before = (0..ITEMS).filter(|i| given[*i] == given[k]).count();
        let after = (0..ITEMS).filter(|i| a[*i] == given[k]).count();
        assert!(before == after, "a permutation");
    }
}

cases! {
    bubble_sort(given: [i64; ITEMS]):
    original = ITEMS - 1 => VERIFIED, VERIFIED;
    a_round_too_few = ITEMS - 2 => ASSERTION, ASSERTION;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Sorting-MS: an array",
    nprocs: &[1],
    spec: None,
    cases,
};
