//! Buffers: where data goes, and what must hold for it to fit.
//!
//! A place is written through references, whole or in part: a part is the place's own path, one
//! step longer, and never two ranges in a row. Demands that the operands decide are faults at once;
//! the others become checks.

use tass_core::comm::{Check, CommError, Data, Fault, Undecided};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Node, PathElem, Store};
use tass_syntax::tree::{IntTy, Type};

/// A variable that an operation writes when it completes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    /// A reference.
    pub(crate) place: ExprId,
    pub(crate) elem: Type,
    /// Number of elements, if it is a sequence.
    pub(crate) room: Option<ExprId>,
}

impl Place {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Place {
            place,
            elem: _,
            room,
        } = self;
        f(*place);
        room.iter().for_each(|room| f(*room));
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Place {
            place,
            elem: _,
            room,
        } = self;
        *place = f(*place);
        *room = room.map(f);
    }

    /// How many elements it can hold.
    pub(crate) fn room(&self, store: &mut Store) -> ExprId {
        self.room.unwrap_or_else(|| store.int(1))
    }
}

/// How many elements there are.
pub(crate) fn count(store: &mut Store, data: &Data) -> ExprId {
    data.len.unwrap_or_else(|| store.int(1))
}

/// `1 element`, `n elements`.
pub(crate) fn elements(store: &Store, count: ExprId) -> String {
    let plural = if store.as_int(count) == Some(1) {
        ""
    } else {
        "s"
    };
    format!("{} element{plural}", store.display(count))
}

/// References, and what is written to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Writes(pub(crate) Vec<(ExprId, ExprId)>);

impl Writes {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        for (place, value) in &self.0 {
            f(*place);
            f(*value);
        }
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        for (place, value) in &mut self.0 {
            (*place, *value) = (f(*place), f(*value));
        }
    }
}

/// What an operation writes, and what must hold for that.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    pub(crate) writes: Writes,
    pub(crate) checks: Vec<Check>,
    /// Integers that were computed on the way.
    pub(crate) computed: Vec<(ExprId, IntTy)>,
}

impl Effect {
    /// `goal` must hold.
    pub(crate) fn demand(
        &mut self,
        store: &Store,
        goal: ExprId,
        kind: Kind,
        message: impl FnOnce(&Store) -> String,
    ) -> Result<(), Fault> {
        match store.as_bool(goal) {
            Some(true) => Ok(()),
            Some(false) => Err(Fault {
                after: self.checks.clone(),
                ..Fault::new(kind, message(store))
            }),
            None => {
                let message = message(store);
                self.checks.push(Check {
                    goal,
                    kind,
                    message,
                });
                Ok(())
            }
        }
    }

    /// The number of elements that decides how to go on: `what` cannot be done for just any number.
    pub(crate) fn known(
        &self,
        store: &Store,
        value: ExprId,
        what: impl FnOnce() -> String,
    ) -> Result<i64, CommError> {
        let undecided = || {
            CommError::Undecided(Undecided {
                value,
                checks: self.checks.clone(),
                what: what(),
            })
        };
        store.as_int(value).ok_or_else(undecided)
    }

    /// Writes `data`, which fits, to the elements of `into` from `at` on.
    pub(crate) fn put(
        &mut self,
        store: &mut Store,
        into: &Place,
        at: ExprId,
        data: &Data,
    ) -> Result<(), CommError> {
        let (target, value) = match (into.room, data.len) {
            (None, None) => (into.place, data.value),
            (None, Some(len)) => {
                let what = || "a message of symbolic length into a single element".into();
                if self.known(store, len, what)? == 0 {
                    return Ok(());
                }
                let first = store.int(0);
                (into.place, store.read(data.value, first))
            }
            (Some(_), None) => (part(store, into.place, at, None)?, data.value),
            (Some(room), Some(len)) => {
                if store.as_int(len) == Some(0) {
                    return Ok(());
                }
                let whole = room == len && store.as_int(at) == Some(0);
                let target = if whole {
                    into.place
                } else {
                    part(store, into.place, at, Some(len))?
                };
                (target, data.value)
            }
        };
        self.writes.0.push((target, value));
        Ok(())
    }
}

/// The reference to the element `at` of a place; to the place itself, if it is a single one.
pub(crate) fn element(store: &mut Store, place: &Place, at: ExprId) -> Result<ExprId, CommError> {
    match place.room {
        None => Ok(place.place),
        Some(_) => part(store, place.place, at, None),
    }
}

/// The reference to element `at` of a sequence, or to `len` elements from there on.
fn part(
    store: &mut Store,
    place: ExprId,
    at: ExprId,
    len: Option<ExprId>,
) -> Result<ExprId, CommError> {
    let Node::Ref { frame, local, path } = store.node(place) else {
        let what = "a buffer whose place depends on inputs";
        return Err(CommError::Unsupported(what.into()));
    };
    let (frame, local, mut path) = (*frame, *local, path.to_vec());
    let mut start = at;
    if let Some(PathElem::Range(outer, _)) = path.last() {
        start = store.add(*outer, at);
        path.pop();
    }
    path.push(match len {
        None => PathElem::Index(start),
        Some(len) => PathElem::Range(start, len),
    });
    Ok(store.reference(frame, local, &path))
}
