//! Programs with loop invariants as suites of verification problems have them, ported as one would
//! write them in Rust: each right, and with a typical mistake.
//!
//! What is expected is what is *true* of a program. What tass does not do yet is in [`NOT_YET`]
//! (right programs that are not proved) and in [`NOT_FOUND`] (wrong ones whose mistake is not
//! found); both are checked, so that an entry has to go when it is no longer so.
//!
//! `cargo test --test ports -- --nocapture --test-threads=1` prints a table; `PORTS=part` checks
//! only the models whose names contain that (`PORTS==name` only one), and prints reports.

#[path = "ports/arith.rs"]
mod arith;
#[path = "ports/folds.rs"]
mod folds;
#[path = "ports/frames.rs"]
mod frames;
#[path = "ports/matrix.rs"]
mod matrix;
#[path = "ports/moves.rs"]
mod moves;
#[path = "ports/mpi.rs"]
mod mpi;
#[path = "ports/search.rs"]
mod search;
#[path = "ports/shrunk.rs"]
mod shrunk;
#[path = "ports/sorts.rs"]
mod sorts;
#[path = "ports/strings.rs"]
mod strings;
#[path = "ports/votes.rs"]
mod votes;

use std::time::Duration;

use tass::report::Outcome;
use tass::{Model, Report, Verdict};

/// What is true of a program.
#[derive(Clone, Copy)]
enum Truth {
    /// Nothing goes wrong in it, and its invariants are inductive.
    Right,
    /// Something does: one of these kinds of violations, of which `invariant` is an invariant that
    /// is not one.
    Wrong(&'static [&'static str]),
}
use Truth::{Right, Wrong};

/// A model for a number of processes.
type Case = (&'static str, fn() -> Model, usize, Truth);

/// Right programs that are not proved: the reason that is given, and why it is so.
const NOT_YET: &[(&str, &str, &str)] = &[
    (
        "at_two_places",
        "prover_unknown",
        "a fact about all prefix sums is not used at two places",
    ),
    (
        "shifted",
        "prover_unknown",
        "counts over a range that is shifted by one",
    ),
    (
        "even_and_odd",
        "prover_unknown",
        "sums over filters that exclude each other",
    ),
    ("next_power", "unsupported", "`pow` by an input"),
    ("cyclic_sum", "prover_unknown", "every `size`-th item"),
    (
        "kadane",
        "prover_unknown",
        "sums over ranges whose ends are quantified",
    ),
    ("merge_push", "not_converged", "a vector that grows"),
    (
        "parallel_prefix",
        "prover_unknown",
        "sums over ranges whose ends are quantified",
    ),
    (
        "prefix_sums",
        "prover_unknown",
        "a fact about all prefix sums is not used at two places",
    ),
    (
        "prefix_sums_in_place",
        "prover_unknown",
        "a fact about all prefix sums is not used at two places",
    ),
    (
        "rotate_counts",
        "prover_unknown",
        "counts over a range that is shifted by one",
    ),
];

/// Wrong programs that are not proved, but not refuted either: the reason that is given, and why it
/// is so.
const NOT_FOUND: &[(&str, &str, &str)] = &[];

/// What takes long, and is only checked with `PORTS_SLOW=1` or by its name: any verdict will do but
/// a proof of what is wrong.
const SLOW: &[(&str, &str)] = &[
    (
        "rows_in_order",
        "a quantifier in a quantifier, with symbolic ends",
    ),
    ("in_no_order_wrong", "as above"),
    (
        "cast_index",
        "out of time: a quantified equation with `k as i64`",
    ),
    ("fill_then_max", "proved, in 11 s, as above"),
    (
        "saddleback",
        "a quantifier in a quantifier, with symbolic ends",
    ),
    ("saddleback_wrong", "as above"),
    (
        "kadane_ends",
        "out of time: sums over ranges whose ends are quantified",
    ),
    ("transpose", "proved, in 6 s"),
    ("flag", "proved, in 10 s"),
    (
        "binary_search_neighbours",
        "out of time: neighbours in order are all in order, which takes an induction",
    ),
    ("gcd_by_subtraction", "out of time: remainders by an input"),
    ("gcd_by_remainders", "out of time: remainders by an input"),
    ("power", "out of time: `pow` by an input"),
    ("power_by_squaring", "out of time: `pow` by an input"),
    ("csr_wrong", "refuted, in 10 s"),
];

/// The verdict, or the reason why there is none, or the kinds of the violations.
fn verdict(report: &Report) -> String {
    match &report.outcome {
        Outcome::Checked { verdict, .. } => match verdict {
            Verdict::Inconclusive(reason) => reason.name().to_owned(),
            Verdict::Refuted => {
                let kinds: Vec<&str> = report.kinds().iter().map(|kind| kind.name()).collect();
                kinds.join(" ")
            }
            other => other.name().to_owned(),
        },
        Outcome::NotBuilt(_) => "not_built".to_owned(),
    }
}

/// What a list says of a program.
fn listed(list: &[(&str, &'static str, &str)], name: &str) -> Option<&'static str> {
    list.iter()
        .find(|entry| entry.0 == name)
        .map(|entry| entry.1)
}

/// Checks the programs of a family, and prints a line for each.
#[track_caller]
fn check(cases: &[Case]) {
    let only = std::env::var("PORTS").ok();
    let seconds = std::env::var("PORTS_TIMEOUT").map_or(60, |text| text.parse().unwrap());
    let mut wrong = Vec::new();
    println!();
    for &(name, model, nprocs, truth) in cases {
        if only
            .as_ref()
            .is_some_and(|part| match part.strip_prefix('=') {
                Some(whole) => name != whole,
                None => !name.contains(part.as_str()),
            })
        {
            continue;
        }
        let slow = SLOW.iter().find(|entry| entry.0 == name);
        if let Some((_, why)) = slow
            && only.is_none()
            && std::env::var_os("PORTS_SLOW").is_none()
        {
            println!("| {name} | {nprocs} | not checked: {why} |");
            continue;
        }
        let report = model()
            .nprocs(nprocs)
            .timeout(Duration::from_secs(seconds))
            .check();
        if only.is_some() {
            println!("{report}\n");
        }
        let found = verdict(&report);
        let (truth, expected) = match truth {
            Right => ("right", vec![listed(NOT_YET, name).unwrap_or("verified")]),
            Wrong(kinds) => match listed(NOT_FOUND, name) {
                Some(reason) => ("wrong", vec![reason]),
                None => ("wrong", kinds.to_vec()),
            },
        };
        let stats = report.stats();
        println!(
            "| {name} | {nprocs} | {truth} | {found} | {} | {} | {:.2} |",
            stats.states,
            stats.by_z3,
            stats.total_time.as_secs_f64()
        );
        if truth == "wrong" && (found == "verified" || found == "vacuous") {
            wrong.push(format!("{name}: {found}, and it is WRONG"));
        } else if slow.is_none() && !expected.contains(&found.as_str()) {
            wrong.push(format!(
                "{name}: {found}, expected {}",
                expected.join(" or ")
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
