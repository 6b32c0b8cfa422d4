//! Counterexamples of random models are as short as they can be, and shortening changes nothing
//! else.

use std::collections::BTreeSet;

use tass_core::report::Kind;
use tass_core::{Options, Violations, check};
use tass_mpi_model::Mpi;
use tass_oracle::compare::Effort;
use tass_oracle::compare::minimal::Tally;
use tass_oracle::generate::generate;
use tass_oracle::soak::seeds;

/// The command line looks at more: `cargo run --release -p tass-oracle -- minimal --models 200
/// --seed 1`.
#[test]
fn no_shorter_counterexample_exists() {
    let mut tally = Tally::default();
    for seed in seeds(1) {
        if tally.models == 200 {
            break;
        }
        tally.add(seed, Effort::default());
    }
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{tally}");
    assert!(tally.shortest >= 199, "{tally}");
    // The measure measures: as the search meets them, a fifth are longer than need be.
    assert!(tally.shortest_before < 180, "{tally}");
}

#[test]
fn kinds_are_the_same_shortened_or_not() {
    let kinds = |seed: u64, shorten: bool| -> BTreeSet<Kind> {
        let model = generate(seed);
        let mut options = Options::default();
        options.nprocs = model.nprocs;
        options.shorten = shorten;
        options.violations = Violations::All;
        options.max_states = 20_000;
        let report = check(&model.function(), &Mpi, &options);
        report.kinds().into_iter().collect()
    };
    let mut refuted = 0;
    for seed in seeds(5).take(150) {
        let short = kinds(seed, true);
        assert_eq!(short, kinds(seed, false), "seed {seed}");
        refuted += usize::from(!short.is_empty());
    }
    assert!(refuted > 40, "only {refuted} were refuted");
}
