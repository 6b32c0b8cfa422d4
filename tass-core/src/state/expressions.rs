//! Every expression of a state: who looks at all of them, or rewrites all of them, does it here.
//!
//! Each part of a state has a `visit`, which only looks, and a `map`, which rewrites, one below the
//! other. Both take structs apart without `..`, so that a field that is added is added to both, or
//! the code does not compile: an expression that `map` forgets would be a wrong value later, and
//! one that `visit` forgets would keep states from coming back. What does not change when it is
//! rewritten keeps its identity, and is not looked up again.
//!
//! Both go in a fixed order, and reports depend on both. `visit` is the order in which new symbols
//! get their names; `map` is the order in which new expressions get their ids, by which the terms
//! of a sum are sorted. They are not the same order: `exec/expressions/tests.rs` has both.
//!
//! Not here is the path condition, which belongs to the prover: it has been simplified with the
//! equation already from which a substitution comes, and is renamed by it (`Prover::rename`).

use super::{
    Arrival, Collective, Definition, Frame, Induction, Lock, Proc, ProcId, Record, SharedId,
    States, Status,
};
use crate::comm::CommModel;
use crate::symbolic::{ExprId, Shape};

/// One that looks at expressions.
pub(crate) trait Visitor {
    /// An expression.
    fn expr(&mut self, e: ExprId);
    /// Functions that stand for the elements of an array.
    fn shape(&mut self, shape: &Shape);
}

/// One that rewrites expressions.
pub(crate) trait Mapper {
    /// What stands for an expression from now on.
    fn expr(&mut self, e: ExprId) -> ExprId;
    /// What the functions are called from now on.
    fn shape(&mut self, shape: &Shape) -> Shape;
    /// The condition that says nothing. Where conditions are collected, it is left out.
    fn truth(&self) -> ExprId;
}

impl Frame {
    fn expressions(&self) -> &[ExprId] {
        let Frame {
            graph: _,
            loc: _,
            locals,
            dest: _,
        } = self;
        locals
    }

    fn expressions_mut(&mut self) -> &mut [ExprId] {
        let Frame {
            graph: _,
            loc: _,
            locals,
            dest: _,
        } = self;
        locals
    }

    /// Shows its variables.
    pub(crate) fn visit(&self, visitor: &mut impl Visitor) {
        self.expressions().iter().for_each(|&e| visitor.expr(e));
    }

    /// Rewrites its variables.
    pub(crate) fn map(&mut self, mapper: &mut impl Mapper) {
        for e in self.expressions_mut() {
            *e = mapper.expr(*e);
        }
    }

    /// The frame with its variables rewritten, if that changes it.
    fn mapped(&self, mapper: &mut impl Mapper) -> Option<Frame> {
        let mut new: Option<Frame> = None;
        for (at, &old) in self.expressions().iter().enumerate() {
            let e = mapper.expr(old);
            if e != old {
                new.get_or_insert_with(|| self.clone()).expressions_mut()[at] = e;
            }
        }
        new
    }
}

impl<P: Clone + Eq> Status<P> {
    /// Shows what the process waits with.
    pub(crate) fn visit<C>(&self, comm: &C, visitor: &mut impl Visitor)
    where
        C: CommModel<Pending = P>,
    {
        match self {
            Status::Waiting(pending) => comm.visit_pending(pending, &mut |e| visitor.expr(e)),
            Status::Start | Status::Ready | Status::Done | Status::Crashed => {}
        }
    }

    /// Rewrites what the process waits with.
    pub(crate) fn map<C>(&mut self, comm: &C, mapper: &mut impl Mapper)
    where
        C: CommModel<Pending = P>,
    {
        match self {
            Status::Waiting(pending) => comm.map_pending(pending, &mut |e| mapper.expr(e)),
            Status::Start | Status::Ready | Status::Done | Status::Crashed => {}
        }
    }
}

/// Shows what a process has put out.
pub(crate) fn visit_outputs(outputs: &[(u32, ExprId)], visitor: &mut impl Visitor) {
    outputs.iter().for_each(|&(_, value)| visitor.expr(value));
}

/// Rewrites what a process has put out.
pub(crate) fn map_outputs(outputs: &mut [(u32, ExprId)], mapper: &mut impl Mapper) {
    for (_, value) in outputs {
        *value = mapper.expr(*value);
    }
}

/// Shows where buffers in use are.
pub(crate) fn visit_locks(locks: &[Lock], visitor: &mut impl Visitor) {
    for lock in locks {
        let Lock {
            id: _,
            place,
            len,
            written: _,
            active: _,
            borrowed: _,
            gone: _,
            moved: _,
            made: _,
        } = lock;
        visitor.expr(*place);
        len.iter().for_each(|len| visitor.expr(*len));
    }
}

/// Rewrites where buffers in use are.
pub(crate) fn map_locks(locks: &mut [Lock], mapper: &mut impl Mapper) {
    for lock in locks {
        let Lock {
            id: _,
            place,
            len,
            written: _,
            active: _,
            borrowed: _,
            gone: _,
            moved: _,
            made: _,
        } = lock;
        *place = mapper.expr(*place);
        *len = len.map(|len| mapper.expr(len));
    }
}

impl<C: CommModel> States<C> {
    /// Shows the expressions of a process: frames from the bottom, outputs, what it waits with,
    /// where its buffers in use are.
    pub(crate) fn visit_proc(&self, comm: &C, id: ProcId, visitor: &mut impl Visitor) {
        let Proc {
            frames,
            status,
            outputs,
            locks,
        } = self.proc(id);
        for &frame in frames {
            self.frame(frame).visit(visitor);
        }
        visit_outputs(outputs, visitor);
        status.visit(comm, visitor);
        visit_locks(locks, visitor);
    }

    /// The process with its expressions rewritten, in the order of [`States::visit_proc`].
    pub(crate) fn map_proc(&mut self, comm: &C, id: ProcId, mapper: &mut impl Mapper) -> ProcId {
        let Proc {
            mut frames,
            mut status,
            mut outputs,
            mut locks,
        } = self.proc(id).clone();
        for frame in &mut frames {
            if let Some(new) = self.frame(*frame).mapped(mapper) {
                *frame = self.frame_id(new);
            }
        }
        map_outputs(&mut outputs, mapper);
        status.map(comm, mapper);
        map_locks(&mut locks, mapper);
        let new = Proc {
            frames,
            status,
            outputs,
            locks,
        };
        // To compare is cheaper than to look it up, and most processes stay what they are.
        if new == *self.proc(id) {
            return id;
        }
        self.proc_id(new)
    }

    /// Shows the expressions of a communication state.
    pub(crate) fn visit_shared(&self, comm: &C, id: SharedId, visitor: &mut impl Visitor) {
        comm.visit_shared(self.shared(id), &mut |e| visitor.expr(e));
    }

    /// The communication state with its expressions rewritten.
    pub(crate) fn map_shared(
        &mut self,
        comm: &C,
        id: SharedId,
        mapper: &mut impl Mapper,
    ) -> SharedId {
        let mut new = self.shared(id).clone();
        comm.map_shared(&mut new, &mut |e| mapper.expr(e));
        if new == *self.shared(id) {
            return id;
        }
        self.shared_id(new)
    }
}

impl Collective {
    /// The processes that it refers to: the snapshots of records, oldest first, then those at the
    /// heads of loops.
    pub fn snapshots(&self) -> impl Iterator<Item = &ProcId> {
        let Collective {
            queue,
            stack,
            base: _,
            arrivals,
        } = self;
        let records = stack.iter().chain(queue);
        let heads = arrivals.iter().flat_map(Arrival::snapshot);
        records.flat_map(Record::snapshots).chain(heads)
    }

    /// The same, to be rewritten.
    pub fn snapshots_mut(&mut self) -> impl Iterator<Item = &mut ProcId> {
        let Collective {
            queue,
            stack,
            base: _,
            arrivals,
        } = self;
        let records = stack.iter_mut().chain(queue);
        let heads = arrivals.iter_mut().flat_map(Arrival::snapshot_mut);
        records.flat_map(Record::snapshots_mut).chain(heads)
    }

    /// Shows its own expressions, without those of [`Collective::snapshots`]: what is known of
    /// loops, record by record, then what has nothing to do with them.
    pub(crate) fn visit(&self, visitor: &mut impl Visitor) {
        let Collective {
            queue,
            stack,
            base,
            arrivals: _,
        } = self;
        for record in stack.iter().chain(queue) {
            record.visit(visitor);
        }
        base.iter().for_each(|&c| visitor.expr(c));
    }

    /// Rewrites what [`Collective::visit`] shows.
    pub(crate) fn map(&mut self, mapper: &mut impl Mapper) {
        let Collective {
            queue,
            stack,
            base,
            arrivals: _,
        } = self;
        for record in stack.iter_mut().chain(queue) {
            record.map(mapper);
        }
        map_conditions(base, mapper);
    }
}

impl Arrival {
    fn snapshot(&self) -> Option<&ProcId> {
        let Arrival {
            label: _,
            process: _,
            depth: _,
            place: _,
            count: _,
            head,
            writes: _,
        } = self;
        head.as_ref()
    }

    fn snapshot_mut(&mut self) -> Option<&mut ProcId> {
        let Arrival {
            label: _,
            process: _,
            depth: _,
            place: _,
            count: _,
            head,
            writes: _,
        } = self;
        head.as_mut()
    }
}

impl Record {
    fn snapshots(&self) -> impl Iterator<Item = &ProcId> {
        let Record {
            label: _,
            side: _,
            group: _,
            snapshots,
            enters: _,
            induction: _,
        } = self;
        snapshots.iter().flatten()
    }

    fn snapshots_mut(&mut self) -> impl Iterator<Item = &mut ProcId> {
        let Record {
            label: _,
            side: _,
            group: _,
            snapshots,
            enters: _,
            induction: _,
        } = self;
        snapshots.iter_mut().flatten()
    }

    fn visit(&self, visitor: &mut impl Visitor) {
        let Record {
            label: _,
            side: _,
            group: _,
            snapshots: _,
            enters: _,
            induction,
        } = self;
        if let Some(induction) = induction {
            induction.visit(visitor);
        }
    }

    fn map(&mut self, mapper: &mut impl Mapper) {
        let Record {
            label: _,
            side: _,
            group: _,
            snapshots: _,
            enters: _,
            induction,
        } = self;
        if let Some(induction) = induction {
            induction.map(mapper);
        }
    }
}

impl Induction {
    /// Shows the relation first.
    fn visit(&self, visitor: &mut impl Visitor) {
        let Induction {
            writes: _,
            ppc,
            relation,
        } = self;
        relation.iter().for_each(|d| d.visit(visitor));
        ppc.iter().for_each(|&c| visitor.expr(c));
    }

    /// Rewrites the relation last.
    fn map(&mut self, mapper: &mut impl Mapper) {
        let Induction {
            writes: _,
            ppc,
            relation,
        } = self;
        map_conditions(ppc, mapper);
        relation.iter_mut().for_each(|d| d.map(mapper));
    }
}

impl Definition {
    fn visit(&self, visitor: &mut impl Visitor) {
        match self {
            Definition::Symbol(symbol, old) => {
                visitor.expr(*symbol);
                visitor.expr(*old);
            }
            Definition::Array(shape, old) => {
                visitor.shape(shape);
                visitor.expr(*old);
            }
        }
    }

    fn map(&mut self, mapper: &mut impl Mapper) {
        match self {
            Definition::Symbol(symbol, old) => {
                (*symbol, *old) = (mapper.expr(*symbol), mapper.expr(*old));
            }
            Definition::Array(shape, old) => {
                *shape = mapper.shape(shape);
                *old = mapper.expr(*old);
            }
        }
    }
}

/// Rewrites conditions that hold together, which are kept sorted and without what says nothing.
fn map_conditions(conditions: &mut Vec<ExprId>, mapper: &mut impl Mapper) {
    for condition in conditions.iter_mut() {
        *condition = mapper.expr(*condition);
    }
    let truth = mapper.truth();
    conditions.retain(|&c| c != truth);
    conditions.sort_unstable();
    conditions.dedup();
}
