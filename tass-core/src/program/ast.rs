//! The structured program: what a user's Rust function says, node by node.
//!
//! A [`Function`] is produced by the front end (`tass-macros` emits code that builds it) or by a
//! generator. It is *surface* syntax: names are unresolved, types may be [`Type::Infer`], and nothing
//! here knows what a communication operation means. Invariants: every [`Span`] is relative to the
//! first line of the function's own source text, and every [`ExprKind::Call`] names an index of
//! [`Function::callees`].

use std::fmt;
use std::sync::Arc;

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
#[derive(Clone, Debug)]
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

/// Integer types, by name. `Isize` and `Usize` are 64 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

/// Float types, by name. Both are mathematical reals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatTy {
    F32,
    F64,
}

/// A type of the modelling language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `()`
    Unit,
    /// `!`: the type of `return`, `break`, `panic!`.
    Never,
    /// `bool`
    Bool,
    /// An integer type.
    Int(IntTy),
    /// `f32` or `f64`.
    Float(FloatTy),
    /// A tuple of at least one component.
    Tuple(Vec<Type>),
    /// `[T; n]`
    Array(Box<Type>, u64),
    /// `Vec<T>`
    Vec(Box<Type>),
    /// `[T]`, only behind a reference.
    Slice(Box<Type>),
    /// `&T` or `&mut T`.
    Ref {
        /// `&mut`?
        mutable: bool,
        /// What it refers to.
        target: Box<Type>,
    },
    /// A user type with `#[tass::data]`, or the engine's own `Status`.
    Struct(Arc<StructDef>),
    /// Left to inference (`_`, or no annotation).
    Infer,
}

/// A struct with named fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructDef {
    /// Its name.
    pub name: String,
    /// Its fields in order; a tuple struct's are named `0`, `1`, …
    pub fields: Vec<(String, Type)>,
    /// What `==`, `clone()` and `<` mean for it.
    pub derived: Derived,
}

/// The traits that a struct derives, field by field, in the order of the fields. A model may use no other implementation:
/// the user's own would mean something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Derived {
    /// `Clone`
    pub clone: bool,
    /// `PartialEq`
    pub eq: bool,
    /// `PartialOrd`
    pub ord: bool,
}

impl Derived {
    /// All of them.
    pub const ALL: Derived = Derived {
        clone: true,
        eq: true,
        ord: true,
    };
}

/// `{ stmts; tail }`
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The value of the block, if it has one.
    pub tail: Option<Box<Expr>>,
    /// The whole block.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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

/// An expression with its place in the source.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UnOp {
    Neg,
    Not,
    Deref,
}

/// Binary operators; `And` and `Or` are the short-circuiting ones, the `Bit` forms apply to `bool` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The message of an assertion or a panic: `"x is {x}"` is a text and a value.
#[derive(Clone, Debug)]
pub struct Message(pub Vec<Piece>);

/// A part of a message.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Words.
    Text(String),
    /// The value of an argument. Evaluating it does nothing that would not have been done before.
    Value(Expr),
}

impl<T: Into<String>> From<T> for Message {
    fn from(text: T) -> Message {
        Message(vec![Piece::Text(text.into())])
    }
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `3`, `3u8`: the suffix, if written.
    Int(i128, Option<IntTy>),
    /// `0.5`, as written (digits, `.`, exponent; no underscores, no suffix).
    Float(String, Option<FloatTy>),
    /// `true`, `false`
    Bool(bool),
    /// A local variable or parameter.
    Var(String),
    /// A name that the communication model defines, such as `ANY` or `SUM`.
    Const(String),
    /// A user constant (`const N: usize = 4;`) already evaluated by rustc, with its type.
    Literal(Literal),
    /// `-e`, `!e`, `*e`
    Unary(UnOp, Box<Expr>),
    /// `a + b`
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `place = e`
    Assign(Box<Expr>, Box<Expr>),
    /// `place += e`
    AssignOp(BinOp, Box<Expr>, Box<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[lo..hi]`, `a[lo..=hi]`, `a[..]`
    Slice {
        /// What is sliced.
        base: Box<Expr>,
        /// Lower bound.
        lo: Option<Box<Expr>>,
        /// Upper bound.
        hi: Option<Box<Expr>>,
        /// `..=`?
        inclusive: bool,
    },
    /// `e.x`, `e.0`
    Field(Box<Expr>, String),
    /// `(a, b)`; `()` when empty.
    Tuple(Vec<Expr>),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `[v; n]`
    Repeat(Box<Expr>, Box<Expr>),
    /// `vec![a, b]`, `Vec::new()` when empty.
    VecList(Vec<Expr>),
    /// `vec![v; n]`
    VecRepeat(Box<Expr>, Box<Expr>),
    /// `Point { x: 1, ..base }`
    Struct {
        /// The struct type.
        ty: Type,
        /// Fields given.
        fields: Vec<(String, Expr)>,
        /// `..base`
        base: Option<Box<Expr>>,
    },
    /// `&e`, `&mut e`
    Ref(bool, Box<Expr>),
    /// `e as T`
    Cast(Box<Expr>, Type),
    /// `e`, whose type is said elsewhere: `u8::pow(e, 2)`, `Vec::<T>::new()`.
    Typed(Box<Expr>, Type),
    /// A call of `callees[i]`.
    Call(usize, Vec<Expr>),
    /// `e.method::<T>(args)`, from the documented list.
    Method {
        /// The receiver.
        receiver: Box<Expr>,
        /// The method's name.
        name: String,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `(lo..hi).contains(&item)`, `(lo..=hi)..`, `(lo..)..`, `(..hi)..`: evaluated in this order.
    RangeContains {
        /// Lower end.
        lo: Option<Box<Expr>>,
        /// Upper end.
        hi: Option<Box<Expr>>,
        /// `..=`?
        inclusive: bool,
        /// What is looked for, without its `&`.
        item: Box<Expr>,
    },
    /// An iterator chain that ends in a value: a quantifier or a fold.
    Fold(Box<Fold>),
    /// `if c { } else ..`; `otherwise` is a block or another `if`.
    If {
        /// The condition.
        cond: Box<Expr>,
        /// The `then` block.
        then: Block,
        /// The `else` expression.
        otherwise: Option<Box<Expr>>,
    },
    /// `{ .. }`, `'l: { .. }`
    Block(Option<String>, Block),
    /// A loop.
    Loop(Box<Loop>),
    /// `break 'l value`
    Break(Option<String>, Option<Box<Expr>>),
    /// `continue 'l`
    Continue(Option<String>),
    /// `return value`
    Return(Option<Box<Expr>>),
    /// `mpi!(op(args))`: what it means is the communication model's business.
    Comm(CommCall),
    /// `assert!(e, "message")`
    Assert(Box<Expr>, Option<Message>),
    /// `assert_eq!(a, b)` (`true`) or `assert_ne!(a, b)` (`false`)
    AssertEq(bool, Box<Expr>, Box<Expr>, Option<Message>),
    /// `assume!(e)`
    Assume(Box<Expr>),
    /// `cover!(e)`
    Cover(Box<Expr>),
    /// `panic!("..")`, `todo!()`, `unimplemented!()`
    Panic(Option<Message>),
    /// `unreachable!("..")`
    Unreachable(Option<Message>),
    /// `output!(name = e)`
    Output(String, Box<Expr>),
    /// `choose!(a..b)`, `choose!(a..=b)`
    Choose {
        /// Lowest value.
        lo: Box<Expr>,
        /// Upper bound.
        hi: Box<Expr>,
        /// Is the upper bound included?
        inclusive: bool,
    },
    /// `elaborate!(e)`: split on the values of `e`.
    Elaborate(Box<Expr>),
    /// `collective_assert!(universe::NAME: e)`
    CollectiveAssert {
        /// The universe, if named.
        universe: Option<String>,
        /// The label.
        name: String,
        /// What must hold; may use [`ExprKind::Peer`].
        cond: Box<Expr>,
    },
    /// `joint_assert!(NAME: e)`
    JointAssert {
        /// The label.
        name: String,
        /// What must hold; may use [`ExprKind::Peer`] and [`ExprKind::Spec`].
        cond: Box<Expr>,
    },
    /// `universe!(name: |p| member)`: only these processes take part in the assertions of `name`.
    Universe {
        /// Its name.
        name: String,
        /// Of a rank: does that process belong to it?
        member: Box<Closure>,
    },
    /// `spec.x`, `spec[e].x`: variable `x` of the specification, inside joint assertions and invariants.
    Spec(Option<Box<Expr>>, String),
    /// `proc[e].x`: variable `x` of process `e`, inside collective assertions and invariants.
    Peer(Box<Expr>, String),
    /// `sent(r)`, `proc[e].received(r, tag = t)`, `spec.sent(r)`: messages so far, inside collective assertions and invariants.
    Counter(Box<Counter>),
    /// `in_flight(a, b, tag = t)`: `proc[a].sent(b) - proc[b].received(a)`, which may be negative.
    InFlight {
        /// The sender.
        from: Box<Expr>,
        /// The receiver.
        to: Box<Expr>,
        /// Only messages with this tag.
        tag: Option<Box<Expr>>,
    },
    /// `shared!(init)`, the initialiser of a `let`: a variable that its process writes and all read.
    Shared(Box<Expr>),
    /// `critical!({ .. })`: at most one process at a time may be inside.
    Critical(Block),
    /// `always!(e)`: holds in every global state.
    Always(Box<Expr>),
}

/// A ghost counter of point-to-point messages.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Whose counter.
    pub whose: Whose,
    /// What it counts.
    pub way: Way,
    /// The other process.
    pub peer: Expr,
    /// Only messages with this tag, a constant.
    pub tag: Option<Expr>,
}

/// The process that a counter belongs to.
#[derive(Clone, Debug)]
pub enum Whose {
    /// The process whose condition it is.
    Own,
    /// `proc[e]`
    Process(Expr),
    /// `spec`, `spec[e]`
    Spec(Option<Expr>),
}

/// The two ends of a message, as one process sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// It sent the message.
    Sent,
    /// It received the message.
    Received,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::Sent => "sent",
            Way::Received => "received",
        })
    }
}

/// A constant that rustc evaluated.
#[derive(Clone, Debug)]
pub enum Literal {
    /// An integer constant of the given type.
    Int(i128, IntTy),
    /// A float constant, in Rust's shortest notation that reads back as the same value.
    Float(String, FloatTy),
    /// A boolean constant.
    Bool(bool),
    /// A constant that a model cannot use, and why: an infinity, a number above `i128::MAX`.
    Unusable(String),
}

/// `while`, `loop` or `for`.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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

/// An iterator chain: where the items come from, what is done to them, how they end.
#[derive(Clone, Debug)]
pub struct Fold {
    /// The source of the items.
    pub source: FoldSource,
    /// `filter` and `map` steps, in order.
    pub steps: Vec<FoldStep>,
    /// How the chain ends.
    pub end: FoldEnd,
}

/// Where a chain's items come from.
#[derive(Clone, Debug)]
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
    /// The same elsewhere: a membership test over the shared variables of the processes as they are now.
    Members {
        /// The bound of `proc[..e]`.
        before: Option<Expr>,
    },
}

/// One step of a chain.
#[derive(Clone, Debug)]
pub enum FoldStep {
    /// `.filter(|p| e)`
    Filter(Closure),
    /// `.map(|p| e)`
    Map(Closure),
}

/// How a chain ends.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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

/// A communication operation, uninterpreted.
#[derive(Clone, Debug)]
pub struct CommCall {
    /// The operation's name, e.g. `send`.
    pub op: String,
    /// Its arguments by name, in the model's canonical order; absent optional ones are left out.
    pub args: Vec<(String, Expr)>,
}

impl Span {
    /// From the start of this span to the end of another.
    pub fn to(self, other: Span) -> Span {
        Span {
            end_line: other.end_line,
            end_col: other.end_col,
            ..self
        }
    }
}

impl IntTy {
    /// Can it not be negative?
    pub fn is_unsigned(self) -> bool {
        matches!(
            self,
            IntTy::U8 | IntTy::U16 | IntTy::U32 | IntTy::U64 | IntTy::U128 | IntTy::Usize
        )
    }

    /// The unsigned type of the same width.
    #[must_use]
    pub fn unsigned(self) -> IntTy {
        match self {
            IntTy::I8 | IntTy::U8 => IntTy::U8,
            IntTy::I16 | IntTy::U16 => IntTy::U16,
            IntTy::I32 | IntTy::U32 => IntTy::U32,
            IntTy::I64 | IntTy::U64 => IntTy::U64,
            IntTy::I128 | IntTy::U128 => IntTy::U128,
            IntTy::Isize | IntTy::Usize => IntTy::Usize,
        }
    }

    /// Its width in bits.
    pub fn bits(self) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 => 32,
            IntTy::I64 | IntTy::U64 | IntTy::Isize | IntTy::Usize => 64,
            IntTy::I128 | IntTy::U128 => 128,
        }
    }

    /// Is the number one of its values?
    pub fn holds(self, value: i128) -> bool {
        match (self.is_unsigned(), self.bits()) {
            (true, 128) => value >= 0,
            (true, bits) => (0..1 << bits).contains(&value),
            (false, 128) => true,
            (false, bits) => (-1 << (bits - 1)..1 << (bits - 1)).contains(&value),
        }
    }

    /// Its Rust name.
    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }
}

impl Type {
    /// Is there nothing in a value of this type?
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Type::Unit | Type::Never | Type::Infer => true,
            Type::Tuple(parts) => parts.is_empty(),
            Type::Struct(def) => def.fields.is_empty(),
            Type::Ref { target, .. } => target.is_empty(),
            _ => false,
        }
    }

    /// Do two types have the same values? Shared references are values, and a slice's are those of a vector.
    pub(crate) fn same_values(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Ref { target, .. }, other) | (other, Type::Ref { target, .. }) => {
                target.same_values(other)
            }
            (Type::Vec(one) | Type::Slice(one), Type::Vec(two) | Type::Slice(two)) => {
                one.same_values(two)
            }
            (one, two) => one == two,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unit => write!(f, "()"),
            Type::Never => write!(f, "!"),
            Type::Bool => write!(f, "bool"),
            Type::Int(t) => write!(f, "{}", t.name()),
            Type::Float(FloatTy::F32) => write!(f, "f32"),
            Type::Float(FloatTy::F64) => write!(f, "f64"),
            Type::Tuple(ts) => {
                write!(f, "(")?;
                for (i, t) in ts.iter().enumerate() {
                    write!(f, "{}{t}", if i == 0 { "" } else { ", " })?;
                }
                write!(f, "{})", if ts.len() == 1 { "," } else { "" })
            }
            Type::Array(t, n) => write!(f, "[{t}; {n}]"),
            Type::Vec(t) => write!(f, "Vec<{t}>"),
            Type::Slice(t) => write!(f, "[{t}]"),
            Type::Ref { mutable, target } => {
                write!(f, "&{}{target}", if *mutable { "mut " } else { "" })
            }
            Type::Struct(def) => write!(f, "{}", def.name),
            Type::Infer => write!(f, "_"),
        }
    }
}
