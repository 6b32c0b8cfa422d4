//! What is said about mistakes. The full messages, with their places, are pinned by the `ui` tests.

use super::{body_mistakes, tokens};
use crate::native;

/// Each body has one mistake, and the message names the way out.
#[test]
fn each_mistake_has_its_message() {
    let cases = [
        ("match v { [a, b] => {} _ => {} }", "patterns of slices"),
        ("let x = Some;", "`Some(value)`"),
        ("if let Some(ref x) = g(n) {}", "borrow with `&`"),
        ("match g(n) { Pair(.., x) => {} }", "write `_`"),
        (
            "let x = Job::Work { id: n, ..g(n) };",
            "write out the fields",
        ),
        ("g(n).expect(m);", "written out"),
        ("let x = g(n).map_or(0, |y| y);", "not supported"),
        ("let x = n << 1;", "integers are mathematical"),
        ("let x = n ^ 3;", "integers are mathematical"),
        ("let x = 'a';", "use numbers"),
        ("let x = \"text\";", "strings"),
        ("let f = |x| x;", "closure"),
        ("let r = 0..n;", "range"),
        ("v.sort();", "`sort` is not supported"),
        ("v.frobnicate();", "the methods are"),
        ("v.leng();", "did you mean `len`?"),
        ("let x = v.iter().fold(0.0, |a, b| a + b);", "`sum`"),
        ("let x = v.iter().copied().min();", "`.unwrap()`"),
        ("let x = v.iter();", "end the chain"),
        ("dbg!(n);", "no meaning to the prover"),
        ("my::assert!(n > 0);", "another `assert!`"),
        ("assert!(n > 0, \"{}\", v[n]);", "only when it fails"),
        ("#[cfg(test)] v.push(1.0);", "attributes"),
        ("v.push(#[cfg(test)] 1.0);", "attributes"),
        ("#[cfg(test)] { n += 1; }", "attributes"),
        ("#[cfg(test)] assert!(n > 0);", "attributes"),
        ("let p = Point { #[cfg(test)] x: n };", "attributes"),
        ("let Point { #[cfg(test)] x } = g(n);", "attributes"),
        ("let x = [#[cfg(test)] n, n];", "attributes"),
        (
            "assert!(v.iter().all(|#[cfg(test)] x| *x > 0.0));",
            "attributes",
        ),
        ("cmp::min::<usize>(n, 2);", "types are not given"),
        (
            "let x = (0..n).map::<u8, _>(|i| 1).sum::<u8>();",
            "types are not given",
        ),
        ("let x: my::Vec<f64> = g(n);", "generic types"),
        ("unknown!(n);", "the macros are"),
        ("async {};", "`async`"),
        ("unsafe {}", "`unsafe`"),
        ("fn inner() {}", "move it out"),
        ("let [a, b] = [n, n];", "patterns of slices"),
        ("let ref a = n;", "borrow with `&`"),
        ("let (a, ..) = (n, n);", "write `_`"),
        ("let x = proc[0].n;", "`proc` only has a meaning"),
        ("invariant!(A: n > 0);", "right before"),
        ("invariant!(A: n > 0); let x = n;", "right before"),
        ("let __tass_x = n;", "reserved"),
        ("let x: Option = g(n);", "say what it holds"),
        ("let x: HashMap<usize, usize> = g(n);", "maps"),
        ("let x: Box<dyn Fn()> = g(n);", "`Box`"),
        ("let x: fn() = g(n);", "this type"),
        ("(n.f)(n);", "by their names"),
        ("Point::new(n);", "free function"),
        ("g::<usize>(n);", "generic functions"),
        ("n(3);", "local variable"),
        ("for x in v.iter_mut() {}", "use an index"),
        ("for (i, x) in v.iter().enumerate() {}", "use an index"),
        ("for i in (0..n).step_by(2).rev() {}", "`.rev().step_by(k)`"),
        ("#[cfg(test)] let x = n;", "attributes"),
        ("(n, v) = g(n);", "assign each part"),
        ("let x = f64::NAN;", "no NaN"),
        ("let x = 1e-300000000;", "too small"),
        ("let x = 1e999f32;", "too large"),
        (
            "collective_assert!(A: if n > 0 { proc[0].n > 0 } else { true });",
            "one expression",
        ),
        (
            "collective_assert!(A: { let x = 1; proc[0].n == x });",
            "one expression",
        ),
        ("collective_assert!(A: g(proc[0].n));", "one expression"),
        (
            "collective_assert!(A: n > 0 && g(n) == proc[0].n);",
            "one expression",
        ),
        (
            "collective_assert!(A: proc[0].n == g(n));",
            "one expression",
        ),
        (
            "collective_assert!(A: proc.iter().all(|p| g(p.n)));",
            "one expression",
        ),
        ("joint_assert!(A: g(spec.n) == n);", "one expression"),
        (
            "invariant!(A: g(sent(1)) == n); while n > 0 {}",
            "one expression",
        ),
        ("std::mem::swap(&mut n, &mut v);", "let t = a"),
        (
            "let x = 340282366920938463463374607431768211455u128;",
            "`i128`",
        ),
        ("let x = self;", "free function"),
    ];
    for (body, message) in cases {
        let mistakes = body_mistakes(body);
        assert_eq!(mistakes.len(), 1, "{body}: {mistakes:?}");
        assert!(mistakes[0].contains(message), "{body}: {mistakes:?}");
    }
}

#[test]
fn sound_bodies_have_no_mistakes() {
    for body in [
        "_ = mpi!(recv(&mut v, from = ANY));",
        "let x = if n > 0 { 1 } else { 2 }; 'a: { break 'a; }",
        "invariant!(A: n > 0); 'l: for i in (0..=n).rev().step_by(2) { continue 'l; }",
        "collective_assert!(u::A: proc[..n].iter().filter(|p| p.x > proc[0].x).count() < proc.len());",
        "let proc = 3; assert!(proc > 2);",
        "collective_assert!(A: g(n) == proc[0].n && proc.len() > 0 || (0..n).all(|k| proc[k].n == n));",
        "let x: &[[f64; N]] = &g(n)[1..]; x.len();",
        "let y = Vec::<f64>::new(); let z = Pair(1, 0.5); let Pair(a, b) = z;",
        "let y = (0..n).map(|i| v[i]).sum::<f64>() + f64::max(1.0, 2.0);",
        "#[allow(unused)] let y = std::cmp::min(n, 3);",
        "return;",
        "",
    ] {
        assert_eq!(body_mistakes(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn all_mistakes_are_found() {
    let mistakes =
        body_mistakes("let x = n << 1; if x > 0 { v.sort(); match x { [] => {} } } g(\"a\", 'b');");
    assert_eq!(mistakes.len(), 5, "{mistakes:?}");
}

#[test]
fn misshapen_macros_report_themselves() {
    let cases = [
        ("mpi", "send(&x)", "`to = ..`"),
        ("mpi", "send(&x, from = 1)", "names its receiver"),
        ("mpi", "recv(&mut x, to = 1)", "names its sender"),
        ("mpi", "recv(&x, from = 1)", "`&mut x`"),
        ("mpi", "sendd(&x, to = 1)", "did you mean `send`?"),
        ("mpi", "put(&x, to = 1)", "not supported yet"),
        ("mpi", "bsend(&x, from = 1)", "names its receiver"),
        ("mpi", "mrecv(&mut x, &mut m, tag = 1)", "with its tag"),
        ("mpi", "improbe(from = 1)", "missing a buffer"),
        ("mpi", "split(key = 1)", "`color = ..`"),
        (
            "mpi",
            "sendrecv(&x, to = 1, &mut y, from = 2, tag = 1, sendtag = 2)",
            "given twice",
        ),
        (
            "mpi",
            "sendrecv(&x, to = 1, tag = 1, &mut y, from = 2, tag = 2)",
            "for two tags write `sendtag = ..` and `recvtag = ..`",
        ),
        (
            "mpi",
            "sendrecv(&x, to = 1, &mut y, from = 2, tag = next(&mut k))",
            "give it a name",
        ),
        ("mpi", "rank", "`mpi!(rank())`"),
        (
            "mpi",
            "scan(&x, &mut y, op = ordered(|a, b| a + b))",
            "an operator of your own is a function",
        ),
        (
            "mpi",
            "bcast(&mut x, root = 0, c)",
            "a communicator with `comm = `",
        ),
        ("mpi", "wait(&mut x, comm = c)", "in which it was begun"),
        ("mpi", "free(comm = c)", "given by position"),
        (
            "mpi",
            "abort(code = 1, comm = c)",
            "not about a communicator",
        ),
        ("choose", "n", "range"),
        ("output", "n", "a name"),
        ("collective_assert", "x == 1", "NAME"),
        ("joint_assert", "u::A: x", "plain names"),
        ("universe", "workers", "a condition on ranks"),
        ("universe", "a::b: |p| p != 0", "plain name"),
        ("joint_assert", "x == 1", "NAME"),
        ("joint_invariant", "u::A: x == 1", "plain name"),
        ("assume", "", "missing"),
    ];
    for (name, text, message) in cases {
        let output = native::expand(name, tokens(text)).to_string();
        assert!(
            output.contains("compile_error"),
            "{name}!({text}): {output}"
        );
        assert!(output.contains(message), "{name}!({text}): {output}");
        // The attribute leaves it to the macro.
        let statement = format!("{name}!({text});");
        assert_eq!(
            body_mistakes(&statement),
            Vec::<String>::new(),
            "{statement}"
        );
    }
}

#[test]
fn structs_are_described_and_others_refused() {
    let data = |text| crate::data::data(tokens(""), tokens(text));
    for text in [
        "struct S;",
        "struct S(u8, f64);",
        "struct S { x: [f64; N] }",
        "enum S { A, B(u8, f64), C { x: [f64; N] } }",
    ] {
        let (output, diagnostics) = data(text);
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
        assert!(output.to_string().starts_with(&tokens(text).to_string()));
        assert!(output.to_string().contains("impl :: tass :: Data for S"));
    }
    for text in [
        "enum E {}",
        "enum E { A(E) }",
        "enum E<T> { A(T) }",
        "union U { a: u8 }",
        "struct S<T>(T);",
        "struct S(Vec<S>);",
        "fn f() {}",
    ] {
        let (output, diagnostics) = data(text);
        assert_eq!(diagnostics.messages().len(), 1, "{text}");
        assert!(output.to_string().starts_with(&tokens(text).to_string()));
    }
}
