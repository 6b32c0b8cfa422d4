//! What a search was doing when it was left, for its report.
//!
//! Everything here is told from what is at hand when the search ends: the path on the stack, with
//! the rounds through loops that its steps have counted, and the action under way. The same search
//! left at the same tick tells the same.

use std::collections::BTreeMap;

use crate::comm::CommModel;
use crate::exec::Lap;
use crate::graph::{Action, Loc, TermKind};
use crate::report::Stopped;
use crate::search::depth::Stack;
use crate::search::run::Run;
use crate::symbolic::SymbolSet;
use tass_syntax::tree::{Span, Type};

/// Rounds from which on a loop whose guard depends on inputs is worth naming.
const MANY: u64 = 8;
/// The same for other loops.
const VERY_MANY: u64 = 10_000;

impl<C: CommModel> Run<'_, C> {
    /// What the search was doing when it was left.
    pub(super) fn stopped(&self, stack: &Stack) -> Stopped {
        let choices = stack.choices();
        match self.busiest_loop(stack) {
            Some(lap) => {
                let program = &self.engine.program;
                let (graph, loc) = (lap.head.0 as usize, lap.head.1 as usize);
                let span = program.graphs[graph].nodes[loc].span;
                let (inputs, integers) = self.deciding(&lap);
                Stopped {
                    location: Some(program.location(graph, span)),
                    what: "this loop was being gone through".into(),
                    rounds: Some(u64::from(lap.rounds)),
                    inputs,
                    integers,
                    choices,
                }
            }
            None => {
                let (location, what) = match self.engine.position.at {
                    Some((graph, loc)) => {
                        let (span, what) = self.action(graph, loc);
                        (Some(self.engine.program.location(graph, span)), what)
                    }
                    None => (None, "the search had not begun"),
                };
                Stopped {
                    location,
                    what: what.into(),
                    choices,
                    ..Stopped::default()
                }
            }
        }
    }

    /// The loop that the process under way has gone through most often on this path; one whose
    /// guard depends on inputs comes first.
    fn busiest_loop(&self, stack: &Stack) -> Option<Lap> {
        let position = &self.engine.position;
        let mut all: BTreeMap<(u32, Loc), Lap> = BTreeMap::new();
        let steps = stack.steps();
        let mine = steps.filter(|step| step.transition.process == position.process);
        let before = mine.flat_map(|step| step.notes.laps.iter());
        for lap in before.chain(position.laps.iter()) {
            let known = all.entry(lap.head).or_insert(Lap { rounds: 0, ..*lap });
            known.rounds = known.rounds.saturating_add(lap.rounds);
            known.guard = lap.guard.or(known.guard);
        }
        let worth = |lap: &Lap| {
            let rounds = u64::from(lap.rounds);
            rounds >= MANY && lap.guard.is_some() || rounds >= VERY_MANY && self.is_inside(lap)
        };
        let all = all.into_values().filter(worth);
        all.max_by_key(|lap| (lap.guard.is_some(), lap.rounds))
    }

    /// Is the action under way part of the loop?
    fn is_inside(&self, lap: &Lap) -> bool {
        let head = lap.head.1;
        let Some((graph, at)) = self.engine.position.at else {
            return false;
        };
        graph == lap.head.0 as usize && self.leads(graph, head, at) && self.leads(graph, at, head)
    }

    /// Can control go from one location to another?
    fn leads(&self, graph: usize, from: Loc, to: Loc) -> bool {
        let nodes = &self.engine.program.graphs[graph].nodes;
        let mut seen = vec![false; nodes.len()];
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            if at == to {
                return true;
            }
            if !std::mem::replace(&mut seen[at as usize], true) {
                stack.extend(nodes[at as usize].action.successors());
            }
        }
        false
    }

    /// The inputs that the loop's guard depends on, and those of them that are integers.
    fn deciding(&self, lap: &Lap) -> (Vec<String>, Vec<String>) {
        let store = &self.engine.store;
        let mut leaves = SymbolSet::new();
        if let Some(guard) = lap.guard {
            store.symbols(guard, &mut leaves);
        }
        let decides = |value| {
            let mut own = SymbolSet::new();
            store.symbols(value, &mut own);
            own.iter().any(|leaf| leaves.contains(leaf))
        };
        let inputs: Vec<_> = self.inputs.iter().filter(|i| decides(i.value)).collect();
        let integers = inputs.iter().filter(|i| matches!(i.ty, Type::Int(_)));
        (
            inputs.iter().map(|input| input.name.clone()).collect(),
            integers.map(|input| input.name.clone()).collect(),
        )
    }

    /// An action in words, and the place to point at.
    fn action(&self, graph: usize, loc: Loc) -> (Span, &'static str) {
        let node = &self.engine.program.graphs[graph].nodes[loc as usize];
        let mut binder = None;
        // The terms of an action can only be walked through to change them.
        node.action.clone().terms_mut(&mut |term| {
            if let TermKind::Quantifier { .. } | TermKind::Fold { .. } = term.kind {
                binder = Some(term.span);
            }
        });
        if let Some(span) = binder {
            return (span, "this range was being gone through");
        }
        let what = match node.action {
            Action::Assert { .. } => "this assertion was being checked",
            Action::Assume(..) => "this assumption was being decided",
            Action::Branch { .. } => "this condition was being decided",
            Action::Comm(..) => "this operation was under way",
            Action::Collective(..) | Action::Loop { .. } => "this was being checked",
            _ => "this was being executed",
        };
        (node.span, what)
    }
}
