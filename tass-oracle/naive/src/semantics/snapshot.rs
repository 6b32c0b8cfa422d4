//! Collective assertions, and the invariants of collective loops: what processes contribute, and
//! what they see of each other. What becomes of it is [`super::records`].

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Derived, Expr, ExprKind, FoldSource, Handle, Invariant, StructDef, Type};

use super::locks::Lock;
use super::messages::Message;
use super::process::{Process, Stop, peeled};
use super::records::Universe;
use super::request::{Answer, Request};
use super::value::Value;

/// What a process contributes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Contribution {
    pub(super) universe: Universe,
    pub(super) name: String,
    /// Shared by the many worlds in which it was contributed.
    pub(super) vars: Arc<[(String, Type, Value)]>,
    pub(super) messages: Arc<[Message]>,
    /// Buffers under way, in the variables that are in sight.
    pub(super) locks: Arc<[Lock]>,
    pub(super) cond: Condition,
    /// For an arrival at the head of a loop.
    pub(super) arrival: Option<Arrival>,
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
pub(super) struct Condition(pub(super) Arc<Expr>);

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

/// What a process has contributed: nothing, if it does not belong to the universe.
pub(super) fn contribution_of(
    all: &[Option<Contribution>],
    rank: i128,
) -> Result<&Contribution, Stop> {
    let given = usize::try_from(rank).ok().and_then(|rank| all.get(rank));
    let given = given.ok_or(Stop::Fail(Kind::InvalidRank))?.as_ref();
    given.ok_or(Stop::Fail(Kind::CollectiveUniverse))
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
            universe: self.universe(universe)?,
            name: name.to_owned(),
            vars: vars.collect(),
            messages: self.messages.as_slice().into(),
            locks: self.locks_in_sight(),
            cond: Condition(Arc::new(cond.clone())),
            arrival,
        };
        self.contributed(Some(contribution))
    }

    /// The universe of this name: of a communicator, where a variable in sight holds one.
    fn universe(&self, name: Option<&str>) -> Result<Universe, Stop> {
        let name = name.filter(|name| *name != "all").unwrap_or_default();
        let var = self.frame().vars.iter().rfind(|var| var.name == name);
        match var.filter(|var| peeled(&var.ty) == Type::Handle(Handle::Comm)) {
            Some(var) => {
                let group = self.group(&self.settle(var.value.clone()))?;
                Ok(Universe::of(&group))
            }
            None => Ok(Universe::Named(name.to_owned())),
        }
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
        let peer = contribution_of(peers, rank)?;
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
