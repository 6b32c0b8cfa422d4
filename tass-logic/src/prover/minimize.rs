//! Small models: zero where possible, then by magnitude, in the order of the symbols.
//!
//! Invariants: the model returned has been evaluated on every formula; the search is deterministic
//! and bounded. It fixes one symbol after the other to the smallest value that leaves the rest
//! satisfiable ([`super::magnitude`]), in the order in which they were made, then the function
//! values that are still open, in the order of functions and arguments. So inputs are minimised as
//! they are declared, an array's length before its elements, and all elements after all scalars.
//!
//! **Canonical.** Which value is the smallest does not depend on the model that a solver gave
//! first: what is asked is whether *any* model has a value in some range, and a known model only
//! saves the question. That is so as long as each question is answered, within the number of
//! questions below. Where it is not (nonlinear conditions that Z3 does not decide in a moment,
//! reals without a simple value, more constrained elements than are looked at), the values are
//! correct, and the same on every run, but another version of Z3 may give others.

use crate::symbolic::{
    ExprId, Leaf, Model, Node, Rational, Sort, Store, Substitution, SymId, Value,
};

use super::Prover;
use super::candidate::{may_be, overlay, satisfies};
use super::pc::PcId;
use super::sat::{Effort, Sat};
use super::slice::{Link, Parts};
use super::solve::{Definition, flatten};

/// Function values made small.
const MAX_APPLICATIONS: usize = 64;
/// Questions to Z3 for the sake of small values.
const MAX_QUESTIONS: u64 = 160;
/// How many questions one counts for that Z3 does not answer.
const UNANSWERED: u64 = 40;

/// One connected part being made small.
pub(super) struct Shrink {
    /// What is left of the formulas, with the choices so far put in.
    pub(super) formulas: Vec<ExprId>,
    /// A model of them.
    pub(super) current: Model,
    /// The choices so far.
    chosen: Model,
    /// Z3 questions that may still be asked end here.
    limit: u64,
}

impl Prover {
    pub(super) fn small_model(
        &mut self,
        store: &mut Store,
        pc: PcId,
        extra: ExprId,
    ) -> Option<Model> {
        self.smallest(store, pc, extra, &[])
    }

    /// The smallest model of a path condition, `extra`, and the equations by which symbols were
    /// eliminated on the way: these symbols get their turn like the others.
    pub fn smallest(
        &mut self,
        store: &mut Store,
        pc: PcId,
        extra: ExprId,
        definitions: &[Definition],
    ) -> Option<Model> {
        let mut formulas = self.paths.conjuncts(pc).to_vec();
        let extra = self.simplify(store, pc, extra);
        formulas.extend(flatten(store, extra));
        for &(symbol, definition) in definitions {
            let equation = match store.sort(symbol) {
                Some(Sort::Bool) => store.iff(symbol, definition),
                _ => store.eq(symbol, definition),
            };
            formulas.push(equation);
        }
        let truth = store.tru();
        formulas.retain(|&formula| formula != truth);
        formulas.sort_unstable();
        formulas.dedup();
        let parts = Parts::new(store, &mut self.leaves, &formulas);
        let mut whole = Model::new();
        for part in &parts.parts {
            let model = self.small_part(store, &part.conjuncts)?;
            overlay(store, &mut whole, &model, &part.links);
        }
        satisfies(store, &whole, &formulas).then_some(whole)
    }

    fn small_part(&mut self, store: &mut Store, formulas: &[ExprId]) -> Option<Model> {
        let current = self.some_model(store, formulas, Effort::Full)?;
        let mut shrink = Shrink {
            formulas: formulas.to_vec(),
            current: current.clone(),
            chosen: Model::new(),
            limit: self.stats.z3_queries + MAX_QUESTIONS,
        };
        let mut symbols: Vec<SymId> = Vec::new();
        for &formula in formulas {
            for leaf in self.leaves.of(store, formula).iter() {
                if let Leaf::Sym(symbol) = *leaf {
                    symbols.push(symbol);
                }
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            let Some(term) = symbol_term(store, &shrink.formulas, symbol) else {
                // No longer constrained: zero, which is what is not set.
                continue;
            };
            let value = self.fix(store, &mut shrink, term);
            shrink.chosen.set_symbol(symbol, value);
        }
        for _ in 0..MAX_APPLICATIONS {
            let Some(term) = closed_application(store, &shrink.formulas) else {
                break;
            };
            let value = self.fix(store, &mut shrink, term);
            set(store, &mut shrink.chosen, term, &value);
        }
        if satisfies(store, &shrink.chosen, formulas) {
            return Some(shrink.chosen);
        }
        // Choices that could not be completed: the last model, with the choices in it.
        let mut leaves = crate::symbolic::SymbolSet::new();
        for &formula in formulas {
            leaves.extend(self.leaves.of(store, formula).iter());
        }
        let links: Vec<Link> = leaves.into_iter().map(Link::Leaf).collect();
        let mut mixed = shrink.current;
        overlay(store, &mut mixed, &shrink.chosen, &links);
        if satisfies(store, &mixed, formulas) {
            return Some(mixed);
        }
        satisfies(store, &current, formulas).then_some(current)
    }

    /// Chooses the smallest value for a symbol or application, and puts it in.
    fn fix(&mut self, store: &mut Store, shrink: &mut Shrink, term: ExprId) -> Value {
        let value = self.least(store, shrink, term);
        shrink.formulas = put(store, &shrink.formulas, term, &value);
        value
    }

    /// Can the term have this value? Then the current model is one in which it does.
    pub(super) fn can_be(
        &mut self,
        store: &mut Store,
        shrink: &mut Shrink,
        term: ExprId,
        value: &Value,
    ) -> bool {
        if shrink.current.eval(store, term).as_ref() == Some(value) {
            return true;
        }
        if !may_be(store, term, value) {
            return false;
        }
        let formulas = put(store, &shrink.formulas, term, value);
        if formulas.contains(&store.fls()) {
            return false;
        }
        let Some(mut model) = self.some_small_model(store, shrink, &formulas) else {
            return false;
        };
        set(store, &mut model, term, value);
        shrink.current = model;
        true
    }

    /// Can the formulas hold together with another one? Then the current model is one in which they
    /// do.
    pub(super) fn can_hold(
        &mut self,
        store: &mut Store,
        shrink: &mut Shrink,
        condition: ExprId,
    ) -> bool {
        let mut formulas = shrink.formulas.clone();
        formulas.extend(flatten(store, condition));
        match self.some_small_model(store, shrink, &formulas) {
            Some(model) => {
                shrink.current = model;
                true
            }
            None => false,
        }
    }

    /// A model, if it is worth it.
    fn some_small_model(
        &mut self,
        store: &mut Store,
        shrink: &mut Shrink,
        formulas: &[ExprId],
    ) -> Option<Model> {
        let asked = self.stats.z3_queries;
        let effort = if asked < shrink.limit {
            Effort::Brief
        } else {
            Effort::Native
        };
        let id = self.paths.intern(PcId::TOP, formulas.to_vec());
        let truth = store.tru();
        match self.sat(store, id, truth, effort).0 {
            Sat::Yes(model) => Some((*model).clone()),
            Sat::No => None,
            Sat::Unknown(_) => {
                if self.stats.z3_queries > asked {
                    shrink.limit = shrink.limit.saturating_sub(UNANSWERED);
                }
                None
            }
        }
    }

    fn some_model(
        &mut self,
        store: &mut Store,
        formulas: &[ExprId],
        effort: Effort,
    ) -> Option<Model> {
        let id = self.paths.intern(PcId::TOP, formulas.to_vec());
        let truth = store.tru();
        match self.sat(store, id, truth, effort).0 {
            Sat::Yes(model) => Some((*model).clone()),
            _ => None,
        }
    }
}

/// Sets a symbol, or a function at constant arguments.
fn set(store: &Store, model: &mut Model, term: ExprId, value: &Value) {
    match store.node(term) {
        Node::Sym(symbol) => model.set_symbol(*symbol, value.clone()),
        Node::App(function, args) => {
            let args = args
                .iter()
                .map(|&arg| store.as_num(arg).map(|n| n.numerator().clone()));
            if let Some(args) = args.collect() {
                model.set_function_value(*function, args, value.clone());
            }
        }
        _ => {}
    }
}

/// The formulas with a value in place of a term; those that became true are gone.
fn put(store: &mut Store, formulas: &[ExprId], term: ExprId, value: &Value) -> Vec<ExprId> {
    let value = match (value, store.sort(term)) {
        (Value::Bool(value), _) => store.bool(*value),
        (Value::Num(value), sort) => store.num(sort.unwrap_or(Sort::Int), value.clone()),
    };
    let mut substitution = Substitution::new();
    substitution.insert(term, value);
    let mut result = Vec::new();
    for &formula in formulas {
        let new = store.substitute(formula, &substitution);
        if store.as_bool(new) != Some(true) {
            result.extend(flatten(store, new));
        }
    }
    result.sort_unstable();
    result.dedup();
    result
}

/// The node of a symbol that occurs in the formulas.
fn symbol_term(store: &Store, formulas: &[ExprId], symbol: SymId) -> Option<ExprId> {
    find(
        store,
        formulas,
        &|node| matches!(node, Node::Sym(id) if *id == symbol),
    )
}

/// The first application to constants, in the order of functions and arguments.
fn closed_application(store: &Store, formulas: &[ExprId]) -> Option<ExprId> {
    let mut best: Option<(ExprId, (crate::symbolic::FunId, Vec<Rational>))> = None;
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = formulas.to_vec();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let Node::App(function, args) = store.node(e) {
            let args: Option<Vec<Rational>> =
                args.iter().map(|&a| store.as_num(a).cloned()).collect();
            if let Some(args) = args {
                let key = (*function, args);
                if best.as_ref().is_none_or(|(_, other)| key < *other) {
                    best = Some((e, key));
                }
            }
        }
        store.children(e, &mut |child| stack.push(child));
    }
    best.map(|(e, _)| e)
}

fn find(store: &Store, formulas: &[ExprId], wanted: &dyn Fn(&Node) -> bool) -> Option<ExprId> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = formulas.to_vec();
    while let Some(e) = stack.pop() {
        if seen.insert(e) {
            if wanted(store.node(e)) {
                return Some(e);
            }
            store.children(e, &mut |child| stack.push(child));
        }
    }
    None
}
