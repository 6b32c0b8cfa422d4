//! Collective operations of nothing: a process does not need those who have no element for it.
//!
//! MPI lets a process leave a collective operation when its own part is over, so one that takes no
//! element from another may be gone before that one comes, and be the first somewhere else. It may
//! wait as well, as in every collective operation. Whether a length is zero is decided when a
//! process enters; where the inputs decide it, the engine goes both ways.
//!
//! The two are not compared then when one of them leaves. So whoever of them enters second sees to
//! it that what the other one takes for nothing is nothing ([`with_others`]), and it makes no
//! difference who leaves when.

use tass_core::comm::{Cause, Check, CommError, Data, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use super::layout::Layout;
use super::{Collective, Entering, Instance};
use crate::args::Args;
use crate::buffer::{Effect, count, elements};
use crate::shared::Shared;

/// How many elements pass from one process to another, as each of the two knows by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// It is not about elements: who is needed is needed.
    Presence,
    /// All agree about their number.
    Alike,
    /// The taker has a list; all that the giver has is for each taker.
    Collected,
    /// The giver has a list; all that the taker has room for is for it.
    Dealt,
    /// Both have lists.
    Exchanged,
    /// All have the same list of what each takes. Where nobody is compared with the others, since
    /// nobody takes anything, all their lists are zeros.
    Reduced,
}

impl Share {
    /// Does a process that takes nothing from one take nothing from any?
    pub(super) fn is_all_or_nothing(self) -> bool {
        matches!(self, Share::Alike | Share::Dealt)
    }

    fn taken(
        self,
        store: &mut Store,
        mine: &Entering,
        (me, other): (usize, usize),
    ) -> Option<ExprId> {
        match self {
            Share::Presence => None,
            Share::Alike => mine.count,
            Share::Collected | Share::Exchanged => mine.takes.as_ref()?.count_if_any(other),
            Share::Dealt => Some(mine.into.as_ref()?.room(store)),
            Share::Reduced => mine.gives.as_ref()?.count_if_any(me),
        }
    }

    fn given(self, store: &mut Store, theirs: &Given<'_>, who: usize) -> Option<ExprId> {
        match self {
            Share::Presence => None,
            Share::Alike => theirs.count,
            Share::Collected => theirs.data.map(|data| count(store, data)),
            Share::Dealt | Share::Exchanged | Share::Reduced => theirs.gives?.count_if_any(who),
        }
    }
}

/// What a process brings for others.
struct Given<'e> {
    count: Option<ExprId>,
    data: Option<&'e Data>,
    gives: Option<&'e Layout>,
}

/// Those that a process would need, but who have nothing for it.
pub(super) fn spared(
    store: &mut Store,
    args: &Args<'_>,
    collective: &Collective,
    mine: &Entering,
    root: Option<usize>,
) -> Result<Vec<usize>, CommError> {
    let me = args.rank;
    let mut spared = Vec::new();
    for other in (0..args.nprocs).filter(|other| *other != me) {
        if !(collective.needs)(me, other, root.unwrap_or(0)) {
            continue;
        }
        let len = collective.share.taken(store, mine, (me, other));
        if let Some(len) = len
            && args.is_nothing(store, len)?
        {
            spared.push(other);
        }
    }
    Ok(spared)
}

/// What must hold where a process enters: what it takes for nothing of those who are in is nothing,
/// and what they take for nothing of it.
pub(super) fn with_others(
    store: &mut Store,
    args: &Args<'_>,
    instance: &Instance,
    (mine, spared): (&Entering, &[usize]),
    shared: &Shared,
) -> Result<Vec<Check>, Fault> {
    let mut effect = Effect::default();
    let me = args.rank;
    for (other, entry) in instance.entries.iter().enumerate() {
        let Some(entry) = entry else { continue };
        if spared.contains(&other) {
            let theirs = Given {
                count: entry.count,
                data: entry.data.as_ref(),
                gives: entry.gives.as_ref(),
            };
            demand(
                store,
                &mut effect,
                args,
                instance,
                shared,
                (&theirs, other, me),
            )?;
        }
        if entry.spared.contains(&me) {
            let mine = Given {
                count: mine.count,
                data: mine.data.as_ref(),
                gives: mine.gives.as_ref(),
            };
            demand(
                store,
                &mut effect,
                args,
                instance,
                shared,
                (&mine, me, other),
            )?;
        }
    }
    Ok(effect.checks)
}

/// What one gives another is nothing.
fn demand(
    store: &mut Store,
    effect: &mut Effect,
    args: &Args<'_>,
    instance: &Instance,
    shared: &Shared,
    (given, from, to): (&Given<'_>, usize, usize),
) -> Result<(), Fault> {
    let share = instance.collective().share;
    let Some(len) = share.given(store, given, to) else {
        return Ok(());
    };
    let other = if from == args.rank { to } else { from };
    let [from, to, other] = [from, to, other].map(|rank| shared.member(args.comm, rank));
    let zero = store.int(0);
    let nothing = store.eq(len, zero);
    let some = |store: &Store| {
        let (op, len) = (args.op, elements(store, len));
        format!("process {to} expects 0 elements in `{op}`, but process {from} gives {len}")
    };
    let turn = Cause::Turn {
        process: other,
        lane: args.comm.lane(),
        since: 0,
    };
    let demanded = effect.demand(store, nothing, Kind::CollectiveCount, some);
    demanded.map_err(|fault| fault.because(turn))
}
