//! The space-time chart as an SVG file of its own: no scripts, no fonts to load, colours for light
//! and dark.
//!
//! All coordinates are integers and follow from the rows of the layout and from how long the texts
//! are, so that the same violation gives the same bytes.

use std::fmt::Write;

use super::Picture;
use super::escape::{shorten, wrap, xml};
use crate::report::{EventKind, TraceEvent};

/// The style of the chart; the page has it too.
pub(super) const STYLE: &str = include_str!("chart.css");
/// The shapes of events, one for each kind, and the tip of an arrow.
pub(super) const MARKS: &str = include_str!("marks.svg");

/// Pixels from one row to the next.
pub(super) const ROW: i64 = 36;
/// Pixels of a character of a label.
pub(super) const CHARACTER: i64 = 7;
/// From the left edge of a column to its line.
pub(super) const LINE: i64 = 16;
/// Around everything.
pub(super) const MARGIN: i64 = 16;
/// After the labels of a column.
pub(super) const GAP: i64 = 18;
/// A message that nobody receives goes this far.
const DANGLING: i64 = 56;
/// No label of a page gets more characters than this.
const MOST_WANTED: usize = 60;
/// Lines of what a process waits for.
const WAIT_LINES: usize = 4;

/// Where things are.
pub(super) struct Geometry {
    /// The line of each process.
    pub(super) x: Vec<i64>,
    /// How many characters a label of each process can have.
    pub(super) room: Vec<usize>,
    /// How many the longest has, within reason: what a page gives it where there is space.
    pub(super) want: Vec<usize>,
    /// Of the whole chart.
    pub(super) width: i64,
}

/// Columns as wide as their texts, within reason.
pub(super) fn columns(picture: &Picture<'_>, shown: impl Fn(&TraceEvent) -> bool) -> Geometry {
    let total = picture.sides.total();
    let most = match total {
        0..=2 => 46,
        3..=4 => 34,
        5..=8 => 24,
        _ => 19,
    };
    let mut room: Vec<usize> = (0..total)
        .map(|p| picture.sides.heading(p).chars().count() + 2)
        .collect();
    let mut want = room.clone();
    for event in picture.violation.trace.iter().filter(|e| shown(e)) {
        let Some(room) = room.get_mut(event.process) else {
            continue;
        };
        // What a process waits for has several lines.
        let most = match event.kind {
            EventKind::Stand | EventKind::Failure => most.min(26),
            _ => most,
        };
        let label = label(event);
        let length = label.chars().count();
        want[event.process] = want[event.process].max(length.min(MOST_WANTED));
        *room = (*room).max(length.min(most));
        // Lines break between words: the name of what failed is not cut in two.
        if matches!(event.kind, EventKind::Stand | EventKind::Failure) {
            let words = label.split_whitespace().map(|word| word.chars().count());
            *room = (*room).max(words.max().unwrap_or(0).min(MOST_WANTED));
        }
    }
    for (want, room) in want.iter_mut().zip(&room) {
        *want = (*want).max(*room);
    }
    let mut x = Vec::new();
    let mut left = MARGIN;
    for &room in &room {
        x.push(left + LINE);
        left += LINE + CHARACTER * room as i64 + GAP;
    }
    Geometry {
        x,
        room,
        want,
        width: left + MARGIN,
    }
}

/// What an event is called in the chart.
pub(super) fn label(event: &TraceEvent) -> String {
    let text = event.told();
    match event.message {
        Some(number) => format!("{text} #{number}"),
        None => text,
    }
}

/// The SVG file.
pub(super) fn draw(picture: &Picture<'_>) -> String {
    let (trace, chart) = (&picture.violation.trace, &picture.chart);
    let rows = &chart.essential;
    let geometry = columns(picture, super::layout::is_essential);
    let title = picture.title();
    let inputs = picture.inputs();
    let title_width = CHARACTER * 40;
    let width = geometry.width.max(title_width + 2 * MARGIN);
    let characters = usize::try_from((width - 2 * MARGIN) / 9).unwrap_or(0);
    let titles = wrap(&title, characters, 3);
    let subtitles = wrap(&inputs, characters, 2);
    let mut top = MARGIN;
    let mut out = String::new();
    for (class, lines) in [("title", titles), ("subtitle", subtitles)] {
        for line in lines {
            top += 18;
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
                top - 4,
                xml(&line)
            );
        }
    }
    top += 8;
    let first = top + 56;
    let y = |row: u32| first + ROW * i64::from(row);
    let at = |step: usize| Some((*geometry.x.get(trace[step].process)?, y(rows.of[step]?)));
    let bottom = y(rows.count.saturating_sub(1));
    let mut ends = vec![bottom; geometry.x.len()];
    for (step, event) in trace.iter().enumerate() {
        if let (EventKind::End | EventKind::Failure, Some((_, y))) = (event.kind, at(step)) {
            ends[event.process] = y;
        }
    }
    heads(picture, &geometry, top, &ends, &mut out);
    for (class, groups) in [("bar", &chart.collectives), ("joins", &chart.assertions)] {
        for group in groups {
            let points: Vec<(i64, i64)> = group.iter().filter_map(|&step| at(step)).collect();
            polyline(class, &points, &mut out);
        }
    }
    for &(send, receive) in &chart.messages {
        match (at(send), receive.and_then(at)) {
            (Some(from), Some(to)) => {
                let path = arrow(from, to);
                let _ = writeln!(
                    out,
                    "<path class=\"message\" d=\"{path}\" marker-end=\"url(#tass-tip)\"/>"
                );
            }
            (Some((x, y)), None) => {
                let to = trace[send].peer.and_then(|p| geometry.x.get(p).copied());
                let reach = dangling(x, to);
                let (end, down) = (x + reach, y + ROW / 2);
                let _ = writeln!(
                    out,
                    "<g><title>{} (not received)</title><path class=\"lost\" d=\"M{x} {y}L{end} {down}\"/>\
                     <path class=\"lost-end\" d=\"M{} {}L{} {}M{} {}L{} {}\"/></g>",
                    xml(&label(&trace[send])),
                    end - 4,
                    down - 4,
                    end + 4,
                    down + 4,
                    end + 4,
                    down - 4,
                    end - 4,
                    down + 4,
                );
            }
            _ => {}
        }
    }
    let mut lowest = bottom;
    for (step, event) in trace.iter().enumerate() {
        if let Some((x, y)) = at(step) {
            let room = geometry.room[event.process];
            let from_right = is_from_right(event);
            let place = Place {
                x,
                y,
                room,
                from_right,
            };
            lowest = lowest.max(draw_event(picture, event, place, &mut out));
        }
    }
    let height = lowest + MARGIN + 8;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tass-chart\" role=\"img\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n<defs>\n{MARKS}</defs>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{out}</svg>\n",
        xml(&title)
    )
}

/// How far, and to which side, a message goes that is not received.
pub(super) fn dangling(x: i64, to: Option<i64>) -> i64 {
    match to {
        Some(to) if to < x => -DANGLING.min((x - to) / 2),
        Some(to) if to > x => DANGLING.min((to - x) / 2),
        _ => DANGLING / 2,
    }
}

/// The line of a message; one to oneself goes around.
fn arrow(from: (i64, i64), to: (i64, i64)) -> String {
    let ((x, y), (to_x, to_y)) = (from, to);
    if x == to_x {
        format!("M{x} {y}C{} {y} {} {to_y} {x} {to_y}", x + 40, x + 40)
    } else {
        format!("M{x} {y}L{to_x} {to_y}")
    }
}

fn polyline(class: &str, points: &[(i64, i64)], out: &mut String) {
    if points.len() > 1 {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let _ = writeln!(
            out,
            "<polyline class=\"{class}\" points=\"{}\"/>",
            points.join(" ")
        );
    }
}

/// The processes' names and lines.
fn heads(picture: &Picture<'_>, geometry: &Geometry, top: i64, ends: &[i64], out: &mut String) {
    for (process, &x) in geometry.x.iter().enumerate() {
        let name = picture.sides.heading(process);
        let (width, bottom) = (8 * name.chars().count() as i64 + 12, ends[process]);
        let _ = writeln!(
            out,
            "<path class=\"life\" d=\"M{x} {}V{bottom}\"/>\
             <rect class=\"head\" x=\"{}\" y=\"{top}\" width=\"{width}\" height=\"24\" rx=\"4\"/>\
             <text class=\"rank\" x=\"{}\" y=\"{}\">{}</text>",
            top + 24,
            x - LINE,
            x - LINE + 8,
            top + 16,
            xml(&name)
        );
    }
}

/// Where an event is drawn.
struct Place {
    x: i64,
    y: i64,
    /// Characters that a line can have.
    room: usize,
    /// Does an arrow come from the right? Then the text is below the mark.
    from_right: bool,
}

/// Is it the receive of a message from a process further right?
pub(super) fn is_from_right(event: &TraceEvent) -> bool {
    event.kind == EventKind::Receive && event.peer.is_some_and(|peer| peer > event.process)
}

/// The mark of an event and its text; the lowest point that it reaches.
fn draw_event(picture: &Picture<'_>, event: &TraceEvent, at: Place, out: &mut String) -> i64 {
    let Place { x, y, room, .. } = at;
    let kind = picture.class(event);
    let name = super::kind(match event.kind {
        // A small dot.
        EventKind::Request => EventKind::Assign,
        kind => kind,
    });
    let text = label(event);
    let full = match event.kind {
        EventKind::Failure => format!("{text}: {}", picture.violation.message),
        _ => text.clone(),
    };
    let _ = write!(
        out,
        "<g><title>{}</title><use class=\"mark {kind}\" href=\"#tass-{name}\" x=\"{x}\" y=\"{y}\"/>",
        xml(&full)
    );
    let (lines, left, mut down) = match event.kind {
        EventKind::Stand => (wrap(&text, room, WAIT_LINES), x - 6, y + 20),
        EventKind::Failure => (wrap(&text, room, WAIT_LINES), x - 6, y + 24),
        _ if at.from_right => (vec![shorten(&text, room)], x + 7, y + 13),
        _ => (vec![shorten(&text, room)], x + 7, y - 6),
    };
    for line in lines {
        let _ = write!(
            out,
            "<text class=\"label {kind}\" x=\"{left}\" y=\"{down}\">{}</text>",
            xml(&line)
        );
        down += 14;
    }
    out.push_str("</g>\n");
    y.max(down - 14)
}
