//! Exact numbers: rationals whose integral cases stay on machine words.
//!
//! Every function here is exact. `dashu` keeps two-word integers inline, but its rational
//! operations take gcds of denominators; the helpers below take the integer path whenever both
//! operands are integral.

use dashu_int::ops::{BitTest, DivEuclid, Gcd, RemEuclid};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use crate::budget;

/// The bits that an integer may have: a number of five million digits is not what anybody means,
/// and takes long.
const LARGEST: usize = 1 << 24;

/// Products of more bits than this are work that counts.
const LARGE: usize = 1 << 12;

/// A product has so many bits. Its factors had fewer, so it could be had; the next one might not.
#[cold]
fn large(bits: usize) {
    budget::effort((bits / LARGE) as u32);
    if bits > LARGEST {
        budget::too_large();
    }
}

/// Exact rational numbers.
pub type Rational = RBig;

pub(crate) static ZERO: RBig = RBig::ZERO;
pub(crate) static ONE: RBig = RBig::ONE;

/// The value as a machine word, if it is integral and fits.
#[inline]
pub(crate) fn small(a: &RBig) -> Option<i64> {
    if a.denominator().is_one() {
        i64::try_from(a.numerator()).ok()
    } else {
        None
    }
}

#[inline]
pub(crate) fn from_int(i: i64) -> RBig {
    RBig::from(IBig::from(i))
}

#[inline]
pub(crate) fn is_neg(a: &RBig) -> bool {
    a.sign() == Sign::Negative
}

#[inline]
pub(crate) fn is_pos(a: &RBig) -> bool {
    a.sign() == Sign::Positive && !a.is_zero()
}

#[inline]
fn both_int(a: &RBig, b: &RBig) -> bool {
    a.denominator().is_one() && b.denominator().is_one()
}

#[inline]
pub(crate) fn add(a: &RBig, b: &RBig) -> RBig {
    if both_int(a, b) {
        RBig::from(a.numerator() + b.numerator())
    } else {
        a + b
    }
}

#[inline]
pub(crate) fn sub(a: &RBig, b: &RBig) -> RBig {
    if both_int(a, b) {
        RBig::from(a.numerator() - b.numerator())
    } else {
        a - b
    }
}

#[inline]
pub(crate) fn mul(a: &RBig, b: &RBig) -> RBig {
    if both_int(a, b) {
        let product = a.numerator() * b.numerator();
        let bits = product.bit_len();
        if bits > LARGE {
            large(bits);
        }
        RBig::from(product)
    } else {
        a * b
    }
}

/// `a / b`, with `b` not zero.
pub(crate) fn div(a: &RBig, b: &RBig) -> RBig {
    if b.is_one() {
        return a.clone();
    }
    if let (Some(x), Some(y)) = (small(a), small(b))
        && x.checked_rem(y) == Some(0)
    {
        return from_int(x / y);
    }
    a / b
}

pub(crate) fn pow(a: &RBig, n: u32) -> RBig {
    if a.numerator().bit_len().max(a.denominator().bit_len()) * n as usize > LARGEST {
        budget::too_large();
    }
    if a.denominator().is_one() {
        RBig::from(a.numerator().pow(n as usize))
    } else {
        a.pow(n as isize)
    }
}

/// Euclidean quotient of integral values; `b` is not zero.
pub(crate) fn div_euclid(a: &RBig, b: &RBig) -> RBig {
    RBig::from(a.numerator().div_euclid(b.numerator()))
}

/// Euclidean remainder of integral values; `b` is not zero.
pub(crate) fn rem_euclid(a: &RBig, b: &RBig) -> RBig {
    RBig::from(IBig::from(a.numerator().rem_euclid(b.numerator())))
}

pub(crate) fn floor(a: &RBig) -> RBig {
    if a.denominator().is_one() {
        a.clone()
    } else {
        RBig::from(
            a.numerator()
                .div_euclid(IBig::from(a.denominator().clone())),
        )
    }
}

pub(crate) fn ceil(a: &RBig) -> RBig {
    -floor(&-a)
}

pub(crate) fn abs(a: &RBig) -> RBig {
    if is_neg(a) { -a } else { a.clone() }
}

/// The positive rational `c` such that dividing by it makes all of `coefs` coprime integers;
/// zero when there are none.
pub(crate) fn content<'a>(coefs: impl Iterator<Item = &'a RBig> + Clone) -> RBig {
    let mut gcd = 0u64;
    if coefs.clone().all(|c| {
        small(c)
            .inspect(|c| gcd = gcd_words(gcd, c.unsigned_abs()))
            .is_some()
    }) {
        return RBig::from(gcd);
    }
    let mut num = UBig::ZERO;
    let mut den = UBig::ONE;
    for c in coefs {
        if !num.is_one() {
            let n = c.numerator().as_sign_words();
            num = if num.is_zero() {
                UBig::from_words(n.1)
            } else {
                (&num).gcd(c.numerator())
            };
        }
        let d = c.denominator();
        if !d.is_one() {
            let g = (&den).gcd(d);
            den = den / g * d;
        }
    }
    if den.is_one() {
        RBig::from(num)
    } else {
        RBig::from_parts(IBig::from(num), den)
    }
}

fn gcd_words(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    if a == 1 {
        return 1;
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
