//! Collective operations: instances, who waits for whom, and how they end.
//!
//! The k-th collective call of each member of a communicator, blocking or not, belongs to instance
//! k of that communicator. What always holds:
//!
//! - A process has entered the oldest few instances of its communicator, without a gap; the one
//!   that it waits in is the last of these, and those of its requests know them. So the next one
//!   it enters, and the one it waits in, need not be written down.
//! - All who have entered an instance agree about it ([`agreement`]).
//! - An instance is there until all have left it and those before it ([`instance`]).
//!
//! When a process may leave is one relation, [`Collective::needs`], less those who have nothing for
//! it ([`nothing`]): it can when all it needs have
//! entered (not `sync`: others may have to be waited for by a library that synchronises), and must
//! be able to when all have entered (`sync`).

mod agreement;
mod barrier;
mod block;
mod gather;
mod instance;
mod layout;
mod making;
mod nothing;
mod operator;
mod own;
mod reduce_scatter;
mod reduction;
mod scan;
mod spread;
mod varying;

use tass_core::comm::{
    Applied, Cause, Check, CommError, Completed, Data, Event, Fault, Hold, Move, ParamKind, Posted,
    Text,
};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

use crate::args::{Args, rank_of};
use crate::buffer::{Effect, Place};
use crate::communicator::Comm;
use crate::completion::asked;
use crate::describe::{comm_shown, inside, processes};
use crate::request::{Complete, Request};
use crate::shared::Shared;
use crate::{Pending, Waiting};
use instance::{Entry, Inside};
use layout::Layout;
use nothing::Share;

pub(crate) use instance::Instance;
pub(crate) use operator::Operator;

/// One collective operation: a table entry.
pub(crate) struct Collective {
    /// Its name in the table of operations.
    pub(crate) name: &'static str,
    /// Can `who` leave only after `other` has entered? Everybody needs itself. Without a root, it
    /// is 0.
    needs: fn(who: usize, other: usize, root: usize) -> bool,
    /// How many elements come to a process from another one that it needs.
    share: Share,
    /// What a process brings.
    enter: fn(store: &mut Store, args: &Args<'_>, at_root: bool) -> Entering,
    /// What it takes away, and how a trace shows it.
    leave:
        fn(store: &mut Store, inside: &Inside<'_>, effect: &mut Effect) -> Result<Text, CommError>,
}

pub(crate) static TABLE: [&Collective; 20] = [
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
    &making::SPLIT,
    &making::DUP,
    &making::CART_CREATE,
    &making::FREE,
];

/// The collective operation of this name, which may be that of its immediate form.
pub(crate) fn find(op: &str) -> Option<&'static Collective> {
    let named = |name: &str| TABLE.iter().copied().find(|c| c.name == name);
    named(op).or_else(|| named(op.strip_prefix('i')?))
}

/// Is it the immediate form of a collective operation?
pub(crate) fn is_immediate(op: &str) -> bool {
    find(op).is_some_and(|collective| collective.name != op)
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

/// A collective operation that a process takes part in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Collecting {
    pub(crate) op: &'static str,
    pub(crate) comm: Comm,
    pub(crate) into: Option<Place>,
    takes: Option<Layout>,
}

impl Collecting {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Collecting {
            op: _,
            comm: _,
            into,
            takes,
        } = self;
        if let Some(into) = into {
            into.visit(f);
        }
        if let Some(takes) = takes {
            takes.visit(f);
        }
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Collecting {
            op: _,
            comm: _,
            into,
            takes,
        } = self;
        if let Some(into) = into {
            into.map(f);
        }
        if let Some(takes) = takes {
            takes.map(f);
        }
    }
}

/// A blocking operation.
pub(crate) fn post(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let entered = enter(store, shared, args)?;
    Ok(Posted {
        checks: entered.checks,
        ..Posted::waits(Pending(Waiting::Collective(entered.collecting)), None)
    })
}

/// An immediate one: what it gives, it has been given here.
pub(crate) fn begin(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let Entered {
        collecting,
        uses,
        checks,
    } = enter(store, shared, args)?;
    let comm = collecting.comm;
    let slot = shared.begin(args.process, Request::Collective(collecting));
    let text = format!("{}{}", args.op, inside(shared, comm));
    let index = next(shared, comm, args.rank) - 1;
    if let Some(entry) = &mut shared.instance_mut(comm, index).entries[args.rank] {
        entry.by = Some(slot);
    }
    let held = |(operand, written)| Hold {
        id: slot,
        operand,
        written,
        now: true,
    };
    Ok(Posted {
        result: Some(store.int(slot.into())),
        held: uses.into_iter().map(held).collect(),
        checks,
        ..Posted::over(Some(asked(Text::new(text))))
    })
}

/// The buffers that an operation uses, and whether it writes them.
type Uses = Vec<(&'static str, bool)>;

/// A process has taken its turn.
struct Entered {
    collecting: Collecting,
    uses: Uses,
    /// What must hold for that.
    checks: Vec<Check>,
}

/// A process takes its turn.
fn enter(store: &mut Store, shared: &mut Shared, args: &Args<'_>) -> Result<Entered, CommError> {
    let collective = find(args.op).unwrap_or_else(|| unreachable!("`{}` has a signature", args.op));
    let (rank, comm) = (args.rank, args.comm);
    let root = args.has("root").then(|| rank_of(args.known("root")));
    let operator = if args.has("op") {
        Some(args.operator("op")?)
    } else {
        None
    };
    agreement::in_place_at_root(args, root)?;
    making::may_be_freed(args)?;
    let entering = (collective.enter)(store, args, root == Some(rank));
    agreement::with_itself(args, entering.data.as_ref(), entering.into.as_ref())?;
    if let (Some(operator), Some(data)) = (&operator, &entering.data) {
        agreement::operator_fits(args, operator, &data.elem)?;
    }
    let making = making::of_call(store, shared, args)?;
    let uses = uses(args, &entering);
    let index = next(shared, comm, rank);
    if index == shared.instances(comm).len() {
        shared.add_instance(
            comm,
            Instance {
                op: args.op,
                root,
                operator: operator.clone(),
                entries: vec![None; args.nprocs],
            },
        );
    }
    let proposal = agreement::Proposal {
        op: args.op,
        root,
        operator,
        elem: entering.elem.as_ref(),
        grid: making.as_ref().and_then(|making| making.grid.as_ref()),
    };
    agreement::with_others(shared, (comm, index), args.process, &proposal)?;
    let spared = nothing::spared(store, args, collective, &entering, root)?;
    let instance = &shared.instances(comm)[index];
    let checks = nothing::with_others(store, args, instance, (&entering, &spared), shared)?;
    let Entering {
        data,
        elem,
        count,
        into,
        gives,
        takes,
    } = entering;
    shared.instance_mut(comm, index).entries[rank] = Some(Entry {
        data,
        gives,
        elem,
        count,
        spared,
        making,
        by: None,
        left: false,
    });
    let collecting = Collecting {
        op: args.op,
        comm,
        into,
        takes,
    };
    Ok(Entered {
        collecting,
        uses,
        checks,
    })
}

/// What is given is read, what is taken is written, and the lists that say where are read.
fn uses(args: &Args<'_>, entering: &Entering) -> Uses {
    let mut uses = Vec::new();
    let in_place = args.has("sendbuf") && args.given("sendbuf").is_none();
    for param in args.params() {
        let used = match param.kind {
            ParamKind::In => entering.data.is_some().then_some(false),
            ParamKind::Out if entering.into.is_some() => Some(true),
            // The root of a broadcast gives what others take; in place, the first process of an
            // `exscan` gives what it holds, and takes nothing.
            ParamKind::Out if param.name == "buf" || in_place => Some(false),
            ParamKind::Counts => {
                let counts = entering.gives.is_some() || entering.takes.is_some();
                counts.then_some(false)
            }
            _ => None,
        };
        uses.extend(used.map(|written| (param.name, written)));
    }
    uses
}

/// How many of the instances of a communicator the process of this rank has entered.
fn next(shared: &Shared, comm: Comm, rank: usize) -> usize {
    let instances = shared.instances(comm).iter();
    instances.take_while(|i| i.entered(rank)).count()
}

/// The index of the instance that a process stands in, or that its request belongs to.
fn index_of(shared: &Shared, comm: Comm, rank: usize, request: Option<u32>) -> usize {
    match request {
        None => next(shared, comm, rank) - 1,
        Some(_) => {
            let mut instances = shared.instances(comm).iter();
            let mine = |instance: &Instance| instance.entered_by(rank) == request;
            let found = instances.position(mine);
            found.unwrap_or_else(|| unreachable!("a request has taken its turn"))
        }
    }
}

/// The instance that a process stands in, or that its request belongs to, and its rank there.
pub(crate) fn standing(
    shared: &Shared,
    process: usize,
    comm: Comm,
    request: Option<u32>,
) -> (&Instance, usize) {
    let rank = shared.rank_in(comm, process);
    let index = index_of(shared, comm, rank, request);
    (&shared.instances(comm)[index], rank)
}

/// Can a process leave?
pub(crate) fn completeness(
    shared: &Shared,
    process: usize,
    comm: Comm,
    request: Option<u32>,
) -> Complete {
    let (instance, rank) = standing(shared, process, comm, request);
    if !instance.needed(rank).is_empty() {
        return Complete::No;
    }
    match instance.missing()[..] {
        [] => Complete::Yes,
        _ => Complete::IfBuffered,
    }
}

/// Instances that some processes never enter, each blamed on the first that did: all have left the
/// program.
pub(crate) fn incomplete(shared: &Shared) -> Vec<(usize, Fault)> {
    let mut incomplete = Vec::new();
    for (comm, instances) in &shared.collectives {
        for (index, instance) in instances.iter().enumerate() {
            let missing = instance.missing();
            let all = 0..instance.entries.len();
            let callers: Vec<usize> = all.filter(|p| instance.entered(*p)).collect();
            let Some(&first) = callers.first().filter(|_| !missing.is_empty()) else {
                continue;
            };
            let named = |ranks: &[usize]| {
                let mut who: Vec<usize> = ranks.iter().map(|r| shared.member(*comm, *r)).collect();
                who.sort_unstable();
                processes(&who)
            };
            let (call, calls) = (
                instance.op,
                if callers.len() == 1 { "calls" } else { "call" },
            );
            let never = if missing.len() == 1 {
                "never does"
            } else {
                "never do"
            };
            let (callers, missing) = (named(&callers), named(&missing));
            let message = format!("{callers} {calls} `{call}`, but {missing} {never}");
            let process = shared.member(*comm, first);
            let cause = Cause::Collective {
                process,
                lane: comm.lane(),
                since: next(shared, *comm, first) - 1 - index,
            };
            let fault = Fault::new(Kind::CollectiveIncomplete, message);
            incomplete.push((process, fault.because(cause)));
        }
    }
    incomplete
}

pub(crate) fn moves(shared: &Shared, process: usize, collecting: &Collecting) -> Vec<Move> {
    let certain = Move::certain(0);
    match completeness(shared, process, collecting.comm, None) {
        Complete::No => Vec::new(),
        Complete::IfBuffered => vec![certain.if_buffered()],
        Complete::Yes => vec![certain],
    }
}

pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    collecting: &Collecting,
    applied: &Applied,
) -> Result<Completed<Pending>, CommError> {
    let left = leave(store, shared, (me, collecting), None, applied)?;
    Ok(Completed {
        writes: left.effect.writes.0,
        checks: left.effect.checks,
        computed: left.effect.computed,
        left: (collecting.op == "free").then(|| collecting.comm.lane()),
        made: left.result.and_then(|made| store.as_int(made)),
        result: left.result,
        events: vec![Event {
            kind: EventKind::Collective,
            text: left.text,
            message: None,
        }],
        ..Completed::default()
    })
}

/// What a process takes with it.
pub(crate) struct Left {
    pub(crate) effect: Effect,
    pub(crate) result: Option<ExprId>,
    pub(crate) text: Text,
}

/// A process leaves the instance that it stands in, or that its request belongs to.
pub(crate) fn leave(
    store: &mut Store,
    shared: &mut Shared,
    (me, collecting): (usize, &Collecting),
    request: Option<u32>,
    applied: &Applied,
) -> Result<Left, CommError> {
    let comm = collecting.comm;
    let rank = shared.rank_in(comm, me);
    let index = index_of(shared, comm, rank, request);
    let instances = shared.collectives[&comm].clone();
    let members: Vec<usize> = shared.members(comm).collect();
    let mut effect = Effect::default();
    let inside = Inside {
        instance: &instances[index],
        lane: comm.lane(),
        since: next(shared, comm, rank) - 1 - index,
        members: &members,
        me: rank,
        into: collecting.into.as_ref(),
        takes: collecting.takes.as_ref(),
        applied,
    };
    agreement::counts(store, &inside, &mut effect)?;
    let collective = inside.instance.collective();
    let nothing = collective.share.is_all_or_nothing() && !inside.spared().is_empty();
    let text = match nothing {
        true => inside.said(" of nothing"),
        false => (collective.leave)(store, &inside, &mut effect)?,
    };
    let text = match inside.instance.op {
        "free" => text.words(format!(" {}", comm_shown(shared, comm).unwrap_or_default())),
        _ => text.words(self::inside(shared, comm)),
    };
    let result = making::made(store, shared, &inside);
    drop(instances);
    shared.leave_instance(comm, index, rank);
    making::freed(shared, me, collecting.op, comm);
    Ok(Left {
        effect,
        result,
        text,
    })
}
