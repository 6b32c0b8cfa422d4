//! Reductions with an operator of the program's own.
//!
//! MPI takes every operator to be associative, and groups the operands as it likes; those of one
//! that is declared commutative it may also put into any order. So what a reduction gives is one
//! value only if all these ways lead to the same one, and that is what is checked:
//!
//! - Of an operator whose laws [are proved](tass_core::comm::Laws) there is nothing to check.
//! - One that is associative, but was only declared commutative: each two operands can be swapped.
//!   Neighbours can be swapped then, in any grouping, and so any order can be reached.
//! - Otherwise what some of the operands give, in the order of ranks and from the left, is compared
//!   with each way to divide these into two, and to combine what the two parts give. If it is the
//!   same for all of them, then by induction on their number every way to combine them gives the
//!   same. Of an ordered operator these are the ranges of ranks, of a commutative one all sets: of
//!   too many processes nothing is claimed.

use std::collections::BTreeMap;
use std::ops::Range;

use tass_core::comm::{CommError, Data, OwnOperator};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use super::Inside;
use crate::buffer::Effect;
use crate::describe::processes;

/// As many operands as all sets of them are looked at of.
const MOST: usize = 6;

/// A reduction of one element.
struct Reduction<'a> {
    store: &'a mut Store,
    effect: &'a mut Effect,
    inside: &'a Inside<'a>,
    operator: &'a OwnOperator,
    operands: &'a [ExprId],
    /// What the operands of a set give, in the order of ranks and from the left.
    values: BTreeMap<Vec<usize>, ExprId>,
}

/// Combines the elements of each, of which there are `len`.
pub(super) fn combined(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    operator: &OwnOperator,
    all: &[Data],
) -> Result<Data, CommError> {
    let first = &all[0];
    let len = match first.len {
        None => None,
        Some(len) => {
            let name = &operator.name;
            let what = || format!("{name} over sequences whose length depends on inputs");
            Some(effect.known(store, len, what)?)
        }
    };
    let mut elements = Vec::new();
    for at in 0..len.unwrap_or(1) {
        let operands: Vec<ExprId> = all
            .iter()
            .map(|data| match len {
                None => data.value,
                Some(_) => {
                    let at = store.int(at);
                    store.read(data.value, at)
                }
            })
            .collect();
        let mut reduction = Reduction {
            store,
            effect,
            inside,
            operator,
            operands: &operands,
            values: BTreeMap::new(),
        };
        elements.push(reduction.value()?);
    }
    Ok(Data {
        value: match len {
            None => elements[0],
            Some(_) => store.array(&elements),
        },
        elem: first.elem.clone(),
        len: first.len,
    })
}

impl Reduction<'_> {
    /// What all operands give.
    fn value(&mut self) -> Result<ExprId, CommError> {
        let all: Vec<usize> = (0..self.operands.len()).collect();
        let value = self.of(&all)?;
        let (count, commutative) = (self.operands.len(), self.operator.commutative);
        if count < 2 || (count == 2 && !commutative) {
            return Ok(value);
        }
        let laws = self.inside.applied.laws(self.operator)?;
        match (laws.associative, commutative) {
            (true, false) => {}
            (true, true) if laws.commutative => {}
            (true, true) => self.swaps()?,
            (false, false) => self.ranges()?,
            (false, true) if count <= MOST => self.sets()?,
            (false, true) => {
                let name = &self.operator.name;
                let what = format!(
                    "the commutative operator `{name}` over more than {MOST} processes, of which it \
                     is not proved that it is associative whatever its operands,"
                );
                return Err(CommError::Unsupported(what));
            }
        }
        Ok(value)
    }

    /// What some operands give, in the order of ranks and from the left.
    fn of(&mut self, some: &[usize]) -> Result<ExprId, CommError> {
        if let Some(known) = self.values.get(some) {
            return Ok(*known);
        }
        let mut value = self.operands[some[0]];
        for at in &some[1..] {
            let applied = self.inside.applied;
            value = applied.value(self.operator, value, self.operands[*at])?;
        }
        self.values.insert(some.to_vec(), value);
        Ok(value)
    }

    /// Each two can be swapped.
    fn swaps(&mut self) -> Result<(), CommError> {
        for second in 0..self.operands.len() {
            for first in 0..second {
                self.compare(&[second], &[first])?;
            }
        }
        Ok(())
    }

    /// Each range of ranks can be cut anywhere.
    fn ranges(&mut self) -> Result<(), CommError> {
        let count = self.operands.len();
        for len in 3..=count {
            for from in 0..=count - len {
                // Without its last one, it is what it is by definition.
                for cut in from + 1..from + len - 1 {
                    self.compare(&list(from..cut), &list(cut..from + len))?;
                }
            }
        }
        Ok(())
    }

    /// Each set can be divided into any two.
    fn sets(&mut self) -> Result<(), CommError> {
        let count = self.operands.len();
        let some = |bits: usize| (0..count).filter(move |at| bits >> at & 1 == 1);
        for set in 1..1 << count {
            let mut left = (set - 1) & set;
            while left != 0 {
                let parts: [Vec<usize>; 2] = [left, set & !left].map(|bits| some(bits).collect());
                self.compare(&parts[0], &parts[1])?;
                left = (left - 1) & set;
            }
        }
        Ok(())
    }

    /// What two sets give together is what they all give.
    fn compare(&mut self, left: &[usize], right: &[usize]) -> Result<(), CommError> {
        let mut both = [left, right].concat();
        both.sort_unstable();
        let together = self.of(&both)?;
        let parts = (self.of(left)?, self.of(right)?);
        let otherwise = self.inside.applied.value(self.operator, parts.0, parts.1)?;
        let same = self.store.eq(together, otherwise);
        let named = |ranks: &[usize]| {
            let mut who: Vec<usize> = ranks.iter().map(|r| self.inside.members[*r]).collect();
            who.sort_unstable();
            processes(&who)
        };
        let (all, left, right) = (named(&both), named(left), named(right));
        let name = &self.operator.name;
        let message = |store: &Store| {
            let [together, otherwise] = [together, otherwise].map(|e| store.display(e).to_string());
            format!(
                "`{name}` of {all} is {together} in the order of ranks, but {otherwise} if combined \
                 from {left} and {right}"
            )
        };
        self.effect
            .demand(self.store, same, Kind::OperatorClaim, message)?;
        Ok(())
    }
}

fn list(range: Range<usize>) -> Vec<usize> {
    range.collect()
}
