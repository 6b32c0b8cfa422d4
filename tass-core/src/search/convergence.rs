//! Does a loop with an invariant converge? One that does comes back to a state seen before in a few
//! iterations.

use super::depth::Stack;
use super::run::Run;
use crate::comm::CommModel;
use crate::report::Inconclusive;
use crate::state::StateId;
use crate::symbolic::{ExprId, Node};

/// So often a loop may come around on one path before we give up.
const MOST_ROUNDS: usize = 60;
/// So many iterations a process may be ahead of another.
const MOST_AHEAD: usize = 24;
/// Of a longer value only the start is shown.
const LONGEST_VALUE: usize = 60;

impl<C: CommModel> Run<'_, C> {
    /// Has a loop come around too often on the path to the state on top, or has a process run too
    /// far ahead of the others in one?
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
