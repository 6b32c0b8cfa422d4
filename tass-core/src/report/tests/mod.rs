//! The text of hand-made reports: one for each verdict and reason, and the awkward cases.

mod awkward;
mod refuted;
mod result;
mod undecided;
mod wide;

use std::sync::Arc;
use std::time::Duration;

use super::*;
use tass_syntax::tree::Span;

/// A model function at line 40 of a file.
fn function(name: &str, text: &str) -> Arc<SourceText> {
    Arc::new(SourceText {
        name: name.to_string(),
        file: format!("tests/{name}.rs"),
        line: 40,
        text: text.to_string(),
    })
}

/// The place of the first occurrence of `part`.
fn at(function: &Arc<SourceText>, part: &str) -> Location {
    nth(function, part, 0)
}

/// The place of the `n`-th occurrence of `part`, from 0.
fn nth(function: &Arc<SourceText>, part: &str, n: usize) -> Location {
    let text = &function.text;
    let (start, _) = text.match_indices(part).nth(n).expect("part of the text");
    let (line, col) = position(text, start);
    let (end_line, end_col) = position(text, start + part.len());
    let span = Span {
        line,
        col,
        end_line,
        end_col,
    };
    Location::new(function, span)
}

/// The line and the column in characters of a byte offset.
fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let col = before.rsplit('\n').next().map_or(0, |l| l.chars().count());
    (line as u32, col as u32)
}

/// An event; its place is `part` of `function`.
fn event(
    process: usize,
    kind: EventKind,
    text: &str,
    place: Location,
    message: Option<u32>,
) -> TraceEvent {
    TraceEvent {
        process,
        location: Some(place),
        text: text.to_string(),
        kind,
        message,
        peer: None,
        group: None,
        shown: true,
        changes: Vec::new(),
    }
}

/// A process that waits.
fn waiting(process: usize, place: &Location, for_what: &str) -> BlockedProcess {
    BlockedProcess {
        process,
        location: Some(place.clone()),
        operation: place.snippet().to_string(),
        waits_for: for_what.to_string(),
    }
}

/// `name = value`
fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_string(), value.to_string())
}

/// A report with statistics.
fn checked(model: &str, nprocs: usize, verdict: Verdict, violations: Vec<Violation>) -> Report {
    let outcome = Outcome::Checked {
        verdict,
        violations,
    };
    let mut report = Report::new(model, nprocs, outcome);
    report.stats = Stats {
        states: 12,
        steps: 34,
        max_depth: 9,
        assertions: 2,
        obligations: 21,
        by_simplification: 10,
        by_model: 4,
        by_linear: 3,
        by_cache: 2,
        by_z3: 2,
        unknown: 0,
        solvers: 1,
        memory: 0,
        prover_time: Duration::from_millis(3),
        total_time: Duration::from_millis(21),
    };
    report
}

/// A refuted report.
fn refuted(model: &str, nprocs: usize, violation: Violation) -> Report {
    checked(model, nprocs, Verdict::Refuted, vec![violation])
}
