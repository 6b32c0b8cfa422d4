//! [`Defect`]: a receive whose source is not what it should be.
//!
//! MPI-SV's defects are made by a tool that picks one receive of a program and wraps it: each time
//! that it is executed, a new input decides whether its source is changed. A named source becomes
//! `ANY`. `ANY` becomes a random rank up to the own one, which for a manager, rank 0, is always the
//! manager itself.
//!
//! `choose!` is such an input: a new one for each process that comes there, and each time. (An
//! array of inputs says the same, and takes more states: a path remembers them to its end.) So a
//! receive site is written `recv(.., from = source(from, site, defect))`, once for all of its
//! defects.

use tass::prelude::*;

/// Of `name`: any rank up to the own one.
const UP_TO_OWN: usize = usize::MAX;

/// What is wrong with a program: sites are numbered from 1, and 0 stands for none of them.
#[tass::data]
#[derive(Clone, Copy)]
pub(crate) struct Defect {
    site: usize,
    /// What becomes of `ANY`: a rank, or [`UP_TO_OWN`].
    name: usize,
    /// Is the source changed at each execution, whatever the inputs are?
    always: bool,
}

/// The program as it is.
#[tass::model]
pub(crate) fn none() -> Defect {
    Defect {
        site: 0,
        name: 0,
        always: false,
    }
}

/// The defect as the tool plants it.
#[tass::model]
pub(crate) fn at(site: usize) -> Defect {
    Defect {
        site,
        name: UP_TO_OWN,
        always: false,
    }
}

/// `ANY` becomes `name` where an input says so, execution by execution.
#[tass::model]
pub(crate) fn names(site: usize, name: usize) -> Defect {
    Defect {
        site,
        name,
        always: false,
    }
}

/// The source is changed at each execution; `ANY` becomes `name`.
#[tass::model]
pub(crate) fn always(site: usize, name: usize) -> Defect {
    Defect {
        site,
        name,
        always: true,
    }
}

/// One input decides for all executions.
#[tass::model]
pub(crate) fn for_all(site: usize, changed: bool) -> Defect {
    if changed { always(site, 0) } else { none() }
}

/// The source of a receive at `site` that is meant to be `from`.
#[tass::model]
pub(crate) fn source(from: usize, site: usize, defect: Defect) -> usize {
    if site != defect.site || !defect.always && choose!(0..2) == 0 {
        from
    } else if from != ANY {
        ANY
    } else if defect.name != UP_TO_OWN {
        defect.name
    } else {
        choose!(0..=mpi!(rank()))
    }
}
