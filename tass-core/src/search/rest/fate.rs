//! Would buffering help? What becomes of a state that is stuck for a library that does not buffer.
//!
//! Call such a state *doomed* if every continuation, with all that a library may buffer, is finite
//! and ends in a state in which nothing can move, though not all processes have ended: a tag that
//! nobody sends, a missing receive, a circle of receives. Then not buffering is not what is wrong.
//! The state is no violation of its own: the search goes on and meets the deadlock itself, where
//! the report can say what everybody waits for. A state that is not doomed is a potential deadlock;
//! for the inputs of a continuation that ends otherwise, be it by another failure.
//!
//! With buffering taken for granted, every move but a wildcard's is free
//! ([`crate::search::moves::reduction`]), so one of them is enough: all ends are found, since a
//! free move can be put in front of every execution that leads to an end; and so is an execution
//! that does not end, since the free move is part of it, or can be put in front of it as well. A
//! step that comes back to where it came from is such an execution.
//!
//! The effort is counted in steps. If it is used up, the state is *not known* to be doomed, and a
//! potential deadlock.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::comm::CommModel;
use crate::exec::{Step, Transition};
use crate::prover::PcId;
use crate::search::detour::Effort;
use crate::search::moves::reduction::Enabled;
use crate::search::run::Run;
use crate::state::State;
use crate::symbolic::ExprId;

/// Steps, and questions to Z3, that are spent on such states in one run.
const STEPS: u64 = 20_000;
const QUESTIONS: u64 = 400;
/// How many times more where nothing is reduced.
const UNREDUCED: u64 = 10;

/// Symbols that steps have eliminated, in order, and what they were.
type Solved = Vec<(ExprId, ExprId)>;

/// What becomes of a state.
#[derive(Clone)]
pub(crate) enum Fate {
    /// Whatever is buffered, some processes wait for ever in the end.
    Doomed,
    /// Not all of them need wait for ever, for these inputs.
    Open(Rc<Escape>),
    /// The effort was not enough to tell.
    Unknown,
}

/// Inputs for which a state is not doomed.
pub(crate) struct Escape {
    /// The path condition of a continuation that ends otherwise.
    pub(crate) pc: PcId,
    /// The symbols that it has eliminated.
    pub(crate) solved: Solved,
}

/// What is known of the fates of states, and the effort that is left.
pub(crate) struct Fates {
    known: FxHashMap<State, Fate>,
    /// Was something left out, since a loop has come around too often?
    cut: bool,
    effort: Effort,
}

impl Fates {
    pub(crate) fn new(reduction: bool) -> Fates {
        let times = if reduction { 1 } else { UNREDUCED };
        Fates {
            known: FxHashMap::default(),
            cut: false,
            effort: Effort::of(times * STEPS, times * QUESTIONS),
        }
    }
}

/// The states on the way.
#[derive(Default)]
struct Way {
    stack: Vec<Visit>,
    /// Has somebody asked in vain, in a circle?
    circles: bool,
    /// All that have been come to: nobody ends otherwise from those that are done.
    seen: FxHashSet<State>,
    on_stack: FxHashSet<State>,
}

struct Visit {
    state: State,
    todo: Vec<Transition>,
    /// Where the transition under way has led, still to be looked at.
    next: Vec<(State, Solved)>,
    /// What the step to this state has eliminated.
    solved: Solved,
    /// Did nothing happen in the step but that somebody asked in vain, or ran local code?
    idle: bool,
    /// The moves by which somebody is told that nothing has happened.
    idles: Vec<Transition>,
    /// Is the transition under way one of these, or local code?
    asks: bool,
}

/// Why an exploration ends before all is seen.
enum End {
    Open(Escape),
    Unknown,
}

impl<C: CommModel> Run<'_, C> {
    /// What becomes of a state in which only moves are left that need buffering.
    pub(crate) fn fate(&mut self, state: &State) -> Fate {
        if let Some(known) = self.fates.known.get(state) {
            return known.clone();
        }
        self.fates.cut = false;
        let fate = match self.follow_up(state) {
            Ok(()) if self.fates.cut => Fate::Unknown,
            Ok(()) => Fate::Doomed,
            Err(End::Open(escape)) => Fate::Open(Rc::new(escape)),
            Err(End::Unknown) => Fate::Unknown,
        };
        self.fates.known.insert(state.clone(), fate.clone());
        fate
    }

    /// Explores all continuations, as long as they end where nothing moves.
    fn follow_up(&mut self, state: &State) -> Result<(), End> {
        let mut way = Way::default();
        self.come_to(&mut way, state.clone(), Vec::new(), false)?;
        while let Some(top) = way.stack.last_mut() {
            if let Some((state, solved)) = top.next.pop() {
                let idle = top.asks;
                self.come_to(&mut way, state, solved, idle)?;
            } else if let Some(transition) = top.todo.pop() {
                let state = top.state.clone();
                top.asks = transition.choice.is_none() || top.idles.contains(&transition);
                let next = self.lead(&way, &state, transition)?;
                way.stack.last_mut().expect("as above").next = next;
            } else if let Some(done) = way.stack.pop() {
                way.on_stack.remove(&done.state);
                // In a circle, what becomes of a state depends on those that are not done.
                if !self.fates.cut && !way.circles {
                    self.fates.known.insert(done.state, Fate::Doomed);
                }
            }
        }
        if !self.fates.cut && way.circles {
            let doomed = way.seen.into_iter().map(|state| (state, Fate::Doomed));
            self.fates.known.extend(doomed);
        }
        Ok(())
    }

    fn come_to(
        &mut self,
        way: &mut Way,
        state: State,
        solved: Solved,
        idle: bool,
    ) -> Result<(), End> {
        // Where it is open, it is so for inputs in other terms: that is found out again.
        if let Some(Fate::Doomed) = self.fates.known.get(&state) {
            return Ok(());
        }
        let enabled = self.enabled(&state);
        let ended = enabled.done == self.engine.sides.total();
        if !ended && idle && way.only_asked_since(&state) {
            // The library does not say no for ever where something else can happen; what else can
            // happen is looked at.
            way.circles = true;
            return Ok(());
        }
        if !ended && !way.seen.insert(state.clone()) && !way.on_stack.contains(&state) {
            // What comes of it has been looked at on this way, but for what is still on it: and
            // that is being looked at.
            return Ok(());
        }
        // It has come to its end, or goes on for ever.
        if ended || !way.on_stack.insert(state.clone()) {
            return Err(End::Open(Escape {
                pc: state.pc,
                solved: way.eliminated(&solved),
            }));
        }
        let mut todo = self.with_buffering(&state, &enabled);
        todo.reverse();
        way.stack.push(Visit {
            state,
            todo,
            next: Vec::new(),
            solved,
            idle,
            idles: enabled.idle,
            asks: false,
        });
        Ok(())
    }

    /// Where a transition leads, unless somebody fails or an assumption does not hold.
    fn lead(
        &mut self,
        way: &Way,
        state: &State,
        transition: Transition,
    ) -> Result<Vec<(State, Solved)>, End> {
        let mut effort = self.fates.effort;
        let step = self.try_step(state, transition, &mut effort);
        self.fates.effort = effort;
        let Step { outcomes, cut, .. } = step.ok_or(End::Unknown)?;
        for assumption in cut.assumptions {
            let broken = self.engine.store.not(assumption.cond);
            self.open_where(way, &assumption.solved, assumption.pc, broken)?;
        }
        if cut.gave_up && !self.mode.is_bounded() {
            return Err(End::Unknown);
        }
        // Of the others, one may end well.
        self.fates.cut |= cut.gave_up;
        let mut next = Vec::new();
        for outcome in outcomes {
            if let Some(failure) = outcome.failure {
                self.open_where(way, &outcome.notes.solved, failure.pc, failure.wrong)?;
                return Err(End::Unknown);
            }
            next.push((outcome.state, outcome.notes.solved));
        }
        next.reverse();
        Ok(next)
    }

    /// The state is open for the inputs of `pc` of which `cond` holds, if there are any.
    fn open_where(
        &mut self,
        way: &Way,
        solved: &[(ExprId, ExprId)],
        pc: PcId,
        cond: ExprId,
    ) -> Result<(), End> {
        let (prover, store) = (&mut self.engine.prover, &mut self.engine.store);
        let Some(assumed) = prover.assume(store, pc, cond) else {
            return Ok(());
        };
        let mut solved = way.eliminated(solved);
        solved.extend(assumed.substitution.iter().flat_map(|s| s.iter()));
        Err(End::Open(Escape {
            pc: assumed.pc,
            solved,
        }))
    }

    /// The moves to explore where everything may be buffered.
    fn with_buffering(&self, state: &State, enabled: &Enabled) -> Vec<Transition> {
        let free = self.closest(state, &enabled.free);
        match free.or(enabled.eager.first().copied()) {
            Some(free) if self.options.reduction => vec![free],
            _ => enabled.all(),
        }
    }
}

impl Way {
    /// Is this a state of the way, since which nobody has done anything but ask in vain?
    fn only_asked_since(&self, state: &State) -> bool {
        let since = self.stack.iter().rposition(|visit| visit.state == *state);
        let Some(since) = since else {
            return false;
        };
        // Local code alone is an execution without end.
        let asked = self.stack[since..]
            .iter()
            .any(|visit| !visit.idles.is_empty());
        asked && self.stack[since + 1..].iter().all(|visit| visit.idle)
    }

    /// The symbols that the steps so far have eliminated, in order.
    fn eliminated(&self, last: &[(ExprId, ExprId)]) -> Solved {
        let before = self.stack.iter().flat_map(|visit| visit.solved.iter());
        before.chain(last).copied().collect()
    }
}
