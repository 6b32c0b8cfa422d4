//! A refutation, followed in the oracle.

use std::collections::BTreeSet;

use tass_core::report::Violation;
use tass_syntax::tree::{Function, Type};

use super::{Effort, Setting};
use crate::generate::{Model, constant_of};
use crate::print;
use tass_naive::semantics::{Buffering, Steps, Unknown, Value, explore, replay};

/// Why a violation is not confirmed.
pub(super) enum Unconfirmed {
    /// The oracle cannot tell: nobody is wrong.
    Beyond(Unknown),
    /// It does not happen.
    Wrong(String),
}

impl From<String> for Unconfirmed {
    fn from(detail: String) -> Unconfirmed {
        Unconfirmed::Wrong(detail)
    }
}

/// Follows a violation in the oracle: its inputs are in the domain, and its schedule leads to its
/// kind.
pub(super) fn confirm(
    model: &Model,
    function: &Function,
    setting: Setting,
    violation: &Violation,
    effort: Effort,
) -> Result<(), Unconfirmed> {
    let inputs = inputs_of(model, violation)?;
    let schedule: Vec<(usize, u32)> = violation
        .schedule
        .iter()
        .map(|step| (step.process, step.choice))
        .collect();
    // Where it matters who comes first, the engine reduces nothing even if it may.
    let steps: &[Steps] = match setting.reduction {
        true => &[Steps::Coarse, Steps::Fine, Steps::Loose],
        false => &[Steps::Fine, Steps::Loose],
    };
    let mut kinds = BTreeSet::new();
    for &steps in steps {
        let found = replay(function, model.nprocs, inputs.clone(), &schedule, steps);
        kinds.extend(found.map_err(Unconfirmed::Beyond)?);
        if kinds.contains(&violation.kind) {
            return Ok(());
        }
    }
    let buffering = if setting.absolute {
        Buffering::Buffered
    } else {
        Buffering::Mixed
    };
    let outcomes = explore(
        function,
        model.nprocs,
        inputs.clone(),
        buffering,
        effort.oracle_states,
    );
    Err(Unconfirmed::Wrong(match outcomes {
        Ok(outcomes) => format!(
            "inputs {inputs:?}, schedule {schedule:?} leads to {kinds:?}; these inputs allow {outcomes}"
        ),
        Err(unknown) => {
            format!("inputs {inputs:?}, schedule {schedule:?} leads to {kinds:?}; {unknown:?}")
        }
    }))
}

/// The inputs of a violation.
fn inputs_of(model: &Model, violation: &Violation) -> Result<Vec<Value>, String> {
    let values = model.inputs.iter().map(|input| {
        let found = violation
            .inputs
            .iter()
            .find(|(name, _)| *name == input.name);
        let (_, text) = found.ok_or_else(|| format!("no value for the input `{}`", input.name))?;
        let value = match &input.ty {
            ty @ Type::Enum(_) => written(ty, &input.values, text),
            _ => parse(text),
        };
        let value = value.ok_or_else(|| format!("the input `{}` is {text}", input.name))?;
        match input.values.contains(&value) {
            true => Ok(value),
            false => Err(format!(
                "the input `{}` is {text}, which the assumptions exclude",
                input.name
            )),
        }
    });
    values.collect()
}

/// The value of an enum that is written like this, if it is one of these.
fn written(ty: &Type, values: &[Value], text: &str) -> Option<Value> {
    let path = format!("{ty}::");
    let same = |value: &&Value| {
        let constant = print::text(&constant_of(ty, value));
        constant.replace(&path, "") == text.replace(&path, "")
    };
    values.iter().find(same).cloned()
}

pub(super) fn parse(text: &str) -> Option<Value> {
    match text {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        _ => {}
    }
    if let Some((numerator, denominator)) = text.split_once('/') {
        return Some(Value::real(
            numerator.trim().parse().ok()?,
            denominator.trim().parse().ok()?,
        ));
    }
    if text.contains('.') {
        return match text.strip_prefix('-') {
            Some(magnitude) => match Value::from_decimal(magnitude)? {
                Value::Real(value) => Some(Value::Real(-value)),
                other => Some(other),
            },
            None => Value::from_decimal(text),
        };
    }
    text.parse().ok().map(Value::Int)
}
