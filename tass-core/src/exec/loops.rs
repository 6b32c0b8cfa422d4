//! Loops with invariants: the next-state function of paper 000, Fig. 3.
//!
//! A process that comes to the head of such a loop takes one of its two ways. With it, it
//! contributes to a record, as to a collective assertion; when all processes have, the invariant is
//! checked, and what is known of the past iteration is forgotten.
//!
//! What makes it a proof for any number of iterations: at a *re-entry* every variable that was
//! written in the loop gets a new symbol. As long as other processes lag behind, the record's
//! *relation* says what the symbols stand for; obligations are proved of what they stand for. When
//! all have come as far, the invariant is known to hold, and the relation is dropped: from then on
//! the state stands for that of any iteration. At an exit only arrays of symbolic length are
//! generalised, and what is known of the last iteration's scalars is kept (the paper forgets it):
//! `i <= n` need not be said of a counter. Every transformation leaves at least the concrete states
//! that were there (paper 000, section 2.6): values that were simplified under a condition, or
//! eliminated by an equation, that is dropped later, were right for all of them.
//!
//! An invariant that does not speak of other processes belongs to each process alone: its record
//! has one member and is complete at once. That is sound for the same reason. Take a concrete state
//! that was there. Give the new symbols the values that the process's variables have in it: the
//! invariant holds of them, since it has just been proved of every such state; so does the guard,
//! which was decided; and every other condition that is kept held before. So the concrete state is
//! still there, among more. What is lost is what related the process's variables to those of
//! others, to messages that it has sent and to snapshots that it has contributed: those keep the old
//! symbols. A proof may fail for that, but none succeeds that should not.

use std::rc::Rc;

use super::check::Cx;
use super::stepper::Flow;
use super::{Engine, Loops, Stepper, Stop, Work};
use crate::comm::CommModel;
use crate::graph::{CollectiveAction, Loc, Term};
use crate::prover::Feasible;
use crate::report::Kind;
use crate::state::{Arrival, Collective, Definition, Induction, Record, States, Written};
use crate::symbolic::{ExprId, Substitution};

impl<C: CommModel> Engine<'_, C> {
    /// What symbols stand for: the relations of the records that wait for somebody.
    pub(crate) fn find_pending(&mut self, work: &mut Work<C>) {
        work.pending = None;
        let inductions = work
            .collective
            .queue
            .iter()
            .filter_map(|r| r.induction.as_ref());
        let mut definitions: Vec<Definition> =
            inductions.flat_map(|i| i.relation.clone()).collect();
        if definitions.is_empty() {
            return;
        }
        let mut all = Substitution::new();
        for definition in &mut definitions {
            let (Definition::Symbol(_, old) | Definition::Array(_, old)) = definition;
            *old = self.store.substitute(*old, &all);
            define(&mut all, definition);
        }
        // Who lags may have got a message from one that is iterations ahead: then what it stands for comes later in the queue.
        for _ in 0..definitions.len() {
            let mut changed = false;
            for definition in &mut definitions {
                let (Definition::Symbol(_, old) | Definition::Array(_, old)) = definition;
                let resolved = self.store.substitute(*old, &all);
                changed |= std::mem::replace(old, resolved) != resolved;
            }
            if !changed {
                break;
            }
            all = Substitution::new();
            definitions.iter().for_each(|d| define(&mut all, d));
        }
        work.pending = Some(Rc::new(all));
    }

    /// A condition of the path belongs to the innermost loop that the process is in.
    pub(crate) fn note_condition(&mut self, work: &mut Work<C>, cond: ExprId) {
        let process = work.process;
        let current = nest(&self.states, &work.collective, process).pop();
        let conditions = conditions_of(&mut work.collective, current);
        keep(conditions, self.store.tru(), cond);
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process stands at the head of a loop. `ways` are where it goes if the guard does not hold, and if it does.
    pub(crate) fn at_loop(
        &mut self,
        work: &mut Work<C>,
        action: &CollectiveAction,
        guard: &Term,
        ways: [Loc; 2],
    ) -> Result<Flow<C>, Stop> {
        let goes_on = self.goes_on(work, action, guard);
        if work.acted && !goes_on {
            // What loops come back to are the states in which processes stand at their heads.
            return Ok(Flow::Visible);
        }
        let result = self.take_way(work, action, guard, ways);
        self.findings.order_matters |= matches!(result, Err(Stop::Fail(_)));
        if goes_on && result.is_ok() {
            work.turns += 1;
            let (here, _) = self.engine.unload(work.clone());
            if !self.heads.insert(here) {
                return Err(Stop::Dead);
            }
        }
        result
    }

    fn take_way(
        &mut self,
        work: &mut Work<C>,
        action: &CollectiveAction,
        guard: &Term,
        ways: [Loc; 2],
    ) -> Result<Flow<C>, Stop> {
        let truth = self.eval(&mut Cx::of(work), guard)?;
        let enters = self.decided(work, truth)?;
        let mut now = work.clone();
        let bounded = match self.mode.loops {
            Loops::Bounded(most) => Some(self.count(&mut now, action, most, enters)?),
            Loops::Plain => Some(true),
            Loops::Induction => None,
        };
        let (definitions, mut conditions, writes) = match bounded {
            None => self.generalise(&mut now, action, enters)?,
            Some(_) => Default::default(),
        };
        let mut queue = work.collective.queue.clone();
        let index = self.record_for(work, &mut queue, action, Some(enters))?;
        let record = &mut queue[index];
        if bounded.is_none() {
            let total = self.engine.sides.total();
            let induction = record.induction.get_or_insert_with(|| {
                Box::new(Induction {
                    writes: vec![Vec::new(); total],
                    ppc: Vec::new(),
                    relation: Vec::new(),
                })
            });
            induction.writes[work.process] = writes;
            induction.relation.extend(definitions);
        }
        record.snapshots[work.process] = Some(self.snapshot(&now));
        if bounded.is_none() && !work.collective.in_loops() {
            now.collective.base = self.engine.prover.conjuncts(work.pc).to_vec();
        }
        now.collective.queue = queue;
        self.engine.find_pending(&mut now);
        if bounded.is_none() {
            // The guard, of the new symbols. What it is of the old values has been decided.
            let truth = self
                .eval(&mut Cx::of(&now), guard)
                .map_err(|stop| self.in_old_terms(&now, stop))?;
            conditions.push(if enters {
                truth
            } else {
                self.engine.store.not(truth)
            });
            let induction = now.collective.queue[index].induction.as_mut();
            let induction = induction.expect("made above");
            for condition in conditions {
                keep(&mut induction.ppc, self.engine.store.tru(), condition);
            }
        }
        if self
            .engine
            .missing(&now.collective.queue[index])
            .next()
            .is_none()
        {
            self.complete_loop(&mut now, index, bounded)?;
        }
        self.trace_snapshot(work, action.label, action.span);
        now.frame_mut().loc = ways[usize::from(enters)];
        if bounded.is_none() {
            self.canonic(&mut now);
        }
        now.seen = true;
        *work = now;
        Ok(Flow::On)
    }

    /// Whether a condition holds; the state is split if it can go both ways.
    fn decided(&mut self, work: &Work<C>, cond: ExprId) -> Result<bool, Stop> {
        if let Some(known) = self.engine.store.as_bool(cond) {
            return Ok(known);
        }
        let decision = self.engine.decide(work, cond);
        match (decision.can_be_true, decision.can_be_false) {
            (Feasible::No, Feasible::No) => Err(Stop::Dead),
            (_, Feasible::No) => Ok(true),
            (Feasible::No, _) => Ok(false),
            _ => Err(Stop::Split(self.engine.meant(&work.pending, cond))),
        }
    }

    /// All have contributed to the record: the invariant must hold, and the past is forgotten. `inside`: of a bounded run, whether
    /// the process was in the loop already.
    fn complete_loop(
        &mut self,
        now: &mut Work<C>,
        index: usize,
        inside: Option<bool>,
    ) -> Result<(), Stop> {
        let mut record = now.collective.queue.remove(index);
        let program = self.engine.program.clone();
        let label = &program.labels[record.label];
        let place = |r: &Record| site(&self.engine.states, r, now.process);
        let same = |r: &Record| {
            (r.label, r.side) == (record.label, record.side) && place(r) == place(&record)
        };
        let previous = now.collective.stack.iter().rposition(same);
        let (kind, text) = if inside.unwrap_or(previous.is_some()) {
            (Kind::Invariant, "does not hold after an iteration")
        } else {
            (Kind::InvariantEntry, "does not hold on entry")
        };
        let message = || format!("`{label}` {text}");
        let claims = self
            .check_record(now, &record, kind, message)
            .map_err(|stop| self.in_old_terms(now, stop))?;
        now.notes.completed.push((record.label, record.side));
        let Some(induction) = &mut record.induction else {
            return Ok(());
        };
        induction.relation.clear();
        for claim in claims {
            keep(&mut induction.ppc, self.engine.store.tru(), claim);
        }
        let previous = previous.map(|at| now.collective.stack.remove(at));
        if record.enters {
            now.collective.stack.push(record);
        } else {
            let past = previous.and_then(|r| r.induction);
            let mut last = past.map_or(Vec::new(), |induction| induction.ppc);
            last.retain(|&c| self.is_scalar(c));
            let left = [last, induction.ppc.clone()].concat();
            let mut around: Vec<Option<usize>> = (0..record.snapshots.len())
                .filter_map(|p| Some((p, site(&self.engine.states, &record, p)?)))
                .map(|(p, place)| around(&self.engine.states, &now.collective, p, place))
                .collect();
            around.sort_unstable();
            around.dedup();
            for loop_ in around {
                let conditions = conditions_of(&mut now.collective, loop_);
                for &condition in &left {
                    keep(conditions, self.engine.store.tru(), condition);
                }
            }
        }
        self.gather(now)
    }

    /// Puts the path condition together again from what has not been forgotten.
    fn gather(&mut self, now: &mut Work<C>) -> Result<(), Stop> {
        self.engine.find_pending(now);
        now.pc = self.engine.prover.top();
        let mut conditions = now.collective.base.clone();
        for record in now.collective.records() {
            conditions.extend(record.induction.iter().flat_map(|i| i.ppc.iter().copied()));
        }
        let mut next = 0;
        while next < conditions.len() {
            let meant = self.engine.meant(&now.pending, conditions[next]);
            next += 1;
            let Some(assumed) = self
                .engine
                .prover
                .assume(&mut self.engine.store, now.pc, meant)
            else {
                return Err(Stop::Dead);
            };
            now.pc = assumed.pc;
            if let Some(substitution) = assumed.substitution {
                self.engine.substitute(now, &substitution);
                for condition in &mut conditions[next..] {
                    *condition = self.engine.store.substitute(*condition, &substitution);
                }
            }
        }
        if !now.collective.in_loops() {
            now.collective.base.clear();
        }
        Ok(())
    }

    /// A split, in terms of what there was before the loop's new symbols.
    fn in_old_terms(&mut self, now: &Work<C>, stop: Stop) -> Stop {
        match stop {
            Stop::Split(cond) => Stop::Split(self.engine.meant(&now.pending, cond)),
            stop => stop,
        }
    }

    /// A branch whose condition is implied: in a loop, what implies it may be forgotten before the condition is.
    pub(crate) fn note_implied(&mut self, work: &mut Work<C>, cond: ExprId) {
        if work.collective.in_loops() {
            self.engine.note_condition(work, cond);
        }
    }

    /// A variable is written: every loop that the process is in remembers it.
    pub(crate) fn note_write(&mut self, work: &mut Work<C>, address: &super::access::Address) {
        let framed = work.collective.arrivals.iter().any(|a| a.head.is_some());
        if !work.collective.in_loops() && !framed {
            return;
        }
        let fields = address.path.iter().map_while(|step| match step {
            crate::symbolic::PathElem::Field(i) => Some(*i),
            _ => None,
        });
        let written = Written {
            frame: address.frame,
            local: address.local,
            fields: fields.collect(),
        };
        for index in nest(&self.engine.states, &work.collective, work.process) {
            let record = work.collective.records_mut().nth(index);
            let induction = record.and_then(|r| r.induction.as_mut());
            let writes = &mut induction.expect("found as a loop's").writes[work.process];
            add_write(writes, &written);
        }
        let arrivals = work.collective.arrivals.iter_mut();
        for arrival in arrivals.filter(|a| a.process == work.process && a.head.is_some()) {
            add_write(&mut arrival.writes, &written);
        }
    }

    /// A process leaves a loop of its own by another way than its condition. What was known in it
    /// stays known: nothing is generalised. What the loop may change is checked here as well.
    pub(crate) fn leave_loop(&mut self, work: &mut Work<C>, head: Loc) -> Result<(), Stop> {
        let process = work.process;
        let (depth, graph) = (work.frames.len(), work.frame().graph);
        let program = self.engine.program.clone();
        let node = &program.graphs[graph].nodes[head as usize];
        let action = node.action.collective().expect("the head of a loop");
        // The body's own variables are not gone yet.
        let older = |w: &&Written| {
            let own = || action.scope.iter().any(|(_, slot)| *slot == w.local);
            (w.frame as usize) + 1 < depth || ((w.frame as usize) + 1 == depth && own())
        };
        let alive =
            |writes: &[Written]| -> Vec<Written> { writes.iter().filter(older).cloned().collect() };
        let mine = (action.label, process, depth, (graph, head));
        let arrivals = work.collective.arrivals.iter();
        let arrived = |a: &Arrival| (a.label, a.process, a.depth, a.place) == mine;
        if let Some(at) = arrivals.clone().position(arrived) {
            let arrival = &work.collective.arrivals[at];
            if arrival.head.is_some() {
                let (before, writes) = (arrival.head, alive(&arrival.writes));
                self.frame(work, action, before, &writes)?;
            }
            work.collective.arrivals.remove(at);
        }
        let place = (depth, graph, head);
        let here = |r: &Record| {
            r.induction.is_some() && site(&self.engine.states, r, process) == Some(place)
        };
        let Some(at) = work.collective.stack.iter().rposition(here) else {
            return Ok(());
        };
        let record = &work.collective.stack[at];
        let before = record.snapshots[process];
        let writes = alive(&record.induction.as_ref().expect("as above").writes[process]);
        self.frame(work, action, before, &writes)?;
        let record = work.collective.stack.remove(at);
        let known = record.induction.map_or(Vec::new(), |i| i.ppc);
        let around = around(&self.engine.states, &work.collective, process, place);
        let conditions = conditions_of(&mut work.collective, around);
        for condition in known {
            keep(conditions, self.engine.store.tru(), condition);
        }
        if !work.collective.in_loops() {
            work.collective.base.clear();
        }
        Ok(())
    }

    /// A process falls back to its start: it is in none of its loops any more, and nothing that was
    /// known of its variables in them is about anything.
    pub(crate) fn abandon_loops(&mut self, work: &mut Work<C>) -> Result<(), Stop> {
        let process = work.process;
        let arrivals = &mut work.collective.arrivals;
        arrivals.retain(|arrival| arrival.process != process);
        let program = self.engine.program.clone();
        let before = work.collective.stack.len();
        let others = |r: &Record| !program.labels[r.label].local || r.snapshots[process].is_none();
        work.collective.stack.retain(others);
        if work.collective.stack.len() == before {
            return Ok(());
        }
        self.gather(work)?;
        self.canonic(work);
        Ok(())
    }
}

/// Adds what was written, unless it is part of what is there.
fn add_write(writes: &mut Vec<Written>, written: &Written) {
    let covers = |w: &Written| {
        (w.frame, w.local) == (written.frame, written.local)
            && written.fields.starts_with(&w.fields)
    };
    if writes.iter().any(covers) {
        return;
    }
    let inside = |w: &Written| {
        (w.frame, w.local) == (written.frame, written.local)
            && w.fields.starts_with(&written.fields)
    };
    writes.retain(|w| !inside(w));
    let at = writes.binary_search(written).unwrap_or_else(|at| at);
    writes.insert(at, written.clone());
}

/// The conditions that belong to a loop, which is given by its position among all records, or to none.
fn conditions_of(collective: &mut Collective, loop_: Option<usize>) -> &mut Vec<ExprId> {
    let Some(index) = loop_ else {
        return &mut collective.base;
    };
    let record = collective.records_mut().nth(index);
    let induction = record.and_then(|r| r.induction.as_mut());
    &mut induction.expect("found as a loop's").ppc
}

/// The records of the loops that a process is in, innermost last (paper 000, end of section 2.3).
/// Positions among all records. A loop of the same name at another place, or in another call, is
/// another loop. Which loop is inside which is read off their places, not off the order of the
/// records: a loop of one process alone is under way at once, one around it perhaps not yet.
pub(crate) fn nest<C: CommModel>(
    states: &States<C>,
    collective: &Collective,
    process: usize,
) -> Vec<usize> {
    let nest = loops_of(states, collective, process);
    nest.into_iter().map(|(_, index)| index).collect()
}

/// The innermost loop around a place where a process stood, now or before.
fn around<C: CommModel>(
    states: &States<C>,
    collective: &Collective,
    process: usize,
    (depth, _, loc): Place,
) -> Option<usize> {
    let mut nest = loops_of(states, collective, process);
    nest.retain(|&((d, _, l), _)| (d, l) < (depth, loc));
    nest.pop().map(|(_, index)| index)
}

fn loops_of<C: CommModel>(
    states: &States<C>,
    collective: &Collective,
    process: usize,
) -> Vec<(Place, usize)> {
    let mut nest: Vec<(Place, usize)> = Vec::new();
    for (index, record) in collective.records().enumerate() {
        let (Some(_), Some(place)) = (&record.induction, site(states, record, process)) else {
            continue;
        };
        nest.retain(|(other, _)| *other != place);
        if record.enters {
            nest.push((place, index));
        }
    }
    // A call is deeper than its caller, and a loop's head comes before the loops in its body.
    nest.sort_unstable_by_key(|&((depth, _, loc), _)| (depth, loc));
    nest
}

/// Puts what a symbol stands for in its place.
fn define(all: &mut Substitution, definition: &Definition) {
    match definition {
        Definition::Symbol(symbol, old) => all.insert(*symbol, *old),
        Definition::Array(shape, old) => all.insert_array(shape, *old),
    }
}

/// How deep in calls, in which function, at which loop's head.
type Place = (usize, usize, Loc);

/// Where a process stood when it contributed.
pub(super) fn site<C: CommModel>(
    states: &States<C>,
    record: &Record,
    process: usize,
) -> Option<Place> {
    let proc = states.proc(record.snapshots[process]?);
    let top = states.frame(*proc.frames.last()?);
    Some((proc.frames.len(), top.graph, top.loc))
}

/// Adds a condition that is not there yet.
fn keep(conditions: &mut Vec<ExprId>, truth: ExprId, condition: ExprId) {
    if condition != truth && !conditions.contains(&condition) {
        conditions.push(condition);
        conditions.sort_unstable();
    }
}
