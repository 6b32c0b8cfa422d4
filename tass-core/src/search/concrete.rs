//! One concrete execution: what a test that pins a counterexample runs.
//!
//! No search: inputs and choices are given, and so is the schedule, as far as it goes. What must hold:
//!
//! - *The execution of the first violation of a report ends in that violation* (of others, if none failed on the way). A schedule that can be followed is followed step by step, and what a state
//!   shows is looked at in the same way as by the search.
//! - *A test stays useful when its model is edited.* A step of the schedule that is not possible is left out. After its end, the first process
//!   that can move moves (in turns where processes share variables, or spin), until all have ended or something goes wrong.
//! - *Nothing that was not checked passes.* An assumption that does not hold, an obligation that is not decided, a limit that was met: an error.
//!
//! An execution that comes back to a state in which it was, with nothing left to follow, goes on like that for ever: that is fine.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use super::dfs::{Dfs, PathStep};
use super::reduction::{Enabled, Transition};
use crate::allowance::Allowance;
use crate::budget::Account;
use crate::comm::CommModel;
use crate::exec::{Failure, Input, Loops, Machine, Mistake, Tracer};
use crate::graph::Program;
use crate::options::Options;
use crate::program::ast::{Function, Span};
use crate::report::{
    ABORT, BigInteger, Inconclusive, Location, Note, Outcome, Report, ScheduleStep, Value, Verdict,
    Violation,
};
use crate::sides::Sides;
use crate::state::{State, Status};

/// An execution to be replayed.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// The inputs, by name.
    pub inputs: Vec<(String, Value)>,
    /// What `choose!` gives, in order, and to which process; when there is nothing left, the first value of its range.
    pub choices: Vec<(usize, BigInteger)>,
    /// Who moves, and how.
    pub schedule: Vec<ScheduleStep>,
    /// What was wrong with the test's own text.
    pub mistakes: Vec<String>,
}

impl Execution {
    /// The execution in which a violation happens; `None` if an input is too large to be written down.
    #[must_use]
    pub fn of(violation: &Violation) -> Option<Execution> {
        let inputs = violation.values.iter();
        let choices = violation.choices.iter();
        Some(Execution {
            inputs: inputs
                .map(|input| Some((input.name.clone(), input.value.clone()?)))
                .collect::<Option<_>>()?,
            choices: choices.map(|c| (c.process, c.value.clone())).collect(),
            schedule: violation.schedule.clone(),
            mistakes: Vec::new(),
        })
    }
}

/// Follows one execution of a program.
pub(crate) fn follow<C: CommModel>(
    function: &Function,
    comm: &C,
    (program, sides): (Arc<Program>, Sides),
    options: &Options,
    execution: &Execution,
    start: Instant,
) -> Result<(), Report> {
    if options.every {
        let text = "a replay needs a number of processes: `.nprocs(3)`";
        let reason = not_an_execution([(text.to_string(), None)]);
        return Err(inconclusive(function, sides, options, reason));
    }
    let allowance = Allowance::new(options, start);
    let _account = Account::open();
    let loops = Loops::Bounded(u32::MAX);
    let mut machine = Machine::new(comm, program.clone(), sides, options, loops);
    if let Err(error) = super::know_outsiders(&mut machine) {
        return Err(Report::not_built(&function.name, sides, vec![error]));
    }
    let mut run = Dfs::new(machine, options, start);
    let mistakes = execution.mistakes.iter().map(|what| (what.clone(), None));
    let mistakes: Vec<(String, Option<Span>)> = mistakes.collect();
    let inputs = run.machine.given(function, &execution.inputs);
    let reason = match inputs {
        Ok(inputs) if mistakes.is_empty() => {
            let single = allowance.within(|| run.single(execution, &inputs));
            match single.unwrap_or_else(|spent| Err(spent.into())) {
                Ok(()) => return Ok(()),
                Err(End::Wrong(failure, state)) => {
                    let refuted =
                        allowance.reserve(|| run.refuted(function, &inputs, *failure, &state));
                    match refuted {
                        Ok(report) => return Err(report),
                        Err(spent) => spent,
                    }
                }
                Err(End::Unknown(reason)) => reason,
            }
        }
        other => {
            let more = other.err().unwrap_or_default();
            let more = more.into_iter().map(|Mistake { what, span }| (what, span));
            let all = mistakes.into_iter().chain(more);
            let located = |span: Span| program.location(program.roots[0], span);
            not_an_execution(all.map(|(what, span)| (what, span.map(located))))
        }
    };
    let mut report = inconclusive(function, sides, options, reason);
    report.stats = run.stats();
    Err(report)
}

/// How an execution ends that does not end well.
enum End {
    Wrong(Box<Failure>, Box<State>),
    Unknown(Inconclusive),
}

impl From<Inconclusive> for End {
    fn from(reason: Inconclusive) -> End {
        End::Unknown(reason)
    }
}

impl<C: CommModel> Dfs<'_, C> {
    /// Runs one execution to its end.
    fn single(&mut self, execution: &Execution, inputs: &[Input]) -> Result<(), End> {
        let mut tracer = Tracer::default();
        tracer.single = true;
        for (process, value) in &execution.choices {
            let value = self.machine.store.int_big(value.0.clone());
            let mine = tracer.chosen.entry(*process).or_insert_with(VecDeque::new);
            mine.push_back(value);
        }
        self.machine.tracer = Some(tracer);
        let pc = self.machine.prover.top();
        let mut state = self.machine.initial(pc, inputs);
        let mut schedule = execution.schedule.iter();
        let mut seen = FxHashSet::default();
        loop {
            self.wrong(&state, None)?;
            let enabled = self.enabled(&state);
            let next = match schedule.find_map(|step| self.possible(&state, &enabled, *step)) {
                Some(next) => next,
                None => {
                    self.wrong(&state, Some(&enabled))?;
                    let Some(next) = self.in_turn(&enabled) else {
                        return Ok(self.open()?);
                    };
                    let last = self.trail.last().map(|step| step.transition.process);
                    let (id, _) = self.machine.states.state_id(state.clone());
                    if !seen.insert((id, last, self.choices_left())) {
                        return Ok(self.open()?);
                    }
                    next
                }
            };
            state = self.go(&state, next)?;
        }
    }

    /// One step.
    fn go(&mut self, state: &State, next: Transition) -> Result<State, End> {
        if self.steps >= self.options.max_depth {
            return Err(Inconclusive::MaxDepth(self.options.max_depth).into());
        }
        if let Some(limit) = self.options.timeout
            && self.steps.is_multiple_of(64)
            && self.start.elapsed() > limit
        {
            return Err(Inconclusive::Timeout(limit).into());
        }
        self.steps += 1;
        self.note_race(state, next);
        let outcomes = self.machine.step(state, next.process, next.choice);
        let outcome = match <[_; 1]>::try_from(outcomes) {
            Ok([outcome]) => outcome,
            Err(outcomes) => {
                self.open()?;
                let what = format!("a step with {} outcomes in one execution", outcomes.len());
                let location = None;
                return Err(Inconclusive::Unsupported { what, location }.into());
            }
        };
        self.trail.push(PathStep {
            transition: next,
            notes: outcome.notes,
        });
        match outcome.failure {
            Some(failure) => Err(End::Wrong(failure, Box::new(outcome.state))),
            None => Ok(outcome.state),
        }
    }

    /// A step of the schedule, if it can be made.
    fn possible(&self, state: &State, enabled: &Enabled, step: ScheduleStep) -> Option<Transition> {
        let &id = state.procs.get(step.process)?;
        let waits = matches!(self.machine.states.proc(id).status, Status::Waiting(_));
        let wanted = Transition {
            process: step.process,
            // Only who waits has a choice; anybody else goes on, or falls back.
            choice: (waits || step.choice == ABORT).then_some(step.choice),
        };
        enabled.all().contains(&wanted).then_some(wanted)
    }

    /// What is wrong with a state: in any case, and if nobody is told to move.
    fn wrong(&mut self, state: &State, enabled: Option<&Enabled>) -> Result<(), End> {
        let mut wrong = Vec::new();
        if self.machine.program.memory.is_used() {
            wrong = self.broken(state);
        }
        if let Some(enabled) = enabled {
            wrong.extend(self.wrong_at_rest(state, enabled));
        }
        match wrong.into_iter().next() {
            None => Ok(()),
            Some(first) => {
                let failure = self.failure_at_rest(state, first)?;
                Err(End::Wrong(Box::new(failure), Box::new(state.clone())))
            }
        }
    }

    /// Who moves where nobody is told to.
    fn in_turn(&self, enabled: &Enabled) -> Option<Transition> {
        let takes_turns = self.machine.program.memory.is_used();
        let lists = match takes_turns {
            true => vec![[&enabled.free[..], &enabled.spinning].concat()],
            false => vec![
                enabled.free.clone(),
                enabled.wildcard.clone(),
                enabled.eager.clone(),
                enabled.spinning.clone(),
            ],
        };
        let list = lists.into_iter().find(|list| !list.is_empty())?;
        let spins = list.iter().any(|t| enabled.spinning.contains(t));
        let last = self.trail.last().map(|step| step.transition.process);
        let after = |t: &&Transition| last.is_some_and(|last| t.process > last);
        let later = list.iter().filter(|_| takes_turns || spins).find(after);
        later.or(list.iter().min_by_key(|t| t.process)).copied()
    }

    /// How many of the values have not been used that `choose!` was to give.
    fn choices_left(&self) -> usize {
        let tracer = self.machine.tracer.iter();
        tracer
            .flat_map(|t| t.chosen.values())
            .map(VecDeque::len)
            .sum()
    }

    /// What was left open on the way, although nothing went wrong.
    fn open(&mut self) -> Result<(), Inconclusive> {
        if let Some((graph, span)) = self.machine.dead_assumption {
            let location = self.machine.program.location(graph, span);
            let what = "this assumption does not hold".to_string();
            return Err(not_an_execution([(what, Some(location))]));
        }
        if !self.machine.undecided.is_empty() {
            return Err(self.machine.undecided.swap_remove(0));
        }
        Ok(())
    }

    /// The report of an execution that goes wrong.
    fn refuted(
        &mut self,
        function: &Function,
        inputs: &[Input],
        failure: Failure,
        state: &State,
    ) -> Report {
        let tracer = self.machine.tracer.take().unwrap_or_default();
        let path = std::mem::take(&mut self.trail);
        let violation = self.tell(failure, state, inputs, &path, tracer);
        let verdict = Verdict::Refuted;
        let violations = vec![violation];
        let outcome = Outcome::Checked {
            verdict,
            violations,
        };
        let mut report = report(function, self.machine.sides, self.options, outcome);
        report.stats = self.stats();
        report.stats.total_time = self.start.elapsed();
        report
    }
}

fn report(function: &Function, sides: Sides, options: &Options, outcome: Outcome) -> Report {
    let mut report = Report::new(function.name.clone(), sides.nprocs, outcome);
    report.spec_nprocs = sides.spec_nprocs;
    report.options = options.changed();
    report
}

fn inconclusive(
    function: &Function,
    sides: Sides,
    options: &Options,
    reason: Inconclusive,
) -> Report {
    let outcome = Outcome::Checked {
        verdict: Verdict::Inconclusive(reason),
        violations: Vec::new(),
    };
    report(function, sides, options, outcome)
}

fn not_an_execution(
    mistakes: impl IntoIterator<Item = (String, Option<Location>)>,
) -> Inconclusive {
    let mistakes = mistakes.into_iter();
    let mistakes = mistakes.map(|(text, location)| Note { location, text });
    Inconclusive::NotAnExecution {
        mistakes: mistakes.collect(),
    }
}
