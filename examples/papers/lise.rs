//! S. F. Siegel and T. K. Zirkel: *Loop invariant symbolic execution for parallel programs*, VMCAI
//! 2012, Fig. 5: every N, with CVC3; and the pair insertion sort of Z. Luo and S. F. Siegel:
//! *Symbolic execution and deductive verification approaches to VerifyThis 2017 challenges*, ISoLA
//! 2018, Fig. 10 (CIVL).

// Each has more models than are rows here.
#![allow(dead_code)]

#[path = "../invariants/count.rs"]
mod count;
#[path = "../invariants/diffusion.rs"]
mod diffusion;
#[path = "../invariants/fibonacci.rs"]
mod fibonacci;
#[path = "../invariants/matrix.rs"]
mod matrix;
#[path = "../invariants/mean.rs"]
mod mean;
#[path = "../invariants/nested.rs"]
mod nested;
#[path = "../invariants/race.rs"]
mod race;
#[path = "../invariants/ring.rs"]
mod ring;
#[path = "../invariants/sort.rs"]
mod sort;
#[path = "../invariants/stagger.rs"]
mod stagger;

use std::time::Instant;

use tass::{Kind, Model};

use super::row::support::{print_table, thousands, time};

/// One program: what the paper says it took.
struct Row {
    program: &'static str,
    nprocs: usize,
    model: Model,
    expect: Option<Kind>,
    /// Transitions (for the sort: states), calls of the prover, seconds.
    published: Option<(u64, u64, f64)>,
}

fn row(
    program: &'static str,
    nprocs: usize,
    model: Model,
    published: Option<(u64, u64, f64)>,
) -> Row {
    Row {
        program,
        nprocs,
        model,
        expect: None,
        published,
    }
}

pub(crate) fn run(quick: bool) -> bool {
    let mut rows = vec![
        Row {
            expect: Some(Kind::Invariant),
            ..row("race", 10, race::race::model(), Some((823, 1, 0.9)))
        },
        row(
            "stagger",
            2,
            stagger::stagger::model(),
            Some((201, 51, 2.1)),
        ),
        row("matrix", 1, matrix::matrix::model(), Some((30, 103, 5.2))),
        row("count", 10, count::count::model(), Some((138, 55, 3.7))),
        row("ring", 10, ring::ring::model(), Some((1_521, 70, 4.3))),
        row("mean", 1, mean::mean::model(), Some((28, 18, 0.5))),
        row("fib", 1, fibonacci::fibonacci::model(), Some((60, 29, 1.4))),
        row("nested", 1, nested::nested::model(), Some((79, 44, 1.1))),
        row(
            "diffusion",
            10,
            diffusion::diffusion::model(),
            Some((3_580, 82, 34.4)),
        ),
        row(
            "pair insertion sort",
            1,
            sort::pair_insertion_sort::model(),
            Some((1_136, 226, 15.0)),
        ),
    ];
    if !quick {
        for nprocs in [2, 4, 8, 16, 32, 64] {
            rows.push(row("count", nprocs, count::count::model(), None));
            rows.push(row("ring", nprocs, ring::ring::model(), None));
        }
    }
    let columns = [
        "program",
        "procs",
        "verdict",
        "states",
        "steps",
        "published",
        "Z3",
        "published",
        "time",
        "published",
    ];
    let mut table = vec![columns.map(str::to_owned).to_vec()];
    let mut right = true;
    for row in rows {
        let start = Instant::now();
        let report = row.model.nprocs(row.nprocs).check();
        let seconds = start.elapsed().as_secs_f64();
        let stats = report.stats();
        let (as_published, verdict) = match row.expect {
            None => (report.is_verified(), "verified"),
            Some(kind) => (report.kinds() == [kind], "refuted"),
        };
        // Fewer questions to the prover than the paper, or the row is not as good as published.
        let fewer = row
            .published
            .is_none_or(|(_, calls, _)| stats.by_z3 <= calls);
        if !as_published || !fewer {
            right = false;
            eprintln!("{}, {} processes:\n{report}\n", row.program, row.nprocs);
        }
        let published = |of: fn((u64, u64, f64)) -> String| row.published.map_or(String::new(), of);
        table.push(vec![
            row.program.to_owned(),
            row.nprocs.to_string(),
            if as_published { verdict } else { "WRONG" }.to_owned(),
            thousands(stats.states),
            thousands(stats.steps),
            published(|p| thousands(p.0)),
            thousands(stats.by_z3),
            published(|p| thousands(p.1)),
            time(seconds),
            published(|p| format!("{} s", p.2)),
        ]);
    }
    print_table(3, &table);
    right
}
