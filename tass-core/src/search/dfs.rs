//! The depth-first search.

use std::sync::Arc;
use std::time::Instant;

use super::explain::Race;
use super::fate::Fates;
use super::reduction::Transition;
use crate::budget::{heap, hold, release};
use crate::comm::CommModel;
use crate::exec::{Failure, Input, Machine, Notes, held};
use crate::options::{Options, Violations};
use crate::program::ast::Function;
use crate::progress::{self, Counters};
use crate::report::Inconclusive;
use crate::state::{State, StateId};

/// A violation with the path that leads to it.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) failure: Failure,
    pub(crate) path: Vec<PathStep>,
    /// The state in which it happens.
    pub(crate) state: Option<State>,
    /// Does the state show it that the path leads to? Otherwise it is the last step that fails.
    pub(crate) at_rest: bool,
}

/// A step of a path.
#[derive(Clone, Debug)]
pub(crate) struct PathStep {
    pub(crate) transition: Transition,
    pub(crate) notes: Notes,
}

/// A state on the search stack.
struct Visit {
    id: StateId,
    todo: Vec<Transition>,
    next: usize,
    /// Outcomes of the transition under way, still to be explored, last first.
    outcomes: Vec<(State, Notes)>,
    full: bool,
    /// How this state was reached.
    step: Option<PathStep>,
    /// The bytes that this takes.
    held: usize,
}

/// A search under way.
pub(crate) struct Dfs<'a, C: CommModel> {
    pub(crate) machine: Machine<'a, C>,
    pub(crate) options: &'a Options,
    pub(crate) start: Instant,
    stack: Vec<Visit>,
    /// In a breadth-first search, which has no stack: the steps to the state at hand.
    pub(crate) trail: Vec<PathStep>,
    on_stack: Vec<bool>,
    /// What the processes are given, once the search has started.
    pub(crate) inputs: Vec<Input>,
    /// The state in which nothing has happened, once the search has started.
    pub(crate) first: Option<State>,
    pub(crate) found: Vec<Found>,
    pub(crate) exhausted: Option<Inconclusive>,
    pub(crate) steps: u64,
    pub(crate) depth: u64,
    /// In a replay: the wildcard receives that had a choice.
    pub(crate) races: Vec<Race>,
    /// Did an execution come to an end, good or bad?
    pub(crate) ended: bool,
    /// What becomes of states that are stuck without buffering.
    pub(crate) fates: Fates,
    /// Who waits for us is told how far we have got.
    progress: Option<Arc<Counters>>,
}

impl<'a, C: CommModel> Dfs<'a, C> {
    pub(crate) fn new(machine: Machine<'a, C>, options: &'a Options, start: Instant) -> Dfs<'a, C> {
        Dfs {
            machine,
            options,
            start,
            stack: Vec::new(),
            trail: Vec::new(),
            on_stack: Vec::new(),
            inputs: Vec::new(),
            first: None,
            found: Vec::new(),
            exhausted: None,
            steps: 0,
            depth: 0,
            races: Vec::new(),
            ended: false,
            fates: Fates::new(options.reduction),
            progress: progress::current(),
        }
    }

    /// Explores everything, or up to the first violation, or until a budget runs out.
    pub(crate) fn run(&mut self, function: &Function) {
        let (inputs, conditions) = self.machine.inputs(function);
        let mut pc = self.machine.prover.top();
        for condition in conditions {
            if let Some(assumed) =
                self.machine
                    .prover
                    .assume(&mut self.machine.store, pc, condition)
            {
                pc = assumed.pc;
            }
        }
        self.machine.inputs_end_here();
        let state = self.machine.initial(pc, &inputs);
        self.inputs = inputs;
        self.first = Some(state.clone());
        if self.machine.program.memory.is_used() {
            self.breadth_first(state);
            return;
        }
        self.visit(state, None);
        while !self.finished() {
            let Some(top) = self.stack.last_mut() else {
                break;
            };
            if let Some((state, notes)) = top.outcomes.pop() {
                release(held(&state, &notes));
                let transition = top.todo[top.next - 1];
                self.visit(state, Some(PathStep { transition, notes }));
            } else if let Some(&transition) = top.todo.get(top.next) {
                top.next += 1;
                let id = top.id;
                self.take(id, transition);
            } else {
                let done = self.stack.pop().expect("just looked at");
                release(done.held);
                self.on_stack[done.id.0 as usize] = false;
            }
        }
    }

    pub(crate) fn finished(&mut self) -> bool {
        if self.exhausted.is_some()
            || (self.options.violations == Violations::First && !self.found.is_empty())
        {
            return true;
        }
        if let Some(progress) = &self.progress
            && self.steps.is_multiple_of(16)
        {
            let obligations = self.machine.prover.stats().obligations;
            progress.search(self.machine.states.len() as u64, self.depth, obligations);
        }
        if let Some(limit) = self.options.timeout
            && self.start.elapsed() > limit
        {
            self.exhausted = Some(Inconclusive::Timeout(limit));
            return true;
        }
        false
    }

    /// Executes a transition of the state on top of the stack.
    fn take(&mut self, id: StateId, transition: Transition) {
        self.steps += 1;
        let state = self.machine.states.state(id).clone();
        let outcomes = self
            .machine
            .step(&state, transition.process, transition.choice);
        let mut next = Vec::new();
        for outcome in outcomes {
            if let Some(failure) = outcome.failure {
                self.violation(
                    *failure,
                    Some(PathStep {
                        transition,
                        notes: outcome.notes.clone(),
                    }),
                    Some(outcome.state.clone()),
                );
                if self.options.violations == Violations::First {
                    return;
                }
            }
            hold(held(&outcome.state, &outcome.notes));
            next.push((outcome.state, outcome.notes));
        }
        if !self.machine.cut.is_empty() && !self.all_cut_alike(&state, transition) {
            // What was left out is left out for the others as well: they have to be looked at without it.
            self.expand_fully();
        }
        next.reverse();
        self.stack.last_mut().expect("its state is on top").outcomes = next;
    }

    /// Arrives at a state.
    fn visit(&mut self, state: State, step: Option<PathStep>) {
        let (id, new) = self.machine.states.state_id(state);
        if !new {
            if self.on_stack[id.0 as usize] && !self.all_moved_since(id, step.as_ref()) {
                // The cycle proviso: the state on top leads back into the stack, so nobody may be left out there.
                self.expand_fully();
            }
            return;
        }
        if self.machine.states.len() as u64 > self.options.max_states {
            self.exhausted = Some(Inconclusive::MaxStates(self.options.max_states));
            return;
        }
        if self.stack.len() as u64 >= self.options.max_depth {
            self.exhausted = Some(Inconclusive::MaxDepth(self.options.max_depth));
            return;
        }
        let state = self.machine.states.state(id).clone();
        let enabled = self.enabled(&state);
        let last = step.as_ref().map(|s| s.transition.process);
        self.on_stack.resize(self.machine.states.len(), false);
        self.on_stack[id.0 as usize] = true;
        let notes = step.as_ref().map_or(0, |step| step.notes.heap_bytes());
        let held = size_of::<Visit>() + heap(4 * size_of::<Transition>()) + notes;
        hold(held);
        self.stack.push(Visit {
            id,
            todo: Vec::new(),
            next: 0,
            outcomes: Vec::new(),
            full: false,
            step,
            held,
        });
        self.depth = self.depth.max(self.stack.len() as u64);
        if let Some(reason) = self.runaway() {
            self.exhausted = Some(reason);
            return;
        }
        self.at_rest(&state, &enabled);
        if self.finished() {
            return;
        }
        let (todo, full) = self.ample(id, &enabled, last);
        let top = self.stack.last_mut().expect("just pushed");
        top.todo = todo;
        top.full = full;
    }

    /// On a way back to a state on the stack: does every process that can move there move on the way? Then nobody waits for ever: what a
    /// process can do stays possible until it moves, and where it moves, all that it can do is explored.
    fn all_moved_since(&self, id: StateId, step: Option<&PathStep>) -> bool {
        let since = self.stack.iter().rposition(|visit| visit.id == id);
        let on_the_way = self.stack[since.map_or(0, |at| at + 1)..].iter();
        let steps = on_the_way
            .filter_map(|visit| visit.step.as_ref())
            .chain(step);
        let moved: Vec<usize> = steps.map(|s| s.transition.process).collect();
        let state = self.machine.states.state(id);
        let all = self.enabled(state).all();
        all.iter().all(|t| moved.contains(&t.process))
    }

    /// The state on top.
    pub(crate) fn top(&self) -> Option<StateId> {
        self.stack.last().map(|visit| visit.id)
    }

    /// How many receives on the path could have taken another message.
    pub(crate) fn choices_on_path(&self) -> u64 {
        let several = |visit: &&Visit| {
            let todo = &visit.todo;
            let first = todo.first().map(|t| t.process);
            todo.iter().filter(|t| Some(t.process) == first).count() > 1
        };
        self.stack.iter().filter(several).count() as u64
    }

    /// The steps that lead to the state on top.
    pub(crate) fn steps_taken(&self) -> impl DoubleEndedIterator<Item = &PathStep> {
        self.stack.iter().filter_map(|visit| visit.step.as_ref())
    }

    /// The states on the path that some steps lead to.
    pub(crate) fn states_after(
        &self,
        wanted: impl Fn(&PathStep) -> bool,
    ) -> impl Iterator<Item = StateId> {
        let visits = self.stack.iter();
        visits
            .filter(move |visit| visit.step.as_ref().is_some_and(&wanted))
            .map(|visit| visit.id)
    }

    /// Takes back the reduction in the state on top.
    fn expand_fully(&mut self) {
        let top = self.stack.last().expect("a step starts at the top");
        if top.full {
            return;
        }
        let state = self.machine.states.state(top.id).clone();
        let all = self.enabled(&state).all();
        let top = self.stack.last_mut().expect("as above");
        let missing: Vec<Transition> = all.into_iter().filter(|t| !top.todo.contains(t)).collect();
        top.todo.extend(missing);
        top.full = true;
    }

    /// After a step that left executions out: would the step of every other process leave out the same, and fail nowhere? Then it
    /// makes no difference who is first. (That is so where all processes begin with the same `assume!`, whatever they do then. What others see
    /// of a process before its `assume!` may let them go on, or fail: there it is not the same.)
    fn all_cut_alike(&mut self, state: &State, taken: Transition) -> bool {
        let mine = self.machine.cut.clone();
        if mine.gave_up || self.stack.last().is_none_or(|top| top.full) {
            return !mine.gave_up;
        }
        let others = self
            .enabled(state)
            .all()
            .into_iter()
            .filter(|t| t.process != taken.process);
        for other in others.collect::<Vec<_>>() {
            let outcomes = self.machine.step(state, other.process, other.choice);
            if outcomes.iter().any(|o| o.failure.is_some()) || self.machine.cut != mine {
                return false;
            }
        }
        true
    }

    /// Records a violation, unless the same was found before.
    pub(crate) fn violation(
        &mut self,
        failure: Failure,
        step: Option<PathStep>,
        state: Option<State>,
    ) {
        let same = |f: &Found| {
            f.failure.kind == failure.kind
                && f.failure.site == failure.site
                && f.failure.process == failure.process
        };
        if self.found.iter().any(same) {
            return;
        }
        let at_rest = step.is_none();
        let mut path: Vec<PathStep> = self.stack.iter().filter_map(|v| v.step.clone()).collect();
        path.extend(self.trail.iter().cloned());
        path.extend(step);
        self.found.push(Found {
            failure,
            path,
            state,
            at_rest,
        });
    }
}
