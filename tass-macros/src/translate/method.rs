//! Method calls, from a fixed list.

use syn::{Expr, ExprMethodCall, ExprRange, Lit, RangeLimits};
use tass_syntax::accepted::{self, Family};
use tass_syntax::tree::{self, CommCall, ExprKind};

use super::control::inner;
use super::{Translator, chain};
use crate::suggest;

/// Methods that newcomers reach for, and what to write instead.
const INSTEAD: &[(&str, &str)] = &[
    ("pop", "read `a[a.len() - 1]` and keep a length of your own"),
    ("first", "write `a[0]`, the bounds are checked"),
    ("last", "write `a[a.len() - 1]`"),
    ("get", "write `a[i]`, the bounds are checked"),
    (
        "sort",
        "write the sort as a model function, or state that the result is sorted",
    ),
    (
        "sort_by",
        "write the sort as a model function, or state that the result is sorted",
    ),
    (
        "sort_unstable",
        "write the sort as a model function, or state that the result is sorted",
    ),
    ("sqrt", "name the root `r` and `assume!(r * r == x)`"),
    ("powi", "write the product out, or use a loop"),
    ("powf", "write the product out, or use a loop"),
    ("sin", "the prover knows no transcendental functions"),
    ("cos", "the prover knows no transcendental functions"),
    ("exp", "the prover knows no transcendental functions"),
    ("ln", "the prover knows no transcendental functions"),
    (
        "wrapping_add",
        "integers are mathematical: write `(a + b) % m` for the modulus that you mean",
    ),
    (
        "wrapping_sub",
        "integers are mathematical: write `(a + m - b) % m` for the modulus that you mean",
    ),
    (
        "wrapping_mul",
        "integers are mathematical: write `(a * b) % m` for the modulus that you mean",
    ),
    ("saturating_sub", "write `if a > b { a - b } else { 0 }`"),
    ("saturating_add", "integers are mathematical: write `a + b`"),
    (
        "checked_add",
        "integers are mathematical: write `a + b`; `overflow = true` checks the range",
    ),
    (
        "checked_sub",
        "write `if a >= b { .. }`; unsigned underflow is always checked",
    ),
    ("as_slice", "write `&a[..]`"),
    ("as_mut_slice", "write `&mut a[..]`"),
    ("resize", "make a new vector: `vec![v; n]`"),
    ("clear", "make a new vector: `a = Vec::new()`"),
    ("extend_from_slice", "`push` the elements in a loop"),
    ("extend", "`push` the elements in a loop"),
    ("append", "`push` the elements in a loop"),
    ("remove", "make a new vector with a loop"),
    ("truncate", "make a new vector: `a[..n].to_vec()`"),
    ("reverse", "`swap` the elements in a loop"),
    ("to_string", "strings have no meaning to the prover"),
    ("is_positive", "write `x > 0`"),
    ("is_negative", "write `x < 0`"),
    ("count_ones", "integers are mathematical, without bits"),
    ("then", "use `if`"),
    ("then_some", "use `if`"),
];

impl Translator<'_> {
    /// `e.method(args)`
    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> tree::Expr {
        let method = call.method.to_string();
        if let Some(end) = extremum(call) {
            self.no_turbofish(call);
            return self.fold(call, end);
        }
        if matches!(method.as_str(), "min" | "max") && call.args.is_empty() {
            return self.reject(
                call,
                format!("`.{method}()` of a chain is followed by `.unwrap()`"),
            );
        }
        if Self::is_end(&call.method) && !matches!(method.as_str(), "min" | "max") {
            return self.fold(call, call);
        }
        if method == "contains"
            && let Expr::Range(range) = inner(&call.receiver)
        {
            return self.range_contains(call, range);
        }
        if method == "len" && self.means_processes(&call.receiver) {
            let (op, args) = ("size".to_string(), Vec::new());
            return self.expr(call, ExprKind::Comm(CommCall { op, args }));
        }
        if matches!(
            method.as_str(),
            "iter" | "filter" | "map" | "copied" | "cloned"
        ) {
            return self.unfinished(call);
        }
        if self.knows(Family::Method, &method) {
            self.accepts(call, Family::Expression, "method call");
            self.no_turbofish(call);
            if matches!(
                method.as_str(),
                "push"
                    | "swap"
                    | "fill"
                    | "copy_from_slice"
                    | "unwrap"
                    | "expect"
                    | "unwrap_err"
                    | "expect_err"
                    | "take"
                    | "replace"
                    | "insert"
            ) {
                self.step(call);
            }
            let receiver = self.boxed(&call.receiver);
            let args = match method.as_str() {
                "expect" | "expect_err" => vec![self.expectation(call)],
                _ => self.expressions(&call.args),
            };
            let method = ExprKind::Method {
                receiver,
                name: method,
                args,
            };
            return self.expr(call, method);
        }
        if let Some(instead) = chain::later(&method) {
            return self.reject(
                &call.method,
                format!("`{method}` is not supported in models: {instead}"),
            );
        }
        // The receiver and the arguments may hold mistakes of their own.
        self.expression(&call.receiver);
        for arg in call
            .args
            .iter()
            .filter(|arg| !matches!(arg, Expr::Closure(_)))
        {
            self.expression(arg);
        }
        match INSTEAD.iter().find(|(name, _)| *name == method) {
            Some((_, instead)) => self.reject(
                &call.method,
                format!("`{method}` is not supported in models: {instead}"),
            ),
            None => self.reject(
                &call.method,
                format!(
                    "the method `{method}` is not supported in models{}\nthe methods are {}",
                    suggest::did_you_mean(&method, accepted::names(Family::Method).iter().copied()),
                    suggest::list(accepted::names(Family::Method).iter().copied()),
                ),
            ),
        }
    }

    /// What `expect` says if it fails: `panic!("..")` in the tree, since that is what it does then.
    fn expectation(&mut self, call: &ExprMethodCall) -> tree::Expr {
        match call.args.first().map(inner) {
            Some(Expr::Lit(text)) if matches!(text.lit, Lit::Str(_)) => {
                let said = match &text.lit {
                    Lit::Str(said) => said.value(),
                    _ => String::new(),
                };
                self.expr(text, ExprKind::Panic(Some(said.into())))
            }
            _ => self.reject(call, "the message of `expect` is a text, written out"),
        }
    }

    /// `(lo..hi).contains(&x)`: the ends and the item are evaluated once each, in this order.
    fn range_contains(&mut self, call: &ExprMethodCall, range: &ExprRange) -> tree::Expr {
        self.accepts(call, Family::Expression, "range contains");
        self.no_turbofish(call);
        let (Some(Expr::Reference(item)), 1) = (call.args.first().map(inner), call.args.len())
        else {
            return self.reject(call, "write `(a..b).contains(&x)`");
        };
        if range.start.is_none() && range.end.is_none() {
            return self.reject(range, "`..` contains everything");
        }
        let contains = ExprKind::RangeContains {
            lo: range.start.as_ref().map(|lo| self.boxed(lo)),
            hi: range.end.as_ref().map(|hi| self.boxed(hi)),
            inclusive: matches!(range.limits, RangeLimits::Closed(_)),
            item: self.boxed(&item.expr),
        };
        self.expr(call, contains)
    }
}

/// The `.min()` in `chain.min().unwrap()`.
fn extremum(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    match inner(&call.receiver) {
        Expr::MethodCall(end)
            if call.method == "unwrap"
                && end.args.is_empty()
                && (end.method == "min" || end.method == "max") =>
        {
            Some(end)
        }
        _ => None,
    }
}
