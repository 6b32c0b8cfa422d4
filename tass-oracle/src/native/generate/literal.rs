//! Literals and constants.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::{Ty, bits, signed};

impl Gen {
    /// The simplest values of a type: literals all the way down.
    pub(super) fn literal(&mut self, ty: &Ty, firm: bool) -> Node {
        match ty {
            Ty::Unit | Ty::Never => Node::new("expression tuple", Ty::Unit, "()", vec![]),
            Ty::Bool => {
                let text = if self.rng.chance(50) { "true" } else { "false" };
                Node::new("expression bool", ty.clone(), text, vec![])
            }
            Ty::Int(int) => self.int_literal(int, firm),
            Ty::Float(float) => {
                let value = self.rng.between(-8, 12) as f64 / 4.0;
                let suffix = if firm || self.rng.chance(15) {
                    float
                } else {
                    ""
                };
                let firm = !suffix.is_empty();
                let text = match value < 0.0 {
                    true => format!("({value:?}{suffix})"),
                    false => format!("{value:?}{suffix}"),
                };
                Node::new("expression float", ty.clone(), text, vec![]).firm(firm)
            }
            Ty::Tuple(parts) => {
                let kids = parts.iter().map(|part| self.literal(part, firm)).collect();
                self.tuple_of(ty.clone(), kids)
            }
            Ty::Array(elem, len) => {
                let kids = (0..*len).map(|_| self.literal(elem, firm)).collect();
                self.list_of("expression array", "[", ty.clone(), kids)
            }
            Ty::Vec(elem) => {
                let len = 1 + self.rng.below(3);
                let kids = (0..len).map(|_| self.literal(elem, firm)).collect();
                self.list_of(
                    "macro vec list, expression macro",
                    "vec![",
                    ty.clone(),
                    kids,
                )
            }
            Ty::Enum(_) | Ty::Option(_) | Ty::Result(..) => self.variant_literal(ty, firm),
            Ty::Struct(decl) => {
                let kids = decl
                    .fields
                    .iter()
                    .map(|(_, ty)| self.literal(ty, false))
                    .collect();
                self.struct_of(ty.clone(), kids)
            }
        }
    }

    fn int_literal(&mut self, int: &'static str, firm: bool) -> Node {
        let ty = Ty::Int(int);
        let plain = if self.focus { 60 } else { 24 };
        match self.rng.weighted(&[plain, 1, 1]) {
            1 => {
                // The integers of models end at `i128::MAX`.
                let end = match int {
                    "u128" => "MIN",
                    _ => self.rng.pick(&["MAX", "MIN"]),
                };
                return Node::new("expression constant", ty, format!("{int}::{end}"), vec![]);
            }
            2 => {
                let name = self.constant(int);
                return Node::new("expression constant", ty, name, vec![]);
            }
            _ => {}
        }
        let value = match self.rng.weighted(&[if self.focus { 60 } else { 16 }, 1, 1]) {
            1 => 127,
            2 if bits(int) > 8 => self.rng.between(100, 300),
            _ if self.focus => self.rng.between(0, 2),
            _ => self.rng.between(if signed(int) { -3 } else { 0 }, 5),
        };
        let suffix = if firm || self.rng.chance(15) { int } else { "" };
        let text = match value < 0 {
            true => format!("({value}{suffix})"),
            false => format!("{value}{suffix}"),
        };
        Node::new("expression integer", ty, text, vec![]).firm(!suffix.is_empty())
    }

    /// The name of a constant of this type, by itself or by its path.
    pub(super) fn constant(&mut self, int: &'static str) -> String {
        let name = format!("N_{}", int.to_uppercase());
        let start = format!("const {name}:");
        if !self
            .helpers
            .iter()
            .any(|helper| helper.text.starts_with(&start))
        {
            let value = self.rng.between(0, 4);
            let text = format!("{start} {int} = {value};");
            self.helpers.push(Node::statement("", text, vec![]));
        }
        match self.rng.chance(50) {
            true => name,
            false => format!("self::{name}"),
        }
    }
}
