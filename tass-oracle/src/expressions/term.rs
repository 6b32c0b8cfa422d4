//! Plain expression trees, and their value by plain recursion.

use std::collections::BTreeMap;
use std::fmt;

use dashu_int::IBig;
use dashu_ratio::RBig;
use tass_logic::symbolic::Sort;

/// An expression. Integers and reals are told apart by how a term is made, not by its value.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub(super) enum Term {
    /// A number; of sort `Real` if `true`.
    Num(RBig, bool),
    Bool(bool),
    /// A symbol, by its number in [`super::SYMBOLS`].
    Sym(usize),
    /// The variable of an enclosing binder, innermost 0.
    Var(usize),
    /// An element of the symbolic array.
    Element(Box<Term>),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
    Ite(Box<Term>, Box<Term>, Box<Term>),
    /// `array![items..][index]`, after writing a value at an index.
    Written {
        items: Vec<Term>,
        at: Box<Term>,
        value: Box<Term>,
        index: Box<Term>,
    },
    /// Over the integers from `lo` up to, not including, `hi`.
    Range(Range, Box<Term>, Box<Term>, Box<Term>),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(super) enum Unary {
    Neg,
    Not,
    Abs,
    ToReal,
    Floor,
    Trunc,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    DivTrunc,
    RemTrunc,
    DivEuclid,
    ModEuclid,
    Quotient,
    Min,
    Max,
    And,
    Or,
    Implies,
    Iff,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Binders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(super) enum Range {
    All,
    Any,
    Sum,
    Product,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub(super) enum Scalar {
    Bool(bool),
    Num(RBig),
}

/// Values for all symbols, and for the elements of the symbolic array.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// By number.
    pub(super) symbols: Vec<Scalar>,
    /// The elements that are not `other`.
    pub(super) elements: BTreeMap<IBig, RBig>,
    /// All other elements.
    pub(super) other: RBig,
}

impl Term {
    /// The value; `None` where there is none (a division by zero, an index out of bounds) anywhere
    /// inside.
    pub(super) fn eval(&self, at: &Assignment, bound: &mut Vec<RBig>) -> Option<Scalar> {
        Some(match self {
            Term::Num(value, _) => Scalar::Num(value.clone()),
            Term::Bool(value) => Scalar::Bool(*value),
            Term::Sym(i) => at.symbols[*i].clone(),
            Term::Var(i) => Scalar::Num(bound[bound.len() - 1 - i].clone()),
            Term::Element(index) => {
                let index = whole(&index.num(at, bound)?)?;
                Scalar::Num(at.elements.get(&index).unwrap_or(&at.other).clone())
            }
            Term::Unary(Unary::Not, a) => Scalar::Bool(!a.truth(at, bound)?),
            Term::Unary(op, a) => {
                let a = a.num(at, bound)?;
                Scalar::Num(match op {
                    Unary::Neg => -a,
                    Unary::Abs if a < RBig::ZERO => -a,
                    Unary::Floor => RBig::from(a.floor()),
                    Unary::Trunc => RBig::from(a.trunc()),
                    _ => a,
                })
            }
            Term::Binary(op, a, b) => {
                let (a, b) = (a.eval(at, bound)?, b.eval(at, bound)?);
                binary(*op, &a, &b)?
            }
            Term::Ite(cond, a, b) => {
                let (cond, a, b) = (
                    cond.truth(at, bound)?,
                    a.eval(at, bound)?,
                    b.eval(at, bound)?,
                );
                if cond { a } else { b }
            }
            Term::Written {
                items,
                at: place,
                value,
                index,
            } => {
                let mut values = Vec::new();
                for item in items {
                    values.push(item.eval(at, bound)?);
                }
                let (place, value) = (place.num(at, bound)?, value.eval(at, bound)?);
                *values.get_mut(usize::try_from(whole(&place)?).ok()?)? = value;
                let index = index.num(at, bound)?;
                values.get(usize::try_from(whole(&index)?).ok()?)?.clone()
            }
            Term::Range(kind, lo, hi, body) => {
                let (lo, hi) = (whole(&lo.num(at, bound)?)?, whole(&hi.num(at, bound)?)?);
                let mut result = match kind {
                    Range::All => Scalar::Bool(true),
                    Range::Any => Scalar::Bool(false),
                    Range::Sum => Scalar::Num(RBig::ZERO),
                    Range::Product => Scalar::Num(RBig::ONE),
                };
                let mut i = lo;
                while i < hi {
                    bound.push(RBig::from(i.clone()));
                    let item = body.eval(at, bound);
                    bound.pop();
                    let op = match kind {
                        Range::All => Binary::And,
                        Range::Any => Binary::Or,
                        Range::Sum => Binary::Add,
                        Range::Product => Binary::Mul,
                    };
                    result = binary(op, &result, &item?)?;
                    i += 1;
                }
                result
            }
        })
    }

    /// Is this certainly an integer?
    pub(super) fn is_int(&self) -> bool {
        match self {
            Term::Num(_, real) => !real,
            Term::Sym(i) => super::SYMBOLS[*i].1 == Sort::Int,
            Term::Var(_) | Term::Element(_) | Term::Written { .. } => true,
            Term::Unary(op, a) => match op {
                Unary::Floor | Unary::Trunc => true,
                Unary::Neg | Unary::Abs => a.is_int(),
                Unary::Not | Unary::ToReal => false,
            },
            Term::Binary(op, a, b) => match op {
                Binary::Add | Binary::Sub | Binary::Mul | Binary::Min | Binary::Max => {
                    a.is_int() && b.is_int()
                }
                Binary::DivTrunc | Binary::RemTrunc | Binary::DivEuclid | Binary::ModEuclid => true,
                _ => false,
            },
            Term::Ite(_, a, _) => a.is_int(),
            Term::Range(kind, ..) => matches!(kind, Range::Sum | Range::Product),
            Term::Bool(_) => false,
        }
    }

    fn num(&self, at: &Assignment, bound: &mut Vec<RBig>) -> Option<RBig> {
        match self.eval(at, bound)? {
            Scalar::Num(value) => Some(value),
            Scalar::Bool(_) => unreachable!("terms are well sorted"),
        }
    }

    fn truth(&self, at: &Assignment, bound: &mut Vec<RBig>) -> Option<bool> {
        match self.eval(at, bound)? {
            Scalar::Bool(value) => Some(value),
            Scalar::Num(_) => unreachable!("terms are well sorted"),
        }
    }
}

/// The integer that a number is.
fn whole(value: &RBig) -> Option<IBig> {
    IBig::try_from(value.clone()).ok()
}

fn binary(op: Binary, a: &Scalar, b: &Scalar) -> Option<Scalar> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = a.cmp(b);
    Some(match (op, a, b) {
        (Binary::Eq | Binary::Iff, ..) => Scalar::Bool(order == Equal),
        (Binary::Ne, ..) => Scalar::Bool(order != Equal),
        (Binary::Lt, ..) => Scalar::Bool(order == Less),
        (Binary::Le, ..) => Scalar::Bool(order != Greater),
        (Binary::Gt, ..) => Scalar::Bool(order == Greater),
        (Binary::Ge, ..) => Scalar::Bool(order != Less),
        (Binary::And, Scalar::Bool(a), Scalar::Bool(b)) => Scalar::Bool(*a && *b),
        (Binary::Or, Scalar::Bool(a), Scalar::Bool(b)) => Scalar::Bool(*a || *b),
        (Binary::Implies, Scalar::Bool(a), Scalar::Bool(b)) => Scalar::Bool(!*a || *b),
        (_, Scalar::Num(a), Scalar::Num(b)) => Scalar::Num(match op {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Min => a.min(b).clone(),
            Binary::Max => a.max(b).clone(),
            _ if b.is_zero() => return None,
            Binary::Quotient => a / b,
            Binary::DivTrunc => RBig::from((a / b).trunc()),
            Binary::RemTrunc => a - b * RBig::from((a / b).trunc()),
            Binary::DivEuclid => euclid(a, b),
            Binary::ModEuclid => a - b * euclid(a, b),
            _ => unreachable!("terms are well sorted"),
        }),
        _ => unreachable!("terms are well sorted"),
    })
}

/// The quotient that leaves a remainder that is not negative.
fn euclid(a: &RBig, b: &RBig) -> RBig {
    let floor = RBig::from((a / b).floor());
    if *b < RBig::ZERO && a - b * &floor != RBig::ZERO {
        floor + RBig::ONE
    } else {
        floor
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Num(value, real) => write!(f, "{value}{}", if *real { "r" } else { "" }),
            Term::Bool(value) => write!(f, "{value}"),
            Term::Sym(i) => write!(f, "{}", super::SYMBOLS[*i].0),
            Term::Var(i) => write!(f, "#{i}"),
            Term::Element(index) => write!(f, "g[{index}]"),
            Term::Unary(op, a) => write!(f, "{op:?}({a})"),
            Term::Binary(op, a, b) => write!(f, "{op:?}({a}, {b})"),
            Term::Ite(c, a, b) => write!(f, "Ite({c}, {a}, {b})"),
            Term::Written {
                items,
                at,
                value,
                index,
            } => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "[{}][{at} := {value}][{index}]", items.join(", "))
            }
            Term::Range(kind, lo, hi, body) => write!(f, "{kind:?}({lo}..{hi}: {body})"),
        }
    }
}
