//! Every kind of violation: a minimal model that is refuted with exactly that kind, and its
//! repaired twin.

use crate::cases;

use crate::cases::kinds::{INEXPRESSIBLE, PAIRS};
use tass::Kind;

#[test]
fn broken_models_have_their_kind_and_no_other() {
    let broken: Vec<cases::Case> = PAIRS.iter().map(|pair| pair.broken()).collect();
    cases::must_agree(&broken);
}

#[test]
fn repaired_twins_are_verified() {
    let repaired: Vec<cases::Case> = PAIRS.iter().map(|pair| pair.repaired()).collect();
    cases::must_agree(&repaired);
}

/// The first violation found is the one that the kind is named after, too: nothing hides it.
#[test]
fn stopping_at_the_first_violation_finds_the_kind() {
    for pair in PAIRS {
        // With buffering an open question, what the kind comes with is found first.
        let alone = pair.potential.len() == 1;
        let deadlock = if alone {
            tass::Deadlock::Potential
        } else {
            tass::Deadlock::Absolute
        };
        let report = (pair.broken)().nprocs(2).deadlock(deadlock).check();
        assert_eq!(report.kinds(), [pair.kind], "{report}");
    }
}

#[test]
fn no_kind_is_forgotten() {
    for kind in Kind::ALL {
        let pairs = PAIRS.iter().filter(|pair| pair.kind == *kind).count();
        let excused = INEXPRESSIBLE
            .iter()
            .filter(|(excused, _)| excused == kind)
            .count();
        assert_eq!(
            pairs + excused,
            1,
            "{kind} needs a pair of models, or a reason why it has none"
        );
    }
}
