//! Loops with invariants, as the search sees them: what is wrong in an arbitrary iteration, and what does not converge.

use super::depth::Stack;
use super::found::Found;
use super::run::Run;
use crate::comm::CommModel;
use crate::report::{HypotheticalVariable, Inconclusive};
use crate::state::{Frame, ProcId, State, StateId};
use crate::symbolic::{ExprId, Node};

/// So often a loop may come around on one path before we give up: one that converges does so in a few iterations.
const MOST_ROUNDS: usize = 60;
/// So many iterations a process may be ahead of another.
const MOST_AHEAD: usize = 24;
/// Of a longer value only the start is shown.
const LONGEST_VALUE: usize = 60;

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
                    let value = self.engine.meant(&work.pending, value);
                    let value = found.failure.model.reify(&mut self.engine.store, value);
                    self.engine.store.display(value).to_string()
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
            let pending = self.engine.load(state, process, None).pending;
            let head = collective.stack.iter().rev();
            let head = head.filter_map(|r| r.snapshots[process]).next();
            let (now, head) = (
                self.first_frame(id),
                head.and_then(|id| self.first_frame(id)),
            );
            let Some(now) = now else { continue };
            for (index, counted) in program.counted.iter().enumerate() {
                let slot = program.counter_slot(now.graph, index) as usize;
                for peer in 0..self.engine.sides.size(process) {
                    let mut show = |frame: &Frame| {
                        let value = self.engine.store.component(frame.locals[slot], peer);
                        let value = self.engine.meant(&pending, value);
                        let value = found.failure.model.reify(&mut self.engine.store, value);
                        self.engine.store.display(value).to_string()
                    };
                    let (before, now) = (head.as_ref().map(&mut show), show(&now));
                    if now != "0" || before.as_ref().is_some_and(|before| before != "0") {
                        rows.push(HypotheticalVariable {
                            process,
                            name: counted.shown(peer),
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

    fn top_frame(&self, id: ProcId) -> Option<Frame> {
        let frame = self.engine.states.proc(id).frames.last()?;
        Some(self.engine.states.frame(*frame).clone())
    }

    /// Has a loop come around too often on the path to the state on top, or has a process run too far ahead of the others in one?
    pub(super) fn runaway(&self, stack: &Stack) -> Option<Inconclusive> {
        if let Some((process, label)) = self.far_ahead(stack) {
            let who = self.engine.sides.name(process);
            let change = format!("{who} runs further and further ahead of the others");
            return Some(self.not_converged(label, vec![change]));
        }
        let last = stack.steps().next_back()?;
        let &(label, side) = last.notes.completed.last()?;
        let came = |notes: &crate::exec::Notes| notes.completed.contains(&(label, side));
        let rounds = stack.steps().filter(|s| came(&s.notes)).count();
        if rounds <= MOST_ROUNDS {
            return None;
        }
        let heads: Vec<StateId> = stack.states_after(|step| came(&step.notes)).collect();
        let changes = match heads[..] {
            [.., a, b] => self.changes(a, b),
            _ => Vec::new(),
        };
        Some(self.not_converged(label, changes))
    }

    /// A process that waits for others in many records, and the loop it runs ahead in.
    fn far_ahead(&self, stack: &Stack) -> Option<(usize, usize)> {
        let state = self.engine.states.state(stack.top()?);
        let queue = &self.engine.states.collective(state.collective).queue;
        let of_loops: Vec<_> = queue.iter().filter(|r| r.induction.is_some()).collect();
        if of_loops.len() <= MOST_AHEAD {
            return None;
        }
        let last = of_loops.last()?;
        let process = last.snapshots.iter().position(Option::is_some)?;
        Some((process, last.label))
    }

    fn not_converged(&self, label: usize, changes: Vec<String>) -> Inconclusive {
        let program = &self.engine.program;
        let location = program.graphs.iter().enumerate().find_map(|(graph, g)| {
            let actions = g.nodes.iter().filter_map(|node| node.action.collective());
            let mut here = actions.filter(|action| action.label == label);
            Some(program.location(graph, here.next()?.span))
        });
        Inconclusive::NotConverged {
            invariant: program.labels[label].to_string(),
            location,
            changes,
        }
    }

    /// Two values of a variable in few words: of vectors that grow, their lengths.
    fn brief(&self, before: ExprId, after: ExprId) -> (String, String) {
        let store = &self.engine.store;
        if let (Node::Array(a), Node::Array(b)) = (store.node(before), store.node(after))
            && a.len() != b.len()
        {
            return (format!("has {} items", a.len()), b.len().to_string());
        }
        let [before, after] = [before, after].map(|value| {
            let text = store.display(value).to_string();
            match text.char_indices().nth(LONGEST_VALUE) {
                Some((at, _)) => format!("{}…", &text[..at]),
                None => text,
            }
        });
        (format!("is {before}"), after)
    }

    /// What differs between two states.
    fn changes(&self, a: StateId, b: StateId) -> Vec<String> {
        let machine = &self.engine;
        let (a, b) = (machine.states.state(a), machine.states.state(b));
        let mut out = Vec::new();
        for (process, (&x, &y)) in a.procs.iter().zip(&b.procs).enumerate() {
            let (Some(x), Some(y)) = (self.top_frame(x), self.top_frame(y)) else {
                continue;
            };
            let locals = &machine.program.graphs[x.graph].locals;
            for (slot, local) in locals.iter().enumerate() {
                let (Some(name), true) = (&local.name, x.graph == y.graph) else {
                    continue;
                };
                if x.locals[slot] != y.locals[slot] {
                    let (before, after) = self.brief(x.locals[slot], y.locals[slot]);
                    out.push(format!(
                        "`{name}` of {} {before} after one iteration and {after} after the next",
                        machine.sides.name(process),
                    ));
                }
            }
        }
        if a.shared != b.shared {
            out.push("the messages under way change".into());
        }
        if out.is_empty() {
            out.push("the conditions on the path, or how far processes are apart, change".into());
        }
        out.truncate(8);
        out
    }
}
