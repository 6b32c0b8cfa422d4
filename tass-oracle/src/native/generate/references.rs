//! `&mut` in arrays, tuples and vectors: what is written through them must arrive.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// Two places of one type, written through references to them.
    pub(super) fn references(&mut self) -> Option<Node> {
        let (one, first) = self.place_of(true, &|ty| matches!(ty, Ty::Int(_)))?;
        let ty = one.ty.clone();
        self.hiding(first, |g| {
            let (other, second) = g.place(&ty, true)?;
            Some(g.hiding(second, |g| g.through(one, other, &ty)))
        })
    }

    fn through(&mut self, one: Node, other: Node, ty: &Ty) -> Node {
        let name = self.fresh("x");
        let (at, value) = (self.index(Some(2)), self.expr(ty, 1));
        let (again, operand) = (self.index(Some(2)), self.expr(ty, 1));
        let write = format!("*{name}[$] = $;\n*{name}[$] -= $;");
        match self.rng.below(7) {
            // Temporaries live as long as the references to them.
            5 => {
                let (before, value) = (self.firm(ty, 1), self.firm(ty, 1));
                Node::statement(
                    "expression block, expression &mut, expression discard",
                    format!(
                        "{{ let {name} = {{ _ = $; &mut ($) }};\n*{name} -= $;\n$ = *{name}; }}"
                    ),
                    vec![before, value, operand, one],
                )
            }
            6 => {
                let (cond, first, last) =
                    (self.expr(&Ty::Bool, 1), self.firm(ty, 1), self.firm(ty, 1));
                Node::statement(
                    "expression if else, expression &mut",
                    format!(
                        "{{ let {name} = if $ {{ &mut ($) }} else {{ &mut ($) }};\n*{name} -= $;\n$ = *{name}; }}"
                    ),
                    vec![cond, first, last, operand, one],
                )
            }
            0 => Node::statement(
                "expression array, expression &mut, expression index, operator deref",
                format!("{{ let {name} = [&mut $, &mut $];\n{write} }}"),
                vec![one, other, at, value, again, operand],
            ),
            1 => Node::statement(
                "method push, expression &mut, function Vec::new",
                format!(
                    "{{ let mut {name} = Vec::new();\n{name}.push(&mut $);\n{name}.push(&mut $);\n{write} }}"
                ),
                vec![one, other, at, value, again, operand],
            ),
            2 => Node::statement(
                "expression tuple, expression &mut, expression field, operator deref",
                format!("{{ let {name} = (&mut $, &mut $);\n*{name}.1 = $;\n*{name}.0 -= $; }}"),
                vec![one, other, value, operand],
            ),
            3 => {
                let cond = self.expr(&Ty::Bool, 1);
                Node::statement(
                    "expression if else, expression &mut, operator deref",
                    "*(if $ { &mut $ } else { &mut $ }) -= $;",
                    vec![cond, one, other, operand],
                )
            }
            _ => Node::statement(
                "expression for elements, expression &mut, operator deref",
                format!("for {name} in [&mut $, &mut $] {{ *{name} = $; }}"),
                vec![one, other, value],
            )
            .native(format!(
                "for {name} in [&mut $, &mut $] {{ tick(); *{name} = $; }}"
            )),
        }
    }
}
