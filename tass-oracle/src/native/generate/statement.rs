//! Statements.

use super::Gen;
use super::scope::Form;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// A statement, and what belongs to it.
    pub(super) fn statement(&mut self, depth: usize) -> Vec<Node> {
        if !self.spend() {
            return Vec::new();
        }
        if self.pure {
            return self.binding(depth.min(1));
        }
        let nest = if depth > 0 { 1 } else { 0 };
        let cases = if self.cases { nest } else { 0 };
        // What is said of the function as a whole is no part of one that is called.
        let whole = if self.inside.is_none() { 1 } else { 0 };
        let weights = [
            16,
            12,
            10,
            8 * nest,
            9 * nest,
            6 * nest,
            8,
            5,
            2,
            5 * whole,
            whole,
            2,
            3 * whole,
            4,
            10 * cases,
            8 * cases,
            4 * cases,
            6 * cases,
        ];
        match self.rng.weighted(&weights) {
            0 => self.binding(depth.min(1)),
            1 => self.assignment(depth).into_iter().collect(),
            2 => self.compound(depth).into_iter().collect(),
            3 => vec![self.branching(depth - 1)],
            4 => vec![self.looping(depth - 1)],
            5 => self.borrowing(depth - 1).into_iter().collect(),
            6 => self.sequence().into_iter().collect(),
            7 => vec![self.assertion(depth)],
            8 => vec![self.jump()],
            9 => self.communication(),
            10 => vec![self.harmless()],
            11 => self.procedure().into_iter().collect(),
            12 => self.special(),
            14 => vec![self.match_statement(depth - 1)],
            15 => vec![self.if_let(depth - 1)],
            16 => vec![self.while_let(depth - 1)],
            17 => self.let_else(depth - 1),
            _ => self.references().into_iter().collect(),
        }
    }

    /// `place = e;`
    fn assignment(&mut self, depth: usize) -> Option<Node> {
        if self.rng.chance(6) {
            let ty = self.scalar();
            let value = self.firm(&ty, depth);
            return Some(Node::statement("expression discard", "_ = $;", vec![value]));
        }
        let (place, _) = self.place_of(true, &|_| true)?;
        let value = self.expr(&place.ty.clone(), depth + 1);
        Some(Node::statement(
            "expression assign, statement expression",
            "$ = $;",
            vec![place, value],
        ))
    }

    /// `place += e;`
    fn compound(&mut self, depth: usize) -> Option<Node> {
        if self.rng.chance(20) {
            let (place, _) = self.place(&Ty::Bool, true)?;
            let value = self.expr(&Ty::Bool, depth);
            let (rules, op) = *self.rng.pick(&[
                ("operator &=, expression assign operator", "&="),
                ("operator |=, expression assign operator", "|="),
                ("operator ^=, expression assign operator", "^="),
            ]);
            return Some(Node::statement(
                rules,
                format!("$ {op} $;"),
                vec![place, value],
            ));
        }
        let (place, root) = self.place_of(true, &|ty| matches!(ty, Ty::Int(_)))?;
        let (rules, op) = *self.rng.pick(&[
            ("operator +=, expression assign operator", "+="),
            ("operator +=, expression assign operator", "+="),
            ("operator -=, expression assign operator", "-="),
            ("operator *=, expression assign operator", "*="),
            ("operator /=, expression assign operator", "/="),
            ("operator %=, expression assign operator", "%="),
        ]);
        let ty = place.ty.clone();
        let held = self.scope.iter().rev();
        let held = held.filter(|var| var.form == Form::Ref && var.ty == ty && !var.hidden);
        if let Some(name) = held.map(|var| var.name.clone()).next()
            && place.kids.is_empty()
            && self.rng.chance(50)
        {
            let value = Node::new("expression variable", ty, name, vec![]);
            return Some(Node::statement(
                rules,
                format!("$ {op} $;"),
                vec![place, value],
            ));
        }
        // With a reference on the right the place is evaluated first.
        if self.rng.chance(20) {
            let value = self.hiding(root, |g| g.firm(&ty, depth));
            let text = format!("$ {op} &($);");
            return Some(Node::statement(rules, text, vec![place, value]));
        }
        let value = self.expr(&ty, depth);
        Some(Node::statement(
            rules,
            format!("$ {op} $;"),
            vec![place, value],
        ))
    }

    /// `v.push(e);` and the other methods that change a sequence.
    fn sequence(&mut self) -> Option<Node> {
        let (place, root) = self.place_of(true, &|ty| ty.elem().is_some())?;
        let elem = place.ty.elem().cloned()?;
        let vector = matches!(place.ty, Ty::Vec(_));
        match self.rng.weighted(&[if vector { 5 } else { 0 }, 3, 2, 3]) {
            0 => {
                let value = self.hiding(root, |g| g.expr(&elem, 1));
                Some(Node::statement(
                    "method push",
                    "$.push($);",
                    vec![place, value],
                ))
            }
            1 => {
                let (text, mut kids, _) = self.hiding(root, |g| g.sliced(place));
                let (a, b) = self.hiding(root, |g| (g.index(Some(2)), g.index(Some(2))));
                kids.extend([a, b]);
                Some(Node::statement(
                    "method swap",
                    format!("{text}.swap($, $);"),
                    kids,
                ))
            }
            2 if elem.is_copy() => {
                let (text, mut kids, _) = self.hiding(root, |g| g.sliced(place));
                kids.push(self.hiding(root, |g| g.expr(&elem, 1)));
                Some(Node::statement(
                    "method fill",
                    format!("{text}.fill($);"),
                    kids,
                ))
            }
            _ if elem.is_copy() => {
                let (text, mut kids, _) = self.hiding(root, |g| g.sliced(place));
                let of = elem.clone();
                let from = self.hiding(root, |g| {
                    let (from, _) = g.place_of(false, &|ty| ty.elem() == Some(&of))?;
                    Some(g.sliced(from))
                });
                let from = match from {
                    Some((text, from, _)) => {
                        kids.extend(from);
                        text
                    }
                    None => {
                        kids.push(
                            self.hiding(root, |g| g.firm(&Ty::Array(Box::new(elem.clone()), 2), 1)),
                        );
                        "$".to_string()
                    }
                };
                Some(Node::statement(
                    "method copy_from_slice",
                    format!("{text}.copy_from_slice(&{from});"),
                    kids,
                ))
            }
            _ => None,
        }
    }

    /// `assert!(..)` and its family.
    fn assertion(&mut self, depth: usize) -> Node {
        match self.rng.weighted(&[2, 1, 1, 1, 1, 1, 6]) {
            1 | 4 => {
                let ty = self.scalar();
                let (a, b) = (self.firm(&ty, depth), self.expr(&ty, depth));
                let (rules, name) = *self.rng.pick(&[
                    ("macro assert_eq, statement macro", "assert_eq"),
                    ("macro debug_assert_eq, statement macro", "debug_assert_eq"),
                ]);
                Node::statement(rules, format!("{name}!($, $);"), vec![a, b])
            }
            2 | 5 => {
                let ty = self.scalar();
                let (a, b) = (self.firm(&ty, depth), self.expr(&ty, depth));
                let (rules, name) = *self.rng.pick(&[
                    ("macro assert_ne, statement macro", "assert_ne"),
                    ("macro debug_assert_ne, statement macro", "debug_assert_ne"),
                ]);
                Node::statement(rules, format!("{name}!($, $, \"not this\");"), vec![a, b])
                    .native(format!("{name}!($, $);"))
            }
            3 => {
                let cond = self.expr(&Ty::Bool, depth);
                Node::statement(
                    "macro debug_assert, statement macro",
                    "debug_assert!($);",
                    vec![cond],
                )
                .native("assert!($, \"assertion\");")
            }
            6 => {
                // One that holds.
                let int = self.int_ty();
                let value = self.firm(&Ty::Int(int), depth);
                Node::statement(
                    "macro assert, statement macro",
                    "assert!(($).clamp(0, 3) <= 3, \"small\");",
                    vec![value],
                )
                .native("assert!(($).clamp(0, 3) <= 3, \"assertion\");")
            }
            _ => {
                let cond = self.expr(&Ty::Bool, depth);
                Node::statement("macro assert, statement macro", "assert!($);", vec![cond])
                    .native("assert!($, \"assertion\");")
            }
        }
    }

    /// `if c { return ..; }`, `if c { continue; }`
    fn jump(&mut self) -> Node {
        let cond = self.expr(&Ty::Bool, 1);
        let open = self.loops.last().cloned();
        match (self.rng.below(4), open) {
            (0, Some((label, _))) => Node::statement(
                "expression continue label, expression if",
                format!("if $ {{ continue '{label}; }}"),
                vec![cond],
            ),
            (1, Some(_)) => Node::statement(
                "expression continue, expression if",
                "if $ { continue; }",
                vec![cond],
            ),
            (2, Some((_, false))) => Node::statement(
                "expression break, expression if",
                "if $ { break; }",
                vec![cond],
            ),
            (3, Some((label, false))) => Node::statement(
                "expression break label, expression if",
                format!("if $ {{ break '{label}; }}"),
                vec![cond],
            ),
            _ if !self.may_return() => {
                Node::statement("expression if, statement expression", "if $ {}", vec![cond])
            }
            _ => {
                let result = self.result();
                Node::statement(
                    "expression return value, expression if",
                    "if $ { return $; }",
                    vec![cond, result],
                )
            }
        }
    }

    /// What says something and does nothing.
    fn harmless(&mut self) -> Node {
        if self.rng.chance(30) {
            let (rules, name) = self.rng.pick(&[
                ("macro print, statement macro", "print"),
                ("macro println, statement macro", "println"),
                ("macro eprint, statement macro", "eprint"),
                ("macro eprintln, statement macro", "eprintln"),
            ]);
            let ty = self.scalar();
            let kids = vec![self.firm(&ty, 1)];
            // Printed natively, it would get into what the batch says.
            return Node::statement(rules, format!("{name}!(\"{{}}\", $);"), kids)
                .native("printed(&$);");
        }
        match self.rng.below(4) {
            0 => {
                let cond = self.purely(|g| g.expr(&Ty::Bool, 1));
                Node::statement("macro assume, statement macro", "assume!($);", vec![cond])
                    .native("assume($);")
            }
            1 => {
                let name = self.fresh("out");
                let ty = self.scalar();
                let value = self.firm(&ty, 1);
                Node::statement(
                    "macro output, statement macro",
                    format!("output!({name} = $);"),
                    vec![value],
                )
                .native("_ = $;")
            }
            2 => {
                let cond = self.purely(|g| g.expr(&Ty::Bool, 0));
                // Covered or not: only a verdict of its own depends on it.
                Node::statement(
                    "macro cover, statement macro",
                    "cover!($ || true);",
                    vec![cond],
                )
                .native("_ = $;")
            }
            _ => Node::statement("statement ;", ";", vec![]),
        }
    }

    /// Is this variable a plain value?
    pub(super) fn is_value(&self, root: usize) -> bool {
        self.scope[root].form == Form::Value
    }
}
