//! Which integers a symbol, or the values of a function, may stand for.
//!
//! What comes from outside is within its type. That is kept beside the symbol rather than in path
//! conditions: hardly any question depends on it, and one that does shows it by a model that breaks
//! it. So nobody pays for a type's ends but the question that meets them. What must hold: a model
//! of anything gives every symbol and function a value in its extent.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::node::{ExprId, Node, SymId};
use super::store::Store;

/// A set of integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// Every number.
    #[default]
    Any,
    /// Those that are not negative.
    Natural,
    /// From 0, of so many bits.
    Unsigned(u32),
    /// Of so many bits, the sign included; at least one.
    Signed(u32),
    /// From 0 to below this.
    Below(u32),
}

/// What a `Vec` may hold: `isize::MAX` items.
pub const LENGTH: Extent = Extent::Unsigned(63);

impl Extent {
    /// The smallest member.
    #[must_use]
    pub fn low(self) -> Option<IBig> {
        match self {
            Extent::Any => None,
            Extent::Natural | Extent::Unsigned(_) | Extent::Below(_) => Some(IBig::ZERO),
            Extent::Signed(bits) => Some(-(IBig::ONE << (bits as usize - 1))),
        }
    }

    /// The largest member.
    #[must_use]
    pub fn high(self) -> Option<IBig> {
        match self {
            Extent::Any | Extent::Natural => None,
            Extent::Unsigned(bits) => Some((IBig::ONE << bits as usize) - IBig::ONE),
            Extent::Signed(bits) => Some((IBig::ONE << (bits as usize - 1)) - IBig::ONE),
            Extent::Below(end) => Some(IBig::from(end) - IBig::ONE),
        }
    }

    /// Is this number a member?
    #[must_use]
    pub fn contains(self, number: &RBig) -> bool {
        if let (true, Ok(n)) = (self.is_narrow(), i64::try_from(number.numerator())) {
            return match self {
                Extent::Unsigned(bits) => 0 <= n && n < 1 << bits,
                Extent::Signed(bits) => -1 << (bits - 1) <= n && n < 1 << (bits - 1),
                Extent::Below(end) => (0..i64::from(end)).contains(&n),
                Extent::Any | Extent::Natural => n >= 0,
            };
        }
        let number = number.numerator();
        let above = self.low().is_none_or(|low| low <= *number);
        above && self.high().is_none_or(|high| *number <= high)
    }

    /// The member that is nearest to a number.
    #[must_use]
    pub fn clamp(self, number: RBig) -> RBig {
        match (self.low().map(RBig::from), self.high().map(RBig::from)) {
            (Some(low), _) if number < low => low,
            (_, Some(high)) if number > high => high,
            _ => number,
        }
    }

    /// Are both ends so near that it costs nothing to reckon with them?
    pub(crate) fn is_narrow(self) -> bool {
        match self {
            Extent::Unsigned(bits) | Extent::Signed(bits) => bits <= 32,
            Extent::Below(_) => true,
            Extent::Any | Extent::Natural => false,
        }
    }

    /// Is no member negative?
    pub(crate) fn is_natural(self) -> bool {
        matches!(
            self,
            Extent::Natural | Extent::Unsigned(_) | Extent::Below(_)
        )
    }
}

impl Store {
    /// What is known of a symbol's value.
    pub fn symbol_extent(&self, s: SymId) -> Extent {
        self.symbol_record(s).2
    }

    /// What is known of the value of a symbol, or of a function at some arguments.
    pub fn extent(&self, e: ExprId) -> Extent {
        match *self.node(e) {
            Node::Sym(s) => self.symbol_extent(s),
            Node::App(f, _) => self.function(f).extent,
            _ => Extent::Any,
        }
    }

    /// As [`in_extent`](Store::in_extent), without the ends that the number cannot go beyond, going
    /// by its symbols and functions alone.
    pub(crate) fn stays_within(&mut self, extent: Extent, number: ExprId) -> ExprId {
        let (mut low, mut high) = (Some(RBig::ZERO), Some(RBig::ZERO));
        let view = self.linear(number);
        for (monomial, coefficient) in view.terms() {
            let own = self.extent(monomial);
            let times = |end: Option<IBig>| Some(coefficient * RBig::from(end?));
            let (mut least, mut most) = (times(own.low()), times(own.high()));
            if *coefficient < RBig::ZERO {
                (least, most) = (most, least);
            }
            let plus = |a: Option<RBig>, b: Option<RBig>| Some(a? + b?);
            (low, high) = (plus(low, least), plus(high, most));
        }
        let constant = view.constant().clone();
        let (low, high) = (low.map(|v| v + &constant), high.map(|v| v + &constant));
        let mut ends = Vec::new();
        if let Some(end) = extent.low()
            && low.is_none_or(|low| low < RBig::from(end.clone()))
        {
            let end = self.int_big(end);
            ends.push(self.le(end, number));
        }
        if let Some(end) = extent.high()
            && high.is_none_or(|high| high > RBig::from(end.clone()))
        {
            let end = self.int_big(end);
            ends.push(self.le(number, end));
        }
        self.all(&ends)
    }

    /// Is a number a member?
    pub fn in_extent(&mut self, extent: Extent, number: ExprId) -> ExprId {
        let mut ends = Vec::new();
        if let Some(low) = extent.low() {
            let low = self.int_big(low);
            ends.push(self.le(low, number));
        }
        if let Some(high) = extent.high() {
            let high = self.int_big(high);
            ends.push(self.le(number, high));
        }
        self.all(&ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_members_and_what_is_beyond_is_not() {
        let signed = [1, 8, 16, 32, 64, 128].map(Extent::Signed);
        let unsigned = [8, 16, 32, 63, 64, 128].map(Extent::Unsigned);
        let below = [1, 3, 300].map(Extent::Below);
        for extent in signed.into_iter().chain(unsigned).chain(below) {
            let (low, high) = (extent.low().unwrap(), extent.high().unwrap());
            let inside = |n: IBig| extent.contains(&RBig::from(n));
            assert!(inside(low.clone()) && inside(high.clone()), "{extent:?}");
            assert!(
                !inside(low - IBig::ONE) && !inside(high.clone() + IBig::ONE),
                "{extent:?}"
            );
            assert_eq!(
                extent.clamp(RBig::from(high.clone() + IBig::ONE)),
                RBig::from(high)
            );
        }
        assert!(
            Extent::Any.contains(&RBig::from(-1)) && !Extent::Natural.contains(&RBig::from(-1))
        );
    }
}
