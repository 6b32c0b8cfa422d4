//! Places: what can be assigned to, borrowed mutably or received into.

use tass_syntax::Kind;
use tass_syntax::tree::{Expr, ExprKind, Type, UnOp};

use super::process::{Process, Stop, Var};
use super::types::field;
use super::value::{Place, Value};

impl Process<'_> {
    /// The place that an expression names.
    pub(super) fn place(&mut self, e: &Expr) -> Result<Place, Stop> {
        match &e.kind {
            ExprKind::Var(name) => {
                let var = self.var(name)?;
                Ok(Place {
                    frame: self.frames.len() - 1,
                    var,
                    path: Vec::new(),
                })
            }
            ExprKind::Unary(UnOp::Deref, inner) => {
                let reference = self.place(inner)?;
                match self.load(&reference) {
                    Value::Place(target) => Ok(target),
                    _ => Ok(reference),
                }
            }
            ExprKind::Index(base, index) => {
                let base = self.target(base)?;
                let index = self.usize(index)?;
                let len = self.len(&base)?;
                let index = usize::try_from(index).ok().filter(|i| *i < len);
                Ok(base.index(index.ok_or(Stop::Fail(Kind::OutOfBounds))?))
            }
            ExprKind::Slice {
                base,
                lo,
                hi,
                inclusive,
            } => {
                let base = self.target(base)?;
                let len = self.len(&base)?;
                let (start, count) = self.bounds(lo.as_deref(), hi.as_deref(), *inclusive, len)?;
                Ok(base.range(start, count))
            }
            ExprKind::Field(base, name) => {
                let ty = self.type_of(base);
                let found = ty.and_then(|ty| field(&ty, name));
                let (i, _) =
                    found.ok_or_else(|| Stop::Unsupported(format!("the field `{name}`")))?;
                Ok(self.target(base)?.field(i))
            }
            _ => {
                // A temporary, which lives as long as the block around it.
                let ty = self.type_of(e).unwrap_or(Type::Infer);
                let value = self.eval(e, None)?;
                let frame = self.frames.len() - 1;
                let vars = &mut self.frame_mut().vars;
                vars.push(Var {
                    name: String::new(),
                    ty,
                    value,
                });
                Ok(Place {
                    frame,
                    var: vars.len() - 1,
                    path: Vec::new(),
                })
            }
        }
    }

    /// The place that an expression names, behind all mutable references.
    pub(super) fn target(&mut self, e: &Expr) -> Result<Place, Stop> {
        let mut place = self.place(e)?;
        while let Value::Place(next) = self.load(&place) {
            place = next;
        }
        Ok(place)
    }

    /// Start and length of a slice of something of length `len`.
    pub(super) fn bounds(
        &mut self,
        lo: Option<&Expr>,
        hi: Option<&Expr>,
        inclusive: bool,
        len: usize,
    ) -> Result<(usize, usize), Stop> {
        let lo = lo.map(|e| self.usize(e)).transpose()?.unwrap_or(0);
        let hi = match hi {
            Some(hi) => self.usize(hi)?.saturating_add(i128::from(inclusive)),
            None => len as i128,
        };
        if lo <= hi && hi <= len as i128 {
            Ok((lo as usize, (hi - lo) as usize))
        } else {
            Err(Stop::Fail(Kind::OutOfBounds))
        }
    }

    fn len(&self, place: &Place) -> Result<usize, Stop> {
        match self.load(place) {
            Value::Seq(items) => Ok(items.len()),
            _ => Err(Stop::Unsupported(
                "an index into something that is not a sequence".into(),
            )),
        }
    }
}
