//! What a place in the source speaks of: known from the tree, never from its text.

use std::collections::BTreeSet;

use super::Graph;
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Expr, ExprKind, Span};

/// Where variables are named in a function.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    /// Those of other processes included.
    names: Vec<(Span, String)>,
    /// What stands between brackets, and the array with it.
    indexed: Vec<(Span, Span)>,
}

impl Graph {
    /// Where the function names variables.
    pub(crate) fn mentions(&self) -> Mentions {
        let mut mentions = Mentions::default();
        let mut body = self.function.body.clone();
        visit::block(&mut body, &mut mentions);
        mentions
    }
}

impl Mentions {
    /// The variables that are named within a span.
    pub(crate) fn within(&self, span: Span) -> BTreeSet<&str> {
        let within = self.names.iter().filter(|(at, _)| at.is_within(span));
        within.map(|(_, name)| name.as_str()).collect()
    }

    /// The variables that a failing place is about: of an index, the array as well.
    pub(crate) fn about(&self, place: Span) -> BTreeSet<&str> {
        let mut indexed = self.indexed.iter();
        let whole = indexed.find(|(index, _)| *index == place);
        self.within(whole.map_or(place, |(_, whole)| *whole))
    }
}

impl Visitor for Mentions {
    fn expr(&mut self, e: &mut Expr) {
        match &e.kind {
            ExprKind::Var(name) | ExprKind::Peer(_, name) | ExprKind::Spec(_, name) => {
                self.names.push((e.span, name.clone()));
            }
            ExprKind::Index(_, index) => self.indexed.push((index.span, e.span)),
            _ => {}
        }
    }
}
