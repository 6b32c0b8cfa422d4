//! Patterns of `let`, parameters, `for` and closures. Those that may not fit are in
//! [`super::cases`].

use syn::{Member, Pat};
use tass_syntax::accepted::Family;
use tass_syntax::tree::Pattern;

use super::{Translator, plain};

impl Translator<'_> {
    /// A pattern that fits every value; its names come into scope.
    pub(crate) fn pattern(&mut self, pattern: &Pat) -> Pattern {
        self.pattern_of(pattern, false)
    }

    /// A pattern whose names are process states, if `process`.
    pub(super) fn pattern_of(&mut self, pattern: &Pat, process: bool) -> Pattern {
        if let Some(form) = form(pattern) {
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
                self.bind(&ident.ident, process);
                let (name, span) = (plain(&ident.ident), self.source.span(&ident.ident));
                let name = Pattern::Name { name, span };
                let name = match ident.mutability {
                    Some(_) => Pattern::Mut(Box::new(name)),
                    None => name,
                };
                match &ident.subpat {
                    Some((_, inner)) => Pattern::At(Box::new(name), Box::new(self.pattern(inner))),
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
                let fields = pattern.elems.iter().enumerate();
                let fields = fields.map(|(index, elem)| (index.to_string(), self.pattern(elem)));
                Pattern::Struct(fields.collect())
            }
            Pat::Rest(rest) => self.reject(rest, "`..` in a tuple is not supported in models: write `_` for each component"),
            Pat::Slice(slice) => self.reject(slice, "patterns of slices are not supported in models: use `len` and indices"),
            other => self.reject(
                other,
                "this pattern is not supported in models: a pattern is a name, `_`, `(a, b)`, `&p` or `Point { x, y }`",
            ),
        }
    }
}

/// The form's name in the tables.
fn form(pattern: &Pat) -> Option<&'static str> {
    Some(match pattern {
        Pat::Wild(_) => "_",
        Pat::Paren(_) => "parenthesis",
        Pat::Type(_) => "type",
        Pat::Ident(ident) if ident.subpat.is_some() => "@",
        Pat::Ident(ident) if ident.mutability.is_some() => "mut name",
        Pat::Ident(_) => "name",
        Pat::Tuple(_) => "tuple",
        Pat::Reference(_) => "&",
        Pat::Struct(pattern) if pattern.rest.is_some() => "struct rest",
        Pat::Struct(_) => "struct",
        Pat::TupleStruct(_) => "tuple struct",
        _ => return None,
    })
}

/// A field's name: `x`, or `0`.
pub(super) fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => plain(name),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
