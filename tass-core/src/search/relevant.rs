//! Which events of a replay the text of a report shows.

use crate::report::{EventKind, Kind, TraceEvent, Violation};

/// The events that tell the story: communication, branches on inputs and choices; of the assignments and assumptions only those about variables
/// that the failed condition (or the failing expression) names, in the process that fails if it is one.
pub(super) fn mark_relevant(events: &mut [TraceEvent], violation: &Violation) {
    let blamed = match (&violation.failed, &violation.location) {
        _ if !about_values(violation.kind) => String::new(),
        // What is written is not what `assigns!` says.
        _ if violation.kind == Kind::Frame => quoted(&violation.message).to_owned(),
        (Some(failed), _) => failed.text.clone(),
        (None, Some(location)) if violation.blocked.is_empty() => location.snippet().to_owned(),
        _ => String::new(),
    };
    let names: Vec<&str> = words(&blamed).collect();
    // A collective condition and an output speak of other processes as well.
    let alone = match violation.kind {
        Kind::CollectiveAssertion | Kind::InvariantEntry | Kind::Invariant => None,
        Kind::OutputMismatch => None,
        kind => violation.process.filter(|_| kind.is_local()),
    };
    let told = |event: &TraceEvent| {
        let mut words = words(&event.text);
        let here = alone.is_none_or(|process| process == event.process);
        match event.kind {
            EventKind::Assign => here && words.next().is_some_and(|name| names.contains(&name)),
            EventKind::End => false,
            EventKind::Branch => event.shown,
            EventKind::Assume => here && words.skip(1).any(|name| names.contains(&name)),
            _ => true,
        }
    };
    for event in events {
        event.shown = told(event);
    }
}

/// Can the values of variables explain a violation of this kind?
fn about_values(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::CollectiveOrder
            | Kind::CollectiveOp
            | Kind::CollectiveType
            | Kind::TypeMismatch
            | Kind::CollectiveAssertionOrder
            | Kind::CollectiveAssertionIncomplete
            | Kind::CollectiveUniverse
            | Kind::CollectiveIncomplete
            | Kind::UnreceivedMessage
            | Kind::InitFinalize
    )
}

/// Does the place of a violation mention an input?
pub(super) fn names_an_input(violation: &Violation) -> bool {
    let blamed = violation.location.as_ref().map_or("", |l| l.snippet());
    words(blamed).any(|word| violation.inputs.iter().any(|(name, _)| name == word))
}

/// The first name in a message.
fn quoted(message: &str) -> &str {
    message.split('`').nth(1).unwrap_or_default()
}

/// The identifiers in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}
