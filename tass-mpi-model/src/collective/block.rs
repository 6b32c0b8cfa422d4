//! Blocks: how the data of n processes lies in one buffer.
//!
//! It is n blocks of the same number of elements, in the order of ranks. A single element is a
//! block of one.

use tass_core::comm::{CommError, Data};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use super::layout::Block;
use super::{Entering, Inside};
use crate::args::Args;
use crate::buffer::{Effect, count, elements};

/// A process that gives its `sendbuf` and takes into its `recvbuf`; all give the same number of
/// elements.
pub(super) fn give_and_take(store: &mut Store, args: &Args<'_>) -> Entering {
    let (into, held) = args.place("recvbuf");
    let data = args.given("sendbuf").cloned().unwrap_or(held);
    Entering {
        elem: Some(data.elem.clone()),
        count: Some(count(store, &data)),
        data: Some(data),
        into: Some(into),
        ..Entering::default()
    }
}

/// The same of a process that collects blocks: in place, its own is where it belongs, in a buffer
/// of as many equal blocks as there are processes.
pub(super) fn give_and_collect(store: &mut Store, args: &Args<'_>) -> Entering {
    let mut entering = give_and_take(store, args);
    if args.given("sendbuf").is_none()
        && let Some(held) = entering.data.take()
    {
        let (room, n) = (count(store, &held), store.int(args.nprocs as i64));
        let block = store.div_euclid(room, n);
        entering.count = Some(block);
        entering.data = Some(block_of(store, &held, args.rank, block));
    }
    entering
}

/// The length of one of the blocks, one for each process, that all of what a process gives is.
pub(super) fn equal_blocks(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
) -> Result<ExprId, CommError> {
    let (total, n) = (inside.count(), inside.nprocs());
    let (parts, zero) = (store.int(n as i64), store.int(0));
    let (block, rest) = (
        store.div_euclid(total, parts),
        store.mod_euclid(total, parts),
    );
    let divides = store.eq(rest, zero);
    effect.demand(store, divides, Kind::CollectiveCount, |store| {
        let (op, total) = (inside.instance.op, elements(store, total));
        format!("`{op}` cannot deal {total} out to {n} processes in equal blocks")
    })?;
    Ok(block)
}

/// `needed` elements must fit into the buffer of the process that leaves.
pub(super) fn has_room(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    needed: ExprId,
) -> Result<(), CommError> {
    let Some(into) = inside.into else {
        return Ok(());
    };
    let room = into.room(store);
    let fits = store.le(needed, room);
    effect.demand(store, fits, Kind::CollectiveCount, |store| {
        let (room, needed) = (elements(store, room), elements(store, needed));
        let (me, op) = (inside.process(), inside.instance.op);
        format!("process {me} has room for {room} in `{op}`, but gets {needed}")
    })?;
    Ok(())
}

/// Takes one block, as the `index`-th.
pub(super) fn put_block(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    index: usize,
    block: ExprId,
    data: &Data,
) -> Result<(), CommError> {
    let Some(into) = inside.into else {
        return Ok(());
    };
    let at = times(store, index, block);
    effect.put(store, into, at, data)
}

/// The `index`-th block of `block` elements.
pub(super) fn block_of(store: &mut Store, data: &Data, index: usize, block: ExprId) -> Data {
    if data.len.is_none() {
        return data.clone();
    }
    let start = times(store, index, block);
    part_of(store, data, Block { start, len: block })
}

/// These elements of the data. Those of a single element may be none.
pub(super) fn part_of(store: &mut Store, data: &Data, block: Block) -> Data {
    let all = match data.len {
        Some(_) => data.value,
        None => store.array(&[data.value]),
    };
    Data {
        value: store.slice(all, block.start, block.len),
        elem: data.elem.clone(),
        len: Some(block.len),
    }
}

/// `n * count`
pub(super) fn times(store: &mut Store, n: usize, count: ExprId) -> ExprId {
    let n = store.int(n as i64);
    store.mul(n, count)
}
