//! Calls of functions.

use syn::{Expr, ExprCall, GenericArgument, Path, PathArguments};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind, IntTy, Type};

use super::Translator;
use super::block::dropped;
use super::cases::is_variant;
use super::literal::is_camel;
use super::outside::is_keyword;
use super::types::{is_vec, primitive};

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
    pub(super) fn call(&mut self, call: &ExprCall) -> tree::Expr {
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
            _ if is_variant(path) && names.last() != Some(&"None") => self.tuple_variant(call, path),
            [ref ty @ .., "new"] if is_vec(ty) && call.args.is_empty() && self.knows(Family::Function, "Vec::new") => {
                self.empty_vec(call, path)
            }
            [ref ty @ .., "with_capacity"] if is_vec(ty) && call.args.len() == 1 && self.knows(Family::Function, "Vec::with_capacity") => {
                self.empty_vec(call, path)
            }
            [ref ty @ .., other] if is_vec(ty) => self.reject(
                function,
                format!("`Vec::{other}` is not supported in models: write `vec![..]`, `vec![v; n]` or `Vec::new()`"),
            ),
            // `f64::max(a, b)` is `a.max(b)`, and `f64::from(x)` is `x as f64`.
            [ty, method] if primitive(ty).is_some() => self.primitive_call(call, path, ty, method),
            ["cmp", name @ ("min" | "max")] | ["std" | "core", "cmp", name @ ("min" | "max")]
                if call.args.len() == 2 =>
            {
                self.accepts(call, Family::Function, &format!("cmp::{name}"));
                self.names.comparison(path);
                self.as_method(call, path, name, None)
            }
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
            [.., ty, name] if is_camel(ty) => self.reject(
                function,
                format!("methods and associated functions cannot be models: make `{name}` a free function with `#[tass::model]`"),
            ),
            [.., name] if is_camel(name) => self.tuple_struct(call, path),
            _ => {
                self.accepts(call, Family::Function, "model");
                if let Some(segment) = path.segments.iter().find(|segment| !segment.arguments.is_none()) {
                    return self.reject(&segment.arguments, "generic functions cannot be models: write one for each type");
                }
                self.step(call);
                // A model, or a tuple struct whose name does not look like one: rustc knows which.
                let index = self.outside.callee(path);
                let args = self.expressions(&call.args);
                self.expr(call, ExprKind::Call(index, args))
            }
        }
    }

    /// `Vec::new()`, `Vec::<f64>::with_capacity(n)`
    fn empty_vec(&mut self, call: &ExprCall, path: &Path) -> tree::Expr {
        self.names.vec(path, path.segments.len() - 1);
        let mut elem = None;
        for segment in &path.segments {
            match &segment.arguments {
                PathArguments::None => {}
                PathArguments::AngleBracketed(args)
                    if segment.ident == "Vec" && args.args.len() == 1 =>
                {
                    if let Some(GenericArgument::Type(ty)) = args.args.first() {
                        elem = Some(self.ty(ty));
                    }
                }
                other => return self.reject(other, NO_TYPES),
            }
        }
        let empty = self.expr(call, ExprKind::VecList(Vec::new()));
        // A number that is written down neither fails nor does anything.
        let computed = call.args.first();
        let computed = computed.filter(|capacity| !matches!(capacity, Expr::Lit(_)));
        let capacity = computed.map(|capacity| {
            let (init, span) = (self.expression(capacity), self.source.span(capacity));
            dropped(init, Type::Int(IntTy::Usize), span)
        });
        let typed = match elem {
            Some(elem) => {
                let ty = Type::Vec(Box::new(elem));
                self.expr(call, ExprKind::Typed(Box::new(empty), ty))
            }
            None => empty,
        };
        let Some(capacity) = capacity else {
            return typed;
        };
        self.step(call);
        // The capacity means nothing, but computing it may fail or have effects:
        // `{ let _: usize = n - 1; .. }`.
        self.block_of(call, vec![capacity], Some(typed))
    }

    fn primitive_call(
        &mut self,
        call: &ExprCall,
        path: &Path,
        ty: &str,
        method: &str,
    ) -> tree::Expr {
        let name = format!("T::{method}");
        if call.args.is_empty() || !self.knows(Family::Function, &name) {
            return self.reject(
                &call.func,
                format!("`{ty}::{method}` is not supported in models"),
            );
        }
        self.names.primitive_function(path, method);
        if method == "from" {
            let value = self.boxed(&call.args[0]);
            let ty = primitive(ty).unwrap_or(Type::Infer);
            return self.expr(call, ExprKind::Cast(value, ty));
        }
        self.as_method(call, path, method, primitive(ty))
    }

    /// `f(a, b)` as `a.f(b)`, where `a` is of this type if it is said.
    fn as_method(
        &mut self,
        call: &ExprCall,
        path: &Path,
        name: &str,
        ty: Option<Type>,
    ) -> tree::Expr {
        if let Some(segment) = path
            .segments
            .iter()
            .find(|segment| !segment.arguments.is_none())
        {
            return self.reject(&segment.arguments, NO_TYPES);
        }
        let mut receiver = self.boxed(&call.args[0]);
        if let Some(ty) = ty {
            receiver = Box::new(self.expr(call, ExprKind::Typed(receiver, ty)));
        }
        let method = ExprKind::Method {
            receiver,
            name: name.to_string(),
            args: self.expressions(call.args.iter().skip(1)),
        };
        self.expr(call, method)
    }

    /// `Some(1)`, `Job::Work(1, 2)`
    fn tuple_variant(&mut self, call: &ExprCall, path: &Path) -> tree::Expr {
        self.accepts(call, Family::Expression, "variant");
        let fields = call.args.iter().enumerate();
        let fields = fields.map(|(index, value)| (index.to_string(), self.expression(value)));
        let fields = fields.collect();
        let (ty, name) = self.variant_named(path);
        self.expr(call, ExprKind::Variant { ty, name, fields })
    }

    /// `Pair(1, 2)`
    fn tuple_struct(&mut self, call: &ExprCall, path: &Path) -> tree::Expr {
        self.accepts(call, Family::Function, "tuple struct");
        let fields = call.args.iter().enumerate();
        let fields = fields.map(|(index, value)| (index.to_string(), self.expression(value)));
        let literal = ExprKind::Struct {
            fields: fields.collect(),
            ty: self.outside.ty(path),
            base: None,
        };
        self.expr(call, literal)
    }
}

/// A type that would get lost.
pub(super) const NO_TYPES: &str =
    "types are not given to functions here: give them to a `let` or to the arguments";
