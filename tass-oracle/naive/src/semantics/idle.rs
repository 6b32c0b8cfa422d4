//! Collective operations in which one process has no element for another.
//!
//! MPI lets a process leave when its own part is over, so it need not wait for those who have
//! nothing for it: it takes as many elements from them as it says itself, and that is none.

use super::meeting::needed;
use super::request::{Collective, Op};

/// Would a process need another one, if it took an element from it? It takes none.
pub(super) fn spares(mine: &Collective, process: usize, other: usize, size: usize) -> bool {
    if process == other || !needed(mine, process, size).contains(&other) {
        return false;
    }
    let gives = || mine.gives.as_ref().map(|data| data.items.len() as i128);
    let taken = match mine.op {
        Op::Barrier | Op::Split | Op::Dup | Op::Grid | Op::Free => None,
        Op::Scatter | Op::Scatterv => mine.takes.as_ref().map(|(_, room)| *room as i128),
        Op::Gatherv | Op::Allgatherv | Op::Alltoallv => listed(&mine.shares_taken, other),
        Op::ReduceScatter => listed(&mine.shares_given, process),
        _ => gives(),
    };
    taken == Some(0)
}

/// Does a process give another one any element?
pub(super) fn gives(mine: &Collective, other: usize) -> bool {
    let given = match mine.op {
        Op::Scatter => mine.takes.as_ref().map(|(_, room)| *room as i128),
        Op::Scatterv | Op::Alltoallv | Op::ReduceScatter => listed(&mine.shares_given, other),
        _ => mine.gives.as_ref().map(|data| data.items.len() as i128),
    };
    given.is_some_and(|given| given != 0)
}

fn listed(shares: &Option<Box<super::shares::Shares>>, process: usize) -> Option<i128> {
    shares.as_ref()?.counts.get(process).copied()
}
