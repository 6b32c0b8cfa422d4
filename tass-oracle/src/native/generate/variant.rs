//! Values of enums: which there are, and the ways to make them.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::{Enum, Ty, Variant};

impl Gen {
    /// A new enum: three of five have fields.
    pub(super) fn declare_enum(&mut self) {
        let name = format!("{}{}", self.rng.pick(&["Job", "Vote"]), self.enums.len());
        let count = 2 + self.rng.weighted(&[3, 3, 1]);
        let plain = self.rng.chance(30);
        let numbered = plain && self.rng.chance(60);
        let mut next = 0;
        let variants = (0..count).map(|at| {
            // What derives `PartialOrd` is ordered as the variants stand, so the numbers grow.
            let discriminant = (numbered && self.rng.chance(70)).then(|| match at {
                0 => self.rng.between(-3, 1) as i64,
                _ => next + self.rng.between(0, 3) as i64,
            });
            next = discriminant.unwrap_or(next) + 1;
            let fields = if plain { Vec::new() } else { self.fields() };
            let name = ["Idle", "Work", "Move", "Done"][at].to_string();
            Variant {
                name,
                fields,
                discriminant,
            }
        });
        let variants = variants.collect();
        self.enums.push(Enum { name, variants });
    }

    /// The fields of a variant.
    fn fields(&mut self) -> Vec<(String, Ty)> {
        let count = self.rng.weighted(&[3, 4, 3, 1]);
        let tuple = self.rng.chance(60);
        let fields = (0..count).map(|at| {
            let ty = match self.rng.chance(25) {
                true => self.ty(1),
                false => self.scalar(),
            };
            let name = match tuple {
                true => at.to_string(),
                false => ["x", "y", "z"][at].to_string(),
            };
            (name, ty)
        });
        fields.collect()
    }

    /// A variant with its fields made by this; the last one of `Option` and the first one of others
    /// are as likely as all the others.
    fn variant_of(&mut self, ty: &Ty, make: &mut dyn FnMut(&mut Gen, &Ty) -> Node) -> Node {
        let variants = ty.variants();
        let at = match ty {
            Ty::Option(_) if self.rng.chance(40) => 1,
            _ => self.rng.below(variants.len()),
        };
        let variant = &variants[at];
        let mut kids: Vec<Node> = variant
            .fields
            .iter()
            .map(|(_, ty)| make(self, ty))
            .collect();
        let path = self.variant_path(ty, variant);
        // A part of the type of a standard one is said by what it holds; `None` says nothing.
        let firm = match ty {
            Ty::Option(_) => kids.first().is_some_and(|kid| kid.firm),
            Ty::Result(..) => false,
            _ => true,
        };
        let text = match (variant.is_tuple(), variant.fields.is_empty()) {
            (_, true) => path,
            (true, _) if !matches!(ty, Ty::Enum(_)) || self.rng.chance(85) => {
                format!("{path}({})", "$, ".repeat(kids.len()))
            }
            _ => {
                let mut names: Vec<&str> = variant
                    .fields
                    .iter()
                    .map(|(name, _)| name.as_str())
                    .collect();
                if self.rng.chance(50) {
                    names.reverse();
                    kids.reverse();
                }
                let fields: Vec<String> = names.iter().map(|name| format!("{name}: $")).collect();
                format!("{path} {{ {} }}", fields.join(", "))
            }
        };
        Node::new("expression variant", ty.clone(), text, kids).firm(firm)
    }

    /// The name of a variant, or one of its paths.
    pub(super) fn variant_path(&mut self, ty: &Ty, variant: &Variant) -> String {
        let name = &variant.name;
        match (ty, self.rng.chance(8)) {
            (Ty::Enum(_), true) => format!("self::{name}"),
            (Ty::Option(_), true) => format!("Option::{name}"),
            (Ty::Result(..), true) => format!("Result::{name}"),
            _ => name.clone(),
        }
    }

    /// A variant with literals.
    pub(super) fn variant_literal(&mut self, ty: &Ty, firm: bool) -> Node {
        let made = self.variant_of(ty, &mut |g, ty| g.literal(ty, firm));
        if firm { self.told(made) } else { made }
    }

    /// A variant with whatever is in it.
    pub(super) fn variant_made(&mut self, ty: &Ty, depth: usize) -> Node {
        self.variant_of(ty, &mut |g, ty| g.expr(ty, depth))
    }

    /// The value, with its type where it does not say it itself.
    pub(super) fn told(&mut self, made: Node) -> Node {
        if made.firm {
            return made;
        }
        let (name, ty) = (self.fresh("x"), made.ty.clone());
        let text = format!("{{ let {name}: {ty} = $; {name} }}");
        let rules = "expression block, statement let type";
        Node::new(rules, ty, text, vec![made])
    }
}
