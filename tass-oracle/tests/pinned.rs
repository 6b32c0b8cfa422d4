//! Random refuted models: replaying the execution that the report names gives the same violation.

use tass_core::report::{EventKind, Report, Violation};
use tass_core::{Deadlock, Execution, Options};
use tass_mpi_model::{check, replay};
use tass_oracle::generate::generate;
use tass_oracle::soak::seeds;

/// With the inputs given, no branch is open, so a replay shows none.
fn without_branches(report: &Report) -> Option<Violation> {
    let mut violation = report.violations().first()?.clone();
    violation.trace.retain(|e| e.kind != EventKind::Branch);
    Some(violation)
}

#[test]
fn violations_of_random_models_replay() {
    let mut refuted = 0;
    for seed in seeds(11).take(400) {
        let model = generate(seed);
        let function = model.function();
        for (deadlock, reduction) in [
            (Deadlock::Potential, true),
            (Deadlock::Absolute, true),
            (Deadlock::Potential, false),
        ] {
            let mut options = Options::default();
            options.nprocs = model.nprocs;
            options.deadlock = deadlock;
            options.reduction = reduction;
            options.max_states = 3000;
            let report = check(&function, &options);
            let Some(violation) = report.violations().first() else {
                continue;
            };
            refuted += 1;
            let execution = Execution::of(violation).expect("small inputs");
            let Err(again) = replay(&function, None, &options, &execution) else {
                panic!("seed {seed}: the replay finds nothing wrong\n{report}");
            };
            assert_eq!(
                without_branches(&report),
                without_branches(&again),
                "seed {seed}: {report}\n\n{again}"
            );
        }
    }
    assert!(refuted > 200, "only {refuted} refuted");
}
