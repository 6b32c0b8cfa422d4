//! Numbers, sums and comparisons as text.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::super::arith::{Term, split_constant};
use super::super::compare::with_offset;
use super::super::node::{ExprId, Node, Sort};
use super::super::number;
use super::{Prec, Printer, Scope};

impl Printer<'_> {
    /// A sum of terms and a constant, positive terms first.
    pub(super) fn sum(
        &self,
        sort: Sort,
        terms: &[Term],
        k: Option<&RBig>,
        scope: &Scope,
    ) -> (String, Prec) {
        let mut texts: Vec<(bool, String)> = terms
            .iter()
            .map(|(m, c)| {
                (
                    number::is_neg(c),
                    self.term_text(*m, &number::abs(c), scope),
                )
            })
            .collect();
        texts.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        if let Some(k) = k {
            texts.push((number::is_neg(k), constant(sort, &number::abs(k)).0));
        }
        match &texts[..] {
            [] => constant(sort, &RBig::ZERO),
            [(false, _)] if terms.len() == 1 => self.term(terms[0].0, &terms[0].1, scope),
            _ => {
                let mut out = String::new();
                for (i, (negative, text)) in texts.iter().enumerate() {
                    out.push_str(match (i, negative) {
                        (0, false) => "",
                        (0, true) => "-",
                        (_, false) => " + ",
                        (_, true) => " - ",
                    });
                    out.push_str(text);
                }
                (out, Prec::Sum)
            }
        }
    }

    fn term_text(&self, m: ExprId, k: &RBig, scope: &Scope) -> String {
        let (text, prec) = self.term(m, k, scope);
        if prec < Prec::Product {
            format!("({text})")
        } else {
            text
        }
    }

    /// A monomial times a positive coefficient: `n*x*y/(d*z)`.
    pub(super) fn term(&self, m: ExprId, k: &RBig, scope: &Scope) -> (String, Prec) {
        let factors = self.store.factors_owned(m);
        let (mut over, mut under) = (Vec::new(), Vec::new());
        for (p, n) in factors {
            let (side, p) = match self.store.node(p) {
                Node::Quot(_, q) => (&mut under, *q),
                _ => (&mut over, p),
            };
            for _ in 0..n {
                let at = if matches!(self.store.node(p), Node::ToReal(_)) {
                    Prec::Postfix
                } else {
                    Prec::Unary
                };
                side.push(self.text(p, at, scope));
            }
        }
        over.sort();
        under.sort();
        if !k.numerator().is_one() || over.is_empty() {
            over.insert(0, k.numerator().to_string());
        }
        if !k.denominator().is_one() {
            under.insert(0, k.denominator().to_string());
        }
        let whole = over.join("*");
        match &under[..] {
            [] if over.len() == 1 && k.is_one() => self.parts_of_single(m, whole, scope),
            [] => (whole, Prec::Product),
            [d] => (format!("{whole}/{d}"), Prec::Product),
            ds => (format!("{whole}/({})", ds.join("*")), Prec::Product),
        }
    }

    fn parts_of_single(&self, m: ExprId, text: String, scope: &Scope) -> (String, Prec) {
        match self.store.node(m) {
            Node::Prod(_) | Node::Quot(..) => (text, Prec::Product),
            _ => self.parts(m, scope),
        }
    }

    /// `left == right` with no minus sign that moving a term can avoid.
    pub(super) fn equation(&self, p: ExprId, rel: &str, scope: &Scope) -> String {
        let sort = self.store.sort(p).unwrap_or(Sort::Int);
        let terms = self.store.terms_owned(p);
        let minus = terms.iter().map(|(m, k)| (*m, -k)).collect::<Vec<_>>();
        // The sign of an equation depends on ids: the text must not.
        let texts = [terms, minus].map(|terms| {
            let (left, right, k) = sides(&terms);
            (!left.is_empty()).then(|| {
                let (left, right) = (
                    self.side(sort, &left, None, scope),
                    self.side(sort, &right, Some(-k), scope),
                );
                format!("{left} {rel} {right}")
            })
        });
        texts.into_iter().flatten().min().unwrap_or_default()
    }

    /// `p <= 0` or `p < 0`
    pub(super) fn inequality(
        &self,
        sort: Sort,
        terms: &[Term],
        strict: bool,
        scope: &Scope,
    ) -> String {
        let (left, right, k) = sides(terms);
        // Over the integers `x + 1 <= y` is better read as `x < y`.
        let (strict, k) = if sort == Sort::Int && k.is_one() {
            (true, RBig::ZERO)
        } else {
            (strict, k)
        };
        let (less, greater) = if strict { ("<", ">") } else { ("<=", ">=") };
        if left.is_empty() {
            let side = self.side(sort, &right, None, scope);
            return format!("{side} {greater} {}", constant(sort, &k).0);
        }
        let left = self.side(sort, &left, None, scope);
        format!("{left} {less} {}", self.side(sort, &right, Some(-k), scope))
    }

    /// The negation of `p <= 0` or `p < 0`.
    pub(super) fn reversed(&self, p: ExprId, strict: bool, scope: &Scope) -> String {
        let sort = self.store.sort(p).unwrap_or(Sort::Int);
        let terms = self
            .store
            .terms_owned(p)
            .into_iter()
            .map(|(m, k)| (m, -k))
            .collect();
        match sort {
            Sort::Int => self.inequality(sort, &with_offset(terms, sort, &RBig::ONE), false, scope),
            _ => self.inequality(sort, &terms, !strict, scope),
        }
    }

    fn side(&self, sort: Sort, terms: &[Term], k: Option<RBig>, scope: &Scope) -> String {
        let k = k.filter(|k| !k.is_zero());
        self.sum(sort, terms, k.as_ref(), scope).0
    }
}

/// The positive terms, the negated negative terms, and the constant.
fn sides(terms: &[Term]) -> (Vec<Term>, Vec<Term>, RBig) {
    let (k, others) = split_constant(terms);
    let (right, left): (Vec<Term>, Vec<Term>) =
        others.iter().cloned().partition(|t| number::is_neg(&t.1));
    let right = right.into_iter().map(|(m, c)| (m, -c)).collect();
    (left, right, k.cloned().unwrap_or(RBig::ZERO))
}

/// A number; a real that is not a finite decimal of moderate length is a fraction.
pub(super) fn constant(sort: Sort, v: &RBig) -> (String, Prec) {
    let prec = if number::is_neg(v) {
        Prec::Unary
    } else {
        Prec::Postfix
    };
    if v.is_int() {
        let text = v.numerator().to_string();
        return (
            if sort == Sort::Real {
                format!("{text}.0")
            } else {
                text
            },
            prec,
        );
    }
    let mut scale = UBig::from(10u8);
    for digits in 1..=6 {
        let scaled = number::mul(&number::abs(v), &RBig::from(scale.clone()));
        if scaled.is_int() {
            let text = scaled.numerator().to_string();
            let text = format!("{text:0>width$}", width = digits + 1);
            let (whole, fraction) = text.split_at(text.len() - digits);
            let sign = if number::is_neg(v) { "-" } else { "" };
            return (format!("{sign}{whole}.{fraction}"), prec);
        }
        scale *= UBig::from(10u8);
    }
    (
        format!("{}/{}", v.numerator(), v.denominator()),
        Prec::Product,
    )
}
