//! What comes out.

use proc_macro2::{Group, TokenStream, TokenTree};

use super::tokens;
use crate::item;

fn expanded(args: &str, function: &str) -> String {
    let (output, diagnostics) = item::verify(tokens(args), tokens(function));
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
    output.to_string()
}

/// How often `part` occurs, whatever the spaces; the text of the source does not count.
fn count(output: &str, part: &str) -> usize {
    let output = without_source(tokens(output)).to_string();
    spaceless(&output)
        .matches(&spaceless(&tokens(part).to_string()))
        .count()
}

/// Leaves out every `Source { .. }`.
fn without_source(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let after_source = matches!(kept.last(), Some(TokenTree::Ident(word)) if word == "Source");
        match tree {
            TokenTree::Group(_) if after_source => {}
            TokenTree::Group(group) => {
                kept.push(Group::new(group.delimiter(), without_source(group.stream())).into());
            }
            other => kept.push(other),
        }
    }
    kept.into_iter().collect()
}

fn spaceless(text: &str) -> String {
    text.replace(' ', "")
}

#[test]
fn the_function_is_kept_unchanged_and_once() {
    let function =
        "/// Docs. \n pub fn ring(n: usize) { let x = mpi!(rank()); assert!(x < n, \"{x}\"); }";
    let output = expanded("nprocs = 2", function);
    let function = function.replace("assert!", "::std::assert!");
    assert_eq!(count(&output, &function), 1);
    assert_eq!(count(&output, "fn ring"), 1);
    assert_eq!(count(&output, "pub mod ring"), 1);
}

#[test]
fn the_function_is_kept_in_spite_of_mistakes() {
    let function = "fn ring(s: String) { match s { [] => {} } mpi!(sned(&s)); }";
    let (output, diagnostics) = item::verify(tokens("nprocs = 0, colour = 3"), tokens(function));
    assert_eq!(count(&output.to_string(), function), 1);
    // The shape of `mpi!` is for the macro itself to report.
    assert_eq!(
        diagnostics.messages().len(),
        4,
        "{:?}",
        diagnostics.messages()
    );
    let (output, diagnostics) = item::model(TokenStream::new(), tokens("struct S { x: u8 }"));
    assert_eq!(output.to_string(), tokens("struct S { x: u8 }").to_string());
    assert_eq!(diagnostics.messages().len(), 1);
}

#[test]
fn one_test_for_each_number_of_processes() {
    let output = expanded("nprocs = 2..=4", "fn f() {}");
    for name in ["nprocs_2", "nprocs_3", "nprocs_4"] {
        assert_eq!(count(&output, &format!("fn {name}")), 1);
    }
    assert_eq!(count(&output, "run_test"), 3);
    assert_eq!(
        count(&expanded("nprocs = 2..4", "fn f() {}"), "run_test"),
        2
    );
    assert_eq!(
        count(&expanded("nprocs = [8, 1]", "fn f() {}"), "run_test"),
        2
    );
}

#[test]
fn options_become_calls_of_the_builder() {
    let output = expanded(
        "nprocs = 2, expect = deadlock, deadlock = absolute, overflow = true, reduction = off, \
         schedule = queue_min, threads = 1, max_states = 10, max_depth = 20, timeout = 3, \
         prover_timeout = \"500ms\", violations = all",
        "fn f() {}",
    );
    let calls = "::tass::Model::new(__tass::function).expect(\"deadlock\")
        .deadlock(::tass::Deadlock::Absolute).overflow(true).reduction(false)
        .schedule(::tass::Schedule::QueueMin).max_states(10u64).max_depth(20u64)
        .timeout(::core::time::Duration::from_millis(3000u64))
        .prover_timeout(::core::time::Duration::from_millis(500u64))
        .violations(::tass::Violations::All)";
    assert_eq!(count(&output, calls), 1, "{output}");
}

#[test]
fn another_crate_path_is_used_everywhere() {
    let output = expanded(
        "crate = ::other::tass, nprocs = 1",
        "fn f() { mpi!(barrier()); }",
    );
    assert_eq!(
        count(&output, ":: tass :: Model"),
        count(&output, "::other::tass::Model")
    );
    assert_eq!(count(&output, "mpi!(@crate(::other::tass) barrier())"), 1);
    let native = crate::native::expand("mpi", tokens("@crate(::other::tass) barrier()"));
    let barrier = "::other::tass::__private::native::barrier(&::other::tass::WORLD)";
    assert_eq!(native.to_string().replace(' ', ""), barrier);
}

/// By borrowing it, wherever it is held: a helper's `&Comm` is borrowed again.
#[test]
fn operations_borrow_their_communicators() {
    let expands = |call: &str, to: &str| {
        let native = crate::native::expand("mpi", tokens(call)).to_string();
        // How a `&&` is spaced depends on who wrote it.
        let native = native
            .replace(' ', "")
            .replace("::tass::__private::native::", "");
        assert_eq!(native, to.replace(' ', ""));
    };
    expands("rank(comm = c)", "rank(&c)");
    expands("dup(comm = grid.rows[i])", "dup(&grid.rows[i])");
    expands("send(&x, to = 1, comm = &c)", "send(&x, 1, 0, &&c)");
    expands("split(comm = c, color = 2)", "split(2, 0, &c)");
    expands("size()", "size(&::tass::WORLD)");
    expands("free(&mut c)", "free(&mut c)");
    expands(
        "sendrecv(&x, to = 1, &mut y, from = 2, comm = c)",
        "{ let outgoing = outgoing(&x, 1); sendrecv(outgoing, &mut y, 2, 0, 0, &c) }",
    );
}

#[test]
fn ignored_tests_and_conditions_move_to_the_module() {
    let output = expanded("nprocs = 2", "#[ignore = \"slow\"] #[cfg(unix)] fn f() {}");
    assert_eq!(count(&output, "#[ignore = \"slow\"] fn nprocs_2"), 1);
    assert_eq!(count(&output, "#[cfg(unix)]"), 2);
}

#[test]
fn other_processes_become_functions_of_the_own_state() {
    let expand =
        |text| spaceless(&crate::native::expand("collective_assert", tokens(text)).to_string());
    let expected = |cond: &str| {
        let call = format!("::tass::__private::native::collective_assert(|| {cond})");
        spaceless(&tokens(&call).to_string())
    };
    assert_eq!(
        expand("A: proc[proc[0].k].u[1] == x"),
        expected("(*::tass::__private::peer(&u, (*::tass::__private::peer(&k, 0))))[1] == x")
    );
    assert_eq!(
        expand("A: proc[..r].iter().filter(|p| p.a).map(|p| p.x).all(|p| p.y == proc.len())"),
        expected(
            "::tass::__private::processes_before(r).filter(|p| (*::tass::__private::peer_of(&a, p)))
             .map(|p| (*::tass::__private::peer_of(&x, p)))
             .all(|p| p.y == ::tass::__private::processes().count())"
        )
    );
    // An inner parameter of the same name is something else.
    assert_eq!(
        expand("A: proc.iter().all(|p| v.iter().all(|p| p.x))"),
        expected("::tass::__private::processes().all(|p| v.iter().all(|p| p.x))")
    );
}

#[test]
fn the_output_is_the_same_every_time() {
    let function = tokens("fn f(n: usize) { for i in 0..n { assert!(g(i) < N + m::K); } }");
    let expand = || {
        item::verify(tokens("nprocs = 3"), function.clone())
            .0
            .to_string()
    };
    assert_eq!(expand(), expand());
}
