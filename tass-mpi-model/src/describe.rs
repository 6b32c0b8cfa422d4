//! Where a blocked process stands, in words.

use std::collections::BTreeSet;

use tass_core::comm::Awaited;

use crate::Waiting;
use crate::collective::{self, Instance};
use crate::communicator::Comm;
use crate::completion::Completing;
use crate::constants::{ANY_CODE, shown};
use crate::recv::{Receiving, Source};
use crate::request::{Complete, Request};
use crate::shared::{Channel, Shared};

/// Of more unmatched messages than this, only the first are told.
const FEW: usize = 3;
/// Of a communicator with more members than this, only the first are named.
const MANY: usize = 8;

/// The operation, and what would let the process go on.
pub(crate) fn describe(shared: &Shared, me: usize, waiting: &Waiting) -> (String, String) {
    match waiting {
        Waiting::Send(sending) => {
            let (op, to) = (sending.op, sending.channel.to);
            let what = if matches!(op, "sendrecv" | "sendrecv_replace") {
                format!("process {to} to receive its message")
            } else {
                format!("process {to} to receive it")
            };
            let to = called_to(shared, Some(sending.channel));
            let comm = in_comm(shared, sending.channel.comm);
            (
                format!("{op}(to = {to}, tag = {}{comm})", sending.tag),
                what,
            )
        }
        Waiting::Recv(receiving) => {
            let op = source_and_tag(shared, receiving.comm, receiving.from, receiving.tag);
            let wanted = Wanted::of(receiving);
            (format!("recv({op})"), message(shared, me, &wanted))
        }
        Waiting::SendRecv(exchange) => {
            let to = called_to(shared, exchange.sending.as_ref().map(|s| s.channel));
            let receiving = &exchange.receiving;
            let from = called_from(shared, receiving.comm, receiving.from);
            let comm = in_comm(shared, receiving.comm);
            let op = format!("{}(to = {to}, from = {from}{comm})", exchange.op);
            (op, message(shared, me, &Wanted::of(receiving)))
        }
        Waiting::Completion(completing) => requests(shared, me, completing),
        Waiting::Fetch(_) => ("mrecv".into(), "nobody".into()),
        Waiting::Starting(_) => ("startall".into(), "nobody".into()),
        Waiting::Detach => {
            let receivers = processes(&receivers(shared, me));
            (
                "buffer_detach".into(),
                format!("{receivers} to receive its messages"),
            )
        }
        Waiting::Probe(probing) => {
            let what = source_and_tag(shared, probing.comm, probing.from, probing.tag);
            let wanted = Wanted {
                comm: probing.comm,
                from: probing.from,
                tag: probing.tag,
            };
            (
                format!("{}({what})", probing.op),
                message(shared, me, &wanted),
            )
        }
        Waiting::Collective(collecting) => {
            let comm = collecting.comm;
            let (instance, rank) = collective::standing(shared, me, comm, None);
            (
                call(shared, instance, comm),
                others(shared, comm, instance, rank),
            )
        }
    }
}

/// Who could let the process go on.
pub(crate) fn awaits(shared: &Shared, me: usize, waiting: &Waiting) -> Awaited {
    match waiting {
        Waiting::Send(sending) => one(sending.channel.to),
        Waiting::Recv(receiving) => sender(shared, me, receiving.comm, receiving.from),
        Waiting::SendRecv(exchange) => {
            let receiving = &exchange.receiving;
            sender(shared, me, receiving.comm, receiving.from)
        }
        Waiting::Probe(probing) => sender(shared, me, probing.comm, probing.from),
        Waiting::Completion(completing) => {
            let open = open(shared, me, completing);
            let wanted = open.iter().map(|(slot, request)| match request {
                Request::Send { channel, .. } => channel.map(|c| one(c.to)).unwrap_or_default(),
                Request::Recv { receiving, .. } => {
                    sender(shared, me, receiving.comm, receiving.from)
                }
                Request::Collective(c) => members(shared, me, c.comm, Some(*slot)),
                Request::Idle => Awaited::default(),
            });
            let wanted: Vec<Awaited> = wanted.collect();
            match &wanted[..] {
                [only] => only.clone(),
                _ => several(&wanted, completing.how.needs_one()),
            }
        }
        Waiting::Collective(collecting) => members(shared, me, collecting.comm, None),
        Waiting::Fetch(_) | Waiting::Starting(_) => Awaited::default(),
        Waiting::Detach => Awaited {
            processes: receivers(shared, me),
            any: false,
        },
    }
}

fn one(process: usize) -> Awaited {
    Awaited {
        processes: vec![process],
        any: false,
    }
}

/// Whose messages lie in the space of a process.
fn receivers(shared: &Shared, me: usize) -> Vec<usize> {
    let receivers: BTreeSet<usize> = shared.kept(me).map(|(channel, _)| channel.to).collect();
    receivers.into_iter().collect()
}

fn sender(shared: &Shared, me: usize, comm: Comm, from: Source) -> Awaited {
    match from {
        Source::Process(source) => one(source),
        Source::Any => {
            let mut processes: Vec<usize> = shared.members(comm).filter(|p| *p != me).collect();
            processes.sort_unstable();
            Awaited {
                processes,
                any: true,
            }
        }
        Source::Null => Awaited::default(),
    }
}

/// Those without whom a process cannot leave a collective operation; all who are not there, if it
/// could.
fn members(shared: &Shared, me: usize, comm: Comm, request: Option<u32>) -> Awaited {
    let (instance, rank) = collective::standing(shared, me, comm, request);
    let needed = instance.needed(rank);
    let all = if needed.is_empty() {
        instance.missing()
    } else {
        needed
    };
    let mut processes: Vec<usize> = all.iter().map(|r| shared.member(comm, *r)).collect();
    processes.sort_unstable();
    Awaited {
        processes,
        any: false,
    }
}

/// The requests that hold a process up.
fn open<'s>(shared: &'s Shared, me: usize, completing: &Completing) -> Vec<(u32, &'s Request)> {
    let active = completing.active();
    let held = active.filter(|(_, slot)| shared.completeness(me, *slot) != Complete::Yes);
    held.map(|(_, slot)| (slot, shared.request(me, slot)))
        .collect()
}

/// Whom several requests wait for: all of those who are named, or one of them.
fn several(wanted: &[Awaited], any: bool) -> Awaited {
    // Where all are needed, it is not known who of those that could send something will.
    let told = wanted.iter().filter(|awaited| any || !awaited.any);
    let processes: BTreeSet<usize> = told
        .flat_map(|awaited| &awaited.processes)
        .copied()
        .collect();
    Awaited {
        processes: processes.into_iter().collect(),
        any,
    }
}

/// `waitall` on these requests, and what they wait for.
fn requests(shared: &Shared, me: usize, completing: &Completing) -> (String, String) {
    let all = completing.active();
    let mut shown: Vec<String> = all.map(|(_, slot)| call_of(shared, me, slot)).collect();
    let more = shown.len().saturating_sub(FEW);
    shown.truncate(FEW);
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    let op = format!("{}({})", completing.how.name(), shown.join(", "));
    let wanted = open(shared, me, completing);
    let wanted = wanted.into_iter().map(|(slot, request)| match request {
        Request::Send { channel, .. } => {
            let to = channel.map_or("PROC_NULL".into(), |c| c.to.to_string());
            format!("process {to} to receive its message")
        }
        Request::Recv { receiving, .. } => message(shared, me, &Wanted::of(receiving)),
        Request::Collective(collecting) => {
            let comm = collecting.comm;
            let (instance, rank) = collective::standing(shared, me, comm, Some(slot));
            others(shared, comm, instance, rank)
        }
        Request::Idle => String::new(),
    });
    let mut wanted: Vec<String> = wanted.collect();
    wanted.dedup();
    let more = wanted.len().saturating_sub(FEW);
    wanted.truncate(FEW);
    if more > 0 {
        wanted.push(format!("{more} more"));
    }
    let glue = if completing.how.needs_one() {
        ", or "
    } else {
        ", and "
    };
    (op, wanted.join(glue))
}

/// `irecv(from = 1, tag = 0)`
pub(crate) fn call_of(shared: &Shared, me: usize, slot: u32) -> String {
    match shared.request(me, slot) {
        Request::Send {
            op, channel, tag, ..
        } => {
            let to = called_to(shared, *channel);
            let comm = channel.map_or(String::new(), |channel| in_comm(shared, channel.comm));
            format!("{op}(to = {to}, tag = {tag}{comm})")
        }
        Request::Recv { receiving, .. } => {
            let what = source_and_tag(shared, receiving.comm, receiving.from, receiving.tag);
            format!("irecv({what})")
        }
        Request::Collective(collecting) => {
            let comm = collecting.comm;
            let (instance, _) = collective::standing(shared, me, comm, Some(slot));
            call(shared, instance, comm)
        }
        Request::Idle => "REQUEST_NULL".into(),
    }
}

/// Who gets what a send sends, in a trace.
pub(crate) fn receiver(shared: &Shared, channel: Option<Channel>) -> String {
    match channel {
        Some(Channel { comm, to, .. }) => shared.shown_member(comm, to),
        None => "PROC_NULL".into(),
    }
}

/// Whose messages a receive takes, in a trace.
pub(crate) fn source(shared: &Shared, comm: Comm, from: Source) -> String {
    match from {
        Source::Process(process) => shared.shown_member(comm, process),
        Source::Any => "ANY".into(),
        Source::Null => "PROC_NULL".into(),
    }
}

/// Whom a send names: a rank, as in the program, and which process that is.
fn called_to(shared: &Shared, channel: Option<Channel>) -> String {
    match channel {
        Some(Channel { comm, to, .. }) => shared.named_member(comm, to),
        None => "PROC_NULL".into(),
    }
}

/// Whom a receive names.
fn called_from(shared: &Shared, comm: Comm, from: Source) -> String {
    match from {
        Source::Process(process) => shared.named_member(comm, process),
        Source::Any => "ANY".into(),
        Source::Null => "PROC_NULL".into(),
    }
}

fn source_and_tag(shared: &Shared, comm: Comm, from: Source, tag: i64) -> String {
    let (from, tag) = (called_from(shared, comm, from), shown(tag));
    format!("from = {from}, tag = {tag}{}", in_comm(shared, comm))
}

/// What a trace says of where something happens: in which communicator, unless in that of all.
pub(crate) fn inside(shared: &Shared, comm: Comm) -> String {
    match comm_shown(shared, comm) {
        Some(comm) => format!(" in {comm}"),
        None => String::new(),
    }
}

/// The communicator, unless it is that of all.
fn in_comm(shared: &Shared, comm: Comm) -> String {
    match comm_shown(shared, comm) {
        Some(comm) => format!(", comm = {comm}"),
        None => String::new(),
    }
}

/// `{3, 1}`: who is in a communicator, by rank; if there are several of them, which one it is.
pub(crate) fn comm_shown(shared: &Shared, comm: Comm) -> Option<String> {
    if comm == Comm::WORLD {
        return None;
    }
    let mut members: Vec<String> = shared.members(comm).map(|m| m.to_string()).collect();
    if members.len() > MANY {
        members.truncate(MANY);
        members.push("..".into());
    }
    if !comm.is_made() {
        return Some("SELF".into());
    }
    // Copies have the same members.
    let which = match shared.among_alike(comm) {
        (_, 1) => String::new(),
        (0, _) => " (1st)".into(),
        (1, _) => " (2nd)".into(),
        (2, _) => " (3rd)".into(),
        (before, _) => format!(" ({}th)", before + 1),
    };
    Some(format!("{{{}}}{which}", members.join(", ")))
}

/// Which messages a receive or a probe waits for.
struct Wanted {
    comm: Comm,
    from: Source,
    tag: i64,
}

impl Wanted {
    fn of(receiving: &Receiving) -> Wanted {
        Wanted {
            comm: receiving.comm,
            from: receiving.from,
            tag: receiving.tag,
        }
    }
}

/// The message that a receive waits for, and those that are there and do not match.
fn message(shared: &Shared, me: usize, wanted: &Wanted) -> String {
    let from = match wanted.from {
        Source::Process(rank) => format!("process {rank}"),
        Source::Any | Source::Null => "any process".to_string(),
    };
    let tag = match wanted.tag {
        ANY_CODE => String::new(),
        tag => format!(" with tag {tag}"),
    };
    let matches = |channel: &Channel, tag: i64| {
        channel.comm == wanted.comm && wanted.from.matches(wanted.tag, channel.from, tag)
    };
    let unmatched = shared
        .inbox(me)
        .filter(|(_, m)| m.taken_by.is_none())
        .filter(|(channel, m)| !matches(channel, m.tag));
    let there: BTreeSet<_> = unmatched
        .map(|(channel, m)| (channel.from, m.tag, channel.comm != wanted.comm))
        .collect();
    let mut there: Vec<String> = there
        .iter()
        .map(|(from, tag, elsewhere)| {
            let comm = match elsewhere {
                true => " in another communicator",
                false => "",
            };
            format!("a message with tag {tag} from process {from}{comm}")
        })
        .collect();
    let more = there.len().saturating_sub(FEW);
    there.truncate(FEW);
    if more > 0 {
        there.push(format!("{more} more"));
    }
    let wanted = format!("a message from {from}{tag}");
    match &there[..] {
        [] => wanted,
        [one] => format!("{wanted}; {one} is there, but does not match"),
        several => format!(
            "{wanted}; {} are there, but do not match",
            several.join(", ")
        ),
    }
}

/// `bcast(root = 0)`
fn call(shared: &Shared, instance: &Instance, comm: Comm) -> String {
    let operator = instance.operator.as_ref().map(|op| format!("op = {op}"));
    let root = instance.root.map(|root| format!("root = {root}"));
    let comm = comm_shown(shared, comm).map(|comm| format!("comm = {comm}"));
    let args = operator.into_iter().chain(root).chain(comm);
    let args: Vec<String> = args.collect();
    match &args[..] {
        [] => instance.op.to_string(),
        args => format!("{}({})", instance.op, args.join(", ")),
    }
}

/// Whom a process waits for in a collective operation.
fn others(shared: &Shared, comm: Comm, instance: &Instance, me: usize) -> String {
    let op = instance.op;
    let named = |ranks: &[usize]| {
        let mut who: Vec<usize> = ranks
            .iter()
            .map(|rank| shared.member(comm, *rank))
            .collect();
        who.sort_unstable();
        processes(&who)
    };
    let needed = instance.needed(me);
    if needed.is_empty() {
        let missing = named(&instance.missing());
        let comm = inside(shared, comm);
        return format!("{missing} to call {op}{comm}, if MPI synchronises here");
    }
    let root = match (&needed[..], instance.root) {
        ([one], Some(root)) if *one == root => ", the root,",
        _ => "",
    };
    let comm = inside(shared, comm);
    format!("{}{root} to call {op}{comm}", named(&needed))
}

/// `process 1`, `processes 2, 3`.
pub(crate) fn processes(who: &[usize]) -> String {
    let plural = if who.len() == 1 { "" } else { "es" };
    let ranks: Vec<String> = who.iter().map(usize::to_string).collect();
    format!("process{plural} {}", ranks.join(", "))
}
