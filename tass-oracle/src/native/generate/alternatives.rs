//! `p | q`: patterns that bind the same names in different places.

use super::Gen;
use super::case::{Ask, pattern};
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// `p | q`, which bind the same names, where such a second one is found.
    pub(super) fn either(&mut self, ty: &Ty, ask: Ask, names: &mut Vec<Var>) -> Node {
        let before = names.len();
        let first = self.taken_apart(ty, ask, names);
        let bound = names[before..].to_vec();
        let ask = Ask {
            reference: false,
            ..ask
        };
        let mut all = vec![first];
        for _ in 0..1 + self.rng.below(2) {
            all.extend((0..6).find_map(|_| self.hosting(ty, ask, &bound)));
        }
        if all.len() == 1 {
            return all.remove(0);
        }
        let text = vec!["$"; all.len()].join(" | ");
        pattern("pattern or, pattern parenthesis", format!("({text})"), all)
    }

    /// A pattern that binds exactly these names, in whatever places.
    fn hosting(&mut self, ty: &Ty, ask: Ask, wanted: &[Var]) -> Option<Node> {
        if wanted.is_empty() {
            let none = Ask {
                binds: false,
                sure: false,
                ..ask
            };
            return Some(self.case(ty, none, &mut Vec::new()));
        }
        if let [var] = wanted
            && var.ty == *ty
            && var.form == ask.form
            && self.rng.chance(70)
        {
            let text = match var.mutable && var.form == Form::Value {
                true => format!("mut {}", var.name),
                false => var.name.clone(),
            };
            if self.rng.chance(25) && ask.depth > 0 {
                let inner = self.hosting(ty, ask.inner(), &[])?;
                return Some(pattern("pattern @", format!("{text} @ ($)"), vec![inner]));
            }
            return Some(pattern("pattern name", text, vec![]));
        }
        if ask.depth == 0 {
            return None;
        }
        let variants = ty.variants();
        let variant = match variants.is_empty() {
            true => None,
            false => Some(variants[self.rng.below(variants.len())].clone()),
        };
        let fields = match &variant {
            Some(variant) => variant.fields.clone(),
            None => ty.parts(),
        };
        if fields.is_empty() {
            return None;
        }
        let mut given: Vec<Vec<Var>> = vec![Vec::new(); fields.len()];
        for var in wanted {
            let at = self.rng.below(fields.len());
            given[at].push(var.clone());
        }
        let kids = fields.iter().zip(&given);
        let kids = kids.map(|((_, ty), given)| self.hosting(ty, ask.inner(), given));
        let kids = kids.collect::<Option<Vec<Node>>>()?;
        Some(self.whole(ty, variant.as_ref().map(|v| v.name.as_str()), kids))
    }
}
