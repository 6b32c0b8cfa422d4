//! The nodes of the expression DAG.
//!
//! What always holds of a node in the store (the smart constructors of `Store` see to it; nobody
//! else makes nodes):
//!
//! - **Equal means same id.** Structurally equal nodes are one node, and the canonical forms below
//!   make many semantically equal expressions structurally equal.
//! - Numbers are exact. A [`Node::Num`] of sort `Int` is integral.
//! - A [`Node::Sum`] is a polynomial: terms `(monomial, coefficient)` sorted by monomial id, no
//!   zero coefficient, no duplicate monomial; the constant term is the coefficient of the number 1
//!   of the sum's sort. It has at least two terms, or one term whose coefficient is not 1 and whose
//!   monomial is not the number 1 (that would be a `Num`). A monomial is the number 1, a primitive,
//!   or a [`Node::Prod`].
//! - A *primitive* is a numeric node that is not a `Num`, `Sum` or `Prod`.
//! - A [`Node::Prod`] has primitive factors sorted by id with positive exponents, total degree at
//!   least 2.
//! - Atoms are `p = 0`, `p <= 0` and (reals only) `p < 0` with `p` a non-constant polynomial,
//!   scaled so that its coefficients are coprime integers; for `= 0` the first coefficient of a
//!   monomial other than 1 is positive. Integer atoms are tightened: the constant of `p <= 0` is
//!   rounded after dividing by the gcd of the other coefficients, and `p = 0` with no solution
//!   modulo that gcd is `false`.
//! - `And`/`Or` are flattened, sorted by id, duplicate-free, of length at least 2, without an
//!   element beside its negation. `Not` never stands on a constant, a `Not`, an inequality (negated
//!   inequalities are inequalities), nor on `And`/`Or` (De Morgan pushes it in).
//! - Bound variables are numbered by height: a binder whose body contains no binder binds 1, else
//!   one more than the highest number bound inside. So alpha-equivalent binders are one node, and
//!   substitution cannot capture.

use dashu_int::ops::BitTest;
use dashu_ratio::RBig;

use crate::budget::heap;

/// The identity of an expression in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub(crate) u32);

/// The identity of a symbolic constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymId(pub(crate) u32);

/// The identity of an uninterpreted function (the elements, or the lengths, of a symbolic array).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunId(pub(crate) u32);

/// The sorts of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Sort {
    Bool,
    Int,
    Real,
}

/// How a value of a symbolic array's element type is made of uninterpreted functions of its
/// indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A scalar: this function applied to the indices.
    Scalar(FunId),
    /// A tuple or struct.
    Tuple(Vec<Shape>),
    /// `[T; n]`: one further index below `n`.
    Fixed(u64, Box<Shape>),
    /// `Vec<T>`: its length is this function of the indices so far; elements take one further
    /// index.
    Dynamic(FunId, Box<Shape>),
}

/// The operators of folds over a symbolic range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FoldOp {
    Sum,
    Product,
    Min,
    Max,
}

/// One step from a variable into its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathElem {
    /// A tuple component or struct field.
    Field(u32),
    /// An element.
    Index(ExprId),
    /// A slice: start and length.
    Range(ExprId, ExprId),
}

/// An expression node. See the module documentation for the canonical forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The value of a read that no index in bounds can make, or of an element that was never
    /// written. It may be taken for any value: operations absorb it (`Undefined + x` is
    /// `Undefined`, `ite(c, x, Undefined)` is `x`, a comparison with it is `false`), so it never
    /// reaches a prover.
    Undefined,
    /// `true`, `false`
    Bool(bool),
    /// A number of sort `Int` or `Real`.
    Num(Sort, RBig),
    /// A symbolic constant.
    Sym(SymId),
    /// The variable of the enclosing binder with this height.
    Bound(u32, Sort),
    /// An uninterpreted function of integer arguments: an element of a symbolic array.
    App(FunId, Box<[ExprId]>),
    /// A polynomial.
    Sum(Sort, Box<[(ExprId, RBig)]>),
    /// A monomial of degree at least 2.
    Prod(Box<[(ExprId, u32)]>),
    /// A real quotient whose denominator is not constant. The numerator is always 1: `p/q` is the
    /// product of `p` and the inverse of `q`.
    Quot(ExprId, ExprId),
    /// Euclidean integer quotient (remainder never negative), as in SMT-LIB.
    Div(ExprId, ExprId),
    /// Euclidean integer remainder.
    Mod(ExprId, ExprId),
    /// An integer primitive as a real.
    ToReal(ExprId),
    /// The greatest integer not above a real.
    Floor(ExprId),
    /// `if c { a } else { b }`, of scalars or of symbolic arrays.
    Ite(ExprId, ExprId, ExprId),
    /// Negation of a boolean primitive, an equation, or a quantifier.
    Not(ExprId),
    /// Conjunction.
    And(Box<[ExprId]>),
    /// Disjunction.
    Or(Box<[ExprId]>),
    /// Equivalence of two booleans, neither constant.
    Iff(ExprId, ExprId),
    /// `p = 0`
    Eq0(ExprId),
    /// `p <= 0`
    Le0(ExprId),
    /// `p < 0`, reals only.
    Lt0(ExprId),
    /// `body` holds for every integer in `lo..hi`. (`any` is `Not(Forall(Not))`.)
    Forall {
        /// First value.
        lo: ExprId,
        /// One past the last value.
        hi: ExprId,
        /// The body, over `Bound(h, Int)`.
        body: ExprId,
    },
    /// A fold of `body` over every integer in `lo..hi`, of the body's sort.
    Fold {
        /// The operator.
        op: FoldOp,
        /// First value.
        lo: ExprId,
        /// One past the last value.
        hi: ExprId,
        /// The body, over `Bound(h, Int)`.
        body: ExprId,
    },
    /// A tuple, struct or unit value.
    Tuple(Box<[ExprId]>),
    /// An array or vector whose length is known.
    Array(Box<[ExprId]>),
    /// A symbolic array: element `i` is `shape` at `index ++ [i]`.
    Input {
        /// What its elements are made of.
        shape: Shape,
        /// Its length.
        len: ExprId,
        /// The indices of the arrays around it.
        index: Box<[ExprId]>,
    },
    /// `[value; len]` with a symbolic length.
    Fill {
        /// Its length.
        len: ExprId,
        /// Every element.
        value: ExprId,
    },
    /// `base` with one element replaced; same length.
    Write {
        /// An array that is not `Array`.
        base: ExprId,
        /// The index.
        index: ExprId,
        /// The new element.
        value: ExprId,
    },
    /// `base[start .. start + len]`
    Slice {
        /// An array.
        base: ExprId,
        /// First index.
        start: ExprId,
        /// Number of elements.
        len: ExprId,
    },
    /// `base` with the first `len` elements of `src` written from `at` on; same length as `base`.
    Splice {
        /// An array.
        base: ExprId,
        /// Where.
        at: ExprId,
        /// How many.
        len: ExprId,
        /// From what.
        src: ExprId,
    },
    /// `base` cut or extended to `len`; elements past the old length are unspecified until written.
    Resize {
        /// An array.
        base: ExprId,
        /// The new length.
        len: ExprId,
    },
    /// A reference to (part of) a variable: frame, counted from the bottom of the stack; local;
    /// path.
    Ref {
        /// Stack depth of the frame.
        frame: u32,
        /// The local variable in it.
        local: u32,
        /// The way into it.
        path: Box<[PathElem]>,
    },
}

impl Node {
    /// The bytes that it has on the heap, with what the allocator adds.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Node::Num(_, value) => number_bytes(value),
            Node::Sum(_, terms) => {
                let numbers = terms.iter().map(|(_, factor)| number_bytes(factor));
                heap(size_of_val(&**terms)) + numbers.sum::<usize>()
            }
            Node::Prod(factors) => heap(size_of_val(&**factors)),
            Node::App(_, parts)
            | Node::And(parts)
            | Node::Or(parts)
            | Node::Tuple(parts)
            | Node::Array(parts)
            | Node::Input { index: parts, .. } => heap(size_of_val(&**parts)),
            Node::Ref { path, .. } => heap(size_of_val(&**path)),
            _ => 0,
        }
    }
}

/// What a number has on the heap: nothing, if numerator and denominator take two words each.
fn number_bytes(value: &RBig) -> usize {
    let words = |bits: usize| if bits <= 128 { 0 } else { heap(bits / 8 + 8) };
    words(value.numerator().bit_len()) + words(value.denominator().bit_len())
}
