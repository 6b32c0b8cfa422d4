//! Diffusion in one dimension, verified for at most N time steps, N from 1 to 16, and by a loop
//! invariant for all N: the picture of paper 000, Fig. 5 (right).
//!
//! `cargo bench --bench unbounded` writes `target/tass/unbounded.svg`.

#![allow(missing_docs, dead_code)]

#[path = "../examples/invariants/diffusion.rs"]
mod diffusion;

use std::fmt::Write as _;
use std::time::Instant;

use tass::Model;
use tass::prelude::*;

/// The same program without the invariant, for at most so many steps.
macro_rules! bounded {
    ($($name:ident $most:literal)*) => {
        $(
            #[tass::model]
            fn $name(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
                let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
                assume!(nx == 2 * nprocs && u0.len() == nx && nsteps <= $most);
                let first = 2 * rank;
                let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
                let mut u = [0.0, u0[first], u0[first + 1], 0.0];
                for _ in 0..nsteps {
                    mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
                    mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
                    let mut v = u;
                    for i in 1..=2 {
                        v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
                    }
                    u = v;
                    joint_assert!(STEP: (1..=2).all(|i| u[i] == spec.u[first + i - 1]));
                }
            }
        )*
        fn models() -> Vec<(u32, Model)> {
            vec![$(($most, $name::model())),*]
        }
    };
}

bounded! {
    bounded1 1 bounded2 2 bounded3 3 bounded4 4 bounded6 6 bounded8 8 bounded10 10 bounded12 12 bounded14 14 bounded16 16
}

#[tass::model]
fn sequential(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let mut u = u0.clone();
    for _ in 0..nsteps {
        let mut v = u.clone();
        for i in 0..nx {
            v[i] = u[i] + k * (u[(i + 1) % nx] + u[(i + nx - 1) % nx] - 2.0 * u[i]);
        }
        u = v;
        joint_assert!(STEP: true);
    }
}

const NPROCS: usize = 10;

/// Steps and seconds of a verified run.
fn measured(model: &Model) -> (f64, f64) {
    let start = Instant::now();
    let report = model.check();
    assert!(report.is_verified(), "{report}");
    (report.stats().steps as f64, start.elapsed().as_secs_f64())
}

fn main() {
    let mut points = Vec::new();
    for (most, model) in models() {
        let model = model.nprocs(NPROCS).spec(sequential::model());
        let (steps, seconds) = measured(&model);
        println!("N <= {most:2}: {steps:6} steps, {seconds:.3} s");
        points.push((f64::from(most), steps, seconds));
    }
    let all = measured(&diffusion::diffusion::model().nprocs(NPROCS));
    println!("all N  : {:6} steps, {:.3} s", all.0, all.1);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tass");
    std::fs::create_dir_all(&folder).expect("target/tass can be written");
    let file = folder.join("unbounded.svg");
    std::fs::write(&file, picture(&points, all)).expect("the picture can be written");
    println!("{}", file.display());
}

/// Two curves and two lines: steps (left axis) and seconds (right axis).
fn picture(points: &[(f64, f64, f64)], all: (f64, f64)) -> String {
    let most = |f: fn(&(f64, f64, f64)) -> f64| points.iter().map(f).fold(0.0, f64::max);
    let (steps, seconds) = (most(|p| p.1), most(|p| p.2));
    let x = |n: f64| 60.0 + n / 16.0 * 480.0;
    let y = |v: f64, top: f64| 300.0 - v / top * 260.0;
    let curve = |of: &dyn Fn(&(f64, f64, f64)) -> f64| -> String {
        let at = points.iter().map(|p| format!("{:.1},{:.1}", x(p.0), of(p)));
        at.collect::<Vec<_>>().join(" ")
    };
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 380\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"600\" height=\"380\" fill=\"white\"/>\n",
    );
    for n in (0..=16).step_by(2) {
        let at = x(f64::from(n));
        let _ = writeln!(
            svg,
            "<line x1=\"{at}\" y1=\"300\" x2=\"{at}\" y2=\"304\" stroke=\"black\"/><text x=\"{at}\" y=\"318\" text-anchor=\"middle\">{n}</text>"
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M60 40V300H540V40\" fill=\"none\" stroke=\"black\"/>\n\
         <text x=\"300\" y=\"338\" text-anchor=\"middle\">upper bound on the number of time steps N</text>\n\
         <text x=\"60\" y=\"30\" text-anchor=\"middle\" fill=\"#1f5fa8\">{steps} steps</text>\n\
         <text x=\"540\" y=\"30\" text-anchor=\"middle\" fill=\"#b3471d\">{seconds:.2} s</text>"
    );
    for (colour, dash, line) in [
        ("#1f5fa8", "", curve(&|p| y(p.1, steps))),
        ("#b3471d", "", curve(&|p| y(p.2, seconds))),
        ("#1f5fa8", "6 4", flat(y(all.0, steps))),
        ("#b3471d", "2 3", flat(y(all.1, seconds))),
    ] {
        let _ = writeln!(
            svg,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>"
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"60\" y=\"358\" fill=\"#1f5fa8\">steps: bounded (solid), all N (dashed: {} steps)</text>\n\
         <text x=\"60\" y=\"374\" fill=\"#b3471d\">time: bounded (solid), all N (dotted: {:.0} ms)</text>\n</svg>",
        all.0,
        all.1 * 1000.0
    );
    svg
}

fn flat(y: f64) -> String {
    format!("60,{y:.1} 540,{y:.1}")
}
