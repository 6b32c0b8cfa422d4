//! Satisfiability, layer by layer: what was answered before, the native decision, Z3.
//!
//! Invariants: `Yes` comes with a model that has been evaluated on every formula of the question;
//! `No` is a proof; the same question gets the same answer (a model of it may be forgotten, and be
//! another one the next time).

use std::sync::Arc;

use crate::budget::{hold, slot};
use crate::symbolic::{ExprId, Model, Store};

use super::candidate::satisfies;
use super::lemmas;
use super::native::{self, Verdict};
use super::pc::PcId;
use super::smt;
use super::{Prover, candidate};

/// Whether some state satisfies a conjunction.
#[derive(Clone, Debug)]
pub(crate) enum Sat {
    No,
    Yes(Arc<Model>),
    Unknown(Arc<str>),
}

/// What settled a question, the cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Layer {
    Simplification,
    Model,
    Cache,
    Linear,
    Z3,
}

/// How far to go for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Not as far as Z3: otherwise the answer is unknown (and not remembered).
    Native,
    /// Z3 may work on it for a moment only: whoever asks can do without the answer.
    Brief,
    Full,
}

impl Prover {
    /// Can `extra` hold together with the conjuncts of `slice`? The model says nothing about other
    /// symbols.
    pub(super) fn sat(
        &mut self,
        store: &mut Store,
        slice: PcId,
        extra: ExprId,
        effort: Effort,
    ) -> (Sat, Layer) {
        if self.options.cache
            && let Some(answer) = self.answers.get(&(slice, extra))
        {
            return (answer.clone(), Layer::Cache);
        }
        let mut formulas = self.paths.conjuncts(slice).to_vec();
        if store.as_bool(extra) != Some(true) {
            formulas.push(extra);
        }
        if self.options.native && !self.undecided.contains(&(slice, extra)) {
            if let Some(answer) = self.native(store, slice, &formulas) {
                self.remember(slice, extra, &answer);
                return (answer, Layer::Linear);
            }
            self.undecided.insert((slice, extra));
            hold(slot::<(PcId, ExprId)>());
        }
        if effort == Effort::Native {
            return (Sat::Unknown("not decided natively".into()), Layer::Linear);
        }
        if effort == Effort::Brief && self.hard.contains(&(slice, extra)) {
            return (Sat::Unknown("not decided in a moment".into()), Layer::Cache);
        }
        let answer = self.z3(store, slice, extra, &formulas, effort == Effort::Brief);
        if effort == Effort::Brief && matches!(answer, Sat::Unknown(_)) {
            self.hard.insert((slice, extra));
            hold(slot::<(PcId, ExprId)>());
        } else {
            self.remember(slice, extra, &answer);
        }
        (answer, Layer::Z3)
    }

    fn remember(&mut self, slice: PcId, extra: ExprId, answer: &Sat) {
        if self.options.cache {
            // Proofs are not forgotten.
            let size = match answer {
                Sat::Yes(model) => model.size(),
                Sat::No | Sat::Unknown(_) => 0,
            };
            self.answers.insert((slice, extra), answer.clone(), size);
        }
    }

    fn native(&mut self, store: &mut Store, slice: PcId, formulas: &[ExprId]) -> Option<Sat> {
        let facts = self.paths.facts(store, &mut self.forms, slice);
        if facts.contradiction() {
            return Some(Sat::No);
        }
        match native::decide(store, &mut self.forms, &mut self.skolems, &facts, formulas) {
            Verdict::Unsat => Some(Sat::No),
            Verdict::Sat(model) => Some(Sat::Yes(Arc::new(model))),
            Verdict::Unknown => None,
        }
    }

    /// Z3's answer; where folds are involved, with what is true of folds if it has none without.
    fn z3(
        &mut self,
        store: &mut Store,
        slice: PcId,
        extra: ExprId,
        formulas: &[ExprId],
        brief: bool,
    ) -> Sat {
        let lemmas = if self.options.native && !brief {
            lemmas::about(store, formulas)
        } else {
            Vec::new()
        };
        if lemmas.is_empty() {
            return self.ask(store, slice, extra, formulas, (&[], brief));
        }
        // A proof is found soon; to find a model, with all these quantifiers about, takes long.
        match self.ask(store, slice, extra, formulas, (&lemmas, true)) {
            Sat::Unknown(_) => {}
            answer => return answer,
        }
        match self.ask(store, slice, extra, formulas, (&[], false)) {
            Sat::Unknown(_) => self.ask(store, slice, extra, formulas, (&lemmas, false)),
            answer => answer,
        }
    }

    fn ask(
        &mut self,
        store: &Store,
        slice: PcId,
        extra: ExprId,
        formulas: &[ExprId],
        (lemmas, brief): (&[ExprId], bool),
    ) -> Sat {
        let path = self.paths.conjuncts(slice);
        let mut goal = lemmas.to_vec();
        if store.as_bool(extra) != Some(true) {
            goal.push(extra);
        }
        let (leaves, stats) = (&mut self.leaves, &mut self.stats);
        // A type's ends rarely matter, and Z3 is slower with them: it hears of them only after a
        // model that breaks them.
        let mut within = false;
        loop {
            let how = (brief, within);
            match self.session.ask(store, leaves, stats, &path, &goal, how) {
                smt::Answer::Unsat => return Sat::No,
                smt::Answer::Unknown(reason) => return Sat::Unknown(reason.into()),
                smt::Answer::Sat(claimed) => {
                    let strayed = claimed.strayed && !within;
                    let model = claimed.model(store);
                    if satisfies(store, &model, formulas) {
                        return Sat::Yes(Arc::new(model));
                    }
                    if !strayed {
                        let reason = "Z3's model could not be confirmed by evaluation";
                        return Sat::Unknown(reason.into());
                    }
                    within = true;
                }
            }
        }
    }

    /// A model of the whole path condition, put together from those of its parts.
    pub(super) fn model_of(
        &mut self,
        store: &mut Store,
        pc: PcId,
        effort: Effort,
    ) -> Result<Arc<Model>, Sat> {
        if let Some(model) = self.paths.model(pc) {
            return Ok(model);
        }
        let parts = self.paths.parts(store, &mut self.leaves, pc);
        let mut whole = Model::new();
        for part in &parts.parts {
            let id = self.paths.intern(pc, part.conjuncts.clone());
            let truth = store.tru();
            match self.sat(store, id, truth, effort).0 {
                Sat::Yes(model) => candidate::overlay(store, &mut whole, &model, &part.links),
                other => return Err(other),
            }
        }
        debug_assert!(satisfies(store, &whole, &self.paths.conjuncts(pc)));
        let whole = Arc::new(whole);
        self.paths.set_model(pc, Arc::clone(&whole));
        Ok(whole)
    }
}
