//! Machine-word rationals for the native solver.
//!
//! What always holds of a [`Ratio`]: the denominator is positive, the fraction is in lowest terms,
//! and both parts fit a machine word. Operations whose exact result does not fit return `None`;
//! they never round and never wrap. The solver then gives up, which is always sound.

use std::cmp::Ordering;

use dashu_ratio::RBig;

/// An exact rational whose parts are machine words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ratio {
    n: i64,
    d: i64,
}

impl Ratio {
    pub(crate) const ZERO: Ratio = Ratio { n: 0, d: 1 };
    pub(crate) const ONE: Ratio = Ratio { n: 1, d: 1 };

    pub(crate) const fn int(n: i64) -> Ratio {
        Ratio { n, d: 1 }
    }

    /// `n / d` in lowest terms; `None` when `d` is zero or a part does not fit.
    pub(crate) fn new(n: i128, d: i128) -> Option<Ratio> {
        if d == 0 || n == i128::MIN || d == i128::MIN {
            return None;
        }
        let g = gcd(n.unsigned_abs(), d.unsigned_abs());
        let g = i128::try_from(g).ok()? * d.signum();
        Some(Ratio {
            n: i64::try_from(n / g).ok()?,
            d: i64::try_from(d / g).ok()?,
        })
    }

    pub(crate) fn from_big(value: &RBig) -> Option<Ratio> {
        let n = i64::try_from(value.numerator().clone()).ok()?;
        let d = i64::try_from(value.denominator().clone()).ok()?;
        Some(Ratio { n, d })
    }

    pub(crate) fn to_big(self) -> RBig {
        RBig::from_parts(self.n.into(), self.d.unsigned_abs().into())
    }

    /// The number as a machine word, if it is integral.
    pub(crate) fn as_int(self) -> Option<i64> {
        (self.d == 1).then_some(self.n)
    }

    pub(crate) fn is_zero(self) -> bool {
        self.n == 0
    }

    pub(crate) fn is_one(self) -> bool {
        self.n == 1 && self.d == 1
    }

    pub(crate) fn is_integer(self) -> bool {
        self.d == 1
    }

    pub(crate) fn is_positive(self) -> bool {
        self.n > 0
    }

    pub(crate) fn is_negative(self) -> bool {
        self.n < 0
    }

    pub(crate) fn add(self, other: Ratio) -> Option<Ratio> {
        if self.d == 1 && other.d == 1 {
            return self.n.checked_add(other.n).map(Ratio::int);
        }
        let (n, d) = (i128::from(self.n), i128::from(self.d));
        let (m, e) = (i128::from(other.n), i128::from(other.d));
        Ratio::new(n * e + m * d, d * e)
    }

    pub(crate) fn neg(self) -> Option<Ratio> {
        Some(Ratio {
            n: self.n.checked_neg()?,
            d: self.d,
        })
    }

    pub(crate) fn sub(self, other: Ratio) -> Option<Ratio> {
        self.add(other.neg()?)
    }

    pub(crate) fn mul(self, other: Ratio) -> Option<Ratio> {
        if self.d == 1 && other.d == 1 {
            return self.n.checked_mul(other.n).map(Ratio::int);
        }
        Ratio::new(
            i128::from(self.n) * i128::from(other.n),
            i128::from(self.d) * i128::from(other.d),
        )
    }

    pub(crate) fn div(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(
            i128::from(self.n) * i128::from(other.d),
            i128::from(self.d) * i128::from(other.n),
        )
    }

    /// The greatest integer not above.
    pub(crate) fn floor(self) -> Ratio {
        Ratio::int(self.n.div_euclid(self.d))
    }

    /// The least integer not below; `None` when it does not fit (it always does, but for the
    /// extreme word).
    pub(crate) fn ceil(self) -> Option<Ratio> {
        if self.d == 1 {
            return Some(self);
        }
        self.floor().add(Ratio::ONE)
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        if self.d == other.d {
            return self.n.cmp(&other.n);
        }
        let left = i128::from(self.n) * i128::from(other.d);
        left.cmp(&(i128::from(other.n) * i128::from(self.d)))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest common divisor; that of 0 and 0 is 1, so that it can always be divided by.
pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
        while y != 0 {
            (x, y) = (y, x % y);
        }
        return u128::from(x.max(1));
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The positive number that divides all of `coefficients` into coprime integers. `None` when it
/// does not fit.
pub(crate) fn content(coefficients: impl Iterator<Item = Ratio>) -> Option<Ratio> {
    let (mut numerators, mut denominators) = (0_u128, 1_u128);
    for coefficient in coefficients {
        let n = u128::from(coefficient.n.unsigned_abs());
        let d = u128::from(coefficient.d.unsigned_abs());
        numerators = if numerators == 0 {
            n
        } else {
            gcd(numerators, n)
        };
        if d != 1 {
            denominators = (denominators / gcd(denominators, d)).checked_mul(d)?;
        }
    }
    Ratio::new(
        i128::try_from(numerators.max(1)).ok()?,
        i128::try_from(denominators).ok()?,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i128, d: i128) -> Ratio {
        Ratio::new(n, d).unwrap()
    }

    #[test]
    fn lowest_terms_and_positive_denominator() {
        assert_eq!(ratio(2, -4), ratio(-1, 2));
        assert_eq!(ratio(0, -7), Ratio::ZERO);
        assert_eq!(Ratio::new(1, 0), None);
    }

    #[test]
    fn rounding_is_towards_minus_infinity() {
        assert_eq!(ratio(-1, 2).floor(), Ratio::int(-1));
        assert_eq!(ratio(-1, 2).ceil(), Some(Ratio::ZERO));
        assert_eq!(ratio(7, 2).floor(), Ratio::int(3));
        assert_eq!(ratio(7, 2).ceil(), Some(Ratio::int(4)));
    }

    #[test]
    fn overflow_is_an_answer_not_a_wrap() {
        let big = Ratio::int(i64::MAX);
        assert_eq!(big.add(Ratio::ONE), None);
        assert_eq!(big.mul(Ratio::int(2)), None);
        assert_eq!(Ratio::int(i64::MIN).neg(), None);
        assert_eq!(big.div(Ratio::int(i64::MAX)), Some(Ratio::ONE));
    }

    #[test]
    fn order_is_numeric() {
        assert!(ratio(1, 3) < ratio(1, 2));
        assert!(ratio(-1, 3) > ratio(-1, 2));
    }
}
