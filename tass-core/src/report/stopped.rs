//! What a run was doing when a limit ended it.
//!
//! What was measured (time, the memory of the process) ends a run now here and now there, so of
//! such runs the stable form says nothing of this.

use serde::Serialize;

use super::headline::Headline;
use super::style::Style;
use super::{Inconclusive, Location, Stats};

/// What a run was doing when a limit ended it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stopped {
    /// The loop that the path had gone through, if that is what it is about; otherwise the action
    /// under way.
    pub location: Option<Location>,
    /// What was being done there, as a clause: `this assertion was being checked`.
    pub what: String,
    /// How often the loop at the location was gone through on the path where the search ended, at
    /// least.
    pub rounds: Option<u64>,
    /// The inputs that the loop's condition depends on.
    pub inputs: Vec<String>,
    /// Of those, the integers: a bound on one is a bound on the loop.
    pub integers: Vec<String>,
    /// Receives on the path that could have taken another message.
    pub choices: u64,
}

impl Stopped {
    /// Adds it to the headline of a run that ended for this reason.
    pub(super) fn describe<'a>(
        &'a self,
        headline: &mut Headline<'a>,
        reason: &Inconclusive,
        stats: &Stats,
        style: Style,
    ) {
        let limit = match reason {
            Inconclusive::MaxStates(limit) => format!("max_states = {}", limit.saturating_mul(10)),
            Inconclusive::MaxDepth(limit) => format!("max_depth = {}", limit.saturating_mul(10)),
            Inconclusive::MaxWork(limit) => format!("max_work = {}", limit.saturating_mul(10)),
            Inconclusive::MaxMemory(_) if !style.is_stable() => "max_memory = ..".into(),
            Inconclusive::Timeout(_) if !style.is_stable() => "timeout = ..".into(),
            _ => return,
        };
        let label = match self.rounds {
            Some(rounds) => format!("gone through {} times on one path", thousands(rounds)),
            None => self.what.clone(),
        };
        match &self.location {
            Some(location) => headline.point(location, &label),
            None => headline.note(&label),
        }
        if self.rounds.is_some() && !self.inputs.is_empty() {
            let names = listed(&self.inputs);
            headline.note(&format!("how often depends on {names}"));
            let bound = match self.integers.as_slice() {
                [name, ..] => format!("bound it with `assume!({name} <= 8)`"),
                [] => format!("bound {names} with `assume!`"),
            };
            headline.help = Some(format!(
                "{bound}, or give the loop an `invariant!`; or raise the limit with `{limit}`"
            ));
        }
        if self.choices > 1 {
            headline.note(&format!(
                "on this path {} receives could have taken another message: each is explored",
                thousands(self.choices)
            ));
        }
        if !style.is_stable() && stats.prover_time * 2 > stats.total_time {
            headline.note("most of the time went into questions to Z3");
        }
    }
}

/// `` `a`, `b` and `c` ``
fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `1,234,567`
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
