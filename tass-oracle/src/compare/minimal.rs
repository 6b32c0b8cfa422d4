//! Are counterexamples as short as they can be?
//!
//! The engine is asked for the first violation, as a user asks by default. The oracle then looks
//! for a violation of the same kind in fewer steps, breadth-first, over *all* assignments of the
//! inputs. Both count scheduling points: one process moves from one operation to the next
//! ([`tass_naive::semantics::fewest`]). Whatever the engine reports has to replay in the oracle as
//! well.

use std::collections::BTreeMap;
use std::fmt;

use tass_core::report::{Kind, Outcome, Violation};
use tass_core::{Options, check};
use tass_mpi_model::Mpi;
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Expr, ExprKind, Function};

use super::confirm::{Unconfirmed, confirm};
use super::{Effort, SETTINGS};
use crate::generate::{Model, generate};
use tass_naive::semantics::{Unknown, fewest};

/// How long a counterexample is, and how long it need be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// What went wrong.
    pub kind: Kind,
    /// Steps of the counterexample.
    pub engine: usize,
    /// The fewest steps to a violation of the kind.
    pub fewest: usize,
    /// Steps of the counterexample as the search met it.
    pub unshortened: usize,
}

/// What came of many models.
#[derive(Debug, Default)]
pub struct Tally {
    /// Refuted models on which the oracle had an opinion.
    pub models: usize,
    /// Those without a shorter counterexample.
    pub shortest: usize,
    /// Those whose counterexample was the shortest before it was shortened.
    pub shortest_before: usize,
    /// The seeds of the others, with their lengths.
    pub longer: Vec<(u64, Lengths)>,
    /// Counterexamples that the oracle cannot follow: defects.
    pub wrong: Vec<(u64, String)>,
    /// Refuted models that were too large for the oracle.
    pub skipped: usize,
    /// How many models showed each kind.
    pub kinds: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Looks at the model of one seed, if it is refuted.
    pub fn add(&mut self, seed: u64, effort: Effort) {
        let model = generate(seed);
        match lengths(&model, effort) {
            None => {}
            Some(Err(Problem::Beyond)) => self.skipped += 1,
            Some(Err(Problem::Wrong(detail))) => self.wrong.push((seed, detail)),
            Some(Ok(lengths)) => {
                self.models += 1;
                *self.kinds.entry(lengths.kind.name()).or_default() += 1;
                self.shortest_before += usize::from(lengths.unshortened == lengths.fewest);
                match lengths.engine == lengths.fewest {
                    true => self.shortest += 1,
                    false => self.longer.push((seed, lengths)),
                }
            }
        }
    }
}

/// Why there are no lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The model is too large for the oracle.
    Beyond,
    /// The counterexample is wrong.
    Wrong(String),
}

/// The lengths for a model; `None` if the engine does not refute it.
pub fn lengths(model: &Model, effort: Effort) -> Option<Result<Lengths, Problem>> {
    let function = model.function();
    if counts_otherwise(&function) {
        return Some(Err(Problem::Beyond));
    }
    let short = first(model, &function, true, effort)?;
    let Some(long) = first(model, &function, false, effort) else {
        let detail = "refuted only if shortened".to_owned();
        return Some(Err(Problem::Wrong(detail)));
    };
    if short.kind != long.kind || short.schedule.len() > long.schedule.len() {
        let detail = format!(
            "{} in {} steps was {} in {}",
            short.kind,
            short.schedule.len(),
            long.kind,
            long.schedule.len()
        );
        return Some(Err(Problem::Wrong(detail)));
    }
    match confirm(model, &function, SETTINGS[0], &short, effort) {
        Ok(()) => {}
        Err(Unconfirmed::Beyond(Unknown::Unsupported(what)) | Unconfirmed::Wrong(what)) => {
            return Some(Err(Problem::Wrong(what)));
        }
        Err(Unconfirmed::Beyond(_)) => return Some(Err(Problem::Beyond)),
    }
    let engine = short.schedule.len();
    let mut least = engine;
    for inputs in model.assignments() {
        let states = effort.oracle_states;
        match fewest(&function, model.nprocs, inputs, short.kind, least, states) {
            Ok(Some(steps)) => least = steps,
            Ok(None) => {}
            Err(Unknown::TooManyStates | Unknown::TooLarge(_)) => {
                return Some(Err(Problem::Beyond));
            }
            Err(Unknown::Unsupported(what)) => return Some(Err(Problem::Wrong(what))),
        }
    }
    Some(Ok(Lengths {
        kind: short.kind,
        engine,
        fewest: least,
        unshortened: long.schedule.len(),
    }))
}

/// Does the engine count other steps than the oracle? Where it matters who comes first, its steps
/// are finer; to free a communicator is a step of its own; and so, where a deadlock ends an
/// execution, is a last `improbe`.
fn counts_otherwise(function: &Function) -> bool {
    struct Found(bool);
    impl Visitor for Found {
        fn expr(&mut self, e: &mut Expr) {
            if let ExprKind::Comm(call) = &e.kind {
                let mode = call.op.trim_start_matches('i');
                let ordered = ["bsend", "rsend"].iter().any(|m| mode.starts_with(m));
                self.0 |= ordered || matches!(call.op.as_str(), "free" | "improbe");
            }
        }
    }
    let mut found = Found(false);
    visit::block(&mut function.body.clone(), &mut found);
    found.0
}

/// The first violation that the engine reports.
fn first(model: &Model, function: &Function, shorten: bool, effort: Effort) -> Option<Violation> {
    let mut options = Options::default();
    options.nprocs = model.nprocs;
    options.shorten = shorten;
    options.max_states = effort.engine_states;
    options.timeout = Some(effort.timeout);
    match &check(function, &Mpi, &options).outcome {
        Outcome::Checked { violations, .. } => violations.first().cloned(),
        Outcome::NotBuilt(_) => None,
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} refuted models: for {} no shorter counterexample exists ({} before shortening), for {} one does; {} were too large for the oracle",
            self.models,
            self.shortest,
            self.shortest_before,
            self.longer.len(),
            self.skipped
        )?;
        writeln!(f, "violations: {:?}", self.kinds)?;
        let mut longer: Vec<_> = self.longer.iter().collect();
        longer.sort_by_key(|(seed, l)| (std::cmp::Reverse(l.engine - l.fewest), *seed));
        for (seed, l) in longer.iter().take(12) {
            writeln!(
                f,
                "seed {seed}: {} in {} steps, {} would do ({} as found)",
                l.kind, l.engine, l.fewest, l.unshortened
            )?;
        }
        for (seed, detail) in &self.wrong {
            writeln!(f, "seed {seed}: WRONG: {detail}")?;
        }
        Ok(())
    }
}
