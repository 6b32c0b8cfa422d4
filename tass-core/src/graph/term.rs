//! Terms: the side-effect-free expressions of a program graph.

use super::counter::CounterTerm;
use dashu_ratio::RBig;
use tass_syntax::tree::{BinOp, IntTy, Span};

/// A term with its place in the source.
///
/// `N` says what kind of number arithmetic works on. Only lowering has another one than [`Number`],
/// for as long as types are being inferred.
#[derive(Debug, Clone)]
pub struct Term<N = Number> {
    /// What it is.
    pub kind: TermKind<N>,
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
}

/// The target of a cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastTo<N = Number> {
    /// An integer type (the second), from an integer of another.
    IntFromInt(N, IntTy),
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
pub enum TermKind<N = Number> {
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
    Deref(Box<Term<N>>),
    /// `&mut place`
    RefMut(Place<N>),
    /// `-a`
    Neg(Box<Term<N>>, N),
    /// `!a`
    Not(Box<Term<N>>),
    /// Arithmetic.
    Arith(BinOp, N, Box<Term<N>>, Box<Term<N>>),
    /// `==`, `!=` (any type), `<`, … (numbers).
    Compare(BinOp, Box<Term<N>>, Box<Term<N>>),
    /// `a && b`, `a || b` (short-circuiting), and their bit forms.
    Logic(BinOp, Box<Term<N>>, Box<Term<N>>),
    /// `if a { b } else { c }`: one of the arms is evaluated.
    If(Box<Term<N>>, Box<Term<N>>, Box<Term<N>>),
    /// `base[index]`
    Index(Box<Term<N>>, Box<Term<N>>),
    /// `base[lo..hi]`, half-open.
    Slice(Box<Term<N>>, Option<Box<Term<N>>>, Option<Box<Term<N>>>),
    /// A tuple component or struct field.
    Field(Box<Term<N>>, u32),
    /// A tuple, struct or unit.
    Tuple(Vec<Term<N>>),
    /// An array of known length.
    Array(Vec<Term<N>>),
    /// `[value; len]`
    Repeat(Box<Term<N>>, Box<Term<N>>),
    /// A struct or tuple with some components replaced.
    Update(Box<Term<N>>, Vec<(u32, Term<N>)>),
    /// `a as T`
    Cast(Box<Term<N>>, CastTo<N>),
    /// A built-in function.
    Call(Builtin, Vec<Term<N>>, N),
    /// `for all` (`true`) or `exists` (`false`) `var` in `lo..hi`: `body`.
    Quantifier {
        /// `all`?
        forall: bool,
        /// The bound variable.
        var: BoundVar,
        /// First value.
        lo: Box<Term<N>>,
        /// One past the last.
        hi: Box<Term<N>>,
        /// The body.
        body: Box<Term<N>>,
    },
    /// A fold of `body` over `lo..hi`, of the items for which `filter` holds.
    Fold {
        /// Which fold.
        op: FoldKind,
        /// The bound variable.
        var: BoundVar,
        /// First value.
        lo: Box<Term<N>>,
        /// One past the last.
        hi: Box<Term<N>>,
        /// Which items count.
        filter: Option<Box<Term<N>>>,
        /// The item's value.
        body: Box<Term<N>>,
        /// The kind of number.
        number: N,
    },
    /// Evaluates `value` with local `var` bound to `of` (a closure's parameter).
    Let(BoundVar, Box<Term<N>>, Box<Term<N>>),
    /// Variable `name` of another process, in collective conditions.
    Peer(Box<Term<N>>, String),
    /// Does this process take part in the collective assertion?
    Member(Box<Term<N>>),
    /// Variable `name` of the specification (of the given rank), in joint conditions.
    Spec(Option<Box<Term<N>>>, String),
    /// How many messages a process has sent to, or received from, another, in collective
    /// conditions.
    Counter(Box<CounterTerm<N>>),
    /// What is in the fields of a variant that a value is not: always the same for a type. In a
    /// draft only, while the type is being inferred; then it is written out.
    Blank(N),
    /// The difference of what one process has sent and another received: two counters.
    InFlight(Box<CounterTerm<N>>, Box<CounterTerm<N>>),
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
pub struct Place<N = Number> {
    /// Where it starts.
    pub root: Root<N>,
    /// The way in.
    pub path: Vec<Proj<N>>,
    /// Where it was written.
    pub span: Span,
}

/// Where a place starts.
#[derive(Debug, Clone)]
pub enum Root<N = Number> {
    /// A local variable.
    Local(u32),
    /// What a `&mut` points to.
    Deref(Box<Term<N>>),
}

/// One step into a place.
#[derive(Debug, Clone)]
pub enum Proj<N = Number> {
    /// A component or field.
    Field(u32),
    /// An element, with the span of the index expression.
    Index(Term<N>),
    /// A sub-slice, half-open.
    Slice(Option<Term<N>>, Option<Term<N>>),
}

impl<N> Term<N> {
    /// A term made by lowering rather than written.
    pub fn new(kind: TermKind<N>, span: Span) -> Self {
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
