//! Reports for machines: JSON of a documented, versioned form (`json.md` of the facade lists every field).
//!
//! What must hold: names are stable within a version; nothing in it depends on a clock or an order but the two times in `stats`; what
//! is missing is `null` or an empty list, never left out.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Outcome, Report, ReportData, Verdict};

/// The version of the form. It changes when a field is removed, renamed, or means something else; new fields do not change it.
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
        serde_json::to_string_pretty(self).expect("a report has string keys and finite numbers")
    }
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
        let mut s = serializer.serialize_struct("Report", 12)?;
        s.serialize_field("version", &VERSION)?;
        s.serialize_field("model", &self.model)?;
        s.serialize_field("nprocs", &self.nprocs)?;
        s.serialize_field("spec_nprocs", &self.spec_nprocs)?;
        s.serialize_field("options", &Options(&self.options))?;
        s.serialize_field("expected", &self.expected)?;
        s.serialize_field("verdict", name)?;
        s.serialize_field("reason", &reason)?;
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
