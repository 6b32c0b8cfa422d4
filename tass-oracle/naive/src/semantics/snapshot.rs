//! Collective assertions: what processes contribute, and the check when all have.
//!
//! Nobody waits. A process contributes what it is at that moment to the oldest record of the
//! universe that it has not contributed to yet, which must be one of the same name; when all have,
//! each one's condition must hold among the contributions.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{Derived, Expr, ExprKind, FoldSource, Invariant, StructDef, Type};

use super::locks::Lock;
use super::meeting::Refusal;
use super::messages::Message;
use super::process::{Process, Stop, Unsupported, Var};
use super::request::{Answer, Request};
use super::value::Value;
use tass_syntax::tree::visit::{self, Visitor};

/// What a process contributes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Contribution {
    universe: String,
    name: String,
    /// Shared by the many worlds in which it was contributed.
    vars: Arc<[(String, Type, Value)]>,
    pub(super) messages: Arc<[Message]>,
    /// Buffers under way, in the variables that are in sight.
    locks: Arc<[Lock]>,
    cond: Condition,
    /// For an arrival at the head of a loop.
    arrival: Option<Arrival>,
}

/// How a process stands at the head of a loop with an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Arrival {
    /// Does it go on (or leave)?
    pub(super) enters: bool,
    /// Does it come from the loop's body (or from before the loop)?
    pub(super) again: bool,
}

/// A condition; its place in the program tells it from all others.
#[derive(Clone, Debug)]
struct Condition(Arc<Expr>);

impl PartialEq for Condition {
    fn eq(&self, other: &Condition) -> bool {
        self.0.span == other.0.span
    }
}

impl Eq for Condition {}

impl Hash for Condition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.span.hash(state);
    }
}

/// So many records may wait for somebody: no process of a small model that ends is further ahead.
const MOST_RECORDS: usize = 48;

/// The records of all universes, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Records(BTreeMap<String, Vec<Vec<Option<Contribution>>>>);

impl Records {
    /// Is there a record that not all have contributed to?
    pub(super) fn open(&self) -> bool {
        self.0.values().any(|records| !records.is_empty())
    }

    /// A process contributes.
    ///
    /// # Errors
    ///
    /// If it is not its turn for this assertion, or the assertion does not hold.
    pub(super) fn contribute(
        &mut self,
        process: usize,
        size: usize,
        mine: Contribution,
    ) -> Result<(), Refusal> {
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
        let first = records[at].iter().flatten().next();
        let site = |c: &Contribution| (c.name.clone(), c.arrival.is_some());
        if first.is_some_and(|first| site(first) != site(&mine)) {
            return Err(Refusal::Fault(Kind::CollectiveAssertionOrder));
        }
        let way = |c: &Contribution| c.arrival.map(|arrival| arrival.enters);
        if first.is_some_and(|first| way(first) != way(&mine)) {
            return Err(Refusal::Fault(Kind::LoopExit));
        }
        let kind = match mine.arrival {
            None => Kind::CollectiveAssertion,
            Some(Arrival { again: false, .. }) => Kind::InvariantEntry,
            Some(Arrival { again: true, .. }) => Kind::Invariant,
        };
        records[at][process] = Some(mine);
        if records[at].iter().any(Option::is_none) {
            return Ok(());
        }
        let all: Vec<Contribution> = records.remove(at).into_iter().flatten().collect();
        if records.is_empty() {
            self.0.retain(|_, records| !records.is_empty());
        }
        for rank in 0..size {
            match holds(&all, rank) {
                Ok(true) => {}
                Ok(false) => return Err(Refusal::Fault(kind)),
                Err(Stop::Fail(kind)) => return Err(Refusal::Fault(kind)),
                Err(Stop::Unsupported(what)) => {
                    return Err(Refusal::Unsupported(Unsupported::Construct(what)));
                }
                Err(Stop::TooLarge(what)) => {
                    return Err(Refusal::Unsupported(Unsupported::Size(what)));
                }
                Err(_) => {
                    return Err(Refusal::Unsupported(Unsupported::Construct(
                        "this collective condition".into(),
                    )));
                }
            }
        }
        Ok(())
    }
}

/// Does the condition of one process hold among the contributions?
fn holds(all: &[Contribution], rank: usize) -> Result<bool, Stop> {
    let vars = all[rank].vars.iter().map(|(name, ty, value)| Var {
        name: name.clone(),
        ty: ty.clone(),
        value: value.clone(),
    });
    let locks = &all[rank].locks;
    Process::among(all, rank, vars.collect(), locks).truth(&all[rank].cond.0)
}

/// Does a condition name other processes, or messages between processes?
pub fn speaks_of_processes(cond: &Expr) -> bool {
    struct Others(bool);
    impl Visitor for Others {
        fn expr(&mut self, e: &mut Expr) {
            self.0 |= match &e.kind {
                ExprKind::Peer(..) | ExprKind::Counter(_) | ExprKind::InFlight { .. } => true,
                ExprKind::Fold(fold) => matches!(fold.source, FoldSource::Procs { .. }),
                _ => false,
            };
        }
    }
    let mut others = Others(false);
    visit::expr(&mut cond.clone(), &mut others);
    others.0
}

/// Does an invariant belong to each process alone?
pub(crate) fn is_alone(invariant: &Invariant) -> bool {
    invariant.universe.is_none() && !speaks_of_processes(&invariant.cond)
}

/// The type of a process as the item of a chain.
pub(super) fn process_type() -> Type {
    Type::Struct(Arc::new(StructDef {
        name: "process".into(),
        fields: Vec::new(),
        derived: Derived::default(),
    }))
}

impl Process<'_> {
    /// `collective_assert!(universe::NAME: cond)`
    pub(super) fn assert_together(
        &mut self,
        universe: Option<&str>,
        name: &str,
        cond: &Expr,
    ) -> Result<Value, Stop> {
        self.contribute(universe, name, cond, None)
    }

    /// At the head of a loop with an invariant.
    pub(super) fn arrive(&mut self, invariant: &Invariant, arrival: Arrival) -> Result<(), Stop> {
        if invariant.joint {
            return Err(Stop::Unsupported("this sort of invariant".into()));
        }
        if let Some(places) = &invariant.assigns {
            self.only_assigned(places, arrival.again)?;
        }
        let universe = invariant.universe.as_deref();
        if is_alone(invariant) {
            // Nobody else is concerned.
            return match (self.truth(&invariant.cond)?, arrival.again) {
                (true, _) => Ok(()),
                (false, false) => Err(Stop::Fail(Kind::InvariantEntry)),
                (false, true) => Err(Stop::Fail(Kind::Invariant)),
            };
        }
        let (name, cond) = (&invariant.name, &invariant.cond);
        self.contribute(universe, name, cond, Some(arrival))?;
        Ok(())
    }

    fn contribute(
        &mut self,
        universe: Option<&str>,
        name: &str,
        cond: &Expr,
        arrival: Option<Arrival>,
    ) -> Result<Value, Stop> {
        // What has been answered before need not be put together again.
        if self.used < self.answers.len() {
            return self.contributed(None);
        }
        let vars = self.frame().vars.iter();
        let vars = vars.map(|var| {
            (
                var.name.clone(),
                var.ty.clone(),
                self.settle(var.value.clone()),
            )
        });
        let contribution = Contribution {
            universe: universe
                .filter(|u| *u != "all")
                .unwrap_or_default()
                .to_owned(),
            name: name.to_owned(),
            vars: vars.collect(),
            messages: self.messages.as_slice().into(),
            locks: self.locks_in_sight(),
            cond: Condition(Arc::new(cond.clone())),
            arrival,
        };
        self.contributed(Some(contribution))
    }

    /// The answer to a contribution, which is given where there is no answer yet.
    fn contributed(&mut self, contribution: Option<Contribution>) -> Result<Value, Stop> {
        let answer = match contribution {
            Some(contribution) => self.ask(Request::Contribute(contribution))?,
            None => {
                self.used += 1;
                self.answers[self.used - 1].clone()
            }
        };
        match answer {
            Answer::Contributed => Ok(Value::Unit),
            other => unreachable!("{other:?} does not answer a contribution"),
        }
    }

    /// Variable `name` of a process.
    pub(super) fn peer(&self, rank: i128, name: &str) -> Result<Value, Stop> {
        let peers = self
            .peers
            .ok_or_else(|| Stop::Unsupported("other processes here".into()))?;
        let peer = usize::try_from(rank).ok().and_then(|rank| peers.get(rank));
        let peer = peer.ok_or(Stop::Fail(Kind::InvalidRank))?;
        let found = peer.vars.iter().rposition(|(given, ..)| given == name);
        let found = found.ok_or_else(|| Stop::Unsupported(format!("`{name}` of a process")))?;
        // What is being received into has no value.
        if peer
            .locks
            .iter()
            .any(|lock| lock.writes && lock.place.var == found)
        {
            return Err(Stop::TooLarge("a buffer of another process in use".into()));
        }
        Ok(peer.vars[found].2.clone())
    }
}
