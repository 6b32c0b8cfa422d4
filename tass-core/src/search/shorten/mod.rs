//! Counterexamples made small: fewest scheduling points first, then the smallest inputs.
//!
//! What holds: what comes out is a violation of the same kind (where all violations are wanted: of
//! the same kind, process and place), reached in no more steps than before, and it is replayed like
//! any other; if that replay fails, what the search found is reported instead. So shortening never
//! changes a verdict. The work is counted in steps, not in time, so that the same model gives the
//! same report on any machine.
//!
//! The search reports the first violation that it meets, along whatever path the reduction led it.
//! From there:
//!
//! 1. **Trim** ([`trim`]). If a step fails, steps that it does not depend on are left out: for each
//!    process the last ones, as many as possible, tried by executing the rest with the inputs
//!    fixed. In a state at rest (a deadlock, a message that nobody receives) every process has to
//!    come to where it stands, so there is nothing to leave out.
//! 2. **Nearest** ([`nearest`]). Breadth-first from the start, for violations of the kind that are
//!    as near or nearer: first among the processes that the trimmed path needs (or with the
//!    search's reduction), then among all, without any. If that ends before the effort does, no
//!    execution has fewer scheduling points.
//! 3. **Smallest** ([`smallest`]). Of the nearest ones, that with the smallest inputs.
//!
//! The effort for all violations of a run together: as many steps as four times those of the
//! search, but at least [`LEAST`] and at most `max_states`, where each way counts that inputs or
//! choices open in a step ([`super::detour`]); and as many questions to Z3 as four times those of
//! the search, but at least [`LEAST_QUESTIONS`]. A run that is out of work, time or memory stops to
//! look and shows the best it has: only with a `timeout` does the clock have a say, so that a
//! refuted run close to it may show a longer story. Looking for smaller inputs has limits of its
//! own ([`crate::prover::Prover::smallest`]). Programs that share variables are searched
//! breadth-first anyway, and only get smaller inputs.

mod nearest;
mod smallest;
mod trim;

use self::nearest::Circle;
use super::detour::Effort;
use super::found::Found;
use super::run::Run;
use crate::allowance::Allowance;
use crate::comm::CommModel;
use crate::exec::{Failure, Input};
use crate::options::Violations;

/// Steps that are always worth it.
const LEAST: u64 = 2_000;
/// Questions to Z3 that are always worth it.
const LEAST_QUESTIONS: u64 = 100;
/// How many times the search's own effort shortening may take.
const TIMES: u64 = 4;

impl<C: CommModel> Run<'_, C> {
    /// What the search was, times a factor.
    pub(crate) fn effort(&self) -> Effort {
        let questions = self.engine.prover.stats().z3_queries;
        let steps = (TIMES * self.steps).max(LEAST);
        Effort {
            steps: steps.min(self.options.max_states),
            questions: (TIMES * questions).max(LEAST_QUESTIONS),
        }
    }

    /// The same violation in as few steps as the effort finds, with the smallest inputs; as far as
    /// it got, if the run's budget ends before the effort does.
    pub(crate) fn shortened(
        &mut self,
        found: &Found,
        inputs: &[Input],
        effort: &mut Effort,
        allowance: &Allowance,
    ) -> Found {
        let mut best = found.clone();
        let ended = allowance.within(|| {
            best = self.with_smallest_inputs(best.clone());
            if self.options.shorten && !self.engine.program.memory.is_used() {
                self.shorter(&mut best, inputs, effort);
            }
        });
        if ended.is_err() {
            self.engine.was_left();
        }
        best
    }

    /// Whatever is better takes the place of what was the best so far, as a whole: this may be left
    /// at any point.
    fn shorter(&mut self, best: &mut Found, inputs: &[Input], effort: &mut Effort) {
        if !best.at_rest
            && let Some(trimmed) = self.trimmed(best, inputs, effort)
        {
            *best = self.with_smallest_inputs(trimmed);
        }
        let all = vec![true; self.engine.sides.total()];
        let mut concerned = vec![false; all.len()];
        for step in &best.path {
            concerned[step.transition.process] = true;
        }
        // What is likely to be found soon comes first.
        let circles = match best.at_rest {
            true => vec![(all.clone(), true), (all, false)],
            false if concerned == all => vec![(all, false)],
            false => vec![(concerned, false), (all, false)],
        };
        let at_rest = best.at_rest;
        for (movers, reduced) in circles {
            // The same violation in another order of steps is no news.
            let nearer_only = usize::from(at_rest && !reduced);
            let circle = Circle {
                movers,
                reduced: reduced && self.options.reduction,
                longest: best.path.len().saturating_sub(nearer_only),
            };
            for nearer in self.nearest(best, &circle, effort) {
                let nearer = self.with_smallest_inputs(nearer);
                let (new, old) = (nearer.path.len(), best.path.len());
                if new < old || (new == old && self.is_smaller(&nearer, best, inputs)) {
                    *best = nearer;
                }
            }
        }
    }

    /// Is this the violation that is looked for?
    fn is_wanted(&self, failure: &Failure, wanted: &Failure) -> bool {
        failure.kind == wanted.kind
            && (self.options.violations == Violations::First
                || (failure.site == wanted.site && failure.process == wanted.process))
    }
}
