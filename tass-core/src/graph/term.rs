//! Terms: the side-effect-free expressions of a program graph.

use super::counter::CounterTerm;
use crate::program::ast::{BinOp, IntTy, Span};
use dashu_ratio::RBig;

/// A term with its place in the source.
#[derive(Debug, Clone)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it was written.
    pub span: Span,
}

/// What kind of number an arithmetic operation works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// Integers of this type.
    Int(IntTy),
    /// Reals.
    Real,
    /// Integers without a type: the engine's own reckoning, such as that of a loop's counter, of
    /// which nothing is checked.
    Math,
    /// Not settled yet: the type of this local. Only during lowering.
    Open(u32),
}

/// The target of a cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastTo {
    /// An integer type (the second), from an integer of another.
    IntFromInt(Number, IntTy),
    /// An integer type, from a real (toward zero).
    IntFromReal(IntTy),
    /// An integer type, from a boolean.
    IntFromBool,
    /// A real, from an integer.
    RealFromInt,
    /// No change of representation.
    Same,
}

/// Built-in functions, after the receiver's type is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Builtin {
    Len,
    IsEmpty,
    Min,
    Max,
    Abs,
    AbsDiff,
    Signum,
    Pow,
    RemEuclid,
    DivEuclid,
    Clamp,
    Contains,
}

/// A variable bound by a quantifier or fold: it lives in a local slot while the body is evaluated.
pub type BoundVar = u32;

/// The forms of terms.
#[derive(Debug, Clone)]
pub enum TermKind {
    /// An integer.
    Int(i128),
    /// A real.
    Real(RBig),
    /// A boolean.
    Bool(bool),
    /// A local variable.
    Local(u32),
    /// The process's rank.
    Rank,
    /// The number of processes.
    Size,
    /// The value behind a `&mut`.
    Deref(Box<Term>),
    /// `&mut place`
    RefMut(Place),
    /// `-a`
    Neg(Box<Term>, Number),
    /// `!a`
    Not(Box<Term>),
    /// Arithmetic.
    Arith(BinOp, Number, Box<Term>, Box<Term>),
    /// `==`, `!=` (any type), `<`, … (numbers).
    Compare(BinOp, Box<Term>, Box<Term>),
    /// `a && b`, `a || b` (short-circuiting), and their bit forms.
    Logic(BinOp, Box<Term>, Box<Term>),
    /// `if a { b } else { c }`: one of the arms is evaluated.
    If(Box<Term>, Box<Term>, Box<Term>),
    /// `base[index]`
    Index(Box<Term>, Box<Term>),
    /// `base[lo..hi]`, half-open.
    Slice(Box<Term>, Option<Box<Term>>, Option<Box<Term>>),
    /// A tuple component or struct field.
    Field(Box<Term>, u32),
    /// A tuple, struct or unit.
    Tuple(Vec<Term>),
    /// An array of known length.
    Array(Vec<Term>),
    /// `[value; len]`
    Repeat(Box<Term>, Box<Term>),
    /// A struct or tuple with some components replaced.
    Update(Box<Term>, Vec<(u32, Term)>),
    /// `a as T`
    Cast(Box<Term>, CastTo),
    /// A built-in function.
    Call(Builtin, Vec<Term>, Number),
    /// `for all` (`true`) or `exists` (`false`) `var` in `lo..hi`: `body`.
    Quantifier {
        /// `all`?
        forall: bool,
        /// The bound variable.
        var: BoundVar,
        /// First value.
        lo: Box<Term>,
        /// One past the last.
        hi: Box<Term>,
        /// The body.
        body: Box<Term>,
    },
    /// A fold of `body` over `lo..hi`, of the items for which `filter` holds.
    Fold {
        /// Which fold.
        op: FoldKind,
        /// The bound variable.
        var: BoundVar,
        /// First value.
        lo: Box<Term>,
        /// One past the last.
        hi: Box<Term>,
        /// Which items count.
        filter: Option<Box<Term>>,
        /// The item's value.
        body: Box<Term>,
        /// The kind of number.
        number: Number,
    },
    /// Evaluates `value` with local `var` bound to `of` (a closure's parameter).
    Let(BoundVar, Box<Term>, Box<Term>),
    /// Variable `name` of another process, in collective conditions.
    Peer(Box<Term>, String),
    /// Does this process take part in the collective assertion?
    Member(Box<Term>),
    /// Variable `name` of the specification (of the given rank), in joint conditions.
    Spec(Option<Box<Term>>, String),
    /// How many messages a process has sent to, or received from, another, in collective conditions.
    Counter(Box<CounterTerm>),
    /// The difference of what one process has sent and another received: two counters.
    InFlight(Box<CounterTerm>, Box<CounterTerm>),
}

/// The folds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FoldKind {
    Sum,
    Product,
    Min,
    Max,
}

/// A place: a variable, or what a reference points to, and the way into it.
#[derive(Debug, Clone)]
pub struct Place {
    /// Where it starts.
    pub root: Root,
    /// The way in.
    pub path: Vec<Proj>,
    /// Where it was written.
    pub span: Span,
}

/// Where a place starts.
#[derive(Debug, Clone)]
pub enum Root {
    /// A local variable.
    Local(u32),
    /// What a `&mut` points to.
    Deref(Box<Term>),
}

/// One step into a place.
#[derive(Debug, Clone)]
pub enum Proj {
    /// A component or field.
    Field(u32),
    /// An element, with the span of the index expression.
    Index(Term),
    /// A sub-slice, half-open.
    Slice(Option<Term>, Option<Term>),
}

impl Term {
    /// A term made by lowering rather than written.
    pub fn new(kind: TermKind, span: Span) -> Term {
        Term { kind, span }
    }

    /// Is it a literal (so that evaluating it later makes no difference)?
    pub fn is_literal(&self) -> bool {
        matches!(
            self.kind,
            TermKind::Int(_)
                | TermKind::Real(_)
                | TermKind::Bool(_)
                | TermKind::Rank
                | TermKind::Size
        )
    }
}
