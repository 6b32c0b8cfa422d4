//! Helper functions: models of their own, most of them with effects on what they are given.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::{Int, Ty};

impl Gen {
    /// The helper of this name; it is written when it is first called.
    fn helper(&mut self, name: String, text: impl FnOnce(&mut Gen, &str) -> String) -> String {
        let start = format!("fn {name}(");
        if !self
            .helpers
            .iter()
            .any(|helper| helper.text.starts_with(&start))
        {
            let text = text(self, &name);
            self.helpers.push(Node::statement("", text, vec![]));
        }
        name
    }

    /// A function that never comes back.
    pub(super) fn helper_never(&mut self) -> String {
        let name = self.helper("fails".to_string(), |_, name| {
            format!("fn {name}() -> ! {{ panic!(\"never\") }}")
        });
        if let Some(helper) = self
            .helpers
            .iter_mut()
            .find(|helper| helper.text.starts_with("fn fails"))
        {
            helper.native = Some("fn fails() -> ! { explicit(\"never\") }".into());
        }
        name
    }

    /// A function that changes a small index, and keeps it small.
    pub(super) fn helper_next(&mut self) -> String {
        self.helper("next_usize".to_string(), |_, name| {
            format!("fn {name}(k: &mut usize) -> usize {{ *k = (*k + 1) % 3; *k }}")
        })
    }

    /// A function of two values that is an expression: it may stand in closures.
    pub(super) fn helper_plain(&mut self, ty: &Ty) -> String {
        self.helper(format!("plain_{}", word(ty)), |_, name| match ty {
            Ty::Bool => format!(
                "fn {name}(a: bool, b: bool) -> bool {{ let c = if a {{ !b }} else {{ b }}; c || a }}"
            ),
            _ => format!(
                "fn {name}(a: {ty}, b: {ty}) -> {ty} {{ let c = if b == 0 {{ a }} else {{ a / b }}; if c < a {{ c }} else {{ c - b }} }}"
            ),
        })
    }

    /// An expression of this type that changes a variable on the way.
    pub(super) fn effect(&mut self, ty: &Ty) -> Option<Node> {
        match ty {
            Ty::Int(int) => self.int_effect(int),
            Ty::Option(_) => self.exchanged(ty),
            Ty::Bool => {
                let (place, _) = self.place(ty, true)?;
                let name = self.helper("flip".to_string(), |_, name| {
                    format!("fn {name}(b: &mut bool) -> bool {{ *b = !*b; *b }}")
                });
                Some(Node::new(
                    "function model, expression &mut, expression call",
                    Ty::Bool,
                    format!("{name}(&mut $)"),
                    vec![place],
                ))
            }
            Ty::Struct(decl) => {
                let (place, root) = self.place(ty, true)?;
                let (field, of) = decl.fields.first()?.clone();
                if !of.is_copy() {
                    return None;
                }
                let struct_name = decl.name.clone();
                let name = self.helper(format!("set_{}", struct_name.to_lowercase()), |_, name| {
                    format!(
                        "fn {name}(p: &mut {struct_name}, x: {of}) -> {struct_name} {{ let old = p.clone(); p.{field} = x; old }}"
                    )
                });
                let value = self.hiding(root, |g| g.expr(&of, 1));
                let rules = "function model, expression &mut, expression call";
                Some(Node::new(
                    rules,
                    ty.clone(),
                    format!("{name}(&mut $, $)"),
                    vec![place, value],
                ))
            }
            Ty::Tuple(parts) if parts.len() == 2 && parts[0] == parts[1] && parts[0].is_copy() => {
                let (place, _) = self.place(ty, true)?;
                let of = parts[0].clone();
                let name = self.helper(format!("turn_{}", word(&of)), |_, name| {
                    format!("fn {name}((a, b): &mut ({of}, {of})) -> ({of}, {of}) {{ let t = *a; *a = *b; *b = t; (*a, *b) }}")
                });
                Some(Node::new(
                    "function model, pattern tuple",
                    ty.clone(),
                    format!("{name}(&mut $)"),
                    vec![place],
                ))
            }
            _ => None,
        }
    }

    fn int_effect(&mut self, int: Int) -> Option<Node> {
        let ty = Ty::Int(int);
        let rules = "function model, expression &mut, expression call";
        match self.rng.weighted(&[8, 4, 3, 2, 2]) {
            1 => {
                let (place, root) = self.place(&ty, true)?;
                let name = self.helper(format!("put_{int}"), |_, name| {
                    format!("fn {name}(k: &mut {int}, x: {int}) -> {int} {{ let old = *k; *k = x; old }}")
                });
                let value = self.hiding(root, |g| g.expr(&ty, 1));
                Some(Node::new(
                    rules,
                    ty,
                    format!("{name}(&mut $, $)"),
                    vec![place, value],
                ))
            }
            2 => {
                // Twice the same place: its index must not have an effect of its own here, so only
                // variables.
                let (place, _) = self.place(&ty, true)?;
                if !place.kids.is_empty() {
                    return None;
                }
                let value = self.literal(&ty, false);
                let again = place.clone();
                Some(Node::new(
                    "expression block, expression assign operator, operator +=",
                    ty,
                    "{ $ += $; $ }",
                    vec![place, value, again],
                ))
            }
            3 => {
                let elem = ty.clone();
                let (place, root) = self.place_of(true, &|ty| ty.elem() == Some(&elem))?;
                let name = self.helper(format!("store_{int}"), |_, name| {
                    format!("fn {name}(a: &mut [{int}], i: usize, x: {int}) -> {int} {{ a[i] = x; a[0] }}")
                });
                let (text, mut kids, _) = self.hiding(root, |g| g.sliced(place));
                let (at, value) = self.hiding(root, |g| (g.index(Some(2)), g.expr(&elem, 1)));
                kids.extend([at, value]);
                Some(Node::new(
                    "function model, type slice, type &mut",
                    ty,
                    format!("{name}(&mut {text}, $, $)"),
                    kids,
                ))
            }
            4 if int == "usize" => {
                let (place, root) = self.place_of(true, &|ty| matches!(ty, Ty::Vec(_)))?;
                let elem = place.ty.elem().cloned()?;
                if !scalar(&elem) {
                    return None;
                }
                let name = self.helper(format!("grow_{}", word(&elem)), |_, name| {
                    format!("fn {name}(v: &mut Vec<{elem}>, x: {elem}) -> usize {{ v.push(x); v.len() }}")
                });
                let value = self.hiding(root, |g| g.expr(&elem, 1));
                Some(Node::new(
                    rules,
                    ty,
                    format!("{name}(&mut $, $)"),
                    vec![place, value],
                ))
            }
            _ => {
                let (place, _) = self.place(&ty, true)?;
                let name = self.helper(format!("next_{int}"), |g, name| {
                    let step = match g.rng.below(3) {
                        0 => "*k += 1;",
                        1 => "*k = (*k + 1) % 3;",
                        _ => "*k = (*k % 4) + 1;",
                    };
                    format!("fn {name}(k: &mut {int}) -> {int} {{ {step} *k }}")
                });
                Some(Node::new(rules, ty, format!("{name}(&mut $)"), vec![place]))
            }
        }
    }

    /// A call of a helper without effects.
    pub(super) fn call(&mut self, ty: &Ty, depth: usize) -> Option<Node> {
        if !scalar(ty) {
            return None;
        }
        let word = word(ty);
        let rules = "function model, expression call";
        match self.rng.below(5) {
            0 => {
                let (place, _) = self.place_of(false, &|found| found.elem() == Some(ty))?;
                let name = self.helper(format!("pick_{word}"), |_, name| {
                    format!("fn {name}(a: &[{ty}], i: usize) -> {ty} {{ a[i] }}")
                });
                let (text, mut kids, _) = self.sliced(place);
                kids.push(self.index(Some(2)));
                Some(Node::new(
                    "function model, expression &, type slice, type &",
                    ty.clone(),
                    format!("{name}(&{text}, $)"),
                    kids,
                ))
            }
            1 => {
                let name = self.helper(format!("first_{word}"), |_, name| {
                    format!("fn {name}((a, _): ({ty}, {ty})) -> {ty} {{ a }}")
                });
                let kids = vec![self.expr(ty, depth), self.expr(ty, depth)];
                Some(Node::new(
                    "function model, pattern tuple, pattern _",
                    ty.clone(),
                    format!("{name}(($, $))"),
                    kids,
                ))
            }
            2 if *ty == Ty::Int("u8") || *ty == Ty::Int("usize") => {
                let name = self.helper(format!("down_{word}"), |_, name| {
                    format!("fn {name}(n: {ty}) -> {ty} {{ if n == 0 {{ return 0; }} 1 + {name}(n - 1) }}")
                });
                let inner = self.expr(ty, depth);
                Some(Node::new(
                    rules,
                    ty.clone(),
                    format!("{name}($ % 3)"),
                    vec![inner],
                ))
            }
            3 => {
                let decl = self
                    .structs
                    .iter()
                    .find(|decl| decl.fields.iter().any(|(_, of)| of == ty))?;
                let (field, _) = decl.fields.iter().find(|(_, of)| of == ty)?.clone();
                let (decl, struct_name) = (Ty::Struct(decl.clone()), decl.name.clone());
                let (place, _) = self.place(&decl, false)?;
                let name = self.helper(
                    format!("of_{}_{word}", struct_name.to_lowercase()),
                    |_, name| format!("fn {name}(p: &{struct_name}) -> {ty} {{ p.{field} }}"),
                );
                Some(Node::new(
                    "function model, expression &, type &",
                    ty.clone(),
                    format!("{name}(&$)"),
                    vec![place],
                ))
            }
            _ => {
                let name = self.helper(format!("pass_{word}"), |_, name| {
                    format!(
                        "fn {name}(c: bool, x: {ty}, y: {ty}) -> {ty} {{ if c {{ return x; }} y }}"
                    )
                });
                let kids = vec![
                    self.expr(&Ty::Bool, depth),
                    self.expr(ty, depth),
                    self.expr(ty, depth),
                ];
                Some(Node::new(
                    rules,
                    ty.clone(),
                    format!("{name}($, $, $)"),
                    kids,
                ))
            }
        }
    }

    /// A statement that calls a helper which gives nothing.
    pub(super) fn procedure(&mut self) -> Option<Node> {
        let int = self.int_ty();
        let ty = Ty::Int(int);
        let (place, root) = self.place(&ty, true)?;
        let name = self.helper(format!("add_{int}"), |_, name| {
            format!("fn {name}(k: &mut {int}, by: {int}) {{ if by == 0 {{ return; }} *k += by; }}")
        });
        let value = self.hiding(root, |g| g.expr(&ty, 1));
        let text = format!("{name}(&mut $, $);");
        Some(Node::statement(
            "function model, statement expression, type (), expression return",
            text,
            vec![place, value],
        ))
    }
}

fn scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Float(_))
}

/// The type as a part of a name.
fn word(ty: &Ty) -> String {
    ty.to_string().to_lowercase()
}
