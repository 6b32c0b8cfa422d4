//! A name, an attribute or a trait means in a model what rustc says it means, and operands are
//! evaluated once.
//!
//! What is refused at compile time is in `tests/ui/meaning_*.rs`.

#![allow(clippy::all, reason = "odd forms on purpose")]

use std::cmp;

use tass::Model;
use tass::prelude::*;
use tass_syntax::accepted::{self, Family};

fn verified(model: &Model) {
    let report = model.check();
    assert!(report.is_verified(), "{report}");
}

fn refuted(model: &Model, kind: &str) {
    let report = model.check();
    assert!(report.is_refuted(), "{report}");
    let found = report.violations().iter().any(|v| v.kind.name() == kind);
    assert!(found, "not {kind}\n{report}");
}

/// The model cannot be built, and the report says why.
fn not_built(model: &Model, why: &str) {
    let report = model.check();
    assert!(!report.is_verified() && !report.is_refuted(), "{report}");
    let text = report.to_string();
    assert!(text.contains(why), "not {why:?} in\n{text}");
}

#[tass::model]
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}

#[tass::model]
fn contains_evaluates_its_item_once() {
    let mut k = 0;
    let inside = (0..3).contains(&next(&mut k));
    assert!(inside && k == 1);
}

#[tass::model]
fn contains_evaluates_both_ends(z: i32) {
    assume!(z == 0);
    let inside = (5..1 / z).contains(&3);
    assert!(!inside);
}

#[tass::model]
fn contains_in_this_order() {
    let mut k = 0;
    let inside = (next(&mut k)..=next(&mut k)).contains(&next(&mut k));
    assert!(!inside && k == 3);
    assert!((1..).contains(&k) && (..4).contains(&k) && (..=3).contains(&k) && !(4..).contains(&k));
    assert!((0..3).all(|i| (0..3).contains(&i)));
    assert!((0.0..1.0).contains(&0.5) && !(0.0..1.0).contains(&1.0));
}

#[test]
fn ranges_contain() {
    verified(&contains_evaluates_its_item_once::model());
    refuted(&contains_evaluates_both_ends::model(), "division_by_zero");
    verified(&contains_in_this_order::model());
    contains_evaluates_its_item_once();
    contains_in_this_order();
}

#[tass::model]
fn capacity_is_computed(n: usize) {
    assume!(n == 0);
    let v: Vec<u8> = Vec::with_capacity(n - 1);
    assert!(v.is_empty());
}

#[tass::model]
fn capacity_has_effects() {
    let mut k = 0;
    let v = Vec::<f64>::with_capacity(next(&mut k));
    assert!(v.len() == 0 && k == 1);
}

#[test]
fn capacities() {
    refuted(&capacity_is_computed::model(), "unsigned_underflow");
    verified(&capacity_has_effects::model());
    capacity_has_effects();
}

#[tass::model]
fn prints_have_effects() {
    let mut k = 0;
    println!(
        "{} {other} {k_now}",
        next(&mut k),
        other = next(&mut k),
        k_now = 3
    );
    eprint!("{k}");
    print!("");
    println!();
    assert!(k == 2, "{k} and {}", k);
}

#[tass::model]
fn prints_fail(a: [i32; 3], i: usize) {
    println!("{}", a[i]);
}

#[tass::model]
fn a_panic_that_fails_first(n: usize) {
    if n == 0 {
        panic!("{}", n - 1);
    }
}

#[test]
fn printing() {
    verified(&prints_have_effects::model());
    refuted(&prints_fail::model(), "out_of_bounds");
    refuted(&a_panic_that_fails_first::model(), "unsigned_underflow");
    prints_have_effects();
}

#[tass::model]
fn closure_types() {
    assert!((0..10).all(|i: usize| i - 1 < 10));
}

#[tass::model]
fn closure_return_types() {
    let total = (0..3u8).map(|i| -> i64 { i as i64 - 5 }).sum::<i64>();
    assert!(total == -12);
}

#[test]
fn types_of_closures() {
    refuted(&closure_types::model(), "unsigned_underflow");
    verified(&closure_return_types::model());
    closure_return_types();
}

#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Q(i64, i64);

#[tass::data]
#[derive(Clone, Copy, PartialEq)]
#[allow(non_camel_case_types)]
struct pair_of(i64, i64);

#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct U;

#[allow(non_upper_case_globals)]
const Most: i64 = 4;

#[tass::model]
fn names_of_structs() {
    let (q, p) = (Q(1, 2), pair_of(3, next_of(3)));
    let Q(a, b) = q;
    assert!(a + b == 3 && p.0 + p.1 == 7 && p.1 == Most);
    let u = U;
    assert!(u == U && q == Q(1, 2) && q != Q(2, 1));
}

#[tass::model]
fn next_of(n: i64) -> i64 {
    n + 1
}

#[test]
fn structs_of_any_name() {
    verified(&names_of_structs::model());
    names_of_structs();
}

mod own {
    pub(crate) mod cmp {
        /// Not the standard one.
        #[tass::model]
        pub(crate) fn min(a: i64, b: i64) -> i64 {
            a + b
        }
    }

    #[tass::model]
    pub(crate) fn calls_its_own() {
        assert!(self::cmp::min(1, 2) == 3);
    }
}

#[tass::model]
fn standard_functions(n: i64) {
    assert!(cmp::min(1, 2) == 1 && std::cmp::max(1, 2) == 2 && core::cmp::min(n, n) == n);
    assert!(f64::max(1.0, 2.0) == 2.0 && i64::from(3i32) == 3 && i64::pow(n, 0) == 1);
    let v: std::vec::Vec<i64> = std::vec::Vec::new();
    assert!(v.is_empty());
}

#[test]
fn functions_of_the_standard_library() {
    verified(&own::calls_its_own::model());
    verified(&standard_functions::model());
    own::calls_its_own();
    standard_functions(3);
}

mod macros {
    /// Not the standard one.
    macro_rules! assert {
        ($($any:tt)*) => {};
    }

    #[tass::model]
    pub(crate) fn fails(n: i64) {
        assert!(n > 0);
    }

    #[test]
    fn the_standard_macro_is_meant() {
        super::refuted(&fails::model(), "assertion");
        std::assert!(std::panic::catch_unwind(|| fails(0)).is_err());
        assert!(false);
    }
}

/// Always equal, whatever is in it.
#[tass::data]
#[derive(Clone, Copy)]
struct Mod3(i64);

impl PartialEq for Mod3 {
    fn eq(&self, other: &Mod3) -> bool {
        self.0 % 3 == other.0 % 3
    }
}

impl PartialOrd for Mod3 {
    fn partial_cmp(&self, _: &Mod3) -> Option<std::cmp::Ordering> {
        None
    }
}

#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Holder {
    inner: Mod3,
}

#[tass::data]
#[derive(PartialEq)]
struct Reset(i64);

impl Clone for Reset {
    fn clone(&self) -> Reset {
        Reset(0)
    }
}

#[derive(Clone, PartialEq)]
#[tass::data]
struct Above(i64);

#[tass::model]
fn own_equality(n: i64) {
    assert!(Mod3(n) != Mod3(n + 3));
}

#[tass::model]
fn own_equality_inside(n: i64) {
    assert!((1, vec![Holder { inner: Mod3(n) }]) != (1, vec![Holder { inner: Mod3(n + 3) }]));
}

#[tass::model]
fn own_clone(n: i64) {
    let r = Reset(n);
    assert!(r.clone() == r);
}

#[tass::model]
fn own_clone_in_a_vector(n: i64) {
    let v = vec![Reset(n); 2];
    assert!(v[0] == v[1]);
}

#[tass::model]
fn own_clone_in_a_chain(n: i64) {
    let v = vec![Reset(n)];
    assert!(v.iter().cloned().all(|r| r.0 == n));
}

#[tass::model]
fn no_order(n: i64) {
    assert!(Mod3(n) < Mod3(n + 1));
}

#[tass::model]
fn derived_above(n: i64) {
    assert!(Above(n) == Above(n));
}

#[tass::model]
fn fields_of_all(n: i64) {
    assert!(Mod3(n).0 == n && Reset(n).0 == n && Above(n).0 == n);
}

#[test]
fn derived_or_refused() {
    not_built(&own_equality::model(), "`Mod3` does not derive `PartialEq`");
    not_built(
        &own_equality_inside::model(),
        "`Mod3` does not derive `PartialEq`",
    );
    not_built(&own_clone::model(), "`Reset` does not derive `Clone`");
    not_built(
        &own_clone_in_a_vector::model(),
        "`Reset` does not derive `Clone`",
    );
    not_built(
        &own_clone_in_a_chain::model(),
        "`Reset` does not derive `Clone`",
    );
    not_built(&no_order::model(), "`Mod3` does not derive `PartialOrd`");
    not_built(&derived_above::model(), "below `#[tass::data]`");
    verified(&fields_of_all::model());
}

const INFINITE: f64 = f64::INFINITY;
const NOTHING: f32 = 0.0 / 0.0;

#[tass::model]
fn infinite() {
    assert!(INFINITE > 1.0);
}

#[tass::model]
fn not_a_number() {
    assert!(NOTHING != 1.0);
}

#[tass::model]
fn very_large(n: u128) {
    assert!(n <= u128::MAX);
}

#[test]
fn constants_that_no_model_can_use() {
    not_built(&infinite::model(), "the constant inf has no meaning");
    not_built(&not_a_number::model(), "the constant NaN has no meaning");
    not_built(&very_large::model(), "too large for a model");
}

/// The page of the guide on Rust has every construct that the macros accept.
#[test]
fn the_guide_is_complete() {
    let page = include_str!("../src/rust.md");
    let missing: Vec<String> = accepted::all()
        .filter(|entry| {
            let of = match entry.family {
                Family::Operation => "mpi ",
                _ => "",
            };
            !page.contains(&format!("`{of}{}`", entry.name))
        })
        .map(|entry| entry.to_string())
        .collect();
    assert!(missing.is_empty(), "not in src/rust.md: {missing:?}");
}
