//! What a native failure is called.

/// The kinds of tass that the message of a native panic may stand for.
///
/// Rust has one message for signed and unsigned subtraction, and checks of its own library where
/// tass has a kind: several kinds are fine then. Nothing known is a mistake of the harness, and
/// gives none.
pub(super) fn kinds(message: &str) -> &'static [&'static str] {
    let starts = |(start, _): &&(&str, _)| message.starts_with(start);
    if let Some((_, kinds)) = KINDS.iter().find(starts) {
        return kinds;
    }
    let found = INSIDE.iter().find(|(part, _)| message.contains(part));
    found.map_or(&[], |(_, kinds)| kinds)
}

/// By how the message starts.
const KINDS: &[(&str, &[&str])] = &[
    (
        "attempt to subtract with overflow",
        &["unsigned_underflow", "overflow"],
    ),
    ("attempt to divide by zero", &["division_by_zero"]),
    (
        "attempt to calculate the remainder with a divisor of zero",
        &["division_by_zero"],
    ),
    ("attempt to", &["overflow"]),
    ("index out of bounds", &["out_of_bounds"]),
    ("range start index", &["out_of_bounds"]),
    ("range end index", &["out_of_bounds"]),
    ("slice index starts at", &["out_of_bounds"]),
    ("invalid_cast", &["invalid_cast"]),
    ("invariant_entry", &["invariant_entry"]),
    ("invariant", &["invariant", "not_inductive"]),
    ("invalid_rank", &["invalid_rank"]),
    ("aborted", &["aborted"]),
    ("truncation", &["truncation"]),
    ("collective_assertion", &["collective_assertion"]),
    ("always", &["always"]),
    // `clamp` and `step_by` assert.
    ("assertion failed: min <= max", &["assertion", "panic"]),
    (
        "assertion failed: step != 0",
        &["assertion", "panic", "division_by_zero"],
    ),
    ("min > max", &["assertion", "panic"]),
    ("assertion", &["assertion"]),
    ("internal error: entered unreachable code", &["unreachable"]),
    ("not yet implemented", &["panic"]),
    ("not implemented", &["panic"]),
    ("panicked", &["panic"]),
    (
        "called `Option::unwrap()` on a `None` value",
        &["unwrap_none"],
    ),
    ("called `Result::", &["panic"]),
    // What `expect` says begins with this in all generated functions, of an `Option` or a `Result`.
    ("expected", &["unwrap_none", "panic"]),
    ("explicit panic", &["panic"]),
    (
        "capacity overflow",
        &["overflow", "panic", "negative_length"],
    ),
];

/// By what the message holds.
const INSIDE: &[(&str, &[&str])] = &[
    (
        "does not match destination slice length",
        &["panic", "out_of_bounds", "length_mismatch"],
    ),
    (
        "source slice length",
        &["panic", "out_of_bounds", "length_mismatch"],
    ),
    ("out of range for slice", &["out_of_bounds"]),
];
