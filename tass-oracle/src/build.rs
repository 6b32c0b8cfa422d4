//! Short names for building programs by hand: what a generator and tests write models with.
//!
//! Nothing here has a place in a source text; [`crate::print`] gives it one.

use std::fmt::Display;

use tass_syntax::tree::{
    BinOp, Block, CommCall, Counter, Expr, ExprKind, FloatTy, ForIter, Function, Handle, IntTy,
    Loop, LoopKind, Param, Pattern, Span, Stmt, Type, Way, Whose,
};

/// `Request`
pub const REQUEST: Type = Type::Handle(Handle::Request);
/// `Comm`
pub const COMM: Type = Type::Handle(Handle::Comm);
/// `Matched`
pub const MATCHED: Type = Type::Handle(Handle::Matched);
/// `i64`
pub const I64: Type = Type::Int(IntTy::I64);
/// `usize`
pub const USIZE: Type = Type::Int(IntTy::Usize);
/// `f64`
pub const F64: Type = Type::Float(FloatTy::F64);

/// An expression without a place.
pub fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind,
        span: Span::default(),
    }
}

/// An integer literal.
pub fn int(value: impl Into<i128>) -> Expr {
    expr(ExprKind::Int(value.into(), None))
}

/// An integer literal of this type; negative ones become `-n`.
pub fn number(value: i128, ty: IntTy) -> Expr {
    let literal = expr(ExprKind::Int(value.abs(), Some(ty)));
    if value < 0 {
        expr(ExprKind::Unary(
            tass_syntax::tree::UnOp::Neg,
            Box::new(literal),
        ))
    } else {
        literal
    }
}

/// A variable.
pub fn var(name: impl Display) -> Expr {
    expr(ExprKind::Var(name.to_string()))
}

/// A name of the vocabulary, such as `ANY`.
pub fn constant(name: impl Display) -> Expr {
    expr(ExprKind::Const(name.to_string()))
}

/// `a op b`
pub fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

/// `a == b`
pub fn eq(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Eq, a, b)
}

/// `a < b`
pub fn lt(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Lt, a, b)
}

/// `a && b`
pub fn and(a: Expr, b: Expr) -> Expr {
    binary(BinOp::And, a, b)
}

/// `a + b`
pub fn add(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Add, a, b)
}

/// `a % b`
pub fn rem(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Rem, a, b)
}

/// `a[i]`
pub fn index(base: Expr, index: Expr) -> Expr {
    expr(ExprKind::Index(Box::new(base), Box::new(index)))
}

/// `e.name`
pub fn field(base: Expr, name: &str) -> Expr {
    expr(ExprKind::Field(Box::new(base), name.into()))
}

/// `&e`
pub fn shared(e: Expr) -> Expr {
    expr(ExprKind::Ref(false, Box::new(e)))
}

/// `&mut e`
pub fn mutable(e: Expr) -> Expr {
    expr(ExprKind::Ref(true, Box::new(e)))
}

/// `mpi!(op(..))`
pub fn comm<const N: usize>(op: &str, args: [(&str, Expr); N]) -> Expr {
    let args = args
        .into_iter()
        .map(|(name, e)| (name.to_owned(), e))
        .collect();
    expr(ExprKind::Comm(CommCall {
        op: op.into(),
        args,
    }))
}

/// The same operation in a communicator.
pub fn on(communicator: Expr, mut call: Expr) -> Expr {
    if let ExprKind::Comm(call) = &mut call.kind {
        call.args.push(("comm".into(), communicator));
    }
    call
}

/// `mpi!(send(&buf, to = .., tag = ..))`
pub fn send(buf: Expr, to: Expr, tag: Expr) -> Expr {
    comm("send", [("buf", shared(buf)), ("to", to), ("tag", tag)])
}

/// `mpi!(recv(&mut buf, from = .., tag = ..))`
pub fn recv(buf: Expr, from: Expr, tag: Expr) -> Expr {
    comm(
        "recv",
        [("buf", mutable(buf)), ("from", from), ("tag", tag)],
    )
}

/// `mpi!(isend(&buf, to = .., tag = ..))`
pub fn isend(buf: Expr, to: Expr, tag: Expr) -> Expr {
    comm("isend", [("buf", shared(buf)), ("to", to), ("tag", tag)])
}

/// `mpi!(irecv(&mut buf, from = .., tag = ..))`
pub fn irecv(buf: Expr, from: Expr, tag: Expr) -> Expr {
    comm(
        "irecv",
        [("buf", mutable(buf)), ("from", from), ("tag", tag)],
    )
}

/// `mpi!(op(&mut requests))`: one of those that complete requests. For one alone or for several, as
/// the operation has it.
pub fn completion(op: &str, requests: Expr) -> Expr {
    let name = match op {
        "wait" | "test" | "request_free" | "start" => "request",
        _ => "requests",
    };
    comm(op, [(name, mutable(requests))])
}

/// `proc[process].sent(peer)`, or `received`; of the own process if none is given.
pub fn counter(process: Option<Expr>, way: Way, peer: Expr, tag: Option<Expr>) -> Expr {
    let whose = process.map_or(Whose::Own, Whose::Process);
    expr(ExprKind::Counter(Box::new(Counter {
        whose,
        way,
        peer,
        tag,
        comm: None,
    })))
}

/// `in_flight(from, to)`
pub fn in_flight(from: Expr, to: Expr, tag: Option<Expr>) -> Expr {
    let (from, to, tag) = (Box::new(from), Box::new(to), tag.map(Box::new));
    expr(ExprKind::InFlight {
        from,
        to,
        tag,
        comm: None,
    })
}

/// `assert!(cond)`
pub fn assert(cond: Expr) -> Expr {
    expr(ExprKind::Assert(Box::new(cond), None))
}

/// `assume!(cond)`
pub fn assume(cond: Expr) -> Expr {
    expr(ExprKind::Assume(Box::new(cond)))
}

/// `target = value`
pub fn assign(target: Expr, value: Expr) -> Expr {
    expr(ExprKind::Assign(Box::new(target), Box::new(value)))
}

/// A name that a pattern binds.
pub fn name(name: impl Display) -> Pattern {
    Pattern::Name {
        name: name.to_string(),
        span: Span::default(),
    }
}

/// `let mut name: ty = init;`
pub fn let_(variable: impl Display, ty: Type, init: Expr) -> Stmt {
    Stmt::Let {
        pattern: name(variable),
        ty,
        init: Some(init),
        span: Span::default(),
    }
}

/// A block of statements.
pub fn block(stmts: Vec<Stmt>) -> Block {
    Block {
        stmts,
        tail: None,
        span: Span::default(),
    }
}

/// A block of expressions, each a statement.
pub fn body<const N: usize>(exprs: [Expr; N]) -> Vec<Stmt> {
    exprs.into_iter().map(Stmt::Expr).collect()
}

/// `if cond { then }`
pub fn if_(cond: Expr, then: Vec<Stmt>) -> Expr {
    expr(ExprKind::If {
        cond: Box::new(cond),
        then: block(then),
        otherwise: None,
    })
}

/// `if cond { then } else { otherwise }`
pub fn if_else(cond: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Expr {
    let otherwise = Some(Box::new(expr(ExprKind::Block(None, block(otherwise)))));
    expr(ExprKind::If {
        cond: Box::new(cond),
        then: block(then),
        otherwise,
    })
}

/// `for variable in lo..hi { body }`
pub fn for_(variable: impl Display, lo: Expr, hi: Expr, stmts: Vec<Stmt>) -> Expr {
    let range = ForIter::Range {
        lo,
        hi,
        inclusive: false,
        rev: false,
        step: None,
    };
    expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind: LoopKind::For(name(variable), range),
        body: block(stmts),
        invariant: None,
        head: Span::default(),
    })))
}

/// A function without a result; its text is left to [`crate::print`].
pub fn function(variable: &str, params: Vec<(String, Type)>, stmts: Vec<Stmt>) -> Function {
    let params = params.into_iter().map(|(param, ty)| Param {
        pattern: name(param),
        ty,
        span: Span::default(),
    });
    Function {
        name: variable.into(),
        path: format!("oracle::{variable}"),
        file: "oracle.rs".into(),
        line: 1,
        source: String::new(),
        params: params.collect(),
        ret: Type::Unit,
        body: block(stmts),
        callees: Vec::new(),
    }
}
