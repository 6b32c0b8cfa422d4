//! Arithmetic means what it means in Rust: random expressions, evaluated by both.
//!
//! Integers: truncated and Euclidean division and remainder of any signs, `abs`, `pow`, `min`,
//! `max`, `signum`, casts. Floats: reals, compared where Rust's floats are exact.

mod build;
mod expression;
mod random;

use expression::Maker;
use random::Random;
use tass_core::report::Kind;
use tass_syntax::tree::{BinOp, Expr, ExprKind, FloatTy, Function, IntTy, Stmt, Type};

/// Cases in one model.
const BATCH: usize = 50;

/// When the engine gets to know the values of the variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pinned {
    /// `let a = 7;`
    ByLet,
    /// `assume!(a == 7);` before the expressions are evaluated.
    Before,
    /// After: they were evaluated symbolically, and the value is put in later.
    After,
    /// `assume!(7 <= a && a <= 7);` before: no equation to solve, only bounds.
    ByBounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Signed,
    Unsigned,
    Floats,
}

impl Numbers {
    fn ty(self) -> Type {
        match self {
            Numbers::Signed => Type::Int(IntTy::I64),
            Numbers::Unsigned => Type::Int(IntTy::U64),
            Numbers::Floats => Type::Float(FloatTy::F64),
        }
    }
}

/// A model of random cases; with `wrong` one of them is off by one, and the model must be refuted.
fn batch(random: &Random, numbers: Numbers, pinned: Pinned, wrong: bool) -> Function {
    let lowest = if numbers == Numbers::Unsigned { 0 } else { -30 };
    let ints = ["a", "b", "c"].map(|name| (name, random.within(lowest, 30)));
    let floats = ["a", "b", "c"].map(|name| (name, random.within(-60, 60) as f64 / 16.0));
    let literal = |i: usize| match numbers {
        Numbers::Floats => build::float(floats[i].1),
        _ => build::int(ints[i].1),
    };
    let maker = Maker {
        random,
        ints: &ints,
        floats: &floats,
        for_any_values: pinned == Pinned::After,
        unsigned: numbers == Numbers::Unsigned,
    };
    let known = |op: BinOp, i: usize| build::binary(op, build::var(ints[i].0), literal(i));
    let pins: Vec<Stmt> = (0..ints.len())
        .map(|i| match pinned {
            Pinned::ByLet => build::let_(0, ints[i].0, numbers.ty(), literal(i)),
            Pinned::Before | Pinned::After => build::assume(known(BinOp::Eq, i)),
            Pinned::ByBounds => build::assume(build::binary(
                BinOp::And,
                known(BinOp::Le, i),
                known(BinOp::Ge, i),
            )),
        })
        .collect();
    let (mut lets, mut asserts) = (Vec::new(), Vec::new());
    for number in 0..BATCH {
        let depth = u32::try_from(random.within(1, 4)).expect("small");
        let (expr, value) = one_case(&maker, numbers, depth, wrong && number == 17);
        let name = format!("e{number}");
        lets.push(build::let_(number, &name, numbers.ty(), expr));
        asserts.push(build::assert(
            number,
            build::binary(BinOp::Eq, build::var(&name), value),
        ));
    }
    let stmts = match pinned {
        Pinned::After => [lets, pins, asserts].concat(),
        _ => [pins, lets, asserts].concat(),
    };
    let inputs = if pinned == Pinned::ByLet {
        vec![]
    } else {
        ints.map(|(name, _)| (name, numbers.ty())).to_vec()
    };
    build::function(&inputs, stmts, BATCH)
}

/// An expression, and the literal that it must equal.
fn one_case(maker: &Maker<'_>, numbers: Numbers, depth: u32, wrong: bool) -> (Expr, Expr) {
    if numbers == Numbers::Floats {
        let (expr, value) = maker.float(depth);
        return (expr, build::float(if wrong { value + 1.0 } else { value }));
    }
    let (expr, value) = maker.int(depth);
    (expr, build::int(if wrong { value + 1 } else { value }))
}

/// Checks batches of cases in every way of pinning the variables.
fn agree(test: &str, numbers: Numbers, batches: usize, native_prover: bool) {
    let random = Random::new(test);
    for pinned in [
        Pinned::ByLet,
        Pinned::Before,
        Pinned::After,
        Pinned::ByBounds,
    ] {
        for number in 0..batches {
            let function = batch(&random, numbers, pinned, false);
            let report = build::check(&function, native_prover);
            assert!(
                report.is_verified(),
                "{pinned:?}, batch {number}\n{report}\n{function}"
            );
        }
        let function = batch(&random, numbers, pinned, true);
        let report = build::check(&function, native_prover);
        assert_eq!(
            report.kinds(),
            [Kind::Assertion],
            "{pinned:?}: off by one\n{report}\n{function}"
        );
        assert_eq!(
            report.violations().len(),
            1,
            "{pinned:?}: only case 17 is wrong\n{report}\n{function}"
        );
    }
}

#[test]
fn signed_integers() {
    agree("signed integers", Numbers::Signed, 8, true);
}

#[test]
fn unsigned_integers() {
    agree("unsigned integers", Numbers::Unsigned, 4, true);
}

#[test]
fn floats_are_reals() {
    agree("floats", Numbers::Floats, 6, true);
}

/// The same without the native prover: Z3 has its own idea of division, and must be told Rust's.
#[test]
fn integers_by_z3() {
    agree("integers by Z3", Numbers::Signed, 2, false);
}

#[test]
fn floats_by_z3() {
    agree("floats by Z3", Numbers::Floats, 2, false);
}

/// Every sign of dividend and divisor, small numbers, all of them, written out.
#[test]
fn division_of_small_integers() {
    let mut stmts = Vec::new();
    let mut number = 0;
    for a in -7i128..=7 {
        for b in (-4..=4).filter(|b| *b != 0) {
            let operands = || (build::int(a), build::int(b));
            let by = |op| build::binary(op, operands().0, operands().1);
            let call = |name| build::method(typed(operands().0), name, vec![operands().1]);
            let cases = [
                (by(BinOp::Div), a / b),
                (by(BinOp::Rem), a % b),
                (call("div_euclid"), a.div_euclid(b)),
                (call("rem_euclid"), a.rem_euclid(b)),
            ];
            for (expr, value) in cases {
                stmts.push(build::assert(
                    number,
                    build::binary(BinOp::Eq, expr, build::int(value)),
                ));
                number += 1;
            }
        }
    }
    let function = build::function(&[], stmts, number);
    let report = build::check(&function, true);
    assert!(report.is_verified(), "{report}\n{function}");
    println!("{number} cases");
}

/// `(e as i64)`: Rust has no methods on a literal of unknown type.
fn typed(e: Expr) -> Expr {
    Expr {
        kind: ExprKind::Cast(Box::new(e.clone()), Type::Int(IntTy::I64)),
        ..e
    }
}
