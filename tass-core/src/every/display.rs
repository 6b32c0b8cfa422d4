//! The diagraph and abstract traces, for people.

use std::fmt::{self, Write as _};

use super::diagraph::{Diagraph, EdgeKind, End};
use super::populated::{Candidate, Enumeration, Step};
use crate::graph::Program;
use crate::report::GlobalStep;

impl fmt::Display for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EdgeKind::Unconditional => "unconditional",
            EdgeKind::While => "while",
            EdgeKind::If => "if",
            EdgeKind::Sequentialising => "sequentialising",
        })
    }
}

impl Diagraph {
    /// The label of an edge: the answers that it needs.
    fn label(&self, node: usize, edge: usize) -> String {
        let guards = self.nodes[node].edges[edge].guards.iter().map(|guard| {
            let predicate = &self.predicates[guard.predicate];
            let who = if predicate.before { "before " } else { "" };
            let members: Vec<&str> = predicate
                .decisive
                .iter()
                .map(|n| self.nodes[n].name.as_str())
                .collect();
            let found = if predicate.wants_decisive(guard.holds) {
                "some"
            } else {
                "none"
            };
            format!("{found} {who}in [{}]", members.join(" "))
        });
        guards.collect::<Vec<_>>().join(" and ")
    }

    fn end(&self, end: &End) -> String {
        match end {
            End::Node(to) => self.nodes[*to].name.clone(),
            End::Failure(failing) => format!("FAIL {}", failing.kind),
        }
    }

    /// The diagraph in Graphviz's language: conditional edges are dashed, sequentialising ones
    /// bold.
    pub fn to_dot(&self) -> String {
        let mut out =
            String::from("digraph diagraph {\n  node [shape=circle, fontname=monospace];\n");
        for (index, node) in self.nodes.iter().enumerate() {
            let shape = if node.inside {
                ", style=filled, fillcolor=lightblue"
            } else {
                ""
            };
            let _ = writeln!(out, "  n{index} [label=\"{}\"{shape}];", node.name);
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let style = match self.kind(index) {
                EdgeKind::Unconditional => "",
                EdgeKind::While | EdgeKind::If => ", style=dashed",
                EdgeKind::Sequentialising => ", style=bold",
            };
            for (at, edge) in node.edges.iter().enumerate() {
                let label = self.label(index, at);
                let to = match &edge.to {
                    End::Node(to) => format!("n{to}"),
                    End::Failure(failing) => format!("\"FAIL {}\"", failing.kind),
                };
                let _ = writeln!(out, "  n{index} -> {to} [label=\"{label}\"{style}];");
            }
        }
        out.push_str("}\n");
        out
    }
}

impl fmt::Display for Diagraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, node) in self.nodes.iter().enumerate() {
            let start = if index < self.starts {
                " (initial)"
            } else {
                ""
            };
            let inside = if node.inside { " (critical)" } else { "" };
            writeln!(f, "{}{start}{inside}: {}", node.name, self.kind(index))?;
            for (at, edge) in node.edges.iter().enumerate() {
                let label = self.label(index, at);
                let separator = if label.is_empty() { "" } else { "  if " };
                writeln!(f, "    -> {}{separator}{label}", self.end(&edge.to))?;
            }
        }
        Ok(())
    }
}

/// The abstract trace to a candidate.
pub(super) fn trace(
    program: &Program,
    diagraph: &Diagraph,
    enumeration: &Enumeration<'_>,
    candidate: &Candidate,
) -> Vec<GlobalStep> {
    let names = |state: usize, extra: Option<usize>| {
        let (bits, _) = enumeration
            .states
            .get_index(state)
            .expect("a state of the trail");
        let mut bits = bits.clone();
        if let Some(extra) = extra {
            bits.put(extra);
        }
        let names: Vec<&str> = bits
            .iter()
            .map(|n| diagraph.nodes[n].name.as_str())
            .collect();
        names.join(" ")
    };
    let what = |step: &Step| {
        let how = if step.edge.is_none() { " (abort)" } else { "" };
        format!(
            "{} -> {}{how}",
            diagraph.nodes[step.node].name, diagraph.nodes[step.to].name
        )
    };
    let location = |step: &Step| Some(program.location(0, diagraph.nodes[step.node].span));
    let mut trace = Vec::new();
    for (state, step) in enumeration.trail(candidate.state) {
        trace.push(GlobalStep {
            step: step.as_ref().map_or_else(|| "start".to_owned(), what),
            location: step.as_ref().and_then(location),
            populated: names(state, None),
        });
    }
    if let Some(step) = &candidate.step {
        trace.push(GlobalStep {
            step: what(step),
            location: location(step),
            populated: names(candidate.state, Some(step.to)),
        });
    }
    trace
}
