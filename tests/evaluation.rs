//! A model means what rustc says it means.
//!
//! Each function here is plain Rust and panics when it is run: `native!` runs it, and its model must be refuted with the same
//! kind. Each class was verified once. What a function checks with `assert!` is what Rust computes, so a model in which an
//! effect is lost, doubled or moved is told apart from one in which it is not.

#![allow(
    clippy::all,
    unused,
    unconditional_panic,
    arithmetic_overflow,
    reason = "odd forms on purpose"
)]

use tass::prelude::*;
use tass::{Kind, Verdict};

/// Each function panics natively on these arguments, and its model is refuted with this kind.
macro_rules! panics {
    ($($name:ident($($arg:expr),*): $kind:ident;)*) => {
        mod panics {
            use super::*;
            $(
                #[test]
                fn $name() {
                    let run = || { super::$name($($arg),*); };
                    assert!(std::panic::catch_unwind(run).is_err(), "it does not panic natively");
                    let report = super::$name::model().nprocs(1).overflow(true).check();
                    assert_eq!(report.kinds(), [crate::evaluation::Kind::$kind], "{report}");
                }
            )*
        }
    };
}

/// Each function runs natively without a panic on these arguments, and its model is verified.
macro_rules! holds {
    ($($name:ident($($arg:expr),*);)*) => {
        mod holds {
            use super::*;
            $(
                #[test]
                fn $name() {
                    super::$name($($arg),*);
                    let report = super::$name::model().nprocs(1).overflow(true).check();
                    assert_eq!(report.verdict(), Some(&crate::evaluation::Verdict::Verified), "{report}");
                }
            )*
        }
    };
}

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pt {
    a: i64,
    b: i64,
}

#[tass::model]
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}

#[tass::model]
fn bump(k: &mut i64) -> Pt {
    *k += 1;
    Pt { a: *k, b: *k }
}

#[tass::model]
fn set(place: &mut i64, value: usize) {
    *place = value as i64;
}

#[tass::model]
fn add(a: i64, b: i64) -> i64 {
    a * 100 + b
}

mod order {
    //! Class 1: a later side effect changes an earlier operand.
    use super::*;

    #[tass::model]
    fn argument_by_reference() {
        let mut a = [0i64; 3];
        let mut i = 0;
        set(&mut a[i], next(&mut i));
        assert!(a == [0, 1, 0]);
    }

    #[tass::model]
    fn index_of_a_row() {
        let mut a = [[0i64; 3]; 3];
        let mut i = 0;
        a[i][next(&mut i)] = 5;
        assert!(a[1][1] == 5);
    }

    #[tass::model]
    fn receiver() {
        let mut v = vec![vec![0usize; 1]; 2];
        let mut i = 0;
        v[i].push(next(&mut i));
        assert!(v[1].len() == 2);
    }

    #[tass::model]
    fn slice_bounds() {
        let v = vec![1i64, 2, 3, 4];
        let mut k = 1;
        let part = v[k..next(&mut k)].to_vec();
        assert!(part.len() == 0);
    }

    #[tass::model]
    fn struct_base() {
        let mut k = 1;
        let p = Pt {
            a: k,
            ..bump(&mut k)
        };
        assert!(p.a == 2);
    }

    #[tass::model]
    fn struct_fields_as_written(z: i64) {
        let v = [1i64, 2];
        let k = 5;
        let p = Pt { b: 1 / z, a: v[k] };
        assert!(p.a == 2);
    }

    #[tass::model]
    fn receiver_by_value() {
        let mut k = 3usize;
        let r = &mut k;
        let m = r.abs_diff(next(r));
        assert!(m == 0);
    }

    #[tass::model]
    fn receiver_before_arguments(z: i64) {
        let mut v = vec![vec![0i64; 1]; 2];
        let i = 7;
        v[i].fill(1 / z);
    }

    #[tass::model]
    fn array_read_after_its_index() {
        let mut a = [0i64; 3];
        let x = a[{
            a[1] = 7;
            1
        }];
        assert!(x == 0);
    }

    #[tass::model]
    fn compound_with_a_reference(z: i64) {
        let mut a = [0i64; 3];
        let i = 7;
        a[i] += &(1 / z);
    }

    #[tass::model]
    fn range_from_its_lower_end(z: usize) {
        let a = [0usize; 3];
        for i in 1 / z..a[7] {
            assert!(i < 3);
        }
    }

    #[tass::model]
    fn operands() {
        let mut k = 1i64;
        let x = add(k, bump(&mut k).a) + k;
        assert!(x != 104);
    }

    #[tass::model]
    fn multiples(z: usize) {
        let v = [1usize, 2];
        let k = 5;
        assert!(v[k].is_multiple_of(1 / z) || true);
    }

    #[tass::model]
    fn operands_of_mpi() {
        let mut a = [0i64; 3];
        let mut i = 0;
        let x = 5i64;
        mpi!(sendrecv(&x, to = 0, &mut a[i], from = next(&mut i) - 1));
        assert!(a[1] == 5);
    }

    #[test]
    fn of_mpi() {
        let report = operands_of_mpi::model().nprocs(1).check();
        assert_eq!(report.kinds(), [Kind::Assertion], "{report}");
    }

    panics! {
        argument_by_reference(): Assertion;
        index_of_a_row(): Assertion;
        receiver(): Assertion;
        slice_bounds(): Assertion;
        struct_base(): Assertion;
        struct_fields_as_written(0): DivisionByZero;
        receiver_by_value(): Assertion;
        receiver_before_arguments(0): OutOfBounds;
        array_read_after_its_index(): Assertion;
        compound_with_a_reference(0): OutOfBounds;
        range_from_its_lower_end(0): DivisionByZero;
        operands(): Assertion;
        multiples(0): OutOfBounds;
    }
}

mod bindings {
    //! Class 2: a pattern behind `&mut` binds references.
    use super::*;

    #[tass::model]
    fn tuple() {
        let mut p = (1i64, 2i64);
        let (a, b) = &mut p;
        *a += 10;
        *b += *a;
        assert!(p == (1, 2));
    }

    #[tass::model]
    fn structure() {
        let mut p = Pt { a: 1, b: 2 };
        let Pt { a, b } = &mut p;
        *a = *b + 1;
        *b = 0;
        assert!(p == Pt { a: 1, b: 2 });
    }

    #[tass::model]
    fn nested() {
        let mut p = ((1i64, 2i64), [3i64, 4]);
        let ((a, _), c) = &mut p;
        *a = 7;
        c[1] = *a;
        assert!(p.0.0 == 1 || p.1[1] == 4);
    }

    #[tass::model]
    fn parameter((a, b): &mut (i64, i64)) {
        *a = *b;
    }

    #[tass::model]
    fn through_a_parameter() {
        let mut p = (1i64, 2i64);
        parameter(&mut p);
        assert!(p.0 == 1);
    }

    #[tass::model]
    fn of_a_variable() {
        let mut p = (1i64, 2i64);
        let r = &mut p;
        let (a, b) = r;
        *b = 5;
        *a = 6;
        assert!(p == (6, 5));
    }

    #[tass::model]
    fn compared() {
        let (mut a, mut b) = (1i64, 1i64);
        let (t, u) = ([&mut a], [&mut b]);
        assert!(t != u);
    }

    /// What they refer to is equal; their addresses are not.
    #[test]
    fn are_not_compared() {
        let report = compared::model().nprocs(1).check();
        assert!(!report.is_verified() && !report.is_refuted(), "{report}");
    }

    panics! {
        tuple(): Assertion;
        structure(): Assertion;
        nested(): Assertion;
        through_a_parameter(): Assertion;
    }

    holds! {
        of_a_variable();
    }
}

mod chains {
    //! Classes 3, 5 and 8: what a chain computes, computes for every item that Rust evaluates, and for no other.
    use super::*;

    #[tass::model]
    fn counted() {
        let n = (0..3).map(|i: i64| 10 / i).count();
        assert!(n == 3);
    }

    #[tass::model]
    fn not_looked_at() {
        assert!((0..3).map(|i: i64| 10 / i).all(|_| true));
    }

    #[tass::model]
    fn filtered_out() {
        let s = (0..3).map(|i: i64| 10 / i).filter(|_| false).sum::<i64>();
        assert!(s == 0);
    }

    #[tass::model]
    fn ended_before() {
        assert!((0..3).map(|i: i64| 10 / (2 - i)).any(|x| x == 5));
        let a = [1i64, 0, 3];
        assert!((0..300).any(|i| a[i] == 0));
        assert!(!(0..300).all(|i| a[i] == 1));
    }

    #[tass::model]
    fn ended_before_symbolic(a: Vec<i64>, n: usize) {
        if a.len() > 3 && a[3] == 0 && n > 3 {
            assert!((0..n).any(|i| a[i] == 0));
        }
    }

    #[tass::model]
    fn never_ended(a: Vec<i64>, n: usize) {
        if (0..n).any(|i| a[i] == 0) {
            assert!(n > 0);
        }
    }

    #[tass::model]
    fn sum_on_the_way() {
        let a = [100i8, 100, -100];
        assert!(a.iter().sum::<i8>() == 100);
    }

    #[tass::model]
    fn product_on_the_way() {
        let a = [100i8, 2, 0];
        assert!(a.iter().product::<i8>() == 0);
    }

    #[tass::model]
    fn from_the_first_number(n: usize) {
        if n <= 1 {
            let p = (i64::MIN..0).map(|_: i64| n).product::<usize>();
            assert!(p <= 1);
        }
    }

    #[tass::model]
    fn in_a_block(n: i64) {
        assert!(1 / n != { (2..1).map(|i: i64| i / n).min().unwrap() });
    }

    /// It would take Rust a while; the end of the range has no opposite.
    #[test]
    fn the_first_number_has_no_opposite() {
        let report = from_the_first_number::model().nprocs(1).check();
        assert!(!report.is_refuted(), "{report}");
    }

    panics! {
        counted(): DivisionByZero;
        in_a_block(0): DivisionByZero;
        not_looked_at(): DivisionByZero;
        filtered_out(): DivisionByZero;
        never_ended(vec![1], 2): OutOfBounds;
        sum_on_the_way(): Overflow;
        product_on_the_way(): Overflow;
    }

    holds! {
        ended_before();
        ended_before_symbolic(vec![1, 2, 3, 0], 9);
    }
}

mod types {
    //! Class 5: types as rustc infers them.
    use super::*;

    #[tass::model]
    fn of_a_path() {
        let x = u8::pow(2, 9);
        assert!(x == 0);
    }

    #[tass::model]
    fn of_a_block() {
        let x = { 200 } as u8;
        let y = { -3 } as i64;
        assert!(x == 200 && y == -3);
    }

    #[tass::model]
    fn of_a_variable() {
        let x = 0;
        let y = x as usize;
        let z = x - 1;
        assert!(y == 0 && z == -1);
    }

    panics! {
        of_a_path(): Overflow;
    }

    holds! {
        of_a_block();
        of_a_variable();
    }
}

mod references {
    //! References in vectors, through `min` and `max`, and on the right of `+=`.
    use super::*;

    #[tass::model]
    fn in_a_vector() {
        let (mut a, mut b) = (1i64, 2i64);
        let mut rs = Vec::new();
        rs.push(&mut a);
        rs.push(&mut b);
        *rs[1] = 7;
        *rs[0] += 1;
        assert!(a == 1 || b != 7);
    }

    #[tass::model]
    fn in_a_declared_vector() {
        let mut a = 1i64;
        let mut rs: Vec<&mut i64> = vec![];
        rs.push(&mut a);
        *rs[0] = 5;
        assert!(a == 5);
    }

    #[tass::model]
    fn coerced() {
        let (a, mut b) = (1i64, 2i64);
        let mut rs: Vec<&i64> = Vec::new();
        rs.push(&a);
        rs.push(&mut b);
        assert!(*rs[0] == 1 && *rs[1] == 2);
    }

    #[tass::model]
    fn division_first(z: i64) {
        let mut a = 1i64;
        let rs = [&mut a];
        let k = rs.len();
        *rs[k] += 1 / z;
    }

    #[tass::model]
    fn number_first() {
        let mut i = 0;
        let mut a = [0i64; 3];
        a[i] += {
            i = 1;
            let t = 5;
            t
        };
        a[i] *= if next(&mut i) > 3 { a[i] } else { i as i64 };
        i -= 1;
        assert!(a == [0, 5, 0] && i == 1);
    }

    panics! {
        in_a_vector(): Assertion;
        division_first(0): DivisionByZero;
    }

    holds! {
        in_a_declared_vector();
        coerced();
        number_first();
    }

    #[tass::model]
    fn greater() {
        let (mut a, mut b) = (1i64, 2i64);
        *std::cmp::max(&mut a, &mut b) = 9;
        assert!(b == 2);
    }

    #[tass::model]
    fn greater_named() {
        let (mut a, mut b) = (1i64, 2i64);
        let m = std::cmp::max(&mut a, &mut b);
        *m += 9;
        assert!(b == 2);
    }

    #[tass::model]
    fn greater_by_method() {
        let (mut a, mut b) = (1i64, 2i64);
        let (r, s) = (&mut a, &mut b);
        *r.max(s) = 9;
        assert!(b == 2);
    }

    #[tass::model]
    fn set(r: &mut i64) {
        *r = 9;
    }

    #[tass::model]
    fn greater_handed_on() {
        let (mut a, mut b) = (1i64, 2i64);
        set((&mut a).max(&mut b));
        assert!(b == 2);
    }

    #[tass::model]
    fn borrowed_again() {
        let (mut a, mut b, mut c) = (1i64, 2i64, 7i64);
        let r = &mut *(&mut a).clamp(&mut b, &mut c);
        *r = 9;
        assert!(b == 2);
    }

    /// What is written to the greater one would be lost.
    #[test]
    fn are_not_lost() {
        let models = [
            greater::model(),
            greater_named::model(),
            greater_by_method::model(),
            greater_handed_on::model(),
            borrowed_again::model(),
        ];
        for model in models {
            let report = model.nprocs(1).check();
            assert!(!report.is_verified() && !report.is_refuted(), "{report}");
        }
    }
}

mod erased {
    //! Shared references are values to the engine: where that would show, the model is not built.
    use super::*;

    #[tass::model]
    fn index_of_another() {
        let (p, q) = (vec![1i64], vec![2i64]);
        let mut v = &p;
        let x = v[{
            v = &q;
            0
        }];
        assert!(x == 2);
    }

    #[tass::model]
    fn slice_of_another() {
        let (p, q) = ([1i64, 3], [2i64, 4]);
        let mut v = &p[..];
        let x = v[{
            v = &q;
            0
        }..]
            .to_vec();
        assert!(x[0] == 2);
    }

    #[tass::model]
    fn part_of_another() {
        let (p, q) = (vec![1i64], vec![2i64]);
        let mut t = (&p, 1i64);
        let x = t.0[{
            t.0 = &q;
            0
        }];
        assert!(x == 2);
    }

    #[tass::model]
    fn behind_another() {
        let (p, q) = (vec![1i64], vec![2i64]);
        let mut v = &p;
        let rr = &mut v;
        let x = rr[{
            *rr = &q;
            0
        }];
        assert!(x == 2);
    }

    #[tass::model]
    fn owned() {
        let mut a = [1i64, 3];
        let b: [i64; 2] = [2, 4];
        let x = a[{
            a = b;
            0
        }];
        assert!(x == 2);
    }

    #[tass::model]
    fn only_read(c: bool) {
        let mut t = ([1usize, 0], 2i64);
        let (a, b) = &mut t;
        let x = a[a[if c {
            a[1]
        } else {
            *b = 5;
            1
        }]];
        let v = &[0usize, 1][..];
        let y = v[v[if c {
            v[1]
        } else {
            t.1 = 7;
            0
        }]];
        assert!(x <= 1 && y <= 1 && (c || t.1 == 7));
    }

    #[tass::model]
    fn compared_later() {
        let (mut a, mut b, mut c) = (1i64, 1i64, 3i64);
        let mut v = Vec::new();
        let mut i = 0;
        for r in [&mut a, &mut b, &mut c] {
            if i == 2 {
                assert!(v[0] != v[1]);
            } else {
                v.push(r);
            }
            i += 1;
        }
    }

    #[tass::model]
    fn contained() {
        let (mut a, mut b) = (5i64, 5i64);
        let v = [(&mut a, 1i64)];
        assert!(!v.contains(&(&mut b, 1i64)));
    }

    #[test]
    fn are_refused() {
        let models = [
            index_of_another::model(),
            slice_of_another::model(),
            part_of_another::model(),
            behind_another::model(),
            compared_later::model(),
            contained::model(),
        ];
        for model in models {
            let report = model.nprocs(1).check();
            assert!(!report.is_verified() && !report.is_refuted(), "{report}");
        }
    }

    #[tass::model]
    fn place_that_fails(z: i64) {
        let mut a = [0i64; 2];
        let mut rs = vec![&mut a[..]];
        let k = rs.len();
        rs[k].fill(1 / z);
    }

    #[tass::model]
    fn temporaries(x: i64) {
        let mut k = 0;
        let r = {
            k += 1;
            &mut (x / 2)
        };
        let s = {
            k += 1;
            &mut 7i64
        };
        assert!(*r == *s);
    }

    #[tass::model]
    fn temporaries_of_arms(c: bool) {
        let r = if c { &mut 5i64 } else { &mut 6i64 };
        *r += 1;
        let v = {
            *r += 1;
            &mut vec![1i64]
        };
        v.push(*r);
        assert!(v[1] > 6 && v.len() == 2);
    }

    #[tass::model]
    fn never(c: bool) {
        if c {
            let x: i64 = if c { return } else { panic!() };
            let y = x + 1;
        }
    }

    panics! {
        place_that_fails(0): OutOfBounds;
        temporaries(0): Assertion;
    }

    holds! {
        owned();
        only_read(true);
        temporaries_of_arms(true);
        never(true);
    }
}

mod labels {
    //! A label names its loop in the condition too.
    use super::*;

    #[tass::model]
    fn left() {
        let (mut i, mut rounds) = (0, 0);
        while i < 3 {
            i += 1;
            'a: while {
                if i == 1 {
                    break 'a;
                }
                rounds < 9
            } {
                rounds += 1;
            }
        }
        assert!(i == 1 || rounds == 0);
    }

    #[tass::model]
    fn continued() {
        let (mut i, mut n) = (0, 0);
        'a: while {
            i += 1;
            if i < 5 {
                continue 'a;
            }
            i < 7
        } {
            n += 1;
        }
        assert!(i == 7 && n == 2);
    }

    panics! {
        left(): Assertion;
    }

    holds! {
        continued();
    }
}

mod literals {
    //! With its lint switched off, rustc lets a literal wrap around.
    #![allow(overflowing_literals, unused_comparisons, reason = "that is the point")]
    use super::*;

    #[tass::model]
    fn too_great() {
        let x: i8 = 200;
        assert!(x == 200);
    }

    #[tass::model]
    fn too_great_by_suffix() {
        assert!(300u16 > 299 && 300u8 > 40);
    }

    #[tass::model]
    fn too_great_to_cast() {
        assert!(300 as u8 == 44);
    }

    #[tass::model]
    fn in_a_block() {
        let x: i8 = -{ 128 };
    }

    #[tass::model]
    fn just_fits() {
        let (x, y, z): (i8, i64, u8) = (-128, -9223372036854775808, 255);
        assert!(x < 0 && y < 0 && z > 0);
    }

    #[test]
    fn do_not_wrap() {
        let models = [
            too_great::model(),
            too_great_by_suffix::model(),
            too_great_to_cast::model(),
            in_a_block::model(),
        ];
        for model in models {
            let report = model.nprocs(1).check();
            assert!(report.to_string().contains("does not fit into"), "{report}");
        }
    }

    holds! {
        just_fits();
    }
}

mod tests_of_others {
    //! Class 8: a test of shared variables behind `&&` is performed only where it is asked for.
    use super::*;

    #[tass::model]
    fn skipped() {
        let rank = mpi!(rank());
        let mut s = shared!(false);
        let before = rank > 0 && proc[..rank - 1].iter().any(|p| p.s);
        let again = rank == 0 || before || proc[..rank - 1].iter().all(|p| !p.s);
        s = true;
        assert!(again || rank > 0);
    }

    #[test]
    fn are_not_performed() {
        let report = skipped::model().nprocs(3).check();
        assert_eq!(report.verdict(), Some(&Verdict::Verified), "{report}");
    }
}

mod items_in_order {
    //! Of several obligations of a range whose ends are not known, the one that Rust meets first.
    use super::*;

    /// The first item fails by the second obligation, the last one would by the first.
    #[tass::model]
    fn filtered(first: usize) -> usize {
        let a = [0usize, 2, 4];
        a[first.min(1)..]
            .iter()
            .copied()
            .filter(|&k| a[k..3].contains(&(k - usize::MAX)))
            .max()
            .unwrap()
    }

    #[tass::model]
    fn searched(a: Vec<usize>) {
        assume!(a.len() == 2 && a[0] == 0 && a[1] == 5);
        let (b, n) = ([1usize, 2], a.len());
        assume!(n <= 2);
        assert!((0..a[1] - 3).any(|i| b[a[i]] - 2 == 0));
    }

    /// The sum does not fit before an item fails.
    #[tass::model]
    fn added(a: Vec<u8>, n: usize) {
        assume!(n <= 3 && a.len() == 3 && n == a.len() && a[0] == 1 && a[1] == 1 && a[2] == 2);
        let b = [1u8, 2];
        let m = choose!(2..4);
        assert!((0..m).map(|i| b[a[i] as usize] * 100).sum::<u8>() > 0);
    }

    #[test]
    fn the_first_is_named() {
        for violations in [tass::Violations::First, tass::Violations::All] {
            let model = filtered::model().nprocs(1).violations(violations);
            let report = model.check();
            assert_eq!(report.kinds(), [Kind::UnsignedUnderflow], "{report}");
            let model = searched::model().nprocs(1).violations(violations);
            let report = model.check();
            assert_eq!(report.kinds(), [Kind::UnsignedUnderflow], "{report}");
            let model = added::model().nprocs(1).violations(violations);
            let report = model.overflow(true).check();
            assert_eq!(report.kinds(), [Kind::Overflow], "{report}");
        }
    }
}

/// What closures are made of: terms, of which nothing is evaluated outside of them.
mod closures {
    use super::*;

    #[tass::model]
    fn quotient(a: i64, b: i64) -> i64 {
        let c = if b == 0 { 1 } else { b };
        a / c
    }

    #[tass::model]
    fn fails(a: i64, b: i64) -> bool {
        let _unused = a / b;
        true
    }

    /// The fields in another order than declared.
    #[tass::model]
    fn fields(z: i64) {
        assert!((0..3).all(|i| {
            Pt {
                b: 12 / (z - i),
                a: i,
            }
            .a == i
        }));
    }

    #[tass::model]
    fn fields_hold() {
        assert!((0..3).all(|i| {
            Pt {
                b: 12 / (i + 1),
                a: i,
            }
            .b > 3
        }));
    }

    #[tass::model]
    fn arms(z: i64) {
        assert!((0..3).all(|i| if i == z { 7 / (i - 1) > 0 } else { true } || z != 1));
    }

    #[tass::model]
    fn arms_hold(z: i64) {
        let z = if z == 1 { 2 } else { z };
        assert!((0..3).all(|i| if i == z { 7 / (i - 1) != 0 } else { true }));
    }

    #[tass::model]
    fn called(z: i64) {
        assert!((0..3).all(|i| fails(i, z)));
    }

    #[tass::model]
    fn called_hold(z: i64) {
        let z = z % 4;
        assert!((0..3).map(|i| quotient(i * z, z)).sum::<i64>() == if z == 0 { 0 } else { 3 });
    }

    panics! {
        fields(1): DivisionByZero;
        arms(1): DivisionByZero;
        called(0): DivisionByZero;
    }
    holds! {
        fields_hold();
        arms_hold(2);
        called_hold(2);
    }
}
