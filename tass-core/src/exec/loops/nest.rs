//! Which loops a process is in, and where they stand.

use crate::comm::CommModel;
use crate::graph::Loc;
use crate::state::{Collective, Record, States};

/// How deep in calls, in which function, at which loop's head.
type Place = (usize, usize, Loc);

/// Where a process stood when it contributed.
pub(in crate::exec) fn site<C: CommModel>(
    states: &States<C>,
    record: &Record,
    process: usize,
) -> Option<Place> {
    let proc = states.proc(record.snapshots[process]?);
    let top = states.frame(*proc.frames.last()?);
    Some((proc.frames.len(), top.graph, top.loc))
}

/// The records of the loops that a process is in, innermost last (paper 000, end of section 2.3).
/// Positions among all records. A loop of the same name at another place, or in another call, is
/// another loop. Which loop is inside which is read off their places, not off the order of the
/// records: a loop of one process alone is under way at once, one around it perhaps not yet.
pub(crate) fn nest<C: CommModel>(
    states: &States<C>,
    collective: &Collective,
    process: usize,
) -> Vec<usize> {
    let nest = loops_of(states, collective, process);
    nest.into_iter().map(|(_, index)| index).collect()
}

/// The innermost loop around a place where a process stood, now or before.
pub(super) fn around<C: CommModel>(
    states: &States<C>,
    collective: &Collective,
    process: usize,
    (depth, _, loc): Place,
) -> Option<usize> {
    let mut nest = loops_of(states, collective, process);
    nest.retain(|&((d, _, l), _)| (d, l) < (depth, loc));
    nest.pop().map(|(_, index)| index)
}

fn loops_of<C: CommModel>(
    states: &States<C>,
    collective: &Collective,
    process: usize,
) -> Vec<(Place, usize)> {
    let mut nest: Vec<(Place, usize)> = Vec::new();
    for (index, record) in collective.records().enumerate() {
        let (Some(_), Some(place)) = (&record.induction, site(states, record, process)) else {
            continue;
        };
        nest.retain(|(other, _)| *other != place);
        if record.enters {
            nest.push((place, index));
        }
    }
    // A call is deeper than its caller, and a loop's head comes before the loops in its body.
    nest.sort_unstable_by_key(|&((depth, _, loc), _)| (depth, loc));
    nest
}
