//! Where the data comes from that an operation reads, so that it can be told whether what it writes
//! overlaps it.
//!
//! rustc refuses two borrows of one variable in a call, but not where the data is read before the
//! other buffer is borrowed, as in the expansion of `sendrecv`. There each buffer keeps its place,
//! and the engine compares the two when the operation is reached.
//!
//! A shared reference is a value here and has no place. What it may refer to is collected in the
//! whole function, from what is assigned to the variable that holds it; if that may be what the
//! operation writes, the model is refused: the two cannot be compared.

use rustc_hash::FxHashSet;

use super::FnLowering;
use super::draft::{CommAction, CommOperand, Place, Root};
use super::ty::Known;
use tass_syntax::tree::{Block, Expr, ExprKind, FoldSource, Span};

/// What a value may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lent {
    /// What this variable refers to.
    By(u32),
    /// This variable itself, or what it refers to.
    From(u32),
}

/// What an operation reads, as far as it is behind shared references.
pub(super) struct Source {
    lent: Vec<Lent>,
    span: Span,
}

/// An operation that must not write what it reads.
pub(super) struct Meets {
    source: Source,
    /// Variables in which the places start that are written.
    written: Vec<u32>,
}

impl FnLowering<'_, '_> {
    /// A variable is given a value.
    pub(super) fn lend(&mut self, slot: u32, value: &Expr) {
        let lent = self.lent_by(value);
        self.lenders.entry(slot).or_default().extend(lent);
    }

    /// A variable takes a part of what another one has.
    pub(super) fn lend_part(&mut self, part: u32, whole: u32) {
        self.lenders.entry(part).or_default().push(Lent::By(whole));
    }

    /// What the value of an expression may refer to.
    fn lent_by(&mut self, e: &Expr) -> Vec<Lent> {
        if let Some(slot) = self.root(e) {
            return vec![Lent::By(slot)];
        }
        match &e.kind {
            ExprKind::Ref(_, inner) => match self.root(inner) {
                Some(slot) => vec![Lent::From(slot)],
                None => self.lent_by(inner),
            },
            ExprKind::Int(..)
            | ExprKind::Float(..)
            | ExprKind::Bool(_)
            | ExprKind::Literal(_)
            | ExprKind::Const(_)
            | ExprKind::Cast(..)
            | ExprKind::Struct { .. }
            | ExprKind::Comm(_)
            | ExprKind::Binary(..) => Vec::new(),
            ExprKind::Unary(_, inner)
            | ExprKind::Index(inner, _)
            | ExprKind::Slice { base: inner, .. }
            | ExprKind::Field(inner, _)
            | ExprKind::Typed(inner, _)
            | ExprKind::Repeat(inner, _)
            | ExprKind::VecRepeat(inner, _) => self.lent_by(inner),
            ExprKind::Tuple(parts) | ExprKind::Array(parts) | ExprKind::VecList(parts) => {
                parts.iter().flat_map(|e| self.lent_by(e)).collect()
            }
            // What is copied refers to what the original refers to.
            ExprKind::Method { receiver, args, .. } => {
                let parts = std::iter::once(&**receiver).chain(args);
                parts.flat_map(|e| self.lent_by(e)).collect()
            }
            ExprKind::Call(..) | ExprKind::Fold(_) if self.owns(e) => Vec::new(),
            ExprKind::Call(_, args) => args.iter().flat_map(|e| self.lent_by(e)).collect(),
            ExprKind::Fold(fold) => match &fold.source {
                FoldSource::Elements(of) => match self.root(of) {
                    Some(slot) => vec![Lent::From(slot)],
                    None => self.lent_by(of),
                },
                _ => Vec::new(),
            },
            ExprKind::If {
                then,
                otherwise: Some(otherwise),
                ..
            } => {
                let mut lent = self.lent_by_block(then);
                lent.extend(self.lent_by(otherwise));
                lent
            }
            ExprKind::Block(None, block) => self.lent_by_block(block),
            _ => self.anything(),
        }
    }

    /// The same of a block. The names that statements bind are gone by now.
    fn lent_by_block(&mut self, block: &Block) -> Vec<Lent> {
        match &block.tail {
            Some(tail) if block.stmts.is_empty() => self.lent_by(tail),
            Some(_) => self.anything(),
            None => Vec::new(),
        }
    }

    /// Any variable that there is.
    fn anything(&self) -> Vec<Lent> {
        let slots = self.scope.iter().map(|(_, slot)| *slot);
        slots.map(Lent::From).collect()
    }

    /// What the data that an operation reads may refer to, where it has no place of its own.
    pub(super) fn source(&mut self, e: &Expr) -> Option<Source> {
        let (place, borrowed) = match &e.kind {
            ExprKind::Ref(_, inner) => (&**inner, true),
            _ => (e, false),
        };
        let lent = match self.root(place) {
            Some(slot) => {
                let ty = self.locals[slot as usize].1;
                let owner = self.owners.get(&slot) == Some(&true)
                    || matches!(self.types.get(ty), Known::MutRef(_));
                if owner {
                    return None;
                }
                vec![Lent::By(slot)]
            }
            // The value of anything else behind a `&` is a temporary.
            None if borrowed => return None,
            None => self.lent_by(e),
        };
        Some(Source { lent, span: e.span })
    }

    /// Of the data that an operation goes on reading when it is over for the process: is it behind
    /// a shared reference, which only a parameter may be? What the caller has lent cannot change
    /// while the function runs, and it may not leave the function either as long as it is used.
    pub(super) fn lent_for_long(&mut self, e: &Expr, op: &str) -> bool {
        let place = match &e.kind {
            // rustc refuses to send a reference to a reference.
            ExprKind::Ref(_, inner) if matches!(inner.kind, ExprKind::Var(_)) => return false,
            ExprKind::Ref(_, inner) => &**inner,
            _ => e,
        };
        let Some(slot) = self.root(place) else {
            self.short_lived(e.span, op, "reads its data");
            return false;
        };
        let ty = self.locals[slot as usize].1;
        if self.owners.get(&slot) == Some(&true) || matches!(self.types.get(ty), Known::MutRef(_)) {
            return false;
        }
        let parameter = (slot as usize) < self.function.params.len();
        if !parameter || self.lenders.contains_key(&slot) {
            self.error(
                e.span,
                format!("tass cannot tell which variable `{op}` goes on reading here"),
                Some(
                    "name the variable that is sent, as in `&u[..]`, or annotate this one with its type if it is no reference",
                ),
            );
        }
        true
    }

    /// An operation `uses` a value for longer than that lives.
    pub(super) fn short_lived(&mut self, span: Span, op: &str, uses: &str) {
        let message = format!("`{op}` {uses} until it is completed, but this is a temporary value");
        self.error(span, message, Some("give it a variable: `let x = ..;`"));
    }

    /// Of the places that an operation reads, keeps those that it may write as well; what is behind
    /// shared references is looked at when the whole function is known.
    pub(super) fn meet(&mut self, action: &mut CommAction, sources: Vec<Source>, written: &[u32]) {
        let operands = action.args.iter().flatten();
        let roots: Vec<Root> = operands
            .filter_map(|operand| match operand {
                CommOperand::Out { place, .. } => Some(place.root.clone()),
                _ => None,
            })
            .collect();
        for operand in action.args.iter_mut().flatten() {
            if let CommOperand::In { place, .. } = operand
                && let Some(Place {
                    root: Root::Local(read),
                    ..
                }) = place
                && roots
                    .iter()
                    .all(|root| matches!(root, Root::Local(slot) if slot != read))
            {
                *place = None;
            }
        }
        self.meets.extend(sources.into_iter().map(|source| Meets {
            source,
            written: written.to_vec(),
        }));
    }

    /// Refuses operations that may write what a shared reference refers to that they read.
    pub(super) fn refuse_unknown_overlaps(&mut self) {
        for Meets { source, written } in std::mem::take(&mut self.meets) {
            let mut seen = FxHashSet::default();
            let mut todo = source.lent;
            let mut found = false;
            while let Some(lent) = todo.pop() {
                let (Lent::By(slot) | Lent::From(slot)) = lent;
                found |= matches!(lent, Lent::From(slot) if written.contains(&slot));
                if seen.insert(slot) {
                    todo.extend(self.lenders.get(&slot).into_iter().flatten());
                }
            }
            if found {
                self.error(
                    source.span,
                    "tass cannot tell whether this reference and the buffer that is received into overlap",
                    Some(
                        "name the variable that is sent, as in `&u[..]`, or annotate this one with its type if it is no reference",
                    ),
                );
            }
        }
    }
}
