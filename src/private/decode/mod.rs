//! From a model's code to its syntax tree.

mod expression;
mod part;
mod reader;

use tass_core::program::ast::{Block, Param, Type};

use self::reader::Reader;
use super::outside::Tables;

/// The head of a function.
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<Param>,
    pub(super) ret: Type,
}

/// Reads the code of a function.
pub(super) fn function(code: &'static str, tables: &Tables) -> (Signature, Block) {
    let mut decoder = Decoder {
        reader: Reader::new(code),
        tables,
    };
    decoder.reader.open();
    let name = decoder.reader.text();
    let params = decoder.list(Decoder::param);
    let ret = decoder.ty();
    let body = decoder.block();
    decoder.reader.close();
    (Signature { name, params, ret }, body)
}

/// A reader with the tables that its code refers to.
struct Decoder<'t> {
    reader: Reader,
    tables: &'t Tables,
}

impl Decoder<'_> {
    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut items = Vec::new();
        self.reader.open_list();
        while !self.reader.ends_list() {
            items.push(read(self));
        }
        items
    }

    fn optional<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.reader.absent() {
            None
        } else {
            Some(read(self))
        }
    }

    fn pair<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (String, T) {
        self.reader.open_pair();
        let pair = (self.reader.text(), read(self));
        self.reader.close();
        pair
    }

    fn optional_text(&mut self) -> Option<String> {
        self.optional(|this| this.reader.text())
    }
}
