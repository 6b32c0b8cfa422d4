//! A found violation, executed again with the inputs fixed: what is printed really happens.

use std::collections::VecDeque;

use super::deadlock::AtRest;
use super::dfs::{Dfs, Found, PathStep};
use crate::comm::CommModel;
use crate::exec::{Failure, Input, Tracer};
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
        let mut tracer = Tracer::default();
        for step in &found.path {
            tracer.forks.extend(step.notes.forks.iter().copied());
            for &chosen in &step.notes.chosen {
                let value = model.reify(&mut self.machine.store, chosen);
                tracer
                    .chosen
                    .entry(step.transition.process)
                    .or_insert_with(VecDeque::new)
                    .push_back(value);
            }
        }
        let inputs: Vec<Input> = inputs
            .iter()
            .map(|input| Input {
                name: input.name.clone(),
                ty: input.ty.clone(),
                value: model.reify(&mut self.machine.store, input.value),
            })
            .collect();
        self.machine.tracer = Some(tracer);
        let end = self.follow(found, &inputs);
        let tracer = self.machine.tracer.take().expect("set above");
        let (state, failure) = end?;
        Ok(self.tell(failure, &state, &inputs, &found.path, tracer))
    }

    /// The story of an execution that ends in a failure.
    pub(crate) fn tell(
        &mut self,
        failure: Failure,
        state: &State,
        inputs: &[Input],
        path: &[PathStep],
        tracer: Tracer,
    ) -> Violation {
        let mut violation = self.violation_text(&failure, inputs);
        violation.values = self.given_values(inputs);
        violation.choices = self.choices(&tracer);
        violation.schedule = path
            .iter()
            .map(|step| ScheduleStep {
                process: step.transition.process,
                choice: step.transition.choice.unwrap_or(0),
            })
            .collect();
        if matches!(failure.kind, Kind::Deadlock | Kind::PotentialDeadlock) {
            violation.blocked = self.blocked(state);
            violation.help = self.advice(state);
        }
        violation.trace = relevant(tracer.events, &violation);
        if violation.blocked.is_empty()
            && let Some(process) = failure.process
        {
            violation.trace.push(TraceEvent {
                process,
                location: violation.location.clone(),
                text: failure.kind.name().into(),
                kind: EventKind::Failure,
                message: None,
            });
        }
        violation
    }

    /// The inputs, as values that a test can be given.
    fn given_values(&mut self, inputs: &[Input]) -> Vec<InputValue> {
        let values = inputs.iter().map(|input| InputValue {
            name: input.name.clone(),
            value: self.machine.value(&input.ty, input.value),
            text: self.machine.store.display(input.value).to_string(),
        });
        values.collect()
    }

    /// The choices made, as values that a test can be given.
    fn choices(&self, tracer: &Tracer) -> Vec<Choice> {
        let made = tracer.made.iter();
        made.filter_map(|&(process, value)| {
            let value = self.machine.integer(value)?;
            Some(Choice { process, value })
        })
        .collect()
    }

    /// Values for all symbols: those of the failure, and those that were eliminated on the way.
    fn whole_model(&self, found: &Found) -> Model {
        let mut model = found.failure.model.clone();
        let solved: Vec<_> = found
            .path
            .iter()
            .flat_map(|step| step.notes.solved.iter().copied())
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
        for (i, step) in found.path.iter().enumerate() {
            let last = i + 1 == found.path.len();
            let outcomes =
                self.machine
                    .step(&state, step.transition.process, step.transition.choice);
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
        let again = match found.failure.kind {
            kind if self.machine.program.memory.is_used() && shows_in_a_state(kind) => {
                self.broken(&state).iter().any(|left| left.kind == kind)
            }
            Kind::Deadlock => {
                enabled.stuck()
                    && enabled.eager.is_empty()
                    && enabled.done < self.machine.sides.total()
            }
            Kind::PotentialDeadlock => enabled.stuck() && !enabled.eager.is_empty(),
            _ => enabled.done == self.machine.sides.total(),
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
                Some(left) => failure.message = left.message,
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
            .map(|i| (i.name.clone(), store.display(i.value).to_string()))
            .collect();
        if let (Some(part), Some((graph, _))) = (&failure.condition, failure.site) {
            let location = self.machine.program.location(graph, part.span);
            violation.failed = Some(FailedCondition {
                text: location.snippet().to_owned(),
                location: Some(location),
                parts: part
                    .values
                    .iter()
                    .map(|(span, value)| {
                        (
                            self.machine
                                .program
                                .location(graph, *span)
                                .snippet()
                                .to_owned(),
                            store.display(*value).to_string(),
                        )
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

/// The events that tell the story: communication, branches on inputs and choices; of the assignments only those to variables that the
/// failed condition (or the failing expression) names.
fn relevant(events: Vec<TraceEvent>, violation: &Violation) -> Vec<TraceEvent> {
    let blamed = match (&violation.failed, &violation.location) {
        (Some(failed), _) => failed.text.clone(),
        (None, Some(location)) if violation.blocked.is_empty() => location.snippet().to_owned(),
        _ => String::new(),
    };
    let names: Vec<&str> = words(&blamed).collect();
    events
        .into_iter()
        .filter(|event| {
            event.kind != EventKind::Assign
                || words(&event.text)
                    .next()
                    .is_some_and(|name| names.contains(&name))
        })
        .collect()
}

/// The identifiers in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}
