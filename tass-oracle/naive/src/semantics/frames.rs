//! `assigns!`: what a loop may change.
//!
//! All that is written in the loop is noted down. At every arrival but the first, and where the
//! loop is left by another way than its condition, what was written must be named, and of what is
//! named in part the rest must be what it was at the arrival before. (A write of the value that is
//! there already is a write.)

use std::collections::BTreeSet;

use tass_syntax::Kind;
use tass_syntax::tree::Expr;

use super::process::{Process, Stop};
use super::value::{Place, Step, Value};

/// A loop whose writes are noted down.
pub(super) struct Watch {
    /// Variables that are older than the loop: calls under way, and variables of the innermost.
    calls: usize,
    vars: usize,
    /// What was written: the call, the variable, the fields on the way.
    writes: BTreeSet<(usize, usize, Vec<usize>)>,
    /// All variables at the last arrival.
    before: Vec<Vec<Value>>,
}

impl Watch {
    /// Notes a write down.
    pub(super) fn note(&mut self, place: &Place) {
        let older = place.frame + 1 < self.calls
            || (place.frame + 1 == self.calls && place.var < self.vars);
        if older {
            let fields = fields(&place.path);
            self.writes.insert((place.frame, place.var, fields));
        }
    }
}

impl Process<'_> {
    /// A loop begins whose writes are to be noted down.
    pub(super) fn watch(&mut self) {
        let (calls, vars) = (self.frames.len(), self.frame().vars.len());
        self.watches.push(Watch {
            calls,
            vars,
            writes: BTreeSet::new(),
            before: Vec::new(),
        });
    }

    /// At the head of such a loop: has it changed something else than it may?
    pub(super) fn only_assigned(&mut self, places: &[Expr], again: bool) -> Result<(), Stop> {
        if again {
            let mut named = Vec::new();
            for place in places {
                named.push(self.target(place)?);
            }
            let watch = self.watches.last().expect("the loop is watched");
            for (call, var, fields) in &watch.writes {
                let now = &self.frames[*call].vars[*var].value;
                let before = &watch.before[*call][*var];
                if !may_change(now, before, (*call, *var), fields, &named) {
                    return Err(Stop::Fail(Kind::Frame));
                }
            }
        }
        let vars = |frame: &super::process::Frame| {
            let values = frame.vars.iter().map(|var| var.value.clone());
            values.collect::<Vec<Value>>()
        };
        let before = self.frames.iter().map(vars).collect();
        self.watches.last_mut().expect("the loop is watched").before = before;
        Ok(())
    }
}

/// The fields that a path begins with.
fn fields(path: &[Step]) -> Vec<usize> {
    let fields = path.iter().map_while(|step| match step {
        Step::Field(field) => Some(*field),
        _ => None,
    });
    fields.collect()
}

/// Is a change of what was written, if there is one, a change of what is named?
fn may_change(
    now: &Value,
    before: &Value,
    var: (usize, usize),
    written: &[usize],
    named: &[Place],
) -> bool {
    if *now == Value::Unset {
        return true;
    }
    let whole: Vec<Step> = written.iter().map(|f| Step::Field(*f)).collect();
    let mut ways: Vec<&[Step]> = Vec::new();
    for place in named.iter().filter(|p| (p.frame, p.var) == var) {
        if whole.starts_with(&place.path) {
            return true;
        }
        if let Some(way) = place.path.strip_prefix(whole.as_slice()) {
            ways.push(way);
        }
    }
    !ways.is_empty() && same_but(&now.part(&whole), &before.part(&whole), &ways)
}

/// Are two values the same but for where the ways lead?
fn same_but(now: &Value, before: &Value, ways: &[&[Step]]) -> bool {
    if ways.iter().any(|way| way.is_empty()) {
        return true;
    }
    let (new, old) = match (now, before) {
        (Value::Tuple(new), Value::Tuple(old)) | (Value::Seq(new), Value::Seq(old)) => (new, old),
        (Value::Variant(this, new), Value::Variant(that, old)) if this == that => (new, old),
        _ => return now == before,
    };
    let inside = |at: usize| {
        let ways = ways.iter().filter(move |way| match way[0] {
            Step::Field(i) | Step::Index(i) => i == at,
            Step::Range(start, len) => (start..start + len).contains(&at),
        });
        ways.map(|way| &way[1..]).collect::<Vec<_>>()
    };
    let mut parts = new.iter().zip(old).enumerate();
    new.len() == old.len() && parts.all(|(at, (new, old))| same_but(new, old, &inside(at)))
}
