//! Numbers and their types: what comes from outside is within its type, casts fit or are
//! violations, and with `overflow = true` so is everything that is computed, on the way as well as
//! in the end.

#![allow(clippy::all, reason = "odd forms on purpose")]
#![allow(unused, unused_comparisons, reason = "models for the engine")]

use tass::prelude::*;
use tass::{Kind, Model, Value};

fn verified(model: Model) {
    let report = model.check();
    assert!(report.is_verified(), "{report}");
}

fn refuted(model: Model, kind: Kind) {
    let report = model.check();
    assert!(report.is_refuted(), "{report}");
    assert_eq!(report.kinds(), [kind], "{report}");
}

mod inputs {
    use super::*;

    #[tass::model]
    fn table(x: u8) {
        let table = [0; 256];
        assert!(table[x as usize] == 0);
    }

    #[tass::model]
    fn items(a: Vec<u8>, i: usize, n: usize) {
        assume!(i < a.len());
        let table = [0; 256];
        assert!(table[a[i] as usize] == 0);
        assert!(a.iter().all(|x| *x <= 255));
        assert!((0..n).all(|k| k >= a.len() || (a[k] as u16) < 256));
    }

    #[tass::data]
    struct Cell {
        x: i8,
        pair: (u8, i16),
    }

    #[tass::model]
    fn nested(cells: Vec<Cell>, rows: Vec<Vec<u8>>, fixed: Vec<[i8; 2]>, i: usize) {
        assume!(i < cells.len() && i < rows.len() && i < fixed.len());
        assert!(-128 <= cells[i].x && cells[i].x <= 127);
        assert!(cells[i].pair.0 <= 255 && cells[i].pair.1 >= -32768);
        assert!(rows[i].iter().all(|x| *x <= 255));
        assert!(rows[i].len() <= 9223372036854775807);
        assert!(fixed[i][0] as i16 + fixed[i][1] as i16 <= 254);
    }

    #[tass::model]
    fn wide(a: u64, b: i64, c: u128, d: i128, e: usize) {
        assert!(a <= 18446744073709551615);
        assert!(b >= -9223372036854775808 && b <= 9223372036854775807);
        assert!(d >= i128::MIN);
        assert!(e <= 18446744073709551615);
        assert!(a as i128 + b as i128 <= 27670116110564327422);
    }

    #[tass::model]
    fn lengths(a: Vec<i32>, rows: Vec<Vec<bool>>) {
        assert!(a.len() <= 9223372036854775807);
        assert!(rows.iter().all(|row| row.len() <= 9223372036854775807));
        assert!(a.len() as i64 >= 0);
    }

    /// An equation puts a term in the place of an input: it has to be one that the input can be.
    #[tass::model]
    fn eliminated(x: u8, y: u8, z: i32) {
        assume!(x == y + 1);
        assert!(y <= 254);
        assume!(z == 1000 * y as i32 - 7);
        assert!(z >= -7 && z <= 253993);
    }

    #[tass::model]
    fn chosen(n: u8) {
        let c = choose!(n..=255);
        assert!(c <= 255 && c >= n);
        let d = choose!(0..n + 100);
        assert!(d <= 255);
    }

    #[tass::model]
    fn largest_item(a: Vec<u8>) {
        assert!(a.iter().all(|x| *x < 255));
    }

    #[tass::model]
    fn largest(x: u32, y: i64) {
        assert!(x as i64 + y <= 9223372036854775807);
    }

    #[test]
    fn are_within_their_types() {
        for model in [
            table::model,
            items::model,
            nested::model,
            wide::model,
            lengths::model,
            eliminated::model,
            chosen::model,
        ] {
            verified(model().nprocs(1));
        }
        verified(table::model().nprocs(1).overflow(true));
        verified(nested::model().nprocs(1).overflow(true));
    }

    #[test]
    fn are_within_their_types_for_z3_alone() {
        for model in [
            table::model,
            lengths::model,
            eliminated::model,
            nested::model,
        ] {
            verified(model().nprocs(1).native_prover(false));
        }
    }

    /// All that a type can hold is tried.
    #[test]
    fn reach_the_ends_of_their_types() {
        refuted(largest_item::model().nprocs(1), Kind::Assertion);
        refuted(largest::model().nprocs(1), Kind::Assertion);
        let report = largest::model().nprocs(1).check();
        let inputs: Vec<String> = report.violations()[0]
            .values
            .iter()
            .map(|input| input.value.as_ref().unwrap().to_string())
            .collect();
        let sum: i128 = inputs.iter().map(|v| v.parse::<i128>().unwrap()).sum();
        assert_eq!(sum, 1 << 63, "{report}");
        assert!(inputs[0].parse::<u32>().is_ok() && inputs[1].parse::<i64>().is_ok());
    }
}

mod casts {
    use super::*;

    #[tass::model]
    fn narrowed(x: u32) {
        assert!((x as u8) as u32 == x);
    }

    #[tass::model]
    fn narrowed_signed(x: i64) {
        let y = x as i32;
    }

    #[tass::model]
    fn negative(x: i8) {
        let y = x as u64;
    }

    #[tass::model]
    fn too_large(x: usize) {
        let y = x as i64;
    }

    /// Widening costs nothing, not even of a number that has left its type.
    #[tass::model]
    fn widened(a: u32, b: usize, c: i32, d: u8, e: bool) {
        assert!((a + 1) as u64 == a as u64 + 1);
        assert!((b + 1) as u64 > b as u64);
        assert!((c - 1) as i64 == c as i64 - 1);
        assert!(d as i16 >= 0 && d as i16 <= 255 && e as u8 <= 1);
    }

    #[tass::model]
    fn guarded(x: i64) {
        if x >= 0 && x <= 255 {
            assert!((x as u8) as i64 == x);
        }
        if x >= -128 && x < 128 {
            assert!((x as i8) as i64 == x);
        }
    }

    #[tass::model]
    fn truncated(x: f64) {
        assert!(-0.5 as u32 == 0 && 1.9 as u32 == 1 && -1.9 as i32 == -1);
        assume!(x > -1.0 && x < 256.0);
        let y = x as u8;
        assert!(y as f64 <= x || x < 0.0 && y == 0);
    }

    #[tass::model]
    fn saturated(x: f64) {
        assume!(x >= -1.5 && x <= 0.0);
        let y = x as u32;
    }

    #[tass::model]
    fn saturated_above(x: f64) {
        assume!(x >= 0.0 && x <= 256.0);
        let y = x as u8;
    }

    /// A cast tells nothing about the type of a variable: `x` is an `i32`, the literal a `u64`.
    #[tass::model]
    fn of_a_variable() {
        let x = 0;
        let y = x as usize;
        let z = x - 1;
        assert!(z == -1 && y == 0);
        assert!(5000000000 as u64 > 4294967295 && -1 as i64 == -1);
        let w = 200;
        let v = w as u8;
        assert!(w + 100 == 300 && v == 200);
    }

    #[test]
    fn that_fit_are_exact() {
        for model in [
            widened::model,
            guarded::model,
            truncated::model,
            of_a_variable::model,
        ] {
            verified(model().nprocs(1));
        }
        verified(of_a_variable::model().nprocs(1).overflow(true));
    }

    #[test]
    fn that_would_wrap_or_saturate_are_violations() {
        for model in [
            narrowed::model,
            narrowed_signed::model,
            negative::model,
            too_large::model,
            saturated::model,
            saturated_above::model,
        ] {
            refuted(model().nprocs(1), Kind::InvalidCast);
            refuted(model().nprocs(1).overflow(true), Kind::InvalidCast);
        }
    }
}

mod overflow {
    use super::*;

    #[tass::model]
    fn remainder(a: i32, b: i32) {
        assume!(b != 0);
        let c = a % b;
    }

    #[tass::model]
    fn quotient(a: i32, b: i32) {
        assume!(b != 0);
        let c = a / b;
    }

    #[tass::model]
    fn euclidean_remainder(a: i64, b: i64) {
        assume!(b != 0);
        let c = a.rem_euclid(b);
    }

    #[tass::model]
    fn euclidean_quotient(a: i8, b: i8) {
        assume!(b != 0);
        let c = a.div_euclid(b);
    }

    #[tass::model]
    fn absolute(a: i16) {
        let b = a.abs();
    }

    #[tass::model]
    fn opposite(a: i128) {
        let b = -a;
    }

    #[tass::model]
    fn power(a: i8) {
        let b = a.pow(2);
    }

    #[tass::model]
    fn total(a: i32, b: i32, c: i8) {
        assume!(b > 0 || b < -1);
        assert!(a % b > -2147483648 && (a / b) as i64 * b as i64 + (a % b) as i64 == a as i64);
        let d: u32 = a.abs_diff(b);
        assert!(d as i64 == (a as i64 - b as i64).abs());
        let e = c.abs_diff(127);
        assert!(e <= 255);
        assert!(c.signum() * c.signum() <= 1 && c.clamp(-3, 3).abs() <= 3);
        assume!(a > -11 && a < 12);
        assert!((a as i8).pow(2) <= 121);
    }

    /// The largest numbers there are can be counted up to, and nothing beyond is computed.
    #[tass::model]
    fn to_the_end() {
        let mut n = 0;
        for i in i128::MAX - 1..=i128::MAX {
            n += 1;
        }
        assert!(n == 2);
        let mut last = 0;
        for i in (250..=255_u8).rev() {
            last = i;
        }
        for i in (0..=250_u8).step_by(100) {
            last = i;
        }
        assert!(last == 200);
    }

    /// The loop ends: what follows is reached.
    #[tass::model]
    fn beyond_the_end() {
        let mut last = 0;
        invariant!(I: last <= 255);
        for i in 253..=255_u8 {
            last = i;
        }
        assert!(last < 255);
    }

    #[tass::model]
    fn stepping_down(n: usize) {
        let mut rounds = 0;
        invariant!(I: rounds >= 0);
        for i in (0..n).rev().step_by(2) {
            rounds += 1;
        }
        assert!(n == 0);
    }

    #[test]
    fn of_single_operations() {
        for model in [
            remainder::model,
            quotient::model,
            euclidean_remainder::model,
            euclidean_quotient::model,
            absolute::model,
            opposite::model,
            power::model,
        ] {
            verified(model().nprocs(1));
            refuted(model().nprocs(1).overflow(true), Kind::Overflow);
        }
        verified(total::model().nprocs(1).overflow(true));
    }

    #[test]
    fn counters_are_not_checked() {
        verified(to_the_end::model().nprocs(1).overflow(true));
        refuted(
            beyond_the_end::model().nprocs(1).overflow(true),
            Kind::Assertion,
        );
        refuted(stepping_down::model().nprocs(1), Kind::Assertion);
    }
}

mod reductions {
    use super::*;

    #[tass::model]
    fn sum(x: i8) {
        let mut total = 0;
        mpi!(allreduce(&x, &mut total, op = SUM));
    }

    #[tass::model]
    fn product(x: u8) {
        let mut total = 0;
        mpi!(reduce(&x, &mut total, op = PROD, root = 0));
    }

    #[tass::model]
    fn scanned(x: u32) {
        let mut total = 0;
        mpi!(scan(&x, &mut total, op = SUM));
    }

    #[tass::model]
    fn scanned_before(x: [u32; 2]) {
        let mut total = [0; 2];
        mpi!(exscan(&x, &mut total, op = SUM));
    }

    /// The sum fits, the way to it does not: 100 + 100 - 100.
    #[tass::model]
    fn on_the_way() {
        let rank = mpi!(rank());
        let x: i8 = if rank == 2 { -100 } else { 100 };
        let mut total = 0;
        mpi!(allreduce(&x, &mut total, op = SUM));
        assert!(total == 100);
    }

    #[tass::model]
    fn bounded(x: i8) {
        let mut total = 0;
        assume!(x > -40 && x < 40);
        mpi!(allreduce(&x, &mut total, op = SUM));
        let mut most = 0;
        mpi!(allreduce(&x, &mut most, op = MAX));
        assert!(total == 3 * x && most == x);
    }

    #[test]
    fn are_checked_on_the_way() {
        for model in [
            sum::model,
            product::model,
            scanned::model,
            scanned_before::model,
            on_the_way::model,
        ] {
            verified(model().nprocs(3));
            refuted(model().nprocs(3).overflow(true), Kind::Overflow);
        }
        verified(bounded::model().nprocs(3).overflow(true));
        // Process 0 gets nothing, process 1 the value of one.
        verified(scanned_before::model().nprocs(2).overflow(true));
    }
}

mod calls {
    use super::*;

    #[tass::model]
    fn copied(n: usize, m: usize) {
        let mut a = vec![0; n];
        let b = vec![1; m];
        a.copy_from_slice(&b);
        assert!(a.len() == n);
    }

    #[tass::model]
    fn copied_alike(n: usize) {
        let mut a = vec![0; n];
        let mut c = [0; 3];
        a.copy_from_slice(&vec![1; n]);
        c[1..].copy_from_slice(&[5, 6]);
        assert!(a.iter().all(|x| *x == 1) && c == [0, 5, 6]);
    }

    #[tass::model]
    fn swapped(i: usize) {
        let mut a = [1, 2, 3];
        a.swap(1, i);
    }

    #[tass::model]
    fn clamped(low: i32, high: i32) {
        let x = 3.clamp(low, high);
    }

    #[tass::model]
    fn clamped_float(low: f64) {
        let x = 3.5_f64.clamp(low, 1.0);
    }

    #[tass::model]
    fn no_step(n: usize) {
        let mut last = 0;
        for i in (0..3).step_by(n) {
            last = i;
            if last == 2 {
                break;
            }
        }
    }

    #[tass::model]
    fn some_step(n: usize) {
        let mut last = 0;
        assume!(n > 0);
        for i in (0..3).step_by(n) {
            last = i;
        }
        assert!(last <= 2);
    }

    #[test]
    fn panic_where_rust_does() {
        refuted(copied::model().nprocs(1), Kind::OutOfBounds);
        verified(copied_alike::model().nprocs(1));
        refuted(swapped::model().nprocs(1), Kind::OutOfBounds);
        refuted(clamped::model().nprocs(1), Kind::Panic);
        refuted(clamped_float::model().nprocs(1), Kind::Panic);
        refuted(no_step::model().nprocs(1), Kind::Panic);
        verified(some_step::model().nprocs(1));
    }

    #[tass::model]
    fn sign(x: f64) {
        assume!(x != 0.0);
        assert!(x.signum() * x > 0.0);
    }

    #[tass::model]
    fn sign_of_zero() {
        let x = 0.0_f64;
        assert!(x.signum() == 1.0);
    }

    /// A zero has a sign in Rust, and none here.
    #[test]
    fn the_sign_of_a_float() {
        verified(sign::model().nprocs(1));
        let report = sign_of_zero::model().nprocs(1).check();
        assert!(report.to_string().contains("-0.0"), "{report}");
        assert!(!report.is_verified() && !report.is_refuted());
    }

    #[tass::model]
    fn without_a_value() {
        let rank = mpi!(rank());
        let x;
        if rank == 0 {
            collective_assert!(A: proc[0].rank == 0);
            x = 1;
        } else {
            x = 2;
            collective_assert!(A: proc[0].x == 1);
        }
        assert!(x > 0);
    }

    #[test]
    fn a_variable_of_another_without_a_value() {
        let report = without_a_value::model().nprocs(2).check();
        let text = report.to_string();
        assert!(
            text.contains("`x` has no value yet where process 0 meets"),
            "{text}"
        );
    }
}
