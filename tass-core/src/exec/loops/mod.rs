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
//! others, to messages that it has sent and to snapshots that it has contributed: those keep the
//! old symbols. A proof may fail for that, but none succeeds that should not.

pub(in crate::exec) mod assigns;
pub(in crate::exec) mod descent;
pub(in crate::exec) mod induction;
mod known;
pub(in crate::exec) mod laps;
mod leaving;
pub(in crate::exec) mod nest;
pub(in crate::exec) mod rounds;

use self::known::{conditions_of, keep};
use self::nest::{around, site};
use crate::comm::CommModel;
use crate::exec::stepper::Flow;
use crate::exec::terms::check::Cx;
use crate::exec::{Loops, Stepper, Stop, Work};
use crate::graph::{CollectiveAction, Loc, Term};
use crate::prover::Feasible;
use crate::report::Kind;
use crate::state::{Induction, Record};
use crate::symbolic::ExprId;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process stands at the head of a loop. `ways` are where it goes if the guard does not hold,
    /// and if it does.
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
        self.engine.find_meaning(&mut now);
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
    pub(in crate::exec) fn decided(&mut self, work: &Work<C>, cond: ExprId) -> Result<bool, Stop> {
        if let Some(known) = self.engine.store.as_bool(cond) {
            return Ok(known);
        }
        let decision = self.engine.decide(work, cond);
        match (decision.can_be_true, decision.can_be_false) {
            (Feasible::No, Feasible::No) => Err(Stop::Dead),
            (_, Feasible::No) => Ok(true),
            (Feasible::No, _) => Ok(false),
            _ => Err(Stop::Split(self.engine.meant(&work.meaning, cond))),
        }
    }

    /// All have contributed to the record: the invariant must hold, and the past is forgotten.
    /// `inside`: of a bounded run, whether the process was in the loop already.
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
            let agrees = program.labels[r.label].agrees(label) && r.side == record.side;
            agrees && place(r) == place(&record)
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
        self.engine.find_meaning(now);
        now.pc = self.engine.prover.top();
        let mut conditions = now.collective.base.clone();
        for record in now.collective.records() {
            conditions.extend(record.induction.iter().flat_map(|i| i.ppc.iter().copied()));
        }
        let mut next = 0;
        while next < conditions.len() {
            let meant = self.engine.meant(&now.meaning, conditions[next]);
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
            Stop::Split(cond) => Stop::Split(self.engine.meant(&now.meaning, cond)),
            stop => stop,
        }
    }
}
