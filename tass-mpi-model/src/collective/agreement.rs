//! What the members of a collective operation must agree on.
//!
//! Operation, root, operator and element type are compared when a process enters, with everyone who
//! is already in. The number of elements is compared when it leaves, with everyone it needs: in
//! every operation that covers all members. (Numbers may depend on inputs, and a replay, which
//! knows them, must fail at the same step as the search, which does not.)

use tass_core::comm::{Cause, Data, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::Store;
use tass_syntax::tree::Type;

use super::instance::{Entry, Inside};
use super::operator::Operator;
use super::{Instance, is_immediate};
use crate::args::Args;
use crate::buffer::{Effect, Place, elements};
use crate::communicator::Comm;
use crate::grid::Grid;
use crate::shared::Shared;

/// What a process takes the operation to be.
pub(super) struct Proposal<'a> {
    pub(super) op: &'static str,
    pub(super) root: Option<usize>,
    pub(super) operator: Option<Operator>,
    pub(super) elem: Option<&'a Type>,
    pub(super) grid: Option<&'a Grid>,
}

/// The types of a process's own two buffers, where both count.
pub(super) fn with_itself(
    args: &Args<'_>,
    data: Option<&Data>,
    into: Option<&Place>,
) -> Result<(), Fault> {
    match (data, into) {
        (Some(data), Some(into)) if data.elem != into.elem => Err(Fault::new(
            Kind::CollectiveType,
            format!(
                "process {} gives `{}` to `{}` and takes `{}`",
                args.process, data.elem, args.op, into.elem
            ),
        )
        .of_types(&data.elem, &into.elem)),
        _ => Ok(()),
    }
}

/// Only the root of an operation gives what it holds: what the others hold is not looked at.
pub(super) fn in_place_at_root(args: &Args<'_>, root: Option<usize>) -> Result<(), Fault> {
    let (me, op) = (args.process, args.op);
    if root.is_none_or(|root| root == args.rank)
        || !args.has("sendbuf")
        || args.given("sendbuf").is_some()
    {
        return Ok(());
    }
    let message = format!("process {me} calls `{op}` with IN_PLACE, but is not its root");
    Err(Fault::new(Kind::InvalidInPlace, message))
}

/// The operator of a reduction and what it is to combine.
pub(super) fn operator_fits(
    args: &Args<'_>,
    operator: &Operator,
    elem: &Type,
) -> Result<(), Fault> {
    if operator.is_for(elem) {
        return Ok(());
    }
    let (me, op) = (args.process, args.op);
    let message = format!(
        "process {me} calls `{op}` with {operator}, which is not defined for elements of type `{elem}`"
    );
    Err(Fault::new(Kind::InvalidOperator, message))
}

/// A process that enters, against those that are in. They agree, so one of them speaks for all.
pub(super) fn with_others(
    shared: &Shared,
    (comm, index): (Comm, usize),
    me: usize,
    mine: &Proposal<'_>,
) -> Result<(), Fault> {
    let instance = &shared.instances(comm)[index];
    let mut entries = instance.entries.iter().enumerate();
    let Some((other, entry)) = entries.find_map(|(rank, e)| Some((rank, e.as_ref()?))) else {
        return Ok(());
    };
    let other = shared.member(comm, other);
    let Some((kind, message)) = difference(instance, other, entry, mine) else {
        return Ok(());
    };
    let message = format!("process {me} calls {message}");
    let turn = Cause::Turn {
        process: other,
        lane: comm.lane(),
        since: 0,
    };
    let fault = Fault::new(kind, message).because(turn);
    Err(match kind {
        Kind::CollectiveRoot => fault.about("root"),
        Kind::CollectiveOp => fault.about("op"),
        Kind::CollectiveType => match (mine.elem, &entry.elem) {
            (Some(mine), Some(theirs)) => fault.of_types(mine, theirs),
            _ => fault,
        },
        _ => fault,
    })
}

/// What a process takes the operation to be, where another one took it to be something else.
fn difference(
    instance: &Instance,
    other: usize,
    entry: &Entry,
    mine: &Proposal<'_>,
) -> Option<(Kind, String)> {
    let op = mine.op;
    if instance.op != op {
        let kind = match is_immediate(op) == is_immediate(instance.op) {
            true => Kind::CollectiveOrder,
            false => Kind::CollectiveMixed,
        };
        let message = format!("`{op}` where process {other} called `{}`", instance.op);
        return Some((kind, message));
    }
    if mine.root != instance.root {
        let (mine, theirs) = (mine.root.unwrap_or(0), instance.root.unwrap_or(0));
        let message = format!("`{op}` with root {mine} where process {other} named root {theirs}");
        return Some((Kind::CollectiveRoot, message));
    }
    if let (Some(mine), Some(theirs)) = (&mine.operator, &instance.operator)
        && mine != theirs
    {
        let message = format!("`{op}` with {mine} where process {other} named {theirs}");
        return Some((Kind::CollectiveOp, message));
    }
    if let (Some(mine), Some(theirs)) = (mine.elem, &entry.elem)
        && mine != theirs
    {
        let message = format!("`{op}` with `{mine}` where process {other} used `{theirs}`");
        return Some((Kind::CollectiveType, message));
    }
    let theirs = entry.making.as_ref().and_then(|m| m.grid.as_ref());
    if let (Some(mine), Some(theirs)) = (mine.grid, theirs)
        && mine != theirs
    {
        let (mine, theirs) = (mine.shown(), theirs.shown());
        let message = format!("`{op}` for a grid of {mine} where process {other} said {theirs}");
        return Some((Kind::InvalidTopology, message));
    }
    None
}

/// A process that leaves, against those it needs.
pub(super) fn counts(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
) -> Result<(), Fault> {
    let (instance, me) = (inside.instance, inside.me);
    let count = |rank: usize| instance.entries[rank].as_ref()?.count;
    let Some(mine) = count(me) else {
        return Ok(());
    };
    for other in 0..instance.entries.len() {
        if other == me || !instance.needs(me, other) {
            continue;
        }
        let Some(theirs) = count(other) else {
            continue;
        };
        let same = store.eq(mine, theirs);
        let differ = |store: &Store| {
            let (op, me, other) = (instance.op, inside.process(), inside.members[other]);
            let (mine, theirs) = (elements(store, mine), elements(store, theirs));
            format!("process {me} calls `{op}` with {mine} where process {other} used {theirs}")
        };
        effect
            .demand(store, same, Kind::CollectiveCount, differ)
            .map_err(|fault| fault.because(inside.turn_of(other)))?;
    }
    Ok(())
}
