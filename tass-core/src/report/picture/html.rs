//! The page: one file with the chart, the steps, the source and the variables, and a script that
//! moves through them.
//!
//! Whatever comes from the model is in a block of JSON, which the script puts on the page as text
//! and never as markup. A security policy forbids the page to load anything, and to run anything
//! but that script: it is allowed by its hash, so that not even what a model smuggled into the page
//! could run.

use indexmap::IndexMap;
use serde::Serialize;

use super::super::headline::one_line;
use super::escape::{json_in_script, xml};
use super::layout::is_essential;
use super::svg::{self, Geometry};
use super::{Picture, kind};
use crate::report::Violation;
use crate::report::headline::Headline;
use crate::report::style::Style;

const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The SHA-256 of the script and of the style, as they stand between their tags. A test says what
/// they are after a change.
pub(super) const SCRIPT_HASH: &str = "sha256-n9D5gl369jQFrYU8VOG2sMws5xd2eGTBvjms0mR41/Y=";
pub(super) const STYLE_HASH: &str = "sha256-yXM3RUFbUQL2z4xTR4MqNZH+Pnik2OeZoD5HwlmmK+o=";

/// What the script knows. Steps are numbers, counted from 0.
#[derive(Serialize)]
struct Data<'a> {
    headline: String,
    message: String,
    /// The execution as a test; empty if it cannot be one.
    pinned: String,
    inputs: &'a [(String, String)],
    processes: Vec<String>,
    sources: Vec<Source<'a>>,
    steps: Vec<Step<'a>>,
    messages: &'a [(usize, Option<usize>)],
    bars: &'a [Vec<usize>],
    joins: &'a [Vec<usize>],
    all: View<'a>,
    essential: View<'a>,
    row: i64,
    column: Column,
}

/// Pixels: around the chart, from the left edge of a column to its line, of a character, and after
/// the labels.
#[derive(Serialize)]
struct Column {
    margin: i64,
    line: i64,
    character: i64,
    gap: i64,
}

#[derive(Serialize)]
struct Source<'a> {
    name: &'a str,
    file: &'a str,
    line: u32,
    text: &'a str,
}

/// One event. The names are short, since there are many.
#[derive(Serialize)]
struct Step<'a> {
    /// Process.
    p: usize,
    /// Kind.
    k: &'static str,
    /// What it is said with: a process that is stuck, or a text below its mark.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    b: bool,
    /// Text.
    t: String,
    /// Message.
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<u32>,
    /// The process at the other end.
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<usize>,
    /// Source and line.
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<(usize, u32)>,
    /// Changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    c: Vec<(&'a str, Option<&'a str>)>,
}

/// Where things are in the chart, if all steps are shown or if only those that matter are.
#[derive(Serialize)]
struct View<'a> {
    rows: &'a [Option<u32>],
    count: u32,
    /// How many characters the labels of each process have at least, and would like to have.
    room: Vec<usize>,
    want: Vec<usize>,
}

/// The page.
pub(super) fn page(picture: &Picture<'_>) -> String {
    let (violation, chart) = (picture.violation, &picture.chart);
    let mut sources = IndexMap::new();
    let steps = violation.trace.iter().map(|event| {
        let line = event.location.as_ref().map(|location| {
            let entry = sources.entry((&location.function.file, location.function.line));
            let index = entry.index();
            entry.or_insert(&*location.function);
            (index, location.line())
        });
        let changes = event.changes.iter();
        Step {
            p: event.process,
            k: kind(event.kind),
            b: picture.class(event).ends_with("stuck") || svg::is_from_right(event),
            t: event.told(),
            m: event.message,
            o: event.peer,
            l: line,
            c: changes
                .map(|c| (c.name.as_str(), c.value.as_deref()))
                .collect(),
        }
    });
    let steps = steps.collect();
    let headline = Headline::of_violation(violation, picture.sides).render(Style::FULL);
    let data = Data {
        headline,
        message: message(violation),
        pinned: picture.report.to_test().unwrap_or_default(),
        inputs: &violation.inputs,
        processes: (0..picture.sides.total())
            .map(|p| picture.sides.heading(p))
            .collect(),
        steps,
        sources: sources
            .values()
            .map(|source| Source {
                name: &source.name,
                file: &source.file,
                line: source.line,
                text: &source.text,
            })
            .collect(),
        messages: &chart.messages,
        bars: &chart.collectives,
        joins: &chart.assertions,
        all: view(
            &chart.all.of,
            chart.all.count,
            svg::columns(picture, |_| true),
        ),
        essential: view(
            &chart.essential.of,
            chart.essential.count,
            svg::columns(picture, is_essential),
        ),
        row: svg::ROW,
        column: Column {
            margin: svg::MARGIN,
            line: svg::LINE,
            character: svg::CHARACTER,
            gap: svg::GAP,
        },
    };
    let json = crate::report::json::in_one_line(&data);
    include_str!("page.html")
        .lines()
        .map(|line| {
            let line = match line.trim() {
                "@title" => &xml(&picture.title()),
                "@chart-style" => svg::STYLE,
                "@page-style" => PAGE_STYLE,
                "@marks" => svg::MARKS,
                "@data" => &json_in_script(&json),
                "@script" => SCRIPT,
                _ => &line
                    .replace("@script-hash", SCRIPT_HASH)
                    .replace("@style-hash", STYLE_HASH),
            };
            format!("{}\n", line.trim_end())
        })
        .collect()
}

/// What went wrong, on one line: with the condition and the values in it if there is one.
fn message(violation: &Violation) -> String {
    let said = one_line(&violation.message);
    let Some(failed) = &violation.failed else {
        return said;
    };
    let parts = failed.parts.iter();
    let parts: Vec<String> = parts
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let text = one_line(&failed.text);
    match parts.is_empty() {
        true => format!("{text}: {said}"),
        false => format!("{text}: {said}, where {}", parts.join(", ")),
    }
}

fn view(rows: &[Option<u32>], count: u32, geometry: Geometry) -> View<'_> {
    View {
        rows,
        count,
        room: geometry.room,
        want: geometry.want,
    }
}
