//! The records of collective assertions: whose contributions are there, and the check when all are.
//!
//! Nobody waits. A process contributes to the oldest record of the universe that it has not
//! contributed to yet, which must be one of the same name; when all who belong to the universe
//! have, each one's condition must hold among the contributions.

use std::collections::BTreeMap;

use tass_syntax::Kind;

use super::group::Group;
use super::meeting::Refusal;
use super::process::{Process, Stop, Unsupported, Var};
use super::snapshot::{Arrival, Contribution};

/// Whose assertions these are; each universe has an order of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Universe {
    /// Of all processes, under a name or under none.
    Named(String),
    /// Of the members of a communicator, whatever variable holds it.
    Communicator {
        /// Its number.
        context: usize,
        /// Its members, in the order of their numbers among all.
        members: Vec<usize>,
    },
}

impl Universe {
    /// That of a communicator.
    pub(super) fn of(group: &Group) -> Universe {
        let mut members = group.members.clone();
        members.sort_unstable();
        Universe::Communicator {
            context: group.context,
            members,
        }
    }

    /// The number of the communicator.
    pub(super) fn context(&self) -> Option<usize> {
        match self {
            Universe::Named(_) => None,
            Universe::Communicator { context, .. } => Some(*context),
        }
    }

    /// Who belongs to it, of so many.
    fn members(&self, size: usize) -> Vec<usize> {
        match self {
            Universe::Named(_) => (0..size).collect(),
            Universe::Communicator { members, .. } => members.clone(),
        }
    }
}

/// By process: what it has contributed.
type Record = Vec<Option<Contribution>>;

/// So many records may wait for somebody: no process of a small model that ends is further ahead.
const MOST_RECORDS: usize = 48;

/// The records of all universes, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Records(BTreeMap<Universe, Vec<Record>>);

impl Records {
    /// Is there a record that not all have contributed to?
    pub(super) fn open(&self) -> bool {
        self.0.values().any(|records| !records.is_empty())
    }

    /// Is there one of this universe that a process has not contributed to?
    pub(super) fn lack(&self, universe: &Universe, process: usize) -> bool {
        let records = self.0.get(universe).into_iter().flatten();
        records
            .into_iter()
            .any(|record: &Record| record[process].is_none())
    }

    /// A process contributes, and these never will any more.
    ///
    /// # Errors
    ///
    /// If it is not its turn for this assertion, or the assertion does not hold.
    pub(super) fn contribute(
        &mut self,
        process: usize,
        size: usize,
        mine: Contribution,
        gone: &[usize],
    ) -> Result<(), Refusal> {
        let members = mine.universe.members(size);
        let records = self.0.entry(mine.universe.clone()).or_default();
        let at = records.iter().position(|record| record[process].is_none());
        if at.is_none() && records.len() >= MOST_RECORDS {
            let what = "a process that runs so far ahead of the others";
            return Err(Refusal::Unsupported(Unsupported::Size(what.into())));
        }
        let at = at.unwrap_or_else(|| {
            records.push(vec![None; size]);
            records.len() - 1
        });
        agree(&records[at], &mine)?;
        let kind = kind(&mine);
        records[at][process] = Some(mine);
        let lacks = |member: &usize| records[at][*member].is_none();
        if gone.iter().any(lacks) {
            return Err(Refusal::Fault(Kind::CollectiveAssertionIncomplete));
        }
        if members.iter().any(lacks) {
            return Ok(());
        }
        let all = records.remove(at);
        self.0.retain(|_, records| !records.is_empty());
        for member in members {
            match holds(&all, member) {
                Ok(true) => {}
                Ok(false) => return Err(Refusal::Fault(kind)),
                Err(stop) => return Err(refusal(stop)),
            }
        }
        Ok(())
    }
}

/// Does what a process contributes belong to what others have?
fn agree(record: &Record, mine: &Contribution) -> Result<(), Refusal> {
    let Some(first) = record.iter().flatten().next() else {
        return Ok(());
    };
    let site = |c: &Contribution| (c.name.clone(), c.arrival.is_some());
    if site(first) != site(mine) {
        return Err(Refusal::Fault(Kind::CollectiveAssertionOrder));
    }
    let way = |c: &Contribution| c.arrival.map(|arrival| arrival.enters);
    if way(first) != way(mine) {
        return Err(Refusal::Fault(Kind::LoopExit));
    }
    Ok(())
}

/// What it is called if the conditions do not hold.
fn kind(mine: &Contribution) -> Kind {
    match mine.arrival {
        None => Kind::CollectiveAssertion,
        Some(Arrival { again: false, .. }) => Kind::InvariantEntry,
        Some(Arrival { again: true, .. }) => Kind::Invariant,
    }
}

/// Why a condition has no value.
fn refusal(stop: Stop) -> Refusal {
    Refusal::Unsupported(match stop {
        Stop::Fail(kind) => return Refusal::Fault(kind),
        Stop::Unsupported(what) => Unsupported::Construct(what),
        Stop::TooLarge(what) => Unsupported::Size(what),
        _ => Unsupported::Construct("this collective condition".into()),
    })
}

/// Does the condition of one process hold among the contributions?
fn holds(all: &Record, rank: usize) -> Result<bool, Stop> {
    let mine = all[rank].as_ref().expect("it belongs to the universe");
    let vars = mine.vars.iter().map(|(name, ty, value)| Var {
        name: name.clone(),
        ty: ty.clone(),
        value: value.clone(),
    });
    Process::among(all, rank, vars.collect(), &mine.locks).truth(&mine.cond.0)
}
