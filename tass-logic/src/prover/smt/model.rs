//! From Z3's models to candidates.
//!
//! Invariant: a value is taken over exactly, or not at all (an irrational root, say). Whether the
//! candidate is a model is for the caller to find out.

use dashu_int::IBig;
use dashu_ratio::RBig;
use z3::ast::{Dynamic, Int};
use z3::{Interp, Model};

use crate::symbolic::{Extent, Sort, SymId, Value};

use super::super::candidate::{Candidate, Claim};
use super::Function;
use super::translate::{Terms, apply, symbol};

/// What a model says about symbols and functions.
pub(super) fn candidate(
    terms: &mut Terms,
    model: &Model,
    symbols: &[(SymId, Sort, Extent)],
    functions: &[Function],
) -> Candidate {
    let mut candidate = Candidate::default();
    for &(id, sort, extent) in symbols {
        let term = symbol(id, sort).dynamic();
        if let Some(value) = model.eval(&term, true).and_then(|v| scalar(&v)) {
            candidate.strayed |= value.as_num().is_some_and(|n| !extent.contains(n));
            candidate.symbols.push((id, value));
        }
    }
    for function in functions {
        // Where it is natural, Z3 has been told to read a negative value as zero.
        let natural = function.extent.is_natural();
        let mut strayed = false;
        let mut clamp = |value: Value| match value {
            Value::Num(n) => {
                let lost = natural && n < RBig::ZERO;
                strayed |= !lost && !function.extent.contains(&n);
                Value::Num(function.extent.clamp(n))
            }
            value => value,
        };
        let decl = terms.function(function.id, function.arity, function.sort);
        let Some(Interp::Func(interp)) = model.get_interp(decl) else {
            continue;
        };
        let mut values = Vec::new();
        for entry in interp.get_entries() {
            let args = entry.get_args().iter().map(integer).collect();
            if let (Some(args), Some(value)) = (args, scalar(&entry.get_value())) {
                values.push((args, clamp(value)));
            }
        }
        let default = interp.get_else().as_ref().and_then(scalar);
        let default = default.map(&mut clamp);
        if default.is_none() {
            // The rest of the function is an expression: sample it where it is likely to be needed.
            for args in samples(function.arity) {
                let point: Vec<Dynamic> = args.iter().map(|&i| Int::from_i64(i).into()).collect();
                let value = apply(decl, &point)
                    .and_then(|t| model.eval(&t.dynamic(), true))
                    .and_then(|v| scalar(&v));
                if let Some(value) = value {
                    let args = args.into_iter().map(IBig::from).collect();
                    values.push((args, clamp(value)));
                }
            }
        }
        candidate.strayed |= strayed;
        candidate.functions.push(Claim {
            function: function.id,
            values,
            default,
        });
    }
    candidate
}

/// Arguments to sample a function at.
fn samples(arity: usize) -> Vec<Vec<i64>> {
    let (low, high) = match arity {
        1 => (-8, 64),
        2 => (-2, 12),
        _ => (0, 4),
    };
    let mut points = vec![Vec::new()];
    for _ in 0..arity {
        points = points
            .into_iter()
            .flat_map(|point: Vec<i64>| {
                (low..high).map(move |i| {
                    let mut point = point.clone();
                    point.push(i);
                    point
                })
            })
            .collect();
    }
    points
}

fn scalar(value: &Dynamic) -> Option<Value> {
    match value.as_bool() {
        Some(value) => value.as_bool().map(Value::Bool),
        None => number(value).map(Value::Num),
    }
}

fn integer(value: &Dynamic) -> Option<IBig> {
    number(value).filter(RBig::is_int).map(|n| n.into_parts().0)
}

/// The rational that a numeral stands for; `None` for anything else (an irrational root, say).
fn number(value: &Dynamic) -> Option<RBig> {
    if let Some(value) = value.as_int().and_then(|v| v.as_i64()) {
        return Some(value.into());
    }
    if let Some((n, d)) = value.as_real().and_then(|v| v.as_rational()) {
        return Some(RBig::from_parts_signed(n.into(), d.into()));
    }
    numeral(&value.to_string())
}

/// Reads `12`, `1.0`, `(- 12)`, `(/ 1.0 3.0)` and their nestings.
fn numeral(text: &str) -> Option<RBig> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix("(-").and_then(|t| t.strip_suffix(')')) {
        return numeral(inner).map(|n| -n);
    }
    if let Some(inner) = text.strip_prefix("(/").and_then(|t| t.strip_suffix(')')) {
        let inner = inner.trim();
        let split = if inner.starts_with('(') {
            inner.find(')')? + 1
        } else {
            inner.find(' ')?
        };
        let (n, d) = (numeral(&inner[..split])?, numeral(&inner[split..])?);
        return (!d.is_zero()).then(|| n / d);
    }
    let digits = text.strip_suffix(".0").unwrap_or(text);
    digits.parse::<IBig>().ok().map(RBig::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_read_exactly() {
        let third = RBig::from_parts(1.into(), 3_u8.into());
        assert_eq!(numeral("(- 12)"), Some(RBig::from(-12)));
        assert_eq!(numeral("(/ 1.0 3.0)"), Some(third.clone()));
        assert_eq!(numeral("(- (/ 1.0 3.0))"), Some(-third.clone()));
        assert_eq!(numeral("(/ (- 1.0) 3.0)"), Some(-third));
        assert_eq!(
            numeral("123456789012345678901234567890"),
            "123456789012345678901234567890".parse().ok()
        );
        assert_eq!(numeral("(root-obj (+ (^ x 2) (- 2)) 1)"), None);
    }
}
