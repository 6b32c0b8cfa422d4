//! Which events of a replay belong to the story, by what they are about.

use std::collections::{BTreeMap, BTreeSet};

use crate::exec::{Event, Failure, What};
use crate::graph::{Mentions, Program};
use crate::report::{Kind, Violation};

/// What a violation is about.
pub(in crate::search) struct Blamed<'p> {
    program: &'p Program,
    /// The variables whose values may explain it.
    names: BTreeSet<String>,
    /// The process that it concerns, if it is one alone.
    alone: Option<usize>,
    /// Where variables are named, by graph.
    mentions: BTreeMap<usize, Mentions>,
}

impl<'p> Blamed<'p> {
    /// What is to blame for a failure: the variables that the failed condition names, or the
    /// failing expression.
    pub(in crate::search) fn of(
        program: &'p Program,
        failure: &Failure,
        violation: &Violation,
    ) -> Blamed<'p> {
        let mut blamed = Blamed {
            program,
            names: BTreeSet::new(),
            // A collective condition and an output speak of other processes as well.
            alone: match failure.kind {
                Kind::CollectiveAssertion | Kind::InvariantEntry | Kind::Invariant => None,
                Kind::OutputMismatch => None,
                kind => failure.process.filter(|_| kind.is_local()),
            },
            mentions: BTreeMap::new(),
        };
        if !about_values(failure.kind) {
            return blamed;
        }
        if let Some(variable) = &failure.variable {
            blamed.names.insert(variable.clone());
        } else if let Some((graph, place)) = failure.site {
            let mentions = blamed.mentions(graph);
            let names = match &failure.condition {
                Some(part) => mentions.within(part.span),
                None if violation.blocked.is_empty() => mentions.about(place),
                None => BTreeSet::new(),
            };
            blamed.names = names.into_iter().map(str::to_owned).collect();
        }
        blamed
    }

    /// Does an event belong to the story: communication, branches on inputs and choices; of the
    /// assignments and assumptions only those about variables that are to blame.
    pub(in crate::search) fn concerns(&mut self, event: &Event) -> bool {
        let here = self.alone.is_none_or(|process| process == event.process);
        let (graph, span) = event.site;
        match event.what {
            What::Assign { slot, shared, .. } => {
                let name = &self.program.graphs[graph].locals[slot as usize].name;
                shared || here && name.as_ref().is_some_and(|n| self.names.contains(n))
            }
            What::End => false,
            What::Branch { open, .. } => open,
            What::Assume if here => {
                let names = self.mentions(graph).within(span);
                let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
                names.iter().any(|name| self.names.contains(name))
            }
            What::Assume => false,
            _ => true,
        }
    }

    fn mentions(&mut self, graph: usize) -> &Mentions {
        let graphs = &self.program.graphs;
        let mentions = self.mentions.entry(graph);
        mentions.or_insert_with(|| graphs[graph].mentions())
    }
}

/// Can the values of variables explain a violation of this kind?
fn about_values(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::CollectiveOrder
            | Kind::CollectiveOp
            | Kind::CollectiveType
            | Kind::TypeMismatch
            | Kind::CollectiveAssertionOrder
            | Kind::CollectiveAssertionIncomplete
            | Kind::CollectiveUniverse
            | Kind::CollectiveIncomplete
            | Kind::UnreceivedMessage
            | Kind::InitFinalize
    )
}

/// Does the place of a failure name an input?
pub(in crate::search) fn names_an_input(
    program: &Program,
    failure: &Failure,
    violation: &Violation,
) -> bool {
    let Some((graph, span)) = failure.site else {
        return false;
    };
    let mentions = program.graphs[graph].mentions();
    let named = mentions.within(span);
    violation
        .inputs
        .iter()
        .any(|(name, _)| named.contains(name.as_str()))
}
