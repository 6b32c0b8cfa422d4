//! Calls of functions.

use syn::{Expr, ExprCall, GenericArgument, Path, PathArguments};

use super::literal::is_camel;
use super::method::METHODS;
use super::outside::is_keyword;
use super::types::primitive;
use super::{ABSENT, Translator};
use crate::code::{Code, node};

/// Functions of the standard library that newcomers reach for, and what to write instead.
const INSTEAD: &[(&str, &str)] = &[
    (
        "swap",
        "`mem::swap` is not supported in models: use `let t = a; a = b; b = t;`, or `v.swap(i, j)`",
    ),
    (
        "replace",
        "`mem::replace` is not supported in models: use `let t = a; a = b;`",
    ),
    (
        "take",
        "`mem::take` is not supported in models: use `let t = a; a = ..;`",
    ),
    (
        "drop",
        "`drop` is not supported in models: values end with their block",
    ),
    ("exit", "`exit` is not supported in models: use `return`"),
    (
        "sleep",
        "time has no meaning to the prover: every interleaving is checked anyway",
    ),
    (
        "spawn",
        "threads are not supported in models: processes communicate with `mpi!`",
    ),
];

impl Translator<'_> {
    /// `f(args)`
    pub(super) fn call(&mut self, call: &ExprCall) -> Code {
        let Expr::Path(function) = &*call.func else {
            return self.reject(&call.func, "only functions can be called, by their names");
        };
        if function.qself.is_some() {
            return self.reject(function, "`<T as Trait>::f(..)` is not supported in models: call a function with `#[tass::model]`");
        }
        let path = &function.path;
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if path.get_ident().is_some_and(is_keyword) {
            return self.reject(function, "only functions can be called, by their names");
        }
        match names[..] {
            [name] if self.local(name).is_some() => {
                self.reject(function, format!("`{name}` is a local variable: only functions with `#[tass::model]` can be called"))
            }
            ["Some" | "Ok" | "Err"] => {
                self.reject(call, "`Option` and `Result` are not supported yet: use a `bool` beside the value")
            }
            ["Vec", "new"] if call.args.is_empty() => self.empty_vec(call, path),
            ["Vec", "with_capacity"] if call.args.len() == 1 => self.empty_vec(call, path),
            ["Vec", other] => self.reject(
                function,
                format!("`Vec::{other}` is not supported in models: write `vec![..]`, `vec![v; n]` or `Vec::new()`"),
            ),
            // `f64::max(a, b)` is `a.max(b)`, and `f64::from(x)` is `x as f64`.
            [ty, method] if primitive(ty).is_some() => self.primitive_call(call, ty, method),
            [.., "cmp", name @ ("min" | "max")] if call.args.len() == 2 => self.as_method(call, name),
            [.., "mem", name] | [.., "process", name] | [.., "thread", name] | [name @ "drop"]
                if INSTEAD.iter().any(|(known, _)| *known == name) =>
            {
                let instead = INSTEAD.iter().find(|(known, _)| *known == name).map_or("", |(_, instead)| *instead);
                self.reject(call, instead)
            }
            [.., ty, _] if Self::foreign(ty).is_some() => {
                let instead = Self::foreign(ty).unwrap_or_default();
                self.reject(function, instead)
            }
            [.., ty, name] if is_camel(ty) && is_camel(name) => {
                self.reject(call, "enums are not supported yet: use integer constants, or a struct")
            }
            [.., ty, name] if is_camel(ty) => self.reject(
                function,
                format!("methods and associated functions cannot be models: make `{name}` a free function with `#[tass::model]`"),
            ),
            [.., name] if is_camel(name) => self.tuple_struct(call, path),
            _ => {
                if let Some(segment) = path.segments.iter().find(|segment| !segment.arguments.is_none()) {
                    return self.reject(&segment.arguments, "generic functions cannot be models: write one for each type");
                }
                let index = self.outside.callee(path);
                let args = self.expressions(&call.args);
                self.expr(call, "Call", &[&index, &args])
            }
        }
    }

    /// `Vec::new()`, `Vec::<f64>::new()`
    fn empty_vec(&mut self, call: &ExprCall, path: &Path) -> Code {
        if let Some(capacity) = call.args.first() {
            self.expression(capacity);
        }
        let empty = self.expr(call, "VecList", &[&Code::list([])]);
        let elem = path
            .segments
            .first()
            .and_then(|segment| match &segment.arguments {
                PathArguments::AngleBracketed(args) => match args.args.first() {
                    Some(GenericArgument::Type(elem)) => Some(elem.clone()),
                    _ => None,
                },
                _ => None,
            });
        let Some(elem) = elem else { return empty };
        // The element type has a place only in a declaration: `{ let v: Vec<T> = vec![]; v }`.
        let ty = node!("Vec", self.ty(&elem));
        self.expr(call, "Typed", &[&ty, &empty])
    }

    fn primitive_call(&mut self, call: &ExprCall, ty: &str, method: &str) -> Code {
        if method == "from"
            && let (Some(value), 1) = (call.args.first(), call.args.len())
        {
            let (value, ty) = (self.expression(value), Code::optional(primitive(ty)));
            return self.expr(call, "Cast", &[&value, &ty]);
        }
        if METHODS.contains(&method) && !call.args.is_empty() {
            return self.as_method(call, method);
        }
        self.reject(
            &call.func,
            format!("`{ty}::{method}` is not supported in models"),
        )
    }

    /// `f(a, b)` as `a.f(b)`.
    fn as_method(&mut self, call: &ExprCall, name: &str) -> Code {
        let mut args = call.args.iter();
        let receiver = Code::optional(args.next().map(|receiver| self.expression(receiver)));
        let args = self.expressions(args);
        self.expr(call, "Method", &[&receiver, &Code::text(name), &args])
    }

    /// `Pair(1, 2)`
    fn tuple_struct(&mut self, call: &ExprCall, path: &Path) -> Code {
        let fields: Vec<_> = call
            .args
            .iter()
            .enumerate()
            .map(|(index, value)| Code::pair(&index.to_string(), &self.expression(value)))
            .collect();
        let ty = node!("Outside", self.outside.ty(path));
        self.expr(call, "Struct", &[&ty, &Code::list(fields), &ABSENT])
    }
}
