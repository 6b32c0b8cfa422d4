//! `gatherv`, `scatterv`, `allgatherv` and `alltoallv`: blocks whose lengths differ.
//!
//! The buffer of whoever collects or deals out has a [`Layout`]; the other side's whole buffer is
//! one block, and its length has to be the one in the layout.

use tass_core::comm::{CommError, Data, Text};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use super::block::{give_and_take, part_of};
use super::gather::listed;
use super::layout::Layout;
use super::nothing::Share;
use super::{Collective, Entering, Inside};
use crate::args::Args;
use crate::buffer::{Effect, count, elements};

/// `gatherv(sendbuf, recvbuf, counts, displs, root)`: the root gets the blocks of all.
pub(super) static GATHERV: Collective = Collective {
    name: "gatherv",
    needs: |who, other, root| who == root || other == who,
    share: Share::Collected,
    enter: |store, args, at_root| {
        let mut entering = give(store, args);
        entering.into = entering.into.filter(|_| at_root);
        entering.takes = at_root.then(|| Layout::new(store, args, "counts", Some("displs")));
        entering
    },
    leave: |store, inside, effect| {
        let text = inside.said(" ").data(inside.data(inside.me));
        if inside.into.is_none() {
            let root = inside.instance.root.unwrap_or(0);
            return Ok(text.words(inside.root(root)));
        }
        let given = |inside: &Inside<'_>, other| inside.data(other).clone();
        collect(store, inside, effect, text, &given)
    },
};

/// `allgatherv(sendbuf, recvbuf, counts, displs)`: everyone gets the blocks of all.
pub(super) static ALLGATHERV: Collective = Collective {
    name: "allgatherv",
    needs: |_, _, _| true,
    share: Share::Collected,
    enter: |store, args, _| {
        let mut entering = give(store, args);
        entering.takes = Some(Layout::new(store, args, "counts", Some("displs")));
        entering
    },
    leave: |store, inside, effect| {
        let text = inside.said(" ").data(inside.data(inside.me));
        let given = |inside: &Inside<'_>, other| inside.data(other).clone();
        collect(store, inside, effect, text, &given)
    },
};

/// `scatterv(sendbuf, recvbuf, counts, displs, root)`: everyone gets its block of what the root
/// gives.
pub(super) static SCATTERV: Collective = Collective {
    name: "scatterv",
    needs: |who, other, root| other == root || other == who,
    share: Share::Dealt,
    enter: |store, args, at_root| {
        let (into, _) = args.place("recvbuf");
        Entering {
            data: at_root.then(|| args.data("sendbuf").clone()),
            elem: Some(into.elem.clone()),
            into: Some(into),
            gives: at_root.then(|| Layout::new(store, args, "counts", Some("displs"))),
            ..Entering::default()
        }
    },
    leave: |store, inside, effect| {
        let root = inside.instance.root.unwrap_or(0);
        let layout = inside.gives(root);
        layout.demand_numbers(store, inside, effect, root)?;
        if inside.me == root {
            let all = count(store, inside.data(root));
            for process in 0..inside.nprocs() {
                layout.block_within(store, inside, effect, (root, all), process)?;
            }
            layout.demand_apart(store, inside, effect)?;
        }
        let part = dealt(store, inside, effect, root)?;
        if let Some(into) = inside.into {
            let (given, room) = (count(store, &part), into.room(store));
            same_length(store, inside, effect, (inside.me, room), (root, given))?;
            let start = store.int(0);
            effect.put(store, into, start, &part)?;
        }
        let text = inside.said(" -> ").data(&part);
        Ok(text.words(inside.root(root)))
    },
};

/// `alltoallv(sendbuf, sendcounts, senddispls, recvbuf, recvcounts, recvdispls)`: everyone gets its
/// block of what each gives.
pub(super) static ALLTOALLV: Collective = Collective {
    name: "alltoallv",
    needs: |_, _, _| true,
    share: Share::Exchanged,
    enter: |store, args, _| {
        let mut entering = give(store, args);
        entering.gives = Some(Layout::new(store, args, "sendcounts", Some("senddispls")));
        entering.takes = Some(Layout::new(store, args, "recvcounts", Some("recvdispls")));
        entering
    },
    leave: |store, inside, effect| {
        let me = inside.me;
        let layout = inside.gives(me);
        layout.demand_numbers(store, inside, effect, me)?;
        let all = count(store, inside.data(me));
        for process in 0..inside.nprocs() {
            layout.block_within(store, inside, effect, (me, all), process)?;
        }
        let mut parts = Vec::new();
        for other in 0..inside.nprocs() {
            if inside.spared().contains(&other) {
                parts.push(None);
                continue;
            }
            let theirs = inside.gives(other);
            theirs.demand_numbers(store, inside, effect, other)?;
            parts.push(Some(dealt(store, inside, effect, other)?));
        }
        let text = inside.said(" ").data(inside.data(me));
        collect(store, inside, effect, text, &|_, other| {
            parts[other]
                .clone()
                .unwrap_or_else(|| unreachable!("it has something"))
        })
    },
};

/// What a process brings whose data may be longer or shorter than that of the others.
fn give(store: &mut Store, args: &Args<'_>) -> Entering {
    Entering {
        count: None,
        ..give_and_take(store, args)
    }
}

/// The block of this process in what another one gives.
fn dealt(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    from: usize,
) -> Result<Data, CommError> {
    let (layout, data) = (inside.gives(from), inside.data(from));
    let all = count(store, data);
    let block = layout.block_within(store, inside, effect, (from, all), inside.me)?;
    Ok(part_of(store, data, block))
}

/// Takes a block of each, of the length that this process has said, where it has said.
fn collect(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    text: Text,
    given: &dyn Fn(&Inside<'_>, usize) -> Data,
) -> Result<Text, CommError> {
    let (Some(into), Some(layout)) = (inside.into, inside.takes) else {
        unreachable!("whoever collects has said where")
    };
    layout.demand_numbers(store, inside, effect, inside.me)?;
    let room = into.room(store);
    let mut blocks = Vec::new();
    for other in 0..inside.nprocs() {
        if inside.spared().contains(&other) {
            continue;
        }
        let part = given(inside, other);
        let (sent, wanted) = (count(store, &part), layout.count(other));
        same_length(store, inside, effect, (inside.me, wanted), (other, sent))?;
        let block = layout.block_within(store, inside, effect, (inside.me, room), other)?;
        blocks.push((other, block, part));
    }
    layout.demand_apart(store, inside, effect)?;
    let mut text = text.words(" -> ");
    for (other, block, part) in blocks {
        effect.put(store, into, block.start, &part)?;
        text = listed(text, other, &part);
    }
    Ok(text)
}

/// What is sent is what is expected.
fn same_length(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    (me, wanted): (usize, ExprId),
    (other, sent): (usize, ExprId),
) -> Result<(), CommError> {
    let same = store.eq(wanted, sent);
    let differ = |store: &Store| {
        let op = inside.instance.op;
        let [me, other] = [me, other].map(|rank| inside.members[rank]);
        let (wanted, sent) = (elements(store, wanted), elements(store, sent));
        format!("process {me} expects {wanted} in `{op}`, but process {other} gives {sent}")
    };
    let demanded = effect.demand(store, same, Kind::CollectiveCount, differ);
    Ok(demanded.map_err(|fault| fault.because(inside.turn_of(other)))?)
}
