//! Assertions, panics and prints: conditions, and messages with their arguments.
//!
//! A print evaluates its arguments, as Rust does, and prints nothing. A panic evaluates them and
//! then panics. The arguments of an assertion's message are evaluated only when it fails, on a path
//! that fails anyway; so that they cannot change *how* it fails, only such are accepted as neither
//! fail nor do anything.
//!
//! A message is a list of texts and of the values between them, which a report shows. What rustc
//! alone could give a value (a constant, say) stays as it is written: `{NAME}`.

use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Lit, Macro, Token, UnOp};
use tass_syntax::tree::{self, ExprKind, Message, Piece, Type};

use super::block::dropped;
use super::control::inner;
use super::{Translator, nothing};

impl Translator<'_> {
    pub(super) fn assert(&mut self, node: &Expr, mac: &Macro) -> tree::Expr {
        let Some((args, message)) = self.arguments(mac, 1) else {
            return nothing();
        };
        let cond = Box::new(self.untestable(&args[0]));
        self.expr(node, ExprKind::Assert(cond, message))
    }

    pub(super) fn assert_eq(&mut self, node: &Expr, mac: &Macro, equal: bool) -> tree::Expr {
        let Some((args, message)) = self.arguments(mac, 2) else {
            return nothing();
        };
        let left = Box::new(self.untestable(&args[0]));
        let right = Box::new(self.untestable(&args[1]));
        self.expr(node, ExprKind::AssertEq(equal, left, right, message))
    }

    /// `panic!("message", ..)`: the arguments of the message are evaluated before.
    pub(super) fn panic(
        &mut self,
        node: &Expr,
        mac: &Macro,
        kind: fn(Option<Message>) -> ExprKind,
    ) -> tree::Expr {
        let Some(args) = self.parsed(mac) else {
            return nothing();
        };
        let first = usize::from(!args.is_empty());
        let mut codes = vec![None; args.len()];
        for (code, arg) in codes.iter_mut().zip(&args).skip(first) {
            *code = (!is_harmless(arg)).then(|| self.untestable(value(arg)));
        }
        let message = self.message(&args, &codes);
        let panic = self.expr(node, kind(message));
        let evaluated: Vec<tree::Stmt> = args
            .iter()
            .zip(codes)
            .filter_map(|(arg, code)| Some(self.evaluated(arg, code?)))
            .collect();
        if evaluated.is_empty() {
            return panic;
        }
        self.block_of(node, evaluated, Some(panic))
    }

    /// `println!("format", ..)`: what is left of it are its arguments.
    pub(super) fn print(&mut self, node: &Expr, mac: &Macro) -> tree::Expr {
        let Some(args) = self.parsed(mac) else {
            return nothing();
        };
        let evaluated = args.iter().skip(1).map(|arg| {
            let code = self.untestable(value(arg));
            self.evaluated(arg, code)
        });
        let evaluated = evaluated.collect();
        self.block_of(node, evaluated, None)
    }

    /// An argument of a message, as `let _ = &argument;`.
    fn evaluated(&self, arg: &Expr, code: tree::Expr) -> tree::Stmt {
        let arg = value(arg);
        let borrowed = self.expr(arg, ExprKind::Ref(false, Box::new(code)));
        dropped(borrowed, Type::Infer, self.source.span(arg))
    }

    /// The first `count` arguments and the message after them.
    fn arguments(&mut self, mac: &Macro, count: usize) -> Option<(Vec<Expr>, Option<Message>)> {
        let args = self.parsed(mac)?;
        if args.len() < count {
            self.misshapen = true;
            return None;
        }
        for arg in args.iter().skip(count + 1).filter(|arg| !is_harmless(arg)) {
            self.diagnostics.error(
                value(arg),
                "the message of an assertion is computed only when it fails, and must not fail itself: give this \
                 value a name before, `let x = ..;`",
            );
        }
        let message = self.message(&args[count..], &[]);
        Some((args, message))
    }

    /// The message of a format string and its arguments, some of which have their code already.
    fn message(&mut self, args: &[Expr], codes: &[Option<tree::Expr>]) -> Option<Message> {
        let template = args.first().and_then(text)?;
        let mut next = 1;
        let mut parts = Vec::new();
        for part in pieces(&template) {
            parts.push(match part {
                Part::Text(text) => Piece::Text(text),
                Part::Hole(name) => {
                    let index = match name.parse::<usize>() {
                        Ok(index) => Some(index + 1),
                        Err(_) if name.is_empty() => {
                            next += 1;
                            Some(next - 1)
                        }
                        Err(_) => args.iter().position(|arg| is_named(arg, &name)),
                    };
                    let code = index.and_then(|index| codes.get(index)).cloned().flatten();
                    code.map(Piece::Value).unwrap_or_else(|| {
                        let given = index.and_then(|index| args.get(index));
                        self.hole(&name, given.or_else(|| args.first()), given.is_some())
                    })
                }
            });
        }
        Some(Message(parts))
    }

    /// What stands in the place of `{name}`: an argument, or a variable that is named in the format
    /// string itself.
    fn hole(&mut self, name: &str, at: Option<&Expr>, given: bool) -> Piece {
        let captured = || -> Option<Expr> {
            let mut name = syn::parse_str::<syn::Ident>(name).ok()?;
            name.set_span(at?.span());
            Some(Expr::Path(syn::parse_quote!(#name)))
        };
        let arg = match given {
            true => at.map(|arg| value(arg).clone()),
            false => captured(),
        };
        let Some(arg) = arg else {
            return Piece::Text(format!("{{{name}}}"));
        };
        match inner(&arg) {
            Expr::Lit(lit) => Piece::Text(literal(&lit.lit)),
            _ if self.is_known(&arg) => Piece::Value(self.untestable(&arg)),
            _ => Piece::Text(format!("{{{}}}", arg.to_token_stream())),
        }
    }

    /// Can it neither fail nor do anything, and is everything in it a local variable?
    fn is_known(&self, arg: &Expr) -> bool {
        match inner(arg) {
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                name.is_some_and(|name| self.local(&name).is_some_and(|local| !local.process))
            }
            Expr::Lit(_) => true,
            Expr::Field(field) => self.is_known(&field.base),
            Expr::Reference(reference) => self.is_known(&reference.expr),
            Expr::Unary(unary) => self.is_known(&unary.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|elem| self.is_known(elem)),
            Expr::MethodCall(call) => is_harmless(arg) && self.is_known(&call.receiver),
            _ => false,
        }
    }

    /// The arguments, as expressions. What is wrong with them is rustc's to report: it expands the
    /// macro in the kept function.
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
fn text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// What a literal is printed as.
fn literal(lit: &Lit) -> String {
    match lit {
        Lit::Str(text) => text.value(),
        Lit::Int(number) => number.base10_digits().to_string(),
        Lit::Float(number) => number.base10_digits().to_string(),
        other => other.to_token_stream().to_string(),
    }
}

/// `name = e`, of this name?
fn is_named(arg: &Expr, name: &str) -> bool {
    matches!(arg, Expr::Assign(assign) if matches!(&*assign.left, Expr::Path(path) if path.path.is_ident(name)))
}

/// A part of a format string.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// `{}`, `{0}`, `{name}`: what stands before the colon. How it is to be printed is left out.
    Hole(String),
}

/// The parts of a format string. Whether it is one is rustc's to say.
fn pieces(template: &str) -> Vec<Part> {
    let (mut pieces, mut text) = (Vec::new(), String::new());
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        if from.starts_with("{{") || from.starts_with("}}") {
            text.push_str(&from[..1]);
            rest = &from[2..];
            continue;
        }
        let Some(end) = from.find('}') else {
            rest = from;
            break;
        };
        let hole = from[..end].trim_start_matches('{');
        let name = hole.split(':').next().unwrap_or_default().trim();
        if !text.is_empty() {
            pieces.push(Part::Text(std::mem::take(&mut text)));
        }
        pieces.push(Part::Hole(name.to_string()));
        rest = &from[end + 1..];
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Part::Text(text));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Part, pieces};

    #[test]
    fn format_strings_are_taken_apart() {
        let text = |text: &str| Part::Text(text.into());
        let hole = |name: &str| Part::Hole(name.into());
        assert_eq!(pieces("plain"), [text("plain")]);
        assert_eq!(
            pieces("{a} is {0:?}, not {:>5}"),
            [hole("a"), text(" is "), hole("0"), text(", not "), hole("")]
        );
        assert_eq!(pieces("{{{x}}}"), [text("{"), hole("x"), text("}")]);
        assert_eq!(pieces(""), []);
        // Not a format string: rustc says so.
        assert_eq!(pieces("a { b"), [text("a { b")]);
        assert_eq!(pieces("a } b"), [text("a "), hole(""), text(" b")]);
    }
}
