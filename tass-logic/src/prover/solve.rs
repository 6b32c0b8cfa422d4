//! Assuming: adding to a path condition, and solving the equations in it.
//!
//! Invariants: the new conjuncts, together with the definitions of the eliminated symbols, hold in
//! exactly the states in which the old ones and the condition do. A conjunct is only dropped
//! because of conjuncts that stay. An eliminated symbol occurs neither in the new path condition
//! nor in any definition returned. What it may stand for becomes a conjunct on its definition.

use rustc_hash::FxHashMap;

use crate::symbolic::{ExprId, Extent, Node, Sort, Store, Substitution};

use super::Prover;
use super::forms::FormId;
use super::pc::PcId;
use super::simplify::Simplifier;

/// How often one assumption may simplify older conjuncts.
const MAX_IMPROVEMENTS: u32 = 64;

/// A definition `symbol := expression`.
pub(crate) type Definition = (ExprId, ExprId);

/// A conjunction under construction.
struct Work {
    conjuncts: Vec<ExprId>,
    queue: Vec<ExprId>,
    definitions: Vec<Definition>,
}

impl Prover {
    /// Adds a condition that is already simplified under the path condition; `None` when it visibly
    /// contradicts the path condition.
    pub(super) fn add(
        &mut self,
        store: &mut Store,
        pc: PcId,
        condition: ExprId,
    ) -> Option<(PcId, Vec<Definition>)> {
        let mut work = Work {
            conjuncts: self.paths.conjuncts(pc).to_vec(),
            queue: Vec::new(),
            definitions: Vec::new(),
        };
        work.push(store, condition);
        let mut improvements = MAX_IMPROVEMENTS;
        loop {
            while let Some(next) = work.queue.pop() {
                self.take(store, &mut work, next)?;
            }
            let pc = self.paths.intern(pc, work.conjuncts.clone());
            let facts = self.paths.facts(store, &mut self.forms, pc);
            if facts.contradiction() {
                return None;
            }
            let fixed = facts.fixed(store, &self.forms);
            if fixed.is_empty() {
                let more = improvements > 0 && self.improve(store, &mut work);
                if !more {
                    return Some((pc, work.definitions));
                }
                improvements -= 1;
            }
            for (symbol, value) in fixed {
                let sort = store.sort(symbol).unwrap_or(Sort::Int);
                let value = store.num(sort, value.to_big());
                let equation = store.eq(symbol, value);
                work.push(store, equation);
            }
        }
    }

    /// Adds a condition as it is, conjunct by conjunct: what is done without the native layers.
    pub(super) fn add_as_it_is(
        &mut self,
        store: &Store,
        pc: PcId,
        condition: ExprId,
    ) -> Option<PcId> {
        if store.as_bool(condition) == Some(false) {
            return None;
        }
        let mut conjuncts = self.paths.conjuncts(pc).to_vec();
        conjuncts.extend(flatten(store, condition));
        conjuncts.retain(|&conjunct| store.as_bool(conjunct) != Some(true));
        Some(self.paths.intern(pc, conjuncts))
    }

    /// Takes one conjunct in.
    fn take(&mut self, store: &mut Store, work: &mut Work, conjunct: ExprId) -> Option<()> {
        match store.as_bool(conjunct) {
            Some(true) => return Some(()),
            Some(false) => return None,
            None => {}
        }
        if work.conjuncts.contains(&conjunct) {
            return Some(());
        }
        if work.conjuncts.contains(&store.not(conjunct)) {
            return None;
        }
        if let Some(definition) = definition(store, conjunct) {
            work.eliminate(store, definition);
            return Some(());
        }
        // Bounds on one form say together what one or two of them can say.
        let related = self.related(store, &work.conjuncts, conjunct);
        if !related.is_empty() {
            let mut all = related.clone();
            all.push(conjunct);
            if let Some(merged) = store.merged(&all) {
                work.conjuncts.retain(|c| !related.contains(c));
                work.push(store, merged);
                return Some(());
            }
        }
        work.conjuncts.push(conjunct);
        Some(())
    }

    fn related(&mut self, store: &Store, conjuncts: &[ExprId], conjunct: ExprId) -> Vec<ExprId> {
        let Some(form) = self.form(store, conjunct) else {
            return Vec::new();
        };
        let same = |&&other: &&ExprId| self.form(store, other) == Some(form);
        conjuncts.iter().filter(same).copied().collect()
    }

    /// The form that an atom bounds.
    fn form(&mut self, store: &Store, atom: ExprId) -> Option<FormId> {
        let atom = match *store.node(atom) {
            Node::Not(inner) => inner,
            _ => atom,
        };
        match *store.node(atom) {
            Node::Eq0(p) | Node::Le0(p) | Node::Lt0(p) => Some(self.forms.of(store, p)?.form),
            _ => None,
        }
    }

    /// Simplifies one conjunct under the others; false when there is nothing to improve.
    ///
    /// A conjunct must never be used against itself, not even by way of facts derived from it:
    /// facts are taken from the plain conjuncts, which are not improved, and of the others nothing
    /// but that they hold.
    fn improve(&mut self, store: &mut Store, work: &mut Work) -> bool {
        let rich = |&e: &ExprId| self.shapes.rich(store, e);
        let (rich, plain): (Vec<ExprId>, Vec<ExprId>) =
            work.conjuncts.iter().copied().partition(rich);
        if rich.is_empty() {
            return false;
        }
        let id = self.paths.intern(self.plain, plain.clone());
        self.plain = id;
        let facts = self.paths.facts(store, &mut self.forms, id);
        for &old in &rich {
            let (forms, skolems) = (&mut self.forms, &mut self.skolems);
            let mut simplifier = Simplifier::new(store, forms, skolems, &facts, &plain);
            for &other in rich.iter().filter(|&&other| other != old) {
                simplifier.learn(other);
            }
            let new = simplifier.run(old);
            if new != old {
                work.conjuncts.retain(|&conjunct| conjunct != old);
                work.push(store, new);
                return true;
            }
        }
        false
    }
}

impl Work {
    fn push(&mut self, store: &Store, conjunct: ExprId) {
        self.queue.extend(flatten(store, conjunct));
    }

    /// Puts a definition in everywhere; what changes is taken in anew.
    fn eliminate(&mut self, store: &mut Store, (symbol, value): Definition) {
        let mut substitution = Substitution::new();
        substitution.insert(symbol, value);
        for (_, earlier) in &mut self.definitions {
            *earlier = store.substitute(*earlier, &substitution);
        }
        self.definitions.push((symbol, value));
        if store.extent(symbol) != Extent::Any {
            let within = store.stays_within(store.extent(symbol), value);
            self.queue.extend(flatten(store, within));
        }
        let old = std::mem::take(&mut self.queue);
        for conjunct in old {
            let new = store.substitute(conjunct, &substitution);
            self.queue.extend(flatten(store, new));
        }
        let old = std::mem::take(&mut self.conjuncts);
        for conjunct in old {
            let new = store.substitute(conjunct, &substitution);
            if new == conjunct {
                self.conjuncts.push(conjunct);
            } else {
                self.queue.extend(flatten(store, new));
            }
        }
    }
}

/// The sorted conjuncts of a formula.
pub(crate) fn flatten(store: &Store, formula: ExprId) -> Vec<ExprId> {
    match store.node(formula) {
        Node::And(parts) => parts.to_vec(),
        _ => vec![formula],
    }
}

/// A symbol that a conjunct defines, the newest one, and its definition.
pub(crate) fn definition(store: &mut Store, conjunct: ExprId) -> Option<Definition> {
    match *store.node(conjunct) {
        Node::Sym(_) => Some((conjunct, store.tru())),
        Node::Iff(a, b) => boolean(store, a, b),
        Node::Not(inner) => match *store.node(inner) {
            Node::Sym(_) => Some((inner, store.fls())),
            Node::Iff(a, b) => {
                let (symbol, value) = boolean(store, a, b)?;
                Some((symbol, store.not(value)))
            }
            _ => None,
        },
        Node::Eq0(p) => linear(store, p),
        _ => None,
    }
}

fn boolean(store: &Store, a: ExprId, b: ExprId) -> Option<Definition> {
    let sides = [(a, b), (b, a)].into_iter().filter(|&(symbol, value)| {
        matches!(store.node(symbol), Node::Sym(_)) && !store.contains(value, symbol)
    });
    sides.max_by_key(|side| side.0)
}

/// `p = 0` solved for a symbol: integers need the coefficient 1 or -1.
fn linear(store: &mut Store, p: ExprId) -> Option<Definition> {
    let view = store.linear(p);
    let mut best: Option<(crate::symbolic::SymId, ExprId, crate::symbolic::Rational)> = None;
    for (monomial, coefficient) in view.terms() {
        let Node::Sym(id) = *store.node(monomial) else {
            continue;
        };
        let unit = coefficient.is_one() || (-coefficient).is_one();
        let solvable = unit || store.sort(monomial) == Some(Sort::Real);
        let newer = best.as_ref().is_none_or(|(other, ..)| id > *other);
        if solvable && newer {
            let elsewhere = view
                .terms()
                .any(|(other, _)| other != monomial && store.contains(other, monomial));
            if !elsewhere {
                best = Some((id, monomial, coefficient.clone()));
            }
        }
    }
    let (_, symbol, coefficient) = best?;
    let own = store.scale(symbol, &coefficient);
    let rest = store.sub(p, own);
    let factor = -(crate::symbolic::Rational::ONE / coefficient);
    Some((symbol, store.scale(rest, &factor)))
}

/// Which conjuncts have inner structure that later facts may simplify.
#[derive(Default)]
pub(crate) struct Shapes {
    memo: FxHashMap<ExprId, bool>,
}

impl Shapes {
    pub(crate) fn rich(&mut self, store: &Store, e: ExprId) -> bool {
        if let Some(&known) = self.memo.get(&e) {
            return known;
        }
        let rich = match store.node(e) {
            Node::And(_) | Node::Or(_) | Node::Iff(..) | Node::Ite(..) => true,
            Node::Forall { .. } | Node::Fold { .. } | Node::Div(..) | Node::Mod(..) => true,
            _ => {
                let mut children = Vec::new();
                store.children(e, &mut |child| children.push(child));
                children.into_iter().any(|child| self.rich(store, child))
            }
        };
        self.memo.insert(e, rich);
        rich
    }
}
