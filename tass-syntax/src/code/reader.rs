//! [`Reader`]: the parts of a model's code, one after the other.

use std::str::FromStr;

use super::Link;
use crate::tree::Span;

/// Reads code from front to back. Whatever is wrong with it is a defect of tass, and panics.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// What stands in the place of indices, if they are to be replaced.
    pub(super) tables: Option<&'t dyn Link>,
}

impl<'t> Reader<'t> {
    /// A reader at the start of a text.
    pub(super) fn new(text: &'t str, tables: Option<&'t dyn Link>) -> Reader<'t> {
        Reader {
            text,
            at: 0,
            tables,
        }
    }

    /// `(Name`, or `Name` of a node without parts.
    pub(super) fn open(&mut self) -> &'t str {
        self.takes('(');
        self.word()
    }

    /// `)`
    pub(super) fn close(&mut self) {
        self.expect(')');
    }

    /// A word: everything up to a space or a bracket.
    pub(super) fn word(&mut self) -> &'t str {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let end = rest.find([' ', '(', ')', '[', ']']).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A number, or `true` or `false`.
    pub(super) fn value<T: FromStr>(&mut self) -> T {
        let word = self.word();
        word.parse()
            .unwrap_or_else(|_| self.fail(&format!("a value instead of `{word}`")))
    }

    /// `"text"`
    pub(super) fn text(&mut self) -> String {
        self.expect('"');
        let mut text = String::new();
        let mut chars = self.text[self.at..].char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += offset + 1;
                    return text;
                }
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                other => text.push(other),
            }
        }
        self.fail("the end of a text")
    }

    /// `@line.column.line.column`
    pub(super) fn span(&mut self) -> Span {
        let word = self.word();
        let numbers: Vec<u32> = word
            .trim_start_matches('@')
            .split('.')
            .filter_map(|number| number.parse().ok())
            .collect();
        match numbers[..] {
            [line, col, end_line, end_col] => Span {
                line,
                col,
                end_line,
                end_col,
            },
            _ => self.fail("a place"),
        }
    }

    /// Takes a `~`, if there is one.
    pub(super) fn absent(&mut self) -> bool {
        self.takes('~')
    }

    /// `[`
    pub(super) fn open_list(&mut self) {
        self.expect('[');
    }

    /// Takes a `]`, if there is one.
    pub(super) fn ends_list(&mut self) -> bool {
        self.takes(']')
    }

    /// Nothing is left.
    pub(super) fn end(&mut self) {
        if self.peek().is_some() {
            self.fail("the end");
        }
    }

    /// What stands here is not what must stand here.
    pub(super) fn fail(&self, wanted: &str) -> ! {
        let here: String = self.text[self.at..].chars().take(40).collect();
        panic!(
            "tass cannot read the code of a model, which is a defect of tass: \
             wanted {wanted} before `{here}`"
        )
    }

    fn takes(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) {
        if !self.takes(wanted) {
            self.fail(&wanted.to_string());
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text[self.at..].chars().next()
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(' ').len();
    }
}
