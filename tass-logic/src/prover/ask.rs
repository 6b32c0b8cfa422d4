//! Questions under a path condition: sliced, answered, and their models completed.
//!
//! Invariant: a refutation is a model of the *whole* path condition and of the negated goal,
//! evaluated here. That a branch is possible is concluded from its slice alone, since the path
//! condition is satisfiable ([`slice`](super::slice)).

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::symbolic::{ExprId, Model, Store};

use super::candidate::{holds, overlay, satisfies};
use super::pc::PcId;
use super::sat::{Effort, Layer, Sat};
use super::slice::Link;
use super::{Feasible, Prover, Validity};

impl Prover {
    /// What a condition is in a model that is known, or found natively.
    pub(super) fn shown_by_model(
        &mut self,
        store: &mut Store,
        pc: PcId,
        condition: ExprId,
    ) -> Option<bool> {
        if !self.options.native {
            return None;
        }
        let model = self.model_of(store, pc, Effort::Native).ok()?;
        holds(store, &model, condition)
    }

    /// Whether a condition can hold under a satisfiable path condition.
    pub(super) fn possible(
        &mut self,
        store: &mut Store,
        pc: PcId,
        condition: ExprId,
    ) -> (Feasible, Layer) {
        let slice = self.slice(store, pc, condition);
        // A way that is not known to be possible is followed as if it were, so a quick answer or
        // none will do.
        let (sat, layer) = self.sat(store, slice, condition, Effort::Brief);
        let feasible = match sat {
            Sat::No => Feasible::No,
            Sat::Unknown(reason) => Feasible::Unknown(reason.to_string()),
            Sat::Yes(model) => {
                if slice == pc {
                    let size = model.size();
                    self.hints.insert((pc, condition), model, size);
                } else if let Some(rest) = self.paths.model(pc) {
                    let whole = self.completed(store, (pc, &rest), (slice, condition, &model));
                    let size = whole.size();
                    self.hints.insert((pc, condition), Arc::new(whole), size);
                }
                Feasible::Yes
            }
        };
        (feasible, layer)
    }

    pub(super) fn check_part(
        &mut self,
        store: &mut Store,
        pc: PcId,
        goal: ExprId,
    ) -> (Validity, Layer) {
        let negation = store.not(goal);
        if let Some(false) = self.shown_by_model(store, pc, goal)
            && let Some(model) = self.paths.model(pc)
        {
            return (Validity::Invalid((*model).clone()), Layer::Model);
        }
        let slice = self.slice(store, pc, negation);
        let (sat, layer) = self.sat(store, slice, negation, Effort::Full);
        let validity = match sat {
            Sat::No => Validity::Valid,
            Sat::Unknown(reason) => Validity::Unknown(reason.to_string()),
            Sat::Yes(model) => match self.model_of(store, pc, Effort::Full) {
                // The rest of the path condition has no state: neither has the whole.
                Err(Sat::No) => Validity::Valid,
                Err(Sat::Unknown(reason)) => Validity::Unknown(reason.to_string()),
                Err(Sat::Yes(_)) => Validity::Unknown("no model of the path condition".into()),
                Ok(rest) => {
                    let whole = self.completed(store, (pc, &rest), (slice, negation, &model));
                    let mut formulas = self.paths.conjuncts(pc).to_vec();
                    formulas.push(negation);
                    if satisfies(store, &whole, &formulas) {
                        Validity::Invalid(whole)
                    } else {
                        Validity::Unknown("a model could not be confirmed by evaluation".into())
                    }
                }
            },
        };
        (validity, layer)
    }

    /// The conjuncts that share symbols with `e`, directly or through others.
    fn slice(&mut self, store: &mut Store, pc: PcId, e: ExprId) -> PcId {
        let parts = self.paths.parts(store, &mut self.leaves, pc);
        let links = self.leaves.links(store, e);
        let touched = parts.touched(&links);
        if touched.len() == parts.parts.len() {
            return pc;
        }
        let conjuncts = touched
            .iter()
            .flat_map(|&part| parts.parts[part].conjuncts.iter().copied());
        self.paths.intern(pc, conjuncts.collect())
    }

    /// A model of a slice and a condition, completed by one of the whole path condition.
    fn completed(
        &mut self,
        store: &Store,
        (pc, rest): (PcId, &Model),
        (slice, condition, model): (PcId, ExprId, &Model),
    ) -> Model {
        let mut inside = BTreeSet::new();
        inside.extend(self.leaves.links(store, condition).iter());
        for &conjunct in self.paths.conjuncts(slice).iter() {
            inside.extend(self.leaves.links(store, conjunct).iter());
        }
        let mut whole = Model::new();
        let parts = self.paths.parts(store, &mut self.leaves, pc);
        for part in &parts.parts {
            let outside = part.links.iter().copied();
            let outside: Vec<Link> = outside.filter(|link| !inside.contains(link)).collect();
            overlay(store, &mut whole, rest, &outside);
        }
        let inside: Vec<Link> = inside.into_iter().collect();
        overlay(store, &mut whole, model, &inside);
        debug_assert!(
            holds(store, &whole, condition) != Some(false),
            "a model of a slice is one of the question"
        );
        debug_assert!(satisfies(store, &whole, &self.paths.conjuncts(pc)));
        whole
    }
}
