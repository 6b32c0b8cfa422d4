//! A second, naive semantics: syntax trees with an evaluator of their own.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::symbolic::{ExprId, FoldOp, FunId, Model, Sort, Store, Value};

/// A tiny deterministic generator (xorshift64*).
pub(crate) struct Rng(pub(super) u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub(crate) fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A scalar syntax tree, of any sort.
#[derive(Clone, Debug)]
pub(crate) enum T {
    Int(i64),
    Real(i64, i64),
    Bool(bool),
    Sym(usize),
    /// A variable bound around, counted from the outermost.
    Var(usize),
    Un(Un, Box<T>),
    Bin(Bin, Box<T>, Box<T>),
    Pow(Box<T>, u32),
    Ite(Box<T>, Box<T>, Box<T>),
    Forall(Box<T>, Box<T>, Box<T>),
    Exists(Box<T>, Box<T>, Box<T>),
    Fold(FoldOp, Box<T>, Box<T>, Box<T>),
    Read(Box<A>, Box<T>),
    Len(Box<A>),
    EqArrays(Box<A>, Box<A>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Un {
    Neg,
    Abs,
    Not,
    ToReal,
    Floor,
    Trunc,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bin {
    Add,
    Sub,
    Mul,
    Quot,
    DivE,
    ModE,
    DivT,
    RemT,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Implies,
    Iff,
}

/// An array syntax tree; the elements are integers.
#[derive(Clone, Debug)]
pub(crate) enum A {
    Lit(Vec<T>),
    /// The symbolic array of the fixture, of symbolic length.
    Input(usize),
    Fill(Box<T>, Box<T>),
    Write(Box<A>, Box<T>, Box<T>),
    Slice(Box<A>, Box<T>, Box<T>),
    Splice(Box<A>, Box<T>, Box<T>, Box<A>),
    Resize(Box<A>, Box<T>),
    Push(Box<A>, Box<T>),
    Ite(Box<T>, Box<A>, Box<A>),
}

/// The symbols and functions that trees are over.
pub(crate) struct Fixture {
    pub(crate) symbols: Vec<(ExprId, Sort)>,
    /// Arrays: the function, and which symbol is the length.
    pub(crate) inputs: Vec<(FunId, usize)>,
}

/// Values for a fixture.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) symbols: Vec<V>,
    pub(crate) inputs: Vec<Vec<i64>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum V {
    B(bool),
    N(RBig),
}

/// An evaluation: the variables bound, and whether anything without a value was met.
pub(crate) struct Naive<'a> {
    pub(crate) world: &'a World,
    pub(crate) vars: Vec<i64>,
    pub(crate) undefined: bool,
}

impl Naive<'_> {
    fn undefined<X>(&mut self) -> Option<X> {
        self.undefined = true;
        None
    }

    pub(crate) fn eval(&mut self, t: &T) -> Option<V> {
        Some(match t {
            T::Int(i) => V::N(RBig::from(*i)),
            T::Real(n, d) => V::N(RBig::from(*n) / RBig::from(*d)),
            T::Bool(b) => V::B(*b),
            T::Sym(s) => self.world.symbols[*s].clone(),
            T::Var(i) => V::N(RBig::from(self.vars[*i])),
            T::Pow(a, n) => {
                let a = self.num(a)?;
                V::N((0..*n).fold(RBig::ONE, |p, _| p * &a))
            }
            T::Un(op, a) => self.unary(*op, a)?,
            T::Bin(op, a, b) => self.binary(*op, a, b)?,
            T::Ite(c, a, b) => {
                if self.bool(c)? {
                    self.eval(a)?
                } else {
                    self.eval(b)?
                }
            }
            T::Forall(lo, hi, body) => V::B(self.quantify(lo, hi, body, true)?),
            T::Exists(lo, hi, body) => V::B(self.quantify(lo, hi, body, false)?),
            T::Fold(op, lo, hi, body) => {
                let (lo, hi) = self.bounds(lo, hi)?;
                let mut acc = match op {
                    FoldOp::Sum => Some(RBig::ZERO),
                    FoldOp::Product => Some(RBig::ONE),
                    _ => None,
                };
                for i in lo..hi {
                    self.vars.push(i);
                    let x = self.num(body);
                    self.vars.pop();
                    let x = x?;
                    acc = Some(match (acc, op) {
                        (None, _) => x,
                        (Some(a), FoldOp::Sum) => a + x,
                        (Some(a), FoldOp::Product) => a * x,
                        (Some(a), FoldOp::Min) => a.min(x),
                        (Some(a), FoldOp::Max) => a.max(x),
                    });
                }
                match acc {
                    Some(a) => V::N(a),
                    None => return self.undefined(),
                }
            }
            T::Read(a, i) => {
                let a = self.array(a)?;
                let i = self.int(i)?;
                match usize::try_from(i)
                    .ok()
                    .and_then(|i| a.get(i).cloned())
                    .flatten()
                {
                    Some(x) => V::N(RBig::from(x)),
                    None => return self.undefined(),
                }
            }
            T::Len(a) => V::N(RBig::from(self.array(a)?.len() as i64)),
            T::EqArrays(a, b) => {
                let (a, b) = (self.array(a)?, self.array(b)?);
                if a.contains(&None) || b.contains(&None) {
                    return self.undefined();
                }
                V::B(a == b)
            }
        })
    }

    /// Elements that were never written are `None`.
    fn array(&mut self, a: &A) -> Option<Vec<Option<i64>>> {
        match a {
            A::Lit(xs) => xs.iter().map(|x| Some(Some(self.int(x)?))).collect(),
            A::Input(k) => Some(self.world.inputs[*k].iter().map(|x| Some(*x)).collect()),
            A::Fill(v, n) => {
                let (v, n) = (self.int(v)?, self.int(n)?);
                if !(0..50).contains(&n) {
                    return self.undefined();
                }
                Some(vec![Some(v); n as usize])
            }
            A::Write(a, i, v) => {
                let (mut a, i, v) = (self.array(a)?, self.int(i)?, self.int(v)?);
                match usize::try_from(i).ok().and_then(|i| a.get_mut(i)) {
                    Some(x) => *x = Some(v),
                    None => return self.undefined(),
                }
                Some(a)
            }
            A::Slice(a, s, n) => {
                let (a, s, n) = (self.array(a)?, self.int(s)?, self.int(n)?);
                if s < 0 || n < 0 || s + n > a.len() as i64 {
                    return self.undefined();
                }
                Some(a[s as usize..(s + n) as usize].to_vec())
            }
            A::Splice(a, at, n, src) => {
                let (mut a, at, n, src) = (
                    self.array(a)?,
                    self.int(at)?,
                    self.int(n)?,
                    self.array(src)?,
                );
                if at < 0 || n < 0 || at + n > a.len() as i64 || n > src.len() as i64 {
                    return self.undefined();
                }
                a[at as usize..(at + n) as usize].clone_from_slice(&src[..n as usize]);
                Some(a)
            }
            A::Resize(a, n) => {
                let (mut a, n) = (self.array(a)?, self.int(n)?);
                if !(0..50).contains(&n) {
                    return self.undefined();
                }
                a.resize(n as usize, None);
                Some(a)
            }
            A::Push(a, v) => {
                let (mut a, v) = (self.array(a)?, self.int(v)?);
                a.push(Some(v));
                Some(a)
            }
            A::Ite(c, a, b) => {
                if self.bool(c)? {
                    self.array(a)
                } else {
                    self.array(b)
                }
            }
        }
    }

    fn quantify(&mut self, lo: &T, hi: &T, body: &T, unit: bool) -> Option<bool> {
        let (lo, hi) = self.bounds(lo, hi)?;
        let mut known = true;
        for i in lo..hi {
            self.vars.push(i);
            let b = self.bool(body);
            self.vars.pop();
            match b {
                Some(b) if b != unit => return Some(b),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(unit)
    }

    /// The bounds of a range of moderate width.
    fn bounds(&mut self, lo: &T, hi: &T) -> Option<(i64, i64)> {
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        if hi - lo > 2_000 {
            return self.undefined();
        }
        Some((lo, hi))
    }

    pub(crate) fn num(&mut self, t: &T) -> Option<RBig> {
        match self.eval(t)? {
            V::N(v) => Some(v),
            V::B(_) => panic!("{t:?} is a boolean"),
        }
    }

    fn bool(&mut self, t: &T) -> Option<bool> {
        match self.eval(t)? {
            V::B(b) => Some(b),
            V::N(_) => panic!("{t:?} is a number"),
        }
    }

    /// An integer of moderate size.
    fn int(&mut self, t: &T) -> Option<i64> {
        let v = self.num(t)?;
        assert!(v.is_int());
        match i64::try_from(v.numerator())
            .ok()
            .filter(|i| i.abs() < 1 << 40)
        {
            Some(i) => Some(i),
            None => self.undefined(),
        }
    }

    fn unary(&mut self, op: Un, a: &T) -> Option<V> {
        Some(match op {
            Un::Neg => V::N(-self.num(a)?),
            Un::Abs => {
                let v = self.num(a)?;
                V::N(if v < RBig::ZERO { -v } else { v })
            }
            Un::Not => V::B(!self.bool(a)?),
            Un::ToReal => V::N(self.num(a)?),
            Un::Floor => V::N(RBig::from(self.num(a)?.floor())),
            Un::Trunc => V::N(RBig::from(self.num(a)?.trunc())),
        })
    }

    fn binary(&mut self, op: Bin, a: &T, b: &T) -> Option<V> {
        match op {
            Bin::And | Bin::Or | Bin::Implies => {
                let x = self.bool(a);
                let x = if op == Bin::Implies { x.map(|x| !x) } else { x };
                let zero = op != Bin::And;
                if x == Some(zero) {
                    return Some(V::B(zero));
                }
                return match (x, self.bool(b)) {
                    (_, Some(y)) if y == zero => Some(V::B(zero)),
                    (Some(_), Some(y)) => Some(V::B(y)),
                    _ => None,
                };
            }
            Bin::Iff => return Some(V::B(self.bool(a)? == self.bool(b)?)),
            Bin::DivE | Bin::ModE | Bin::DivT | Bin::RemT => {
                let (x, y) = (self.int(a)?, self.int(b)?);
                if y == 0 {
                    return self.undefined();
                }
                return Some(V::N(RBig::from(match op {
                    Bin::DivE => x.div_euclid(y),
                    Bin::ModE => x.rem_euclid(y),
                    Bin::DivT => x / y,
                    _ => x % y,
                })));
            }
            _ => {}
        }
        let (x, y) = (self.num(a)?, self.num(b)?);
        Some(match op {
            Bin::Add => V::N(x + y),
            Bin::Sub => V::N(x - y),
            Bin::Mul => V::N(x * y),
            Bin::Quot if y == RBig::ZERO => return self.undefined(),
            Bin::Quot => V::N(x / y),
            Bin::Min => V::N(x.min(y)),
            Bin::Max => V::N(x.max(y)),
            Bin::Eq => V::B(x == y),
            Bin::Ne => V::B(x != y),
            Bin::Lt => V::B(x < y),
            Bin::Le => V::B(x <= y),
            Bin::Gt => V::B(x > y),
            Bin::Ge => V::B(x >= y),
            _ => unreachable!(),
        })
    }
}

impl World {
    /// The world as a model.
    pub(crate) fn model(&self, s: &Store, f: &Fixture) -> Model {
        let mut model = Model::new();
        for ((e, _), v) in f.symbols.iter().zip(&self.symbols) {
            let crate::symbolic::Node::Sym(sym) = *s.node(*e) else {
                panic!("a symbol")
            };
            model.set_symbol(sym, v.value());
        }
        for ((fun, _), xs) in f.inputs.iter().zip(&self.inputs) {
            for (i, x) in xs.iter().enumerate() {
                model.set_function_value(*fun, vec![IBig::from(i)], Value::Num(RBig::from(*x)));
            }
            model.set_function_default(*fun, Value::Num(RBig::from(77)));
        }
        model
    }
}

impl V {
    pub(crate) fn value(&self) -> Value {
        match self {
            V::B(b) => Value::Bool(*b),
            V::N(v) => Value::Num(v.clone()),
        }
    }
}
