//! Frames: `assigns!(k, a[lo..n])` says all that a loop may change.
//!
//! Of an array of which only a range is named, the rest is kept where the loop is generalised. That is right because it is checked: at every
//! re-entry the elements outside are what they were at the loop's head before, and nothing else was written.

use super::access::Address;
use super::check::Cx;
use super::{Machine, Stop, Work};
use crate::comm::CommModel;
use crate::graph::CollectiveAction;
use crate::report::Kind;
use crate::state::{Frame, ProcId, Written};
use crate::symbolic::{ExprId, Node, PathElem};

/// A part of which only some elements change: what it was at the loop's head before, and the ranges (start and length).
pub(crate) struct Kept {
    before: ExprId,
    ranges: Vec<(ExprId, ExprId)>,
}

impl<C: CommModel> Machine<'_, C> {
    /// For every part that was written: what is known to be kept of it. Fails if something else was written than may be.
    pub(crate) fn frame(
        &mut self,
        now: &Work<C>,
        action: &CollectiveAction,
        before: Option<ProcId>,
        writes: &[Written],
    ) -> Result<Vec<Option<Kept>>, Stop> {
        let Some(places) = &action.assigns else {
            return Ok(writes.iter().map(|_| None).collect());
        };
        let mut cx = Cx::of(now);
        let mut addresses = Vec::new();
        for place in places {
            addresses.push(self.address(&mut cx, place)?);
        }
        let mut frame = Vec::new();
        for written in writes {
            frame.push(self.part_of_frame(now, action, before, written, &addresses)?);
        }
        Ok(frame)
    }

    fn part_of_frame(
        &mut self,
        now: &Work<C>,
        action: &CollectiveAction,
        before: Option<ProcId>,
        written: &Written,
        addresses: &[Address],
    ) -> Result<Option<Kept>, Stop> {
        let whole = Address {
            frame: written.frame,
            local: written.local,
            path: written.fields.iter().map(|&f| PathElem::Field(f)).collect(),
        };
        let value = self.read_address(&now.frames, &whole);
        let program = self.program.clone();
        let graph = now.frames[written.frame as usize].graph;
        let local = &program.graphs[graph].locals[written.local as usize];
        // What the program does not name (counters, dead variables) is none of the user's business.
        let Some(name) = &local.name else {
            return Ok(None);
        };
        if value == self.store.unit() {
            return Ok(None);
        }
        let named: Vec<&Address> = addresses
            .iter()
            .filter(|a| (a.frame, a.local) == (whole.frame, whole.local))
            .filter(|a| a.path.starts_with(&whole.path) || whole.path.starts_with(&a.path))
            .collect();
        if named.is_empty() {
            let message =
                format!("`{name}` is written in the loop, but `assigns!` does not name it");
            return Err(self.fail(&Cx::of(now), Kind::Frame, action.span, message));
        }
        if named.iter().any(|a| whole.path.starts_with(&a.path)) {
            return Ok(None);
        }
        let one = self.store.int(1);
        let ranges: Option<Vec<(ExprId, ExprId)>> = named
            .iter()
            .map(|a| match a.path[whole.path.len()..] {
                [PathElem::Range(start, len)] => Some((start, len)),
                [PathElem::Index(at)] => Some((at, one)),
                _ => None,
            })
            .collect();
        let (Some(ranges), Some(before)) = (ranges, before) else {
            return Ok(None);
        };
        let frames: Vec<Frame> = {
            let ids = self.states.proc(before).frames.clone();
            ids.iter().map(|&f| self.states.frame(f).clone()).collect()
        };
        let before = self.read_address(&frames, &whole);
        self.only_within(now, action, (value, before), &ranges, name)?;
        Ok(Some(Kept { before, ranges }))
    }

    /// Outside of the ranges an array is what it was.
    fn only_within(
        &mut self,
        now: &Work<C>,
        action: &CollectiveAction,
        (value, before): (ExprId, ExprId),
        ranges: &[(ExprId, ExprId)],
        name: &str,
    ) -> Result<(), Stop> {
        let (len, old_len) = (self.store.array_len(value), self.store.array_len(before));
        let at = self.store.fresh_bound();
        let mut fine = {
            let (new, old) = (self.store.read(value, at), self.store.read(before, at));
            self.store.eq(new, old)
        };
        for &(start, count) in ranges {
            let end = self.store.add(start, count);
            let (above, below) = (self.store.le(start, at), self.store.lt(at, end));
            let inside = self.store.and(above, below);
            fine = self.store.or(fine, inside);
        }
        let zero = self.store.int(0);
        let kept = self.store.forall(zero, len, at, fine);
        let same_len = self.store.eq(len, old_len);
        let goal = self.store.and(kept, same_len);
        self.require(&Cx::of(now), goal, Kind::Frame, action.span, || {
            format!("elements of `{name}` are written that `assigns!` does not name")
        })
    }

    /// The new value of a part, with what is kept of it in place.
    pub(crate) fn within_frame(&mut self, kept: &Kept, fields: &[u32], new: ExprId) -> ExprId {
        let Some((&field, rest)) = fields.split_first() else {
            if matches!(self.store.node(new), Node::Tuple(_)) {
                return new;
            }
            let mut value = kept.before;
            for &(start, len) in &kept.ranges {
                let part = self.store.slice(new, start, len);
                value = self.store.splice(value, start, len, part);
            }
            return value;
        };
        let part = self.store.component(new, field as usize);
        let part = self.within_frame(kept, rest, part);
        self.store.with_component(new, field as usize, part)
    }
}
