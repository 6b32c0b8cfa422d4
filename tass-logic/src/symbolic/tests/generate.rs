//! Random trees and random worlds.

use dashu_ratio::RBig;

use super::naive::{A, Bin, Rng, T, Un, V, World};
use crate::symbolic::{FoldOp, Sort};

/// Makes trees of a requested sort.
pub(crate) struct Gen {
    pub(crate) rng: Rng,
    pub(crate) vars: usize,
    pub(crate) arrays: bool,
    pub(crate) binders: bool,
}

fn bx(t: T) -> Box<T> {
    Box::new(t)
}

// Symbols 0..4 are integers (0 and 1 also lengths, never negative), 4..7 reals, 7..9 booleans.
const INTS: [usize; 4] = [0, 1, 2, 3];
const REALS: [usize; 3] = [4, 5, 6];
const BOOLS: [usize; 2] = [7, 8];

impl Gen {
    fn pick(&mut self, xs: &[usize]) -> T {
        T::Sym(xs[self.rng.below(xs.len() as u64) as usize])
    }

    pub(crate) fn int(&mut self, d: u32) -> T {
        if d == 0 || self.rng.below(8) == 0 {
            return match self.rng.below(5) {
                0 | 1 => T::Int(self.rng.range(-4, 6)),
                2 if self.vars > 0 => T::Var(self.rng.below(self.vars as u64) as usize),
                _ => self.pick(&INTS),
            };
        }
        let d = d - 1;
        match self.rng.below(22) {
            0..=3 => self.bin(Bin::Add, d, Sort::Int),
            4..=5 => self.bin(Bin::Sub, d, Sort::Int),
            6..=7 => self.bin(Bin::Mul, d, Sort::Int),
            8 => T::Un(
                if self.rng.coin() { Un::Neg } else { Un::Abs },
                bx(self.int(d)),
            ),
            9..=12 => {
                let op = [Bin::DivE, Bin::ModE, Bin::DivT, Bin::RemT][self.rng.below(4) as usize];
                let a = self.int(d);
                let b = if self.rng.below(3) > 0 {
                    T::Int(self.divisor())
                } else {
                    self.int(d)
                };
                T::Bin(op, bx(a), bx(b))
            }
            13 => {
                let op = self.extremum();
                self.bin(op, d, Sort::Int)
            }
            14 => T::Un(
                if self.rng.coin() {
                    Un::Floor
                } else {
                    Un::Trunc
                },
                bx(self.real(d)),
            ),
            15 => T::Pow(bx(self.int(d.min(1))), self.rng.range(0, 3) as u32),
            16..=17 => T::Ite(bx(self.bool(d)), bx(self.int(d)), bx(self.int(d))),
            18 if self.binders => {
                let op = [
                    FoldOp::Sum,
                    FoldOp::Sum,
                    FoldOp::Product,
                    FoldOp::Min,
                    FoldOp::Max,
                ];
                let op = op[self.rng.below(5) as usize];
                let (lo, hi) = self.bounds(d);
                T::Fold(op, bx(lo), bx(hi), bx(self.under(|g| g.int(d))))
            }
            19..=20 if self.arrays => {
                let a = self.array(d);
                let i = self.index(&a, d);
                T::Read(Box::new(a), bx(i))
            }
            21 if self.arrays => T::Len(Box::new(self.array(d))),
            _ => self.bin(Bin::Add, d, Sort::Int),
        }
    }

    fn divisor(&mut self) -> i64 {
        if self.rng.below(16) == 0 {
            return 0;
        }
        let c = self.rng.range(1, 6);
        if self.rng.coin() { c } else { -c }
    }

    pub(crate) fn real(&mut self, d: u32) -> T {
        if d == 0 || self.rng.below(8) == 0 {
            return match self.rng.below(3) {
                0 => T::Real(self.rng.range(-6, 6), self.rng.range(1, 4)),
                _ => self.pick(&REALS),
            };
        }
        let d = d - 1;
        match self.rng.below(12) {
            0..=2 => self.bin(Bin::Add, d, Sort::Real),
            3 => self.bin(Bin::Sub, d, Sort::Real),
            4..=5 => self.bin(Bin::Mul, d, Sort::Real),
            6..=7 => self.bin(Bin::Quot, d, Sort::Real),
            8..=9 => T::Un(Un::ToReal, bx(self.int(d))),
            10 => T::Ite(bx(self.bool(d)), bx(self.real(d)), bx(self.real(d))),
            _ if self.binders => {
                let (lo, hi) = self.bounds(d);
                let body = self.under(|g| {
                    let (a, b) = (g.real(d), g.int(d));
                    T::Bin(Bin::Mul, bx(a), bx(T::Un(Un::ToReal, bx(b))))
                });
                T::Fold(FoldOp::Sum, bx(lo), bx(hi), bx(body))
            }
            _ => {
                let op = self.extremum();
                self.bin(op, d, Sort::Real)
            }
        }
    }

    pub(crate) fn bool(&mut self, d: u32) -> T {
        if d == 0 {
            return match self.rng.below(6) {
                0 => T::Bool(self.rng.coin()),
                _ => self.pick(&BOOLS),
            };
        }
        let d = d - 1;
        match self.rng.below(16) {
            0..=4 => {
                let op = self.comparison();
                self.bin(op, d, Sort::Int)
            }
            5..=6 => {
                let op = self.comparison();
                self.bin(op, d, Sort::Real)
            }
            7..=11 => {
                let op = [Bin::And, Bin::Or, Bin::Implies, Bin::Iff][self.rng.below(4) as usize];
                T::Bin(op, bx(self.bool(d)), bx(self.bool(d)))
            }
            12 => T::Un(Un::Not, bx(self.bool(d))),
            13 => T::Ite(bx(self.bool(d)), bx(self.bool(d)), bx(self.bool(d))),
            14 if self.binders => {
                let (lo, hi) = self.bounds(d);
                let (lo, hi, body) = (bx(lo), bx(hi), bx(self.under(|g| g.bool(d.max(1)))));
                if self.rng.coin() {
                    T::Forall(lo, hi, body)
                } else {
                    T::Exists(lo, hi, body)
                }
            }
            15 if self.arrays => T::EqArrays(Box::new(self.array(d)), Box::new(self.array(d))),
            _ => {
                let op = self.comparison();
                self.bin(op, d, Sort::Int)
            }
        }
    }

    fn extremum(&mut self) -> Bin {
        if self.rng.coin() { Bin::Min } else { Bin::Max }
    }

    fn comparison(&mut self) -> Bin {
        [Bin::Eq, Bin::Ne, Bin::Lt, Bin::Le, Bin::Gt, Bin::Ge][self.rng.below(6) as usize]
    }

    fn bin(&mut self, op: Bin, d: u32, sort: Sort) -> T {
        let (a, b) = match sort {
            Sort::Int => (self.int(d), self.int(d)),
            _ => (self.real(d), self.real(d)),
        };
        T::Bin(op, bx(a), bx(b))
    }

    /// The bounds of a range, often short.
    fn bounds(&mut self, d: u32) -> (T, T) {
        let lo = match self.rng.below(3) {
            0 => self.int(d.min(1)),
            _ => T::Int(self.rng.range(-1, 1)),
        };
        let hi = match self.rng.below(4) {
            0 => self.int(d.min(1)),
            1 => T::Bin(Bin::Add, bx(lo.clone()), bx(T::Int(self.rng.range(0, 3)))),
            _ => self.pick(&INTS),
        };
        (lo, hi)
    }

    fn under(&mut self, f: impl FnOnce(&mut Gen) -> T) -> T {
        self.vars += 1;
        let t = f(self);
        self.vars -= 1;
        t
    }

    fn array(&mut self, d: u32) -> A {
        if d == 0 || self.rng.below(6) == 0 {
            return match self.rng.below(4) {
                0 => {
                    let n = self.rng.range(0, 4);
                    A::Lit((0..n).map(|_| self.int(0)).collect())
                }
                _ => A::Input(self.rng.below(2) as usize),
            };
        }
        let d = d - 1;
        match self.rng.below(9) {
            0 => A::Fill(bx(self.int(d)), bx(self.length(d))),
            1..=2 => {
                let a = self.array(d);
                let i = self.index(&a, d);
                A::Write(Box::new(a), bx(i), bx(self.int(d)))
            }
            3..=4 => {
                let a = self.array(d);
                let s = self.index(&a, d);
                let n = if self.rng.below(3) == 0 {
                    let rest = T::Bin(Bin::Sub, bx(T::Len(Box::new(a.clone()))), bx(s.clone()));
                    T::Bin(Bin::Sub, bx(rest), bx(T::Int(self.rng.range(0, 1))))
                } else {
                    self.length(0)
                };
                A::Slice(Box::new(a), bx(s), bx(n))
            }
            5..=6 => {
                let (a, src) = (self.array(d), self.array(d));
                let at = if self.rng.coin() {
                    T::Int(self.rng.range(0, 2))
                } else {
                    self.index(&a, d)
                };
                let n = match self.rng.below(3) {
                    0 => T::Len(Box::new(src.clone())),
                    _ => self.length(0),
                };
                A::Splice(Box::new(a), bx(at), bx(n), Box::new(src))
            }
            7 => {
                let a = Box::new(self.array(d));
                if self.rng.coin() {
                    A::Push(a, bx(self.int(d)))
                } else {
                    A::Resize(a, bx(self.length(d)))
                }
            }
            _ => A::Ite(
                bx(self.bool(d)),
                Box::new(self.array(d)),
                Box::new(self.array(d)),
            ),
        }
    }

    fn length(&mut self, d: u32) -> T {
        match self.rng.below(4) {
            0 => T::Int(self.rng.range(0, 4)),
            1 => T::Bin(
                Bin::Add,
                bx(T::Sym(self.rng.below(2) as usize)),
                bx(T::Int(self.rng.range(-1, 1))),
            ),
            2 => self.int(d.min(1)),
            _ => T::Sym(self.rng.below(2) as usize),
        }
    }

    /// An index that is likely to be in bounds.
    fn index(&mut self, a: &A, d: u32) -> T {
        match self.rng.below(5) {
            0 => T::Int(self.rng.range(0, 3)),
            1 => self.int(0),
            2 if self.vars > 0 => T::Var(self.vars - 1),
            3 => {
                let len = T::Len(Box::new(a.clone()));
                T::Bin(Bin::Sub, bx(len), bx(T::Int(self.rng.range(1, 2))))
            }
            _ => {
                let (i, len) = (self.int(d.min(1)), T::Len(Box::new(a.clone())));
                T::Bin(Bin::ModE, bx(i), bx(len))
            }
        }
    }

    pub(crate) fn world(&mut self) -> World {
        let mut symbols = Vec::new();
        for i in 0..9 {
            symbols.push(match i {
                0..=1 => V::N(RBig::from(self.rng.range(0, 4))),
                2..=3 => V::N(RBig::from(self.rng.range(-5, 5))),
                4..=6 => V::N(RBig::from(self.rng.range(-6, 6)) / RBig::from(self.rng.range(1, 3))),
                _ => V::B(self.rng.coin()),
            });
        }
        let inputs = [0, 1].map(|k| {
            let V::N(len) = &symbols[k] else {
                unreachable!()
            };
            let len = i64::try_from(len.numerator()).unwrap();
            // The second array's function is declared never negative.
            (0..len)
                .map(|_| self.rng.range(if k == 1 { 0 } else { -3 }, 3))
                .collect()
        });
        World {
            symbols,
            inputs: inputs.into(),
        }
    }
}
