//! Expressions.

use std::fmt;

use super::{Arm, Block, Closure, FloatTy, Fold, IntTy, Loop, Pattern, Span, Type};

/// An expression with its place in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq)]
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
    /// A constant, by its index among those that only rustc knows: before linking only.
    Outside(usize),
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
    /// `Job::Work { id: 1 }`, `Some(1)`
    Variant {
        /// The enum, or [`Type::Infer`]: of `Some`, `None`, `Ok`, `Err`.
        ty: Type,
        /// The variant's name.
        name: String,
        /// Its fields.
        fields: Vec<(String, Expr)>,
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
    /// `match e { .. }`
    Match(Box<Expr>, Vec<Arm>),
    /// `let pattern = e`: a condition of an `if` or a `while`, or an operand of `&&` in one. Its
    /// names are in scope in what follows in the condition, and in the block.
    Let(Box<Pattern>, Box<Expr>),
    /// `e?`
    Try(Box<Expr>),
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
    /// `ordered(f)`, `commutative(f)`: what `op = ` names.
    Operator(OwnOperator),
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
    /// `spec.x`, `spec[e].x`: variable `x` of the specification, inside joint assertions and
    /// invariants.
    Spec(Option<Box<Expr>>, String),
    /// `proc[e].x`: variable `x` of process `e`, inside collective assertions and invariants.
    Peer(Box<Expr>, String),
    /// `sent(r)`, `proc[e].received(r, tag = t)`, `spec.sent(r)`: messages so far, inside
    /// collective assertions and invariants.
    Counter(Box<Counter>),
    /// `in_flight(a, b, tag = t)`: `proc[a].sent(b) - proc[b].received(a)`, which may be negative.
    InFlight {
        /// The sender.
        from: Box<Expr>,
        /// The receiver.
        to: Box<Expr>,
        /// Only messages with this tag.
        tag: Option<Box<Expr>>,
        /// Only messages of the communicator in this variable.
        comm: Option<String>,
    },
    /// `shared!(init)`, the initialiser of a `let`: a variable that its process writes and all
    /// read.
    Shared(Box<Expr>),
    /// `critical!({ .. })`: at most one process at a time may be inside.
    Critical(Block),
    /// `always!(e)`: holds in every global state.
    Always(Box<Expr>),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UnOp {
    Neg,
    Not,
    Deref,
}

/// Binary operators; `And` and `Or` are the short-circuiting ones, the `Bit` forms apply to `bool`
/// only.
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

/// A constant that rustc evaluated.
#[derive(Clone, Debug, PartialEq)]
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

/// The message of an assertion or a panic: `"x is {x}"` is a text and a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Message(pub Vec<Piece>);

/// A part of a message.
#[derive(Clone, Debug, PartialEq)]
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

/// An operator of the program's own, in a reduction.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnOperator {
    /// The function that combines two operands, as an index into
    /// [`Function::callees`](super::Function).
    pub function: usize,
    /// Is it declared to be commutative?
    pub commutative: bool,
}

impl OwnOperator {
    /// The word that declares it.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        match self.commutative {
            true => "commutative",
            false => "ordered",
        }
    }
}

/// A communication operation, uninterpreted.
#[derive(Clone, Debug, PartialEq)]
pub struct CommCall {
    /// The operation's name, e.g. `send`.
    pub op: String,
    /// Its arguments by name, in the model's canonical order; absent optional ones are left out.
    pub args: Vec<(String, Expr)>,
}

/// A ghost counter of point-to-point messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    /// Whose counter.
    pub whose: Whose,
    /// What it counts.
    pub way: Way,
    /// The other process.
    pub peer: Expr,
    /// Only messages with this tag, a constant.
    pub tag: Option<Expr>,
    /// Only messages of the communicator in this variable, of the process whose counter it is.
    pub comm: Option<String>,
}

/// The process that a counter belongs to.
#[derive(Clone, Debug, PartialEq)]
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
