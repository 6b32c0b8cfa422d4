//! The canonical forms that `node` promises, checked on every node of a store.

use crate::symbolic::arith::{is_one, split_constant};
use crate::symbolic::{ExprId, Node, Sort, Store, number};

/// Panics at a node that is not in canonical form.
pub(super) fn check(s: &Store) {
    for e in s.all_ids() {
        s.children(e, &mut |c| assert!(c < e, "{e:?} before its child"));
        assert!(
            holds(s, e),
            "{:?} is not canonical: {}",
            s.node(e),
            s.display(e)
        );
    }
}

fn holds(s: &Store, e: ExprId) -> bool {
    match s.node(e) {
        Node::Num(sort, v) => *sort == Sort::Real || v.is_int(),
        Node::Sum(sort, terms) => {
            let (constant, others) = split_constant(terms);
            terms.is_sorted_by(|a, b| a.0 < b.0)
                && terms.iter().all(|(m, k)| {
                    !k.is_zero() && s.sort(*m) == Some(*sort) && (*sort == Sort::Real || k.is_int())
                })
                && others.iter().all(|t| is_monomial(s, t.0))
                && !others.is_empty()
                && (constant.is_some() || others.len() > 1 || !others[0].1.is_one())
        }
        Node::Prod(factors) => {
            factors.is_sorted_by(|a, b| a.0 < b.0)
                && factors.iter().all(|(p, n)| s.is_primitive(*p) && *n > 0)
                && factors.iter().map(|f| f.1).sum::<u32>() >= 2
        }
        Node::Quot(a, b) => is_one(*a) && s.as_num(*b).is_none(),
        Node::Div(_, b) | Node::Mod(_, b) => {
            s.as_num(*b).is_none_or(|b| number::small(b) > Some(1))
        }
        Node::ToReal(a) => s.is_primitive(*a) && s.sort(*a) == Some(Sort::Int),
        Node::Ite(c, a, b) => {
            a != b
                && s.sort(*a) == s.sort(*b)
                && s.sort(*a) != Some(Sort::Bool)
                && !s.is_const(*c)
                && !matches!(s.node(*c), Node::Not(_))
        }
        Node::Not(a) => !matches!(
            s.node(*a),
            Node::Bool(_) | Node::Not(_) | Node::Le0(_) | Node::Lt0(_) | Node::And(_) | Node::Or(_)
        ),
        Node::And(xs) => {
            is_junction(s, xs) && !xs.iter().any(|x| matches!(s.node(*x), Node::And(_)))
        }
        Node::Or(xs) => is_junction(s, xs) && !xs.iter().any(|x| matches!(s.node(*x), Node::Or(_))),
        Node::Iff(a, b) => a < b && !s.is_const(*a) && !s.is_const(*b),
        Node::Eq0(p) => is_atom(s, *p) && leads_positive(s, *p),
        Node::Le0(p) => is_atom(s, *p),
        Node::Lt0(p) => is_atom(s, *p) && s.sort(*p) == Some(Sort::Real),
        Node::Forall { body, .. } => {
            s.sort(*body) == Some(Sort::Bool) && !matches!(s.node(*body), Node::And(_))
        }
        Node::Write { base, .. } => !matches!(s.node(*base), Node::Array(_)),
        _ => true,
    }
}

fn is_monomial(s: &Store, m: ExprId) -> bool {
    s.is_primitive(m) || matches!(s.node(m), Node::Prod(_))
}

fn is_junction(s: &Store, xs: &[ExprId]) -> bool {
    let complement = |x: &ExprId| match s.node(*x) {
        Node::Not(y) => xs.contains(y),
        _ => false,
    };
    xs.len() >= 2
        && xs.is_sorted_by(|a, b| a < b)
        && xs
            .iter()
            .all(|x| s.sort(*x) == Some(Sort::Bool) && !s.is_const(*x))
        && !xs.iter().any(complement)
}

/// Coprime integer coefficients; of an integer atom, without the constant.
fn is_atom(s: &Store, p: ExprId) -> bool {
    let terms = s.terms_owned(p);
    let (_, others) = split_constant(&terms);
    let coefs = if s.sort(p) == Some(Sort::Int) {
        others
    } else {
        &terms
    };
    !others.is_empty() && number::content(coefs.iter().map(|t| &t.1)).is_one()
}

fn leads_positive(s: &Store, p: ExprId) -> bool {
    let terms = s.terms_owned(p);
    number::is_pos(&split_constant(&terms).1[0].1)
}
