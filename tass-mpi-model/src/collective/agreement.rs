//! What the members of a collective operation must agree on.
//!
//! Operation, root, operator and element type are compared when a process enters, with everyone who
//! is already in. The number of elements is compared when it leaves, with everyone it needs: in
//! every operation that covers all members. (Numbers may depend on inputs, and a replay, which
//! knows them, must fail at the same step as the search, which does not.)

use tass_core::comm::{Cause, Data, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

use super::Instance;
use crate::args::Args;
use crate::buffer::{Effect, Place, elements};
use crate::constants::Operator;

/// What a process takes the operation to be.
pub(super) struct Proposal<'a> {
    pub(super) op: &'static str,
    pub(super) root: Option<usize>,
    pub(super) operator: Option<Operator>,
    pub(super) elem: Option<&'a Type>,
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
    if root.is_none_or(|root| root == me) || !args.has("sendbuf") || args.given("sendbuf").is_some()
    {
        return Ok(());
    }
    let message = format!("process {me} calls `{op}` with IN_PLACE, but is not its root");
    Err(Fault::new(Kind::InvalidInPlace, message))
}

/// The operator of a reduction and what it is to combine.
pub(super) fn operator_fits(args: &Args<'_>, operator: Operator, elem: &Type) -> Result<(), Fault> {
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
    instance: &Instance,
    me: usize,
    mine: &Proposal<'_>,
) -> Result<(), Fault> {
    let mut entries = instance.entries.iter().enumerate();
    let Some((other, entry)) = entries.find_map(|(p, e)| Some((p, e.as_ref()?))) else {
        return Ok(());
    };
    let op = mine.op;
    let (kind, message) = if instance.op != op {
        let message = format!("`{op}` where process {other} called `{}`", instance.op);
        (Kind::CollectiveOrder, message)
    } else if mine.root != instance.root {
        let (mine, theirs) = (mine.root.unwrap_or(0), instance.root.unwrap_or(0));
        let message = format!("`{op}` with root {mine} where process {other} named root {theirs}");
        (Kind::CollectiveRoot, message)
    } else if let (Some(mine), Some(theirs)) = (mine.operator, instance.operator)
        && mine != theirs
    {
        let message = format!("`{op}` with {mine} where process {other} named {theirs}");
        (Kind::CollectiveOp, message)
    } else if let (Some(mine), Some(theirs)) = (mine.elem, &entry.elem)
        && mine != theirs
    {
        let message = format!("`{op}` with `{mine}` where process {other} used `{theirs}`");
        (Kind::CollectiveType, message)
    } else {
        return Ok(());
    };
    let message = format!("process {me} calls {message}");
    let fault = Fault::new(kind, message).because(Cause::Turn(other));
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

/// A process that leaves, against those it needs.
pub(super) fn counts(
    store: &mut Store,
    instance: &Instance,
    me: usize,
    effect: &mut Effect,
) -> Result<(), Fault> {
    let count = |process: usize| instance.entries[process].as_ref()?.count;
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
        let differ = |store: &Store| counts_differ(store, instance.op, (me, mine), (other, theirs));
        effect
            .demand(store, same, Kind::CollectiveCount, differ)
            .map_err(|fault| fault.because(Cause::Turn(other)))?;
    }
    Ok(())
}

fn counts_differ(
    store: &Store,
    op: &str,
    (me, mine): (usize, ExprId),
    (other, theirs): (usize, ExprId),
) -> String {
    let (mine, theirs) = (elements(store, mine), elements(store, theirs));
    format!("process {me} calls `{op}` with {mine} where process {other} used {theirs}")
}
