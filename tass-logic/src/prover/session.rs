//! The conversation with Z3: what has been told, what is still to tell.
//!
//! Invariants: every node is shipped once, children first; a solver that was lost (it did not stop,
//! or its thread ended) is never asked again, and its successor is told everything anew.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{self, heap, hold, slot};
use crate::symbolic::{ExprId, Leaf, Node, Store};

use super::Listener;
use super::shape::Shapes;
use super::slice::Leaves;
use super::smt::{Answer, Assertion, Function, Question, Shipment, Smt};
use super::stats::ProverStats;

/// One conversation.
pub(crate) struct Session {
    timeout: Duration,
    /// Is told when Z3 is at work.
    listener: Option<Arc<dyn Listener>>,
    smt: Option<Smt>,
    shipped: FxHashSet<ExprId>,
    /// The free bound variables of a node, and the highest variable bound in it.
    scopes: FxHashMap<ExprId, Scope>,
    /// The functions that folds are values of.
    shapes: Shapes,
    /// The closed applications of nonnegative functions in a formula.
    nonneg: FxHashMap<ExprId, Arc<[ExprId]>>,
}

#[derive(Clone, Default)]
struct Scope {
    free: Vec<u32>,
    height: u32,
}

impl Session {
    pub(crate) fn new(timeout: Duration, listener: Option<Arc<dyn Listener>>) -> Session {
        Session {
            timeout,
            listener,
            smt: None,
            shipped: FxHashSet::default(),
            scopes: FxHashMap::default(),
            shapes: Shapes::default(),
            nonneg: FxHashMap::default(),
        }
    }

    /// Can the formulas of `path` and `goal` hold together? A model is only a candidate. Z3 is told
    /// what symbols and functions may stand for if it is to stay `within` that; otherwise no more
    /// than which functions are never negative.
    pub(crate) fn ask(
        &mut self,
        store: &Store,
        leaves: &mut Leaves,
        stats: &mut ProverStats,
        path: &[ExprId],
        goal: &[ExprId],
        (brief, within): (bool, bool),
    ) -> Answer {
        if self.smt.is_none() {
            self.shipped.clear();
            self.smt = Smt::start(self.timeout);
            stats.solvers_created += 1;
        }
        let mut question = self.question(store, leaves, path, goal);
        (question.brief, question.within) = (brief, within);
        question.time = budget::remaining().filter(|left| *left < self.timeout);
        let Some(smt) = &mut self.smt else {
            return Answer::Unknown("Z3 could not be started".into());
        };
        stats.z3_queries += 1;
        let start = Instant::now();
        self.listener.iter().for_each(|listener| listener.asked());
        let answer = smt.ask(question);
        let time = start.elapsed();
        self.listener
            .iter()
            .for_each(|listener| listener.answered(time));
        stats.z3_time += time;
        if smt.is_lost() {
            self.smt = None;
        }
        budget::look_now();
        answer
    }

    fn question(
        &mut self,
        store: &Store,
        leaves: &mut Leaves,
        path: &[ExprId],
        goal: &[ExprId],
    ) -> Question {
        let mut nodes = Vec::new();
        let mut all = std::collections::BTreeSet::new();
        for &formula in path.iter().chain(goal) {
            self.ship(store, formula, &mut nodes);
            all.extend(leaves.of(store, formula).iter().copied());
        }
        let mut symbols = Vec::new();
        let mut functions = Vec::new();
        for leaf in all {
            match leaf {
                Leaf::Sym(id) => {
                    let extent = store.symbol_extent(id);
                    symbols.push((id, store.symbol_sort(id), extent));
                }
                Leaf::Fun(id) => {
                    let function = store.function(id);
                    functions.push(Function {
                        id,
                        arity: function.arity,
                        sort: function.result,
                        extent: function.extent,
                    });
                }
            }
        }
        Question {
            brief: false,
            time: None,
            within: false,
            nodes,
            path: path.iter().map(|&f| self.assertion(store, f)).collect(),
            goal: goal.iter().map(|&f| self.assertion(store, f)).collect(),
            symbols,
            functions,
        }
    }

    /// Ships what is new below `root`, children first.
    fn ship(&mut self, store: &Store, root: ExprId, nodes: &mut Vec<Shipment>) {
        let mut stack = vec![root];
        while let Some(&e) = stack.last() {
            if self.shipped.contains(&e) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            store.children(e, &mut |child| {
                if !self.shipped.contains(&child) {
                    stack.push(child);
                }
            });
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.shipped.insert(e);
            let scope = self.scope(store, e);
            let node = store.node(e).clone();
            let height = match node {
                Node::Forall { .. } | Node::Fold { .. } => self.bound_by(&node),
                _ => 0,
            };
            let lowest = |e| self.scopes.get(&e)?.free.first().copied();
            let applied = self.shapes.apply(store, e, height, lowest);
            let nonneg = matches!(&node, Node::App(f, _) if store.function(*f).nonneg);
            nodes.push(Shipment {
                id: e,
                sort: store.sort(e),
                nonneg,
                free: scope.free.clone(),
                height,
                applied,
                node,
            });
            // What Z3 makes of it is of about the same size as what it is made from.
            hold(slot::<ExprId>() + slot::<(ExprId, Scope)>() + heap(4 * scope.free.len()));
            self.scopes.insert(e, scope);
        }
    }

    /// The number that a binder binds: one more than the highest inside its body.
    fn bound_by(&self, binder: &Node) -> u32 {
        match binder {
            Node::Forall { body, .. } | Node::Fold { body, .. } => {
                1 + self.scopes.get(body).map_or(0, |scope| scope.height)
            }
            _ => 0,
        }
    }

    /// The scope of a node whose children's are known.
    fn scope(&self, store: &Store, e: ExprId) -> Scope {
        let mut scope = Scope::default();
        store.children(e, &mut |child| {
            if let Some(inner) = self.scopes.get(&child) {
                scope.free.extend_from_slice(&inner.free);
                scope.height = scope.height.max(inner.height);
            }
        });
        let node = store.node(e);
        match node {
            Node::Bound(height, _) => scope.free.push(*height),
            Node::Forall { .. } | Node::Fold { .. } => {
                let own = self.bound_by(node);
                scope.free.retain(|&height| height != own);
                scope.height = scope.height.max(own);
            }
            _ => {}
        }
        scope.free.sort_unstable();
        scope.free.dedup();
        scope
    }

    fn assertion(&mut self, store: &Store, formula: ExprId) -> Assertion {
        let entry = self.nonneg.entry(formula);
        let nonneg = entry.or_insert_with(|| nonneg_applications(store, formula));
        Assertion {
            formula,
            nonneg: nonneg.to_vec(),
        }
    }
}

fn nonneg_applications(store: &Store, formula: ExprId) -> Arc<[ExprId]> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let Node::App(function, _) = store.node(e)
            && store.function(*function).nonneg
            && !store.has_free_bound(e)
        {
            found.push(e);
        }
        store.children(e, &mut |child| stack.push(child));
    }
    found.sort_unstable();
    found.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::Sort;

    /// Z3's own limit is an hour: only the interrupt can have ended this.
    #[test]
    fn an_interrupt_ends_a_question() {
        let mut store = Store::new();
        let cubes = ["x", "y", "z"].map(|name| {
            let symbol = store.new_symbol(name, Sort::Int);
            store.pow(symbol, 3)
        });
        let (sum, number) = (store.sum(&cubes), store.int(33));
        let goal = store.eq(sum, number);
        let hour = Duration::from_secs(3600);
        let mut session = Session::new(hour, None);
        let question = session.question(&store, &mut Leaves::default(), &[], &[goal]);
        let mut smt = Smt::start(hour).expect("a thread");
        let start = Instant::now();
        let (answer, stopped) = smt.interrupted(question);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        assert!(stopped, "Z3 did not stop");
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(smt.is_lost());
    }
}
