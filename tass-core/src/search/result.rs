//! From a finished search to a report.

use crate::allowance::Allowance;
use crate::comm::CommModel;
use crate::exec::{Findings, Input, Loops};
use crate::graph::Loc;
use crate::options::Deadlock;
use crate::report::{Inconclusive, Outcome, Report, Stats, Vacuous, Verdict, Violation};
use crate::search::depth::Stack;
use crate::search::found::Found;
use crate::search::run::Run;
use tass_syntax::tree::Function;

impl<C: CommModel> Run<'_, C> {
    /// The report: a refutation if one stands up to its replay, a pass only if nothing at all is
    /// open.
    pub(crate) fn report(
        mut self,
        function: &Function,
        stack: &Stack,
        allowance: &Allowance,
    ) -> Report {
        let stats = self.stats(&self.findings);
        let stopped = self.exhausted.is_some().then(|| self.stopped(stack));
        let inputs = &std::mem::take(&mut self.inputs);
        let mut violations: Vec<Violation> = Vec::new();
        let mut doubtful: Option<Inconclusive> = None;
        let mut effort = self.effort();
        let generalised = self.mode.loops == Loops::Induction
            && self.engine.program.labels.iter().any(|l| l.invariant);
        let found = std::mem::take(&mut self.found);
        let mut left = found.len() as u64;
        for found in found {
            if generalised {
                let reason = allowance.reserve(|| self.hypothetical(&found));
                doubtful = doubtful.or(Some(reason.unwrap_or_else(|spent| spent)));
                continue;
            }
            let mut share = effort.share(left);
            left -= 1;
            let small = self.shortened(&found, inputs, &mut share, allowance);
            effort.take_back(share);
            // A shortened path that does not stand up to its replay is a defect of ours, but not
            // the user's concern.
            let replayed = match self.replayed(&small, inputs, allowance) {
                Ok(violation) => Ok(violation),
                Err(_) => self.replayed(&found, inputs, allowance),
            };
            match replayed {
                Ok(violation) => violations.push(violation),
                Err(reason) => doubtful = doubtful.or(Some(reason)),
            }
        }
        let exhaustive = doubtful.is_none()
            && self.exhausted.is_none()
            && self.findings.undecided.is_empty()
            && (violations.is_empty() || self.mode.all_violations);
        let verdict = if !violations.is_empty() {
            Verdict::Refuted
        } else if let Some(reason) = doubtful.or(self.exhausted.take()) {
            Verdict::Inconclusive(reason)
        } else if !self.findings.undecided.is_empty() {
            Verdict::Inconclusive(self.findings.undecided.swap_remove(0))
        } else {
            self.vacuity().map_or(Verdict::Verified, Verdict::Vacuous)
        };
        let mut report = Report::new(
            function.name.clone(),
            self.options.nprocs,
            Outcome::Checked {
                verdict,
                violations,
            },
        );
        report.spec_nprocs = self.engine.sides.spec_nprocs;
        report.options = self.options.changed();
        report.exhaustive = exhaustive;
        report.stats = stats;
        report.stats.total_time = self.start.elapsed();
        report.stopped =
            stopped.filter(|_| report.verdict().is_some_and(Verdict::is_out_of_budget));
        report
    }

    /// Replays a violation, with a reserve: that everything is used up is no reason to forget what
    /// was found.
    fn replayed(
        &mut self,
        found: &Found,
        inputs: &[Input],
        allowance: &Allowance,
    ) -> Result<Violation, Inconclusive> {
        let replayed = allowance.reserve(|| self.replay(found, inputs));
        replayed.unwrap_or_else(|spent| {
            self.engine.was_left();
            Err(spent)
        })
    }

    /// Was there anything to prove?
    fn vacuity(&self) -> Option<Vacuous> {
        self.excluded().or_else(|| self.endless())
    }

    /// What no execution comes to since another one never ends.
    fn endless(&self) -> Option<Vacuous> {
        let program = &self.engine.program;
        let called = self.findings.called.iter();
        let waits = called.filter(|(_, through)| !**through);
        let mut waits: Vec<_> = waits.map(|(&(_, graph, loc), _)| (graph, loc)).collect();
        waits.sort_unstable();
        waits.dedup();
        if !waits.is_empty() && self.options.deadlock != Deadlock::Off {
            let place = |(graph, loc): (usize, Loc)| {
                let node = &program.graphs[graph].nodes[loc as usize];
                program.location(graph, node.span)
            };
            return Some(Vacuous::WaitsForever {
                locations: waits.into_iter().map(place).collect(),
            });
        }
        let output = program.outputs.first().filter(|_| !self.ended)?;
        self.engine
            .sides
            .compared()
            .then(|| Vacuous::NothingCompared {
                location: Some(program.location(output.graph, output.span)),
            })
    }

    /// What assumptions and branches exclude.
    fn excluded(&self) -> Option<Vacuous> {
        let program = &self.engine.program;
        if !self.ended
            && let Some((graph, span)) = self.findings.dead_assumption
        {
            return Some(Vacuous::ContradictoryAssumptions {
                location: Some(program.location(graph, span)),
            });
        }
        self.findings.met.missing(program)
    }

    /// How much of what the model itself asks for was met: assertions, labels, conditions on every
    /// state, critical regions.
    fn assertions(&self, findings: &Findings) -> u64 {
        let (program, reached) = (&self.engine.program, findings.met.asserts.len());
        let memory = &program.memory;
        let regions = usize::from(!memory.regions.is_empty());
        (reached + program.labels.len() + memory.always.len() + regions) as u64
    }

    /// What it took, where these are the findings.
    pub(super) fn stats(&self, findings: &Findings) -> Stats {
        let prover = self.engine.prover.stats();
        Stats {
            states: self.engine.states.len() as u64,
            steps: self.steps,
            max_depth: self.depth,
            assertions: self.assertions(findings),
            obligations: prover.obligations,
            by_simplification: prover.by_simplification,
            by_model: prover.by_model,
            by_linear: prover.by_linear,
            by_cache: prover.by_cache,
            by_z3: prover.by_z3,
            unknown: prover.unknowns,
            solvers: prover.solvers_created,
            memory: crate::budget::held(),
            prover_time: prover.z3_time,
            ..Stats::default()
        }
    }
}
