//! Partial terms: divisions, remainders, quotients, reads, extrema, under guards and in binders
//! whose ends are symbols.
//!
//! No solver on the other side: trees are evaluated by the naive semantics of the store's tests, in
//! every small state. As execution does, a condition is assumed, or a goal asked for, only after
//! what it needs (no divisor is zero, every index is in bounds, ..) has been proved; then
//! everything that is claimed must be so in all those states.

use super::super::facts::Facts;
use super::super::forms::Forms;
use super::super::native::{self, Skolems, Verdict};
use super::trees::{Trees, needs};
use super::*;
use crate::symbolic::tests::build::build;
use crate::symbolic::tests::naive::{Fixture as Symbols, Naive, T, V, World};
use crate::symbolic::{Substitution, Value};

/// Asks one prover, and keeps the books.
struct Side {
    name: &'static str,
    prover: Prover,
    pc: PcId,
    solved: Vec<Substitution>,
    valid: u32,
    impossible: u32,
    unknown: u32,
}

impl Side {
    fn new(name: &'static str, options: ProverOptions) -> Side {
        let prover = Prover::new(options);
        Side {
            name,
            pc: prover.top(),
            prover,
            solved: Vec::new(),
            valid: 0,
            impossible: 0,
            unknown: 0,
        }
    }

    /// The tree in the store, after the substitutions so far.
    fn built(&self, store: &mut Store, symbols: &Symbols, tree: &T) -> ExprId {
        let e = build(store, symbols, &mut Vec::new(), tree);
        let solved = self.solved.iter();
        solved.fold(e, |e, solved| store.substitute(e, solved))
    }
}

fn truth(world: &World, tree: &T) -> Option<bool> {
    let mut naive = Naive {
        world,
        vars: Vec::new(),
        undefined: false,
    };
    naive.eval(tree).map(|v| v == V::B(true))
}

/// One round: some assumptions, then some goals; every claim is compared with `worlds`.
fn round(seed: u64, store: &mut Store, symbols: &Symbols, sides: &mut [Side], worlds: &[World]) {
    let mut trees = Trees::new(seed);
    let mut assumed: Vec<T> = Vec::new();
    for side in &mut *sides {
        (side.pc, side.solved) = (side.prover.top(), Vec::new());
    }
    // The states that are left.
    let mut left: Vec<&World> = worlds.iter().collect();
    let mut assumptions = 3;
    for step in 0..7 {
        let tree = if step == 0 {
            trees.lengths()
        } else {
            trees.formula()
        };
        let need = needs(&tree);
        let context = || format!("seed {seed}: {tree:?}\nunder {assumed:?}");
        let mut proved = true;
        let mut possible = true;
        for side in &mut *sides {
            let built = side.built(store, symbols, &need);
            let needed = side.prover.check(store, side.pc, built);
            if let Validity::Valid = needed {
                for world in &left {
                    let there = truth(world, &tree).is_some();
                    assert!(there, "{}: no value, {}, {world:?}", side.name, context());
                }
            }
            proved &= matches!(needed, Validity::Valid);
        }
        if !proved {
            continue;
        }
        for side in &mut *sides {
            let built = side.built(store, symbols, &tree);
            let simpler = side.prover.simplify(store, side.pc, built);
            let answer = side.prover.check(store, side.pc, built);
            let decision = side.prover.decide(store, side.pc, built);
            for world in &left {
                let Some(truth) = truth(world, &tree) else {
                    panic!("{}", context())
                };
                let (name, shown) = (side.name, store.display(built).to_string());
                let context = || format!("{name}, {}\n{shown} in {world:?}", context());
                let model = world.model(store, symbols);
                let value = model.eval(store, simpler);
                assert_eq!(value, Some(Value::Bool(truth)), "simplified, {}", context());
                let valid = matches!(answer, Validity::Valid);
                assert!(truth || !valid, "not valid: {}", context());
                let way = if truth {
                    &decision.can_be_true
                } else {
                    &decision.can_be_false
                };
                assert_ne!(*way, Feasible::No, "{truth} is possible: {}", context());
            }
            match answer {
                Validity::Valid => side.valid += 1,
                Validity::Unknown(_) => side.unknown += 1,
                Validity::Invalid(_) => {}
            }
            side.impossible += u32::from(decision.can_be_true == Feasible::No);
            possible &= decision.can_be_true == Feasible::Yes;
        }
        if assumptions == 0 || !possible {
            continue;
        }
        assumptions -= 1;
        for side in &mut *sides {
            let built = side.built(store, symbols, &tree);
            let new = side.prover.assume(store, side.pc, built);
            let new =
                new.unwrap_or_else(|| panic!("{}: a contradiction, {}", side.name, context()));
            side.pc = new.pc;
            side.solved.extend(new.substitution);
        }
        left.retain(|world| truth(world, &tree) == Some(true));
        assumed.push(tree);
    }
}

fn run(first: u64, rounds: u64) {
    println!("seeds {first}..{}", first + rounds);
    let mut store = Store::new();
    let symbols = super::trees::symbols(&mut store);
    let mut sides = [
        Side::new("native", hurried(60)),
        Side::new(
            "Z3",
            ProverOptions {
                native: false,
                ..hurried(60)
            },
        ),
    ];
    for seed in first..first + rounds {
        let worlds = super::trees::worlds(seed);
        round(seed, &mut store, &symbols, &mut sides, &worlds);
    }
    for side in &sides {
        let (valid, no, unknown) = (side.valid, side.impossible, side.unknown);
        println!(
            "{}: {valid} valid, {no} impossible, {unknown} unknown",
            side.name
        );
        assert!(u64::from(valid) > rounds / 8 && u64::from(no) > rounds / 16);
    }
}

#[test]
fn claims_about_partial_terms_hold() {
    let var = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    run(
        var("TASS_SEED").unwrap_or(1),
        var("TASS_CASES").unwrap_or(150),
    );
}

/// What is learned about a term in a case in which it has a value is not used where it has none.
#[test]
fn lemmas_about_terms_without_a_value() {
    let mut f = Fixture::new();
    let (n, k) = (f.int("n"), f.int("k"));
    let a = f.store.new_function("a", 1, Sort::Int, false);
    let [zero, one, three, five] = [0, 1, 3, 5].map(|i| f.store.int(i));
    // min of a[i] / (i - 3) over 0..n, which has a value for n <= 3
    let i = f.store.fresh_bound();
    let (element, divisor) = (f.store.app(a, &[i]), f.store.sub(i, three));
    let body = f.store.div_euclid(element, divisor);
    let least = f.store.fold(crate::symbolic::FoldOp::Min, zero, n, i, body);
    let positive = f.store.le(one, least);
    let large = f.store.lt(five, k);
    let short = f.store.le(n, three);
    // `k > 5 || min > 0`: evaluated in this order, it needs a value only where there is one.
    let guarded = f.store.or(positive, large);
    let covered = f.store.or(large, short);
    let long = f.store.not(short);
    let element = f.store.app(a, &[three]);
    let element = f.store.le(one, element);
    // Something to be learned, and so an occasion.
    let b = f.store.new_function("b", 1, Sort::Int, false);
    let i = f.store.fresh_bound();
    let at = f.store.app(b, &[i]);
    let at = f.store.le(one, at);
    let all = f.store.forall(zero, n, i, at);
    let some = f.store.app(b, &[one]);
    let some = f.store.le(some, five);
    let formulas = [guarded, covered, long, element, all, some];
    let mut forms = Forms::default();
    let facts = Facts::new(&mut f.store, &mut forms, &formulas);
    let (store, mut skolems) = (&mut f.store, Skolems::default());
    let verdict = native::decide(store, &mut forms, &mut skolems, &facts, &formulas);
    assert!(!matches!(verdict, Verdict::Unsat), "n = 4, k = 6");
}
