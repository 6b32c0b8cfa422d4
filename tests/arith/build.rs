//! Programs put together by hand, and how they are checked.

use tass_core::report::Report;
use tass_core::{Options, Violations};
use tass_mpi_model::Mpi;
use tass_syntax::tree::{
    BinOp, Block, Expr, ExprKind, Function, Param, Pattern, Span, Stmt, Type, UnOp,
};

/// Where a case stands: on a line of its own, so that the report tells one from another.
pub(crate) fn line(number: usize) -> Span {
    let line = u32::try_from(number).expect("few lines");
    Span {
        line,
        col: 0,
        end_line: line,
        end_col: 4,
    }
}

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind,
        span: Span::default(),
    }
}

pub(crate) fn var(name: &str) -> Expr {
    expr(ExprKind::Var(name.to_string()))
}

/// A literal; Rust writes a negative one with an operator.
pub(crate) fn int(value: i128) -> Expr {
    let literal = expr(ExprKind::Int(value.abs(), None));
    if value < 0 {
        unary(UnOp::Neg, literal)
    } else {
        literal
    }
}

/// A literal with every digit of the value.
pub(crate) fn float(value: f64) -> Expr {
    let literal = expr(ExprKind::Float(format!("{:.60}", value.abs()), None));
    if value < 0.0 {
        unary(UnOp::Neg, literal)
    } else {
        literal
    }
}

pub(crate) fn unary(op: UnOp, a: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(a)))
}

pub(crate) fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub(crate) fn method(receiver: Expr, name: &str, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Method {
        receiver: Box::new(receiver),
        name: name.to_string(),
        args,
    })
}

pub(crate) fn cast(a: Expr, ty: Type) -> Expr {
    expr(ExprKind::Cast(Box::new(a), ty))
}

/// `let name: ty = init;`
pub(crate) fn let_(number: usize, name: &str, ty: Type, init: Expr) -> Stmt {
    let span = line(number);
    Stmt::Let {
        pattern: Pattern::Name {
            name: name.to_string(),
            span,
        },
        ty,
        init: Some(init),
        span,
    }
}

pub(crate) fn assume(cond: Expr) -> Stmt {
    Stmt::Expr(expr(ExprKind::Assume(Box::new(cond))))
}

/// `assert!(cond, "case ..")`
pub(crate) fn assert(number: usize, cond: Expr) -> Stmt {
    let kind = ExprKind::Assert(
        Box::new(Expr {
            span: line(number),
            ..cond
        }),
        Some(format!("case {number}").into()),
    );
    Stmt::Expr(Expr {
        kind,
        span: line(number),
    })
}

/// A model with these inputs.
pub(crate) fn function(inputs: &[(&str, Type)], stmts: Vec<Stmt>, cases: usize) -> Function {
    let span = Span::default();
    let param = |(name, ty): &(&str, Type)| Param {
        pattern: Pattern::Name {
            name: (*name).to_string(),
            span,
        },
        ty: ty.clone(),
        span,
    };
    Function {
        name: "arithmetic".into(),
        path: "arith::arithmetic".into(),
        file: "generated".into(),
        line: 1,
        source: (0..cases).map(|i| format!("case {i}\n")).collect(),
        params: inputs.iter().map(param).collect(),
        ret: Type::Unit,
        body: Block {
            stmts,
            tail: None,
            span,
        },
        callees: Vec::new(),
    }
}

/// Checks a model on one process, and looks for all violations.
pub(crate) fn check(function: &Function, native_prover: bool) -> Report {
    let mut options = Options::default();
    options.violations = Violations::All;
    options.native_prover = native_prover;
    tass_core::check(function, &Mpi, &options)
}
