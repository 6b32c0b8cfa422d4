//! A producer and a consumer with a window: the producer sends at most `WINDOW` items before it
//! waits for an acknowledgement. For any number of items it is proved that everything sent is
//! received, and that never more than `WINDOW` items are unacknowledged.
//!
//! No variable of the program says how many messages there were: the proof needs `sent`, `received`
//! and `in_flight`. `cargo run --example producer_consumer` shows the proof, and what is said of
//! the invariant without them.

use tass::prelude::*;

/// Items that may be under way without an acknowledgement.
const WINDOW: usize = 2;

/// Every acknowledgement stands for `WINDOW` items, and says how many the consumer has by now.
#[tass::verify(nprocs = 2)]
fn window(items: &[i64]) {
    let rank = mpi!(rank());
    let (mut x, mut consumed) = (0, 0usize);
    invariant!(STREAM: i == proc[0].i
        && proc[0].sent(1) == i && in_flight(0, 1) == 0
        && proc[0].received(1) == i / WINDOW && in_flight(1, 0) == 0);
    for i in 0..items.len() {
        if rank == 0 {
            mpi!(send(&items[i], to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
            assert!(x == items[i]);
        }
        // Here the window is as full as it gets.
        collective_assert!(UNACKNOWLEDGED: proc[0].sent(1) <= WINDOW * (proc[0].received(1) + 1));
        if (i + 1) % WINDOW == 0 {
            if rank == 0 {
                mpi!(recv(&mut consumed, from = 1));
                assert!(consumed == i + 1);
            } else {
                mpi!(send(&(i + 1), to = 0));
            }
        }
    }
    collective_assert!(DELIVERED: in_flight(0, 1) == 0 && in_flight(1, 0) == 0);
    collective_assert!(COMPLETE: proc[1].received(0) == items.len());
}

/// The producer sends only what passes a filter, and the consumer knows which items do: as many
/// arrive as there are.
#[tass::verify(nprocs = 2)]
fn filtered(items: &[i64]) {
    let rank = mpi!(rank());
    let mut x = 0i64;
    invariant!(STREAM: i == proc[0].i && in_flight(0, 1) == 0
        && proc[0].sent(1) == (0..i).filter(|k| items[*k] > 0).count());
    for i in 0..items.len() {
        if items[i] > 0 {
            if rank == 0 {
                mpi!(send(&items[i], to = 1));
            } else {
                mpi!(recv(&mut x, from = 0));
            }
        }
    }
    collective_assert!(DELIVERED: proc[1].received(0) == (0..items.len()).filter(|k| items[*k] > 0).count());
}

/// The producer is one item ahead: whenever both stand at the loop's head, one message is in
/// flight, until there is nothing left to send.
#[tass::verify(nprocs = 2)]
fn ahead(n: usize) {
    assume!(n > 0);
    let rank = mpi!(rank());
    let mut x = 0usize;
    if rank == 0 {
        mpi!(send(&x, to = 1));
    }
    invariant!(ONE: i == proc[0].i && proc[1].received(0) == i
        && in_flight(0, 1) == (i < n) as i64);
    for i in 0..n {
        if rank == 0 {
            if i + 1 < n {
                mpi!(send(&x, to = 1));
            }
        } else {
            mpi!(recv(&mut x, from = 0));
        }
    }
    collective_assert!(DELIVERED: in_flight(0, 1) == 0 && proc[1].received(0) == n);
}

/// Without the counters the invariant says nothing of the messages before, so the window may be
/// anything in an arbitrary iteration.
#[tass::verify(nprocs = 2, expect = not_inductive)]
fn window_uncounted(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(STREAM: i == proc[0].i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
            assert!(x == i);
        }
        collective_assert!(UNACKNOWLEDGED: proc[0].sent(1) <= WINDOW * (proc[0].received(1) + 1));
        if (i + 1) % WINDOW == 0 {
            if rank == 0 {
                mpi!(recv(&mut x, from = 1));
            } else {
                mpi!(send(&i, to = 0));
            }
        }
    }
}

/// Everything is delivered, but the invariant does not say so.
#[tass::verify(nprocs = 2, expect = not_inductive)]
fn delivered_uncounted(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(STREAM: i == proc[0].i && proc[0].sent(1) == i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
        }
    }
    collective_assert!(DELIVERED: in_flight(0, 1) == 0);
}

/// Two messages an iteration: the invariant holds on entry, and not after it.
#[tass::verify(nprocs = 2, expect = invariant)]
fn counted_wrong(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(STREAM: i == proc[0].i && proc[0].sent(1) == i && in_flight(0, 1) == 0);
    for i in 0..n {
        for _ in 0..2 {
            if rank == 0 {
                mpi!(send(&i, to = 1));
            } else {
                mpi!(recv(&mut x, from = 0));
            }
        }
    }
}

/// A message before the loop, of which the invariant does not know.
#[tass::verify(nprocs = 2, expect = invariant_entry)]
fn not_established(n: usize) {
    let rank = mpi!(rank());
    let mut x = n;
    if rank == 0 {
        mpi!(send(&n, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
    invariant!(STREAM: i == proc[0].i && proc[0].sent(1) == i && in_flight(0, 1) == 0);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
        }
    }
}

/// The acknowledgement comes one item too late.
#[tass::verify(nprocs = 2, expect = collective_assertion)]
fn window_too_wide(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(STREAM: i == proc[0].i
        && proc[0].sent(1) == i && in_flight(0, 1) == 0
        && proc[0].received(1) == i / (WINDOW + 1) && in_flight(1, 0) == 0);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
        }
        collective_assert!(UNACKNOWLEDGED: proc[0].sent(1) <= WINDOW * (proc[0].received(1) + 1));
        if (i + 1) % (WINDOW + 1) == 0 {
            if rank == 0 {
                mpi!(recv(&mut x, from = 1));
            } else {
                mpi!(send(&i, to = 0));
            }
        }
    }
}

/// The consumer has another filter.
#[tass::verify(nprocs = 2, expect = invariant)]
fn filters_differ(items: &[i64]) {
    let rank = mpi!(rank());
    let mut x = 0i64;
    invariant!(STREAM: i == proc[0].i && in_flight(0, 1) == 0);
    for i in 0..items.len() {
        if rank == 0 && items[i] > 0 {
            mpi!(send(&items[i], to = 1));
        }
        if rank == 1 && items[i] > 1 {
            mpi!(recv(&mut x, from = 0));
        }
    }
}

fn main() {
    println!("{}\n", window::model().nprocs(2).check());
    println!("{}\n", filtered::model().nprocs(2).check());
    println!("{}\n", ahead::model().nprocs(2).check());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(model: tass::Model) -> (u64, u64, u64) {
        let report = model.nprocs(2).check();
        assert!(report.is_verified(), "{report}");
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(window::model()),
            counts(filtered::model()),
            counts(ahead::model()),
        ];
        assert_eq!(counts, [(40, 35, 0), (45, 38, 0), (20, 18, 0)]);
    }

    /// An arbitrary iteration shows the counters as it shows variables.
    #[test]
    fn an_arbitrary_iteration_shows_counters() {
        let report = delivered_uncounted::model().nprocs(2).check();
        assert!(report.snapshot().contains("received(0)"), "{report}");
    }
}
