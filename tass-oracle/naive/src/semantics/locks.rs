//! Buffers of operations under way: who touches one too early?
//!
//! As long as an operation is not completed, its buffer must not be written, and that of a receive
//! must not be read either.

use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{Expr, ExprKind, UnOp};

use super::process::{Process, Stop};
use super::value::{Place, Value};

/// A buffer in use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lock {
    pub(super) place: Place,
    /// Is it that of a receive?
    pub(super) writes: bool,
}

impl Lock {
    /// A buffer that is being read.
    pub(super) fn read(place: Place) -> Lock {
        Lock {
            place,
            writes: false,
        }
    }
}

impl Process<'_> {
    /// The value at a place, which must not be one that is being written.
    pub(super) fn read(&self, place: &Place) -> Result<Value, Stop> {
        let value = self.load(place);
        if !is_nothing(&value) {
            self.may_touch(place, false)?;
        }
        Ok(value)
    }

    /// Gives a place a value; it must not be in use.
    pub(super) fn write(&mut self, place: &Place, value: Value) -> Result<(), Stop> {
        if !is_nothing(&self.load(place)) {
            self.may_touch(place, true)?;
        }
        self.store(place, value);
        Ok(())
    }

    /// May a place that holds something be read, or written?
    pub(super) fn may_touch(&self, place: &Place, writes: bool) -> Result<(), Stop> {
        let touched = |lock: &Lock| (writes || lock.writes) && lock.place.overlaps(place);
        match self.locks().any(touched) {
            true => Err(Stop::Fail(Kind::BufferRace)),
            false => Ok(()),
        }
    }

    /// The buffers in use in variables of the running function, as if it were the only one.
    pub(super) fn locks_in_sight(&self) -> Arc<[Lock]> {
        let frame = self.frames.len() - 1;
        let here = self.locks().filter(|lock| lock.place.frame == frame);
        let alone = here.map(|lock| {
            let mut lock = lock.clone();
            lock.place.frame = 0;
            lock
        });
        alone.collect()
    }

    /// Is there a buffer in use?
    pub(super) fn has_locks(&self) -> bool {
        self.locks().next().is_some()
    }

    fn locks(&self) -> impl Iterator<Item = &Lock> {
        self.pending.values().flat_map(|op| &op.locks)
    }

    /// Variables of this frame from this one on are gone.
    pub(super) fn gone(&self, frame: usize, first: usize) -> Result<(), Stop> {
        let gone = |lock: &Lock| lock.place.frame == frame && lock.place.var >= first;
        match self.locks().any(gone) {
            true => Err(Stop::Unsupported("a buffer that is gone".into())),
            false => Ok(()),
        }
    }
}

/// Is there nothing in a sequence?
fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Seq(items) if items.is_empty())
}

/// Does the expression name a variable, or a part of one?
pub(super) fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Index(base, _)
        | ExprKind::Slice { base, .. }
        | ExprKind::Field(base, _)
        | ExprKind::Unary(UnOp::Deref, base) => is_place(base),
        _ => false,
    }
}
