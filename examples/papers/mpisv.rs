//! MPI-SV's benchmark (Yu, Chen, Fu, Wang, Su, Sun, Huang, Dong: *Symbolic verification of message
//! passing interface programs*, ICSE 2020): every program with every defect that its tool can
//! plant, one receive at a time.
//!
//! MPI-SV buffers every standard send, so its question is the one under `deadlock = absolute`;
//! `potential` is tass's own.

#[path = "../mpisv/suite/mod.rs"]
mod suite;

use std::time::Instant;

use suite::{Case, PROGRAMS, Program};
use tass::Deadlock;

use super::row::support::{print_table, thousands, time};

/// Runs all rows and prints them as a table. Are all verdicts the expected ones?
pub(crate) fn run() -> bool {
    let columns = [
        "program",
        "case",
        "absolute",
        "potential",
        "note",
        "procs",
        "states",
        "time",
        "states",
        "time",
    ];
    let mut table = vec![columns.map(str::to_owned).to_vec()];
    let mut right = true;
    let mut left_out = Vec::new();
    for program in PROGRAMS {
        for case in (program.cases)() {
            for &nprocs in program.processes(&case) {
                let (row, as_expected) = row(program, &case, nprocs);
                right &= as_expected;
                eprintln!("{}", row.join("  "));
                table.push(row);
            }
            if !case.note.is_empty() {
                left_out.extend(without(program, &case));
            }
        }
    }
    println!();
    print_table(5, &table);
    if !left_out.is_empty() {
        println!(
            "\nLeft out, since they take long or meet a limit: {}.",
            left_out.join("; ")
        );
    }
    right
}

/// Which numbers of processes a case has no row for.
fn without(program: &Program, case: &Case) -> Option<String> {
    let mut missing = program.nprocs.to_vec();
    missing.retain(|nprocs| !program.processes(case).contains(nprocs));
    let with = missing.iter().map(usize::to_string).collect::<Vec<_>>();
    let name = format!("{}, {}", program.name, case.name.replace('_', " "));
    (!with.is_empty()).then(|| format!("{name}, {} processes", with.join(" and ")))
}

fn row(program: &Program, case: &Case, nprocs: usize) -> (Vec<String>, bool) {
    let mut right = true;
    let ways = [
        (Deadlock::Absolute, case.absolute),
        (Deadlock::Potential, case.potential),
    ];
    let [absolute, potential] = ways.map(|(deadlock, expected)| {
        let model = program.model(case).nprocs(nprocs).deadlock(deadlock);
        let start = Instant::now();
        let report = model.check();
        let seconds = start.elapsed().as_secs_f64();
        let as_expected = suite::is_expected(&report, expected);
        if !as_expected {
            right = false;
            eprintln!("{}, {}:\n{report}\n", program.name, case.name);
        }
        let verdict = match report.kinds().first() {
            _ if !as_expected => "WRONG",
            Some(kind) => kind.name(),
            None => "verified",
        };
        (
            verdict.to_owned(),
            thousands(report.stats().states),
            seconds,
        )
    });
    let row = vec![
        program.name.to_owned(),
        case.name.replace('_', " "),
        absolute.0,
        potential.0,
        case.note.to_owned(),
        nprocs.to_string(),
        absolute.1,
        time(absolute.2),
        potential.1,
        time(potential.2),
    ];
    (row, right)
}
