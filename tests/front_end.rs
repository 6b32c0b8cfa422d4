//! The front end: what the attributes make of representative models.

// The models show forms of the language, not good style.
#![allow(
    clippy::assertions_on_constants,
    clippy::never_loop,
    clippy::manual_contains
)]

use tass::__private::tree::{ExprKind, Function, Span, Stmt};
use tass::prelude::*;

const LIMIT: usize = 3;
const HALF: f64 = 0.5;

mod helpers {
    pub(crate) const SCALE: i64 = -4;

    /// A helper in another module, which borrows mutably and names its own module.
    #[tass::model]
    pub(crate) fn shift(values: &mut [f64], by: f64) -> usize {
        for i in (0..values.len()).step_by(2) {
            values[i] += by;
        }
        assert!(self::SCALE < 0);
        values.len() - super::LIMIT
    }

    #[tass::model]
    pub(crate) fn is_even(n: usize) -> bool {
        n == 0 || super::is_odd(n - 1)
    }
}

#[tass::model]
fn is_odd(n: usize) -> bool {
    n != 0 && helpers::is_even(n - 1)
}

#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Point {
    x: f64,
    y: (i32, [bool; LIMIT]),
}

#[tass::data]
#[derive(Clone, Copy)]
struct Pair(usize, usize);

/// Each process passes its number on.
#[ignore = "here to be read, not to be verified"]
#[tass::verify(nprocs = 2..=3, overflow = true, timeout = "2s")]
fn ring(n: usize, u: &[f64]) {
    assume!(n > 0 && n < LIMIT && u.len() == n);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    for i in (0..n).rev() {
        let y = x;
        let status = mpi!(sendrecv(
            &y,
            to = (rank + 1) % size,
            &mut x,
            from = ANY,
            tag = 7
        ));
        assert!(status.count == 1, "one at a time, {}", status.count);
        if i == 1 {
            x = factorial(x);
        } else if is_odd(i) {
            continue;
        }
    }
    collective_assert!(halo::SAME: proc.iter().all(|p| p.x < size)
        && proc[(rank + 1) % size].u[0] == HALF
        && proc[..rank].iter().filter(|p| p.x > 1).map(|p| p.x).sum::<usize>() == 0);
    let mut total = 0;
    mpi!(allreduce(&x, &mut total, op = SUM));
    assert_eq!(total, (0..size).sum::<usize>());
}

#[tass::model]
fn factorial(n: usize) -> usize {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

/// Most forms of the language.
#[tass::model]
fn forms(mut a: Vec<i64>, flag: bool, p: Point) -> (i64, f64) {
    let mut b = vec![0i64; a.len()];
    let mut c: Vec<f64> = Vec::with_capacity(3);
    c.push(1.5e3);
    b.copy_from_slice(&a);
    let Point { x, y: (first, _) } = p;
    let q = Point { x: x / 2.0, ..p };
    let Pair(left, right) = Pair(1, usize::MAX);
    let t = (q.y.0, [first; 2]);
    let mut i = 0;
    invariant!(INSIDE: i <= a.len() && (0..i).all(|k| a[k] == b[k]));
    'outer: while i < a.len() {
        a[i] = -b[i] + helpers::SCALE;
        i += 1;
        loop {
            if flag & (i > left) {
                break 'outer;
            }
            break;
        }
    }
    let least = a.iter().copied().filter(|&v| v > 0).min().unwrap();
    let any = a[1..].iter().any(|v| *v == least) || (1..=i).contains(&right);
    let choice = choose!(0..=3i64);
    elaborate!(choice);
    cover!(any);
    helpers::shift(&mut c[..], HALF);
    for v in &a {
        assert_ne!(*v, 0, "zero");
    }
    for (m, _) in [(1, 2), (3, 4)] {
        assert!(m % 2 == 1 || !any);
    }
    output!(last = a[a.len() - 1]);
    if choice == 7 {
        unreachable!("{choice} is below 4");
    }
    let d = if flag {
        f64::from(t.0)
    } else {
        least.abs() as f64
    };
    (i64::max(least, choice), { c[0] * d })
}

#[tass::model]
fn communication(mut u: Vec<f64>) {
    mpi!(init());
    let rank = mpi!(rank());
    let right = if rank + 1 == mpi!(size()) {
        PROC_NULL
    } else {
        rank + 1
    };
    let (mut total, mut all) = (0.0, vec![0.0; mpi!(size())]);
    mpi!(send(&u[1..=2], to = right));
    mpi!(ssend(&(rank, true), to = 0, tag = rank));
    let _ = mpi!(recv(&mut u[1..3], from = ANY, tag = ANY)).source;
    mpi!(barrier());
    mpi!(bcast(&mut u, root = 0));
    mpi!(reduce(&u[0], &mut total, op = PROD, root = 0));
    mpi!(scan(&u[0], &mut total, op = MIN));
    mpi!(exscan(&u[0], &mut total, op = MAX));
    mpi!(gather(&total, &mut all, root = 1));
    mpi!(scatter(&all, &mut total, root = 1));
    mpi!(allgather(&total, &mut all));
    mpi!(alltoall(&all.clone(), &mut all));
    mpi!(finalize());
}

/// The part of the source that a span covers; on one line.
fn text(function: &Function, span: Span) -> String {
    let line = function.source.lines().nth(span.line as usize).unwrap();
    line.chars()
        .skip(span.col as usize)
        .take((span.end_col - span.col) as usize)
        .collect()
}

#[test]
fn ring_is_read() {
    insta::assert_snapshot!(ring::__tass::function(), @r#"
    fn ring(n: usize, u: &[f64]) -> () {
        assume!((((n > 0) && (n < #3usize)) && (u.len() == n)));
        let (rank, size) = (mpi!(rank()), mpi!(size()));
        let mut x = rank;
        for i in (0..n).rev() {
            let y = x;
            let status = mpi!(sendrecv(sendbuf = &y, to = ((rank + 1) % size), recvbuf = &mut x, from = #ANY, sendtag = 7, recvtag = 7));
            assert!((status.count == 1), "one at a time, {status.count}");
            if (i == 1) {
                x = factorial(x);
            } else if is_odd(i) {
                continue;
            }
        };
        collective_assert!(halo::SAME: ((proc.iter().all(|p| (p.x < size)) && (proc[((rank + 1) % size)].u[0] == #0.5f64)) && (proc[..rank].iter().filter(|p| (p.x > 1)).map(|p| p.x).sum::<usize>() == 0)));
        let mut total = 0;
        mpi!(allreduce(sendbuf = &x, recvbuf = &mut total, op = #SUM));
        assert_eq!(total, (0..size).sum::<usize>());
    }
    "#);
    let function = ring::__tass::function();
    assert_eq!(function.name, "ring");
    assert_eq!(function.path, "all::front_end::ring");
    assert!(function.file.ends_with("front_end.rs"), "{}", function.file);
    assert!(
        function
            .source
            .starts_with("fn ring(n: usize, u: &[f64]) {")
    );
    assert!(function.source.ends_with("\n}"));
    let first = function
        .source
        .lines()
        .position(|line| line.starts_with("    let (rank, size)"))
        .unwrap();
    let Stmt::Let {
        init: Some(init),
        span,
        ..
    } = &function.body.stmts[1]
    else {
        panic!("a let")
    };
    assert_eq!((span.line as usize, span.end_line as usize), (first, first));
    assert_eq!(
        text(&function, *span),
        "let (rank, size) = (mpi!(rank()), mpi!(size()));"
    );
    assert_eq!(text(&function, init.span), "(mpi!(rank()), mpi!(size()))");
    let Stmt::Expr(each) = &function.body.stmts[3] else {
        panic!("a for")
    };
    let ExprKind::Loop(each) = &each.kind else {
        panic!("a for")
    };
    assert_eq!(text(&function, each.head), "for i in (0..n).rev()");
    let names: Vec<&str> = function
        .callees
        .iter()
        .map(|callee| callee.name.as_str())
        .collect();
    assert_eq!(names, ["factorial", "is_odd"]);
}

#[test]
fn forms_are_read() {
    insta::assert_snapshot!(forms::__tass::function(), @r#"
    fn forms(mut a: Vec<i64>, flag: bool, p: Point) -> (i64, f64) {
        let mut b = vec![0i64; a.len()];
        let mut c: Vec<f64> = vec![];
        c.push(1.5e3);
        b.copy_from_slice(&a);
        let { x: x, y: (first, _) } = p;
        let q = Point { x: (x / 2.0), ..p };
        let { 0: left, 1: right } = Pair { 0: 1, 1: #18446744073709551615usize };
        let t = (q.y.0, [first; 2]);
        let mut i = 0;
        invariant!(INSIDE: ((i <= a.len()) && (0..i).all(|k| (a[k] == b[k]))));
        'outer: while (i < a.len()) {
            a[i] = (-b[i] + #-4i64);
            i += 1;
            loop {
                if (flag & (i > left)) {
                    break 'outer;
                };
                break;
            }
        };
        let least = a.iter().map(|&__tass_item| __tass_item).filter(|&v| (v > 0)).min().unwrap();
        let any = (a[1..].iter().any(|v| (*v == least)) || (1..=i).contains(&right));
        let choice = choose!(0..=3i64);
        elaborate!(choice);
        cover!(any);
        shift(&mut c[..], #0.5f64);
        for v in &a {
            assert_ne!(*v, 0, "zero");
        };
        for (m, _) in [(1, 2), (3, 4)] {
            assert!((((m % 2) == 1) || !any));
        };
        output!(last = a[(a.len() - 1)]);
        if (choice == 7) {
            unreachable!("{choice} is below 4");
        };
        let d = if flag {
            (t.0 as f64)
        } else {
            (least.abs() as f64)
        };
        ((least: i64).max(choice), {
            (c[0] * d)
        })
    }
    "#);
}

#[test]
fn communication_is_read() {
    insta::assert_snapshot!(communication::__tass::function(), @r#"
    fn communication(mut u: Vec<f64>) -> () {
        mpi!(init());
        let rank = mpi!(rank());
        let right = if ((rank + 1) == mpi!(size())) {
            #PROC_NULL
        } else {
            (rank + 1)
        };
        let (mut total, mut all) = (0.0, vec![0.0; mpi!(size())]);
        mpi!(send(buf = &u[1..=2], to = right));
        mpi!(ssend(buf = &(rank, true), to = 0, tag = rank));
        let _ = mpi!(recv(buf = &mut u[1..3], from = #ANY, tag = #ANY)).source;
        mpi!(barrier());
        mpi!(bcast(buf = &mut u, root = 0));
        mpi!(reduce(sendbuf = &u[0], recvbuf = &mut total, op = #PROD, root = 0));
        mpi!(scan(sendbuf = &u[0], recvbuf = &mut total, op = #MIN));
        mpi!(exscan(sendbuf = &u[0], recvbuf = &mut total, op = #MAX));
        mpi!(gather(sendbuf = &total, recvbuf = &mut all, root = 1));
        mpi!(scatter(sendbuf = &all, recvbuf = &mut total, root = 1));
        mpi!(allgather(sendbuf = &total, recvbuf = &mut all));
        mpi!(alltoall(sendbuf = &all.clone(), recvbuf = &mut all));
        mpi!(finalize());
    }
    "#);
}

#[test]
fn recursion_is_built_on_demand() {
    let even = helpers::is_even::__tass::function();
    let odd = (even.callees[0].build)();
    assert_eq!(
        (even.path.as_str(), odd.path.as_str()),
        ("all::front_end::helpers::is_even", "all::front_end::is_odd")
    );
    assert_eq!((odd.callees[0].build)().path, even.path);
}

/// The path of the crate may be another one.
mod renamed {
    pub(crate) use ::tass as other;

    #[tass::model(crate = crate::front_end::renamed::other)]
    fn passes(n: usize) -> usize {
        other::assume!(n > 0);
        other::mpi!(rank())
    }

    #[test]
    fn is_built() {
        assert_eq!(passes::__tass::function().body.stmts.len(), 1);
    }
}

/// Names from outside take part in no model that stands in a body; everything else does.
#[test]
fn models_in_bodies() {
    #[tass::model]
    fn alone(n: usize) -> usize {
        assume!(n > 0);
        n - 1
    }
    #[tass::model]
    fn calls(n: usize) -> usize {
        alone(n)
    }
    assert_eq!(alone::__tass::function().name, "alone");
    let panic =
        std::panic::catch_unwind(|| (calls::__tass::function().callees[0].build)()).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(
        message.starts_with("the model cannot see `alone`"),
        "{message}"
    );
}

/// A constant of the user's own hides the vocabulary's.
mod own_names {
    const ANY: usize = 5;
    const MAX: usize = 7;

    #[tass::model]
    fn limits(n: usize) -> bool {
        n < MAX && n != ANY
    }

    #[test]
    fn are_used() {
        let text = limits::__tass::function().to_string();
        assert!(text.contains("((n < #7usize) && (n != #5usize))"), "{text}");
    }
}

#[test]
fn native_calls_say_that_they_are_not_for_running() {
    let panic = std::panic::catch_unwind(|| communication(Vec::new())).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().map(String::as_str),
        Some(
            "`mpi!(init())` was called outside verification: run this model with `#[tass::verify]` or \
             `model().check()`"
        )
    );
}
