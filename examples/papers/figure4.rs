//! *Collective assertions*, Fig. 4: what the assertions of diffusion1d cost, and what the order of
//! processes saves. Three experiments for each number of processes: without assertions (a), with
//! them (b), and with them while those who are behind in the queues go first (c, "CQMin").

use tass::prelude::*;
use tass::{Model, Schedule};

use super::models::diffusion1d;
use super::row::support::{once, print_table, thousands, time};

/// Published states for 2 to 15 processes: (a) and (b), which are the same, and (c).
const PUBLISHED: [(u64, u64); 14] = [
    (4_886, 3_496),
    (10_537, 7_492),
    (18_624, 13_188),
    (29_363, 20_728),
    (42_970, 30_256),
    (59_661, 41_916),
    (79_652, 55_852),
    (103_159, 72_208),
    (130_398, 91_128),
    (161_585, 112_756),
    (196_936, 137_236),
    (236_667, 164_712),
    (280_994, 195_328),
    (330_133, 229_228),
];

/// The specification without its assertion. The number of steps is put out, since a comparison has
/// to compare something.
#[tass::model]
fn sequential(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let mut u = u0.clone();
    for _ in 0..nsteps {
        let mut v = u.clone();
        for i in 0..nx {
            v[i] = u[i] + k * (u[(i + 1) % nx] + u[(i + nx - 1) % nx] - 2.0 * u[i]);
        }
        u = v;
    }
    output!(nsteps = nsteps);
}

/// `diffusion1d::solve` without its assertions.
#[tass::model]
fn unasserted(nx: usize, nsteps: usize, k: f64, u0: &[f64]) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nprocs <= nx && nx <= 3 * nprocs && nsteps <= 2 && u0.len() == nx);
    elaborate!(nx);
    let first = rank * nx / nprocs;
    let nxl = (rank + 1) * nx / nprocs - first;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = diffusion1d::block(u0, first, nxl);
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[nxl + 1], from = right));
        mpi!(sendrecv(&u[nxl], to = right, &mut u[0], from = left));
        diffusion1d::update(&mut u, nxl, k);
    }
    output!(nsteps = nsteps);
}

/// The three experiments.
fn experiments() -> [Model; 3] {
    let asserted = diffusion1d::diffusion1d::model().spec(diffusion1d::sequential::model());
    [
        unasserted::model()
            .spec(sequential::model())
            .schedule(Schedule::First),
        asserted.clone().schedule(Schedule::First),
        asserted.schedule(Schedule::QueueMin),
    ]
}

/// Runs the experiments and prints them as a table. Is everything verified, with fewer states than
/// published?
pub(crate) fn run() -> bool {
    let columns = [
        "procs",
        "(a) no assertions",
        "time",
        "(b) `first`",
        "published, (a) and (b)",
        "time",
        "published",
        "(c) `queue_min`",
        "published",
        "time",
    ];
    let mut table = vec![columns.map(str::to_owned).to_vec()];
    let mut right = true;
    for ((normal, queue_min), nprocs) in PUBLISHED.into_iter().zip(2..) {
        let [a, b, c] = experiments().map(|model| {
            // What else the machine does only ever adds: the shortest of three.
            let models = [model.nprocs(nprocs)];
            let runs = [once(&models), once(&models), once(&models)];
            let seconds = runs.iter().map(|run| run.0).fold(f64::INFINITY, f64::min);
            let report = &runs[0].1[0];
            if !report.is_verified() {
                right = false;
                eprintln!("diffusion1d, {nprocs} processes:\n{report}\n");
            }
            (report.stats().states, time(seconds))
        });
        right &= a.0 < normal && b.0 < normal && c.0 < queue_min;
        // Of the times the paper has a graph, and says that the longest of all was 80 s.
        let longest = if nprocs == 15 { "80 s" } else { "" };
        table.push(vec![
            nprocs.to_string(),
            thousands(a.0),
            a.1,
            thousands(b.0),
            thousands(normal),
            b.1,
            longest.to_owned(),
            thousands(c.0),
            thousands(queue_min),
            c.1,
        ]);
    }
    println!("\ndiffusion1d, nprocs <= nx <= 3 nprocs, at most 2 steps: states\n");
    print_table(0, &table);
    right
}
