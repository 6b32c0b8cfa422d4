//! What a wrong model teaches: lemmas that hold in every model and that this one breaks.
//!
//! Invariant: everything learned is true whatever the path condition. Equal arguments give equal values; a quantified
//! fact holds at each index of its range. So lemmas can only help to find `Unsat` or a better model, never to claim
//! either wrongly.

use crate::symbolic::{ExprId, Model, Node, Store};

use super::candidate::{arguments, holds};
use super::native::{Item, Native};

/// Lemmas learned at a time.
const MAX_LEMMAS: usize = 8;
/// Lemmas learned in all.
const MAX_LEARNED: usize = 32;

impl Native<'_> {
    /// Learns what the model breaks; nothing when it finds nothing.
    pub(super) fn learn(&mut self, model: &Model) {
        let apps = self.applications();
        let mut lemmas = self.break_congruence(model, &apps);
        for index in 0..self.quantified.len() {
            lemmas += self.instantiate(model, self.quantified[index], &apps);
            if lemmas >= MAX_LEMMAS {
                break;
            }
        }
    }

    /// Every closed application in sight, by id.
    fn applications(&self) -> Vec<ExprId> {
        let mut apps = Vec::new();
        let mut stack: Vec<ExprId> = self.variables.keys().copied().collect();
        stack.extend(self.literals.iter().map(|literal| literal.0));
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(e) = stack.pop() {
            if !seen.insert(e) || self.store.has_free_bound(e) {
                continue;
            }
            match self.store.node(e) {
                Node::App(..) => apps.push(e),
                Node::Forall { .. } => continue,
                _ => {}
            }
            self.store.children(e, &mut |child| stack.push(child));
        }
        apps.sort_unstable();
        apps
    }

    /// Two applications whose arguments are equal in the model but whose values are not.
    fn break_congruence(&mut self, model: &Model, apps: &[ExprId]) -> usize {
        let mut known: Vec<(ExprId, Vec<dashu_int::IBig>)> = Vec::new();
        let mut lemmas = 0;
        for &app in apps {
            let Node::App(function, args) = self.store.node(app).clone() else {
                continue;
            };
            let Some(values) = arguments(self.store, model, &args) else {
                continue;
            };
            let twin = known.iter().find(|(other, at)| {
                *at == values && matches!(self.store.node(*other), Node::App(f, _) if *f == function)
            });
            let Some(&(twin, _)) = twin else {
                known.push((app, values));
                continue;
            };
            if lemmas >= MAX_LEMMAS || !self.remember(twin, app) {
                continue;
            }
            let Node::App(_, others) = self.store.node(twin).clone() else {
                continue;
            };
            let same = self.store.eq(twin, app);
            let mut alternatives = vec![vec![Item::Formula(same)]];
            for (&a, &b) in args.iter().zip(&others) {
                for (a, b) in [(a, b), (b, a)] {
                    let apart = self.store.lt(a, b);
                    alternatives.push(vec![Item::Formula(apart)]);
                }
            }
            self.lasting_split(alternatives);
            lemmas += 1;
        }
        lemmas
    }

    /// A quantified fact at the indices where its applications meet those in sight.
    fn instantiate(&mut self, model: &Model, forall: ExprId, apps: &[ExprId]) -> usize {
        let Node::Forall { lo, hi, body } = *self.store.node(forall) else {
            return 0;
        };
        let mut lemmas = 0;
        for index in indices(self.store, body, apps) {
            if lemmas >= MAX_LEMMAS || self.learned.contains(&(forall, index)) {
                continue;
            }
            let not = self.store.not(forall);
            let below = self.store.lt(index, lo);
            let above = self.store.ge(index, hi);
            let inside = self.store.instantiate(forall, index);
            let lemma = [not, below, above, inside];
            // What the model satisfies anyway teaches nothing.
            let taught = lemma[1..]
                .iter()
                .any(|&part| holds(self.store, model, part) == Some(true));
            if taught || !self.remember(forall, index) {
                continue;
            }
            self.lasting_split(lemma.iter().map(|&part| vec![Item::Formula(part)]).collect());
            lemmas += 1;
        }
        lemmas
    }

    fn remember(&mut self, a: ExprId, b: ExprId) -> bool {
        self.learned.len() < MAX_LEARNED && self.learned.insert((a, b))
    }
}

/// The values for a body's variable that make one of its applications one of `apps`.
fn indices(store: &mut Store, body: ExprId, apps: &[ExprId]) -> Vec<ExprId> {
    let mut patterns = Vec::new();
    let mut variable = None;
    let mut stack = vec![body];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) || !store.has_free_bound(e) {
            continue;
        }
        match store.node(e) {
            Node::App(function, args) => patterns.push((*function, args.clone())),
            // The body's own variable has the highest number.
            Node::Bound(height, _) => variable = variable.max(Some((*height, e))),
            _ => {}
        }
        store.children(e, &mut |child| stack.push(child));
    }
    let Some((_, variable)) = variable else {
        return Vec::new();
    };
    let mut indices = Vec::new();
    for (function, args) in patterns {
        for (position, &arg) in args.iter().enumerate() {
            // arg = variable + rest, with rest closed
            let rest = store.sub(arg, variable);
            if store.has_free_bound(rest) {
                continue;
            }
            for &app in apps {
                if let Node::App(other, at) = store.node(app)
                    && *other == function
                {
                    let at = at[position];
                    indices.push(store.sub(at, rest));
                }
            }
        }
    }
    indices.sort_unstable();
    indices.dedup();
    indices
}
