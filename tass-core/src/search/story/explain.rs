//! What explains a violation besides its place: a race that was decided, who waits for whom, and a
//! remedy where there is an obvious one.
//!
//! Everything here is said of an execution that has been replayed. None of it changes what is
//! found.

use crate::comm::{Awaited, CommModel};
use crate::exec::{DECISION, Failure, Observer, Transition, decision};
use crate::graph::{Action, Program};
use crate::report::{Kind, Note, Violation};
use crate::search::run::Run;
use crate::search::story::Story;
use crate::search::story::relevant::names_an_input;
use crate::state::{Frame, State, Status};
use tass_syntax::tree::{FloatTy, IntTy, Span, Type};

/// Of a longer circle of waiting processes only the table is shown.
const LONGEST_CIRCLE: usize = 6;
/// Of calls within calls only the innermost are told.
const MOST_CALLS: usize = 3;

/// A wildcard receive that had a choice.
pub(crate) struct Race {
    /// Before it was decided.
    pub(in crate::search) state: State,
    pub(in crate::search) process: usize,
    site: Option<(usize, Span)>,
    /// Was the receive under way, and does its message only lie there? Then its place is where it
    /// was begun.
    pending: bool,
    /// What could be done, what was done first: the choice of a transition, and the rank of the
    /// process whose message that takes.
    pub(in crate::search) ways: Vec<(u32, usize)>,
}

impl<C: CommModel> Run<'_, C> {
    /// The race that a transition decides.
    pub(in crate::search) fn race_of(&self, state: &State, taken: Transition) -> Option<Race> {
        let (process, choice) = (taken.process, taken.choice?);
        if let Some(taken) = decision(choice) {
            return self.race_decided(state, process, taken);
        }
        let proc = self.engine.states.proc(state.procs[process]);
        let Status::Waiting(pending) = &proc.status else {
            return None;
        };
        let sides = self.engine.sides;
        let shared = self.engine.states.shared(state.shared[sides.of(process)]);
        let moves = self.engine.comm.moves(shared, sides.rank(process), pending);
        let others = moves.iter().filter(|m| m.takes && m.choice != choice);
        let ways: Vec<(u32, usize)> = std::iter::once(choice)
            .chain(others.map(|m| m.choice))
            .map(|choice| (choice, choice as usize))
            .collect();
        (ways.len() > 1).then(|| Race {
            state: state.clone(),
            process,
            site: self.site(state.procs[process]),
            pending: false,
            ways,
        })
    }

    /// The race for a receive that is under way: what the library has decided, and could have.
    fn race_decided(&self, state: &State, process: usize, taken: u32) -> Option<Race> {
        let sides = self.engine.sides;
        let shared = self.engine.states.shared(state.shared[sides.of(process)]);
        let rank = sides.rank(process);
        let receive_of = |choice: u32| self.engine.comm.receive_of(shared, rank, choice);
        let (receive, source) = receive_of(taken)?;
        let mut ways = vec![(DECISION | taken, source)];
        for other in self.engine.comm.decisions(shared, rank) {
            if let Some((same, source)) = receive_of(other)
                && same == receive
                && other != taken
            {
                ways.push((DECISION | other, source));
            }
        }
        let proc = self.engine.states.proc(state.procs[process]);
        let lock = proc.locks.iter().find(|lock| lock.id == receive)?;
        let (graph, loc) = lock.made;
        let span = self.engine.program.graphs[graph].nodes[loc as usize].span;
        (ways.len() > 1).then(|| Race {
            state: state.clone(),
            process,
            site: Some((graph, span)),
            pending: true,
            ways,
        })
    }

    /// An `always!` condition that a state does not satisfy: which part of it.
    pub(in crate::search) fn blame_always(&mut self, failure: &mut Failure, state: &State) {
        if failure.kind == Kind::Always {
            let program = self.engine.program.clone();
            let mut always = program.memory.always.iter();
            let broken = always.find(|term| failure.site == Some((0, term.span)));
            failure.condition = broken.map(|term| {
                let (mode, findings) = (self.mode, &mut self.findings);
                let mut stepper = self.engine.stepper(mode, findings, Observer::nobody());
                stepper.failed_in(state, term)
            });
        }
    }

    /// Where the functions were called that a process is in, the innermost first.
    pub(in crate::search) fn call_notes(&self, state: &State, process: usize) -> Vec<Note> {
        let program = &self.engine.program;
        let frames = &self.engine.states.proc(state.procs[process]).frames;
        let frames: Vec<_> = frames
            .iter()
            .map(|&id| self.engine.states.frame(id))
            .collect();
        let calls = frames.windows(2).rev().take(MOST_CALLS);
        let note = |pair: &[&Frame]| {
            let (caller, callee) = (pair[0], pair[1]);
            let nodes = &program.graphs[caller.graph].nodes;
            let call = nodes.iter().find(|node| {
                matches!(node.action, Action::Call { graph, next, .. } if graph == callee.graph && next == caller.loc)
            })?;
            Some(Note {
                location: Some(program.location(caller.graph, call.span)),
                text: format!(
                    "{} called `{}` here",
                    self.engine.sides.name(process),
                    program.graphs[callee.graph].name
                ),
            })
        };
        calls.filter_map(note).collect()
    }

    /// Where types of messages differ: the number whose type nothing says, so that it has Rust's
    /// default.
    pub(in crate::search) fn untyped(&self, failure: &Failure) -> Option<String> {
        if !matches!(failure.kind, Kind::TypeMismatch | Kind::CollectiveType) {
            return None;
        }
        let program = &self.engine.program;
        let notes = failure.notes.iter().map(|(graph, span, _)| (*graph, *span));
        let (graph, span) = failure
            .site
            .into_iter()
            .chain(notes)
            .find_map(|(graph, span)| {
                let mut nodes = program.graphs[graph].nodes.iter();
                nodes.find_map(|node| match &node.action {
                    Action::Comm(action, _) if node.span == span => {
                        action.untyped.first().map(|&operand| (graph, operand))
                    }
                    _ => None,
                })
            })?;
        let place = program.location(graph, span);
        let what = place.snippet().trim_start_matches(['&', ' ']);
        let what = what.strip_prefix("mut ").unwrap_or(what);
        let [default, other] = default_and_other(failure.types.as_deref()?)?;
        let why = format!("nothing says the type of `{what}`, so it is `{default}`, as in Rust");
        Some(match what.parse::<f64>() {
            Ok(_) => format!("{why}: write `{what}_{other}`"),
            Err(_) => format!("{why}: say that it is `{other}` where it is declared"),
        })
    }

    /// Who could let a blocked process go on, numbered as in the report.
    pub(in crate::search) fn awaited(&self, state: &State, process: usize) -> Awaited {
        let sides = self.engine.sides;
        let proc = self.engine.states.proc(state.procs[process]);
        let Status::Waiting(pending) = &proc.status else {
            return Awaited::default();
        };
        let side = sides.of(process);
        let shared = self.engine.states.shared(state.shared[side]);
        let mut awaited = self
            .engine
            .comm
            .awaits(shared, sides.rank(process), pending);
        for rank in &mut awaited.processes {
            *rank += sides.processes(side).start;
        }
        awaited
    }

    /// Adds why what a process waits for will not come: `, but it has ended`. What is there instead
    /// is said after that.
    pub(in crate::search) fn in_vain(&self, state: &State, process: usize, waits_for: &mut String) {
        let awaited = self.awaited(state, process).processes;
        let ended = |&p: &usize| self.engine.states.proc(state.procs[p]).status == Status::Done;
        let why = match awaited.as_slice() {
            [only] if ended(only) => ", but it has ended",
            [_, _, ..] if awaited.iter().all(ended) => ", but they have all ended",
            _ => "",
        };
        let at = waits_for.find(';').unwrap_or(waits_for.len());
        waits_for.insert_str(at, why);
    }

    /// The circle in which processes wait for each other, unless the table shows it at a glance.
    pub(in crate::search) fn circle(&self, state: &State) -> Option<Note> {
        let next = |process: usize| {
            let awaited = self.awaited(state, process);
            let waits = |p: &usize| {
                let proc = self.engine.states.proc(state.procs[*p]);
                matches!(proc.status, Status::Waiting(_))
            };
            (!awaited.any)
                .then(|| awaited.processes.into_iter().find(waits))
                .flatten()
        };
        let (mut way, mut at) = (Vec::new(), (0..state.procs.len()).find_map(next)?);
        while !way.contains(&at) {
            way.push(at);
            at = next(at)?;
        }
        let start = way.iter().position(|&p| p == at).unwrap_or(0);
        let mut circle = way.split_off(start);
        let lowest = circle.iter().enumerate().min_by_key(|(_, p)| **p)?.0;
        circle.rotate_left(lowest);
        let blocked = state.procs.len();
        if circle.len() > LONGEST_CIRCLE || (circle.len() == blocked && blocked < 3) {
            return None;
        }
        let sides = self.engine.sides;
        let mut text = sides.name(circle[0]);
        for &process in circle[1..].iter().chain(&circle[..1]) {
            let word = if text.contains("waits") {
                ", which waits for "
            } else {
                " waits for "
            };
            text.push_str(word);
            text.push_str(&sides.name(process));
        }
        Some(Note {
            location: None,
            text,
        })
    }
}

impl<C: CommModel> Story<'_, '_, C> {
    /// What to say of a race, if it may have led to a violation of this kind.
    pub(in crate::search) fn race_note(&mut self, failure: &Failure) -> Option<Note> {
        let kind = failure.kind;
        let may_matter = !kind.is_local()
            || matches!(
                kind,
                Kind::Assertion | Kind::CollectiveAssertion | Kind::TypeMismatch | Kind::Truncation
            );
        if !may_matter {
            return None;
        }
        let (race, decisive) = self.decisive(failure)?;
        let (graph, span) = race.site?;
        let (taken, others) = race.ways.split_first()?;
        let sides = self.run.engine.sides;
        let first = sides.processes(sides.of(race.process)).start;
        let taken = sides.name(first + taken.1);
        let others: Vec<usize> = others.iter().map(|(_, rank)| first + rank).collect();
        let who = sides.name(race.process);
        let others = sides.names(&others);
        let at_fault = failure.site == race.site;
        let mut text = if at_fault {
            format!("{who} could have taken the message of {others} instead")
        } else if race.pending {
            format!("this receive got the message of {taken}, and could have got that of {others}")
        } else {
            format!("{who} took the message of {taken} here, and could have taken that of {others}")
        };
        if decisive {
            text.push_str(": then it does not happen");
        }
        Some(Note {
            location: (!at_fault).then(|| self.run.engine.program.location(graph, span)),
            text,
        })
    }
}

/// Of two types, Rust's default for a number and the other one, if that is of the same sort.
fn default_and_other(types: &[Type; 2]) -> Option<[&Type; 2]> {
    let same_sort = |a: &Type, b: &Type| match a {
        Type::Int(IntTy::I32) => matches!(b, Type::Int(_)),
        Type::Float(FloatTy::F64) => matches!(b, Type::Float(_)),
        _ => false,
    };
    let [a, b] = types;
    let both = [[a, b], [b, a]].into_iter();
    both.into_iter()
        .find(|[default, other]| default != other && same_sort(default, other))
}

/// What a user could do about a violation, where it is not obvious from the place alone.
pub(in crate::search) fn remedy(
    program: &Program,
    failure: &Failure,
    violation: &Violation,
) -> Option<&'static str> {
    match failure.kind {
        Kind::OutOfBounds
        | Kind::DivisionByZero
        | Kind::UnsignedUnderflow
        | Kind::Overflow
        | Kind::InvalidCast
        | Kind::UnwrapNone
            if names_an_input(program, failure, violation) =>
        {
            Some("if such inputs are not meant, exclude them with `assume!(..)`")
        }
        Kind::CollectiveAssertionOrder if is_collective_assertion(program, failure) => Some(
            "only assertions of the same universe have an order: `collective_assert!(other::NAME: ..)` names another one",
        ),
        kind => kind.help(),
    }
}

/// Is it at a `collective_assert!` that something is wrong, and not at an invariant or a joint
/// assertion?
fn is_collective_assertion(program: &Program, failure: &Failure) -> bool {
    let Some((graph, span)) = failure.site else {
        return false;
    };
    let actions = program.graphs[graph].nodes.iter();
    let actions = actions.filter_map(|node| node.action.collective());
    let mut here = actions.filter(|action| action.span == span);
    here.any(|action| {
        let label = &program.labels[action.label];
        !label.joint && !label.invariant
    })
}
