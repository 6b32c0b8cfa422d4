//! Shared variables: pauses, membership tests, aborts.
//!
//! What always holds: between two pauses a process neither writes a shared variable nor tests
//! others, except right after the first of them. A shared variable always holds a constant, so that
//! a test has an answer. A test reads the variables where they are: in the first frame of every
//! process, running or not.
//!
//! Where tests are not atomic, each read of another process is a step of its own, in any order; the
//! processes that were read are remembered in a temporary, and an answer that one of them gives
//! ends the test (short circuit). A process reads itself first: nobody else changes its variables,
//! so it makes no difference when it does.

use super::{Engine, FailedTerm, Stepper, Stop, Work};
use crate::comm::CommModel;
use crate::exec::stepper::Flow;
use crate::exec::terms::access::Address;
use crate::exec::terms::check::Cx;
use crate::exec::watch::event::What;
use crate::graph::{Action, Loc, Membership, Pause, Term, TermKind};
use crate::prover::PcId;
use crate::report::Inconclusive;
use crate::state::{Frame, Proc, State, Status};
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

/// The answer that a membership test was given where the number of processes is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The test's location, in the checked function.
    pub(crate) at: Loc,
    /// The variables of the testing process.
    pub(crate) locals: Vec<ExprId>,
    /// What it was told.
    pub(crate) holds: bool,
}

impl<C: CommModel> Engine<'_, C> {
    /// Does the process stand at a pause?
    pub(crate) fn pauses(&self, proc: &Proc<C::Pending>) -> bool {
        proc.status == Status::Ready
            && self
                .standing_at(proc)
                .is_some_and(|action| matches!(action, Action::Pause(..)))
    }

    /// The action that a process is about to execute.
    pub(crate) fn standing_at(&self, proc: &Proc<C::Pending>) -> Option<&Action> {
        let frame = self.states.frame(*proc.frames.last()?);
        let node = &self.program.graphs[frame.graph].nodes[frame.loc as usize];
        Some(&node.action)
    }

    /// Gives the shared variables their initial values.
    pub(crate) fn set_shared(&mut self, locals: &mut [ExprId]) {
        let program = self.program.clone();
        for var in &program.memory.shared {
            let value = match &var.init.kind {
                TermKind::Int(v) => self.store.int_big((*v).into()),
                TermKind::Bool(b) => self.store.bool(*b),
                TermKind::Neg(inner, _) => match inner.kind {
                    TermKind::Int(v) => self.store.int_big((-v).into()),
                    _ => unreachable!("the initial value is a literal"),
                },
                _ => unreachable!("the initial value is a literal"),
            };
            locals[var.slot as usize] = value;
        }
    }

    /// The values of the shared variables in a frame of the checked function.
    pub(crate) fn shared_of(&self, frame: &Frame) -> Vec<ExprId> {
        let shared = &self.program.memory.shared;
        shared
            .iter()
            .map(|var| frame.locals[var.slot as usize])
            .collect()
    }

    /// The values of a process's shared variables.
    pub(crate) fn shared_values(&self, proc: &Proc<C::Pending>) -> Vec<ExprId> {
        self.shared_of(self.states.frame(proc.frames[0]))
    }

    fn members(&self, state: &State) -> Vec<Vec<ExprId>> {
        let procs = state.procs.iter();
        procs
            .map(|&id| self.shared_values(self.states.proc(id)))
            .collect()
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    pub(crate) fn pause(
        &mut self,
        work: &mut Work<C>,
        _why: Pause,
        next: Loc,
    ) -> Result<Flow<C>, Stop> {
        if work.resumes {
            work.resumes = false;
            work.frame_mut().loc = next;
            return Ok(Flow::On);
        }
        // States that differ only in answers that nobody needs any more are one.
        if work.frame().graph == 0 {
            let unset = self.engine.store.unit();
            let program = self.engine.program.clone();
            for &slot in &program.memory.results {
                work.frame_mut().locals[slot as usize] = unset;
            }
        }
        Ok(Flow::Visible)
    }

    /// What others read must be a constant.
    pub(crate) fn check_shared(
        &mut self,
        work: &Work<C>,
        address: &Address,
        value: ExprId,
    ) -> Result<(), Stop> {
        let written = address.frame == 0 && self.engine.program.memory.is_shared(address.local);
        if !written || self.engine.store.is_const(value) {
            return Ok(());
        }
        let frame = work.frame();
        let span = self.engine.program.graphs[frame.graph].nodes[frame.loc as usize].span;
        Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
            what: "a shared variable whose value depends on inputs".into(),
            location: Some(self.engine.program.location(frame.graph, span)),
        })))
    }

    /// The shared variables of every process, as they are now.
    fn everybody(&self, work: &Work<C>) -> Vec<Vec<ExprId>> {
        let procs = work.procs.iter().enumerate();
        let values = procs.map(|(process, &id)| {
            if process == work.process {
                self.engine.shared_of(&work.frames[0])
            } else {
                self.engine.shared_values(self.engine.states.proc(id))
            }
        });
        values.collect()
    }

    /// A condition on all processes in a global state; `None` if it has no definite value.
    pub(crate) fn holds_in(&mut self, state: &State, cond: &Term) -> Option<bool> {
        let members = self.engine.members(state);
        let mut cx = Cx::new(&[], state.pc, 0, 0);
        cx.members = Some(&members);
        let value = self.eval(&mut cx, cond).ok()?;
        self.engine.store.as_bool(value)
    }

    /// The part of a condition on all processes that a global state does not satisfy.
    pub(crate) fn failed_in(&mut self, state: &State, cond: &Term) -> FailedTerm {
        let members = self.engine.members(state);
        let mut cx = Cx::new(&[], state.pc, 0, 0);
        cx.members = Some(&members);
        self.failed_part(&mut cx, cond)
    }

    /// A shared variable of the process that a closure's parameter stands for.
    pub(crate) fn member(
        &mut self,
        cx: &mut Cx<'_>,
        process: &Term,
        name: &str,
    ) -> Result<ExprId, Stop> {
        let process = self.eval(cx, process)?;
        let process = self
            .engine
            .store
            .as_int(process)
            .and_then(|p| usize::try_from(p).ok());
        let shared = &self.engine.program.memory.shared;
        let variable = shared.iter().position(|var| var.name == name);
        let members = cx.members.unwrap_or_default();
        match (process.and_then(|p| members.get(p)), variable) {
            (Some(values), Some(variable)) => Ok(values[variable]),
            _ => unreachable!("a test ranges over processes and speaks of shared variables"),
        }
    }

    /// A membership test.
    pub(crate) fn test(
        &mut self,
        work: &mut Work<C>,
        test: &Membership,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        if self.mode.nonatomic && work.has_read {
            return Ok(Flow::Visible);
        }
        if self.engine.anonymous.is_some() {
            return Ok(self.both_answers(work, test, next));
        }
        let mut cx = Cx::new(&work.frames, work.pc, work.process, work.splits);
        let end = self.eval(&mut cx, &test.end)?;
        let end = self.concrete(&cx, end, test.end.span, "the end of the processes")?;
        let end = self
            .engine
            .store
            .as_int(end)
            .and_then(|e| usize::try_from(e).ok());
        let end = end.unwrap_or(0).min(self.engine.sides.nprocs);
        let members = self.everybody(work);
        let mut asks = |this: &mut Self, process: usize| -> Result<bool, Stop> {
            cx.members = Some(&members);
            let holds = this.asks(&mut cx, test, process);
            cx.members = None;
            Ok(holds? != test.forall)
        };
        if !self.mode.nonatomic {
            let mut found = false;
            for process in 0..end {
                found |= asks(self, process)?;
            }
            return Ok(self.answer(work, test, found, next, span));
        }
        // One other process a step.
        let reading = self
            .engine
            .program
            .memory
            .reading
            .expect("the program shares variables") as usize;
        let read = self
            .engine
            .store
            .as_int(work.frame().locals[reading])
            .unwrap_or(0);
        let unread: Vec<usize> = (0..end)
            .filter(|&p| p != work.process && read & (1 << p) == 0)
            .collect();
        let mine = work.process < end && read == 0 && asks(self, work.process)?;
        if mine || unread.is_empty() {
            return Ok(self.answer(work, test, mine, next, span));
        }
        let chosen = self.replayed_choice(work.process);
        let mut chosen = chosen.and_then(|value| self.engine.store.as_int(value));
        if self.is_single() && !unread.iter().any(|&p| chosen == Some(p as i64)) {
            chosen = Some(unread[0] as i64);
        }
        let mut ways = Vec::new();
        for &process in &unread {
            if chosen.is_some_and(|chosen| chosen != process as i64) {
                continue;
            }
            let found = asks(self, process)?;
            let mut way = work.clone();
            let value = self.engine.store.int(process as i64);
            way.notes.chosen.push(value);
            self.note_choice(work.process, value);
            way.has_read = true;
            if found || unread.len() == 1 {
                self.answer(&mut way, test, found, next, span);
            } else {
                way.frame_mut().locals[reading] = self.engine.store.int(read | (1 << process));
                self.record(
                    &way,
                    (way.frame().graph, span),
                    What::Read(process),
                    None,
                    None,
                );
            }
            ways.push(way);
        }
        Ok(Flow::Fork(ways))
    }

    /// Does a process satisfy what a test asks of it?
    pub(crate) fn asks(
        &mut self,
        cx: &mut Cx<'_>,
        test: &Membership,
        process: usize,
    ) -> Result<bool, Stop> {
        let item = self
            .engine
            .store
            .int(i64::try_from(process).expect("few processes"));
        cx.bound.push((test.var, item));
        let holds = self.eval(cx, &test.body);
        cx.bound.pop();
        let holds = self.concrete(cx, holds?, test.body.span, "the answer of a test")?;
        Ok(self.engine.store.as_bool(holds) == Some(true))
    }

    fn answer(
        &mut self,
        work: &mut Work<C>,
        test: &Membership,
        found: bool,
        next: Loc,
        span: Span,
    ) -> Flow<C> {
        let holds = found != test.forall;
        let (unset, value) = (self.engine.store.unit(), self.engine.store.bool(holds));
        if let Some(reading) = self.engine.program.memory.reading {
            work.frame_mut().locals[reading as usize] = unset;
        }
        work.frame_mut().locals[test.dest as usize] = value;
        work.frame_mut().loc = next;
        self.record(
            work,
            (work.frame().graph, span),
            What::Tested(holds),
            None,
            None,
        );
        Flow::On
    }

    /// Nothing is known of the others: either answer.
    fn both_answers(&mut self, work: &Work<C>, test: &Membership, next: Loc) -> Flow<C> {
        let ways = [true, false].map(|holds| {
            let mut way = work.clone();
            way.notes.answers.push(Answer {
                at: work.frame().loc,
                locals: work.frame().locals.clone(),
                holds,
            });
            way.has_read = true;
            way.frame_mut().locals[test.dest as usize] = self.engine.store.bool(holds);
            way.frame_mut().loc = next;
            way
        });
        Flow::Fork(ways.into())
    }

    /// The process falls back to its initial state, its variables reset.
    pub(crate) fn abort(&mut self, work: &mut Work<C>) -> Result<Flow<C>, Stop> {
        let unset = self.engine.store.unit();
        let graph = &self.engine.program.graphs[0];
        let before = &work.frames[0].locals;
        let mut locals = before[..graph.params].to_vec();
        locals.resize(graph.locals.len(), unset);
        // What was sent stays sent.
        let counters = graph.locals.len() - self.engine.program.counted.len()..;
        locals[counters.clone()].copy_from_slice(&before[counters]);
        self.engine.set_shared(&mut locals);
        let frame = work.frame();
        let at = self.engine.program.graphs[frame.graph].nodes[frame.loc as usize].span;
        let at = (frame.graph, at);
        work.frames = vec![Frame {
            graph: 0,
            loc: 0,
            locals,
            dest: None,
        }];
        work.status = Status::Ready;
        work.choice = None;
        self.abandon_loops(work)?;
        self.record(work, at, What::Abort, None, None);
        Ok(Flow::On)
    }
}

/// For any number of processes: questions outside of a step.
impl<C: CommModel> Stepper<'_, '_, C> {
    /// Does a process with these shared variables satisfy a test of one whose variables are in
    /// `frame`? `None`: that depends on something else.
    pub(crate) fn asks_of(
        &mut self,
        frame: &Frame,
        pc: PcId,
        test: &Membership,
        members: &[Vec<ExprId>],
    ) -> Option<bool> {
        let frames = std::slice::from_ref(frame);
        let mut cx = Cx::new(frames, pc, 0, 0);
        cx.members = Some(members);
        let item = self.engine.store.int(0);
        cx.bound.push((test.var, item));
        let undecided = self.findings.undecided.len();
        let holds = self.eval(&mut cx, &test.body).ok();
        let definite = self.findings.undecided.len() == undecided;
        self.findings.undecided.truncate(undecided);
        holds
            .filter(|_| definite)
            .and_then(|holds| self.engine.store.as_bool(holds))
    }

    /// The value of a term where a frame's variables are known.
    pub(crate) fn value_in(&mut self, frame: &Frame, pc: PcId, term: &Term) -> Option<ExprId> {
        let mut cx = Cx::new(std::slice::from_ref(frame), pc, 0, 0);
        self.eval(&mut cx, term).ok()
    }
}
