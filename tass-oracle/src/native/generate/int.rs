//! Integers: operators, casts, methods and functions.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::{INTS, Int, Ty, bits, signed};

/// Methods of all integers that take one of the same type, with their twins that are called by a
/// path.
const TWO: &[(&str, &str)] = &[
    ("method min", "function T::min"),
    ("method max", "function T::max"),
    ("method rem_euclid", "function T::rem_euclid"),
    ("method div_euclid", "function T::div_euclid"),
];

impl Gen {
    /// An integer that is computed.
    pub(super) fn int(&mut self, int: Int, depth: usize) -> Node {
        let ty = Ty::Int(int);
        match self.rng.weighted(&[40, 4, 12, 14, 4, 6, 10, 2, 3]) {
            0 => self.arithmetic(&ty, depth),
            1 if signed(int) => {
                let inner = self.expr(&ty, depth);
                let firm = inner.firm;
                Node::new("operator neg, expression unary", ty, "(-$)", vec![inner]).firm(firm)
            }
            2 => self.cast(int, depth),
            3 => self.int_method(int, depth),
            4 => self.int_function(int, depth),
            5 if int == "usize" => self.measure(depth),
            5 => self.difference(int, depth),
            6 => self.folded(&ty, depth),
            7 if int == "usize" => {
                let (rules, name) = *self
                    .rng
                    .pick(&[("operation rank", "rank"), ("operation size", "size")]);
                Node::new(rules, ty, format!("mpi!({name}())"), vec![]).native(if name == "rank" {
                    "0usize"
                } else {
                    "1usize"
                })
            }
            8 if !self.pure => self.chosen(int),
            _ => self.arithmetic(&ty, depth),
        }
    }

    /// `a + b`
    fn arithmetic(&mut self, ty: &Ty, depth: usize) -> Node {
        let (rules, op) = *self.rng.pick(&[
            ("operator +, expression binary", "+"),
            ("operator +, expression binary", "+"),
            ("operator -, expression binary", "-"),
            ("operator -, expression binary", "-"),
            ("operator *, expression binary", "*"),
            ("operator /, expression binary", "/"),
            ("operator %, expression binary", "%"),
        ]);
        let a = self.expr(ty, depth);
        // Divisors are literals most of the time, or nothing gets far.
        let b = match matches!(op, "/" | "%") && self.rng.chance(65) {
            true => {
                let divisor = self.rng.between(2, 5);
                Node::new(
                    "expression integer",
                    ty.clone(),
                    divisor.to_string(),
                    vec![],
                )
                .firm(false)
            }
            false => self.expr(ty, depth),
        };
        let firm = a.firm || b.firm;
        Node::new(rules, ty.clone(), format!("($ {op} $)"), vec![a, b]).firm(firm)
    }

    /// `e as T`
    fn cast(&mut self, int: Int, depth: usize) -> Node {
        let ty = Ty::Int(int);
        if self.rng.chance(35)
            && let Some(made) = self.number_of_variant(int, depth)
        {
            return made;
        }
        let from = match self.rng.weighted(&[8, 2, if self.floats { 3 } else { 0 }]) {
            0 => Ty::Int(self.int_ty()),
            1 => Ty::Bool,
            _ => Ty::Float("f64"),
        };
        let inner = self.firm(&from, depth);
        Node::new("expression as", ty, format!("($ as {int})"), vec![inner])
            .native(format!("cast::<{int}, _>($)"))
    }

    fn int_method(&mut self, int: Int, depth: usize) -> Node {
        let ty = Ty::Int(int);
        let receiver = self.firm(&ty, depth);
        match self.rng.weighted(&[8, 2, 2, 3, 2]) {
            1 if signed(int) => Node::new(
                "method abs, expression method call",
                ty,
                "($).abs()",
                vec![receiver],
            ),
            2 if signed(int) => Node::new(
                "method signum, expression method call",
                ty,
                "($).signum()",
                vec![receiver],
            ),
            3 => {
                let (lo, hi) = match self.rng.chance(60) {
                    true => {
                        let lo = self.rng.between(0, 2);
                        let hi = lo + self.rng.between(0, 4);
                        let end = |value: i128| {
                            Node::new("expression integer", ty.clone(), value.to_string(), vec![])
                                .firm(false)
                        };
                        (end(lo), end(hi))
                    }
                    false => (self.expr(&ty, depth), self.expr(&ty, depth)),
                };
                Node::new(
                    "method clamp, expression method call",
                    ty,
                    "($).clamp($, $)",
                    vec![receiver, lo, hi],
                )
            }
            4 => {
                let power = match self.rng.chance(85) {
                    true => {
                        let power = self.rng.below(4);
                        Node::new(
                            "expression integer",
                            Ty::Int("u32"),
                            power.to_string(),
                            vec![],
                        )
                        .firm(false)
                    }
                    false => {
                        let inner = self.expr(&Ty::Int("u32"), 0);
                        Node::new("operator %", Ty::Int("u32"), "($ % 3)", vec![inner])
                    }
                };
                Node::new(
                    "method pow, expression method call",
                    ty,
                    "($).pow($)",
                    vec![receiver, power],
                )
            }
            _ => {
                let (rules, _) = *self.rng.pick(TWO);
                let name = rules.trim_start_matches("method ");
                let other = self.expr(&ty, depth);
                Node::new(rules, ty, format!("($).{name}($)"), vec![receiver, other])
            }
        }
    }

    /// `i64::max(a, b)` and the like.
    fn int_function(&mut self, int: Int, depth: usize) -> Node {
        let ty = Ty::Int(int);
        match self.rng.weighted(&[4, 3, 3, 1, 1, 1, 1]) {
            0 => {
                let (_, rules) = *self.rng.pick(TWO);
                let name = rules.trim_start_matches("function T::");
                let kids = vec![self.expr(&ty, depth), self.expr(&ty, depth)];
                Node::new(rules, ty, format!("{int}::{name}($, $)"), kids)
            }
            1 => {
                let (rules, name) = *self
                    .rng
                    .pick(&[("function cmp::min", "min"), ("function cmp::max", "max")]);
                let kids = vec![self.firm(&ty, depth), self.expr(&ty, depth)];
                Node::new(rules, ty, format!("std::cmp::{name}($, $)"), kids)
            }
            2 => {
                let smaller: Vec<Int> = INTS
                    .iter()
                    .copied()
                    .filter(|from| lossless(from, int))
                    .collect();
                if smaller.is_empty() {
                    return self.arithmetic(&ty, depth);
                }
                let from = *self.rng.pick(&smaller);
                let inner = self.firm(&Ty::Int(from), depth);
                Node::new(
                    "function T::from",
                    ty,
                    format!("{int}::from($)"),
                    vec![inner],
                )
            }
            3 if signed(int) => {
                let kids = vec![self.expr(&ty, depth)];
                Node::new("function T::abs", ty, format!("{int}::abs($)"), kids)
            }
            4 if signed(int) => {
                let kids = vec![self.expr(&ty, depth)];
                Node::new("function T::signum", ty, format!("{int}::signum($)"), kids)
            }
            5 => {
                let power = self.rng.below(3);
                let kids = vec![self.expr(&ty, depth)];
                Node::new(
                    "function T::pow",
                    ty,
                    format!("{int}::pow($, {power})"),
                    kids,
                )
            }
            _ => {
                let kids = vec![self.expr(&ty, depth), self.expr(&ty, 0), self.expr(&ty, 0)];
                Node::new(
                    "function T::clamp",
                    ty,
                    format!("{int}::clamp($, $, $)"),
                    kids,
                )
            }
        }
    }

    /// `a.len()`, or `chain.count()`.
    fn measure(&mut self, depth: usize) -> Node {
        let ty = Ty::Int("usize");
        if self.rng.chance(40) {
            return self.counted(depth);
        }
        match self.place_of(false, &|ty| ty.elem().is_some()) {
            Some((place, _)) => {
                let (text, kids, _) = self.sliced(place);
                Node::new(
                    "method len, expression method call",
                    ty,
                    format!("{text}.len()"),
                    kids,
                )
            }
            None => self.leaf(&ty),
        }
    }

    /// `a.abs_diff(b)`: of the signed type of the same width as well.
    fn difference(&mut self, int: Int, depth: usize) -> Node {
        let ty = Ty::Int(int);
        if signed(int) {
            return self.arithmetic(&ty, depth);
        }
        let signed = INTS
            .iter()
            .find(|other| other[1..] == int[1..] && **other != int);
        let from = match signed {
            Some(signed) if self.rng.chance(50) => Ty::Int(signed),
            _ => ty.clone(),
        };
        if self.rng.chance(20) {
            let kids = vec![self.expr(&from, depth), self.expr(&from, depth)];
            return Node::new(
                "function T::abs_diff",
                ty,
                format!("{from}::abs_diff($, $)"),
                kids,
            );
        }
        let kids = vec![self.firm(&from, depth), self.expr(&from, depth)];
        Node::new(
            "method abs_diff, expression method call",
            ty,
            "($).abs_diff($)",
            kids,
        )
    }

    /// `choose!(lo..hi)`
    fn chosen(&mut self, int: Int) -> Node {
        let ty = Ty::Int(int);
        let lo = self.rng.between(0, 2);
        let hi = lo + self.rng.between(1, 3);
        let inclusive = self.rng.chance(40);
        let dots = if inclusive { "..=" } else { ".." };
        Node::new(
            "macro choose, expression macro",
            ty,
            format!("choose!({lo}{int}{dots}{hi})"),
            vec![],
        )
        .native(format!("choose({lo}{int}, {hi}, {inclusive})"))
    }
}

/// Is there an `impl From<from> for int`?
fn lossless(from: Int, int: Int) -> bool {
    if int == "usize" {
        return matches!(from, "u8" | "u16");
    }
    if int == "isize" {
        return matches!(from, "u8" | "i8" | "i16");
    }
    let wider = bits(from) < bits(int) && !from.ends_with("size");
    wider && (signed(int) || !signed(from)) && (signed(from) == signed(int) || signed(int))
}
