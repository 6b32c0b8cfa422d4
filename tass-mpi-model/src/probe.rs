//! `probe` and `iprobe`: a look at the message that a receive would take now.
//!
//! It stands behind the receives that are posted, as a receive would, and takes nothing.

use tass_core::comm::{CommError, Completed, Event, Move, Text};
use tass_core::report::EventKind;
use tass_core::symbolic::{ExprId, Store};

use crate::Pending;
use crate::args::Args;
use crate::buffer::{Place, count};
use crate::communicator::Comm;
use crate::completion::asked;
use crate::constants::{ANY, PROC_NULL, shown_tag};
use crate::recv::{self, Source};
use crate::shared::{Channel, Shared};

/// A process that looks for a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Probing {
    /// Does it wait for one?
    pub(crate) waits: bool,
    pub(crate) comm: Comm,
    pub(crate) from: Source,
    pub(crate) tag: i64,
    /// Where the status goes, if somebody looks at it.
    status: Option<Place>,
}

impl Probing {
    fn channel(&self, from: usize, to: usize) -> Channel {
        let comm = self.comm;
        Channel { comm, from, to }
    }

    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Probing {
            waits: _,
            comm: _,
            from: _,
            tag: _,
            status,
        } = self;
        status.iter().for_each(|status| status.visit(f));
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Probing {
            waits: _,
            comm: _,
            from: _,
            tag: _,
            status,
        } = self;
        status.iter_mut().for_each(|status| status.map(f));
    }
}

pub(crate) fn post(shared: &Shared, args: &Args<'_>) -> Probing {
    Probing {
        waits: args.op == "probe",
        comm: args.comm,
        from: Source::of_call(shared, args),
        tag: args.known("tag"),
        status: args.optional_place("status"),
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
    if let (true, Source::Process(_)) = (probing.waits, probing.from) {
        return sources
            .into_iter()
            .map(|source| Move::certain(choice(source)))
            .collect();
    }
    let not_yet = (!probing.waits).then(|| Move::not_yet(0));
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
    shared: &Shared,
    me: usize,
    probing: &Probing,
    choice: u32,
) -> Result<Completed<Pending>, CommError> {
    let op = if probing.waits { "probe" } else { "iprobe" };
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
        let text = Text::new(format!("{op}: ")).data(&data);
        done.events.push(Event {
            kind: EventKind::Request,
            text: text.words(format!(" from {from}{}", shown_tag(tag))),
            message: None,
        });
        Some(store.tuple(&parts))
    } else {
        done.events
            .push(asked(Text::new(format!("{op}: nothing yet"))));
        None
    };
    if let (Some(status), Some(into)) = (status, &probing.status) {
        done.writes.push((into.place, status));
    }
    done.result = Some(match (probing.waits, status) {
        (true, Some(status)) => status,
        (_, status) => store.bool(status.is_some()),
    });
    Ok(done)
}
