//! A batch: many functions in one program, compiled by rustc and run.
//!
//! Functions that rustc does not accept are taken out, and the rest is compiled again: the
//! generator only tries to obey the borrow checker. What only the model's half is refused for is a
//! disagreement: the macro does not take what rustc takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::function::Function;
use super::link::Link;
use super::run::{Line, NO_SEARCH, Opinion};

/// After this long without a word the program of a batch hangs.
const PATIENCE: Duration = Duration::from_secs(15);

/// How a batch goes about it.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Without a search, functions are compared run by run only.
    pub search: bool,
    /// What has not been compared by then is left out.
    pub until: Option<Instant>,
}

impl Plan {
    /// Everything, however long it takes.
    pub const WHOLE: Plan = Plan {
        search: true,
        until: None,
    };
}

/// What came of a batch.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What came of each function, by its number.
    pub lines: Vec<Line>,
    /// The functions that rustc refused, with its words.
    pub refused: BTreeMap<usize, String>,
}

/// Compiles the functions and compares each with tass.
///
/// # Errors
/// If nothing can be written or run.
pub fn run(link: &Link, name: &str, functions: &[Function], plan: Plan) -> Result<Outcome, String> {
    let folder = link.folder.join(name);
    let outcome = run_in(link, &folder, functions, plan);
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn run_in(
    link: &Link,
    folder: &Path,
    functions: &[Function],
    plan: Plan,
) -> Result<Outcome, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let mut outcome = Outcome::default();
    let mut left: BTreeSet<usize> = (0..functions.len()).collect();
    for (index, function) in functions.iter().enumerate() {
        let path = folder.join(format!("f{index}.rs"));
        std::fs::write(path, function.file()).map_err(|error| error.to_string())?;
    }
    loop {
        if left.is_empty() {
            return Ok(outcome);
        }
        let refused = compile(link, folder, &left)?;
        if refused.is_empty() {
            break;
        }
        for (index, words) in refused {
            left.remove(&index);
            match only_of_model(&functions[index], &words) {
                true => outcome.lines.push(Line {
                    index,
                    opinion: Opinion::Disagree("refused by the macro".to_string()),
                    detail: words,
                }),
                false => {
                    outcome.refused.insert(index, words);
                }
            }
        }
    }
    while !left.is_empty() {
        let (lines, hung) = execute(folder, &left, plan)?;
        let Some(last) = lines.last() else {
            if plan.until.is_some() {
                return Ok(outcome);
            }
            return Err("the batch says nothing".to_string());
        };
        let over = plan.until.is_some_and(|until| Instant::now() >= until);
        let died = last.opinion == Opinion::Starts && !over;
        for line in lines.iter().filter(|line| line.opinion != Opinion::Starts) {
            left.remove(&line.index);
        }
        let last = last.clone();
        outcome.lines.extend(
            lines
                .into_iter()
                .filter(|line| line.opinion != Opinion::Starts),
        );
        if over {
            return Ok(outcome);
        }
        if died {
            left.remove(&last.index);
            // Limits of time are not kept everywhere yet: no word is not a wrong one.
            let (opinion, detail) = match hung {
                true => (Opinion::Inconclusive, "no word".to_string()),
                false => (
                    Opinion::Disagree("tass dies".to_string()),
                    last.detail.clone(),
                ),
            };
            outcome.lines.push(Line {
                opinion,
                detail,
                ..last
            });
        }
    }
    Ok(outcome)
}

/// Compiles what is left, and gives what rustc refuses, with its words.
fn compile(
    link: &Link,
    folder: &Path,
    left: &BTreeSet<usize>,
) -> Result<BTreeMap<usize, String>, String> {
    let mut main = String::from("#![allow(warnings)]\n");
    for index in left {
        let _ = writeln!(main, "mod f{index};");
    }
    let top = left.last().map_or(0, |last| last + 1);
    let _ = writeln!(
        main,
        "fn none() -> tass_oracle::native::run::Case {{ unreachable!() }}"
    );
    let cases: String = (0..top)
        .map(|index| match left.contains(&index) {
            true => format!("f{index}::case, "),
            false => "none, ".to_string(),
        })
        .collect();
    let _ = writeln!(
        main,
        "fn main() {{ tass_oracle::native::run::main(&[{cases}]); }}"
    );
    std::fs::write(folder.join("main.rs"), main).map_err(|error| error.to_string())?;
    let output = link
        .rustc()
        .args(["main.rs", "-o", "batch"])
        .current_dir(folder)
        .output()
        .map_err(|error| format!("rustc: {error}"))?;
    if output.status.success() {
        return Ok(BTreeMap::new());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut refused: BTreeMap<usize, String> = BTreeMap::new();
    for line in errors.lines() {
        let Some(index) = named(line) else { continue };
        let words = refused.entry(index).or_default();
        words.push_str(line);
        words.push('\n');
    }
    match refused.is_empty() {
        true => Err(format!("rustc: {errors}")),
        false => Ok(refused),
    }
}

/// The function that an error is about: `f12.rs:3:4: error: ..`
fn named(line: &str) -> Option<usize> {
    if !line.contains(": error") {
        return None;
    }
    line.strip_prefix('f')?.split('.').next()?.parse().ok()
}

/// Errors about types, borrowing, moving and names that are not in scope.
const RUSTC: [&str; 10] = [
    "[E0308", "[E0381", "[E0382", "[E0425", "[E0499", "[E0502", "[E0505", "[E0506", "[E0597",
    "[E0716",
];

/// What the macro refuses on purpose, and the generator does not avoid.
const REFUSED: &str = "inside a macro the right side of this assignment";

/// Are all errors in the half that tass reads?
fn only_of_model(function: &Function, words: &str) -> bool {
    let file = function.file();
    let native = file
        .lines()
        .position(|line| line.starts_with("pub mod native"));
    let native = native.unwrap_or(usize::MAX);
    words.lines().all(|line| {
        // Borrows and names are rustc's business: the stand-ins of the other half have fewer of
        // them.
        if line.contains(REFUSED) || RUSTC.iter().any(|code| line.contains(code)) {
            return false;
        }
        let at = line
            .split(':')
            .nth(1)
            .and_then(|at| at.parse::<usize>().ok());
        at.is_some_and(|at| at <= native)
    })
}

/// Runs the program on what is left, until it ends, dies or hangs: what it says, and whether it
/// hung.
fn execute(folder: &Path, left: &BTreeSet<usize>, plan: Plan) -> Result<(Vec<Line>, bool), String> {
    let mut child = Command::new(folder.join("batch"))
        .args(left.iter().map(usize::to_string))
        .args((!plan.search).then_some(NO_SEARCH))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let stdout = child.stdout.take().ok_or("no output")?;
    let (sender, lines) = mpsc::channel();
    let reads = std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut all = Vec::new();
    let left = |plan: Plan| match plan.until {
        Some(until) => until
            .saturating_duration_since(Instant::now())
            .min(PATIENCE),
        None => PATIENCE,
    };
    let hung = loop {
        match lines.recv_timeout(left(plan)) {
            Ok(line) => all.extend(Line::read(&line)),
            Err(reason) => break reason == RecvTimeoutError::Timeout,
        }
    };
    // It has ended, or it is ended.
    let _ = child.kill();
    let _ = child.wait();
    let _ = reads.join();
    Ok((all, hung))
}
