//! Where an earlier operation was called that has to do with a fault.
//!
//! A communication model knows *which* operation that is ([`Cause`]); only a replay, which has seen
//! every one of them, knows *where* it was. Outside a replay nothing is kept, and there is nothing
//! to tell.

use std::collections::BTreeMap;

use crate::comm::{Call, Cause, CommModel, Fault, MessageRef, Returns};
use crate::exec::{Stepper, Stop, Tracer, Work};
use crate::sides::Sides;
use crate::symbolic::ExprId;
use tass_syntax::tree::{Handle, Span};

/// A place in the program.
pub(crate) type Site = (usize, Span);

/// Where operations were called, in the order of the replay.
#[derive(Default)]
pub(crate) struct Calls {
    /// Messages under way by sender, receiver and lane, oldest first: their numbers, and where they
    /// were sent.
    under_way: BTreeMap<Channel, Vec<(u32, Site)>>,
    messages: u32,
    /// By process and lane: its calls of collective operations.
    collective: BTreeMap<(usize, u64), Vec<Site>>,
    /// By process: the lane of its last one.
    last: BTreeMap<usize, u64>,
    /// By process, sort and number: where it got that handle.
    made: BTreeMap<(usize, Handle, i64), Site>,
}

/// Sender, receiver and lane.
type Channel = (usize, usize, u64);

impl Calls {
    /// A message leaves; its number.
    pub(crate) fn send(&mut self, channel: Channel, site: Site) -> u32 {
        self.messages += 1;
        let channel = self.under_way.entry(channel).or_default();
        channel.push((self.messages, site));
        self.messages
    }

    /// A message is taken; its number.
    pub(crate) fn receive(&mut self, channel: Channel, position: usize) -> Option<u32> {
        let channel = self.under_way.get_mut(&channel)?;
        (position < channel.len()).then(|| channel.remove(position).0)
    }

    /// Where a message that is still under way was sent.
    pub(crate) fn sent_at(&self, channel: Channel, position: usize) -> Option<Site> {
        let channel = self.under_way.get(&channel)?;
        channel.get(position).map(|(_, site)| *site)
    }

    /// Which turn it was that a process took with its last call of a collective operation, and in
    /// which lane.
    pub(crate) fn last_turn(&self, process: usize) -> Option<(u64, usize)> {
        let lane = *self.last.get(&process)?;
        let calls = self.collective.get(&(process, lane))?;
        Some((lane, calls.len()))
    }
}

impl Tracer {
    /// Where a process of a side sent a message that is still under way.
    pub(crate) fn sent_at(&self, sides: Sides, side: usize, message: MessageRef) -> Option<Site> {
        let first = sides.processes(side).start;
        let (from, to) = (first + message.from, first + message.to);
        self.calls
            .sent_at((from, to, message.lane), message.position)
    }

    /// Where a process of a side called a collective operation of a lane, so many before its last.
    pub(crate) fn collective_at(
        &self,
        sides: Sides,
        side: usize,
        (process, lane): (usize, u64),
        since: usize,
    ) -> Option<Site> {
        let first = sides.processes(side).start;
        let calls = self.calls.collective.get(&(first + process, lane))?;
        let at = calls.len().checked_sub(since + 1)?;
        calls.get(at).copied()
    }

    /// What to say of the cause of a failure of a process, and where.
    fn note_on(&self, sides: Sides, process: usize, cause: Cause) -> Option<(usize, Span, String)> {
        let side = sides.of(process);
        let first = sides.processes(side).start;
        match cause {
            Cause::Message(message) => {
                let (graph, span) = self.sent_at(sides, side, message)?;
                let sender = sides.name(first + message.from);
                Some((graph, span, format!("{sender} sent the message here")))
            }
            Cause::Collective {
                process,
                lane,
                since,
            } => {
                let caller = (process, lane);
                let (graph, span) = self.collective_at(sides, side, caller, since)?;
                let caller = sides.name(first + process);
                Some((graph, span, format!("{caller} called it here")))
            }
            Cause::Made(number) => {
                let made = self.calls.made.get(&(process, Handle::Comm, number.into()));
                let (graph, span) = *made?;
                Some((graph, span, "it was made here".to_string()))
            }
            // Known without a replay: see `Stepper::made_here`.
            Cause::Held(_) => None,
            Cause::Turn {
                process: other,
                lane,
                since,
            } => {
                let calls = &self.calls.collective;
                let turn = calls.get(&(process, lane))?.len().checked_sub(since + 1)?;
                let (graph, span) = *calls.get(&(first + other, lane))?.get(turn)?;
                // Where both called it at the same place, the headline shows it already.
                let mine = *calls.get(&(process, lane))?.get(turn)?;
                let other = sides.name(first + other);
                (mine != (graph, span))
                    .then(|| (graph, span, format!("{other} called this instead")))
            }
        }
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process calls an operation.
    pub(crate) fn trace_call(&mut self, work: &Work<C>, call: &Call<'_>, span: Span) {
        if let Some(tracer) = self.observer.tracer()
            && self.engine.comm.is_collective(call.op)
        {
            let lane = self
                .engine
                .comm
                .lane(&self.engine.store, &work.shared, call);
            tracer.calls.last.insert(work.process, lane);
            let calls = &mut tracer.calls.collective;
            let calls = calls.entry((work.process, lane)).or_default();
            calls.push((work.frame().graph, span));
        }
    }

    /// Where a process began the operation of a request of this number.
    pub(in crate::exec) fn begun_at(&self, process: usize, request: u32) -> Option<Site> {
        let calls = &self.observer.seen()?.calls;
        let request = (process, Handle::Request, request.into());
        calls.made.get(&request).copied()
    }

    /// A process got what an operation gives: a communicator or a request, perhaps, of which this
    /// is the number.
    pub(crate) fn trace_made(&mut self, work: &Work<C>, op: &str, result: ExprId, span: Span) {
        let Some(tracer) = self.observer.tracer() else {
            return;
        };
        let handle = match self.engine.comm.signature(op).map(|s| s.result) {
            Some(Returns::Comm) => Handle::Comm,
            Some(Returns::Request) => Handle::Request,
            _ => return,
        };
        if let Some(number) = self.engine.store.as_int(result) {
            let site = (work.frame().graph, span);
            tracer
                .calls
                .made
                .insert((work.process, handle, number), site);
        }
    }

    /// Adds the place of its cause to a failure of a process.
    pub(crate) fn explain(&self, process: usize, fault: &Fault, mut stop: Stop) -> Stop {
        if let Stop::Fail(failure) = &mut stop {
            failure.types.clone_from(&fault.types);
            let known = self.observer.seen().zip(fault.cause);
            let sides = self.engine.sides;
            let note = known.and_then(|(seen, cause)| seen.note_on(sides, process, cause));
            failure.notes.extend(note);
        }
        stop
    }
}
