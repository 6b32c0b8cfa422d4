//! Small models: the expected ones, and the same ones whoever gave the first model.

use super::generator::{Generator, Random};
use super::*;
use crate::symbolic::{Node, Rational, Value};

impl Fixture {
    fn number(&mut self, n: i64) -> ExprId {
        self.store.int(n)
    }

    fn half_units(&mut self, n: i64) -> ExprId {
        let value = Rational::from_parts(n.into(), 2u8.into());
        self.store.num(Sort::Real, value)
    }

    /// The values of terms in the smallest model, as text.
    fn small(&mut self, terms: &[ExprId]) -> Vec<String> {
        let truth = self.store.tru();
        let model = self.prover.model(&mut self.store, self.pc, truth);
        let model = model.expect("satisfiable");
        let show = |&term: &ExprId| match model.eval(&self.store, term) {
            Some(Value::Num(n)) => n.to_string(),
            Some(Value::Bool(b)) => b.to_string(),
            None => "none".to_owned(),
        };
        terms.iter().map(show).collect()
    }
}

#[test]
fn far_integers_are_found_by_halving() {
    for options in [ProverOptions::default(), only_z3()] {
        let mut f = Fixture::with(options);
        let (x, y) = (f.int("x"), f.int("y"));
        let (least, most) = (f.number(1_000_003), f.number(-70_000));
        f.assume_le(least, x);
        f.assume_le(y, most);
        assert_eq!(f.small(&[x, y]), ["1000003", "-70000"]);
    }
}

#[test]
fn earlier_symbols_come_first() {
    for options in [ProverOptions::default(), only_z3()] {
        let mut f = Fixture::with(options);
        let (x, y) = (f.int("x"), f.int("y"));
        let (sum, twenty) = (f.store.add(x, y), f.number(20));
        f.assume_le(twenty, sum);
        assert_eq!(f.small(&[x, y]), ["0", "20"]);
    }
}

#[test]
fn a_disjunction_has_its_nearer_side() {
    for options in [ProverOptions::default(), only_z3()] {
        let mut f = Fixture::with(options);
        let x = f.int("x");
        let (high, low) = (f.number(90), f.number(-40));
        let (above, below) = (f.store.le(high, x), f.store.le(x, low));
        let either = f.store.or(above, below);
        f.assume(either);
        assert_eq!(f.small(&[x]), ["-40"]);
    }
}

#[test]
fn products_are_small_too() {
    for options in [ProverOptions::default(), only_z3()] {
        let mut f = Fixture::with(options);
        let (x, y) = (f.int("x"), f.int("y"));
        let (product, n) = (f.store.mul(x, y), f.number(91));
        let equal = f.store.eq(product, n);
        f.assume(equal);
        let one = f.number(1);
        f.assume_lt(one, x);
        assert_eq!(f.small(&[x, y]), ["7", "13"]);
    }
}

#[test]
fn reals_are_simple() {
    for options in [ProverOptions::default(), only_z3()] {
        let mut f = Fixture::with(options);
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| f.real(name));
        let [zero, one] = [0, 2].map(|n| f.half_units(n));
        // Above zero; between zero and one; beyond 1000; twice d above 15 and below 16.
        f.assume_lt(zero, a);
        f.assume_lt(zero, b);
        f.assume_lt(b, one);
        let far = f.half_units(2000);
        f.assume_lt(far, c);
        let [low, high] = [15, 16].map(|n| f.half_units(n));
        f.assume_le(low, d);
        f.assume_lt(d, high);
        let values = f.small(&[a, b, c, d]);
        assert_eq!(values, ["1", "1/2", "1001", "15/2"]);
    }
}

/// Two provers, one of which never decides anything itself, find the same smallest values.
#[test]
fn whoever_gives_the_first_model() {
    for seed in 0..300 {
        let [native, z3] = [ProverOptions::default(), only_z3()].map(|options| {
            let mut f = Fixture::with(options);
            let mut generator = Generator::new(&mut f.store, seed);
            let mut terms = generator.ints.clone();
            for index in 0..2 {
                let index = f.number(index);
                terms.push(f.store.app(generator.array, &[index]));
            }
            for _ in 0..generator.random.between(1, 4) {
                let condition = random_condition(&mut f, &mut generator.random, &terms);
                let decision = f.prover.decide(&mut f.store, f.pc, condition);
                let Feasible::Yes = decision.can_be_true else {
                    continue;
                };
                let assumed = f.prover.assume(&mut f.store, f.pc, condition);
                f.pc = assumed.expect("possible").pc;
            }
            f.small(&terms)
        });
        assert_eq!(native, z3, "seed {seed}");
    }
}

/// Inequalities between sums and products, some of them in disjunctions. (Equations would be
/// solved, and symbols eliminated.)
fn random_condition(f: &mut Fixture, random: &mut Random, terms: &[ExprId]) -> ExprId {
    let any = |random: &mut Random| terms[random.below(terms.len() as u64) as usize];
    let mut atom = |f: &mut Fixture| {
        let mut sum = f.number(random.between(-60, 60));
        for _ in 0..random.between(1, 3) {
            let mut term = any(random);
            if random.below(8) == 0 {
                let other = any(random);
                term = f.store.mul(term, other);
            }
            let factor = f.number([1, -1, 2, 3, -5][random.below(5) as usize]);
            let scaled = f.store.mul(factor, term);
            sum = f.store.add(sum, scaled);
        }
        let zero = f.number(0);
        match random.below(3) {
            0 => f.store.le(zero, sum),
            1 => f.store.lt(sum, zero),
            _ => {
                let equal = f.store.eq(zero, sum);
                f.store.not(equal)
            }
        }
    };
    let (a, b) = (atom(f), atom(f));
    if random.below(2) == 0 {
        a
    } else {
        f.store.or(a, b)
    }
}

#[test]
fn eliminated_symbols_get_their_turn() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    // y = 10 - x is solved for y; without the equation, x would be all there is to minimise, and
    // still: x first.
    let ten = f.number(10);
    let rest = f.store.sub(ten, x);
    let condition = f.store.eq(y, rest);
    let assumed = f.prover.assume(&mut f.store, f.pc, condition);
    let substitution = assumed.expect("possible").substitution.expect("solved");
    let solved: Vec<(ExprId, ExprId)> = substitution.iter().collect();
    assert!(matches!(f.store.node(solved[0].0), Node::Sym(_)));
    let three = f.number(3);
    let few = f.store.le(y, three);
    let model = f.prover.smallest(&mut f.store, f.pc, few, &solved);
    let model = model.expect("satisfiable");
    let value = |e| model.eval(&f.store, e).and_then(|v| v.as_num().cloned());
    assert_eq!(value(x), Some(Rational::from(7)));
    assert_eq!(value(y), Some(Rational::from(3)));
}
