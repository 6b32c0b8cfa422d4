//! Requests: the operations of a process that are under way while it goes on.
//!
//! What always holds: a request has the smallest number that was free when it was made, so that
//! numbers depend on the calls of its own process alone; the last slot is taken; `posted` names the
//! receives that are not matched, in the order of their calls. A process without requests has no
//! table.

use std::collections::BTreeMap;
use std::rc::Rc;

use tass_core::comm::{Cause, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::ExprId;
use tass_syntax::tree::Type;

use crate::collective::{self, Collecting};
use crate::communicator::Comm;
use crate::recv::{Receiving, Source};
use crate::shared::{Channel, Shared};

/// The operations of one process that are under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Requests {
    slots: Vec<Option<Request>>,
    posted: Vec<u32>,
    /// What those are that can be begun again.
    persistent: BTreeMap<u32, Persistent>,
}

/// An operation that can be begun again and again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Persistent {
    Send {
        /// As whose immediate form it is begun: `isend` or `issend`.
        op: &'static str,
        /// `None`: to nobody.
        channel: Option<Channel>,
        tag: i64,
        elem: Type,
    },
    Recv(Receiving),
}

/// An operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Request {
    /// A send.
    Send {
        /// `isend` or `issend`.
        op: &'static str,
        /// `None`: to nobody.
        channel: Option<Channel>,
        tag: i64,
        /// Is its message matched, or taken?
        done: bool,
    },
    /// A receive.
    Recv {
        receiving: Receiving,
        /// Whose message it is matched with.
        from: Option<usize>,
    },
    /// A part in a collective operation.
    Collective(Collecting),
    /// A persistent one that is not begun.
    Idle,
}

/// Is a request complete? With buffering, or without?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Complete {
    No,
    /// If the library keeps the message, or does not synchronise.
    IfBuffered,
    Yes,
}

impl Request {
    /// Does it wait for nobody?
    fn begins_done(&self) -> bool {
        match self {
            Request::Send { done, .. } => *done,
            Request::Recv { receiving, from } => from.is_some() || receiving.from == Source::Null,
            Request::Collective(_) => false,
            Request::Idle => true,
        }
    }

    /// The communicator that it belongs to.
    fn comm(&self) -> Option<Comm> {
        match self {
            Request::Send { channel, .. } => channel.map(|channel| channel.comm),
            Request::Recv { receiving, .. } => Some(receiving.comm),
            Request::Collective(collecting) => Some(collecting.comm),
            Request::Idle => None,
        }
    }

    /// `isend to process 1`
    pub(crate) fn shown(&self) -> String {
        match self {
            Request::Send {
                op,
                channel: Some(Channel { to, .. }),
                ..
            } => format!("`{op}` to process {to}"),
            Request::Send { op, .. } => format!("`{op}` to PROC_NULL"),
            Request::Recv { receiving, .. } => match receiving.from {
                Source::Process(from) => format!("`irecv` from process {from}"),
                Source::Any => "`irecv` from ANY".into(),
                Source::Null => "`irecv` from PROC_NULL".into(),
            },
            Request::Collective(collecting) => format!("`{}`", collecting.op),
            Request::Idle => "persistent request".into(),
        }
    }

    fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        match self {
            Request::Send {
                op: _,
                channel: _,
                tag: _,
                done: _,
            } => {}
            Request::Recv { receiving, from: _ } => receiving.visit(f),
            Request::Collective(collecting) => collecting.visit(f),
            Request::Idle => {}
        }
    }

    fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        match self {
            Request::Send {
                op: _,
                channel: _,
                tag: _,
                done: _,
            } => {}
            Request::Recv { receiving, from: _ } => receiving.map(f),
            Request::Collective(collecting) => collecting.map(f),
            Request::Idle => {}
        }
    }
}

impl Requests {
    /// The receives that are not matched, oldest first: the request, and what it wants.
    pub(crate) fn posted(&self) -> impl Iterator<Item = (u32, &Receiving)> {
        self.posted.iter().filter_map(|&slot| match self.get(slot) {
            Some(Request::Recv { receiving, .. }) => Some((slot, receiving)),
            _ => None,
        })
    }

    /// Does one of them belong to this communicator?
    pub(crate) fn use_comm(&self, comm: Comm) -> bool {
        let persistent = self.persistent.values().any(|persistent| match persistent {
            Persistent::Send { channel, .. } => channel.is_some_and(|c| c.comm == comm),
            Persistent::Recv(receiving) => receiving.comm == comm,
        });
        let mut under_way = self.slots.iter().flatten();
        persistent || under_way.any(|request| request.comm() == Some(comm))
    }

    fn get(&self, slot: u32) -> Option<&Request> {
        self.slots.get(slot as usize)?.as_ref()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Request>>() + self.posted.len() * size_of::<u32>()
    }

    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Requests {
            slots,
            posted: _,
            persistent,
        } = self;
        slots.iter().flatten().for_each(|request| request.visit(f));
        for persistent in persistent.values() {
            if let Persistent::Recv(receiving) = persistent {
                receiving.visit(f);
            }
        }
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Requests {
            slots,
            posted: _,
            persistent,
        } = self;
        slots
            .iter_mut()
            .flatten()
            .for_each(|request| request.map(f));
        for persistent in persistent.values_mut() {
            if let Persistent::Recv(receiving) = persistent {
                receiving.map(f);
            }
        }
    }
}

impl Shared {
    /// The requests of a process, if it has any.
    pub(crate) fn requests_of(&self, process: usize) -> Option<&Requests> {
        self.requests.get(&process).map(|requests| &**requests)
    }

    fn requests_mut(&mut self, process: usize) -> &mut Requests {
        Rc::make_mut(self.requests.entry(process).or_default())
    }

    /// A process begins an operation; the number of its request.
    pub(crate) fn begin(&mut self, process: usize, request: Request) -> u32 {
        let requests = self.requests_mut(process);
        let free = requests.slots.iter().position(Option::is_none);
        let at = free.unwrap_or(requests.slots.len());
        let slot = u32::try_from(at).unwrap_or_else(|_| unreachable!("few requests"));
        if matches!(request, Request::Recv { .. }) && !request.begins_done() {
            requests.posted.push(slot);
        }
        match free {
            Some(at) => requests.slots[at] = Some(request),
            None => requests.slots.push(Some(request)),
        }
        slot
    }

    /// The request of this number.
    pub(crate) fn request(&self, process: usize, slot: u32) -> &Request {
        let request = self
            .requests_of(process)
            .and_then(|requests| requests.get(slot));
        request.unwrap_or_else(|| unreachable!("process {process} has no request {slot}"))
    }

    /// Can a request be completed?
    pub(crate) fn completeness(&self, process: usize, slot: u32) -> Complete {
        match self.request(process, slot) {
            request if request.begins_done() => Complete::Yes,
            Request::Send { op, .. } if *op != "issend" => Complete::IfBuffered,
            Request::Collective(collecting) => {
                collective::completeness(self, process, collecting.comm, Some(slot))
            }
            _ => Complete::No,
        }
    }

    /// Is there a request of this number?
    pub(crate) fn has_request(&self, process: usize, slot: u32) -> bool {
        let requests = self.requests_of(process);
        requests.is_some_and(|requests| requests.get(slot).is_some())
    }

    /// Forgets a persistent request that is not begun. `false`: it is no such request.
    pub(crate) fn free_request(&mut self, process: usize, slot: u32) -> bool {
        let rests = self.request(process, slot) == &Request::Idle;
        if rests {
            self.requests_mut(process).persistent.remove(&slot);
            self.end(process, slot);
        }
        rests
    }

    /// A process makes a persistent request; its number.
    pub(crate) fn make_persistent(&mut self, process: usize, persistent: Persistent) -> u32 {
        let slot = self.begin(process, Request::Idle);
        let requests = self.requests_mut(process);
        requests.persistent.insert(slot, persistent);
        slot
    }

    /// What a request is begun as, if it can be begun now.
    pub(crate) fn beginning(&self, process: usize, slot: u32) -> Option<&Persistent> {
        let requests = self.requests_of(process)?;
        let idle = requests.get(slot) == Some(&Request::Idle);
        requests.persistent.get(&slot).filter(|_| idle)
    }

    /// A persistent request is begun.
    pub(crate) fn begin_again(&mut self, process: usize, slot: u32, request: Request) {
        let requests = self.requests_mut(process);
        if matches!(request, Request::Recv { .. }) && !request.begins_done() {
            requests.posted.push(slot);
        }
        requests.slots[slot as usize] = Some(request);
    }

    /// Is it a persistent request? Then it rests when it is done.
    pub(crate) fn rest(&mut self, process: usize, slot: u32) -> bool {
        let requests = self.requests_mut(process);
        let persistent = requests.persistent.contains_key(&slot);
        if persistent {
            requests.slots[slot as usize] = Some(Request::Idle);
        }
        persistent
    }

    /// A request that is done is over.
    pub(crate) fn end(&mut self, process: usize, slot: u32) -> Request {
        let requests = self.requests_mut(process);
        let request = requests.slots[slot as usize].take();
        while requests.slots.last().is_some_and(Option::is_none) {
            requests.slots.pop();
        }
        if requests.slots.is_empty() {
            self.requests.remove(&process);
        }
        request.unwrap_or_else(|| unreachable!("process {process} has no request {slot}"))
    }

    /// The message of a send is matched, or taken.
    pub(crate) fn sent(&mut self, process: usize, slot: u32) {
        match self.requests_mut(process).slots.get_mut(slot as usize) {
            Some(Some(Request::Send { done, .. })) => *done = true,
            other => unreachable!("a message waits for {other:?}"),
        }
    }

    /// A receive is matched with a message of this process.
    pub(crate) fn match_receive(&mut self, process: usize, slot: u32, source: usize) {
        let requests = self.requests_mut(process);
        requests.posted.retain(|posted| *posted != slot);
        match requests.slots.get_mut(slot as usize) {
            Some(Some(Request::Recv { from, .. })) => *from = Some(source),
            other => unreachable!("a message is matched with {other:?}"),
        }
    }

    /// What a process that ends has not completed.
    pub(crate) fn leaked(&self, process: usize) -> Result<(), Fault> {
        let Some(requests) = self.requests_of(process) else {
            return Ok(());
        };
        let mut all = requests.slots.iter().enumerate();
        let number = |at: usize| u32::try_from(at).unwrap_or_else(|_| unreachable!("few requests"));
        let first = all.find_map(|(at, request)| Some((number(at), request.as_ref()?)));
        let Some((slot, request)) = first else {
            return Ok(());
        };
        let never = match request {
            Request::Idle => "freed",
            _ => "completed",
        };
        let message = format!(
            "process {process} ends, but its {} is never {never}",
            request.shown()
        );
        Err(Fault::new(Kind::RequestLeak, message).because(Cause::Held(slot)))
    }
}
