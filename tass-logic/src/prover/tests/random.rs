//! Random obligations: the native layers and Z3 alone must agree.

use super::generator::{Generator, Known};
use super::*;
use crate::symbolic::{Node, Rational, Substitution, Value};

/// How the two compare.
#[derive(Default, Debug)]
struct Tally {
    valid: u32,
    invalid: u32,
    native_unknown: u32,
    z3_unknown: u32,
}

/// A satisfiable path condition, what was assumed to get there, and inequalities among it.
struct Path {
    pc: PcId,
    raw: ExprId,
    known: Vec<Known>,
    solved: Vec<Substitution>,
}

impl Path {
    fn new(generator: &mut Generator, store: &mut Store, prover: &mut Prover) -> Path {
        let mut path = Path {
            pc: prover.top(),
            raw: store.tru(),
            known: Vec::new(),
            solved: Vec::new(),
        };
        for _ in 0..generator.random.below(6) {
            let (condition, relation) = generator.condition(store);
            let condition = path.now(store, condition);
            let simpler = prover.simplify(store, path.pc, condition);
            if prover.decide(store, path.pc, simpler).can_be_true != Feasible::Yes {
                continue;
            }
            let assumed = prover.assume(store, path.pc, simpler);
            let assumed = assumed.expect("what is possible can be assumed");
            path.pc = assumed.pc;
            path.known.extend(relation);
            path.raw = store.and(path.raw, condition);
            if let Some(substitution) = assumed.substitution {
                path.raw = store.substitute(path.raw, &substitution);
                path.solved.push(substitution);
            }
        }
        path
    }

    /// As callers do: every value goes through the substitutions so far.
    fn now(&self, store: &mut Store, e: ExprId) -> ExprId {
        self.solved
            .iter()
            .fold(e, |e, solved| store.substitute(e, solved))
    }

    fn goal(&self, generator: &mut Generator, store: &mut Store) -> ExprId {
        let consequence = generator.consequence(store, &self.known);
        let goal = match generator.random.below(3) {
            0 => generator.formula(store, 2),
            _ => consequence.unwrap_or_else(|| store.fls()),
        };
        self.now(store, goal)
    }
}

fn compare(seed: u64, rounds: u32, millis: u64) -> (Tally, u64) {
    println!("seed {seed:#x}");
    let mut store = Store::new();
    let mut generator = Generator::new(&mut store, seed);
    let mut native = Prover::new(hurried(millis));
    let mut oracle = Prover::new(ProverOptions {
        native: false,
        ..hurried(millis)
    });
    let mut tally = Tally::default();
    for round in 0..rounds {
        let path = Path::new(&mut generator, &mut store, &mut native);
        let (pc, raw) = (path.pc, path.raw);
        // The path condition says what was assumed, no more and no less.
        let conjunction = store.all(&native.conjuncts(pc));
        let same = store.iff(raw, conjunction);
        let top = oracle.top();
        if let Validity::Invalid(_) = oracle.check(&mut store, top, same) {
            panic!(
                "round {round}: assumed {}\nnow {}",
                store.display(raw),
                store.display(conjunction)
            );
        }
        let goal = path.goal(&mut generator, &mut store);
        let simpler = native.simplify(&mut store, pc, goal);
        let equal = store.iff(simpler, goal);
        let equal = store.implies(conjunction, equal);
        if let Validity::Invalid(_) = oracle.check(&mut store, top, equal) {
            panic!(
                "round {round}: under {}\n{} became {}",
                store.display(conjunction),
                store.display(goal),
                store.display(simpler)
            );
        }
        let implication = store.implies(raw, goal);
        let expected = oracle.check(&mut store, top, implication);
        let found = native.check(&mut store, pc, goal);
        match (&found, &expected) {
            (Validity::Valid, Validity::Valid) => tally.valid += 1,
            (Validity::Invalid(_), Validity::Invalid(_)) => tally.invalid += 1,
            (Validity::Unknown(_), _) => tally.native_unknown += 1,
            (_, Validity::Unknown(_)) => tally.z3_unknown += 1,
            _ => panic!(
                "round {round}: {found:?}, but Z3 says {expected:?}\n{}\n=> {}",
                store.display(raw),
                store.display(goal)
            ),
        }
    }
    println!("{tally:?}\n{:?}", native.stats());
    (tally, native.stats().z3_queries)
}

#[test]
fn native_and_z3_agree() {
    let (tally, queries) = compare(0x7A55, 2_200, 200);
    assert!(tally.valid > 500 && tally.invalid > 500, "{tally:?}");
    assert!(tally.native_unknown < 100, "{tally:?}");
    assert!(queries < 1_500, "{queries} queries");
}

/// A random assignment of small values.
fn random_model(generator: &mut Generator, store: &Store) -> Model {
    let Generator {
        random,
        ints,
        reals,
        bools,
        ..
    } = generator;
    let mut model = Model::new();
    let mut set = |e: &ExprId, value: Value| {
        if let Node::Sym(symbol) = store.node(*e) {
            model.set_symbol(*symbol, value);
        }
    };
    for e in ints.iter() {
        set(e, Value::Num(random.between(-3, 5).into()));
    }
    for e in reals.iter() {
        set(
            e,
            Value::Num(Rational::from(random.between(-6, 8)) / Rational::from(2)),
        );
    }
    for e in bools.iter() {
        set(e, Value::Bool(random.below(2) == 0));
    }
    for i in -8..=8 {
        let mut point = |function, value| {
            model.set_function_value(function, vec![i.into()], value);
        };
        point(generator.array, Value::Num(random.between(-3, 3).into()));
        point(generator.lengths, Value::Num(random.between(0, 3).into()));
        point(generator.flags, Value::Bool(random.below(2) == 0));
        for j in -4..=4 {
            let value = Value::Num(random.between(-3, 3).into());
            model.set_function_value(generator.matrix, vec![i.into(), j.into()], value);
        }
    }
    model
}

/// No solver on the other side: in every state that satisfies the path condition, the simplified
/// formula has the value of the formula, and what was found valid is true.
#[test]
fn simplification_and_validity_hold_in_random_states() {
    let seed = 0xF01D;
    println!("seed {seed:#x}");
    let mut store = Store::new();
    let mut generator = Generator::new(&mut store, seed);
    let mut prover = Prover::new(hurried(100));
    let (mut states, mut valid) = (0, 0);
    for round in 0..1_500 {
        let path = Path::new(&mut generator, &mut store, &mut prover);
        let goal = path.goal(&mut generator, &mut store);
        let simpler = prover.simplify(&mut store, path.pc, goal);
        let is_valid = matches!(prover.check(&mut store, path.pc, goal), Validity::Valid);
        valid += u32::from(is_valid);
        for _ in 0..40 {
            let model = random_model(&mut generator, &store);
            let holds = |e| model.eval(&store, e).and_then(|value| value.as_bool());
            let conjuncts = prover.conjuncts(path.pc);
            if !conjuncts
                .iter()
                .all(|&conjunct| holds(conjunct) == Some(true))
            {
                continue;
            }
            states += 1;
            assert_eq!(holds(path.raw), Some(true), "round {round}");
            assert_eq!(
                holds(goal),
                holds(simpler),
                "round {round}: {} became {}",
                store.display(goal),
                store.display(simpler)
            );
            assert!(!is_valid || holds(goal) == Some(true), "round {round}");
        }
    }
    assert!(
        states > 5_000 && valid > 300,
        "{states} states, {valid} valid"
    );
}

#[test]
#[ignore = "long: run by hand with TASS_SEED"]
fn native_and_z3_agree_on_many() {
    let seed = std::env::var("TASS_SEED").ok();
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    compare(seed, 20_000, 2_000);
}
