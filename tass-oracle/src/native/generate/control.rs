//! Branches and loops as statements. Loops are short: a search follows every round.

use super::Gen;
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// `if c { .. } else if d { .. } else { .. }`
    pub(super) fn branching(&mut self, depth: usize) -> Node {
        let cond = self.expr(&Ty::Bool, 1);
        let then = self.body(depth);
        match self.rng.below(4) {
            0 | 1 => Node::statement(
                "expression if, statement expression",
                "if $ $",
                vec![cond, then],
            ),
            2 => {
                let otherwise = self.body(depth);
                Node::statement(
                    "expression if else",
                    "if $ $ else $",
                    vec![cond, then, otherwise],
                )
            }
            _ => {
                let (other, second, last) =
                    (self.expr(&Ty::Bool, 0), self.body(depth), self.body(depth));
                Node::statement(
                    "expression if else",
                    "if $ $ else if $ $ else $",
                    vec![cond, then, other, second, last],
                )
            }
        }
    }

    fn body(&mut self, depth: usize) -> Node {
        self.scoped(|g| {
            let mut stmts = g.statement(depth);
            if g.rng.chance(40) {
                stmts.extend(g.statement(depth));
            }
            Node::new("expression block", Ty::Unit, "{ $*}", stmts)
        })
    }

    /// A loop of any form.
    pub(super) fn looping(&mut self, depth: usize) -> Node {
        let label = self.fresh("l");
        let labelled = self.rng.chance(50);
        let (head, rules) = match labelled {
            true => (format!("'{label}: "), "expression label"),
            false => (String::new(), ""),
        };
        let mut made = match self.rng.weighted(&[10, 4, 3, 4]) {
            0 => self.for_range(&head, &label, depth),
            1 => self.for_elements(&head, &label, depth),
            2 => self.while_loop(&head, &label, depth),
            _ => self.for_range(&head, &label, depth),
        };
        made.kids.push(Node::new(rules, Ty::Unit, "", vec![]));
        made
    }

    /// The body of a loop, which may jump.
    fn round(&mut self, label: &str, labelled: bool, depth: usize) -> Vec<Node> {
        let outer = match labelled {
            true => {
                self.loops.push((label.to_string(), false));
                None
            }
            // Without a label of its own, jumps with labels are not made.
            false => Some(std::mem::take(&mut self.loops)),
        };
        let mut stmts = self.statement(depth.min(1));
        stmts.extend(self.statement(0));
        match outer {
            None => {
                self.loops.pop();
            }
            Some(outer) => self.loops = outer,
        }
        stmts
    }

    fn for_range(&mut self, head: &str, label: &str, depth: usize) -> Node {
        let int = self.int_ty();
        let ty = Ty::Int(int);
        let (name, near_end) = (self.fresh("i"), self.rng.chance(12) && int != "u128");
        let inclusive = self.rng.chance(30);
        let dots = if inclusive { "..=" } else { ".." };
        let (lo, hi) = match near_end {
            true => (
                Node::new(
                    "expression constant",
                    ty.clone(),
                    format!("({int}::MAX - 1)"),
                    vec![],
                ),
                Node::new(
                    "expression constant",
                    ty.clone(),
                    format!("{int}::MAX"),
                    vec![],
                ),
            ),
            false => {
                let lo = match self.rng.chance(70) {
                    true => Node::new(
                        "expression integer",
                        ty.clone(),
                        format!("{}{int}", self.rng.below(2)),
                        vec![],
                    ),
                    false => self.firm(&ty, 1),
                };
                let hi = match self.rng.weighted(&[5, 3, 1]) {
                    0 => Node::new(
                        "expression integer",
                        ty.clone(),
                        self.rng.below(4).to_string(),
                        vec![],
                    )
                    .firm(false),
                    1 => {
                        let inner = self.expr(&ty, 1);
                        Node::new("operator %", ty.clone(), "($ % 3)", vec![inner])
                    }
                    // A search follows every round, so there are few.
                    _ => {
                        let inner = self.firm(&ty, 1);
                        Node::new("method min", ty.clone(), "($).min(3)", vec![inner])
                    }
                };
                (lo, hi)
            }
        };
        let (range, rules, mut kids) = match self.rng.weighted(&[6, 2, 2, 1]) {
            1 => (
                format!("(($) {dots} ($)).rev()"),
                "expression for rev",
                vec![lo, hi],
            ),
            2 => {
                let step = self.step();
                (
                    format!("(($) {dots} ($)).step_by($)"),
                    "expression for step_by",
                    vec![lo, hi, step],
                )
            }
            3 => {
                let step = self.step();
                (
                    format!("(($) {dots} ($)).rev().step_by($)"),
                    "expression for rev, expression for step_by",
                    vec![lo, hi, step],
                )
            }
            _ => (
                format!("($) {dots} ($)"),
                "expression for range",
                vec![lo, hi],
            ),
        };
        let body = self.scoped(|g| {
            g.scope.push(Var::value(&name, ty, false));
            g.round(label, !head.is_empty(), depth)
        });
        kids.extend(body);
        let start = format!("{head}for {name} in {range} {{ ");
        Node::statement(rules, format!("{start}$*}}"), kids).native(format!(
            "{start}tick(); seen({name:?}, type_name_of_val(&{name}));\n$*}}"
        ))
    }

    fn step(&mut self) -> Node {
        let ty = Ty::Int("usize");
        match self.rng.chance(70) {
            true => Node::new(
                "expression integer",
                ty,
                (1 + self.rng.below(3)).to_string(),
                vec![],
            )
            .firm(false),
            false => self.expr(&ty, 0),
        }
    }

    fn for_elements(&mut self, head: &str, label: &str, depth: usize) -> Node {
        let found = self.place_of(false, &|ty| ty.elem().is_some_and(Ty::is_copy));
        let Some((place, root)) = found else {
            return self.for_range(head, label, depth);
        };
        let (name, elem) = (
            self.fresh("x"),
            place.ty.elem().cloned().unwrap_or(Ty::Bool),
        );
        let whole = self.is_value(root);
        let (over, form) = match self.rng.below(5) {
            0 => ("$.iter()", Form::Ref),
            1 if place.ty.is_copy() => ("$", Form::Value),
            2 if place.ty.is_copy() => ("$.into_iter()", Form::Value),
            3 if !place.ty.is_copy() && whole => ("$.clone()", Form::Value),
            _ => ("&$", Form::Ref),
        };
        let by_pattern = form == Form::Ref && self.rng.chance(30);
        let mutable = self.scope[root].mutable;
        if form == Form::Ref {
            self.scope[root].mutable = false;
        }
        let body = self.scoped(|g| {
            match (by_pattern, form) {
                (true, _) | (_, Form::Value) => {
                    g.scope.push(Var::value(&name, elem.clone(), false))
                }
                _ => g.scope.push(Var::form(&name, elem.clone(), form)),
            }
            g.round(label, !head.is_empty(), depth)
        });
        self.scope[root].mutable = mutable;
        let mut kids = vec![place];
        kids.extend(body);
        let pattern = if by_pattern {
            format!("&{name}")
        } else {
            name.clone()
        };
        let start = format!("{head}for {pattern} in {over} {{ ");
        Node::statement("expression for elements", format!("{start}$*}}"), kids).native(format!(
            "{start}tick(); seen({name:?}, type_name_of_val(&{name}));\n$*}}"
        ))
    }

    fn while_loop(&mut self, head: &str, label: &str, depth: usize) -> Node {
        let name = self.fresh("n");
        let rounds = 1 + self.rng.below(3);
        let extra = self.expr(&Ty::Bool, 1);
        let body = self.scoped(|g| {
            g.scope.push(Var::value(&name, Ty::Int("u8"), false));
            g.round(label, !head.is_empty(), depth)
        });
        let mut kids = vec![extra];
        kids.extend(body);
        // The label names the loop in its condition as well.
        let (left, leaves) = match !head.is_empty() && self.rng.chance(30) {
            true => (
                self.expr(&Ty::Bool, 0),
                format!("if ($) {{{{ break '{label}; }}}}"),
            ),
            false => (Node::new("", Ty::Unit, "", vec![]), "$".to_string()),
        };
        kids.insert(0, left);
        let start = format!(
            "{{ let mut {name} = 0u8;\n{head}while {{ {leaves} {name} < {rounds} && $ }} {{ "
        );
        Node::statement(
            "expression while",
            format!("{start}{name} += 1;\n$*}} }}"),
            kids,
        )
        .native(format!("{start}tick(); {name} += 1;\n$*}} }}"))
    }
}
