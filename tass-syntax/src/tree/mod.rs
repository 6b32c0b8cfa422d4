//! The structured program: what a user's Rust function says, node by node.
//!
//! A [`Function`] is made by the front end (as text, which [`crate::code`] reads when the test
//! runs) or by a generator. It is *surface* syntax: names are unresolved, types may be
//! [`Type::Infer`], and nothing here knows what a communication operation means. Invariants: every
//! [`Span`] is relative to the first line of the function's own source text; every
//! [`ExprKind::Call`] names an index of [`Function::callees`]; and once a function is linked,
//! nothing in it is [`Type::Outside`] or [`ExprKind::Outside`].

mod control;
mod enumeration;
mod expression;
mod layout;
mod print;
mod ty;
pub mod visit;

use std::fmt;
use std::sync::Arc;

pub use self::control::*;
pub use self::enumeration::*;
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
    /// `let pattern: ty = init else { .. };`
    LetElse {
        /// What it binds.
        pattern: Pattern,
        /// The annotation, or [`Type::Infer`].
        ty: Type,
        /// The initialiser.
        init: Expr,
        /// What is done with another value; it does not go on behind.
        otherwise: Block,
        /// The whole statement.
        span: Span,
    },
    /// An expression evaluated for its effect.
    Expr(Expr),
}

/// What a `let`, a parameter, a `for` or a closure binds, and what a `match` or an `if let` looks
/// for.
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
    /// `x @ p`: where `p` fits, the whole has a name. Of a plain name or `mut x`.
    At(Box<Pattern>, Box<Pattern>),
    /// `3`, `-1`, `true`, a constant, a variant without fields: what is equal to it.
    Value(Box<Expr>),
    /// `1..=5`, `..0`, `3..`
    Range {
        /// The least.
        lo: Option<Box<Expr>>,
        /// The upper end.
        hi: Option<Box<Expr>>,
        /// `..=`?
        inclusive: bool,
    },
    /// `Job::Work { id, .. }`, `Some(p)`
    Variant {
        /// The enum, or [`Type::Infer`]: of `Some`, `None`, `Ok`, `Err`.
        ty: Type,
        /// The variant's name.
        name: String,
        /// Its fields that are named, and what they must be.
        fields: Vec<(String, Pattern)>,
        /// Where it is written.
        span: Span,
    },
    /// `p | q`: all alternatives bind the same names.
    Or(Vec<Pattern>),
}

impl Pattern {
    /// The name, if the pattern is just one.
    #[must_use]
    pub fn single_name(&self) -> Option<&str> {
        match self {
            Pattern::Name { name, .. } => Some(name),
            Pattern::Ref(inner) | Pattern::Mut(inner) => inner.single_name(),
            Pattern::At(name, _) => name.single_name(),
            _ => None,
        }
    }

    /// The names that it binds, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        match self {
            Pattern::Name { name, .. } => vec![name],
            Pattern::Ref(inner) | Pattern::Mut(inner) => inner.names(),
            Pattern::Tuple(parts) => parts.iter().flat_map(Pattern::names).collect(),
            Pattern::Struct(fields) | Pattern::Variant { fields, .. } => {
                fields.iter().flat_map(|(_, part)| part.names()).collect()
            }
            Pattern::At(name, inner) => [name.names(), inner.names()].concat(),
            Pattern::Or(alternatives) => alternatives.first().map_or(Vec::new(), Pattern::names),
            Pattern::Wild | Pattern::Value(_) | Pattern::Range { .. } => Vec::new(),
        }
    }

    /// May a value not fit?
    #[must_use]
    pub fn is_refutable(&self) -> bool {
        match self {
            Pattern::Wild | Pattern::Name { .. } => false,
            Pattern::Value(_) | Pattern::Range { .. } | Pattern::Variant { .. } => true,
            Pattern::Ref(inner) | Pattern::Mut(inner) | Pattern::At(_, inner) => {
                inner.is_refutable()
            }
            Pattern::Tuple(parts) => parts.iter().any(Pattern::is_refutable),
            Pattern::Struct(fields) => fields.iter().any(|(_, part)| part.is_refutable()),
            // Together they may be everything: that is for rustc to know.
            Pattern::Or(alternatives) => alternatives.iter().all(Pattern::is_refutable),
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
