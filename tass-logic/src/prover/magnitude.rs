//! The smallest value that a term can have.
//!
//! Smaller is: `false` before `true`; an integer nearer to zero, the positive one of two. Of reals
//! there need be no smallest (`x > 0`), so they are sought by how simple they are: the integers up
//! to [`NEAR`] by magnitude; fractions below 2 with a small denominator, the smallest denominator
//! first; then the smallest integer of which no real that will do is further from zero, or a half
//! less. A real with none of these is left as the solver gave it.

use dashu_int::IBig;

use crate::symbolic::{ExprId, Rational, Sort, Store, Value};

use super::Prover;
use super::minimize::Shrink;

/// Integers up to this one are tried one by one.
const NEAR: i64 = 6;
/// Denominators of the fractions that are tried.
const DENOMINATORS: std::ops::RangeInclusive<i64> = 2..=10;

impl Prover {
    /// The smallest value of a term for which the formulas hold.
    pub(super) fn least(&mut self, store: &mut Store, shrink: &mut Shrink, term: ExprId) -> Value {
        let sort = store.sort(term).unwrap_or(Sort::Int);
        if sort == Sort::Bool {
            let no = Value::Bool(false);
            return Value::Bool(!self.can_be(store, shrink, term, &no));
        }
        for n in 0..=NEAR {
            for candidate in signs(Rational::from(n)) {
                if self.can_be(store, shrink, term, &candidate) {
                    return candidate;
                }
            }
        }
        if sort == Sort::Real {
            for fraction in fractions() {
                for candidate in signs(fraction) {
                    if self.can_be(store, shrink, term, &candidate) {
                        return candidate;
                    }
                }
            }
        }
        let Some(bound) = self.nearest_integer(store, shrink, term) else {
            return Value::zero(sort);
        };
        let half = Rational::from_parts(1.into(), 2u8.into());
        let less = (sort == Sort::Real).then(|| bound.clone() - half);
        for magnitude in [Some(bound), less].into_iter().flatten() {
            for candidate in signs(magnitude) {
                if self.can_be(store, shrink, term, &candidate) {
                    return candidate;
                }
            }
        }
        let current = shrink.current.eval(store, term);
        current.unwrap_or_else(|| Value::zero(sort))
    }

    /// The smallest integer that is not nearer to zero than every value of the term.
    fn nearest_integer(
        &mut self,
        store: &mut Store,
        shrink: &mut Shrink,
        term: ExprId,
    ) -> Option<Rational> {
        let mut most = magnitude(store, shrink, term)?;
        // None is as near as `least`; it doubles until one is, then the two meet.
        let mut least = IBig::from(NEAR);
        let mut step = IBig::from(NEAR);
        while &least + IBig::ONE < most {
            let doubled = &least + &step;
            let between = (&least + &most) / IBig::from(2);
            let middle = if doubled < between { doubled } else { between };
            let within = within(store, term, &middle);
            if self.can_hold(store, shrink, within) {
                most = magnitude(store, shrink, term)?.min(middle);
            } else {
                least = middle;
                step *= IBig::from(2);
            }
        }
        Some(Rational::from(most))
    }
}

/// The smallest integer that is as far from zero as the current value.
fn magnitude(store: &Store, shrink: &Shrink, term: ExprId) -> Option<IBig> {
    let value = shrink.current.eval(store, term)?;
    let value = value.as_num()?;
    let positive = if *value < Rational::ZERO {
        -value.clone()
    } else {
        value.clone()
    };
    Some(positive.ceil())
}

/// `-k <= term <= k`.
fn within(store: &mut Store, term: ExprId, k: &IBig) -> ExprId {
    let sort = store.sort(term).unwrap_or(Sort::Int);
    let low = store.num(sort, Rational::from(-k.clone()));
    let high = store.num(sort, Rational::from(k.clone()));
    let (above, below) = (store.le(low, term), store.le(term, high));
    store.and(above, below)
}

/// A value, and its negative if it has one.
fn signs(value: Rational) -> Vec<Value> {
    let negative = -value.clone();
    let mut both = vec![Value::Num(value)];
    if both[0] != Value::Num(negative.clone()) {
        both.push(Value::Num(negative));
    }
    both
}

/// The fractions below 2, in lowest terms, by denominator.
fn fractions() -> impl Iterator<Item = Rational> {
    DENOMINATORS.flat_map(|below| {
        (1..2 * below).filter_map(move |above| {
            let fraction = Rational::from_parts(above.into(), below.unsigned_abs().into());
            (*fraction.denominator() == below.unsigned_abs().into()).then_some(fraction)
        })
    })
}
