//! What is found wrong in an arbitrary iteration, as invariants describe it: it need not occur.

use super::found::Found;
use super::run::Run;
use crate::comm::CommModel;
use crate::report::{HypotheticalVariable, Inconclusive};
use crate::state::{Frame, ProcId, State};

impl<C: CommModel> Run<'_, C> {
    /// What was found, if loops were generalised: it need not be reachable.
    pub(crate) fn hypothetical(&mut self, found: &Found) -> Inconclusive {
        let failure = &found.failure;
        let location = failure
            .site
            .map(|(graph, span)| self.engine.program.location(graph, span));
        let part = failure.condition.as_ref().zip(failure.site);
        let location = match part {
            Some((part, (graph, _))) => Some(self.engine.program.location(graph, part.span)),
            None => location,
        };
        Inconclusive::NotInductive {
            kind: failure.kind,
            message: failure.message.clone(),
            location,
            process: failure.process,
            variables: found
                .state
                .as_ref()
                .map_or_else(Vec::new, |state| self.variables(found, state)),
            iterations: 0,
        }
    }

    fn variables(&mut self, found: &Found, state: &State) -> Vec<HypotheticalVariable> {
        let mut rows = Vec::new();
        let collective = self.engine.states.collective(state.collective).clone();
        for (process, &id) in state.procs.iter().enumerate() {
            let work = self.engine.load(state, process, None);
            let Some(now) = self.top_frame(id) else {
                continue;
            };
            let head = collective.stack.iter().rev();
            let head = head.filter_map(|r| r.snapshots[process]).next();
            let head = head.and_then(|id| self.top_frame(id));
            let locals = self.engine.program.graphs[now.graph].locals.clone();
            for (slot, local) in locals.iter().enumerate() {
                let Some(name) = &local.name else { continue };
                let value = now.locals[slot];
                let unset = self.engine.store.unit();
                if value == unset {
                    continue;
                }
                let mut show = |value| {
                    let value = self.engine.meant(&work.meaning, value);
                    let value = found.failure.model.reify(&mut self.engine.store, value);
                    self.engine.shown_at(now.graph, slot as u32, &[], value)
                };
                let now_text = show(value);
                let before = head.as_ref().filter(|f| f.graph == now.graph);
                let before = before.map(|f| f.locals[slot]).filter(|&v| v != unset);
                rows.push(HypotheticalVariable {
                    process,
                    name: name.clone(),
                    before: before.map(&mut show),
                    now: now_text,
                });
            }
        }
        self.counters(found, state, &mut rows);
        rows
    }

    /// Adds the messages that are counted, where there were any.
    fn counters(&mut self, found: &Found, state: &State, rows: &mut Vec<HypotheticalVariable>) {
        let program = self.engine.program.clone();
        let collective = self.engine.states.collective(state.collective).clone();
        for (process, &id) in state.procs.iter().enumerate() {
            let meaning = self.engine.load(state, process, None).meaning;
            let head = collective.stack.iter().rev();
            let head = head.filter_map(|r| r.snapshots[process]).next();
            let (now, head) = (
                self.first_frame(id),
                head.and_then(|id| self.first_frame(id)),
            );
            let Some(now) = now else { continue };
            for (index, counted) in program.counted.iter().enumerate() {
                let slot = program.counter_slot(now.graph, index) as usize;
                for peer in 0..counted.width(self.engine.most()) {
                    let mut show = |frame: &Frame| {
                        let value = self.engine.store.component(frame.locals[slot], peer);
                        let value = self.engine.meant(&meaning, value);
                        let value = found.failure.model.reify(&mut self.engine.store, value);
                        self.engine.store.display(value).to_string()
                    };
                    let (before, now) = (head.as_ref().map(&mut show), show(&now));
                    if now != "0" || before.as_ref().is_some_and(|before| before != "0") {
                        rows.push(HypotheticalVariable {
                            process,
                            name: counted.shown(self.engine.most(), peer),
                            before,
                            now,
                        });
                    }
                }
            }
        }
    }

    fn first_frame(&self, id: ProcId) -> Option<Frame> {
        let frame = self.engine.states.proc(id).frames.first()?;
        Some(self.engine.states.frame(*frame).clone())
    }

    pub(super) fn top_frame(&self, id: ProcId) -> Option<Frame> {
        let frame = self.engine.states.proc(id).frames.last()?;
        Some(self.engine.states.frame(*frame).clone())
    }
}
