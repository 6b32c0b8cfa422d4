//! Pictures of a counterexample: the space-time chart as SVG and as a Mermaid diagram, and a page
//! to step through it.
//!
//! What must hold: nothing that comes from a model (names, texts, values, source) means anything
//! but itself in the picture (`escape` is the only way in); the same report gives the same bytes;
//! and every picture is complete in itself: no network, no scripts of others, no fonts.
//!
//! `layout` says what is in which row; `svg`, `mermaid` and `html` write it down.

mod escape;
mod html;
mod layout;
mod mermaid;
#[cfg(test)]
mod policy_tests;
mod svg;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use self::layout::Chart;
use super::{EventKind, Report, TraceEvent, Violation};
use crate::sides::Sides;

/// A violation with what a picture of it needs.
struct Picture<'a> {
    report: &'a Report,
    violation: &'a Violation,
    sides: Sides,
    chart: Chart,
}

impl Report {
    /// The execution that leads to the first violation as a space-time chart: one line a process,
    /// time going down, messages as arrows from the send to the receive. A complete SVG file,
    /// legible on light and dark.
    ///
    /// `None` if there is no violation: nothing happens in a picture of a proof.
    #[must_use]
    pub fn to_svg(&self) -> Option<String> {
        Some(svg::draw(&self.picture()?))
    }

    /// The same as a [Mermaid](https://mermaid.js.org) sequence diagram, to be pasted into a
    /// comment or a document. A message is drawn where it is sent; where it is received there is a
    /// note.
    ///
    /// `None` if there is no violation.
    #[must_use]
    pub fn to_mermaid(&self) -> Option<String> {
        Some(mermaid::draw(&self.picture()?))
    }

    /// A page to step through the execution that leads to the first violation: chart, steps,
    /// source, and the variables of every process at each step. One file, which needs no network.
    ///
    /// `None` if there is no violation.
    #[must_use]
    pub fn to_html(&self) -> Option<String> {
        Some(html::page(&self.picture()?))
    }

    /// Writes [`Report::to_html`] to a file, whose folder is made if it is not there. `false` if
    /// there is no violation and so nothing to write.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write_html(&self, path: impl AsRef<Path>) -> io::Result<bool> {
        let Some(page) = self.to_html() else {
            return Ok(false);
        };
        let path = path.as_ref();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, page)?;
        Ok(true)
    }

    fn picture(&self) -> Option<Picture<'_>> {
        let violation = self.violations().first()?;
        Some(Picture {
            report: self,
            violation,
            sides: self.sides(),
            chart: Chart::of(violation),
        })
    }
}

impl Picture<'_> {
    /// What is wrong, in which model.
    fn title(&self) -> String {
        let processes = match self.report.nprocs {
            1 => "1 process".to_string(),
            n => format!("{n} processes"),
        };
        let against = match self.report.spec_nprocs {
            0 => "",
            _ => " against its specification",
        };
        format!(
            "{} with {processes}{against}: {}",
            self.report.model,
            self.violation.title()
        )
    }

    /// How an event looks: its kind, and whether it is what the violation is about.
    fn class(&self, event: &TraceEvent) -> String {
        let stuck = event.kind == EventKind::Stand && !self.violation.blocked.is_empty();
        format!("{}{}", kind(event.kind), if stuck { " stuck" } else { "" })
    }

    /// The inputs, on one line; empty if there are none.
    fn inputs(&self) -> String {
        let inputs = self.violation.inputs.iter();
        let inputs: Vec<String> = inputs
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        inputs.join(", ")
    }
}

/// The name of a kind of events, as in the JSON.
fn kind(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Send => "send",
        EventKind::Receive => "receive",
        EventKind::Request => "request",
        EventKind::Collective => "collective",
        EventKind::Branch => "branch",
        EventKind::Assume => "assume",
        EventKind::Assign => "assign",
        EventKind::Choice => "choice",
        EventKind::Snapshot => "snapshot",
        EventKind::Write => "write",
        EventKind::Test => "test",
        EventKind::Abort => "abort",
        EventKind::End => "end",
        EventKind::Stand => "stand",
        EventKind::Failure => "failure",
    }
}
