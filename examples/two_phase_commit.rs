//! Two-phase commit: a coordinator asks everybody to prepare, and decides by what they answer.
//!
//! Who votes how is an input, so what is proved is proved for every combination of votes. The
//! protocol is right if nobody commits while another one aborts ([AGREED](fn@commit)), and if all
//! commit when all vote for it. One participant that does not wait for the decision is enough to
//! break it: [`fn@impatient`].

use tass::prelude::*;

/// What the coordinator and the participants say to each other.
#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Message {
    Prepare { transaction: u32 },
    Vote(Vote),
    Decision(Outcome),
}

/// Is a participant for it?
#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Vote {
    Yes,
    No,
}

/// What is done in the end.
#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Commit,
    Abort,
}

const COORDINATOR: usize = 0;
const TRANSACTION: u32 = 7;

/// Asks all participants, and tells them what is to be done.
#[tass::model]
fn coordinate() -> Outcome {
    let size = mpi!(size());
    for participant in 1..size {
        let prepare = Message::Prepare {
            transaction: TRANSACTION,
        };
        mpi!(send(&prepare, to = participant));
    }
    let mut outcome = Outcome::Commit;
    for _ in 1..size {
        let mut answer = Message::Decision(Outcome::Abort);
        mpi!(recv(&mut answer, from = ANY));
        match answer {
            Message::Vote(Vote::Yes) => {}
            Message::Vote(Vote::No) => outcome = Outcome::Abort,
            Message::Prepare { .. } | Message::Decision(_) => unreachable!("no votes"),
        }
    }
    for participant in 1..size {
        mpi!(send(&Message::Decision(outcome), to = participant));
    }
    outcome
}

/// Votes; who has voted `Yes` waits for the decision.
#[tass::model]
fn participate(vote: Vote) -> Outcome {
    let mut message = Message::Vote(Vote::No);
    mpi!(recv(&mut message, from = COORDINATOR));
    assert!(matches!(
        message,
        Message::Prepare {
            transaction: TRANSACTION
        }
    ));
    mpi!(send(&Message::Vote(vote), to = COORDINATOR));
    mpi!(recv(&mut message, from = COORDINATOR));
    match message {
        Message::Decision(outcome) => outcome,
        other => unreachable!("no decision: {other:?}"),
    }
}

/// Nobody commits where another one aborts, and all commit if all are for it.
#[tass::verify(nprocs = 2..=4)]
fn commit(votes: [Vote; 4]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let outcome = match rank {
        COORDINATOR => coordinate(),
        _ => participate(votes[rank]),
    };
    collective_assert!(AGREED: proc.iter().all(|p| p.outcome == outcome));
    let unanimous = (1..size).all(|r| votes[r] == Vote::Yes);
    assert!((outcome == Outcome::Commit) == unanimous);
}

/// Votes, and acts as if its vote were the decision.
#[tass::model]
fn hurry(vote: Vote) -> Outcome {
    let mut message = Message::Vote(Vote::No);
    mpi!(recv(&mut message, from = COORDINATOR));
    mpi!(send(&Message::Vote(vote), to = COORDINATOR));
    mpi!(recv(&mut message, from = COORDINATOR));
    match vote {
        Vote::Yes => Outcome::Commit,
        Vote::No => Outcome::Abort,
    }
}

/// As [`fn@commit`], but the last participant is in a hurry.
#[tass::verify(nprocs = 3, expect = collective_assertion)]
fn impatient(votes: [Vote; 3]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let outcome = match rank {
        COORDINATOR => coordinate(),
        last if last == size - 1 => hurry(votes[last]),
        _ => participate(votes[rank]),
    };
    collective_assert!(AGREED: proc.iter().all(|p| p.outcome == outcome));
}

fn main() {
    for nprocs in 2..=4 {
        println!("{}", commit::model().nprocs(nprocs).check());
    }
    println!("{}", impatient::model().nprocs(3).check());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_pinned() {
        let counts = [2, 3, 4].map(|nprocs| {
            let report = commit::model().nprocs(nprocs).check();
            assert!(report.is_verified(), "{report}");
            (report.stats().states, report.stats().steps)
        });
        assert_eq!(counts, [(13, 11), (52, 49), (187, 187)]);
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let full = commit::model().nprocs(3).reduction(false).check();
        assert!(full.is_verified(), "{full}");
        let full = impatient::model().nprocs(3).reduction(false).check();
        assert_eq!(full.kinds(), [tass::Kind::CollectiveAssertion], "{full}");
    }
}
