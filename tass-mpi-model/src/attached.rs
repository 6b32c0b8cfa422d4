//! The space for buffered sends that a process attaches: `buffer_attach` and `buffer_detach`.
//!
//! A message lies in the space of its sender until its receive is over, as one that
//! [nobody but the space](Waits::Attached) waits with. A careful run does not look whether it has:
//! it takes all that was sent since the space was attached to be there still.

use tass_core::comm::{Check, CommError, Completed, Data, Event, Fault, Move, Posted, Text};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};

use crate::args::Args;
use crate::buffer::{Effect, count, elements};
use crate::completion::asked;
use crate::shared::{Channel, Message, Shared, Waits};
use crate::{Pending, Waiting};

impl Shared {
    /// The messages that lie in the space of a process.
    pub(crate) fn kept(&self, process: usize) -> impl Iterator<Item = (Channel, &Message)> {
        let mine = self.messages().filter(move |(channel, _, message)| {
            channel.from == process && message.waits == Waits::Attached
        });
        mine.map(|(channel, _, message)| (channel, message))
    }

    /// The space is the process's own again: nothing lies there any more.
    fn give_back(&mut self, process: usize) {
        let all = self.messages();
        let mine = all.filter(|(channel, _, message)| {
            channel.from == process && message.waits == Waits::Attached
        });
        let mine: Vec<(Channel, usize)> = mine.map(|(channel, at, _)| (channel, at)).collect();
        for (channel, position) in mine {
            self.message_mut(channel, position).waits = Waits::Nobody;
        }
    }
}

/// `buffer_attach(size)`
pub(crate) fn attach(
    store: &Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let size = args.data("size").value;
    if shared.spaces.insert(args.process, size).is_some() {
        let message = format!(
            "process {} attaches a buffer, but has one attached already",
            args.process
        );
        return Err(Fault::new(Kind::BsendBuffer, message).into());
    }
    let text = Text::new(format!("buffer_attach {}", elements(store, size)));
    Ok(Posted::over(Some(asked(text))))
}

/// `buffer_detach()`: waits until nothing lies there any more.
pub(crate) fn post(shared: &Shared, args: &Args<'_>) -> Result<Posted<Pending>, CommError> {
    if shared.spaces.contains_key(&args.process) {
        return Ok(Posted::waits(Pending(Waiting::Detach), None));
    }
    let message = format!("process {} detaches a buffer, but has none", args.process);
    Err(Fault::new(Kind::BsendBuffer, message).into())
}

pub(crate) fn moves(shared: &Shared, process: usize) -> Vec<Move> {
    // One whose receive has begun will be there whatever the receiver does.
    let mut waiting = shared.kept(process).filter(|(_, m)| !m.is_received());
    match waiting.next() {
        None => vec![Move::certain(0)],
        Some(_) => Vec::new(),
    }
}

pub(crate) fn complete(shared: &mut Shared, process: usize) -> Completed<Pending> {
    shared.spaces.remove(&process);
    shared.give_back(process);
    if let Some(spent) = &mut shared.spent {
        spent.remove(&process);
    }
    Completed {
        events: vec![Event {
            kind: EventKind::Request,
            text: Text::new("buffer_detach"),
            message: None,
        }],
        ..Completed::default()
    }
}

/// There is room for one more message.
pub(crate) fn demand(
    store: &mut Store,
    shared: &mut Shared,
    process: usize,
    data: &Data,
) -> Result<Vec<Check>, Fault> {
    let Some(size) = shared.spaces.get(&process).copied() else {
        let message = format!("process {process} has attached no buffer for its buffered send");
        return Err(Fault::new(Kind::BsendBuffer, message));
    };
    let zero = store.int(0);
    let before = match &shared.spent {
        Some(spent) => spent.get(&process).copied().unwrap_or(zero),
        None => {
            let kept = shared.kept(process).map(|(_, message)| &message.data);
            let lengths: Vec<ExprId> = kept.map(|data| count(store, data)).collect();
            let lengths = lengths.into_iter();
            lengths.fold(zero, |sum, len| store.add(sum, len))
        }
    };
    let mine = count(store, data);
    let needed = store.add(before, mine);
    if let Some(spent) = &mut shared.spent {
        spent.insert(process, needed);
    }
    let fits = store.le(needed, size);
    let mut effect = Effect::default();
    effect.demand(store, fits, Kind::BsendBuffer, |store| {
        let [needed, size] = [needed, size].map(|e| elements(store, e));
        format!("process {process} needs room for {needed}, but has attached a buffer for {size}")
    })?;
    Ok(effect.checks)
}
