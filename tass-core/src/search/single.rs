//! One concrete execution: what a test that pins a counterexample runs.
//!
//! No search: inputs and choices are given, and so is the schedule, as far as it goes. What must
//! hold:
//!
//! - *The execution of the first violation of a report ends in that violation* (of others, if none
//!   failed on the way). A schedule that can be followed is followed step by step, and what a state
//!   shows is looked at in the same way as by the search.
//! - *A test stays useful when its model is edited.* A step of the schedule that is not possible is
//!   left out. After its end, the first process that can move moves (in turns where processes share
//!   variables, or spin), until all have ended or something goes wrong.
//! - *Nothing that was not checked passes.* An assumption that does not hold, an obligation that is
//!   not decided, a limit that was met: an error.
//!
//! An execution that comes back to a state in which it was, with nothing left to follow, goes on
//! like that for ever: that is fine.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::allowance::Allowance;
use crate::budget::Account;
use crate::comm::CommModel;
use crate::exec::{Engine, Failure, Input, Loops, Mistake, Mode, Tracer, Transition};
use crate::graph::Program;
use crate::options::Options;
use crate::report::{
    ABORT, BigInteger, Inconclusive, Location, Note, Outcome, Report, ScheduleStep, Stats, Value,
    Verdict, Violation, decision,
};
use crate::search::found::PathStep;
use crate::search::moves::reduction::Enabled;
use crate::search::run::Run;
use crate::search::story::Story;
use crate::search::story::replay::Replay;
use crate::sides::Sides;
use crate::state::{State, Status};
use tass_syntax::tree::{Function, Span};

/// An execution to be replayed.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// The inputs, by name.
    pub inputs: Vec<(String, Value)>,
    /// What `choose!` gives, in order, and to which process; when there is nothing left, the first
    /// value of its range.
    pub choices: Vec<(usize, BigInteger)>,
    /// Who moves, and how.
    pub schedule: Vec<ScheduleStep>,
    /// What was wrong with the test's own text.
    pub mistakes: Vec<String>,
}

impl Execution {
    /// The execution in which a violation happens; `None` if an input is too large to be written
    /// down.
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
    let engine = Engine::new(comm, program.clone(), sides, options);
    let mut run = Run::new(engine, Mode::of(options, loops), options, start);
    if let Err(error) = crate::search::know_outsiders(&mut run) {
        return Err(Report::not_built(&function.name, sides, vec![error]));
    }
    let mistakes = execution.mistakes.iter().map(|what| (what.clone(), None));
    let mistakes: Vec<(String, Option<Span>)> = mistakes.collect();
    let inputs = run.engine.given(function, &execution.inputs);
    let mut single = Single::of(&mut run, execution);
    let reason = match inputs {
        Ok(inputs) if mistakes.is_empty() => {
            let end = allowance.within(|| single.follow(execution, &inputs));
            match end.unwrap_or_else(|spent| Err(spent.into())) {
                Ok(()) => return Ok(()),
                Err(End::Wrong(failure, state)) => {
                    let told = allowance.reserve(|| single.tell(&inputs, *failure, &state));
                    match told {
                        Ok((violation, stats)) => {
                            let outcome = Outcome::Checked {
                                verdict: Verdict::Refuted,
                                violations: vec![violation],
                            };
                            let mut report = report(function, sides, options, outcome);
                            report.stats = stats;
                            report.stats.total_time = start.elapsed();
                            return Err(report);
                        }
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
    report.stats = single.stats();
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

/// One execution under way.
struct Single<'r, 'a, C: CommModel> {
    replay: Replay<'r, 'a, C>,
    /// The steps so far.
    trail: Vec<PathStep>,
}

impl<'r, 'a, C: CommModel> Single<'r, 'a, C> {
    /// An execution with these choices, before its first step.
    fn of(run: &'r mut Run<'a, C>, execution: &Execution) -> Single<'r, 'a, C> {
        let mut tracer = Tracer::default();
        tracer.single = true;
        for (process, value) in &execution.choices {
            let value = run.engine.store.int_big(value.0.clone());
            let mine = tracer.chosen.entry(*process).or_insert_with(VecDeque::new);
            mine.push_back(value);
        }
        Single {
            replay: Replay::new(run, tracer),
            trail: Vec::new(),
        }
    }

    /// Runs the execution to its end.
    fn follow(&mut self, execution: &Execution, inputs: &[Input]) -> Result<(), End> {
        let engine = &mut self.replay.run.engine;
        let pc = engine.prover.top();
        let mut state = engine.initial(pc, inputs);
        let mut schedule = execution.schedule.iter();
        let mut seen = FxHashSet::default();
        loop {
            self.wrong(&state, None)?;
            let enabled = self.replay.run.enabled(&state);
            let next = match schedule.find_map(|step| self.possible(&state, &enabled, *step)) {
                Some(next) => next,
                None => {
                    self.wrong(&state, Some(&enabled))?;
                    let Some(next) = self.in_turn(&enabled) else {
                        return Ok(self.open()?);
                    };
                    let last = self.trail.last().map(|step| step.transition.process);
                    let states = &mut self.replay.run.engine.states;
                    let (id, _) = states.state_id(state.clone());
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
        let run = &mut *self.replay.run;
        if run.steps >= run.options.max_depth {
            return Err(Inconclusive::MaxDepth(run.options.max_depth).into());
        }
        if let Some(limit) = run.options.timeout
            && run.steps.is_multiple_of(64)
            && run.start.elapsed() > limit
        {
            return Err(Inconclusive::Timeout(limit).into());
        }
        run.steps += 1;
        let outcomes = self.replay.step(state, next).outcomes;
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
        let proc = self.replay.run.engine.states.proc(id);
        let waits = matches!(proc.status, Status::Waiting(_));
        let wanted = Transition {
            process: step.process,
            // Only who waits has a choice; anybody else goes on, or falls back.
            choice: (waits || step.choice == ABORT || decision(step.choice).is_some())
                .then_some(step.choice),
        };
        enabled.all().contains(&wanted).then_some(wanted)
    }

    /// What is wrong with a state: in any case, and if nobody is told to move.
    fn wrong(&mut self, state: &State, enabled: Option<&Enabled>) -> Result<(), End> {
        let run = &mut *self.replay.run;
        let mut wrong = Vec::new();
        if run.engine.program.memory.is_used() {
            wrong = run.broken(state);
        }
        if let Some(enabled) = enabled {
            wrong.extend(run.wrong_at_rest(state, enabled));
        }
        match wrong.into_iter().next() {
            None => Ok(()),
            Some(first) => {
                let first = first.seen_by(&self.replay.tracer, run.engine.sides);
                let failure = run.failure_at_rest(state, first)?;
                Err(End::Wrong(Box::new(failure), Box::new(state.clone())))
            }
        }
    }

    /// Who moves where nobody is told to.
    fn in_turn(&self, enabled: &Enabled) -> Option<Transition> {
        let takes_turns = self.replay.run.engine.program.memory.is_used();
        let certain: Vec<Transition> = enabled.without_buffering().into_iter().collect();
        let buffered = [&enabled.eager[..], &enabled.hungry].concat();
        let (spinning, idle) = (enabled.spinning.clone(), enabled.idle.clone());
        let lists = match takes_turns {
            // Who spins may wait for one who needs a buffer.
            true if enabled.free.is_empty() && certain.is_empty() => {
                vec![[spinning, buffered].concat(), idle]
            }
            true => vec![[enabled.free.clone(), certain, spinning].concat()],
            false => vec![enabled.free.clone(), certain, buffered, spinning, idle],
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
        let chosen = self.replay.tracer.chosen.values();
        chosen.map(VecDeque::len).sum()
    }

    /// What was left open on the way, although nothing went wrong.
    fn open(&mut self) -> Result<(), Inconclusive> {
        let (run, findings) = (&mut *self.replay.run, &mut self.replay.findings);
        if let Some((graph, span)) = findings.dead_assumption {
            let location = run.engine.program.location(graph, span);
            let what = "this assumption does not hold".to_string();
            return Err(not_an_execution([(what, Some(location))]));
        }
        let of_steps = findings.undecided.drain(..);
        let mut undecided = of_steps.chain(run.findings.undecided.drain(..));
        undecided.next().map_or(Ok(()), Err)
    }

    /// The story of an execution that goes wrong, and what it took.
    fn tell(&mut self, inputs: &[Input], failure: Failure, state: &State) -> (Violation, Stats) {
        let story = Story {
            tracer: std::mem::take(&mut self.replay.tracer),
            races: std::mem::take(&mut self.replay.races),
            run: self.replay.run,
        };
        let violation = story.tell(failure, state, inputs, &self.trail);
        (violation, self.stats())
    }

    fn stats(&self) -> Stats {
        self.replay.run.stats(&self.replay.findings)
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
