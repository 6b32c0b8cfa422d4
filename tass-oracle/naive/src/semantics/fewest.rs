//! The fewest steps to a violation, breadth-first.
//!
//! The unit is that of the engine's schedules, as [`super::replay`] follows them: one process moves
//! from where it stands at an operation to where it stands at the next. Every process is tried in
//! every state, with every source that it could receive from; nothing is reduced.

use std::mem::take;

use rustc_hash::FxHashSet;
use tass_syntax::Kind;
use tass_syntax::tree::Function;

use super::behaviour::Behaviour;
use super::explore::Unknown;
use super::fate::Fates;
use super::replay::{Replay, Run, Steps};
use super::replay_requests::DECISION;
use super::value::Value;

/// The fewest steps to a violation of a kind, if there are fewer than `below`.
///
/// # Errors
///
/// If the oracle does not know.
pub fn fewest(
    function: &Function,
    size: usize,
    inputs: Vec<Value>,
    kind: Kind,
    below: usize,
    max_states: usize,
) -> Result<Option<usize>, Unknown> {
    let mut replay = Replay {
        behaviour: Behaviour::new(function, size, inputs)?,
        kinds: std::collections::BTreeSet::new(),
        steps: Steps::Coarse,
        fates: Fates::default(),
    };
    let mut seen = FxHashSet::default();
    let mut layer = vec![Run::new(size)];
    for steps in 0..below {
        let mut next = Vec::new();
        for run in take(&mut layer) {
            replay.end(&run)?;
            if replay.kinds.contains(&kind) {
                return Ok(Some(steps));
            }
            // An execution ends at its first violation.
            if run.fault.is_some() {
                continue;
            }
            if run.world.is_crowded() {
                return Err(Unknown::TooManyStates);
            }
            for process in 0..size {
                for choice in (0..size).chain([DECISION]) {
                    for after in replay.step(run.clone(), process, choice)? {
                        if seen.insert(after.clone()) {
                            next.push(after);
                        }
                    }
                }
            }
            if seen.len() > max_states {
                return Err(Unknown::TooManyStates);
            }
        }
        layer = next;
    }
    Ok(None)
}
