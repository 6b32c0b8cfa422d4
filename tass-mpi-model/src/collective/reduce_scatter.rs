//! `reduce_scatter_block` and `reduce_scatter`: reductions of which everyone gets its block.
//!
//! Blocks lie behind each other in what is given, in the order of ranks: equal ones, or of the
//! lengths in `counts`, which are the same for all. The receiving buffer has room for the block, or
//! more. Only the elements of its own block are combined for a process, so of partial results that
//! overflow it meets only those.

use tass_core::comm::{CommError, Data};
use tass_core::report::Kind;
use tass_core::symbolic::Store;

use super::block::{block_of, equal_blocks, give_and_take, has_room, part_of};
use super::layout::Layout;
use super::nothing::Share;
use super::reduction::{self, take_combined};
use super::{Collective, Inside};
use crate::buffer::{Effect, elements};

/// `reduce_scatter_block(sendbuf, recvbuf, op)`
pub(super) static REDUCE_SCATTER_BLOCK: Collective = Collective {
    name: "reduce_scatter_block",
    needs: |_, _, _| true,
    share: Share::Alike,
    enter: |store, args, _| give_and_take(store, args),
    leave: |store, inside, effect| {
        let block = equal_blocks(store, inside, effect)?;
        has_room(store, inside, effect, block)?;
        let what = || "`reduce_scatter_block` of symbolic length".into();
        effect.known(store, inside.count(), what)?;
        let part = |other| block_of(store, inside.data(other), inside.me, block);
        let parts: Vec<Data> = (0..inside.nprocs()).map(part).collect();
        take_combined(store, inside, effect, parts)
    },
};

/// `reduce_scatter(sendbuf, recvbuf, counts, op)`
pub(super) static REDUCE_SCATTER: Collective = Collective {
    name: "reduce_scatter",
    needs: |_, _, _| true,
    share: Share::Reduced,
    enter: |store, args, _| {
        let mut entering = give_and_take(store, args);
        entering.gives = Some(Layout::new(store, args, "counts", None));
        entering
    },
    leave: |store, inside, effect| {
        same_lists(store, inside, effect)?;
        let mine = inside.gives(inside.me);
        let mut total = store.int(0);
        for process in 0..inside.nprocs() {
            total = store.add(total, mine.count(process));
        }
        let given = inside.count();
        let exactly = store.eq(total, given);
        effect.demand(store, exactly, Kind::CollectiveCount, |store| {
            let (me, op) = (inside.process(), inside.instance.op);
            let (total, given) = (elements(store, total), elements(store, given));
            format!("process {me} calls `{op}` with {given}, but its `counts` are for {total}")
        })?;
        let block = mine.block(store, inside.me);
        has_room(store, inside, effect, block.len)?;
        if !inside.spared().is_empty() {
            return Ok(reduction::given(inside));
        }
        // Where the block starts depends on all that are before it.
        for process in 0..=inside.me {
            let what = || "`reduce_scatter` with `counts` that depend on inputs".into();
            effect.known(store, mine.count(process), what)?;
        }
        let part = |other| part_of(store, inside.data(other), block);
        let parts: Vec<Data> = (0..inside.nprocs()).map(part).collect();
        take_combined(store, inside, effect, parts)
    },
};

/// All have said the same of the blocks.
fn same_lists(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
) -> Result<(), CommError> {
    let (me, n) = (inside.me, inside.nprocs());
    for other in (0..n).filter(|other| !inside.spared().contains(other)) {
        let layout = inside.gives(other);
        layout.demand_numbers(store, inside, effect, other)?;
    }
    for other in (0..n).filter(|other| !inside.spared().contains(other)) {
        for process in 0..n {
            let mine = inside.gives(me).count(process);
            let theirs = inside.gives(other).count(process);
            let same = store.eq(mine, theirs);
            let differ = |store: &Store| {
                let (op, me) = (inside.instance.op, inside.process());
                let [process, other] = [process, other].map(|rank| inside.members[rank]);
                let [mine, theirs] = [mine, theirs].map(|count| elements(store, count));
                format!(
                    "process {me} calls `{op}` with {mine} for process {process} where process \
                     {other} has {theirs}"
                )
            };
            effect
                .demand(store, same, Kind::CollectiveCount, differ)
                .map_err(|fault| fault.because(inside.turn_of(other)))?;
        }
    }
    Ok(())
}
