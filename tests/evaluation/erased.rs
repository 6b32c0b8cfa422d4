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
