//! Tests of the whole prover.

mod generator;
mod lemmas;
mod partial;
mod quantified;
mod questions;
mod random;
mod smallest;
mod solving;
mod trees;

use std::time::Duration;

use super::{Feasible, PcId, Prover, ProverOptions, Validity};
use crate::symbolic::{ExprId, Model, Sort, Store};

/// A store, a prover and a path condition.
struct Fixture {
    store: Store,
    prover: Prover,
    pc: PcId,
}

impl Fixture {
    fn new() -> Fixture {
        Fixture::with(ProverOptions::default())
    }

    fn with(options: ProverOptions) -> Fixture {
        let prover = Prover::new(options);
        Fixture {
            store: Store::new(),
            pc: prover.top(),
            prover,
        }
    }

    fn int(&mut self, name: &str) -> ExprId {
        self.store.new_symbol(name, Sort::Int)
    }

    fn real(&mut self, name: &str) -> ExprId {
        self.store.new_symbol(name, Sort::Real)
    }

    /// Assumes without looking at the substitution.
    fn assume(&mut self, condition: ExprId) {
        let assumed = self.prover.assume(&mut self.store, self.pc, condition);
        self.pc = assumed.expect("no contradiction").pc;
    }

    fn assume_le(&mut self, a: ExprId, b: ExprId) {
        let condition = self.store.le(a, b);
        self.assume(condition);
    }

    fn assume_lt(&mut self, a: ExprId, b: ExprId) {
        let condition = self.store.lt(a, b);
        self.assume(condition);
    }

    fn check(&mut self, goal: ExprId) -> Validity {
        self.prover.check(&mut self.store, self.pc, goal)
    }

    fn valid(&mut self, goal: ExprId) {
        let validity = self.check(goal);
        assert!(matches!(validity, Validity::Valid), "{validity:?}");
    }

    /// Checks that the goal is refuted, by a model of the path condition in which it is false.
    fn invalid(&mut self, goal: ExprId) -> Model {
        match self.check(goal) {
            Validity::Invalid(model) => {
                for &conjunct in self.prover.conjuncts(self.pc).iter() {
                    let value = model.eval(&self.store, conjunct);
                    assert_eq!(value.and_then(|v| v.as_bool()), Some(true));
                }
                let value = model.eval(&self.store, goal);
                assert_eq!(value.and_then(|v| v.as_bool()), Some(false));
                model
            }
            other => panic!("{other:?}"),
        }
    }

    fn decide(&mut self, condition: ExprId) -> (Feasible, Feasible) {
        let decision = self.prover.decide(&mut self.store, self.pc, condition);
        (decision.can_be_true, decision.can_be_false)
    }

    fn without_z3(&self) {
        assert_eq!(
            self.prover.stats().z3_queries,
            0,
            "{:?}",
            self.prover.stats()
        );
    }
}

fn only_z3() -> ProverOptions {
    ProverOptions {
        native: false,
        ..ProverOptions::default()
    }
}

fn hurried(millis: u64) -> ProverOptions {
    ProverOptions {
        timeout: Duration::from_millis(millis),
        ..ProverOptions::default()
    }
}

#[test]
fn a_prover_can_be_sent_to_another_thread() {
    fn sendable<T: Send>() {}
    sendable::<Prover>();
}
