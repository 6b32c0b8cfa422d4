//! Path conditions, and what follows from them.
//!
//! The centre is [`Prover`]. What must hold, before anything else:
//!
//! - **`Valid` and "not feasible" are proofs.** Whoever gives up says `Unknown`, never either of
//!   these.
//! - **A refutation is a model** that has been evaluated on the path condition and the goal;
//!   nothing a solver claims is taken on trust.
//! - **A path condition that is in use is satisfiable.** Callers ask [`Prover::decide`] before they
//!   [`Prover::assume`]; so a question may be asked under the conjuncts connected with it alone
//!   (`slice`). Under a contradictory path condition everything is valid, and no refutation is ever
//!   reported, since none has a model.
//! - **Deterministic.** No answer depends on hash order; on wall-clock time only where Z3 runs into
//!   its limit.
//!
//! A question goes through the layers until one settles it: rewriting under what the path condition
//! says (`simplify`, over `facts` and `bounds`); a model already known; earlier answers; the native
//! decision (`native`, over `linear`); Z3 (`smt`). A prover belongs to one [`Store`].
//!
//! **Without the native layers** ([`ProverOptions::native`]) Z3 is a second opinion. Nothing is
//! rewritten under a path condition (`simplify` gives back what it is given), path conditions are
//! the conditions that were assumed, conjunct by conjunct (no equation is solved, no conjunct
//! improved or merged, no fact derived), no fold is moved or joined, nothing is learned: the
//! expressions go to Z3 as they were evaluated. What the two have in common is how expressions are
//! *built*: the constructors of the [store](crate::symbolic), checked by a naive evaluator of trees
//! on random terms, partial ones included (`symbolic/tests/random.rs`); the evaluation of models,
//! checked by the same; slices of path conditions; and that short constant ranges are written out.
//! A fold over a symbolic range is just some function to Z3 of what it depends on (`shape`), so
//! what takes a lemma of ours to decide (`lemmas`) is unknown without us, and the run inconclusive;
//! it is never decided otherwise.
//!
//! **Undefined is not a value.** A question has a value in every state of its path condition:
//! whoever asks has first proved that no divisor is zero, no index out of bounds and no extremum
//! one of nothing, where it matters. Layers keep it so. Rewriting gives the same value wherever
//! there is one; lemmas hold in every state, also where what they are about has no value and does
//! not matter; a term is made at a new place (the body of a binder at an index) only under its
//! range, or where it is proved to have a value ([`Store::domain`]). Z3 makes divisions total; that
//! is right, since a formula that has a value has it whatever `x / 0` is taken for, and since its
//! models are evaluated by us, who give `x / 0` no value.

mod ask;
mod bounds;
mod candidate;
mod encode;
mod estimate;
mod facts;
mod folds;
mod forms;
mod learn;
mod lemmas;
mod linear;
mod magnitude;
mod minimize;
mod native;
mod pc;
mod products;
mod ratio;
mod recent;
mod sat;
mod session;
mod shape;
mod simplex;
mod simplify;
mod slice;
mod smt;
mod solve;
mod stats;
mod updates;
mod version;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{hold, slot};
use crate::symbolic::{ExprId, Model, Store, Substitution};

pub use pc::PcId;
pub use stats::ProverStats;
pub use version::complaint;

use forms::Forms;
use native::Skolems;
use pc::Paths;
use recent::Recent;
use sat::{Effort, Layer, Sat};
use session::Session;
use simplify::Simplifier;
use slice::Leaves;
use solve::Shapes;

/// Why nothing is said of an undefined condition: an obligation before it was not met, or not
/// proved.
const NO_VALUE: &str = "the condition has no value";

/// How to prove.
#[derive(Clone, Debug)]
pub struct ProverOptions {
    /// The time one question to Z3 may take.
    pub timeout: Duration,
    /// Whether the native layers are used. Without them every question that is not a constant goes
    /// to Z3: the oracle that tests compare with. See the [module documentation](self).
    pub native: bool,
    /// Whether answers are remembered.
    pub cache: bool,
    /// Who wants to know when Z3 is at work.
    pub listener: Option<Arc<dyn Listener>>,
}

/// Somebody who wants to know when Z3 is at work: a question may take seconds.
pub trait Listener: std::fmt::Debug + Send + Sync {
    /// A question is asked.
    fn asked(&self);
    /// It was answered, or given up, after this long.
    fn answered(&self, after: Duration);
}

impl Default for ProverOptions {
    fn default() -> ProverOptions {
        ProverOptions {
            timeout: Duration::from_secs(10),
            native: true,
            cache: true,
            listener: None,
        }
    }
}

/// What simplification knows of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It follows from the path condition.
    True,
    /// It contradicts the path condition.
    False,
    /// Neither, as far as simplification knows.
    Unknown,
}

/// The answer to an obligation.
#[derive(Clone, Debug)]
#[must_use = "an obligation that is not `Valid` is not discharged"]
pub enum Validity {
    /// The path condition implies the goal.
    Valid,
    /// It does not: here is a state that satisfies the path condition and not the goal.
    Invalid(Model),
    /// Neither was established, and why.
    Unknown(String),
}

/// Whether a state exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasible {
    /// One does.
    Yes,
    /// None does.
    No,
    /// Neither was established, and why.
    Unknown(String),
}

/// Which ways a branch can go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Some state satisfies the path condition and the condition.
    pub can_be_true: Feasible,
    /// Some state satisfies the path condition and not the condition.
    pub can_be_false: Feasible,
}

/// A path condition with one more condition in it.
pub struct Assumed {
    /// The new path condition.
    pub pc: PcId,
    /// Symbols that equations determine, and what they are equal to. They no longer occur in the
    /// path condition: the caller must apply the substitution to the whole state.
    pub substitution: Option<Substitution>,
}

/// Decides what follows from path conditions.
pub struct Prover {
    options: ProverOptions,
    stats: ProverStats,
    paths: Paths,
    /// The conjuncts without inner structure of the last path condition that was improved.
    plain: PcId,
    forms: Forms,
    leaves: Leaves,
    shapes: Shapes,
    skolems: Skolems,
    session: Session,
    simplified: FxHashMap<(PcId, ExprId), ExprId>,
    answers: Recent<(PcId, ExprId), Sat>,
    /// Questions that the native decision has given up.
    undecided: FxHashSet<(PcId, ExprId)>,
    /// Questions to which Z3 gave no quick answer.
    hard: FxHashSet<(PcId, ExprId)>,
    /// Small models found before.
    small: Recent<(PcId, ExprId), Option<Arc<Model>>>,
    /// Models of a path condition together with a condition: the path condition that results has
    /// them.
    hints: Recent<(PcId, ExprId), Arc<Model>>,
}

impl Prover {
    /// A prover that knows nothing yet.
    pub fn new(options: ProverOptions) -> Prover {
        Prover {
            session: Session::new(options.timeout, options.listener.clone()),
            options,
            stats: ProverStats::default(),
            paths: Paths::new(),
            plain: PcId::TOP,
            forms: Forms::default(),
            leaves: Leaves::default(),
            shapes: Shapes::default(),
            skolems: Skolems::default(),
            simplified: FxHashMap::default(),
            answers: Recent::default(),
            undecided: FxHashSet::default(),
            hard: FxHashSet::default(),
            small: Recent::default(),
            hints: Recent::default(),
        }
    }

    /// The empty path condition.
    pub fn top(&self) -> PcId {
        PcId::TOP
    }

    /// The conjuncts of a path condition, sorted.
    pub fn conjuncts(&self, pc: PcId) -> Arc<[ExprId]> {
        self.paths.conjuncts(pc)
    }

    /// What has been done so far.
    pub fn stats(&self) -> &ProverStats {
        &self.stats
    }

    /// An expression that equals `e` under the path condition, simplified; `e` itself without the
    /// native layers.
    pub fn simplify(&mut self, store: &mut Store, pc: PcId, e: ExprId) -> ExprId {
        if !self.options.native || store.is_ground(e) {
            return e;
        }
        if let Some(&known) = self.simplified.get(&(pc, e)) {
            return known;
        }
        let facts = self.paths.facts(store, &mut self.forms, pc);
        let (forms, skolems) = (&mut self.forms, &mut self.skolems);
        let conjuncts = self.paths.conjuncts(pc);
        let result = Simplifier::new(store, forms, skolems, &facts, &conjuncts).run(e);
        hold(slot::<((PcId, ExprId), ExprId)>());
        self.simplified.insert((pc, e), result);
        result
    }

    /// What simplification knows of a condition.
    pub fn truth(&mut self, store: &mut Store, pc: PcId, condition: ExprId) -> Truth {
        let condition = self.simplify(store, pc, condition);
        match store.as_bool(condition) {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Unknown,
        }
    }

    /// Which ways a branch on `condition` can go. The path condition must be satisfiable.
    pub fn decide(&mut self, store: &mut Store, pc: PcId, condition: ExprId) -> Decision {
        self.stats.obligations += 1;
        let condition = self.simplify(store, pc, condition);
        if condition == store.undefined() {
            self.stats.unknowns += 1;
            let unknown = Feasible::Unknown(NO_VALUE.into());
            return Decision {
                can_be_true: unknown.clone(),
                can_be_false: unknown,
            };
        }
        if let Some(value) = store.as_bool(condition) {
            self.settled(Layer::Simplification);
            let feasible = |yes| if yes { Feasible::Yes } else { Feasible::No };
            return Decision {
                can_be_true: feasible(value),
                can_be_false: feasible(!value),
            };
        }
        let negation = store.not(condition);
        let shown = self.shown_by_model(store, pc, condition);
        let (can_be_true, first) = match shown {
            Some(true) => (Feasible::Yes, Layer::Model),
            _ => self.possible(store, pc, condition),
        };
        let (can_be_false, second) = match shown {
            Some(false) => (Feasible::Yes, Layer::Model),
            _ => self.possible(store, pc, negation),
        };
        let unknown = |feasible: &Feasible| matches!(feasible, Feasible::Unknown(_));
        if unknown(&can_be_true) || unknown(&can_be_false) {
            self.stats.unknowns += 1;
        } else {
            self.settled(first.max(second));
        }
        Decision {
            can_be_true,
            can_be_false,
        }
    }

    /// Adds a condition to a path condition; `None` when it visibly contradicts it. Never asks Z3:
    /// callers [`decide`](Prover::decide) first.
    pub fn assume(&mut self, store: &mut Store, pc: PcId, condition: ExprId) -> Option<Assumed> {
        let condition = self.simplify(store, pc, condition);
        let (new, definitions) = if self.options.native {
            self.add(store, pc, condition)?
        } else {
            (self.add_as_it_is(store, pc, condition)?, Vec::new())
        };
        if new != pc && self.paths.model(new).is_none() {
            // Both satisfy the old conjuncts: it is the new ones that matter.
            let old = self.paths.conjuncts(pc);
            let fresh = self.paths.conjuncts(new);
            let fresh = fresh.iter().copied();
            let fresh: Vec<ExprId> = fresh.filter(|c| old.binary_search(c).is_err()).collect();
            let hint = self.hints.get(&(pc, condition)).cloned();
            for model in [hint, self.paths.model(pc)].into_iter().flatten() {
                if candidate::satisfies(store, &model, &fresh) {
                    self.paths.set_model(new, model);
                    break;
                }
            }
        }
        let substitution = (!definitions.is_empty()).then(|| {
            let mut substitution = Substitution::new();
            for (symbol, value) in definitions {
                substitution.insert(symbol, value);
            }
            substitution
        });
        Some(Assumed {
            pc: new,
            substitution,
        })
    }

    /// The same path condition with other names for its symbols and functions.
    pub fn rename(&mut self, store: &mut Store, pc: PcId, names: &Substitution) -> PcId {
        let conjuncts = self.paths.conjuncts(pc);
        let renamed = conjuncts.iter().map(|&c| store.substitute(c, names));
        let renamed = renamed.collect();
        self.paths.intern(PcId::TOP, renamed)
    }

    /// Does the path condition imply the goal?
    pub fn check(&mut self, store: &mut Store, pc: PcId, goal: ExprId) -> Validity {
        self.stats.obligations += 1;
        let goal = self.simplify(store, pc, goal);
        if goal == store.undefined() {
            return self.without_value();
        }
        if store.as_bool(goal) == Some(true) {
            self.settled(Layer::Simplification);
            return Validity::Valid;
        }
        // One conjunct at a time: each has its own, smaller, slice.
        let mut layer = Layer::Simplification;
        let mut unknown = None;
        for part in solve::flatten(store, goal) {
            let (validity, by) = self.check_part(store, pc, part);
            layer = layer.max(by);
            match validity {
                Validity::Valid => {}
                // A part may have no value where another one, its guard, is false: that one is to
                // be refuted then.
                Validity::Unknown(_) if store.is_partial(part) => unknown = Some(validity),
                Validity::Unknown(_) => {
                    self.stats.unknowns += 1;
                    return validity;
                }
                Validity::Invalid(_) => {
                    self.settled(by);
                    return validity;
                }
            }
        }
        if let Some(unknown) = unknown {
            self.stats.unknowns += 1;
            return unknown;
        }
        self.settled(layer);
        Validity::Valid
    }

    /// Is there a state that satisfies the path condition?
    pub fn feasible(&mut self, store: &mut Store, pc: PcId) -> Feasible {
        self.stats.obligations += 1;
        let (feasible, layer) = match self.paths.model(pc) {
            Some(_) => (Feasible::Yes, Layer::Model),
            None => {
                let feasible = match self.model_of(store, pc, Effort::Full) {
                    Ok(_) => Feasible::Yes,
                    Err(Sat::Unknown(reason)) => Feasible::Unknown(reason.to_string()),
                    Err(_) => Feasible::No,
                };
                (feasible, Layer::Linear)
            }
        };
        if matches!(feasible, Feasible::Unknown(_)) {
            self.stats.unknowns += 1;
        } else {
            self.settled(layer);
        }
        feasible
    }

    /// A model of the path condition and `extra`, with small values: zero where possible, then by
    /// magnitude.
    pub fn model(&mut self, store: &mut Store, pc: PcId, extra: ExprId) -> Option<Model> {
        if let Some(known) = self.small.get(&(pc, extra)) {
            return known.as_deref().cloned();
        }
        let model = self.small_model(store, pc, extra);
        let kept = model.clone().map(Arc::new);
        let size = model.as_ref().map_or(0, Model::size);
        self.small.insert((pc, extra), kept, size);
        model
    }

    /// Nothing follows from what has no value, not even that it is false.
    fn without_value(&mut self) -> Validity {
        self.stats.unknowns += 1;
        Validity::Unknown(NO_VALUE.into())
    }

    fn settled(&mut self, layer: Layer) {
        let stats = &mut self.stats;
        *match layer {
            Layer::Simplification => &mut stats.by_simplification,
            Layer::Model => &mut stats.by_model,
            Layer::Linear => &mut stats.by_linear,
            Layer::Cache => &mut stats.by_cache,
            Layer::Z3 => &mut stats.by_z3,
        } += 1;
    }
}
