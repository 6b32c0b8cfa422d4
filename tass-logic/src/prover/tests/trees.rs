//! Random trees of partial terms, what they need, and small states.

use dashu_ratio::RBig;

use crate::symbolic::tests::naive::{A, Bin, Fixture as Symbols, Rng, T, Un, V, World};
use crate::symbolic::{FoldOp, Sort, Store};

// Two lengths, an integer, a real.
const N: usize = 0;
const M: usize = 1;
const K: usize = 2;
const X: usize = 3;

/// The symbols and arrays that trees are over.
pub(super) fn symbols(store: &mut Store) -> Symbols {
    let sorts = [Sort::Int, Sort::Int, Sort::Int, Sort::Real];
    let names = ["n", "m", "k", "x"].into_iter().zip(sorts);
    let symbols = names.map(|(name, sort)| (store.new_symbol(name, sort), sort));
    let symbols = symbols.collect();
    let a = store.new_function("a", 1, Sort::Int, false);
    let b = store.new_function("b", 1, Sort::Int, true);
    Symbols {
        symbols,
        inputs: vec![(a, N), (b, M)],
    }
}

/// Every state with small values, with some contents for the arrays.
pub(super) fn worlds(seed: u64) -> Vec<World> {
    let mut rng = Rng::new(seed ^ 0x5EED);
    let mut worlds = Vec::new();
    for n in 0..4 {
        for m in 0..4 {
            for k in -2..=4 {
                let x = [-1, 0, 1, 2][rng.below(4) as usize];
                let number = |i: i64| V::N(RBig::from(i));
                worlds.push(World {
                    symbols: vec![number(n), number(m), number(k), number(x)],
                    inputs: vec![
                        (0..n).map(|_| rng.range(-2, 2)).collect(),
                        (0..m).map(|_| rng.range(0, 2)).collect(),
                    ],
                });
            }
        }
    }
    worlds
}

fn bx(t: T) -> Box<T> {
    Box::new(t)
}

fn bin(op: Bin, a: T, b: T) -> T {
    T::Bin(op, bx(a), bx(b))
}

fn real(t: T) -> T {
    T::Un(Un::ToReal, bx(t))
}

/// What has to hold for a tree to have a value, if it is evaluated from left to right.
pub(super) fn needs(t: &T) -> T {
    let all = |parts: Vec<T>| {
        let parts = parts.into_iter().filter(|p| !matches!(p, T::Bool(true)));
        parts
            .reduce(|a, b| bin(Bin::And, a, b))
            .unwrap_or(T::Bool(true))
    };
    let when = |c: &T, need: T| match need {
        T::Bool(true) => need,
        need => bin(Bin::Implies, c.clone(), need),
    };
    let not = |c: &T| T::Un(Un::Not, bx(c.clone()));
    match t {
        T::Bin(Bin::And | Bin::Implies, a, b) => all(vec![needs(a), when(a, needs(b))]),
        T::Bin(Bin::Or, a, b) => all(vec![needs(a), when(&not(a), needs(b))]),
        T::Bin(op, a, b) => {
            let mut parts = vec![needs(a), needs(b)];
            match op {
                Bin::Quot => parts.push(bin(Bin::Ne, (**b).clone(), T::Real(0, 1))),
                Bin::DivE | Bin::ModE | Bin::DivT | Bin::RemT => {
                    parts.push(bin(Bin::Ne, (**b).clone(), T::Int(0)));
                }
                _ => {}
            }
            all(parts)
        }
        T::Un(_, a) => needs(a),
        T::Ite(c, a, b) => all(vec![needs(c), when(c, needs(a)), when(&not(c), needs(b))]),
        T::Forall(lo, hi, body) | T::Exists(lo, hi, body) => {
            all(vec![needs(lo), needs(hi), each(lo, hi, needs(body))])
        }
        T::Fold(op, lo, hi, body) => {
            let some = match op {
                FoldOp::Sum | FoldOp::Product => T::Bool(true),
                FoldOp::Min | FoldOp::Max => bin(Bin::Lt, (**lo).clone(), (**hi).clone()),
            };
            all(vec![needs(lo), needs(hi), some, each(lo, hi, needs(body))])
        }
        T::Read(a, i) => {
            let A::Input(input) = **a else {
                unreachable!("trees read inputs")
            };
            let from = bin(Bin::Le, T::Int(0), (**i).clone());
            let to = bin(Bin::Lt, (**i).clone(), T::Sym(input));
            all(vec![needs(i), from, to])
        }
        _ => T::Bool(true),
    }
}

fn each(lo: &T, hi: &T, need: T) -> T {
    match need {
        T::Bool(true) => need,
        need => T::Forall(bx(lo.clone()), bx(hi.clone()), bx(need)),
    }
}

/// A source of trees.
pub(super) struct Trees {
    rng: Rng,
    /// How many variables are bound around.
    vars: usize,
}

impl Trees {
    pub(super) fn new(seed: u64) -> Trees {
        Trees {
            rng: Rng::new(seed),
            vars: 0,
        }
    }

    /// A lower bound on what ranges end with.
    pub(super) fn lengths(&mut self) -> T {
        let least = |t: &mut Trees, s: usize| bin(Bin::Le, T::Int(t.rng.range(0, 2)), T::Sym(s));
        let (n, m) = (least(self, N), least(self, M));
        if self.rng.coin() {
            n
        } else {
            bin(Bin::And, n, m)
        }
    }

    /// A comparison, a guarded one, a quantifier, or two of them.
    pub(super) fn formula(&mut self) -> T {
        match self.rng.below(15) {
            0 | 1 => self.plain(),
            2 | 3 => self.relation(2),
            8 | 9 => self.guarded_fold(),
            4 => {
                let divisor = self.plain_int();
                let guard = bin(Bin::Ne, divisor.clone(), T::Int(0));
                let op = self.division();
                let quotient = bin(op, self.plain_int(), divisor);
                let claim = bin(Bin::Le, quotient, self.plain_int());
                let op = if self.rng.coin() {
                    Bin::And
                } else {
                    Bin::Implies
                };
                bin(op, guard, claim)
            }
            5 => {
                let (a, b) = (self.plain(), self.relation(2));
                bin(
                    if self.rng.coin() {
                        Bin::Or
                    } else {
                        Bin::Implies
                    },
                    a,
                    b,
                )
            }
            6 | 7 => {
                let (lo, hi) = self.ends();
                self.vars += 1;
                let body = self.relation(1);
                let body = if self.rng.coin() {
                    let guard = bin(Bin::Ne, T::Var(self.vars - 1), self.end());
                    bin(Bin::Implies, guard, body)
                } else {
                    body
                };
                self.vars -= 1;
                if self.rng.coin() {
                    T::Forall(bx(lo), bx(hi), bx(body))
                } else {
                    T::Exists(bx(lo), bx(hi), bx(body))
                }
            }
            _ => self.sums(),
        }
    }

    /// Something without partial terms.
    fn plain(&mut self) -> T {
        let (a, b) = (self.plain_int(), self.plain_int());
        self.related(a, b)
    }

    fn related(&mut self, a: T, b: T) -> T {
        let op = [Bin::Eq, Bin::Ne, Bin::Lt, Bin::Le, Bin::Le, Bin::Gt];
        bin(op[self.rng.below(6) as usize], a, b)
    }

    fn relation(&mut self, depth: u32) -> T {
        if self.rng.below(3) == 0 {
            let (a, b) = (self.real(depth), self.real(1));
            return self.related(a, b);
        }
        let (a, b) = (self.int(depth), self.int(1));
        self.related(a, b)
    }

    /// A fold that divides by a symbol, beside what says that it need not have a value.
    fn guarded_fold(&mut self) -> T {
        let (lo, hi) = self.ends();
        let op = [FoldOp::Sum, FoldOp::Sum, FoldOp::Min, FoldOp::Max][self.rng.below(4) as usize];
        let divisor = bin(Bin::Sub, self.symbol(), self.end());
        self.vars += 1;
        let reals = self.rng.coin();
        let (body, number) = if reals {
            let body = bin(Bin::Quot, self.real(0), real(divisor.clone()));
            (body, T::Real(self.rng.range(-1, 3), 2))
        } else {
            let op = self.division();
            let body = bin(op, self.int(0), divisor.clone());
            (body, T::Int(self.rng.range(-1, 3)))
        };
        self.vars -= 1;
        let mut guard = bin(Bin::Eq, divisor, T::Int(0));
        if matches!(op, FoldOp::Min | FoldOp::Max) {
            guard = bin(Bin::Or, guard, bin(Bin::Le, hi.clone(), lo.clone()));
        }
        let claim = self.related(T::Fold(op, bx(lo), bx(hi), bx(body)), number);
        let claim = bin(Bin::Or, guard, claim);
        match self.rng.below(3) {
            0 => bin(Bin::Or, self.plain(), claim),
            1 => bin(Bin::Implies, self.plain(), claim),
            _ => claim,
        }
    }

    /// An integer or real divided by the variable of the fold around, or something near it.
    fn over_the_variable(&mut self, reals: bool) -> T {
        let offset = if self.rng.coin() {
            T::Int(self.rng.range(-1, 1))
        } else {
            self.symbol()
        };
        let divisor = bin(Bin::Sub, self.variable(), offset);
        if reals {
            return bin(Bin::Quot, T::Real(1, 1), real(divisor));
        }
        let op = self.division();
        bin(op, T::Int(self.rng.range(1, 6)), divisor)
    }

    /// Two folds of one body, over ranges with ends in common.
    fn sums(&mut self) -> T {
        let (lo, hi) = self.ends();
        let op = [FoldOp::Sum, FoldOp::Sum, FoldOp::Min, FoldOp::Max][self.rng.below(4) as usize];
        self.vars += 1;
        let reals = self.rng.coin();
        let body = match (self.rng.below(2), reals) {
            (0, reals) => self.over_the_variable(reals),
            (_, true) => self.real(1),
            (_, false) => self.int(1),
        };
        self.vars -= 1;
        let fold = |lo: T, hi: T, body: T| T::Fold(op, bx(lo), bx(hi), bx(body));
        let first = fold(lo.clone(), hi.clone(), body.clone());
        let second = match self.rng.below(4) {
            0 => fold(self.end(), hi, body),
            1 => fold(lo, self.end(), body),
            _ if reals => T::Real(self.rng.range(-1, 3), 2),
            _ => T::Int(self.rng.range(-1, 3)),
        };
        self.related(first, second)
    }

    fn symbol(&mut self) -> T {
        T::Sym([N, M, K][self.rng.below(3) as usize])
    }

    fn variable(&mut self) -> T {
        match self.vars {
            0 => self.symbol(),
            vars => T::Var(vars - 1),
        }
    }

    fn plain_int(&mut self) -> T {
        let e = if self.rng.below(2) == 0 {
            self.variable()
        } else {
            self.symbol()
        };
        match self.rng.below(5) {
            0 => T::Int(self.rng.range(-2, 3)),
            1 => bin(Bin::Add, e, T::Int(self.rng.range(-2, 2))),
            2 => bin(Bin::Sub, e, self.symbol()),
            _ => e,
        }
    }

    fn end(&mut self) -> T {
        let symbol = self.symbol();
        match self.rng.below(4) {
            0 => T::Int(self.rng.range(0, 3)),
            1 => bin(Bin::Add, symbol, T::Int(self.rng.range(-2, 2))),
            _ => symbol,
        }
    }

    fn ends(&mut self) -> (T, T) {
        let lo = if self.rng.below(3) > 0 {
            T::Int(self.rng.range(0, 2))
        } else {
            self.end()
        };
        (lo, self.end())
    }

    fn division(&mut self) -> Bin {
        [Bin::DivE, Bin::ModE, Bin::DivT, Bin::RemT][self.rng.below(4) as usize]
    }

    fn int(&mut self, depth: u32) -> T {
        if depth == 0 {
            return self.plain_int();
        }
        match self.rng.below(8) {
            0 | 1 => {
                let op = self.division();
                bin(op, self.int(depth - 1), self.plain_int())
            }
            2 => T::Read(
                Box::new(A::Input(self.rng.below(2) as usize)),
                bx(self.plain_int()),
            ),
            3 => {
                // What the guard is for is in the branch, or is not.
                let divisor = self.plain_int();
                let guard = bin(Bin::Ne, divisor.clone(), T::Int(0));
                let op = self.division();
                let quotient = bin(op, self.plain_int(), divisor);
                T::Ite(bx(guard), bx(quotient), bx(self.int(depth - 1)))
            }
            4 if self.vars == 0 => {
                let (lo, hi) = self.ends();
                self.vars += 1;
                let body = self.int(1);
                self.vars -= 1;
                let op = [FoldOp::Sum, FoldOp::Sum, FoldOp::Min, FoldOp::Max];
                T::Fold(op[self.rng.below(4) as usize], bx(lo), bx(hi), bx(body))
            }
            5 => bin(Bin::Add, self.int(depth - 1), self.int(depth - 1)),
            _ => self.plain_int(),
        }
    }

    fn real(&mut self, depth: u32) -> T {
        match self.rng.below(6) {
            0 => T::Sym(X),
            1 => T::Real(self.rng.range(-2, 3), 2),
            2 if depth > 0 => bin(Bin::Add, self.real(depth - 1), self.real(depth - 1)),
            3 | 4 if depth > 0 => {
                let divisor = if self.rng.below(4) == 0 {
                    T::Sym(X)
                } else {
                    real(self.plain_int())
                };
                bin(Bin::Quot, self.real(depth - 1), divisor)
            }
            5 if depth > 0 && self.vars == 0 => {
                let (lo, hi) = self.ends();
                self.vars += 1;
                let body = self.real(1);
                self.vars -= 1;
                T::Fold(FoldOp::Sum, bx(lo), bx(hi), bx(body))
            }
            _ => real(self.plain_int()),
        }
    }
}
