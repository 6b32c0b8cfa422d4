//! Collective operations: instances, who waits for whom, and how they end.
//!
//! The k-th collective call of each process belongs to instance k. What always holds:
//!
//! - A process has entered the oldest few instances, without a gap, and left all of them but
//!   perhaps the last; so the next one it enters, and the one it waits in, need not be written
//!   down.
//! - All who have entered an instance agree about it ([`agreement`]).
//! - An instance is there exactly until all have left it ([`instance`]).
//!
//! When a process may leave is one relation, [`Collective::needs`]: it can when all it needs have
//! entered (not `sync`: others may have to be waited for by a library that synchronises), and must
//! be able to when all have entered (`sync`).

mod agreement;
mod barrier;
mod block;
mod gather;
mod instance;
mod layout;
mod reduce_scatter;
mod reduction;
mod scan;
mod spread;
mod varying;

use tass_core::comm::{Cause, CommError, Completed, Data, Event, Fault, Move, Text};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

use crate::args::{Args, rank_of};
use crate::buffer::{Effect, Place};
use crate::constants::Operator;
use crate::describe::processes;
use crate::shared::Shared;
use crate::{Pending, Waiting};
use instance::{Entry, Inside};
use layout::Layout;

pub(crate) use instance::Instance;

/// One collective operation: a table entry.
pub(crate) struct Collective {
    /// Its name in the table of operations.
    pub(crate) name: &'static str,
    /// Can `who` leave only after `other` has entered? Everybody needs itself. Without a root, it
    /// is 0.
    needs: fn(who: usize, other: usize, root: usize) -> bool,
    /// What a process brings.
    enter: fn(store: &mut Store, args: &Args<'_>, at_root: bool) -> Entering,
    /// What it takes away, and how a trace shows it.
    leave:
        fn(store: &mut Store, inside: &Inside<'_>, effect: &mut Effect) -> Result<Text, CommError>,
}

pub(crate) static TABLE: [&Collective; 16] = [
    &barrier::BARRIER,
    &spread::BCAST,
    &gather::GATHER,
    &spread::SCATTER,
    &gather::ALLGATHER,
    &gather::ALLTOALL,
    &reduction::REDUCE,
    &reduction::ALLREDUCE,
    &scan::SCAN,
    &scan::EXSCAN,
    &reduce_scatter::REDUCE_SCATTER_BLOCK,
    &reduce_scatter::REDUCE_SCATTER,
    &varying::GATHERV,
    &varying::SCATTERV,
    &varying::ALLGATHERV,
    &varying::ALLTOALLV,
];

/// The collective operation of this name.
pub(crate) fn find(op: &str) -> Option<&'static Collective> {
    TABLE.iter().copied().find(|c| c.name == op)
}

/// What a process brings to an instance.
#[derive(Default)]
struct Entering {
    /// What it gives.
    data: Option<Data>,
    /// Element type that all must agree on.
    elem: Option<Type>,
    /// Number of elements that all must agree on.
    count: Option<ExprId>,
    /// Where what it takes goes.
    into: Option<Place>,
    /// Where the blocks of the others lie in what it gives.
    gives: Option<Layout>,
    /// Where the blocks of the others go in what it takes.
    takes: Option<Layout>,
}

/// A collective operation that a process stands in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Collecting {
    pub(crate) op: &'static str,
    pub(crate) into: Option<Place>,
    takes: Option<Layout>,
}

impl Collecting {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Collecting { op: _, into, takes } = self;
        if let Some(into) = into {
            into.visit(f);
        }
        if let Some(takes) = takes {
            takes.visit(f);
        }
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Collecting { op: _, into, takes } = self;
        if let Some(into) = into {
            into.map(f);
        }
        if let Some(takes) = takes {
            takes.map(f);
        }
    }
}

pub(crate) fn post(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<(Option<Waiting>, Option<Event>), CommError> {
    let collective = find(args.op).unwrap_or_else(|| unreachable!("`{}` has a signature", args.op));
    let root = args.has("root").then(|| rank_of(args.known("root")));
    let operator = if args.has("op") {
        let code = args.known("op");
        let operator = Operator::from_code(code);
        let unknown = || CommError::Unsupported(format!("the reduction operator {code}"));
        Some(operator.ok_or_else(unknown)?)
    } else {
        None
    };
    agreement::in_place_at_root(args, root)?;
    let Entering {
        data,
        elem,
        count,
        into,
        gives,
        takes,
    } = (collective.enter)(store, args, root == Some(args.process));
    agreement::with_itself(args, data.as_ref(), into.as_ref())?;
    if let (Some(operator), Some(data)) = (operator, &data) {
        agreement::operator_fits(args, operator, &data.elem)?;
    }
    let index = next(shared, args.process);
    if index == shared.collectives.len() {
        shared.collectives.push(Instance {
            op: args.op,
            root,
            operator,
            entries: vec![None; args.nprocs],
        });
    }
    let instance = &mut shared.collectives[index];
    let proposal = agreement::Proposal {
        op: args.op,
        root,
        operator,
        elem: elem.as_ref(),
    };
    agreement::with_others(instance, args.process, &proposal)?;
    instance.entries[args.process] = Some(Entry {
        data,
        gives,
        elem,
        count,
        left: false,
    });
    let op = args.op;
    let collecting = Collecting { op, into, takes };
    Ok((Some(Waiting::Collective(collecting)), None))
}

/// How many of the instances a process has entered.
fn next(shared: &Shared, process: usize) -> usize {
    let instances = shared.collectives.iter();
    instances.take_while(|i| i.entered(process)).count()
}

/// The index of the instance that a process stands in.
fn current(shared: &Shared, process: usize) -> usize {
    next(shared, process) - 1
}

/// The instance that a process stands in.
pub(crate) fn standing(shared: &Shared, process: usize) -> &Instance {
    &shared.collectives[current(shared, process)]
}

/// Instances that some processes never enter, each blamed on the first that did: all have left the
/// program.
pub(crate) fn incomplete(shared: &Shared) -> Vec<(usize, Fault)> {
    let instances = shared.collectives.iter().enumerate();
    let incomplete = instances.filter_map(|(index, instance)| {
        let missing = instance.missing();
        let all = 0..instance.entries.len();
        let callers: Vec<usize> = all.filter(|p| instance.entered(*p)).collect();
        let first = *callers.first().filter(|_| !missing.is_empty())?;
        let (call, calls) = (
            instance.op,
            if callers.len() == 1 { "calls" } else { "call" },
        );
        let never = if missing.len() == 1 {
            "never does"
        } else {
            "never do"
        };
        let message = format!(
            "{} {calls} `{call}`, but {} {never}",
            processes(&callers),
            processes(&missing)
        );
        let cause = Cause::Collective {
            process: first,
            since: next(shared, first) - 1 - index,
        };
        let fault = Fault::new(Kind::CollectiveIncomplete, message);
        Some((first, fault.because(cause)))
    });
    incomplete.collect()
}

pub(crate) fn moves(shared: &Shared, process: usize) -> Vec<Move> {
    let instance = standing(shared, process);
    if !instance.needed(process).is_empty() {
        return Vec::new();
    }
    let certain = Move::certain(0);
    vec![match instance.missing()[..] {
        [] => certain,
        _ => certain.if_buffered(),
    }]
}

pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    collecting: &Collecting,
) -> Result<Completed<Pending>, CommError> {
    let index = current(shared, me);
    let instance = &mut shared.collectives[index];
    let mut effect = Effect::default();
    agreement::counts(store, instance, me, &mut effect)?;
    let inside = Inside {
        instance,
        me,
        into: collecting.into.as_ref(),
        takes: collecting.takes.as_ref(),
    };
    let text = (inside.instance.collective().leave)(store, &inside, &mut effect)?;
    if instance.leave(me) {
        shared.collectives.remove(index);
    }
    Ok(Completed {
        writes: effect.writes.0,
        checks: effect.checks,
        computed: effect.computed,
        events: vec![Event {
            kind: EventKind::Collective,
            text,
            message: None,
        }],
        ..Completed::default()
    })
}
