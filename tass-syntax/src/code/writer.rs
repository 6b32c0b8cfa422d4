//! [`Writer`]: the text of a model, as far as it has been written.

use std::fmt::{Display, Write as _};

use crate::tree::Span;

/// Writes code from front to back. Parts are separated by one space.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) text: String,
}

impl Writer {
    /// `(Name`
    pub(super) fn open(&mut self, name: &str) {
        self.part('(');
        self.text.push_str(name);
    }

    /// `)`
    pub(super) fn close(&mut self) {
        self.text.push(')');
    }

    /// `[`
    pub(super) fn open_list(&mut self) {
        self.part('[');
    }

    /// `]`
    pub(super) fn close_list(&mut self) {
        self.text.push(']');
    }

    /// `~`
    pub(super) fn absent(&mut self) {
        self.part('~');
    }

    /// A word: no spaces, no brackets, no quotes.
    pub(super) fn word(&mut self, word: impl Display) {
        self.part(word);
    }

    /// `"text"`
    pub(super) fn text(&mut self, text: &str) {
        self.part('"');
        for c in text.chars() {
            if matches!(c, '"' | '\\') {
                self.text.push('\\');
            }
            self.text.push(c);
        }
        self.text.push('"');
    }

    /// `@line.column.line.column`
    pub(super) fn span(&mut self, span: Span) {
        let Span {
            line,
            col,
            end_line,
            end_col,
        } = span;
        self.part(format_args!("@{line}.{col}.{end_line}.{end_col}"));
    }

    /// The start of a part.
    fn part(&mut self, start: impl Display) {
        if !self.text.is_empty() && !self.text.ends_with(['(', '[']) {
            self.text.push(' ');
        }
        // Writing to a `String` does not fail.
        let _ = write!(self.text, "{start}");
    }
}
