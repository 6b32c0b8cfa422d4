//! Outputs of two programs, compared when the last process of both has left.
//!
//! An output is a variable of the whole program: a process that gives it twice gives the second
//! value, and where several processes of a program give it, every one of them must give what the
//! other program gives.

use super::{Stepper, Stop, Work};
use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::graph::Output;
use crate::report::Kind;
use crate::state::{Frame, Status};
use crate::symbolic::ExprId;

/// Something put out: by whom, at which statement, what.
type Given = (usize, u32, ExprId);

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A process puts something out.
    pub(crate) fn put_out(&mut self, work: &mut Work<C>, id: u32, value: ExprId) {
        let name = |id: u32| &self.engine.program.outputs[id as usize].name;
        work.outputs.retain(|&(other, _)| name(other) != name(id));
        work.outputs.push((id, value));
        work.outputs.sort_unstable_by_key(|&(id, _)| id);
    }

    /// If everybody else has left: do both programs put out the same?
    pub(crate) fn compare_outputs(&mut self, work: &Work<C>) -> Result<(), Stop> {
        let others = work.procs.iter().enumerate();
        let mut others = others.filter(|(p, _)| *p != work.process);
        if !self.engine.sides.compared()
            || others.any(|(_, &id)| self.engine.states.proc(id).status != Status::Done)
        {
            return Ok(());
        }
        let mut given: [Vec<Given>; 2] = [Vec::new(), Vec::new()];
        for process in 0..self.engine.sides.total() {
            let outputs = if process == work.process {
                &work.outputs
            } else {
                &self.engine.states.proc(work.procs[process]).outputs
            };
            let all = outputs.iter().map(|&(id, value)| (process, id, value));
            given[self.engine.sides.of(process)].extend(all);
        }
        let program = self.engine.program.clone();
        let name = |given: &Given| &program.outputs[given.1 as usize].name;
        let [ours, theirs] = &given;
        for (mine, others, whose) in [
            (ours, theirs, "the specification"),
            (theirs, ours, "the implementation"),
        ] {
            if let Some(lone) = mine
                .iter()
                .find(|g| !others.iter().any(|o| name(o) == name(g)))
            {
                let message = format!(
                    "{whose} does not put out `{}` in this execution",
                    name(lone)
                );
                let output = &program.outputs[lone.1 as usize];
                let place = [at(output)];
                let mut cx = Cx::new(&place, work.pc, lone.0, work.splits);
                cx.meaning.clone_from(&work.meaning);
                return Err(self.fail(&cx, Kind::OutputMissing, output.span, message));
            }
        }
        for mine in ours {
            for other in theirs.iter().filter(|other| name(other) == name(mine)) {
                let same = self.engine.store.eq(mine.2, other.2);
                let output = &program.outputs[mine.1 as usize];
                let place = [at(output)];
                let mut cx = Cx::new(&place, work.pc, mine.0, work.splits);
                cx.meaning.clone_from(&work.meaning);
                // Values are shown of a replay only, where they are concrete.
                let text = self.observer.watches().then(|| {
                    let (one, two) = (
                        self.engine.store.display(mine.2),
                        self.engine.store.display(other.2),
                    );
                    format!(
                        "`{}` is {one} here, but {two} in the specification",
                        output.name
                    )
                });
                let text = text.unwrap_or_default();
                self.require(&cx, same, Kind::OutputMismatch, output.span, || text)?;
            }
        }
        Ok(())
    }
}

/// Stands at the statement that puts something out.
fn at(output: &Output) -> Frame {
    Frame {
        graph: output.graph,
        loc: 0,
        locals: Vec::new(),
        dest: None,
    }
}
