//! `recv`.
//!
//! A receive takes the oldest message of its source that its tag allows, and only that. Taking a
//! message is what ends a send that stands at it.

use tass_core::comm::{Cause, CommError, Completed, Event, Fault, MessageRef, Move, Passed, Text};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Way;

use crate::args::{Args, rank_of};
use crate::buffer::{Effect, Place, count, elements};
use crate::constants::{ANY, ANY_CODE, NULL_CODE, PROC_NULL, shown_tag};
use crate::shared::{Message, Shared, tag_matches};
use crate::{Pending, Waiting};

/// A posted receive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Receiving {
    pub(crate) from: Source,
    pub(crate) tag: i64,
    pub(crate) into: Place,
}

impl Receiving {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Receiving {
            from: _,
            tag: _,
            into,
        } = self;
        into.visit(f);
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Receiving {
            from: _,
            tag: _,
            into,
        } = self;
        into.map(f);
    }

    /// Does it take messages from this process?
    pub(crate) fn listens_to(&self, process: usize) -> bool {
        match self.from {
            Source::Process(source) => source == process,
            Source::Any => true,
            Source::Null => false,
        }
    }

    /// Does it take messages with this tag from this process?
    pub(crate) fn matches(&self, process: usize, tag: i64) -> bool {
        self.listens_to(process) && tag_matches(self.tag, tag)
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
    pub(crate) fn from_code(code: i64) -> Source {
        match code {
            ANY_CODE => Source::Any,
            NULL_CODE => Source::Null,
            rank => Source::Process(rank_of(rank)),
        }
    }
}

pub(crate) fn post(args: &Args<'_>) -> (Option<Waiting>, Option<Event>) {
    let receiving = receiving(args, "buf", "tag");
    (Some(Waiting::Recv(receiving)), None)
}

/// The receive of a call.
pub(crate) fn receiving(args: &Args<'_>, buf: &str, tag: &str) -> Receiving {
    Receiving {
        from: Source::from_code(args.known("from")),
        tag: args.known(tag),
        into: args.place(buf).0,
    }
}

pub(crate) fn moves(shared: &Shared, me: usize, receiving: &Receiving) -> Vec<Move> {
    let from = |choice: usize, wildcard: bool| Move {
        choice: u32::try_from(choice).unwrap_or_else(|_| unreachable!("few processes")),
        sync: true,
        wildcard,
    };
    let matches = |source: usize| shared.first_match(source, me, receiving.tag).is_some();
    match receiving.from {
        Source::Null => vec![from(0, false)],
        Source::Process(source) if matches(source) => vec![from(source, false)],
        Source::Process(_) => Vec::new(),
        Source::Any => {
            let sources = (0..shared.phases.len()).filter(|source| matches(*source));
            sources.map(|source| from(source, true)).collect()
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
    let Received {
        effect,
        status,
        passed,
        event,
    } = receive(store, shared, me, receiving, choice)?;
    Ok(Completed {
        writes: effect.writes.0,
        result: Some(status),
        checks: effect.checks,
        computed: effect.computed,
        again: None,
        passed: passed.into_iter().collect(),
        event: Some(event),
    })
}

/// What a receive has brought.
pub(crate) struct Received {
    pub(crate) effect: Effect,
    pub(crate) status: ExprId,
    /// The message, unless it was from nobody.
    pub(crate) passed: Option<Passed>,
    pub(crate) event: Event,
}

/// Takes the message from the source that was chosen.
pub(crate) fn receive(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    receiving: &Receiving,
    choice: u32,
) -> Result<Received, CommError> {
    let mut effect = Effect::default();
    if receiving.from == Source::Null {
        let parts = [
            store.int_big(PROC_NULL.into()),
            store.int_big(ANY.into()),
            store.int(0),
        ];
        return Ok(Received {
            effect,
            status: store.tuple(&parts),
            passed: None,
            event: Event {
                kind: EventKind::Receive,
                text: Text::new("recv from PROC_NULL"),
                message: None,
            },
        });
    }
    let (from, into) = (choice as usize, &receiving.into);
    let position = shared.first_match(from, me, receiving.tag);
    let position = position.unwrap_or_else(|| unreachable!("a move needs a message"));
    let taken = MessageRef {
        from,
        to: me,
        position,
    };
    let Message { tag, data, .. } = shared.take(from, me, position);
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
    let parts = [store.int(from as i64), store.int(tag), len];
    let text = Text::new("recv ").data(&data);
    let any = match receiving.from {
        Source::Any => " (ANY)",
        _ => "",
    };
    Ok(Received {
        effect,
        status: store.tuple(&parts),
        passed: Some(Passed {
            way: Way::Received,
            peer: from,
            tag,
        }),
        event: Event {
            kind: EventKind::Receive,
            text: text.words(format!(" from {from}{any}{}", shown_tag(tag))),
            message: Some(taken),
        },
    })
}
