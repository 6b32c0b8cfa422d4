//! What is said of folds, evaluated on all small arrays.

use crate::prover::lemmas;
use crate::symbolic::{ExprId, FoldOp, FunId, Model, Node, Sort, Store, Value};

use super::{Fixture, Validity};

const OPS: [FoldOp; 4] = [FoldOp::Sum, FoldOp::Product, FoldOp::Min, FoldOp::Max];

/// A function, two symbols for the ends of ranges, and one for a value.
struct Small {
    store: Store,
    f: FunId,
    ends: [ExprId; 2],
    x: ExprId,
}

impl Small {
    fn new(store: Store) -> Small {
        let mut store = store;
        let f = store.new_function("a", 1, Sort::Int, false);
        let ends = ["lo", "hi"].map(|name| store.new_symbol(name, Sort::Int));
        let x = store.new_symbol("x", Sort::Int);
        Small { store, f, ends, x }
    }

    fn fold(&mut self, op: FoldOp, lo: ExprId, hi: ExprId, body: Body) -> ExprId {
        let variable = self.store.fresh_bound();
        let body = body(self, variable);
        self.store.fold_of(op, Sort::Int, lo, hi, variable, body)
    }

    fn at(&mut self, index: ExprId) -> ExprId {
        self.store.app(self.f, &[index])
    }

    /// Every array of three numbers from -1 to 1, every range within -1..4, every value from -1
    /// to 1.
    fn each(&self, what: &mut dyn FnMut(&Store, &Model)) {
        for case in 0..27 * 3 * 25 {
            let mut digits = case;
            let mut digit = |base: i64| {
                let digit = digits % base;
                digits /= base;
                digit
            };
            let mut model = Model::new();
            for index in 0..3 {
                let value = Value::Num((digit(3) - 1).into());
                model.set_function_value(self.f, vec![index.into()], value);
            }
            let ends = self.ends.map(|end| (end, digit(5) - 1));
            for (symbol, value) in [ends[0], ends[1], (self.x, digit(3) - 1)] {
                if let Node::Sym(symbol) = *self.store.node(symbol) {
                    model.set_symbol(symbol, Value::Num(value.into()));
                }
            }
            what(&self.store, &model);
        }
    }
}

type Body = fn(&mut Small, ExprId) -> ExprId;

fn item(small: &mut Small, k: ExprId) -> ExprId {
    small.at(k)
}

fn square(small: &mut Small, k: ExprId) -> ExprId {
    let item = small.at(k);
    small.store.mul(item, item)
}

fn counted(small: &mut Small, k: ExprId) -> ExprId {
    let item = small.at(k);
    let x = small.x;
    let [zero, one] = [0, 1].map(|n| small.store.int(n));
    let same = small.store.eq(item, x);
    small.store.ite(same, one, zero)
}

/// No value where the value is zero.
fn divided(small: &mut Small, k: ExprId) -> ExprId {
    let item = small.at(k);
    let x = small.x;
    small.store.div_euclid(item, x)
}

#[test]
fn lemmas_are_true() {
    let bodies: [Body; 4] = [item, square, counted, divided];
    let mut told = 0;
    for op in OPS {
        for body in bodies {
            let mut small = Small::new(Store::new());
            let [lo, hi] = small.ends;
            let one = small.store.int(1);
            let (next, before) = (small.store.add(hi, one), small.store.sub(lo, one));
            let mut folds = vec![small.fold(op, lo, hi, body)];
            folds.push(small.fold(op, lo, next, body));
            folds.push(small.fold(op, before, hi, body));
            folds.push(small.fold(op, lo, hi, item));
            let x = small.x;
            let compared: Vec<ExprId> = folds.iter().map(|&fold| small.store.le(fold, x)).collect();
            let lemmas = lemmas::about(&mut small.store, &compared);
            assert!(lemmas.len() > 3, "{op:?}");
            told += lemmas.len();
            small.each(&mut |store, model| {
                for &lemma in &lemmas {
                    let value = model.eval(store, lemma).and_then(|value| value.as_bool());
                    let partial = store.is_partial(lemma);
                    let fine = value == Some(true) || partial && value.is_none();
                    assert!(fine, "{op:?} {} {model:?}", store.display(lemma));
                }
            });
        }
    }
    assert!(told > 100, "{told}");
}

/// The item at `x` is written, or two are swapped.
fn written(small: &mut Small, k: ExprId) -> ExprId {
    let (x, seven) = (small.x, small.store.int(7));
    let item = small.at(k);
    let here = small.store.eq(k, x);
    small.store.ite(here, seven, item)
}

fn swapped(small: &mut Small, k: ExprId) -> ExprId {
    let (x, one) = (small.x, small.store.int(1));
    let [item, first, second] = [k, x, one].map(|at| small.at(at));
    let (here, there) = (small.store.eq(k, x), small.store.eq(k, one));
    let inner = small.store.ite(there, first, item);
    small.store.ite(here, second, inner)
}

fn counted_after_a_swap(small: &mut Small, k: ExprId) -> ExprId {
    let item = swapped(small, k);
    let [zero, one] = [0, 1].map(|n| small.store.int(n));
    let same = small.store.eq(item, one);
    small.store.ite(same, one, zero)
}

fn divided_unless_here(small: &mut Small, k: ExprId) -> ExprId {
    let (x, seven) = (small.x, small.store.int(7));
    let item = small.at(k);
    let here = small.store.eq(k, x);
    let quotient = small.store.div_euclid(seven, item);
    small.store.ite(here, item, quotient)
}

#[test]
fn a_sum_follows_what_is_written() {
    let bodies: [Body; 4] = [written, swapped, counted_after_a_swap, divided_unless_here];
    for (index, body) in bodies.into_iter().enumerate() {
        let mut fixture = Fixture::new();
        let mut small = Small::new(fixture.store);
        let [lo, hi] = small.ends;
        let end = small.store.min(hi, small.x);
        for (lo, hi) in [(lo, hi), (lo, end)] {
            let sum = small.fold(FoldOp::Sum, lo, hi, body);
            let simpler = fixture.prover.simplify(&mut small.store, fixture.pc, sum);
            assert_eq!(simpler == sum, index == 3 && hi != end, "{index}");
            small.each(&mut |store, model| {
                let [old, new] = [sum, simpler].map(|e| model.eval(store, e));
                assert!(
                    old.is_none() || old == new,
                    "{} {model:?}",
                    store.display(simpler)
                );
            });
        }
        fixture.store = small.store;
    }
}

#[test]
fn a_swap_keeps_a_sum() {
    let fixture = &mut Fixture::new();
    let small = &mut Small::new(std::mem::take(&mut fixture.store));
    let (lo, hi, x) = (small.ends[0], small.ends[1], small.x);
    let one = small.store.int(1);
    let inside = [
        small.store.le(lo, x),
        small.store.lt(x, hi),
        small.store.le(lo, one),
        small.store.lt(one, hi),
    ];
    let inside = small.store.all(&inside);
    let pc = fixture.prover.assume(&mut small.store, fixture.pc, inside);
    let pc = pc.expect("no contradiction").pc;
    let before = small.fold(FoldOp::Sum, lo, hi, item);
    let after = small.fold(FoldOp::Sum, lo, hi, swapped);
    assert_ne!(before, after);
    let same = small.store.eq(before, after);
    let validity = fixture.prover.check(&mut small.store, pc, same);
    assert!(matches!(validity, Validity::Valid), "{validity:?}");
    // Where one of the places is outside, something comes in.
    let validity = fixture.prover.check(&mut small.store, fixture.pc, same);
    assert!(matches!(validity, Validity::Invalid(_)), "{validity:?}");
}
