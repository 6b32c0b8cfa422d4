//! What a deadlock is called: `deadlock` where some processes wait for ever whatever MPI buffers,
//! `potential_deadlock` where buffering would help.

use tass::prelude::*;
use tass::report::Violation;
use tass::{Kind, Model, Violations};

/// The first violation. All of them are of these kinds, of which it has the first, however they are
/// looked for.
fn refuted(model: &Model, nprocs: usize, kinds: &[Kind]) -> Violation {
    let first = model.clone().nprocs(nprocs).check();
    assert_eq!(first.kinds(), kinds[..1], "{first}");
    for reduction in [true, false] {
        let all = model.clone().nprocs(nprocs).reduction(reduction);
        let all = all.violations(Violations::All).check();
        let mut sorted = kinds.to_vec();
        sorted.sort();
        assert_eq!(all.kinds(), sorted, "reduction {reduction}\n{all}");
    }
    first.violations()[0].clone()
}

/// The message that process 1 waits for has another tag.
#[tass::model]
fn wrong_tag() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 10));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 11));
    }
}

/// Both sends could be buffered, and then both receives wait.
#[tass::model]
fn wrong_tags_on_both_sides() {
    let other = 1 - mpi!(rank());
    let mut x = 7;
    mpi!(send(&x, to = other, tag = 10));
    mpi!(recv(&mut x, from = other, tag = 11));
}

#[test]
fn tags_that_never_match() {
    let violation = refuted(&wrong_tag::model(), 2, &[Kind::Deadlock]);
    let waits_for = &violation.blocked[1].waits_for;
    for near_miss in [
        "a message from process 0 with tag 11",
        "a message with tag 10 from process 0 is there",
    ] {
        assert!(waits_for.contains(near_miss), "{waits_for}");
    }
    let near_miss = "process 0 sends with tag 10, process 1 receives with tag 11";
    let help = violation.help.as_deref().unwrap_or_default();
    assert!(help.starts_with(near_miss), "{help}");
    refuted(&wrong_tags_on_both_sides::model(), 2, &[Kind::Deadlock]);
}

/// Process 1 goes on to something that nobody answers.
#[tass::model]
fn missing_receive() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1, tag = 1));
        mpi!(send(&x, to = 1, tag = 1));
    } else {
        mpi!(send(&x, to = 0, tag = 0));
        mpi!(recv(&mut x, from = 0, tag = 1));
    }
}

#[test]
fn a_missing_receive() {
    refuted(&missing_receive::model(), 2, &[Kind::Deadlock]);
}

/// Even processes are philosophers, odd ones the forks to their right. All take the fork to their
/// left first.
#[tass::model]
fn philosophers() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut token = 0;
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    if rank % 2 == 0 {
        for fork in [left, right] {
            mpi!(send(&token, to = fork, tag = 0));
            mpi!(recv(&mut token, from = fork, tag = 1));
        }
        for fork in [left, right] {
            mpi!(send(&token, to = fork, tag = 2));
        }
    } else {
        for _ in 0..2 {
            let status = mpi!(recv(&mut token, from = ANY, tag = 0));
            mpi!(send(&token, to = status.source, tag = 1));
            mpi!(recv(&mut token, from = status.source, tag = 2));
        }
    }
}

#[test]
fn dining_philosophers() {
    refuted(&philosophers::model(), 4, &[Kind::Deadlock]);
    let report = philosophers::model().nprocs(8).check();
    assert_eq!(report.kinds(), [Kind::Deadlock], "{report}");
}

/// With buffering all get their message.
#[tass::model]
fn head_to_head() {
    let other = 1 - mpi!(rank());
    let mut x = 7;
    mpi!(send(&x, to = other));
    mpi!(recv(&mut x, from = other));
}

/// Buffering helps, and then an assertion fails.
#[tass::model]
fn head_to_head_and_wrong() {
    let other = 1 - mpi!(rank());
    let mut x = 7;
    mpi!(send(&x, to = other));
    mpi!(recv(&mut x, from = other));
    assert!(x == 8);
}

/// Buffering helps some, for ever.
#[tass::model]
fn some_go_on_for_ever() {
    let rank = mpi!(rank());
    let mut x = 7;
    if rank == 2 {
        mpi!(recv(&mut x, from = 0, tag = 5));
    } else {
        loop {
            mpi!(send(&x, to = 1 - rank));
            mpi!(recv(&mut x, from = 1 - rank));
        }
    }
}

#[test]
fn buffering_helps() {
    let violation = refuted(&head_to_head::model(), 2, &[Kind::PotentialDeadlock]);
    assert!(
        violation
            .title()
            .ends_with("when MPI does not buffer a send")
    );
    let kinds = [Kind::PotentialDeadlock, Kind::Assertion];
    refuted(&head_to_head_and_wrong::model(), 2, &kinds);
    refuted(&some_go_on_for_ever::model(), 3, &[Kind::PotentialDeadlock]);
}

/// The first send waits for ever if it is not buffered. If it is, the second one has the right tag
/// for large inputs only.
#[tass::model]
fn depends_on_the_input(n: usize) {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 1));
        mpi!(send(&x, to = 1, tag = if n > 3 { 0 } else { 2 }));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 0));
        mpi!(recv(&mut x, from = 0, tag = 1));
    }
}

/// A potential deadlock is shown for inputs with which buffering helps.
#[test]
fn the_inputs_of_a_potential_deadlock() {
    let kinds = [Kind::PotentialDeadlock, Kind::Deadlock];
    refuted(&depends_on_the_input::model(), 2, &kinds);
    let model = depends_on_the_input::model().nprocs(2);
    let report = model.violations(Violations::All).check();
    for violation in report.violations() {
        let n = match violation.kind {
            Kind::PotentialDeadlock => "4",
            _ => "0",
        };
        assert_eq!(violation.inputs, [("n".into(), n.into())], "{report}");
    }
}

/// The root need not wait for process 1, and then process 1 gets its message.
#[tass::model]
fn behind_a_broadcast() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
        mpi!(send(&x, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(bcast(&mut x, root = 0));
    }
}

#[test]
fn a_synchronising_collective() {
    refuted(&behind_a_broadcast::model(), 2, &[Kind::PotentialDeadlock]);
    let report = behind_a_broadcast::model().nprocs(2).check();
    insta::assert_snapshot!(report.snapshot());
}

/// A process whose message was received does not wait for it.
#[tass::model]
fn taken() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        assert!(x == 8);
    } else {
        mpi!(ssend(&x, to = 0));
    }
}

#[test]
fn what_was_received_is_not_waited_for() {
    let report = taken::model().nprocs(2).check();
    let trace = &report.violations()[0].trace;
    let last = trace
        .iter()
        .rfind(|event| event.process == 1)
        .expect("it moves");
    assert_eq!(last.text, "stands at ssend(to = 0, tag = 0), and can go on");
}
