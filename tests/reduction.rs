//! What the engine leaves out makes no difference: partial order reduction and the native prover
//! are shortcuts, and each small model must give the same verdict and the same kinds of violations
//! without them.

use crate::cases;

use tass::prelude::*;
use tass::{Deadlock, Kind, Model, Report, Verdict, Violations};

/// The verdict, its reason, and the kinds: everything but the execution that shows them.
fn essence(report: &Report) -> (String, Vec<&'static str>) {
    let verdict = match report.verdict() {
        Some(Verdict::Inconclusive(reason)) => format!("inconclusive: {}", reason.name()),
        Some(Verdict::Vacuous(reason)) => format!("vacuous: {}", reason.name()),
        Some(verdict) => verdict.name().to_string(),
        None => "not built".to_string(),
    };
    (verdict, cases::names(&report.kinds()))
}

/// Checks every case with its own number of processes, and with 2 and 3, in both ways; a model that
/// was not meant for so many or so few gets another verdict, but the same one both ways.
fn same_without(shortcut: fn(Model) -> Model, processes: &[usize]) {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for case in cases::all() {
        let mut counts = processes.to_vec();
        counts.push(case.nprocs);
        counts.sort_unstable();
        counts.dedup();
        for nprocs in counts {
            for deadlock in [Deadlock::Potential, Deadlock::Absolute] {
                let with = cases::check(&(case.model)(), nprocs, deadlock);
                let without = cases::check(&shortcut((case.model)()), nprocs, deadlock);
                compared += 1;
                if essence(&with) != essence(&without) {
                    wrong.push(format!(
                        "{} with {nprocs} under {deadlock:?}: {:?} with, {:?} without\n{without}",
                        case.name,
                        essence(&with),
                        essence(&without)
                    ));
                }
            }
        }
    }
    println!("{compared} comparisons");
    assert!(
        wrong.is_empty(),
        "{} of {compared} differ\n\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

#[test]
fn reduction_makes_no_difference() {
    same_without(|model| model.reduction(false), &[2, 3]);
}

#[test]
fn native_prover_makes_no_difference() {
    same_without(|model| model.native_prover(false), &[2]);
}

/// Reduction does leave something out: one interleaving is enough where nobody has a choice.
#[test]
fn reduction_saves_states() {
    let model = cases::messages::ring_of_sendrecvs::model().nprocs(4);
    let (with, without) = (model.check(), model.clone().reduction(false).check());
    assert!(
        with.is_verified() && without.is_verified(),
        "{with}{without}"
    );
    let (with, without) = (with.stats().states, without.stats().states);
    assert!(
        4 * with < without,
        "{with} states with reduction, {without} without"
    );
}

/// Rank 0 returns to the same state for ever; rank 1's assertion fails.
#[tass::model]
#[allow(clippy::empty_loop)]
fn spins() {
    let rank = mpi!(rank());
    if rank == 0 {
        loop {}
    }
    assert!(rank == 0, "rank 1 gets here");
}

/// The same, but the spinning process never returns to a state that it was in.
#[tass::model]
#[allow(unused)]
fn spins_and_counts() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut i = 0;
        loop {
            i += 1;
        }
    }
    assert!(rank == 0, "rank 1 gets here");
}

/// The assertion fails only after a message that rank 1 has to receive from rank 2, by a wildcard.
#[tass::model]
#[allow(unused)]
fn spins_beside_messages() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        let mut i = 0;
        loop {
            i += 1;
        }
    } else if rank == 1 {
        mpi!(recv(&mut x, from = ANY));
        assert!(x == 0, "rank 2 sends 1");
    } else {
        mpi!(send(&1, to = 1));
    }
}

/// A flag that is never set: the spinning process looks at it, and writes a variable of its own on
/// the way.
#[tass::model]
fn waits_by_looking(n: u32) {
    let rank = mpi!(rank());
    let (mut looked, mut done) = (false, false);
    if rank == 0 {
        while !done {
            looked = !looked;
            done = done && looked;
        }
    }
    assert!(rank == 0 || n < 7);
}

fn assertion_is_found(model: &Model, what: &str) {
    for violations in [Violations::First, Violations::All] {
        for reduction in [true, false] {
            for deadlock in [Deadlock::Potential, Deadlock::Absolute] {
                let model = model
                    .clone()
                    .violations(violations)
                    .reduction(reduction)
                    .deadlock(deadlock);
                let report = model.check();
                let found = report.is_refuted() && report.kinds() == [Kind::Assertion];
                assert!(
                    found,
                    "{what}, reduction {reduction}, {violations:?}, {deadlock:?}\n{report}"
                );
            }
        }
    }
}

#[test]
fn a_spinning_process_hides_nothing() {
    assertion_is_found(&spins::model().nprocs(2), "spins");
    assertion_is_found(&waits_by_looking::model().nprocs(2), "waits by looking");
}

#[test]
fn a_counting_process_hides_nothing() {
    for limited in [|m: Model| m.max_depth(60), |m: Model| m.max_states(60)] {
        assertion_is_found(
            &limited(spins_and_counts::model().nprocs(2)),
            "spins and counts",
        );
        assertion_is_found(
            &limited(spins_beside_messages::model().nprocs(3)),
            "spins beside messages",
        );
    }
}

/// Rank 1 may fail before rank 0 assumes that it cannot.
#[tass::model]
fn assumed_by_the_other(n: i32) {
    if mpi!(rank()) == 0 {
        assume!(n > 0);
    } else {
        assert!(n > 0);
    }
}

/// The same, with an assumption that nothing satisfies.
#[tass::model]
fn contradiction_in_the_other(n: i32) {
    if mpi!(rank()) == 0 {
        assume!(n > 3);
        assume!(n < 2);
    } else {
        assert!(n > 0);
    }
}

/// The engine cannot follow rank 0, but that is no reason not to look at rank 1.
#[tass::model]
fn given_up_in_the_other(x: f64) {
    if mpi!(rank()) == 0 {
        assert!(x % 2.0 < 3.0);
    } else {
        assert!(x > 0.0);
    }
}

/// Rank 0 takes the message and only then assumes something; rank 1 is let go by that, and may fail
/// before.
#[tass::model]
fn assumed_after_a_rendezvous(n: i32) {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        assume!(n > 0);
    } else {
        mpi!(ssend(&x, to = 0));
        assert!(n > 0);
    }
}

#[test]
fn what_one_process_leaves_out_is_not_left_out_of_the_others() {
    assertion_is_found(
        &assumed_after_a_rendezvous::model().nprocs(2),
        "assumed after a rendezvous",
    );
    assertion_is_found(
        &assumed_by_the_other::model().nprocs(2),
        "assumed by the other",
    );
    assertion_is_found(
        &contradiction_in_the_other::model().nprocs(2),
        "contradiction in the other",
    );
    assertion_is_found(
        &given_up_in_the_other::model().nprocs(2),
        "given up in the other",
    );
}

/// Both fail for the same inputs, each in its own way.
#[tass::model]
fn both_fail(n: i32) {
    if mpi!(rank()) == 0 {
        assert!(n > 0);
    } else if n <= 0 {
        panic!("too small");
    }
}

/// The same, but rank 1 gets there only when rank 0 has taken its message, on the way to its own
/// failure.
#[tass::model]
fn both_fail_after_a_rendezvous(n: i32) {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        assert!(n > 0);
    } else {
        mpi!(ssend(&x, to = 0));
        if n <= 0 {
            panic!("too small");
        }
    }
}

#[test]
fn the_failure_of_one_process_does_not_hide_that_of_another() {
    for model in [both_fail::model(), both_fail_after_a_rendezvous::model()] {
        for reduction in [true, false] {
            let report = cases::check(&model.clone().reduction(reduction), 2, Deadlock::Potential);
            assert_eq!(report.kinds(), [Kind::Assertion, Kind::Panic], "{report}");
        }
    }
}

/// All assume the same before they do anything: the usual case.
#[tass::model]
fn assumed_by_all(n: usize, u: &[f64]) {
    assume!(n > 1 && u.len() == n);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut left = 0.0;
    mpi!(sendrecv(
        &u[1],
        to = (rank + 1) % size,
        &mut left,
        from = (rank + size - 1) % size
    ));
    assert!(left == u[1]);
}

/// It costs a few states for each pair of processes, once; not a search of all orders.
#[test]
fn an_assumption_of_all_is_cheap() {
    let states = |nprocs: usize| {
        let report = assumed_by_all::model().nprocs(nprocs).check();
        assert!(report.is_verified(), "{report}");
        report.stats().states
    };
    let (four, eight) = (states(4), states(8));
    println!("{four} states with 4 processes, {eight} with 8");
    assert!(
        eight <= 6 * four,
        "{four} states with 4 processes, {eight} with 8"
    );
}

/// Without the failing assertion a process that never ends is no violation, and is followed all the
/// way round.
#[tass::model]
#[allow(clippy::empty_loop)]
fn spins_harmlessly() {
    if mpi!(rank()) == 0 {
        loop {}
    }
    mpi!(send(&1, to = PROC_NULL));
}

#[test]
fn a_spinning_process_is_no_violation() {
    for reduction in [true, false] {
        let report = spins_harmlessly::model()
            .nprocs(3)
            .reduction(reduction)
            .check();
        assert!(report.is_verified(), "{report}");
    }
}

/// Processes 1 and 2 assume for one value of `n` only what process 0 assumes for all: with the
/// others they go on, and one fails.
#[tass::model]
fn assumes_in_one_case(n: i32, x: i32) {
    let rank = mpi!(rank());
    let mut y = 0;
    if rank == 0 {
        assume!(x > 0);
    } else if rank == 1 {
        if n == 0 {
            assume!(x > 0);
        }
        mpi!(ssend(&x, to = 2));
        assert!(x > 0);
    } else {
        if n == 0 {
            assume!(x > 0);
        }
        mpi!(recv(&mut y, from = 1));
    }
}

#[test]
fn an_assumption_under_a_branch_is_not_the_assumption_itself() {
    let model = || {
        assumes_in_one_case::model()
            .nprocs(3)
            .violations(tass::Violations::All)
    };
    let (on, off) = (model().check(), model().reduction(false).check());
    assert_eq!(off.kinds(), [tass::Kind::Assertion], "{off}");
    assert_eq!(on.kinds(), off.kinds(), "{on}");
}

/// Whoever arrives second is blamed for the disagreement; process 1 can be through, and fail
/// elsewhere, before process 0 arrives.
#[tass::model]
fn disagree_and_fail() {
    let x = mpi!(rank());
    let mut y = 0;
    if x == 0 {
        mpi!(allreduce(&x, &mut y, op = SUM));
    } else {
        mpi!(reduce(&x, &mut y, op = SUM, root = 0));
    }
    assert!(x == 0);
}

#[test]
fn a_disagreement_hides_no_other_violation() {
    let model = || {
        disagree_and_fail::model()
            .nprocs(2)
            .violations(tass::Violations::All)
    };
    let (on, off) = (model().check(), model().reduction(false).check());
    assert_eq!(
        off.kinds(),
        [tass::Kind::Assertion, tass::Kind::CollectiveOrder],
        "{off}"
    );
    assert_eq!(on.kinds(), off.kinds(), "{on}");
}
