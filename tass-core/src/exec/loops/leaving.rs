//! Loops that are left by other ways than their condition: `break`, `return`, an abort.

use super::known::{conditions_of, keep};
use super::nest::{around, site};
use crate::comm::CommModel;
use crate::exec::{Stepper, Stop, Work};
use crate::graph::Loc;
use crate::state::{Arrival, Record, Written};

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process leaves a loop of its own by another way than its condition. What was known in it
    /// stays known: nothing is generalised. What the loop may change is checked here as well.
    pub(crate) fn leave_loop(&mut self, work: &mut Work<C>, head: Loc) -> Result<(), Stop> {
        let process = work.process;
        let (depth, graph) = (work.frames.len(), work.frame().graph);
        let program = self.engine.program.clone();
        let node = &program.graphs[graph].nodes[head as usize];
        let action = node.action.collective().expect("the head of a loop");
        // The body's own variables are not gone yet.
        let older = |w: &&Written| {
            let own = || action.scope.iter().any(|(_, slot)| *slot == w.local);
            (w.frame as usize) + 1 < depth || ((w.frame as usize) + 1 == depth && own())
        };
        let alive =
            |writes: &[Written]| -> Vec<Written> { writes.iter().filter(older).cloned().collect() };
        let mine = (action.label, process, depth, (graph, head));
        let arrivals = work.collective.arrivals.iter();
        let arrived = |a: &Arrival| (a.label, a.process, a.depth, a.place) == mine;
        if let Some(at) = arrivals.clone().position(arrived) {
            let arrival = &work.collective.arrivals[at];
            if arrival.head.is_some() {
                let (before, writes) = (arrival.head, alive(&arrival.writes));
                self.frame(work, action, before, &writes)?;
            }
            work.collective.arrivals.remove(at);
        }
        let place = (depth, graph, head);
        let here = |r: &Record| {
            r.induction.is_some() && site(&self.engine.states, r, process) == Some(place)
        };
        let Some(at) = work.collective.stack.iter().rposition(here) else {
            return Ok(());
        };
        let record = &work.collective.stack[at];
        let before = record.snapshots[process];
        let writes = alive(&record.induction.as_ref().expect("as above").writes[process]);
        self.frame(work, action, before, &writes)?;
        let record = work.collective.stack.remove(at);
        let known = record.induction.map_or(Vec::new(), |i| i.ppc);
        let around = around(&self.engine.states, &work.collective, process, place);
        let conditions = conditions_of(&mut work.collective, around);
        for condition in known {
            keep(conditions, self.engine.store.tru(), condition);
        }
        if !work.collective.in_loops() {
            work.collective.base.clear();
        }
        Ok(())
    }

    /// A process falls back to its start: it is in none of its loops any more, and nothing that was
    /// known of its variables in them is about anything.
    pub(crate) fn abandon_loops(&mut self, work: &mut Work<C>) -> Result<(), Stop> {
        let process = work.process;
        let arrivals = &mut work.collective.arrivals;
        arrivals.retain(|arrival| arrival.process != process);
        let program = self.engine.program.clone();
        let before = work.collective.stack.len();
        let others = |r: &Record| !program.labels[r.label].local || r.snapshots[process].is_none();
        work.collective.stack.retain(others);
        if work.collective.stack.len() == before {
            return Ok(());
        }
        self.gather(work)?;
        self.canonic(work);
        Ok(())
    }
}
