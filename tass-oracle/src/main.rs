//! `tass-oracle soak --minutes 30 --seed 1`: compares random models until the time is over. With
//! `--first` it stops at the first disagreement; with `--seeds` it prints each seed;
//! `--families communicators=100,nonblocking=0` changes how often some operations come.
//! `tass-oracle rounds --models 1000 --seed 1`: the same for loops with invariants;
//! `tass-oracle round --seed 7` shows one.
//! `tass-oracle minimal --models 200 --seed 1`: of how many refuted models the counterexample is
//! the shortest there is. `tass-oracle native --minutes 30 --seed 1`: random Rust functions, as
//! rustc and as tass understand them; `--functions N`, `--first`, `--shrink SECONDS` for each
//! finding, `--known TEXT` for those that are neither shrunk nor shown;
//! `tass-oracle native --show 7` shows one. `tass-oracle show --seed 7`: prints the model of one
//! seed, and compares it.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use tass_oracle::compare::{Comparison, Effort, compare, minimal, proofs};
use tass_oracle::generate::{Families, generate_from, generate_rounds};
use tass_oracle::native;
use tass_oracle::soak::{Tally, seeds};

const USAGE: &str = "usage: tass-oracle soak [--minutes N] [--models N] [--seed N] [--first] [--seeds] [--families NAME=WEIGHT,..]\n       tass-oracle rounds [--minutes N] [--models N] [--seed N] [--first]\n       tass-oracle minimal [--models N] [--seed N]\n       tass-oracle native [--minutes N] [--functions N] [--seed N] [--first] [--shrink SECONDS] [--known TEXT] | [--show SEED]\n       tass-oracle show --seed N [--families NAME=WEIGHT,..]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<u64>().ok()
    };
    let known = args.iter().enumerate().filter(|(_, arg)| *arg == "--known");
    let known = known
        .filter_map(|(at, _)| args.get(at + 1).cloned())
        .collect();
    let first = args.iter().any(|arg| arg == "--first");
    let weights = args.iter().position(|arg| arg == "--families");
    let weights = weights.and_then(|at| args.get(at + 1));
    let families = match Families::DEFAULT.with(weights.map_or("", String::as_str)) {
        Ok(families) => families,
        Err(what) => {
            eprintln!("no such weight: {what}");
            return usage();
        }
    };
    match args.first().map(String::as_str) {
        Some("soak") => soak(
            number("--minutes"),
            number("--models"),
            number("--seed").unwrap_or(1),
            first,
            families,
            args.iter().any(|arg| arg == "--seeds"),
        ),
        Some("rounds") => rounds(
            number("--models"),
            number("--minutes"),
            number("--seed").unwrap_or(1),
            first,
        ),
        Some("minimal") => minimal(
            number("--models").unwrap_or(200),
            number("--seed").unwrap_or(1),
        ),
        Some("round") => {
            let model = generate_rounds(number("--seed").unwrap_or(1));
            println!("{model}\n{:?}", proofs::compare(&model, proofs::EFFORT));
            ExitCode::SUCCESS
        }
        Some("native") => match number("--show") {
            Some(seed) => native_show(seed),
            None => native(
                number("--minutes"),
                number("--functions"),
                number("--seed").unwrap_or(1),
                first,
                number("--shrink"),
                known,
            ),
        },
        Some("show") => match number("--seed") {
            Some(seed) => show(seed, families),
            None => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn soak(
    minutes: Option<u64>,
    models: Option<u64>,
    seed: u64,
    first: bool,
    families: Families,
    shows_seeds: bool,
) -> ExitCode {
    let start = Instant::now();
    let minutes = minutes.unwrap_or(if models.is_some() { u64::MAX / 120 } else { 1 });
    let limit = Duration::from_secs(60 * minutes);
    println!("seed {seed}");
    let mut tally = Tally {
        families,
        shows_seeds,
        ..Tally::default()
    };
    let mut shown = Instant::now();
    tally.run(seeds(seed), Effort::default(), |tally| {
        if shown.elapsed() > Duration::from_secs(60) {
            shown = Instant::now();
            println!("{:?}: {tally} ({} skipped)", start.elapsed(), tally.skipped);
        }
        start.elapsed() < limit
            && (!first || tally.findings.is_empty())
            && models.is_none_or(|models| (tally.models as u64) < models)
    });
    println!("{} models were skipped: {:?}", tally.skipped, tally.skips);
    println!("violations: {:?}", tally.kinds);
    println!("inconclusive: {:?}", tally.reasons);
    println!("{tally}");
    if tally.findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn rounds(models: Option<u64>, minutes: Option<u64>, seed: u64, first: bool) -> ExitCode {
    println!("loops from seed {seed}");
    let limit = minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut tally = proofs::Tally::default();
    for seed in seeds(seed) {
        let over = match (limit, models) {
            (None, None) => tally.models >= 1000,
            (limit, models) => {
                limit.is_some_and(|end| Instant::now() > end)
                    || models.is_some_and(|models| tally.models as u64 >= models)
            }
        };
        if over || (first && !tally.findings.is_empty()) {
            break;
        }
        tally.add(seed, proofs::EFFORT);
    }
    println!("violations: {:?}", tally.kinds);
    println!("inconclusive: {:?}", tally.reasons);
    println!("{tally}");
    match tally.findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn minimal(models: u64, seed: u64) -> ExitCode {
    println!("counterexamples from seed {seed}");
    let mut tally = minimal::Tally::default();
    for seed in seeds(seed) {
        if tally.models as u64 >= models {
            break;
        }
        tally.add(seed, Effort::default());
    }
    print!("{tally}");
    match tally.wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn native(
    minutes: Option<u64>,
    functions: Option<u64>,
    seed: u64,
    first: bool,
    shrink: Option<u64>,
    known: Vec<String>,
) -> ExitCode {
    println!("functions from seed {seed}");
    let minutes = minutes.unwrap_or(if functions.is_some() {
        u64::MAX / 120
    } else {
        1
    });
    let mut effort = native::soak::Effort {
        known,
        ..Default::default()
    };
    if let Some(seconds) = shrink {
        effort.shrink = Duration::from_secs(seconds);
    }
    let tally = match native::soak::soak(minutes, functions, seed, first, effort) {
        Ok(tally) => tally,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    println!(
        "{} functions were refused by rustc: {:?}",
        tally.refused, tally.refusals
    );
    println!("violations: {:?}", tally.kinds);
    println!("inconclusive: {:?}", tally.reasons);
    println!("disagreements: {:?}", tally.classes);
    println!("{tally}");
    match tally.findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn native_show(seed: u64) -> ExitCode {
    let function = native::generate::generate(seed);
    println!("{}", function.paste());
    let outcome = native::link::Link::find().and_then(|link| {
        native::batch::run(
            &link,
            &format!("show-{seed}"),
            &[function],
            native::batch::Plan::WHOLE,
        )
    });
    match outcome {
        Ok(outcome) => {
            for words in outcome.refused.values() {
                println!("refused by rustc:\n{words}");
            }
            for line in &outcome.lines {
                println!("{:?}\n{}", line.opinion, line.detail);
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn show(seed: u64, families: Families) -> ExitCode {
    let model = generate_from(seed, families);
    println!("use tass::prelude::*;\n\n{model}");
    let comparison = compare(&model, Effort::default());
    println!("{comparison:?}");
    if matches!(comparison, Comparison::Disagree(_)) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
