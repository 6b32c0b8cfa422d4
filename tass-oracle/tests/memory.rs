//! Random programs with shared variables, with and without loop invariants: the engine against the
//! naive semantics of [`tass_naive::memory`].
//!
//! *Verified* means that nothing goes wrong in the naive semantics, *refuted* that what is
//! reported does. A proof may fail: that is counted, and must not happen often. Without
//! invariants nothing is left open, and where all violations are asked for, all kinds are found.
//!
//! `TASS_MEMORY_SEED` runs one program and prints it. For longer runs, `TASS_MEMORY_COUNT` says
//! how many there are, `TASS_MEMORY_FROM` where they start, `TASS_MEMORY_WORK` how much the
//! engine may do for one proof.

use std::fmt;

use tass_core::report::{Outcome, Report, Verdict};
use tass_core::{Deadlock, Options, Tests, Violations};
use tass_mpi_model::check;
use tass_naive::memory::{Behaviour, Setting, explore};
use tass_oracle::generate::memory::Generator;
use tass_syntax::tree::Function;

/// Of three programs two have loops with invariants; of the others, every fourth is a mutant of
/// Szymanski's.
fn program(seed: u64) -> (Function, bool) {
    match seed % 12 {
        0 => (Generator::szymanski(seed), false),
        3 | 6 | 9 => (Generator::program(seed), false),
        _ => (Generator::rounds(seed), true),
    }
}

/// How the program of a seed is run.
fn setting(seed: u64) -> Setting {
    // The lowest digits have chosen the program already.
    let seed = seed / 12;
    Setting {
        nprocs: if seed % 5 == 4 { 3 } else { 2 },
        atomic: seed % 4 != 1,
        aborts: seed % 7 == 3,
        // They are easy to make, and hide the rest.
        deadlocks: seed.is_multiple_of(2),
    }
}

fn options(seed: u64) -> Options {
    let Setting {
        nprocs,
        atomic,
        aborts,
        deadlocks,
    } = setting(seed);
    let mut options = Options::default();
    options.nprocs = nprocs;
    options.aborts = aborts;
    if !atomic {
        options.tests = Tests::Nonatomic;
    }
    if !deadlocks {
        options.deadlock = Deadlock::Off;
    }
    options.max_states = 20_000;
    // Proofs take long, and only those of small programs are waited for.
    if program(seed).1 {
        options.max_states = 3_000;
        options.max_work = number("TASS_MEMORY_WORK").unwrap_or(200_000);
    }
    options.reduction = !(seed / 12).is_multiple_of(3);
    if seed / 12 % 11 < 4 {
        options.violations = Violations::All;
    }
    options
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn seeds() -> Vec<u64> {
    let from = number("TASS_MEMORY_FROM").unwrap_or(0);
    match number("TASS_MEMORY_SEED") {
        Some(seed) => vec![seed],
        None => (from..from + number("TASS_MEMORY_COUNT").unwrap_or(420)).collect(),
    }
}

/// How the programs of one sort came out.
#[derive(Default)]
struct Tally {
    verified: usize,
    refuted: usize,
    /// What the engine could not decide, and why.
    open: Vec<(u64, &'static str)>,
    /// Those that are too large for the naive semantics.
    large: usize,
}

impl Tally {
    fn all(&self) -> usize {
        self.verified + self.refuted + self.open.len() + self.large
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            verified,
            refuted,
            open,
            large,
        } = self;
        let open = open.len();
        write!(
            f,
            "{verified} verified, {refuted} refuted, {open} open, {large} too large"
        )
    }
}

/// What is wrong with what the engine says.
fn disagreement(
    report: &Report,
    naive: &Behaviour,
    options: &Options,
    proves: bool,
) -> Option<&'static str> {
    let kinds = report.kinds();
    match report.verdict() {
        Some(Verdict::Verified | Verdict::Vacuous(_)) if !naive.kinds.is_empty() => {
            Some("verified, but it is wrong")
        }
        Some(Verdict::Verified | Verdict::Vacuous(_)) => None,
        Some(Verdict::Refuted) if !kinds.iter().all(|kind| naive.kinds.contains(kind)) => {
            Some("refuted by what does not happen")
        }
        Some(Verdict::Refuted)
            if !proves
                && options.violations == Violations::All
                && kinds.len() < naive.kinds.len() =>
        {
            Some("a kind of violation was missed")
        }
        Some(Verdict::Refuted) => None,
        _ if proves => None,
        _ => Some("without invariants there is nothing to be unsure of"),
    }
}

#[test]
fn engine_and_naive_semantics_agree() {
    let seeds = seeds();
    let mut findings = Vec::new();
    let [mut plain, mut proofs] = [Tally::default(), Tally::default()];
    for &seed in &seeds {
        let (program, proves) = program(seed);
        if seeds.len() == 1 {
            println!("{program}\n{:?}", setting(seed));
        }
        let tally = if proves { &mut proofs } else { &mut plain };
        let Some(naive) = explore(&program, setting(seed)) else {
            tally.large += 1;
            continue;
        };
        let options = options(seed);
        let report = check(&program, &options);
        if seeds.len() == 1 {
            println!("{naive:?}\n{report}");
        }
        assert!(
            !matches!(report.outcome, Outcome::NotBuilt(_)),
            "seed {seed} is outside the class:\n{program}\n{report}"
        );
        if let Some(wrong) = disagreement(&report, &naive, &options, proves) {
            let text = format!("seed {seed}: {wrong}: {naive:?}\n{program}\n{options:?}\n{report}");
            println!("{text}");
            findings.push(text);
        }
        match report.verdict() {
            // An assertion that nobody comes to is not wrong.
            Some(Verdict::Verified | Verdict::Vacuous(_)) => tally.verified += 1,
            Some(Verdict::Refuted) => tally.refuted += 1,
            Some(Verdict::Inconclusive(reason)) => tally.open.push((seed, reason.name())),
            None => unreachable!("it was built"),
        }
    }
    println!("without invariants: {plain}\nwith invariants: {proofs}");
    for (seed, why) in &proofs.open {
        println!("open: {seed}: {why}");
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    if seeds.len() >= 300 {
        // Otherwise the comparison says little.
        let share = |part: usize, tally: &Tally| part * 100 / tally.all();
        assert!(plain.open.is_empty(), "{plain}");
        assert!(share(plain.verified, &plain) > 20, "{plain}");
        assert!(share(proofs.verified, &proofs) > 15, "{proofs}");
        assert!(share(proofs.refuted, &proofs) > 40, "{proofs}");
        assert!(share(proofs.open.len(), &proofs) < 20, "{proofs}");
        assert!(share(proofs.large, &proofs) < 10, "{proofs}");
    }
}
