//! What is known inside of loops: what symbols stand for, conditions and writes, each of the
//! innermost loop that it belongs to.

use std::rc::Rc;

use super::nest::nest;
use crate::comm::CommModel;
use crate::exec::terms::access::Address;
use crate::exec::{Engine, Stepper, Work};
use crate::state::{Collective, Definition, Written};
use crate::symbolic::{ExprId, PathElem, Substitution};

impl<C: CommModel> Engine<'_, C> {
    /// What symbols stand for: the relations of the records that wait for somebody.
    pub(crate) fn find_meaning(&mut self, work: &mut Work<C>) {
        work.meaning = None;
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
        // Who lags may have got a message from one that is iterations ahead: then what it stands
        // for comes later in the queue.
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
        work.meaning = Some(Rc::new(all));
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
    /// A branch whose condition is implied: in a loop, what implies it may be forgotten before the
    /// condition is.
    pub(crate) fn note_implied(&mut self, work: &mut Work<C>, cond: ExprId) {
        if work.collective.in_loops() {
            self.engine.note_condition(work, cond);
        }
    }

    /// A variable is written: every loop that the process is in remembers it.
    pub(crate) fn note_write(&mut self, work: &mut Work<C>, address: &Address) {
        let framed = work.collective.arrivals.iter().any(|a| a.head.is_some());
        if !work.collective.in_loops() && !framed {
            return;
        }
        let fields = address.path.iter().map_while(|step| match step {
            PathElem::Field(i) => Some(*i),
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

/// The conditions that belong to a loop, which is given by its position among all records, or to
/// none.
pub(super) fn conditions_of(collective: &mut Collective, loop_: Option<usize>) -> &mut Vec<ExprId> {
    let Some(index) = loop_ else {
        return &mut collective.base;
    };
    let record = collective.records_mut().nth(index);
    let induction = record.and_then(|r| r.induction.as_mut());
    &mut induction.expect("found as a loop's").ppc
}

/// Puts what a symbol stands for in its place.
fn define(all: &mut Substitution, definition: &Definition) {
    match definition {
        Definition::Symbol(symbol, old) => all.insert(*symbol, *old),
        Definition::Array(shape, old) => all.insert_array(shape, *old),
    }
}

/// Adds a condition that is not there yet.
pub(super) fn keep(conditions: &mut Vec<ExprId>, truth: ExprId, condition: ExprId) {
    if condition != truth && !conditions.contains(&condition) {
        conditions.push(condition);
        conditions.sort_unstable();
    }
}
