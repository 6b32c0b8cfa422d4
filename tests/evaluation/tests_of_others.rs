//! Class 8: a test of shared variables behind `&&` is performed only where it is asked for.

use super::*;

#[tass::model]
fn skipped() {
    let rank = mpi!(rank());
    let mut s = shared!(false);
    let before = rank > 0 && proc[..rank - 1].iter().any(|p| p.s);
    let again = rank == 0 || before || proc[..rank - 1].iter().all(|p| !p.s);
    s = true;
    assert!(again || rank > 0);
}

#[test]
fn are_not_performed() {
    let report = skipped::model().nprocs(3).check();
    assert_eq!(report.verdict(), Some(&Verdict::Verified), "{report}");
}
