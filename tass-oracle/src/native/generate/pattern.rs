//! `let`, with every pattern there is.

use super::Gen;
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// A `let` and, where it takes one, what makes its type certain.
    pub(super) fn binding(&mut self, depth: usize) -> Vec<Node> {
        match self.rng.weighted(&[8, 5, 4, 5, 2, 2, 1, 1]) {
            0 => vec![self.let_inferred(depth)],
            1 => vec![self.let_typed(depth)],
            2 => self.let_open(),
            3 => vec![self.let_parts(depth)],
            4 if !self.pure => self.let_later(depth),
            5 => vec![self.let_reference()],
            6 => {
                let ty = self.ty(1);
                let value = self.firm(&ty, depth);
                vec![Node::statement(
                    "statement let, pattern _",
                    "let _ = $;",
                    vec![value],
                )]
            }
            7 => {
                let ty = self.scalar();
                let name = self.name();
                let value = self.firm(&ty, depth);
                let made = self.bound(
                    "statement let, pattern parenthesis",
                    format!("let ({name}) = $;"),
                    &[&name],
                    vec![value],
                );
                self.scope.push(Var::value(&name, ty, false));
                vec![made]
            }
            _ => vec![self.let_typed(depth)],
        }
    }

    /// A new name, or one that hides another.
    fn name(&mut self) -> String {
        if self.rng.chance(12) {
            let old: Vec<String> = self
                .scope
                .iter()
                .filter(|var| {
                    !var.name.starts_with('r') && !var.name.starts_with('(') && !var.hidden
                })
                .map(|var| var.name.clone())
                .collect();
            if !old.is_empty() {
                return self.rng.pick(&old).clone();
            }
        }
        self.fresh("x")
    }

    /// A `let` that notes the types of what it binds.
    fn bound(
        &mut self,
        rules: &'static str,
        text: String,
        names: &[&str],
        kids: Vec<Node>,
    ) -> Node {
        let mut native = text.clone();
        for name in names {
            native.push_str(&format!(" seen({name:?}, type_name_of_val(&{name}));"));
        }
        Node::statement(rules, text, kids).native(native)
    }

    fn let_inferred(&mut self, depth: usize) -> Node {
        let ty = self.ty(1);
        let value = self.firm(&ty, depth + 1);
        let (name, mutable) = (self.name(), self.rng.chance(60));
        let made = match (mutable, self.rng.chance(10)) {
            (true, _) => self.bound(
                "statement let, pattern mut name",
                format!("let mut {name} = $;"),
                &[&name],
                vec![value],
            ),
            (_, true) => self.bound(
                "statement let type, type _",
                format!("let {name}: _ = $;"),
                &[&name],
                vec![value],
            ),
            _ => self.bound(
                "statement let, pattern name",
                format!("let {name} = $;"),
                &[&name],
                vec![value],
            ),
        };
        self.scope.push(Var::value(&name, ty, mutable));
        made
    }

    fn let_typed(&mut self, depth: usize) -> Node {
        let ty = self.ty(2);
        let value = self.expr(&ty, depth + 1);
        let (name, mutable) = (self.name(), self.rng.chance(70));
        let made = match mutable {
            true => self.bound(
                "statement let type, pattern mut name",
                format!("let mut {name}: {ty} = $;"),
                &[&name],
                vec![value],
            ),
            false => self.bound(
                "statement let type, pattern name",
                format!("let {name}: {ty} = $;"),
                &[&name],
                vec![value],
            ),
        };
        self.scope.push(Var::value(&name, ty, mutable));
        made
    }

    /// `let mut x = 3;`, whose type follows from a use behind it, or from none.
    fn let_open(&mut self) -> Vec<Node> {
        let name = self.fresh("x");
        let int = if self.rng.chance(40) {
            "i32"
        } else {
            self.int_ty()
        };
        let ty = Ty::Int(int);
        let start = self.rng.between(0, 5);
        let value = Node::new("expression integer", ty.clone(), start.to_string(), vec![]);
        let mut made = vec![self.bound(
            "statement let, pattern mut name",
            format!("let mut {name} = $;"),
            &[],
            vec![value],
        )];
        // A cast says nothing of the type.
        if self.rng.chance(40) {
            let (to, other) = (self.int_ty(), self.fresh("x"));
            let text = format!("let {other} = {name} as {to};");
            let native = format!(
                "let {other} = cast::<{to}, _>({name}); seen({other:?}, type_name_of_val(&{other}));"
            );
            made.push(Node::statement("statement let, expression as", text, vec![]).native(native));
            self.scope.push(Var::value(&other, Ty::Int(to), false));
        }
        let note = format!(" seen({name:?}, type_name_of_val(&{name}));");
        if int != "i32" {
            let anchor = match self.rng.below(4) {
                0 if !self.pure => {
                    let value = self.firm(&ty, 0);
                    Node::statement("operator +=", format!("{name} += $;"), vec![value])
                        .native(format!("{name} += $;{note}"))
                }
                1 => {
                    let other = self.fresh("x");
                    let text = format!("let {other}: [{int}; 2] = [{name}, 1];");
                    self.scope.push(Var::value(
                        &other,
                        Ty::Array(Box::new(ty.clone()), 2),
                        false,
                    ));
                    Node::statement("statement let type", text.clone(), vec![])
                        .native(format!("{text}{note}"))
                }
                2 => {
                    let (other, value) = (self.fresh("x"), self.firm(&ty, 0));
                    let text = format!("let {other} = ({name} < $);");
                    self.scope.push(Var::value(&other, Ty::Bool, false));
                    Node::statement("operator <", text.clone(), vec![value])
                        .native(format!("{text}{note}"))
                }
                _ => {
                    let (other, value) = (self.fresh("x"), self.firm(&ty, 0));
                    let text = format!("let {other} = ($ + {name});");
                    self.scope.push(Var::value(&other, ty.clone(), false));
                    Node::statement("operator +", text.clone(), vec![value])
                        .native(format!("{text}{note}"))
                }
            };
            made.push(anchor);
        }
        self.scope.push(Var::value(&name, ty, true));
        made
    }

    /// `let (a, b) = e;`, `let Point { a, b: c } = e;`, `let Pair(a, b) = e;`
    fn let_parts(&mut self, depth: usize) -> Node {
        let ty = loop {
            let ty = self.ty(2);
            if !ty.parts().is_empty() {
                break ty;
            }
        };
        let value = self.firm(&ty, depth + 1);
        let (pattern, names, rules) = self.pattern(&ty, true);
        let written: Vec<&str> = names.iter().map(|var| var.name.as_str()).collect();
        let (text, rules) = match self.rng.chance(20) {
            true => (format!("let {pattern}: {ty} = $;"), rules),
            false => (format!("let {pattern} = $;"), rules),
        };
        let made = self.bound(rules, text, &written, vec![value]);
        self.scope.extend(names);
        made
    }

    /// A pattern that takes a value apart, and what it binds.
    pub(super) fn pattern(&mut self, ty: &Ty, mutable: bool) -> (String, Vec<Var>, &'static str) {
        let mut bound = Vec::new();
        let mut parts = Vec::new();
        for (field, part) in ty.parts() {
            let nested = !part.parts().is_empty() && self.rng.chance(40);
            if nested {
                let (pattern, inner, _) = self.pattern(&part, mutable);
                bound.extend(inner);
                parts.push((field, pattern));
            } else if self.rng.chance(15) {
                parts.push((field, "_".to_string()));
            } else {
                let (name, by_mut) = (self.fresh("x"), mutable && self.rng.chance(40));
                let pattern = if by_mut {
                    format!("mut {name}")
                } else {
                    name.clone()
                };
                bound.push(Var::value(&name, part, by_mut));
                parts.push((field, pattern));
            }
        }
        let list = |parts: &[(String, String)]| {
            let all: Vec<&str> = parts.iter().map(|(_, pattern)| pattern.as_str()).collect();
            all.join(", ")
        };
        match ty {
            Ty::Struct(decl) if decl.is_tuple() => (
                format!("{}({})", decl.name, list(&parts)),
                bound,
                "statement let, pattern tuple struct",
            ),
            Ty::Struct(decl) => {
                let fields: Vec<String> = parts
                    .iter()
                    .filter(|(_, pattern)| pattern != "_")
                    .map(|(field, pattern)| format!("{field}: {pattern}"))
                    .collect();
                let (rest, rules) = match fields.len() == parts.len() {
                    true => ("", "statement let, pattern struct"),
                    false => (", ..", "statement let, pattern struct, pattern struct rest"),
                };
                let fields = fields.join(", ");
                let inside = format!("{fields}{rest}");
                let inside = inside.trim_start_matches(", ");
                (format!("{} {{ {inside} }}", decl.name), bound, rules)
            }
            _ => (
                format!("({},)", list(&parts)),
                bound,
                "statement let, pattern tuple",
            ),
        }
    }

    /// `let x; if c { x = a } else { x = b }`
    fn let_later(&mut self, depth: usize) -> Vec<Node> {
        let (name, ty) = (self.fresh("x"), self.scalar());
        let cond = self.expr(&Ty::Bool, depth);
        let (a, b) = (self.firm(&ty, depth), self.expr(&ty, depth));
        let text = format!("let {name};\nif $ {{ {name} = $; }} else {{ {name} = $; }}");
        let made = self.bound(
            "statement let later, expression assign, expression if else",
            text,
            &[&name],
            vec![cond, a, b],
        );
        self.scope.push(Var::value(&name, ty, false));
        vec![made]
    }

    /// `let &x = &place;`
    fn let_reference(&mut self) -> Node {
        let Some((place, _)) = self.place_of(false, &|ty| matches!(ty, Ty::Int(_) | Ty::Bool))
        else {
            return self.let_inferred(0);
        };
        let (name, ty) = (self.fresh("x"), place.ty.clone());
        let made = self.bound(
            "statement let, pattern &, expression &",
            format!("let &{name} = &$;"),
            &[&name],
            vec![place],
        );
        self.scope.push(Var::value(&name, ty, false));
        made
    }

    /// `{ let r = &mut place; .. }` or with a pattern: inside, the place is reached through what
    /// was bound only.
    pub(super) fn borrowing(&mut self, depth: usize) -> Option<Node> {
        let parts = match self.rng.chance(60) {
            true => self.place_of(true, &|ty| !ty.parts().is_empty()),
            false => None,
        };
        let (place, root) = match parts {
            Some(found) => found,
            None => self.place_of(true, &|ty| !matches!(ty, Ty::Float(_)))?,
        };
        let ty = place.ty.clone();
        let aparts = !ty.parts().is_empty() && self.rng.chance(65);
        let shared = self.rng.chance(15);
        let (form, and) = if shared {
            (Form::Ref, "&")
        } else {
            (Form::RefMut, "&mut ")
        };
        self.scoped(|g| {
            let (pattern, names, rules) = match aparts {
                true => g.pattern(&ty, false),
                false => {
                    let name = g.fresh("x");
                    (
                        name.clone(),
                        vec![Var::value(&name, ty.clone(), false)],
                        "statement let, expression &mut",
                    )
                }
            };
            let written: Vec<&str> = names.iter().map(|var| var.name.as_str()).collect();
            let mut stmts = vec![g.bound(
                rules,
                format!("let {pattern} = {and}$;"),
                &written,
                vec![place],
            )];
            g.hiding(root, |g| {
                // What is written to a part must not be lost.
                let part = g.rng.below(names.len().max(1));
                let written = names.get(part).filter(|_| !shared).cloned();
                for var in names {
                    g.scope.push(Var::form(&var.name, var.ty, form));
                }
                if let Some(var) = written {
                    let value = g.purely(|g| g.expr(&var.ty, 0));
                    stmts.push(Node::statement(
                        "expression assign, operator deref, statement expression",
                        format!("*{} = $;", var.name),
                        vec![value],
                    ));
                }
                for _ in 0..1 + g.rng.below(2) {
                    stmts.extend(g.statement(depth));
                }
            });
            Some(Node::statement(
                "expression block, statement expression",
                "{ $*}",
                stmts,
            ))
        })
    }
}
