//! `probe` and `iprobe`: a look at the message that a receive would take now. `mprobe` and
//! `improbe`: the same, and from then on nobody but the holder can receive it.
//!
//! All stand behind the receives that are posted, as a receive would. The first two take nothing.

use tass_core::comm::{CommError, Completed, Event, Move, Text};
use tass_core::report::EventKind;
use tass_core::symbolic::{ExprId, Store};

use crate::Pending;
use crate::args::Args;
use crate::buffer::{Place, count};
use crate::communicator::Comm;
use crate::completion::asked;
use crate::constants::{ANY, PROC_NULL, shown_tag};
use crate::describe::inside;
use crate::recv::{self, Source};
use crate::shared::{Channel, Shared, Taken};

/// A process that looks for a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Probing {
    pub(crate) op: &'static str,
    /// Does it take the message?
    takes: bool,
    /// Where the message's number goes then, unless it is the result.
    message: Option<Place>,
    pub(crate) comm: Comm,
    pub(crate) from: Source,
    pub(crate) tag: i64,
    /// Where the status goes, if somebody looks at it.
    status: Option<Place>,
}

impl Probing {
    /// Does it wait for one?
    fn waits(&self) -> bool {
        matches!(self.op, "probe" | "mprobe")
    }

    fn channel(&self, from: usize, to: usize) -> Channel {
        let comm = self.comm;
        Channel { comm, from, to }
    }

    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Probing {
            op: _,
            takes: _,
            message,
            comm: _,
            from: _,
            tag: _,
            status,
        } = self;
        message.iter().for_each(|message| message.visit(f));
        status.iter().for_each(|status| status.visit(f));
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Probing {
            op: _,
            takes: _,
            message,
            comm: _,
            from: _,
            tag: _,
            status,
        } = self;
        message.iter_mut().for_each(|message| message.map(f));
        status.iter_mut().for_each(|status| status.map(f));
    }
}

pub(crate) fn post(shared: &Shared, args: &Args<'_>) -> Result<Probing, CommError> {
    let probing = Probing {
        op: args.op,
        takes: matches!(args.op, "mprobe" | "improbe"),
        message: args.optional_place("message"),
        comm: args.comm,
        from: Source::of_call(shared, args),
        tag: args.known("tag"),
        status: args.optional_place("status"),
    };
    match (probing.takes, probing.from) {
        (true, Source::Null) => Err(CommError::Unsupported(format!(
            "`{}` on PROC_NULL",
            args.op
        ))),
        _ => Ok(probing),
    }
}

pub(crate) fn moves(shared: &Shared, me: usize, probing: &Probing) -> Vec<Move> {
    let sees = |source: &usize| {
        let channel = probing.channel(*source, me);
        shared.open_to_all(channel, probing.tag).is_some()
    };
    let choice =
        |source: usize| u32::try_from(source + 1).unwrap_or_else(|_| unreachable!("few processes"));
    let sources: Vec<usize> = match probing.from {
        Source::Null => return vec![Move::certain(0)],
        Source::Process(source) => Some(source).filter(sees).into_iter().collect(),
        Source::Any => {
            let mut sources: Vec<usize> = shared.members(probing.comm).filter(sees).collect();
            sources.sort_unstable();
            sources
        }
    };
    if let (true, Source::Process(_)) = (probing.waits(), probing.from) {
        return sources
            .into_iter()
            .map(|source| Move::certain(choice(source)))
            .collect();
    }
    let not_yet = (!probing.waits()).then(|| Move::not_yet(0));
    let mut moves: Vec<Move> = not_yet.into_iter().collect();
    moves.extend(
        sources
            .into_iter()
            .map(|source| Move::one_of_several(choice(source))),
    );
    moves
}

pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    probing: &Probing,
    choice: u32,
) -> Result<Completed<Pending>, CommError> {
    let op = probing.op;
    let mut found = None;
    let mut done = Completed::default();
    let status = if probing.from == Source::Null {
        done.events
            .push(asked(Text::new(format!("{op}: PROC_NULL"))));
        Some(recv::status(store, (PROC_NULL, ANY)))
    } else if let Some(from) = choice.checked_sub(1) {
        let from = from as usize;
        let channel = probing.channel(from, me);
        let position = shared.open_to_all(channel, probing.tag);
        let position = position.unwrap_or_else(|| unreachable!("a move needs a message"));
        let message = shared.message(channel, position);
        let (tag, data) = (message.tag, message.data.clone());
        let len = count(store, &data);
        let rank = shared.rank_in(probing.comm, from);
        let parts = [store.int(rank as i64), store.int(tag), len];
        let from = shared.shown_member(probing.comm, from);
        let comm = inside(shared, probing.comm);
        let text = Text::new(format!("{op}: ")).data(&data);
        done.events.push(Event {
            kind: EventKind::Request,
            text: text.words(format!(" from {from}{}{comm}", shown_tag(tag))),
            message: None,
        });
        if probing.takes {
            let number = shared.free_number(me);
            shared.message_mut(channel, position).taken_by = Some(Taken::Handle(number));
            // What it has left may be for those that were posted before.
            shared.settle(me);
            found = Some(store.int(number.into()));
        }
        Some(store.tuple(&parts))
    } else {
        done.events
            .push(asked(Text::new(format!("{op}: nothing yet"))));
        None
    };
    if let (Some(status), Some(into)) = (status, &probing.status) {
        done.writes.push((into.place, status));
    }
    if let (Some(number), Some(into)) = (found, &probing.message) {
        done.writes.push((into.place, number));
    }
    done.result = Some(match (probing.waits(), status) {
        (true, Some(status)) => match found {
            Some(number) => store.tuple(&[number, status]),
            None => status,
        },
        (_, status) => store.bool(status.is_some()),
    });
    Ok(done)
}
