//! Communicators: who is in them, and which numbers stand for them.
//!
//! A process knows a communicator by the number of its own handle. What always holds:
//!
//! - A communicator is named by its first member (the process of rank 0 in it) and that member's
//!   number for it, so that names depend on what processes do themselves, not on who is faster.
//! - A number is in use from the moment when its process enters the operation that makes the
//!   communicator, and is given to another one only when the communicator is gone.
//! - A communicator is there while a member has not freed it, or something is under way in it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tass_core::comm::{Cause, Fault, Group};
use tass_core::report::Kind;

use crate::constants::{FREED_COMM, NO_COMM, OWN_COMM, WORLD_COMM};
use crate::describe::processes;
use crate::grid::Grid;
use crate::shared::Shared;

/// A communicator by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Comm {
    leader: u32,
    number: u32,
}

/// Who is in a communicator that was made: by rank, the processes. And how they lie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Membership {
    pub(crate) members: Vec<usize>,
    pub(crate) grid: Option<Grid>,
}

/// The communicators that were made, and the handles of each process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Communicators {
    made: BTreeMap<Comm, Made>,
    handles: BTreeMap<usize, Vec<Handle>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Made {
    group: Rc<Membership>,
    /// The members that have freed it.
    left: BTreeSet<usize>,
}

/// What one of a process's own numbers stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Handle {
    Free,
    /// For what the operation makes that the process stands in.
    Reserved,
    Is(Comm),
}

impl Comm {
    /// All processes.
    pub(crate) const WORLD: Comm = Comm {
        leader: 0,
        number: WORLD_COMM as u32,
    };

    fn named(leader: usize, number: u32) -> Comm {
        let leader = u32::try_from(leader).unwrap_or_else(|_| unreachable!("few processes"));
        Comm { leader, number }
    }

    /// A process alone.
    fn own(process: usize) -> Comm {
        Comm::named(process, OWN_COMM as u32)
    }

    /// Was it made by the program?
    pub(crate) fn is_made(self) -> bool {
        self.number > OWN_COMM as u32
    }

    /// A number for it, for those who tell channels apart.
    pub(crate) fn lane(self) -> u64 {
        u64::from(self.leader) << 32 | u64::from(self.number)
    }
}

impl Communicators {
    pub(crate) fn heap_bytes(&self) -> usize {
        let handles = self
            .handles
            .values()
            .map(|h| h.len() * size_of::<Handle>() + 64);
        let made = self.made.values();
        let made = made.map(|m| m.group.members.len() * size_of::<usize>() + 128);
        handles.sum::<usize>() + made.sum::<usize>()
    }
}

impl Shared {
    /// The communicator that a number of a process stands for.
    pub(crate) fn comm_of(&self, process: usize, op: &str, handle: i64) -> Result<Comm, Fault> {
        self.comm_at(process, handle).map_err(|(kind, what)| {
            let message = format!("process {process} calls `{op}` with {what}");
            Fault::new(kind, message)
        })
    }

    /// The universe of that communicator.
    pub(crate) fn universe_of(&self, process: usize, handle: i64) -> Result<Group, Fault> {
        let comm = self.comm_at(process, handle).map_err(|(kind, what)| {
            let message = format!("process {process} meets a condition on the processes of {what}");
            Fault::new(kind, message)
        })?;
        let mut members: Vec<usize> = self.members(comm).collect();
        members.sort_unstable();
        let made = self.comms.made.get(&comm);
        Ok(Group {
            lane: comm.lane(),
            members,
            left: made.map_or(Vec::new(), |made| made.left.iter().copied().collect()),
        })
    }

    fn comm_at(&self, process: usize, handle: i64) -> Result<Comm, (Kind, &'static str)> {
        match handle {
            WORLD_COMM => Ok(Comm::WORLD),
            OWN_COMM => Ok(Comm::own(process)),
            NO_COMM => Err((Kind::InvalidCommunicator, "COMM_NULL, in which nobody is")),
            FREED_COMM => Err((Kind::CommunicatorFreed, "a communicator that it has freed")),
            number => match self.handle(process, number) {
                Some(Handle::Is(comm)) => Ok(comm),
                other => unreachable!("communicator {number} of process {process} is {other:?}"),
            },
        }
    }

    /// The number by which a process knows a communicator, unless it has freed it.
    pub(crate) fn number_of(&self, process: usize, comm: Comm) -> Option<i64> {
        if !comm.is_made() {
            return Some(if comm == Comm::WORLD {
                WORLD_COMM
            } else {
                OWN_COMM
            });
        }
        let mut mine = self.comms.handles.get(&process)?.iter();
        let at = mine.position(|handle| *handle == Handle::Is(comm))?;
        i64::try_from(at).ok().map(|at| at + OWN_COMM + 1)
    }

    fn handle(&self, process: usize, number: i64) -> Option<Handle> {
        let at = usize::try_from(number - OWN_COMM - 1).ok()?;
        self.comms.handles.get(&process)?.get(at).copied()
    }

    /// The group of a communicator that was made.
    pub(crate) fn group(&self, comm: Comm) -> Option<&Rc<Membership>> {
        self.comms.made.get(&comm).map(|made| &made.group)
    }

    /// How many processes are in a communicator.
    pub(crate) fn size(&self, comm: Comm) -> usize {
        match self.group(comm) {
            Some(group) => group.members.len(),
            None if comm == Comm::WORLD => self.phases.len(),
            None => 1,
        }
    }

    /// The process of this rank.
    pub(crate) fn member(&self, comm: Comm, rank: usize) -> usize {
        match self.group(comm) {
            Some(group) => group.members[rank],
            None if comm == Comm::WORLD => rank,
            None => comm.leader as usize,
        }
    }

    /// Its members, by rank.
    pub(crate) fn members(&self, comm: Comm) -> impl Iterator<Item = usize> {
        (0..self.size(comm)).map(move |rank| self.member(comm, rank))
    }

    /// The rank of a member.
    pub(crate) fn rank_in(&self, comm: Comm, process: usize) -> usize {
        match self.group(comm) {
            Some(group) => {
                let rank = group.members.iter().position(|member| *member == process);
                rank.unwrap_or_else(|| unreachable!("process {process} is in {comm:?}"))
            }
            None if comm == Comm::WORLD => process,
            None => 0,
        }
    }

    /// A member as a trace names it: by its number among all, and its rank if that is another one.
    pub(crate) fn shown_member(&self, comm: Comm, process: usize) -> String {
        match self.rank_in(comm, process) {
            rank if rank == process => rank.to_string(),
            rank => format!("{process} (rank {rank})"),
        }
    }

    /// Of the communicators with the same members in the same order: how many come before this one,
    /// and how many there are.
    pub(crate) fn among_alike(&self, comm: Comm) -> (usize, usize) {
        let members = |comm: &Comm| self.group(*comm).map(|group| &group.members);
        let alike = |other: &&Comm| members(other) == members(&comm);
        let all = self.comms.made.keys().filter(alike);
        (all.clone().filter(|o| **o < comm).count(), all.count())
    }

    /// A member as a call names it: by its rank, and its number among all if that is another one.
    pub(crate) fn named_member(&self, comm: Comm, process: usize) -> String {
        match self.rank_in(comm, process) {
            rank if rank == process => rank.to_string(),
            rank => format!("{rank} (process {process})"),
        }
    }

    /// The number that a process will have for what it is about to make with others.
    pub(crate) fn reserve(&mut self, process: usize) -> u32 {
        let Communicators { made, handles } = Rc::make_mut(&mut self.comms);
        let mine = handles.entry(process).or_default();
        let free = |at: &usize| {
            let unused = mine.get(*at).is_none_or(|handle| *handle == Handle::Free);
            unused && !made.contains_key(&Comm::named(process, numbered(*at)))
        };
        let at = (0..)
            .find(free)
            .unwrap_or_else(|| unreachable!("numbers do not run out"));
        if mine.len() <= at {
            mine.resize(at + 1, Handle::Free);
        }
        mine[at] = Handle::Reserved;
        numbered(at)
    }

    /// A process has become a member of a communicator: its leader has reserved the first number
    /// for it, the process the second.
    pub(crate) fn join(&mut self, process: usize, (first, mine): (u32, u32), group: Membership) {
        let comm = Comm::named(group.members[0], first);
        let comms = Rc::make_mut(&mut self.comms);
        comms.made.entry(comm).or_insert_with(|| Made {
            left: BTreeSet::new(),
            group: Rc::new(group),
        });
        let at = (i64::from(mine) - OWN_COMM - 1) as usize;
        if let Some(handles) = comms.handles.get_mut(&process) {
            handles[at] = Handle::Is(comm);
        }
    }

    /// A process has freed a communicator.
    pub(crate) fn let_go(&mut self, process: usize, comm: Comm) {
        let Communicators { made, handles } = Rc::make_mut(&mut self.comms);
        if let Some(mine) = handles.get_mut(&process) {
            for handle in mine
                .iter_mut()
                .filter(|handle| **handle == Handle::Is(comm))
            {
                *handle = Handle::Free;
            }
            while mine.last() == Some(&Handle::Free) {
                mine.pop();
            }
            if mine.is_empty() {
                handles.remove(&process);
            }
        }
        if let Some(made) = made.get_mut(&comm) {
            made.left.insert(process);
        }
    }

    /// What nobody has any more, and nothing is under way in, is gone.
    pub(crate) fn forget_communicators(&mut self) {
        let unheld = |(comm, made): (&Comm, &Made)| {
            (made.left.len() == made.group.members.len()).then_some(*comm)
        };
        let unheld: Vec<Comm> = self.comms.made.iter().filter_map(unheld).collect();
        for comm in unheld {
            if !self.is_in_use(comm) {
                Rc::make_mut(&mut self.comms).made.remove(&comm);
            }
        }
    }

    /// A process ends: has it freed what it has?
    pub(crate) fn unfreed(&self, process: usize) -> Result<(), Fault> {
        let mine = self.comms.handles.get(&process).into_iter().flatten();
        let first = mine.enumerate().find_map(|(at, handle)| match handle {
            Handle::Is(comm) => Some((numbered(at), self.group(*comm)?)),
            _ => None,
        });
        let Some((number, group)) = first else {
            return Ok(());
        };
        let message = format!(
            "process {process} ends, but never frees its communicator of {}",
            processes(&group.members)
        );
        Err(Fault::new(Kind::CommunicatorLeak, message).because(Cause::Made(number)))
    }
}

/// The number of the handle at this place.
fn numbered(at: usize) -> u32 {
    u32::try_from(at).map_or(u32::MAX, |at| at + OWN_COMM as u32 + 1)
}
