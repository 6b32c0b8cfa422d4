//! Arrays, tuples and shapes.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::symbolic::{ExprId, Model, Node, Shape, Sort, Store, Substitution, Value};

/// A symbolic array of `n` integers.
fn input(s: &mut Store) -> (ExprId, ExprId, Shape) {
    let n = s.new_symbol("n", Sort::Int);
    let shape = Shape::Scalar(s.new_function("a", 1, Sort::Int, false));
    (s.input_array(&shape, n, &[]), n, shape)
}

#[test]
fn reads_over_writes() {
    let mut s = Store::new();
    let (a, _, _) = input(&mut s);
    let [i, j, v, w] = ["i", "j", "v", "w"].map(|n| s.new_symbol(n, Sort::Int));
    let b = s.write(a, i, v);
    assert_eq!(s.read(b, i), v);
    let one = s.int(1);
    let next = s.add(i, one);
    assert_eq!(s.read(b, next), s.read(a, next));
    let (here, old) = (s.eq(i, j), s.read(a, j));
    assert_eq!(s.read(b, j), s.ite(here, v, old));
    // The later write wins; writes a known distance apart commute.
    let c = s.write(b, i, w);
    assert_eq!(c, s.write(a, i, w));
    let (x, y) = (s.write(b, next, w), s.write(a, next, w));
    assert_eq!(x, s.write(y, i, v));
    // Writing back what is there changes nothing.
    let same = s.read(a, i);
    assert_eq!(s.write(a, i, same), a);
    assert_eq!(s.array_len(x), s.array_len(a));
}

#[test]
fn known_arrays_at_symbolic_indices() {
    let mut s = Store::new();
    let i = s.new_symbol("i", Sort::Int);
    let [p, q] = [7, 8].map(|i| s.int(i));
    let a = s.array(&[p, p, q, p]);
    let (two, read) = (s.int(2), s.read(a, i));
    let here = s.eq(i, two);
    assert_eq!(read, s.ite(here, q, p));
    let all = s.array(&[p, p, p]);
    assert_eq!(s.read(all, i), p);
    let none = s.array(&[]);
    assert_eq!(s.read(none, i), s.undefined());
    let b = s.write(all, i, q);
    let Node::Array(xs) = s.node(b).clone() else {
        panic!()
    };
    for (k, x) in xs.iter().enumerate() {
        let k = s.int(k as i64);
        let here = s.eq(i, k);
        assert_eq!(*x, s.ite(here, q, p));
    }
}

#[test]
fn slices_and_splices() {
    let mut s = Store::new();
    let (a, n, shape) = input(&mut s);
    let [i, k] = ["i", "k"].map(|n| s.new_symbol(n, Sort::Int));
    let (zero, one) = (s.int(0), s.int(1));
    assert_eq!(s.slice(a, zero, n), a);
    let outer = s.slice(a, i, n);
    let (inner, at) = (s.slice(outer, k, k), s.add(i, k));
    assert_eq!(inner, s.slice(a, at, k));
    assert_eq!(s.read(inner, one), {
        let at = s.add(at, one);
        s.read(a, at)
    });
    // A ghost cell written at 0 is not in a slice from 1 on.
    let v = s.new_symbol("v", Sort::Int);
    let (written, rest) = (s.write(a, zero, v), s.sub(n, one));
    assert_eq!(s.slice(written, one, rest), s.slice(a, one, rest));
    // A whole splice is its source; one splice hides another.
    let b = s.input_array(&shape, k, &[]);
    let c = s.fill(v, k);
    let x = s.splice(a, i, k, b);
    assert_eq!(s.splice(x, i, k, c), s.splice(a, i, k, c));
    assert_eq!(s.splice(b, zero, k, c), c);
    assert_eq!(s.splice(a, i, zero, c), a);
}

#[test]
fn pushing_and_popping() {
    let mut s = Store::new();
    let (a, n, _) = input(&mut s);
    let [v, w] = ["v", "w"].map(|n| s.new_symbol(n, Sort::Int));
    let one = s.int(1);
    let b = s.push(a, v);
    let c = s.push(b, w);
    let next = s.add(n, one);
    assert_eq!(s.read(c, n), v);
    assert_eq!(s.read(c, next), w);
    assert_eq!(s.resize(c, next), b);
    assert_eq!(s.resize(c, n), a);
    let empty = s.array(&[]);
    let known = s.push(empty, v);
    assert_eq!(known, s.array(&[v]));
}

#[test]
fn equality() {
    let mut s = Store::new();
    let (a, n, shape) = input(&mut s);
    let m = s.new_symbol("m", Sort::Int);
    let b = s.input_array(&shape, m, &[]);
    assert_eq!(s.eq(a, a), s.tru());
    // The same function: equal exactly if the lengths are.
    assert_eq!(s.eq(a, b), s.eq(n, m));
    let [p, q] = [7, 8].map(|i| s.int(i));
    let (x, y, z) = (s.array(&[p, q]), s.array(&[p, n]), s.array(&[p]));
    assert_eq!(s.eq(x, y), s.eq(q, n));
    assert_eq!(s.eq(x, z), s.fls());
    let (t, u) = (s.tuple(&[p, x]), s.tuple(&[m, y]));
    let (first, second) = (s.eq(p, m), s.eq(q, n));
    assert_eq!(s.eq(t, u), s.and(first, second));
}

#[test]
fn conditionals_distribute() {
    let mut s = Store::new();
    let p = s.new_symbol("p", Sort::Bool);
    let [a, b] = ["a", "b"].map(|n| s.new_symbol(n, Sort::Int));
    let one = s.int(1);
    let (x, y) = (s.array(&[a, one]), s.array(&[b, one]));
    let (t, u) = (s.tuple(&[x, a]), s.tuple(&[y, b]));
    let both = s.ite(p, t, u);
    let c = s.ite(p, a, b);
    let xs = s.array(&[c, one]);
    assert_eq!(both, s.tuple(&[xs, c]));
    assert_eq!(s.component(both, 1), c);
    let changed = s.with_component(t, 1, b);
    assert_eq!(changed, s.tuple(&[x, b]));
    // Vectors of different lengths stay apart, and are still read.
    let z = s.array(&[b]);
    let either = s.ite(p, x, z);
    let (len, two, zero) = (s.array_len(either), s.int(2), s.int(0));
    assert_eq!(len, s.ite(p, two, one));
    assert_eq!(s.read(either, zero), c);
}

#[test]
fn nested_shapes() {
    // Vec<(i, [f64; 2])> of symbolic length, and Vec<Vec<i>>
    let mut s = Store::new();
    let n = s.new_symbol("n", Sort::Int);
    let f = s.new_function("v.0", 1, Sort::Int, false);
    let g = s.new_function("v.1", 2, Sort::Real, false);
    let shape = Shape::Tuple(vec![
        Shape::Scalar(f),
        Shape::Fixed(2, Box::new(Shape::Scalar(g))),
    ]);
    let v = s.input_array(&shape, n, &[]);
    let (i, one) = (s.new_symbol("i", Sort::Int), s.int(1));
    let at = s.read(v, i);
    let (first, second) = (s.component(at, 0), s.component(at, 1));
    assert_eq!(first, s.app(f, &[i]));
    assert_eq!(s.read(second, one), s.app(g, &[i, one]));

    let len = s.new_function("w.len", 1, Sort::Int, true);
    let h = s.new_function("w", 2, Sort::Int, false);
    let rows = Shape::Dynamic(len, Box::new(Shape::Scalar(h)));
    let w = s.input_array(&rows, n, &[]);
    let row = s.read(w, i);
    assert_eq!(s.array_len(row), s.app(len, &[i]));
    assert_eq!(s.read(row, one), s.app(h, &[i, one]));

    // A constant length writes the array out; a model makes everything concrete.
    let two = s.int(2);
    let mut map = Substitution::new();
    map.insert(n, two);
    let known = s.substitute(w, &map);
    assert!(matches!(s.node(known), Node::Array(xs) if xs.len() == 2));
    let mut model = Model::new();
    let Node::Sym(sym) = *s.node(n) else { panic!() };
    model.set_symbol(sym, Value::Num(RBig::from(2)));
    model.set_function_value(len, vec![IBig::from(1)], Value::Num(RBig::from(1)));
    model.set_function_default(h, Value::Num(RBig::from(5)));
    let got = model.reify(&mut s, w);
    let five = s.int(5);
    let (none, single) = (s.array(&[]), s.array(&[five]));
    assert_eq!(got, s.array(&[none, single]));
    assert_eq!(model.reify(&mut s, known), got);
}
