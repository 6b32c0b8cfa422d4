//! Collective assertions: snapshots, and the check when everybody has contributed.
//!
//! A process that meets a collective assertion contributes its state to the oldest record of the
//! assertion's universe to which it has not contributed yet; that record must be for the same
//! assertion. The oldest record of a universe to which all its members have contributed is taken
//! off the queue, and every process's condition is checked in the union of the snapshots, under the
//! path condition. Nobody ever waits: contributing is a local action, and commutes with what the
//! others do, unless it fails: then whoever comes last (or, where two meet different assertions,
//! second) is to blame, and the others have gone on.
//!
//! Where two programs are compared, each has universes of its own, and there is one more that both
//! share: that of the joint assertions.

use super::{Engine, Stepper, Stop, Work};
use crate::comm::CommModel;
use crate::exec::stepper::Flow;
use crate::exec::terms::check::{Cx, Peer};
use crate::graph::{CollectiveAction, Loc, Term};
use crate::report::Kind;
use crate::state::{Proc, ProcId, Record, Status};
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

impl<C: CommModel> Engine<'_, C> {
    /// The side to which records of an assertion belong that a process meets.
    pub(crate) fn side_of(&self, label: usize, process: usize) -> usize {
        if self.program.labels[label].joint {
            0
        } else {
            self.sides.of(process)
        }
    }

    /// The processes that still have to contribute to a record.
    pub(crate) fn missing<'r>(&'r self, record: &'r Record) -> impl Iterator<Item = usize> + 'r {
        let label = &self.program.labels[record.label];
        let members = match (label.local, label.joint) {
            (true, _) => 0..0,
            (false, true) => 0..self.sides.total(),
            (false, false) => self.sides.processes(record.side),
        };
        let belongs = |p: usize| match &record.group {
            Some((_, members)) => members.contains(&p),
            None => !self.outsiders.contains(&(record.label, p)),
        };
        members.filter(move |&p| record.snapshots[p].is_none() && belongs(p))
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process meets a collective assertion.
    pub(crate) fn contribute(
        &mut self,
        work: &mut Work<C>,
        action: &CollectiveAction,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let result = self.add_snapshot(work, action, next, span);
        self.findings.order_matters |= matches!(result, Err(Stop::Fail(_)));
        result
    }

    fn add_snapshot(
        &mut self,
        work: &mut Work<C>,
        action: &CollectiveAction,
        next: Loc,
        span: Span,
    ) -> Result<Flow<C>, Stop> {
        let mut queue = work.collective.queue.clone();
        let index = self.record_for(work, &mut queue, action, None)?;
        queue[index].snapshots[work.process] = Some(self.snapshot(work));
        self.trace_snapshot(work, action.label, span);
        if self.engine.missing(&queue[index]).next().is_none() {
            let record = queue.remove(index);
            let met = record.snapshots.iter().flatten();
            let met = met.filter_map(|&snapshot| Some(self.standing_action(snapshot)?.label));
            let met: Vec<usize> = met.collect();
            self.findings.met.labels.extend(met);
            let label = &self.engine.program.clone().labels[action.label];
            let time = self.occurrence(work.process, action.label);
            self.check_record(work, &record, Kind::CollectiveAssertion, || {
                format!("`{label}` is false{time}")
            })?;
        }
        work.collective.queue = queue;
        work.seen = true;
        work.frame_mut().loc = next;
        Ok(Flow::On)
    }

    /// The oldest record of the assertion's universe to which the process has not contributed yet:
    /// a new one if there is none. It must be for the same assertion and, at a loop, for the same
    /// way on.
    pub(crate) fn record_for(
        &mut self,
        work: &Work<C>,
        queue: &mut Vec<Record>,
        action: &CollectiveAction,
        enters: Option<bool>,
    ) -> Result<usize, Stop> {
        let program = self.engine.program.clone();
        let label = &program.labels[action.label];
        let who = self.engine.sides.name(work.process);
        if self
            .engine
            .outsiders
            .contains(&(action.label, work.process))
        {
            let message = format!("{who} does not belong to the universe `{}`", label.universe);
            return Err(self.fail(
                &Cx::of(work),
                Kind::CollectiveUniverse,
                action.span,
                message,
            ));
        }
        let side = self.engine.side_of(action.label, work.process);
        let group = self.group_meant(work, action)?;
        let new = Record {
            label: action.label,
            side,
            group: group.clone(),
            snapshots: vec![None; self.engine.sides.total()],
            enters: enters.unwrap_or(false),
            induction: None,
        };
        if label.local {
            queue.push(new);
            return Ok(queue.len() - 1);
        }
        let same_universe = |record: &Record| {
            let other = &program.labels[record.label];
            let same = match (&record.group, &group) {
                (None, None) => other.universe == label.universe,
                (theirs, mine) => theirs == mine,
            };
            record.side == side && other.joint == label.joint && same
        };
        let mine = queue
            .iter()
            .position(|r| same_universe(r) && r.snapshots[work.process].is_none());
        let Some(index) = mine else {
            queue.push(new);
            return Ok(queue.len() - 1);
        };
        let record = &queue[index];
        let first = record.snapshots.iter().position(Option::is_some);
        let first = first.unwrap_or_default();
        let there = record.snapshots[first].and_then(|id| self.standing_place(id));
        let first = self.engine.sides.name(first);
        if !program.labels[record.label].agrees(label) {
            let message = format!(
                "{who} meets `{label}` here, where {first} met `{}`",
                program.labels[record.label]
            );
            let stop = self.fail(
                &Cx::of(work),
                Kind::CollectiveAssertionOrder,
                action.span,
                message,
            );
            let met = format!("{first} met `{}` here", program.labels[record.label]);
            return Err(with_note(stop, there, met));
        }
        if enters.is_some_and(|enters| enters != record.enters) {
            let (one, two) = if record.enters {
                ("leaves the loop", "goes on")
            } else {
                ("goes on", "leaves the loop")
            };
            let message = format!("{who} {one} here, where {first} {two}");
            let there = there.filter(|(_, span)| *span != action.span);
            let stop = self.fail(&Cx::of(work), Kind::LoopExit, action.span, message);
            return Err(with_note(stop, there, format!("{first} {two} here")));
        }
        Ok(index)
    }

    /// The communicator that an assertion is about, if it is about one. The members that the
    /// process waits for have not left it.
    fn group_meant(
        &mut self,
        work: &Work<C>,
        action: &CollectiveAction,
    ) -> Result<Option<(u64, Vec<usize>)>, Stop> {
        let Some(comm) = &action.comm else {
            return Ok(None);
        };
        let mut cx = Cx::of(work);
        let number = self.eval(&mut cx, comm)?;
        let number = self.concrete(&cx, number, comm.span, "a `Comm`")?;
        let number = self.engine.store.as_int(number).unwrap_or(-1);
        let sides = self.engine.sides;
        let rank = sides.rank(work.process);
        let group = self.engine.comm.group_of(&work.shared, rank, number);
        let group = group.map_err(|fault| self.comm_error(&cx, fault.into(), comm.span))?;
        let first = sides.processes(sides.of(work.process)).start;
        let members = group.members.iter().map(|rank| first + rank).collect();
        let key = (group.lane, members);
        for rank in group.left {
            let process = first + rank;
            let met = work.collective.queue.iter().any(|record| {
                record.group.as_ref() == Some(&key)
                    && record.snapshots[work.process].is_none()
                    && record.snapshots[process].is_some()
            });
            if !met {
                let label = &self.engine.program.labels[action.label];
                let (who, other) = (sides.name(work.process), sides.name(process));
                let message = format!(
                    "{who} meets `{label}`, but {other} has freed the communicator without meeting it"
                );
                let kind = Kind::CollectiveAssertionIncomplete;
                return Err(self.fail(&cx, kind, action.span, message));
            }
        }
        Ok(Some(key))
    }

    /// A process has left a communicator for good: it has met all that others have met there.
    pub(crate) fn leaves_universe(
        &mut self,
        work: &Work<C>,
        lane: u64,
        span: Span,
    ) -> Result<(), Stop> {
        let side = self.engine.sides.of(work.process);
        let open = work.collective.queue.iter().find(|record| {
            let mine = record.group.as_ref().is_some_and(|(it, _)| *it == lane);
            mine && record.side == side && record.snapshots[work.process].is_none()
        });
        let Some(record) = open else {
            return Ok(());
        };
        let label = &self.engine.program.labels[record.label];
        let met = record.snapshots.iter().position(Option::is_some);
        let sides = self.engine.sides;
        let (who, other) = (
            sides.name(work.process),
            sides.name(met.unwrap_or_default()),
        );
        let message =
            format!("{who} frees the communicator without meeting `{label}`, which {other} met");
        self.findings.order_matters = true;
        let there = record.snapshots[met.unwrap_or_default()];
        let there = there.and_then(|id| self.standing_place(id));
        let note = format!("{other} met `{label}` here");
        let kind = Kind::CollectiveAssertionIncomplete;
        let stop = self.fail(&Cx::of(work), kind, span, message);
        Err(with_note(stop, there, note))
    }

    /// The assertion at which a process took a snapshot.
    fn standing_place(&self, snapshot: ProcId) -> Option<(usize, Span)> {
        let states = &self.engine.states;
        let frame = states.frame(*states.proc(snapshot).frames.last()?);
        Some((frame.graph, self.standing_action(snapshot)?.span))
    }

    fn standing_action(&self, snapshot: ProcId) -> Option<&CollectiveAction> {
        let states = &self.engine.states;
        let frame = states.frame(*states.proc(snapshot).frames.last()?);
        let node = &self.engine.program.graphs[frame.graph].nodes[frame.loc as usize];
        node.action.collective()
    }

    /// The process as it is.
    pub(crate) fn snapshot(&mut self, work: &Work<C>) -> ProcId {
        let frames = work
            .frames
            .iter()
            .map(|f| self.engine.states.frame_id(f.clone()))
            .collect();
        self.engine.states.proc_id(Proc {
            frames,
            status: Status::Ready,
            outputs: Vec::new(),
            locks: work.locks.clone(),
        })
    }

    /// Checks every process's condition in the union of the snapshots, and returns the conditions'
    /// values.
    pub(crate) fn check_record(
        &mut self,
        work: &Work<C>,
        record: &Record,
        kind: Kind,
        message: impl Fn() -> String,
    ) -> Result<Vec<ExprId>, Stop> {
        let program = self.engine.program.clone();
        let mut peers = Vec::new();
        let mut sites = Vec::new();
        for (process, snapshot) in record.snapshots.iter().enumerate() {
            let Some(id) = snapshot else {
                peers.push(None);
                continue;
            };
            let proc = self.engine.states.proc(*id);
            let locks = proc.locks.clone();
            let frames: Vec<_> = proc
                .frames
                .iter()
                .map(|&f| self.engine.states.frame(f).clone())
                .collect();
            let top = frames.last().expect("a running process has a frame");
            let (graph, loc) = (top.graph, top.loc);
            sites.push((process, graph, loc));
            peers.push(Some(Peer {
                frames,
                graph,
                loc,
                locks,
            }));
        }
        let mut claims = Vec::new();
        for &(process, graph, loc) in &sites {
            let node = &program.graphs[graph].nodes[loc as usize];
            let action = node
                .action
                .collective()
                .expect("a snapshot is taken at a collective assertion");
            let peer = peers[process].as_ref().expect("it contributed");
            let mut cx = Cx::new(&peer.frames, work.pc, process, work.splits);
            cx.meaning.clone_from(&work.meaning);
            cx.peers = Some(&peers);
            cx.locks = &peer.locks;
            let holds = self.eval(&mut cx, &action.cond)?;
            claims.push(match record.induction {
                Some(_) => self.as_written(&mut cx, &action.cond).unwrap_or(holds),
                None => holds,
            });
            let result = self.require(&cx, holds, kind, action.span, &message);
            if let Err(Stop::Fail(failure)) = result {
                let condition = self.failed_part(&mut cx, &action.cond);
                let mut failure = failure.with_condition(condition);
                failure.notes = self.elsewhere(&sites, (graph, loc));
                return Err(Stop::Fail(Box::new(failure)));
            }
            result?;
        }
        Ok(claims)
    }

    /// The value of a condition of which nothing is left out that this path implies: when the loop
    /// forgets its last iteration, what is known of an array is in the invariant alone.
    fn as_written(&mut self, cx: &mut Cx<'_>, cond: &Term) -> Option<ExprId> {
        let pc = std::mem::replace(&mut cx.pc, self.engine.prover.top());
        // Its obligations have just been checked.
        cx.unchecked = Some(0);
        let noted = self.passed_over.len();
        let value = self.eval(cx, cond);
        self.passed_over.truncate(noted);
        (cx.pc, cx.unchecked) = (pc, None);
        cx.scopes.clear();
        cx.bound.clear();
        value.ok()
    }

    /// Where the other snapshots were taken: a note for each place but this one.
    fn elsewhere(
        &self,
        sites: &[(usize, usize, Loc)],
        here: (usize, Loc),
    ) -> Vec<(usize, Span, String)> {
        let mut places: Vec<((usize, Loc), Vec<usize>)> = Vec::new();
        for &(process, graph, loc) in sites {
            let place = (graph, loc);
            match places.iter_mut().find(|(p, _)| *p == place) {
                Some((_, who)) => who.push(process),
                None => places.push((place, vec![process])),
            }
        }
        let others = places.into_iter().filter(|(place, _)| *place != here);
        let note = |((graph, loc), who): ((usize, Loc), Vec<usize>)| {
            let span = self.engine.program.graphs[graph].nodes[loc as usize].span;
            let took = if who.len() == 1 {
                "took its snapshot"
            } else {
                "took their snapshots"
            };
            let text = format!("{} {took} here", self.engine.sides.names(&who));
            (graph, span, text)
        };
        others.map(note).collect()
    }

    /// Finds out who takes part in what. An error names a universe whose members are not known
    /// before the program runs.
    pub(crate) fn find_outsiders(&mut self) -> Result<(), usize> {
        let program = self.engine.program.clone();
        let reached: Vec<_> = (0..program.roots.len())
            .map(|s| program.reachable(s))
            .collect();
        for (index, universe) in program.universes.iter().enumerate() {
            for process in 0..self.engine.sides.total() {
                // Each program has universes of its own.
                if !reached[self.engine.sides.of(process)].contains(&universe.graph) {
                    continue;
                }
                let rank = i64::try_from(self.engine.sides.rank(process)).expect("few processes");
                let rank = self.engine.store.int(rank);
                let mut cx = Cx::new(&[], self.engine.prover.top(), process, 0);
                cx.bound.push((universe.var, rank));
                let member = self.eval(&mut cx, &universe.member).ok();
                let member = member
                    .and_then(|m| self.engine.store.as_bool(m))
                    .ok_or(index)?;
                let labels = program.labels.iter().enumerate();
                let mine = labels
                    .filter(|(_, l)| !l.joint && !l.communicator && l.universe == universe.name);
                if !member {
                    self.engine
                        .outsiders
                        .extend(mine.map(|(label, _)| (label, process)));
                }
            }
        }
        Ok(())
    }
}

/// A failure with one more place that belongs to it.
fn with_note(mut stop: Stop, place: Option<(usize, Span)>, text: String) -> Stop {
    if let (Stop::Fail(failure), Some((graph, span))) = (&mut stop, place) {
        failure.notes.push((graph, span, text));
    }
    stop
}
