//! Short names for enums, for patterns and for what tells values apart: the same as
//! [`build`](super::build) for everything else.

use std::sync::Arc;

use tass_syntax::tree::{
    Arm, Block, Derived, EnumDef, Expr, ExprKind, Pattern, Span, Stmt, Type, Variant,
};

use super::build::{block, expr, name};

/// An enum of these variants, with discriminants from 0 on.
pub fn enumeration(name: &str, variants: &[(&str, &[(&str, Type)])]) -> Type {
    let variants = variants.iter().zip(0..);
    let variants = variants.map(|((name, fields), discriminant)| Variant {
        name: (*name).into(),
        discriminant,
        fields: fields
            .iter()
            .map(|(f, ty)| ((*f).into(), ty.clone()))
            .collect(),
    });
    Type::Enum(Arc::new(EnumDef {
        name: name.into(),
        args: Vec::new(),
        variants: variants.collect(),
        derived: Derived::ALL,
    }))
}

/// A variant with values for its fields.
pub fn variant<const N: usize>(ty: &Type, name: &str, fields: [(&str, Expr); N]) -> Expr {
    let fields = fields.into_iter().map(|(name, e)| (name.to_owned(), e));
    expr(ExprKind::Variant {
        ty: ty.clone(),
        name: name.into(),
        fields: fields.collect(),
    })
}

/// `Some(e)`
pub fn some(e: Expr) -> Expr {
    variant(&Type::Infer, "Some", [("0", e)])
}

/// `None`
pub fn none() -> Expr {
    variant(&Type::Infer, "None", [])
}

/// `Ok(e)`
pub fn good(e: Expr) -> Expr {
    variant(&Type::Infer, "Ok", [("0", e)])
}

/// `Err(e)`
pub fn bad(e: Expr) -> Expr {
    variant(&Type::Infer, "Err", [("0", e)])
}

/// A pattern for a variant; one without fields is a constant.
pub fn case<const N: usize>(ty: &Type, name: &str, fields: [(&str, Pattern); N]) -> Pattern {
    if N == 0 {
        return is(variant(ty, name, []));
    }
    let fields = fields.into_iter().map(|(name, p)| (name.to_owned(), p));
    Pattern::Variant {
        ty: ty.clone(),
        name: name.into(),
        fields: fields.collect(),
        span: Span::default(),
    }
}

/// `Some(p)`
pub fn in_some(p: Pattern) -> Pattern {
    case(&Type::Infer, "Some", [("0", p)])
}

/// `Some(variable)`
pub fn some_name(variable: &str) -> Pattern {
    in_some(name(variable))
}

/// `None`
pub fn is_none() -> Pattern {
    case(&Type::Infer, "None", [])
}

/// A pattern for what is equal to a constant.
pub fn is(e: Expr) -> Pattern {
    Pattern::Value(Box::new(e))
}

/// `lo..=hi`
pub fn within(lo: Expr, hi: Expr) -> Pattern {
    Pattern::Range {
        lo: Some(Box::new(lo)),
        hi: Some(Box::new(hi)),
        inclusive: true,
    }
}

/// `lo..`
pub fn from_on(lo: Expr) -> Pattern {
    Pattern::Range {
        lo: Some(Box::new(lo)),
        hi: None,
        inclusive: false,
    }
}

/// `..hi`
pub fn below(hi: Expr) -> Pattern {
    Pattern::Range {
        lo: None,
        hi: Some(Box::new(hi)),
        inclusive: false,
    }
}

/// `variable @ p`
pub fn named(variable: &str, p: Pattern) -> Pattern {
    Pattern::At(Box::new(name(variable)), Box::new(p))
}

/// `pattern => body`
pub fn arm(pattern: Pattern, body: Expr) -> Arm {
    Arm {
        pattern,
        guard: None,
        body,
    }
}

/// `pattern if guard => body`
pub fn guarded(pattern: Pattern, guard: Expr, body: Expr) -> Arm {
    Arm {
        guard: Some(guard),
        ..arm(pattern, body)
    }
}

/// `match value { arms }`
pub fn match_(value: Expr, arms: Vec<Arm>) -> Expr {
    expr(ExprKind::Match(Box::new(value), arms))
}

/// `matches!(value, pattern)`
pub fn matches(value: Expr, pattern: Pattern) -> Expr {
    let truth = |value| expr(ExprKind::Bool(value));
    let arms = vec![arm(pattern, truth(true)), arm(Pattern::Wild, truth(false))];
    match_(value, arms)
}

/// `let pattern = value` in a condition.
pub fn fits(pattern: Pattern, value: Expr) -> Expr {
    expr(ExprKind::Let(Box::new(pattern), Box::new(value)))
}

/// `let pattern: ty = init else { otherwise };`
pub fn let_else(pattern: Pattern, ty: Type, init: Expr, otherwise: Vec<Stmt>) -> Stmt {
    Stmt::LetElse {
        pattern,
        ty,
        init,
        otherwise: block(otherwise),
        span: Span::default(),
    }
}

/// `e?`
pub fn try_(e: Expr) -> Expr {
    expr(ExprKind::Try(Box::new(e)))
}

/// `receiver.method(args)`
pub fn ask<const N: usize>(receiver: Expr, method: &str, args: [Expr; N]) -> Expr {
    expr(ExprKind::Method {
        receiver: Box::new(receiver),
        name: method.into(),
        args: args.into(),
    })
}

/// `{ stmts; tail }`
pub fn valued(stmts: Vec<Stmt>, tail: Expr) -> Expr {
    let tail = Some(Box::new(tail));
    expr(ExprKind::Block(
        None,
        Block {
            tail,
            ..block(stmts)
        },
    ))
}

/// `{ stmts }` as an expression, such as the body of an arm.
pub fn doing(stmts: Vec<Stmt>) -> Expr {
    expr(ExprKind::Block(None, block(stmts)))
}
