//! How a violation comes about: values, inputs, the space-time table, and who waits for whom.

use super::stats::counted;
use super::style::Style;
use super::table::{Table, width};
use super::{BlockedProcess, EventKind, GlobalStep, Inconclusive, Location, TraceEvent, Violation};
use crate::sides::Sides;

/// No table is wider than this if it can be helped.
const WIDTH: usize = 100;
/// A trace column narrower than this is hard to read.
const NARROWEST: usize = 18;
/// With more processes than this, those that do nothing get no column, and equal waits share a row.
const MANY: usize = 8;
/// Of a longer trace only the first and the last events are shown.
const LONGEST: usize = 200;
/// How many of the first.
const FIRST: usize = 40;

/// The sections of a violation after its headline, each with a blank line before it.
pub(super) fn of(violation: &Violation, sides: Sides, style: Style) -> String {
    let mut sections = Vec::new();
    if let Some(failed) = &violation.failed
        && !failed.parts.is_empty()
    {
        let title = if failed.text.is_empty() {
            "values".to_string()
        } else {
            format!("values in `{}`", failed.text)
        };
        sections.push((title, pairs(&failed.parts)));
    }
    if !violation.inputs.is_empty() {
        sections.push(("inputs".to_string(), pairs(&violation.inputs)));
    }
    let shown: Vec<&TraceEvent> = violation.trace.iter().filter(|e| e.shown).collect();
    // A failure alone is what the headline says.
    if shown.iter().any(|e| e.kind != EventKind::Failure) {
        sections.push(("trace".to_string(), trace(&shown, sides, style)));
    }
    if !violation.blocked.is_empty() {
        let table = blocked(&violation.blocked, sides, style);
        sections.push(("where the processes stand".to_string(), table));
    }
    sections
        .iter()
        .map(|(title, body)| format!("\n{}:\n{body}", style.title(title)))
        .collect()
}

/// The variables of an arbitrary iteration.
pub(super) fn hypothetical(reason: &Inconclusive, sides: Sides, style: Style) -> String {
    let Inconclusive::NotInductive {
        variables,
        iterations,
        ..
    } = reason
    else {
        return String::new();
    };
    let mut text = String::new();
    if !variables.is_empty() {
        let mut table = Table::new(["process", "variable", "at the loop's head", "then"]);
        for v in variables {
            let before = v.before.clone().unwrap_or_default();
            table.row([who(sides, v.process), v.name.clone(), before, v.now.clone()]);
        }
        table.wrap_at(WIDTH / 2);
        let title = style.title("an arbitrary iteration, not necessarily reachable");
        text.push_str(&format!("\n{title}:\n{}", table.render()));
    }
    let tried = counted(u64::from(*iterations), "iteration");
    text.push_str(&format!(
        "\n(no execution of at most {tried} of every loop goes wrong)\n"
    ));
    text
}

/// `process 1`, `processes 0, 2 and 4..=7`. The numbers ascend.
pub(crate) fn processes(who: &[usize]) -> String {
    let noun = if who.len() == 1 {
        "process"
    } else {
        "processes"
    };
    format!("{noun} {}", ranges(who, " and "))
}

/// `0, 2 and 4..=7`.
fn ranges(who: &[usize], last: &str) -> String {
    let runs = who.chunk_by(|a, b| a + 1 == *b);
    let runs: Vec<String> = runs
        .flat_map(|run| match run {
            [first, _, .., end] => vec![format!("{first}..={end}")],
            few => few.iter().map(usize::to_string).collect(),
        })
        .collect();
    match runs.split_last() {
        Some((end, start)) if !start.is_empty() => format!("{}{last}{end}", start.join(", ")),
        _ => runs.concat(),
    }
}

/// `name = value`, one on a line.
fn pairs(pairs: &[(String, String)]) -> String {
    let widest = pairs.iter().map(|(name, _)| width(name));
    let widest = widest.max().unwrap_or(0);
    pairs
        .iter()
        .map(|(name, value)| {
            let pad = " ".repeat(widest - width(name));
            format!("  {name}{pad} = {value}\n")
        })
        .collect()
}

/// One column per process if that is readable; else, one per process that does something; else, one
/// line per event.
fn trace(events: &[&TraceEvent], sides: Sides, style: Style) -> String {
    let nprocs = sides.total();
    let lines = line_column(events.iter().filter_map(|e| e.location.as_ref()), style);
    if nprocs <= MANY {
        let table = space_time(events, sides, &(0..nprocs).collect::<Vec<_>>(), &lines);
        if table.width() <= WIDTH {
            return table.render();
        }
    }
    let mut active: Vec<usize> = events.iter().map(|e| e.process).collect();
    active.sort_unstable();
    active.dedup();
    let mut table = space_time(events, sides, &active, &lines);
    if table.width() > WIDTH {
        let left = lines.header.len().max(lines.widest) + 2;
        let room = WIDTH.saturating_sub(left) / active.len().max(1);
        if room < NARROWEST + 2 {
            return list(events, sides, &lines);
        }
        table.wrap_at(room - 2);
    }
    let idle: Vec<usize> = (0..nprocs).filter(|p| !active.contains(p)).collect();
    let mut text = table.render();
    if !idle.is_empty() {
        text.push_str(&format!("  ({}: nothing to show)\n", processes(&idle)));
    }
    text
}

/// A trace with one column for each of these processes.
fn space_time(
    events: &[&TraceEvent],
    sides: Sides,
    columns: &[usize],
    lines: &LineColumn,
) -> Table {
    let headers = columns.iter().map(|&p| sides.heading(p));
    let mut table = Table::new([lines.header.to_string()].into_iter().chain(headers));
    each_shown(events, &mut table, |table, event| {
        let mut cells = vec![lines.of(event.location.as_ref())];
        cells.extend(columns.iter().map(|p| {
            let own = *p == event.process;
            if own { what(event) } else { String::new() }
        }));
        table.row(cells);
    });
    table
}

/// A trace with one line per event.
fn list(events: &[&TraceEvent], sides: Sides, lines: &LineColumn) -> String {
    let mut table = Table::new([lines.header, "process", "event"]);
    each_shown(events, &mut table, |table, event| {
        table.row([
            lines.of(event.location.as_ref()),
            who(sides, event.process),
            what(event),
        ]);
    });
    table.render()
}

/// Calls `add` for each event, leaving out the middle of a very long trace.
fn each_shown(events: &[&TraceEvent], table: &mut Table, add: impl Fn(&mut Table, &TraceEvent)) {
    let omitted = if events.len() > LONGEST {
        FIRST..FIRST + (events.len() - LONGEST)
    } else {
        0..0
    };
    for (i, event) in events.iter().enumerate() {
        if i == omitted.start && !omitted.is_empty() {
            let count = counted(omitted.len() as u64, "event");
            table.line(format!("... {count} left out ..."));
        }
        if !omitted.contains(&i) {
            add(table, event);
        }
    }
}

/// A process in a column of processes.
fn who(sides: Sides, process: usize) -> String {
    match sides.of(process) {
        0 => process.to_string(),
        _ => sides.heading(process),
    }
}

/// What an event says in the table.
fn what(event: &TraceEvent) -> String {
    let text = event.told();
    match event.message {
        Some(number) => format!("{text} (#{number})"),
        None => text,
    }
}

/// An abstract trace: the sets of local states that are populated.
pub(super) fn global(trace: &[GlobalStep], style: Style) -> String {
    let lines = line_column(trace.iter().filter_map(|s| s.location.as_ref()), style);
    let mut table = Table::new([lines.header, "step", "populated local states"]);
    for step in trace {
        table.row([
            lines.of(step.location.as_ref()),
            step.step.clone(),
            step.populated.clone(),
        ]);
    }
    table.wrap_at(WIDTH / 2);
    format!("{}:\n{}", style.title("abstract trace"), table.render())
}

/// One row per process, or per group of processes that all wait for the same at the same place.
fn blocked(blocked: &[BlockedProcess], sides: Sides, style: Style) -> String {
    let lines = line_column(blocked.iter().filter_map(|b| b.location.as_ref()), style);
    let mut rows: Vec<(Vec<usize>, &BlockedProcess)> = Vec::new();
    for process in blocked {
        let same = rows.iter_mut().find(|(_, other)| {
            other.location == process.location
                && other.operation == process.operation
                && other.waits_for == process.waits_for
        });
        match same {
            Some((who, _)) if blocked.len() > MANY => who.push(process.process),
            _ => rows.push((vec![process.process], process)),
        }
    }
    let mut table = Table::new(["process", lines.header, "operation", "waits for"]);
    for (who, process) in rows {
        let ours: Vec<usize> = who.iter().copied().filter(|&p| sides.of(p) == 0).collect();
        let theirs = who.iter().filter(|&&p| sides.of(p) != 0);
        let mut names = ranges(&ours, ", ");
        for &p in theirs {
            let comma = if names.is_empty() { "" } else { ", " };
            names.push_str(&format!("{comma}{}", sides.heading(p)));
        }
        table.row([
            names,
            lines.of(process.location.as_ref()),
            process.operation.clone(),
            process.waits_for.clone(),
        ]);
    }
    table.wrap_at(WIDTH / 2);
    table.render()
}

/// How a column of places is written: line numbers, with the file (or the function) if there are
/// several.
struct LineColumn {
    header: &'static str,
    several: bool,
    widest: usize,
    style: Style,
}

fn line_column<'a>(places: impl Iterator<Item = &'a Location>, style: Style) -> LineColumn {
    let places: Vec<&Location> = places.collect();
    let several = places
        .windows(2)
        .any(|pair| style.file(pair[0]) != style.file(pair[1]));
    let mut column = LineColumn {
        header: if several { "place" } else { "line" },
        several,
        widest: 0,
        style,
    };
    let widths = places.iter().map(|l| width(&column.of(Some(l))));
    column.widest = widths.max().unwrap_or(0);
    column
}

impl LineColumn {
    fn of(&self, place: Option<&Location>) -> String {
        let Some(place) = place else {
            return String::new();
        };
        let line = self.style.line(place);
        if self.several {
            let file = self.style.file(place);
            let name = file.rsplit(['/', '\\']).next().unwrap_or(&file);
            format!("{name}:{line}")
        } else {
            line.to_string()
        }
    }
}
