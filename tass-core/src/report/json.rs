//! Reports for machines: JSON of a documented, versioned form (`json.md` of the facade lists every
//! field).
//!
//! What must hold: names are stable within a version; nothing in it depends on a clock or an order
//! but the two times in `stats`; what is missing is `null` or an empty list, never left out.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Inconclusive, Outcome, Report, ReportData, Verdict};

/// The version of the form. It changes when a field is removed, renamed, or means something else;
/// new fields do not change it.
pub const VERSION: u32 = 1;

impl Report {
    /// The report as JSON, for machines.
    ///
    /// ```
    /// use tass_core::report::{Outcome, Report, Verdict};
    ///
    /// let outcome = Outcome::Checked { verdict: Verdict::Verified, violations: vec![] };
    /// let json = Report::new("ring", 4, outcome).to_json();
    /// assert!(json.contains(r#""verdict": "verified""#));
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        indented(&in_one_line(self))
    }
}

/// A part of a report as JSON.
pub(super) fn in_one_line(value: &impl Serialize) -> String {
    let mut buffer = vec![0; 1 << 12];
    loop {
        match serde_json_core::to_slice(value, &mut buffer) {
            Ok(length) => return String::from_utf8_lossy(&buffer[..length]).into_owned(),
            Err(serde_json_core::ser::Error::BufferFull) => buffer.resize(2 * buffer.len(), 0),
            Err(error) => unreachable!("a report can be written: {error}"),
        }
    }
}

/// JSON over several lines.
fn indented(json: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    let (mut in_string, mut escaped) = (false, false);
    let mut chars = json.chars().peekable();
    while let Some(c) = chars.next() {
        let line = |text: &mut String, depth: usize| {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        };
        if in_string {
            text.push(c);
            (in_string, escaped) = (escaped || c != '"', !escaped && c == '\\');
            continue;
        }
        match c {
            '{' | '[' => {
                text.push(c);
                if matches!(chars.peek(), Some('}' | ']')) {
                    text.extend(chars.next());
                } else {
                    depth += 1;
                    line(&mut text, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                line(&mut text, depth);
                text.push(c);
            }
            ',' => {
                text.push(c);
                line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            _ => {
                in_string = c == '"';
                text.push(c);
            }
        }
    }
    text
}

impl Serialize for ReportData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, reason, violations, errors) = match &self.outcome {
            Outcome::NotBuilt(errors) => ("not_built", None, &[][..], errors.as_slice()),
            Outcome::Checked {
                verdict,
                violations,
            } => {
                let reason = match verdict {
                    Verdict::Inconclusive(reason) => Some(Reason::Inconclusive(reason)),
                    Verdict::Vacuous(reason) => Some(Reason::Vacuous(reason)),
                    Verdict::Verified | Verdict::Refuted => None,
                };
                (verdict.name(), reason, violations.as_slice(), &[][..])
            }
        };
        // Where a clock or the operating system ends a run is not the same twice.
        let measured = matches!(
            reason,
            Some(Reason::Inconclusive(
                Inconclusive::Timeout(_) | Inconclusive::MaxMemory(_)
            ))
        );
        let mut s = serializer.serialize_struct("Report", 13)?;
        s.serialize_field("version", &VERSION)?;
        s.serialize_field("model", &self.model)?;
        s.serialize_field("nprocs", &self.nprocs)?;
        s.serialize_field("spec_nprocs", &self.spec_nprocs)?;
        s.serialize_field("options", &Options(&self.options))?;
        s.serialize_field("expected", &self.expected)?;
        s.serialize_field("verdict", name)?;
        s.serialize_field("reason", &reason)?;
        s.serialize_field("stopped", &self.stopped.as_ref().filter(|_| !measured))?;
        s.serialize_field("errors", errors)?;
        s.serialize_field("violations", violations)?;
        s.serialize_field("every", &self.every)?;
        s.serialize_field("stats", &self.stats)?;
        s.end()
    }
}

/// Why there is no conclusion, or none worth much.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Reason<'a> {
    Inconclusive(&'a super::Inconclusive),
    Vacuous(&'a super::Vacuous),
}

/// Options by name.
struct Options<'a>(&'a [(String, String)]);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Parts of a condition, with their values.
pub(super) fn parts<S: Serializer>(
    parts: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Part<'a> {
        text: &'a str,
        value: &'a str,
    }
    let parts = parts.iter().map(|(text, value)| Part { text, value });
    serializer.collect_seq(parts)
}

#[cfg(test)]
mod tests {
    use super::indented;
    use crate::report::{Kind, Outcome, Report, Verdict, Violation};

    #[test]
    fn strings_are_escaped() {
        let violations = vec![Violation::new(Kind::Panic, "a\n\"β\\\u{1}\t")];
        let verdict = Verdict::Refuted;
        let json = Report::new(
            "m",
            1,
            Outcome::Checked {
                verdict,
                violations,
            },
        )
        .to_json();
        assert!(json.contains(r#""message": "a\n\"β\\\u0001\t","#), "{json}");
    }

    #[test]
    fn indentation_leaves_strings_alone() {
        let json = r#"{"a":[1,{"b":"{[,:]} \" \\"}],"c":[],"d":{}}"#;
        let text = indented(json);
        let expected = "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"{[,:]} \\\" \\\\\"\n    }\n  ],\n  \"c\": [],\n  \"d\": {}\n}";
        assert_eq!(text, expected);
    }
}
