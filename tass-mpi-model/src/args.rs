//! The operands of a call, by name.

use tass_core::comm::{Call, CommError, Data, Fault, Operand, Param, ParamKind, Signature};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Handle;

use crate::buffer::Place;
use crate::collective::Operator;
use crate::communicator::Comm;
use crate::constants::{Predefined, WORLD_COMM};
use crate::shared::{Channel, Shared};

/// A call and its signature. The engine guarantees that they fit together: one operand for each
/// parameter, of its kind.
pub(crate) struct Args<'a> {
    pub(crate) op: &'static str,
    pub(crate) process: usize,
    pub(crate) comm: Comm,
    /// The rank of the process in the communicator.
    pub(crate) rank: usize,
    /// How many processes are in it.
    pub(crate) nprocs: usize,
    signature: &'static Signature,
    operands: &'a [Operand],
    decided: &'a [(ExprId, bool)],
}

impl<'a> Args<'a> {
    pub(crate) fn new(
        store: &Store,
        shared: &Shared,
        signature: &'static Signature,
        call: &'a Call<'_>,
    ) -> Result<Args<'a>, Fault> {
        let mut args = Args {
            op: signature.name,
            process: call.process,
            comm: Comm::WORLD,
            rank: call.process,
            nprocs: call.nprocs,
            signature,
            operands: call.args,
            decided: call.decided,
        };
        let operands = signature.params.iter().zip(call.args);
        let mut named = operands.filter_map(|(param, operand)| match (param.kind, operand) {
            (ParamKind::Comm, Operand::Known(number)) => Some(*number),
            (ParamKind::Handles(Handle::Comm), Operand::Out { current, .. }) => {
                store.as_int(*current)
            }
            _ => None,
        });
        if let Some(number) = named.next_back().filter(|number| *number != WORLD_COMM) {
            args.comm = shared.comm_of(call.process, args.op, number)?;
            args.rank = shared.rank_in(args.comm, call.process);
            args.nprocs = shared.size(args.comm);
        }
        Ok(args)
    }

    /// What the operation is called with.
    pub(crate) fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.signature.params.iter()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.signature.params.iter().any(|p| p.name == name)
    }

    /// Where a message to the process of this rank goes.
    pub(crate) fn channel_to(&self, shared: &Shared, rank: usize) -> Channel {
        Channel {
            comm: self.comm,
            from: self.process,
            to: shared.member(self.comm, rank),
        }
    }

    /// Is a number of elements zero? Where the inputs decide that, the engine has to be asked.
    pub(crate) fn is_nothing(&self, store: &mut Store, len: ExprId) -> Result<bool, CommError> {
        let zero = store.int(0);
        let nothing = store.eq(len, zero);
        let told = self.decided.iter().find(|(cond, _)| *cond == nothing);
        let known = store.as_bool(nothing).or(told.map(|(_, holds)| *holds));
        known.ok_or(CommError::Open(nothing))
    }

    /// A rank, tag or name.
    pub(crate) fn known(&self, name: &str) -> i64 {
        match self.operand(name) {
            Operand::Known(value) => *value,
            other => unreachable!("`{name}` of `{}` is {other:?}", self.op),
        }
    }

    /// An operator.
    pub(crate) fn operator(&self, name: &str) -> Result<Operator, CommError> {
        let code = match self.operand(name) {
            Operand::Own(own) => return Ok(Operator::Own(own.clone())),
            _ => self.known(name),
        };
        let unknown = || CommError::Unsupported(format!("the reduction operator {code}"));
        let operator = Predefined::from_code(code).ok_or_else(unknown)?;
        Ok(Operator::Predefined(operator))
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
