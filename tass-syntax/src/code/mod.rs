//! A model as text: what the front end writes into the generated program, and what is read when the
//! test runs.
//!
//! Written out as Rust expressions, the nodes of a model of three hundred lines cost rustc fifteen
//! seconds; a text costs nothing. What only rustc knows (constants, types, lengths, called
//! functions) stands in tables beside the text, which refers to them by their indices; reading
//! *links* the text with them ([`Link`]).
//!
//! ```text
//! node   = "(" Name part* ")" | Name        a variant with parts, or one without
//! list   = "[" part* "]"
//! text   = "\"" .. "\""                     with \" and \\ escaped
//! absent = "~"
//! place  = "@" line "." column "." line "." column
//! word   = anything else without spaces: numbers, `true`, names
//! ```
//!
//! Each type of the tree is listed once, in `nodes.rs`, and both directions are made from that
//! listing: a variant that is added to the tree and not to the listing does not compile, and what
//! is written in some order is read in that order.

mod nodes;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use self::reader::Reader;
use self::writer::Writer;
use crate::tree::{Block, Expr, ExprKind, Param, Type};

/// What the text of a model says: a function without its source and without what it calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The function's name as the user wrote it.
    pub name: String,
    /// The parameters.
    pub params: Vec<Param>,
    /// The return type.
    pub ret: Type,
    /// The body.
    pub body: Block,
}

/// What stands in the tables beside a text.
pub trait Link {
    /// The constant of an index.
    fn constant(&self, index: usize) -> ExprKind;
    /// The type of an index.
    fn ty(&self, index: usize) -> Type;
    /// The length of an index.
    fn length(&self, index: usize) -> u64;
    /// A call of what has an index.
    fn call(&self, index: usize, args: Vec<Expr>) -> ExprKind;
    /// The index, among the models that are called, of what has an index.
    fn model(&self, index: usize) -> usize;
}

/// The text of a function.
#[must_use]
pub fn text(item: &Item) -> String {
    let mut writer = Writer::default();
    item.write(&mut writer);
    writer.text
}

/// The function of a text, with what it refers to in its place.
///
/// # Panics
///
/// If it is not the text of a function, which only a defect of tass can be the reason for.
#[must_use]
pub fn function(text: &str, tables: &dyn Link) -> Item {
    read(text, Some(tables))
}

/// The function of a text, as it was written: what it refers to are indices.
///
/// # Panics
///
/// As [`function`] does.
#[must_use]
pub fn unlinked(text: &str) -> Item {
    read(text, None)
}

fn read(text: &str, tables: Option<&dyn Link>) -> Item {
    let mut reader = Reader::new(text, tables);
    let item = Item::read(&mut reader);
    reader.end();
    item
}

/// A part of a model that can be written and read.
trait Code: Sized {
    fn write(&self, to: &mut Writer);
    fn read(from: &mut Reader<'_>) -> Self;
    /// One of all that there are.
    #[cfg(test)]
    fn random(chance: &mut tests::Chance) -> Self;
}
