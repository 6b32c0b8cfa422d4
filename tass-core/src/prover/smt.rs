//! Z3. This is the only module that names the `z3` crate.
//!
//! Invariants: **one live solver** answers every question of a run, in one thread of its own with its own Z3 context, so
//! that answers depend neither on other provers nor on the thread that asks. The solver's stack follows the questions:
//! what two consecutive questions have in common stays asserted. Nothing is asserted that the question did not contain,
//! and what cannot be translated is left out, never guessed: `Unsat` is a proof of what was asked; `Sat` is a
//! *candidate* that the caller must evaluate.
//!
//! Nodes arrive children first and are translated once each; there is no recursion here.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Dynamic, Int, Real, forall_const};
use z3::{FuncDecl, Interp, Params, SatResult, Solver, Symbol};

use crate::symbolic::{ExprId, FunId, Node, Sort, SymId, Value};

use super::candidate::Candidate;

/// A node on its way to the solver, with what the store knows about it.
#[derive(Debug)]
pub(super) struct Shipment {
    pub(super) id: ExprId,
    pub(super) node: Node,
    pub(super) sort: Option<Sort>,
    /// For an application: the function never returns a negative number.
    pub(super) nonneg: bool,
    /// The heights of the bound variables free in the node.
    pub(super) free: Vec<u32>,
    /// For a binder: the height it binds.
    pub(super) height: u32,
}

/// A formula to hold, and the closed applications of nonnegative functions in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Assertion {
    pub(super) formula: ExprId,
    pub(super) nonneg: Vec<ExprId>,
}

/// A question: can all of this hold together?
#[derive(Debug)]
pub(super) struct Question {
    /// Nodes not shipped before, children first.
    pub(super) nodes: Vec<Shipment>,
    /// In an order that consecutive questions are likely to share a prefix of.
    pub(super) path: Vec<Assertion>,
    pub(super) goal: Vec<Assertion>,
    pub(super) symbols: Vec<(SymId, Sort)>,
    pub(super) functions: Vec<Function>,
}

/// A function whose values the answer should give.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) id: FunId,
    pub(super) arity: usize,
    pub(super) sort: Sort,
    pub(super) nonneg: bool,
}

/// The solver's answer.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Unsat,
    Sat(Candidate),
    Unknown(String),
}

/// The caller's end of the solver thread.
pub(super) struct Smt {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    patience: Duration,
}

impl Smt {
    /// Starts a solver whose every question may take `timeout`. `None` when no thread can be had.
    pub(super) fn start(timeout: Duration) -> Option<Smt> {
        let (questions, inbox) = channel::<Question>();
        let (outbox, answers) = channel();
        let worker = move || {
            let mut worker = Worker::new(timeout);
            while let Ok(question) = inbox.recv() {
                let answer = worker.answer(question);
                if outbox.send(answer).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new()
            .name("tass-z3".into())
            .stack_size(64 << 20)
            .spawn(worker)
            .ok()?;
        Some(Smt {
            questions,
            answers,
            // Z3 does not look at its clock everywhere; beyond this it is given up.
            patience: timeout * 2 + Duration::from_secs(2),
        })
    }

    /// Asks. `Err` means that this solver is lost and must not be used again.
    pub(super) fn ask(&self, question: Question) -> Result<Answer, String> {
        let ended = || "the Z3 thread ended unexpectedly".to_owned();
        self.questions.send(question).map_err(|_| ended())?;
        let answer = self.answers.recv_timeout(self.patience);
        answer.map_err(|error| match error {
            RecvTimeoutError::Timeout => "Z3 did not stop at its time limit".to_owned(),
            RecvTimeoutError::Disconnected => ended(),
        })
    }
}

#[derive(Clone)]
enum Term {
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

    fn dynamic(&self) -> Dynamic {
        match self {
            Term::Bool(t) => t.into(),
            Term::Int(t) => t.into(),
            Term::Real(t) => t.into(),
        }
    }
}

struct Worker {
    solver: Solver,
    terms: FxHashMap<ExprId, Term>,
    functions: FxHashMap<FunId, FuncDecl>,
    stack: Vec<Assertion>,
}

impl Worker {
    fn new(timeout: Duration) -> Worker {
        let solver = Solver::new();
        let mut params = Params::new();
        let millis = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX);
        params.set_u32("timeout", millis.max(1));
        solver.set_params(&params);
        Worker {
            solver,
            terms: FxHashMap::default(),
            functions: FxHashMap::default(),
            stack: Vec::new(),
        }
    }

    fn answer(&mut self, question: Question) -> Answer {
        for shipment in question.nodes {
            let id = shipment.id;
            if let Some(term) = self.translate(shipment) {
                self.terms.insert(id, term);
            }
        }
        self.follow(question.path);
        self.solver.push();
        let mut complete = true;
        for assertion in &question.goal {
            complete &= self.assert(assertion);
        }
        let answer = if complete {
            match self.solver.check() {
                SatResult::Unsat => Answer::Unsat,
                SatResult::Sat => self.candidate(&question.symbols, &question.functions),
                SatResult::Unknown => {
                    let reason = self.solver.get_reason_unknown();
                    Answer::Unknown(format!("Z3: {}", reason.as_deref().unwrap_or("no reason")))
                }
            }
        } else {
            Answer::Unknown("the goal contains what Z3 is not told about (an array value)".into())
        };
        self.solver.pop(1);
        answer
    }

    /// Brings the solver's stack to `path`, keeping the common prefix.
    fn follow(&mut self, path: Vec<Assertion>) {
        let pairs = self.stack.iter().zip(&path);
        let common = pairs.take_while(|(old, new)| old == new).count();
        let extra = u32::try_from(self.stack.len() - common).unwrap_or(u32::MAX);
        if extra > 0 {
            self.solver.pop(extra);
        }
        for assertion in &path[common..] {
            self.solver.push();
            self.assert(assertion);
        }
        self.stack = path;
    }

    /// Asserts; false when the formula has no translation (then less is asserted).
    fn assert(&self, assertion: &Assertion) -> bool {
        for app in &assertion.nonneg {
            match self.terms.get(app) {
                Some(Term::Int(t)) => self.solver.assert(t.ge(0)),
                Some(Term::Real(t)) => self.solver.assert(t.ge(zero())),
                _ => {}
            }
        }
        match self.terms.get(&assertion.formula) {
            Some(Term::Bool(t)) => {
                self.solver.assert(t);
                true
            }
            _ => false,
        }
    }

    fn bool(&self, id: ExprId) -> Option<&Bool> {
        match self.terms.get(&id)? {
            Term::Bool(t) => Some(t),
            _ => None,
        }
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
            Node::Sym(symbol) => constant(&symbol_name(symbol), sort?),
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
            Node::Sum(Sort::Int, terms) => {
                let mut sum = Vec::with_capacity(terms.len());
                for (monomial, coefficient) in &terms {
                    let factor = int_number(coefficient.numerator())?;
                    sum.push(Int::mul(&[&factor, self.int(*monomial)?]));
                }
                Term::Int(Int::add(&sum))
            }
            Node::Sum(_, terms) => {
                let mut sum = Vec::with_capacity(terms.len());
                for (monomial, coefficient) in &terms {
                    let factor = real_number(coefficient)?;
                    sum.push(Real::mul(&[&factor, self.real(*monomial)?]));
                }
                Term::Real(Real::add(&sum))
            }
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
            // Some value, the same wherever the same fold stands: less than the truth, so `Unsat` stays a proof.
            Node::Fold { .. } => {
                let args: Vec<Dynamic> = shipment
                    .free
                    .iter()
                    .map(|height| Int::new_const(format!("b{height}")).into())
                    .collect();
                let domain = vec![z3::Sort::int(); args.len()];
                let domain: Vec<&z3::Sort> = domain.iter().collect();
                let name = format!("fold{}", id.0);
                apply(&FuncDecl::new(name, &domain, &z3_sort(sort?)), &args)?
            }
            _ => return None,
        })
    }

    fn function(&mut self, id: FunId, arity: usize, sort: Sort) -> &FuncDecl {
        self.functions.entry(id).or_insert_with(|| {
            let domain = vec![z3::Sort::int(); arity];
            let domain: Vec<&z3::Sort> = domain.iter().collect();
            FuncDecl::new(format!("f{}", id.0), &domain, &z3_sort(sort))
        })
    }

    fn candidate(&mut self, symbols: &[(SymId, Sort)], functions: &[Function]) -> Answer {
        let Some(model) = self.solver.get_model() else {
            return Answer::Unknown("Z3: satisfiable, but without a model".into());
        };
        let mut candidate = Candidate::default();
        for &(symbol, sort) in symbols {
            let term = constant(&symbol_name(symbol), sort).dynamic();
            if let Some(value) = model.eval(&term, true).and_then(|v| scalar(&v)) {
                candidate.symbols.push((symbol, value));
            }
        }
        for function in functions {
            let clamp = |value: Value| match value {
                Value::Num(n) if function.nonneg && n < RBig::ZERO => Value::Num(RBig::ZERO),
                value => value,
            };
            let decl = self.function(function.id, function.arity, function.sort);
            let Some(Interp::Func(interp)) = model.get_interp(decl) else {
                continue;
            };
            let mut values = Vec::new();
            for entry in interp.get_entries() {
                let args = entry.get_args().iter().map(integer).collect();
                if let (Some(args), Some(value)) = (args, scalar(&entry.get_value())) {
                    values.push((args, clamp(value)));
                }
            }
            let default = interp.get_else().as_ref().and_then(scalar).map(clamp);
            if default.is_none() {
                // The rest of the function is an expression: sample it where it is likely to be needed.
                for args in samples(function.arity) {
                    let terms: Vec<Dynamic> = args.iter().map(|&i| Int::from_i64(i).into()).collect();
                    let value = apply(decl, &terms)
                        .and_then(|t| model.eval(&t.dynamic(), true))
                        .and_then(|v| scalar(&v));
                    if let Some(value) = value {
                        let args = args.into_iter().map(IBig::from).collect();
                        values.push((args, clamp(value)));
                    }
                }
            }
            candidate.functions.push((function.id, values, default));
        }
        Answer::Sat(candidate)
    }
}

/// Arguments to sample a function at.
fn samples(arity: usize) -> Vec<Vec<i64>> {
    let (low, high) = match arity {
        1 => (-8, 64),
        2 => (-2, 12),
        _ => (0, 4),
    };
    let mut points = vec![Vec::new()];
    for _ in 0..arity {
        points = points
            .into_iter()
            .flat_map(|point: Vec<i64>| {
                (low..high).map(move |i| {
                    let mut point = point.clone();
                    point.push(i);
                    point
                })
            })
            .collect();
    }
    points
}

fn symbol_name(symbol: SymId) -> String {
    format!("s{}", symbol.0)
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

fn apply(decl: &FuncDecl, args: &[Dynamic]) -> Option<Term> {
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

// Not `Real::from_rational`: it needs a later Z3 than the one most systems have.
fn zero() -> Real {
    Real::from_rational_str("0", "1").expect("a numeral")
}

fn int_number(value: &IBig) -> Option<Int> {
    match i64::try_from(value) {
        Ok(small) => Some(Int::from_i64(small)),
        Err(_) => value.to_string().parse().ok(),
    }
}

fn real_number(value: &RBig) -> Option<Real> {
    let (n, d) = (value.numerator(), value.denominator());
    Real::from_rational_str(&n.to_string(), &d.to_string())
}

fn scalar(value: &Dynamic) -> Option<Value> {
    match value.as_bool() {
        Some(value) => value.as_bool().map(Value::Bool),
        None => number(value).map(Value::Num),
    }
}

fn integer(value: &Dynamic) -> Option<IBig> {
    number(value).filter(RBig::is_int).map(|n| n.into_parts().0)
}

/// The rational that a numeral stands for; `None` for anything else (an irrational root, say).
fn number(value: &Dynamic) -> Option<RBig> {
    if let Some(value) = value.as_int().and_then(|v| v.as_i64()) {
        return Some(value.into());
    }
    if let Some((n, d)) = value.as_real().and_then(|v| v.as_rational()) {
        return Some(RBig::from_parts_signed(n.into(), d.into()));
    }
    numeral(&value.to_string())
}

/// Reads `12`, `1.0`, `(- 12)`, `(/ 1.0 3.0)` and their nestings.
fn numeral(text: &str) -> Option<RBig> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix("(-").and_then(|t| t.strip_suffix(')')) {
        return numeral(inner).map(|n| -n);
    }
    if let Some(inner) = text.strip_prefix("(/").and_then(|t| t.strip_suffix(')')) {
        let inner = inner.trim();
        let split = if inner.starts_with('(') {
            inner.find(')')? + 1
        } else {
            inner.find(' ')?
        };
        let (n, d) = (numeral(&inner[..split])?, numeral(&inner[split..])?);
        return (!d.is_zero()).then(|| n / d);
    }
    let digits = text.strip_suffix(".0").unwrap_or(text);
    digits.parse::<IBig>().ok().map(RBig::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_read_exactly() {
        let third = RBig::from_parts(1.into(), 3_u8.into());
        assert_eq!(numeral("(- 12)"), Some(RBig::from(-12)));
        assert_eq!(numeral("(/ 1.0 3.0)"), Some(third.clone()));
        assert_eq!(numeral("(- (/ 1.0 3.0))"), Some(-third.clone()));
        assert_eq!(numeral("(/ (- 1.0) 3.0)"), Some(-third));
        assert_eq!(
            numeral("123456789012345678901234567890"),
            "123456789012345678901234567890".parse().ok()
        );
        assert_eq!(numeral("(root-obj (+ (^ x 2) (- 2)) 1)"), None);
    }
}
