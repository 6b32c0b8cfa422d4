//! Worlds that are split, copied and freed: rows and columns of a matrix product, a library with
//! messages of its own, and their broken twins.
//!
//! `cargo run --example communicators` prints what each of them costs.

mod cannon;
mod library;
mod summa;

use tass::Model;

/// Name, model, number of processes.
fn programs() -> Vec<(&'static str, Model, usize)> {
    vec![
        ("matrix product by SUMMA", summa::model(), 4),
        ("matrix product by Cannon", cannon::model(), 4),
        (
            "library with its own messages",
            library::program::model(),
            3,
        ),
        (
            "library with its own messages",
            library::program::model(),
            4,
        ),
    ]
}

fn main() {
    for (name, model, nprocs) in programs() {
        let report = model.nprocs(nprocs).check();
        let stats = report.stats();
        println!(
            "{name}, {nprocs} processes: verified: {}, {} states, {} steps, {:.1} ms",
            report.is_verified(),
            stats.states,
            stats.steps,
            stats.total_time.as_secs_f64() * 1000.0
        );
    }
}

#[cfg(test)]
mod tests {
    /// States of each program; one interleaving, and as many more as somebody has a choice.
    #[test]
    fn what_they_cost() {
        let cost = super::programs().into_iter().map(|(name, model, nprocs)| {
            let report = model.nprocs(nprocs).check();
            assert!(report.is_verified(), "{name}: {report}");
            (name, nprocs, report.stats().states)
        });
        let expected = [
            ("matrix product by SUMMA", 4, 42),
            ("matrix product by Cannon", 4, 52),
            ("library with its own messages", 3, 75),
            ("library with its own messages", 4, 385),
        ];
        assert_eq!(cost.collect::<Vec<_>>(), expected);
    }
}
