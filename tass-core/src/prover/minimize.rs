//! Small models: zero where possible, then by magnitude, in the order of the symbols.
//!
//! Invariants: the model returned has been evaluated on every formula; the search is deterministic and bounded. It
//! fixes one symbol after the other to the first small value that leaves the rest satisfiable, then the function
//! values that are still open.

use crate::symbolic::{
    ExprId, Leaf, Model, Node, Rational, Sort, Store, Substitution, SymId, Value,
};

use super::Prover;
use super::candidate::{overlay, satisfies};
use super::pc::PcId;
use super::sat::{Effort, Sat};
use super::slice::Parts;
use super::solve::flatten;

/// Values tried for each symbol: 0, 1, -1, 2, -2, ...
const MAX_TRIES: i64 = 12;
/// Function values made small.
const MAX_APPLICATIONS: usize = 64;
/// Questions to Z3 for the sake of small values.
const MAX_QUESTIONS: u64 = 96;

/// One connected part being made small.
struct Shrink {
    /// What is left of the formulas, with the choices so far put in.
    formulas: Vec<ExprId>,
    /// A model of them.
    current: Model,
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
        let mut formulas = self.paths.conjuncts(pc).to_vec();
        let extra = self.simplify(store, pc, extra);
        formulas.extend(flatten(store, extra));
        let truth = store.tru();
        formulas.retain(|&formula| formula != truth);
        formulas.sort_unstable();
        formulas.dedup();
        let parts = Parts::new(store, &mut self.leaves, &formulas);
        let mut whole = Model::new();
        for part in &parts.parts {
            let model = self.small_part(store, &part.conjuncts)?;
            overlay(&mut whole, &model, &part.leaves);
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
            if let Node::App(function, args) = store.node(term) {
                let args = args
                    .iter()
                    .map(|&arg| store.as_num(arg).map(|n| n.numerator().clone()));
                if let Some(args) = args.collect() {
                    shrink.chosen.set_function_value(*function, args, value);
                }
            }
        }
        if satisfies(store, &shrink.chosen, formulas) {
            return Some(shrink.chosen);
        }
        // Choices that could not be completed: the last model, with the choices in it.
        let mut leaves = crate::symbolic::SymbolSet::new();
        for &formula in formulas {
            leaves.extend(self.leaves.of(store, formula).iter());
        }
        let leaves: Vec<Leaf> = leaves.into_iter().collect();
        let mut mixed = shrink.current;
        overlay(&mut mixed, &shrink.chosen, &leaves);
        if satisfies(store, &mixed, formulas) {
            return Some(mixed);
        }
        satisfies(store, &current, formulas).then_some(current)
    }

    /// Chooses a small value for a symbol or application, and puts it in.
    fn fix(&mut self, store: &mut Store, shrink: &mut Shrink, term: ExprId) -> Value {
        let present = shrink.current.eval(store, term);
        let sort = store.sort(term).unwrap_or(Sort::Int);
        for value in small_values(sort) {
            let formulas = put(store, &shrink.formulas, term, &value);
            if present.as_ref() == Some(&value) {
                shrink.formulas = formulas;
                return value;
            }
            if formulas.contains(&store.fls()) {
                continue;
            }
            let effort = if self.stats.z3_queries < shrink.limit {
                Effort::Full
            } else {
                Effort::Native
            };
            if let Some(model) = self.some_model(store, &formulas, effort) {
                shrink.formulas = formulas;
                shrink.current = model;
                return value;
            }
        }
        let value = present.unwrap_or_else(|| Value::zero(sort));
        shrink.formulas = put(store, &shrink.formulas, term, &value);
        value
    }

    fn some_model(
        &mut self,
        store: &mut Store,
        formulas: &[ExprId],
        effort: Effort,
    ) -> Option<Model> {
        let id = self.paths.intern(formulas.to_vec());
        let truth = store.tru();
        match self.sat(store, id, truth, effort).0 {
            Sat::Yes(model) => Some((*model).clone()),
            _ => None,
        }
    }
}

/// 0, 1, -1, 2, -2, ... or false, true.
fn small_values(sort: Sort) -> Vec<Value> {
    if sort == Sort::Bool {
        return vec![Value::Bool(false), Value::Bool(true)];
    }
    let number = |n: i64| Value::Num(Rational::from(n));
    let mut values = vec![number(0)];
    let pairs = (1..).flat_map(|n: i64| [number(n), number(-n)]);
    values.extend(pairs.take(usize::try_from(MAX_TRIES - 1).unwrap_or(0)));
    values
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
