//! Graphs as Graphviz pictures.

use std::fmt::Write;

use super::{Action, Program};

impl Program {
    /// The program graphs in Graphviz's language, one cluster a function.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph program {\n  node [shape=box, fontname=monospace];\n");
        for (g, graph) in self.graphs.iter().enumerate() {
            let _ = writeln!(
                out,
                "  subgraph cluster_{g} {{\n    label=\"{}\";",
                escape(&graph.name)
            );
            for (loc, node) in graph.nodes.iter().enumerate() {
                let shape = match node.action {
                    Action::Branch { .. } => ", shape=diamond",
                    Action::Comm(..) => ", style=filled, fillcolor=lightblue",
                    _ => "",
                };
                let text = escape(&graph.action(&node.action));
                let _ = writeln!(out, "    n{g}_{loc} [label=\"{loc}: {text}\"{shape}];");
            }
            for (loc, node) in graph.nodes.iter().enumerate() {
                let labels: &[&str] = match node.action {
                    Action::Branch { .. } => &["true", "false"],
                    _ => &[""],
                };
                for (next, label) in node.action.successors().iter().zip(labels) {
                    let _ = writeln!(out, "    n{g}_{loc} -> n{g}_{next} [label=\"{label}\"];");
                }
            }
            out.push_str("  }\n");
        }
        out.push_str("}\n");
        out
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
