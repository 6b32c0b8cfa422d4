//! All that the processes can do: for each, the tree of its requests under the answers it may get.
//!
//! A node of the tree stands for the answers that lead to it, so it is all there is to know of a
//! process; the tree is grown where the search goes. A process that comes round a loop as it was
//! before is at the node where it was before, so that loops without end have finitely many nodes.

use std::collections::hash_map::Entry;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tass_syntax::tree::Function;

use super::messages::counts;
use super::process::{Mark, Next, Progress, Unsupported, run};
use super::request::Answer;
use super::space::has_ready_sends;
use super::value::Value;

/// A process and the answers that it has got.
pub(super) type NodeId = u32;

/// More answers than a process of a small model that ends gets: one that counts its messages in a
/// loop without end never comes back to where it was.
const MOST_ANSWERS: usize = 250;

/// The trees of all processes, for one assignment of the inputs.
pub(super) struct Behaviour {
    function: Arc<Function>,
    size: usize,
    inputs: Vec<Value>,
    /// Does the program ask whether a receive is posted?
    tells_readiness: bool,
    /// Does it count its messages?
    counts: bool,
    nodes: Vec<Node>,
    /// Where processes have come round a loop.
    marks: FxHashMap<(usize, Mark), NodeId>,
}

struct Node {
    rank: usize,
    answers: Vec<Answer>,
    next: Next,
    children: FxHashMap<Answer, NodeId>,
}

impl Behaviour {
    /// The processes before they have got any answer; process `rank` is node `rank`.
    ///
    /// # Errors
    ///
    /// If the program uses what the oracle does not know.
    pub(super) fn new(
        function: &Function,
        size: usize,
        inputs: Vec<Value>,
    ) -> Result<Behaviour, Unsupported> {
        let mut behaviour = Behaviour {
            function: Arc::new(function.clone()),
            size,
            inputs,
            tells_readiness: has_ready_sends(function),
            counts: counts(function),
            nodes: Vec::new(),
            marks: FxHashMap::default(),
        };
        for rank in 0..size {
            behaviour.grow(rank, Vec::new())?;
        }
        Ok(behaviour)
    }

    /// The number of processes.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Does it make a difference when a process calls a receive (and not only when it gets its
    /// message)?
    pub(super) fn tells_readiness(&self) -> bool {
        self.tells_readiness
    }

    /// What a process does at a node.
    pub(super) fn next(&self, node: NodeId) -> &Next {
        &self.nodes[node as usize].next
    }

    /// The node that an answer leads to.
    ///
    /// # Errors
    ///
    /// If the program uses what the oracle does not know.
    pub(super) fn answer(&mut self, node: NodeId, answer: Answer) -> Result<NodeId, Unsupported> {
        let from = &self.nodes[node as usize];
        if let Some(known) = from.children.get(&answer) {
            return Ok(*known);
        }
        let mut answers = from.answers.clone();
        answers.push(answer.clone());
        let child = self.grow(from.rank, answers)?;
        self.nodes[node as usize].children.insert(answer, child);
        Ok(child)
    }

    fn grow(&mut self, rank: usize, answers: Vec<Answer>) -> Result<NodeId, Unsupported> {
        if answers.len() > MOST_ANSWERS {
            return Err(Unsupported::Size("an execution this long".into()));
        }
        let Progress { next, mark } = run(
            &self.function,
            self.size,
            rank,
            &self.inputs,
            &answers,
            self.counts,
        )?;
        let id = u32::try_from(self.nodes.len()).expect("small trees");
        // The first processes are the roots, whatever they remember.
        if let Some(mark) = mark.filter(|_| !answers.is_empty()) {
            match self.marks.entry((rank, mark)) {
                Entry::Occupied(known) => return Ok(*known.get()),
                Entry::Vacant(new) => new.insert(id),
            };
        }
        self.nodes.push(Node {
            rank,
            answers,
            next,
            children: FxHashMap::default(),
        });
        Ok(id)
    }
}
