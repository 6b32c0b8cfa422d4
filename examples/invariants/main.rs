//! Proofs for any number of iterations: the nine programs of paper 000, section 3, and paper 004's
//! pair insertion sort.
//!
//! Every program is a module with its broken twins. A twin whose defect shows in an execution is
//! refuted by it; one whose invariant only says too little is inconclusive, and shows an arbitrary
//! iteration in which something goes wrong.

mod count;
mod diffusion;
mod fibonacci;
mod matrix;
mod mean;
mod nested;
mod producer;
mod race;
mod ring;
mod sort;
mod stagger;

fn main() {
    let programs = [
        stagger::stagger::model().nprocs(2),
        count::count::model().nprocs(10),
        ring::ring::model().nprocs(10),
        race::race::model().nprocs(4),
        matrix::matrix::model().nprocs(1),
    ];
    for program in programs {
        println!("{}\n", program.check());
    }
}

/// States, steps and questions to Z3 of a verified run.
#[cfg(test)]
fn verified(model: &tass::Model) -> (u64, u64, u64) {
    let report = model.check();
    assert!(report.is_verified(), "{report}");
    let stats = report.stats();
    (stats.states, stats.steps, stats.by_z3)
}
