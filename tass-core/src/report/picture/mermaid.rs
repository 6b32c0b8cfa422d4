//! The execution as a Mermaid sequence diagram.
//!
//! Mermaid draws a message at one height. It is drawn where it is sent, and a note says where it is
//! received, so that messages that overtake each other are seen to.

use std::fmt::Write;

use super::Picture;
use super::escape::{mermaid, wrap};
use super::layout::is_essential;
use super::svg::label;
use crate::report::{EventKind, TraceEvent};

/// Characters in a line.
const WIDEST: usize = 48;
/// Lines of one text.
const MOST: usize = 6;

/// The diagram.
pub(super) fn draw(picture: &Picture<'_>) -> String {
    let (violation, chart) = (picture.violation, &picture.chart);
    let trace = &violation.trace;
    let mut out = String::from("sequenceDiagram\n");
    let total = picture.sides.total();
    for process in 0..total {
        let heading = text(&picture.sides.heading(process));
        let _ = writeln!(out, "    participant p{process} as {heading}");
    }
    let mut note = |over: String, words: &str| {
        let _ = writeln!(out, "    Note over {over}: {}", text(words));
    };
    note(everybody(total), &picture.title());
    if !violation.inputs.is_empty() {
        note(everybody(total), &format!("inputs: {}", picture.inputs()));
    }
    let received = |send: usize| {
        let messages = &chart.messages;
        let at = messages.binary_search_by_key(&send, |&(send, _)| send);
        at.is_ok_and(|at| messages[at].1.is_some())
    };
    let mut group_of = vec![None; trace.len()];
    for group in &chart.collectives {
        for &step in group {
            group_of[step] = Some(group);
        }
    }
    for (step, event) in trace.iter().enumerate().filter(|(_, e)| is_essential(e)) {
        let me = format!("p{}", event.process);
        match (event.kind, event.peer) {
            (EventKind::Send, Some(peer)) => {
                let (line, words) = if received(step) {
                    ("-)", label(event))
                } else {
                    ("-x", format!("{} (not received)", label(event)))
                };
                let _ = writeln!(out, "    {me}{line}p{peer}: {}", text(&words));
            }
            (EventKind::Collective, _) => {
                let Some(group) = group_of[step] else {
                    continue;
                };
                // Once, when the last of them is through.
                if group.iter().max() == Some(&step) {
                    let over = over(group.iter().map(|&s| &trace[s]));
                    let _ = writeln!(out, "    Note over {over}: {}", together(picture, group));
                }
            }
            (EventKind::Failure, _) => {
                let words = format!("FAIL: {}", violation.title());
                let _ = writeln!(
                    out,
                    "    Note over {me}: {}<br/>{}",
                    text(&words),
                    text(&violation.message)
                );
            }
            // Said by the violation, if it is about who waits for whom.
            (EventKind::End, _) => {}
            (EventKind::Stand, _) if !violation.blocked.is_empty() => {}
            _ => {
                let _ = writeln!(out, "    Note over {me}: {}", text(&label(event)));
            }
        }
    }
    for blocked in &violation.blocked {
        let mut words = text(&blocked.operation);
        if !blocked.waits_for.is_empty() {
            let waits = text(&format!("waits for {}", blocked.waits_for));
            words = format!("{words}<br/>{waits}");
        }
        let _ = writeln!(out, "    Note over p{}: {words}", blocked.process);
    }
    out
}

/// Text, in lines of readable length.
fn text(words: &str) -> String {
    let lines = wrap(words, WIDEST, MOST);
    let lines: Vec<String> = lines.iter().map(|line| mermaid(line)).collect();
    lines.join("<br/>")
}

/// All participants.
fn everybody(total: usize) -> String {
    match total {
        0 | 1 => "p0".into(),
        n => format!("p0,p{}", n - 1),
    }
}

/// From the first to the last participant.
fn over<'a>(events: impl Iterator<Item = &'a TraceEvent>) -> String {
    let processes: Vec<usize> = events.map(|e| e.process).collect();
    let (first, last) = (processes.iter().min(), processes.iter().max());
    match (first, last) {
        (Some(first), Some(last)) if first != last => format!("p{first},p{last}"),
        (Some(first), _) => format!("p{first}"),
        _ => "p0".into(),
    }
}

/// What the participants of a collective operation say, each text once.
fn together(picture: &Picture<'_>, group: &[usize]) -> String {
    let mut texts: Vec<(String, Vec<usize>)> = Vec::new();
    for &step in group {
        let event = &picture.violation.trace[step];
        let what = label(event);
        match texts.iter_mut().find(|(other, _)| *other == what) {
            Some((_, who)) => who.push(event.process),
            None => texts.push((what, vec![event.process])),
        }
    }
    let one = texts.len() == 1;
    let lines = texts.iter().map(|(what, who)| match one {
        true => text(what),
        false => text(&format!("{}: {what}", picture.sides.names(who))),
    });
    lines.collect::<Vec<_>>().join("<br/>")
}
