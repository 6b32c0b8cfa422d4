//! [`Row`]: one experiment of a paper, run and compared.

#[allow(dead_code, reason = "the benches use the rest")]
#[path = "../../benches/support/mod.rs"]
pub(crate) mod support;

use std::time::Instant;

use support::{print_table, thousands, time};
use tass::{Kind, Model};

/// One experiment.
pub(crate) struct Row {
    pub(crate) program: &'static str,
    pub(crate) bounds: String,
    pub(crate) nprocs: usize,
    pub(crate) model: Model,
    /// The violation that is to be found, if the program is wrong.
    pub(crate) expect: Option<Kind>,
    pub(crate) published: Published,
    /// Does it take more than ten seconds?
    pub(crate) slow: bool,
}

/// What the paper says that it took; nothing where it does not say.
#[derive(Clone, Copy, Default)]
pub(crate) struct Published {
    pub(crate) states: Option<u64>,
    pub(crate) seconds: Option<f64>,
}

/// Published states and seconds; 0 stands for a figure that is not given.
pub(crate) fn published(states: u64, seconds: f64) -> Published {
    Published {
        states: (states > 0).then_some(states),
        seconds: (seconds > 0.0).then_some(seconds),
    }
}

/// Seconds as the papers give them.
fn whole(seconds: f64) -> String {
    if seconds < 1.0 {
        format!("{seconds} s")
    } else {
        format!("{} s", thousands(seconds as u64))
    }
}

/// Runs the rows and prints them as they come, then as a table. Are all verdicts the published
/// ones?
pub(crate) fn run(rows: Vec<Row>, quick: bool) -> bool {
    let columns = [
        "program",
        "bounds",
        "verdict",
        "procs",
        "states",
        "published",
        "steps",
        "Z3",
        "time",
        "published",
    ];
    let mut table = vec![columns.map(str::to_owned).to_vec()];
    let mut right = true;
    let mut left_out = 0;
    for row in rows {
        if quick && row.slow {
            left_out += 1;
            continue;
        }
        let start = Instant::now();
        let report = row.model.nprocs(row.nprocs).check();
        let seconds = start.elapsed().as_secs_f64();
        let (as_published, verdict) = match row.expect {
            None => (report.is_verified(), "verified"),
            Some(kind) => (report.kinds() == [kind], "refuted"),
        };
        if !as_published {
            right = false;
            eprintln!("{}, {} processes:\n{report}\n", row.program, row.nprocs);
        }
        let stats = report.stats();
        let published = row.published;
        let cells = vec![
            row.program.to_owned(),
            row.bounds,
            if as_published { verdict } else { "WRONG" }.to_owned(),
            row.nprocs.to_string(),
            thousands(stats.states),
            published.states.map_or_else(String::new, thousands),
            thousands(stats.steps),
            thousands(stats.by_z3),
            time(seconds),
            published.seconds.map_or_else(String::new, whole),
        ];
        eprintln!("{}", cells.join("  "));
        table.push(cells);
    }
    println!();
    print_table(3, &table);
    if left_out > 0 {
        println!("\n{left_out} rows that take longer than ten seconds were left out.");
    }
    right
}
