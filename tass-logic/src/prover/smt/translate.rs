//! From nodes to Z3 terms.
//!
//! Invariant: a term means what the node means, with one exception on the safe side: a fold over a
//! symbolic range is *some* number, the same wherever what it depends on is the same
//! ([`shape`](super::super::shape)). Integer division is Euclidean on both sides.

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Dynamic, Int, Real, forall_const};
use z3::{FuncDecl, Symbol};

use crate::symbolic::{ExprId, Extent, FunId, Node, Sort, SymId};

use super::{Applied, Argument, Function, Shipment};

/// A Z3 term of known sort.
#[derive(Clone)]
pub(super) enum Term {
    Bool(Bool),
    Int(Int),
    Real(Real),
}

impl Term {
    fn of(value: &Dynamic) -> Option<Term> {
        let int = || value.as_int().map(Term::Int);
        let real = || value.as_real().map(Term::Real);
        value.as_bool().map(Term::Bool).or_else(int).or_else(real)
    }

    fn sort(&self) -> Sort {
        match self {
            Term::Bool(_) => Sort::Bool,
            Term::Int(_) => Sort::Int,
            Term::Real(_) => Sort::Real,
        }
    }

    pub(super) fn dynamic(&self) -> Dynamic {
        match self {
            Term::Bool(t) => t.into(),
            Term::Int(t) => t.into(),
            Term::Real(t) => t.into(),
        }
    }
}

/// The translations so far.
#[derive(Default)]
pub(super) struct Terms {
    terms: FxHashMap<ExprId, Term>,
    functions: FxHashMap<FunId, FuncDecl>,
}

impl Terms {
    /// Translates a node whose children have been added. What has no translation is left out.
    pub(super) fn add(&mut self, shipment: Shipment) {
        let id = shipment.id;
        if let Some(term) = self.translate(shipment) {
            self.terms.insert(id, term);
        }
    }

    pub(super) fn bool(&self, id: ExprId) -> Option<&Bool> {
        match self.terms.get(&id)? {
            Term::Bool(t) => Some(t),
            _ => None,
        }
    }

    /// That a number is not negative.
    pub(super) fn not_negative(&self, id: ExprId) -> Option<Bool> {
        match self.terms.get(&id)? {
            Term::Int(t) => Some(t.ge(0)),
            Term::Real(t) => Some(t.ge(zero())),
            Term::Bool(_) => None,
        }
    }

    /// That a function has no value but those of its extent; `None` where that says nothing.
    pub(super) fn everywhere_within(&mut self, function: &Function) -> Option<Bool> {
        let args: Vec<Int> = (0..function.arity)
            .map(|i| Int::new_const(format!("a{i}")))
            .collect();
        let values: Vec<Dynamic> = args.iter().map(Dynamic::from).collect();
        let decl = self.function(function.id, function.arity, function.sort);
        let term = apply(decl, &values)?;
        let ends = within(&term, function.extent);
        let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
        (!ends.is_empty()).then(|| forall_const(&args, &[], &Bool::and(&ends)))
    }

    fn int(&self, id: ExprId) -> Option<&Int> {
        match self.terms.get(&id)? {
            Term::Int(t) => Some(t),
            _ => None,
        }
    }

    fn real(&self, id: ExprId) -> Option<&Real> {
        match self.terms.get(&id)? {
            Term::Real(t) => Some(t),
            _ => None,
        }
    }

    /// The term for a node whose children have been translated; `None` when there is none.
    fn translate(&mut self, shipment: Shipment) -> Option<Term> {
        let Shipment { id, sort, .. } = shipment;
        Some(match shipment.node {
            Node::Bool(value) => Term::Bool(Bool::from_bool(value)),
            Node::Num(Sort::Int, value) => Term::Int(int_number(value.numerator())?),
            Node::Num(_, value) => Term::Real(real_number(&value)?),
            Node::Sym(id) => symbol(id, sort?),
            Node::Bound(height, sort) => constant(&format!("b{height}"), sort),
            Node::App(function, args) => {
                let args = args.iter().map(|&arg| self.int(arg).map(Dynamic::from));
                let args = args.collect::<Option<Vec<_>>>()?;
                let closed = shipment.free.is_empty();
                let decl = self.function(function, args.len(), sort?);
                let term = apply(decl, &args)?;
                if shipment.nonneg && !closed {
                    not_below_zero(term)
                } else {
                    term
                }
            }
            Node::Sum(sort, terms) => self.sum(sort, &terms)?,
            Node::Prod(factors) => {
                let factors = factors.iter();
                let factors = factors.flat_map(|&(f, power)| (0..power).map(move |_| f));
                if sort? == Sort::Int {
                    let factors = factors.map(|f| self.int(f)).collect::<Option<Vec<_>>>()?;
                    Term::Int(Int::mul(&factors))
                } else {
                    let factors = factors.map(|f| self.real(f)).collect::<Option<Vec<_>>>()?;
                    Term::Real(Real::mul(&factors))
                }
            }
            Node::Quot(a, b) => Term::Real(self.real(a)?.div(self.real(b)?)),
            Node::Div(a, b) => Term::Int(self.int(a)?.div(self.int(b)?)),
            Node::Mod(a, b) => Term::Int(self.int(a)?.modulo(self.int(b)?)),
            Node::ToReal(a) => Term::Real(self.int(a)?.to_real()),
            Node::Floor(a) => Term::Int(self.real(a)?.to_int()),
            Node::Ite(c, a, b) => {
                let condition = self.bool(c)?;
                match (self.terms.get(&a)?, self.terms.get(&b)?) {
                    (Term::Bool(a), Term::Bool(b)) => Term::Bool(condition.ite(a, b)),
                    (Term::Int(a), Term::Int(b)) => Term::Int(condition.ite(a, b)),
                    (Term::Real(a), Term::Real(b)) => Term::Real(condition.ite(a, b)),
                    _ => return None,
                }
            }
            Node::Not(a) => Term::Bool(self.bool(a)?.not()),
            Node::And(parts) => {
                let parts = parts.iter().map(|&p| self.bool(p));
                Term::Bool(Bool::and(&parts.collect::<Option<Vec<_>>>()?))
            }
            Node::Or(parts) => {
                let parts = parts.iter().map(|&p| self.bool(p));
                Term::Bool(Bool::or(&parts.collect::<Option<Vec<_>>>()?))
            }
            Node::Iff(a, b) => Term::Bool(self.bool(a)?.iff(self.bool(b)?)),
            Node::Eq0(p) => Term::Bool(match self.terms.get(&p)? {
                Term::Int(p) => p.eq(0),
                Term::Real(p) => p.eq(zero()),
                Term::Bool(_) => return None,
            }),
            Node::Le0(p) => Term::Bool(match self.terms.get(&p)? {
                Term::Int(p) => p.le(0),
                Term::Real(p) => p.le(zero()),
                Term::Bool(_) => return None,
            }),
            Node::Lt0(p) => Term::Bool(match self.terms.get(&p)? {
                Term::Int(p) => p.lt(0),
                Term::Real(p) => p.lt(zero()),
                Term::Bool(_) => return None,
            }),
            Node::Forall { lo, hi, body } => {
                let bound = Int::new_const(format!("b{}", shipment.height));
                let inside = [bound.ge(self.int(lo)?), bound.lt(self.int(hi)?)];
                let body = Bool::and(&inside).implies(self.bool(body)?);
                Term::Bool(forall_const(&[&bound], &[], &body))
            }
            // Some value, the same wherever the same fold stands at least: less than the truth, so
            // `Unsat` stays a proof.
            Node::Fold { .. } => {
                if let Some(term) = shipment.applied.and_then(|a| self.applied(&a, sort?)) {
                    return Some(term);
                }
                let args: Vec<Dynamic> = shipment
                    .free
                    .iter()
                    .map(|height| Int::new_const(format!("b{height}")).into())
                    .collect();
                let domain = vec![z3::Sort::int(); args.len()];
                let domain: Vec<&z3::Sort> = domain.iter().collect();
                let name = format!("some{}", id.0);
                apply(&FuncDecl::new(name, &domain, &z3_sort(sort?)), &args)?
            }
            _ => return None,
        })
    }

    fn sum(&self, sort: Sort, terms: &[(ExprId, RBig)]) -> Option<Term> {
        if sort == Sort::Int {
            let mut sum = vec![Int::from_i64(0)];
            for (monomial, coefficient) in terms {
                let factor = int_number(coefficient.numerator())?;
                sum.push(Int::mul(&[&factor, self.int(*monomial)?]));
            }
            return Some(Term::Int(Int::add(
                sum.get(1..).filter(|s| !s.is_empty()).unwrap_or(&sum),
            )));
        }
        let mut sum = vec![zero()];
        for (monomial, coefficient) in terms {
            let factor = real_number(coefficient)?;
            sum.push(Real::mul(&[&factor, self.real(*monomial)?]));
        }
        Some(Term::Real(Real::add(
            sum.get(1..).filter(|s| !s.is_empty()).unwrap_or(&sum),
        )))
    }

    /// A fold as the value of the function of its shape.
    fn applied(&self, applied: &Applied, sort: Sort) -> Option<Term> {
        let mut args = Vec::with_capacity(applied.arguments.len());
        let mut domain = Vec::with_capacity(applied.arguments.len());
        for argument in &applied.arguments {
            let term = match argument {
                Argument::Term(e) => self.terms.get(e)?.clone(),
                Argument::Sum(sort, terms) => self.sum(*sort, terms)?,
            };
            domain.push(term.sort());
            args.push(term.dynamic());
        }
        let domain: Vec<z3::Sort> = domain.into_iter().map(z3_sort).collect();
        let domain: Vec<&z3::Sort> = domain.iter().collect();
        let name = format!("fold{}", applied.shape);
        apply(&FuncDecl::new(name, &domain, &z3_sort(sort)), &args)
    }

    /// The declaration of a function.
    pub(super) fn function(&mut self, id: FunId, arity: usize, sort: Sort) -> &FuncDecl {
        self.functions.entry(id).or_insert_with(|| {
            let domain = vec![z3::Sort::int(); arity];
            let domain: Vec<&z3::Sort> = domain.iter().collect();
            FuncDecl::new(format!("f{}", id.0), &domain, &z3_sort(sort))
        })
    }
}

/// The constant that stands for a symbol.
pub(super) fn symbol(id: SymId, sort: Sort) -> Term {
    constant(&format!("s{}", id.0), sort)
}

/// That an integer is in an extent: what is to hold of each of its ends.
pub(super) fn within(term: &Term, extent: Extent) -> Vec<Bool> {
    let Term::Int(term) = term else {
        return Vec::new();
    };
    let low = extent.low().and_then(|low| int_number(&low));
    let high = extent.high().and_then(|high| int_number(&high));
    let low = low.map(|low| term.ge(&low));
    low.into_iter()
        .chain(high.map(|high| term.le(&high)))
        .collect()
}

fn z3_sort(sort: Sort) -> z3::Sort {
    match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Int => z3::Sort::int(),
        Sort::Real => z3::Sort::real(),
    }
}

fn constant(name: &str, sort: Sort) -> Term {
    match sort {
        Sort::Bool => Term::Bool(Bool::new_const(Symbol::from(name))),
        Sort::Int => Term::Int(Int::new_const(Symbol::from(name))),
        Sort::Real => Term::Real(Real::new_const(Symbol::from(name))),
    }
}

pub(super) fn apply(decl: &FuncDecl, args: &[Dynamic]) -> Option<Term> {
    let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
    Term::of(&decl.apply(&args))
}

/// `max(term, 0)`: how a nonnegative function is written where its argument is bound.
fn not_below_zero(term: Term) -> Term {
    match term {
        Term::Int(t) => Term::Int(t.ge(0).ite(&t, &Int::from_i64(0))),
        Term::Real(t) => Term::Real(t.ge(zero()).ite(&t, &zero())),
        Term::Bool(t) => Term::Bool(t),
    }
}

fn zero() -> Real {
    Real::from_rational_str("0", "1").expect("a numeral")
}

fn int_number(value: &IBig) -> Option<Int> {
    match i64::try_from(value) {
        Ok(small) => Some(Int::from_i64(small)),
        Err(_) => value.to_string().parse().ok(),
    }
}

// Not `Real::from_rational`: it needs a later Z3 than many systems have.
fn real_number(value: &RBig) -> Option<Real> {
    let (n, d) = (value.numerator(), value.denominator());
    Real::from_rational_str(&n.to_string(), &d.to_string())
}
