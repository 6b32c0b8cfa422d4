//! Canonical forms: what must be one node.

use dashu_ratio::RBig;

use crate::symbolic::{ExprId, Leaf, Node, Sort, Store, SymbolSet};

fn ints(s: &mut Store) -> [ExprId; 3] {
    ["x", "y", "z"].map(|n| s.new_symbol(n, Sort::Int))
}

fn reals(s: &mut Store) -> [ExprId; 3] {
    ["x", "y", "z"].map(|n| s.new_symbol(n, Sort::Real))
}

fn ratio(s: &mut Store, n: i64, d: i64) -> ExprId {
    s.num(Sort::Real, RBig::from(n) / RBig::from(d))
}

#[test]
fn polynomials() {
    let mut s = Store::new();
    let [x, y, z] = ints(&mut s);
    let sum = s.add(x, y);
    assert_eq!(s.sub(sum, x), y);
    let yx = s.add(y, x);
    assert_eq!(sum, yx);
    let three = s.sum(&[x, x, x]);
    assert_eq!(three, s.scale(x, &RBig::from(3)));
    // (x + y)(x - y) = x² - y²
    let difference = s.sub(x, y);
    let product = s.mul(sum, difference);
    let (xx, yy) = (s.pow(x, 2), s.mul(y, y));
    assert_eq!(product, s.sub(xx, yy));
    // x * (y * z) = (x * z) * y
    let (yz, xz) = (s.mul(y, z), s.mul(x, z));
    assert_eq!(s.mul(x, yz), s.mul(xz, y));
    let zero = s.int(0);
    assert_eq!(s.mul(x, zero), zero);
    assert_eq!(s.sum(&[]), zero);
    let cube = s.pow(sum, 3);
    let square = s.mul(sum, sum);
    assert_eq!(cube, s.mul(square, sum));
}

#[test]
fn big_numbers_do_not_wrap() {
    let mut s = Store::new();
    let max = s.int(i64::MAX);
    let one = s.int(1);
    let over = s.add(max, one);
    assert_eq!(s.as_int(over), None);
    assert_eq!(s.sub(over, one), max);
    let square = s.mul(over, over);
    assert_eq!(s.div_euclid(square, over), over);
    let less = s.lt(max, over);
    assert_eq!(less, s.tru());
}

#[test]
fn integer_atoms_are_tightened() {
    let mut s = Store::new();
    let [x, y, _] = ints(&mut s);
    let (one, three) = (s.int(1), s.int(3));
    // 2x <= 3 is x <= 1, 2x < 3 too
    let double = s.add(x, x);
    let tight = s.le(x, one);
    assert_eq!(s.le(double, three), tight);
    assert_eq!(s.lt(double, three), tight);
    assert_eq!(s.eq(double, three), s.fls());
    // x < y is x + 1 <= y; its negation is y <= x
    let (lt, next) = (s.lt(x, y), s.add(x, one));
    assert_eq!(lt, s.le(next, y));
    assert_eq!(s.not(lt), s.le(y, x));
    let (eq, qe) = (s.eq(x, y), s.eq(y, x));
    assert_eq!(eq, qe);
    let (dx, dy) = (s.scale(x, &RBig::from(2)), s.scale(y, &RBig::from(2)));
    assert_eq!(s.eq(dx, dy), eq);
}

#[test]
fn real_atoms() {
    let mut s = Store::new();
    let [x, y, _] = reals(&mut s);
    let half = ratio(&mut s, 1, 2);
    let hx = s.mul(x, half);
    let hy = s.mul(y, half);
    assert_eq!(s.le(hx, hy), s.le(x, y));
    let lt = s.lt(x, y);
    assert_eq!(s.not(lt), s.le(y, x));
    assert!(matches!(s.node(lt), Node::Lt0(_)));
    // Converted integers are compared as integers.
    let i = s.new_symbol("i", Sort::Int);
    let r = s.to_real(i);
    let zero = s.int(0);
    assert_eq!(s.lt(r, half), s.le(i, zero));
    assert_eq!(s.eq(r, half), s.fls());
}

#[test]
fn quotients() {
    let mut s = Store::new();
    let [x, y, z] = reals(&mut s);
    let one = ratio(&mut s, 1, 1);
    let sum = s.add(x, y);
    assert_eq!(s.quot(sum, sum), one);
    // (x + y) / z = x/z + y/z
    let (whole, a, b) = (s.quot(sum, z), s.quot(x, z), s.quot(y, z));
    assert_eq!(whole, s.add(a, b));
    assert_eq!(s.mul(whole, z), sum);
    // x/(x+y) + y/(x+y) = 1
    let (a, b) = (s.quot(x, sum), s.quot(y, sum));
    assert_eq!(s.add(a, b), one);
    assert_eq!(s.mul(a, sum), x);
    // 2x / -2y = -(x / y)
    let (dx, dy) = (s.scale(x, &RBig::from(2)), s.scale(y, &RBig::from(-2)));
    let minus = s.quot(x, y);
    assert_eq!(s.quot(dx, dy), s.neg(minus));
    // (x² - y²) / (x + y) = x - y
    let (xx, yy) = (s.pow(x, 2), s.pow(y, 2));
    let squares = s.sub(xx, yy);
    assert_eq!(s.quot(squares, sum), s.sub(x, y));
    // 1 / (1 / x) = x, and x / (1 + 1/y) = xy / (y + 1)
    let inverse = s.quot(one, x);
    assert_eq!(s.quot(one, inverse), x);
    let inverse = s.quot(one, y);
    let under = s.add(one, inverse);
    let (xy, next) = (s.mul(x, y), s.add(y, one));
    assert_eq!(s.quot(x, under), s.quot(xy, next));
    // x / y = z is x = yz
    let (q, yz) = (s.quot(x, y), s.mul(y, z));
    assert_eq!(s.eq(q, z), s.eq(x, yz));
}

#[test]
fn integer_division() {
    let mut s = Store::new();
    let [x, n, j] = ints(&mut s);
    let [two, three, four, six] = [2, 3, 4, 6].map(|i| s.int(i));
    // (4x + 6) / 2 = 2x + 3, and no remainder
    let fx = s.mul(x, four);
    let even = s.add(fx, six);
    let (dx, zero) = (s.mul(x, two), s.int(0));
    assert_eq!(s.div_euclid(even, two), s.add(dx, three));
    assert_eq!(s.mod_euclid(even, two), zero);
    // (x % 6) % 3 = x % 3, and (x - x % 3) / 3 = x / 3
    let m = s.mod_euclid(x, six);
    assert_eq!(s.mod_euclid(m, three), s.mod_euclid(x, three));
    let m = s.mod_euclid(x, three);
    let rest = s.sub(x, m);
    assert_eq!(s.div_euclid(rest, three), s.div_euclid(x, three));
    // 3 * (x / 3) + x % 3 = x, and (x / 2) / 3 = x / 6
    let d = s.div_euclid(x, three);
    let multiple = s.mul(d, three);
    assert_eq!(s.add(multiple, m), x);
    let half = s.div_euclid(x, two);
    assert_eq!(s.div_euclid(half, three), s.div_euclid(x, six));
    // (x * n + j) / n = x + j / n, and its remainder is j % n
    let xn = s.mul(x, n);
    let at = s.add(xn, j);
    let d = s.div_euclid(j, n);
    assert_eq!(s.div_euclid(at, n), s.add(x, d));
    assert_eq!(s.mod_euclid(at, n), s.mod_euclid(j, n));
    // 0 <= x % 3 < 3 is known
    let (low, high) = (s.ge(m, zero), s.lt(m, three));
    assert_eq!((low, high), (s.tru(), s.tru()));
}

#[test]
fn division_like_rust() {
    let mut s = Store::new();
    for a in -20..=20i64 {
        for b in (-7..=7).filter(|b| *b != 0) {
            let (x, y) = (s.int(a), s.int(b));
            for (got, expected) in [
                (s.div_trunc(x, y), a / b),
                (s.rem_trunc(x, y), a % b),
                (s.div_euclid(x, y), a.div_euclid(b)),
                (s.mod_euclid(x, y), a.rem_euclid(b)),
            ] {
                assert_eq!(s.as_int(got), Some(expected), "{a} {b}");
            }
        }
        let v = ratio(&mut s, a, 3);
        let (floor, trunc) = (s.floor(v), s.trunc_to_int(v));
        assert_eq!(s.as_int(floor), Some(a.div_euclid(3)));
        assert_eq!(s.as_int(trunc), Some(a / 3));
    }
}

#[test]
fn conversions() {
    let mut s = Store::new();
    let [x, y, _] = ints(&mut s);
    let (sum, xy) = (s.add(x, y), s.mul(x, y));
    let (rx, ry, rsum, rxy) = (s.to_real(x), s.to_real(y), s.to_real(sum), s.to_real(xy));
    assert_eq!(rsum, s.add(rx, ry));
    assert_eq!(rxy, s.mul(rx, ry));
    assert_eq!(s.floor(rxy), xy);
    // floor((x + 1/2) / 2) = x / 2
    let half = ratio(&mut s, 1, 2);
    let more = s.add(rx, half);
    let halved = s.mul(more, half);
    let two = s.int(2);
    assert_eq!(s.floor(halved), s.div_euclid(x, two));
}

#[test]
fn boolean_structure() {
    let mut s = Store::new();
    let [p, q, r] = ["p", "q", "r"].map(|n| s.new_symbol(n, Sort::Bool));
    let (np, nq) = (s.not(p), s.not(q));
    assert_eq!(s.not(np), p);
    assert_eq!(s.and(p, np), s.fls());
    assert_eq!(s.or(p, np), s.tru());
    let (pq, qr) = (s.and(p, q), s.and(q, r));
    assert_eq!(s.and(pq, r), s.and(p, qr));
    assert_eq!(s.not(pq), s.or(np, nq));
    let either = s.or(p, q);
    assert_eq!(s.and(p, either), p);
    assert_eq!(s.and(np, either), s.and(np, q));
    let (pq, qp) = (s.iff(p, q), s.iff(nq, np));
    assert_eq!(pq, qp);
    assert_eq!(s.iff(p, np), s.fls());
    assert_eq!(s.ite(p, q, q), q);
    assert_eq!(s.ite(np, q, r), s.ite(p, r, q));
}

#[test]
fn bounds_merge() {
    let mut s = Store::new();
    let [x, y, _] = ints(&mut s);
    let [two, three, five] = [2, 3, 5].map(|i| s.int(i));
    let (le3, le5, ge3, le2) = (s.le(x, three), s.le(x, five), s.ge(x, three), s.le(x, two));
    assert_eq!(s.and(le3, le5), le3);
    assert_eq!(s.or(le3, le5), le5);
    assert_eq!(s.and(le3, ge3), s.eq(x, three));
    assert_eq!(s.and(ge3, le2), s.fls());
    assert_eq!(s.or(ge3, le2), s.tru());
    let ne = s.ne(x, three);
    assert_eq!(s.and(le3, ne), le2);
    assert_eq!(s.or(ge3, ne), s.tru());
    let (lt, gt) = (s.lt(x, y), s.gt(x, y));
    assert_eq!(s.or(lt, gt), s.ne(x, y));
    let (le, eq) = (s.le(x, y), s.eq(x, y));
    assert_eq!(s.and(le, eq), eq);
    let [u, v, _] = reals(&mut s);
    let (le, ge, lt) = (s.le(u, v), s.ge(u, v), s.lt(u, v));
    assert_eq!(s.and(le, ge), s.eq(u, v));
    assert_eq!(s.and(lt, ge), s.fls());
    let eq = s.eq(u, v);
    assert_eq!(s.or(lt, eq), le);
}

#[test]
fn conditionals() {
    let mut s = Store::new();
    let [x, y, _] = ints(&mut s);
    let [p, q] = ["p", "q"].map(|n| s.new_symbol(n, Sort::Bool));
    let (min, nim) = (s.min(x, y), s.min(y, x));
    assert_eq!(min, nim);
    let (le, lt) = (s.le(x, y), s.lt(x, y));
    assert_eq!(s.ite(le, x, y), min);
    assert_eq!(s.ite(lt, x, y), min);
    assert_eq!(s.ite(lt, y, x), s.max(x, y));
    let minus = s.neg(x);
    assert_eq!(s.abs(x), s.abs(minus));
    let eq = s.eq(x, y);
    assert_eq!(s.ite(eq, x, y), y);
    let inner = s.ite(p, x, y);
    assert_eq!(s.ite(p, inner, y), inner);
    let both = s.and(p, q);
    let outer = s.ite(q, inner, y);
    assert_eq!(outer, s.ite(both, x, y));
    // An atom on a conditional of constants is about the condition.
    let (zero, one) = (s.int(0), s.int(1));
    let bit = s.ite(p, one, zero);
    assert_eq!(s.eq(bit, one), p);
    assert_eq!(s.mul(bit, x), s.ite(p, x, zero));
}

#[test]
fn known_signs() {
    let mut s = Store::new();
    let f = s.new_function("len", 1, Sort::Int, true);
    let [x, _, _] = ints(&mut s);
    let a = s.app(f, &[x]);
    let (zero, minus) = (s.int(0), s.int(-1));
    let (nonneg, negative, none) = (s.ge(a, zero), s.le(a, minus), s.le(a, zero));
    assert_eq!((nonneg, negative), (s.tru(), s.fls()));
    assert_eq!(none, s.eq(a, zero));
    let square = s.mul(x, x);
    assert_eq!(s.ge(square, zero), s.tru());
    let product = s.mul(a, x);
    assert_eq!(s.eq(product, zero), {
        let (a, x) = (s.eq(a, zero), s.eq(x, zero));
        s.or(a, x)
    });
}

#[test]
fn linear_view_and_symbols() {
    let mut s = Store::new();
    let [x, y, _] = ints(&mut s);
    let f = s.new_function("f", 1, Sort::Int, false);
    let three = s.int(3);
    let fy = s.app(f, &[y]);
    let p = s.scale(x, &RBig::from(2));
    let p = s.sum(&[p, fy, three]);
    let view = s.linear(p);
    assert_eq!(view.constant(), &RBig::from(3));
    let terms: Vec<_> = view.terms().map(|(m, k)| (m, k.clone())).collect();
    assert_eq!(terms, [(x, RBig::from(2)), (fy, RBig::ONE)]);
    let single: Vec<_> = s.linear(fy).terms().map(|t| t.0).collect();
    assert_eq!(single, [fy]);
    assert!(s.linear(three).is_empty());
    let mut set = SymbolSet::new();
    s.symbols(p, &mut set);
    let syms = [x, y].map(|e| match s.node(e) {
        Node::Sym(s) => Leaf::Sym(*s),
        _ => unreachable!(),
    });
    assert_eq!(
        set.into_iter().collect::<Vec<_>>(),
        [syms[0], syms[1], Leaf::Fun(f)]
    );
}

/// Whole-expression operations do not recurse along an expression.
#[test]
fn deep_expressions() {
    let mut s = Store::new();
    let [x, y, z] = ints(&mut s);
    let mut e = x;
    for i in 0..10_000 {
        let k = s.int(i);
        let (product, other) = (s.mul(e, z), s.add(y, k));
        let c = s.lt(product, k);
        e = s.ite(c, other, e);
    }
    let mut map = crate::symbolic::Substitution::new();
    map.insert(z, x);
    let replaced = s.substitute(e, &map);
    assert_ne!(replaced, e);
    let value = crate::symbolic::Model::new().eval(&s, replaced);
    assert_eq!(value, Some(crate::symbolic::Value::Num(RBig::from(9_999))));
    let mut set = SymbolSet::new();
    s.symbols(replaced, &mut set);
    assert_eq!(set.len(), 2);
    assert!(s.display(replaced).to_string().contains('…'));
}
