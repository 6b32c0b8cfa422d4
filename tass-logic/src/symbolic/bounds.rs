//! Merging bounds on one linear form within a conjunction or disjunction.
//!
//! `f <= 3 && f <= 5` is `f <= 3`; `f <= 3 && f >= 3` is `f == 3`; `f <= 2 && f >= 3` is `false`;
//! `f <= 3 && f != 3` is `f <= 2` for integers; dually for disjunctions, which are merged as the
//! negation of a conjunction of negations. A form is what remains of an atom's polynomial without
//! its constant, scaled so that its coefficients are coprime and the first is positive.

use std::hash::{Hash, Hasher};

use dashu_ratio::RBig;
use rustc_hash::FxHasher;

use super::arith::{Term, split_constant};
use super::compare::{Rel, with_offset};
use super::node::{ExprId, Node, Sort};
use super::number;
use super::store::{FALSE, Store, TRUE};

/// What an atom says about its form `f`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// `f <= v`, or `f < v`
    Above(RBig, bool),
    /// `f >= v`, or `f > v`
    Below(RBig, bool),
    Is(RBig),
    IsNot(RBig),
}

/// An atom seen as a fact about a form.
struct Bound {
    atom: ExprId,
    /// The atom's polynomial.
    p: ExprId,
    /// What the form is multiplied with in `p`.
    scale: RBig,
    fact: Fact,
}

/// All that is known of one form.
#[derive(Default)]
struct Known {
    above: Option<(RBig, bool)>,
    below: Option<(RBig, bool)>,
    not: Vec<RBig>,
    contradiction: bool,
}

impl Store {
    /// The conjunction of different bounds on one form, if it is not just these side by side. (That
    /// it is, is seen without making a conjunction of them all: a path may have thousands.)
    pub(crate) fn merged(&mut self, bounds: &[ExprId]) -> Option<ExprId> {
        let mut sorted = bounds.to_vec();
        sorted.sort_unstable();
        if !self.has_complement(&sorted) {
            self.merge_bounds(true, &sorted)?;
        }
        Some(self.all(bounds))
    }

    /// Merges bounds among the sorted elements of a junction; `None` if nothing changes.
    pub(super) fn merge_bounds(&mut self, conj: bool, flat: &[ExprId]) -> Option<Vec<ExprId>> {
        let key = |x: &ExprId| match *self.node(*x) {
            Node::Not(e) => self.meta(e).form,
            _ => self.meta(*x).form,
        };
        if let [a, b] = flat
            && key(a) != key(b)
        {
            return None;
        }
        let keys = flat.iter().map(|x| (key(x), *x)).filter(|k| k.0 != 0);
        let mut keys: Vec<(u64, ExprId)> = keys.collect();
        keys.sort_unstable();
        let mut replaced: Option<(Vec<ExprId>, Vec<ExprId>)> = None;
        for group in keys.chunk_by(|a, b| a.0 == b.0) {
            if group.len() < 2 {
                continue;
            }
            // Equal keys are equal forms but for collisions of the hash, which are left alone.
            let group: Vec<Bound> = group.iter().filter_map(|k| self.bound(k.1)).collect();
            if !group[1..].iter().all(|b| self.same_form(&group[0], b)) {
                continue;
            }
            let Some(merged) = self.merge_group(conj, &group) else {
                continue;
            };
            let (gone, new) = replaced.get_or_insert_default();
            gone.extend(group.iter().map(|b| b.atom));
            new.extend(merged);
        }
        let (mut gone, mut new) = replaced?;
        gone.sort_unstable();
        new.extend(flat.iter().filter(|x| gone.binary_search(x).is_err()));
        Some(new)
    }

    /// What identifies the form of an atom's polynomial; never 0.
    pub(super) fn form(&self, p: ExprId) -> u64 {
        let mut buf = None;
        let (_, others) = split_constant(self.terms(p, &mut buf));
        let scale = number::content(others.iter().map(|t| &t.1));
        let mut hasher = FxHasher::default();
        for (m, k) in others {
            m.hash(&mut hasher);
            number::abs(&number::div(k, &scale)).hash(&mut hasher);
        }
        hasher.finish() | 1
    }

    /// The atoms that say what a group of bounds on one form says, if they are fewer or simpler.
    fn merge_group(&mut self, conj: bool, group: &[Bound]) -> Option<Vec<ExprId>> {
        let sort = self.sort(group[0].p).expect("a number");
        let given = |b: &Bound| {
            if conj {
                b.fact.clone()
            } else {
                b.fact.negate(sort)
            }
        };
        let mut known = Known::default();
        for b in group {
            crate::budget::tick();
            known.learn(given(b));
        }
        known.tighten(sort);
        if known.contradiction {
            return Some(vec![if conj { FALSE } else { TRUE }]);
        }
        let facts = known.facts();
        if facts.len() == group.len() {
            let mut sorted: Vec<&Fact> = facts.iter().collect();
            sorted.sort_unstable();
            if group
                .iter()
                .all(|b| sorted.binary_search(&&given(b)).is_ok())
            {
                return None;
            }
        }
        let terms = self.terms_owned(group[0].p);
        let form: Vec<Term> = split_constant(&terms)
            .1
            .iter()
            .map(|(m, k)| (*m, number::div(k, &group[0].scale)))
            .collect();
        let atoms = facts.into_iter().map(|fact| {
            let fact = if conj { fact } else { fact.negate(sort) };
            self.atom_of_fact(sort, &form, fact)
        });
        Some(atoms.collect())
    }

    fn atom_of_fact(&mut self, sort: Sort, form: &[Term], fact: Fact) -> ExprId {
        let minus = || form.iter().map(|(m, k)| (*m, -k)).collect::<Vec<_>>();
        let rel = |strict| if strict { Rel::Lt } else { Rel::Le };
        match fact {
            Fact::Above(v, strict) => {
                self.atom(rel(strict), sort, with_offset(form.to_vec(), sort, &-v))
            }
            Fact::Below(v, strict) => self.atom(rel(strict), sort, with_offset(minus(), sort, &v)),
            Fact::Is(v) => self.atom(Rel::Eq, sort, with_offset(form.to_vec(), sort, &-v)),
            Fact::IsNot(v) => {
                let eq = self.atom(Rel::Eq, sort, with_offset(form.to_vec(), sort, &-v));
                self.not(eq)
            }
        }
    }

    fn bound(&self, atom: ExprId) -> Option<Bound> {
        let (p, negated) = match *self.node(atom) {
            Node::Eq0(p) | Node::Le0(p) | Node::Lt0(p) => (p, false),
            Node::Not(e) => match *self.node(e) {
                Node::Eq0(p) => (p, true),
                _ => return None,
            },
            _ => return None,
        };
        let mut buf = None;
        let (constant, others) = split_constant(self.terms(p, &mut buf));
        let mut scale = number::content(others.iter().map(|t| &t.1));
        if number::is_neg(&others[0].1) {
            scale = -scale;
        }
        // scale * f + k rel 0
        let v = constant.map_or(RBig::ZERO, |k| -number::div(k, &scale));
        let strict = matches!(self.node(atom), Node::Lt0(_));
        let fact = match self.node(atom) {
            Node::Eq0(_) => Fact::Is(v),
            Node::Not(_) if negated => Fact::IsNot(v),
            _ if number::is_neg(&scale) => Fact::Below(v, strict),
            _ => Fact::Above(v, strict),
        };
        Some(Bound {
            atom,
            p,
            scale,
            fact,
        })
    }

    fn same_form(&self, a: &Bound, b: &Bound) -> bool {
        let (mut abuf, mut bbuf) = (None, None);
        let (_, xs) = split_constant(self.terms(a.p, &mut abuf));
        let (_, ys) = split_constant(self.terms(b.p, &mut bbuf));
        xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(x, y)| {
                x.0 == y.0 && number::mul(&x.1, &b.scale) == number::mul(&y.1, &a.scale)
            })
    }
}

impl Fact {
    fn negate(&self, sort: Sort) -> Fact {
        let int = sort == Sort::Int;
        match self {
            Fact::Above(v, _) if int => Fact::Below(number::add(v, &RBig::ONE), false),
            Fact::Below(v, _) if int => Fact::Above(number::sub(v, &RBig::ONE), false),
            Fact::Above(v, strict) => Fact::Below(v.clone(), !strict),
            Fact::Below(v, strict) => Fact::Above(v.clone(), !strict),
            Fact::Is(v) => Fact::IsNot(v.clone()),
            Fact::IsNot(v) => Fact::Is(v.clone()),
        }
    }
}

impl Known {
    fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::Above(v, strict) => {
                let tighter = self
                    .above
                    .as_ref()
                    .is_none_or(|(u, s)| v < *u || v == *u && strict && !s);
                if tighter {
                    self.above = Some((v, strict));
                }
            }
            Fact::Below(v, strict) => {
                let tighter = self
                    .below
                    .as_ref()
                    .is_none_or(|(u, s)| v > *u || v == *u && strict && !s);
                if tighter {
                    self.below = Some((v, strict));
                }
            }
            Fact::Is(v) => {
                self.learn(Fact::Above(v.clone(), false));
                self.learn(Fact::Below(v, false));
            }
            Fact::IsNot(v) => self.not.push(v),
        }
    }

    /// Uses the excluded values to tighten the bounds, and looks for a contradiction. Sorted, only
    /// the outermost of them can be at a bound: a junction of many is merged in one go.
    fn tighten(&mut self, sort: Sort) {
        self.not.sort_unstable();
        self.not.dedup();
        let at = |bound: &Option<(RBig, bool)>, v: &RBig| {
            bound.as_ref().is_some_and(|(u, s)| u == v && !s)
        };
        let (step, strict) = if sort == Sort::Int {
            (RBig::ONE, false)
        } else {
            (RBig::ZERO, true)
        };
        let mut inside = &self.not[..];
        loop {
            if let (Some((lo, s)), Some((hi, t))) = (&self.below, &self.above)
                && (lo > hi || lo == hi && (*s || *t))
            {
                self.contradiction = true;
                return;
            }
            match inside {
                [v, rest @ ..] if self.below.as_ref().is_some_and(|(u, _)| v <= u) => {
                    if at(&self.below, v) {
                        self.below = Some((number::add(v, &step), strict));
                    }
                    inside = rest;
                }
                [rest @ .., v] if self.above.as_ref().is_some_and(|(u, _)| v >= u) => {
                    if at(&self.above, v) {
                        self.above = Some((number::sub(v, &step), strict));
                    }
                    inside = rest;
                }
                _ => break,
            }
        }
        self.not = inside.to_vec();
    }

    fn facts(self) -> Vec<Fact> {
        let mut facts = Vec::new();
        match (self.below, self.above) {
            (Some((lo, _)), Some((hi, _))) if lo == hi => facts.push(Fact::Is(lo)),
            (below, above) => {
                facts.extend(below.map(|(v, s)| Fact::Below(v, s)));
                facts.extend(above.map(|(v, s)| Fact::Above(v, s)));
            }
        }
        facts.extend(self.not.into_iter().map(Fact::IsNot));
        facts
    }
}
