//! What a model wants to be met, and what of it was: `cover!` conditions and assertions.

use rustc_hash::FxHashSet;

use crate::graph::Program;
use crate::report::{Location, Vacuous};
use tass_syntax::tree::Span;

/// What executions have met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Met {
    /// `cover!` conditions that were satisfied.
    pub(crate) covers: FxHashSet<usize>,
    /// Assertions that were reached.
    pub(crate) asserts: FxHashSet<usize>,
    /// Collective and joint assertions that were checked, by label.
    pub(crate) labels: FxHashSet<usize>,
    /// Was an execution left out since it goes through a loop too often?
    pub(crate) cut: bool,
}

impl Met {
    /// Is there anything that this program wants to be met?
    pub(crate) fn is_wanted(program: &Program) -> bool {
        !program.covers.is_empty()
            || !program.asserts.is_empty()
            || program.labels.iter().any(|label| !label.invariant)
    }

    /// What other executions have met is met.
    pub(crate) fn extend(&mut self, other: &Met) {
        self.covers.extend(&other.covers);
        self.asserts.extend(&other.asserts);
        self.labels.extend(&other.labels);
    }

    /// What was not met.
    pub(crate) fn missing(&self, program: &Program) -> Option<Vacuous> {
        let locations = self.uncovered(program);
        if !locations.is_empty() {
            return Some(Vacuous::CoverFailed { locations });
        }
        let mut locations = left(program, &program.asserts, &self.asserts);
        locations.extend(self.never_met(program));
        (!locations.is_empty()).then_some(Vacuous::UnreachedAssertions { locations })
    }

    /// Where conditions are that were never satisfied.
    pub(crate) fn uncovered(&self, program: &Program) -> Vec<Location> {
        left(program, &program.covers, &self.covers)
    }

    /// Where collective assertions are that were never checked.
    fn never_met(&self, program: &Program) -> Vec<Location> {
        let mut places = Vec::new();
        for (graph, g) in program.graphs.iter().enumerate() {
            for action in g.nodes.iter().filter_map(|node| node.action.collective()) {
                let label = action.label;
                if !program.labels[label].invariant && !self.labels.contains(&label) {
                    places.push(program.location(graph, action.span));
                }
            }
        }
        places
    }
}

/// The places of those that were not hit.
fn left(program: &Program, all: &[(usize, Span)], hit: &FxHashSet<usize>) -> Vec<Location> {
    let missing = all.iter().enumerate().filter(|(i, _)| !hit.contains(i));
    missing
        .map(|(_, &(graph, span))| program.location(graph, span))
        .collect()
}
