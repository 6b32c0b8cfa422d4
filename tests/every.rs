//! Every number of processes: verdicts, reports word for word, and what lies outside the class.

#[path = "../examples/locks.rs"]
#[allow(dead_code, reason = "its own main is not needed here")]
mod locks;
#[path = "../examples/szymanski.rs"]
#[allow(dead_code, reason = "its own main is not needed here")]
mod szymanski;

use tass::prelude::*;
use tass::report::Verdict;
use tass::{Model, Report, Tests};

/// Shows the report of a run that must not pass.
fn show(model: Model) -> String {
    let model = model.nprocs_any();
    let report: Report = model.check();
    assert!(!report.is_verified(), "this must not pass\n{report}");
    assert_eq!(
        report.snapshot(),
        model.check().snapshot(),
        "the same model gives the same bytes"
    );
    report.snapshot()
}

/// Local states, global states and pairs.
fn counts(model: Model) -> (u64, u64, u64) {
    let report = model.nprocs_any().check();
    assert!(report.is_verified(), "{report}");
    let every = report
        .every
        .as_ref()
        .expect("it was for every number of processes");
    (every.local_states, every.global_states, every.pairs)
}

/// Whom a test has read is kept in the bits of one number.
#[test]
fn too_many_for_tests_that_are_not_atomic() {
    let model = locks::after_you::model().nprocs(63).tests(Tests::Nonatomic);
    let text = model.check().snapshot();
    assert!(text.contains("at most 62 processes"), "{text}");
}

#[test]
fn pinned_counts() {
    let models = [
        szymanski::szymanski::model(),
        locks::barrier::model(),
        locks::in_turn::model(),
        locks::rooms::model(),
        locks::rooms::model().tests(Tests::Atomic).aborts(false),
    ];
    let pinned = [
        (16, 1673, 172),
        (5, 17, 19),
        (4, 11, 7),
        (10, 447, 92),
        (10, 447, 92),
    ];
    assert_eq!(models.map(counts), pinned);
}

#[test]
fn pinned_counts_of_fixed_runs() {
    let states = |n| {
        let report = szymanski::szymanski::model().nprocs(n).check();
        assert!(report.is_verified(), "{report}");
        report.stats().states
    };
    assert_eq!([1, 2, 3, 4].map(states), [11, 114, 1201, 12692]);
}

/// Where `any` is definite, 2, 3 and 4 processes agree; the number of processes of a refutation is
/// the smallest.
#[test]
fn fixed_numbers_agree() {
    let models = [
        szymanski::szymanski::model(),
        szymanski::without_s7::model(),
        szymanski::s6_before_s4::model(),
        szymanski::wrong_order_test::model(),
        szymanski::szymanski::model().aborts(true),
        locks::barrier::model(),
        locks::in_turn::model(),
        locks::rooms::model().tests(Tests::Atomic),
        locks::rooms_look_first::model(),
        locks::give_way::model(),
        locks::after_you::model(),
        locks::test_then_set::model(),
    ];
    for model in models {
        let any = model.clone().nprocs_any().check();
        let fixed: Vec<Report> = (1..=3).map(|n| model.clone().nprocs(n).check()).collect();
        let first = fixed.iter().find(|report| report.is_refuted());
        match any.verdict() {
            Some(Verdict::Verified) => assert!(first.is_none(), "{any}"),
            Some(Verdict::Refuted) => {
                let first = first.unwrap_or_else(|| panic!("{any}"));
                assert_eq!(
                    (first.nprocs, first.kinds()),
                    (any.nprocs, any.kinds()),
                    "{any}"
                );
            }
            _ => panic!("{any}"),
        }
    }
}

#[test]
fn tests_that_are_not_atomic() {
    let model = szymanski::szymanski::model().tests(Tests::Nonatomic);
    let report = model.clone().nprocs_any().check();
    assert_eq!(report.kinds(), [tass::Kind::MutualExclusion], "{report}");
    assert_eq!(report.nprocs, 3);
    insta::assert_snapshot!(report.snapshot());
}

/// Two processes are enough: the one that aborts passes the door again before the other has shut
/// it.
#[test]
fn aborts() {
    let model = szymanski::szymanski::model().aborts(true);
    let report = model.nprocs_any().check();
    assert_eq!(report.kinds(), [tass::Kind::MutualExclusion], "{report}");
    assert_eq!(report.nprocs, 2);
    // What does not wait for anybody survives them.
    let rooms = locks::rooms::model().tests(Tests::Atomic).aborts(true);
    assert!(rooms.nprocs_any().check().is_verified());
}

#[test]
fn broken_twins() {
    insta::assert_snapshot!("without_s7", show(szymanski::without_s7::model()));
    insta::assert_snapshot!("s6_before_s4", show(szymanski::s6_before_s4::model()));
    insta::assert_snapshot!(
        "wrong_order_test",
        show(szymanski::wrong_order_test::model())
    );
}

#[test]
fn locks_that_do_not_work() {
    insta::assert_snapshot!("give_way", show(locks::give_way::model()));
    insta::assert_snapshot!("after_you", show(locks::after_you::model()));
    insta::assert_snapshot!("rooms_look_first", show(locks::rooms_look_first::model()));
}

#[test]
fn diagraph() {
    let szymanski = szymanski::szymanski::model()
        .diagraph()
        .expect("it is in the class");
    insta::assert_snapshot!("diagraph_szymanski", szymanski.to_string());
    let lock = locks::give_way::model()
        .diagraph()
        .expect("it is in the class");
    insta::assert_snapshot!("diagraph_dot", lock.to_dot());
}

/// Nobody ever gets in.
#[tass::model]
fn nobody() {
    let mut s = shared!(false);
    loop {
        s = true;
        s = false;
        if proc.iter().all(|p| p.s) && !proc.iter().any(|p| p.s) {
            critical!({
                cover!(true);
            });
        }
    }
}

#[test]
fn failed_cover() {
    insta::assert_snapshot!(show(nobody::model()));
}

/// An assertion that one process on its own breaks.
#[tass::model]
fn assertion() {
    let mut s = shared!(0);
    loop {
        s = 1;
        let found = proc.iter().any(|p| p.s == 2);
        assert!(!found);
        s = 2;
    }
}

#[test]
fn failed_assertion() {
    insta::assert_snapshot!(show(assertion::model()));
}

/// Of all processes one comes first, so one is elected. But populated sets do not know that: for
/// each process on its own, there may be one before it.
#[tass::model]
fn election() {
    let rank = mpi!(rank());
    let mut here = shared!(false);
    let mut elected = shared!(false);
    let mut decided = shared!(false);
    always!(!proc.iter().all(|p| p.decided) || proc.iter().any(|p| p.elected));
    here = true;
    while !proc.iter().all(|p| p.here) {}
    if !proc[..rank].iter().any(|p| p.here) {
        elected = true;
    }
    decided = true;
}

#[test]
fn too_coarse() {
    insta::assert_snapshot!(show(election::model()));
    let report = election::model().nprocs(4).check();
    assert!(report.is_verified(), "{report}");
}

// Outside the class: each error names the expression and the rule that it breaks.

/// Lamport's bakery: a ticket is one more than the largest, and has no bound.
#[tass::model]
fn bakery() {
    let rank = mpi!(rank());
    let mut ticket = shared!(0);
    loop {
        ticket = 1 + proc.iter().map(|p| p.ticket).max().unwrap();
        while proc[..rank]
            .iter()
            .any(|p| p.ticket != 0 && p.ticket <= ticket)
        {}
        critical!({});
        ticket = 0;
    }
}

/// A ticket that grows for ever.
#[tass::model]
fn tickets() {
    let mut ticket = shared!(0);
    loop {
        ticket += 1;
        while proc.iter().any(|p| p.ticket < ticket) {}
    }
}

#[tass::model]
fn inputs(n: i32) {
    let mut s = shared!(0);
    s = n;
}

#[tass::model]
fn messages() {
    let mut s = shared!(false);
    s = true;
    mpi!(barrier());
}

#[tass::model]
fn asks_the_rank() {
    let rank = mpi!(rank());
    let mut s = shared!(false);
    if rank == 0 {
        s = true;
    }
}

#[tass::model]
fn shares_the_rank() {
    let mut owner = shared!(0);
    owner = mpi!(rank());
}

#[tass::model]
fn tests_the_rank() {
    let rank = mpi!(rank());
    let mut owner = shared!(0);
    while proc.iter().any(|p| p.owner == rank) {}
    owner = 1;
}

#[tass::model]
fn another_order() {
    let rank = mpi!(rank());
    let mut s = shared!(false);
    while proc[..rank + 1].iter().any(|p| p.s) {}
    s = true;
}

#[tass::model]
fn private_variable() {
    let mut s = shared!(false);
    let x = 3;
    while proc.iter().any(|p| p.x == 3) {}
    s = true;
}

#[tass::model]
fn counts_others() {
    let mut s = shared!(false);
    while proc.iter().filter(|p| p.s).count() > 1 {}
    s = true;
}

#[tass::model]
fn declared_in_a_loop() {
    loop {
        let mut s = shared!(false);
        s = true;
    }
}

#[tass::model]
fn computed_start() {
    let k = 3;
    let mut s = shared!(k + 1);
    s = 0;
}

#[tass::model]
fn own_condition() {
    let mut s = shared!(false);
    let x = true;
    always!(x || proc.iter().any(|p| p.s));
    s = x;
}

#[tass::model]
fn nothing_shared() {
    let x = 3;
    assert!(x == 3);
}

#[tass::model]
fn assumes() {
    let mut s = shared!(false);
    s = true;
    assume!(s);
}

#[tass::model]
fn names_what_it_assigns() {
    let mut s = shared!(false);
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= 3);
    assigns!(i);
    while i < 3 {
        x = 1;
        i += 1;
    }
    s = x == 1;
}

#[test]
fn outside_the_class() {
    let models = [
        bakery::model(),
        tickets::model(),
        inputs::model(),
        messages::model(),
        asks_the_rank::model(),
        shares_the_rank::model(),
        tests_the_rank::model(),
        another_order::model(),
        private_variable::model(),
        counts_others::model(),
        declared_in_a_loop::model(),
        computed_start::model(),
        own_condition::model(),
        nothing_shared::model(),
        assumes::model(),
        names_what_it_assigns::model(),
    ];
    let reports: Vec<String> = models.into_iter().map(show).collect();
    insta::assert_snapshot!(reports.join("\n\n"));
}

/// What the class excludes may still be checked with a fixed number of processes.
#[test]
fn outside_the_class_but_fixed() {
    let report = asks_the_rank::model().nprocs(3).check();
    assert!(report.is_verified(), "{report}");
    // Process 1 waits for process 0, which never takes its flag back.
    let report = another_order::model().nprocs(3).check();
    assert_eq!(report.kinds(), [tass::Kind::Deadlock], "{report}");
}

/// Waiting takes longer than a step, and has the head of a loop with an invariant in it.
#[tass::model]
fn waits_at_length() {
    let s = shared!(false);
    let mut k = 0;
    while !proc.iter().any(|p| p.s) {
        k = 0;
        while k < 10 {
            k += 1;
        }
    }
    assert!(!s || k == 0 || k == 10);
}

#[tass::model]
fn waits_at_a_head() {
    let s = shared!(false);
    let mut k = 0;
    invariant!(I: true);
    while k != 1 && !proc.iter().any(|p| p.s) {
        k = 0;
    }
    assert!(!s || k == 0);
}

#[tass::model]
fn works_at_length() {
    let mut s = shared!(false);
    let mut k = 0;
    while k < 100 {
        k += 1;
    }
    s = true;
    while !proc.iter().any(|p| p.s) {
        k = 0;
        while k < 10 {
            k += 1;
        }
    }
}

#[test]
fn waiting_may_take_many_steps() {
    let report = waits_at_length::model().nprocs_any().check();
    assert_eq!(report.kinds(), [tass::Kind::Deadlock], "{report}");
    // With an invariant, no execution is looked for that confirms it.
    let report = waits_at_a_head::model().nprocs_any().check();
    assert!(
        report.to_string().contains("inconclusive[unconfirmed]"),
        "{report}"
    );
    let report = works_at_length::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}

/// Shared variables and messages in one program: the deadlock is one of messages.
#[tass::model]
fn waits_for_a_message() {
    let mut x = 0i64;
    let mut s = shared!(true);
    mpi!(recv(&mut x, from = 0));
    s = x > 0;
}

#[test]
fn a_deadlock_of_messages_beside_shared_variables() {
    let report = waits_for_a_message::model().nprocs(1).check();
    assert_eq!(report.kinds(), [tass::Kind::Deadlock], "{report}");
}
