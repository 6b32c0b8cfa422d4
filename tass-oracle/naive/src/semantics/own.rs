//! Operators of the program's own: every way in which MPI may combine the operands is tried.
//!
//! An ordered operator is given them in the order of ranks, grouped in any way; a commutative one
//! in any order and grouping. If two ways lead to different values, also of some of the operands,
//! the operator is not what it is declared to be.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::Function;

use super::meeting::Refusal;
use super::process::{Process, Stop, Unsupported};
use super::value::Value;

/// As many operands as all ways are tried with.
const MOST: usize = 5;

/// An operator.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// What it makes of two values.
    pub(super) function: Arc<Function>,
    /// Is it declared to be commutative?
    pub(super) commutative: bool,
}

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        let Own {
            function,
            commutative,
        } = self;
        (&function.path, *commutative) == (&other.function.path, other.commutative)
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.path.hash(state);
        self.commutative.hash(state);
    }
}

impl Own {
    /// What the operands make together, however they are combined.
    pub(super) fn combined(&self, operands: &[Value]) -> Result<Value, Refusal> {
        let count = operands.len();
        if count > MOST {
            let what = "an operator on so many operands".into();
            return Err(Refusal::Unsupported(Unsupported::Size(what)));
        }
        let mut made: BTreeMap<usize, Value> = BTreeMap::new();
        for set in 1..1_usize << count {
            if !self.commutative && !is_range(set) {
                continue;
            }
            let mut values = Vec::new();
            if set.is_power_of_two() {
                values.push(operands[set.trailing_zeros() as usize].clone());
            }
            for left in 1..set {
                let right = set & !left;
                let both = left & set == left && right != 0;
                if both && (self.commutative || left < right) {
                    let (Some(a), Some(b)) = (made.get(&left), made.get(&right)) else {
                        continue;
                    };
                    values.push(self.apply(a, b)?);
                }
            }
            let first = values.swap_remove(0);
            if values.iter().any(|other| *other != first) {
                return Err(Refusal::Fault(Kind::OperatorClaim));
            }
            made.insert(set, first);
        }
        let all = made.remove(&((1 << count) - 1));
        all.ok_or_else(|| {
            Refusal::Unsupported(Unsupported::Construct("a reduction of nothing".into()))
        })
    }

    fn apply(&self, a: &Value, b: &Value) -> Result<Value, Refusal> {
        let mut process = Process::among(&[], 0, Vec::new(), &[]);
        let value = process.call(self.function.clone(), vec![a.clone(), b.clone()]);
        value.map_err(|stop| match stop {
            Stop::Fail(kind) => Refusal::Fault(kind),
            Stop::TooLarge(what) => Refusal::Unsupported(Unsupported::Size(what)),
            _ => Refusal::Unsupported(Unsupported::Construct("what an operator does".into())),
        })
    }
}

/// Are these operands neighbours?
fn is_range(set: usize) -> bool {
    let shifted = set >> set.trailing_zeros();
    shifted & (shifted + 1) == 0
}
