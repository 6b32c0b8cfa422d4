//! The operands of a call, by name.

use tass_core::comm::{Call, Data, Operand, Signature};

use crate::buffer::Place;

/// A call and its signature. The engine guarantees that they fit together: one operand for each
/// parameter, of its kind.
pub(crate) struct Args<'a> {
    pub(crate) op: &'static str,
    pub(crate) process: usize,
    pub(crate) nprocs: usize,
    signature: &'static Signature,
    operands: &'a [Operand],
}

impl<'a> Args<'a> {
    pub(crate) fn new(signature: &'static Signature, call: &'a Call<'_>) -> Args<'a> {
        Args {
            op: signature.name,
            process: call.process,
            nprocs: call.nprocs,
            signature,
            operands: call.args,
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.signature.params.iter().any(|p| p.name == name)
    }

    /// A rank, tag or name.
    pub(crate) fn known(&self, name: &str) -> i64 {
        match self.operand(name) {
            Operand::Known(value) => *value,
            other => unreachable!("`{name}` of `{}` is {other:?}", self.op),
        }
    }

    /// Data to read.
    pub(crate) fn data(&self, name: &str) -> &'a Data {
        match self.operand(name) {
            Operand::In(data) => data,
            other => unreachable!("`{name}` of `{}` is {other:?}", self.op),
        }
    }

    /// Data to read that may be left out.
    pub(crate) fn given(&self, name: &str) -> Option<&'a Data> {
        match self.operand(name) {
            Operand::In(data) => Some(data),
            _ => None,
        }
    }

    /// A variable to write, and what it holds.
    pub(crate) fn place(&self, name: &str) -> (Place, Data) {
        match self.operand(name) {
            Operand::Out {
                place,
                elem,
                room,
                current,
            } => {
                let (place, room, elem) = (*place, *room, elem.clone());
                let held = Data {
                    value: *current,
                    elem: elem.clone(),
                    len: room,
                };
                (Place { place, elem, room }, held)
            }
            other => unreachable!("`{name}` of `{}` is {other:?}", self.op),
        }
    }

    /// A variable to write, unless it was left out.
    pub(crate) fn optional_place(&self, name: &str) -> Option<Place> {
        let given = self.has(name) && matches!(self.operand(name), Operand::Out { .. });
        given.then(|| self.place(name).0)
    }

    fn operand(&self, name: &str) -> &'a Operand {
        let index = self.signature.params.iter().position(|p| p.name == name);
        &self.operands[index.unwrap_or_else(|| unreachable!("`{}` has no `{name}`", self.op))]
    }
}

/// A rank that is one.
pub(crate) fn rank_of(operand: i64) -> usize {
    usize::try_from(operand).unwrap_or_else(|_| unreachable!("the engine checks ranks"))
}
