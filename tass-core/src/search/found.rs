//! What a search finds: violations, each with the path that leads to it.

use crate::exec::{Failure, Notes, Transition};
use crate::state::State;

/// A violation with the path that leads to it.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) failure: Failure,
    pub(crate) path: Vec<PathStep>,
    /// The state in which it happens.
    pub(crate) state: Option<State>,
    /// Does the state show it that the path leads to? Otherwise it is the last step that fails.
    pub(crate) at_rest: bool,
}

/// A step of a path.
#[derive(Clone, Debug)]
pub(crate) struct PathStep {
    pub(crate) transition: Transition,
    pub(crate) notes: Notes,
}
