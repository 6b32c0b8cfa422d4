//! Many functions, batch after batch: counts, and what was found.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::batch::{self, Plan};
use super::coverage::Coverage;
use super::function::Function;
use super::generate::generate;
use super::link::Link;
use super::run::Opinion;
use super::shrink::shrink;

/// What came of many functions.
///
/// It prints as the last line of a soak.
#[derive(Debug, Default)]
pub struct Tally {
    /// Functions that rustc accepted.
    pub functions: usize,
    /// Verified, and rustc agrees.
    pub verified: usize,
    /// Refuted, and rustc agrees.
    pub refuted: usize,
    /// tass had no opinion on the whole function.
    pub inconclusive: usize,
    /// tass asked for an annotation.
    pub annotations: usize,
    /// Functions that rustc refused; not among the functions.
    pub refused: usize,
    /// What they did not agree on.
    pub findings: Vec<Finding>,
    /// How many of each class.
    pub classes: BTreeMap<String, usize>,
    /// How many functions showed each kind of violation.
    pub kinds: BTreeMap<String, usize>,
    /// Why tass had no opinion.
    pub reasons: BTreeMap<String, usize>,
    /// The reasons of rustc, by the code of the error.
    pub refusals: BTreeMap<String, usize>,
    /// What the functions showed.
    pub coverage: Coverage,
}

/// A disagreement.
#[derive(Debug)]
pub struct Finding {
    /// The seed of the function.
    pub seed: u64,
    /// What sort of disagreement.
    pub class: String,
    /// The function, as small as it got.
    pub function: Function,
    /// What is wrong.
    pub detail: String,
}

/// How a soak goes about it.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Functions in a batch.
    pub batch: usize,
    /// How long to shrink one finding.
    pub shrink: Duration,
    /// How many findings of one class are shrunk.
    pub shrunk: usize,
    /// Findings whose details hold one of these are known: they count, and are neither shrunk nor
    /// shown.
    pub known: Vec<String>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            batch: 120,
            shrink: Duration::from_secs(60),
            shrunk: 3,
            known: Vec::new(),
        }
    }
}

impl Tally {
    /// Compares the functions of these seeds, in one batch.
    ///
    /// # Errors
    /// If the batch cannot be compiled or run.
    pub fn add(&mut self, link: &Link, seeds: &[u64], effort: &Effort) -> Result<(), String> {
        let functions: Vec<Function> = seeds.iter().map(|seed| generate(*seed)).collect();
        let name = folder("batch");
        let outcome = batch::run(link, &name, &functions, Plan::WHOLE)?;
        self.refused += outcome.refused.len();
        for (index, words) in &outcome.refused {
            let code = words.split("error").nth(1).unwrap_or_default();
            let code = code.split(']').next().unwrap_or_default().to_string();
            *self.refusals.entry(code).or_default() += 1;
            if std::env::var_os("TASS_NATIVE_REFUSED").is_some() {
                eprintln!("refused: seed {}\n{words}", functions[*index].seed);
            }
        }
        for (index, function) in functions.iter().enumerate() {
            if !outcome.refused.contains_key(&index) {
                self.coverage.add(function);
            }
        }
        for line in outcome.lines {
            self.functions += 1;
            match line.opinion {
                Opinion::Starts => {}
                Opinion::Verified => self.verified += 1,
                Opinion::Refuted => {
                    self.refuted += 1;
                    for kind in line.detail.split(' ') {
                        *self.kinds.entry(kind.to_string()).or_default() += 1;
                    }
                }
                Opinion::Inconclusive => {
                    self.inconclusive += 1;
                    *self.reasons.entry(line.detail).or_default() += 1;
                }
                Opinion::Annotation => self.annotations += 1,
                Opinion::Disagree(class) => {
                    self.found(link, &functions[line.index], class, line.detail, effort);
                }
            }
        }
        Ok(())
    }

    fn found(
        &mut self,
        link: &Link,
        function: &Function,
        class: String,
        detail: String,
        effort: &Effort,
    ) {
        let known = effort
            .known
            .iter()
            .any(|known| detail.contains(known.as_str()));
        let class = if known {
            format!("{class} (known)")
        } else {
            class
        };
        let before = self.classes.entry(class.clone()).or_default();
        *before += 1;
        let (small, detail) = match !known && *before <= effort.shrunk {
            true => shrink(link, function, &class, detail, effort.shrink),
            false => (function.clone(), detail),
        };
        let finding = Finding {
            seed: function.seed,
            class,
            function: small,
            detail,
        };
        if !known {
            eprintln!("{finding}");
        }
        self.findings.push(finding);
    }

    /// Compares batch after batch, until there are enough or it is told to stop.
    ///
    /// # Errors
    /// If a batch cannot be compiled or run.
    pub fn run(
        &mut self,
        link: &Link,
        mut seeds: impl Iterator<Item = u64>,
        effort: &Effort,
        enough: Option<usize>,
        mut go_on: impl FnMut(&Tally) -> bool,
    ) -> Result<(), String> {
        while go_on(self) {
            // What rustc refuses is made up for, and no more than that.
            let missing = enough.map_or(usize::MAX, |enough| enough - self.functions.min(enough));
            let size = effort.batch.min(missing).max(1);
            let batch: Vec<u64> = seeds.by_ref().take(size).collect();
            self.add(link, &batch, effort)?;
        }
        Ok(())
    }
}

/// Where a batch is written: several may be under way in one process.
pub(super) fn folder(what: &str) -> String {
    static BATCHES: AtomicUsize = AtomicUsize::new(0);
    let nth = BATCHES.fetch_add(1, Ordering::Relaxed);
    format!("{what}-{}-{nth}", std::process::id())
}

/// Compares functions until the time is over, or there are enough.
///
/// # Errors
/// If a batch cannot be compiled or run.
pub fn soak(
    minutes: u64,
    functions: Option<u64>,
    seed: u64,
    first: bool,
    effort: Effort,
) -> Result<Tally, String> {
    let link = Link::find()?;
    let (start, limit) = (Instant::now(), Duration::from_secs(60 * minutes));
    let mut tally = Tally::default();
    let mut shown = Instant::now();
    let enough = functions.map(|functions| functions as usize);
    tally.run(&link, crate::soak::seeds(seed), &effort, enough, |tally| {
        if shown.elapsed() > Duration::from_secs(60) {
            shown = Instant::now();
            println!("{:?}: {tally}", start.elapsed());
        }
        start.elapsed() < limit
            && (!first || tally.findings.is_empty())
            && enough.is_none_or(|enough| tally.functions < enough)
    })?;
    Ok(tally)
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "disagreement (seed {}): {}\n{}\n{}",
            self.seed,
            self.class,
            self.detail,
            self.function.paste()
        )
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            functions,
            verified,
            refuted,
            inconclusive,
            annotations,
            findings,
            ..
        } = self;
        let disagreements = findings.len();
        write!(
            f,
            "{functions} functions, {verified} verified, {refuted} refuted, {inconclusive} inconclusive, \
             {annotations} asked for an annotation, {disagreements} disagreements"
        )
    }
}
