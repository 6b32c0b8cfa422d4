//! Communication that goes on while the processes compute: halos, pipelines, managers that take
//! what comes, and their broken twins.
//!
//! `cargo run --example nonblocking` prints what each of them costs.

mod halo;
mod manager;
mod pipeline;
mod polling;
mod ring;

use tass::Model;

/// Name, model, number of processes.
fn programs() -> Vec<(&'static str, Model, usize)> {
    let mut programs = vec![
        ("halo in two dimensions", halo::model(), 4),
        ("pipeline with two buffers", pipeline::pipeline::model(), 3),
        ("manager with waitany", manager::manager::model(), 4),
        ("messages asked for", polling::polling::model(), 3),
    ];
    let sizes = [2, 3, 4, 5, 8, 16, 32, 64];
    programs.extend(sizes.map(|nprocs| ("ring", ring::ring::model(), nprocs)));
    programs
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
            ("halo in two dimensions", 4, 26),
            ("pipeline with two buffers", 3, 32),
            ("manager with waitany", 4, 63),
            ("messages asked for", 3, 131),
            ("ring", 2, 5),
            ("ring", 3, 7),
            ("ring", 4, 9),
            ("ring", 5, 11),
            ("ring", 8, 17),
            ("ring", 16, 33),
            ("ring", 32, 65),
            ("ring", 64, 129),
        ];
        assert_eq!(cost.collect::<Vec<_>>(), expected);
    }
}
