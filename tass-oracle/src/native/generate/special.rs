//! The vocabulary of specifications, in forms that say the same of one process as a plain check does.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// A statement of the vocabulary.
    pub(super) fn special(&mut self) -> Vec<Node> {
        match self.rng.below(3) {
            0 => {
                let name = self.fresh("A").to_uppercase();
                let cond = self.purely(|g| g.expr(&Ty::Bool, 1));
                vec![
                    Node::statement(
                        "macro collective_assert",
                        format!("collective_assert!({name}: $);"),
                        vec![cond],
                    )
                    .native("collective_assert($);"),
                ]
            }
            1 => {
                let ty = Ty::Int(self.int_ty());
                let value = self.purely(|g| g.firm(&ty, 1));
                vec![
                    Node::statement("macro elaborate", "elaborate!($ % 3);", vec![value])
                        .native("_ = $ % 3;"),
                ]
            }
            _ => {
                let name = self.fresh("J").to_uppercase();
                vec![
                    Node::statement(
                        "macro joint_assert",
                        format!("joint_assert!({name}: true);"),
                        vec![],
                    )
                    .native(""),
                ]
            }
        }
    }
}
