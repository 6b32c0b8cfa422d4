//! Methods of `Option` and `Result`, and `as` of enums.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::{Int, Ty};

/// Methods that take what there is: of what, with which arguments.
const TAKERS: &[(&str, &str)] = &[
    ("method unwrap", "unwrap()"),
    ("method expect", "expect(\"expected something\")"),
];

impl Gen {
    /// A value that was in an `Option` or a `Result`.
    pub(super) fn payload(&mut self, ty: &Ty, depth: usize) -> Node {
        if !self.pure
            && ty.is_copy()
            && self.rng.chance(12)
            && let Some(made) = self.inserted(ty)
        {
            return made;
        }
        let boxed = || Box::new(ty.clone());
        let option = self.rng.chance(65);
        let holder = match option {
            true => Ty::Option(boxed()),
            false => Ty::Result(boxed(), Box::new(self.scalar())),
        };
        let has_default = default(ty);
        let weights = [
            if self.pure { 0 } else { 3 },
            6,
            if has_default { 3 } else { 0 },
            if self.pure { 0 } else { 1 },
        ];
        match self.rng.weighted(&weights) {
            0 => {
                let (rules, call) = *self.rng.pick(TAKERS);
                // Most of the time there is something.
                let value = match self.rng.chance(60) {
                    true => {
                        let kid = self.firm(ty, depth);
                        let name = if option { "Some" } else { "Ok" };
                        let text = format!("{name}($)");
                        let made = Node::new("expression variant", holder, text, vec![kid]);
                        self.told(made.firm(option))
                    }
                    false => self.certain(&holder, depth),
                };
                Node::new(rules, ty.clone(), format!("($).{call}"), vec![value])
            }
            2 => {
                let value = self.certain(&holder, depth);
                let text = "($).unwrap_or_default()";
                Node::new("method unwrap_or_default", ty.clone(), text, vec![value])
            }
            3 => {
                let holder = Ty::Result(Box::new(self.scalar()), boxed());
                let (rules, call) = *self.rng.pick(&[
                    ("method unwrap_err", "unwrap_err()"),
                    ("method expect_err", "expect_err(\"expected an error\")"),
                ]);
                let value = self.certain(&holder, depth);
                Node::new(rules, ty.clone(), format!("($).{call}"), vec![value])
            }
            _ => {
                let kids = vec![self.certain(&holder, depth), self.expr(ty, depth)];
                Node::new("method unwrap_or", ty.clone(), "($).unwrap_or($)", kids)
            }
        }
    }

    /// An expression of an enum type that says so itself.
    fn certain(&mut self, ty: &Ty, depth: usize) -> Node {
        let made = self.firm(ty, depth);
        self.told(made)
    }

    /// Which variant is it?
    pub(super) fn variant_question(&mut self, depth: usize) -> Node {
        let item = Box::new(self.ty(1));
        let (ty, methods) = match self.rng.chance(65) {
            true => (
                Ty::Option(item),
                [("method is_some", "is_some"), ("method is_none", "is_none")],
            ),
            false => (
                Ty::Result(item, Box::new(self.scalar())),
                [("method is_ok", "is_ok"), ("method is_err", "is_err")],
            ),
        };
        let (rules, name) = *self.rng.pick(&methods);
        let known = ty.clone();
        let place = self.place_of(false, &|found| match known {
            Ty::Option(_) => matches!(found, Ty::Option(_)),
            _ => matches!(found, Ty::Result(..)),
        });
        let value = match place {
            Some((place, _)) if self.rng.chance(60) => place,
            _ => self.certain(&ty, depth),
        };
        Node::new(rules, Ty::Bool, format!("($).{name}()"), vec![value])
    }

    /// A value of an enum, made here or from another one.
    pub(super) fn variant_value(&mut self, ty: &Ty, depth: usize) -> Node {
        if self.rng.chance(12)
            && let Some(call) = self.own_call(ty, depth)
        {
            return call;
        }
        let changed = match ty {
            Ty::Option(_) if self.rng.chance(15) => self.changed_by_argument(ty),
            _ => None,
        };
        if let Some(made) = changed {
            return made;
        }
        match (ty, self.rng.weighted(&[12, 3, 2, 2, 1])) {
            (Ty::Option(_), 1) => {
                let kids = vec![self.certain(ty, depth), self.expr(ty, depth)];
                Node::new("method or", ty.clone(), "($).or($)", kids)
            }
            (Ty::Option(_), 2) => {
                let other = Ty::Option(Box::new(self.scalar()));
                let kids = vec![self.certain(&other, depth), self.certain(ty, depth)];
                Node::new("method and", ty.clone(), "($).and($)", kids)
            }
            (Ty::Option(item), 3) => {
                let other = Box::new(self.scalar());
                let first = self.rng.chance(60);
                let (holder, rules, text) = match first {
                    true => (Ty::Result(item.clone(), other), "method ok", "($).ok()"),
                    false => (Ty::Result(other, item.clone()), "method err", "($).err()"),
                };
                let kids = vec![self.certain(&holder, depth)];
                Node::new(rules, ty.clone(), text, kids)
            }
            (Ty::Result(item, _), 1) => {
                let holder = Ty::Result(item.clone(), Box::new(self.scalar()));
                let kids = vec![self.certain(&holder, depth), self.certain(ty, depth)];
                Node::new("method or", ty.clone(), "($).or($)", kids)
            }
            (Ty::Result(_, error), 2) => {
                let holder = Ty::Result(Box::new(self.scalar()), error.clone());
                let kids = vec![self.certain(&holder, depth), self.certain(ty, depth)];
                Node::new("method and", ty.clone(), "($).and($)", kids)
            }
            (Ty::Result(item, error), 3) => {
                let holder = Ty::Option(item.clone());
                let kids = vec![self.certain(&holder, depth), self.firm(error, depth)];
                let firm = kids[1].firm;
                Node::new("method ok_or", ty.clone(), "($).ok_or($)", kids).firm(firm)
            }
            (_, 4) if ty.is_copy() => {
                let kids = vec![self.certain(ty, depth)];
                Node::new("method clone", ty.clone(), "($).clone()", kids)
            }
            _ => self.variant_made(ty, depth),
        }
    }

    /// `o.or(o.take())`: the receiver is copied before the argument takes it away.
    fn changed_by_argument(&mut self, ty: &Ty) -> Option<Node> {
        if self.pure || !ty.is_copy() || self.rng.chance(40) {
            return None;
        }
        let (place, _) = self.place(ty, true)?;
        if !place.kids.is_empty() {
            return None;
        }
        let (rules, text) = *self.rng.pick(&[
            ("method or, method take", "($).or($.take())"),
            ("method and, method take", "($).and($.take())"),
            ("method take, method or", "($.take()).or($)"),
        ]);
        Some(Node::new(
            rules,
            ty.clone(),
            text,
            vec![place.clone(), place],
        ))
    }

    /// What was in a place, and something else is put there.
    pub(super) fn exchanged(&mut self, ty: &Ty) -> Option<Node> {
        let Ty::Option(item) = ty else {
            return None;
        };
        let (place, root) = self.place(ty, true)?;
        if self.rng.chance(50) {
            return Some(Node::new(
                "method take",
                ty.clone(),
                "$.take()",
                vec![place],
            ));
        }
        // Read it may be: it is not borrowed before it is changed.
        let read = ty.is_copy() && self.is_value(root) && place.kids.is_empty();
        let value = match read && self.rng.chance(40) {
            true => {
                let inner = place.clone();
                let other = self.hiding(root, |g| g.expr(item, 1));
                let text = "($).unwrap_or($)";
                Node::new(
                    "method unwrap_or",
                    (**item).clone(),
                    text,
                    vec![inner, other],
                )
            }
            false => self.hiding(root, |g| g.expr(item, 1)),
        };
        Some(Node::new(
            "method replace",
            ty.clone(),
            "$.replace($)",
            vec![place, value],
        ))
    }

    /// What is put into a place, read again there.
    fn inserted(&mut self, ty: &Ty) -> Option<Node> {
        let (place, root) = self.place(&Ty::Option(Box::new(ty.clone())), true)?;
        let value = self.hiding(root, |g| g.expr(ty, 1));
        let text = "(*$.insert($))";
        Some(Node::new(
            "method insert",
            ty.clone(),
            text,
            vec![place, value],
        ))
    }

    /// `vote as i32`
    pub(super) fn number_of_variant(&mut self, int: Int, depth: usize) -> Option<Node> {
        let plain: Vec<Ty> = self
            .enums
            .iter()
            .filter(|decl| decl.is_plain())
            .map(|decl| Ty::Enum(decl.clone()))
            .collect();
        if plain.is_empty() {
            return None;
        }
        let of = self.rng.pick(&plain).clone();
        let kids = vec![self.firm(&of, depth)];
        let made = Node::new(
            "expression as",
            Ty::Int(int),
            format!("(($) as {int})"),
            kids,
        );
        Some(made.native(format!("cast::<{int}, _>(($) as i128)")))
    }
}

/// `Default`?
fn default(ty: &Ty) -> bool {
    match ty {
        Ty::Struct(_) | Ty::Enum(_) | Ty::Result(..) | Ty::Never => false,
        Ty::Tuple(parts) => parts.iter().all(default),
        // tass does not tell the two apart.
        Ty::Array(..) | Ty::Vec(_) => false,
        _ => true,
    }
}
