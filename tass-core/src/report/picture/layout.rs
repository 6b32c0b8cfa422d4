//! Which steps a chart shows, what joins them, and in which row each stands.
//!
//! What must hold: of two steps of which one could not have happened without the other, the later
//! one stands in a lower row: steps of one process, a send and its receive, and everything that
//! touches shared variables. Steps that have nothing to do with each other may share a row. The
//! processes of a collective operation share one if nothing contradicts it. The violation, and
//! where the others stand then, come last.

use indexmap::IndexMap;

use crate::report::{EventKind, TraceEvent, Violation};

/// What a picture of a violation is made of. Steps are indices into its trace.
pub(super) struct Chart {
    /// Messages: the send, and the receive if there was one.
    pub(super) messages: Vec<(usize, Option<usize>)>,
    /// Collective operations: the processes' steps, in order of processes.
    pub(super) collectives: Vec<Vec<usize>>,
    /// Collective assertions, the same.
    pub(super) assertions: Vec<Vec<usize>>,
    /// The rows if all steps are shown.
    pub(super) all: Rows,
    /// The rows if only those that matter are.
    pub(super) essential: Rows,
}

/// The rows of a chart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rows {
    /// Of each step, if it is shown.
    pub(super) of: Vec<Option<u32>>,
    /// How many there are.
    pub(super) count: u32,
}

impl Chart {
    /// The chart of a violation.
    pub(super) fn of(violation: &Violation) -> Chart {
        let trace = &violation.trace;
        let mut sends: IndexMap<u32, (usize, Option<usize>)> = IndexMap::new();
        let mut groups: IndexMap<u32, Vec<usize>> = IndexMap::new();
        for (step, event) in trace.iter().enumerate() {
            match (event.kind, event.message) {
                (EventKind::Send, Some(number)) => {
                    sends.insert(number, (step, None));
                }
                (EventKind::Receive, Some(number)) => {
                    if let Some(message) = sends.get_mut(&number) {
                        message.1 = Some(step);
                    }
                }
                _ => {}
            }
            if let Some(group) = event.group {
                groups.entry(group).or_default().push(step);
            }
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups
            .iter_mut()
            .for_each(|g| g.sort_by_key(|&step| trace[step].process));
        let (collectives, assertions): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|g| trace[g[0]].kind == EventKind::Collective);
        let messages: Vec<_> = sends.into_values().collect();
        let rows =
            |shown: &dyn Fn(&TraceEvent) -> bool| rows(trace, &messages, &collectives, shown);
        Chart {
            all: rows(&|_| true),
            essential: rows(&is_essential),
            messages,
            collectives,
            assertions,
        }
    }
}

/// Does a picture of what matters show it?
pub(super) fn is_essential(event: &TraceEvent) -> bool {
    event.shown || matches!(event.kind, EventKind::End | EventKind::Stand)
}

/// Rows as high as the constraints allow.
fn rows(
    trace: &[TraceEvent],
    messages: &[(usize, Option<usize>)],
    collectives: &[Vec<usize>],
    shown: &dyn Fn(&TraceEvent) -> bool,
) -> Rows {
    let mut joined = vec![true; collectives.len()];
    let received: Vec<(usize, usize)> = messages
        .iter()
        .filter_map(|&(send, receive)| Some((send, receive?)))
        .collect();
    for attempt in 0.. {
        // Each step stands for itself, or for the first of the collective operation it belongs to.
        let mut node: Vec<usize> = (0..trace.len()).collect();
        for (group, _) in collectives
            .iter()
            .zip(&joined)
            .filter(|(_, joined)| **joined)
        {
            for &step in group {
                node[step] = group[0];
            }
        }
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut last: IndexMap<usize, usize> = IndexMap::new();
        let mut memory = None;
        for (step, event) in trace.iter().enumerate().filter(|(_, e)| shown(e)) {
            if let Some(before) = last.insert(event.process, node[step]) {
                edges.push((before, node[step]));
            }
            if matches!(
                event.kind,
                EventKind::Write | EventKind::Test | EventKind::Abort
            ) && let Some(before) = memory.replace(node[step])
            {
                edges.push((before, node[step]));
            }
        }
        edges.extend(
            received
                .iter()
                .map(|&(send, receive)| (node[send], node[receive])),
        );
        let (levels, done) = levels(trace.len(), &edges);
        let stuck = |group: &Vec<usize>| !done[group[0]];
        if done.iter().all(|&done| done) {
            return place(trace, &node, &levels, shown);
        }
        for (group, joined) in collectives.iter().zip(&mut joined) {
            *joined &= attempt == 0 && !stuck(group);
        }
    }
    unreachable!("without joined rows nothing contradicts the order of the trace")
}

/// The longest way to each node, and whether there is one: on a cycle there is none.
fn levels(nodes: usize, edges: &[(usize, usize)]) -> (Vec<u32>, Vec<bool>) {
    let mut before = vec![0; nodes];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &(from, to) in edges {
        before[to] += 1;
        after[from].push(to);
    }
    let mut ready: Vec<usize> = (0..nodes).filter(|&n| before[n] == 0).collect();
    let (mut level, mut done) = (vec![0; nodes], vec![false; nodes]);
    while let Some(node) = ready.pop() {
        done[node] = true;
        for &next in &after[node] {
            level[next] = level[next].max(level[node] + 1);
            before[next] -= 1;
            if before[next] == 0 {
                ready.push(next);
            }
        }
    }
    (level, done)
}

/// Puts the end of the story below everything else.
fn place(
    trace: &[TraceEvent],
    node: &[usize],
    levels: &[u32],
    shown: &dyn Fn(&TraceEvent) -> bool,
) -> Rows {
    let is_last = |e: &TraceEvent| matches!(e.kind, EventKind::Stand | EventKind::Failure);
    let events = || trace.iter().enumerate().filter(|(_, e)| shown(e));
    let others = events().filter(|(_, e)| !is_last(e));
    let end = others
        .map(|(step, _)| levels[node[step]] + 1)
        .max()
        .unwrap_or(0);
    let mut of = vec![None; trace.len()];
    let mut count = end;
    for (step, event) in events() {
        let row = if is_last(event) {
            end
        } else {
            levels[node[step]]
        };
        of[step] = Some(row);
        count = count.max(row + 1);
    }
    Rows { of, count }
}
