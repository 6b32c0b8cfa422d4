//! Patterns that may not fit.

use super::Gen;
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::{Ty, Variant, bits, signed};

/// What a pattern is for.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    /// How names hold what they are bound to.
    pub(super) form: Form,
    /// Is what is looked at itself a reference, which `&` could take away?
    pub(super) reference: bool,
    /// Must it fit whatever there is?
    pub(super) sure: bool,
    /// May it bind names?
    pub(super) binds: bool,
    /// How deep it may go.
    pub(super) depth: usize,
}

impl Ask {
    /// A pattern for a value that is held so.
    pub(super) fn of(form: Form, sure: bool) -> Ask {
        Ask {
            form,
            reference: form != Form::Value,
            sure,
            binds: true,
            depth: 3,
        }
    }

    pub(super) fn inner(self) -> Ask {
        Ask {
            depth: self.depth.saturating_sub(1),
            reference: false,
            ..self
        }
    }
}

/// A pattern.
pub(super) fn pattern(rules: &'static str, text: impl Into<String>, kids: Vec<Node>) -> Node {
    Node::new(rules, Ty::Unit, text.into(), kids)
}

/// A variant without fields, of an enum that the function declares.
fn idle(ty: &Ty) -> Option<&Variant> {
    match ty {
        Ty::Enum(decl) => decl
            .variants
            .iter()
            .find(|variant| variant.fields.is_empty()),
        _ => None,
    }
}

impl Gen {
    /// A constant that is a variant.
    fn constant_variant(&mut self, ty: &Ty) -> String {
        let variant = idle(ty).map_or("", |variant| &variant.name);
        let name = format!("E_{}", ty.to_string().to_uppercase());
        let text = format!("const {name}: {ty} = {ty}::{variant};");
        if self.helpers.iter().all(|helper| helper.text != text) {
            self.helpers.push(Node::statement("", text, vec![]));
        }
        name
    }

    /// A pattern for a value of this type; what it binds is added to the names.
    pub(super) fn case(&mut self, ty: &Ty, ask: Ask, names: &mut Vec<Var>) -> Node {
        let choices = !ty.variants().is_empty();
        let parts = !ty.parts().is_empty();
        let deep = ask.depth > 0 && if ask.sure { parts } else { choices || parts };
        let number = !ask.sure && matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Float(_));
        let weights = [
            4,
            if ask.binds { 9 } else { 0 },
            if ask.binds && !ask.sure { 4 } else { 0 },
            if deep { 24 } else { 0 },
            if number { 14 } else { 0 },
            if deep && !ask.sure { 7 } else { 0 },
            if ask.reference && ask.form == Form::Ref && ty.is_copy() {
                4
            } else {
                0
            },
            if !ask.sure && !ask.reference && idle(ty).is_some() {
                3
            } else {
                0
            },
        ];
        match self.rng.weighted(&weights) {
            0 => pattern("pattern _", "_", vec![]),
            1 => {
                let (text, var) = self.case_name(ty, ask.form, names);
                let rules = match var.mutable && ask.form == Form::Value {
                    true => "pattern mut name",
                    false => "pattern name",
                };
                names.push(var);
                pattern(rules, text, vec![])
            }
            2 => self.named_case(ty, ask, names),
            3 => self.taken_apart(ty, ask, names),
            4 => self.number_case(ty, ask.reference),
            5 => self.either(ty, ask, names),
            7 => pattern("pattern constant", self.constant_variant(ty), vec![]),
            _ => {
                let ask = Ask {
                    form: Form::Value,
                    reference: false,
                    ..ask
                };
                let inner = self.case(ty, ask, names);
                // `&mut x` would be another pattern.
                pattern("pattern &, pattern parenthesis", "&($)", vec![inner])
            }
        }
    }

    /// `x @ p`
    fn named_case(&mut self, ty: &Ty, ask: Ask, names: &mut Vec<Var>) -> Node {
        let (mut text, var) = self.case_name(ty, ask.form, names);
        let binds = ask.form == Form::Ref || (ask.form == Form::Value && ty.is_copy());
        names.push(var);
        let inner = Ask {
            binds: binds && self.rng.chance(40),
            ..ask
        };
        // Under a reference the name would hold the whole of it.
        let rest = !binds && ask.depth == 3 && self.rng.chance(20);
        let sub = match rest {
            true => pattern("pattern _", "_", vec![]),
            false => self.case(ty, inner, names),
        };
        let or = sub.rules.starts_with("pattern or") || sub.text.contains(" | ");
        text.push_str(if or { " @ ($)" } else { " @ $" });
        pattern("pattern @", text, vec![sub])
    }

    /// A name, with `mut` or without, and the variable that it becomes.
    fn case_name(&mut self, ty: &Ty, form: Form, names: &[Var]) -> (String, Var) {
        let old: Vec<String> = self
            .scope
            .iter()
            .map(|var| var.name.clone())
            .filter(|name| !name.starts_with(['r', '(', 's', 'n']))
            .filter(|name| names.iter().all(|taken| taken.name != *name))
            .collect();
        let name = match !old.is_empty() && self.rng.chance(22) {
            true => self.rng.pick(&old).clone(),
            false => self.fresh("x"),
        };
        let mutable = form == Form::Value && self.rng.chance(25);
        let text = if mutable {
            format!("mut {name}")
        } else {
            name.clone()
        };
        let var = match form {
            Form::Value => Var::value(&name, ty.clone(), mutable),
            form => Var::form(&name, ty.clone(), form),
        };
        (text, var)
    }

    /// A variant, a tuple or a struct, with patterns in it.
    pub(super) fn taken_apart(&mut self, ty: &Ty, ask: Ask, names: &mut Vec<Var>) -> Node {
        let variants = ty.variants();
        let fields = match variants.is_empty() {
            true => ty.parts(),
            false => variants[self.rng.below(variants.len())].fields.clone(),
        };
        let variant = variants.iter().find(|variant| variant.fields == fields);
        let variant = match variant {
            // Variants may have the same fields.
            Some(found) => {
                let same: Vec<_> = variants
                    .iter()
                    .filter(|v| v.fields == found.fields)
                    .collect();
                Some((*self.rng.pick(&same)).clone())
            }
            None => None,
        };
        let mut kids = Vec::new();
        for (field, ty) in &fields {
            let mut kid = self.case(ty, ask.inner(), names);
            // The shorter form has the field's own name.
            let free = names.iter().all(|var| var.name != *field);
            let named = kid.rules == "pattern name" || kid.rules == "pattern mut name";
            if let Some(var) = names.last_mut().filter(|_| named && free)
                && !field.starts_with(|c: char| c.is_ascii_digit())
                && self.rng.chance(40)
            {
                kid.text = kid.text.replace(&var.name, field).into();
                var.name.clone_from(field);
            }
            kids.push(kid);
        }
        self.whole(
            ty,
            variant.as_ref().map(|variant| variant.name.as_str()),
            kids,
        )
    }

    /// The pattern that has these in its fields: of a variant, or of a tuple or struct.
    pub(super) fn whole(&mut self, ty: &Ty, variant: Option<&str>, mut kids: Vec<Node>) -> Node {
        let variants = ty.variants();
        let variant = variants
            .iter()
            .find(|known| Some(known.name.as_str()) == variant);
        let (path, fields, tuple) = match (variant, ty) {
            (Some(variant), _) => {
                let path = self.variant_path(ty, variant);
                (path, variant.fields.clone(), variant.is_tuple())
            }
            (None, Ty::Struct(decl)) => (decl.name.clone(), decl.fields.clone(), decl.is_tuple()),
            _ => {
                let text = format!("({})", "$, ".repeat(kids.len()));
                return pattern("pattern tuple", text, kids);
            }
        };
        if fields.is_empty() {
            return pattern("pattern variant", path, kids);
        }
        let (plain, rest) = match variant {
            Some(_) => ("pattern variant", "pattern variant, pattern variant rest"),
            None if tuple => ("pattern tuple struct", "pattern tuple struct"),
            None => ("pattern struct", "pattern struct, pattern struct rest"),
        };
        if tuple {
            let before = kids.len();
            while variant.is_some()
                && kids.last().is_some_and(|kid| kid.text == "_")
                && self.rng.chance(60)
            {
                kids.pop();
            }
            let (dots, rules) = match kids.len() < before {
                true => ("..", rest),
                false => ("", plain),
            };
            return pattern(
                rules,
                format!("{path}({}{dots})", "$, ".repeat(kids.len())),
                kids,
            );
        }
        let mut named: Vec<(String, Node)> =
            fields.into_iter().map(|(name, _)| name).zip(kids).collect();
        if self.rng.chance(40) {
            named.reverse();
        }
        let before = named.len();
        named.retain(|(_, kid)| kid.text != "_" || self.rng.chance(30));
        let (dots, rules) = match named.len() < before || self.rng.chance(10) {
            true => ("..", rest),
            false => ("", plain),
        };
        let text = named
            .iter()
            .map(|(name, kid)| match kid.text.trim_start_matches("mut ") {
                text if text == name => "$, ".to_string(),
                _ => format!("{name}: $, "),
            });
        let text: String = text.collect();
        let kids = named.into_iter().map(|(_, kid)| kid).collect();
        pattern(rules, format!("{path} {{ {text}{dots} }}"), kids)
    }

    /// A literal, a constant, a range, or some of them.
    /// Behind a reference, rustc takes no constants.
    fn number_case(&mut self, ty: &Ty, reference: bool) -> Node {
        match ty {
            Ty::Bool => {
                let text = if self.rng.chance(50) { "true" } else { "false" };
                pattern("pattern literal", text, vec![])
            }
            Ty::Float(_) => match self.rng.below(4) {
                0 => pattern("pattern range", "0.0..", vec![]),
                1 => pattern("pattern range", "-1.5..=2.0", vec![]),
                _ => {
                    let text = format!("{:?}", self.rng.between(-4, 8) as f64 / 2.0);
                    pattern("pattern literal", text, vec![])
                }
            },
            Ty::Int(int) => match self.rng.weighted(&[10, 2, 2, 2, 2, 2, 2, 3]) {
                1 if !reference => pattern("pattern constant", format!("{int}::MIN"), vec![]),
                // The integers of models end at `i128::MAX`.
                2 if *int != "u128" && !reference => {
                    pattern("pattern constant", format!("{int}::MAX"), vec![])
                }
                3 if !reference => pattern("pattern constant", self.constant(int), vec![]),
                4 => pattern(
                    "pattern range",
                    format!("{}..=9", self.constant(int)),
                    vec![],
                ),
                5 => {
                    let lo = self.rng.between(1, 3);
                    let text = format!("{}..{lo}", if signed(int) { "" } else { "0" });
                    pattern("pattern range", text, vec![])
                }
                6 => {
                    let text = format!("{}..", self.rng.between(0, 3));
                    pattern("pattern range", text, vec![])
                }
                7 => {
                    let lo = self.rng.between(if signed(int) { -3 } else { 0 }, 3);
                    let hi = lo + self.rng.between(1, 4);
                    let dots = if self.rng.chance(60) { "..=" } else { ".." };
                    pattern("pattern range", format!("{lo}{dots}{hi}"), vec![])
                }
                _ => {
                    let ends = signed(int) && bits(int) == 8 && self.rng.chance(10);
                    let value = match ends {
                        true => -128,
                        false => self.rng.between(if signed(int) { -3 } else { 0 }, 4),
                    };
                    let suffix = if self.rng.chance(10) { int } else { "" };
                    pattern("pattern literal", format!("{value}{suffix}"), vec![])
                }
            },
            _ => pattern("pattern _", "_", vec![]),
        }
    }
}
