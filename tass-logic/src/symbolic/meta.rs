//! What is cached about every node, so that questions about whole expressions take no walk.

use super::node::{ExprId, FoldOp, FunId, Node, PathElem, Shape, Sort};
use super::store::Store;

/// What is cached about a node.
#[derive(Clone, Copy)]
pub(super) struct Meta {
    /// One bit for each symbol, function and bound variable below, hashed to 64.
    pub(super) bloom: u64,
    /// How many nodes the longest way down has, see [`Store::is_too_deep`].
    pub(super) depth: u16,
    /// The greatest number bound by a binder below.
    pub(super) height: u32,
    /// The greatest number of a bound variable free below; placeholders count.
    pub(super) free: u32,
    pub(super) sort: Option<Sort>,
    /// There is a symbol or a function below.
    pub(super) leaf: bool,
    /// There is a division by something not constant, or an extremum over a range, below: it may
    /// have no value.
    pub(super) partial: bool,
    /// Some monomial of this polynomial has a quotient for a factor.
    pub(super) has_quot: bool,
    /// Some monomial of this polynomial is a remainder.
    pub(super) has_mod: bool,
    /// Equal for atoms on the same linear form, see [`bounds`](super::bounds); 0 for all else.
    pub(super) form: u64,
}

impl Store {
    /// What is to be cached about a node whose children are interned.
    pub(super) fn describe(&self, node: &Node) -> Meta {
        let mut m = Meta {
            bloom: 0,
            depth: 0,
            height: 0,
            free: 0,
            sort: None,
            leaf: false,
            partial: matches!(
                node,
                Node::Quot(..)
                    | Node::Fold {
                        op: FoldOp::Min | FoldOp::Max,
                        ..
                    }
            ),
            has_quot: matches!(node, Node::Quot(..)),
            has_mod: matches!(node, Node::Mod(..)),
            form: 0,
        };
        let mut first_sort = None;
        each_child(node, &mut |c| {
            let c = self.meta(c);
            m.bloom |= c.bloom;
            m.depth = m.depth.max(c.depth.saturating_add(1));
            m.height = m.height.max(c.height);
            m.free = m.free.max(c.free);
            m.leaf |= c.leaf;
            m.partial |= c.partial;
            first_sort = first_sort.or(c.sort);
        });
        match node {
            Node::Bool(_) | Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) => {
                m.sort = Some(Sort::Bool);
            }
            Node::Eq0(p) | Node::Le0(p) | Node::Lt0(p) => {
                m.sort = Some(Sort::Bool);
                m.form = self.form(*p);
            }
            Node::Num(sort, _) => m.sort = Some(*sort),
            Node::Sym(s) => {
                m.sort = Some(self.symbol_sort(*s));
                m.bloom = bit(s.0, 1);
                m.leaf = true;
            }
            Node::Bound(n, sort) => {
                m.sort = Some(*sort);
                m.bloom = bit(*n, 3);
                m.free = *n;
            }
            Node::App(f, _) => {
                m.sort = Some(self.function(*f).result);
                m.bloom |= bit(f.0, 2);
                m.leaf = true;
            }
            Node::Sum(sort, terms) => {
                m.sort = Some(*sort);
                m.has_quot = terms.iter().any(|t| self.meta(t.0).has_quot);
                m.has_mod = terms.iter().any(|t| self.meta(t.0).has_mod);
            }
            Node::Prod(factors) => {
                m.sort = first_sort;
                m.has_quot = factors.iter().any(|t| self.meta(t.0).has_quot);
            }
            Node::Quot(..) | Node::ToReal(_) => m.sort = Some(Sort::Real),
            Node::Div(_, b) | Node::Mod(_, b) => {
                m.sort = Some(Sort::Int);
                m.partial |= self.as_num(*b).is_none();
            }
            Node::Floor(_) => m.sort = Some(Sort::Int),
            Node::Ite(_, a, _) => m.sort = self.sort(*a),
            Node::Forall { lo, hi, body } | Node::Fold { lo, hi, body, .. } => {
                m.sort = self.sort(*body);
                let h = self.binds(*body);
                let inner = self.meta(*body).free;
                let inner = if inner == h { 0 } else { inner };
                m.free = inner.max(self.meta(*lo).free).max(self.meta(*hi).free);
                m.height = m.height.max(h);
            }
            Node::Input { shape, .. } => {
                m.bloom |= self.shape_bloom(shape);
                m.leaf = true;
            }
            Node::Undefined
            | Node::Tuple(_)
            | Node::Array(_)
            | Node::Fill { .. }
            | Node::Write { .. }
            | Node::Slice { .. }
            | Node::Splice { .. }
            | Node::Resize { .. }
            | Node::Ref { .. } => {}
        }
        m
    }

    fn shape_bloom(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Scalar(f) => bit(f.0, 2),
            Shape::Tuple(parts) => parts.iter().fold(0, |m, s| m | self.shape_bloom(s)),
            Shape::Fixed(_, s) => self.shape_bloom(s),
            Shape::Dynamic(f, s) => bit(f.0, 2) | self.shape_bloom(s),
        }
    }
}

/// The bit of a function.
pub(super) fn function_bit(f: FunId) -> u64 {
    bit(f.0, 2)
}

/// One of 64 bits for a symbol, function or bound variable.
fn bit(n: u32, salt: u64) -> u64 {
    let h = (u64::from(n) << 2 | salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    1 << (h >> 58)
}

/// Shows `f` every expression right below a node.
pub(super) fn each_child(node: &Node, f: &mut dyn FnMut(ExprId)) {
    match node {
        Node::Undefined | Node::Bool(_) | Node::Num(..) | Node::Sym(_) | Node::Bound(..) => {}
        Node::App(_, xs) | Node::And(xs) | Node::Or(xs) | Node::Tuple(xs) | Node::Array(xs) => {
            xs.iter().for_each(|&x| f(x));
        }
        Node::Sum(_, terms) => terms.iter().for_each(|t| f(t.0)),
        Node::Prod(factors) => factors.iter().for_each(|t| f(t.0)),
        Node::Quot(a, b) | Node::Div(a, b) | Node::Mod(a, b) | Node::Iff(a, b) => {
            f(*a);
            f(*b);
        }
        Node::ToReal(a) | Node::Floor(a) | Node::Not(a) => f(*a),
        Node::Eq0(a) | Node::Le0(a) | Node::Lt0(a) => f(*a),
        Node::Ite(a, b, c) => {
            f(*a);
            f(*b);
            f(*c);
        }
        Node::Forall { lo, hi, body } | Node::Fold { lo, hi, body, .. } => {
            f(*lo);
            f(*hi);
            f(*body);
        }
        Node::Input { len, index, .. } => {
            f(*len);
            index.iter().for_each(|&x| f(x));
        }
        Node::Fill { len, value } => {
            f(*len);
            f(*value);
        }
        Node::Write { base, index, value } => {
            f(*base);
            f(*index);
            f(*value);
        }
        Node::Slice { base, start, len } => {
            f(*base);
            f(*start);
            f(*len);
        }
        Node::Splice { base, at, len, src } => {
            f(*base);
            f(*at);
            f(*len);
            f(*src);
        }
        Node::Resize { base, len } => {
            f(*base);
            f(*len);
        }
        Node::Ref { path, .. } => path.iter().for_each(|p| match p {
            PathElem::Field(_) => {}
            PathElem::Index(i) => f(*i),
            PathElem::Range(s, n) => {
                f(*s);
                f(*n);
            }
        }),
    }
}
