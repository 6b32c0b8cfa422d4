//! Of the events of a replay, those that belong to the story.
//!
//! - Of a branch that a process meets again and again with nothing else to show in between, the
//!   last: why it was left, or gone on with.
//! - In a deadlock, what the processes did that wait, and what that depended on: whoever sent them
//!   a message, or met them in a collective operation, up to there. Messages that nobody has
//!   received are shown, too, since somebody may wait for one of them with another tag. What the
//!   others did among themselves has nothing to do with it.
//!
//! Which branches are events at all is decided before: those that could have gone the other way on
//! this path, had the inputs been others.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::{EventKind, Location, TraceEvent, Violation};

/// Of the events that a report would show, leaves out those that do not belong to the story of the
/// violation.
pub(in crate::search) fn leave_out(events: &mut [TraceEvent], violation: &Violation) {
    leave_out_repetition(events);
    let waiting = violation.blocked.iter();
    let waiting = waiting.filter(|row| row.location.is_some());
    let waiting: BTreeSet<usize> = waiting.map(|row| row.process).collect();
    if waiting.is_empty() {
        return;
    }
    let mut kept = leading_to(events, &waiting, false);
    let meets = |(event, kept): (&TraceEvent, &bool)| *kept && event.kind == EventKind::Collective;
    if events.iter().zip(&kept).any(meets) {
        kept = leading_to(events, &waiting, true);
    }
    for (event, kept) in events.iter_mut().zip(kept) {
        event.shown &= kept;
    }
}

/// Branches that the same process meets again before it does anything else that is shown.
fn leave_out_repetition(events: &mut [TraceEvent]) {
    // By process: is the next event shown a branch, and where?
    let mut next: BTreeMap<usize, Option<Location>> = BTreeMap::new();
    for event in events.iter_mut().rev().filter(|event| event.shown) {
        let branch = event.kind == EventKind::Branch;
        let here = if branch { event.location.clone() } else { None };
        event.shown = !branch || here.is_none() || next.get(&event.process) != Some(&here);
        next.insert(event.process, here);
    }
}

/// For each event: does what some processes did in the end depend on it?
fn leading_to(events: &[TraceEvent], waiting: &BTreeSet<usize>, meetings: bool) -> Vec<bool> {
    let numbers = |kind: EventKind| -> BTreeSet<u32> {
        let of_kind = events.iter().filter(|event| event.kind == kind);
        of_kind.filter_map(|event| event.message).collect()
    };
    // Messages that matter: those that nobody took, and those that somebody took who matters.
    let received = numbers(EventKind::Receive);
    let mut messages: BTreeSet<u32> = &numbers(EventKind::Send) - &received;
    let mut needed = waiting.clone();
    let mut kept = vec![false; events.len()];
    for (event, kept) in events.iter().zip(&mut kept).rev() {
        let sent = event.message.is_some_and(|m| messages.contains(&m));
        let met = meetings && event.kind == EventKind::Collective;
        *kept = needed.contains(&event.process) || sent || met;
        if *kept {
            needed.insert(event.process);
            messages.extend(event.message);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{BlockedProcess, Kind, SourceText};
    use tass_syntax::tree::Span;

    fn event(process: usize, kind: EventKind, message: Option<u32>) -> TraceEvent {
        TraceEvent {
            process,
            location: Some(somewhere()),
            text: String::new(),
            kind,
            message,
            peer: None,
            group: None,
            shown: true,
            changes: Vec::new(),
        }
    }

    fn somewhere() -> Location {
        let text = std::sync::Arc::new(SourceText {
            name: "model".into(),
            file: String::new(),
            line: 1,
            text: String::new(),
        });
        Location::new(&text, Span::default())
    }

    fn deadlock_of(processes: &[usize]) -> Violation {
        let mut violation = Violation::new(Kind::Deadlock, "");
        violation.blocked = (0..6)
            .map(|process| BlockedProcess {
                process,
                location: processes.contains(&process).then(somewhere),
                operation: String::new(),
                waits_for: String::new(),
            })
            .collect();
        violation
    }

    fn who(mut events: Vec<TraceEvent>, violation: &Violation) -> Vec<usize> {
        leave_out(&mut events, violation);
        let shown = events.iter().filter(|e| e.shown);
        shown.map(|e| e.process).collect()
    }

    #[test]
    fn what_others_do_among_themselves_is_left_out() {
        use EventKind::{Receive, Send};
        let events = vec![
            event(4, Send, Some(1)),
            event(2, Send, Some(2)),
            event(5, Receive, Some(1)),
            event(0, Receive, Some(2)),
            event(2, Send, Some(3)),
            event(4, Receive, Some(3)),
            event(1, Send, Some(4)),
        ];
        // 2 sent to 0 before it sent to 4; the message of 1 is still there.
        assert_eq!(who(events.clone(), &deadlock_of(&[0, 1])), [2, 0, 1]);
        assert_eq!(who(events.clone(), &deadlock_of(&[5])), [4, 5, 1]);
        let failed = Violation::new(Kind::Assertion, "");
        assert_eq!(who(events, &failed), [4, 2, 5, 0, 2, 4, 1]);
    }

    #[test]
    fn a_collective_operation_needs_everybody() {
        use EventKind::{Collective, Send};
        let events = vec![
            event(3, Send, Some(1)),
            event(0, Collective, None),
            event(3, Collective, None),
            event(3, EventKind::Branch, None),
        ];
        assert_eq!(who(events, &deadlock_of(&[0])), [3, 0, 3]);
    }

    #[test]
    fn of_a_loop_the_end_is_shown() {
        use EventKind::{Assign, Branch};
        let events = vec![
            event(0, Branch, None),
            event(1, Branch, None),
            event(0, Branch, None),
            event(0, Assign, None),
            event(0, Branch, None),
        ];
        let failed = Violation::new(Kind::Assertion, "");
        assert_eq!(who(events, &failed), [1, 0, 0, 0]);
    }
}
