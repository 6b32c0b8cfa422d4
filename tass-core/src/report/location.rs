//! Where in the user's source something is.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use tass_syntax::tree::{Function, Span};

/// The source text of one model function, shared by all locations in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceText {
    /// The function's name.
    pub name: String,
    /// The source file, as rustc names it.
    pub file: String,
    /// The 1-based line in `file` at which `text` starts.
    pub line: u32,
    /// Whole lines; may be empty when the source is not known.
    pub text: String,
}

impl SourceText {
    /// The source text of a function.
    #[must_use]
    pub fn of(function: &Function) -> Arc<SourceText> {
        Arc::new(SourceText {
            name: function.name.clone(),
            file: function.file.clone(),
            line: function.line,
            text: function.source.clone(),
        })
    }
}

/// A place in the source text of a model function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The function.
    pub function: Arc<SourceText>,
    /// The place in it, relative to its text.
    pub span: Span,
}

impl Location {
    /// The place `span` of `function`.
    #[must_use]
    pub fn new(function: &Arc<SourceText>, span: Span) -> Location {
        Location {
            function: Arc::clone(function),
            span,
        }
    }

    /// The 1-based line in the file.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.function.line.saturating_add(self.span.line)
    }

    /// The source text at this place; empty where the place lies outside the text.
    #[must_use]
    pub fn snippet(&self) -> &str {
        &self.function.text[self.byte_range()]
    }

    /// Is the text of the first line known?
    pub(super) fn has_source(&self) -> bool {
        self.function.text.lines().count() > self.span.line as usize
    }

    /// The bytes of the text that the span covers, clamped to the text.
    pub(super) fn byte_range(&self) -> std::ops::Range<usize> {
        let text = &self.function.text;
        let start = byte_offset(text, self.span.line, self.span.col);
        let end = byte_offset(text, self.span.end_line, self.span.end_col);
        start..end.max(start)
    }
}

/// The byte offset of a line and a column in characters, clamped to the line and to the text.
fn byte_offset(text: &str, line: u32, col: u32) -> usize {
    let mut offset = 0;
    for (i, content) in text.split_inclusive('\n').enumerate() {
        if i == line as usize {
            let content = content.trim_end_matches(['\n', '\r']);
            return offset
                + content
                    .char_indices()
                    .nth(col as usize)
                    .map_or(content.len(), |(at, _)| at);
        }
        offset += content.len();
    }
    text.trim_end_matches(['\n', '\r']).len()
}

/// Serialized flat, with absolute 1-based lines and columns and the source text at the place.
impl Serialize for Location {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut s = serializer.serialize_struct("Location", 8)?;
        s.serialize_field("function", &self.function.name)?;
        s.serialize_field("file", &self.function.file)?;
        s.serialize_field("line", &self.line())?;
        s.serialize_field("relative_line", &self.span.line.saturating_add(1))?;
        let end_line = self.function.line.saturating_add(self.span.end_line);
        s.serialize_field("column", &self.span.col.saturating_add(1))?;
        s.serialize_field("end_line", &end_line)?;
        s.serialize_field("end_column", &self.span.end_col.saturating_add(1))?;
        s.serialize_field("text", self.snippet())?;
        s.end()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Location, SourceText, Span};

    fn at(text: &str, line: u32, col: u32, end_line: u32, end_col: u32) -> String {
        let function = Arc::new(SourceText {
            name: "f".into(),
            file: "f.rs".into(),
            line: 10,
            text: text.into(),
        });
        let span = Span {
            line,
            col,
            end_line,
            end_col,
        };
        Location::new(&function, span).snippet().to_string()
    }

    #[test]
    fn snippets_count_characters() {
        assert_eq!(at("let α = β;\n", 0, 8, 0, 9), "β");
        assert_eq!(at("a\r\nbcd\r\n", 1, 1, 1, 3), "cd");
        assert_eq!(at("if a {\n  b\n}", 0, 5, 2, 1), "{\n  b\n}");
    }

    #[test]
    fn snippets_outside_the_text_are_clamped() {
        assert_eq!(at("", 3, 4, 3, 9), "");
        assert_eq!(at("abc\n", 0, 1, 0, 99), "bc");
        assert_eq!(at("abc\n", 7, 0, 8, 0), "");
        assert_eq!(at("abc\n", 0, 2, 0, 1), "");
    }
}
