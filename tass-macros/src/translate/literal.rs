//! Literals and the names of constants.

use syn::{ExprLit, ExprPath, Lit, LitFloat, LitInt, Path};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind, FloatTy, Type};

use super::cases::is_variant;
use super::outside::is_keyword;
use super::types::primitive;
use super::{Translator, nothing, plain};

impl Translator<'_> {
    /// `3`, `0.5f32`, `true`
    pub(super) fn literal(&mut self, expr: &ExprLit) -> tree::Expr {
        let form = match &expr.lit {
            Lit::Bool(_) => Some("bool"),
            Lit::Int(int) if matches!(int.suffix(), "f32" | "f64") => Some("float"),
            Lit::Int(_) => Some("integer"),
            Lit::Float(_) => Some("float"),
            _ => None,
        };
        if let Some(form) = form
            && !self.accepts(expr, Family::Expression, form)
        {
            return nothing();
        }
        match &expr.lit {
            Lit::Bool(flag) => self.expr(expr, ExprKind::Bool(flag.value)),
            Lit::Int(int) if matches!(int.suffix(), "f32" | "f64") => {
                self.float(expr, int.base10_digits(), int.suffix())
            }
            Lit::Int(int) => self.int(expr, int),
            Lit::Float(float) => self.real(expr, float),
            Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_) => self.reject(
                expr,
                "strings have no meaning to the prover, except as the message of an assertion",
            ),
            other => self.reject(
                other,
                "characters and bytes are not supported in models: use numbers",
            ),
        }
    }

    fn int(&mut self, expr: &ExprLit, int: &LitInt) -> tree::Expr {
        let Ok(value) = int.base10_parse::<i128>() else {
            return self.reject(expr, "this integer does not fit into an `i128`");
        };
        let suffix = match int.suffix() {
            "" => None,
            suffix => match primitive(suffix) {
                Some(Type::Int(ty)) => Some(ty),
                _ => return self.reject(expr, format!("`{suffix}` is not an integer type")),
            },
        };
        self.expr(expr, ExprKind::Int(value, suffix))
    }

    fn real(&mut self, expr: &ExprLit, float: &LitFloat) -> tree::Expr {
        self.float(expr, float.base10_digits(), float.suffix())
    }

    fn float(&mut self, expr: &ExprLit, digits: &str, suffix: &str) -> tree::Expr {
        let suffix = match suffix {
            "" => None,
            "f32" => Some(FloatTy::F32),
            "f64" => Some(FloatTy::F64),
            other => return self.reject(expr, format!("`{other}` is not a float type")),
        };
        // Read exactly, such a number is not the one that Rust computes with; and it may take
        // forever to write down.
        let rounded: f64 = digits.parse().unwrap_or(f64::INFINITY);
        let is_zero = !digits
            .split(['e', 'E'])
            .next()
            .is_some_and(|mantissa| mantissa.contains(|c: char| ('1'..='9').contains(&c)));
        if rounded.is_infinite() || (rounded == 0.0 && !is_zero) || digits.len() > 400 {
            return self.reject(
                expr,
                "this number is not a float: it is too large, too small, or too long",
            );
        }
        if is_zero {
            // `0e999999999`
            return self.expr(expr, ExprKind::Float("0.0".to_string(), suffix));
        }
        self.expr(expr, ExprKind::Float(digits.to_string(), suffix))
    }

    /// A variable, or a constant from outside.
    pub(super) fn path(&mut self, expr: &ExprPath) -> tree::Expr {
        if let Some(name) = expr.path.get_ident() {
            let name_text = name.to_string();
            if let Some(local) = self.local(&name_text) {
                if local.process {
                    return self.reject(
                        expr,
                        format!("`{name}` is the state of a process: use one of its variables, `{name}.x`"),
                    );
                }
                let name = plain(name);
                self.accepts(expr, Family::Expression, "variable");
                return self.expr(expr, ExprKind::Var(name));
            }
            if name == "proc" {
                return self.lone_proc(expr);
            }
            if name == "spec" {
                return self.lone_spec(expr);
            }
            if is_keyword(name) {
                return self.reject(
                    expr,
                    format!("`{name}` has no meaning here: a model is a free function"),
                );
            }
        }
        if expr.qself.is_some() {
            return self.reject(
                expr,
                "`<T as Trait>::NAME` is not supported in models: give it a name with `const`",
            );
        }
        self.constant(expr, &expr.path)
    }

    /// A constant: rustc knows its value.
    fn constant(&mut self, expr: &ExprPath, path: &Path) -> tree::Expr {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let last = names.last().map_or("", String::as_str);
        if let [.., ty, "INFINITY" | "NEG_INFINITY" | "NAN"] =
            names.iter().map(String::as_str).collect::<Vec<_>>()[..]
            && matches!(ty, "f32" | "f64")
        {
            return self.reject(
                expr,
                "floats are mathematical reals in a model: they have no infinities and no NaN",
            );
        }
        if last == "None" && is_variant(path) {
            self.accepts(expr, Family::Expression, "variant");
            let (ty, name) = self.variant_named(path);
            let fields = Vec::new();
            return self.expr(expr, ExprKind::Variant { ty, name, fields });
        }
        if matches!(last, "Some" | "Ok" | "Err") && names.len() == 1 {
            let message = format!("`{last}` is a function here: write `{last}(value)`");
            return self.reject(expr, message);
        }
        // A constant, a unit struct, or a variant without fields: rustc knows which.
        let form = if names.len() > 1 && is_camel(last) {
            "variant"
        } else if is_camel(last) {
            "unit struct"
        } else {
            "constant"
        };
        self.accepts(expr, Family::Expression, form);
        let index = self.outside.constant(path);
        self.expr(expr, ExprKind::Outside(index))
    }
}

/// Written like a type: `Point`, not `N` or `MAX_LEN`.
pub(super) fn is_camel(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) && name.contains(|c: char| c.is_lowercase())
}
