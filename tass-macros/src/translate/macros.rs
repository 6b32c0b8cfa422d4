//! Macros inside a body: the vocabulary, and the few of the standard library that models use.

use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Macro, Token};

use super::{ABSENT, Translator, plain};
use crate::code::Code;
use crate::suggest;
use crate::vocabulary::{self, MACROS, Shape};

impl Translator<'_> {
    /// A macro call as an expression.
    pub(super) fn macro_expression(&mut self, node: &Expr, mac: &Macro) -> Code {
        let name = mac
            .path
            .segments
            .last()
            .map_or(String::new(), |segment| segment.ident.to_string());
        if MACROS.contains(&name.as_str()) {
            return match self.shape(&name, mac) {
                Some(shape) => self.vocabulary(node, mac, shape),
                None => ABSENT,
            };
        }
        match name.as_str() {
            "assert" | "debug_assert" => self.assert(node, mac),
            "assert_eq" | "debug_assert_eq" => self.assert_eq(node, mac, true),
            "assert_ne" | "debug_assert_ne" => self.assert_eq(node, mac, false),
            "panic" | "todo" | "unimplemented" => {
                let message = self.message_only(mac);
                self.expr(node, "Panic", &[&message])
            }
            "unreachable" => {
                let message = self.message_only(mac);
                self.expr(node, "Unreachable", &[&message])
            }
            "vec" => self.vec(node, mac),
            "println" | "eprintln" | "print" | "eprint" | "dbg" | "write" | "writeln" | "format" => self.reject(
                mac,
                format!("`{name}!` has no meaning to the prover: remove it; a report shows the values that matter"),
            ),
            "matches" => self.reject(mac, "`matches!` is not supported yet: write the condition with `==` and `||`"),
            _ => {
                let known = MACROS.iter().copied().chain(["assert", "assert_eq", "assert_ne", "panic", "unreachable", "vec"]);
                self.reject(
                    mac,
                    format!(
                        "the macro `{name}!` is not supported in models{}\nthe macros are {}",
                        suggest::did_you_mean(&name, known.clone()),
                        suggest::list(known),
                    ),
                )
            }
        }
    }

    /// Reads a macro of ours. `None` after a mistake, which the macro itself reports.
    pub(super) fn shape(&mut self, name: &str, mac: &Macro) -> Option<Shape> {
        let shape = vocabulary::parse(name, mac.tokens.clone()).ok();
        self.misshapen |= shape.is_none();
        shape
    }

    fn vocabulary(&mut self, node: &Expr, mac: &Macro, shape: Shape) -> Code {
        match &shape {
            Shape::Mpi(call) => {
                let args: Vec<_> = call
                    .args
                    .iter()
                    .filter_map(|(name, given)| given.as_ref().map(|given| (name, given)))
                    .map(|(name, given)| Code::pair(name, &self.expression(given)))
                    .collect();
                self.expr(
                    node,
                    "Comm",
                    &[&Code::text(call.operation.name), &Code::list(args)],
                )
            }
            Shape::Assume(cond) => {
                let cond = self.expression(cond);
                self.expr(node, "Assume", &[&cond])
            }
            Shape::Cover(cond) => {
                let cond = self.expression(cond);
                self.expr(node, "Cover", &[&cond])
            }
            Shape::Elaborate(value) => {
                let value = self.expression(value);
                self.expr(node, "Elaborate", &[&value])
            }
            Shape::Output(name, value) => {
                let value = self.expression(value);
                self.expr(node, "Output", &[&Code::text(&plain(name)), &value])
            }
            Shape::Choose(choice) => {
                let (lo, hi, inclusive) = (
                    self.expression(&choice.lo),
                    self.expression(&choice.hi),
                    choice.inclusive,
                );
                self.expr(node, "Choose", &[&lo, &hi, &inclusive])
            }
            Shape::CollectiveAssert(named) => {
                let universe = named
                    .universe
                    .as_ref()
                    .map(|universe| Code::text(&plain(universe)));
                let universe = Code::optional(universe);
                let (name, cond) = (
                    Code::text(&plain(&named.name)),
                    self.collective_condition(&named.cond),
                );
                self.expr(node, "CollectiveAssert", &[&universe, &name, &cond])
            }
            Shape::JointAssert(named) => {
                let outer = std::mem::replace(&mut self.joint, true);
                let cond = self.collective_condition(&named.cond);
                self.joint = outer;
                let name = Code::text(&plain(&named.name));
                self.expr(node, "JointAssert", &[&name, &cond])
            }
            Shape::Universe(name, member) => {
                let member = self.scoped(|this| this.closure_body(member, false));
                self.expr(node, "Universe", &[&Code::text(&plain(name)), &member])
            }
            Shape::Assigns(_) => self.reject(
                mac,
                "`assigns!` stands between a loop's `invariant!` and the loop",
            ),
            Shape::Invariant(..) => self.reject(
                mac,
                "`invariant!` stands right before the `while`, `loop` or `for` that it is about",
            ),
        }
    }

    fn assert(&mut self, node: &Expr, mac: &Macro) -> Code {
        let Some((args, message)) = self.arguments(mac, 1) else {
            return ABSENT;
        };
        let cond = self.expression(&args[0]);
        self.expr(node, "Assert", &[&cond, &message])
    }

    fn assert_eq(&mut self, node: &Expr, mac: &Macro, equal: bool) -> Code {
        let Some((args, message)) = self.arguments(mac, 2) else {
            return ABSENT;
        };
        let (left, right) = (self.expression(&args[0]), self.expression(&args[1]));
        self.expr(node, "AssertEq", &[&equal, &left, &right, &message])
    }

    /// The first `count` arguments and the message after them.
    ///
    /// A wrong number of arguments is rustc's to report: it expands the macro in the kept function.
    fn arguments(&mut self, mac: &Macro, count: usize) -> Option<(Vec<Expr>, Code)> {
        let parsed = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        let args: Vec<Expr> = match parsed {
            Ok(args) if args.len() >= count => args.into_iter().collect(),
            _ => {
                self.misshapen = true;
                return None;
            }
        };
        let message = Code::optional(args.get(count).and_then(text));
        Some((args, message))
    }

    /// `panic!("message", ..)`
    fn message_only(&mut self, mac: &Macro) -> Code {
        let parsed = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        Code::optional(parsed.ok().and_then(|args| args.first().and_then(text)))
    }

    /// `vec![a, b]`, `vec![v; n]`
    fn vec(&mut self, node: &Expr, mac: &Macro) -> Code {
        let repeat = |input: ParseStream| {
            let value = input.parse::<Expr>()?;
            input.parse::<Token![;]>()?;
            Ok((value, input.parse::<Expr>()?))
        };
        if let Ok((value, len)) = repeat.parse2(mac.tokens.clone()) {
            let (value, len) = (self.expression(&value), self.expression(&len));
            return self.expr(node, "VecRepeat", &[&value, &len]);
        }
        match mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            Ok(elems) => {
                let elems = self.expressions(&elems);
                self.expr(node, "VecList", &[&elems])
            }
            Err(_) => {
                self.misshapen = true;
                ABSENT
            }
        }
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
