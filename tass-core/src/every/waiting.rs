//! Deadlocks: may every process wait for a change that no other will make?
//!
//! As in the search with a fixed number of processes (`search/rest/shared.rs`): a process waits for
//! ever if, while the shared variables stay as they are, it gets nowhere. Tests over all processes
//! have one answer in a populated set. A test of those before may have either answer, if a decisive
//! process is there at all; but of the decisive processes *one comes first*, and for it the same
//! test finds nothing. So a deadlock needs, for each such test, a decisive process that waits
//! although nothing before it is decisive.

use super::bits::Bits;
use super::diagraph::{Diagraph, Edge, End, Guard, Standing};
use crate::graph::Pause;

/// May this be a deadlock? `false` is certain.
pub(super) fn all_wait(diagraph: &Diagraph, populated: &Bits) -> bool {
    let running = |node: &usize| diagraph.nodes[*node].standing != Standing::Ended;
    if !populated.iter().any(|node| running(&node)) {
        return false;
    }
    // Most states are told by a process that is about to change something.
    if populated
        .iter()
        .any(|node| progresses_surely(diagraph, node))
    {
        return false;
    }
    let waiting = getting_nowhere(diagraph, populated, None);
    if !populated.iter().all(|node| waiting.has(node)) {
        return false;
    }
    let order = diagraph
        .predicates
        .iter()
        .filter(|p| p.before && p.decisive.meets(populated));
    order.into_iter().all(|predicate| {
        let first = getting_nowhere(diagraph, populated, Some(&predicate.decisive));
        populated
            .iter()
            .any(|node| predicate.decisive.has(node) && first.has(node))
    })
}

fn progresses_surely(diagraph: &Diagraph, node: usize) -> bool {
    let state = &diagraph.nodes[node];
    match state.standing {
        Standing::Paused(Pause::Region) => true,
        Standing::Spinning => spins(diagraph, node),
        Standing::Paused(Pause::Write) => {
            state.edges.iter().all(|edge| changes(diagraph, node, edge))
        }
        Standing::Paused(Pause::Test) | Standing::Testing | Standing::Ended => false,
    }
}

/// Does a process run local code from here on, and never ask? Otherwise that is a part of waiting.
fn spins(diagraph: &Diagraph, node: usize) -> bool {
    let mut seen = Bits::none(diagraph.nodes.len());
    let mut todo = vec![node];
    while let Some(here) = todo.pop() {
        if seen.has(here) {
            continue;
        }
        seen.put(here);
        let state = &diagraph.nodes[here];
        if state.standing != Standing::Spinning {
            return false;
        }
        for edge in &state.edges {
            match edge.to {
                End::Node(to) if !changes(diagraph, here, edge) => todo.push(to),
                _ => {}
            }
        }
    }
    true
}

/// Does the edge change what others can see, or end the process?
fn changes(diagraph: &Diagraph, node: usize, edge: &Edge) -> bool {
    let End::Node(to) = edge.to else {
        return true;
    };
    let (from, to) = (&diagraph.nodes[node], &diagraph.nodes[to]);
    from.shared != to.shared || from.inside != to.inside || to.standing == Standing::Ended
}

/// The largest set of nodes in which a process may stay for ever without changing anything, given
/// who is there. With `first`: a process before which nobody is in these nodes.
fn getting_nowhere(diagraph: &Diagraph, populated: &Bits, first: Option<&Bits>) -> Bits {
    let mut stay = Bits::none(diagraph.nodes.len());
    for (node, state) in diagraph.nodes.iter().enumerate() {
        let moves = match state.standing {
            Standing::Paused(Pause::Region) => true,
            Standing::Spinning => spins(diagraph, node),
            _ => false,
        };
        if !moves {
            stay.put(node);
        }
    }
    loop {
        let mut changed = false;
        for (node, state) in diagraph.nodes.iter().enumerate() {
            if stay.has(node)
                && state.standing != Standing::Ended
                && !stays(diagraph, populated, first, node, &stay)
            {
                stay.take(node);
                changed = true;
            }
        }
        if !changed {
            return stay;
        }
    }
}

/// Are there answers with which every step of a process in `node` leads to where it may stay?
fn stays(
    diagraph: &Diagraph,
    populated: &Bits,
    first: Option<&Bits>,
    node: usize,
    stay: &Bits,
) -> bool {
    let possible = |guard: &Guard| {
        let predicate = &diagraph.predicates[guard.predicate];
        let found = predicate.wants_decisive(guard.holds);
        let there = predicate.decisive.meets(populated);
        if !predicate.before {
            found == there
        } else if first == Some(&predicate.decisive) {
            !found
        } else {
            !found || there
        }
    };
    let edges = &diagraph.nodes[node].edges;
    let leads_on = |edge: &Edge| {
        !changes(diagraph, node, edge) && matches!(edge.to, End::Node(to) if stay.has(to))
    };
    edges.iter().any(|some| {
        some.guards.iter().all(possible)
            && edges
                .iter()
                .filter(|edge| edge.guards == some.guards)
                .all(leads_on)
    })
}
