//! Where the processes stand when a violation happens: the last word of a trace on each of them.

use super::dfs::Dfs;
use crate::comm::CommModel;
use crate::exec::Tracer;
use crate::report::{EventKind, TraceEvent};
use crate::state::{State, Status};

impl<C: CommModel> Dfs<'_, C> {
    /// Ends the trace of every process that has not ended by itself, but for the one that fails: that one has its failure as its last event.
    pub(crate) fn standing(&self, tracer: &mut Tracer, state: &State, failing: Option<usize>) {
        let (machine, states) = (&self.machine, &self.machine.states);
        for (process, &id) in state.procs.iter().enumerate() {
            let text = match &states.proc(id).status {
                _ if Some(process) == failing => continue,
                Status::Done => continue,
                Status::Start => "has not started".into(),
                Status::Crashed => "goes no further".into(),
                Status::Ready => "stands here".into(),
                Status::Waiting(pending) => {
                    let shared = states.shared(state.shared[machine.sides.of(process)]);
                    let rank = machine.sides.rank(process);
                    let (operation, waits_for) =
                        machine.comm.describe(&machine.store, shared, rank, pending);
                    // What it waited for may have happened, and only its turn not come.
                    let moves = machine.comm.moves(shared, rank, pending);
                    let ready = moves.iter().any(|m| m.sync);
                    match waits_for.as_str() {
                        "" => format!("stands at {operation}"),
                        _ if ready => format!("stands at {operation}, and can go on"),
                        _ => format!("waits for {waits_for}"),
                    }
                }
            };
            let site = self.site(id);
            let changes = machine.last_changes(tracer, state, process);
            tracer.events.push(TraceEvent {
                process,
                location: site.map(|(graph, span)| machine.program.location(graph, span)),
                text,
                kind: EventKind::Stand,
                message: None,
                peer: None,
                group: None,
                shown: false,
                changes,
            });
        }
    }
}
