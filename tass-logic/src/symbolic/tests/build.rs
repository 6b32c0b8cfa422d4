//! Trees of the naive semantics, built in a store.

use dashu_ratio::RBig;

use super::naive::{A, Bin, Fixture, T, Un};
use crate::symbolic::{ExprId, Shape, Sort, Store};

/// Translates a tree into the store.
pub(crate) fn build(s: &mut Store, f: &Fixture, vars: &mut Vec<ExprId>, t: &T) -> ExprId {
    match t {
        T::Int(i) => s.int(*i),
        T::Real(n, d) => s.num(Sort::Real, RBig::from(*n) / RBig::from(*d)),
        T::Bool(b) => s.bool(*b),
        T::Sym(i) => f.symbols[*i].0,
        T::Var(i) => vars[*i],
        T::Pow(a, n) => {
            let a = build(s, f, vars, a);
            s.pow(a, *n)
        }
        T::Un(op, a) => {
            let a = build(s, f, vars, a);
            match op {
                Un::Neg => s.neg(a),
                Un::Abs => s.abs(a),
                Un::Not => s.not(a),
                Un::ToReal => s.to_real(a),
                Un::Floor => s.floor(a),
                Un::Trunc => s.trunc_to_int(a),
            }
        }
        T::Bin(op, a, b) => {
            let (a, b) = (build(s, f, vars, a), build(s, f, vars, b));
            match op {
                Bin::Add => s.add(a, b),
                Bin::Sub => s.sub(a, b),
                Bin::Mul => s.mul(a, b),
                Bin::Quot => s.quot(a, b),
                Bin::DivE => s.div_euclid(a, b),
                Bin::ModE => s.mod_euclid(a, b),
                Bin::DivT => s.div_trunc(a, b),
                Bin::RemT => s.rem_trunc(a, b),
                Bin::Min => s.min(a, b),
                Bin::Max => s.max(a, b),
                Bin::Eq => s.eq(a, b),
                Bin::Ne => s.ne(a, b),
                Bin::Lt => s.lt(a, b),
                Bin::Le => s.le(a, b),
                Bin::Gt => s.gt(a, b),
                Bin::Ge => s.ge(a, b),
                Bin::And => s.and(a, b),
                Bin::Or => s.or(a, b),
                Bin::Implies => s.implies(a, b),
                Bin::Iff => s.iff(a, b),
            }
        }
        T::Ite(c, a, b) => {
            let (c, a, b) = (
                build(s, f, vars, c),
                build(s, f, vars, a),
                build(s, f, vars, b),
            );
            s.ite(c, a, b)
        }
        T::Forall(lo, hi, body) | T::Exists(lo, hi, body) | T::Fold(_, lo, hi, body) => {
            let (lo, hi) = (build(s, f, vars, lo), build(s, f, vars, hi));
            let var = s.fresh_bound();
            vars.push(var);
            let body = build(s, f, vars, body);
            vars.pop();
            match t {
                T::Forall(..) => s.forall(lo, hi, var, body),
                T::Exists(..) => s.exists(lo, hi, var, body),
                T::Fold(op, ..) => s.fold(*op, lo, hi, var, body),
                _ => unreachable!(),
            }
        }
        T::Read(a, i) => {
            let (a, i) = (build_array(s, f, vars, a), build(s, f, vars, i));
            s.read(a, i)
        }
        T::Len(a) => {
            let a = build_array(s, f, vars, a);
            s.array_len(a)
        }
        T::EqArrays(a, b) => {
            let (a, b) = (build_array(s, f, vars, a), build_array(s, f, vars, b));
            s.eq(a, b)
        }
    }
}

pub(crate) fn build_array(s: &mut Store, f: &Fixture, vars: &mut Vec<ExprId>, a: &A) -> ExprId {
    match a {
        A::Lit(xs) => {
            let xs: Vec<_> = xs.iter().map(|x| build(s, f, vars, x)).collect();
            s.array(&xs)
        }
        A::Input(k) => {
            let (fun, len) = f.inputs[*k];
            s.input_array(&Shape::Scalar(fun), f.symbols[len].0, &[])
        }
        A::Fill(v, n) => {
            let (v, n) = (build(s, f, vars, v), build(s, f, vars, n));
            s.fill(v, n)
        }
        A::Write(a, i, v) => {
            let (a, i, v) = (
                build_array(s, f, vars, a),
                build(s, f, vars, i),
                build(s, f, vars, v),
            );
            s.write(a, i, v)
        }
        A::Slice(a, i, n) => {
            let (a, i, n) = (
                build_array(s, f, vars, a),
                build(s, f, vars, i),
                build(s, f, vars, n),
            );
            s.slice(a, i, n)
        }
        A::Splice(a, at, n, src) => {
            let (a, at) = (build_array(s, f, vars, a), build(s, f, vars, at));
            let (n, src) = (build(s, f, vars, n), build_array(s, f, vars, src));
            s.splice(a, at, n, src)
        }
        A::Resize(a, n) => {
            let (a, n) = (build_array(s, f, vars, a), build(s, f, vars, n));
            s.resize(a, n)
        }
        A::Push(a, v) => {
            let (a, v) = (build_array(s, f, vars, a), build(s, f, vars, v));
            s.push(a, v)
        }
        A::Ite(c, a, b) => {
            let c = build(s, f, vars, c);
            let (a, b) = (build_array(s, f, vars, a), build_array(s, f, vars, b));
            s.ite(c, a, b)
        }
    }
}
