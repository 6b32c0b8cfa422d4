//! Macros inside a body: the vocabulary, and the few of the standard library that models use.

use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Token};
use tass_syntax::accepted::{self, Family};
use tass_syntax::tree::{self, CommCall, ExprKind, OwnOperator};

use super::{Translator, nothing, plain};
use crate::operations::{Own, only_asks};
use crate::suggest;
use crate::vocabulary::{self, MACROS, Shape};

/// The macros of the standard library that models may use. The kept function calls them by these
/// names in `std`, whatever the user's macros are called, so that both mean the same: see
/// [`crate::standard`].
pub(crate) const STANDARD: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "print",
    "println",
    "eprint",
    "eprintln",
    "matches",
];

impl Translator<'_> {
    /// A macro call as an expression.
    pub(super) fn macro_expression(&mut self, node: &Expr, mac: &Macro) -> tree::Expr {
        let last = mac.path.segments.last();
        let name = last.map_or(String::new(), |segment| plain(&segment.ident));
        let outer = self.argument;
        self.argument |= name != "critical";
        let code = self.macro_of(&name, node, mac);
        self.argument = outer;
        code
    }

    fn macro_of(&mut self, name: &str, node: &Expr, mac: &Macro) -> tree::Expr {
        let evaluated =
            matches!(name, "vec" | "matches") || (name == "mpi" && only_asks(&mac.tokens));
        if !evaluated {
            self.step(mac);
        }
        if MACROS.contains(&name) {
            self.names.vocabulary(&mac.path);
            return match self.shape(name, mac) {
                Some(shape) => self.vocabulary(node, mac, shape),
                None => nothing(),
            };
        }
        if STANDARD.contains(&name) && !is_standard(mac) {
            return self.reject(
                &mac.path,
                format!("another `{name}!` than the standard one is not supported in models"),
            );
        }
        let known = match name {
            "vec" => true,
            name => self.knows(Family::Macro, name),
        };
        match name {
            "assert" | "debug_assert" if known => self.assert(node, mac),
            "assert_eq" | "debug_assert_eq" if known => self.assert_eq(node, mac, true),
            "assert_ne" | "debug_assert_ne" if known => self.assert_eq(node, mac, false),
            "panic" | "todo" | "unimplemented" if known => self.panic(node, mac, ExprKind::Panic),
            "unreachable" if known => self.panic(node, mac, ExprKind::Unreachable),
            "vec" if known => self.vec(node, mac),
            "print" | "println" | "eprint" | "eprintln" if known => self.print(node, mac),
            "dbg" | "write" | "writeln" | "format" => self.reject(
                mac,
                format!("`{name}!` has no meaning to the prover: remove it; a report shows the values that matter"),
            ),
            "matches" if known => self.matches(node, mac),
            _ => {
                let own = accepted::names(Family::Macro).iter().copied();
                let own = own.filter(|name| !name.contains(' ')).chain(["mpi", "vec"]);
                self.reject(
                    mac,
                    format!(
                        "the macro `{name}!` is not supported in models{}\nthe macros are {}",
                        suggest::did_you_mean(name, own.clone()),
                        suggest::list(own),
                    ),
                )
            }
        }
    }

    /// Reads a macro of ours. `None` after a mistake, which the macro itself reports.
    pub(super) fn shape(&mut self, name: &str, mac: &Macro) -> Option<Shape> {
        let shape = vocabulary::parse(name, mac.tokens.clone()).ok();
        self.misshapen |= shape.is_none();
        match shape.as_ref()? {
            Shape::Mpi(call) => self.accepts(mac, Family::Operation, call.operation.signature.name),
            _ => self.accepts(mac, Family::Macro, name),
        };
        shape
    }

    /// `ordered(f)`, `commutative(f)`
    fn own_operator(&mut self, node: &Expr, own: &Own<'_>) -> tree::Expr {
        let word = own.word.to_string();
        let known = self.accepts(own.word, Family::Function, &word);
        // What is not a name has been reported.
        let Some(function) = own.function.filter(|_| known) else {
            return nothing();
        };
        let name = function.get_ident().map(ToString::to_string);
        if let Some(name) = name.filter(|name| self.local(name).is_some()) {
            return self.reject(
                function,
                format!(
                    "`{name}` is a local variable: an operator is a function with `#[tass::model]`"
                ),
            );
        }
        let operator = OwnOperator {
            function: self.outside.callee(function),
            commutative: own.commutative,
        };
        self.expr(node, ExprKind::Operator(operator))
    }

    fn vocabulary(&mut self, node: &Expr, mac: &Macro, shape: Shape) -> tree::Expr {
        match &shape {
            Shape::Mpi(call) => {
                // What is given in place is no operand.
                let given = usize::from(call.is_in_place());
                let args = call.args[given..].iter();
                let args = args.filter_map(|(name, given)| {
                    let given = given.as_ref()?;
                    let operator = Own::of(given).filter(|_| *name == "op");
                    let value = match operator {
                        Some(own) => self.own_operator(given, &own),
                        None => self.expression(given),
                    };
                    Some((name.to_string(), value))
                });
                let call = CommCall {
                    args: args.collect(),
                    op: call.operation.signature.name.to_string(),
                };
                self.expr(node, ExprKind::Comm(call))
            }
            Shape::Assume(cond) => {
                let cond = Box::new(self.untestable(cond));
                self.expr(node, ExprKind::Assume(cond))
            }
            Shape::Cover(cond) => {
                let cond = self.boxed(cond);
                self.expr(node, ExprKind::Cover(cond))
            }
            Shape::Elaborate(value) => {
                let value = Box::new(self.untestable(value));
                self.expr(node, ExprKind::Elaborate(value))
            }
            Shape::Output(name, value) => {
                let value = Box::new(self.untestable(value));
                self.expr(node, ExprKind::Output(plain(name), value))
            }
            Shape::Choose(choice) => {
                let choice = ExprKind::Choose {
                    lo: Box::new(self.untestable(&choice.lo)),
                    hi: Box::new(self.untestable(&choice.hi)),
                    inclusive: choice.inclusive,
                };
                self.expr(node, choice)
            }
            Shape::CollectiveAssert(named) => {
                let assertion = ExprKind::CollectiveAssert {
                    universe: named.universe.as_ref().map(plain),
                    name: plain(&named.name),
                    cond: Box::new(self.collective_condition(&named.cond)),
                };
                self.expr(node, assertion)
            }
            Shape::Shared(init) => {
                let init = Box::new(self.untestable(init));
                self.expr(node, ExprKind::Shared(init))
            }
            Shape::Critical(block) => {
                let block = self.block(block);
                self.expr(node, ExprKind::Critical(block))
            }
            Shape::Always(cond) => {
                let cond = self.boxed(cond);
                self.expr(node, ExprKind::Always(cond))
            }
            Shape::JointAssert(named) => {
                let outer = std::mem::replace(&mut self.joint, true);
                let cond = Box::new(self.collective_condition(&named.cond));
                self.joint = outer;
                let name = plain(&named.name);
                self.expr(node, ExprKind::JointAssert { name, cond })
            }
            Shape::Universe(name, member) => {
                let member = self.scoped(|this| this.closure_body(member, false));
                let (name, member) = (plain(name), Box::new(member));
                self.expr(node, ExprKind::Universe { name, member })
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

    /// `vec![a, b]`, `vec![v; n]`
    fn vec(&mut self, node: &Expr, mac: &Macro) -> tree::Expr {
        let repeat = |input: ParseStream| {
            let value = input.parse::<Expr>()?;
            input.parse::<Token![;]>()?;
            Ok((value, input.parse::<Expr>()?))
        };
        if let Ok((value, len)) = repeat.parse2(mac.tokens.clone()) {
            self.accepts(mac, Family::Macro, "vec repeat");
            let (value, len) = (self.boxed(&value), self.boxed(&len));
            return self.expr(node, ExprKind::VecRepeat(value, len));
        }
        match mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            Ok(elems) => {
                self.accepts(mac, Family::Macro, "vec list");
                let elems = self.expressions(&elems);
                self.expr(node, ExprKind::VecList(elems))
            }
            Err(_) => {
                self.misshapen = true;
                nothing()
            }
        }
    }
}

/// `assert!`, `std::assert!`, `core::assert!`: not `my::assert!`.
fn is_standard(mac: &Macro) -> bool {
    let mut segments = mac.path.segments.iter().rev().skip(1);
    match (segments.next(), segments.next()) {
        (None, _) => true,
        (Some(first), None) => ["std", "core", "alloc"]
            .iter()
            .any(|name| first.ident == name),
        _ => false,
    }
}
