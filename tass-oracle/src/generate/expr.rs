//! Random expressions of a given type, over the variables in scope.

use tass_syntax::tree::{
    BinOp, Closure, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, Type, UnOp,
};

use super::{Generator, model::literal};
use crate::build::*;

impl Generator {
    /// An `i64`.
    pub(super) fn int(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(30) {
            return self.int_leaf();
        }
        let risk = if self.risky { 8 } else { 1 };
        match self.rng.weighted(&[10, 8, 4, 4, risk, 3, 3, 2, 2, 1]) {
            0 => binary(BinOp::Add, self.int(depth - 1), self.int_leaf()),
            1 => binary(BinOp::Sub, self.int_leaf(), self.int(depth - 1)),
            2 => binary(
                BinOp::Mul,
                self.int_leaf(),
                literal(self.rng.between(-2, 3)),
            ),
            3 => {
                let op = *self.rng.pick(&[BinOp::Div, BinOp::Rem]);
                let divisor = literal(*self.rng.pick(&[2, 3, -2]));
                binary(op, self.typed_leaf(), divisor)
            }
            4 => {
                let op = *self.rng.pick(&[BinOp::Div, BinOp::Rem]);
                binary(op, self.typed_leaf(), self.int_leaf())
            }
            5 => {
                let name = *self.rng.pick(&["min", "max"]);
                method(self.typed_leaf(), name, vec![self.int_leaf()])
            }
            6 => expr(ExprKind::Cast(Box::new(self.usize(depth - 1)), I64)),
            7 => {
                let name = *self.rng.pick(&["rem_euclid", "div_euclid"]);
                let divisor = literal(*self.rng.pick(&[2, 3]));
                method(self.typed_leaf(), name, vec![divisor])
            }
            8 => self.fold(),
            _ => binary(BinOp::Mul, self.int_leaf(), self.int_leaf()),
        }
    }

    /// A variable, an element or a small number.
    pub(super) fn int_leaf(&mut self) -> Expr {
        if self.rng.chance(30) {
            literal(self.rng.between(-1, 3))
        } else {
            self.typed_leaf()
        }
    }

    /// A variable or an element: something that shows its type.
    fn typed_leaf(&mut self) -> Expr {
        match self.rng.weighted(&[10, 2, 1, 1]) {
            0 => {
                let ints = self.ints.clone();
                // Inputs come last, and matter most.
                let from = if self.rng.chance(35) {
                    3.min(ints.len() - 1)
                } else {
                    0
                };
                var(self.rng.pick(&ints[from..]))
            }
            1 => index(var("a"), self.index(3)),
            2 => index(var("c"), self.index(self.nprocs)),
            _ => field(var("t"), "0"),
        }
    }

    /// An index into something of length `len`, mostly within.
    pub(super) fn index(&mut self, len: usize) -> Expr {
        let risk = if self.risky { 8 } else { 2 };
        match self.rng.weighted(&[8, 3, risk, 1]) {
            0 => int(self.rng.below(len) as i128),
            1 if len >= self.nprocs => var("rank"),
            2 => self.usize_leaf(),
            _ => rem(self.usize_leaf(), int(len as i128)),
        }
    }

    /// A `usize`.
    pub(super) fn usize(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(50) {
            return self.usize_leaf();
        }
        let risk = if self.risky { 5 } else { 1 };
        match self.rng.weighted(&[6, risk, 3, risk, 1]) {
            0 => add(self.usize_leaf(), int(self.rng.between(0, 2))),
            1 => binary(BinOp::Sub, self.usize_leaf(), int(1)),
            2 => rem(self.usize(depth - 1), var("size")),
            3 => expr(ExprKind::Cast(Box::new(self.typed_leaf()), USIZE)),
            _ => method(var("v"), "len", vec![]),
        }
    }

    pub(super) fn usize_leaf(&mut self) -> Expr {
        let usizes = self.usizes.clone();
        let from = if self.rng.chance(40) {
            4.min(usizes.len() - 1)
        } else {
            0
        };
        var(self.rng.pick(&usizes[from..]))
    }

    /// A condition.
    pub(super) fn bool(&mut self, depth: u32) -> Expr {
        if depth > 0 && self.rng.chance(35) {
            return match self.rng.weighted(&[4, 4, 3, 1]) {
                0 => binary(BinOp::And, self.bool(depth - 1), self.bool(depth - 1)),
                1 => binary(BinOp::Or, self.bool(depth - 1), self.bool(depth - 1)),
                2 => expr(ExprKind::Unary(UnOp::Not, Box::new(self.bool(depth - 1)))),
                _ => binary(BinOp::BitXor, self.bool(0), self.bool(0)),
            };
        }
        let compare = *self.rng.pick(&[
            BinOp::Eq,
            BinOp::Ne,
            BinOp::Lt,
            BinOp::Le,
            BinOp::Gt,
            BinOp::Ge,
        ]);
        match self.rng.weighted(&[8, 5, 2, 1, 2]) {
            0 => binary(compare, self.typed_leaf(), self.int(1)),
            1 => binary(compare, self.usize_leaf(), int(self.rng.between(0, 2))),
            2 => {
                let bools = self.bools.clone();
                var(self.rng.pick(&bools))
            }
            3 => binary(compare, var("f"), self.float()),
            _ => self.quantifier(),
        }
    }

    /// An `f64`.
    pub(super) fn float(&mut self) -> Expr {
        let literal = expr(ExprKind::Float(
            (*self.rng.pick(&["0.5", "1.0", "0.25"])).into(),
            None,
        ));
        match self.rng.weighted(&[3, 2, 2, 1]) {
            0 => literal,
            1 => binary(BinOp::Add, var("f"), literal),
            2 => expr(ExprKind::Cast(Box::new(self.typed_leaf()), F64)),
            _ => binary(BinOp::Mul, var("f"), literal),
        }
    }

    /// A condition that usually holds, for models that are right.
    pub(super) fn mild(&mut self) -> Expr {
        match self.rng.below(7) {
            0 => lt(var("rank"), var("size")),
            1 => binary(BinOp::Le, literal(-50), self.typed_leaf()),
            2 => binary(BinOp::Ne, self.typed_leaf(), literal(77)),
            3 => {
                let leaf = self.typed_leaf();
                binary(
                    BinOp::Ge,
                    binary(BinOp::Mul, leaf.clone(), leaf),
                    literal(0),
                )
            }
            4 => lt(self.usize_leaf(), int(9)),
            5 => lt(rem(self.usize_leaf(), int(3)), int(3)),
            _ => {
                let a = self.bool(0);
                binary(
                    BinOp::Or,
                    a.clone(),
                    expr(ExprKind::Unary(UnOp::Not, Box::new(a))),
                )
            }
        }
    }

    /// A sum, a count or an extremum.
    fn fold(&mut self) -> Expr {
        let elements = FoldSource::Elements(var(*self.rng.pick(&["a", "c"])));
        let behind = || Box::new(expr(ExprKind::Unary(UnOp::Deref, Box::new(var("e")))));
        match self.rng.below(4) {
            0 => fold(elements, vec![], FoldEnd::Sum(I64)),
            1 => {
                let map = closure(
                    "e",
                    binary(BinOp::Mul, *behind(), literal(self.rng.between(-1, 2))),
                );
                fold(elements, vec![FoldStep::Map(map)], FoldEnd::Sum(I64))
            }
            2 => {
                let items = FoldSource::Range {
                    lo: int(0),
                    hi: int(3),
                    inclusive: false,
                };
                let map = closure("i", index(var("a"), var("i")));
                let end = if self.rng.chance(50) {
                    FoldEnd::Min
                } else {
                    FoldEnd::Max
                };
                if self.risky {
                    let items = FoldSource::Range {
                        lo: self.usize_leaf(),
                        hi: int(3),
                        inclusive: false,
                    };
                    return fold(items, vec![FoldStep::Map(map)], end);
                }
                fold(items, vec![FoldStep::Map(map)], end)
            }
            _ => {
                let items = FoldSource::Range {
                    lo: int(0),
                    hi: var("size"),
                    inclusive: false,
                };
                let keep = closure("i", lt(*reference("i"), self.usize_leaf()));
                let count = fold(items, vec![FoldStep::Filter(keep)], FoldEnd::Count);
                expr(ExprKind::Cast(Box::new(count), I64))
            }
        }
    }

    /// `all` or `any`.
    fn quantifier(&mut self) -> Expr {
        let end = |closure, all: bool| {
            if all {
                FoldEnd::All(closure)
            } else {
                FoldEnd::Any(closure)
            }
        };
        let all = self.rng.chance(50);
        if self.rng.chance(50) {
            let source = FoldSource::Elements(var(*self.rng.pick(&["a", "c"])));
            let test = binary(
                *self.rng.pick(&[BinOp::Ge, BinOp::Ne, BinOp::Lt]),
                *reference("e"),
                self.int_leaf(),
            );
            return fold(source, vec![], end(closure("e", test), all));
        }
        let hi = if self.rng.chance(70) {
            int(3)
        } else {
            self.usize_leaf()
        };
        let source = FoldSource::Range {
            lo: int(0),
            hi,
            inclusive: self.rng.chance(10),
        };
        let test = binary(
            *self.rng.pick(&[BinOp::Ge, BinOp::Ne, BinOp::Lt]),
            index(var("a"), var("i")),
            self.int_leaf(),
        );
        fold(source, vec![], end(closure("i", test), all))
    }
}

fn reference(name: &str) -> Box<Expr> {
    Box::new(expr(ExprKind::Unary(UnOp::Deref, Box::new(var(name)))))
}

fn closure(variable: &str, body: Expr) -> Closure {
    Closure {
        pattern: name(variable),
        ty: Type::Infer,
        ret: Type::Infer,
        body: Box::new(body),
    }
}

fn fold(source: FoldSource, steps: Vec<FoldStep>, end: FoldEnd) -> Expr {
    expr(ExprKind::Fold(Box::new(Fold { source, steps, end })))
}

fn method(receiver: Expr, name: &str, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Method {
        receiver: Box::new(receiver),
        name: name.into(),
        args,
    })
}
