//! A found violation, executed again with the inputs fixed: what is printed really happens.

use std::collections::VecDeque;

use super::deadlock::AtRest;
use super::dfs::{Dfs, Found, PathStep};
use super::explain::remedy;
use super::relevant::mark_relevant;
use super::story::leave_out;
use crate::comm::CommModel;
use crate::exec::{Failure, Input, Tracer, shown_input};
use crate::report::{
    Choice, EventKind, FailedCondition, Inconclusive, InputValue, Kind, Note, ScheduleStep,
    TraceEvent, Violation,
};
use crate::state::State;
use crate::symbolic::{Model, Node};

impl<C: CommModel> Dfs<'_, C> {
    /// Replays a violation along its path and tells its story; an error if it does not happen again.
    pub(crate) fn replay(
        &mut self,
        found: &Found,
        inputs: &[Input],
    ) -> Result<Violation, Inconclusive> {
        let model = self.whole_model(found);
        let inputs = self.concrete_inputs(inputs, &model);
        let (end, tracer) = self.happens(found, &model, &inputs);
        let (state, failure) = end?;
        Ok(self.tell(failure, &state, &inputs, &found.path, tracer))
    }

    /// The story of an execution that ends in a failure.
    pub(crate) fn tell(
        &mut self,
        mut failure: Failure,
        state: &State,
        inputs: &[Input],
        path: &[PathStep],
        mut tracer: Tracer,
    ) -> Violation {
        self.blame_always(&mut failure, state);
        let mut violation = self.violation_text(&failure, inputs);
        violation.values = self.given_values(inputs);
        violation.choices = self.choices_made(&tracer);
        violation.schedule = path
            .iter()
            .map(|step| ScheduleStep {
                process: step.transition.process,
                choice: step.transition.choice.unwrap_or(0),
            })
            .collect();
        if matches!(failure.kind, Kind::Deadlock | Kind::PotentialDeadlock) {
            if failure.kind == Kind::PotentialDeadlock {
                violation.headline = Some(self.held_back(state).0);
            }
            violation.blocked = self.blocked(state);
            violation.help = self.advice(state);
            violation.notes.extend(self.circle(state));
        } else {
            let help = remedy(&violation).map(str::to_owned);
            violation.help = help.or_else(|| self.untyped(&failure));
        }
        if let Some(process) = failure.process.filter(|_| failure.kind.is_local()) {
            let calls = self.call_notes(state, process);
            violation.notes.extend(calls);
        }
        let race = self.race_note(&failure);
        violation.notes.extend(race);
        mark_relevant(&mut tracer.events, &violation);
        leave_out(&mut tracer.events, &violation);
        let left_behind = matches!(
            failure.kind,
            Kind::UnreceivedMessage | Kind::CollectiveIncomplete
        );
        let failing = failure
            .process
            .filter(|_| violation.blocked.is_empty() && !left_behind);
        self.standing(&mut tracer, state, failing);
        if let Some(process) = failing {
            let changes = self.machine.last_changes(&mut tracer, state, process);
            tracer.events.push(TraceEvent {
                process,
                location: violation.location.clone(),
                text: failure.kind.name().into(),
                kind: EventKind::Failure,
                message: None,
                peer: None,
                group: None,
                shown: true,
                changes,
            });
        }
        violation.trace = tracer.events;
        violation
    }

    /// The inputs, as values that a test can be given.
    fn given_values(&mut self, inputs: &[Input]) -> Vec<InputValue> {
        let values = inputs.iter().map(|input| InputValue {
            name: input.name.clone(),
            value: self.machine.value(&input.ty, input.value),
            text: shown_input(&self.machine.store, &input.ty, input.value),
        });
        values.collect()
    }

    /// The choices made, as values that a test can be given.
    fn choices_made(&self, tracer: &Tracer) -> Vec<Choice> {
        let made = tracer.made.iter();
        made.filter_map(|&(process, value)| {
            let value = self.machine.integer(value)?;
            Some(Choice { process, value })
        })
        .collect()
    }

    /// The inputs, with values in the place of symbols.
    pub(crate) fn concrete_inputs(&mut self, inputs: &[Input], model: &Model) -> Vec<Input> {
        let inputs = inputs.iter().map(|input| Input {
            name: input.name.clone(),
            ty: input.ty.clone(),
            value: model.reify(&mut self.machine.store, input.value),
        });
        inputs.collect()
    }

    /// Executes a path on concrete inputs: how it ends, and the record of it.
    pub(crate) fn happens(
        &mut self,
        found: &Found,
        model: &Model,
        inputs: &[Input],
    ) -> (Result<(State, Failure), Inconclusive>, Tracer) {
        let mut tracer = Tracer::default();
        for step in &found.path {
            for &chosen in &step.notes.chosen {
                let value = model.reify(&mut self.machine.store, chosen);
                tracer
                    .chosen
                    .entry(step.transition.process)
                    .or_insert_with(VecDeque::new)
                    .push_back(value);
            }
        }
        self.machine.tracer = Some(tracer);
        let end = self.follow(found, inputs);
        let tracer = self.machine.tracer.take().expect("set above");
        (end, tracer)
    }

    /// Values for all symbols: those of the failure, and those that were eliminated on the way.
    pub(crate) fn whole_model(&self, found: &Found) -> Model {
        let mut model = found.failure.model.clone();
        let solved: Vec<_> = found
            .path
            .iter()
            .flat_map(|step| step.notes.solved.iter())
            .chain(&found.failure.solved)
            .copied()
            .collect();
        for (symbol, definition) in solved.into_iter().rev() {
            let Some(value) = model.eval(&self.machine.store, definition) else {
                continue;
            };
            if let Node::Sym(id) = self.machine.store.node(symbol) {
                model.set_symbol(*id, value);
            }
        }
        model
    }

    fn follow(
        &mut self,
        found: &Found,
        inputs: &[Input],
    ) -> Result<(State, Failure), Inconclusive> {
        let failed = |detail: String| Inconclusive::ReplayFailed { detail };
        let pc = self.machine.prover.top();
        let mut state = self.machine.initial(pc, inputs);
        self.races.clear();
        let undecided = self.machine.undecided.len();
        for (i, step) in found.path.iter().enumerate() {
            let last = i + 1 == found.path.len();
            if !self.enabled(&state).all().contains(&step.transition) {
                return Err(failed(format!(
                    "step {} of the replay is not possible",
                    i + 1
                )));
            }
            self.note_race(&state, step.transition);
            if let Some(tracer) = &mut self.machine.tracer {
                tracer.open.clone_from(&step.notes.open);
            }
            let outcomes =
                self.machine
                    .step(&state, step.transition.process, step.transition.choice);
            if self.machine.undecided.len() > undecided {
                return Err(self.machine.undecided.swap_remove(undecided));
            }
            let [outcome] = <[_; 1]>::try_from(outcomes).map_err(|outcomes: Vec<_>| {
                failed(format!(
                    "step {} of the replay had {} outcomes",
                    i + 1,
                    outcomes.len()
                ))
            })?;
            if let Some(failure) = outcome.failure {
                if last && failure.kind == found.failure.kind && failure.site == found.failure.site
                {
                    return Ok((outcome.state, *failure));
                }
                // With `violations = all` the others went on without a process that had failed.
                if last || !self.machine.settings.all_violations {
                    return Err(failed(format!(
                        "step {} of the replay failed with {}",
                        i + 1,
                        failure.kind.name()
                    )));
                }
            }
            state = outcome.state;
        }
        let enabled = self.enabled(&state);
        let kind = found.failure.kind;
        let in_a_state = self.machine.program.memory.is_used() && shows_in_a_state(kind);
        let shown = in_a_state && self.broken(&state).iter().any(|left| left.kind == kind);
        let again = shown
            || match kind {
                // Processes may wait for shared variables, or for messages.
                Kind::Deadlock => {
                    enabled.stuck()
                        && enabled.eager.is_empty()
                        && enabled.done < self.machine.sides.total()
                }
                Kind::PotentialDeadlock => enabled.stuck() && !enabled.eager.is_empty(),
                _ => !in_a_state && enabled.done == self.machine.sides.total(),
            };
        if !again {
            return Err(failed(format!(
                "the replay did not end in {}",
                found.failure.kind.name()
            )));
        }
        let mut failure = found.failure.clone();
        if enabled.done == self.machine.sides.total() && !shows_in_a_state(failure.kind) {
            let same = |left: &AtRest| left.kind == failure.kind && left.process == failure.process;
            match self.left_behind(&state).into_iter().find(same) {
                Some(left) => {
                    failure.message = left.message;
                    failure.site = left.site;
                }
                None => return Err(failed("the replay left nothing behind".into())),
            }
        }
        Ok((state, failure))
    }

    fn violation_text(&self, failure: &Failure, inputs: &[Input]) -> Violation {
        let store = &self.machine.store;
        let mut violation = Violation::new(failure.kind, failure.message.clone());
        violation.process = failure.process;
        violation.location = failure
            .site
            .map(|(graph, span)| self.machine.program.location(graph, span));
        violation.notes = failure
            .notes
            .iter()
            .map(|(graph, span, text)| Note {
                location: Some(self.machine.program.location(*graph, *span)),
                text: text.clone(),
            })
            .collect();
        violation.inputs = inputs
            .iter()
            .map(|i| (i.name.clone(), shown_input(store, &i.ty, i.value)))
            .collect();
        if let (Some(part), Some((graph, _))) = (&failure.condition, failure.site) {
            let location = self.machine.program.location(graph, part.span);
            violation.failed = Some(FailedCondition {
                text: part
                    .text
                    .clone()
                    .unwrap_or_else(|| location.snippet().to_owned()),
                location: Some(location),
                parts: part
                    .values
                    .iter()
                    .map(|part| {
                        let source = self.machine.program.location(graph, part.span);
                        let value = &part.shown;
                        // `proc[0].x` says itself whose it is.
                        let whose = part
                            .process
                            .filter(|p| !source.snippet().starts_with(&format!("proc[{p}]")))
                            .map_or_else(String::new, |p| format!(" (process {p})"));
                        (source.snippet().to_owned(), format!("{value}{whose}"))
                    })
                    .collect(),
            });
        }
        violation
    }
}

/// Violations that a global state shows, whatever its processes do next.
fn shows_in_a_state(kind: Kind) -> bool {
    matches!(kind, Kind::Deadlock | Kind::MutualExclusion | Kind::Always)
}
