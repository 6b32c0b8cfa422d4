//! `if let`, `while let`, chains of them, and `let else`.

use super::Gen;
use super::case::Ask;
use super::matching::seen;
use super::scope::{Form, Var};
use super::subject::Subject;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// The head of an `if let` or a `while let`, with what follows in a chain; what it binds is in
    /// scope afterwards.
    fn let_condition(&mut self, subjects: &mut Vec<Subject>) -> (Node, Vec<Var>) {
        let subject = self.subject();
        let (pattern, names) = self.case_of(&subject, false);
        let kids = vec![pattern, subject.node.clone()];
        let mut cond = Node::new("", Ty::Unit, "let $ = ($)", kids);
        let mut all = names.clone();
        subjects.push(subject);
        match self.rng.weighted(&[6, 4, 2, 1]) {
            1 => {
                let guard = self.guard(&subjects[0], &names);
                let kids = vec![cond, guard];
                cond = Node::new("expression let chain", Ty::Unit, "$ && $", kids);
            }
            2 => {
                // What the second one looks at may be bound by the first.
                let (other, second) = self.holding(&subjects[0], true, |g| {
                    g.scoped(|g| {
                        g.scope.extend(names);
                        let depth = g.scope.len();
                        let ty = g.case_ty();
                        let bound = g.scope[..depth].last().map(|var| var.ty.clone());
                        let ty = match bound {
                            Some(ty) if g.rng.chance(60) && ty.is_copy() => ty,
                            _ => ty,
                        };
                        let value = g.firm(&ty, 1);
                        let value = g.told(value);
                        let mut second = Vec::new();
                        let other = g.case(&ty, Ask::of(Form::Value, false), &mut second);
                        let kids = vec![other, value];
                        (Node::new("", Ty::Unit, "let $ = ($)", kids), second)
                    })
                });
                cond = Node::new(
                    "expression let chain",
                    Ty::Unit,
                    "$ && $",
                    vec![cond, other],
                );
                all.extend(second);
            }
            3 => {
                let before = self.boolean(0);
                let kids = vec![before, cond];
                cond = Node::new("expression let chain", Ty::Unit, "$ && $", kids);
            }
            _ => {}
        }
        (cond, all)
    }

    /// `if let p = e { a } else { b }` as a value.
    pub(super) fn chosen_by_if(&mut self, ty: &Ty, depth: usize) -> Node {
        let mut subjects = Vec::new();
        let (cond, names) = self.let_condition(&mut subjects);
        let noted = seen(&names);
        let then = self.holding(&subjects[0], false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                g.firm(ty, depth)
            })
        });
        let otherwise = match self.rng.below(8) {
            0 if !self.pure => self.diverges(),
            _ => self.block(ty, depth),
        };
        let firm = then.firm;
        let text = "(if $ { $ } else $)";
        let native = format!("(if $ {{ {noted}$ }} else $)");
        let kids = vec![cond, then, otherwise];
        Node::new(
            "expression if let, expression if else",
            ty.clone(),
            text,
            kids,
        )
        .native(native)
        .firm(firm)
    }

    /// `if let p = e { .. }` as a statement, with `else` or without.
    pub(super) fn if_let(&mut self, depth: usize) -> Node {
        let mut subjects = Vec::new();
        let (cond, names) = self.let_condition(&mut subjects);
        let noted = seen(&names);
        let then = self.holding(&subjects[0], false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                g.case_body(depth)
            })
        });
        let (mut text, mut native) = ("if $ $".to_string(), format!("if $ {{ {noted} $ }}"));
        let mut kids = vec![cond, then];
        let mut rules = "expression if let, statement expression";
        if self.rng.chance(50) {
            kids.push(self.case_body(depth));
            text.push_str(" else $");
            native.push_str(" else $");
            rules = "expression if let, expression if else, statement expression";
        }
        Node::statement(rules, text, kids).native(native)
    }

    /// `while let p = e { .. }`, which ends after a few rounds.
    pub(super) fn while_let(&mut self, depth: usize) -> Node {
        let (counter, label) = (self.fresh("n"), self.fresh("l"));
        let rounds = 1 + self.rng.below(3);
        // Nothing is borrowed from one round to the next.
        let option = self.place_of(true, &|ty| matches!(ty, Ty::Option(_)));
        let subject = match option {
            Some((place, root)) if self.rng.chance(60) => {
                let (ty, kids) = (place.ty.clone(), vec![place]);
                let node = Node::new("method take", ty.clone(), "$.take()", kids);
                let parts = vec![(ty, Form::Value)];
                _ = root;
                Subject {
                    node,
                    parts,
                    held: Vec::new(),
                    root: None,
                }
            }
            _ => self.subject(),
        };
        let (pattern, names) = self.case_of(&subject, false);
        let noted = seen(&names);
        let body = self.holding(&subject, false, |g| {
            g.scoped(|g| {
                g.scope.push(Var::value(&counter, Ty::Int("u8"), false));
                g.scope.extend(names);
                g.loops.push((label.clone(), false));
                let body = g.case_body(depth);
                g.loops.pop();
                body
            })
        });
        let ends = format!("{counter} < {rounds}");
        let head = match self.rng.chance(50) {
            true => format!("let $ = ($) && {ends}"),
            false => format!("{ends} && let $ = ($)"),
        };
        let start = format!("{{ let mut {counter} = 0u8;\n'{label}: while {head} {{ ");
        let kids = vec![pattern, subject.node, body];
        Node::statement(
            "expression while let, expression let chain, expression label",
            format!("{start}{counter} += 1;\n$ }} }}"),
            kids,
        )
        .native(format!("{start}tick(); {counter} += 1; {noted}\n$ }} }}"))
    }

    /// `let p = e else { .. };`
    pub(super) fn let_else(&mut self, depth: usize) -> Vec<Node> {
        let mut subject = self.subject();
        // What is borrowed is so up to the end of a block.
        let inside = !subject.held.is_empty();
        let (pattern, mut names) = self.case_of(&subject, false);
        let noted = seen(&names);
        // The names of the pattern mean nothing here, and what they hide is still in sight.
        let mut otherwise = self.scoped(|g| {
            let mut kids = if g.rng.chance(60) {
                g.statement(0)
            } else {
                Vec::new()
            };
            kids.push(g.diverges());
            kids
        });
        let last = otherwise
            .pop()
            .expect("it ends with what does not come back");
        let mut block = Node::new("expression block", Ty::Unit, "{ $*}", otherwise);
        block.kids.push(last);
        let typed = match &subject.parts[..] {
            [(ty, Form::Value)] if self.rng.chance(20) => format!(": {ty}"),
            _ => String::new(),
        };
        let text = format!("let $ {typed}= ($) else $;");
        let node = std::mem::replace(&mut subject.node, Node::new("", Ty::Unit, "", vec![]));
        let made = Node::statement(
            "statement let else",
            text.clone(),
            vec![pattern, node, block],
        )
        .native(format!("{text} {noted}"));
        if !inside {
            self.scope.append(&mut names);
            return vec![made];
        }
        let rest = self.holding(&subject, false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                g.case_body(depth)
            })
        });
        vec![Node::statement(
            "expression block, statement expression",
            "{ $*}",
            vec![made, rest],
        )]
    }
}
