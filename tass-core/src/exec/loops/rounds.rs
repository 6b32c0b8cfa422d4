//! Loops with invariants in bounded runs: iterations are counted instead of generalised.
//!
//! Where a proof by induction fails, executions of few iterations are looked at, and only those
//! refute. Nothing is forgotten in them; invariants and frames are checked of what there is.

use crate::comm::CommModel;
use crate::exec::{Stepper, Stop, Work};
use crate::graph::CollectiveAction;
use crate::state::Arrival;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// Counts an arrival. Was the process in the loop already? An execution of too many is not
    /// followed. (A loop that is left and comes again, in another loop or another call, is counted
    /// anew.)
    pub(in crate::exec) fn count(
        &mut self,
        now: &mut Work<C>,
        action: &CollectiveAction,
        most: u32,
        enters: bool,
    ) -> Result<bool, Stop> {
        let depth = now.frames.len();
        let place = (now.frame().graph, now.frame().loc);
        let mine = (action.label, now.process, depth, place);
        let arrivals = &mut now.collective.arrivals;
        let inside = arrivals
            .iter()
            .position(|a| (a.label, a.process, a.depth, a.place) == mine)
            .map(|at| arrivals.remove(at));
        if inside.as_ref().is_some_and(|a| a.count >= most) {
            // The others are still to be looked at.
            self.cut.gave_up = true;
            self.findings.met.cut = true;
            return Err(Stop::Dead);
        }
        let was_inside = inside.is_some();
        let (before, last, writes) = inside.map_or((0, None, Vec::new()), |a| {
            let writes = a.writes.into_iter();
            let alive = writes.filter(|w| (w.frame as usize) < depth);
            (a.count, a.head, alive.collect::<Vec<_>>())
        });
        if let Some(last) = last {
            self.frame(now, action, Some(last), &writes)?;
        }
        let framed = action.assigns.is_some();
        let head = framed.then(|| self.snapshot(now));
        if enters {
            now.collective.arrivals.push(Arrival {
                label: action.label,
                process: now.process,
                depth,
                place,
                count: before + 1,
                head,
                writes,
            });
            let arrivals = &mut now.collective.arrivals;
            arrivals.sort_unstable_by_key(|a| (a.label, a.process, a.depth, a.place));
        }
        Ok(was_inside)
    }
}
