//! The operations of `mpi!`: the one table that the macro's checks, the communication model, the
//! reports and the tests of the documentation read.
//!
//! ```
//! let send = tass_syntax::operation::find("send").unwrap();
//! let params: Vec<_> = send.signature.params.iter().map(|p| p.name).collect();
//! assert_eq!(params, ["buf", "to", "tag"]);
//! ```

use std::sync::Arc;

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

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param {
        name,
        kind,
        default: None,
    }
}
const fn data(name: &'static str) -> Param {
    param(name, ParamKind::In)
}
/// Data to read, or `IN_PLACE`: then it is what the buffer holds that is written.
const fn given(name: &'static str) -> Param {
    Param {
        default: Some(0),
        ..data(name)
    }
}
const fn place(name: &'static str) -> Param {
    param(name, ParamKind::Out)
}
const fn rank(name: &'static str) -> Param {
    param(name, ParamKind::Rank)
}
const fn name(name: &'static str) -> Param {
    param(name, ParamKind::Name)
}
const fn counts(name: &'static str) -> Param {
    param(name, ParamKind::Counts)
}
/// Where blocks start; left out, each starts where the one before it ends.
const fn displs(name: &'static str) -> Param {
    Param {
        default: Some(0),
        ..counts(name)
    }
}
const fn tag(name: &'static str) -> Param {
    Param {
        default: Some(0),
        ..param(name, ParamKind::Tag)
    }
}

const fn requests(name: &'static str) -> Param {
    param(name, ParamKind::Handles(Handle::Request))
}
const fn status(name: &'static str) -> Param {
    Param {
        default: Some(0),
        ..param(name, ParamKind::Status)
    }
}

/// An operation on requests. Only what they stand for counts: it needs no hints.
const fn completion(
    name: &'static str,
    example: &'static str,
    params: &'static [Param],
    result: Returns,
) -> Operation {
    point_to_point(name, example, params, result, &[])
}

const fn environment(name: &'static str, example: &'static str, pure: Option<Pure>) -> Operation {
    Operation {
        signature: Signature {
            name,
            params: &[],
            result: match pure {
                Some(_) => Returns::Usize,
                None => Returns::Nothing,
            },
            pure,
            one_type: false,
        },
        group: Group::Environment,
        example,
        hints: &[],
    }
}

const fn point_to_point(
    name: &'static str,
    example: &'static str,
    params: &'static [Param],
    result: Returns,
    hints: &'static [(&'static str, &'static str)],
) -> Operation {
    Operation {
        signature: Signature {
            name,
            params,
            result,
            pure: None,
            one_type: false,
        },
        group: Group::PointToPoint,
        example,
        hints,
    }
}

const fn collective(
    name: &'static str,
    example: &'static str,
    params: &'static [Param],
    hints: &'static [(&'static str, &'static str)],
) -> Operation {
    Operation {
        signature: Signature {
            name,
            params,
            result: Returns::Nothing,
            pure: None,
            one_type: true,
        },
        group: Group::Collective,
        example,
        hints,
    }
}

const SEND_HINTS: &[(&str, &str)] = &[
    ("from", "a send names its receiver with `to = `"),
    ("source", "a send names its receiver with `to = `"),
    ("dest", "the receiver is named with `to = `"),
    ("dst", "the receiver is named with `to = `"),
    (
        "root",
        "a send has no root; it names its receiver with `to = `",
    ),
];
const RECV_HINTS: &[(&str, &str)] = &[
    ("to", "a receive names its sender with `from = `"),
    ("dest", "a receive names its sender with `from = `"),
    ("source", "the sender is named with `from = `"),
    ("src", "the sender is named with `from = `"),
    (
        "root",
        "a receive has no root; it names its sender with `from = `",
    ),
];
const ROOTED_HINTS: &[(&str, &str)] = &[
    (
        "to",
        "the process that all others look to is named with `root = `",
    ),
    (
        "from",
        "the process that all others look to is named with `root = `",
    ),
    (
        "tag",
        "collective operations match by the order of calls, without tags",
    ),
];
const ROOTLESS_HINTS: &[(&str, &str)] = &[
    ("root", "every process gets the result, so there is no root"),
    (
        "to",
        "every process takes part, so there is no receiver to name",
    ),
    (
        "tag",
        "collective operations match by the order of calls, without tags",
    ),
];

/// Every operation that is supported.
pub const OPERATIONS: &[Operation] = &[
    // Who am I, and how many are we.
    environment("rank", "rank()", Some(Pure::Rank)),
    environment("size", "size()", Some(Pure::Size)),
    // Standard mode: the library may buffer the message, or wait for the receiver.
    point_to_point(
        "send",
        "send(&x, to = 1, tag = 0)",
        &[data("buf"), rank("to"), tag("tag")],
        Returns::Nothing,
        SEND_HINTS,
    ),
    // Synchronous mode: returns only when the receive has started.
    point_to_point(
        "ssend",
        "ssend(&x, to = 1, tag = 0)",
        &[data("buf"), rank("to"), tag("tag")],
        Returns::Nothing,
        SEND_HINTS,
    ),
    point_to_point(
        "recv",
        "recv(&mut x, from = 0, tag = 0)",
        &[place("buf"), rank("from"), tag("tag")],
        Returns::Status,
        RECV_HINTS,
    ),
    // Immediate: the call is over at once, the operation when its request is completed.
    point_to_point(
        "isend",
        "isend(&x, to = 1, tag = 0)",
        &[data("buf"), rank("to"), tag("tag")],
        Returns::Request,
        SEND_HINTS,
    ),
    point_to_point(
        "issend",
        "issend(&x, to = 1, tag = 0)",
        &[data("buf"), rank("to"), tag("tag")],
        Returns::Request,
        SEND_HINTS,
    ),
    point_to_point(
        "irecv",
        "irecv(&mut x, from = 0, tag = 0)",
        &[place("buf"), rank("from"), tag("tag")],
        Returns::Request,
        RECV_HINTS,
    ),
    // Completion: one request, all, one of several, as many as are done; and without waiting.
    completion(
        "wait",
        "wait(&mut request)",
        &[requests("request")],
        Returns::Status,
    ),
    completion(
        "waitall",
        "waitall(&mut requests)",
        &[requests("requests")],
        Returns::Statuses,
    ),
    completion(
        "waitany",
        "waitany(&mut requests)",
        &[requests("requests")],
        Returns::IndexAndStatus,
    ),
    completion(
        "waitsome",
        "waitsome(&mut requests)",
        &[requests("requests")],
        Returns::IndicesAndStatuses,
    ),
    completion(
        "test",
        "test(&mut request, status = &mut status)",
        &[requests("request"), status("status")],
        Returns::Flag,
    ),
    completion(
        "testall",
        "testall(&mut requests)",
        &[requests("requests")],
        Returns::Flag,
    ),
    completion(
        "testany",
        "testany(&mut requests, status = &mut status)",
        &[requests("requests"), status("status")],
        Returns::FlagAndIndex,
    ),
    completion(
        "testsome",
        "testsome(&mut requests)",
        &[requests("requests")],
        Returns::IndicesAndStatuses,
    ),
    completion(
        "request_free",
        "request_free(&mut request)",
        &[requests("request")],
        Returns::Nothing,
    ),
    // Persistent: begun as often as one likes, with what the buffer holds then.
    point_to_point(
        "send_init",
        "send_init(&x, to = 1, tag = 0)",
        &[data("buf"), rank("to"), tag("tag")],
        Returns::Request,
        SEND_HINTS,
    ),
    point_to_point(
        "ssend_init",
        "ssend_init(&x, to = 1, tag = 0)",
        &[data("buf"), rank("to"), tag("tag")],
        Returns::Request,
        SEND_HINTS,
    ),
    point_to_point(
        "recv_init",
        "recv_init(&mut x, from = 0, tag = 0)",
        &[place("buf"), rank("from"), tag("tag")],
        Returns::Request,
        RECV_HINTS,
    ),
    completion(
        "start",
        "start(&mut request)",
        &[requests("request")],
        Returns::Nothing,
    ),
    completion(
        "startall",
        "startall(&mut requests)",
        &[requests("requests")],
        Returns::Nothing,
    ),
    // A look at the message that a receive would take.
    point_to_point(
        "probe",
        "probe(from = 0, tag = 0)",
        &[rank("from"), tag("tag")],
        Returns::Status,
        RECV_HINTS,
    ),
    point_to_point(
        "iprobe",
        "iprobe(from = 0, tag = 0, status = &mut status)",
        &[rank("from"), tag("tag"), status("status")],
        Returns::Flag,
        RECV_HINTS,
    ),
    // Both at once, so that an exchange cannot deadlock. `tag` sets both tags. The order is that of
    // evaluation.
    point_to_point(
        "sendrecv",
        "sendrecv(&x, to = right, &mut y, from = left)",
        &[
            data("sendbuf"),
            rank("to"),
            place("recvbuf"),
            rank("from"),
            tag("sendtag"),
            tag("recvtag"),
        ],
        Returns::Status,
        &[
            ("dest", "the receiver is named with `to = `"),
            ("source", "the sender is named with `from = `"),
        ],
    ),
    point_to_point(
        "sendrecv_replace",
        "sendrecv_replace(&mut x, to = right, from = left)",
        &[
            place("buf"),
            rank("to"),
            rank("from"),
            tag("sendtag"),
            tag("recvtag"),
        ],
        Returns::Status,
        &[
            ("dest", "the receiver is named with `to = `"),
            ("source", "the sender is named with `from = `"),
        ],
    ),
    collective("barrier", "barrier()", &[], ROOTLESS_HINTS),
    collective(
        "bcast",
        "bcast(&mut x, root = 0)",
        &[place("buf"), rank("root")],
        ROOTED_HINTS,
    ),
    collective(
        "reduce",
        "reduce(&x, &mut total, op = SUM, root = 0)",
        &[given("sendbuf"), place("recvbuf"), name("op"), rank("root")],
        ROOTED_HINTS,
    ),
    collective(
        "allreduce",
        "allreduce(&x, &mut total, op = SUM)",
        &[given("sendbuf"), place("recvbuf"), name("op")],
        ROOTLESS_HINTS,
    ),
    collective(
        "gather",
        "gather(&x, &mut all, root = 0)",
        &[given("sendbuf"), place("recvbuf"), rank("root")],
        ROOTED_HINTS,
    ),
    collective(
        "scatter",
        "scatter(&all, &mut x, root = 0)",
        &[data("sendbuf"), place("recvbuf"), rank("root")],
        ROOTED_HINTS,
    ),
    collective(
        "allgather",
        "allgather(&x, &mut all)",
        &[given("sendbuf"), place("recvbuf")],
        ROOTLESS_HINTS,
    ),
    collective(
        "alltoall",
        "alltoall(&out, &mut back)",
        &[given("sendbuf"), place("recvbuf")],
        ROOTLESS_HINTS,
    ),
    // The reduction over the processes up to this one.
    collective(
        "scan",
        "scan(&x, &mut before, op = SUM)",
        &[given("sendbuf"), place("recvbuf"), name("op")],
        ROOTLESS_HINTS,
    ),
    // The reduction over the processes before this one.
    collective(
        "exscan",
        "exscan(&x, &mut before, op = SUM)",
        &[given("sendbuf"), place("recvbuf"), name("op")],
        ROOTLESS_HINTS,
    ),
    // The reduction, dealt out: in equal blocks, or in blocks of these lengths.
    collective(
        "reduce_scatter_block",
        "reduce_scatter_block(&x, &mut mine, op = SUM)",
        &[given("sendbuf"), place("recvbuf"), name("op")],
        ROOTLESS_HINTS,
    ),
    collective(
        "reduce_scatter",
        "reduce_scatter(&x, &mut mine, counts = &counts, op = SUM)",
        &[
            given("sendbuf"),
            place("recvbuf"),
            counts("counts"),
            name("op"),
        ],
        ROOTLESS_HINTS,
    ),
    // Blocks of different lengths, each where `displs` says.
    collective(
        "gatherv",
        "gatherv(&x, &mut all, counts = &counts, root = 0)",
        &[
            data("sendbuf"),
            place("recvbuf"),
            counts("counts"),
            displs("displs"),
            rank("root"),
        ],
        ROOTED_HINTS,
    ),
    collective(
        "scatterv",
        "scatterv(&all, &mut x, counts = &counts, root = 0)",
        &[
            data("sendbuf"),
            place("recvbuf"),
            counts("counts"),
            displs("displs"),
            rank("root"),
        ],
        ROOTED_HINTS,
    ),
    collective(
        "allgatherv",
        "allgatherv(&x, &mut all, counts = &counts)",
        &[
            data("sendbuf"),
            place("recvbuf"),
            counts("counts"),
            displs("displs"),
        ],
        ROOTLESS_HINTS,
    ),
    collective(
        "alltoallv",
        "alltoallv(&out, sendcounts = &give, &mut back, recvcounts = &take)",
        &[
            data("sendbuf"),
            counts("sendcounts"),
            displs("senddispls"),
            place("recvbuf"),
            counts("recvcounts"),
            displs("recvdispls"),
        ],
        ROOTLESS_HINTS,
    ),
    environment("init", "init()", None),
    environment("finalize", "finalize()", None),
    // The end of all processes, whatever they do.
    Operation {
        signature: Signature {
            name: "abort",
            params: &[param("code", ParamKind::Number)],
            result: Returns::Nothing,
            pure: None,
            one_type: false,
        },
        group: Group::Environment,
        example: "abort(code = 1)",
        hints: &[],
    },
];

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
    ("nprocs", "size"),
];

/// Operations of MPI that are known and not supported yet, with the nearest one that is.
pub const LATER: &[(&str, &str)] = &[
    (
        "bsend",
        "use `send`: whether it buffers is checked both ways",
    ),
    ("rsend", "use `send`"),
    ("ibsend", "use `send`"),
    ("irsend", "use `send`"),
    ("split", "use ranks of the whole program"),
    ("dup", "use the tags of messages to keep them apart"),
    ("free", "there is nothing to free yet"),
    ("ibarrier", "use `barrier`"),
    ("ibcast", "use `bcast`"),
    ("ireduce", "use `reduce`"),
    ("iallreduce", "use `allreduce`"),
    ("igather", "use `gather`"),
    ("iscatter", "use `scatter`"),
    ("iallgather", "use `allgather`"),
    ("ialltoall", "use `alltoall`"),
];
