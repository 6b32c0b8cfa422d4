//! Patterns of `let`, parameters, `for` and closures.

use syn::{Member, Pat};
use tass_syntax::accepted::Family;
use tass_syntax::tree::Pattern;

use super::{Translator, plain};

impl Translator<'_> {
    /// A pattern; its names come into scope.
    pub(crate) fn pattern(&mut self, pattern: &Pat) -> Pattern {
        self.pattern_of(pattern, false)
    }

    /// A pattern whose names are process states, if `process`.
    pub(super) fn pattern_of(&mut self, pattern: &Pat, process: bool) -> Pattern {
        let form = match pattern {
            Pat::Wild(_) => Some("_"),
            Pat::Paren(_) => Some("parenthesis"),
            Pat::Type(_) => Some("type"),
            Pat::Ident(ident) if ident.mutability.is_some() => Some("mut name"),
            Pat::Ident(_) => Some("name"),
            Pat::Tuple(_) => Some("tuple"),
            Pat::Reference(_) => Some("&"),
            Pat::Struct(pattern) if pattern.rest.is_some() => Some("struct rest"),
            Pat::Struct(_) => Some("struct"),
            Pat::TupleStruct(_) => Some("tuple struct"),
            _ => None,
        };
        if let Some(form) = form {
            self.accepts(pattern, Family::Pattern, form);
        }
        match pattern {
            Pat::Wild(_) => Pattern::Wild,
            Pat::Paren(paren) => self.pattern_of(&paren.pat, process),
            Pat::Type(typed) => self.pattern_of(&typed.pat, process),
            Pat::Ident(ident) => {
                if let Some(by_ref) = &ident.by_ref {
                    self.diagnostics.error(by_ref, "`ref` is not supported in models: borrow with `&` where the value is used");
                }
                if let Some((at, _)) = &ident.subpat {
                    self.diagnostics.error(at, "`@` patterns are not supported in models: bind the name with its own `let`");
                }
                self.bind(&ident.ident, process);
                let (name, span) = (plain(&ident.ident), self.source.span(&ident.ident));
                let name = Pattern::Name { name, span };
                match ident.mutability {
                    Some(_) => Pattern::Mut(Box::new(name)),
                    None => name,
                }
            }
            Pat::Tuple(tuple) => {
                Pattern::Tuple(tuple.elems.iter().map(|elem| self.pattern(elem)).collect())
            }
            Pat::Reference(reference) if reference.mutability.is_none() => {
                Pattern::Ref(Box::new(self.pattern_of(&reference.pat, process)))
            }
            Pat::Struct(pattern) => {
                let fields = pattern.fields.iter();
                let fields = fields.map(|field| (member(&field.member), self.pattern(&field.pat)));
                Pattern::Struct(fields.collect())
            }
            Pat::TupleStruct(pattern) => {
                let name = pattern.path.segments.last().map(|segment| segment.ident.to_string());
                if matches!(name.as_deref(), Some("Some" | "Ok" | "Err")) || pattern.path.segments.len() > 1 {
                    return self.reject(pattern, "patterns of enums are not supported yet");
                }
                let fields = pattern.elems.iter().enumerate();
                let fields = fields.map(|(index, elem)| (index.to_string(), self.pattern(elem)));
                Pattern::Struct(fields.collect())
            }
            Pat::Rest(rest) => self.reject(rest, "`..` in a tuple is not supported in models: write `_` for each component"),
            other => self.reject(
                other,
                "this pattern is not supported in models: a pattern is a name, `_`, `(a, b)`, `&p` or `Point { x, y }`",
            ),
        }
    }
}

/// A field's name: `x`, or `0`.
pub(super) fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => plain(name),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
