//! Reading and writing variables, through references and into arrays and structs.

use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::exec::{Stepper, Stop, Work};
use crate::graph::{Place, Proj, Root, Term};
use crate::report::{Inconclusive, Kind};
use crate::state::Frame;
use crate::symbolic::{ExprId, Node, PathElem};
use tass_syntax::tree::Span;

/// Where a place is, after its indices are evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) frame: u32,
    pub(crate) local: u32,
    pub(crate) path: Vec<PathElem>,
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// Evaluates a place: bounds are checked on the way.
    pub(crate) fn address(&mut self, cx: &mut Cx<'_>, place: &Place) -> Result<Address, Stop> {
        let mut address = match &place.root {
            Root::Local(local) => {
                let frame = u32::try_from(cx.frames.len() - 1).expect("a shallow stack");
                Address {
                    frame,
                    local: *local,
                    path: Vec::new(),
                }
            }
            Root::Deref(reference) => {
                let reference = self.eval(cx, reference)?;
                self.dereference(cx, reference, place.span)?
            }
        };
        for step in &place.path {
            match step {
                Proj::Field(i) => address.path.push(PathElem::Field(*i)),
                Proj::Index(index) => {
                    let i = self.eval(cx, index)?;
                    let base = self.read_address(cx.frames, &address);
                    self.require_index(cx, base, i, index)?;
                    self.extend_index(&mut address.path, i);
                }
                Proj::Slice(lo, hi) => {
                    let base = self.read_address(cx.frames, &address);
                    let (start, len) =
                        self.slice_range(cx, base, lo.as_ref(), hi.as_ref(), place.span)?;
                    self.extend_range(&mut address.path, start, len);
                }
            }
        }
        Ok(address)
    }

    pub(crate) fn dereference(
        &mut self,
        cx: &Cx<'_>,
        reference: ExprId,
        span: Span,
    ) -> Result<Address, Stop> {
        match self.engine.store.node(reference) {
            Node::Ref { frame, local, path } => Ok(Address {
                frame: *frame,
                local: *local,
                path: path.to_vec(),
            }),
            _ => Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                what: "a reference whose target depends on inputs".into(),
                location: Some(self.engine.program.location(cx.graph(), span)),
            }))),
        }
    }

    /// The address as a reference value.
    pub(crate) fn reference(&mut self, address: &Address) -> ExprId {
        self.engine
            .store
            .reference(address.frame, address.local, &address.path)
    }

    pub(crate) fn read_address(&mut self, frames: &[Frame], address: &Address) -> ExprId {
        let mut value = frames[address.frame as usize].locals[address.local as usize];
        for step in &address.path {
            value = match *step {
                PathElem::Field(i) => self.engine.store.component(value, i as usize),
                PathElem::Index(i) => self.engine.store.read(value, i),
                PathElem::Range(start, len) => self.engine.store.slice(value, start, len),
            };
        }
        value
    }

    pub(crate) fn write_address(&mut self, work: &mut Work<C>, address: &Address, value: ExprId) {
        self.note_write(work, address);
        let slot = &mut work.frames[address.frame as usize].locals[address.local as usize];
        *slot = self.replaced(*slot, &address.path, value);
    }

    /// Writes a variable of the running function.
    pub(crate) fn set_local(&mut self, work: &mut Work<C>, local: u32, value: ExprId) {
        let frame = u32::try_from(work.frames.len() - 1).expect("a shallow stack");
        let path = Vec::new();
        self.write_address(work, &Address { frame, local, path }, value);
    }

    fn replaced(&mut self, whole: ExprId, path: &[PathElem], value: ExprId) -> ExprId {
        let Some((step, rest)) = path.split_first() else {
            return value;
        };
        match *step {
            PathElem::Field(i) => {
                let part = self.engine.store.component(whole, i as usize);
                let part = self.replaced(part, rest, value);
                self.engine.store.with_component(whole, i as usize, part)
            }
            PathElem::Index(i) => {
                let part = if rest.is_empty() {
                    value
                } else {
                    self.engine.store.read(whole, i)
                };
                let part = self.replaced(part, rest, value);
                self.engine.store.write(whole, i, part)
            }
            PathElem::Range(start, len) => {
                let part = self.engine.store.slice(whole, start, len);
                let part = self.replaced(part, rest, value);
                self.engine.store.splice(whole, start, len, part)
            }
        }
    }

    /// `index` must be below the length of `base`. (It is never negative: its type is `usize`.)
    pub(crate) fn require_index(
        &mut self,
        cx: &Cx<'_>,
        base: ExprId,
        index: ExprId,
        written: &Term,
    ) -> Result<(), Stop> {
        let len = self.engine.store.array_len(base);
        let inside = self.engine.store.lt(index, len);
        if self.engine.store.as_bool(inside) == Some(true) {
            return Ok(());
        }
        let (i, n) = (
            self.engine.store.display(index).to_string(),
            self.engine.store.display(len).to_string(),
        );
        self.require(cx, inside, Kind::OutOfBounds, written.span, || {
            format!("index {i} is not below the length {n}")
        })
    }

    /// Start and length of a slice, checked.
    pub(crate) fn slice_range(
        &mut self,
        cx: &mut Cx<'_>,
        base: ExprId,
        lo: Option<&Term>,
        hi: Option<&Term>,
        span: Span,
    ) -> Result<(ExprId, ExprId), Stop> {
        let len = self.engine.store.array_len(base);
        let lo = match lo {
            Some(lo) => self.eval(cx, lo)?,
            None => self.engine.store.int(0),
        };
        let hi = match hi {
            Some(hi) => self.eval(cx, hi)?,
            None => len,
        };
        let ordered = self.engine.store.le(lo, hi);
        let inside = self.engine.store.le(hi, len);
        let fits = self.engine.store.and(ordered, inside);
        if self.engine.store.as_bool(fits) != Some(true) {
            let text = [lo, hi, len].map(|e| self.engine.store.display(e).to_string());
            self.require(cx, fits, Kind::OutOfBounds, span, || {
                format!(
                    "the range {}..{} does not lie within the length {}",
                    text[0], text[1], text[2]
                )
            })?;
        }
        Ok((lo, self.engine.store.sub(hi, lo)))
    }

    pub(in crate::exec) fn extend_index(&mut self, path: &mut Vec<PathElem>, index: ExprId) {
        match path.last() {
            Some(&PathElem::Range(start, _)) => {
                let index = self.engine.store.add(start, index);
                path.pop();
                path.push(PathElem::Index(index));
            }
            _ => path.push(PathElem::Index(index)),
        }
    }

    pub(in crate::exec) fn extend_range(
        &mut self,
        path: &mut Vec<PathElem>,
        start: ExprId,
        len: ExprId,
    ) {
        match path.last() {
            Some(&PathElem::Range(outer, _)) => {
                let start = self.engine.store.add(outer, start);
                path.pop();
                path.push(PathElem::Range(start, len));
            }
            _ => path.push(PathElem::Range(start, len)),
        }
    }
}
