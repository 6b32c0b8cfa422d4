//! Where the processes stand when a violation happens: the last word of a trace on each of them.

use crate::comm::CommModel;
use crate::report::{EventKind, TraceEvent};
use crate::search::story::Story;
use crate::state::{State, Status};

impl<C: CommModel> Story<'_, '_, C> {
    /// Ends the trace of every process that has not ended by itself, but for the one that fails:
    /// that one has its failure as its last event.
    pub(in crate::search) fn standing(
        &mut self,
        events: &mut Vec<TraceEvent>,
        state: &State,
        failing: Option<usize>,
    ) {
        let (run, tracer) = (&*self.run, &mut self.tracer);
        let (engine, states) = (&run.engine, &run.engine.states);
        for (process, &id) in state.procs.iter().enumerate() {
            let text = match &states.proc(id).status {
                _ if Some(process) == failing => continue,
                Status::Done => continue,
                Status::Start => "has not started".into(),
                Status::Crashed => "goes no further".into(),
                Status::Ready => "stands here".into(),
                Status::Waiting(pending) => {
                    let shared = states.shared(state.shared[engine.sides.of(process)]);
                    let rank = engine.sides.rank(process);
                    let (operation, waits_for) =
                        engine.comm.describe(&engine.store, shared, rank, pending);
                    // What it waited for may have happened, and only its turn not come. (To be told
                    // that nothing has happened is not to go on.)
                    let moves = engine.comm.moves(shared, rank, pending);
                    let ready = moves.iter().any(|m| m.sync && !m.idle);
                    match waits_for.as_str() {
                        "" => format!("stands at {operation}"),
                        _ if ready => format!("stands at {operation}, and can go on"),
                        _ => format!("waits for {waits_for}"),
                    }
                }
            };
            let site = run.site(id);
            let changes = engine.last_changes(tracer, state, process);
            events.push(TraceEvent {
                process,
                location: site.map(|(graph, span)| engine.program.location(graph, span)),
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
