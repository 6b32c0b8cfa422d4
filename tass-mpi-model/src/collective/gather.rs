//! `gather`, `allgather` and `alltoall`: everyone, or the root, gets a block from each.
//!
//! The receiving buffer has room for all blocks, or more; they arrive in the order of ranks.

use tass_core::comm::{CommError, Data, Text};
use tass_core::symbolic::Store;

use super::block::{
    block_of, equal_blocks, give_and_collect, give_and_take, has_room, put_block, times,
};
use super::nothing::Share;
use super::{Collective, Inside};
use crate::buffer::Effect;

/// `gather(sendbuf, recvbuf, root)`: the root gets the blocks of all.
pub(super) static GATHER: Collective = Collective {
    name: "gather",
    needs: |who, other, root| who == root || other == who,
    share: Share::Alike,
    enter: |store, args, at_root| {
        let mut entering = give_and_collect(store, args);
        entering.into = entering.into.filter(|_| at_root);
        entering
    },
    leave: |store, inside, effect| {
        let text = inside.said(" ").data(inside.data(inside.me));
        if inside.into.is_none() {
            let root = inside.instance.root.unwrap_or(0);
            return Ok(text.words(inside.root(root)));
        }
        collect(store, inside, effect, text)
    },
};

/// `allgather(sendbuf, recvbuf)`: everyone gets the blocks of all.
pub(super) static ALLGATHER: Collective = Collective {
    name: "allgather",
    needs: |_, _, _| true,
    share: Share::Alike,
    enter: |store, args, _| give_and_collect(store, args),
    leave: |store, inside, effect| {
        let text = inside.said(" ").data(inside.data(inside.me));
        collect(store, inside, effect, text)
    },
};

/// `alltoall(sendbuf, recvbuf)`: everyone gets its block of what each gives.
pub(super) static ALLTOALL: Collective = Collective {
    name: "alltoall",
    needs: |_, _, _| true,
    share: Share::Alike,
    enter: |store, args, _| give_and_take(store, args),
    leave: |store, inside, effect| {
        let (total, n) = (inside.count(), inside.nprocs());
        let block = equal_blocks(store, inside, effect)?;
        has_room(store, inside, effect, total)?;
        if inside.into.is_some_and(|into| into.room.is_none()) {
            let what = || "`alltoall` of symbolic length into a single element".into();
            effect.known(store, total, what)?;
        }
        let text = inside.said(" ").data(inside.data(inside.me));
        let mut text = text.words(" -> ");
        for other in 0..n {
            let part = block_of(store, inside.data(other), inside.me, block);
            put_block(store, inside, effect, other, block, &part)?;
            text = listed(text, other, &part);
        }
        Ok(text)
    },
};

/// Takes the blocks of all.
fn collect(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    text: Text,
) -> Result<Text, CommError> {
    let (block, n) = (inside.count(), inside.nprocs());
    let total = times(store, n, block);
    has_room(store, inside, effect, total)?;
    let mut text = text.words(" -> ");
    for other in 0..n {
        let data = inside.data(other);
        put_block(store, inside, effect, other, block, data)?;
        text = listed(text, other, data);
    }
    Ok(text)
}

/// A list of what comes from each.
pub(super) fn listed(text: Text, index: usize, data: &Data) -> Text {
    let text = if index == 0 { text } else { text.words(", ") };
    text.data(data)
}
