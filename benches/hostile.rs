//! Models that would take for ever, or all memory, each in a process of its own with 5 seconds and
//! 1 GB: `cargo bench --bench hostile`.
//!
//! `cargo bench --bench hostile -- squares` runs the models whose names contain `squares`, and
//! shows their reports. The last column is what the search held by its own account, which leaves
//! out Z3 and what lives for a moment. The exit status is 1 if one of them takes more than 6
//! seconds or 1.2 GB, or passes.

#[allow(clippy::needless_range_loop, reason = "models index")]
#[path = "hostile/models.rs"]
mod models;

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// What each model is given.
const SECONDS: u64 = 5;
const MEBIBYTES: u64 = 1024;
/// What it may take: more than that and a limit does not hold.
const MOST_SECONDS: f64 = 6.0;
const MOST_MEBIBYTES: u64 = 1200;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = args.iter().position(|arg| arg == "--one") {
        one(args.get(at + 1).map_or("", String::as_str));
        return ExitCode::SUCCESS;
    }
    let filter = args.iter().find(|arg| !arg.starts_with('-'));
    println!(
        "{:17} {:28} {:>7} {:>6} {:>8}",
        "model", "verdict", "seconds", "MiB", "by itself"
    );
    let mut held = true;
    for (name, _) in models::all() {
        if filter.is_none_or(|part| name.contains(part.as_str())) {
            held &= row(name, filter.is_some());
        }
    }
    if held {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs a model in a process of its own; did its limits hold?
fn row(name: &str, shows: bool) -> bool {
    let start = Instant::now();
    let this = std::env::current_exe().expect("a program knows where it is");
    let output = Command::new(this).args(["--one", name]).output();
    let seconds = start.elapsed().as_secs_f64();
    let output = output.expect("it can be started again");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let verdict = lines.next().unwrap_or("crashed");
    let mut number = || lines.next().and_then(|line| line.parse::<u64>().ok());
    let (peak, held) = (number(), number());
    let holds = output.status.success()
        && seconds <= MOST_SECONDS
        && peak.is_none_or(|peak| peak <= MOST_MEBIBYTES)
        && verdict != "verified";
    let mark = if holds { "" } else { "  !" };
    let (peak, held) = (peak.unwrap_or(0), held.unwrap_or(0));
    println!("{name:17} {verdict:28} {seconds:7.1} {peak:6} {held:8}{mark}");
    if shows || !output.status.success() {
        println!("{}", lines.collect::<Vec<_>>().join("\n"));
        println!("{}", String::from_utf8_lossy(&output.stderr));
    }
    holds
}

/// The child's part: the verdict, the most memory it ever had, what it held by its own account, the
/// report.
fn one(name: &str) {
    let models = models::all();
    let (_, model) = models
        .into_iter()
        .find(|(known, _)| *known == name)
        .expect("a name of the table");
    let report = model
        .timeout(Duration::from_secs(SECONDS))
        .max_memory(MEBIBYTES)
        .check();
    let verdict = match report.verdict() {
        Some(tass::Verdict::Inconclusive(reason)) => format!("inconclusive[{}]", reason.name()),
        Some(verdict) => verdict.name().to_owned(),
        None => "not built".to_owned(),
    };
    let held = report.stats().memory >> 20;
    println!("{verdict}\n{}\n{held}\n{report}", peak().unwrap_or(0));
}

/// The most memory that this process ever had, in MiB, where the operating system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes >> 10)
}
