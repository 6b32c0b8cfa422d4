//! Intervals: what is known of a number without asking a solver.
//!
//! Invariant: an [`Interval`] given for an expression under a path condition contains every value
//! the expression can take there. Arithmetic that leaves machine words forgets a bound, it never
//! moves one.

use super::ratio::Ratio;

/// An end of an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) at: Ratio,
    /// The end itself is not included.
    pub(crate) open: bool,
}

impl End {
    pub(crate) const fn closed(at: Ratio) -> End {
        End { at, open: false }
    }

    pub(crate) const fn open(at: Ratio) -> End {
        End { at, open: true }
    }
}

/// A set of numbers between two ends, either of which may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Interval {
    pub(crate) low: Option<End>,
    pub(crate) high: Option<End>,
}

impl Interval {
    pub(crate) const ALL: Interval = Interval {
        low: None,
        high: None,
    };

    pub(crate) const fn point(at: Ratio) -> Interval {
        Interval {
            low: Some(End::closed(at)),
            high: Some(End::closed(at)),
        }
    }

    pub(crate) const fn at_least(at: Ratio) -> Interval {
        Interval {
            low: Some(End::closed(at)),
            high: None,
        }
    }

    pub(crate) const fn at_most(at: Ratio) -> Interval {
        Interval {
            low: None,
            high: Some(End::closed(at)),
        }
    }

    pub(crate) const fn between(low: Ratio, high: Ratio) -> Interval {
        Interval {
            low: Some(End::closed(low)),
            high: Some(End::closed(high)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match (self.low, self.high) {
            (Some(low), Some(high)) => {
                low.at > high.at || low.at == high.at && (low.open || high.open)
            }
            _ => false,
        }
    }

    /// The only number in it.
    pub(crate) fn single(&self) -> Option<Ratio> {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high && !low.open => Some(low.at),
            _ => None,
        }
    }

    /// Whether every member is `<= 0` (or the interval is empty).
    pub(crate) fn never_positive(&self) -> bool {
        self.high.is_some_and(|high| !high.at.is_positive())
    }

    /// Whether every member is `< 0`.
    pub(crate) fn always_negative(&self) -> bool {
        self.high
            .is_some_and(|high| high.at.is_negative() || high.at.is_zero() && high.open)
    }

    /// Whether every member is `>= 0`.
    pub(crate) fn never_negative(&self) -> bool {
        self.low.is_some_and(|low| !low.at.is_negative())
    }

    /// Whether every member is `> 0`.
    pub(crate) fn always_positive(&self) -> bool {
        self.low
            .is_some_and(|low| low.at.is_positive() || low.at.is_zero() && low.open)
    }

    /// The numbers in both.
    pub(crate) fn meet(self, other: Interval) -> Interval {
        let low = match (self.low, other.low) {
            (Some(a), Some(b)) => Some(if (a.at, a.open) >= (b.at, b.open) {
                a
            } else {
                b
            }),
            (a, b) => a.or(b),
        };
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(if (a.at, !a.open) <= (b.at, !b.open) {
                a
            } else {
                b
            }),
            (a, b) => a.or(b),
        };
        Interval { low, high }
    }

    /// The least interval around both.
    pub(crate) fn join(self, other: Interval) -> Interval {
        let low = match (self.low, other.low) {
            (Some(a), Some(b)) => Some(if (a.at, a.open) <= (b.at, b.open) {
                a
            } else {
                b
            }),
            _ => None,
        };
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(if (a.at, !a.open) >= (b.at, !b.open) {
                a
            } else {
                b
            }),
            _ => None,
        };
        Interval { low, high }
    }

    pub(crate) fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<End>, b: Option<End>| {
            let (a, b) = (a?, b?);
            Some(End {
                at: a.at.add(b.at)?,
                open: a.open || b.open,
            })
        };
        Interval {
            low: sum(self.low, other.low),
            high: sum(self.high, other.high),
        }
    }

    pub(crate) fn scale(self, by: Ratio) -> Interval {
        if by.is_zero() {
            return Interval::point(Ratio::ZERO);
        }
        let times = |end: Option<End>| {
            let end = end?;
            Some(End {
                at: end.at.mul(by)?,
                open: end.open,
            })
        };
        let (low, high) = (times(self.low), times(self.high));
        if by.is_negative() {
            Interval {
                low: high,
                high: low,
            }
        } else {
            Interval { low, high }
        }
    }

    /// Products; openness is forgotten, which only widens.
    pub(crate) fn mul(self, other: Interval) -> Interval {
        if let (Some(a), Some(b), Some(c), Some(d)) = (self.low, self.high, other.low, other.high) {
            let corners = [
                a.at.mul(c.at),
                a.at.mul(d.at),
                b.at.mul(c.at),
                b.at.mul(d.at),
            ];
            let corners: Option<Vec<Ratio>> = corners.into_iter().collect();
            return match corners {
                Some(corners) => Interval {
                    low: corners.iter().min().map(|&at| End::closed(at)),
                    high: corners.iter().max().map(|&at| End::closed(at)),
                },
                None => Interval::ALL,
            };
        }
        let negate = |i: Interval| i.scale(Ratio::int(-1));
        let nonneg = |a: Interval, b: Interval| {
            // Both never negative: low times low; at least one has no high end.
            let low = a.low.zip(b.low).and_then(|(a, b)| a.at.mul(b.at));
            Interval::at_least(low.unwrap_or(Ratio::ZERO))
        };
        match (
            self.never_negative(),
            self.never_positive(),
            other.never_negative(),
            other.never_positive(),
        ) {
            (true, _, true, _) => nonneg(self, other),
            (_, true, _, true) => nonneg(negate(self), negate(other)),
            (true, _, _, true) => negate(nonneg(self, negate(other))),
            (_, true, true, _) => negate(nonneg(negate(self), other)),
            _ => Interval::ALL,
        }
    }

    pub(crate) fn power(self, exponent: u32) -> Interval {
        let mut product = Interval::point(Ratio::ONE);
        for _ in 0..exponent {
            product = product.mul(self);
        }
        if exponent.is_multiple_of(2) {
            product = product.meet(Interval::at_least(Ratio::ZERO));
        }
        product
    }

    /// Ends moved inwards to integers: for a form that only takes integer values.
    pub(crate) fn integral(self) -> Interval {
        let low = self.low.and_then(|low| {
            let up = low.at.ceil()?;
            let past = low.open && low.at.is_integer();
            Some(End::closed(if past { up.add(Ratio::ONE)? } else { up }))
        });
        let high = self.high.and_then(|high| {
            let down = high.at.floor();
            let past = high.open && high.at.is_integer();
            Some(End::closed(if past { down.sub(Ratio::ONE)? } else { down }))
        });
        Interval { low, high }
    }

    /// The greatest integers not above the members.
    pub(crate) fn floor(self) -> Interval {
        Interval {
            low: self.low.map(|low| End::closed(low.at.floor())),
            high: self.high.and_then(|high| {
                let down = high.at.floor();
                let below = high.open && high.at.is_integer();
                Some(End::closed(if below {
                    down.sub(Ratio::ONE)?
                } else {
                    down
                }))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: i64, high: i64) -> Interval {
        Interval::between(Ratio::int(low), Ratio::int(high))
    }

    #[test]
    fn products_contain_every_product() {
        for (a, b, c, d) in [(-3, 2, -1, 4), (1, 5, -2, -1), (-4, -2, -3, 0)] {
            let product = between(a, b).mul(between(c, d));
            for x in a..=b {
                for y in c..=d {
                    let inside = Interval::point(Ratio::int(x * y)).meet(product);
                    assert!(!inside.is_empty(), "{x} * {y} not in {product:?}");
                }
            }
        }
    }

    #[test]
    fn half_lines_multiply_by_sign() {
        let up = Interval::at_least(Ratio::int(2));
        let down = up.scale(Ratio::int(-1));
        assert_eq!(up.mul(up), Interval::at_least(Ratio::int(4)));
        assert_eq!(down.mul(down), Interval::at_least(Ratio::int(4)));
        assert_eq!(
            up.mul(down),
            Interval::at_least(Ratio::int(4)).scale(Ratio::int(-1))
        );
        assert_eq!(up.mul(Interval::ALL), Interval::ALL);
        assert_eq!(Interval::ALL.power(2), Interval::at_least(Ratio::ZERO));
    }

    #[test]
    fn integral_ends_move_inwards() {
        let open = Interval {
            low: Some(End::open(Ratio::ZERO)),
            high: Some(End::open(Ratio::new(5, 2).unwrap())),
        };
        assert_eq!(open.integral(), between(1, 2));
        assert_eq!(open.floor(), between(0, 2));
        let unit = Interval {
            low: Some(End::open(Ratio::ZERO)),
            high: Some(End::open(Ratio::ONE)),
        };
        assert!(unit.integral().is_empty());
        assert!(!unit.is_empty());
    }

    #[test]
    fn meeting_keeps_the_tighter_end() {
        let closed = Interval::at_least(Ratio::ZERO);
        let open = Interval {
            low: Some(End::open(Ratio::ZERO)),
            high: None,
        };
        assert_eq!(closed.meet(open), open);
        assert_eq!(closed.join(open), closed);
    }
}
