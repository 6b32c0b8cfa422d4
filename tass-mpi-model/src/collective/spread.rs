//! `bcast` and `scatter`: what the root holds goes to all.
//!
//! Everyone broadcasts the same number of elements; a scattered buffer has exactly one block for
//! each.

use tass_core::report::Kind;

use super::block::{block_of, put_block, times};
use super::nothing::Share;
use super::{Collective, Entering};
use crate::buffer::{count, elements};

/// `bcast(buf, root)`: everyone gets what the root holds.
pub(super) static BCAST: Collective = Collective {
    name: "bcast",
    needs: |who, other, root| other == root || other == who,
    share: Share::Alike,
    enter: |store, args, at_root| {
        let (place, held) = args.place("buf");
        Entering {
            elem: Some(place.elem.clone()),
            count: Some(place.room(store)),
            data: at_root.then_some(held),
            into: (!at_root).then_some(place),
            ..Entering::default()
        }
    },
    leave: |store, inside, effect| {
        let root = inside.instance.root.unwrap_or(0);
        let data = inside.data(root);
        if let Some(into) = inside.into {
            let start = store.int(0);
            let mut part = data.clone();
            if into.room.is_none() && part.len.take().is_some() {
                // All have the same number of elements, so it is one.
                part.value = store.read(data.value, start);
            }
            effect.put(store, into, start, &part)?;
        }
        let text = inside.said(" ").data(data);
        Ok(text.words(inside.root(root)))
    },
};

/// `scatter(sendbuf, recvbuf, root)`: everyone gets its block of what the root gives.
pub(super) static SCATTER: Collective = Collective {
    name: "scatter",
    needs: |who, other, root| other == root || other == who,
    share: Share::Alike,
    enter: |store, args, at_root| {
        let (into, _) = args.place("recvbuf");
        Entering {
            data: at_root.then(|| args.data("sendbuf").clone()),
            elem: Some(into.elem.clone()),
            count: Some(into.room(store)),
            into: Some(into),
            ..Entering::default()
        }
    },
    leave: |store, inside, effect| {
        let (root, block) = (inside.instance.root.unwrap_or(0), inside.count());
        let (data, n) = (inside.data(root), inside.nprocs());
        let (given, wanted) = (count(store, data), times(store, n, block));
        let exactly = store.eq(given, wanted);
        effect.demand(store, exactly, Kind::CollectiveCount, |store| {
            let (given, block) = (elements(store, given), elements(store, block));
            format!(
                "process {} scatters {given} to {n} processes, but process {} takes {block}",
                inside.members[root],
                inside.process()
            )
        })?;
        let part = block_of(store, data, inside.me, block);
        put_block(store, inside, effect, 0, block, &part)?;
        let text = inside.said(" -> ").data(&part);
        Ok(text.words(inside.root(root)))
    },
};
