//! Collective operations that are begun and completed: each is made of the one that blocks.
//!
//! One process has its result when it completes the request, as it would have had it at once.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// The rule of an operation that blocks, its name, and the rule of the one that is begun.
macro_rules! forms {
    ($($name:ident)*) => {
        &[$((
            concat!("operation ", stringify!($name)),
            concat!("mpi!(", stringify!($name), "("),
            concat!("operation i", stringify!($name)),
        ),)*]
    };
}

const FORMS: &[(&str, &str, &str)] = forms! {
    barrier bcast reduce allreduce gather scatter allgather alltoall scan exscan
    reduce_scatter_block reduce_scatter gatherv scatterv allgatherv alltoallv
};

/// Ways to complete it, which are others' rules.
const COMPLETIONS: &[&str] = &[
    "mpi!(wait(&mut q));",
    "while !mpi!(test(&mut q)) {}",
    "mpi!(waitall(&mut [q]));",
];

impl Gen {
    /// Some of the statements call collective operations: a few of these are begun instead.
    pub(super) fn some_begun(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        nodes
            .into_iter()
            .map(|node| match self.rng.chance(35) {
                true => self.begun(node),
                false => node,
            })
            .collect()
    }

    /// `mpi!(bcast(..));` as `{ let mut q = mpi!(ibcast(..)); .. }`, and so on.
    fn begun(&mut self, node: Node) -> Node {
        let blocking = |(_, call, _): &&(&str, &str, &str)| node.text.starts_with(call);
        let Some((rule, call, begun)) = FORMS.iter().find(blocking) else {
            return node;
        };
        let args = &node.text[call.len()..];
        // What is given is lent for longer than the call, so that it is a variable.
        let (given, args) = match args.strip_prefix("&$") {
            Some(rest) => ("let out = $; ", format!("&out{rest}")),
            None => ("", args.to_string()),
        };
        let call = call.replace("mpi!(", "mpi!(i");
        let complete = *self.rng.pick(COMPLETIONS);
        let mut made = node.clone();
        made.text = format!("{{ {given}let mut q = {call}{args} {complete} }}").into();
        made.ty = Ty::Unit;
        made.statement = false;
        // In place it shows what the other form would.
        made.rules = match node.rules.contains(rule) {
            true => begun,
            false => "",
        };
        made
    }
}
