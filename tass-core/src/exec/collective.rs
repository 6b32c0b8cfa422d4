//! Collective assertions: snapshots, and the check when everybody has contributed.
//!
//! A process that meets a collective assertion contributes its state to the oldest record of the assertion's universe to which it
//! has not contributed yet; that record must be for the same assertion. The oldest record of a universe to which all have contributed is taken off the
//! queue, and every process's condition is checked in the union of the snapshots, under the path condition. Nobody ever waits:
//! contributing is a local action, and commutes with what the others do, unless it fails: then whoever comes last (or, where two meet
//! different assertions, second) is to blame, and the others have gone on.

use super::check::{Cx, Peer};
use super::run::Flow;
use super::{Machine, Stop, Work};
use crate::comm::CommModel;
use crate::graph::{Action, CollectiveAction, Loc, Term};
use crate::program::ast::Span;
use crate::report::{Inconclusive, Kind};
use crate::state::{Proc, Record, Status};
use crate::symbolic::{ExprId, Node};

impl<C: CommModel> Machine<'_, C> {
    /// A process meets a collective assertion.
    pub(crate) fn contribute(
        &mut self,
        work: &mut Work<C>,
        action: &CollectiveAction,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let result = self.add_snapshot(work, action, next, span);
        self.order_matters |= matches!(result, Err(Stop::Fail(_)));
        result
    }

    fn add_snapshot(
        &mut self,
        work: &mut Work<C>,
        action: &CollectiveAction,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let program = self.program.clone();
        let universe = &program.labels[action.label].universe;
        let same_universe =
            |record: &&mut Record| program.labels[record.label].universe == *universe;
        let mut queue = work.queue.clone();
        let mine = queue
            .iter_mut()
            .filter(same_universe)
            .find(|r| r.snapshots[work.process].is_none());
        let frames = work
            .frames
            .iter()
            .map(|f| self.states.frame_id(f.clone()))
            .collect();
        let snapshot = self.states.proc_id(Proc {
            frames,
            status: Status::Ready,
        });
        match mine {
            Some(record) if record.label != action.label => {
                let cx = Cx::new(&work.frames, work.pc, work.process, work.splits);
                let first = record
                    .snapshots
                    .iter()
                    .position(Option::is_some)
                    .unwrap_or_default();
                let message = format!(
                    "process {} meets `{}` here, where process {first} met `{}`",
                    work.process, program.labels[action.label], program.labels[record.label]
                );
                return Err(self.fail(&cx, Kind::CollectiveAssertionOrder, span, message));
            }
            Some(record) => record.snapshots[work.process] = Some(snapshot),
            None => {
                let mut snapshots = vec![None; self.nprocs];
                snapshots[work.process] = Some(snapshot);
                queue.push(Record {
                    label: action.label,
                    snapshots,
                });
            }
        }
        let complete = queue.iter().position(|r| {
            program.labels[r.label].universe == *universe && r.snapshots.iter().all(Option::is_some)
        });
        if let Some(index) = complete {
            let record = queue.remove(index);
            self.check_record(work, &record)?;
        }
        work.queue = queue;
        work.seen = true;
        self.trace_snapshot(work, action.label, span);
        work.frame_mut().loc = next;
        Ok(Flow::On)
    }

    /// Checks every process's condition in the union of the snapshots.
    fn check_record(&mut self, work: &Work<C>, record: &Record) -> Result<(), Stop> {
        let program = self.program.clone();
        let mut peers = Vec::new();
        let mut sites = Vec::new();
        for id in record.snapshots.iter().flatten() {
            let frames: Vec<_> = self
                .states
                .proc(*id)
                .frames
                .iter()
                .map(|&f| self.states.frame(f).clone())
                .collect();
            let top = frames.last().expect("a running process has a frame");
            let node = &program.graphs[top.graph].nodes[top.loc as usize];
            let Action::Collective(action, _) = &node.action else {
                unreachable!("a snapshot is taken at a collective assertion");
            };
            sites.push((action.clone(), node.span));
            peers.push(Peer {
                frames,
                scope: action.scope.clone(),
            });
        }
        for (process, (action, span)) in sites.iter().enumerate() {
            let mut cx = Cx::new(&peers[process].frames, work.pc, process, work.splits);
            cx.peers = Some(&peers);
            let holds = self.eval(&mut cx, &action.cond)?;
            let label = &program.labels[record.label];
            let result = self.require(&cx, holds, Kind::CollectiveAssertion, *span, || {
                format!("`{label}` can be false")
            });
            if let Err(Stop::Fail(failure)) = result {
                let condition = self.failed_part(&mut cx, &action.cond);
                return Err(Stop::Fail(Box::new(failure.with_condition(condition))));
            }
            result?;
        }
        Ok(())
    }

    /// Variable `name` of another process, as it was when that process contributed.
    pub(crate) fn peer(
        &mut self,
        cx: &mut Cx<'_>,
        process: &Term,
        name: &str,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let Some(peers) = cx.peers else {
            unreachable!("only collective conditions speak of other processes");
        };
        let rank = self.eval(cx, process)?;
        let size = self
            .store
            .int(i64::try_from(peers.len()).expect("few processes"));
        let zero = self.store.int(0);
        let (above, below) = (self.store.le(zero, rank), self.store.lt(rank, size));
        let legal = self.store.and(above, below);
        let text = self.store.display(rank).to_string();
        self.require(cx, legal, Kind::InvalidRank, process.span, || {
            format!("`proc[{text}]`, but ranks go from 0 to {}", peers.len() - 1)
        })?;
        let rank = self.concrete(cx, rank, process.span, "a rank")?;
        let rank = self
            .store
            .as_int(rank)
            .and_then(|r| usize::try_from(r).ok())
            .filter(|&r| r < peers.len());
        let Some(rank) = rank else {
            return Err(Stop::Dead);
        };
        let peer = &peers[rank];
        let Some(&(_, slot)) = peer.scope.iter().rev().find(|(n, _)| n == name) else {
            return Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                what: format!(
                    "`proc[{rank}].{name}`: process {rank} has no variable `{name}` where it meets this assertion"
                ),
                location: Some(self.program.location(cx.graph(), span)),
            })));
        };
        let value = peer
            .frames
            .last()
            .expect("a running process has a frame")
            .locals[slot as usize];
        if let Node::Ref { .. } = self.store.node(value) {
            let address = self.dereference(cx, value, span)?;
            return Ok(self.read_address(&peer.frames, &address));
        }
        Ok(value)
    }
}
