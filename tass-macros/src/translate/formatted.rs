//! Assertions, panics and prints: conditions, and messages with their arguments.
//!
//! A print evaluates its arguments, as Rust does, and prints nothing. A panic evaluates them and then panics. The
//! arguments of an assertion's message are evaluated only when it fails, on a path that fails anyway; so that they
//! cannot change *how* it fails, only such are accepted as neither fail nor do anything.

use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Macro, Token, UnOp};

use super::control::inner;
use super::{ABSENT, Translator};
use crate::code::{Code, node};

impl Translator<'_> {
    pub(super) fn assert(&mut self, node: &Expr, mac: &Macro) -> Code {
        let Some((args, message)) = self.arguments(mac, 1) else {
            return ABSENT;
        };
        let cond = self.untestable(&args[0]);
        self.expr(node, "Assert", &[&cond, &message])
    }

    pub(super) fn assert_eq(&mut self, node: &Expr, mac: &Macro, equal: bool) -> Code {
        let Some((args, message)) = self.arguments(mac, 2) else {
            return ABSENT;
        };
        let (left, right) = (self.untestable(&args[0]), self.untestable(&args[1]));
        self.expr(node, "AssertEq", &[&equal, &left, &right, &message])
    }

    /// `panic!("message", ..)`: the arguments of the message are evaluated before.
    pub(super) fn panic(&mut self, node: &Expr, mac: &Macro, kind: &str) -> Code {
        let Some(args) = self.parsed(mac) else {
            return ABSENT;
        };
        let message = Code::optional(args.first().and_then(text));
        let panic = self.expr(node, kind, &[&message]);
        let evaluated = self.evaluated(args.iter().skip(1).filter(|arg| !is_harmless(arg)));
        if evaluated.is_empty() {
            return panic;
        }
        let block = node!(
            "Block",
            self.source.span(node),
            Code::list(evaluated),
            panic
        );
        self.expr(node, "Block", &[&ABSENT, &block])
    }

    /// `println!("format", ..)`: what is left of it are its arguments.
    pub(super) fn print(&mut self, node: &Expr, mac: &Macro) -> Code {
        let Some(args) = self.parsed(mac) else {
            return ABSENT;
        };
        let evaluated = Code::list(self.evaluated(args.iter().skip(1)));
        let block = node!("Block", self.source.span(node), evaluated, ABSENT);
        self.expr(node, "Block", &[&ABSENT, &block])
    }

    /// The arguments of a message, each as `let _ = &argument;`.
    fn evaluated<'e>(&mut self, args: impl Iterator<Item = &'e Expr>) -> Vec<Code> {
        args.map(|arg| {
            let arg = value(arg);
            let (span, inner) = (self.source.span(arg), self.untestable(arg));
            let borrowed = self.expr(arg, "Ref", &[&false, &inner]);
            node!("Let", span, node!("Wild"), "Infer", borrowed)
        })
        .collect()
    }

    /// The first `count` arguments and the message after them.
    fn arguments(&mut self, mac: &Macro, count: usize) -> Option<(Vec<Expr>, Code)> {
        let args = self.parsed(mac)?;
        if args.len() < count {
            self.misshapen = true;
            return None;
        }
        for arg in args.iter().skip(count + 1).filter(|arg| !is_harmless(arg)) {
            self.reject(
                value(arg),
                "the message of an assertion is computed only when it fails, and must not fail itself: give this \
                 value a name before, `let x = ..;`",
            );
        }
        let message = Code::optional(args.get(count).and_then(text));
        Some((args, message))
    }

    /// The arguments, as expressions. What is wrong with them is rustc's to report: it expands the macro in the kept
    /// function.
    fn parsed(&mut self, mac: &Macro) -> Option<Vec<Expr>> {
        let parsed = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        self.misshapen |= parsed.is_err();
        parsed.ok().map(|args| args.into_iter().collect())
    }
}

/// The value of `e` or `name = e`.
fn value(arg: &Expr) -> &Expr {
    match arg {
        Expr::Assign(assign) => &assign.right,
        other => other,
    }
}

/// Can evaluating this argument neither fail nor do anything?
fn is_harmless(arg: &Expr) -> bool {
    match inner(value(arg)) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(field) => is_harmless(&field.base),
        Expr::Reference(reference) => is_harmless(&reference.expr),
        Expr::Unary(unary) => {
            matches!(unary.op, UnOp::Deref(_) | UnOp::Not(_)) && is_harmless(&unary.expr)
        }
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_harmless),
        Expr::MethodCall(call) => {
            (call.method == "len" || call.method == "is_empty")
                && call.args.is_empty()
                && is_harmless(&call.receiver)
        }
        _ => false,
    }
}

/// The text of a string literal.
fn text(expr: &Expr) -> Option<Code> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(text) => Some(Code::text(&text.value())),
            _ => None,
        },
        _ => None,
    }
}
