//! The structured program: what a user's Rust function says, node by node.
//!
//! A [`Function`] is made by the front end (as text, which [`crate::code`] reads when the test
//! runs) or by a generator. It is *surface* syntax: names are unresolved, types may be
//! [`Type::Infer`], and nothing here knows what a communication operation means. Invariants: every
//! [`Span`] is relative to the first line of the function's own source text; every
//! [`ExprKind::Call`] names an index of [`Function::callees`]; and once a function is linked,
//! nothing in it is [`Type::Outside`] or [`ExprKind::Outside`].

mod control;
mod expression;
mod layout;
mod print;
mod ty;
pub mod visit;

use std::fmt;
use std::sync::Arc;

pub use self::control::*;
pub use self::expression::*;
pub use self::layout::*;
pub use self::ty::*;

/// One model function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function's name as the user wrote it.
    pub name: String,
    /// `module_path!()` and the name: what identifies the function among all others.
    pub path: String,
    /// The source file, as rustc names it.
    pub file: String,
    /// The 1-based line in `file` at which `source` starts.
    pub line: u32,
    /// The source text of the item, whole lines.
    pub source: String,
    /// The parameters; those of the checked function are the symbolic inputs.
    pub params: Vec<Param>,
    /// The return type.
    pub ret: Type,
    /// The body.
    pub body: Block,
    /// The other model functions that the body calls.
    pub callees: Vec<Callee>,
}

/// A function parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// What it binds: a name, or a pattern of names.
    pub pattern: Pattern,
    /// Its declared type.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
}

/// Another model function, built on demand (functions may be recursive).
#[derive(Clone)]
pub struct Callee {
    /// The name as written at the call.
    pub name: String,
    /// Builds the function.
    pub build: Arc<dyn Fn() -> Function + Send + Sync>,
}

impl fmt::Debug for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Callee({})", self.name)
    }
}

/// `{ stmts; tail }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The value of the block, if it has one.
    pub tail: Option<Box<Expr>>,
    /// The whole block.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// `let pattern: ty = init;`
    Let {
        /// What it binds.
        pattern: Pattern,
        /// The annotation, or [`Type::Infer`].
        ty: Type,
        /// The initialiser; without one, the variable is assigned before use.
        init: Option<Expr>,
        /// The whole statement.
        span: Span,
    },
    /// An expression evaluated for its effect.
    Expr(Expr),
}

/// What a `let`, a parameter, a `for` or a closure binds.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// `_`
    Wild,
    /// `x`
    Name {
        /// The variable.
        name: String,
        /// Where it is written.
        span: Span,
    },
    /// `(a, b)`
    Tuple(Vec<Pattern>),
    /// `Point { x, y: b, .. }`: field name and pattern.
    Struct(Vec<(String, Pattern)>),
    /// `&p`
    Ref(Box<Pattern>),
    /// `mut x`
    Mut(Box<Pattern>),
}

impl Pattern {
    /// The name, if the pattern is just one.
    #[must_use]
    pub fn single_name(&self) -> Option<&str> {
        match self {
            Pattern::Name { name, .. } => Some(name),
            Pattern::Ref(inner) | Pattern::Mut(inner) => inner.single_name(),
            _ => None,
        }
    }
}

/// A place in the source text of one function.
///
/// Lines count from 0 at the first line of [`Function::source`]; columns are 0-based and count
/// characters; the end is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First line, relative to the function's first source line.
    pub line: u32,
    /// Column of the first character.
    pub col: u32,
    /// Last line, relative to the function's first source line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_col: u32,
}

impl Span {
    /// From the start of this span to the end of another.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            end_line: other.end_line,
            end_col: other.end_col,
            ..self
        }
    }

    /// Does another span contain this one?
    #[must_use]
    pub fn is_within(self, other: Span) -> bool {
        let start = (other.line, other.col) <= (self.line, self.col);
        start && (self.end_line, self.end_col) <= (other.end_line, other.end_col)
    }
}
