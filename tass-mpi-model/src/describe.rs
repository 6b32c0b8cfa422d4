//! Where a blocked process stands, in words.

use std::collections::BTreeSet;

use tass_core::comm::Awaited;

use crate::Waiting;
use crate::collective::{self, Instance};
use crate::constants::{ANY_CODE, shown};
use crate::recv::{Receiving, Source};
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
            (op, message(shared, me, receiving))
        }
        Waiting::SendRecv(exchange) => {
            let to = exchange.sending.as_ref();
            let to = to.map_or("PROC_NULL".to_string(), |s| s.to.to_string());
            let from = source(exchange.receiving.from);
            let op = format!("{}(to = {to}, from = {from})", exchange.op);
            (op, message(shared, me, &exchange.receiving))
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
    let sender = |receiving: &Receiving| match receiving.from {
        Source::Process(source) => one(source),
        Source::Any => Awaited {
            processes: (0..shared.phases.len()).filter(|p| *p != me).collect(),
            any: true,
        },
        Source::Null => Awaited::default(),
    };
    match waiting {
        Waiting::Send(sending) => one(sending.to),
        Waiting::Recv(receiving) => sender(receiving),
        Waiting::SendRecv(exchange) => sender(&exchange.receiving),
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

fn source(from: Source) -> String {
    match from {
        Source::Process(rank) => rank.to_string(),
        Source::Any => "ANY".into(),
        Source::Null => "PROC_NULL".into(),
    }
}

/// The message that a receive waits for, and those that are there and do not match.
fn message(shared: &Shared, me: usize, receiving: &Receiving) -> String {
    let from = match receiving.from {
        Source::Process(rank) => format!("process {rank}"),
        Source::Any | Source::Null => "any process".to_string(),
    };
    let tag = match receiving.tag {
        ANY_CODE => String::new(),
        tag => format!(" with tag {tag}"),
    };
    let unmatched = shared
        .inbox(me)
        .filter(|(from, m)| !receiving.matches(*from, m.tag));
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
