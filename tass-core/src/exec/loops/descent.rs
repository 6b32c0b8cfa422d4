//! Loops of one process alone that come to an end: they are gone through within one step.
//!
//! Such a loop is local code like any other, and what others do meanwhile makes no difference: if
//! one of them can fail while the process is in the loop, it can fail as well when the process has
//! left it. So the loop's head need not be a visible point, at which a search would have to let the
//! others run ahead, perhaps without bound. That the process does leave it must be known, for every
//! concrete state: from one arrival at the head to the next an integer that the guard keeps
//! positive must become smaller. For `a < b` that is `b - a`.
//!
//! Several ways through the loop may lead to the same state at its head. The first is followed. It
//! must not be the same way that has come round: then nobody would go on from there, and what
//! others do would be lost. Within a loop of this kind something becomes smaller, and a loop that
//! counts is never where it was; so a way can come round only through the head of some other loop,
//! and after such a head it does not go on.

use crate::comm::CommModel;
use crate::exec::loops::nest::{nest, site};
use crate::exec::terms::check::Cx;
use crate::exec::{Loops, Stepper, Work};
use crate::graph::{CollectiveAction, Term, TermKind};
use crate::prover::Validity;
use crate::state::{Frame, Record};
use crate::symbolic::{ExprId, Sort};
use tass_syntax::tree::BinOp;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// May a process that comes to the head of a loop go on within the same step?
    pub(in crate::exec) fn goes_on(
        &mut self,
        work: &Work<C>,
        action: &CollectiveAction,
        guard: &Term,
    ) -> bool {
        let alone = self.engine.program.labels[action.label].local
            && self.mode.loops == Loops::Induction
            && !self.mode.fine_steps
            && !self.engine.program.memory.is_used()
            && self.engine.sides.total() > 1
            && !work.circles
            && work.turns < self.turns();
        alone && self.descends(work, action, guard)
    }

    /// Has the process just come to the loop, or is it nearer to its end than the last time?
    fn descends(&mut self, work: &Work<C>, action: &CollectiveAction, guard: &Term) -> bool {
        let Some(record) = self.loop_around(work, action) else {
            return true;
        };
        let queue = &work.collective.queue;
        if queue.iter().any(|r| r.snapshots[work.process].is_some()) {
            // Others should catch up first.
            return false;
        }
        let Some(snapshot) = record.snapshots[work.process] else {
            return false;
        };
        let frames = self.engine.states.proc(snapshot).frames.iter();
        let before: Vec<Frame> = frames
            .map(|&f| self.engine.states.frame(f).clone())
            .collect();
        let Some((near, far)) = ends(guard) else {
            return false;
        };
        let then = self.distance(work, &before, near, far);
        let now = self.distance(work, &work.frames, near, far);
        let (Some(then), Some(now)) = (then, now) else {
            return false;
        };
        let nearer = self.engine.store.lt(now, then);
        let nearer = self.engine.meant(&work.meaning, nearer);
        let nearer = self
            .engine
            .prover
            .check(&mut self.engine.store, work.pc, nearer);
        matches!(nearer, Validity::Valid)
    }

    /// `far - near`, if these are integers.
    fn distance(
        &mut self,
        work: &Work<C>,
        frames: &[Frame],
        near: &Term,
        far: &Term,
    ) -> Option<ExprId> {
        let mut cx = Cx::new(frames, work.pc, work.process, work.splits);
        cx.meaning.clone_from(&work.meaning);
        // That they have values was checked where the guard was evaluated.
        cx.unchecked = Some(0);
        let noted = self.passed_over.len();
        let values = self
            .eval(&mut cx, near)
            .and_then(|near| Ok((near, self.eval(&mut cx, far)?)));
        self.passed_over.truncate(noted);
        let (near, far) = values.ok()?;
        let ints = [near, far]
            .iter()
            .all(|&e| self.engine.store.sort(e) == Some(Sort::Int));
        ints.then(|| self.engine.store.sub(far, near))
    }

    /// The record of the loop at whose head a process stands, if it has been in the loop.
    pub(in crate::exec) fn loop_around<'w>(
        &self,
        work: &'w Work<C>,
        action: &CollectiveAction,
    ) -> Option<&'w Record> {
        let current = nest(&self.engine.states, &work.collective, work.process).pop();
        let record = current.and_then(|index| work.collective.records().nth(index))?;
        let side = self.engine.side_of(action.label, work.process);
        let top = work.frame();
        let here = (work.frames.len(), top.graph, top.loc);
        let labels = &self.engine.program.labels;
        let again = labels[record.label].agrees(&labels[action.label])
            && record.side == side
            && site(&self.engine.states, record, work.process) == Some(here);
        again.then_some(record)
    }
}

/// Two terms of which a guard says that the first is not greater than the second. Always the same
/// two: if now one pair came nearer and now another, that would not end.
fn ends(guard: &Term) -> Option<(&Term, &Term)> {
    match &guard.kind {
        TermKind::Compare(BinOp::Lt | BinOp::Le, a, b) => Some((a, b)),
        TermKind::Compare(BinOp::Gt | BinOp::Ge, a, b) => Some((b, a)),
        TermKind::Logic(BinOp::And, a, b) => ends(a).or_else(|| ends(b)),
        _ => None,
    }
}
