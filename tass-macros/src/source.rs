//! [`Source`]: the text of the user's function, and places in it.

use proc_macro2::{LineColumn, Span, TokenStream, TokenTree};
use quote::ToTokens;

use tass_syntax::tree;

/// The source text of one item as whole lines, and the first line that all spans are relative to.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file, as rustc names it.
    pub(crate) file: String,
    /// The 1-based line at which `text` starts.
    pub(crate) line: usize,
    /// The whole lines of the item; its tokens where the file cannot be read.
    pub(crate) text: String,
}

impl Source {
    /// The source of the item whose tokens these are (attributes left out by the caller).
    pub(crate) fn of(item: &TokenStream) -> Source {
        let (first, last) = ends(item);
        let (start, end) = (first.start().line, last.end().line);
        let text = first
            .local_file()
            .and_then(|path| std::fs::read_to_string(path).ok())
            .and_then(|text| lines(&text, start, end))
            .unwrap_or_else(|| item.to_string());
        Source {
            file: first.file(),
            line: start,
            text,
        }
    }

    /// The place of a node, from its first token to its last.
    pub(crate) fn span(&self, node: &impl ToTokens) -> tree::Span {
        let (first, last) = ends(&node.to_token_stream());
        self.between(first, last)
    }

    /// The place from the start of one token to the end of another.
    pub(crate) fn between(&self, first: Span, last: Span) -> tree::Span {
        let (line, col) = self.relative(first.start());
        let (end_line, end_col) = self.relative(last.end());
        tree::Span {
            line,
            col,
            end_line,
            end_col,
        }
    }

    fn relative(&self, place: LineColumn) -> (u32, u32) {
        let line = place.line.saturating_sub(self.line);
        // A file of four thousand million lines is not compiled.
        (line as u32, place.column as u32)
    }
}

/// The spans of the first and the last token.
fn ends(tokens: &TokenStream) -> (Span, Span) {
    let mut first = None;
    let mut last = None;
    for tree in tokens.clone() {
        let (open, close) = match &tree {
            TokenTree::Group(group) => (group.span_open(), group.span_close()),
            other => (other.span(), other.span()),
        };
        first.get_or_insert(open);
        last = Some(close);
    }
    let here = Span::call_site();
    (first.unwrap_or(here), last.unwrap_or(here))
}

/// Lines `start..=end` (1-based) of a text, if it has them.
fn lines(text: &str, start: usize, end: usize) -> Option<String> {
    let all: Vec<&str> = text.lines().collect();
    let wanted = all.get(start.checked_sub(1)?..end)?;
    (!wanted.is_empty()).then(|| wanted.join("\n"))
}
