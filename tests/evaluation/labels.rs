//! A label names its loop in the condition too.

use super::*;

#[tass::model]
fn left() {
    let (mut i, mut rounds) = (0, 0);
    while i < 3 {
        i += 1;
        'a: while {
            if i == 1 {
                break 'a;
            }
            rounds < 9
        } {
            rounds += 1;
        }
    }
    assert!(i == 1 || rounds == 0);
}

#[tass::model]
fn continued() {
    let (mut i, mut n) = (0, 0);
    'a: while {
        i += 1;
        if i < 5 {
            continue 'a;
        }
        i < 7
    } {
        n += 1;
    }
    assert!(i == 7 && n == 2);
}

panics! {
    left(): Assertion;
}

holds! {
    continued();
}
