//! Communication as a process sees it: operands in order, then a request, then the answer put in
//! its place.

use tass_syntax::Kind;
use tass_syntax::tree::{CommCall, Expr, ExprKind, Type, Way};

use super::arith;
use super::group::Group;
use super::locks::{Lock, is_place};
use super::process::{Phase, Process, Stop, peeled};
use super::request::{Answer, Data, Incoming, Mode, Op, Outgoing, Request, Source, Which};
use super::types::element;
use super::value::{Place, Value};
use super::{ANY, PROC_NULL};

/// A buffer to be written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Buffer {
    pub(super) place: Place,
    pub(super) elem: Type,
    /// How many elements, if it is a sequence.
    pub(super) len: Option<usize>,
}

impl Buffer {
    pub(super) fn room(&self) -> usize {
        self.len.unwrap_or(1)
    }

    /// The buffer in use, if there is something in it.
    pub(super) fn lock(&self, writes: bool) -> Option<Lock> {
        (self.room() > 0).then(|| Lock {
            place: self.place.clone(),
            writes,
        })
    }
}

impl Process<'_> {
    pub(super) fn comm(&mut self, call: &CommCall) -> Result<Value, Stop> {
        match call.op.as_str() {
            "rank" | "size" => self.standing(call),
            "init" => self.init(),
            "finalize" => self.finalize(),
            "abort" => self.abort(call),
            "send" | "ssend" | "bsend" | "rsend" => self.send(call),
            "buffer_attach" => self.attach(call),
            "buffer_detach" => self.detach(),
            "recv" => self.recv(call),
            "sendrecv" => self.sendrecv(call),
            "sendrecv_replace" => self.sendrecv_replace(call),
            "isend" | "issend" | "ibsend" | "irsend" => self.isend(call),
            "irecv" => self.irecv(call),
            "send_init" | "ssend_init" | "bsend_init" | "rsend_init" => self.send_init(call),
            "recv_init" => self.recv_init(call),
            "start" => self.start(call, "request"),
            "startall" => self.start(call, "requests"),
            "wait" | "waitall" => self.complete(call, Which::All, true),
            "test" | "testall" => self.complete(call, Which::All, false),
            "waitany" => self.complete(call, Which::Any, true),
            "testany" => self.complete(call, Which::Any, false),
            "waitsome" => self.complete(call, Which::Some, true),
            "testsome" => self.complete(call, Which::Some, false),
            "request_free" => self.request_free(call),
            "probe" => self.probe(call, true),
            "iprobe" => self.probe(call, false),
            "mprobe" => self.mprobe(call),
            "improbe" => self.improbe(call),
            "mrecv" => self.mrecv(call),
            "imrecv" => self.imrecv(call),
            "split" => self.make(Op::Split, call),
            "dup" => self.make(Op::Dup, call),
            "cart_create" => self.make(Op::Grid, call),
            "free" => self.free_communicator(call),
            "cart_coords" => self.coordinates(call),
            "cart_shift" => self.shift(call),
            name => match (
                Op::from_name(name),
                name.strip_prefix('i').map(Op::from_name),
            ) {
                (Some(op), _) => self.collective(op, call, false),
                (_, Some(Some(op))) => self.collective(op, call, true),
                _ => Err(Stop::Unsupported(format!("the operation `{name}`"))),
            },
        }
    }

    fn init(&mut self) -> Result<Value, Stop> {
        if self.phase != Phase::Fresh {
            return Err(Stop::Fail(Kind::InitFinalize));
        }
        self.phase = Phase::Running;
        Ok(Value::Unit)
    }

    fn finalize(&mut self) -> Result<Value, Stop> {
        if self.phase != Phase::Running {
            return Err(Stop::Fail(Kind::InitFinalize));
        }
        self.all_completed()?;
        self.phase = Phase::Finalized;
        Ok(Value::Unit)
    }

    /// Whenever it is called, it is the end of all.
    fn abort(&mut self, call: &CommCall) -> Result<Value, Stop> {
        self.value(required(call, "code")?, None)?;
        Err(Stop::Fail(Kind::Aborted))
    }

    /// Any operation but `init`, `finalize` and `abort`.
    pub(super) fn within_phase(&mut self) -> Result<(), Stop> {
        match self.phase {
            Phase::Finalized => Err(Stop::Fail(Kind::InitFinalize)),
            Phase::Fresh => {
                self.phase = Phase::Bare;
                Ok(())
            }
            Phase::Bare | Phase::Running => Ok(()),
        }
    }

    /// The answer to a request: the next one that was given, if there is one.
    pub(super) fn ask(&mut self, request: Request) -> Result<Answer, Stop> {
        match self.answers.get(self.used) {
            Some(answer) => {
                self.used += 1;
                Ok(answer.clone())
            }
            None => Err(Stop::Request(Box::new(request))),
        }
    }

    fn send(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let (data, _) = self.located_data(call, "buf")?;
        let (to, tag) = (self.number(call, "to")?, self.number(call, "tag")?);
        let group = self.communicator(call)?;
        let to = group.process(to, &[PROC_NULL])?;
        self.within_phase()?;
        own_tag(tag)?;
        if let Some(to) = to {
            self.ask(Request::Send(Outgoing {
                comm: group.context,
                to,
                tag,
                data,
                mode: mode(&call.op),
            }))?;
            self.remember(Way::Sent, to as i128, tag, &group);
        }
        Ok(Value::Unit)
    }

    fn recv(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let buffer = self.buffer(call, "buf")?;
        let (from, tag) = (self.number(call, "from")?, self.number(call, "tag")?);
        let group = self.communicator(call)?;
        let source = group.source(from)?;
        self.within_phase()?;
        let incoming = incoming(&group, source, tag, &buffer);
        let answer = self.ask(Request::Recv(incoming))?;
        self.received(answer, &group, &buffer)
    }

    fn sendrecv(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let (data, sent) = self.located_data(call, "sendbuf")?;
        let to = self.number(call, "to")?;
        let buffer = self.buffer(call, "recvbuf")?;
        let from = self.number(call, "from")?;
        let (sendtag, recvtag) = (self.number(call, "sendtag")?, self.number(call, "recvtag")?);
        let group = self.communicator(call)?;
        let to = group.process(to, &[PROC_NULL])?;
        let source = group.source(from)?;
        if let Some(sent) = &sent {
            apart(&data, sent, &buffer)?;
        }
        self.exchange(&group, (data, to, sendtag), (&buffer, source, recvtag))
    }

    /// What the buffer holds is sent, and what comes is put there.
    fn sendrecv_replace(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let buffer = self.buffer(call, "buf")?;
        let (to, from) = (self.number(call, "to")?, self.number(call, "from")?);
        let (sendtag, recvtag) = (self.number(call, "sendtag")?, self.number(call, "recvtag")?);
        let group = self.communicator(call)?;
        let to = group.process(to, &[PROC_NULL])?;
        let source = group.source(from)?;
        let data = Data {
            elem: buffer.elem.clone(),
            items: items(self.load(&buffer.place), buffer.len.is_some()),
        };
        self.exchange(&group, (data, to, sendtag), (&buffer, source, recvtag))
    }

    fn exchange(
        &mut self,
        group: &Group,
        (data, to, sendtag): (Data, Option<usize>, i128),
        (buffer, source, recvtag): (&Buffer, Source, i128),
    ) -> Result<Value, Stop> {
        self.within_phase()?;
        own_tag(sendtag)?;
        let incoming = incoming(group, source, recvtag, buffer);
        let request = match to {
            Some(to) => Request::SendRecv(
                Outgoing {
                    comm: group.context,
                    to,
                    tag: sendtag,
                    data,
                    mode: Mode::Standard,
                },
                incoming,
            ),
            None => Request::Recv(incoming),
        };
        let answer = self.ask(request)?;
        if let Some(to) = to {
            self.remember(Way::Sent, to as i128, sendtag, group);
        }
        self.received(answer, group, buffer)
    }

    pub(super) fn choose(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        inclusive: bool,
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        let ty = self.common(&[lo, hi]).or_else(|| expected.cloned());
        let (lo, hi) = (self.int(lo, ty.as_ref())?, self.int(hi, ty.as_ref())?);
        let values = arith::numbers(lo, hi, inclusive)?;
        if values.is_empty() {
            return Err(Stop::Fail(Kind::Panic));
        }
        match self.ask(Request::Choose(values.start, values.end))? {
            Answer::Chosen(value) => Ok(Value::Int(value)),
            other => unreachable!("{other:?} does not answer a choice"),
        }
    }

    pub(super) fn received(
        &mut self,
        answer: Answer,
        group: &Group,
        buffer: &Buffer,
    ) -> Result<Value, Stop> {
        let Answer::Received { source, tag, items } = answer else {
            unreachable!("{answer:?} does not answer a receive");
        };
        self.remember(Way::Received, source, tag, group);
        let status = [group.named(source), tag, items.len() as i128];
        self.fill(buffer, 0, items);
        Ok(Value::Tuple(status.map(Value::Int).into()))
    }

    /// Writes items to a buffer that has room for them, from this element on.
    pub(super) fn fill(&mut self, buffer: &Buffer, start: usize, items: Vec<Value>) {
        if buffer.len.is_some() {
            let part = buffer.place.clone().range(start, items.len());
            self.store(&part, Value::Seq(items));
        } else if let Some(item) = items.into_iter().next() {
            self.store(&buffer.place, item);
        }
    }

    /// The operand `name`: data to read, and where it is, if it is not a temporary value.
    pub(super) fn located_data(
        &mut self,
        call: &CommCall,
        name: &str,
    ) -> Result<(Data, Option<Place>), Stop> {
        let e = required(call, name)?;
        let named = match &e.kind {
            ExprKind::Ref(_, inner) => inner,
            _ => e,
        };
        if !is_place(named) {
            return Ok((self.data(call, name)?, None));
        }
        let (elem, sequence) = self.buffer_type(e)?;
        let place = self.target(named)?;
        let value = self.load(&place);
        let items = items(value, sequence);
        // Whoever hands a buffer over touches it, whatever becomes of it.
        if !items.is_empty() {
            self.may_touch(&place, false)?;
        }
        Ok((Data { elem, items }, Some(place)))
    }

    /// The operand `name`: data to read.
    fn data(&mut self, call: &CommCall, name: &str) -> Result<Data, Stop> {
        let e = required(call, name)?;
        let (elem, sequence) = self.buffer_type(e)?;
        let value = self.value(e, None)?;
        Ok(Data {
            elem,
            items: items(value, sequence),
        })
    }

    /// The operand `name`: a variable to write.
    pub(super) fn buffer(&mut self, call: &CommCall, name: &str) -> Result<Buffer, Stop> {
        let e = required(call, name)?;
        let (elem, sequence) = self.buffer_type(e)?;
        let place = match &e.kind {
            ExprKind::Ref(true, inner) => self.target(inner)?,
            _ => self.target(e)?,
        };
        let len = match (sequence, self.load(&place)) {
            (true, Value::Seq(items)) => Some(items.len()),
            _ => None,
        };
        let buffer = Buffer { place, elem, len };
        // To hand it over to be written is a touch, whatever becomes of it.
        if buffer.room() > 0 {
            self.may_touch(&buffer.place, true)?;
        }
        Ok(buffer)
    }

    /// Element type of a buffer, and whether it is a sequence.
    fn buffer_type(&self, e: &Expr) -> Result<(Type, bool), Stop> {
        let ty = self.type_of(e).map(|ty| peeled(&ty));
        let ty = ty.ok_or_else(|| Stop::Unsupported("a buffer of unknown type".into()))?;
        Ok(match element(&ty) {
            Some(elem) => (elem, true),
            None => (ty, false),
        })
    }

    /// The operand `name`: a number; 0 for a tag that is left out.
    pub(super) fn number(&mut self, call: &CommCall, name: &str) -> Result<i128, Stop> {
        match argument(call, name) {
            Some(e) => self.usize(e),
            None if name.ends_with("tag") => Ok(0),
            None => Err(Stop::Unsupported(format!("`{}` without `{name}`", call.op))),
        }
    }
}

/// What is read and what is written must have nothing in common.
pub(super) fn apart(data: &Data, from: &Place, buffer: &Buffer) -> Result<(), Stop> {
    let empty = data.items.is_empty() || buffer.room() == 0;
    if !empty && from.overlaps(&buffer.place) {
        return Err(Stop::Fail(Kind::OverlappingBuffers));
    }
    Ok(())
}

/// Only a receive can leave its tag open.
pub(super) fn own_tag(tag: i128) -> Result<(), Stop> {
    match tag {
        ANY => Err(Stop::Fail(Kind::InvalidTag)),
        _ => Ok(()),
    }
}

/// The mode of an operation that sends.
pub(super) fn mode(op: &str) -> Mode {
    match op {
        "ssend" | "issend" | "ssend_init" => Mode::Synchronous,
        "bsend" | "ibsend" | "bsend_init" => Mode::Buffered,
        "rsend" | "irsend" | "rsend_init" => Mode::Ready,
        _ => Mode::Standard,
    }
}

pub(super) fn incoming(group: &Group, from: Source, tag: i128, buffer: &Buffer) -> Incoming {
    Incoming {
        comm: group.context,
        from,
        tag: (tag != ANY).then_some(tag),
        elem: buffer.elem.clone(),
        room: buffer.room(),
    }
}

pub(super) fn items(value: Value, sequence: bool) -> Vec<Value> {
    match value {
        Value::Seq(items) if sequence => items,
        value => vec![value],
    }
}

pub(super) fn argument<'c>(call: &'c CommCall, name: &str) -> Option<&'c Expr> {
    call.args
        .iter()
        .find(|(given, _)| given == name)
        .map(|(_, e)| e)
}

pub(super) fn required<'c>(call: &'c CommCall, name: &str) -> Result<&'c Expr, Stop> {
    argument(call, name).ok_or_else(|| Stop::Unsupported(format!("`{}` without `{name}`", call.op)))
}
