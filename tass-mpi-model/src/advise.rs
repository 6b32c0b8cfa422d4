//! Advice for deadlocks that have an obvious remedy.

use std::collections::{BTreeMap, BTreeSet};

use tass_core::report::Kind;

use crate::Waiting;
use crate::communicator::Comm;
use crate::describe::awaits;
use crate::recv::{Receiving, Source};
use crate::request::{Complete, Request};
use crate::shared::Shared;

/// The remedy, if one fits the processes that wait.
pub(crate) fn advise(shared: &Shared, waiting: &[(usize, &Waiting)]) -> Option<String> {
    to_itself(waiting)
        .or_else(|| head_to_head(waiting))
        .or_else(|| other_tag(shared, waiting))
        .or_else(|| nobody_sends(waiting))
}

fn to_itself(waiting: &[(usize, &Waiting)]) -> Option<String> {
    let process = waiting.iter().find_map(|(process, w)| match w {
        Waiting::Send(sending) if sending.channel.to == *process => Some(process),
        _ => None,
    })?;
    Some(format!(
        "process {process} sends to itself before it receives: use `sendrecv`"
    ))
}

/// All stand in standard sends to each other.
fn head_to_head(waiting: &[(usize, &Waiting)]) -> Option<String> {
    let each = |(_, w): &(usize, &Waiting)| match w {
        Waiting::Send(sending) => sending.may_buffer() && stands(waiting, sending.channel.to),
        _ => false,
    };
    (waiting.len() > 1 && waiting.iter().all(each)).then(|| {
        "every process sends before it receives: use `sendrecv`, or let odd ranks receive first"
            .to_string()
    })
}

/// A receive stands before a message of its source that has another tag.
fn other_tag(shared: &Shared, waiting: &[(usize, &Waiting)]) -> Option<String> {
    waiting.iter().find_map(|(process, w)| {
        let receiving = receiving(shared, *process, w)?;
        let (channel, message) = shared.inbox(*process).find(|(channel, message)| {
            let open = message.taken_by.is_none() && channel.comm == receiving.comm;
            open && receiving.from.listens_to(channel.from)
                && !receiving.matches(*channel, message.tag)
        })?;
        let from = channel.from;
        Some(format!(
            "process {from} sends with tag {}, process {process} receives with tag {}: use the \
             same tag, or receive in the order of the sends",
            message.tag, receiving.tag
        ))
    })
}

/// All stand in receives from each other.
fn nobody_sends(waiting: &[(usize, &Waiting)]) -> Option<String> {
    let each = |(_, w): &(usize, &Waiting)| match w {
        Waiting::Recv(receiving) => match receiving.from {
            Source::Process(source) => stands(waiting, source),
            Source::Any => true,
            Source::Null => false,
        },
        _ => false,
    };
    (waiting.len() > 1 && waiting.iter().all(each)).then(|| {
        "every process receives before anyone sends: let one of them send first, or use `sendrecv`"
            .to_string()
    })
}

/// The receive that holds a process up.
fn receiving<'w>(shared: &'w Shared, me: usize, waiting: &'w Waiting) -> Option<&'w Receiving> {
    match waiting {
        Waiting::Completion(completing) => {
            let mut active = completing.active();
            active.find_map(|(_, slot)| match shared.request(me, slot) {
                Request::Recv {
                    receiving,
                    from: None,
                } => Some(receiving),
                _ => None,
            })
        }
        Waiting::Recv(receiving) => Some(receiving),
        Waiting::SendRecv(exchange) => Some(&exchange.receiving),
        _ => None,
    }
}

fn stands(waiting: &[(usize, &Waiting)], process: usize) -> bool {
    waiting.iter().any(|(p, _)| *p == process)
}

/// What it is called when these wait for each other: those who wait in collective operations of
/// several communicators, each for one that waits in another, have called them in different orders.
pub(crate) fn deadlock(shared: &Shared, waiting: &[(usize, &Waiting)]) -> Kind {
    let inside: BTreeMap<usize, (Comm, Vec<usize>)> = waiting
        .iter()
        .filter_map(|(process, w)| match w {
            Waiting::Collective(collecting) => {
                let awaited = awaits(shared, *process, w).processes;
                Some((*process, (collecting.comm, awaited)))
            }
            _ => None,
        })
        .collect();
    let comm = |process: &usize| inside.get(process).map(|(comm, _)| *comm);
    // Those in whose cycles a process is: whom it reaches, and who reach it.
    let reached = |from: usize| {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
        while let Some((_, awaited)) = todo.pop().and_then(|process| inside.get(&process)) {
            for next in awaited {
                if inside.contains_key(next) && seen.insert(*next) {
                    todo.push(*next);
                }
            }
        }
        seen
    };
    let conflict = inside.keys().any(|&process| {
        let mut reached_from = reached(process).into_iter();
        reached_from.any(|o| comm(&o) != comm(&process) && reached(o).contains(&process))
    });
    match conflict {
        true => Kind::CommunicatorOrder,
        false => Kind::Deadlock,
    }
}

/// What holds a process up that could go on if MPI did more than it has to: for each, is it a
/// collective operation?
pub(crate) fn kept_from(shared: &Shared, me: usize, waiting: &Waiting) -> Vec<bool> {
    match waiting {
        Waiting::Collective(_) => vec![true],
        Waiting::Completion(completing) => {
            let slots = completing.active().map(|(_, slot)| slot);
            let kept = slots.filter(|slot| shared.completeness(me, *slot) == Complete::IfBuffered);
            let collective = kept.map(|slot| {
                let request = shared.request(me, slot);
                matches!(request, Request::Collective(_))
            });
            collective.collect()
        }
        _ => vec![false],
    }
}

/// What MPI would have to do for a process to go on where nothing else helps: the headline, and in
/// other words. So many of the operations that wait are collective.
pub(crate) fn held_back(collective: usize, all: usize) -> (&'static str, &'static str) {
    match collective {
        0 => (
            Kind::PotentialDeadlock.title(),
            "no process can go on unless the MPI library buffers a message",
        ),
        some if some == all => (
            "processes can wait forever when MPI synchronises in a collective operation",
            "no process can go on if MPI waits for all to call the collective operation",
        ),
        _ => (
            Kind::PotentialDeadlock.title(),
            "no process can go on unless MPI buffers a message, or does not synchronise in a \
             collective operation",
        ),
    }
}
