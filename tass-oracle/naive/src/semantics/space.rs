//! Sends that rely on something: on room in a buffer that the program has attached, or on a receive
//! that is posted.
//!
//! A message of a buffered send lies in the buffer until its receive is over; the buffer can be
//! detached as soon as its receive has begun: as it is matched with a posted receive, is taken by
//! one that its process stands in, or is received by the process whose own it is. A ready send is
//! right if its message goes to a receive that is there when it begins; like a buffered one, it
//! waits for nobody. Both are looked at when the send is called: who was first is decided by the
//! order of all actions.

use tass_syntax::Kind;
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{CommCall, Expr, ExprKind, Function};

use super::behaviour::Behaviour;
use super::channel::Message;
use super::comm::required;
use super::posted::What;
use super::process::{Next, Process, Stop};
use super::request::{Incoming, Mode, Outgoing, Posting, Request, Source};
use super::value::Value;
use super::world::{Stage, World};

impl World {
    /// What a process that is about to send relies on in vain.
    pub(super) fn unfit(&self, behaviour: &Behaviour, process: usize) -> Option<Kind> {
        let Next::Request(request) = behaviour.next(self.nodes[process]) else {
            return None;
        };
        let (Request::Send(outgoing) | Request::Post(Posting::Send(outgoing))) = request else {
            return None;
        };
        match outgoing.mode {
            Mode::Buffered => {
                let free = self.space[process].map(|room| room - self.used(process));
                let fits = free.is_some_and(|free| outgoing.data.items.len() <= free);
                (!fits).then_some(Kind::BsendBuffer)
            }
            Mode::Ready => {
                let expected = self.is_expected(behaviour, process, outgoing);
                (!expected).then_some(Kind::NotReady)
            }
            Mode::Standard | Mode::Synchronous => None,
        }
    }

    /// The messages in the buffer that a process has attached.
    fn kept(&self, process: usize) -> impl Iterator<Item = &Message> {
        let open = self.channels.iter();
        let open = open.filter(move |((_, from, _), _)| *from == process);
        let matched = self.matched_messages();
        let matched = matched.filter(move |own| own.source == process);
        let all = open.flat_map(|(_, channel)| channel);
        let all = all.chain(matched.map(|own| &own.message));
        all.filter(|message| message.attached)
    }

    /// Is there a message in it whose receive has not begun?
    pub(super) fn keeps_any(&self, process: usize) -> bool {
        self.kept(process).next().is_some()
    }

    /// How much of it is in use.
    fn used(&self, process: usize) -> usize {
        let begun = self.posted.iter().flatten();
        let begun = begun.filter_map(|posted| match &posted.what {
            What::Receive {
                message: Some((source, message)),
                ..
            } => (*source == process && message.attached).then_some(message),
            _ => None,
        });
        let all = self.kept(process).chain(begun);
        all.map(|message| message.items.len()).sum()
    }

    /// The buffer is the process's own again.
    pub(super) fn give_back(&mut self, process: usize) {
        for posted in self.posted.iter_mut().flatten() {
            if let What::Receive {
                message: Some((source, message)),
                ..
            } = &mut posted.what
                && *source == process
            {
                message.attached = false;
            }
        }
    }

    /// Is a receive posted that gets this message, if each message that was sent before it goes to
    /// the first that accepts it?
    fn is_expected(&self, behaviour: &Behaviour, source: usize, outgoing: &Outgoing) -> bool {
        let mut receives = self.open_receives(behaviour, outgoing.to);
        let channel = self.channels.get(&(outgoing.comm, source, outgoing.to));
        let earlier = channel.into_iter().flatten().map(|message| message.tag);
        let mut gets = false;
        for tag in earlier.chain([outgoing.tag]) {
            let accepts = |incoming: &&Incoming| {
                let named = match incoming.from {
                    Source::Process(named) => named == source,
                    Source::Any => true,
                    Source::Nobody => false,
                };
                incoming.comm == outgoing.comm
                    && named
                    && incoming.tag.is_none_or(|wanted| wanted == tag)
            };
            let first = receives.iter().position(|incoming| accepts(&incoming));
            gets = first.map(|first| receives.remove(first)).is_some();
        }
        gets
    }

    /// What a process has posted and not got, and what it stands in, in this order.
    fn open_receives(&self, behaviour: &Behaviour, process: usize) -> Vec<Incoming> {
        let posted = self.posted[process].iter();
        let posted = posted.filter_map(|posted| match &posted.what {
            What::Receive {
                incoming,
                message: None,
            } => Some(incoming.clone()),
            _ => None,
        });
        let stands = match (behaviour.next(self.nodes[process]), &self.stages[process]) {
            (Next::Request(Request::Recv(incoming)), Stage::Receiving) => Some(incoming.clone()),
            // In a `sendrecv` it is open which of the two comes first.
            _ => None,
        };
        posted.chain(stands).collect()
    }
}

impl Process<'_> {
    /// `buffer_attach`
    pub(super) fn attach(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let room = self.int(required(call, "size")?, None)?;
        self.within_phase()?;
        let room = usize::try_from(room).map_err(|_| Stop::Fail(Kind::BsendBuffer))?;
        self.ask(Request::Attach(room))?;
        Ok(Value::Unit)
    }

    /// `buffer_detach`
    pub(super) fn detach(&mut self) -> Result<Value, Stop> {
        self.within_phase()?;
        self.ask(Request::Detach)?;
        Ok(Value::Unit)
    }
}

/// Are there ready sends in a program?
pub(super) fn has_ready_sends(function: &Function) -> bool {
    struct Ready(bool);
    impl Visitor for Ready {
        fn expr(&mut self, e: &mut Expr) {
            if let ExprKind::Comm(call) = &e.kind {
                self.0 |= matches!(call.op.as_str(), "rsend" | "irsend" | "rsend_init");
            }
        }
    }
    let mut ready = Ready(false);
    let callees = function.callees.iter().map(|callee| (callee.build)());
    for mut function in [function.clone()].into_iter().chain(callees) {
        visit::stmts(&mut function.body.stmts, &mut ready);
    }
    ready.0
}
