//! Programs written to get a wrong answer: each says what MPI says of it, worked out by hand.

mod buffers;
mod handles;
mod leaks;
mod nothing;
mod ready;
mod started;
mod told;

use tass::{Deadlock, Kind, Model, Violations};

/// Exactly these kinds, with and without reduction, whatever is buffered; none: verified.
fn gives(model: &Model, nprocs: usize, potential: &[Kind], absolute: &[Kind]) {
    for (deadlock, kinds) in [
        (Deadlock::Potential, potential),
        (Deadlock::Absolute, absolute),
    ] {
        for reduction in [true, false] {
            let asked = model.clone().nprocs(nprocs);
            let asked = asked.deadlock(deadlock).reduction(reduction);
            let report = asked.clone().violations(Violations::All).check();
            let mut found = report.kinds().to_vec();
            found.sort_by_key(|kind| kind.name());
            found.dedup();
            assert_eq!(
                found, kinds,
                "{deadlock:?}, reduction: {reduction}\n{report}"
            );
            let first = asked.check();
            assert_eq!(first.is_verified(), kinds.is_empty(), "{first}");
            assert_eq!(first.is_refuted(), !kinds.is_empty(), "{first}");
        }
    }
}

/// The same for both.
fn always_gives(model: &Model, nprocs: usize, kinds: &[Kind]) {
    gives(model, nprocs, kinds, kinds);
}
