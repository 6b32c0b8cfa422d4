//! Loops and iterator chains.

use super::{Block, Expr, Pattern, Span, Type};

/// `while`, `loop` or `for`.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// `'label`, without the quote.
    pub label: Option<String>,
    /// Which kind.
    pub kind: LoopKind,
    /// The body.
    pub body: Block,
    /// The loop invariant, if one stands right before the loop.
    pub invariant: Option<Invariant>,
    /// The loop's head (`while cond`, `for p in it`, `loop`).
    pub head: Span,
}

/// The kinds of loops.
#[derive(Clone, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a program has few loops, each built once"
)]
pub enum LoopKind {
    /// `while cond`
    While(Expr),
    /// `loop`
    Forever,
    /// `for pattern in iter`
    For(Pattern, ForIter),
}

/// What a `for` runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum ForIter {
    /// `a..b`, `a..=b`, with `.rev()` and `.step_by(k)`.
    Range {
        /// First value.
        lo: Expr,
        /// Upper bound.
        hi: Expr,
        /// `..=`?
        inclusive: bool,
        /// `.rev()`?
        rev: bool,
        /// `.step_by(k)`, applied after `rev`.
        step: Option<Expr>,
    },
    /// `&a`, `a.iter()`, `a` (an array or vector): each element by value or shared reference.
    Elements(Expr),
}

/// `invariant!(NAME: e)` or `invariant!(universe::NAME: e)` before a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// The universe, if there is one.
    pub universe: Option<String>,
    /// The label.
    pub name: String,
    /// What must hold at every arrival at the loop's head.
    pub cond: Expr,
    /// `joint_invariant!`?
    pub joint: bool,
    /// `assigns!(k, a[lo..n])`: all that the loop may change, if that is said.
    pub assigns: Option<Vec<Expr>>,
    /// Where it stands.
    pub span: Span,
}

/// `pattern if guard => body`
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// What it is for.
    pub pattern: Pattern,
    /// The condition behind `if`.
    pub guard: Option<Expr>,
    /// The value.
    pub body: Expr,
}

/// An iterator chain: where the items come from, what is done to them, how they end.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// The source of the items.
    pub source: FoldSource,
    /// `filter` and `map` steps, in order.
    pub steps: Vec<FoldStep>,
    /// How the chain ends.
    pub end: FoldEnd,
}

/// Where a chain's items come from.
#[derive(Clone, Debug, PartialEq)]
pub enum FoldSource {
    /// `(lo..hi)`, `(lo..=hi)`
    Range {
        /// First value.
        lo: Expr,
        /// Upper bound.
        hi: Expr,
        /// `..=`?
        inclusive: bool,
    },
    /// `a.iter()`: the elements, behind shared references.
    Elements(Expr),
    /// `proc.iter()`, `proc[..e].iter()`: process states, only inside collective assertions.
    Procs {
        /// The bound of `proc[..e]`.
        before: Option<Expr>,
    },
    /// The same elsewhere: a membership test over the shared variables of the processes as they are
    /// now.
    Members {
        /// The bound of `proc[..e]`.
        before: Option<Expr>,
    },
}

/// One step of a chain.
#[derive(Clone, Debug, PartialEq)]
pub enum FoldStep {
    /// `.filter(|p| e)`
    Filter(Closure),
    /// `.map(|p| e)`
    Map(Closure),
}

/// How a chain ends.
#[derive(Clone, Debug, PartialEq)]
pub enum FoldEnd {
    /// `.all(|p| e)`
    All(Closure),
    /// `.any(|p| e)`
    Any(Closure),
    /// `.sum::<T>()`
    Sum(Type),
    /// `.product::<T>()`
    Product(Type),
    /// `.count()`
    Count,
    /// `.min()` followed by `.unwrap()`
    Min,
    /// `.max()` followed by `.unwrap()`
    Max,
}

/// `|pattern: ty| -> ret { body }`
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// The parameter.
    pub pattern: Pattern,
    /// The type of the parameter, or [`Type::Infer`].
    pub ty: Type,
    /// The type of the value, or [`Type::Infer`].
    pub ret: Type,
    /// The body.
    pub body: Box<Expr>,
}
