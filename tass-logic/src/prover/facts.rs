//! What a path condition says about its numbers and truths, found once per path condition.
//!
//! Invariant: whatever [`Facts`] answers holds in every state that satisfies the conjuncts it was
//! built from. It knows less than the conjuncts do; it never knows more.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::symbolic::{ExprId, Node, Store};

use super::bounds::{End, Interval};
use super::estimate::Estimate;
use super::forms::{FormId, Forms};
use super::ratio::Ratio;

/// How often bounds are passed on from one constraint to the next.
const ROUNDS: u32 = 2;
/// Constraints with more terms than this pass no bounds on.
const WIDTH: usize = 6;

/// The facts of one path condition.
#[derive(Clone, Default, Debug)]
pub(crate) struct Facts {
    bounds: IndexMap<FormId, Interval, FxBuildHasher>,
    holds: FxHashSet<ExprId>,
    fails: FxHashSet<ExprId>,
    quantified: Vec<ExprId>,
    contradiction: bool,
}

impl Facts {
    /// The facts of a conjunction.
    pub(crate) fn new(store: &mut Store, forms: &mut Forms, conjuncts: &[ExprId]) -> Facts {
        let mut facts = Facts::default();
        let mut relations = Vec::new();
        let mut apart = Vec::new();
        for &conjunct in conjuncts {
            facts.holds.insert(conjunct);
            facts.fails.insert(store.not(conjunct));
            match *store.node(conjunct) {
                Node::Le0(p) | Node::Lt0(p) | Node::Eq0(p) => {
                    let allowed = allowed(store.node(conjunct));
                    if let Some(scaled) = forms.of(store, p) {
                        let shifted = allowed.add(Interval::point(scaled.offset).scale(MINUS_ONE));
                        if let Some(inverse) = Ratio::ONE.div(scaled.scale) {
                            facts.restrict(forms, scaled.form, shifted.scale(inverse));
                        }
                        if forms.terms(scaled.form).len() > 1 {
                            relations.push(scaled.form);
                        }
                    }
                }
                Node::Not(inner) => {
                    if let Node::Eq0(p) = *store.node(inner) {
                        apart.push(p);
                    }
                }
                Node::Forall { .. } => facts.quantified.push(conjunct),
                _ => {}
            }
        }
        relations.sort_unstable();
        relations.dedup();
        for _ in 0..ROUNDS {
            for &p in &apart {
                facts.exclude_zero(store, forms, p);
            }
            let mut moved = false;
            for &form in &relations {
                moved |= facts.pass_on(store, forms, form);
            }
            if !moved || facts.contradiction {
                break;
            }
        }
        facts
    }

    /// Whether the conjuncts contradict each other.
    pub(crate) fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// The conjuncts that are quantifiers.
    pub(crate) fn quantified(&self) -> &[ExprId] {
        &self.quantified
    }

    /// Symbols whose bounds have met, by id.
    pub(crate) fn fixed(&self, store: &Store, forms: &Forms) -> Vec<(ExprId, Ratio)> {
        let mut fixed = Vec::new();
        for (&form, interval) in &self.bounds {
            if let [(monomial, _)] = forms.terms(form)
                && let Some(value) = interval.single()
                && matches!(store.node(*monomial), Node::Sym(_))
            {
                fixed.push((*monomial, value));
            }
        }
        fixed.sort_unstable();
        fixed
    }

    /// Whether a boolean is known to hold, or to fail.
    pub(crate) fn truth(&self, store: &Store, forms: &mut Forms, e: ExprId) -> Option<bool> {
        if self.holds.contains(&e) {
            return Some(true);
        }
        if self.fails.contains(&e) {
            return Some(false);
        }
        match *store.node(e) {
            Node::Bool(value) => Some(value),
            Node::Le0(p) => {
                let interval = self.interval(store, forms, p);
                let holds = interval.never_positive();
                (holds || interval.always_positive()).then_some(holds)
            }
            Node::Lt0(p) => {
                let interval = self.interval(store, forms, p);
                let holds = interval.always_negative();
                (holds || interval.never_negative()).then_some(holds)
            }
            Node::Eq0(p) => {
                let interval = self.interval(store, forms, p);
                if interval.always_positive() || interval.always_negative() {
                    Some(false)
                } else {
                    (interval.single() == Some(Ratio::ZERO)).then_some(true)
                }
            }
            Node::Not(inner) => self.truth(store, forms, inner).map(|truth| !truth),
            _ => None,
        }
    }

    /// An interval that contains every value of a number.
    pub(crate) fn interval(&self, store: &Store, forms: &mut Forms, e: ExprId) -> Interval {
        Estimate::new(self, store, forms).number(e)
    }

    /// What is known of a form as a whole.
    pub(super) fn of_form(&self, form: FormId) -> Interval {
        self.bounds.get(&form).copied().unwrap_or_default()
    }

    /// Learns that a form lies in an interval.
    fn restrict(&mut self, forms: &Forms, form: FormId, interval: Interval) -> bool {
        let known = self.bounds.entry(form).or_default();
        let mut tighter = known.meet(interval);
        if forms.integral(form) {
            tighter = tighter.integral();
        }
        let moved = tighter != *known;
        *known = tighter;
        self.contradiction |= tighter.is_empty();
        moved
    }

    /// Learns from `p != 0` where an end of `p` is zero.
    fn exclude_zero(&mut self, store: &Store, forms: &mut Forms, p: ExprId) {
        let Some(scaled) = forms.of(store, p) else {
            return;
        };
        let zero = scaled.offset.neg().and_then(|o| o.div(scaled.scale));
        let Some(zero) = zero else { return };
        let known = self.of_form(scaled.form);
        let mut tighter = known;
        if let Some(low) = &mut tighter.low {
            low.open |= low.at == zero;
        }
        if let Some(high) = &mut tighter.high {
            high.open |= high.at == zero;
        }
        if tighter != known {
            self.restrict(forms, scaled.form, tighter);
        }
    }

    /// From the bounds of a form and of all but one of its monomials to those of that monomial.
    fn pass_on(&mut self, store: &Store, forms: &mut Forms, form: FormId) -> bool {
        let terms: Vec<(ExprId, Ratio)> = forms.terms(form).to_vec();
        if terms.len() > WIDTH {
            return false;
        }
        let whole = self.of_form(form);
        let mut moved = false;
        for (index, &(monomial, coefficient)) in terms.iter().enumerate() {
            let mut rest = whole;
            for (other, &(m, c)) in terms.iter().enumerate() {
                if other != index && rest != Interval::ALL {
                    let part = Estimate::new(self, store, forms).monomial(m);
                    rest = match c.neg() {
                        Some(c) => rest.add(part.scale(c)),
                        None => Interval::ALL,
                    };
                }
            }
            let (Some(inverse), Some(single)) =
                (Ratio::ONE.div(coefficient), forms.of(store, monomial))
            else {
                continue;
            };
            if rest != Interval::ALL {
                moved |= self.restrict(forms, single.form, rest.scale(inverse));
            }
        }
        moved
    }
}

const MINUS_ONE: Ratio = Ratio::int(-1);

/// The values of `p` that an atom over `p` allows.
fn allowed(atom: &Node) -> Interval {
    let zero = End::closed(Ratio::ZERO);
    match atom {
        Node::Eq0(_) => Interval::point(Ratio::ZERO),
        Node::Le0(_) => Interval {
            low: None,
            high: Some(zero),
        },
        Node::Lt0(_) => Interval {
            low: None,
            high: Some(End::open(Ratio::ZERO)),
        },
        _ => Interval::ALL,
    }
}
