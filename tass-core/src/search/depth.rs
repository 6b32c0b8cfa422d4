//! Depth-first search, for programs that send messages.

use crate::budget::{heap, hold, release};
use crate::comm::CommModel;
use crate::exec::{Cut, Notes, Transition, held};
use crate::options::Violations;
use crate::report::Inconclusive;
use crate::search::found::PathStep;
use crate::search::run::Run;
use crate::state::{State, StateId};

/// A search under way: the states from the first to the one at hand.
pub(crate) struct Depth<'r, 'a, C: CommModel> {
    run: &'r mut Run<'a, C>,
    stack: &'r mut Stack,
}

/// The way to the state on top, kept apart from the search: a report tells of it if the search is
/// left.
#[derive(Default)]
pub(crate) struct Stack {
    visits: Vec<Visit>,
    on_stack: Vec<bool>,
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

impl Stack {
    /// The state on top.
    pub(super) fn top(&self) -> Option<StateId> {
        self.visits.last().map(|visit| visit.id)
    }

    /// How many receives on the path could have taken another message.
    pub(super) fn choices(&self) -> u64 {
        let several = |visit: &&Visit| {
            let todo = &visit.todo;
            let first = todo.first().map(|t| t.process);
            todo.iter().filter(|t| Some(t.process) == first).count() > 1
        };
        self.visits.iter().filter(several).count() as u64
    }

    /// The steps that lead to the state on top.
    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = &PathStep> {
        self.visits.iter().filter_map(|visit| visit.step.as_ref())
    }

    /// The states on the path that some steps lead to.
    pub(super) fn states_after(
        &self,
        wanted: impl Fn(&PathStep) -> bool,
    ) -> impl Iterator<Item = StateId> {
        let visits = self.visits.iter();
        visits
            .filter(move |visit| visit.step.as_ref().is_some_and(&wanted))
            .map(|visit| visit.id)
    }

    fn is_full(&self) -> bool {
        self.visits.last().is_none_or(|top| top.full)
    }
}

impl<'r, 'a, C: CommModel> Depth<'r, 'a, C> {
    pub(crate) fn new(run: &'r mut Run<'a, C>, stack: &'r mut Stack) -> Depth<'r, 'a, C> {
        Depth { run, stack }
    }

    /// Explores everything, or up to the first violation, or until a budget runs out.
    pub(crate) fn explore(&mut self, first: State) {
        self.visit(first, None);
        while !self.run.finished() {
            let Some(top) = self.stack.visits.last_mut() else {
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
                let done = self.stack.visits.pop().expect("just looked at");
                release(done.held);
                self.stack.on_stack[done.id.0 as usize] = false;
            }
        }
    }

    /// Executes a transition of the state on top of the stack.
    fn take(&mut self, id: StateId, transition: Transition) {
        let run = &mut *self.run;
        run.steps += 1;
        let state = run.engine.states.state(id).clone();
        let step = run.step(&state, transition);
        let mut next = Vec::new();
        for outcome in step.outcomes {
            if let Some(failure) = outcome.failure {
                let notes = outcome.notes.clone();
                let last = Some(PathStep { transition, notes });
                let path = || self.stack.steps().cloned().collect();
                run.violation(*failure, path, last, Some(outcome.state.clone()));
                if run.options.violations == Violations::First {
                    return;
                }
            }
            hold(held(&outcome.state, &outcome.notes));
            next.push((outcome.state, outcome.notes));
        }
        if !step.cut.is_empty() && !self.all_cut_alike(&state, transition, &step.cut) {
            // What was left out is left out for the others as well: they have to be looked at
            // without it.
            self.expand_fully();
        }
        next.reverse();
        let top = self.stack.visits.last_mut();
        top.expect("its state is on top").outcomes = next;
    }

    /// Arrives at a state.
    fn visit(&mut self, state: State, step: Option<PathStep>) {
        let (id, new) = self.run.engine.states.state_id(state);
        if !new {
            if self.stack.on_stack[id.0 as usize] && !self.all_moved_since(id, step.as_ref()) {
                // The cycle proviso: the state on top leads back into the stack, so nobody may be
                // left out there.
                self.expand_fully();
            }
            return;
        }
        let run = &mut *self.run;
        if run.engine.states.len() as u64 > run.options.max_states {
            run.exhausted = Some(Inconclusive::MaxStates(run.options.max_states));
            return;
        }
        if self.stack.visits.len() as u64 >= run.options.max_depth {
            run.exhausted = Some(Inconclusive::MaxDepth(run.options.max_depth));
            return;
        }
        let state = run.engine.states.state(id).clone();
        let enabled = run.enabled(&state);
        let last = step.as_ref().map(|s| s.transition.process);
        self.stack.push(id, step, run.engine.states.len());
        run.depth = run.depth.max(self.stack.visits.len() as u64);
        if let Some(reason) = run.runaway(self.stack) {
            run.exhausted = Some(reason);
            return;
        }
        for failure in run.at_rest(&state, &enabled) {
            let path = || self.stack.steps().cloned().collect();
            run.violation(failure, path, None, Some(state.clone()));
        }
        if run.finished() {
            return;
        }
        let (todo, full) = run.ample(id, &enabled, last);
        let top = self.stack.visits.last_mut().expect("just pushed");
        top.todo = todo;
        top.full = full;
    }

    /// On a way back to a state on the stack: does every process that can move there move on the
    /// way? Then nobody waits for ever: what a process can do stays possible until it moves, and
    /// where it moves, all that it can do is explored.
    fn all_moved_since(&self, id: StateId, step: Option<&PathStep>) -> bool {
        let visits = &self.stack.visits;
        let since = visits.iter().rposition(|visit| visit.id == id);
        let on_the_way = visits[since.map_or(0, |at| at + 1)..].iter();
        let steps = on_the_way
            .filter_map(|visit| visit.step.as_ref())
            .chain(step);
        let moved: Vec<usize> = steps.map(|s| s.transition.process).collect();
        let state = self.run.engine.states.state(id);
        let all = self.run.enabled(state).all();
        all.iter().all(|t| moved.contains(&t.process))
    }

    /// Takes back the reduction in the state on top.
    fn expand_fully(&mut self) {
        if self.stack.is_full() {
            return;
        }
        let top = self.stack.visits.last_mut().expect("one that is not full");
        let state = self.run.engine.states.state(top.id);
        let all = self.run.enabled(state).all();
        let missing: Vec<Transition> = all.into_iter().filter(|t| !top.todo.contains(t)).collect();
        top.todo.extend(missing);
        top.full = true;
    }

    /// After a step that left executions out: would the step of every other process leave out the
    /// same, and fail nowhere? Then it makes no difference who is first. (That is so where all
    /// processes begin with the same `assume!`, whatever they do then. What others see of a process
    /// before its `assume!` may let them go on, or fail: there it is not the same.)
    fn all_cut_alike(&mut self, state: &State, taken: Transition, mine: &Cut) -> bool {
        if mine.gave_up || self.stack.is_full() {
            return !mine.gave_up;
        }
        let others = self.run.enabled(state).all().into_iter();
        for other in others.filter(|t| t.process != taken.process) {
            let step = self.run.step(state, other);
            if step.outcomes.iter().any(|o| o.failure.is_some()) || step.cut != *mine {
                return false;
            }
        }
        true
    }
}

impl Stack {
    /// A state is reached for the first time; `states`: how many there are.
    fn push(&mut self, id: StateId, step: Option<PathStep>, states: usize) {
        self.on_stack.resize(states, false);
        self.on_stack[id.0 as usize] = true;
        let notes = step.as_ref().map_or(0, |step| step.notes.heap_bytes());
        let held = size_of::<Visit>() + heap(4 * size_of::<Transition>()) + notes;
        hold(held);
        self.visits.push(Visit {
            id,
            todo: Vec::new(),
            next: 0,
            outcomes: Vec::new(),
            full: false,
            step,
            held,
        });
    }
}
