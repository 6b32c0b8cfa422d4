//! Operations that go on while their process does something else, as it sees them: posting them,
//! completing them, and asking.

use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{CommCall, Expr, ExprKind, Way};

use super::comm::{Buffer, argument, incoming, mode, own_tag, required};
use super::group::Group;
use super::locks::Lock;
use super::process::{Process, Stop};
use super::request::{
    Answer, Collective, Completion, Data, Finished, Mode, Outgoing, Posting, Probe, Request,
    Source, Which,
};
use super::value::{Place, Value};
use super::{ANY, PROC_NULL, REQUEST_NULL, UNDEFINED};

/// An operation that is not completed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pending {
    /// Its buffers, if there is something in them.
    pub(super) locks: Vec<Lock>,
    what: What,
}

impl Pending {
    /// A receive into this buffer, in this communicator.
    pub(super) fn receive(group: Arc<Group>, buffer: Buffer) -> Pending {
        Pending {
            locks: buffer.lock(true).into_iter().collect(),
            what: What::Receive(group, buffer),
        }
    }

    /// One of which nothing but its buffer is known.
    pub(super) fn of(lock: Lock) -> Pending {
        Pending {
            locks: vec![lock],
            what: What::Nothing,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum What {
    /// A send to a process.
    Send,
    /// A receive, in this communicator.
    Receive(Arc<Group>, Buffer),
    /// A collective operation, which takes into this buffer.
    Collective(Option<Buffer>),
    /// Nothing happens.
    Nothing,
}

/// The status of what is no receive.
const EMPTY: [i128; 3] = [ANY, ANY, 0];

impl Process<'_> {
    /// `isend`, `issend`
    pub(super) fn isend(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let (data, place) = self.located_data(call, "buf")?;
        let (to, tag) = (self.number(call, "to")?, self.number(call, "tag")?);
        let group = self.communicator(call)?;
        let to = group.process(to, &[PROC_NULL])?;
        self.within_phase()?;
        own_tag(tag)?;
        let handle = self.post_send(&group, (data, place), (to, tag), mode(&call.op))?;
        Ok(Value::Int(handle as i128))
    }

    /// A send goes on by itself from now on.
    pub(super) fn post_send(
        &mut self,
        group: &Group,
        (data, place): (Data, Option<Place>),
        (to, tag): (Option<usize>, i128),
        mode: Mode,
    ) -> Result<usize, Stop> {
        let place = place.filter(|_| !data.items.is_empty());
        let locks = place.map(Lock::read).into_iter().collect();
        let (posting, what) = match to {
            Some(to) => {
                let posting = Posting::Send(Outgoing {
                    comm: group.context,
                    to,
                    tag,
                    data,
                    mode,
                });
                (posting, What::Send)
            }
            None => (Posting::Nothing(ANY), What::Nothing),
        };
        let handle = self.posted(posting, Pending { locks, what })?;
        // It is under way from now on, whoever waits for it, and when.
        if let Some(to) = to {
            self.remember(Way::Sent, to as i128, tag, group);
        }
        Ok(handle)
    }

    pub(super) fn irecv(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let buffer = self.buffer(call, "buf")?;
        let (from, tag) = (self.number(call, "from")?, self.number(call, "tag")?);
        let group = self.communicator(call)?;
        let source = group.source(from)?;
        self.within_phase()?;
        let handle = self.post_receive(group, buffer, source, tag)?;
        Ok(Value::Int(handle as i128))
    }

    /// A receive goes on by itself from now on.
    pub(super) fn post_receive(
        &mut self,
        group: Arc<Group>,
        buffer: Buffer,
        source: Source,
        tag: i128,
    ) -> Result<usize, Stop> {
        if source == Source::Nobody {
            let locks = buffer.lock(true).into_iter().collect();
            let what = What::Nothing;
            return self.posted(Posting::Nothing(PROC_NULL), Pending { locks, what });
        }
        let posting = Posting::Receive(incoming(&group, source, tag, &buffer));
        self.posted(posting, Pending::receive(group, buffer))
    }

    /// A collective operation goes on by itself from now on.
    pub(super) fn post_collective(
        &mut self,
        mine: Collective,
        buffer: Option<Buffer>,
        locks: Vec<Lock>,
    ) -> Result<Value, Stop> {
        let pending = Pending {
            locks,
            what: What::Collective(buffer),
        };
        let handle = self.posted(Posting::Collective(Box::new(mine)), pending)?;
        Ok(Value::Int(handle as i128))
    }

    pub(super) fn posted(&mut self, posting: Posting, pending: Pending) -> Result<usize, Stop> {
        let Answer::Posted(handle) = self.ask(Request::Post(posting))? else {
            unreachable!("this does not answer a posted operation");
        };
        self.pending.insert(handle, pending);
        Ok(handle)
    }

    /// `wait`, `test` and their like: how many they complete, and whether they wait.
    pub(super) fn complete(
        &mut self,
        call: &CommCall,
        which: Which,
        waits: bool,
    ) -> Result<Value, Stop> {
        let name = match call.op.as_str() {
            "wait" | "test" => "request",
            _ => "requests",
        };
        let places = self.handles(call, name)?;
        let status = self.status_place(call)?;
        self.within_phase()?;
        let mut handles = Vec::new();
        for place in &places {
            handles.push(self.handle(place)?);
        }
        let twice = |(at, handle): (usize, &Option<usize>)| {
            handle.is_some() && handles[..at].contains(handle)
        };
        if handles.len() > 16 || handles.iter().enumerate().any(twice) {
            return Err(Stop::Unsupported("these requests".into()));
        }
        let none = handles.iter().all(Option::is_none);
        let completion = Completion {
            which,
            waits,
            handles: handles.clone(),
        };
        let answer = self.ask(Request::Complete(completion))?;
        let done = match answer {
            Answer::Completed(done) => Some(done),
            Answer::No => None,
            other => unreachable!("{other:?} does not answer a completion"),
        };
        let yes = done.is_some();
        let mut found = Vec::new();
        for (at, finished) in done.into_iter().flatten() {
            let handle = handles[at].expect("it was named");
            if !self.rests(handle) {
                self.store(&places[at], Value::Int(REQUEST_NULL));
            }
            found.push((at, self.finished(handle, finished)));
        }
        let first = found.first().map_or(EMPTY, |(_, status)| *status);
        if let (Some(place), true) = (status, yes) {
            self.write(&place, status_value(first))?;
        }
        let index = found.first().map_or(UNDEFINED, |(at, _)| *at as i128);
        let index = Value::Int(index);
        let (flag, one) = (Value::Bool(yes), status_value(first));
        Ok(match (call.op.as_str(), which) {
            ("wait", _) => one,
            ("test" | "testall", _) => flag,
            ("waitall", _) => {
                let status = |at| found.iter().find(|(done, _)| *done == at);
                let all = (0..places.len()).map(|at| status(at).map_or(EMPTY, |(_, s)| *s));
                Value::Seq(all.map(status_value).collect())
            }
            (_, Which::Any) if waits => Value::Tuple(vec![index, one]),
            (_, Which::Any) => Value::Tuple(vec![Value::Bool(yes || none), index]),
            _ => {
                let pair = |(at, status): (usize, [i128; 3])| {
                    Value::Tuple(vec![Value::Int(at as i128), status_value(status)])
                };
                Value::Seq(found.into_iter().map(pair).collect())
            }
        })
    }

    /// A request is completed: its buffer is free, what has come is there. The status.
    fn finished(&mut self, handle: usize, finished: Finished) -> [i128; 3] {
        let pending = self.pending.remove(&handle).expect("it was posted");
        let Finished {
            source,
            tag,
            items,
            pieces,
        } = finished;
        let mut status = [source, tag, items.len() as i128];
        match pending.what {
            What::Nothing | What::Send => {}
            What::Collective(buffer) => {
                for (start, items) in pieces {
                    if let Some(buffer) = &buffer {
                        self.fill(buffer, start, items);
                    }
                }
            }
            What::Receive(group, buffer) => {
                status[0] = group.named(source);
                self.remember(Way::Received, source, tag, &group);
                self.fill(&buffer, 0, items);
            }
        }
        status
    }

    pub(super) fn request_free(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let places = self.handles(call, "request")?;
        self.within_phase()?;
        let [place] = places.as_slice() else {
            return Err(Stop::Unsupported("several requests here".into()));
        };
        if self.drop_resting(place) {
            // It takes its process a step.
            self.ask(Request::Free)?;
            self.store(place, Value::Int(REQUEST_NULL));
            return Ok(Value::Unit);
        }
        let handle = self.handle(place)?;
        let handle = handle.ok_or(Stop::Fail(Kind::RequestMisused))?;
        // MPI has no such thing.
        if matches!(self.pending[&handle].what, What::Collective(_)) {
            return Err(Stop::Fail(Kind::RequestMisused));
        }
        let what = "an operation under way that is freed";
        Err(Stop::TooLarge(what.into()))
    }

    /// `probe`, `iprobe`
    pub(super) fn probe(&mut self, call: &CommCall, waits: bool) -> Result<Value, Stop> {
        let (from, tag) = (self.number(call, "from")?, self.number(call, "tag")?);
        let place = self.status_place(call)?;
        let group = self.communicator(call)?;
        let from = group.source(from)?;
        self.within_phase()?;
        let tag = (tag != ANY).then_some(tag);
        let comm = group.context;
        let answer = self.ask(Request::Probe(Probe {
            comm,
            from,
            tag,
            waits,
            matches: false,
        }))?;
        let found = match answer {
            Answer::Found([source, tag, count]) => Some([group.named(source), tag, count]),
            _ => None,
        };
        match (waits, found) {
            (true, found) => Ok(status_value(found.expect("it has waited"))),
            (false, None) => Ok(Value::Bool(false)),
            (false, Some(found)) => {
                if let Some(place) = place {
                    self.write(&place, status_value(found))?;
                }
                Ok(Value::Bool(true))
            }
        }
    }

    /// The process leaves the program: has it completed what it has begun?
    pub(super) fn all_completed(&self) -> Result<(), Stop> {
        if !self.pending.is_empty() || !self.persistent.is_empty() {
            return Err(Stop::Fail(Kind::RequestLeak));
        }
        if !self.made.is_empty() {
            return Err(Stop::Fail(Kind::CommunicatorLeak));
        }
        Ok(())
    }

    /// The places of the handles that an operand names.
    pub(super) fn handles(&mut self, call: &CommCall, name: &str) -> Result<Vec<Place>, Stop> {
        let e = required(call, name)?;
        let place = self.referred(e)?;
        Ok(match self.load(&place) {
            Value::Seq(items) => (0..items.len()).map(|i| place.clone().index(i)).collect(),
            _ => vec![place],
        })
    }

    pub(super) fn status_place(&mut self, call: &CommCall) -> Result<Option<Place>, Stop> {
        argument(call, "status")
            .map(|e| self.referred(e))
            .transpose()
    }

    /// What `&mut place` refers to.
    pub(super) fn referred(&mut self, e: &Expr) -> Result<Place, Stop> {
        match &e.kind {
            ExprKind::Ref(true, inner) => self.target(inner),
            _ => self.target(e),
        }
    }

    /// The operation of a handle.
    fn handle(&self, place: &Place) -> Result<Option<usize>, Stop> {
        match self.load(place) {
            Value::Int(REQUEST_NULL) => Ok(None),
            Value::Int(handle) => {
                let handle = usize::try_from(handle).ok();
                // One that rests is complete, as if it were none.
                if let Some(again) = handle.and_then(|handle| self.persistent.get(&handle)) {
                    return Ok(again.active);
                }
                let known = handle.filter(|handle| self.pending.contains_key(handle));
                known.map(Some).ok_or(Stop::Fail(Kind::RequestMisused))
            }
            _ => Err(Stop::Unsupported("a request that is none".into())),
        }
    }
}

pub(super) fn status_value(status: [i128; 3]) -> Value {
    Value::Tuple(status.map(Value::Int).into())
}
