//! `recv`.
//!
//! A receive takes the oldest message of its source that its tag allows, and only that. Taking a
//! message is what ends a send that stands at it.

use tass_core::comm::{Cause, CommError, Completed, Event, Fault, Move, Passed, Text};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Way;

use crate::args::{Args, rank_of};
use crate::buffer::{Effect, Place, count, elements};
use crate::communicator::Comm;
use crate::constants::{ANY, ANY_CODE, NULL_CODE, PROC_NULL, shown_tag};
use crate::describe::inside;
use crate::send::passed;
use crate::shared::{Channel, Message, Shared, tag_matches};
use crate::{Pending, Waiting};

/// A posted receive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Receiving {
    pub(crate) comm: Comm,
    pub(crate) from: Source,
    pub(crate) tag: i64,
    pub(crate) into: Place,
}

impl Receiving {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Receiving {
            comm: _,
            from: _,
            tag: _,
            into,
        } = self;
        into.visit(f);
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Receiving {
            comm: _,
            from: _,
            tag: _,
            into,
        } = self;
        into.map(f);
    }

    /// Does it take messages with this tag from this channel?
    pub(crate) fn matches(&self, channel: Channel, tag: i64) -> bool {
        self.comm == channel.comm && self.from.matches(self.tag, channel.from, tag)
    }

    /// Where the messages of a process come to it.
    pub(crate) fn channel(&self, from: usize, to: usize) -> Channel {
        let comm = self.comm;
        Channel { comm, from, to }
    }
}

/// Whom a receive takes messages from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Process(usize),
    Any,
    Null,
}

impl Source {
    /// Does a receive take messages from this process?
    pub(crate) fn listens_to(self, process: usize) -> bool {
        match self {
            Source::Process(source) => source == process,
            Source::Any => true,
            Source::Null => false,
        }
    }

    /// Does a receive with the first tag take a message of this process with the second?
    pub(crate) fn matches(self, wanted: i64, process: usize, tag: i64) -> bool {
        self.listens_to(process) && tag_matches(wanted, tag)
    }

    /// The source that a call names.
    pub(crate) fn of_call(shared: &Shared, args: &Args<'_>) -> Source {
        match args.known("from") {
            ANY_CODE => Source::Any,
            NULL_CODE => Source::Null,
            rank => Source::Process(shared.member(args.comm, rank_of(rank))),
        }
    }
}

pub(crate) fn post(shared: &mut Shared, args: &Args<'_>) -> (Option<Waiting>, Option<Event>) {
    let receiving = receiving(shared, args, "buf", "tag");
    shared.stands_in(args.process, &receiving);
    (Some(Waiting::Recv(receiving)), None)
}

/// The receive of a call.
pub(crate) fn receiving(shared: &Shared, args: &Args<'_>, buf: &str, tag: &str) -> Receiving {
    Receiving {
        comm: args.comm,
        from: Source::of_call(shared, args),
        tag: args.known(tag),
        into: args.place(buf).0,
    }
}

pub(crate) fn moves(shared: &Shared, me: usize, receiving: &Receiving) -> Vec<Move> {
    let choice =
        |source: usize| u32::try_from(source).unwrap_or_else(|_| unreachable!("few processes"));
    let matches = |source: usize| {
        let channel = receiving.channel(source, me);
        shared.open_to_all(channel, receiving.tag).is_some()
    };
    match receiving.from {
        Source::Null => vec![Move::certain(0)],
        Source::Process(source) if matches(source) => vec![Move::certain(choice(source))],
        Source::Process(_) => Vec::new(),
        Source::Any => {
            let sources = shared.members(receiving.comm);
            let sources = sources.filter(|source| matches(*source));
            let mut moves: Vec<Move> = sources
                .map(|source| Move::takes_from(choice(source)))
                .collect();
            moves.sort_by_key(|m| m.choice);
            moves
        }
    }
}

pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    receiving: &Receiving,
    choice: u32,
) -> Result<Completed<Pending>, CommError> {
    let received = receive(store, shared, me, receiving, choice)?;
    Ok(received.completed())
}

/// What a receive has brought.
pub(crate) struct Received {
    pub(crate) effect: Effect,
    pub(crate) status: ExprId,
    /// The message, unless it was from nobody.
    pub(crate) passed: Option<Passed>,
    pub(crate) event: Event,
}

impl Received {
    /// The receive is over.
    pub(crate) fn completed(self) -> Completed<Pending> {
        let Effect {
            writes,
            checks,
            computed,
        } = self.effect;
        Completed {
            writes: writes.0,
            result: Some(self.status),
            checks,
            computed,
            passed: self.passed.into_iter().collect(),
            events: vec![self.event],
            ..Completed::default()
        }
    }
}

/// Takes the message from the source that was chosen.
pub(crate) fn receive(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    receiving: &Receiving,
    choice: u32,
) -> Result<Received, CommError> {
    shared.stands_no_more(me);
    if receiving.from == Source::Null {
        return Ok(from_nobody(store));
    }
    let from = choice as usize;
    let position = shared.open_to_all(receiving.channel(from, me), receiving.tag);
    let position = position.unwrap_or_else(|| unreachable!("a move needs a message"));
    let received = taken(store, shared, ("recv", me, receiving), from, position);
    // What it has left may be for those that were posted before.
    shared.settle(me);
    received
}

/// There is no message, and no wait.
pub(crate) fn from_nobody(store: &mut Store) -> Received {
    Received {
        effect: Effect::default(),
        status: status(store, (PROC_NULL, ANY)),
        passed: None,
        event: Event {
            kind: EventKind::Receive,
            text: Text::new("recv from PROC_NULL"),
            message: None,
        },
    }
}

/// The status of no message, with what stands for its source and its tag.
pub(crate) fn status(store: &mut Store, (source, tag): (i128, i128)) -> ExprId {
    let parts = [
        store.int_big(source.into()),
        store.int_big(tag.into()),
        store.int(0),
    ];
    store.tuple(&parts)
}

/// Takes the message at a position of its channel; a trace calls it by this word.
pub(crate) fn taken(
    store: &mut Store,
    shared: &mut Shared,
    (word, me, receiving): (&str, usize, &Receiving),
    from: usize,
    position: usize,
) -> Result<Received, CommError> {
    let mut effect = Effect::default();
    let into = &receiving.into;
    let channel = receiving.channel(from, me);
    let taken = channel.message(position);
    let Message { tag, data, .. } = shared.take(channel, position);
    if data.elem != into.elem {
        let message = format!(
            "process {me} receives into `{}`, but process {from} sent `{}`",
            into.elem, data.elem
        );
        let fault = Fault::new(Kind::TypeMismatch, message).of_types(&into.elem, &data.elem);
        return Err(fault.because(Cause::Message(taken)).into());
    }
    let (len, room) = (count(store, &data), into.room(store));
    let fits = store.le(len, room);
    let too_long = |store: &Store| {
        let sent = elements(store, len);
        let room = elements(store, room);
        format!("process {me} has room for {room}, but process {from} sent {sent}")
    };
    effect
        .demand(store, fits, Kind::Truncation, too_long)
        .map_err(|fault| fault.because(Cause::Message(taken)))?;
    let start = store.int(0);
    effect.put(store, into, start, &data)?;
    let rank = shared.rank_in(receiving.comm, from);
    let parts = [store.int(rank as i64), store.int(tag), len];
    let sender = shared.shown_member(receiving.comm, from);
    let text = Text::new(format!("{word} ")).data(&data);
    let comm = inside(shared, receiving.comm);
    let any = match receiving.from {
        Source::Any => " (ANY)",
        _ => "",
    };
    Ok(Received {
        effect,
        status: store.tuple(&parts),
        passed: Some(passed(shared, Way::Received, channel, tag)),
        event: Event {
            kind: EventKind::Receive,
            text: text.words(format!(" from {sender}{any}{}{comm}", shown_tag(tag))),
            message: Some(taken),
        },
    })
}
