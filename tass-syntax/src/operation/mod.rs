//! The operations of `mpi!`: the one table that the macro's checks, the communication model, the
//! reports and the tests of the documentation read.
//!
//! ```
//! let send = tass_syntax::operation::find("send").unwrap();
//! let params: Vec<_> = send.signature.params.iter().map(|p| p.name).collect();
//! assert_eq!(params, ["buf", "to", "tag", "comm"]);
//! ```

mod table;

use std::sync::Arc;

pub use self::table::OPERATIONS;

use crate::tree::{Derived, Handle, IntTy, StructDef, Type};

/// One operation of `mpi!`.
#[derive(Debug)]
pub struct Operation {
    /// What it takes and gives.
    pub signature: Signature,
    /// What sort of operation it is.
    pub group: Group,
    /// A correct call, shown with every mistake.
    pub example: &'static str,
    /// Named arguments that do not exist here, and why.
    pub hints: &'static [(&'static str, &'static str)],
}

/// What an operation takes and gives: all that the engine has to know of it.
#[derive(Debug)]
pub struct Signature {
    /// Its name in `mpi!(name(..))`.
    pub name: &'static str,
    /// Its operands in canonical order: that of the model and of the native function.
    pub params: &'static [Param],
    /// What it gives back.
    pub result: Returns,
    /// An operation that only asks who and how many we are.
    pub pure: Option<Pure>,
    /// Do all its buffers have one element type? Then what is known of one is known of the others.
    pub one_type: bool,
}

impl Signature {
    /// Is it over for the process before it is done, and gives a request to complete it by?
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        self.result == Returns::Request
    }
}

/// One operand of an operation.
#[derive(Debug)]
pub struct Param {
    /// Its name; buffers are given by position and named only in the model.
    pub name: &'static str,
    /// Its kind.
    pub kind: ParamKind,
    /// What it is if left out.
    pub default: Option<i64>,
}

/// The kinds of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Data to read: `&x`, by position.
    In,
    /// A variable to write: `&mut x`, by position.
    Out,
    /// A variable that holds handles, or several: `&mut request`, by position.
    Handles(Handle),
    /// `name = e`: the rank of another process, or one of the special ranks.
    Rank,
    /// `name = e`: a tag or another integer that must be known to match.
    Tag,
    /// `name = e`: one of the named constants.
    Name,
    /// `name = &mut e`: a variable for a `Status`, or nothing.
    Status,
    /// `name = e`: an integer that is only told.
    Number,
    /// `name = &e`: a number of elements for each process, in a sequence of `usize`.
    Counts,
    /// `name = &e`: a truth value for each of several, in a sequence of `bool`.
    Flags,
    /// `name = e`: an integer of any sign, which must be known.
    Key,
    /// `comm = c`: the communicator; all processes if left out.
    Comm,
}

impl Param {
    /// May `IN_PLACE` stand for it?
    #[must_use]
    pub fn may_be_in_place(&self) -> bool {
        self.kind == ParamKind::In && self.default.is_some()
    }
}

impl ParamKind {
    /// Is it given by position?
    #[must_use]
    pub fn is_buffer(self) -> bool {
        matches!(self, ParamKind::In | ParamKind::Out | ParamKind::Handles(_))
    }

    /// Is it a variable that the operation writes?
    #[must_use]
    pub fn is_written(self) -> bool {
        matches!(
            self,
            ParamKind::Out | ParamKind::Status | ParamKind::Handles(_)
        )
    }
}

/// What an operation returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// `()`
    Nothing,
    /// A rank or a number of processes.
    Usize,
    /// `Status`: a struct of `source`, `tag` and `count`.
    Status,
    /// `Request`: by which an operation under way is completed.
    Request,
    /// `bool`: has it happened?
    Flag,
    /// `(bool, usize)`: has it happened, and to which of the requests?
    FlagAndIndex,
    /// `(usize, Status)`: which of the requests is completed, and its status.
    IndexAndStatus,
    /// `Vec<Status>`: one for each of the requests.
    Statuses,
    /// `Vec<(usize, Status)>`: which of the requests are completed, and the status of each.
    IndicesAndStatuses,
    /// `Comm`: a communicator.
    Comm,
    /// `(Matched, Status)`: a message that nobody else can receive, and what is known of it.
    MatchedAndStatus,
    /// `Vec<usize>`
    Usizes,
    /// `(usize, usize)`
    TwoUsizes,
}

impl Returns {
    /// The type.
    #[must_use]
    pub fn ty(self) -> Type {
        let usize = Type::Int(IntTy::Usize);
        match self {
            Returns::Nothing => Type::Unit,
            Returns::Usize => usize,
            Returns::Request => Type::Handle(Handle::Request),
            Returns::Flag => Type::Bool,
            Returns::FlagAndIndex => Type::Tuple(vec![Type::Bool, usize]),
            Returns::IndexAndStatus => Type::Tuple(vec![usize, Returns::Status.ty()]),
            Returns::Statuses => Type::Vec(Box::new(Returns::Status.ty())),
            Returns::IndicesAndStatuses => Type::Vec(Box::new(Returns::IndexAndStatus.ty())),
            Returns::Comm => Type::Handle(Handle::Comm),
            Returns::MatchedAndStatus => {
                Type::Tuple(vec![Type::Handle(Handle::Matched), Returns::Status.ty()])
            }
            Returns::Usizes => Type::Vec(Box::new(usize)),
            Returns::TwoUsizes => Type::Tuple(vec![usize.clone(), usize]),
            Returns::Status => Type::Struct(Arc::new(StructDef {
                name: "Status".into(),
                fields: vec![
                    ("source".into(), usize.clone()),
                    ("tag".into(), usize.clone()),
                    ("count".into(), usize),
                ],
                derived: Derived {
                    ord: false,
                    ..Derived::ALL
                },
            })),
        }
    }
}

/// Operations without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pure {
    /// Who am I?
    Rank,
    /// How many are we?
    Size,
}

/// The sorts of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Between two processes.
    PointToPoint,
    /// All processes take part, each with its first call, its second, and so on.
    Collective,
    /// Everything else.
    Environment,
}

/// The operation of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|op| op.signature.name == name)
}

/// The names of [`OPERATIONS`].
pub(crate) const NAMES: [&str; OPERATIONS.len()] = {
    let mut names = [""; OPERATIONS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = OPERATIONS[at].signature.name;
        at += 1;
    }
    names
};

/// Other names of operations, from other bindings and from speech.
pub const ALIASES: &[(&str, &str)] = &[
    ("broadcast", "bcast"),
    ("receive", "recv"),
    ("all_to_all", "alltoall"),
    ("send_recv", "sendrecv"),
    ("send_recv_replace", "sendrecv_replace"),
    ("comm_rank", "rank"),
    ("comm_size", "size"),
    ("wait_all", "waitall"),
    ("start_all", "startall"),
    ("wait_any", "waitany"),
    ("wait_some", "waitsome"),
    ("test_all", "testall"),
    ("test_any", "testany"),
    ("test_some", "testsome"),
    ("comm_split", "split"),
    ("comm_dup", "dup"),
    ("comm_free", "free"),
    ("topo_create", "cart_create"),
    ("nprocs", "size"),
];

/// Operations of MPI that are known and not supported yet, with the nearest one that is.
pub const LATER: &[(&str, &str)] = &[
    ("idup", "use `dup`"),
    ("create", "use `split`"),
    ("intercomm_create", "use `split`"),
    ("cart_sub", "use `split` with a coordinate as the color"),
    (
        "cart_rank",
        "compute it: ranks go through the grid row by row",
    ),
    ("graph_create", "use ranks of the communicator"),
    ("put", "use `send` and `recv`"),
    ("get", "use `send` and `recv`"),
    ("accumulate", "use `reduce`"),
];
