//! Texts: readable, and the same whatever the order of construction.

use dashu_ratio::RBig;

use crate::symbolic::{ExprId, FoldOp, Shape, Sort, Store};

fn show(s: &Store, e: ExprId) -> String {
    s.display(e).to_string()
}

#[test]
fn numbers() {
    for swap in [false, true] {
        let mut s = Store::new();
        let names = if swap { ["y", "x"] } else { ["x", "y"] };
        let mut syms = names.map(|n| s.new_symbol(n, Sort::Int));
        if swap {
            syms.reverse();
        }
        let [x, y] = syms;
        let p = s.scale(x, &RBig::from(2));
        let p = s.add(p, y);
        assert_eq!(show(&s, p), "2*x + y");
        let three = s.int(3);
        let (le, lt, eq, ne) = (s.le(p, three), s.lt(x, y), s.eq(x, y), s.ne(x, three));
        assert_eq!(show(&s, le), "2*x + y <= 3");
        assert_eq!(show(&s, lt), "x < y");
        assert_eq!(show(&s, eq), "x == y");
        assert_eq!(show(&s, ne), "x != 3");
        let q = s.mul(x, p);
        assert_eq!(show(&s, q), "2*x*x + x*y");
        let minus = s.neg(p);
        assert_eq!(show(&s, minus), "-2*x - y");
        let div = s.div_euclid(p, three);
        assert_eq!(show(&s, div), "(2*x + y).div_euclid(3)");
        let both = s.and(ne, le);
        assert_eq!(show(&s, both), "2*x + y <= 3 && x != 3");
        let (min, max, abs) = (s.min(x, three), s.max(x, y), s.abs(x));
        assert_eq!(show(&s, min), "x.min(3)");
        assert_eq!(show(&s, max), "x.max(y)");
        assert_eq!(show(&s, abs), "x.abs()");
        let ite = s.ite(lt, x, three);
        assert_eq!(show(&s, ite), "if x < y { x } else { 3 }");
    }
}

#[test]
fn reals() {
    let mut s = Store::new();
    let [x, y] = ["x", "y"].map(|n| s.new_symbol(n, Sort::Real));
    let half = s.num(Sort::Real, RBig::from(1) / RBig::from(2));
    let third = s.num(Sort::Real, RBig::from(-1) / RBig::from(3));
    assert_eq!(show(&s, half), "0.5");
    assert_eq!(show(&s, third), "-1/3");
    let sum = s.add(x, y);
    let q = s.quot(x, sum);
    assert_eq!(show(&s, q), "x/(x + y)");
    let p = s.mul(sum, half);
    let p = s.add(p, half);
    assert_eq!(show(&s, p), "x/2 + y/2 + 0.5");
    let i = s.new_symbol("i", Sort::Int);
    let r = s.to_real(i);
    let r = s.mul(r, x);
    assert_eq!(show(&s, r), "(i as real)*x");
}

#[test]
fn binders_and_arrays() {
    let mut s = Store::new();
    let [n, i] = ["n", "i"].map(|n| s.new_symbol(n, Sort::Int));
    let f = s.new_function("a", 1, Sort::Int, false);
    let a = s.input_array(&Shape::Scalar(f), n, &[]);
    let (zero, v) = (s.int(0), s.fresh_bound());
    let at = s.read(a, v);
    let le = s.le(at, i);
    let all = s.forall(zero, n, v, le);
    assert_eq!(show(&s, all), "(0..n).all(|j| a[j] <= i)");
    let none = s.not(all);
    assert_eq!(show(&s, none), "(0..n).any(|j| i < a[j])");
    let sum = s.fold(FoldOp::Sum, zero, n, v, at);
    assert_eq!(show(&s, sum), "(0..n).map(|i| a[i]).sum()");
    let b = s.write(a, i, n);
    assert_eq!(show(&s, b), "a[..n].with(i, n)");
    let unit = s.unit();
    let t = s.tuple(&[unit, n]);
    assert_eq!(show(&s, t), "((), n)");
}
