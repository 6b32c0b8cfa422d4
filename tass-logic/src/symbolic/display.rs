//! Expressions as readable, Rust-like text.
//!
//! Terms and elements are ordered by their own text, not by id, so that the same expression built
//! in another order, or in another store, prints the same. (Signs that the canonical form takes
//! from ids still show: those of a denominator's terms, and which sides of an `Iff` are negated.)

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt::{self, Display, Write};

mod number;

use dashu_ratio::RBig;

use super::arith::split_constant;
use super::node::{ExprId, FoldOp, Node, PathElem, Shape, Sort};
use super::store::Store;
use super::subst::{Leaf, SymbolSet};
use number::constant;

/// How much is printed of one expression before it ends in `…`.
const BUDGET: usize = 20_000;
/// How deep parts may be nested before they are `…`.
const DEPTH: usize = 100;

/// Binding strengths, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prec {
    Any,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Unary,
    Postfix,
}

impl Store {
    /// The expression as text.
    pub fn display(&self, e: ExprId) -> impl Display + use<> {
        self.display_within(e, BUDGET)
    }

    /// The expression as text that ends in `…` after this many parts.
    pub fn display_within(&self, e: ExprId, parts: usize) -> impl Display + use<> {
        let mut leaves = SymbolSet::new();
        self.symbols(e, &mut leaves);
        let taken = leaves.iter().map(|l| match l {
            Leaf::Sym(s) => self.symbol_name(*s),
            Leaf::Fun(f) => &self.function(*f).name,
        });
        let printer = Printer {
            store: self,
            taken: taken.collect(),
            budget: Cell::new(parts),
            depth: Cell::new(0),
        };
        printer.text(e, Prec::Any, &Scope::default())
    }
}

/// The names of the variables bound around an expression: number and name.
#[derive(Clone, Default)]
struct Scope(Vec<(u32, String)>);

struct Printer<'a> {
    store: &'a Store,
    taken: Vec<&'a str>,
    budget: Cell<usize>,
    depth: Cell<usize>,
}

impl Printer<'_> {
    /// The text of `e`, in parentheses if it binds weaker than `at`.
    fn text(&self, e: ExprId, at: Prec, scope: &Scope) -> String {
        if self.budget.get() == 0 || self.depth.get() == DEPTH {
            return "…".into();
        }
        self.budget.set(self.budget.get() - 1);
        self.depth.set(self.depth.get() + 1);
        let (text, prec) = self.parts(e, scope);
        self.depth.set(self.depth.get() - 1);
        if prec < at { format!("({text})") } else { text }
    }

    fn parts(&self, e: ExprId, scope: &Scope) -> (String, Prec) {
        let any = |e: ExprId| self.text(e, Prec::Any, scope);
        let sub = |e: ExprId| self.text(e, Prec::Postfix, scope);
        let list = |xs: &[ExprId]| {
            let mut items = Vec::new();
            for &x in xs {
                let over = self.budget.get() == 0;
                items.push(any(x));
                if over {
                    break;
                }
            }
            items.join(", ")
        };
        match self.store.node(e) {
            Node::Undefined => ("undefined".into(), Prec::Postfix),
            Node::Bool(b) => (b.to_string(), Prec::Postfix),
            Node::Num(sort, v) => constant(*sort, v),
            Node::Sym(s) => (self.store.symbol_name(*s).to_owned(), Prec::Postfix),
            Node::Bound(n, _) => (self.bound_name(*n, scope), Prec::Postfix),
            Node::App(f, args) => {
                let mut text = self.store.function(*f).name.clone();
                for a in args {
                    let _ = write!(text, "[{}]", any(*a));
                }
                (text, Prec::Postfix)
            }
            Node::Sum(sort, terms) => {
                let (k, others) = split_constant(terms);
                self.sum(*sort, others, k, scope)
            }
            Node::Prod(_) | Node::Quot(..) => self.term(e, &RBig::ONE, scope),
            Node::Div(a, b) => (
                format!("{}.div_euclid({})", sub(*a), any(*b)),
                Prec::Postfix,
            ),
            Node::Mod(a, b) => (
                format!("{}.rem_euclid({})", sub(*a), any(*b)),
                Prec::Postfix,
            ),
            Node::ToReal(a) => (
                format!("{} as real", self.text(*a, Prec::Unary, scope)),
                Prec::Product,
            ),
            Node::Floor(a) => (format!("{}.floor()", sub(*a)), Prec::Postfix),
            Node::Ite(c, a, b) => self.conditional(*c, *a, *b, scope),
            Node::Not(a) => self.negation(*a, scope),
            Node::And(xs) => (self.joined(xs, " && ", Prec::And, scope), Prec::And),
            Node::Or(xs) => (self.joined(xs, " || ", Prec::Or, scope), Prec::Or),
            Node::Iff(a, b) => (
                self.joined(&[*a, *b], " == ", Prec::Sum, scope),
                Prec::Compare,
            ),
            Node::Eq0(p) => (self.equation(*p, "==", scope), Prec::Compare),
            Node::Le0(p) | Node::Lt0(p) => {
                let strict = matches!(self.store.node(e), Node::Lt0(_));
                let sort = self.store.sort(*p).unwrap_or(Sort::Int);
                (
                    self.inequality(sort, &self.store.terms_owned(*p), strict, scope),
                    Prec::Compare,
                )
            }
            Node::Forall { lo, hi, body } => (
                self.quantifier("all", *lo, *hi, *body, false, scope),
                Prec::Postfix,
            ),
            Node::Fold { op, lo, hi, body } => {
                let call = match op {
                    FoldOp::Sum => "sum",
                    FoldOp::Product => "product",
                    FoldOp::Min => "min",
                    FoldOp::Max => "max",
                };
                let map = self.quantifier("map", *lo, *hi, *body, false, scope);
                (format!("{map}.{call}()"), Prec::Postfix)
            }
            Node::Tuple(xs) if xs.len() == 1 => (format!("({},)", any(xs[0])), Prec::Postfix),
            Node::Tuple(xs) => (format!("({})", list(xs)), Prec::Postfix),
            Node::Array(xs) => (format!("[{}]", list(xs)), Prec::Postfix),
            Node::Input { shape, len, index } => {
                let mut text = self.shape_name(shape);
                for i in index {
                    let _ = write!(text, "[{}]", any(*i));
                }
                (format!("{text}[..{}]", any(*len)), Prec::Postfix)
            }
            Node::Fill { len, value } => {
                (format!("[{}; {}]", any(*value), any(*len)), Prec::Postfix)
            }
            Node::Write { base, index, value } => (
                format!("{}.with({}, {})", sub(*base), any(*index), any(*value)),
                Prec::Postfix,
            ),
            Node::Slice { base, start, len } => (
                format!("{}[{}..][..{}]", sub(*base), any(*start), any(*len)),
                Prec::Postfix,
            ),
            Node::Splice { base, at, len, src } => {
                let (base, at, len, src) = (sub(*base), any(*at), any(*len), any(*src));
                (format!("{base}.splice({at}, {len}, {src})"), Prec::Postfix)
            }
            Node::Resize { base, len } => (
                format!("{}.resize({})", sub(*base), any(*len)),
                Prec::Postfix,
            ),
            Node::Ref { frame, local, path } => {
                let mut text = format!("&{frame}.{local}");
                for p in path {
                    let _ = match p {
                        PathElem::Field(i) => write!(text, ".{i}"),
                        PathElem::Index(i) => write!(text, "[{}]", any(*i)),
                        PathElem::Range(s, n) => write!(text, "[{}..][..{}]", any(*s), any(*n)),
                    };
                }
                (text, Prec::Unary)
            }
        }
    }

    /// `if c { a } else { b }`, or the extremum that it is.
    fn conditional(&self, c: ExprId, a: ExprId, b: ExprId, scope: &Scope) -> (String, Prec) {
        let Some(order) = self.store.compares(c, a, b) else {
            let (mut then, mut other) = (
                self.text(a, Prec::Any, scope),
                self.text(b, Prec::Any, scope),
            );
            let mut test = self.text(c, Prec::Any, scope);
            // Which of an inequality and its negation is canonical depends on ids: the text must
            // not.
            if matches!(self.store.node(c), Node::Le0(_) | Node::Lt0(_)) {
                let negated = self.negated_part(c, scope);
                if negated < test {
                    test = negated;
                    std::mem::swap(&mut then, &mut other);
                }
            }
            return (
                format!("if {test} {{ {then} }} else {{ {other} }}"),
                Prec::Any,
            );
        };
        let mut parts =
            [a, b].map(|e| (self.store.is_const(e), self.text(e, Prec::Postfix, scope)));
        parts.sort();
        let [(_, x), (_, y)] = parts;
        if order == Ordering::Greater && format!("(-{y})") == x {
            return (format!("{y}.abs()"), Prec::Postfix);
        }
        let y = y
            .strip_prefix('(')
            .and_then(|y| y.strip_suffix(')'))
            .map_or(y.clone(), str::to_owned);
        let call = if order == Ordering::Less {
            "min"
        } else {
            "max"
        };
        (format!("{x}.{call}({y})"), Prec::Postfix)
    }

    fn negation(&self, a: ExprId, scope: &Scope) -> (String, Prec) {
        match self.store.node(a) {
            Node::Eq0(p) => (self.equation(*p, "!=", scope), Prec::Compare),
            Node::Iff(x, y) => (
                self.joined(&[*x, *y], " != ", Prec::Sum, scope),
                Prec::Compare,
            ),
            Node::Forall { lo, hi, body } => (
                self.quantifier("any", *lo, *hi, *body, true, scope),
                Prec::Postfix,
            ),
            _ => (
                format!("!{}", self.text(a, Prec::Unary, scope)),
                Prec::Unary,
            ),
        }
    }

    fn joined(&self, xs: &[ExprId], by: &str, prec: Prec, scope: &Scope) -> String {
        let mut parts: Vec<_> = xs.iter().map(|x| self.text(*x, prec, scope)).collect();
        parts.sort();
        parts.join(by)
    }

    /// `(lo..hi).all(|i| body)`; the negated body for `any`.
    fn quantifier(
        &self,
        call: &str,
        lo: ExprId,
        hi: ExprId,
        body: ExprId,
        negated: bool,
        scope: &Scope,
    ) -> String {
        let (from, to) = (
            self.text(lo, Prec::Sum, scope),
            self.text(hi, Prec::Sum, scope),
        );
        let name = self.fresh_name(scope);
        let mut inner = scope.clone();
        inner.0.push((self.store.binds(body), name.clone()));
        let body = if negated {
            self.negated(body, &inner)
        } else {
            self.text(body, Prec::Any, &inner)
        };
        format!("({from}..{to}).{call}(|{name}| {body})")
    }

    /// The text of a negation that need not be in the store.
    fn negated(&self, e: ExprId, scope: &Scope) -> String {
        let each = |xs: &[ExprId], by: &str| {
            let mut parts: Vec<_> = xs.iter().map(|x| self.negated_part(*x, scope)).collect();
            parts.sort();
            parts.join(by)
        };
        match self.store.node(e) {
            Node::Or(xs) => each(xs, " && "),
            _ => self.negated_part(e, scope),
        }
    }

    fn negated_part(&self, e: ExprId, scope: &Scope) -> String {
        match self.store.node(e) {
            Node::Not(a) => self.text(*a, Prec::Compare, scope),
            Node::Le0(p) => self.reversed(*p, false, scope),
            Node::Lt0(p) => self.reversed(*p, true, scope),
            _ => self.negation(e, scope).0,
        }
    }

    fn bound_name(&self, n: u32, scope: &Scope) -> String {
        match scope.0.iter().rev().find(|(m, _)| *m == n) {
            Some((_, name)) => name.clone(),
            None => format!("_{n}"),
        }
    }

    fn fresh_name(&self, scope: &Scope) -> String {
        let free =
            |name: &str| !self.taken.contains(&name) && scope.0.iter().all(|(_, n)| n != name);
        let letters = ["i", "j", "k", "l", "m"].into_iter().map(str::to_owned);
        let numbered = (1..).map(|n| format!("i{n}"));
        letters
            .chain(numbered)
            .find(|name| free(name))
            .expect("endless names")
    }

    fn shape_name(&self, shape: &Shape) -> String {
        match shape {
            Shape::Scalar(f) | Shape::Dynamic(f, _) => self.store.function(*f).name.clone(),
            Shape::Fixed(_, s) => self.shape_name(s),
            Shape::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|s| self.shape_name(s)).collect();
                format!("({})", parts.join(", "))
            }
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({} nodes)", self.len_nodes())
    }
}
