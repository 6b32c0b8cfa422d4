//! Snapshots of the pictures: one of each sort of violation that looks different.

use tass::prelude::*;
use tass::{Deadlock, Report};

/// Both pictures.
pub(super) fn pictures(report: &Report) -> String {
    let svg = report.to_svg().expect("a violation");
    // The style and the shapes are the same in all.
    let start = svg.find("<style>").expect("a style");
    let end = svg.find("</defs>").expect("shapes") + "</defs>".len();
    let svg = format!("{}..{}", &svg[..start], &svg[end..]);
    format!("{}\n{svg}", report.to_mermaid().expect("a violation"))
}

#[tass::model]
pub(crate) fn head_to_head(x: i64) {
    let other = 1 - mpi!(rank());
    let mut y = 0;
    mpi!(send(&x, to = other));
    mpi!(recv(&mut y, from = other));
    assert!(y == x);
}

#[test]
fn potential_deadlock() {
    insta::assert_snapshot!(pictures(&head_to_head::model().nprocs(2).check()));
}

#[tass::model]
pub(crate) fn wildcard_gather() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for _ in 0..2 {
        let mut a = vec![0; size];
        let mut x = rank;
        if rank == 0 {
            for _ in 1..size {
                let status = mpi!(recv(&mut x, from = ANY));
                a[status.source] = x;
            }
        } else {
            mpi!(send(&x, to = 0));
        }
        collective_assert!(GATHERED: rank == 0 || proc[0].a[rank] == x);
    }
}

#[test]
fn collective_assertion() {
    insta::assert_snapshot!(pictures(&wildcard_gather::model().nprocs(3).check()));
}

#[tass::model]
pub(crate) fn race() {
    if mpi!(rank()) == 0 {
        let (mut a, mut b): (usize, usize) = (0, 0);
        mpi!(recv(&mut a, from = ANY));
        mpi!(recv(&mut b, from = ANY));
        assert!(a < b);
    } else {
        mpi!(send(&mpi!(rank()), to = 0));
    }
}

#[test]
fn overtaking() {
    let report = race::model().nprocs(3).deadlock(Deadlock::Absolute).check();
    insta::assert_snapshot!(pictures(&report));
}

#[tass::model]
pub(crate) fn mixed_up(x: f64) {
    let mut sum = 0.0;
    mpi!(barrier());
    mpi!(allreduce(&x, &mut sum, op = SUM));
    if mpi!(rank()) == 2 {
        mpi!(barrier());
    } else {
        mpi!(bcast(&mut sum, root = 0));
    }
}

#[test]
fn collective_order() {
    insta::assert_snapshot!(pictures(&mixed_up::model().nprocs(3).check()));
}

#[tass::model]
pub(crate) fn one_too_many() {
    let mut last = 0;
    if mpi!(rank()) == 0 {
        for i in 0..2 {
            mpi!(send(&i, to = 1));
        }
    } else {
        mpi!(recv(&mut last, from = 0));
    }
}

#[test]
fn unreceived_message() {
    let model = one_too_many::model().nprocs(2);
    insta::assert_snapshot!(pictures(&model.deadlock(Deadlock::Absolute).check()));
}

#[tass::model]
pub(crate) fn sequential(a: i64, b: i64) {
    let sum = a + b;
    joint_assert!(SUM: true);
    output!(sum = sum);
}

#[tass::model]
pub(crate) fn parallel(a: i64, b: i64) {
    let mut sum = a;
    if mpi!(rank()) == 0 {
        let mut other = 0;
        mpi!(recv(&mut other, from = 1));
        sum += other;
        joint_assert!(SUM: sum == spec.sum);
        output!(sum = sum);
    } else {
        mpi!(send(&(b + 1), to = 0));
        joint_assert!(SUM: true);
    }
}

#[test]
fn two_programs() {
    let model = parallel::model().nprocs(2).spec(sequential::model());
    insta::assert_snapshot!(pictures(&model.check()));
}

#[tass::model]
pub(crate) fn look_first() {
    let mut inside = shared!(false);
    while proc.iter().any(|p| p.inside) {}
    inside = true;
    critical!({
        cover!(true);
    });
    inside = false;
}

#[test]
fn shared_variables() {
    insta::assert_snapshot!(pictures(&look_first::model().nprocs(2).check()));
}

#[test]
fn a_proof_has_no_picture() {
    let report = sequential::model().nprocs(1).check();
    assert!(report.to_svg().is_none() && report.to_mermaid().is_none());
    assert!(report.to_html().is_none());
    assert!(
        !report
            .write_html("/nowhere/at/all.html")
            .expect("nothing to write")
    );
}
