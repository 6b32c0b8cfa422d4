//! Random terms of a sort.

use dashu_int::IBig;
use dashu_ratio::RBig;
use tass_logic::symbolic::Sort;

use super::SYMBOLS;
use super::term::{Assignment, Binary, Range, Scalar, Term, Unary};
use crate::generate::Rng;

/// Makes terms.
pub(super) struct Maker<'r> {
    /// Where the choices come from.
    pub(super) rng: &'r mut Rng,
    /// Only operations that always have a value, and that solvers can be asked about.
    pub(super) total: bool,
    /// How many binders are around.
    pub(super) binders: usize,
}

impl Maker<'_> {
    /// A term of this sort.
    pub(super) fn term(&mut self, sort: Sort, depth: u32) -> Term {
        match sort {
            Sort::Bool => self.bool(depth),
            Sort::Int => self.int(depth),
            Sort::Real => self.real(depth),
        }
    }

    /// Values for everything.
    pub(super) fn assignment(&mut self) -> Assignment {
        let symbols = SYMBOLS.iter().map(|(_, sort)| match sort {
            Sort::Bool => Scalar::Bool(self.rng.chance(50)),
            Sort::Int => Scalar::Num(integer(self.rng.between(-5, 5))),
            Sort::Real => Scalar::Num(integer(self.rng.between(-8, 8)) / RBig::from(2)),
        });
        let symbols = symbols.collect();
        let elements = (-8..8)
            .map(|i| (IBig::from(i), integer(self.rng.between(-3, 3))))
            .collect();
        Assignment {
            symbols,
            elements,
            other: RBig::ZERO,
        }
    }

    fn symbol(&mut self, sort: Sort) -> Term {
        let fitting: Vec<usize> = (0..SYMBOLS.len())
            .filter(|i| SYMBOLS[*i].1 == sort)
            .collect();
        Term::Sym(*self.rng.pick(&fitting))
    }

    fn small(&mut self) -> Term {
        Term::Num(integer(self.rng.between(-4, 4)), false)
    }

    fn pair(&mut self, op: Binary, sort: Sort, depth: u32) -> Term {
        Term::Binary(
            op,
            Box::new(self.term(sort, depth)),
            Box::new(self.term(sort, depth)),
        )
    }

    fn int(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return match self
                .rng
                .weighted(&[6, 3, if self.binders > 0 { 4 } else { 0 }])
            {
                0 => self.symbol(Sort::Int),
                1 => self.small(),
                _ => Term::Var(self.rng.below(self.binders)),
            };
        }
        let depth = depth - 1;
        let partial = if self.total { 0 } else { 2 };
        match self.rng.weighted(&[
            10,
            8,
            6,
            3,
            8,
            2,
            4,
            2,
            2,
            2,
            partial,
            partial,
            2,
            if self.total { 0 } else { 1 },
        ]) {
            0 => self.pair(Binary::Add, Sort::Int, depth),
            1 => self.pair(Binary::Sub, Sort::Int, depth),
            2 => Term::Binary(
                Binary::Mul,
                Box::new(self.int(depth)),
                Box::new(self.small()),
            ),
            3 => {
                let op = if self.total && self.rng.chance(70) {
                    Binary::Sub
                } else {
                    Binary::Mul
                };
                self.pair(op, Sort::Int, depth)
            }
            4 => {
                let op = *self.rng.pick(&[
                    Binary::DivTrunc,
                    Binary::RemTrunc,
                    Binary::DivEuclid,
                    Binary::ModEuclid,
                ]);
                let divisor = *self.rng.pick(&[1, 2, 3, 4, -1, -2, -3]);
                Term::Binary(
                    op,
                    Box::new(self.int(depth)),
                    Box::new(Term::Num(integer(divisor), false)),
                )
            }
            5 => Term::Unary(
                *self.rng.pick(&[Unary::Neg, Unary::Abs]),
                Box::new(self.int(depth)),
            ),
            6 => self.ite(Sort::Int, depth),
            7 => {
                let op = *self.rng.pick(&[Binary::Min, Binary::Max]);
                self.pair(op, Sort::Int, depth)
            }
            8 => Term::Element(Box::new(self.int(depth.min(1)))),
            9 => Term::Unary(
                *self.rng.pick(&[Unary::Floor, Unary::Trunc]),
                Box::new(self.real(depth)),
            ),
            10 => {
                let op = *self.rng.pick(&[
                    Binary::DivTrunc,
                    Binary::RemTrunc,
                    Binary::DivEuclid,
                    Binary::ModEuclid,
                ]);
                self.pair(op, Sort::Int, depth)
            }
            11 => {
                let items = (0..3).map(|_| self.int(depth.min(1))).collect();
                let index = |this: &mut Self| {
                    let any = Box::new(this.int(depth.min(1)));
                    Box::new(Term::Binary(
                        Binary::ModEuclid,
                        any,
                        Box::new(Term::Num(integer(3), false)),
                    ))
                };
                let (at, value) = (index(self), Box::new(self.int(depth.min(1))));
                Term::Written {
                    items,
                    at,
                    value,
                    index: index(self),
                }
            }
            12 => self.range(Range::Sum, depth),
            _ => self.range(Range::Product, depth),
        }
    }

    fn real(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return match self.rng.weighted(&[6, 3]) {
                0 => self.symbol(Sort::Real),
                _ => Term::Num(integer(self.rng.between(-6, 6)) / RBig::from(2), true),
            };
        }
        let depth = depth - 1;
        let constant =
            |this: &mut Self| Term::Num(integer(this.rng.between(1, 6)) / RBig::from(2), true);
        match self
            .rng
            .weighted(&[10, 8, 6, 2, 4, if self.total { 0 } else { 3 }, 3, 2, 4])
        {
            0 => self.pair(Binary::Add, Sort::Real, depth),
            1 => self.pair(Binary::Sub, Sort::Real, depth),
            2 => Term::Binary(
                Binary::Mul,
                Box::new(self.real(depth)),
                Box::new(constant(self)),
            ),
            3 => self.pair(Binary::Mul, Sort::Real, depth),
            4 => Term::Binary(
                Binary::Quotient,
                Box::new(self.real(depth)),
                Box::new(constant(self)),
            ),
            5 => self.pair(Binary::Quotient, Sort::Real, depth),
            6 => self.ite(Sort::Real, depth),
            7 => {
                let op = *self.rng.pick(&[Binary::Min, Binary::Max]);
                self.pair(op, Sort::Real, depth)
            }
            _ => Term::Unary(Unary::ToReal, Box::new(self.int(depth))),
        }
    }

    fn bool(&mut self, depth: u32) -> Term {
        let relations = [
            Binary::Eq,
            Binary::Ne,
            Binary::Lt,
            Binary::Le,
            Binary::Gt,
            Binary::Ge,
        ];
        if depth == 0 {
            return match self.rng.weighted(&[4, 1]) {
                0 => self.symbol(Sort::Bool),
                _ => Term::Bool(self.rng.chance(50)),
            };
        }
        let relation = *self.rng.pick(&relations);
        let depth = depth - 1;
        match self.rng.weighted(&[14, 8, 5, 5, 4, 2, 2, 2, 3]) {
            0 => self.pair(relation, Sort::Int, depth),
            1 => self.pair(relation, Sort::Real, depth),
            2 => self.pair(Binary::And, Sort::Bool, depth),
            3 => self.pair(Binary::Or, Sort::Bool, depth),
            4 => Term::Unary(Unary::Not, Box::new(self.bool(depth))),
            5 => self.pair(Binary::Implies, Sort::Bool, depth),
            6 => self.pair(Binary::Iff, Sort::Bool, depth),
            7 => self.ite(Sort::Bool, depth),
            _ => {
                let kind = *self.rng.pick(&[Range::All, Range::Any]);
                self.range(kind, depth)
            }
        }
    }

    fn ite(&mut self, sort: Sort, depth: u32) -> Term {
        let cond = self.bool(depth);
        Term::Ite(
            Box::new(cond),
            Box::new(self.term(sort, depth)),
            Box::new(self.term(sort, depth)),
        )
    }

    /// A binder over a few integers.
    fn range(&mut self, kind: Range, depth: u32) -> Term {
        let depth = depth.min(2);
        let lo = match self.rng.chance(70) {
            true => Term::Num(integer(self.rng.between(-1, 1)), false),
            false => self.symbol(Sort::Int),
        };
        let hi = match self.rng.chance(40) {
            true => Term::Num(integer(self.rng.between(0, 3)), false),
            false => self.symbol(Sort::Int),
        };
        self.binders += 1;
        let body = match kind {
            Range::All | Range::Any => self.bool(depth),
            Range::Sum | Range::Product => self.int(depth),
        };
        self.binders -= 1;
        Term::Range(kind, Box::new(lo), Box::new(hi), Box::new(body))
    }
}

fn integer(value: i128) -> RBig {
    RBig::from(IBig::from(value))
}
