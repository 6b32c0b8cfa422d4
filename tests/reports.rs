//! The report of every kind of violation, as a newcomer reads it.

use crate::cases::kinds::PAIRS;
use tass::Deadlock;

#[test]
fn every_kind() {
    for pair in PAIRS {
        // With buffering an open question, what the kind comes with is found first.
        let deadlock = match pair.potential {
            [_] => Deadlock::Potential,
            _ => Deadlock::Absolute,
        };
        let report = (pair.broken)().nprocs(2).deadlock(deadlock).check();
        insta::assert_snapshot!(pair.kind.name(), report.snapshot());
    }
}
