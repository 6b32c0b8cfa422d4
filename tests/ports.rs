//! Programs with loop invariants as suites of verification problems have them, ported as one would write them in Rust: each right, and
//! with a typical mistake.
//!
//! What is expected is what is *true* of a program. What tass does not do yet is in [`NOT_YET`] (right programs that are not proved) and in
//! [`NOT_FOUND`] (wrong ones whose mistake is not found); both are checked, so that an entry has to go when it is no longer so.
//!
//! `cargo test --test ports -- --nocapture --test-threads=1` prints a table; `PORTS=part` checks only the models
//! whose names contain that (`PORTS==name` only one), and prints reports.

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
#[path = "ports/plain.rs"]
mod plain;
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
    /// Something does: one of these kinds of violations, of which `invariant` is an invariant that is not one.
    Wrong(&'static [&'static str]),
}
use Truth::{Right, Wrong};

/// A model for a number of processes.
type Case = (&'static str, fn() -> Model, usize, Truth);

/// Right programs that are not proved: the reason that is given, and why it is so.
const NOT_YET: &[(&str, &str, &str)] = &[
    (
        "known_behind",
        "not_inductive",
        "a quantified invariant of an array that another loop wrote is not known where the loop is left",
    ),
    (
        "other_rows",
        "not_inductive",
        "a frame with two indices forgets the other rows",
    ),
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
    ("linear_search_break_plain", "not_built", "`break`"),
    ("linear_search_return_plain", "not_built", "`return`"),
    (
        "linear_search_stepping_plain",
        "not_built",
        "a call in the guard",
    ),
    (
        "insertion_sort_hole_plain",
        "not_built",
        "an `if` in a closure",
    ),
    (
        "occurrences_if_index_plain",
        "not_built",
        "an `if` in a closure",
    ),
    (
        "binary_search_found",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "bubble_sort",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "bubble_sort_order",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "bubble_sort_order_plain",
        "not_inductive",
        "a quantified invariant of an array that another loop wrote is not known where the loop is left",
    ),
    ("common_prefix", "not_built", "a predicate in an invariant"),
    ("cyclic_sum", "prover_unknown", "every `size`-th item"),
    ("fill_2d", "not_built", "a predicate in an invariant"),
    ("fill_2d_frame", "not_built", "a predicate in an invariant"),
    (
        "fill_row_frame",
        "not_inductive",
        "a frame with two indices forgets the other rows",
    ),
    (
        "fill_then_max",
        "prover_unknown",
        "a quantified equation with `k as i64` is not used in another quantifier",
    ),
    (
        "flag",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "gcd_by_remainders",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "gcd_by_subtraction",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "insertion_sort",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "insertion_sort_hole",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "insertion_sort_moving",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "kadane",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "kadane_ends",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "kadane_plain",
        "prover_unknown",
        "sums over ranges whose ends are quantified",
    ),
    ("linear_search", "not_built", "a predicate in an invariant"),
    (
        "linear_search_break",
        "not_built",
        "a predicate in an invariant, `break`",
    ),
    (
        "linear_search_return",
        "not_built",
        "a predicate in an invariant, `return`",
    ),
    (
        "linear_search_stepping",
        "not_built",
        "a predicate in an invariant, a call in the guard",
    ),
    ("majority", "not_built", "a predicate in an invariant"),
    (
        "majority_all",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "matrix_vector",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    ("merge", "not_built", "a predicate in an invariant"),
    ("merge_push", "not_built", "a predicate in an invariant"),
    ("merge_push_plain", "not_converged", "a vector that grows"),
    ("occurrences", "not_built", "a predicate in an invariant"),
    (
        "occurrences_if_index",
        "not_built",
        "a predicate in an invariant, an `if` in a closure",
    ),
    (
        "parallel_prefix",
        "prover_unknown",
        "sums over ranges whose ends are quantified",
    ),
    (
        "partition",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "partition_hoare",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "prefix_sums",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "prefix_sums_in_place",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "prefix_sums_plain",
        "prover_unknown",
        "a fact about all prefix sums is not used at two places",
    ),
    (
        "relaxed_prefix",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "reverse",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    ("rotate_counts", "not_built", "a predicate in a closure"),
    (
        "rotate_counts_plain",
        "prover_unknown",
        "counts over a range that is shifted by one",
    ),
    (
        "selection_sort",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "selection_sort_order",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "selection_sort_order_plain",
        "not_inductive",
        "a quantified invariant of an array that another loop wrote is not known where the loop is left",
    ),
    (
        "selection_sort_plain",
        "prover_unknown",
        "a quantified invariant of an array that another loop wrote is not known where the loop is left",
    ),
    (
        "string_compare",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    ("transpose", "not_built", "a predicate in an invariant"),
    (
        "two_ranges",
        "not_converged",
        "two ranges of one array in a frame",
    ),
];

/// Wrong programs that are not proved, but not refuted either: the reason that is given, and why it is so.
const NOT_FOUND: &[(&str, &str, &str)] = &[
    (
        "linear_search_stepping_wrong_plain",
        "not_built",
        "a call in the guard",
    ),
    (
        "binary_search_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "bubble_sort_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "common_prefix_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
    ("fill_2d_wrong", "not_built", "a predicate in an invariant"),
    (
        "insertion_sort_wrong",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "kadane_wrong",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "linear_search_stepping_wrong",
        "not_built",
        "a predicate in an invariant, a call in the guard",
    ),
    (
        "linear_search_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "matrix_vector_wrong",
        "not_built",
        "a predicate in a closure",
    ),
    (
        "prefix_sums_wrong",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "relaxed_prefix_wrong",
        "not_built",
        "a predicate in a closure",
    ),
    (
        "reverse_wrong",
        "not_built",
        "a predicate in an invariant, a predicate in a closure",
    ),
    (
        "reverse_wrong_plain",
        "prover_unknown",
        "a model of counts is not confirmed, and bounded search does not go on from there",
    ),
    (
        "selection_sort_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "string_compare_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
    (
        "transpose_wrong",
        "not_built",
        "a predicate in an invariant",
    ),
];

/// What takes long, and is only checked with `PORTS_SLOW=1` or by its name: any verdict will do but a proof of what is wrong.
const SLOW: &[(&str, &str)] = &[
    ("rows_in_order", "hangs"),
    ("in_no_order_wrong", "hangs"),
    ("cast_index", "out of time"),
    (
        "saddleback",
        "hangs: the time limit is not seen while Z3's model is evaluated, quantifier within quantifier",
    ),
    ("saddleback_wrong", "hangs, as the right one"),
    ("kadane_ends_plain", "hangs"),
    ("prefix_sums_in_place_plain", "hangs"),
    ("fill_2d_frame_plain", "hangs"),
    (
        "transpose_plain",
        "proved in 3 s, or hangs, as the clock has it",
    ),
    ("flag_plain", "proved in 3 s, or hangs, as the clock has it"),
    (
        "partition_hoare_plain",
        "out of time: counts, and two inner loops that do not write the array",
    ),
    (
        "binary_search_neighbours",
        "out of time: neighbours in order are all in order, which takes an induction",
    ),
    ("binary_search_neighbours_plain", "out of time, as above"),
    (
        "gcd_by_subtraction_plain",
        "out of time: remainders by an input",
    ),
    (
        "gcd_by_remainders_plain",
        "out of time: remainders by an input",
    ),
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
