//! Models without communication are ordinary Rust functions: what they mean to the engine is what
//! they compute when run.
//!
//! Each function here is run natively on a few arguments, and the engine must prove that its model
//! gives the same results.

#![allow(clippy::all, reason = "odd forms on purpose")]

use std::sync::Arc;

use tass_core::{Options, check};
use tass_mpi_model::Mpi;
use tass_syntax::tree::{
    BinOp, Block, Callee, Expr, ExprKind, Function, IntTy, Param, Pattern, Span, Stmt, Type,
};

#[tass::model]
fn loops(n: i64) -> i64 {
    let mut total = 0;
    'outer: for i in (0..n).rev().step_by(2) {
        for j in 0..=i {
            if j == 3 {
                continue 'outer;
            }
            if total > 40 {
                break 'outer;
            }
            total += i * j + 1;
        }
        total += 100;
    }
    for i in (1..n).step_by(3) {
        total = 2 * total - i;
    }
    for _ in 5..2 {
        total = 0;
    }
    total
}

#[tass::model]
fn loop_values(n: i64) -> i64 {
    let mut i = 0;
    let found = loop {
        i += 1;
        if i * i > n {
            break i;
        }
        if i > 50 {
            break -1;
        }
    };
    let mut j = 10;
    while j > 0 {
        j -= 3;
        if j == n % 10 {
            return 1000 + j;
        }
    }
    let inner = 'block: {
        if n > 20 {
            break 'block 7;
        }
        found * 2
    };
    found + inner + j
}

#[tass::model]
fn shadowing(n: i64) -> i64 {
    let x = n;
    let x = {
        let x = x + 1;
        let y = x * 2;
        y + x
    };
    let mut sum = x;
    for x in 0..3 {
        let x = x + sum;
        sum += x;
    }
    if x > 10 {
        let sum = 1;
        sum + x
    } else if x == 10 {
        -1
    } else {
        sum
    }
}

/// The right side of an assignment comes first, then the index on the left.
#[tass::model]
fn order_of_evaluation(n: i64) -> i64 {
    let mut a = [0, 10, 20, 30, 40];
    let mut i = 0;
    a[i] = {
        i += 1;
        n
    };
    a[i] += {
        i += 2;
        5
    };
    let pair = (
        {
            i += 1;
            i
        },
        i * 10,
    );
    let sum = i + {
        i = 0;
        i
    };
    (pair.0 + pair.1 + sum) as i64 + a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3] + 5 * a[4]
}

#[tass::model]
fn short_circuits(n: i64) -> i64 {
    let mut calls = 0;
    let a = n > 0 && {
        calls += 1;
        n > 5
    };
    let b = n > 3 || {
        calls += 10;
        n < -3
    };
    let c = (n > 1) & {
        calls += 100;
        true
    };
    let d = a ^ b | c;
    if a && !b {
        calls += 1000;
    }
    if n != 0 && 100 / n > 7 {
        calls += 10_000;
    }
    calls + if d { 1 } else { 0 }
}

#[tass::model]
fn bump(x: &mut i64, by: i64) -> i64 {
    *x += by;
    *x
}

#[tass::model]
fn reverse(a: &mut [i64]) {
    let n = a.len();
    for i in 0..n / 2 {
        a.swap(i, n - 1 - i);
    }
}

#[tass::model]
fn references(n: i64) -> i64 {
    let mut x = n;
    let y = bump(&mut x, 3) + bump(&mut x, 4);
    let mut pair = (1, 2);
    bump(&mut pair.1, n);
    let mut a = [n, 1, 2, 3, 4];
    let b = a;
    bump(&mut a[2], 10);
    reverse(&mut a[1..4]);
    let r = &mut a[0];
    *r += 1;
    let copy = a;
    reverse(&mut a);
    x + 2 * y + 3 * pair.1 + copy[1] + 10 * copy[3] + 100 * a[4] + b[2] + 7 * a[0]
}

#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Body {
    at: (i64, i64),
    mass: i64,
}

#[tass::model]
fn structs(n: i64) -> i64 {
    let first = Body {
        at: (n, 2),
        mass: 5,
    };
    let mut bodies = vec![first; 3];
    bodies[1].at.0 += 7;
    bodies[2] = Body {
        mass: 9,
        ..bodies[1]
    };
    let Body { at: (x, _), mass } = bodies[2];
    bodies.push(Body { at: (x, x), mass });
    let same = bodies[3] == bodies[2];
    let mut total = 0;
    for body in &bodies {
        total += body.mass * body.at.0 - body.at.1;
    }
    for (i, j) in [(1, 2), (3, 4)] {
        total += i * j;
    }
    total + bodies.len() as i64 + if same { 1000 } else { 0 }
}

#[tass::model]
fn vectors(n: i64) -> i64 {
    let mut a: Vec<i64> = Vec::new();
    let mut i = 0;
    while i < 6 {
        a.push(n - i * i);
        i += 1;
    }
    let mut b = a.clone();
    b.swap(0, 5);
    b[1..3].copy_from_slice(&a[3..5]);
    a[4..].fill(n);
    let mut grid = [[0; 3]; 2];
    for r in 0..2 {
        for c in 0..3 {
            grid[r][c] = a[r + c] * (c as i64 + 1);
        }
    }
    let row = grid[1];
    grid[1][1] = 0;
    let tail = a[1..].to_vec();
    row[1]
        + grid[0][2]
        + grid[1][1]
        + tail[3]
        + 3 * b[0]
        + 5 * b[2]
        + if a.contains(&0) { 77 } else { 0 }
}

#[tass::model]
fn iterators(n: i64) -> i64 {
    let a = [3, n, 7, -2, n + 1];
    let big = a.iter().filter(|x| **x > 2).count() as i64;
    let sum = a.iter().map(|x| x * 2).sum::<i64>();
    let product = (1..=4).map(|k| k + n).product::<i64>();
    let least = a.iter().copied().min().unwrap();
    let most = a[1..3].iter().copied().max().unwrap();
    let every = (0..a.len()).all(|i| (0..i).any(|j| a[j] != a[i]) || i == 0);
    let none = (5..2).any(|k| k > 0);
    let limit = n;
    let inside = (0..10)
        .filter(|k| *k < limit && (1..5).contains(&*k))
        .sum::<i64>();
    big + sum + product + 10 * least + 20 * most + inside + if every && !none { 500 } else { 0 }
}

#[tass::model]
fn numbers(n: i64) -> i64 {
    let m = n as i32;
    let u = n.abs() as u32;
    let big = -(m * 3) as i64;
    let parts = u.abs_diff(10) as i64 + i64::max(n, 3) + n.clamp(-2, 2) + n.signum();
    let powers = n.pow(2) + (-2i64).pow(3) - 2i64.pow(0);
    let division = n / 3 + n % 3 + n.div_euclid(-4) + n.rem_euclid(4);
    let even = if u.is_multiple_of(2) { 1 } else { 0 };
    let truncated = (n as f64 / 2.0) as i64 + f64::from(m) as i64;
    big + parts + powers + division + even + truncated + true as i64
}

#[tass::model]
fn ackermann(m: i64, n: i64) -> i64 {
    if m == 0 {
        return n + 1;
    }
    if n == 0 {
        ackermann(m - 1, 1)
    } else {
        ackermann(m - 1, ackermann(m, n - 1))
    }
}

#[tass::model]
fn recursion(n: i64) -> i64 {
    ackermann(2, n.clamp(0, 3))
}

/// A function, run and modelled.
type Pair = (&'static str, fn(i64) -> i64, fn() -> Function);

const FUNCTIONS: &[Pair] = &[
    ("loops", loops, loops::__tass::function),
    ("loop values", loop_values, loop_values::__tass::function),
    ("shadowing", shadowing, shadowing::__tass::function),
    (
        "order of evaluation",
        order_of_evaluation,
        order_of_evaluation::__tass::function,
    ),
    (
        "short circuits",
        short_circuits,
        short_circuits::__tass::function,
    ),
    ("references", references, references::__tass::function),
    ("structs", structs, structs::__tass::function),
    ("vectors", vectors, vectors::__tass::function),
    ("iterators", iterators, iterators::__tass::function),
    ("numbers", numbers, numbers::__tass::function),
    ("recursion", recursion, recursion::__tass::function),
];

fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind,
        span: Span::default(),
    }
}

fn int(value: i64) -> Expr {
    expr(ExprKind::Int(value.into(), None))
}

fn var(name: &str) -> Expr {
    expr(ExprKind::Var(name.into()))
}

fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn stmt(kind: ExprKind) -> Stmt {
    Stmt::Expr(expr(kind))
}

/// A model that calls one function.
fn caller(function: fn() -> Function, input: bool, stmts: Vec<Stmt>) -> Function {
    let span = Span::default();
    let pattern = Pattern::Name {
        name: "n".into(),
        span,
    };
    let param = Param {
        pattern,
        ty: Type::Int(IntTy::I64),
        span,
    };
    Function {
        name: "claim".into(),
        path: "language::claim".into(),
        file: file!().into(),
        line: 1,
        source: "claim".into(),
        params: if input { vec![param] } else { vec![] },
        ret: Type::Unit,
        body: Block {
            stmts,
            tail: None,
            span,
        },
        callees: vec![Callee {
            name: "f".into(),
            build: Arc::new(function),
        }],
    }
}

/// `assert!(f(argument) == result)`
fn claim(function: fn() -> Function, argument: i64, result: i64) -> Function {
    let call = expr(ExprKind::Call(0, vec![int(argument)]));
    let assert = ExprKind::Assert(Box::new(binary(BinOp::Eq, call, int(result))), None);
    caller(function, false, vec![stmt(assert)])
}

/// For an input `n` between the first and the last argument: `let r = f(n);`, and if `n` is one of
/// the arguments, `r` is its result.
fn table(function: fn() -> Function, rows: &[(i64, i64)]) -> Function {
    let bound = |op, value: i64| stmt(ExprKind::Assume(Box::new(binary(op, var("n"), int(value)))));
    let call = expr(ExprKind::Call(0, vec![var("n")]));
    let span = Span::default();
    let pattern = Pattern::Name {
        name: "r".into(),
        span,
    };
    let mut stmts = vec![
        bound(BinOp::Ge, rows[0].0),
        bound(BinOp::Le, rows[rows.len() - 1].0),
        Stmt::Let {
            pattern,
            ty: Type::Infer,
            init: Some(call),
            span,
        },
    ];
    for (argument, result) in rows {
        let other = binary(BinOp::Ne, var("n"), int(*argument));
        let same = binary(BinOp::Eq, var("r"), int(*result));
        stmts.push(stmt(ExprKind::Assert(
            Box::new(binary(BinOp::Or, other, same)),
            None,
        )));
    }
    caller(function, true, stmts)
}

#[test]
fn models_compute_what_the_functions_compute() {
    let mut wrong = Vec::new();
    for (name, run, function) in FUNCTIONS {
        for argument in -8..=13 {
            let result = run(argument);
            let report = check(
                &claim(*function, argument, result),
                &Mpi,
                &Options::default(),
            );
            if !report.is_verified() {
                wrong.push(format!("{name}({argument}) is {result}\n{report}"));
                break;
            }
            let report = check(
                &claim(*function, argument, result + 1),
                &Mpi,
                &Options::default(),
            );
            assert!(
                report.is_refuted(),
                "{name}({argument}) is {result}, not one more\n{report}"
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "{} disagreements\n\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

/// The same for all arguments at once: the engine does not know which one it is, and follows every
/// path.
#[test]
fn models_compute_the_same_symbolically() {
    let mut wrong = Vec::new();
    for (name, run, function) in FUNCTIONS {
        let mut rows: Vec<(i64, i64)> = (-8..=13)
            .map(|argument| (argument, run(argument)))
            .collect();
        let report = check(&table(*function, &rows), &Mpi, &Options::default());
        println!("{name}: {}", report.stats());
        if !report.is_verified() {
            wrong.push(format!("{name}\n{report}"));
            continue;
        }
        rows[11].1 += 1;
        let report = check(&table(*function, &rows), &Mpi, &Options::default());
        assert!(report.is_refuted(), "{name}: one row is wrong\n{report}");
        let (input, value) = &report.violations()[0].inputs[0];
        assert_eq!(
            (input.as_str(), value.as_str()),
            ("n", "3"),
            "{name}\n{report}"
        );
    }
    assert!(
        wrong.is_empty(),
        "{} disagreements\n\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
