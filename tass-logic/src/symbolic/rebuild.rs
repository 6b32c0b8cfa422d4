//! Making a node again over other children, through its smart constructor.

use super::arith::collect;
use super::compare::Rel;
use super::node::{ExprId, Node, PathElem};
use super::number;
use super::store::{Store, UNDEFINED};
use super::subst::Rewrite;

impl Rewrite {
    /// What a child has become.
    fn one(&self, child: &ExprId) -> ExprId {
        self.memo.get(child).copied().unwrap_or(*child)
    }

    fn all(&self, children: &[ExprId]) -> Vec<ExprId> {
        children.iter().map(|child| self.one(child)).collect()
    }
}

impl Store {
    /// `x` with its children, which have been rewritten, in place.
    pub(super) fn rebuild(&mut self, x: ExprId, r: &mut Rewrite) -> ExprId {
        let get = |c: &ExprId| r.one(c);
        match self.node(x) {
            Node::Undefined | Node::Bool(_) | Node::Num(..) | Node::Sym(_) | Node::Bound(..) => x,
            Node::App(f, args) => {
                let (f, args) = (*f, r.all(args));
                match self.applied(f, &args, r) {
                    Some(value) => value,
                    None => self.app(f, &args),
                }
            }
            Node::Sum(..)
            | Node::Prod(..)
            | Node::Quot(..)
            | Node::Div(..)
            | Node::Mod(..)
            | Node::ToReal(..)
            | Node::Floor(..) => self.rebuild_number(x, r),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (get(c), get(a), get(b));
                self.ite(c, a, b)
            }
            Node::Not(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Iff(..)
            | Node::Eq0(..)
            | Node::Le0(..)
            | Node::Lt0(..) => self.rebuild_formula(x, r),
            Node::Forall { lo, hi, body } => {
                let (lo, hi, old) = (get(lo), get(hi), *body);
                self.under_binder(old, r, |store, var, body| store.forall(lo, hi, var, body))
            }
            Node::Fold { op, lo, hi, body } => {
                let (op, lo, hi, old) = (*op, get(lo), get(hi), *body);
                let sort = self.sort(old).expect("a number");
                self.under_binder(old, r, |store, var, body| {
                    store.fold_of(op, sort, lo, hi, var, body)
                })
            }
            Node::Tuple(..)
            | Node::Array(..)
            | Node::Input { .. }
            | Node::Fill { .. }
            | Node::Write { .. }
            | Node::Slice { .. }
            | Node::Splice { .. }
            | Node::Resize { .. } => self.rebuild_aggregate(x, r),
            Node::Ref { frame, local, path } => {
                let (frame, local) = (*frame, *local);
                let path: Vec<_> = path
                    .iter()
                    .map(|p| match p {
                        PathElem::Field(i) => PathElem::Field(*i),
                        PathElem::Index(i) => PathElem::Index(get(i)),
                        PathElem::Range(s, n) => PathElem::Range(get(s), get(n)),
                    })
                    .collect();
                self.reference(frame, local, &path)
            }
        }
    }

    /// A number that is computed from others.
    fn rebuild_number(&mut self, x: ExprId, r: &Rewrite) -> ExprId {
        let get = |c: &ExprId| r.one(c);
        match self.node(x) {
            Node::Sum(sort, terms) => {
                let sort = *sort;
                let mut out = Vec::with_capacity(terms.len());
                for (m, k) in terms {
                    let m = get(m);
                    if m == UNDEFINED {
                        return m;
                    }
                    let mut buf = None;
                    out.extend(
                        self.terms(m, &mut buf)
                            .iter()
                            .map(|(n, c)| (*n, number::mul(c, k))),
                    );
                }
                self.poly(sort, collect(out))
            }
            Node::Prod(factors) => {
                let factors: Vec<_> = factors.iter().map(|(p, n)| (get(p), *n)).collect();
                let mut product = None;
                for (p, n) in factors {
                    let power = self.pow(p, n);
                    product = Some(match product {
                        None => power,
                        Some(q) => self.mul(q, power),
                    });
                }
                product.unwrap_or(x)
            }
            Node::Quot(a, b) => {
                let (a, b) = (get(a), get(b));
                self.quot(a, b)
            }
            Node::Div(a, b) => {
                let (a, b) = (get(a), get(b));
                self.div_euclid(a, b)
            }
            Node::Mod(a, b) => {
                let (a, b) = (get(a), get(b));
                self.mod_euclid(a, b)
            }
            Node::ToReal(a) => {
                let a = get(a);
                self.to_real(a)
            }
            Node::Floor(a) => {
                let a = get(a);
                self.floor(a)
            }
            _ => unreachable!("not computed from numbers"),
        }
    }

    /// A formula without a binder.
    fn rebuild_formula(&mut self, x: ExprId, r: &Rewrite) -> ExprId {
        let get = |c: &ExprId| r.one(c);
        let many = |xs: &[ExprId]| r.all(xs);
        match self.node(x) {
            Node::Not(a) => {
                let a = get(a);
                self.not(a)
            }
            Node::And(xs) => {
                let xs = many(xs);
                self.junction(true, xs)
            }
            Node::Or(xs) => {
                let xs = many(xs);
                self.junction(false, xs)
            }
            Node::Iff(a, b) => {
                let (a, b) = (get(a), get(b));
                self.iff(a, b)
            }
            Node::Eq0(p) => {
                let p = get(p);
                self.atom_of(Rel::Eq, p)
            }
            Node::Le0(p) => {
                let p = get(p);
                self.atom_of(Rel::Le, p)
            }
            Node::Lt0(p) => {
                let p = get(p);
                self.atom_of(Rel::Lt, p)
            }
            _ => unreachable!("not a formula"),
        }
    }

    /// A tuple, or a sequence and what is made of one.
    fn rebuild_aggregate(&mut self, x: ExprId, r: &Rewrite) -> ExprId {
        let get = |c: &ExprId| r.one(c);
        let many = |xs: &[ExprId]| r.all(xs);
        match self.node(x) {
            Node::Tuple(xs) => {
                let xs = many(xs);
                self.tuple(&xs)
            }
            Node::Array(xs) => {
                let xs = many(xs);
                self.array(&xs)
            }
            Node::Input { shape, len, index } => {
                let (shape, len, index) = (shape.clone(), get(len), many(index));
                match self.replaced_array(&shape, len, &index, r) {
                    Some(array) => array,
                    None => self.input_array(&shape, len, &index),
                }
            }
            Node::Fill { len, value } => {
                let (len, value) = (get(len), get(value));
                self.fill(value, len)
            }
            Node::Write { base, index, value } => {
                let (base, index, value) = (get(base), get(index), get(value));
                self.write(base, index, value)
            }
            Node::Slice { base, start, len } => {
                let (base, start, len) = (get(base), get(start), get(len));
                self.slice(base, start, len)
            }
            Node::Splice { base, at, len, src } => {
                let (base, at, len, src) = (get(base), get(at), get(len), get(src));
                self.splice(base, at, len, src)
            }
            Node::Resize { base, len } => {
                let (base, len) = (get(base), get(len));
                self.resize(base, len)
            }
            _ => unreachable!("neither a tuple nor a sequence"),
        }
    }
}
