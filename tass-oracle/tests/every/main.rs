//! Random programs of the class of `nprocs = any`: the verdict for every number of processes
//! against the ordinary engine with 1, 2, 3 and 4.
//!
//! `TASS_EVERY_SEED` runs one program and prints it; `TASS_EVERY_COUNT` changes how many there are.

use tass_core::report::{Outcome, Report, Verdict};
use tass_core::{Deadlock, Options, Tests, Violations};
use tass_mpi_model::check;
use tass_syntax::tree::Function;

use tass_oracle::generate::memory::Generator;

/// Every fourth program is a mutant of Szymanski's, which is nearly right; the others are anything.
fn program(seed: u64) -> Function {
    if seed.is_multiple_of(4) {
        Generator::szymanski(seed)
    } else {
        Generator::program(seed)
    }
}

/// The options that a seed stands for: a third of the programs with tests that are not atomic, some
/// with aborts. Deadlocks are easy to make and hide the rest, so most runs do not look for them.
fn options(seed: u64) -> Options {
    let mut options = Options::default();
    if seed % 3 == 1 {
        options.tests = Tests::Nonatomic;
    }
    options.aborts = seed % 5 == 3;
    if seed % 7 > 1 {
        options.deadlock = Deadlock::Off;
    }
    options.max_states = 4_000;
    options
}

fn every(function: &Function, seed: u64) -> Report {
    let mut options = options(seed);
    options.every = true;
    check(function, &options)
}

fn fixed(function: &Function, seed: u64, nprocs: usize) -> Report {
    let mut options = options(seed);
    options.nprocs = nprocs;
    options.max_states = 1_500;
    check(function, &options)
}

fn count() -> u64 {
    let given = std::env::var("TASS_EVERY_COUNT").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

fn seeds() -> Vec<u64> {
    match std::env::var("TASS_EVERY_SEED")
        .ok()
        .and_then(|s| s.parse().ok())
    {
        Some(seed) => vec![seed],
        None => (0..count()).collect(),
    }
}

#[test]
fn verified_for_every_number_means_no_violation_with_a_few() {
    let (mut verified, mut refuted, mut open, mut larger) = (0, 0, Vec::new(), 0);
    let seeds = seeds();
    for &seed in &seeds {
        let program = program(seed);
        if seeds.len() == 1 {
            println!("{program}");
        }
        let every = every(&program, seed);
        assert!(
            !matches!(every.outcome, Outcome::NotBuilt(_)),
            "seed {seed} is outside the class:\n{program}\n{every}"
        );
        let runs: Vec<Report> = (1..=4).map(|n| fixed(&program, seed, n)).collect();
        let violated = runs.iter().find(|run| run.is_refuted());
        match every.verdict() {
            Some(Verdict::Verified) => {
                verified += 1;
                if let Some(run) = violated {
                    panic!(
                        "seed {seed}: verified for every number of processes, but refuted with {}:\n{program}\n{run}",
                        run.nprocs
                    );
                }
            }
            Some(Verdict::Refuted) => {
                refuted += 1;
                larger += u32::from(violated.is_none());
                // The run that confirmed it is one of these, unless it needed more processes or
                // more states.
                let again = &runs[every.nprocs.min(4) - 1];
                let agrees = every.nprocs > 4
                    || again.is_refuted()
                    || matches!(again.verdict(), Some(Verdict::Inconclusive(_)));
                assert!(
                    agrees,
                    "seed {seed}: refuted, but not by the same run again:\n{program}\n{every}"
                );
            }
            _ => open.push(seed),
        }
    }
    println!(
        "{verified} verified, {refuted} refuted ({larger} beyond the runs compared with), {open:?} open"
    );
    if seeds.len() >= 1_000 {
        // Otherwise the comparison says little.
        let few = seeds.len() as i32 / 20;
        assert!(
            verified > few && refuted > few,
            "{verified} verified, {refuted} refuted, {open:?} open"
        );
    }
}

#[test]
fn reduction_changes_nothing() {
    let kinds = |function: &Function, seed: u64, reduction: bool| {
        let mut options = options(seed);
        options.nprocs = 2;
        options.violations = Violations::All;
        options.reduction = reduction;
        let report = check(function, &options);
        (report.verdict().map(Verdict::name), report.kinds())
    };
    for seed in 0..300 {
        let program = program(seed);
        assert_eq!(
            kinds(&program, seed, true),
            kinds(&program, seed, false),
            "seed {seed}:\n{program}"
        );
    }
}
