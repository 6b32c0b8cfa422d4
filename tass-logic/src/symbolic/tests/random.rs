//! Random expressions: what the store makes of them evaluates like the naive semantics, wherever
//! that gives a value. Divisors are zero, indices out of bounds and ranges empty often enough: what
//! the canonical form is then does not matter, unless what has no value stands where it does not
//! matter itself.

use super::build::build;
use super::generate::Gen;
use super::invariants;
use super::naive::{Fixture, Naive, Rng, T, V, World};
use crate::symbolic::{ExprId, Node, Sort, Store, Substitution, Value};

fn fixture(s: &mut Store) -> Fixture {
    let sorts = [Sort::Int; 4]
        .into_iter()
        .chain([Sort::Real; 3])
        .chain([Sort::Bool; 2]);
    let names = ["n", "m", "i", "j", "x", "y", "z", "p", "q"];
    let symbols = sorts
        .zip(names)
        .map(|(sort, name)| (s.new_symbol(name, sort), sort))
        .collect();
    let a = s.new_function("a", 1, Sort::Int, false);
    let b = s.new_function("b", 1, Sort::Int, true);
    Fixture {
        symbols,
        inputs: vec![(a, 0), (b, 1)],
    }
}

struct Counts {
    /// Evaluations that have a value.
    defined: usize,
    /// Those in the domain that the store knows.
    inside: usize,
    /// Those that substitution folds to a constant.
    constants: usize,
    /// Expressions that are another node when built over other bound variables.
    renamed: usize,
}

fn check(
    seed: u64,
    depth: u32,
    arrays: bool,
    binders: bool,
    worlds: usize,
    s: &mut Store,
    f: &Fixture,
) -> Counts {
    let mut g = Gen {
        rng: Rng::new(seed),
        vars: 0,
        arrays,
        binders,
    };
    let t = match g.rng.below(3) {
        0 => g.int(depth),
        1 => g.real(depth),
        _ => g.bool(depth),
    };
    let e = build(s, f, &mut Vec::new(), &t);
    let again = build(s, f, &mut Vec::new(), &t);
    assert!(!s.has_free_bound(e), "seed {seed}: {}", s.display(e));
    let mut counts = Counts {
        defined: 0,
        inside: 0,
        constants: 0,
        renamed: usize::from(e != again),
    };
    for _ in 0..worlds {
        let world = g.world();
        let mut naive = Naive {
            world: &world,
            vars: Vec::new(),
            undefined: false,
        };
        let expected = naive.eval(&t);
        let clean = !naive.undefined;
        let model = world.model(s, f);
        // The domain has a value everywhere; where it is true, so has the expression.
        let domain = s.domain(e);
        let inside = model.eval(s, domain).and_then(|v| v.as_bool());
        let (inside, value) = (inside.expect("a total condition"), model.eval(s, e));
        assert!(
            !inside || value.is_some(),
            "seed {seed}: {} where {} in {world:?}",
            s.display(e),
            s.display(domain)
        );
        counts.inside += usize::from(inside);
        let Some(expected) = expected else {
            continue;
        };
        counts.defined += 1;
        let expected = expected.value();
        let context = |s: &Store, got: ExprId| {
            format!(
                "seed {seed}: {t:?}\n  {}\n  {}\n in {world:?}",
                s.display(e),
                s.display(got)
            )
        };
        match model.eval(s, e) {
            Some(v) => assert_eq!(v, expected, "eval, {}", context(s, e)),
            None => panic!("no value, {}", context(s, e)),
        }
        // Half of the symbols, then the rest: constants, but for the applications.
        let half = g.rng.next();
        let mut rest = e;
        for part in [half, !half] {
            let mut map = Substitution::new();
            for (k, ((sym, sort), v)) in f.symbols.iter().zip(&world.symbols).enumerate() {
                if part >> k & 1 == 1 {
                    let v = match v {
                        V::B(b) => s.bool(*b),
                        V::N(v) => s.num(*sort, v.clone()),
                    };
                    map.insert(*sym, v);
                }
            }
            rest = s.substitute(rest, &map);
            match model.eval(s, rest) {
                Some(v) => assert_eq!(v, expected, "substitute, {}", context(s, rest)),
                None => panic!("no value after substitution, {}", context(s, rest)),
            }
        }
        let constant = match s.node(rest) {
            Node::Num(_, v) => Some(Value::Num(v.clone())),
            Node::Bool(b) => Some(Value::Bool(*b)),
            _ => None,
        };
        match constant {
            Some(v) => {
                assert_eq!(v, expected, "{}", context(s, rest));
                counts.constants += 1;
            }
            None => assert!(
                arrays || binders || !clean,
                "not folded, {}",
                context(s, rest)
            ),
        }
        let reified = model.reify(s, e);
        assert!(!clean || s.is_const(reified), "{}", context(s, reified));
    }
    counts
}

/// The seeds of a test; `TASS_SEED` and `TASS_CASES` ask for others.
fn seeds(cases: u64) -> std::ops::Range<u64> {
    let var = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    let first = var("TASS_SEED").unwrap_or(1);
    let seeds = first..first + var("TASS_CASES").unwrap_or(cases);
    println!("seeds {seeds:?}");
    seeds
}

fn run(cases: u64, depth: u32, arrays: bool, binders: bool) {
    let seeds = seeds(cases);
    let cases = seeds.end - seeds.start;
    let mut store = Store::new();
    let mut f = fixture(&mut store);
    let (mut defined, mut inside, mut constants, mut renamed) = (0, 0, 0, 0);
    for seed in seeds {
        if seed % 500 == 0 {
            invariants::check(&store);
            store = Store::new();
            f = fixture(&mut store);
        }
        let counts = check(seed, depth, arrays, binders, 4, &mut store, &f);
        defined += counts.defined;
        inside += counts.inside;
        constants += counts.constants;
        renamed += counts.renamed;
    }
    println!("{defined} defined ({inside} by their domain)");
    println!("{constants} folded to constants, {renamed} not alpha-equivalent");
    // Canonical forms need not be confluent where conditionals are compared; anything more is a
    // mistake.
    assert!(
        renamed as u64 <= cases / 1000,
        "{renamed} expressions depend on their placeholders"
    );
    assert!(
        defined as u64 > cases,
        "too few cases have a value: {defined} of {}",
        4 * cases
    );
}

#[test]
fn scalars() {
    run(10_000, 4, false, false);
}

#[test]
fn binders() {
    run(5_000, 4, false, true);
}

#[test]
fn arrays() {
    run(5_000, 4, true, false);
}

#[test]
fn everything() {
    run(3_000, 4, true, true);
}

/// A symbol replaced by an expression (with binders of its own) has that expression's value.
#[test]
fn substituted_expressions() {
    let (mut done, mut with_binders) = (0, 0);
    for seed in seeds(3_000) {
        let mut s = Store::new();
        let f = fixture(&mut s);
        let mut g = Gen {
            rng: Rng::new(seed),
            vars: 0,
            arrays: false,
            binders: true,
        };
        let t = g.bool(5);
        let map: Vec<(usize, T)> = vec![
            (2, g.int(3)),
            (3, g.int(2)),
            (4, g.real(2)),
            (5, g.real(2)),
            (7, g.bool(2)),
        ];
        let e = build(&mut s, &f, &mut Vec::new(), &t);
        let mut substitution = Substitution::new();
        for (k, u) in &map {
            let u = build(&mut s, &f, &mut Vec::new(), u);
            with_binders += usize::from(s.meta(u).height > 0 && s.meta(e).height > 0);
            substitution.insert(f.symbols[*k].0, u);
        }
        let replaced = s.substitute(e, &substitution);
        assert!(!s.has_free_bound(replaced), "seed {seed}");
        invariants::check(&s);
        for _ in 0..4 {
            let world = g.world();
            let mut inner = world.clone();
            let mut naive = Naive {
                world: &world,
                vars: Vec::new(),
                undefined: false,
            };
            for (k, u) in &map {
                // A value that does not exist does not matter either.
                if let Some(v) = naive.eval(u) {
                    inner.symbols[*k] = v;
                }
            }
            if naive.undefined {
                continue;
            }
            let mut naive = Naive {
                world: &inner,
                vars: Vec::new(),
                undefined: false,
            };
            let Some(expected) = naive.eval(&t) else {
                continue;
            };
            let model = world.model(&s, &f);
            match model.eval(&s, replaced) {
                Some(v) => {
                    assert_eq!(
                        v,
                        expected.value(),
                        "seed {seed}: {}\n {t:?}\n {map:?}\n {world:?}",
                        s.display(replaced)
                    );
                    done += 1;
                }
                None => panic!("seed {seed}: {}", s.display(replaced)),
            }
        }
    }
    println!("{done} compared, {with_binders} times a binder under a binder");
    assert!(done > 5_000 && with_binders > 50, "{done} {with_binders}");
}

/// A binder expanded over a range that contains its own, or instantiated inside it, means the same.
#[test]
fn expanded_binders() {
    let mut done = 0;
    for seed in seeds(2_000) {
        let mut s = Store::new();
        let f = fixture(&mut s);
        let mut g = Gen {
            rng: Rng::new(seed),
            vars: 0,
            arrays: true,
            binders: true,
        };
        let t = g.bool(4);
        build(&mut s, &f, &mut Vec::new(), &t);
        let binders: Vec<ExprId> = s
            .all_ids()
            .filter(|e| {
                matches!(s.node(*e), Node::Forall { .. } | Node::Fold { .. })
                    && !s.has_free_bound(*e)
            })
            .take(6)
            .collect();
        invariants::check(&s);
        let worlds: Vec<World> = (0..3).map(|_| g.world()).collect();
        for binder in binders {
            let expanded = s.expand_binder(binder, -12, 14);
            let (Node::Forall { lo, hi, .. } | Node::Fold { lo, hi, .. }) = *s.node(binder) else {
                unreachable!()
            };
            for world in &worlds {
                let model = world.model(&s, &f);
                let number = |e| match model.eval(&s, e) {
                    Some(Value::Num(v)) => i64::try_from(v.numerator()).ok(),
                    _ => None,
                };
                let (Some(from), Some(to)) = (number(lo), number(hi)) else {
                    continue;
                };
                if from < -12 || to > 14 {
                    continue;
                }
                let Some(expected) = model.eval(&s, binder) else {
                    continue;
                };
                assert_eq!(
                    model.eval(&s, expanded),
                    Some(expected),
                    "seed {seed}: {}\n {}",
                    s.display(binder),
                    s.display(expanded)
                );
                done += 1;
            }
        }
    }
    println!("{done} compared");
    assert!(done > 1_000, "{done}");
}
