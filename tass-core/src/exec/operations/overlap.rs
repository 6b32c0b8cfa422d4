//! The buffers of one operation must not overlap, if one of them is written: decided on fields and
//! ranges of indices.
//!
//! Where a buffer is was kept by the lowering, if the two may meet at all (`lower/overlap.rs`).
//! Nothing overlaps what has no elements.

use crate::comm::CommModel;
use crate::exec::terms::access::Address;
use crate::exec::terms::check::Cx;
use crate::exec::{Stepper, Stop};
use crate::report::Kind;
use crate::symbolic::{ExprId, PathElem};
use tass_syntax::tree::Span;

/// A buffer of an operation.
#[derive(Clone)]
pub(in crate::exec) struct Buffer {
    pub(in crate::exec) address: Address,
    /// Its number of elements, if it is a sequence.
    pub(in crate::exec) len: Option<ExprId>,
    pub(in crate::exec) span: Span,
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// What is read and what is written lie apart.
    pub(in crate::exec) fn require_disjoint(
        &mut self,
        cx: &Cx<'_>,
        read: &[Buffer],
        written: &[Buffer],
        span: Span,
    ) -> Result<(), Stop> {
        for (a, b) in read
            .iter()
            .flat_map(|a| written.iter().map(move |b| (a, b)))
        {
            let apart = self.apart(a, b);
            if self.engine.store.as_bool(apart) == Some(true) {
                continue;
            }
            let message = self.overlap(cx, a, b);
            self.require(cx, apart, Kind::OverlappingBuffers, span, || message)?;
        }
        Ok(())
    }

    /// That two buffers have nothing in common.
    pub(in crate::exec) fn apart(&mut self, a: &Buffer, b: &Buffer) -> ExprId {
        let (x, y) = (&a.address, &b.address);
        if (x.frame, x.local) != (y.frame, y.local) {
            return self.engine.store.tru();
        }
        let mut apart = self.engine.store.fls();
        for len in [a.len, b.len].into_iter().flatten() {
            let none = self.is_nothing(len);
            apart = self.engine.store.or(apart, none);
        }
        for step in x.path.iter().chain(&y.path) {
            if let PathElem::Range(_, len) = *step {
                let none = self.is_nothing(len);
                apart = self.engine.store.or(apart, none);
            }
        }
        for (p, q) in x.path.iter().zip(&y.path) {
            let here = match (p, q) {
                (PathElem::Field(i), PathElem::Field(j)) if i != j => self.engine.store.tru(),
                (PathElem::Field(_), _) | (_, PathElem::Field(_)) => self.engine.store.fls(),
                (p, q) => {
                    let ((from, to), (other_from, other_to)) = (self.range(p), self.range(q));
                    let before = self.engine.store.le(to, other_from);
                    let behind = self.engine.store.le(other_to, from);
                    self.engine.store.or(before, behind)
                }
            };
            apart = self.engine.store.or(apart, here);
        }
        apart
    }

    fn is_nothing(&mut self, len: ExprId) -> ExprId {
        let zero = self.engine.store.int(0);
        self.engine.store.le(len, zero)
    }

    /// The elements of a step into a sequence, half-open.
    fn range(&mut self, step: &PathElem) -> (ExprId, ExprId) {
        match *step {
            PathElem::Range(start, len) => (start, self.engine.store.add(start, len)),
            PathElem::Index(i) => {
                let one = self.engine.store.int(1);
                (i, self.engine.store.add(i, one))
            }
            PathElem::Field(_) => unreachable!("a field is no element"),
        }
    }

    fn overlap(&mut self, cx: &Cx<'_>, a: &Buffer, b: &Buffer) -> String {
        let text = |buffer: &Buffer| {
            let location = self.engine.program.location(cx.graph(), buffer.span);
            location.snippet().to_owned()
        };
        let (read, written) = (text(a), text(b));
        if read == written {
            return format!("`{read}` is sent and received into at once");
        }
        let mut message = format!("`{read}` is sent while `{written}` is received into");
        if let (Some(p), Some(q)) = (a.address.path.last(), b.address.path.last())
            && !matches!((p, q), (PathElem::Field(_), _) | (_, PathElem::Field(_)))
        {
            let ((from, to), (other_from, other_to)) = (self.range(p), self.range(q));
            let [from, to, other_from, other_to] =
                [from, to, other_from, other_to].map(|e| self.engine.store.display(e).to_string());
            message += &format!(": elements {from}..{to} and {other_from}..{other_to}");
        }
        message
    }
}
