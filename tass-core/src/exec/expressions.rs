//! Every expression of a state under work. Which ones its parts have is for
//! [`crate::state::expressions`] to know.

#[cfg(test)]
mod tests;

use super::{Engine, Work};
use crate::comm::CommModel;
use crate::sides::Sides;
use crate::state::States;
use crate::state::expressions::{
    Mapper, Visitor, map_locks, map_outputs, visit_locks, visit_outputs,
};
use crate::symbolic::{ExprId, Shape, Store, Substitution};

impl<C: CommModel> Work<C> {
    /// Shows every expression of the state but its path condition: processes in their order,
    /// snapshots, messages (first those of the program under work), what is known of loops.
    pub(crate) fn visit(
        &self,
        comm: &C,
        states: &States<C>,
        sides: Sides,
        visitor: &mut impl Visitor,
    ) {
        let Work {
            process,
            frames,
            status,
            shared,
            shared_ids,
            outputs,
            locks,
            procs,
            collective,
            // Of the prover.
            pc: _,
            // Found again from the relations in `collective`.
            meaning: _,
            // What has happened, as it was.
            notes: _,
            choice: _,
            seen: _,
            acted: _,
            turns: _,
            circles: _,
            branches: _,
            splits: _,
            resumes: _,
            has_read: _,
        } = self;
        for (at, &id) in procs.iter().enumerate() {
            if at == *process {
                frames.iter().for_each(|frame| frame.visit(visitor));
                visit_outputs(outputs, visitor);
                status.visit(comm, visitor);
                visit_locks(locks, visitor);
            } else {
                states.visit_proc(comm, id, visitor);
            }
        }
        for &id in collective.snapshots() {
            states.visit_proc(comm, id, visitor);
        }
        comm.visit_shared(shared, &mut |e| visitor.expr(e));
        if sides.compared() {
            let other = shared_ids[1 - sides.of(*process)];
            states.visit_shared(comm, other, visitor);
        }
        collective.visit(visitor);
    }

    /// Rewrites every expression that [`Work::visit`] shows: the process under work, messages, what
    /// is known of loops, then the other processes and the snapshots.
    fn map(&mut self, comm: &C, states: &mut States<C>, sides: Sides, mapper: &mut impl Mapper) {
        let Work {
            process,
            frames,
            status,
            shared,
            shared_ids,
            outputs,
            locks,
            procs,
            collective,
            pc: _,
            meaning: _,
            notes: _,
            choice: _,
            seen: _,
            acted: _,
            turns: _,
            circles: _,
            branches: _,
            splits: _,
            resumes: _,
            has_read: _,
        } = self;
        frames.iter_mut().for_each(|frame| frame.map(mapper));
        status.map(comm, mapper);
        map_outputs(outputs, mapper);
        map_locks(locks, mapper);
        comm.map_shared(shared, &mut |e| mapper.expr(e));
        if sides.compared() {
            let other = &mut shared_ids[1 - sides.of(*process)];
            *other = states.map_shared(comm, *other, mapper);
        }
        collective.map(mapper);
        for (at, id) in procs.iter_mut().enumerate() {
            if at != *process {
                *id = states.map_proc(comm, *id, mapper);
            }
        }
        for id in collective.snapshots_mut() {
            *id = states.map_proc(comm, *id, mapper);
        }
    }
}

/// Puts in what symbols stand for.
struct Replace<'a> {
    store: &'a mut Store,
    substitution: &'a Substitution,
}

impl Mapper for Replace<'_> {
    fn expr(&mut self, e: ExprId) -> ExprId {
        self.store.substitute(e, self.substitution)
    }

    fn shape(&mut self, shape: &Shape) -> Shape {
        self.substitution.renamed_shape(shape)
    }

    fn truth(&self) -> ExprId {
        self.store.tru()
    }
}

impl<C: CommModel> Engine<'_, C> {
    /// Rewrites every expression of a state but its path condition.
    pub(crate) fn rewrite(&mut self, work: &mut Work<C>, substitution: &Substitution) {
        let store = &mut self.store;
        let mut replace = Replace {
            store,
            substitution,
        };
        work.map(self.comm, &mut self.states, self.sides, &mut replace);
        self.find_meaning(work);
    }
}
