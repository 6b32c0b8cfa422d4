//! Actions: what a process does at a location.

use super::{Assumption, Stepper, Stop, Work};
use crate::comm::CommModel;
use crate::exec::operations::locks::takes_by_value;
use crate::exec::stepper::Flow;
use crate::exec::terms::check::Cx;
use crate::exec::watch::event::What;
use crate::graph::{Action, Loc, Piece, Place, Term, TermKind};
use crate::prover::Feasible;
use crate::report::{Inconclusive, Kind};
use crate::state::{Frame, Status};
use crate::symbolic::{ExprId, Extent, PathElem};
use tass_syntax::tree::{Span, Type};

/// Calls within calls after which we give up.
const MAX_CALLS: usize = 1000;
/// `choose!` from at most this many values is a fork, from more a symbol.
const MAX_FORK: i64 = 16;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// Executes the action at which the process stands. On error `work` is as before.
    pub(crate) fn act(&mut self, work: &mut Work<C>) -> Result<Flow<C>, Stop> {
        let program = self.engine.program.clone();
        let graph = work.frame().graph;
        let node = &program.graphs[graph].nodes[work.frame().loc as usize];
        let span = node.span;
        match &node.action {
            Action::Goto(next) => self.go(work, *next),
            Action::LoopHead(next) => self.lap(work, true, *next),
            Action::CountingHead(next) => self.lap(work, false, *next),
            Action::Leave(head, next) => {
                self.leave_loop(work, *head)?;
                self.go(work, *next)
            }
            Action::Assign(place, value, next) => self.assign(work, place, value, *next, span),
            Action::Push(place, value, next) => self.push(work, place, value, *next),
            Action::Kill { from, to, next } => {
                if !work.locks.is_empty() {
                    self.leave_scope(work, (*from, *to), *next)?;
                }
                self.trace_kill(work);
                let unset = self.engine.store.unit();
                work.frame_mut().locals[*from as usize..*to as usize].fill(unset);
                self.go(work, *next)
            }
            Action::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.eval(&mut Cx::of(work), cond)?;
                self.branch(work, cond, *then, *otherwise)
            }
            Action::Call {
                graph,
                args,
                dest,
                next,
            } => {
                let mut cx = Cx::of(work);
                if !cx.locks.is_empty() {
                    let program = self.engine.program.clone();
                    for (param, arg) in args.iter().enumerate() {
                        if takes_by_value(&program.graphs[*graph], param) {
                            self.require_no_copy(&mut cx, arg)?;
                        }
                    }
                }
                let args = self.evals(&mut cx, args)?;
                self.call(work, *graph, args, *dest, *next, span)
            }
            Action::Return(value) => {
                let value = self.eval(&mut Cx::of(work), value)?;
                self.return_(work, value, span)
            }
            Action::Assert {
                cond,
                message,
                id,
                next,
            } => {
                self.findings.met.asserts.insert(*id);
                self.assert(work, cond, message.as_deref(), *next, span)
            }
            Action::Assume(cond, next) => self.assume_from_here(work, cond, *next, span),
            Action::Cover(id, cond, next) => self.cover(work, *id, cond, *next),
            Action::Fail { kind, message } => {
                Err(self.panics(work, *kind, message.as_deref(), span))
            }
            Action::Output {
                id, value, next, ..
            } => {
                let value = self.eval(&mut Cx::of(work), value)?;
                if self.engine.sides.compared() {
                    self.put_out(work, *id, value);
                }
                self.go(work, *next)
            }
            Action::Choose { dest, lo, hi, next } => {
                let mut cx = Cx::of(work);
                let (lo, hi) = (self.eval(&mut cx, lo)?, self.eval(&mut cx, hi)?);
                let some = self.engine.store.lt(lo, hi);
                self.require(&cx, some, Kind::Panic, span, || {
                    "`choose!` from an empty range".into()
                })?;
                self.choose(work, *dest, lo, hi, *next)
            }
            Action::Elaborate(term, next) => self.elaborate(work, term, *next),
            Action::Comm(action, next) => self.post(work, action, *next, span),
            Action::Collective(action, next) => self.contribute(work, action, *next, span),
            Action::Loop {
                at,
                guard,
                then,
                otherwise,
            } => self.at_loop(work, at, guard, [*otherwise, *then]),
            Action::Pause(why, next) => self.pause(work, *why, *next),
            Action::Test(test, next) => self.test(work, test, *next, span),
        }
    }

    /// A loop goes round once more. `circles`: may it do so for ever?
    fn lap(&mut self, work: &mut Work<C>, circles: bool, next: Loc) -> Result<Flow<C>, Stop> {
        if work.turns >= self.turns() {
            return Ok(Flow::Visible);
        }
        work.turns += 1;
        work.circles |= circles;
        work.notes.laps.count(work.frame().graph, work.frame().loc);
        self.engine.position.laps = work.notes.laps;
        self.go(work, next)
    }

    fn assign(
        &mut self,
        work: &mut Work<C>,
        place: &Place,
        value: &Term,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let mut cx = Cx::of(work);
        self.require_no_copy(&mut cx, value)?;
        let value = self.eval(&mut cx, value)?;
        let address = self.address(&mut cx, place)?;
        self.require_writable(&cx, &address, place.span)?;
        if let Some(PathElem::Range(_, len)) = address.path.last() {
            let (len, given) = (*len, self.engine.store.array_len(value));
            let same = self.engine.store.eq(len, given);
            self.require(&cx, same, Kind::OutOfBounds, span, || {
                "source and target slices differ in length".into()
            })?;
        }
        // A slice is written where it is.
        if !matches!(address.path.last(), Some(PathElem::Range(..))) {
            self.note_replaced(work, &address, value);
        }
        self.write_address(work, &address, value);
        self.trace_assign(work, place, value);
        self.check_shared(work, &address, value)?;
        self.go(work, next)
    }

    fn push(
        &mut self,
        work: &mut Work<C>,
        place: &Place,
        value: &Term,
        next: Loc,
    ) -> Result<Flow<C>, Stop> {
        let mut cx = Cx::of(work);
        let address = self.address(&mut cx, place)?;
        self.require_no_copy(&mut cx, value)?;
        let value = self.eval(&mut cx, value)?;
        self.require_writable(&cx, &address, place.span)?;
        let vector = self.read_address(cx.frames, &address);
        let longer = self.engine.store.push(vector, value);
        self.note_replaced(work, &address, longer);
        self.write_address(work, &address, longer);
        self.go(work, next)
    }

    fn assert(
        &mut self,
        work: &mut Work<C>,
        cond: &Term,
        message: Option<&[Piece]>,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let mut cx = Cx::of(work);
        let value = self.eval(&mut cx, cond)?;
        let result = self.require(&cx, value, Kind::Assertion, span, || "this is false".into());
        match result {
            Ok(()) => self.go(work, next),
            Err(Stop::Fail(failure)) => {
                let condition = self.failed_part(&mut cx, cond);
                let mut failure = failure.with_condition(condition);
                if let Some(message) = message {
                    failure.message = self.said(&mut cx, message);
                }
                Err(Stop::Fail(Box::new(failure)))
            }
            Err(stop) => Err(stop),
        }
    }

    /// From here on only executions count in which the condition holds.
    fn assume_from_here(
        &mut self,
        work: &mut Work<C>,
        cond: &Term,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let graph = work.frame().graph;
        let cond = self.eval(&mut Cx::of(work), cond)?;
        let decision = self.engine.decide(work, cond);
        let possible = !matches!(decision.can_be_true, Feasible::No);
        if !matches!(decision.can_be_false, Feasible::No) {
            let (pc, solved) = (work.pc, work.notes.solved.clone());
            let seen = work.seen;
            self.cut.assumptions.push(Assumption {
                pc,
                solved,
                cond,
                seen,
            });
        }
        let stands = self.stands_here(work, cond);
        if !possible || !self.engine.assume(work, cond) {
            self.findings.dead_assumption.get_or_insert((graph, span));
            return stands.map_or(Err(Stop::Dead), |stands| Ok(Flow::Fork(vec![stands])));
        }
        self.record(work, (graph, span), What::Assume, None, None);
        work.frame_mut().loc = next;
        Ok(stands.map_or(Flow::On, |stands| Flow::Fork(vec![work.clone(), stands])))
    }

    /// The process as it stands at an assumption that does not hold, for ever, if it has completed
    /// an operation on its way here, or contributed to a collective assertion: with that it may
    /// have let another one go on, which can still fail, or made one fail. (One that has done
    /// nothing of the sort might as well not have moved.)
    fn stands_here(&mut self, work: &Work<C>, cond: ExprId) -> Option<Work<C>> {
        if !work.seen {
            return None;
        }
        let mut stands = work.clone();
        let negated = self.engine.store.not(cond);
        if !self.engine.assume(&mut stands, negated) {
            return None;
        }
        if !self.engine.program.memory.is_used() {
            stands.frames.clear();
        }
        stands.status = Status::Crashed;
        Some(stands)
    }

    fn cover(
        &mut self,
        work: &mut Work<C>,
        id: usize,
        cond: &Term,
        next: Loc,
    ) -> Result<Flow<C>, Stop> {
        let cond = self.eval(&mut Cx::of(work), cond)?;
        if !self.findings.met.covers.contains(&id)
            && matches!(self.engine.decide(work, cond).can_be_true, Feasible::Yes)
        {
            self.findings.met.covers.insert(id);
        }
        self.go(work, next)
    }

    fn panics(
        &mut self,
        work: &Work<C>,
        kind: Kind,
        message: Option<&[Piece]>,
        span: Span,
    ) -> Stop {
        let mut cx = Cx::of(work);
        let text = match (message, kind) {
            (Some(message), _) => self.said(&mut cx, message),
            (None, Kind::Unreachable) => "this place is reached".into(),
            (None, _) => "this panics".into(),
        };
        self.fail(&cx, kind, span, text)
    }

    fn elaborate(&mut self, work: &mut Work<C>, term: &Term, next: Loc) -> Result<Flow<C>, Stop> {
        let mut cx = Cx::of(work);
        let value = self.eval(&mut cx, term)?;
        let constant = self.concrete(&cx, value, term.span, "the elaborated expression")?;
        if let TermKind::Local(slot) = term.kind {
            work.frame_mut().locals[slot as usize] = constant;
        }
        self.go(work, next)
    }

    fn go(&mut self, work: &mut Work<C>, next: Loc) -> Result<Flow<C>, Stop> {
        work.frame_mut().loc = next;
        Ok(Flow::On)
    }

    fn branch(
        &mut self,
        work: &mut Work<C>,
        cond: ExprId,
        then: Loc,
        otherwise: Loc,
    ) -> Result<Flow<C>, Stop> {
        let index = work.branches;
        if let Some(taken) = self.engine.store.as_bool(cond) {
            work.notes.laps.branch(None);
            self.trace_branch(work, index, taken);
            work.branches += 1;
            return self.go(work, if taken { then } else { otherwise });
        }
        work.notes.laps.branch(Some(cond));
        self.engine.position.laps = work.notes.laps;
        let decision = self.engine.decide(work, cond);
        match (decision.can_be_true, decision.can_be_false) {
            (Feasible::No, Feasible::No) => Err(Stop::Dead),
            (_, Feasible::No) => {
                self.note_implied(work, cond);
                work.branches += 1;
                self.go(work, then)
            }
            (Feasible::No, _) => {
                let negated = self.engine.store.not(cond);
                self.note_implied(work, negated);
                work.branches += 1;
                self.go(work, otherwise)
            }
            _ => {
                self.note_fork(work);
                work.notes.open.insert(index);
                work.branches += 1;
                let negated = self.engine.store.not(cond);
                let mut ways = Vec::new();
                for (cond, next) in [(cond, then), (negated, otherwise)] {
                    let mut way = work.clone();
                    way.frame_mut().loc = next;
                    if self.engine.assume(&mut way, cond) {
                        ways.push(way);
                    }
                }
                Ok(Flow::Fork(ways))
            }
        }
    }

    fn call(
        &mut self,
        work: &mut Work<C>,
        graph: usize,
        args: Vec<ExprId>,
        dest: Option<u32>,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        if work.frames.len() >= MAX_CALLS {
            return Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                what: format!("recursion deeper than {MAX_CALLS} calls"),
                location: Some(self.engine.program.location(work.frame().graph, span)),
            })));
        }
        let unset = self.engine.store.unit();
        let mut locals = args;
        locals.resize(self.engine.program.graphs[graph].locals.len(), unset);
        work.frame_mut().loc = next;
        work.frames.push(Frame {
            graph,
            loc: 0,
            locals,
            dest,
        });
        Ok(Flow::On)
    }

    fn return_(&mut self, work: &mut Work<C>, value: ExprId, span: Span) -> Result<Flow<C>, Stop> {
        if work.frames.len() > 1 {
            if !work.locks.is_empty() {
                self.leave_function(work, span)?;
            }
            let callee = work.frames.pop().expect("more than one frame");
            if let Some(dest) = callee.dest {
                self.set_local(work, dest, value);
            }
            return Ok(Flow::On);
        }
        let cx = Cx::of(work);
        let mut shared = work.shared.clone();
        if let Err(fault) = self
            .engine
            .comm
            .exit(&mut shared, self.engine.sides.rank(work.process))
        {
            let stop = self.fail(&cx, fault.kind, span, fault.message.clone());
            let stop = self.explain(work.process, &fault, stop);
            return Err(self.made_here(work, &fault, stop));
        }
        self.compare_outputs(work)?;
        work.shared = shared;
        self.record(work, (work.frame().graph, span), What::End, None, None);
        if !self.engine.program.memory.is_used() {
            work.frames.clear();
        }
        work.status = Status::Done;
        Ok(Flow::Visible)
    }

    fn choose(
        &mut self,
        work: &mut Work<C>,
        dest: u32,
        lo: ExprId,
        hi: ExprId,
        next: Loc,
    ) -> Result<Flow<C>, Stop> {
        let take = |this: &mut Self, work: &Work<C>, value: ExprId| {
            let mut way = work.clone();
            this.set_local(&mut way, dest, value);
            way.frame_mut().loc = next;
            way.notes.chosen.push(value);
            this.trace_choice(&way, value);
            way
        };
        // What is chosen is within its type, even if an end of the range was computed and is not.
        let graph = &self.engine.program.graphs[work.frame().graph];
        let extent = match graph.locals[dest as usize].ty {
            Type::Int(t) => crate::exec::values::input::extent_of(t),
            _ => Extent::Any,
        };
        let mut value = self.replayed_choice(work.process);
        if self.is_single() {
            // What was chosen before the model was edited may not be possible any more.
            let possible = |this: &mut Self, value| {
                let (above, below) = (
                    this.engine.store.le(lo, value),
                    this.engine.store.lt(value, hi),
                );
                let fits = this
                    .engine
                    .store
                    .as_num(value)
                    .is_some_and(|v| extent.contains(v));
                fits && [above, below].map(|c| this.engine.store.as_bool(c)) == [Some(true); 2]
            };
            value = value.filter(|&v| possible(self, v)).or(Some(lo));
        }
        if let Some(value) = value {
            return Ok(Flow::Fork(vec![take(self, work, value)]));
        }
        if let (Some(first), Some(end)) =
            (self.engine.store.as_int(lo), self.engine.store.as_int(hi))
            && end.saturating_sub(first) <= MAX_FORK
        {
            let mut ways = Vec::new();
            for v in first..end {
                let value = self.engine.store.int(v);
                if extent.contains(&v.into()) {
                    ways.push(take(self, work, value));
                }
            }
            if ways.is_empty() {
                return Err(Stop::Dead);
            }
            return Ok(Flow::Fork(ways));
        }
        let value = self.engine.store.new_symbol_within("choice", extent);
        let (above, below) = (
            self.engine.store.le(lo, value),
            self.engine.store.lt(value, hi),
        );
        let within = self.engine.store.and(above, below);
        let mut way = take(self, work, value);
        if !self.engine.assume(&mut way, within) {
            return Err(Stop::Dead);
        }
        Ok(Flow::Fork(vec![way]))
    }
}
