//! A communication model that is not MPI, and shows what the engine asks of one.
//!
//! There is *one* mailbox, which holds one letter. `put(letter = e)` waits until the box is empty
//! and leaves a value there; `take(into = &mut x)` waits until there is a letter and takes it out.
//! Nobody says for whom a letter is.
//!
//! The engine runs local code by itself. When a process comes to an operation, the engine
//!
//! 1. evaluates the operands and calls [`Semantics::post`]: from now on the process waits, with a
//!    value of the model's own ([`Waiting`]);
//! 2. asks [`Semantics::moves`] in every state how the process could go on; no move at all means
//!    that it is blocked, and if that is so for everybody, there is a deadlock;
//! 3. explores the moves, each with [`Semantics::complete`], which changes the shared state and
//!    says what is written to the variables of the process.
//!
//! Values are symbolic, and the model need not care: an [`ExprId`] is passed on like any value.

use std::collections::BTreeSet;
use std::ops::Range;

use tass_core::comm::{
    Applied, Awaited, Call, Cause, CommError, Completed, Data, Event, Explain, Fault, MessageRef,
    Move, Operand, Param, ParamKind, Posted, Pure, Returns, Semantics, Signature, Text, Vocabulary,
};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

/// The communication model.
pub(crate) struct Mailbox;

/// What is in the box. The states of a search are compared by this, so it says nothing of the past.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Letter {
    from: usize,
    data: Data,
}

/// What a process waits with: all that completing the operation takes, since operands are evaluated
/// only once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Waiting {
    /// For room in the box.
    Put(Data),
    /// For a letter, to be written behind this reference.
    Take { into: ExprId, elem: Type },
}

/// What the engine knows of the operations. Lowering checks the names of the arguments and infers
/// their types; execution makes data of an `In` and a reference of an `Out`.
static OPERATIONS: [Signature; 4] = [
    operation("put", &[param("letter", ParamKind::In)], None),
    operation("take", &[param("into", ParamKind::Out)], None),
    operation("rank", &[], Some(Pure::Rank)),
    operation("size", &[], Some(Pure::Size)),
];

const fn operation(name: &'static str, params: &'static [Param], pure: Option<Pure>) -> Signature {
    Signature {
        name,
        params,
        result: match pure {
            Some(_) => Returns::Usize,
            None => Returns::Nothing,
        },
        pure,
        one_type: false,
    }
}

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param {
        name,
        kind,
        default: None,
    }
}

/// A trace draws a message from its sender to its receiver, and a letter has no receiver before it
/// is taken: it is told as one that its sender sends to itself, which is enough to know it again.
fn told(from: usize) -> MessageRef {
    MessageRef {
        from,
        to: from,
        lane: 0,
        position: 0,
    }
}

impl Vocabulary for Mailbox {
    fn signature(&self, op: &str) -> Option<&'static Signature> {
        OPERATIONS.iter().find(|operation| operation.name == op)
    }

    fn constant(&self, _name: &str) -> Option<(i128, Type)> {
        None
    }

    fn special_ranks(&self, _param: &str) -> &'static [(i128, i64)] {
        &[]
    }
}

impl Semantics for Mailbox {
    type Shared = Option<Letter>;
    type Pending = Waiting;

    // No operand is a rank or a tag.
    fn legal(&self, store: &mut Store, _: &Param, _: ExprId, _nprocs: usize) -> ExprId {
        store.tru()
    }

    fn initial(
        &self,
        _nprocs: usize,
        _ops: &BTreeSet<&'static str>,
        _careful: bool,
    ) -> Option<Letter> {
        None
    }

    // Posting has to commute with whatever the others do, for the engine does not try the orders in
    // which processes post. So a `put` must not drop its letter here, even if the box is empty: the
    // race for the box would be decided once, and not explored.
    fn post(
        &self,
        _store: &mut Store,
        _shared: &mut Option<Letter>,
        call: &Call<'_>,
    ) -> Result<Posted<Waiting>, CommError> {
        let waiting = match &call.args[0] {
            Operand::In(data) if data.len.is_none() => Waiting::Put(data.clone()),
            Operand::Out {
                place,
                elem,
                room: None,
                ..
            } => Waiting::Take {
                into: *place,
                elem: elem.clone(),
            },
            // Not a violation, and not a pass either: the run is inconclusive.
            _ => return Err(CommError::Unsupported("a letter of several values".into())),
        };
        Ok(Posted::waits(waiting, None))
    }

    // A move without `wildcard` would promise that it stays possible, with the same effect,
    // whatever the others do first, and the engine would try no other order. Here every move takes
    // something away from the others: the letter, or the room for one. So all orders are tried.
    // Nothing is buffered, so every move is `sync`.
    fn moves(&self, shared: &Option<Letter>, process: usize, pending: &Waiting) -> Vec<Move> {
        let source = match (pending, shared) {
            (Waiting::Put(_), None) => process,
            (Waiting::Take { .. }, Some(letter)) => letter.from,
            _ => return Vec::new(),
        };
        vec![Move::takes_from(source as u32)]
    }

    fn complete(
        &self,
        _store: &mut Store,
        shared: &mut Option<Letter>,
        process: usize,
        pending: &Waiting,
        _choice: u32,
        _applied: &Applied,
    ) -> Result<Completed<Waiting>, CommError> {
        let (kind, text, from, writes) = match pending {
            Waiting::Put(data) => {
                let data = data.clone();
                let text = Text::new("put ").data(&data);
                *shared = Some(Letter {
                    from: process,
                    data,
                });
                (EventKind::Send, text, process, Vec::new())
            }
            Waiting::Take { into, elem } => {
                let Letter { from, data } = shared.take().expect("a move needs a letter");
                if data.elem != *elem {
                    let message = format!(
                        "process {process} takes a `{elem}`, but process {from} put a `{}`",
                        data.elem
                    );
                    let fault = Fault::new(Kind::TypeMismatch, message);
                    return Err(fault.because(Cause::Message(told(from))).into());
                }
                let text = Text::new("take ").data(&data);
                let text = text.words(format!(" of process {from}"));
                (EventKind::Receive, text, from, vec![(*into, data.value)])
            }
        };
        Ok(Completed {
            writes,
            events: vec![Event {
                kind,
                text,
                message: Some(told(from)),
            }],
            ..Completed::default()
        })
    }

    fn leftovers(&self, store: &Store, shared: &Option<Letter>) -> Vec<(usize, Fault)> {
        let left = shared.iter().map(|Letter { from, data }| {
            let value = store.display(data.value);
            let message = format!("nobody takes the letter {value} that process {from} put");
            let fault = Fault::new(Kind::UnreceivedMessage, message);
            (*from, fault.because(Cause::Message(told(*from))))
        });
        left.collect()
    }

    // The words of reports.

    // The engine rewrites expressions everywhere when it learns what a symbol is; one that is
    // forgotten here would be a wrong value later. `Letter` is taken apart without `..`, so that a
    // field that is added to it cannot be.

    fn visit_shared(&self, shared: &Option<Letter>, f: &mut dyn FnMut(ExprId)) {
        if let Some(Letter { from: _, data }) = shared {
            data.visit(f);
        }
    }

    fn map_shared(&self, shared: &mut Option<Letter>, f: &mut dyn FnMut(ExprId) -> ExprId) {
        if let Some(Letter { from: _, data }) = shared {
            data.map(f);
        }
    }

    fn visit_pending(&self, pending: &Waiting, f: &mut dyn FnMut(ExprId)) {
        match pending {
            Waiting::Put(data) => data.visit(f),
            Waiting::Take { into, elem: _ } => f(*into),
        }
    }

    fn map_pending(&self, pending: &mut Waiting, f: &mut dyn FnMut(ExprId) -> ExprId) {
        match pending {
            Waiting::Put(data) => data.map(f),
            Waiting::Take { into, elem: _ } => *into = f(*into),
        }
    }

    // What this model does not have: operations of all processes together, named constants, special
    // ranks, and something that a process would have to do before it may end.

    fn is_collective(&self, _op: &str) -> bool {
        false
    }

    fn stands_for(&self, _code: i64, _nprocs: usize) -> Range<usize> {
        0..0
    }

    fn exit(&self, _shared: &mut Option<Letter>, _process: usize) -> Result<(), Fault> {
        Ok(())
    }
}

impl Explain for Mailbox {
    fn illegal(&self, _: &Param, _value: &str, _nprocs: usize) -> (Kind, String) {
        unreachable!("nothing is illegal")
    }

    fn describe(
        &self,
        _store: &Store,
        shared: &Option<Letter>,
        _process: usize,
        pending: &Waiting,
    ) -> (String, String) {
        match (pending, shared) {
            (Waiting::Put(_), Some(letter)) => {
                let waits_for = format!("somebody to take the letter of process {}", letter.from);
                ("put".into(), waits_for)
            }
            (Waiting::Put(_), None) => ("put".into(), "its turn".into()),
            (Waiting::Take { .. }, _) => ("take".into(), "a letter".into()),
        }
    }

    /// Anybody could put a letter, or take one. How many processes there are is not known here, so
    /// nobody is named.
    fn awaits(&self, _shared: &Option<Letter>, _process: usize, _pending: &Waiting) -> Awaited {
        Awaited::default()
    }

    // All moves are `sync`.
    fn held_back(
        &self,
        _waiting: &[(&Option<Letter>, usize, &Waiting)],
    ) -> (&'static str, &'static str) {
        unreachable!("no letter is kept for anybody")
    }

    fn advise(&self, _: &Option<Letter>, _waiting: &[(usize, &Waiting)]) -> Option<String> {
        None
    }
}
