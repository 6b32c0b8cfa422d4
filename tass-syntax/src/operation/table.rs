//! The rows of the table: one operation each.
//!
//! A row is `name(kind param, ..) -> result, hints, example`. Operands are in canonical order: that
//! of the model, of the native function, and of evaluation.

use super::{Group, Operation, Param, ParamKind, Pure, Returns, Signature};
use crate::tree::Handle;

type Hints = &'static [(&'static str, &'static str)];

const NONE: Hints = &[];
const SEND: Hints = &[
    ("from", "a send names its receiver with `to = `"),
    ("source", "a send names its receiver with `to = `"),
    ("dest", "the receiver is named with `to = `"),
    ("dst", "the receiver is named with `to = `"),
    (
        "root",
        "a send has no root; it names its receiver with `to = `",
    ),
];
const RECV: Hints = &[
    ("to", "a receive names its sender with `from = `"),
    ("dest", "a receive names its sender with `from = `"),
    ("source", "the sender is named with `from = `"),
    ("src", "the sender is named with `from = `"),
    (
        "root",
        "a receive has no root; it names its sender with `from = `",
    ),
];
const BOTH: Hints = &[
    ("dest", "the receiver is named with `to = `"),
    ("source", "the sender is named with `from = `"),
];
const ROOTED: Hints = &[
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
const ROOTLESS: Hints = &[
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
const MATCHED: Hints = &[
    ("from", "the message has been matched, with its sender"),
    ("tag", "the message has been matched, with its tag"),
    ("comm", "the message has been matched, in its communicator"),
];
const SPLIT: Hints = &[
    ("colour", "who belongs together has the same `color = `"),
    (
        "root",
        "every process gets its communicator, so there is no root",
    ),
];
const CART: Hints = &[
    (
        "periods",
        "which dimensions close to a ring is told with `periodic = `",
    ),
    ("ndims", "there are as many dimensions as `dims = ` has"),
    ("reorder", "ranks stay as they are"),
];
const COORDS: Hints = &[("maxdims", "all coordinates are given, in a `Vec`")];
const SHIFT: Hints = &[
    ("direction", "the dimension is named with `dimension = `"),
    ("disp", "how far to go is named with `displacement = `"),
];

/// A parameter: what kind it is, and what it is if left out.
macro_rules! param {
    (comm $name:ident) => { param!(@ $name, ParamKind::Comm, Some(0)) };
    (data $name:ident) => { param!(@ $name, ParamKind::In, None) };
    // Data to read, or `IN_PLACE`: then it is what the buffer holds that is written.
    (given $name:ident) => { param!(@ $name, ParamKind::In, Some(0)) };
    (place $name:ident) => { param!(@ $name, ParamKind::Out, None) };
    (rank $name:ident) => { param!(@ $name, ParamKind::Rank, None) };
    (tag $name:ident) => { param!(@ $name, ParamKind::Tag, Some(0)) };
    (color $name:ident) => { param!(@ $name, ParamKind::Tag, None) };
    (key $name:ident) => { param!(@ $name, ParamKind::Key, Some(0)) };
    (name $name:ident) => { param!(@ $name, ParamKind::Name, None) };
    (number $name:ident) => { param!(@ $name, ParamKind::Number, None) };
    (counts $name:ident) => { param!(@ $name, ParamKind::Counts, None) };
    // Where blocks start; left out, each starts where the one before it ends.
    (displs $name:ident) => { param!(@ $name, ParamKind::Counts, Some(0)) };
    (flags $name:ident) => { param!(@ $name, ParamKind::Flags, None) };
    (status $name:ident) => { param!(@ $name, ParamKind::Status, Some(0)) };
    (requests $name:ident) => { param!(@ $name, ParamKind::Handles(Handle::Request), None) };
    (comms $name:ident) => { param!(@ $name, ParamKind::Handles(Handle::Comm), None) };
    (matched $name:ident) => { param!(@ $name, ParamKind::Handles(Handle::Matched), None) };
    (@ $name:ident, $kind:expr, $default:expr) => {
        Param { name: stringify!($name), kind: $kind, default: $default }
    };
}

macro_rules! operations {
    (@pure rank) => { Some(Pure::Rank) };
    (@pure size) => { Some(Pure::Size) };
    (@pure $other:ident) => { None };
    ($($group:ident { $(
        $name:ident($($kind:ident $param:ident),*) -> $result:ident, $hints:ident, $example:literal;
    )* })*) => {
        /// Every operation that is supported.
        pub const OPERATIONS: &[Operation] = &[$($(Operation {
            signature: Signature {
                name: stringify!($name),
                params: &[$(param!($kind $param)),*],
                result: Returns::$result,
                pure: operations!(@pure $name),
                one_type: matches!(Group::$group, Group::Collective),
            },
            group: Group::$group,
            example: $example,
            hints: $hints,
        },)*)*];
    };
}

operations! {
// Who am I, and how many are we.
Environment {
    rank(comm comm) -> Usize, NONE, "rank()";
    size(comm comm) -> Usize, NONE, "size()";
}
PointToPoint {
    // Standard mode: the library may buffer the message, or wait for the receiver.
    send(data buf, rank to, tag tag, comm comm) -> Nothing, SEND, "send(&x, to = 1, tag = 0)";
    // Synchronous mode: returns only when the receive has started.
    ssend(data buf, rank to, tag tag, comm comm) -> Nothing, SEND, "ssend(&x, to = 1, tag = 0)";
    // Buffered mode: the message goes into the buffer that was attached.
    bsend(data buf, rank to, tag tag, comm comm) -> Nothing, SEND, "bsend(&x, to = 1, tag = 0)";
    // Ready mode: only where the receive has been posted.
    rsend(data buf, rank to, tag tag, comm comm) -> Nothing, SEND, "rsend(&x, to = 1, tag = 0)";
    recv(place buf, rank from, tag tag, comm comm) -> Status, RECV,
        "recv(&mut x, from = 0, tag = 0)";
    // Space for buffered sends, in elements.
    buffer_attach(number size) -> Nothing, NONE, "buffer_attach(size = 100)";
    buffer_detach() -> Nothing, NONE, "buffer_detach()";
    // Immediate: the call is over at once, the operation when its request is completed.
    isend(data buf, rank to, tag tag, comm comm) -> Request, SEND, "isend(&x, to = 1, tag = 0)";
    issend(data buf, rank to, tag tag, comm comm) -> Request, SEND, "issend(&x, to = 1, tag = 0)";
    ibsend(data buf, rank to, tag tag, comm comm) -> Request, SEND, "ibsend(&x, to = 1, tag = 0)";
    irsend(data buf, rank to, tag tag, comm comm) -> Request, SEND, "irsend(&x, to = 1, tag = 0)";
    irecv(place buf, rank from, tag tag, comm comm) -> Request, RECV,
        "irecv(&mut x, from = 0, tag = 0)";
    // Completion: one request, all, one of several, as many as are done; and without waiting.
    wait(requests request) -> Status, NONE, "wait(&mut request)";
    waitall(requests requests) -> Statuses, NONE, "waitall(&mut requests)";
    waitany(requests requests) -> IndexAndStatus, NONE, "waitany(&mut requests)";
    waitsome(requests requests) -> IndicesAndStatuses, NONE, "waitsome(&mut requests)";
    test(requests request, status status) -> Flag, NONE,
        "test(&mut request, status = &mut status)";
    testall(requests requests) -> Flag, NONE, "testall(&mut requests)";
    testany(requests requests, status status) -> FlagAndIndex, NONE,
        "testany(&mut requests, status = &mut status)";
    testsome(requests requests) -> IndicesAndStatuses, NONE, "testsome(&mut requests)";
    request_free(requests request) -> Nothing, NONE, "request_free(&mut request)";
    // Persistent: begun as often as one likes, with what the buffer holds then.
    send_init(data buf, rank to, tag tag, comm comm) -> Request, SEND,
        "send_init(&x, to = 1, tag = 0)";
    ssend_init(data buf, rank to, tag tag, comm comm) -> Request, SEND,
        "ssend_init(&x, to = 1, tag = 0)";
    bsend_init(data buf, rank to, tag tag, comm comm) -> Request, SEND,
        "bsend_init(&x, to = 1, tag = 0)";
    rsend_init(data buf, rank to, tag tag, comm comm) -> Request, SEND,
        "rsend_init(&x, to = 1, tag = 0)";
    recv_init(place buf, rank from, tag tag, comm comm) -> Request, RECV,
        "recv_init(&mut x, from = 0, tag = 0)";
    start(requests request) -> Nothing, NONE, "start(&mut request)";
    startall(requests requests) -> Nothing, NONE, "startall(&mut requests)";
    // A look at the message that a receive would take.
    probe(rank from, tag tag, comm comm) -> Status, RECV, "probe(from = 0, tag = 0)";
    iprobe(rank from, tag tag, status status, comm comm) -> Flag, RECV,
        "iprobe(from = 0, tag = 0, status = &mut status)";
    // The same, and nobody else can receive it any more.
    mprobe(rank from, tag tag, comm comm) -> MatchedAndStatus, RECV, "mprobe(from = 0, tag = 0)";
    improbe(matched message, rank from, tag tag, status status, comm comm) -> Flag, RECV,
        "improbe(&mut message, from = 0, tag = 0, status = &mut status)";
    mrecv(place buf, matched message) -> Status, MATCHED, "mrecv(&mut x, &mut message)";
    imrecv(place buf, matched message) -> Request, MATCHED, "imrecv(&mut x, &mut message)";
    // Both at once, so that an exchange cannot deadlock. `tag` sets both tags. The order is that of
    // evaluation.
    sendrecv(data sendbuf, rank to, place recvbuf, rank from, tag sendtag, tag recvtag, comm comm)
        -> Status, BOTH, "sendrecv(&x, to = right, &mut y, from = left)";
    sendrecv_replace(place buf, rank to, rank from, tag sendtag, tag recvtag, comm comm)
        -> Status, BOTH, "sendrecv_replace(&mut x, to = right, from = left)";
}
Collective {
    barrier(comm comm) -> Nothing, ROOTLESS, "barrier()";
    bcast(place buf, rank root, comm comm) -> Nothing, ROOTED, "bcast(&mut x, root = 0)";
    reduce(given sendbuf, place recvbuf, name op, rank root, comm comm) -> Nothing, ROOTED,
        "reduce(&x, &mut total, op = SUM, root = 0)";
    allreduce(given sendbuf, place recvbuf, name op, comm comm) -> Nothing, ROOTLESS,
        "allreduce(&x, &mut total, op = SUM)";
    gather(given sendbuf, place recvbuf, rank root, comm comm) -> Nothing, ROOTED,
        "gather(&x, &mut all, root = 0)";
    scatter(data sendbuf, place recvbuf, rank root, comm comm) -> Nothing, ROOTED,
        "scatter(&all, &mut x, root = 0)";
    allgather(given sendbuf, place recvbuf, comm comm) -> Nothing, ROOTLESS,
        "allgather(&x, &mut all)";
    alltoall(given sendbuf, place recvbuf, comm comm) -> Nothing, ROOTLESS,
        "alltoall(&out, &mut back)";
    // The reduction over the processes up to this one.
    scan(given sendbuf, place recvbuf, name op, comm comm) -> Nothing, ROOTLESS,
        "scan(&x, &mut before, op = SUM)";
    // The reduction over the processes before this one.
    exscan(given sendbuf, place recvbuf, name op, comm comm) -> Nothing, ROOTLESS,
        "exscan(&x, &mut before, op = SUM)";
    // The reduction, dealt out: in equal blocks, or in blocks of these lengths.
    reduce_scatter_block(given sendbuf, place recvbuf, name op, comm comm) -> Nothing, ROOTLESS,
        "reduce_scatter_block(&x, &mut mine, op = SUM)";
    reduce_scatter(given sendbuf, place recvbuf, counts counts, name op, comm comm)
        -> Nothing, ROOTLESS, "reduce_scatter(&x, &mut mine, counts = &counts, op = SUM)";
    // Blocks of different lengths, each where `displs` says.
    gatherv(data sendbuf, place recvbuf, counts counts, displs displs, rank root, comm comm)
        -> Nothing, ROOTED, "gatherv(&x, &mut all, counts = &counts, root = 0)";
    scatterv(data sendbuf, place recvbuf, counts counts, displs displs, rank root, comm comm)
        -> Nothing, ROOTED, "scatterv(&all, &mut x, counts = &counts, root = 0)";
    allgatherv(data sendbuf, place recvbuf, counts counts, displs displs, comm comm)
        -> Nothing, ROOTLESS, "allgatherv(&x, &mut all, counts = &counts)";
    alltoallv(
        data sendbuf, counts sendcounts, displs senddispls,
        place recvbuf, counts recvcounts, displs recvdispls, comm comm
    ) -> Nothing, ROOTLESS, "alltoallv(&out, sendcounts = &give, &mut back, recvcounts = &take)";
    // The same, begun here and over when their requests are completed.
    ibarrier(comm comm) -> Request, ROOTLESS, "ibarrier()";
    ibcast(place buf, rank root, comm comm) -> Request, ROOTED, "ibcast(&mut x, root = 0)";
    ireduce(given sendbuf, place recvbuf, name op, rank root, comm comm) -> Request, ROOTED,
        "ireduce(&x, &mut total, op = SUM, root = 0)";
    iallreduce(given sendbuf, place recvbuf, name op, comm comm) -> Request, ROOTLESS,
        "iallreduce(&x, &mut total, op = SUM)";
    igather(given sendbuf, place recvbuf, rank root, comm comm) -> Request, ROOTED,
        "igather(&x, &mut all, root = 0)";
    iscatter(data sendbuf, place recvbuf, rank root, comm comm) -> Request, ROOTED,
        "iscatter(&all, &mut x, root = 0)";
    iallgather(given sendbuf, place recvbuf, comm comm) -> Request, ROOTLESS,
        "iallgather(&x, &mut all)";
    ialltoall(given sendbuf, place recvbuf, comm comm) -> Request, ROOTLESS,
        "ialltoall(&out, &mut back)";
    iscan(given sendbuf, place recvbuf, name op, comm comm) -> Request, ROOTLESS,
        "iscan(&x, &mut before, op = SUM)";
    iexscan(given sendbuf, place recvbuf, name op, comm comm) -> Request, ROOTLESS,
        "iexscan(&x, &mut before, op = SUM)";
    ireduce_scatter_block(given sendbuf, place recvbuf, name op, comm comm) -> Request, ROOTLESS,
        "ireduce_scatter_block(&x, &mut mine, op = SUM)";
    ireduce_scatter(given sendbuf, place recvbuf, counts counts, name op, comm comm)
        -> Request, ROOTLESS, "ireduce_scatter(&x, &mut mine, counts = &counts, op = SUM)";
    igatherv(data sendbuf, place recvbuf, counts counts, displs displs, rank root, comm comm)
        -> Request, ROOTED, "igatherv(&x, &mut all, counts = &counts, root = 0)";
    iscatterv(data sendbuf, place recvbuf, counts counts, displs displs, rank root, comm comm)
        -> Request, ROOTED, "iscatterv(&all, &mut x, counts = &counts, root = 0)";
    iallgatherv(data sendbuf, place recvbuf, counts counts, displs displs, comm comm)
        -> Request, ROOTLESS, "iallgatherv(&x, &mut all, counts = &counts)";
    ialltoallv(
        data sendbuf, counts sendcounts, displs senddispls,
        place recvbuf, counts recvcounts, displs recvdispls, comm comm
    ) -> Request, ROOTLESS, "ialltoallv(&out, sendcounts = &give, &mut back, recvcounts = &take)";
    // Communicators: made by all processes of another one.
    split(color color, key key, comm comm) -> Comm, SPLIT, "split(color = rank % 2, key = rank)";
    dup(comm comm) -> Comm, NONE, "dup()";
    free(comms communicator) -> Nothing, NONE, "free(&mut row)";
    // A grid of processes, row by row.
    cart_create(counts dims, flags periodic, comm comm) -> Comm, CART,
        "cart_create(dims = &[2, 3], periodic = &[false, true])";
}
Environment {
    cart_coords(rank rank, comm comm) -> Usizes, COORDS, "cart_coords(rank = 0, comm = grid)";
    // Whom a process receives from and whom it sends to, if all send so far along a dimension.
    cart_shift(tag dimension, key displacement, comm comm) -> TwoUsizes, SHIFT,
        "cart_shift(dimension = 0, displacement = 1, comm = grid)";
    init() -> Nothing, NONE, "init()";
    finalize() -> Nothing, NONE, "finalize()";
    // The end of all processes, whatever they do.
    abort(number code) -> Nothing, NONE, "abort(code = 1)";
}
}
