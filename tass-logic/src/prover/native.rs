//! The native decision: are these formulas satisfiable together?
//!
//! Invariants. **`Unsat` is a proof**: a formula is only ever replaced by something it implies (a
//! term the linear solver does not understand becomes a variable of its own; a constraint too large
//! for machine words is dropped), and case splits cover all cases. **`Sat` is checked**: the model
//! has been evaluated on every formula. Everything else is `Unknown` and goes on to Z3.
//!
//! The search: solve the linear part; if the point it finds breaks a disjunction, split on that
//! one; if its model breaks the formulas elsewhere, learn what the terms involved mean
//! ([`learn`](super::learn)) and go on; all within a small budget.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::symbolic::{ExprId, Model, Node, Sort, Store, Value};

use super::candidate::{Candidate, satisfies};
use super::encode::negated;
use super::facts::Facts;
use super::forms::{Forms, terms};
use super::linear::{Constraint, Outcome, Problem, Relation};
use super::ratio::Ratio;

/// Cases looked at before giving up; more for each disjunction and conditional that there is to
/// begin with.
const MAX_CASES: u32 = 32;
const CASES_OF_ONE: u32 = 8;
const MAX_SPLITS: u32 = 64;
/// Steps on single numbers before giving up: some twenty milliseconds.
const MAX_WORK: u64 = 4_000_000;
/// Rounds of learning before giving up.
const MAX_ROUNDS: u32 = 6;

/// What was found.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// No model.
    Unsat,
    /// A model, evaluated on every formula.
    Sat(Model),
    /// Gave up.
    Unknown,
}

/// Constants that stand for the witnesses of failed quantifiers, one for each quantifier ever met;
/// and for the variables of binders that are looked into, one for each depth.
pub(crate) type Skolems = FxHashMap<ExprId, ExprId>;

/// Decides whether `formulas` can hold together. `facts` must follow from them.
pub(crate) fn decide(
    store: &mut Store,
    forms: &mut Forms,
    skolems: &mut Skolems,
    facts: &Facts,
    formulas: &[ExprId],
) -> Verdict {
    let mut native = Native {
        store,
        forms,
        skolems,
        facts,
        unsure: Vec::new(),
        variables: IndexMap::default(),
        integer: Vec::new(),
        divisions: FxHashMap::default(),
        definitions: Vec::new(),
        constraints: Vec::new(),
        atoms: Vec::new(),
        literals: Vec::new(),
        splits: Vec::new(),
        quantified: Vec::new(),
        learned: FxHashSet::default(),
        multiplied: Vec::new(),
        cases: MAX_CASES,
        rounds: MAX_ROUNDS,
        work: MAX_WORK,
    };
    for &formula in formulas {
        let before = native.constraints.len();
        if !native.add(formula) {
            return Verdict::Unsat;
        }
        if native.constraints.len() == before || !native.is_plain(formula) {
            native.unsure.push(formula);
        }
    }
    // Each disjunction and conditional takes a case or two even where nothing is tried in vain.
    let splits = u32::try_from(native.splits.len()).unwrap_or(MAX_SPLITS);
    native.cases += CASES_OF_ONE * splits.min(MAX_SPLITS);
    native.search()
}

/// One part of an alternative.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Formula(ExprId),
    Linear(Constraint),
}

/// Alternatives, at least one of which holds.
#[derive(Clone, Debug)]
struct Split {
    alternatives: Vec<Vec<Item>>,
    /// Being searched case by case further out.
    open: bool,
    /// True whatever the case; otherwise it goes when the case does.
    lasting: bool,
}

/// One decision under way.
pub(super) struct Native<'a> {
    pub(super) store: &'a mut Store,
    pub(super) forms: &'a mut Forms,
    pub(super) skolems: &'a mut Skolems,
    pub(super) facts: &'a Facts,
    /// The formulas that are more than constraints on symbols: a point of the linear problem
    /// satisfies the others as it is.
    unsure: Vec<ExprId>,
    /// The monomials that are variables of the linear problem.
    pub(super) variables: IndexMap<ExprId, u32, FxBuildHasher>,
    pub(super) integer: Vec<bool>,
    /// Quotient and remainder by a positive constant.
    pub(super) divisions: FxHashMap<(ExprId, ExprId), (u32, u32)>,
    /// What always holds of the variables; never taken back.
    pub(super) definitions: Vec<Constraint>,
    pub(super) constraints: Vec<Constraint>,
    /// The atoms in force.
    pub(super) atoms: Vec<(ExprId, Relation)>,
    pub(super) literals: Vec<(ExprId, bool)>,
    splits: Vec<Split>,
    /// Quantified facts in force.
    pub(super) quantified: Vec<ExprId>,
    pub(super) learned: FxHashSet<(ExprId, ExprId)>,
    /// The atoms multiplied in the present case.
    pub(super) multiplied: Vec<(ExprId, ExprId)>,
    cases: u32,
    rounds: u32,
    /// What the linear problems may still cost.
    work: u64,
}

/// Where to return to after a case.
struct Mark {
    constraints: usize,
    atoms: usize,
    multiplied: usize,
    literals: usize,
    quantified: usize,
    splits: usize,
}

impl Native<'_> {
    /// Takes a formula in; false when it contradicts what is there already.
    fn add(&mut self, formula: ExprId) -> bool {
        match *self.store.node(formula) {
            Node::Bool(value) => value,
            Node::And(ref parts) => {
                let parts = parts.clone();
                parts.iter().all(|&part| self.add(part))
            }
            Node::Or(ref parts) => {
                let alternatives = parts.iter().map(|&part| vec![Item::Formula(part)]);
                let alternatives = alternatives.collect();
                self.split(alternatives);
                true
            }
            Node::Le0(p) => self.relate(p, Relation::Le),
            Node::Lt0(p) => self.relate(p, Relation::Lt),
            Node::Eq0(p) => self.relate(p, Relation::Eq),
            Node::Iff(a, b) => {
                let (not_a, not_b) = (self.store.not(a), self.store.not(b));
                self.either([a, b], [not_a, not_b]);
                true
            }
            Node::Not(inner) => self.add_negation(inner),
            Node::Forall { .. } => {
                self.quantified.push(formula);
                self.literal(formula, true)
            }
            _ => self.literal(formula, true),
        }
    }

    /// Whether a formula is an atom over symbols only.
    fn is_plain(&self, formula: ExprId) -> bool {
        match *self.store.node(formula) {
            Node::Le0(p) | Node::Lt0(p) | Node::Eq0(p) => {
                let symbol = |(m, _)| match *self.store.node(m) {
                    Node::ToReal(inner) => matches!(self.store.node(inner), Node::Sym(_)),
                    Node::Sym(_) => true,
                    _ => false,
                };
                self.store.linear(p).terms().all(symbol)
            }
            _ => false,
        }
    }

    fn add_negation(&mut self, inner: ExprId) -> bool {
        match *self.store.node(inner) {
            Node::Eq0(p) => {
                if let Some(below) = self.constraint(p, Relation::Lt)
                    && let Some(above) = negated(&below)
                {
                    let alternatives = vec![vec![Item::Linear(below)], vec![Item::Linear(above)]];
                    self.split(alternatives);
                }
                true
            }
            Node::Iff(a, b) => {
                let (not_a, not_b) = (self.store.not(a), self.store.not(b));
                self.either([a, not_b], [not_a, b]);
                true
            }
            Node::Forall { lo, hi, .. } if !self.store.has_free_bound(inner) => {
                if !self.literal(inner, false) {
                    return false;
                }
                let store = &mut *self.store;
                let make = || store.new_symbol("witness", Sort::Int);
                let witness = *self.skolems.entry(inner).or_insert_with(make);
                let from = self.store.le(lo, witness);
                let to = self.store.lt(witness, hi);
                let body = self.store.instantiate(inner, witness);
                let fails = self.store.not(body);
                self.add(from) && self.add(to) && self.add(fails)
            }
            _ => self.literal(inner, false),
        }
    }

    fn either(&mut self, one: [ExprId; 2], other: [ExprId; 2]) {
        let items = |pair: [ExprId; 2]| pair.map(Item::Formula).to_vec();
        self.split(vec![items(one), items(other)]);
    }

    fn split(&mut self, alternatives: Vec<Vec<Item>>) {
        self.splits.push(Split {
            alternatives,
            open: false,
            lasting: false,
        });
    }

    /// Alternatives one of which holds whatever the case.
    pub(super) fn lasting_split(&mut self, alternatives: Vec<Vec<Item>>) {
        self.splits.push(Split {
            alternatives,
            open: false,
            lasting: true,
        });
    }

    fn literal(&mut self, atom: ExprId, value: bool) -> bool {
        match self.literals.iter().find(|literal| literal.0 == atom) {
            Some(&(_, known)) => known == value,
            None => {
                self.literals.push((atom, value));
                true
            }
        }
    }

    /// Searches below the present case.
    fn search(&mut self) -> Verdict {
        loop {
            let mut constraints = self.constraints.clone();
            constraints.extend_from_slice(&self.definitions);
            let problem = Problem {
                constraints,
                integer: self.integer.clone(),
            };
            let point = match problem.solve(&mut self.work) {
                Outcome::Unsat => return Verdict::Unsat,
                Outcome::Unknown => return Verdict::Unknown,
                Outcome::Sat(point) => point,
            };
            if let Some(index) = self.broken_split(&point) {
                return self.cases_of(index);
            }
            let candidate = self.candidate(&point);
            if self.stay_within(&point) {
                continue;
            }
            let model = candidate.model(self.store);
            if satisfies(self.store, &model, &self.unsure) {
                return Verdict::Sat(model);
            }
            let Some(rounds) = self.rounds.checked_sub(1) else {
                return Verdict::Unknown;
            };
            self.rounds = rounds;
            if self.multiply(&point) + self.learn(&model) == 0 {
                return Verdict::Unknown;
            }
        }
    }

    /// The smallest disjunction that the point does not satisfy.
    fn broken_split(&self, point: &[Ratio]) -> Option<usize> {
        let broken = (0..self.splits.len()).filter(|&index| {
            let split = &self.splits[index];
            let satisfied = |items: &Vec<Item>| items.iter().all(|i| self.item_holds(i, point));
            !split.open && !split.alternatives.iter().any(satisfied)
        });
        broken.min_by_key(|&index| self.splits[index].alternatives.len())
    }

    /// Whether the point and the literals visibly satisfy an item.
    fn item_holds(&self, item: &Item, point: &[Ratio]) -> bool {
        match item {
            Item::Linear(constraint) => {
                let known = constraint
                    .terms
                    .iter()
                    .all(|t| (t.0 as usize) < point.len());
                known && constraint.holds(point) == Some(true)
            }
            Item::Formula(formula) => self.visibly(*formula, point) == Some(true),
        }
    }

    fn visibly(&self, formula: ExprId, point: &[Ratio]) -> Option<bool> {
        let value = |p: ExprId| -> Option<Ratio> {
            let (monomials, mut sum) = terms(self.store, p)?;
            for (monomial, coefficient) in monomials {
                let variable = *self.variables.get(&monomial)? as usize;
                sum = sum.add(coefficient.mul(*point.get(variable)?)?)?;
            }
            Some(sum)
        };
        match self.store.node(formula) {
            Node::Bool(value) => Some(*value),
            Node::Le0(p) => Some(!value(*p)?.is_positive()),
            Node::Lt0(p) => Some(value(*p)?.is_negative()),
            Node::Eq0(p) => Some(value(*p)?.is_zero()),
            Node::And(parts) => {
                let mut parts = parts.iter().map(|&part| self.visibly(part, point));
                parts.all(|part| part == Some(true)).then_some(true)
            }
            Node::Or(parts) => {
                let mut parts = parts.iter().map(|&part| self.visibly(part, point));
                parts.any(|part| part == Some(true)).then_some(true)
            }
            Node::Not(inner) => match self.store.node(*inner) {
                Node::Eq0(p) => Some(!value(*p)?.is_zero()),
                _ => self.literal_value(*inner).map(|value| !value),
            },
            _ => self.literal_value(formula),
        }
    }

    fn literal_value(&self, atom: ExprId) -> Option<bool> {
        let literal = self.literals.iter().find(|literal| literal.0 == atom)?;
        Some(literal.1)
    }

    /// Case by case: unsatisfiable if every case is.
    fn cases_of(&mut self, index: usize) -> Verdict {
        let alternatives = self.splits[index].alternatives.clone();
        self.splits[index].open = true;
        let mut unknown = false;
        for items in alternatives {
            let mark = Mark {
                constraints: self.constraints.len(),
                atoms: self.atoms.len(),
                multiplied: self.multiplied.len(),
                literals: self.literals.len(),
                quantified: self.quantified.len(),
                splits: self.splits.len(),
            };
            let consistent = items.into_iter().all(|item| match item {
                Item::Formula(formula) => self.add(formula),
                Item::Linear(constraint) => {
                    self.constraints.push(constraint);
                    true
                }
            });
            let verdict = match (consistent, self.cases.checked_sub(1)) {
                (false, _) => Verdict::Unsat,
                (true, None) => Verdict::Unknown,
                (true, Some(cases)) => {
                    self.cases = cases;
                    self.search()
                }
            };
            self.constraints.truncate(mark.constraints);
            self.atoms.truncate(mark.atoms);
            self.multiplied.truncate(mark.multiplied);
            self.literals.truncate(mark.literals);
            self.quantified.truncate(mark.quantified);
            let inner = self.splits.split_off(mark.splits);
            self.splits
                .extend(inner.into_iter().filter(|split| split.lasting));
            match verdict {
                Verdict::Sat(model) => return Verdict::Sat(model),
                Verdict::Unknown => unknown = true,
                Verdict::Unsat => {}
            }
        }
        self.splits[index].open = false;
        if unknown {
            Verdict::Unknown
        } else {
            Verdict::Unsat
        }
    }

    fn candidate(&self, point: &[Ratio]) -> Candidate {
        let mut candidate = Candidate::default();
        for (&monomial, &variable) in &self.variables {
            if let Some(value) = point.get(variable as usize) {
                let value = Value::Num(value.to_big());
                candidate.terms.push((monomial, value));
            }
        }
        for &(atom, value) in &self.literals {
            candidate.terms.push((atom, Value::Bool(value)));
        }
        candidate
    }
}
