//! Random formulas over a few symbols and functions.

use crate::symbolic::{ExprId, FoldOp, FunId, Rational, Sort, Store};

/// A small deterministic generator (splitmix64).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(u64::try_from(high - low + 1).unwrap())).unwrap()
    }
}

/// A source of formulas.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) ints: Vec<ExprId>,
    pub(super) reals: Vec<ExprId>,
    pub(super) bools: Vec<ExprId>,
    pub(super) array: FunId,
    pub(super) lengths: FunId,
    pub(super) matrix: FunId,
    pub(super) flags: FunId,
    /// Bound variables in scope.
    scope: Vec<ExprId>,
}

/// `a <= b`, assumed.
pub(super) type Known = (ExprId, ExprId);

impl Generator {
    pub(super) fn new(store: &mut Store, seed: u64) -> Generator {
        let mut symbols = |prefix: &str, sort: Sort, count: usize| -> Vec<ExprId> {
            (0..count)
                .map(|i| store.new_symbol(&format!("{prefix}{i}"), sort))
                .collect()
        };
        Generator {
            random: Random(seed),
            ints: symbols("i", Sort::Int, 3),
            reals: symbols("r", Sort::Real, 2),
            bools: symbols("p", Sort::Bool, 2),
            array: store.new_function("a", 1, Sort::Int, false),
            lengths: store.new_function("len", 1, Sort::Int, true),
            matrix: store.new_function("m", 2, Sort::Int, false),
            flags: store.new_function("flag", 1, Sort::Bool, false),
            scope: Vec::new(),
        }
    }

    fn pick(&mut self, from: &[ExprId]) -> ExprId {
        let index = self.random.below(from.len() as u64);
        from[usize::try_from(index).unwrap()]
    }

    fn int(&mut self, store: &mut Store, depth: u32) -> ExprId {
        let choice = if depth == 0 {
            self.random.below(4)
        } else {
            self.random.below(18)
        };
        let depth = depth.saturating_sub(1);
        match choice {
            0 => {
                let value = self.random.between(-4, 4);
                store.int(value)
            }
            1 if !self.scope.is_empty() => self.scope[self.scope.len() - 1],
            1..=3 => {
                let ints = self.ints.clone();
                self.pick(&ints)
            }
            4..=6 => {
                let (a, b) = (self.int(store, depth), self.int(store, depth));
                store.add(a, b)
            }
            7 | 8 => {
                let (a, b) = (self.int(store, depth), self.int(store, depth));
                store.sub(a, b)
            }
            9 => {
                let a = self.int(store, depth);
                let by = Rational::from(self.random.between(-3, 3));
                store.scale(a, &by)
            }
            10 => {
                let index = self.int(store, depth);
                store.app(self.array, &[index])
            }
            11 => {
                let index = self.int(store, depth);
                store.app(self.lengths, &[index])
            }
            12 => {
                let a = self.int(store, depth);
                let divisor = self.random.between(2, 4);
                let by = store.int(divisor);
                if self.random.below(2) == 0 {
                    store.div_euclid(a, by)
                } else {
                    store.mod_euclid(a, by)
                }
            }
            13 => {
                let (a, b) = (self.int(store, depth.min(1)), self.int(store, 0));
                store.mul(a, b)
            }
            14 => {
                let a = self.real(store, depth);
                store.floor(a)
            }
            15 => {
                let (i, j) = (self.int(store, depth), self.int(store, 0));
                store.app(self.matrix, &[i, j])
            }
            16 => {
                let (lo, hi) = (self.int(store, 0), self.int(store, 1));
                let variable = store.fresh_bound();
                self.scope.push(variable);
                let body = self.int(store, 1);
                self.scope.pop();
                store.fold(FoldOp::Sum, lo, hi, variable, body)
            }
            _ => {
                let condition = self.formula(store, depth.min(1));
                let (a, b) = (self.int(store, depth), self.int(store, depth));
                store.ite(condition, a, b)
            }
        }
    }

    fn real(&mut self, store: &mut Store, depth: u32) -> ExprId {
        let choice = if depth == 0 {
            self.random.below(3)
        } else {
            self.random.below(8)
        };
        let depth = depth.saturating_sub(1);
        match choice {
            0 => {
                let (n, d) = (self.random.between(-4, 4), self.random.between(1, 3));
                store.num(Sort::Real, Rational::from(n) / Rational::from(d))
            }
            1 | 2 => {
                let reals = self.reals.clone();
                self.pick(&reals)
            }
            3 | 4 => {
                let (a, b) = (self.real(store, depth), self.real(store, depth));
                store.add(a, b)
            }
            5 => {
                let (a, b) = (self.real(store, depth), self.real(store, depth));
                store.sub(a, b)
            }
            6 => {
                let a = self.int(store, depth);
                store.to_real(a)
            }
            _ => {
                let condition = self.formula(store, depth.min(1));
                let (a, b) = (self.real(store, depth), self.real(store, depth));
                store.ite(condition, a, b)
            }
        }
    }

    pub(super) fn formula(&mut self, store: &mut Store, depth: u32) -> ExprId {
        let choice = if depth == 0 {
            self.random.below(8)
        } else {
            self.random.below(14)
        };
        let depth = depth.saturating_sub(1);
        match choice {
            0 if self.random.below(2) == 0 => {
                let index = self.int(store, 1);
                store.app(self.flags, &[index])
            }
            0 => {
                let bools = self.bools.clone();
                self.pick(&bools)
            }
            1..=5 => {
                let (a, b) = (self.int(store, 2), self.int(store, 2));
                self.relation(store, a, b)
            }
            6 | 7 => {
                let (a, b) = (self.real(store, 2), self.real(store, 2));
                self.relation(store, a, b)
            }
            8 | 9 => {
                let (a, b) = (self.formula(store, depth), self.formula(store, depth));
                store.and(a, b)
            }
            10 => {
                let (a, b) = (self.formula(store, depth), self.formula(store, depth));
                store.or(a, b)
            }
            11 => {
                let a = self.formula(store, depth);
                store.not(a)
            }
            12 => {
                let (a, b) = (self.formula(store, depth), self.formula(store, depth));
                store.iff(a, b)
            }
            _ => {
                let (lo, hi) = (self.int(store, 0), self.int(store, 1));
                let variable = store.fresh_bound();
                self.scope.push(variable);
                let body = self.formula(store, depth.min(1));
                self.scope.pop();
                store.forall(lo, hi, variable, body)
            }
        }
    }

    /// A condition to assume, with the inequality it is, if it is one.
    pub(super) fn condition(&mut self, store: &mut Store) -> (ExprId, Option<Known>) {
        if self.random.below(2) == 0 {
            let (a, b) = match self.random.below(3) {
                0 => (self.real(store, 2), self.real(store, 2)),
                _ => (self.int(store, 2), self.int(store, 2)),
            };
            return (store.le(a, b), Some((a, b)));
        }
        (self.formula(store, 1), None)
    }

    /// A goal that the assumed inequalities nearly always imply, or (`slack` negative) nearly
    /// never.
    pub(super) fn consequence(&mut self, store: &mut Store, known: &[Known]) -> Option<ExprId> {
        let pick = |random: &mut Random, from: &[Known]| {
            let index = random.below(from.len().max(1) as u64);
            from.get(usize::try_from(index).unwrap()).copied()
        };
        let (a, b) = pick(&mut self.random, known)?;
        let sort = store.sort(a);
        let same: Vec<Known> = known
            .iter()
            .copied()
            .filter(|k| store.sort(k.0) == sort)
            .collect();
        let (c, d) = pick(&mut self.random, &same)?;
        let slack = self.random.between(-1, 2);
        let slack = store.num(sort?, Rational::from(slack));
        let (left, right) = (store.add(a, c), store.sum(&[b, d, slack]));
        let goal = store.le(left, right);
        if self.random.below(3) == 0 {
            let other = self.formula(store, 1);
            return Some(store.or(goal, other));
        }
        Some(goal)
    }

    fn relation(&mut self, store: &mut Store, a: ExprId, b: ExprId) -> ExprId {
        match self.random.below(5) {
            0 => store.eq(a, b),
            1 => store.ne(a, b),
            2 => store.lt(a, b),
            _ => store.le(a, b),
        }
    }
}
