//! The model driven by hand, without an engine.

mod agreement;
mod collective;
mod expressions;
mod lifecycle;
mod p2p;
mod reduction;
mod sendrecv;
mod words;

use std::collections::BTreeSet;

use tass_core::comm::{
    Applied, Call, CommError, Completed, Data, Event, Explain, Operand, Semantics, Vocabulary,
};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Node, PathElem, Sort, Store};
use tass_syntax::tree::{FloatTy, IntTy, Type};

use crate::constants::{ANY_CODE, NULL_CODE};
use crate::{Mpi, Pending, Shared};

const ANY: Operand = Operand::Known(ANY_CODE);
const NULL: Operand = Operand::Known(NULL_CODE);
const I64: Type = Type::Int(IntTy::I64);
const F64: Type = Type::Float(FloatTy::F64);

/// A move that needs no buffering.
const SYNC: (u32, bool, bool) = (0, true, false);
/// A move that does.
const EAGER: (u32, bool, bool) = (0, false, false);

/// Some processes and what they share.
struct World {
    store: Store,
    shared: Shared,
    pending: Vec<Option<Pending>>,
}

impl World {
    fn new(nprocs: usize) -> World {
        World {
            store: Store::new(),
            shared: Mpi.initial(nprocs, &BTreeSet::from(["init"]), false),
            pending: vec![None; nprocs],
        }
    }

    /// A process reaches an operation.
    fn try_post(
        &mut self,
        process: usize,
        op: &str,
        args: &[Operand],
    ) -> Result<Option<Event>, CommError> {
        let signature = Mpi.signature(op).expect("a known operation");
        let mut args = args.to_vec();
        for param in &signature.params[args.len()..] {
            args.push(Operand::Known(param.default.expect("a default")));
        }
        // What it asks is no: what is sent is something.
        let mut decided = Vec::new();
        let posted = loop {
            let call = Call {
                process,
                nprocs: self.pending.len(),
                op: signature.name,
                args: &args,
                resting: &[],
                decided: &decided,
            };
            let mut shared = self.shared.clone();
            let posted = Mpi.post(&mut self.store, &mut shared, &call);
            if let Err(CommError::Open(cond)) = posted {
                decided.push((cond, false));
                continue;
            }
            self.shared = shared;
            break posted?;
        };
        self.pending[process] = posted.pending;
        Ok(posted.events.into_iter().next())
    }

    fn post(&mut self, process: usize, op: &str, args: &[Operand]) {
        self.try_post(process, op, args).expect("legal");
    }

    /// The fault of an operation.
    fn post_fault(&mut self, process: usize, op: &str, args: &[Operand]) -> (Kind, String) {
        let error = self.try_post(process, op, args);
        fault(error.expect_err("not legal"))
    }

    /// Choice, sync, wildcard.
    fn moves(&self, process: usize) -> Vec<(u32, bool, bool)> {
        let pending = self.pending[process].as_ref().expect("waiting");
        let moves = Mpi.moves(&self.shared, process, pending);
        moves
            .iter()
            .map(|m| (m.choice, m.sync, m.wildcard))
            .collect()
    }

    fn try_complete(
        &mut self,
        process: usize,
        choice: u32,
    ) -> Result<Completed<Pending>, CommError> {
        assert!(self.moves(process).iter().any(|m| m.0 == choice), "a move");
        let pending = self.pending[process].take().expect("waiting");
        let done = Mpi.complete(
            &mut self.store,
            &mut self.shared,
            process,
            &pending,
            choice,
            &Applied::default(),
        )?;
        self.pending[process] = done.again.clone();
        Ok(done)
    }

    /// Completes, and tells what is written.
    fn complete(&mut self, process: usize, choice: u32) -> String {
        let done = self.try_complete(process, choice).expect("legal");
        self.effect(&done)
    }

    fn complete_fault(&mut self, process: usize, choice: u32) -> (Kind, String) {
        fault(self.try_complete(process, choice).expect_err("not legal"))
    }

    /// Writes, checks and result: `v0 = 3; require n <= 2; -> (0, 0, 1)`.
    fn effect(&self, done: &Completed<Pending>) -> String {
        let show = |e: ExprId| self.store.display(e).to_string();
        let writes = done.writes.iter();
        let mut parts: Vec<String> = writes
            .map(|(place, value)| format!("{} = {}", self.place(*place), show(*value)))
            .collect();
        parts.extend(
            done.checks
                .iter()
                .map(|c| format!("require {}", show(c.goal))),
        );
        parts.extend(done.result.map(|r| format!("-> {}", show(r))));
        parts.join("; ")
    }

    fn place(&self, place: ExprId) -> String {
        let Node::Ref { local, path, .. } = self.store.node(place) else {
            panic!("not a reference");
        };
        let show = |e: ExprId| self.store.display(e).to_string();
        let path = path.iter().map(|step| match *step {
            PathElem::Field(i) => format!(".{i}"),
            PathElem::Index(i) => format!("[{}]", show(i)),
            PathElem::Range(start, len) => format!("[{};{}]", show(start), show(len)),
        });
        format!("v{local}{}", path.collect::<String>())
    }

    fn describe(&self, process: usize) -> (String, String) {
        let pending = self.pending[process].as_ref().expect("waiting");
        Mpi.describe(&self.store, &self.shared, process, pending)
    }

    fn advise(&self) -> Option<String> {
        let all = self.pending.iter().enumerate();
        let waiting: Vec<_> = all.filter_map(|(p, w)| Some((p, w.as_ref()?))).collect();
        Mpi.advise(&self.shared, &waiting)
    }

    fn leftovers(&self) -> Vec<(usize, Kind, String)> {
        let left = Mpi.leftovers(&self.store, &self.shared);
        left.into_iter()
            .map(|(p, f)| (p, f.kind, f.message))
            .collect()
    }

    /// A single `i64`.
    fn int(&mut self, value: i64) -> Operand {
        Operand::In(Data {
            value: self.store.int(value),
            elem: I64,
            len: None,
        })
    }

    /// A sequence of `i64`.
    fn ints(&mut self, values: &[i64]) -> Operand {
        let values: Vec<_> = values.iter().map(|i| self.store.int(*i)).collect();
        let value = self.store.array(&values);
        Operand::In(Data {
            value,
            elem: I64,
            len: Some(self.store.int(values.len() as i64)),
        })
    }

    /// A sequence of equal elements whose number is `len`.
    fn filled(&mut self, value: i64, len: ExprId) -> Operand {
        let value = self.store.int(value);
        Operand::In(Data {
            value: self.store.fill(value, len),
            elem: I64,
            len: Some(len),
        })
    }

    fn symbol(&mut self, name: &str) -> ExprId {
        self.store.new_symbol(name, Sort::Int)
    }

    /// The variable `v0`, a single element.
    fn out(&mut self, elem: Type) -> Operand {
        self.holding(elem, 0)
    }

    /// The same, which holds this number.
    fn holding(&mut self, elem: Type, value: i64) -> Operand {
        Operand::Out {
            place: self.store.reference(0, 0, &[]),
            elem,
            room: None,
            current: self.store.int(value),
        }
    }

    /// The variable `v0`, this many elements.
    fn outs(&mut self, room: i64) -> Operand {
        let (zero, room) = (self.store.int(0), self.store.int(room));
        Operand::Out {
            place: self.store.reference(0, 0, &[]),
            elem: I64,
            room: Some(room),
            current: self.store.fill(zero, room),
        }
    }

    /// The elements from `start` on of the variable `v0`.
    fn slice(&mut self, start: i64, room: i64) -> Operand {
        let path = [PathElem::Range(self.store.int(start), self.store.int(room))];
        let place = self.store.reference(0, 0, &path);
        match self.outs(room) {
            Operand::Out {
                elem,
                room,
                current,
                ..
            } => Operand::Out {
                place,
                elem,
                room,
                current,
            },
            other => other,
        }
    }
}

fn rank(rank: i64) -> Operand {
    Operand::Known(rank)
}

fn fault(error: CommError) -> (Kind, String) {
    match error {
        CommError::Fault(fault) => (fault.kind, fault.message),
        CommError::Unsupported(what) => panic!("unsupported: {what}"),
        CommError::Undecided(number) => panic!("undecided: {number:?}"),
        CommError::Asked(question) => panic!("asked: {question:?}"),
        CommError::Open(cond) => panic!("open: {cond:?}"),
    }
}

/// The number that a move depends on, and the kinds of what must hold first.
fn undecided<T: std::fmt::Debug>(result: Result<T, CommError>) -> (ExprId, String, Vec<Kind>) {
    match result {
        Err(CommError::Undecided(number)) => {
            let kinds = number.checks.iter().map(|check| check.kind).collect();
            (number.value, number.what, kinds)
        }
        other => panic!("decided: {other:?}"),
    }
}

/// The table of operations and the model's own table say the same: who is in one is in the other.
#[test]
fn every_collective_operation_has_a_meaning() {
    for operation in tass_syntax::operation::OPERATIONS {
        let name = operation.signature.name;
        let means = crate::collective::find(name).is_some();
        assert_eq!(Mpi.is_collective(name), means, "{name}");
    }
    for collective in crate::collective::TABLE {
        assert!(Mpi.is_collective(collective.name), "{}", collective.name);
    }
}
