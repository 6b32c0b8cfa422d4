//! [`Code`]: a model, or a part of one, as text.
//!
//! The generated code holds the model as one text, which is read when the test runs. Written out as Rust
//! expressions, the nodes of a model of three hundred lines cost rustc fifteen seconds; a text costs nothing.
//! What only rustc knows (constants, types, called functions) stands in tables beside the text, which
//! refers to them by their indices: see [`crate::translate::Outside`].
//!
//! ```text
//! node   = "(" Name part* ")"
//! list   = "[" part* "]"
//! text   = "\"" .. "\""          with \" and \\ escaped
//! absent = "~"
//! place  = "@" line "." column "." line "." column
//! word   = anything else without spaces: numbers, `true`, names
//! ```
//!
//! The reader is `__private::decode` in the facade; the two must agree, and the front end's tests
//! run one on the output of the other.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write as _};

/// A part of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code(Cow<'static, str>);

impl Code {
    /// `~`
    pub(crate) const ABSENT: Code = Code(Cow::Borrowed("~"));

    /// `(Name part part)`
    pub(crate) fn node(name: &str, parts: &[&dyn Display]) -> Code {
        let mut text = format!("({name}");
        for part in parts {
            // Writing to a `String` does not fail.
            let _ = write!(text, " {part}");
        }
        text.push(')');
        Code(text.into())
    }

    /// `[part part]`
    pub(crate) fn list(parts: impl IntoIterator<Item = Code>) -> Code {
        let parts: Vec<String> = parts.into_iter().map(|part| part.0.into_owned()).collect();
        Code(format!("[{}]", parts.join(" ")).into())
    }

    /// `"text"`
    pub(crate) fn text(text: &str) -> Code {
        Code(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")).into())
    }

    /// A word: no spaces, no brackets, no quotes.
    pub(crate) fn word(word: impl Display) -> Code {
        Code(word.to_string().into())
    }

    /// The part, or `~`.
    pub(crate) fn optional(part: Option<Code>) -> Code {
        part.unwrap_or(Code::ABSENT)
    }

    /// `("name" part)`
    pub(crate) fn pair(name: &str, part: &Code) -> Code {
        Code(format!("({} {part})", Code::text(name)).into())
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `node!("Binary", op, left, right)`
macro_rules! node {
    ($name:expr $(, $part:expr)* $(,)?) => {
        $crate::code::Code::node($name, &[$(&$part),*])
    };
}
pub(crate) use node;
