//! How often a process comes to the heads of loops, on one path.
//!
//! For reports of runs that end before they are through: the loop that a path went through most
//! often, and what its guard depended on. It costs a few stores a round: counts are kept for a few
//! loops at a time, in place, and those whose guards depend on no input, or that were met least
//! often, make room for others. So a count is one of rounds *at least*.

use crate::graph::Loc;
use crate::symbolic::ExprId;

/// Loops that are counted at the same time.
const MOST: usize = 3;

/// Rounds through one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lap {
    /// The graph and the location of the loop's head.
    pub(crate) head: (u32, Loc),
    pub(crate) rounds: u32,
    /// A guard that depends on inputs.
    pub(crate) guard: Option<ExprId>,
}

/// The rounds on one path of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Laps {
    laps: [Option<Lap>; MOST],
    /// The loop whose head was met last, until its guard is.
    fresh: Option<u8>,
}

impl Laps {
    /// The process is at the head of a loop.
    pub(crate) fn count(&mut self, graph: usize, loc: Loc) {
        let head = (graph as u32, loc);
        let known = |lap: &Option<Lap>| lap.is_some_and(|lap| lap.head == head);
        let at = self.laps.iter().position(known).unwrap_or_else(|| {
            let weight = |lap: Lap| (lap.guard.is_some(), lap.rounds);
            let at = (0..MOST).min_by_key(|at| self.laps[*at].map(weight));
            let at = at.unwrap_or(0);
            self.laps[at] = None;
            at
        });
        let lap = self.laps[at].get_or_insert(Lap {
            head,
            rounds: 0,
            guard: None,
        });
        lap.rounds += 1;
        self.fresh = Some(at as u8);
    }

    /// A branch: if it is the first one behind a loop's head, it is the loop's guard. `open` is its
    /// condition, if that depends on inputs.
    pub(crate) fn branch(&mut self, open: Option<ExprId>) {
        if let Some(at) = self.fresh.take()
            && let Some(lap) = &mut self.laps[usize::from(at)]
            && open.is_some()
        {
            lap.guard = open;
        }
    }

    /// Those that were counted.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Lap> {
        self.laps.iter().flatten()
    }
}

/// Where the engine is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    /// The graph and the location of the action under way, if there is one.
    pub(crate) at: Option<(usize, Loc)>,
    pub(crate) process: usize,
    /// The rounds on this path of the step.
    pub(crate) laps: Laps,
}

#[cfg(test)]
mod tests {
    use super::Laps;
    use crate::symbolic::Store;

    #[test]
    fn inner_loops_do_not_drive_out_what_is_counted() {
        let mut laps = Laps::default();
        let mut store = Store::new();
        let [guard, other] = [7, 9].map(|n| store.int(n));
        for _ in 0..10 {
            laps.count(0, 1);
            laps.branch(Some(guard));
            for inner in 2..8 {
                laps.count(0, inner);
                laps.branch(None);
                // A branch in the body is no guard.
                laps.branch(Some(other));
            }
        }
        let outer = laps.iter().find(|lap| lap.head == (0, 1)).unwrap();
        assert_eq!((outer.rounds, outer.guard), (10, Some(guard)));
        assert!(laps.iter().all(|l| l.head == (0, 1) || l.guard.is_none()));
    }
}
