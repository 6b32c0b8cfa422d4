//! The smallest inputs of a path that goes wrong.
//!
//! What is minimised are the inputs themselves, in the order in which they are declared: the
//! equations by which symbols were eliminated on the way are conditions like any other here. The
//! prover says what small means ([`crate::prover::Prover::smallest`]).

use crate::comm::CommModel;
use crate::exec::Input;
use crate::search::found::Found;
use crate::search::run::Run;
use crate::symbolic::{ExprId, Node, Rational, Store};

impl<C: CommModel> Run<'_, C> {
    /// The same violation for the smallest inputs that lead to it along this path.
    pub(super) fn with_smallest_inputs(&mut self, mut found: Found) -> Found {
        let steps = found.path.iter();
        let solved = steps.flat_map(|step| step.notes.solved.iter());
        let solved = solved.chain(&found.failure.solved);
        let solved: Vec<(ExprId, ExprId)> = solved.copied().collect();
        let (pc, wrong) = (found.failure.pc, found.failure.wrong);
        let (prover, store) = (&mut self.engine.prover, &mut self.engine.store);
        if let Some(model) = prover.smallest(store, pc, wrong, &solved) {
            found.failure.model = model;
        }
        found
    }

    /// Are the inputs of one violation smaller than those of another?
    pub(super) fn is_smaller(&mut self, one: &Found, other: &Found, inputs: &[Input]) -> bool {
        let [one, other] = [one, other].map(|found| {
            let model = self.whole_model(found);
            let mut size = Vec::new();
            for input in self.concrete_inputs(inputs, &model) {
                measure(&mut self.engine.store, input.value, &mut size);
            }
            size
        });
        one < other
    }
}

/// Elements of one array that count.
const MOST_ELEMENTS: i64 = 64;

/// Magnitudes before signs, an array's length before its elements.
fn measure(store: &mut Store, value: ExprId, size: &mut Vec<(Rational, bool)>) {
    if let Some(number) = store.as_num(value) {
        let negative = *number < Rational::ZERO;
        let number = number.clone();
        size.push((if negative { -number } else { number }, negative));
    } else if let Some(truth) = store.as_bool(value) {
        size.push((Rational::from(u8::from(truth)), false));
    } else if let Node::Tuple(parts) = store.node(value) {
        let parts = parts.to_vec();
        for part in parts {
            measure(store, part, size);
        }
    } else if store.sort(value).is_none() {
        let len = store.array_len(value);
        let Some(len) = store.as_int(len) else {
            return;
        };
        size.push((Rational::from(len), false));
        for i in 0..len.min(MOST_ELEMENTS) {
            let i = store.int(i);
            let element = store.read(value, i);
            measure(store, element, size);
        }
    }
}
