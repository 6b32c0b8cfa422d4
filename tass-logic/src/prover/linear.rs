//! Conjunctions of linear constraints over rationals and integers, decided exactly.
//!
//! What must hold: **`Unsat` is a proof** (no rational, or no integer point exists), **`Sat`
//! carries a point** that has been put back into every constraint, with integers where integers are
//! asked for. Everything else (a budget ran out, a number left the machine word, branching did not
//! end) is `Unknown`. Nothing here knows expressions.
//!
//! Inside: integer constraints are divided by the gcd of their coefficients and their bounds
//! rounded; the rest is [`Simplex`] with branch and bound.

use rustc_hash::FxHashMap;

use super::ratio::{Ratio, content};
use super::simplex::{Answer, Delta, Simplex};

/// A sum of multiples of variables: each variable at most once, sorted, no zero coefficient.
pub(crate) type Form = Vec<(u32, Ratio)>;

/// How a sum compares to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// `sum <= 0`
    Le,
    /// `sum < 0`
    Lt,
    /// `sum = 0`
    Eq,
}

/// `constant + sum of coefficient * variable`, compared to zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Constraint {
    pub(crate) terms: Form,
    pub(crate) constant: Ratio,
    pub(crate) relation: Relation,
}

/// A conjunction of constraints.
#[derive(Clone, Default, Debug)]
pub(crate) struct Problem {
    pub(crate) constraints: Vec<Constraint>,
    /// For each variable whether it is an integer.
    pub(crate) integer: Vec<bool>,
}

/// What [`Problem::solve`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// No point satisfies the constraints.
    Unsat,
    /// This point does.
    Sat(Vec<Ratio>),
    /// Gave up.
    Unknown,
}

const MAX_VARIABLES: usize = 96;
const MAX_FORMS: usize = 160;
const MAX_PIVOTS: u32 = 1_000;
const MAX_BRANCHES: u32 = 24;

impl Constraint {
    /// Whether a point satisfies the constraint; `None` when the sum leaves the machine word.
    pub(crate) fn holds(&self, point: &[Ratio]) -> Option<bool> {
        let mut sum = self.constant;
        for &(variable, coefficient) in &self.terms {
            sum = sum.add(coefficient.mul(point[variable as usize])?)?;
        }
        Some(match self.relation {
            Relation::Le => !sum.is_positive(),
            Relation::Lt => sum.is_negative(),
            Relation::Eq => sum.is_zero(),
        })
    }
}

impl Problem {
    /// Decides the conjunction. `work` is what may be spent, in steps on single numbers; what is
    /// spent is taken off.
    pub(crate) fn solve(&self, work: &mut u64) -> Outcome {
        if self.integer.len() > MAX_VARIABLES {
            return Outcome::Unknown;
        }
        self.search(work).unwrap_or(Outcome::Unknown)
    }

    fn search(&self, work: &mut u64) -> Option<Outcome> {
        let mut forms: Vec<Form> = Vec::new();
        let mut index: FxHashMap<Form, usize> = FxHashMap::default();
        let mut bounds = Vec::with_capacity(self.constraints.len());
        for constraint in &self.constraints {
            let Some((form, bound)) = self.bound(constraint)? else {
                return Some(Outcome::Unsat);
            };
            let variable = match form.as_slice() {
                [] => continue,
                [(variable, _)] => *variable as usize,
                _ => {
                    let next = forms.len();
                    let slot = *index.entry(form).or_insert_with_key(|form| {
                        forms.push(form.clone());
                        next
                    });
                    self.integer.len() + slot
                }
            };
            bounds.push((variable, bound));
        }
        if forms.len() > MAX_FORMS {
            return None;
        }
        let size = 1 + (forms.len() * self.integer.len()) as u64;
        let pivots = u32::try_from(*work / size).map_or(MAX_PIVOTS, |most| most.min(MAX_PIVOTS));
        let mut simplex = Simplex::new(self.integer.len(), &forms, pivots);
        for (variable, bound) in bounds {
            let low = bound.low.map(|low| simplex.at_least(variable, low));
            let high = bound.high.map(|high| simplex.at_most(variable, high));
            for answer in [low, high].into_iter().flatten() {
                if answer? == Answer::Unsat {
                    return Some(Outcome::Unsat);
                }
            }
        }
        let mut branches = MAX_BRANCHES;
        let answer = self.branch(&mut simplex, &mut branches);
        let spent = u64::from(pivots - simplex.pivots_left());
        *work = work.saturating_sub(spent * size);
        match answer? {
            Answer::Unsat => Some(Outcome::Unsat),
            Answer::Sat => self.point(&simplex),
        }
    }

    /// Satisfiable with integers integral? Leaves the tableau at a solution if so.
    fn branch(&self, simplex: &mut Simplex, branches: &mut u32) -> Option<Answer> {
        if simplex.check()? == Answer::Unsat {
            return Some(Answer::Unsat);
        }
        let broken = (0..self.integer.len()).find(|&variable| {
            let value = simplex.value(variable);
            self.integer[variable] && !(value.real.is_integer() && value.tiny.is_zero())
        });
        let Some(variable) = broken else {
            return Some(Answer::Sat);
        };
        *branches = branches.checked_sub(1)?;
        let value = simplex.value(variable);
        let below = if value.real.is_integer() && value.tiny.is_negative() {
            value.real.sub(Ratio::ONE)?
        } else {
            value.real.floor()
        };
        let above = below.add(Ratio::ONE)?;
        let saved = simplex.bounds(variable);
        // The side towards zero first: small numbers make better counterexamples.
        let sides = if below.is_negative() {
            [false, true]
        } else {
            [true, false]
        };
        for down in sides {
            let answer = if down {
                simplex.at_most(variable, Delta::exactly(below))?
            } else {
                simplex.at_least(variable, Delta::exactly(above))?
            };
            if answer == Answer::Sat && self.branch(simplex, branches)? == Answer::Sat {
                return Some(Answer::Sat);
            }
            simplex.restore(variable, saved);
        }
        Some(Answer::Unsat)
    }

    fn point(&self, simplex: &Simplex) -> Option<Outcome> {
        let size = simplex.infinitesimal()?;
        let mut point = Vec::with_capacity(self.integer.len());
        for (variable, &integer) in self.integer.iter().enumerate() {
            let value = simplex.value(variable);
            let value = value.real.add(value.tiny.mul(size)?)?;
            if integer && !value.is_integer() {
                return None;
            }
            point.push(value);
        }
        for constraint in &self.constraints {
            if !constraint.holds(&point)? {
                return None;
            }
        }
        Some(Outcome::Sat(point))
    }

    /// The constraint as bounds on a normalised form (coprime integer coefficients, the first
    /// positive; the empty form for a constant constraint). `Some(None)` when no point can satisfy
    /// it.
    fn bound(&self, constraint: &Constraint) -> Option<Option<(Form, Bound)>> {
        if constraint.terms.is_empty() {
            let holds = constraint.holds(&[])?;
            return Some(holds.then(|| (Vec::new(), Bound::default())));
        }
        let content = content(constraint.terms.iter().map(|term| term.1))?;
        let flip = constraint.terms[0].1.is_negative();
        let content = if flip { content.neg()? } else { content };
        let mut form = Vec::with_capacity(constraint.terms.len());
        for &(variable, coefficient) in &constraint.terms {
            form.push((variable, coefficient.div(content)?));
        }
        let limit = constraint.constant.neg()?.div(content)?;
        let integral = form.iter().all(|&(v, _)| self.integer[v as usize]);
        let strict = constraint.relation == Relation::Lt;
        let tiny = Ratio::int(i64::from(strict));
        let mut bound = Bound::default();
        if constraint.relation == Relation::Eq {
            if integral && !limit.is_integer() {
                return Some(None);
            }
            bound.low = Some(Delta::exactly(limit));
            bound.high = bound.low;
        } else if content.is_positive() {
            bound.high = Some(if integral {
                let high = limit.floor();
                let exact = strict && limit.is_integer();
                Delta::exactly(if exact { high.sub(Ratio::ONE)? } else { high })
            } else {
                Delta {
                    real: limit,
                    tiny: tiny.neg()?,
                }
            });
        } else {
            bound.low = Some(if integral {
                let low = limit.ceil()?;
                let exact = strict && limit.is_integer();
                Delta::exactly(if exact { low.add(Ratio::ONE)? } else { low })
            } else {
                Delta { real: limit, tiny }
            });
        }
        Some(Some((form, bound)))
    }
}

#[derive(Clone, Copy, Default)]
struct Bound {
    low: Option<Delta>,
    high: Option<Delta>,
}

#[cfg(test)]
#[path = "linear_tests.rs"]
mod tests;
