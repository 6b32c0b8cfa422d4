//! Who watches an execution: nobody, or a [`Tracer`] that records it and makes its choices.

use crate::exec::watch::tracer::Tracer;

/// Who watches an execution.
pub(crate) struct Observer<'e> {
    tracer: Option<&'e mut Tracer>,
}

impl<'e> Observer<'e> {
    /// Nobody: a search, or a detour of one.
    pub(crate) fn nobody() -> Observer<'e> {
        Observer { tracer: None }
    }

    /// The one execution of a replay is watched.
    pub(crate) fn of(tracer: &'e mut Tracer) -> Observer<'e> {
        Observer {
            tracer: Some(tracer),
        }
    }

    /// Does anybody watch?
    pub(crate) fn watches(&self) -> bool {
        self.tracer.is_some()
    }

    /// Who records, if anybody does.
    pub(in crate::exec) fn tracer(&mut self) -> Option<&mut Tracer> {
        self.tracer.as_deref_mut()
    }

    /// What was recorded.
    pub(in crate::exec) fn seen(&self) -> Option<&Tracer> {
        self.tracer.as_deref()
    }
}
