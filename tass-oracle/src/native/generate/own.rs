//! Functions of the generated function's own whose bodies are as random as its own, with `?` where
//! they give an `Option` or a `Result`.

use super::Gen;
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// A function that can be called.
#[derive(Clone)]
pub(super) struct Own {
    name: String,
    params: Vec<(Ty, Form)>,
    gives: Ty,
}

impl Gen {
    /// A call of a function that gives this, which is written if there is none.
    pub(super) fn own_call(&mut self, ty: &Ty, depth: usize) -> Option<Node> {
        if self.pure {
            return None;
        }
        let known: Vec<Own> = self
            .own
            .iter()
            .filter(|own| own.gives == *ty)
            .cloned()
            .collect();
        let own = match known.is_empty()
            || (self.inside.is_none() && self.own.len() < 3 && self.rng.chance(30))
        {
            false => self.rng.pick(&known).clone(),
            // One that is written calls those that are there, and not itself.
            true if self.own.len() < 4 && self.inside.is_none() => self.own_function(ty.clone()),
            true => return None,
        };
        let (mut kids, mut marks) = (Vec::new(), Vec::new());
        let hidden: Vec<bool> = self.scope.iter().map(|var| var.hidden).collect();
        let mut found = true;
        for (ty, form) in &own.params {
            match form {
                Form::Value => {
                    kids.push(self.expr(ty, depth));
                    marks.push("$");
                }
                Form::Ref => {
                    let kid = match self.place(ty, false) {
                        Some((place, root)) => {
                            self.scope[root].hidden = true;
                            place
                        }
                        None => self.firm(ty, 0),
                    };
                    kids.push(kid);
                    marks.push("&$");
                }
                Form::RefMut => match self.place(ty, true) {
                    Some((place, root)) => {
                        self.scope[root].hidden = true;
                        kids.push(place);
                        marks.push("&mut $");
                    }
                    None => found = false,
                },
            }
        }
        for (var, hidden) in self.scope.iter_mut().zip(hidden) {
            var.hidden = hidden;
        }
        let text = format!("{}({})", own.name, marks.join(", "));
        let rules = "function model, expression call";
        found.then(|| Node::new(rules, ty.clone(), text, kids))
    }

    /// A new function. What it changes through references is of types that are there.
    fn own_function(&mut self, gives: Ty) -> Own {
        let name = self.fresh("own");
        let mut params = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            let written: Vec<Ty> = self
                .scope
                .iter()
                .filter(|var| var.mutable && !var.hidden && !var.name.starts_with('('))
                .map(|var| var.ty.clone())
                .collect();
            params.push(
                match self
                    .rng
                    .weighted(&[4, 2, if written.is_empty() { 0 } else { 4 }])
                {
                    0 => (
                        if self.rng.chance(60) {
                            self.case_ty()
                        } else {
                            self.scalar()
                        },
                        Form::Value,
                    ),
                    1 => (self.case_ty(), Form::Ref),
                    _ => (self.rng.pick(&written).clone(), Form::RefMut),
                },
            );
        }
        let scope = std::mem::take(&mut self.scope);
        let loops = std::mem::take(&mut self.loops);
        let budget = std::mem::replace(&mut self.budget, 40);
        let hot = std::mem::replace(&mut self.hot, true);
        let inside = self.inside.replace(gives.clone());
        let mut written = Vec::new();
        for (ty, form) in &params {
            let name = self.fresh("p");
            let (var, text) = match form {
                Form::Value => (
                    Var::value(&name, ty.clone(), true),
                    format!("mut {name}: {ty}"),
                ),
                Form::Ref => (
                    Var::form(&name, ty.clone(), *form),
                    format!("{name}: &{ty}"),
                ),
                Form::RefMut => (
                    Var::form(&name, ty.clone(), *form),
                    format!("{name}: &mut {ty}"),
                ),
            };
            self.scope.push(var);
            written.push(text);
        }
        let mut body = Vec::new();
        for _ in 0..self.rng.below(3) {
            body.extend(self.statement(1));
        }
        body.push(self.expr(&gives, 2));
        self.inside = inside;
        (self.scope, self.loops, self.budget, self.hot) = (scope, loops, budget, hot);
        let text = format!("fn {name}({}) -> {gives} {{\n$*}}", written.join(", "));
        self.helpers
            .push(Node::statement("type &mut, pattern mut name", text, body));
        let own = Own {
            name,
            params,
            gives,
        };
        self.own.push(own.clone());
        own
    }

    /// `e?`, in a function that gives an `Option` or a `Result`.
    pub(super) fn tried(&mut self, ty: &Ty, depth: usize) -> Option<Node> {
        if self.pure {
            return None;
        }
        let item = Box::new(ty.clone());
        let (holder, error) = match self.inside.as_ref()? {
            Ty::Option(_) => (Ty::Option(item), None),
            Ty::Result(_, error) if self.rng.chance(60) => (Ty::Result(item, error.clone()), None),
            Ty::Result(_, error) => (Ty::Option(item), Some((**error).clone())),
            _ => return None,
        };
        let made = self.firm(&holder, depth);
        let mut kids = vec![self.told(made)];
        let text = match error {
            Some(error) => {
                kids.push(self.firm(&error, 0));
                "($).ok_or($)?"
            }
            None => "($)?",
        };
        Some(Node::new("expression ?", ty.clone(), text, kids))
    }
}
