//! What has no meaning in a model is refused where it stands.
use tass::prelude::*;

#[tass::model]
fn numbers() {
    let a = 1e-300000000;
    let b = 1e400;
    let c = 170141183460469231731687303715884105728u128;
    let d = f64::INFINITY;
}

#[tass::model]
fn messages(v: &[i64], n: usize) {
    assert!(n > 0, "the element is {}", v[n]);
    assert_eq!(n, 1, "{n} {} {last}", v.len(), last = v[0] + 1);
}

#[tass::model]
fn types_that_get_lost(n: usize) {
    let a = std::cmp::min::<usize>(n, 2);
    let b = (0..n).map::<u8, _>(|_| 1).sum::<u8>();
}

#[tass::model]
fn right_sides(a: &mut [i64], refs: &[&i64], five: i64) {
    let mut i = 0;
    a[i] += {
        i = 1;
        &five
    };
    a[i] -= refs[i];
    a[i] *= std::cmp::max(&five, refs[0]);
    a[i] += &five;
    a[i] += *refs[i];
    let (mut x, mut y) = (1i64, 2i64);
    let mut r = &mut x;
    *r += { r = &mut y; &five };
    let mut s = &five;
    a[{ s = refs[0]; 0 }] += s;
    assert!({ a[i] += a[i]; true });
}

#[tass::model]
fn positive(n: usize) -> bool {
    n > 0
}

#[tass::model]
fn conditions(n: usize) {
    collective_assert!(A: if n > 0 { proc[0].n > 0 } else { true });
    collective_assert!(B: { let x = proc[0].n; x > 0 });
    collective_assert!(C: positive(proc[0].n));
    collective_assert!(D: proc[0].n == n && positive(n));
    collective_assert!(E: proc.iter().all(|p| positive(p.n)));
    collective_assert!(F: positive(n));
}

fn main() {}
