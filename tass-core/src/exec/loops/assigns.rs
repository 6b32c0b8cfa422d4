//! Frames: `assigns!(k, a[lo..n])` says all that a loop may change.
//!
//! Of an array of which only a range is named, the rest is kept where the loop is generalised. That
//! is right because it is checked: at every re-entry, and where the loop is left by another way,
//! the elements outside are what they were at the loop's head before, and nothing else was written.
//! Bounded runs ([`crate::exec::loops::rounds`]) check the same.

use crate::comm::CommModel;
use crate::exec::terms::access::Address;
use crate::exec::terms::check::Cx;
use crate::exec::{Stepper, Stop, Work};
use crate::graph::CollectiveAction;
use crate::report::Kind;
use crate::state::{Frame, ProcId, Written};
use crate::symbolic::{ExprId, Node, PathElem};

/// A part of which only some of what is in it changes: what it was at the loop's head before, and
/// the ways in to what changes.
pub(crate) struct Kept {
    before: ExprId,
    ways: Vec<Vec<PathElem>>,
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// For every part that was written: what is known to be kept of it. Fails if something else was
    /// written than may be.
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
        let program = self.engine.program.clone();
        let graph = now.frames[written.frame as usize].graph;
        let local = &program.graphs[graph].locals[written.local as usize];
        // What the program does not name (counters, dead variables) is none of the user's business.
        let Some(name) = &local.name else {
            return Ok(None);
        };
        if value == self.engine.store.unit() {
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
            let stop = self.fail(&Cx::of(now), Kind::Frame, action.frame, message);
            return Err(about(stop, name));
        }
        if named.iter().any(|a| whole.path.starts_with(&a.path)) {
            return Ok(None);
        }
        let Some(before) = before else {
            return Ok(None);
        };
        let ways: Vec<Vec<PathElem>> = named
            .iter()
            .map(|a| self.straight(&a.path[whole.path.len()..]))
            .collect();
        let frames: Vec<Frame> = {
            let ids = self.engine.states.proc(before).frames.clone();
            ids.iter()
                .map(|&f| self.engine.states.frame(f).clone())
                .collect()
        };
        let before = self.read_address(&frames, &whole);
        let goal = self.only_within(value, before, &ways);
        self.require(&Cx::of(now), goal, Kind::Frame, action.frame, || {
            format!("elements of `{name}` are written that `assigns!` does not name")
        })
        .map_err(|stop| about(stop, name))?;
        let before = self.without(before, &ways);
        Ok(Some(Kept { before, ways }))
    }

    /// A way in without steps into slices: `a[2..n][1]` is `a[3]`.
    fn straight(&mut self, way: &[PathElem]) -> Vec<PathElem> {
        let mut out: Vec<PathElem> = Vec::new();
        for step in way {
            match (out.last().cloned(), step.clone()) {
                (Some(PathElem::Range(start, _)), PathElem::Index(i)) => {
                    out.pop();
                    out.push(PathElem::Index(self.engine.store.add(start, i)));
                }
                (Some(PathElem::Range(start, _)), PathElem::Range(lo, len)) => {
                    out.pop();
                    out.push(PathElem::Range(self.engine.store.add(start, lo), len));
                }
                _ => out.push(step.clone()),
            }
        }
        out
    }

    /// That two values differ only in what these ways lead to.
    fn only_within(&mut self, value: ExprId, before: ExprId, ways: &[Vec<PathElem>]) -> ExprId {
        if ways.iter().any(Vec::is_empty) {
            return self.engine.store.tru();
        }
        if let Node::Tuple(parts) = self.engine.store.node(value) {
            let mut all = self.engine.store.tru();
            for part in 0..parts.len() {
                let [new, old] = [value, before].map(|v| self.engine.store.component(v, part));
                let inside = |way: &Vec<PathElem>| match way[0] {
                    PathElem::Field(f) if f as usize == part => Some(way[1..].to_vec()),
                    _ => None,
                };
                let ways: Vec<_> = ways.iter().filter_map(inside).collect();
                let fine = self.only_within(new, old, &ways);
                all = self.engine.store.and(all, fine);
            }
            return all;
        }
        if ways.is_empty() {
            return self.engine.store.eq(value, before);
        }
        let (len, old_len) = (
            self.engine.store.array_len(value),
            self.engine.store.array_len(before),
        );
        let at = self.engine.store.fresh_bound();
        let (new, old) = (
            self.engine.store.read(value, at),
            self.engine.store.read(before, at),
        );
        let mut fine = self.engine.store.eq(new, old);
        let mut deeper: Vec<(ExprId, Vec<Vec<PathElem>>)> = Vec::new();
        for way in ways {
            let inside = match way[0] {
                PathElem::Range(start, count) => {
                    let end = self.engine.store.add(start, count);
                    let (above, below) = (
                        self.engine.store.le(start, at),
                        self.engine.store.lt(at, end),
                    );
                    self.engine.store.and(above, below)
                }
                PathElem::Index(i) if way.len() == 1 => self.engine.store.eq(at, i),
                PathElem::Index(i) => {
                    match deeper.iter_mut().find(|(index, _)| *index == i) {
                        Some((_, rest)) => rest.push(way[1..].to_vec()),
                        None => deeper.push((i, vec![way[1..].to_vec()])),
                    }
                    continue;
                }
                PathElem::Field(_) => continue,
            };
            fine = self.engine.store.or(fine, inside);
        }
        for (index, rest) in deeper {
            let here = self.engine.store.eq(at, index);
            let within = self.only_within(new, old, &rest);
            let inside = self.engine.store.and(here, within);
            fine = self.engine.store.or(fine, inside);
        }
        let zero = self.engine.store.int(0);
        let kept = self.engine.store.forall(zero, len, at, fine);
        let same_len = self.engine.store.eq(len, old_len);
        self.engine.store.and(kept, same_len)
    }

    /// An array less what was written last where these ways lead: that is written over, and would
    /// be one layer more with every iteration.
    fn without(&self, mut array: ExprId, ways: &[Vec<PathElem>]) -> ExprId {
        loop {
            array = match self.engine.store.node(array) {
                Node::Splice { base, at, len, .. }
                    if ways.contains(&vec![PathElem::Range(*at, *len)]) =>
                {
                    *base
                }
                Node::Write { base, index, .. }
                    if ways.iter().any(|way| self.is_at(way, *index)) =>
                {
                    *base
                }
                _ => return array,
            };
        }
    }

    /// Does a way lead to just this element?
    fn is_at(&self, way: &[PathElem], index: ExprId) -> bool {
        match *way {
            [PathElem::Index(i)] => i == index,
            [PathElem::Range(start, len)] => {
                start == index && self.engine.store.as_int(len) == Some(1)
            }
            _ => false,
        }
    }

    /// The new value of a part, with what is kept of it in place.
    pub(crate) fn within_frame(&mut self, kept: &Kept, fields: &[u32], new: ExprId) -> ExprId {
        let Some((&field, rest)) = fields.split_first() else {
            let ways = kept.ways.iter();
            return ways.fold(kept.before, |value, way| self.merged(value, new, way));
        };
        let part = self.engine.store.component(new, field as usize);
        let part = self.within_frame(kept, rest, part);
        self.engine.store.with_component(new, field as usize, part)
    }

    /// A value, with what a way leads to taken from another one.
    fn merged(&mut self, value: ExprId, new: ExprId, way: &[PathElem]) -> ExprId {
        match way {
            [] => new,
            [PathElem::Field(f), rest @ ..] => {
                let f = *f as usize;
                let [old, other] = [value, new].map(|v| self.engine.store.component(v, f));
                let part = self.merged(old, other, rest);
                self.engine.store.with_component(value, f, part)
            }
            [PathElem::Index(i), rest @ ..] => {
                let [old, other] = [value, new].map(|v| self.engine.store.read(v, *i));
                let part = self.merged(old, other, rest);
                self.engine.store.write(value, *i, part)
            }
            [PathElem::Range(start, len), ..] => {
                let part = self.engine.store.slice(new, *start, *len);
                self.engine.store.splice(value, *start, *len, part)
            }
        }
    }
}

/// A failure that is about a variable.
fn about(mut stop: Stop, variable: &str) -> Stop {
    if let Stop::Fail(failure) = &mut stop {
        failure.variable = Some(variable.to_owned());
    }
    stop
}
