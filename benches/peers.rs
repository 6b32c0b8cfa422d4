//! Our numbers beside those of CIVL, the tool that one would pick instead:
//! `cargo bench --bench peers`.
//!
//! CIVL v2.0 was measured on a machine like ours, two cores, with Z3. Its times here are those of
//! the search alone, without the 5 to 7 seconds that the JVM and the C front end take (3 or 4 for a
//! sequential program). `~` marks those for which only the wall time was recorded, and 6 (or 4)
//! seconds were taken off. All its times are good to a factor of two. The parallel sort of six
//! elements is from Luo and Siegel's paper, with CIVL 1.17 on a machine of 2018. Our times are for
//! all of `check`, from the function to the report.
//!
//! The bar: 100 times less than CIVL's search where that is 2 s or more, and fewer states. A row
//! that misses it is marked `!`. The exit status is 1 if a verdict is wrong.

// Not every bench uses every model; and models index, where Rust would iterate.
#[allow(dead_code, clippy::needless_range_loop, clippy::manual_memcpy)]
#[path = "models/mod.rs"]
mod models;
#[path = "support/mod.rs"]
mod support;

use std::process::ExitCode;

use models::{adder, diffusion, integrate, matmat, nonblocking, ring, sort, wildcard};
use support::{measure, print_table, thousands, time};
use tass::{Deadlock, Kind, Model};

/// A row of the table.
struct Row {
    program: &'static str,
    size: String,
    /// Run one after the other: CIVL's `n <= N` is a run of ours for each number of processes.
    models: Vec<Model>,
    /// The violation to be found, if there is one.
    expect: Option<Kind>,
    civl: Civl,
}

/// What CIVL needs for it.
struct Civl {
    /// `None`: no answer in 180 s.
    states: Option<u64>,
    seconds: f64,
    /// Was the time of the search estimated from the wall time?
    estimated: bool,
}

const LONGEST: f64 = 180.0;

fn rows() -> Vec<Row> {
    let families = [
        rings(),
        under_way(),
        blocks(),
        managers(),
        wildcards(),
        sorts(),
    ];
    families.into_iter().flatten().collect()
}

/// A row of which the time of CIVL's search is known.
fn searched(
    program: &'static str,
    size: String,
    models: Vec<Model>,
    expect: Option<Kind>,
    states: Option<u64>,
    seconds: f64,
) -> Row {
    Row {
        program,
        size,
        models,
        expect,
        civl: Civl {
            states,
            seconds,
            estimated: false,
        },
    }
}

/// A sort that holds: only wall times are known for those.
fn sorted(
    program: &'static str,
    n: usize,
    models: Vec<Model>,
    states: Option<u64>,
    seconds: f64,
) -> Row {
    let civl = Civl {
        states,
        seconds,
        estimated: true,
    };
    Row {
        program,
        size: format!("n <= {n}"),
        models,
        expect: None,
        civl,
    }
}

fn procs(n: usize) -> String {
    format!("{n} procs")
}

/// Everybody hands something on to the next.
fn rings() -> Vec<Row> {
    let mut rows = Vec::new();
    for (n, states, s) in [(2, 149, 0.7), (4, 305, 0.85), (6, 485, 1.0)] {
        let model = ring::ring::model().nprocs(n).deadlock(Deadlock::Absolute);
        rows.push(searched(
            "ring, one round",
            procs(n),
            vec![model],
            None,
            Some(states),
            s,
        ));
    }
    for (n, states, s) in [(2, 155, 0.5), (4, 569, 1.9), (6, 2_051, 3.7)] {
        rows.push(searched(
            "ring, potential deadlock checked",
            procs(n),
            vec![ring::ring::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    for (n, states, s) in [(2, 447, 1.4), (4, 1_123, 2.7), (6, 2_054, 3.1)] {
        rows.push(searched(
            "ring, N rounds, N <= 3",
            procs(n),
            vec![ring::rounds::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    rows
}

/// Operations go on while the processes do.
fn under_way() -> Vec<Row> {
    let mut rows = Vec::new();
    for (n, states, s) in [
        (2, 897, 1.6),
        (3, 2_271, 2.7),
        (4, 5_515, 4.7),
        (5, 13_141, 9.9),
    ] {
        rows.push(searched(
            "isend/irecv/waitall ring",
            procs(n),
            vec![nonblocking::ring::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    rows.push(searched(
        "nonblocking many-to-one",
        procs(3),
        vec![nonblocking::many_to_one::model().nprocs(3)],
        None,
        Some(27_155),
        16.6,
    ));
    rows
}

/// Everybody has a block of the data.
fn blocks() -> Vec<Row> {
    let mut rows = Vec::new();
    for (n, states, s) in [(2, 1_084, 2.4), (4, 2_179, 3.6), (6, 3_374, 4.7)] {
        rows.push(searched(
            "adder, n <= 5",
            procs(n),
            vec![adder::adder_5::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    for (n, states, s) in [(4, 4_649, 6.6), (6, 7_139, 7.6)] {
        rows.push(searched(
            "adder, n <= 10",
            procs(n),
            vec![adder::adder_10::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    for (n, states, s) in [
        (2, 473, 1.2),
        (3, 692, 2.2),
        (4, 925, 2.5),
        (5, 1_206, 2.9),
        (6, 1_459, 3.8),
    ] {
        let model = if n < 5 {
            diffusion::diffusion_4::model()
        } else {
            diffusion::diffusion_6::model()
        };
        rows.push(searched(
            "diffusion1d, in-program oracle",
            procs(n),
            vec![model.nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    rows
}

/// One hands out the work of all others.
fn managers() -> Vec<Row> {
    let mut rows = vec![searched(
        "matmat manager-worker, N, L, M <= 3",
        procs(4),
        vec![matmat::matmat::model().nprocs(4)],
        None,
        Some(21_368),
        14.0,
    )];
    for (n, states, s) in [
        (2, 1_272, 2.0),
        (3, 4_007, 4.0),
        (4, 9_698, 10.0),
        (5, 25_221, 27.0),
    ] {
        rows.push(searched(
            "integrate, manager-worker",
            procs(n),
            vec![integrate::integrate::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    rows
}

/// Receives that leave their source open.
fn wildcards() -> Vec<Row> {
    let mut rows = Vec::new();
    for (n, states, s) in [
        (3, 255, 0.7),
        (4, 513, 1.0),
        (5, 1_143, 1.4),
        (6, 2_753, 2.0),
    ] {
        rows.push(searched(
            "wildcard gather, correct",
            procs(n),
            vec![wildcard::gather::model().nprocs(n)],
            None,
            Some(states),
            s,
        ));
    }
    for (n, states, s) in [(3, 252, 1.4), (6, 522, 1.4)] {
        let model = wildcard::gather_race::model().nprocs(n);
        rows.push(searched(
            "wildcard gather, race",
            procs(n),
            vec![model],
            Some(Kind::Assertion),
            Some(states),
            s,
        ));
    }
    for (n, states, s) in [(3, 356, 1.0), (4, 741, 1.2), (5, 1_658, 2.3)] {
        let model = wildcard::sum_two_rounds::model().nprocs(n);
        rows.push(searched(
            "sum with any-source, 2 rounds",
            procs(n),
            vec![model],
            None,
            Some(states),
            s,
        ));
    }
    rows
}

/// Sorts, parallel and sequential.
fn sorts() -> Vec<Row> {
    let mut rows = Vec::new();
    for (most, states, s) in [
        (3, Some(3_053), 4.0),
        (4, Some(20_532), 23.0),
        (5, Some(168_762), 165.0),
        (6, Some(4_491_620), 1_994.0),
    ] {
        let model = |n| {
            sort::odd_even_parallel::model()
                .nprocs(n)
                .deadlock(Deadlock::Absolute)
        };
        rows.push(sorted(
            "odd-even sort, parallel",
            most,
            (1..=most).map(model).collect(),
            states,
            s,
        ));
    }
    let sequential = [
        (3, sort::odd_even_sequential_3::model(), 1_050, 1.0),
        (4, sort::odd_even_sequential_4::model(), 8_363, 16.0),
        (5, sort::odd_even_sequential_5::model(), 76_811, 116.0),
    ];
    for (most, model, states, s) in sequential {
        rows.push(sorted(
            "odd-even sort, sequential",
            most,
            vec![model],
            Some(states),
            s,
        ));
    }
    let pairs = [
        (4, sort::pair_insertion_4::model(), Some(1_209), 4.0),
        (5, sort::pair_insertion_5::model(), Some(9_368), 29.0),
        (6, sort::pair_insertion_6::model(), None, LONGEST),
    ];
    for (most, model, states, s) in pairs {
        rows.push(sorted("pair insertion sort", most, vec![model], states, s));
    }
    rows
}

fn main() -> ExitCode {
    let filter = std::env::args()
        .skip(1)
        .find(|arg| !arg.starts_with('-'))
        .unwrap_or_default();
    let columns = [
        "program",
        "size",
        "verdict",
        "CIVL states",
        "states",
        "steps",
        "Z3",
        "CIVL search",
        "tass",
        "fewer states",
        "faster",
        "",
    ];
    let mut table = vec![columns.map(str::to_owned).to_vec()];
    let (mut wrong, mut missed) = (false, 0);
    for row in rows()
        .into_iter()
        .filter(|row| row.program.contains(&filter))
    {
        let (cost, reports) = measure(&row.models);
        let right = reports.iter().all(|report| match row.expect {
            None => report.is_verified(),
            Some(kind) => report.is_refuted() && report.kinds() == [kind],
        });
        if !right {
            wrong = true;
            let bad = |report: &&tass::Report| row.expect.is_some() || !report.is_verified();
            reports
                .iter()
                .filter(bad)
                .for_each(|report| eprintln!("{}, {}:\n{report}\n", row.program, row.size));
        }
        let civl = &row.civl;
        let faster = civl.seconds / cost.seconds;
        let misses = (civl.seconds >= 2.0 && faster < 100.0)
            || civl.states.is_some_and(|states| cost.states >= states);
        missed += u32::from(misses);
        table.push(vec![
            row.program.to_owned(),
            row.size,
            match (right, row.expect) {
                (false, _) => "WRONG".to_owned(),
                (true, None) => "holds".to_owned(),
                (true, Some(_)) => "refuted".to_owned(),
            },
            civl.states
                .map_or_else(|| "no answer".to_owned(), thousands),
            thousands(cost.states),
            thousands(cost.steps),
            thousands(cost.by_z3),
            match (civl.states, civl.estimated) {
                (None, _) => format!("> {:.0} s", civl.seconds),
                (_, true) => format!("~ {:.0} s", civl.seconds),
                (_, false) => format!("{:.1} s", civl.seconds),
            },
            time(cost.seconds),
            civl.states.map_or_else(String::new, |states| {
                format!("{:.0} x", states as f64 / cost.states as f64)
            }),
            format!("{:.0} x", faster),
            if misses {
                "!".to_owned()
            } else {
                String::new()
            },
        ]);
    }
    print_table(3, &table);
    if missed > 0 {
        println!(
            "\n{missed} rows miss the bar: 100 times less than CIVL's search where that is 2 s or more, and fewer states."
        );
    }
    if wrong {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
