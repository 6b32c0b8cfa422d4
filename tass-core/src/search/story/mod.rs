//! The story of an execution that went wrong: what is told of it, and what is left out.

pub(in crate::search) mod decisive;
pub(in crate::search) mod explain;
pub(in crate::search) mod left_out;
pub(in crate::search) mod relevant;
pub(in crate::search) mod replay;
pub(in crate::search) mod standing;

use crate::comm::CommModel;
use crate::exec::{Failure, Input, Tracer, shown_input};
use crate::report::{
    Choice, EventKind, FailedCondition, InputValue, Kind, Note, ScheduleStep, TraceEvent, Violation,
};
use crate::search::found::PathStep;
use crate::search::run::Run;
use crate::search::story::explain::{Race, remedy};
use crate::search::story::left_out::leave_out;
use crate::search::story::relevant::Blamed;
use crate::state::State;

/// An execution that was recorded.
pub(in crate::search) struct Story<'r, 'a, C: CommModel> {
    pub(in crate::search) run: &'r mut Run<'a, C>,
    pub(in crate::search) tracer: Tracer,
    /// The wildcard receives that had a choice.
    pub(in crate::search) races: Vec<Race>,
}

impl<C: CommModel> Story<'_, '_, C> {
    /// The story of an execution that ends in a failure.
    pub(in crate::search) fn tell(
        mut self,
        mut failure: Failure,
        state: &State,
        inputs: &[Input],
        path: &[PathStep],
    ) -> Violation {
        let run = &mut *self.run;
        run.blame_always(&mut failure, state);
        let mut violation = run.violation_text(&failure, inputs);
        violation.values = run.given_values(inputs);
        violation.choices = run.choices_made(&self.tracer);
        violation.schedule = path
            .iter()
            .map(|step| ScheduleStep {
                process: step.transition.process,
                choice: step.transition.choice.unwrap_or(0),
            })
            .collect();
        if failure.kind.is_deadlock() {
            if failure.kind == Kind::PotentialDeadlock {
                violation.headline = Some(run.held_back(state).0);
            }
            violation.blocked = run.blocked(state);
            let help = failure.kind.help().map(str::to_owned);
            violation.help = help.or_else(|| run.advice(state));
            violation.notes.extend(run.circle(state));
        } else {
            let help = remedy(&run.engine.program, &failure, &violation).map(str::to_owned);
            violation.help = help.or_else(|| run.untyped(&failure));
        }
        if let Some(process) = failure.process.filter(|_| failure.kind.is_local()) {
            let calls = run.call_notes(state, process);
            violation.notes.extend(calls);
        }
        let race = self.race_note(&failure);
        violation.notes.extend(race);
        let engine = &self.run.engine;
        let mut blamed = Blamed::of(&engine.program, &failure, &violation);
        let recorded = std::mem::take(&mut self.tracer.events).into_iter();
        let mut events: Vec<TraceEvent> = recorded
            .map(|event| {
                let shown = blamed.concerns(&event);
                engine.told(event, shown)
            })
            .collect();
        leave_out(&mut events, &violation);
        let left_behind = matches!(
            failure.kind,
            Kind::UnreceivedMessage | Kind::CollectiveIncomplete
        );
        let failing = failure
            .process
            .filter(|_| violation.blocked.is_empty() && !left_behind);
        self.standing(&mut events, state, failing);
        if let Some(process) = failing {
            let changes = self
                .run
                .engine
                .last_changes(&mut self.tracer, state, process);
            events.push(TraceEvent {
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
        violation.trace = events;
        violation
    }
}

impl<C: CommModel> Run<'_, C> {
    /// The inputs, as values that a test can be given.
    fn given_values(&mut self, inputs: &[Input]) -> Vec<InputValue> {
        let values = inputs.iter().map(|input| InputValue {
            name: input.name.clone(),
            value: self.engine.value(&input.ty, input.value),
            text: shown_input(&self.engine.store, &input.ty, input.value),
        });
        values.collect()
    }

    /// The choices made, as values that a test can be given.
    fn choices_made(&self, tracer: &Tracer) -> Vec<Choice> {
        let made = tracer.made.iter();
        made.filter_map(|&(process, value)| {
            let value = self.engine.integer(value)?;
            Some(Choice { process, value })
        })
        .collect()
    }

    fn violation_text(&self, failure: &Failure, inputs: &[Input]) -> Violation {
        let store = &self.engine.store;
        let mut violation = Violation::new(failure.kind, failure.message.clone());
        violation.process = failure.process;
        violation.location = failure
            .site
            .map(|(graph, span)| self.engine.program.location(graph, span));
        violation.notes = failure
            .notes
            .iter()
            .map(|(graph, span, text)| Note {
                location: Some(self.engine.program.location(*graph, *span)),
                text: text.clone(),
            })
            .collect();
        violation.inputs = inputs
            .iter()
            .map(|i| (i.name.clone(), shown_input(store, &i.ty, i.value)))
            .collect();
        if let (Some(part), Some((graph, _))) = (&failure.condition, failure.site) {
            let location = self.engine.program.location(graph, part.span);
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
                        let source = self.engine.program.location(graph, part.span);
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
