//! The table: what each operation takes, what it gives, and what to say to those who write it otherwise.

/// One operation of `mpi!`.
#[derive(Debug)]
pub(crate) struct Operation {
    /// Its name in `mpi!(name(..))`.
    pub(crate) name: &'static str,
    /// A correct call, shown with every mistake.
    pub(crate) example: &'static str,
    /// Its arguments in canonical order: that of the model and of the native function.
    pub(crate) args: &'static [Arg],
    /// What it gives back.
    pub(crate) returns: Returns,
    /// Named arguments that do not exist here, and why.
    pub(crate) hints: &'static [(&'static str, &'static str)],
}

/// One argument of an operation.
#[derive(Debug)]
pub(crate) struct Arg {
    /// Its name; buffers are given by position and named only in the model.
    pub(crate) name: &'static str,
    /// How it is written.
    pub(crate) form: Form,
}

/// How an argument is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `&x`, by position.
    Shared,
    /// `&mut x`, by position.
    Mutable,
    /// `name = e`
    Required,
    /// `name = e`, or left out: then it is 0.
    Tag,
}

/// The type of an operation's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    /// `()`
    Nothing,
    /// A rank or a number of processes.
    Usize,
    /// `Status`
    Status,
}

const fn shared(name: &'static str) -> Arg {
    Arg {
        name,
        form: Form::Shared,
    }
}
const fn mutable(name: &'static str) -> Arg {
    Arg {
        name,
        form: Form::Mutable,
    }
}
const fn required(name: &'static str) -> Arg {
    Arg {
        name,
        form: Form::Required,
    }
}
const fn tag(name: &'static str) -> Arg {
    Arg {
        name,
        form: Form::Tag,
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
pub(crate) const OPERATIONS: &[Operation] = &[
    // Who am I, and how many are we.
    Operation {
        name: "rank",
        example: "rank()",
        args: &[],
        returns: Returns::Usize,
        hints: &[],
    },
    Operation {
        name: "size",
        example: "size()",
        args: &[],
        returns: Returns::Usize,
        hints: &[],
    },
    // Standard mode: the library may buffer the message, or wait for the receiver.
    Operation {
        name: "send",
        example: "send(&x, to = 1, tag = 0)",
        args: &[shared("buf"), required("to"), tag("tag")],
        returns: Returns::Nothing,
        hints: SEND_HINTS,
    },
    // Synchronous mode: returns only when the receive has started.
    Operation {
        name: "ssend",
        example: "ssend(&x, to = 1, tag = 0)",
        args: &[shared("buf"), required("to"), tag("tag")],
        returns: Returns::Nothing,
        hints: SEND_HINTS,
    },
    Operation {
        name: "recv",
        example: "recv(&mut x, from = 0, tag = 0)",
        args: &[mutable("buf"), required("from"), tag("tag")],
        returns: Returns::Status,
        hints: RECV_HINTS,
    },
    // Both at once, so that an exchange cannot deadlock. `tag` sets both tags. The order is that of evaluation.
    Operation {
        name: "sendrecv",
        example: "sendrecv(&x, to = right, &mut y, from = left)",
        args: &[
            shared("sendbuf"),
            required("to"),
            mutable("recvbuf"),
            required("from"),
            tag("sendtag"),
            tag("recvtag"),
        ],
        returns: Returns::Status,
        hints: &[
            ("dest", "the receiver is named with `to = `"),
            ("source", "the sender is named with `from = `"),
        ],
    },
    Operation {
        name: "barrier",
        example: "barrier()",
        args: &[],
        returns: Returns::Nothing,
        hints: ROOTLESS_HINTS,
    },
    Operation {
        name: "bcast",
        example: "bcast(&mut x, root = 0)",
        args: &[mutable("buf"), required("root")],
        returns: Returns::Nothing,
        hints: ROOTED_HINTS,
    },
    Operation {
        name: "reduce",
        example: "reduce(&x, &mut total, op = SUM, root = 0)",
        args: &[
            shared("sendbuf"),
            mutable("recvbuf"),
            required("op"),
            required("root"),
        ],
        returns: Returns::Nothing,
        hints: ROOTED_HINTS,
    },
    Operation {
        name: "allreduce",
        example: "allreduce(&x, &mut total, op = SUM)",
        args: &[shared("sendbuf"), mutable("recvbuf"), required("op")],
        returns: Returns::Nothing,
        hints: ROOTLESS_HINTS,
    },
    Operation {
        name: "gather",
        example: "gather(&x, &mut all, root = 0)",
        args: &[shared("sendbuf"), mutable("recvbuf"), required("root")],
        returns: Returns::Nothing,
        hints: ROOTED_HINTS,
    },
    Operation {
        name: "scatter",
        example: "scatter(&all, &mut x, root = 0)",
        args: &[shared("sendbuf"), mutable("recvbuf"), required("root")],
        returns: Returns::Nothing,
        hints: ROOTED_HINTS,
    },
    Operation {
        name: "allgather",
        example: "allgather(&x, &mut all)",
        args: &[shared("sendbuf"), mutable("recvbuf")],
        returns: Returns::Nothing,
        hints: ROOTLESS_HINTS,
    },
    Operation {
        name: "alltoall",
        example: "alltoall(&out, &mut back)",
        args: &[shared("sendbuf"), mutable("recvbuf")],
        returns: Returns::Nothing,
        hints: ROOTLESS_HINTS,
    },
    // The reduction over the processes up to this one.
    Operation {
        name: "scan",
        example: "scan(&x, &mut before, op = SUM)",
        args: &[shared("sendbuf"), mutable("recvbuf"), required("op")],
        returns: Returns::Nothing,
        hints: ROOTLESS_HINTS,
    },
    // The reduction over the processes before this one.
    Operation {
        name: "exscan",
        example: "exscan(&x, &mut before, op = SUM)",
        args: &[shared("sendbuf"), mutable("recvbuf"), required("op")],
        returns: Returns::Nothing,
        hints: ROOTLESS_HINTS,
    },
    Operation {
        name: "init",
        example: "init()",
        args: &[],
        returns: Returns::Nothing,
        hints: &[],
    },
    Operation {
        name: "finalize",
        example: "finalize()",
        args: &[],
        returns: Returns::Nothing,
        hints: &[],
    },
];

/// Other names of operations, from other bindings and from speech.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("broadcast", "bcast"),
    ("receive", "recv"),
    ("all_to_all", "alltoall"),
    ("send_recv", "sendrecv"),
    ("comm_rank", "rank"),
    ("comm_size", "size"),
    ("nprocs", "size"),
];

/// Operations of MPI that are known and not supported yet, with the nearest one that is.
pub(super) const LATER: &[(&str, &str)] = &[
    (
        "bsend",
        "use `send`: whether it buffers is checked both ways",
    ),
    ("rsend", "use `send`"),
    ("isend", "use `send`, or `sendrecv` for an exchange"),
    ("issend", "use `ssend`"),
    ("ibsend", "use `send`"),
    ("irsend", "use `send`"),
    ("irecv", "use `recv`, or `sendrecv` for an exchange"),
    ("wait", "use the blocking operations"),
    ("waitall", "use the blocking operations"),
    ("waitany", "use `recv` with `from = ANY`"),
    ("waitsome", "use `recv` with `from = ANY`"),
    ("test", "use the blocking operations"),
    ("testall", "use the blocking operations"),
    ("testany", "use the blocking operations"),
    ("testsome", "use the blocking operations"),
    ("probe", "use the `Status` that `recv` gives back"),
    ("iprobe", "use the `Status` that `recv` gives back"),
    ("send_init", "use `send`"),
    ("recv_init", "use `recv`"),
    ("start", "use the blocking operations"),
    ("startall", "use the blocking operations"),
    ("split", "use ranks of the whole program"),
    ("dup", "use the tags of messages to keep them apart"),
    ("free", "there is nothing to free yet"),
    ("gatherv", "use `gather`, or `send` and `recv`"),
    ("scatterv", "use `scatter`, or `send` and `recv`"),
    ("allgatherv", "use `allgather`, or `send` and `recv`"),
    ("alltoallv", "use `alltoall`, or `send` and `recv`"),
    ("reduce_scatter", "use `reduce` and then `scatter`"),
    ("ibarrier", "use `barrier`"),
    ("ibcast", "use `bcast`"),
    ("ireduce", "use `reduce`"),
    ("iallreduce", "use `allreduce`"),
    ("igather", "use `gather`"),
    ("iscatter", "use `scatter`"),
    ("iallgather", "use `allgather`"),
    ("ialltoall", "use `alltoall`"),
];
