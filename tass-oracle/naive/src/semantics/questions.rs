//! Processes that ask again and again: `test` and `iprobe` may say no, but not for ever.
//!
//! To say no changes nothing but the process that asked. So where nothing else can happen, each
//! process goes its own way from one question to the next; if each of those that ask comes back to
//! a question that it has asked before, and nothing else becomes possible on the way, then nothing
//! ever will: that is a deadlock. Anything else that is possible has to happen some time, so the
//! other cycles of questions are no executions.

use super::behaviour::{Behaviour, NodeId};
use super::process::{Next, Unsupported};
use super::request::{Answer, Request};
use super::world::{Action, Buffering, Stage, World};

impl Action {
    /// Is nothing but an answer of no?
    pub(super) fn is_no(self) -> bool {
        self == Action::No
    }
}

impl World {
    /// The questions that a process asks if it is always told no, and whether it goes on asking
    /// for ever: whether nothing else becomes possible for it.
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn questions(
        &self,
        behaviour: &mut Behaviour,
        process: usize,
    ) -> Result<(Vec<NodeId>, bool), Unsupported> {
        let mut world = self.clone();
        let mut asked = Vec::new();
        loop {
            let node = world.nodes[process];
            if asked.contains(&node) {
                return Ok((asked, true));
            }
            if !matches!(
                behaviour.next(node),
                Next::Request(Request::Complete(_) | Request::Probe(_))
            ) || world.stages[process] != Stage::Standing
            {
                return Ok((asked, false));
            }
            asked.push(node);
            let actions = world.actions(behaviour, process, Buffering::Mixed);
            if actions != [Action::No] {
                return Ok((asked, false));
            }
            world.nodes[process] = behaviour.answer(node, Answer::No)?;
        }
    }

    /// Where nothing is possible but to say no: will it be so for ever?
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn asks_for_ever(&self, behaviour: &mut Behaviour) -> Result<bool, Unsupported> {
        for process in 0..self.nodes.len() {
            let asks = !self
                .actions(behaviour, process, Buffering::Mixed)
                .is_empty();
            if asks && !self.questions(behaviour, process)?.1 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
