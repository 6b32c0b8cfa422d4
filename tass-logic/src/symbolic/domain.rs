//! Where an expression has a value.
//!
//! *Undefined is not a value.* The constructors promise the right result only where every part that
//! matters has a value (see [`symbolic`](super)); elsewhere they may give anything, and different
//! things for the same term. So a term may be moved or instantiated only to a place where it is
//! known to be defined, and this module says what has to be known: [`Store::domain`].
//!
//! What must hold: the domain of an expression is itself total; in every state in which it is true,
//! the expression has a value. It may be false where there is one (in a quantifier that fails
//! before it gets to the term without a value, say), never the other way round. What partial terms
//! there are: divisions by something not constant, and extrema over ranges that may be empty. Reads
//! are total: an application has some value at any index, and what an array has no value for at a
//! symbolic index is some element of it.

use super::arith::zero;
use super::node::{ExprId, FoldOp, Node};
use super::store::{FALSE, Store, TRUE, UNDEFINED};

impl Store {
    /// May there be no value for it?
    pub fn is_partial(&self, e: ExprId) -> bool {
        e == UNDEFINED || self.meta(e).partial
    }

    /// A condition under which `e` has a value.
    pub fn domain(&mut self, e: ExprId) -> ExprId {
        let mut stack = vec![e];
        while let Some(&x) = stack.last() {
            if self.domain_known(x).is_none() {
                let before = stack.len();
                self.children(x, &mut |c| {
                    if self.domain_known(c).is_none() {
                        stack.push(c);
                    }
                });
                if stack.len() > before {
                    continue;
                }
                let domain = self.domain_of(x);
                self.domains.insert(x, domain);
            }
            stack.pop();
        }
        self.domain_known(e).unwrap_or(FALSE)
    }

    /// A condition under which the body of a binder has a value at `value`.
    pub fn domain_at(&mut self, binder: ExprId, value: ExprId) -> ExprId {
        let body = match *self.node(binder) {
            Node::Forall { body, .. } | Node::Fold { body, .. } => body,
            ref node => panic!("{node:?} binds nothing"),
        };
        let domain = self.domain(body);
        let variable = self.variable(body);
        self.replace(domain, variable, value)
    }

    fn domain_known(&self, e: ExprId) -> Option<ExprId> {
        match e {
            UNDEFINED => Some(FALSE),
            _ if !self.meta(e).partial => Some(TRUE),
            _ => self.domains.get(&e).copied(),
        }
    }

    /// The domain of a node, those of its parts being known.
    fn domain_of(&mut self, e: ExprId) -> ExprId {
        let of = |store: &Store, x: ExprId| store.domain_known(x).unwrap_or(FALSE);
        match *self.node(e) {
            Node::Quot(a, b) | Node::Div(a, b) | Node::Mod(a, b) => {
                let sort = self.numeric(b, b);
                let nonzero = self.ne(b, zero(sort));
                let parts = [of(self, a), of(self, b), nonzero];
                self.all(&parts)
            }
            Node::Ite(c, a, b) => {
                let not_c = self.not(c);
                let parts = [
                    of(self, c),
                    self.or(not_c, of(self, a)),
                    self.or(c, of(self, b)),
                ];
                self.all(&parts)
            }
            Node::And(ref xs) => {
                let xs = xs.to_vec();
                self.domain_of_junction(&xs, true)
            }
            Node::Or(ref xs) => {
                let xs = xs.to_vec();
                self.domain_of_junction(&xs, false)
            }
            Node::Forall { lo, hi, body } => self.domain_of_binder(lo, hi, body, false),
            Node::Fold { op, lo, hi, body } => {
                let some = matches!(op, FoldOp::Min | FoldOp::Max);
                self.domain_of_binder(lo, hi, body, some)
            }
            _ => {
                let mut parts = Vec::new();
                self.children(e, &mut |c| parts.push(of(self, c)));
                self.all(&parts)
            }
        }
    }

    /// All parts have a value, or one has the value that decides.
    fn domain_of_junction(&mut self, xs: &[ExprId], conj: bool) -> ExprId {
        let domains: Vec<ExprId> = xs
            .iter()
            .map(|&x| self.domain_known(x).unwrap_or(FALSE))
            .collect();
        let mut ways = vec![self.all(&domains)];
        for (&x, &domain) in xs.iter().zip(&domains) {
            let decides = if conj { self.not(x) } else { x };
            ways.push(self.and(domain, decides));
        }
        self.any(&ways)
    }

    /// Ends and body have values, and (`some`) the range is not empty.
    fn domain_of_binder(&mut self, lo: ExprId, hi: ExprId, body: ExprId, some: bool) -> ExprId {
        let inside = self.domain_known(body).unwrap_or(FALSE);
        let variable = self.variable(body);
        let mut parts = vec![self.forall(lo, hi, variable, inside)];
        for end in [lo, hi] {
            parts.push(self.domain_known(end).unwrap_or(FALSE));
        }
        if some {
            parts.push(self.lt(lo, hi));
        }
        self.all(&parts)
    }
}
