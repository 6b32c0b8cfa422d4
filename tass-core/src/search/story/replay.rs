//! A found violation, executed again with the inputs fixed: what is printed really happens.

use std::collections::VecDeque;

use crate::comm::CommModel;
use crate::exec::{Failure, Findings, Input, Observer, Step, Tracer, Transition};
use crate::report::{Inconclusive, Kind, Violation};
use crate::search::found::Found;
use crate::search::rest::deadlock::AtRest;
use crate::search::run::Run;
use crate::search::story::Story;
use crate::search::story::explain::Race;
use crate::state::State;
use crate::symbolic::{Model, Node};

/// One execution on concrete inputs, and the record of it.
pub(in crate::search) struct Replay<'r, 'a, C: CommModel> {
    pub(in crate::search) run: &'r mut Run<'a, C>,
    pub(in crate::search) tracer: Tracer,
    /// The wildcard receives that had a choice.
    pub(in crate::search) races: Vec<Race>,
    /// What its steps have found out.
    pub(in crate::search) findings: Findings,
}

impl<C: CommModel> Run<'_, C> {
    /// Replays a violation along its path and tells its story; an error if it does not happen
    /// again.
    pub(crate) fn replay(
        &mut self,
        found: &Found,
        inputs: &[Input],
    ) -> Result<Violation, Inconclusive> {
        let model = self.whole_model(found);
        let inputs = self.concrete_inputs(inputs, &model);
        let mut replay = Replay::of(self, found, &model);
        let (state, failure) = replay.follow(found, &inputs)?;
        let Replay { tracer, races, .. } = replay;
        let story = Story {
            run: self,
            tracer,
            races,
        };
        Ok(story.tell(failure, &state, &inputs, &found.path))
    }

    /// Does a violation happen along its path, on these inputs?
    pub(in crate::search) fn happens(
        &mut self,
        found: &Found,
        model: &Model,
        inputs: &[Input],
    ) -> bool {
        let mut replay = Replay::of(self, found, model);
        replay.follow(found, inputs).is_ok()
    }

    /// The inputs, with values in the place of symbols.
    pub(crate) fn concrete_inputs(&mut self, inputs: &[Input], model: &Model) -> Vec<Input> {
        let inputs = inputs.iter().map(|input| Input {
            name: input.name.clone(),
            ty: input.ty.clone(),
            value: model.reify(&mut self.engine.store, input.value),
        });
        inputs.collect()
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
            let Some(value) = model.eval(&self.engine.store, definition) else {
                continue;
            };
            if let Node::Sym(id) = self.engine.store.node(symbol) {
                model.set_symbol(*id, value);
            }
        }
        model
    }
}

impl<'r, 'a, C: CommModel> Replay<'r, 'a, C> {
    pub(in crate::search) fn new(run: &'r mut Run<'a, C>, tracer: Tracer) -> Replay<'r, 'a, C> {
        Replay {
            run,
            tracer,
            races: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// The replay of a violation, with the choices that the model makes.
    fn of(run: &'r mut Run<'a, C>, found: &Found, model: &Model) -> Replay<'r, 'a, C> {
        let mut tracer = Tracer::default();
        for step in &found.path {
            for &chosen in &step.notes.chosen {
                let value = model.reify(&mut run.engine.store, chosen);
                tracer
                    .chosen
                    .entry(step.transition.process)
                    .or_insert_with(VecDeque::new)
                    .push_back(value);
            }
        }
        Replay::new(run, tracer)
    }

    /// One step, which is recorded.
    pub(in crate::search) fn step(&mut self, state: &State, transition: Transition) -> Step {
        let race = self.run.race_of(state, transition);
        self.races.extend(race);
        let observer = Observer::of(&mut self.tracer);
        let engine = &mut self.run.engine;
        let stepper = engine.stepper(self.run.mode, &mut self.findings, observer);
        stepper.step(state, transition)
    }

    /// Follows the path to its end, and gives the state and the failure there.
    fn follow(
        &mut self,
        found: &Found,
        inputs: &[Input],
    ) -> Result<(State, Failure), Inconclusive> {
        let failed = |detail: String| Inconclusive::ReplayFailed { detail };
        let pc = self.run.engine.prover.top();
        let mut state = self.run.engine.initial(pc, inputs);
        for (i, step) in found.path.iter().enumerate() {
            let last = i + 1 == found.path.len();
            if !self.run.enabled(&state).all().contains(&step.transition) {
                return Err(failed(format!(
                    "step {} of the replay is not possible",
                    i + 1
                )));
            }
            self.tracer.open.clone_from(&step.notes.open);
            let outcomes = self.step(&state, step.transition).outcomes;
            if !self.findings.undecided.is_empty() {
                return Err(self.findings.undecided.swap_remove(0));
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
                if last || !self.run.mode.all_violations {
                    return Err(failed(format!(
                        "step {} of the replay failed with {}",
                        i + 1,
                        failure.kind.name()
                    )));
                }
            }
            state = outcome.state;
        }
        let enabled = self.run.enabled(&state);
        let kind = found.failure.kind;
        let in_a_state = self.run.engine.program.memory.is_used() && shows_in_a_state(kind);
        let shown = in_a_state && self.run.broken(&state).iter().any(|left| left.kind == kind);
        let again = shown
            || match kind {
                Kind::PotentialDeadlock => enabled.stuck() && enabled.buffering_helps(),
                // Processes may wait for shared variables, or for messages.
                kind if kind.is_deadlock() => {
                    enabled.stuck()
                        && !enabled.buffering_helps()
                        && enabled.done < self.run.engine.sides.total()
                        && self.run.kind_of_deadlock(&state) == kind
                }
                _ => !in_a_state && enabled.done == self.run.engine.sides.total(),
            };
        if !again {
            return Err(failed(format!(
                "the replay did not end in {}",
                found.failure.kind.name()
            )));
        }
        let mut failure = found.failure.clone();
        if enabled.done == self.run.engine.sides.total() && !shows_in_a_state(failure.kind) {
            let same = |left: &AtRest| left.kind == failure.kind && left.process == failure.process;
            match self.run.left_behind(&state).into_iter().find(same) {
                Some(left) => {
                    let left = left.seen_by(&self.tracer, self.run.engine.sides);
                    failure.message = left.message;
                    failure.site = left.site;
                }
                None => return Err(failed("the replay left nothing behind".into())),
            }
        }
        Ok((state, failure))
    }
}

/// Violations that a global state shows, whatever its processes do next.
fn shows_in_a_state(kind: Kind) -> bool {
    matches!(kind, Kind::Deadlock | Kind::MutualExclusion | Kind::Always)
}
