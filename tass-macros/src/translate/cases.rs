//! `match`, `if let`, `while let`, `let else`, `matches!`: patterns that may not fit.
//!
//! In these a name can be a constant or a variant, which rustc knows and we do not. One that begins
//! with a capital letter is taken for one, and any other for a variable; the latter is checked
//! ([`super::Names::variable`]), and the former must be found by rustc.

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{Expr, ExprLet, ExprMatch, FieldPat, Lit, Local, Macro, Pat, Path, Token};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, Arm, ExprKind, Pattern, Type};

use super::control::inner;
use super::literal::is_camel;
use super::pattern::member;
use super::{Translator, nothing, plain};

impl Translator<'_> {
    /// `match e { .. }`
    pub(super) fn match_expression(&mut self, cases: &ExprMatch) -> tree::Expr {
        self.step(cases);
        let value = self.boxed(&cases.expr);
        let arms = cases.arms.iter().map(|arm| {
            self.scoped(|this| {
                let (pattern, guard) = match &arm.pat {
                    Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                    pattern => (pattern, None),
                };
                let pattern = this.case(pattern);
                let guard = guard.map(|guard| {
                    this.accepts(guard, Family::Expression, "guard");
                    this.condition_of(guard)
                });
                Arm {
                    pattern,
                    guard,
                    body: this.expression(&arm.body),
                }
            })
        });
        let arms = arms.collect();
        self.expr(cases, ExprKind::Match(value, arms))
    }

    /// `matches!(e, pattern if guard)`
    pub(super) fn matches(&mut self, node: &Expr, mac: &Macro) -> tree::Expr {
        let parse = |input: ParseStream| {
            let value = input.parse::<Expr>()?;
            input.parse::<Token![,]>()?;
            let pattern = Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<Token![if]>>()? {
                Some(_) => Some(input.parse::<Expr>()?),
                None => None,
            };
            input.parse::<Option<Token![,]>>()?;
            Ok((value, pattern, guard))
        };
        let Ok((value, pattern, guard)) = mac.parse_body_with(parse) else {
            self.misshapen = true;
            return nothing();
        };
        self.accepts(mac, Family::Macro, "matches");
        let value = self.boxed(&value);
        let (pattern, guard) = self.scoped(|this| {
            let pattern = this.case(&pattern);
            (pattern, guard.as_ref().map(|guard| this.expression(guard)))
        });
        let arm = |pattern, guard, fits| Arm {
            pattern,
            guard,
            body: self.expr(node, ExprKind::Bool(fits)),
        };
        let arms = vec![arm(pattern, guard, true), arm(Pattern::Wild, None, false)];
        self.expr(node, ExprKind::Match(value, arms))
    }

    /// The condition of an `if` or a `while`, with the `let`s in it. Their names come into scope.
    pub(super) fn condition_of(&mut self, cond: &Expr) -> tree::Expr {
        match cond {
            Expr::Let(ExprLet { pat, expr, .. }) => {
                let value = self.boxed(expr);
                let pattern = Box::new(self.case(pat));
                self.expr(cond, ExprKind::Let(pattern, value))
            }
            Expr::Binary(both) if has_let(cond) && matches!(both.op, syn::BinOp::And(_)) => {
                self.accepts(cond, Family::Expression, "let chain");
                let left = Box::new(self.condition_of(&both.left));
                let right = Box::new(self.condition_of(&both.right));
                self.expr(cond, ExprKind::Binary(tree::BinOp::And, left, right))
            }
            _ => self.expression(cond),
        }
    }

    /// `let pattern = init else { .. };`
    pub(super) fn let_else(&mut self, local: &Local, init: &Expr, otherwise: &Expr) -> tree::Stmt {
        self.accepts(local, Family::Statement, "let else");
        self.step(local);
        let init = self.expression(init);
        let otherwise = match otherwise {
            Expr::Block(block) => self.block(&block.block),
            other => return tree::Stmt::Expr(self.reject(other, "this is not a block")),
        };
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => {
                let ty = self.ty(&typed.ty);
                (self.case(&typed.pat), ty)
            }
            other => (self.case(other), Type::Infer),
        };
        tree::Stmt::LetElse {
            pattern,
            ty,
            init,
            otherwise,
            span: self.source.span(local),
        }
    }

    /// A pattern that may not fit; its names come into scope.
    fn case(&mut self, pattern: &Pat) -> Pattern {
        match pattern {
            Pat::Lit(lit) => {
                self.accepts(pattern, Family::Pattern, "literal");
                Pattern::Value(Box::new(self.constant_of(&Expr::Lit(lit.clone()))))
            }
            Pat::Range(range) => {
                self.accepts(pattern, Family::Pattern, "range");
                let mut end = |end: &Option<Box<Expr>>| {
                    let end = end.as_ref()?;
                    Some(Box::new(self.constant_of(end)))
                };
                Pattern::Range {
                    lo: end(&range.start),
                    hi: end(&range.end),
                    inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
                }
            }
            Pat::Or(or) => {
                self.accepts(pattern, Family::Pattern, "or");
                let depth = self.scope.len();
                let cases = or.cases.iter().map(|case| {
                    // All bind the same names.
                    self.scope.truncate(depth);
                    self.case(case)
                });
                Pattern::Or(cases.collect())
            }
            Pat::Ident(ident) if ident.ident == "None" && ident.subpat.is_none() => {
                self.names.standard_variant(&ident.ident.clone().into());
                self.variant_case(pattern, "None", Type::Infer, Vec::new())
            }
            Pat::Ident(ident)
                if ident.subpat.is_none()
                    && ident.mutability.is_none()
                    && begins_with_capital(&ident.ident) =>
            {
                self.constant_case(pattern, &ident.ident.clone().into())
            }
            Pat::Path(path) if path.qself.is_none() && is_of_standard_enum(&path.path) => {
                let (ty, name) = self.variant_named(&path.path);
                self.variant_case(pattern, &name, ty, Vec::new())
            }
            Pat::Path(path) if path.qself.is_none() => self.constant_case(pattern, &path.path),
            Pat::TupleStruct(whole) if is_variant(&whole.path) => {
                let fields = self.tuple_fields(&whole.elems);
                let (ty, name) = self.variant_named(&whole.path);
                self.variant_case(pattern, &name, ty, fields)
            }
            Pat::Struct(whole) if is_variant(&whole.path) => {
                if whole.rest.is_some() {
                    self.accepts(pattern, Family::Pattern, "variant rest");
                }
                let fields = whole.fields.iter();
                let fields =
                    fields.map(|field: &FieldPat| (member(&field.member), self.case(&field.pat)));
                let fields = fields.collect();
                let (ty, name) = self.variant_named(&whole.path);
                self.variant_case(pattern, &name, ty, fields)
            }
            // The forms that patterns have elsewhere, with such patterns in them.
            Pat::Paren(paren) => {
                self.accepts(pattern, Family::Pattern, "parenthesis");
                self.case(&paren.pat)
            }
            Pat::Tuple(tuple) => {
                self.accepts(pattern, Family::Pattern, "tuple");
                Pattern::Tuple(tuple.elems.iter().map(|elem| self.case(elem)).collect())
            }
            Pat::Reference(reference) if reference.mutability.is_none() => {
                self.accepts(pattern, Family::Pattern, "&");
                Pattern::Ref(Box::new(self.case(&reference.pat)))
            }
            Pat::Struct(whole) => {
                let form = match whole.rest {
                    Some(_) => "struct rest",
                    None => "struct",
                };
                self.accepts(pattern, Family::Pattern, form);
                let fields = whole.fields.iter();
                let fields = fields.map(|field| (member(&field.member), self.case(&field.pat)));
                Pattern::Struct(fields.collect())
            }
            Pat::TupleStruct(whole) => {
                self.accepts(pattern, Family::Pattern, "tuple struct");
                Pattern::Struct(self.tuple_fields(&whole.elems))
            }
            Pat::Ident(ident) if ident.subpat.is_some() => {
                let mut name = ident.clone();
                let inner = name.subpat.take();
                self.accepts(pattern, Family::Pattern, "@");
                self.names.variable(&ident.ident);
                let name = self.pattern(&Pat::Ident(name));
                let inner = inner.map_or(Pattern::Wild, |(_, inner)| self.case(&inner));
                Pattern::At(Box::new(name), Box::new(inner))
            }
            Pat::Ident(ident) => {
                self.names.variable(&ident.ident);
                self.pattern(pattern)
            }
            other => self.pattern(other),
        }
    }

    /// The fields of a tuple variant, or of a tuple struct; those behind a last `..` do not matter.
    fn tuple_fields<'p>(
        &mut self,
        elems: impl IntoIterator<Item = &'p Pat>,
    ) -> Vec<(String, Pattern)> {
        let mut elems: Vec<&Pat> = elems.into_iter().collect();
        if let Some(Pat::Rest(rest)) = elems.last() {
            self.accepts(rest, Family::Pattern, "variant rest");
            elems.pop();
        }
        let elems = elems.into_iter().enumerate();
        elems
            .map(|(index, elem)| (index.to_string(), self.case(elem)))
            .collect()
    }

    fn variant_case(
        &mut self,
        pattern: &Pat,
        name: &str,
        ty: Type,
        fields: Vec<(String, Pattern)>,
    ) -> Pattern {
        self.accepts(pattern, Family::Pattern, "variant");
        Pattern::Variant {
            ty,
            name: name.to_string(),
            fields,
            span: self.source.span(pattern),
        }
    }

    /// A constant, or a variant without fields: rustc knows which.
    fn constant_case(&mut self, pattern: &Pat, path: &Path) -> Pattern {
        let last = path.segments.last().map(|last| last.ident.to_string());
        let variant = is_camel(&last.unwrap_or_default());
        let form = if variant { "variant" } else { "constant" };
        self.accepts(pattern, Family::Pattern, form);
        let index = self.outside.constant(path);
        Pattern::Value(Box::new(self.expr(pattern, ExprKind::Outside(index))))
    }

    /// A literal or a constant in a pattern.
    fn constant_of(&mut self, e: &Expr) -> tree::Expr {
        match inner(e) {
            Expr::Lit(lit) => {
                // syn takes the sign for a part of the literal.
                let mut positive = lit.clone();
                let negative = match &mut positive.lit {
                    Lit::Int(int) => without_sign(&int.to_string()).map(|text| {
                        *int = syn::LitInt::new(&text, int.span());
                    }),
                    Lit::Float(float) => without_sign(&float.to_string()).map(|text| {
                        *float = syn::LitFloat::new(&text, float.span());
                    }),
                    _ => None,
                };
                let value = self.literal(&positive);
                match negative {
                    Some(()) => self.expr(e, ExprKind::Unary(tree::UnOp::Neg, Box::new(value))),
                    None => value,
                }
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                let value = Box::new(self.constant_of(&unary.expr));
                self.expr(e, ExprKind::Unary(tree::UnOp::Neg, value))
            }
            Expr::Path(path) if path.qself.is_none() => {
                let index = self.outside.constant(&path.path);
                self.expr(e, ExprKind::Outside(index))
            }
            other => self.reject(other, "a pattern compares with literals and constants only"),
        }
    }

    /// The enum of a variant, and the variant's name.
    pub(super) fn variant_named(&mut self, path: &Path) -> (Type, String) {
        let mut of = path.clone();
        let last = of.segments.pop().map(|last| last.ident);
        of.segments.pop_punct();
        let Some(last) = last else {
            return (Type::Infer, String::new());
        };
        if of.segments.is_empty() || is_standard_enum(&of) {
            self.names.standard_variant(path);
            return (Type::Infer, plain(&last));
        }
        self.accepts(&of, Family::Type, "enum");
        (self.outside.ty(&of), plain(&last))
    }
}

/// `Job::Work`, `Some`, `Option::Some`
pub(super) fn is_variant(path: &Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["Some" | "None" | "Ok" | "Err"] => true,
        [.., ty, name] => is_camel(ty) && is_camel(name),
        _ => false,
    }
}

/// `Option::None`
fn is_of_standard_enum(path: &Path) -> bool {
    let first = path.segments.first();
    path.segments.len() == 2
        && is_variant(path)
        && first.is_some_and(|first| first.ident == "Option" || first.ident == "Result")
}

/// `Option`, `Result`
fn is_standard_enum(path: &Path) -> bool {
    path.is_ident("Option") || path.is_ident("Result")
}

/// Is there a `let` in a condition?
pub(super) fn has_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

fn begins_with_capital(name: &Ident) -> bool {
    plain(name).starts_with(char::is_uppercase)
}

fn without_sign(text: &str) -> Option<String> {
    text.strip_prefix('-').map(str::to_string)
}
