//! What is known of a number's range from its shape alone.
//!
//! A bound given here holds for every value of the symbols and every interpretation of the
//! functions that respects [`Function::extent`](super::Function). No bound is always a right
//! answer.

use dashu_ratio::RBig;

use super::arith::{Term, is_one};
use super::node::{ExprId, FoldOp, Node};
use super::number;
use super::store::Store;

/// The bounds of a number, both inclusive.
#[derive(Default)]
pub(super) struct Range {
    pub(super) lo: Option<RBig>,
    pub(super) hi: Option<RBig>,
}

/// How deep ranges are looked for below folds and conditionals.
const DEPTH: u32 = 4;

impl Range {
    fn nonneg() -> Range {
        Range {
            lo: Some(RBig::ZERO),
            hi: None,
        }
    }
}

impl Store {
    /// The range of a sum of terms.
    pub(super) fn range(&self, terms: &[Term]) -> Range {
        self.range_to(terms, DEPTH)
    }

    fn range_to(&self, terms: &[Term], depth: u32) -> Range {
        let mut sum = Range {
            lo: Some(RBig::ZERO),
            hi: Some(RBig::ZERO),
        };
        for (m, k) in terms {
            let (lo, hi) = if is_one(*m) {
                (Some(k.clone()), Some(k.clone()))
            } else {
                let r = self.monomial_range(*m, depth);
                let scale = |b: Option<RBig>| b.map(|b| number::mul(&b, k));
                if number::is_neg(k) {
                    (scale(r.hi), scale(r.lo))
                } else {
                    (scale(r.lo), scale(r.hi))
                }
            };
            let plus = |a: Option<RBig>, b: Option<RBig>| Some(number::add(&a?, &b?));
            sum = Range {
                lo: plus(sum.lo, lo),
                hi: plus(sum.hi, hi),
            };
            if sum.lo.is_none() && sum.hi.is_none() {
                break;
            }
        }
        sum
    }

    fn monomial_range(&self, m: ExprId, depth: u32) -> Range {
        if depth == 0 {
            return Range::default();
        }
        match self.node(m) {
            Node::Num(_, v) => Range {
                lo: Some(v.clone()),
                hi: Some(v.clone()),
            },
            Node::Mod(_, d) => match self.as_num(d.to_owned()) {
                Some(d) => Range {
                    lo: Some(RBig::ZERO),
                    hi: Some(number::sub(&number::abs(d), &RBig::ONE)),
                },
                None => Range::nonneg(),
            },
            Node::App(f, _) if self.function(*f).extent.is_narrow() => {
                let extent = self.function(*f).extent;
                Range {
                    lo: extent.low().map(RBig::from),
                    hi: extent.high().map(RBig::from),
                }
            }
            Node::App(f, _) if self.function(*f).nonneg => Range::nonneg(),
            Node::ToReal(p) => self.monomial_range(*p, depth),
            Node::Prod(factors) => {
                let nonneg = |&(p, n): &(ExprId, u32)| {
                    n % 2 == 0
                        || self
                            .monomial_range(p, depth - 1)
                            .lo
                            .is_some_and(|lo| !number::is_neg(&lo))
                };
                if factors.iter().all(nonneg) {
                    Range::nonneg()
                } else {
                    Range::default()
                }
            }
            Node::Ite(_, a, b) => {
                let (mut abuf, mut bbuf) = (None, None);
                let a = self.range_to(self.terms(*a, &mut abuf), depth - 1);
                let b = self.range_to(self.terms(*b, &mut bbuf), depth - 1);
                let join = |a: Option<RBig>, b: Option<RBig>, max: bool| {
                    let (a, b) = (a?, b?);
                    Some(if (a < b) == max { b } else { a })
                };
                Range {
                    lo: join(a.lo, b.lo, false),
                    hi: join(a.hi, b.hi, true),
                }
            }
            Node::Fold { op, body, .. } => {
                let mut buf = None;
                let body = self.range_to(self.terms(*body, &mut buf), depth - 1);
                match op {
                    FoldOp::Min | FoldOp::Max => body,
                    FoldOp::Sum | FoldOp::Product => match body.lo {
                        Some(lo) if !number::is_neg(&lo) => Range::nonneg(),
                        _ => Range::default(),
                    },
                }
            }
            _ => Range::default(),
        }
    }
}
