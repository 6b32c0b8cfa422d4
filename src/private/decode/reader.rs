//! [`Reader`]: the tokens of a model's code, one after the other.

use std::str::FromStr;

use tass_core::program::ast::Span;

/// Reads code from front to back.
///
/// The code was written by `tass-macros`, whose module `code` describes it. So whatever is wrong
/// with it is a defect of tass, and panics.
pub(super) struct Reader {
    text: &'static str,
    at: usize,
}

impl Reader {
    /// A reader at the start of a text.
    pub(super) fn new(text: &'static str) -> Reader {
        Reader { text, at: 0 }
    }

    /// `(Name`
    pub(super) fn open(&mut self) -> &'static str {
        self.expect('(');
        self.word()
    }

    /// `)`
    pub(super) fn close(&mut self) {
        self.expect(')');
    }

    /// Is a node next?
    pub(super) fn is_node(&mut self) -> bool {
        self.peek() == Some('(')
    }

    /// A word: everything up to a space or a bracket.
    pub(super) fn word(&mut self) -> &'static str {
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

    /// `(` of a pair, which has no name.
    pub(super) fn open_pair(&mut self) {
        self.expect('(');
    }

    /// What stands here is not what must stand here.
    pub(super) fn fail(&self, wanted: &str) -> ! {
        let here: String = self.text[self.at..].chars().take(40).collect();
        panic!(
            "tass cannot read the code of a model, which is a defect of tass: wanted {wanted} before `{here}`"
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
