//! Binders: alpha-equivalence, no capture, simplification.

use dashu_ratio::RBig;

use crate::symbolic::{ExprId, FoldOp, FunId, Node, Sort, Store, Substitution};

struct Ctx {
    s: Store,
    n: ExprId,
    m: ExprId,
    f: FunId,
    zero: ExprId,
}

fn ctx() -> Ctx {
    let mut s = Store::new();
    let n = s.new_symbol("n", Sort::Int);
    let m = s.new_symbol("m", Sort::Int);
    let f = s.new_function("f", 2, Sort::Int, false);
    let zero = s.int(0);
    Ctx { s, n, m, f, zero }
}

impl Ctx {
    /// `forall i in 0..n: f(i, x) <= i`
    fn below(&mut self, x: ExprId) -> ExprId {
        let i = self.s.fresh_bound();
        let fi = self.s.app(self.f, &[i, x]);
        let body = self.s.le(fi, i);
        self.s.forall(self.zero, self.n, i, body)
    }

    /// `sum i in 0..n: f(i, x)`
    fn total(&mut self, x: ExprId) -> ExprId {
        let i = self.s.fresh_bound();
        let body = self.s.app(self.f, &[i, x]);
        self.s.fold(FoldOp::Sum, self.zero, self.n, i, body)
    }
}

#[test]
fn alpha_equivalent_binders_are_one() {
    let mut c = ctx();
    let m = c.m;
    let (a, b) = (c.below(m), c.below(m));
    assert_eq!(a, b);
    assert!(!c.s.has_free_bound(a));
    // forall i: forall j: f(i, j) <= j, with placeholders made in either order
    let nest = |c: &mut Ctx, swap: bool| {
        let (x, y) = (c.s.fresh_bound(), c.s.fresh_bound());
        let (i, j) = if swap { (y, x) } else { (x, y) };
        let fij = c.s.app(c.f, &[i, j]);
        let body = c.s.le(fij, j);
        let inner = c.s.forall(c.zero, c.m, j, body);
        c.s.forall(c.zero, c.n, i, inner)
    };
    let (a, b) = (nest(&mut c, false), nest(&mut c, true));
    assert_eq!(a, b);
    let deep = c.s.bound_at(0);
    let again = c.s.bound_at(0);
    assert_eq!(deep, again);
}

#[test]
fn substitution_does_not_capture() {
    let mut c = ctx();
    let (n, m) = (c.n, c.m);
    let a = c.below(m);
    // m := sum i in 0..n: f(i, n), under the quantifier
    let sum = c.total(n);
    let mut map = Substitution::new();
    map.insert(m, sum);
    let got = c.s.substitute(a, &map);
    let expected = c.below(sum);
    assert_eq!(got, expected);
    assert!(!c.s.has_free_bound(got));
    // and under two
    let nested = |c: &mut Ctx, x: ExprId| {
        let k = c.s.fresh_bound();
        let kx = c.s.add(k, x);
        let inner = c.below(kx);
        let low = c.s.le(k, x);
        let body = c.s.or(inner, low);
        c.s.forall(c.zero, c.n, k, body)
    };
    let a = nested(&mut c, m);
    let got = c.s.substitute(a, &map);
    let expected = nested(&mut c, sum);
    assert_eq!(got, expected);
}

#[test]
fn an_application_is_substituted() {
    let mut c = ctx();
    let (n, m) = (c.n, c.m);
    let f = c.s.app(c.f, &[n, m]);
    let sum = c.s.add(f, n);
    let mut map = Substitution::new();
    map.insert(f, m);
    assert_eq!(c.s.substitute(sum, &map), c.s.add(m, n));
    assert_eq!(c.s.substitute(n, &map), n);
}

#[test]
fn short_ranges_are_written_out() {
    let mut c = ctx();
    let i = c.s.fresh_bound();
    let fi = c.s.app(c.f, &[i, i]);
    let body = c.s.le(fi, c.m);
    let two = c.s.int(2);
    let all = c.s.forall(c.zero, two, i, body);
    let parts: Vec<_> = (0..2)
        .map(|k| {
            let k = c.s.int(k);
            let fk = c.s.app(c.f, &[k, k]);
            c.s.le(fk, c.m)
        })
        .collect();
    assert_eq!(all, c.s.all(&parts));
    // n..n+1 has one element, n..n none
    let next = c.s.add(c.n, c.s.small(1));
    let one = c.s.forall(c.n, next, i, body);
    let fn_ = c.s.app(c.f, &[c.n, c.n]);
    assert_eq!(one, c.s.le(fn_, c.m));
    let none = c.s.forall(c.n, c.n, i, body);
    assert_eq!(none, c.s.tru());
    let none = c.s.exists(c.n, c.n, i, body);
    assert_eq!(none, c.s.fls());
    let none = c.s.fold(FoldOp::Product, c.n, c.n, i, fi);
    assert_eq!(none, c.s.small(1));
}

#[test]
fn quantifiers_simplify() {
    let mut c = ctx();
    let i = c.s.fresh_bound();
    let (t, f) = (c.s.tru(), c.s.fls());
    assert_eq!(c.s.forall(c.zero, c.n, i, t), t);
    let empty = c.s.le(c.n, c.zero);
    assert_eq!(c.s.forall(c.zero, c.n, i, f), empty);
    let p = c.s.new_symbol("p", Sort::Bool);
    let all = c.s.forall(c.zero, c.n, i, p);
    assert_eq!(all, c.s.or(empty, p));
    // a conjunction splits, a fixed disjunct comes out
    let fi = c.s.app(c.f, &[i, i]);
    let (a, b) = (c.s.le(fi, c.m), c.s.ge(fi, c.zero));
    let both = c.s.and(a, b);
    let (xs, ys, zs) = (
        c.s.forall(c.zero, c.n, i, both),
        c.s.forall(c.zero, c.n, i, a),
        c.s.forall(c.zero, c.n, i, b),
    );
    assert_eq!(xs, c.s.and(ys, zs));
    let either = c.s.or(a, p);
    let zs = c.s.forall(c.zero, c.n, i, either);
    assert_eq!(zs, c.s.or(ys, p));
    let not_a = c.s.not(a);
    let some = c.s.exists(c.zero, c.n, i, not_a);
    assert_eq!(c.s.not(some), ys);
}

#[test]
fn sums_are_linear() {
    let mut c = ctx();
    let (n, m) = (c.n, c.m);
    let total = c.total(m);
    // sum of 2 f(i, m) + m = 2 * total + (n > 0 ? m n : 0)
    let i = c.s.fresh_bound();
    let fi = c.s.app(c.f, &[i, m]);
    let twice = c.s.scale(fi, &RBig::from(2));
    let body = c.s.add(twice, m);
    let sum = c.s.fold(FoldOp::Sum, c.zero, n, i, body);
    let some = c.s.lt(c.zero, n);
    let mn = c.s.mul(m, n);
    let fixed = c.s.ite(some, mn, c.zero);
    let expected = c.s.add_scaled(fixed, total, &RBig::from(2));
    assert_eq!(sum, expected);
    let product = c.s.mul(m, fi);
    let sum = c.s.fold(FoldOp::Sum, c.zero, n, i, product);
    assert_eq!(sum, c.s.mul(m, total));
}

#[test]
fn instances() {
    let mut c = ctx();
    let (n, m) = (c.n, c.m);
    let all = c.below(m);
    let sum = c.total(n);
    let got = c.s.instantiate(all, sum);
    let f = c.s.app(c.f, &[sum, m]);
    assert_eq!(got, c.s.le(f, sum));
    // 0..n within 0..2: (0 < n => f(0, n)) + (1 < n => f(1, n))
    let expanded = c.s.expand_binder(sum, 0, 2);
    let parts: Vec<_> = (0..2)
        .map(|k| {
            let k = c.s.int(k);
            let inside = c.s.lt(k, n);
            let f = c.s.app(c.f, &[k, n]);
            c.s.ite(inside, f, c.zero)
        })
        .collect();
    assert_eq!(expanded, c.s.sum(&parts));
    assert!(matches!(
        c.s.node(sum),
        Node::Fold {
            op: FoldOp::Sum,
            ..
        }
    ));
}

impl Store {
    fn small(&self, i: i64) -> ExprId {
        self.find(&Node::Num(Sort::Int, RBig::from(i)))
            .expect("a small integer")
    }
}
