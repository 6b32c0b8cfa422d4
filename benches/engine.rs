//! What the engine costs: `cargo bench --bench engine`.
//!
//! `cargo bench --bench engine -- sort` measures the rows whose names contain `sort`;
//! `cargo bench --bench engine -- --instructions` adds the number of instructions, which unlike a
//! time is the same on every run, but for a fifth of a percent (it needs valgrind, and takes fifty
//! times as long).
//!
//! `scripts/instructions` prints the instructions of a few rows, and compares them with those of
//! another commit.
//!
//! To see where they go:
//!
//! ```console
//! $ CARGO_PROFILE_BENCH_DEBUG=1 cargo bench --bench engine --no-run
//! $ valgrind --tool=callgrind --callgrind-out-file=/tmp/engine.out \
//!     target/release/deps/engine-* --once 'odd-even sort 5'
//! $ callgrind_annotate /tmp/engine.out | head -60
//! ```

// Not every bench uses every model; and models index, where Rust would iterate.
#[allow(dead_code, clippy::needless_range_loop, clippy::manual_memcpy)]
#[path = "models/mod.rs"]
mod models;
#[path = "support/mod.rs"]
mod support;

// What is measured of these is what users read; the rest of the files is for them alone.
#[allow(dead_code, unused_imports, clippy::needless_range_loop)]
#[path = "../examples/diffusion1d.rs"]
mod diffusion1d;
#[allow(dead_code, unused_imports, clippy::needless_range_loop)]
#[path = "../examples/invariants/diffusion.rs"]
mod diffusion_forever;
#[allow(dead_code, unused_imports)]
#[path = "../examples/szymanski.rs"]
mod szymanski;

use std::process::{Command, ExitCode};

use models::{growth, ring, sort, tasks};
use support::{measure, once, print_table, thousands, time};
use tass::{Deadlock, Model};

fn rows() -> Vec<(String, Model)> {
    let mut rows = Vec::new();
    for n in [2, 8, 64] {
        rows.push((format!("ring {n}"), ring::ring::model().nprocs(n)));
    }
    for n in [2, 6] {
        rows.push((
            format!("ring, N rounds {n}"),
            ring::rounds::model().nprocs(n),
        ));
    }
    for n in [3, 4, 5, 6] {
        let model = sort::odd_even_parallel::model()
            .nprocs(n)
            .deadlock(Deadlock::Absolute);
        rows.push((format!("odd-even sort {n}"), model));
    }
    for n in [2, 3, 4, 5] {
        rows.push((
            format!("manager-worker {n}"),
            tasks::manager_worker::model().nprocs(n),
        ));
    }
    for n in [2, 4] {
        rows.push((
            format!("diffusion1d {n}"),
            diffusion1d::diffusion1d::model().nprocs(n),
        ));
    }
    for n in [2, 4] {
        rows.push((
            format!("diffusion, loop invariant {n}"),
            diffusion_forever::diffusion::model().nprocs(n),
        ));
    }
    rows.push((
        "Szymanski, any".to_owned(),
        szymanski::szymanski::model().nprocs_any(),
    ));
    let growing = [
        ("written 800", growth::written_800::model()),
        ("written 1600", growth::written_1600::model()),
        ("exchanged 2000", growth::exchanged_2000::model().nprocs(2)),
        ("exchanged 4000", growth::exchanged_4000::model().nprocs(2)),
        ("scanned 250", growth::scanned_250::model()),
        ("scanned 500", growth::scanned_500::model()),
        ("counted 3", growth::counted_3::model()),
        ("counted 5", growth::counted_5::model()),
    ];
    rows.extend(growing.map(|(name, model)| (name.to_owned(), model)));
    rows
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = args.iter().position(|arg| arg == "--once") {
        let name = args.get(at + 1).map_or("", String::as_str);
        return run_once(name);
    }
    let counting = args.iter().any(|arg| arg == "--instructions");
    let filter = args
        .iter()
        .find(|arg| !arg.starts_with('-'))
        .cloned()
        .unwrap_or_default();
    let mut columns = vec![
        "model and processes",
        "states",
        "steps",
        "obligations",
        "native",
        "cached",
        "Z3",
        "time",
    ];
    if counting {
        columns.push("instructions");
    }
    let mut table = vec![columns.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    let start_up = if counting { instructions("") } else { None };
    let mut wrong = false;
    for (name, model) in rows().into_iter().filter(|row| row.0.contains(&filter)) {
        let (cost, reports) = measure(&[model]);
        for report in reports.iter().filter(|report| !report.is_verified()) {
            eprintln!("{report}");
            wrong = true;
        }
        let counts = [
            cost.states,
            cost.steps,
            cost.obligations,
            cost.native,
            cost.cached,
            cost.by_z3,
        ];
        let mut row = vec![name.clone()];
        row.extend(counts.map(thousands));
        row.push(time(cost.seconds));
        if counting {
            let own = instructions(&name)
                .zip(start_up)
                .map(|(all, start_up)| all.saturating_sub(start_up));
            row.push(own.map_or_else(|| "?".to_owned(), thousands));
        }
        table.push(row);
    }
    print_table(1, &table);
    if wrong {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Runs one row and says nothing: for those who count instructions. No name at all is a run of no
/// model, which is what it costs to start.
fn run_once(name: &str) -> ExitCode {
    let named = rows().into_iter().filter(|row| row.0 == name);
    let models: Vec<Model> = named.map(|row| row.1).collect();
    if models.is_empty() && !name.is_empty() {
        eprintln!("there is no row `{name}`");
        return ExitCode::FAILURE;
    }
    let (_, reports) = once(&models);
    if let Some(report) = reports.iter().find(|report| !report.is_verified()) {
        eprintln!("{report}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The instructions that a process of its own executes for one row (for none, if there is no such
/// row).
fn instructions(row: &str) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--once", row])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text
        .lines()
        .find_map(|line| line.split_once("Collected : "))?
        .1;
    count.trim().parse().ok()
}
