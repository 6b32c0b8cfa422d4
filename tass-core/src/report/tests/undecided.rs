//! Verified, inconclusive and vacuous runs, and models that cannot be built.

use insta::assert_snapshot;

use super::*;

const MODEL: &str = "\
fn scale(n: usize, k: usize) {
    assume!(n > 3);
    assume!(n < 3);
    let a = vec![0; n];
    for i in 0..n * k {
        cover!(i > n);
        assert!(i * k <= n * n * k);
    }
    if n == 0 {
        assert_eq!(k, 0);
    }
}
";

fn inconclusive(reason: Inconclusive) -> Report {
    checked("scale", 3, Verdict::Inconclusive(reason), Vec::new())
}

fn vacuous(reason: Vacuous) -> Report {
    checked("scale", 3, Verdict::Vacuous(reason), Vec::new())
}

#[test]
fn verified() {
    let report = checked("scale", 1, Verdict::Verified, Vec::new());
    assert_snapshot!(report.to_string(), @r"
    model `scale` with 1 process: verified
    12 states, 34 steps, 21 obligations (17 proved natively, 2 cached, 2 by Z3), 0.02 s
    checked: 2 assertions; as always deadlocks, messages, indices and arithmetic
    ");
    assert_snapshot!(report.snapshot(), @"model `scale` with 1 process: verified");
}

#[test]
fn budgets() {
    let reports = [
        inconclusive(Inconclusive::MaxStates(1000)),
        inconclusive(Inconclusive::MaxDepth(500)),
        inconclusive(Inconclusive::Timeout(Duration::from_millis(1500))),
    ];
    assert_snapshot!(reports.map(|r| r.snapshot()).join("\n\n-----\n\n"));
}

#[test]
fn prover_unknown() {
    let f = function("scale", MODEL);
    let report = inconclusive(Inconclusive::ProverUnknown {
        obligation: "i * k <= n * n * k".to_string(),
        location: Some(at(&f, "i * k <= n * n * k")),
        reason: "smt tactic failed to show goal to be sat/unsat (incomplete)".to_string(),
    });
    assert_snapshot!(report.to_string());
    assert!(!report.snapshot().contains("smt tactic"));
}

#[test]
fn prover_unknown_nowhere() {
    let report = inconclusive(Inconclusive::ProverUnknown {
        obligation: "n * k == k".to_string(),
        location: None,
        reason: String::new(),
    });
    assert_snapshot!(report.to_string());
}

#[test]
fn unsupported() {
    let f = function("scale", MODEL);
    let report = inconclusive(Inconclusive::Unsupported {
        what: "vectors of symbolic length".to_string(),
        location: Some(at(&f, "vec![0; n]")),
    });
    assert_snapshot!(report.snapshot());
}

#[test]
fn too_many_values() {
    let f = function("scale", MODEL);
    let report = inconclusive(Inconclusive::TooManyValues {
        what: "n * k".to_string(),
        location: Some(at(&f, "n * k")),
    });
    assert_snapshot!(report.snapshot());
}

#[test]
fn replay_failed() {
    let report = inconclusive(Inconclusive::ReplayFailed {
        detail: "the replay of `assertion` on process 1 ended without a violation".to_string(),
    });
    assert_snapshot!(report.snapshot());
}

#[test]
fn contradictory_assumptions() {
    let f = function("scale", MODEL);
    let report = vacuous(Vacuous::ContradictoryAssumptions {
        location: Some(at(&f, "n < 3")),
    });
    assert_snapshot!(report.snapshot());
}

#[test]
fn cover_failed() {
    let f = function("scale", MODEL);
    let report = vacuous(Vacuous::CoverFailed {
        locations: vec![at(&f, "i > n")],
    });
    assert_snapshot!(report.snapshot());
}

#[test]
fn unreached_assertions_in_two_functions() {
    let f = function("scale", MODEL);
    let g = function("helper", "fn helper() {\n    assert!(false);\n}\n");
    let report = vacuous(Vacuous::UnreachedAssertions {
        locations: vec![
            at(&f, "assert!(i * k <= n * n * k)"),
            at(&f, "assert_eq!(k, 0)"),
            at(&g, "assert!(false)"),
        ],
    });
    assert_snapshot!(report.to_string());
}

#[test]
fn not_built() {
    let f = function("scale", MODEL);
    let errors = vec![
        BuildError {
            message: "the type of `a` cannot be inferred".to_string(),
            location: Some(at(&f, "a = vec![0; n]")),
            help: Some("say it: `let a: Vec<i32> = ..`".to_string()),
        },
        BuildError {
            message: "`scale` calls itself through `helper`".to_string(),
            location: None,
            help: None,
        },
    ];
    assert_snapshot!(Report::new("scale", 3, Outcome::NotBuilt(errors)).to_string());
}
