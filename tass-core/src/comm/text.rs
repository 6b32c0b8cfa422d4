//! What a trace says of an operation.

use std::borrow::Cow;

use super::Data;
use crate::exec::shown_input;
use crate::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

/// Words with values between them, put together only when somebody reads them: nearly all events
/// are of executions that no trace is ever shown of.
#[derive(Debug, Clone, Default)]
pub struct Text(Vec<Piece>);

#[derive(Debug, Clone)]
enum Piece {
    Words(Cow<'static, str>),
    Value(ExprId),
    /// A struct or an enum, or a sequence of them.
    Typed(ExprId, Type, bool),
}

impl Text {
    /// A text that starts with these words.
    #[must_use]
    pub fn new(words: impl Into<Cow<'static, str>>) -> Text {
        Text(vec![Piece::Words(words.into())])
    }

    /// The text with these words behind it.
    #[must_use]
    pub fn words(mut self, words: impl Into<Cow<'static, str>>) -> Text {
        self.0.push(Piece::Words(words.into()));
        self
    }

    /// The text with this value behind it.
    #[must_use]
    pub fn value(mut self, value: ExprId) -> Text {
        self.0.push(Piece::Value(value));
        self
    }

    /// The text with this data behind it: structs and enums by their names.
    #[must_use]
    pub fn data(mut self, data: &Data) -> Text {
        self.0.push(match &data.elem {
            Type::Struct(_) | Type::Enum(_) => {
                Piece::Typed(data.value, data.elem.clone(), data.len.is_some())
            }
            _ => Piece::Value(data.value),
        });
        self
    }

    /// The text as it is read.
    #[must_use]
    pub fn show(&self, store: &Store) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Words(words) => words.to_string(),
            Piece::Value(value) => store.display(*value).to_string(),
            Piece::Typed(value, one, several) => {
                let ty = match several {
                    true => Type::Slice(Box::new(one.clone())),
                    false => one.clone(),
                };
                shown_input(store, &ty, *value)
            }
        });
        pieces.collect()
    }
}
