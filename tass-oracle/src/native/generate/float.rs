//! Floats, only where they are exact: what is computed from small dyadic numbers without division,
//! but by powers of two. An `f32` is multiplied by nothing else either: squared in a loop it soon
//! has more digits than the type.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// A float that is computed.
    pub(super) fn float(&mut self, float: &'static str, depth: usize) -> Node {
        let ty = Ty::Float(float);
        match self.rng.weighted(&[10, 2, 3, 3, 2, 2]) {
            1 => {
                let inner = self.expr(&ty, depth);
                let firm = inner.firm;
                Node::new("operator neg, expression unary", ty, "(-$)", vec![inner]).firm(firm)
            }
            2 => {
                let at = self.rng.below(3);
                let from = Ty::Int(["i8", "u8", "i16"][at]);
                let inner = self.firm(&from, depth);
                match self.rng.chance(50) {
                    true => Node::new("expression as", ty, format!("($ as {float})"), vec![inner]),
                    false => Node::new(
                        "function T::from",
                        ty,
                        format!("{float}::from($)"),
                        vec![inner],
                    ),
                }
            }
            3 => {
                let (rules, name) = *self
                    .rng
                    .pick(&[("method abs", "abs"), ("method signum", "signum")]);
                let inner = self.firm(&ty, depth);
                // `-0.0` has a sign of its own in Rust, and none among the reals.
                let native = format!("($ + 0.0).{name}()");
                Node::new(rules, ty, format!("($).{name}()"), vec![inner]).native(native)
            }
            4 => {
                let (rules, name) = *self
                    .rng
                    .pick(&[("method min", "min"), ("method max", "max")]);
                let kids = vec![self.firm(&ty, depth), self.expr(&ty, depth)];
                Node::new(rules, ty, format!("($).{name}($)"), kids)
            }
            5 => {
                let by = self.rng.pick(&["2.0", "4.0", "0.5"]);
                let inner = self.expr(&ty, depth);
                let firm = inner.firm;
                Node::new(
                    "operator /, expression binary",
                    ty,
                    format!("($ / {by})"),
                    vec![inner],
                )
                .firm(firm)
            }
            _ => {
                let (rules, op) = *self.rng.pick(&[
                    ("operator +, expression binary", "+"),
                    ("operator -, expression binary", "-"),
                    ("operator *, expression binary", "*"),
                ]);
                if (op, float) == ("*", "f32") {
                    let by = self.rng.pick(&["2.0", "0.25", "-1.0"]);
                    let inner = self.expr(&ty, depth);
                    let firm = inner.firm;
                    return Node::new(rules, ty, format!("($ * {by})"), vec![inner]).firm(firm);
                }
                let (a, b) = (self.expr(&ty, depth), self.expr(&ty, 0));
                let firm = a.firm || b.firm;
                Node::new(rules, ty, format!("($ {op} $)"), vec![a, b]).firm(firm)
            }
        }
    }
}
