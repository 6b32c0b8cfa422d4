//! Conditions.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

const COMPARISONS: &[(&str, &str)] = &[
    ("operator ==, expression binary", "=="),
    ("operator !=, expression binary", "!="),
    ("operator <, expression binary", "<"),
    ("operator <=, expression binary", "<="),
    ("operator >, expression binary", ">"),
    ("operator >=, expression binary", ">="),
];

const CONNECTIVES: &[(&str, &str)] = &[
    ("operator &&, expression binary", "&&"),
    ("operator ||, expression binary", "||"),
    ("operator &, expression binary", "&"),
    ("operator ^, expression binary", "^"),
];

impl Gen {
    /// A condition that is computed.
    pub(super) fn boolean(&mut self, depth: usize) -> Node {
        let ty = Ty::Bool;
        let cases = if self.cases { 1 } else { 0 };
        match self
            .rng
            .weighted(&[30, 12, 4, 4, 3, 7, 3, 3, 8 * cases, 5 * cases])
        {
            0 => self.comparison(depth),
            1 => {
                let (rules, op) = *self.rng.pick(CONNECTIVES);
                let kids = vec![self.expr(&ty, depth), self.expr(&ty, depth)];
                Node::new(rules, ty, format!("($ {op} $)"), kids)
            }
            2 => {
                let inner = self.expr(&ty, depth);
                Node::new("operator !, expression unary", ty, "(!$)", vec![inner])
            }
            3 => self.within(depth),
            4 => self.holds(),
            5 => self.quantified(depth),
            6 => self.multiple(depth),
            8 => self.matches(),
            9 => self.variant_question(depth),
            _ => {
                let kids = vec![self.expr(&ty, depth), self.expr(&ty, depth)];
                Node::new("operator |, expression binary", ty, "($ | $)", kids)
            }
        }
    }

    /// `a < b`, of any type that has it.
    fn comparison(&mut self, depth: usize) -> Node {
        let (rules, op) = *self.rng.pick(COMPARISONS);
        let of = match self.rng.chance(75) {
            true if self.cases && self.rng.chance(20) => self.case_ty(),
            true => self.scalar(),
            false => self.ty(1),
        };
        let (a, b) = match self.rng.chance(80) {
            true => {
                let a = self.firm(&of, depth);
                (a, self.expr(&of, depth))
            }
            false => {
                let a = self.expr(&of, depth);
                (a, self.firm(&of, depth))
            }
        };
        // A struct literal must not stand in the head of an `if`.
        Node::new(rules, Ty::Bool, format!("(($) {op} ($))"), vec![a, b])
    }

    /// `(lo..hi).contains(&e)`
    fn within(&mut self, depth: usize) -> Node {
        let of = Ty::Int(self.int_ty());
        let (lo, hi) = (self.firm(&of, depth), self.expr(&of, depth));
        let item = self.expr(&of, depth);
        let (text, kids) = match self.rng.below(5) {
            0 => ("(($)..).contains(&$)", vec![lo, item]),
            1 => ("(..($)).contains(&$)", vec![lo, item]),
            2 => ("(($)..=($)).contains(&$)", vec![lo, hi, item]),
            _ => ("(($)..($)).contains(&$)", vec![lo, hi, item]),
        };
        Node::new(
            "expression range contains, method contains",
            Ty::Bool,
            text,
            kids,
        )
    }

    /// `a.is_empty()`, `a.contains(&e)`
    fn holds(&mut self) -> Node {
        let Some((place, _)) = self.place_of(false, &|ty| ty.elem().is_some()) else {
            return self.comparison(0);
        };
        let elem = place.ty.elem().cloned().unwrap_or(Ty::Bool);
        let (text, mut kids, _) = self.sliced(place);
        if self.rng.chance(40) {
            return Node::new(
                "method is_empty",
                Ty::Bool,
                format!("{text}.is_empty()"),
                kids,
            );
        }
        kids.push(self.expr(&elem, 1));
        Node::new(
            "method contains, expression &",
            Ty::Bool,
            format!("{text}.contains(&$)"),
            kids,
        )
    }

    /// `a.is_multiple_of(b)`
    fn multiple(&mut self, depth: usize) -> Node {
        let unsigned: Vec<&'static str> = self
            .ints
            .iter()
            .copied()
            .filter(|int| int.starts_with('u'))
            .collect();
        let at = self.rng.below(unsigned.len());
        let of = Ty::Int(unsigned[at]);
        if self.rng.chance(25) {
            let kids = vec![self.expr(&of, depth), self.expr(&of, 0)];
            let text = format!("{of}::is_multiple_of($, $)");
            return Node::new("function T::is_multiple_of", Ty::Bool, text, kids);
        }
        let kids = vec![self.firm(&of, depth), self.expr(&of, 0)];
        Node::new(
            "method is_multiple_of",
            Ty::Bool,
            "($).is_multiple_of($)",
            kids,
        )
    }
}
