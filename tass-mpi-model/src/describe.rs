//! Where a blocked process stands, in words.

use std::collections::BTreeSet;

use tass_core::comm::Awaited;

use crate::Waiting;
use crate::collective::{self, Instance};
use crate::completion::Completing;
use crate::constants::{ANY_CODE, shown};
use crate::recv::Source;
use crate::request::Request;
use crate::send::Sending;
use crate::shared::Shared;

/// Of more unmatched messages than this, only the first are told.
const FEW: usize = 3;

/// The operation, and what would let the process go on.
pub(crate) fn describe(shared: &Shared, me: usize, waiting: &Waiting) -> (String, String) {
    match waiting {
        Waiting::Send(sending) => {
            let Sending { op, to, tag, .. } = sending;
            let what = if matches!(*op, "sendrecv" | "sendrecv_replace") {
                format!("process {to} to receive its message")
            } else {
                format!("process {to} to receive it")
            };
            (format!("{op}(to = {to}, tag = {tag})"), what)
        }
        Waiting::Recv(receiving) => {
            let (from, tag) = (source(receiving.from), shown(receiving.tag));
            let op = format!("recv(from = {from}, tag = {tag})");
            (op, message(shared, me, receiving.from, receiving.tag))
        }
        Waiting::SendRecv(exchange) => {
            let to = exchange.sending.as_ref();
            let to = to.map_or("PROC_NULL".to_string(), |s| s.to.to_string());
            let from = source(exchange.receiving.from);
            let op = format!("{}(to = {to}, from = {from})", exchange.op);
            let receiving = &exchange.receiving;
            (op, message(shared, me, receiving.from, receiving.tag))
        }
        Waiting::Completion(completing) => requests(shared, me, completing),
        Waiting::Probe(probing) => {
            let (from, tag) = (source(probing.from), shown(probing.tag));
            let op = if probing.waits { "probe" } else { "iprobe" };
            let op = format!("{op}(from = {from}, tag = {tag})");
            (op, message(shared, me, probing.from, probing.tag))
        }
        Waiting::Collective(_) => {
            let instance = collective::standing(shared, me);
            (call(instance), others(instance, me))
        }
    }
}

/// Who could let the process go on.
pub(crate) fn awaits(shared: &Shared, me: usize, waiting: &Waiting) -> Awaited {
    let one = |process: usize| Awaited {
        processes: vec![process],
        any: false,
    };
    let sender = |from: Source| match from {
        Source::Process(source) => one(source),
        Source::Any => Awaited {
            processes: (0..shared.phases.len()).filter(|p| *p != me).collect(),
            any: true,
        },
        Source::Null => Awaited::default(),
    };
    match waiting {
        Waiting::Send(sending) => one(sending.to),
        Waiting::Recv(receiving) => sender(receiving.from),
        Waiting::SendRecv(exchange) => sender(exchange.receiving.from),
        Waiting::Probe(probing) => sender(probing.from),
        Waiting::Completion(completing) => {
            let open = open(shared, me, completing);
            let mut wanted = open.iter().map(|request| match request {
                Request::Send { to, .. } => to.map(one).unwrap_or_default(),
                Request::Recv { receiving, .. } => sender(receiving.from),
                Request::Idle => Awaited::default(),
            });
            match (wanted.next(), wanted.next()) {
                (Some(only), None) => only,
                _ => several(&open, me, shared.phases.len(), completing.how.needs_one()),
            }
        }
        Waiting::Collective(_) => {
            let instance = collective::standing(shared, me);
            let needed = instance.needed(me);
            let all = if needed.is_empty() {
                instance.missing()
            } else {
                needed
            };
            Awaited {
                processes: all,
                any: false,
            }
        }
    }
}

/// The requests that hold a process up.
fn open<'s>(shared: &'s Shared, me: usize, completing: &Completing) -> Vec<&'s Request> {
    let active = completing.active();
    let requests = active.map(|(_, slot)| shared.request(me, slot));
    requests.filter(|request| !request.is_done()).collect()
}

/// Whom several requests wait for: all of those who are named, or one of them.
fn several(open: &[&Request], me: usize, nprocs: usize, any: bool) -> Awaited {
    let mut processes = BTreeSet::new();
    for request in open {
        match request {
            Request::Send { to, .. } => processes.extend(*to),
            Request::Recv { receiving, .. } => match receiving.from {
                Source::Process(source) => processes.extend([source]),
                Source::Any if any => processes.extend((0..nprocs).filter(|p| *p != me)),
                Source::Any | Source::Null => {}
            },
            Request::Idle => {}
        }
    }
    Awaited {
        processes: processes.into_iter().collect(),
        any,
    }
}

/// `waitall` on these requests, and what they wait for.
fn requests(shared: &Shared, me: usize, completing: &Completing) -> (String, String) {
    let all = completing
        .active()
        .map(|(_, slot)| shared.request(me, slot));
    let mut shown: Vec<String> = all.map(call_of).collect();
    let more = shown.len().saturating_sub(FEW);
    shown.truncate(FEW);
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    let op = format!("{}({})", completing.how.name(), shown.join(", "));
    let wanted = open(shared, me, completing)
        .into_iter()
        .map(|request| match request {
            Request::Send { to, .. } => {
                let to = to.map_or("PROC_NULL".into(), |to| to.to_string());
                format!("process {to} to receive its message")
            }
            Request::Recv { receiving, .. } => message(shared, me, receiving.from, receiving.tag),
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
pub(crate) fn call_of(request: &Request) -> String {
    match request {
        Request::Send { op, to, tag, .. } => {
            let to = to.map_or("PROC_NULL".into(), |to| to.to_string());
            format!("{op}(to = {to}, tag = {tag})")
        }
        Request::Recv { receiving, .. } => {
            let (from, tag) = (source(receiving.from), shown(receiving.tag));
            format!("irecv(from = {from}, tag = {tag})")
        }
        Request::Idle => "REQUEST_NULL".into(),
    }
}

fn source(from: Source) -> String {
    match from {
        Source::Process(rank) => rank.to_string(),
        Source::Any => "ANY".into(),
        Source::Null => "PROC_NULL".into(),
    }
}

/// The message that a receive waits for, and those that are there and do not match.
fn message(shared: &Shared, me: usize, wanted_from: Source, wanted_tag: i64) -> String {
    let from = match wanted_from {
        Source::Process(rank) => format!("process {rank}"),
        Source::Any | Source::Null => "any process".to_string(),
    };
    let tag = match wanted_tag {
        ANY_CODE => String::new(),
        tag => format!(" with tag {tag}"),
    };
    let unmatched = shared
        .inbox(me)
        .filter(|(_, m)| m.taken_by.is_none())
        .filter(|(from, m)| !wanted_from.matches(wanted_tag, *from, m.tag));
    let there: BTreeSet<_> = unmatched.map(|(from, m)| (from, m.tag)).collect();
    let mut there: Vec<String> = there
        .iter()
        .map(|(from, tag)| format!("a message with tag {tag} from process {from}"))
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
fn call(instance: &Instance) -> String {
    let operator = instance.operator.map(|op| format!("op = {op}"));
    let root = instance.root.map(|root| format!("root = {root}"));
    let args: Vec<String> = operator.into_iter().chain(root).collect();
    match &args[..] {
        [] => instance.op.to_string(),
        args => format!("{}({})", instance.op, args.join(", ")),
    }
}

/// Whom a process waits for in a collective operation.
fn others(instance: &Instance, me: usize) -> String {
    let op = instance.op;
    let needed = instance.needed(me);
    if needed.is_empty() {
        let missing = processes(&instance.missing());
        return format!("{missing} to call {op}, if MPI synchronises here");
    }
    let root = match (&needed[..], instance.root) {
        ([one], Some(root)) if *one == root => ", the root,",
        _ => "",
    };
    format!("{}{root} to call {op}", processes(&needed))
}

/// `process 1`, `processes 2, 3`.
pub(crate) fn processes(who: &[usize]) -> String {
    let plural = if who.len() == 1 { "" } else { "es" };
    let ranks: Vec<String> = who.iter().map(usize::to_string).collect();
    format!("process{plural} {}", ranks.join(", "))
}
