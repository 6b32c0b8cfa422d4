//! What a path condition says about its numbers and truths, found once per path condition.
//!
//! Invariant: whatever [`Facts`] answers holds in every state that satisfies the conjuncts it was built from. It knows
//! less than the conjuncts do; it never knows more.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbolic::{ExprId, Node, Sort, Store};

use super::bounds::{End, Interval};
use super::forms::{FormId, Forms};
use super::ratio::Ratio;

/// How deep structural bounds look into a term.
const DEPTH: u32 = 6;
/// How often bounds are passed on from one constraint to the next.
const ROUNDS: u32 = 2;
/// Constraints with more terms than this pass no bounds on.
const WIDTH: usize = 6;

/// The facts of one path condition.
#[derive(Clone, Default, Debug)]
pub(crate) struct Facts {
    bounds: FxHashMap<FormId, Interval>,
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
        self.bound(store, forms, e, DEPTH)
    }

    fn bound(&self, store: &Store, forms: &mut Forms, e: ExprId, depth: u32) -> Interval {
        if let Node::Num(_, value) = store.node(e) {
            return Ratio::from_big(value).map_or(Interval::ALL, Interval::point);
        }
        let Some(scaled) = forms.of(store, e) else {
            return Interval::ALL;
        };
        let known = self.bounds.get(&scaled.form).copied().unwrap_or_default();
        let mut inner = known;
        if depth > 0 {
            // Term by term, until nothing is known any more.
            let mut sum = Interval::point(Ratio::ZERO);
            for index in 0..forms.terms(scaled.form).len() {
                let (monomial, coefficient) = forms.terms(scaled.form)[index];
                let part = self.monomial(store, forms, monomial, depth - 1);
                sum = sum.add(part.scale(coefficient));
                if sum == Interval::ALL {
                    break;
                }
            }
            inner = inner.meet(sum);
        }
        if forms.integral(scaled.form) {
            inner = inner.integral();
        }
        inner
            .scale(scaled.scale)
            .add(Interval::point(scaled.offset))
    }

    fn monomial(&self, store: &Store, forms: &mut Forms, m: ExprId, depth: u32) -> Interval {
        let known = match forms.of(store, m) {
            Some(scaled) => self.bounds.get(&scaled.form).copied().unwrap_or_default(),
            None => Interval::ALL,
        };
        known.meet(self.structural(store, forms, m, depth))
    }

    /// What a term's own shape says about its value.
    fn structural(&self, store: &Store, forms: &mut Forms, m: ExprId, depth: u32) -> Interval {
        let nonneg = Interval::at_least(Ratio::ZERO);
        if depth == 0 {
            return Interval::ALL;
        }
        let depth = depth - 1;
        match store.node(m) {
            Node::App(function, _) if store.function(*function).nonneg => nonneg,
            Node::Prod(factors) => {
                let mut product = Interval::point(Ratio::ONE);
                for &(factor, power) in factors {
                    product = product.mul(self.bound(store, forms, factor, depth).power(power));
                }
                product
            }
            Node::Mod(_, divisor) => {
                let divisor = self.bound(store, forms, *divisor, depth);
                if !(divisor.always_positive() || divisor.always_negative()) {
                    return Interval::ALL;
                }
                let size = if divisor.always_positive() {
                    divisor
                } else {
                    divisor.scale(MINUS_ONE)
                };
                let below = size.add(Interval::point(MINUS_ONE));
                Interval {
                    low: nonneg.low,
                    high: below.high,
                }
            }
            Node::Div(dividend, divisor) => {
                let by = self.bound(store, forms, *divisor, depth);
                let dividend = self.bound(store, forms, *dividend, depth);
                match by.single().filter(|by| by.is_positive()) {
                    Some(by) => Ratio::ONE
                        .div(by)
                        .map_or(Interval::ALL, |inverse| dividend.scale(inverse).floor()),
                    None if by.always_positive() && dividend.never_negative() => Interval {
                        low: nonneg.low,
                        high: dividend.high,
                    },
                    None => Interval::ALL,
                }
            }
            Node::Quot(dividend, divisor) => {
                let dividend = self.bound(store, forms, *dividend, depth);
                let divisor = self.bound(store, forms, *divisor, depth);
                let up = dividend.never_negative() && divisor.always_positive()
                    || dividend.never_positive() && divisor.always_negative();
                let down = dividend.never_positive() && divisor.always_positive()
                    || dividend.never_negative() && divisor.always_negative();
                match (up, down) {
                    (true, _) => nonneg,
                    (_, true) => nonneg.scale(MINUS_ONE),
                    _ => Interval::ALL,
                }
            }
            Node::Floor(inner) => self.bound(store, forms, *inner, depth).floor(),
            Node::ToReal(inner) => self.bound(store, forms, *inner, depth),
            Node::Ite(_, a, b) if store.sort(m).is_some_and(|sort| sort != Sort::Bool) => {
                let a = self.bound(store, forms, *a, depth);
                a.join(self.bound(store, forms, *b, depth))
            }
            _ => Interval::ALL,
        }
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
        let known = self.bounds.get(&scaled.form).copied().unwrap_or_default();
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
        let whole = self.bounds.get(&form).copied().unwrap_or_default();
        let mut moved = false;
        for (index, &(monomial, coefficient)) in terms.iter().enumerate() {
            let mut rest = whole;
            for (other, &(m, c)) in terms.iter().enumerate() {
                if other != index && rest != Interval::ALL {
                    let part = self.monomial(store, forms, m, DEPTH);
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
