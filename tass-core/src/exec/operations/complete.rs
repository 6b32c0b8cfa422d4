//! Communication: operations are posted when reached and completed by one of their moves.

use rustc_hash::FxHashSet;

use crate::comm::{
    Applied, Call, CommError, CommModel, Data, Operand, Param, ParamKind, Posted, Semantics,
    Undecided,
};
use crate::exec::operations::locks::Access;
use crate::exec::operations::overlap::Buffer;
use crate::exec::stepper::Flow;
use crate::exec::terms::check::Cx;
use crate::exec::values::shown::shown;
use crate::exec::{Stepper, Stop, Work};
use crate::graph::{Action, CommAction, CommOperand, Loc, Number};
use crate::prover::Validity;
use crate::report::Inconclusive;
use crate::state::Status;
use crate::symbolic::ExprId;
use tass_syntax::tree::{Handle, IntTy, Span, Type};

/// A number of elements that is one of more than these is not decided by trying them all.
const MOST_ELEMENTS: i64 = 64;

/// What the model says of an operation that is reached, and the state after it.
type Reached<C> = (
    Result<Posted<<C as Semantics>::Pending>, CommError>,
    <C as Semantics>::Shared,
);

/// What an operation is called with.
struct Operands {
    args: Vec<Operand>,
    /// What numbers among them have turned out to be.
    settled: Vec<ExprId>,
    /// For an operation that goes on when it is over for the process: its buffers by name, and
    /// whether each is behind a shared reference.
    buffers: Vec<(&'static str, Buffer, bool)>,
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process reaches an operation.
    pub(crate) fn post(
        &mut self,
        work: &mut Work<C>,
        action: &CommAction,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let mut cx = Cx::of(work);
        let Operands {
            args,
            settled,
            buffers,
        } = self.operands(&mut cx, &work.shared, action, span)?;
        // As with a branch: in a loop, what decides a rank or a tag may be forgotten before the
        // message is.
        for condition in settled {
            self.note_implied(work, condition);
        }
        let resting = self.resting(work);
        self.trace_call(work, &self.call_of(work, action, &args, &resting), span);
        let (posted, shared) = self.posted(work, action, &args, &resting)?;
        match posted {
            Ok(posted) => {
                self.require_resumable(work, &posted.resumed, span)?;
                for check in posted.checks {
                    let cx = Cx::of(work);
                    self.require(&cx, check.goal, check.kind, span, || check.message)?;
                }
                for event in posted.events {
                    self.trace_comm(work, span, Some(event));
                }
                self.resume(work, &posted.resumed);
                let seen = self.is_step(work, action.op, &shared);
                work.shared = shared;
                for (place, value) in posted.writes {
                    let address = self.dereference(&Cx::of(work), place, span)?;
                    self.write_address(work, &address, value);
                }
                self.lock(work, &posted.held, &buffers);
                for passed in &posted.passed {
                    self.count_message(work, passed);
                }
                match posted.pending {
                    Some(pending) => {
                        let (process, top) = (work.process, work.frame());
                        let place = (process, top.graph, top.loc);
                        self.findings.called.entry(place).or_insert(false);
                        work.status = Status::Waiting(pending);
                        Ok(Flow::Visible)
                    }
                    None => {
                        if let Some(result) = posted.result {
                            self.trace_made(work, action.op, result, span);
                            if let Some(dest) = action.dest {
                                self.set_local(work, dest, result);
                            }
                        }
                        work.frame_mut().loc = next;
                        Ok(match seen {
                            true => Flow::Visible,
                            false => Flow::On,
                        })
                    }
                }
            }
            Err(error) => {
                let span = self.operand_of(action, &error).unwrap_or(span);
                let fault = match &error {
                    CommError::Fault(fault) => Some(fault.clone()),
                    _ => None,
                };
                let stop = self.comm_error(&Cx::of(work), error, span);
                Err(match fault {
                    Some(fault) => self.made_here(work, &fault, stop),
                    None => stop,
                })
            }
        }
    }

    /// What the model says of an operation that is reached, and the state after it. What it asks,
    /// it is told: the state before is split where that can go both ways.
    fn posted(
        &mut self,
        work: &mut Work<C>,
        action: &CommAction,
        args: &[Operand],
        resting: &[(u32, ExprId, Option<ExprId>)],
    ) -> Result<Reached<C>, Stop> {
        let mut decided: Vec<(ExprId, bool)> = Vec::new();
        loop {
            let call = Call {
                decided: &decided,
                ..self.call_of(work, action, args, resting)
            };
            let mut shared = work.shared.clone();
            let comm = self.engine.comm;
            match comm.post(&mut self.engine.store, &mut shared, &call) {
                Err(CommError::Open(cond)) => {
                    let holds = self.decided(work, cond)?;
                    decided.push((cond, holds));
                }
                posted => {
                    for (cond, holds) in decided {
                        let known = match holds {
                            true => cond,
                            false => self.engine.store.not(cond),
                        };
                        self.note_implied(work, known);
                    }
                    return Ok((posted, shared));
                }
            }
        }
    }

    fn call_of<'c>(
        &self,
        work: &Work<C>,
        action: &CommAction,
        args: &'c [Operand],
        resting: &'c [(u32, ExprId, Option<ExprId>)],
    ) -> Call<'c> {
        Call {
            process: self.engine.sides.rank(work.process),
            nprocs: self.engine.sides.size(work.process),
            op: action.op,
            args,
            resting,
            decided: &[],
        }
    }

    /// Does the step end where an operation that waits for nobody has changed what others see?
    /// Between two operations of this process another one may take what the second needs.
    fn is_step(&self, work: &Work<C>, op: &str, after: &C::Shared) -> bool {
        let fine = self.mode.fine_steps && self.engine.comm.is_noticed(op);
        fine && work.shared != *after
    }

    /// The place of the operand that a fault is about.
    fn operand_of(&self, action: &CommAction, error: &CommError) -> Option<Span> {
        let CommError::Fault(fault) = error else {
            return None;
        };
        let params = self.engine.comm.signature(action.op)?.params.iter();
        let mut operands = params.zip(&action.args);
        let (_, operand) = operands.find(|(param, _)| Some(param.name) == fault.operand)?;
        match operand {
            Some(CommOperand::Value(value)) => Some(value.span),
            _ => None,
        }
    }

    /// A waiting process makes one of its moves.
    pub(crate) fn complete(&mut self, work: &mut Work<C>, choice: u32) -> Result<Flow<C>, Stop> {
        let program = self.engine.program.clone();
        let frame = work.frame();
        let graph = frame.graph;
        let node = &program.graphs[graph].nodes[frame.loc as usize];
        let (Action::Comm(action, next), Status::Waiting(pending)) = (&node.action, &work.status)
        else {
            unreachable!("only a process that waits at an operation completes one");
        };
        let cx = Cx::of(work);
        let rank = self.engine.sides.rank(work.process);
        // Both with numbers put in that had to be decided, which is seldom.
        let mut settled: Option<(C::Shared, C::Pending)> = None;
        let mut decided = FxHashSet::default();
        let mut applied = Applied::default();
        let (done, shared) = loop {
            let (before, pending) = match &settled {
                Some((shared, pending)) => (shared, pending),
                None => (&work.shared, pending),
            };
            let (store, mut shared) = (&mut self.engine.store, before.clone());
            match self
                .engine
                .comm
                .complete(store, &mut shared, rank, pending, choice, &applied)
            {
                Ok(done) => break (done, shared),
                Err(CommError::Asked(question)) => {
                    self.learn(&cx, question, &mut applied, node.span)?
                }
                // A model that asks for the same number again cannot be helped.
                Err(CommError::Undecided(number)) if decided.insert(number.value) => {
                    let value = self.settle(&cx, &number, node.span)?;
                    let mut replace = |e: ExprId| if e == number.value { value } else { e };
                    let (mut before, mut pending) = (before.clone(), pending.clone());
                    self.engine.comm.map_shared(&mut before, &mut replace);
                    self.engine.comm.map_pending(&mut pending, &mut replace);
                    settled = Some((before, pending));
                }
                Err(error) => return Err(self.comm_error(&cx, error, node.span)),
            }
        };
        for check in done.checks {
            self.require(&cx, check.goal, check.kind, node.span, || check.message)?;
        }
        for (value, ty) in done.computed {
            self.in_range(&cx, value, Number::Int(ty), node.span)?;
        }
        if let Some(lane) = done.left {
            self.leaves_universe(work, lane, node.span)?;
        }
        let mut writes = Vec::new();
        for (place, value) in done.writes {
            writes.push((self.dereference(&cx, place, node.span)?, value));
        }
        self.release(work, &done.released, &done.rested, node.span)?;
        work.shared = shared;
        for (address, value) in writes {
            self.write_address(work, &address, value);
        }
        if let Some(result) = done.result {
            self.trace_made(work, action.op, result, node.span);
            if let Some(dest) = action.dest {
                self.set_local(work, dest, result);
            }
        }
        for passed in &done.passed {
            self.count_message(work, passed);
        }
        if let Some(comm) = done.made {
            self.count_anew(work, comm);
        }
        for event in done.events {
            self.trace_comm(work, node.span, Some(event));
        }
        work.choice = None;
        work.seen = true;
        match done.again {
            Some(pending) => {
                work.status = Status::Waiting(pending);
                Ok(Flow::Visible)
            }
            None => {
                let place = (work.process, graph, work.frame().loc);
                self.findings.called.insert(place, true);
                work.status = Status::Ready;
                work.frame_mut().loc = *next;
                Ok(match self.mode.fine_steps {
                    true => Flow::Visible,
                    false => Flow::On,
                })
            }
        }
    }

    pub(crate) fn comm_error(&mut self, cx: &Cx<'_>, error: CommError, span: Span) -> Stop {
        match error {
            CommError::Fault(fault) => {
                for check in &fault.after {
                    let message = || check.message.clone();
                    if let Err(stop) = self.require(cx, check.goal, check.kind, span, message) {
                        return stop;
                    }
                }
                let stop = self.fail(cx, fault.kind, span, fault.message.clone());
                self.explain(cx.process, &fault, stop)
            }
            CommError::Asked(question) => unreachable!("{question:?} is answered at completion"),
            CommError::Open(cond) => unreachable!("{cond:?} is answered where it is posted"),
            CommError::Unsupported(what) | CommError::Undecided(Undecided { what, .. }) => {
                self.unsupported(cx, what, span)
            }
        }
    }

    pub(in crate::exec) fn unsupported(&self, cx: &Cx<'_>, what: String, span: Span) -> Stop {
        let location = Some(self.engine.program.location(cx.graph(), span));
        Stop::GiveUp(Box::new(Inconclusive::Unsupported { what, location }))
    }

    /// The value of a number that a move depends on, if the move is legal and the number one of a
    /// few: splits where there are several.
    fn settle(&mut self, cx: &Cx<'_>, number: &Undecided, span: Span) -> Result<ExprId, Stop> {
        for check in &number.checks {
            self.require(cx, check.goal, check.kind, span, || check.message.clone())?;
        }
        let most = self.engine.store.int(MOST_ELEMENTS);
        let few = self.engine.store.le(number.value, most);
        let few = self.engine.meant(&cx.meaning, few);
        match self.engine.prover.check(&mut self.engine.store, cx.pc, few) {
            Validity::Valid => self.concrete(cx, number.value, span, &number.what),
            _ => Err(self.unsupported(cx, number.what.clone(), span)),
        }
    }

    /// Evaluates what an operation is called with.
    fn operands(
        &mut self,
        cx: &mut Cx<'_>,
        shared: &C::Shared,
        action: &CommAction,
        span: Span,
    ) -> Result<Operands, Stop> {
        let signature = self
            .engine
            .comm
            .signature(action.op)
            .expect("lowering knows the operation");
        let mut args = Vec::new();
        // All operands are evaluated before the operation looks at any: if one of them fails, no
        // rank is wrong yet.
        let mut values = Vec::new();
        let mut settled = Vec::new();
        let (mut read, mut written) = (Vec::new(), Vec::new());
        let immediate = signature.is_immediate();
        let mut buffers = Vec::new();
        for (param, operand) in signature.params.iter().zip(&action.args) {
            args.push(match operand {
                None => Operand::Known(
                    param
                        .default
                        .expect("lowering asked for what has no default"),
                ),
                Some(CommOperand::In {
                    value,
                    elem,
                    seq,
                    place,
                    borrowed,
                }) => {
                    let value = self.eval(cx, value)?;
                    let len = seq.then(|| self.engine.store.array_len(value));
                    if let Some(place) = place {
                        let span = place.span;
                        // The value's evaluation has checked the indices.
                        let (checked, noted) = (cx.unchecked.replace(0), self.passed_over.len());
                        let address = self.address(cx, place);
                        self.passed_over.truncate(noted);
                        cx.unchecked = checked;
                        let address = address?;
                        if immediate {
                            let address = address.clone();
                            buffers.push((param.name, Buffer { address, len, span }, *borrowed));
                        }
                        read.push(Buffer { address, len, span });
                    }
                    Operand::In(Data {
                        value,
                        elem: elem.clone(),
                        len,
                    })
                }
                Some(CommOperand::Out { place, elem, seq }) => {
                    let address = self.address(cx, place)?;
                    let mut current = self.read_address(cx.frames, &address);
                    if let ParamKind::Handles(handle) = param.kind {
                        let handles = self.handles(cx, handle, current, *seq, place.span)?;
                        settled.extend(handles.1);
                        current = handles.0;
                    }
                    let room = seq.then(|| self.engine.store.array_len(current));
                    let reference = self.reference(&address);
                    let span = place.span;
                    let buffer = Buffer {
                        address,
                        len: room,
                        span,
                    };
                    self.require_unlocked(cx, &buffer, Access::Write)?;
                    if immediate {
                        buffers.push((param.name, buffer.clone(), false));
                    }
                    written.push(buffer);
                    Operand::Out {
                        place: reference,
                        elem: elem.clone(),
                        room,
                        current,
                    }
                }
                Some(CommOperand::Operator(number)) => {
                    Operand::Own(self.engine.program.operators[*number].declared.clone())
                }
                Some(CommOperand::Value(value)) => {
                    let e = self.eval(cx, value)?;
                    values.push((args.len(), param, e, value.span));
                    Operand::Known(0)
                }
            });
        }
        // What a rank is depends on the communicator.
        values.sort_by_key(|(_, param, ..)| param.kind != ParamKind::Comm);
        let mut nprocs = Some(self.engine.sides.size(cx.process));
        for (index, param, e, span) in values {
            let (known, constant) = match (param.kind, nprocs) {
                (ParamKind::Rank | ParamKind::Tag, Some(n)) => {
                    self.legal(cx, e, (param, n), span)?
                }
                _ => self.known(cx, e, param.name, span)?,
            };
            if param.kind == ParamKind::Comm {
                let rank = self.engine.sides.rank(cx.process);
                nprocs = self.engine.comm.size_of(shared, rank, known);
            }
            args[index] = Operand::Known(known);
            if e != constant {
                settled.push(self.engine.store.eq(e, constant));
            }
        }
        self.require_disjoint(cx, &read, &written, span)?;
        Ok(Operands {
            args,
            settled,
            buffers,
        })
    }

    /// The handles in a variable, each of which is known: where it depends on the inputs which one
    /// it is, they are told apart. And what they have turned out to be.
    fn handles(
        &mut self,
        cx: &Cx<'_>,
        handle: Handle,
        value: ExprId,
        seq: bool,
        span: Span,
    ) -> Result<(ExprId, Vec<ExprId>), Stop> {
        let mut settled = Vec::new();
        let mut known = |this: &mut Self, e: ExprId, what: &str| {
            let constant = this.concrete(cx, e, span, what)?;
            if constant != e {
                settled.push(this.engine.store.eq(e, constant));
            }
            Ok(constant)
        };
        let one = format!("a `{}`", handle.name());
        if !seq {
            return Ok((known(self, value, &one)?, settled));
        }
        let len = self.engine.store.array_len(value);
        let len = known(self, len, &format!("the number of {}", handle.plural()))?;
        let mut items = Vec::new();
        for at in 0..self.engine.store.as_int(len).unwrap_or(0) {
            let at = self.engine.store.int(at);
            let item = self.engine.store.read(value, at);
            items.push(known(self, item, &one)?);
        }
        Ok((self.engine.store.array(&items), settled))
    }

    /// A rank or a tag that is one.
    fn legal(
        &mut self,
        cx: &Cx<'_>,
        e: ExprId,
        (param, nprocs): (&Param, usize),
        span: Span,
    ) -> Result<(i64, ExprId), Stop> {
        let legal = self
            .engine
            .comm
            .legal(&mut self.engine.store, param, e, nprocs);
        if self.engine.store.as_bool(legal) != Some(true) {
            let ty = Type::Int(match param.kind {
                ParamKind::Rank => IntTy::Usize,
                _ => IntTy::I128,
            });
            let text = shown(
                &self.engine.store,
                self.engine.program.constants,
                &ty,
                e,
                100,
            );
            let (kind, message) = self.engine.comm.illegal(param, &text, nprocs);
            self.require(cx, legal, kind, span, || message)?;
        }
        self.known(cx, e, param.name, span)
    }

    /// The integer that an operand is on this path, in the model's own encoding, and as it is.
    fn known(
        &mut self,
        cx: &Cx<'_>,
        e: ExprId,
        param: &str,
        span: Span,
    ) -> Result<(i64, ExprId), Stop> {
        let constant = if self.engine.store.is_const(e) {
            e
        } else {
            self.concrete(cx, e, span, &format!("`{param}`"))?
        };
        for (value, code) in self.engine.comm.special_ranks(param) {
            if self.engine.store.int_big((*value).into()) == constant {
                return Ok((*code, constant));
            }
        }
        let code = self.engine.store.as_int(constant).ok_or_else(|| {
            Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                what: format!("a value of `{param}` beyond 64 bits"),
                location: Some(self.engine.program.location(cx.graph(), span)),
            }))
        })?;
        Ok((code, constant))
    }
}
