//! Concrete runs: a candidate is a violation only if the ordinary engine finds one, with some
//! number of processes.

use std::sync::Arc;

use crate::allowance::Allowance;
use crate::comm::CommModel;
use crate::exec::Loops;
use crate::graph::Program;
use crate::options::Options;
use crate::report::{Inconclusive, Kind, Outcome, Report, Verdict};
use crate::search;
use crate::sides::Sides;
use tass_syntax::tree::Function;

/// The most processes that a violation is looked for with.
const MOST: usize = 6;
/// States of one concrete run; a larger number of processes is tried only if the one before needed
/// less than a tenth.
const STATES: u64 = 200_000;

/// What concrete runs need.
pub(super) struct Confirm<'a, C> {
    pub(super) function: &'a Function,
    pub(super) comm: &'a C,
    pub(super) program: &'a Arc<Program>,
    pub(super) options: &'a Options,
    pub(super) allowance: &'a Allowance,
}

impl<C: CommModel> Confirm<'_, C> {
    fn concrete(&self, nprocs: usize) -> Report {
        let options = Options {
            nprocs,
            every: false,
            max_states: self.options.max_states.min(STATES),
            ..self.options.clone()
        };
        let sides = Sides {
            nprocs,
            spec_nprocs: 0,
        };
        let (function, program) = (self.function, self.program.clone());
        let loops = Loops::Induction;
        let allowance = self.allowance;
        search::search(
            function, self.comm, program, sides, &options, loops, allowance,
        )
        .report
    }

    /// Looks for a real violation; without one, the report stays inconclusive.
    pub(super) fn refute(&self, mut report: Report, wanted: Option<Kind>) -> Report {
        let mut tried = 0;
        for nprocs in 1..=MOST {
            let concrete = self.concrete(nprocs);
            if concrete.is_refuted() {
                return self.refuted(report, concrete);
            }
            let complete = matches!(
                concrete.verdict(),
                Some(Verdict::Verified | Verdict::Vacuous(_))
            );
            if !complete {
                break;
            }
            tried = nprocs;
            if concrete.stats.states > STATES / 10 {
                break;
            }
        }
        if let (
            Outcome::Checked {
                verdict: Verdict::Inconclusive(Inconclusive::Unconfirmed { tried: n, .. }),
                ..
            },
            Some(_),
        ) = (&mut report.outcome, wanted)
        {
            *n = tried;
        }
        report
    }

    fn refuted(&self, mut report: Report, concrete: Report) -> Report {
        report.nprocs = concrete.nprocs;
        report.outcome = concrete.outcome.clone();
        report
    }

    /// A proof means little if `cover!` conditions or assertions are never met: some small run has
    /// to meet them all.
    pub(super) fn not_vacuous(&self, report: Report) -> Report {
        if self.program.covers.is_empty() && self.program.asserts.is_empty() {
            return report;
        }
        let mut last = None;
        for nprocs in 1..=3 {
            let concrete = self.concrete(nprocs);
            match concrete.verdict() {
                Some(Verdict::Verified) => return report,
                // The proof says otherwise, so this is a defect of tass; a real execution is right.
                Some(Verdict::Refuted) => return self.refuted(report, concrete),
                _ => last = Some(concrete),
            }
        }
        let mut report = report;
        if let Some(last) = last {
            report.outcome = last.outcome.clone();
        }
        report
    }
}
