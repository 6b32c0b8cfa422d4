//! The collective calls of each communicator: the k-th calls of all its members belong together.
//!
//! Blocking calls and those that go on by themselves have one order. A meeting is kept until all
//! have left it; a communicator, until all who were given it have freed it.

use std::collections::BTreeSet;
use std::sync::Arc;

use tass_syntax::Kind;

use super::behaviour::Behaviour;
use super::group::Group;
use super::making::Making;
use super::meeting::Meeting;
use super::posted::What;
use super::process::Next;
use super::records::Universe;
use super::request::{Collective, Op, Request};
use super::world::{Stage, World};

/// The meetings of a communicator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Assembly {
    members: Vec<usize>,
    pub(super) meetings: Vec<Meeting>,
    /// How many meetings each member has entered.
    entered: Vec<usize>,
    /// Who was given the communicator and has not freed it.
    holders: BTreeSet<usize>,
}

impl Assembly {
    fn new(members: &[usize]) -> Assembly {
        Assembly {
            members: members.to_vec(),
            meetings: Vec::new(),
            entered: vec![0; members.len()],
            holders: BTreeSet::new(),
        }
    }

    /// Is there a meeting that some member never entered?
    fn is_open(&self) -> bool {
        let all = self.meetings.len();
        self.entered.iter().any(|entered| *entered < all)
    }
}

impl World {
    /// A process enters its next meeting: which one that is.
    ///
    /// # Errors
    ///
    /// The first thing that it and the others do not agree on.
    pub(super) fn enter(&mut self, process: usize, mine: &Collective) -> Result<usize, Kind> {
        let group = &mine.group;
        let assembly = self.assemblies.entry(group.context);
        let assembly = assembly.or_insert_with(|| Assembly::new(&group.members));
        let rank = group.rank_of(process);
        let turn = assembly.entered[rank];
        if turn == assembly.meetings.len() {
            assembly.meetings.push(Meeting::new(group.size()));
        }
        assembly.meetings[turn].enter(rank, mine)?;
        assembly.entered[rank] += 1;
        if mine.making.is_some() && assembly.meetings[turn].complete() {
            self.found(group, turn);
        }
        Ok(turn)
    }

    /// The communicators that a meeting makes.
    fn found(&mut self, parent: &Group, turn: usize) {
        let meeting = &self.assemblies[&parent.context].meetings[turn];
        let all: Vec<&Making> = meeting
            .entered
            .iter()
            .filter_map(|mine| mine.as_ref()?.making.as_ref())
            .collect();
        let plans = Making::plans(&all, parent.grid.as_ref());
        let mut made = vec![None; parent.size()];
        for (ranks, grid) in plans {
            let members: Vec<usize> = ranks.iter().map(|rank| parent.members[*rank]).collect();
            let context = self.free_context();
            let assembly = Assembly {
                holders: members.iter().copied().collect(),
                ..Assembly::new(&members)
            };
            self.assemblies.insert(context, assembly);
            let group = Arc::new(Group {
                context,
                members,
                grid,
            });
            for rank in ranks {
                made[rank] = Some(Arc::clone(&group));
            }
        }
        self.assembly(parent.context).meetings[turn].made = made;
    }

    /// The smallest number of a communicator that nothing is left of.
    fn free_context(&self) -> usize {
        let in_use = |context: &usize| {
            let messages = self.channels.keys().any(|key| key.0 == *context);
            let receives = self.posted.iter().flatten().any(|posted| {
                matches!(&posted.what, What::Receive { incoming, .. }
                    if incoming.comm == *context)
            });
            let matched = self.matched_messages();
            let matched = matched.into_iter().any(|own| own.comm == *context);
            messages || matched || receives || self.assemblies.contains_key(context)
        };
        let mut numbers = 1 + self.nodes.len()..;
        let free = numbers.find(|context| !in_use(context));
        free.expect("there are many numbers")
    }

    /// The members of a universe who have freed its communicator.
    pub(super) fn have_freed(&self, universe: &Universe) -> Vec<usize> {
        let assembly = universe.context().and_then(|c| self.assemblies.get(&c));
        // Those that are not made are not freed either.
        let made = universe.context().is_some_and(|c| c > self.nodes.len());
        let Some(assembly) = assembly.filter(|_| made) else {
            return Vec::new();
        };
        let members = assembly.members.iter().copied();
        members
            .filter(|member| !assembly.holders.contains(member))
            .collect()
    }

    /// What is wrong if a process is through with a collective operation: to have freed a
    /// communicator is to meet none of its assertions any more.
    pub(super) fn leaves_open(&self, process: usize, mine: &Collective) -> Option<Kind> {
        let frees = mine.op == Op::Free;
        let lacks = frees && self.records.lack(&Universe::of(&mine.group), process);
        lacks.then_some(Kind::CollectiveAssertionIncomplete)
    }

    fn assembly(&mut self, context: usize) -> &mut Assembly {
        let assembly = self.assemblies.get_mut(&context);
        assembly.expect("somebody has entered")
    }

    /// A meeting of a communicator.
    pub(super) fn meeting_at(&self, context: usize, turn: usize) -> &Meeting {
        &self.assemblies[&context].meetings[turn]
    }

    /// The latest meeting of a process in a communicator.
    pub(super) fn meeting(&self, process: usize, group: &Group) -> &Meeting {
        let turn = self.assemblies[&group.context].entered[group.rank_of(process)] - 1;
        self.meeting_at(group.context, turn)
    }

    /// A process has left a meeting: what nobody can ask for again is dropped.
    pub(super) fn left(&mut self, process: usize, mine: &Collective) {
        let context = mine.group.context;
        if mine.op == Op::Free {
            self.assembly(context).holders.remove(&process);
        }
        self.forget_meetings(context);
    }

    /// Drops the oldest meetings of a communicator as far as all have left them.
    pub(super) fn forget_meetings(&mut self, context: usize) {
        while self.all_left_the_oldest(context) {
            let assembly = self.assembly(context);
            assembly.meetings.remove(0);
            assembly
                .entered
                .iter_mut()
                .for_each(|entered| *entered -= 1);
            for posted in self.posted.iter_mut().flatten() {
                if let What::Collective {
                    context: theirs,
                    turn,
                    ..
                } = &mut posted.what
                    && *theirs == context
                {
                    *turn -= 1;
                }
            }
        }
        let assembly = &self.assemblies[&context];
        if assembly.meetings.is_empty() && assembly.holders.is_empty() {
            self.assemblies.remove(&context);
        }
    }

    fn all_left_the_oldest(&self, context: usize) -> bool {
        let assembly = &self.assemblies[&context];
        let mut members = assembly.members.iter().zip(&assembly.entered);
        let left = |(process, entered): (&usize, &usize)| {
            let stands = matches!(self.stages[*process], Stage::Meeting { context: at, .. }
                if at == context);
            let posted = self.posted[*process].iter().any(|posted| {
                matches!(posted.what, What::Collective { context: at, turn: 0, .. }
                    if at == context)
            });
            !posted && *entered > usize::from(stands)
        };
        !assembly.meetings.is_empty() && members.all(left)
    }

    /// Is there a collective operation that somebody never entered?
    pub(super) fn open_meetings(&self) -> bool {
        self.assemblies.values().any(Assembly::is_open)
    }

    /// Do processes wait for each other in collective operations, in a circle? Within one
    /// communicator they cannot: who waits is further than those for whom he waits.
    pub(super) fn in_circles(&self, behaviour: &Behaviour) -> bool {
        let missing: Vec<Vec<usize>> = (0..self.nodes.len())
            .map(|process| self.missed_by(behaviour, process))
            .collect();
        let reaches = |from: usize| {
            let (mut seen, mut todo) = (BTreeSet::new(), missing[from].clone());
            while let Some(next) = todo.pop() {
                if seen.insert(next) {
                    todo.extend(&missing[next]);
                }
            }
            seen.contains(&from)
        };
        (0..self.nodes.len()).any(reaches)
    }

    /// For whom a process waits, if it does so in a collective operation.
    fn missed_by(&self, behaviour: &Behaviour, process: usize) -> Vec<usize> {
        match (behaviour.next(self.nodes[process]), &self.stages[process]) {
            (Next::Request(Request::Collective(mine)), Stage::Meeting { .. }) => {
                let group = &mine.group;
                let missing = self.meeting(process, group).missing(group.rank_of(process));
                let missing = missing.into_iter();
                missing.map(|rank| group.members[rank]).collect()
            }
            _ => Vec::new(),
        }
    }
}
