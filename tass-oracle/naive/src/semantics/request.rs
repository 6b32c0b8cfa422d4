//! What a process asks of the others, and what it gets.
//!
//! A process is a function of its rank, the inputs and the answers that it has got: it runs until
//! it needs one more, and what it needs is a [`Request`].

use std::sync::Arc;

use tass_syntax::tree::Type;

use super::group::Group;
use super::making::Making;
use super::meeting::Piece;
use super::own::Own;
use super::shares::Shares;
use super::snapshot::Contribution;
use super::value::Value;

/// What a process asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Request {
    /// `send`, `ssend`, `bsend`, `rsend`
    Send(Outgoing),
    /// `recv`
    Recv(Incoming),
    /// `sendrecv`, with somebody on both sides.
    SendRecv(Outgoing, Incoming),
    /// A collective operation.
    Collective(Box<Collective>),
    /// A collective assertion.
    Contribute(Contribution),
    /// `choose!`: any of these, the upper bound excluded.
    Choose(i128, i128),
    /// `isend`, `irecv`, `imrecv` and their like.
    Post(Posting),
    /// `wait`, `test` and their like.
    Complete(Completion),
    /// `request_free` of one that rests.
    Free,
    /// `probe`, `iprobe`, `mprobe`, `improbe`
    Probe(Probe),
    /// `mrecv`
    Fetch(Fetching),
    /// `buffer_attach`, for so many elements.
    Attach(usize),
    /// `buffer_detach`
    Detach,
}

/// An operation that goes on while its process does something else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Posting {
    /// `isend`, `issend`, `ibsend`, `irsend`
    Send(Outgoing),
    /// `irecv`
    Receive(Incoming),
    /// `imrecv`
    Fetch(Fetching),
    /// A collective operation.
    Collective(Box<Collective>),
    /// A message from nobody or to nobody: it is done at once, with the source of its status.
    Nothing(i128),
}

/// Requests that are to be completed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Completion {
    /// How many of them.
    pub(super) which: Which,
    /// Does the process wait (or only ask)?
    pub(super) waits: bool,
    /// Their handles, in order; `None` for one that stands for nothing.
    pub(super) handles: Vec<Option<usize>>,
}

/// How many of several requests are to be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Which {
    /// All of them at once.
    All,
    /// One of them.
    Any,
    /// Some of them.
    Some,
}

/// A look at a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Probe {
    /// The communicator.
    pub(super) comm: usize,
    /// The sender.
    pub(super) from: Source,
    /// The tag; `None` for any.
    pub(super) tag: Option<i128>,
    /// Does the process wait for one (or only ask)?
    pub(super) waits: bool,
    /// Is the message its own from now on?
    pub(super) matches: bool,
}

/// A message of a process's own that is to be received.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fetching {
    /// Its number.
    pub(super) message: usize,
    /// What there is room for.
    pub(super) incoming: Incoming,
}

/// What has come of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Finished {
    /// Who sent the message.
    pub(super) source: i128,
    /// Its tag.
    pub(super) tag: i128,
    /// Its elements.
    pub(super) items: Vec<Value>,
    /// What a collective operation puts into the buffer, and where.
    pub(super) pieces: Vec<Piece>,
}

/// A message to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Outgoing {
    /// The communicator.
    pub(super) comm: usize,
    /// The receiver.
    pub(super) to: usize,
    /// The tag.
    pub(super) tag: i128,
    /// What is sent.
    pub(super) data: Data,
    /// How.
    pub(super) mode: Mode,
}

/// The modes of sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// `send`: buffered, or not.
    Standard,
    /// `ssend`: never buffered.
    Synchronous,
    /// `bsend`: kept in the buffer that the program has attached.
    Buffered,
    /// `rsend`: wrong unless its receive is posted; waits for nothing.
    Ready,
}

/// A message that is waited for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Incoming {
    /// The communicator.
    pub(super) comm: usize,
    /// The sender.
    pub(super) from: Source,
    /// The tag; `None` for any.
    pub(super) tag: Option<i128>,
    /// The type of the elements that there is room for.
    pub(super) elem: Type,
    /// How many of them there is room for.
    pub(super) room: usize,
}

/// Whom a message is waited for from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// This process.
    Process(usize),
    /// Any process.
    Any,
    /// Nobody: there is no message, and no wait.
    Nobody,
}

/// Elements of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Data {
    /// Their type.
    pub(super) elem: Type,
    /// The elements; a scalar is one.
    pub(super) items: Vec<Value>,
}

/// What a process brings to a collective operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Collective {
    /// Which operation.
    pub(super) op: Op,
    /// In which communicator; ranks are those in it.
    pub(super) group: Arc<Group>,
    /// Does it go on by itself?
    pub(super) immediate: bool,
    /// The root, for operations that have one.
    pub(super) root: Option<usize>,
    /// The operator, for reductions.
    pub(super) operator: Option<Operator>,
    /// Or an operator of the program's own.
    pub(super) own: Option<Own>,
    /// What it gives.
    pub(super) gives: Option<Data>,
    /// Element type and room of the buffer that it takes into.
    pub(super) takes: Option<(Type, usize)>,
    /// Which elements of what it gives are for whom, where the call says so.
    pub(super) shares_given: Option<Box<Shares>>,
    /// Which elements of the buffer that it takes into are from whom, where the call says so.
    pub(super) shares_taken: Option<Box<Shares>>,
    /// What communicator it wants, where one is made.
    pub(super) making: Option<Making>,
}

/// The collective operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub(super) enum Op {
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    Gather,
    Scatter,
    Allgather,
    Alltoall,
    Scan,
    Exscan,
    ReduceScatterBlock,
    ReduceScatter,
    Gatherv,
    Scatterv,
    Allgatherv,
    Alltoallv,
    Split,
    Dup,
    Grid,
    Free,
}

/// The operators of reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub(super) enum Operator {
    Sum,
    Prod,
    Min,
    Max,
    Land,
    Lor,
    Lxor,
    Minloc,
    Maxloc,
}

impl Mode {
    /// May the library keep the message, or not?
    pub(super) fn is_left_open(self) -> bool {
        self == Mode::Standard
    }

    /// Does nobody wait for its message to be matched?
    pub(super) fn is_over(self) -> bool {
        matches!(self, Mode::Buffered | Mode::Ready)
    }
}

/// What a process gets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    /// Its message has gone.
    Sent,
    /// A message has come.
    Received {
        /// Who sent it.
        source: i128,
        /// Its tag.
        tag: i128,
        /// Its elements.
        items: Vec<Value>,
    },
    /// A collective operation is over; what it puts into the buffer, and where.
    Collected(Vec<Piece>),
    /// The communicator that was made, if it is in one.
    Made(Option<Arc<Group>>),
    /// Its contribution to a collective assertion is taken.
    Contributed,
    /// The value chosen.
    Chosen(i128),
    /// The handle of the operation that is posted.
    Posted(usize),
    /// These requests are completed, by their positions among those that were named.
    Completed(Vec<(usize, Finished)>),
    /// There is such a message, with this source, this tag and this many elements.
    Found([i128; 3]),
    /// There is such a message, and it is the process's own, under this number.
    Matched(usize, [i128; 3]),
    /// A buffer is attached, or given back.
    Space,
    /// Not yet: what `test` and `iprobe` may say.
    No,
    /// The request is freed.
    Freed,
}

impl Collective {
    /// An operation that nothing else is said of.
    pub(super) fn of(op: Op, group: Arc<Group>) -> Collective {
        Collective {
            op,
            group,
            immediate: false,
            root: None,
            operator: None,
            own: None,
            gives: None,
            takes: None,
            shares_given: None,
            shares_taken: None,
            making: None,
        }
    }

    /// Is there anything in what it gives?
    pub(super) fn gives_something(&self) -> bool {
        let gives = self.gives.as_ref();
        gives.is_some_and(|gives| !gives.items.is_empty())
    }
}

impl Op {
    /// The operation of this name.
    pub(super) fn from_name(name: &str) -> Option<Op> {
        Some(match name {
            "barrier" => Op::Barrier,
            "bcast" => Op::Bcast,
            "reduce" => Op::Reduce,
            "allreduce" => Op::Allreduce,
            "gather" => Op::Gather,
            "scatter" => Op::Scatter,
            "allgather" => Op::Allgather,
            "alltoall" => Op::Alltoall,
            "scan" => Op::Scan,
            "exscan" => Op::Exscan,
            "reduce_scatter_block" => Op::ReduceScatterBlock,
            "reduce_scatter" => Op::ReduceScatter,
            "gatherv" => Op::Gatherv,
            "scatterv" => Op::Scatterv,
            "allgatherv" => Op::Allgatherv,
            "alltoallv" => Op::Alltoallv,
            _ => return None,
        })
    }
}

impl Operator {
    /// The operator of this name.
    pub(super) fn from_name(name: &str) -> Option<Operator> {
        Some(match name {
            "SUM" => Operator::Sum,
            "PROD" => Operator::Prod,
            "MIN" => Operator::Min,
            "MAX" => Operator::Max,
            "LAND" => Operator::Land,
            "LOR" => Operator::Lor,
            "LXOR" => Operator::Lxor,
            "MINLOC" => Operator::Minloc,
            "MAXLOC" => Operator::Maxloc,
            _ => return None,
        })
    }
}
