//! Operations that make communicators, and the one that frees them.
//!
//! `split`, `dup` and `cart_create` are collective operations of the communicator that they begin
//! with, and wait for all of its members. Those of one colour become the members of a new one:
//! `dup` is a split in which all have the same colour, `cart_create` one in which those beyond the
//! grid have none. `free` takes its turn among the collective operations of what it frees. It needs
//! nobody, but MPI lets a library wait in it for all others, as in any collective operation.

use tass_core::comm::{CommError, Fault, Text};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use super::nothing::Share;
use super::{Collective, Entering, Inside};
use crate::args::Args;
use crate::communicator::{Comm, Membership};
use crate::constants::{FREED_COMM, NO_COMM, UNDEFINED_CODE};
use crate::describe::processes;
use crate::grid::Grid;
use crate::shared::Shared;

/// The part of a process in making a communicator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Making {
    /// The process's own number for it; `None`: it will be in none.
    number: Option<u32>,
    color: i64,
    key: i64,
    pub(super) grid: Option<Grid>,
}

/// `split(color, key, comm)`
pub(super) static SPLIT: Collective = of_all("split");
/// `dup(comm)`
pub(super) static DUP: Collective = of_all("dup");
/// `cart_create(dims, periodic, comm)`
pub(super) static CART_CREATE: Collective = of_all("cart_create");
/// `free(communicator)`
pub(super) static FREE: Collective = Collective {
    name: "free",
    needs: |who, other, _| other == who,
    share: Share::Presence,
    enter: |_, args, _| Entering {
        into: Some(args.place("communicator").0),
        ..Entering::default()
    },
    leave: |store, inside, effect| {
        if let Some(into) = inside.into {
            effect.writes.0.push((into.place, store.int(FREED_COMM)));
        }
        Ok(Text::new(inside.instance.op))
    },
};

const fn of_all(name: &'static str) -> Collective {
    Collective {
        name,
        needs: |_, _, _| true,
        share: Share::Presence,
        enter: |_, _, _| Entering::default(),
        leave: |_, inside, _| Ok(told(inside)),
    }
}

/// What a call says of the communicator to be made.
pub(super) fn of_call(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
) -> Result<Option<Making>, CommError> {
    let (color, key, grid) = match args.op {
        "split" => (args.known("color"), args.known("key"), None),
        "dup" => {
            let group = shared.group(args.comm);
            (0, 0, group.and_then(|group| group.grid.clone()))
        }
        "cart_create" => {
            let grid = Grid::of_call(store, args)?;
            let inside = args.rank < grid.places();
            let color = if inside { 0 } else { UNDEFINED_CODE };
            (color, 0, Some(grid))
        }
        _ => return Ok(None),
    };
    let number = (color != UNDEFINED_CODE).then(|| shared.reserve(args.process));
    Ok(Some(Making {
        number,
        color,
        key,
        grid,
    }))
}

/// The ranks of those who will be together with the process that leaves, by their new ranks.
fn together(inside: &Inside<'_>) -> Vec<usize> {
    let making = |rank: usize| inside.instance.entries[rank].as_ref()?.making.as_ref();
    let color = |rank: usize| making(rank).map(|making| making.color);
    let all = 0..inside.nprocs();
    let mut ranks: Vec<usize> = all
        .filter(|rank| color(*rank) == color(inside.me))
        .collect();
    ranks.sort_by_key(|rank| making(*rank).map(|making| making.key));
    ranks
}

fn mine<'a>(inside: &'a Inside<'_>) -> Option<&'a Making> {
    inside.instance.entries[inside.me].as_ref()?.making.as_ref()
}

fn told(inside: &Inside<'_>) -> Text {
    let op = inside.instance.op;
    if mine(inside).is_none_or(|making| making.number.is_none()) {
        return Text::new(format!("{op} -> COMM_NULL"));
    }
    let members: Vec<usize> = together(inside)
        .into_iter()
        .map(|rank| inside.members[rank])
        .collect();
    Text::new(format!("{op} -> {}", processes(&members)))
}

/// The process that leaves becomes a member; its handle.
pub(super) fn made(store: &mut Store, shared: &mut Shared, inside: &Inside<'_>) -> Option<ExprId> {
    let making = mine(inside)?;
    let Some(number) = making.number else {
        return Some(store.int(NO_COMM));
    };
    let ranks = together(inside);
    let leader = inside.instance.entries[ranks[0]].as_ref();
    let first = leader.and_then(|entry| entry.making.as_ref()?.number);
    let first = first.unwrap_or_else(|| unreachable!("a member has a number"));
    let members = ranks.into_iter().map(|rank| inside.members[rank]).collect();
    let group = Membership {
        members,
        grid: making.grid.clone(),
    };
    shared.join(inside.process(), (first, number), group);
    Some(store.int(number.into()))
}

/// Is the communicator that a process frees one that the program has made?
pub(super) fn may_be_freed(args: &Args<'_>) -> Result<(), Fault> {
    let (me, comm) = (args.process, args.comm);
    if args.op != FREE.name || comm.is_made() {
        return Ok(());
    }
    let what = if comm == Comm::WORLD { "WORLD" } else { "SELF" };
    let message = format!("process {me} frees {what}");
    Err(Fault::new(Kind::InvalidCommunicator, message))
}

/// A process has left an instance of this operation: has it freed the communicator?
pub(super) fn freed(shared: &mut Shared, process: usize, op: &str, comm: Comm) {
    if op == FREE.name {
        shared.let_go(process, comm);
    }
}
