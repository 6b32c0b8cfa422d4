//! From a solver's claims to a checked model.
//!
//! Invariant: nothing a solver says about satisfiability is believed; [`satisfies`] evaluates the
//! formulas themselves. A model also keeps every promise about symbols and functions: what they may
//! stand for is all that they stand for in it ([`Extent`]).

use dashu_int::IBig;

use rustc_hash::FxHashSet;

use crate::symbolic::{ExprId, Extent, FunId, Leaf, Model, Node, Store, SymId, Value};

use super::slice::Link;

/// What a solver claims.
#[derive(Clone, Default, Debug)]
pub(crate) struct Candidate {
    /// Values of symbols.
    pub(crate) symbols: Vec<(SymId, Value)>,
    /// Values of functions.
    pub(crate) functions: Vec<Claim>,
    /// Values of terms: symbols and applications are used, others ignored.
    pub(crate) terms: Vec<(ExprId, Value)>,
    /// The solver, who knew nothing of extents, had a value outside one.
    pub(crate) strayed: bool,
}

/// What a solver claims of a function: its values at some points, and everywhere else.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) function: FunId,
    pub(crate) values: Vec<(Vec<IBig>, Value)>,
    pub(crate) default: Option<Value>,
}

impl Candidate {
    /// The model that the claims amount to. Where they contradict each other, some are lost.
    pub(crate) fn model(mut self, store: &Store) -> Model {
        let mut model = Model::new();
        for (symbol, value) in self.symbols {
            model.set_symbol(symbol, value);
        }
        for claim in self.functions {
            for (args, value) in claim.values {
                model.set_function_value(claim.function, args, value);
            }
            if let Some(default) = claim.default {
                model.set_function_default(claim.function, default);
            }
        }
        // Children have smaller ids: arguments have their values before the applications.
        self.terms.sort_by_key(|term| term.0);
        for (term, value) in self.terms {
            match store.node(term) {
                Node::Sym(symbol) => model.set_symbol(*symbol, value),
                Node::App(function, args) => {
                    if let Some(args) = arguments(store, &model, args) {
                        model.set_function_value(*function, args, value);
                    }
                }
                _ => {}
            }
        }
        model
    }
}

/// The values of an application's arguments.
pub(crate) fn arguments(store: &Store, model: &Model, args: &[ExprId]) -> Option<Vec<IBig>> {
    let value = |&arg: &ExprId| match model.eval(store, arg) {
        Some(Value::Num(n)) if n.is_int() => Some(n.into_parts().0),
        _ => None,
    };
    args.iter().map(value).collect()
}

/// Whether every formula evaluates to true, in a model that keeps all promises.
pub(crate) fn satisfies(store: &Store, model: &Model, formulas: &[ExprId]) -> bool {
    promises_kept(store, model)
        && formulas
            .iter()
            .all(|&formula| holds(store, model, formula) == Some(true))
}

/// The truth of one formula.
pub(crate) fn holds(store: &Store, model: &Model, formula: ExprId) -> Option<bool> {
    model.eval(store, formula)?.as_bool()
}

fn promises_kept(store: &Store, model: &Model) -> bool {
    let kept = |extent: Extent, value: &Value| {
        extent == Extent::Any || value.as_num().is_some_and(|n| extent.contains(n))
    };
    let mut symbols = model.symbols();
    symbols.all(|(symbol, value)| kept(store.symbol_extent(symbol), value))
        && model.function_values().all(|(function, _, value)| {
            let extent = store.function(function).extent;
            let default = model.function_default(function);
            kept(extent, value) && default.is_none_or(|value| kept(extent, value))
        })
}

/// May a symbol, or a function at some arguments, have this value?
pub(crate) fn may_be(store: &Store, term: ExprId, value: &Value) -> bool {
    value
        .as_num()
        .is_none_or(|n| store.extent(term).contains(n))
}

/// Sets in `model` what `other` sets of `links`.
pub(crate) fn overlay(store: &Store, model: &mut Model, other: &Model, links: &[Link]) {
    let mut whole: FxHashSet<FunId> = FxHashSet::default();
    for &link in links {
        match link {
            Link::Leaf(Leaf::Sym(symbol)) => {
                if let Some(value) = other.symbol(symbol) {
                    model.set_symbol(symbol, value.clone());
                }
            }
            Link::Leaf(Leaf::Fun(function)) => {
                whole.insert(function);
                if let Some(default) = other.function_default(function) {
                    model.set_function_default(function, default.clone());
                }
            }
            // What the other model has there, set or not: elsewhere the function may be something
            // else.
            Link::At(function, place) => {
                if let Node::App(_, args) = store.node(place)
                    && let Some(args) = arguments(store, other, args)
                    && let Some(value) = other.eval(store, place)
                {
                    model.set_function_value(function, args, value);
                }
            }
        }
    }
    if whole.is_empty() {
        return;
    }
    for (function, args, value) in other.function_values() {
        if whole.contains(&function) {
            model.set_function_value(function, args.to_vec(), value.clone());
        }
    }
}
