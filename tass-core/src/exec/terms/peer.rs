//! Variables of other processes, inside a collective or joint condition: `proc[e].x`, `spec.x`,
//! `spec[e].x`. (Counters: see [`crate::exec::terms::counter`].)
//!
//! A condition is evaluated in the union of the snapshots, and evaluation never takes part in the
//! search: which process is meant may depend on inputs or on the variable of a quantifier, and then
//! the value is a conditional over all processes rather than a split of the state. What is
//! evaluated under a guard (`k < n && proc[k].x == 0`) has a value whatever the guard says; where
//! the guard cannot hold, any will do.

use crate::comm::CommModel;
use crate::exec::terms::check::{Cx, Peer};
use crate::exec::{Stepper, Stop};
use crate::graph::{CommOf, CounterTerm, Term};
use crate::report::{Inconclusive, Kind};
use crate::sides::SPECIFICATION;
use crate::state::Lock;
use crate::symbolic::{ExprId, Node};
use tass_syntax::tree::{Span, Type};

/// Whose variable, by rank and side, and where that is written.
pub(in crate::exec) struct Whose {
    pub(in crate::exec) rank: ExprId,
    pub(in crate::exec) side: usize,
    pub(in crate::exec) at: Span,
}

/// What is wanted of a process.
pub(in crate::exec) enum Wanted<'n> {
    /// A variable that it has where it contributes.
    Variable(&'n str),
    /// Messages it has sent or received, and the rank at the other end.
    Counter(&'n CounterTerm, ExprId),
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// Does a process (of the same program) take part in the assertion under evaluation?
    pub(crate) fn takes_part(&mut self, cx: &mut Cx<'_>, process: &Term) -> Result<ExprId, Stop> {
        let rank = self.eval(cx, process)?;
        let range = self
            .engine
            .sides
            .processes(self.engine.sides.of(cx.process));
        let peers = cx.peers.unwrap_or_default();
        let mut member = self.engine.store.fls();
        for (r, process) in range.enumerate() {
            if peers.get(process).is_some_and(Option::is_some) {
                let it = self.is_rank(rank, r);
                member = self.engine.store.or(member, it);
            }
        }
        Ok(member)
    }

    /// Variable `name` of another process, as it was when that process contributed.
    pub(crate) fn peer(
        &mut self,
        cx: &mut Cx<'_>,
        process: &Term,
        name: &str,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let whose = self.process_meant(cx, process)?;
        self.contributed(cx, &whose, &Wanted::Variable(name), span)
    }

    /// The process of the same program that a rank names.
    pub(in crate::exec) fn process_meant(
        &mut self,
        cx: &mut Cx<'_>,
        process: &Term,
    ) -> Result<Whose, Stop> {
        Ok(Whose {
            rank: self.eval(cx, process)?,
            side: self.engine.sides.of(cx.process),
            at: process.span,
        })
    }

    /// Variable `name` of the specification, as it was when it contributed.
    pub(crate) fn spec(
        &mut self,
        cx: &mut Cx<'_>,
        process: Option<&Term>,
        name: &str,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let whose = self.specification_meant(cx, process, name, span)?;
        self.contributed(cx, &whose, &Wanted::Variable(name), span)
    }

    /// The process of the specification that a rank names, or the only one.
    pub(in crate::exec) fn specification_meant(
        &mut self,
        cx: &mut Cx<'_>,
        process: Option<&Term>,
        name: &str,
        span: Span,
    ) -> Result<Whose, Stop> {
        let (rank, at) = match process {
            Some(term) => (self.eval(cx, term)?, term.span),
            None if self.engine.sides.spec_nprocs > 1 => {
                let what = format!(
                    "`spec.{name}`: the specification has {} processes, so one must be named, as in `spec[0].{name}`",
                    self.engine.sides.spec_nprocs
                );
                return Err(self.cannot(cx, span, what));
            }
            None => (self.engine.store.int(0), span),
        };
        Ok(Whose {
            rank,
            side: SPECIFICATION,
            at,
        })
    }

    /// What is wanted of the process of this rank on this side.
    pub(in crate::exec) fn contributed(
        &mut self,
        cx: &mut Cx<'_>,
        whose: &Whose,
        wanted: &Wanted<'_>,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let peers = cx
            .peers
            .expect("only collective conditions speak of other processes");
        let range = self.engine.sides.processes(whose.side);
        let word = if whose.side == SPECIFICATION {
            "spec"
        } else {
            "proc"
        };
        let rank = self
            .engine
            .prover
            .simplify(&mut self.engine.store, cx.pc, whose.rank);
        self.require_rank(cx, rank, range.len(), word, whose.at)?;
        let mut value = None;
        for (r, process) in range.enumerate().rev() {
            let it = self.is_rank(rank, r);
            if self.engine.store.as_bool(it) == Some(false) {
                continue;
            }
            let Some(peer) = &peers[process] else {
                let another = self.engine.store.not(it);
                self.require(cx, another, Kind::CollectiveUniverse, whose.at, || {
                    format!("`{word}[{r}]` does not belong to the assertion's universe")
                })?;
                continue;
            };
            let own = self.of_process(cx, (process, peer), wanted, span)?;
            value = Some(value.map_or(own, |others| self.engine.store.ite(it, own, others)));
        }
        match value {
            Some(value) => Ok(value),
            // Nobody is meant: it was shown that nobody asks. The value only has to be one of this
            // type.
            None => {
                let mut range = self.engine.sides.processes(whose.side);
                let someone = range.find_map(|p| Some((p, peers[p].as_ref()?)));
                self.of_process(cx, someone.expect("some take part"), wanted, span)
            }
        }
    }

    fn of_process(
        &mut self,
        cx: &mut Cx<'_>,
        (process, peer): (usize, &Peer),
        wanted: &Wanted<'_>,
        span: Span,
    ) -> Result<ExprId, Stop> {
        match *wanted {
            Wanted::Variable(name) => self.variable(cx, (process, peer), name, span),
            Wanted::Counter(counter, rank) => {
                let comm = match &counter.comm {
                    None => None,
                    Some(CommOf::Value(comm)) => Some(self.eval(cx, comm)?),
                    Some(CommOf::Variable(name)) => {
                        let held = Wanted::Variable(name);
                        Some(self.of_process(cx, (process, peer), &held, span)?)
                    }
                };
                let comm = comm
                    .map(|comm| self.number_of(cx, comm, span))
                    .transpose()?;
                let counted = (counter.counted, comm);
                self.counter_of(cx, (&peer.frames, process), counted, rank, span)
            }
        }
    }

    /// There must be a process of this rank.
    fn require_rank(
        &mut self,
        cx: &Cx<'_>,
        rank: ExprId,
        size: usize,
        word: &str,
        at: Span,
    ) -> Result<(), Stop> {
        let (zero, end) = (self.engine.store.int(0), self.engine.store.int(small(size)));
        let (above, below) = (
            self.engine.store.le(zero, rank),
            self.engine.store.lt(rank, end),
        );
        let legal = self.engine.store.and(above, below);
        let text = self.engine.store.display(rank).to_string();
        self.require(cx, legal, Kind::InvalidRank, at, || {
            format!("`{word}[{text}]`, but ranks go from 0 to {}", size - 1)
        })
    }

    pub(in crate::exec) fn is_rank(&mut self, rank: ExprId, r: usize) -> ExprId {
        let r = self.engine.store.int(small(r));
        self.engine.store.eq(rank, r)
    }

    /// The value that a process's variable had at its snapshot.
    fn variable(
        &mut self,
        cx: &mut Cx<'_>,
        (process, peer): (usize, &Peer),
        name: &str,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let Some((slot, ty)) = self.visible(peer.graph, peer.loc, name) else {
            let what = format!(
                "{} has no variable `{name}` where it meets this assertion",
                self.engine.sides.name(process)
            );
            return Err(self.cannot(cx, span, what));
        };
        // The condition was typed after the variable of this name that the process at hand has.
        let me = cx.peers.and_then(|peers| peers[cx.process].as_ref());
        let mine = me.and_then(|me| self.visible(me.graph, me.loc, name));
        if let Some((_, mine)) = mine
            && self.engine.sides.of(process) == self.engine.sides.of(cx.process)
            && !mine.same_values(&ty)
        {
            let what = format!(
                "`{name}` is of type `{ty}` where {} meets this assertion, but `{mine}` here",
                self.engine.sides.name(process)
            );
            return Err(self.cannot(cx, span, what));
        }
        let frame = peer.frames.last().expect("a running process has a frame");
        let value = frame.locals[slot as usize];
        // A variable without a value holds `()`.
        if value == self.engine.store.unit() && !ty.is_empty() {
            let what = format!(
                "`{name}` has no value yet where {} meets this assertion",
                self.engine.sides.name(process)
            );
            return Err(self.cannot(cx, span, what));
        }
        let top = u32::try_from(peer.frames.len() - 1).expect("a shallow stack");
        let (place, value) = match self.engine.store.node(value) {
            Node::Ref { .. } => {
                let address = self.dereference(cx, value, span)?;
                let value = self.read_address(&peer.frames, &address);
                ((address.frame, address.local), value)
            }
            _ => ((top, slot), value),
        };
        let receives = |lock: &Lock| {
            let node = self.engine.store.node(lock.place);
            lock.written
                && lock.active
                && matches!(node, Node::Ref { frame, local, .. } if (*frame, *local) == place)
        };
        if peer.locks.iter().any(receives) {
            let what = format!(
                "`{name}`, into which {} is receiving where it meets this assertion",
                self.engine.sides.name(process)
            );
            return Err(self.cannot(cx, span, what));
        }
        Ok(value)
    }

    /// The slot and type of a variable that is in sight at a collective assertion.
    fn visible(&self, graph: usize, loc: u32, name: &str) -> Option<(u32, Type)> {
        let graph = &self.engine.program.graphs[graph];
        let action = graph.nodes[loc as usize].action.collective();
        let action = action.expect("a snapshot is taken at a collective assertion");
        let &(_, slot) = action.scope.iter().rev().find(|(n, _)| n == name)?;
        Some((slot, graph.locals[slot as usize].ty.clone()))
    }

    fn cannot(&self, cx: &Cx<'_>, span: Span, what: String) -> Stop {
        Stop::GiveUp(Box::new(Inconclusive::NoMeaning {
            what,
            location: Some(self.engine.program.location(cx.graph(), span)),
        }))
    }
}

fn small(n: usize) -> i64 {
    i64::try_from(n).expect("few processes")
}
