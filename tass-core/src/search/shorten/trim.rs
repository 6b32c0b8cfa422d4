//! Leaving out the steps that a failing step does not depend on.
//!
//! A step depends on the earlier steps of its own process, and on those of others by way of
//! messages and collective operations. What that amounts to is for the communication model to know,
//! so it is tried: whoever else took part loses its last steps, as many as possible, and what is
//! left is executed with the inputs and choices fixed. Once more around if anything was lost, since
//! a step may have been needed by a lost one only. The result is executed symbolically, where the
//! path condition is that of the steps that are left: fewer conditions, smaller inputs.

use std::collections::BTreeMap;

use crate::comm::CommModel;
use crate::exec::{Input, Outcome};
use crate::options::Violations;
use crate::search::detour::Effort;
use crate::search::found::{Found, PathStep};
use crate::search::run::Run;
use crate::symbolic::{Model, Node, Value};

impl<C: CommModel> Run<'_, C> {
    /// The violation with fewer steps before it, if there are some that it does not need.
    pub(super) fn trimmed(
        &mut self,
        found: &Found,
        inputs: &[Input],
        effort: &mut Effort,
    ) -> Option<Found> {
        let model = self.whole_model(found);
        let concrete = self.concrete_inputs(inputs, &model);
        let failing = found.path.last()?.transition.process;
        let mut kept = found.clone();
        loop {
            let before = kept.path.len();
            for process in (0..self.engine.sides.total()).rev() {
                if process != failing {
                    self.lose_steps(&mut kept, process, &model, &concrete, effort);
                }
            }
            if kept.path.len() == before {
                break;
            }
        }
        if kept.path.len() == found.path.len() {
            return None;
        }
        self.guided(&kept, model, effort)
    }

    /// Takes the last steps of a process out of a path, as many as possible.
    fn lose_steps(
        &mut self,
        kept: &mut Found,
        process: usize,
        model: &Model,
        inputs: &[Input],
        effort: &mut Effort,
    ) {
        let own = |step: &PathStep| step.transition.process == process;
        let all = kept.path.iter().filter(|step| own(step)).count();
        // Fewer than `few` are not enough, `enough` are.
        let (mut few, mut enough) = (0, all);
        while few < enough {
            let some = few + (enough - few) / 2;
            let mut trial = kept.clone();
            let mut seen = 0;
            trial.path.retain(|step| {
                seen += usize::from(own(step));
                !own(step) || seen <= some
            });
            let cost = trial.path.len() as u64;
            if effort.steps < cost {
                return;
            }
            effort.steps -= cost;
            if self.happens(&trial, model, inputs) {
                *kept = trial;
                enough = some;
            } else {
                few = some + 1;
            }
        }
    }

    /// Executes a path symbolically, always taking the way that the model takes.
    fn guided(&mut self, found: &Found, mut model: Model, effort: &mut Effort) -> Option<Found> {
        let mut state = self.first.clone()?;
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        let choices = self.choices(found, &model)?;
        let mut path = Vec::new();
        for (i, step) in found.path.iter().enumerate() {
            let process = step.transition.process;
            let outcomes = self.try_step(&state, step.transition, effort)?.outcomes;
            let given = choices.get(&process).map_or(&[][..], |all| {
                let start = taken.get(&process).copied().unwrap_or(0);
                &all[start.min(all.len())..]
            });
            let mut way = None;
            for outcome in outcomes {
                if let Some(extended) = self.agrees(&outcome, &model, given) {
                    way = Some((outcome, extended));
                    break;
                }
            }
            let (outcome, extended) = way?;
            model = extended;
            *taken.entry(process).or_default() += outcome.notes.chosen.len();
            path.push(PathStep {
                transition: step.transition,
                notes: outcome.notes,
            });
            let last = i + 1 == found.path.len();
            match outcome.failure {
                Some(failure) if last && self.is_wanted(&failure, &found.failure) => {
                    return Some(Found {
                        failure: *failure,
                        path,
                        state: Some(outcome.state),
                        at_rest: false,
                    });
                }
                Some(_) if last || self.options.violations == Violations::First => return None,
                _ => state = outcome.state,
            }
        }
        None
    }

    /// The values that `choose!` gave, by process.
    fn choices(&self, found: &Found, model: &Model) -> Option<BTreeMap<usize, Vec<Value>>> {
        let mut choices: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for step in &found.path {
            for &chosen in &step.notes.chosen {
                let value = model.eval(&self.engine.store, chosen)?;
                let of_process = choices.entry(step.transition.process);
                of_process.or_default().push(value);
            }
        }
        Some(choices)
    }

    /// Is this the way of the model, with these choices? Then it is the model, with what the way
    /// has introduced.
    fn agrees(&self, outcome: &Outcome, model: &Model, choices: &[Value]) -> Option<Model> {
        let store = &self.engine.store;
        let mut model = model.clone();
        for (i, &chosen) in outcome.notes.chosen.iter().enumerate() {
            let value = choices.get(i)?;
            match store.node(chosen) {
                Node::Sym(id) if model.symbol(*id).is_none() => {
                    model.set_symbol(*id, value.clone());
                }
                _ if model.eval(store, chosen).as_ref() == Some(value) => {}
                _ => return None,
            }
        }
        let same = |&(symbol, definition): &_| {
            let value = model.eval(store, symbol);
            value.is_some() && value == model.eval(store, definition)
        };
        let conditions = self.engine.prover.conjuncts(outcome.state.pc);
        let holds = |&condition: &_| model.eval(store, condition) == Some(Value::Bool(true));
        let agrees = outcome.notes.solved.iter().all(same) && conditions.iter().all(holds);
        agrees.then_some(model)
    }
}
