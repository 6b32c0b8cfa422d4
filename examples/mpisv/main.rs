//! The programs of MPI-SV's benchmark (Yu, Chen, Fu, Wang, Su, Sun, Huang, Dong: *Symbolic
//! verification of message passing interface programs*, ICSE 2020), each with the defects that its
//! tool plants: a receive whose source is not what it should be.
//!
//! They are models, not translations: what is computed between two messages is one input a message,
//! and who receives what from whom is as in the programs. MPI-SV buffers every standard send; its
//! question is the one under `deadlock = absolute`. `cargo run --release --example papers -- mpisv`
//! makes a table of them all.

mod suite;

use suite::{Case, Program};
use tass::{Deadlock, Report};

/// Every program as it is, and with its defects, for the fewest processes.
fn main() {
    for program in suite::PROGRAMS {
        for case in (program.cases)() {
            for deadlock in [Deadlock::Absolute, Deadlock::Potential] {
                let (report, as_expected) = check(program, &case, deadlock);
                let but = if as_expected { "" } else { "NOT EXPECTED: " };
                println!(
                    "{}, {}: {but}{}",
                    program.name,
                    case.name,
                    report.in_one_line()
                );
            }
        }
    }
}

/// Checks a case for the fewest processes. Is the verdict the expected one?
fn check(program: &Program, case: &Case, deadlock: Deadlock) -> (Report, bool) {
    let nprocs = program.processes(case)[0];
    let model = program.model(case).nprocs(nprocs).deadlock(deadlock);
    let report = model.check();
    let expected = match deadlock {
        Deadlock::Absolute => case.absolute,
        _ => case.potential,
    };
    let as_expected = suite::is_expected(&report, expected);
    (report, as_expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cases that are quick; the table has the others.
    fn verdicts_are_as_expected(deadlock: Deadlock) {
        for program in suite::PROGRAMS {
            for case in (program.cases)() {
                if case.note.is_empty() && case.nprocs.is_empty() {
                    let (report, as_expected) = check(program, &case, deadlock);
                    assert!(as_expected, "{}, {}:\n{report}", program.name, case.name);
                }
            }
        }
    }

    #[test]
    fn verdicts_if_every_send_is_buffered() {
        verdicts_are_as_expected(Deadlock::Absolute);
    }

    #[test]
    fn verdicts_if_any_send_may_not_be() {
        verdicts_are_as_expected(Deadlock::Potential);
    }

    /// States, steps and questions to Z3 of a case, for the fewest processes.
    fn counts(program: &str, case: &str) -> (u64, u64, u64) {
        let program = suite::PROGRAMS.iter().find(|p| p.name == program);
        let program = program.expect("a program");
        let cases = (program.cases)();
        let case = cases.iter().find(|c| c.name == case).expect("a case");
        let (report, _) = check(program, case, Deadlock::Absolute);
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts("DTG", "original"),
            counts("DTG", "r4"),
            counts("Integrate-MS", "original"),
            counts("Integrate-MS", "m1_names_1"),
            counts("Diffusion2d", "e1"),
            counts("Gauss_elim", "race"),
            counts("Heat", "original"),
            counts("Mandelbrot", "original"),
            counts("ClustalW", "original"),
        ];
        assert_eq!(
            counts,
            [
                (23, 24, 0),
                (32, 32, 0),
                (230, 255, 0),
                (396, 421, 0),
                (91, 90, 0),
                (18, 18, 0),
                (357, 405, 0),
                (1037, 2459, 0),
                (2479, 3635, 0)
            ]
        );
    }

    /// A mutated receive of Heat that fails sooner than the program gets stuck: it can do either.
    #[test]
    fn heat_can_get_stuck_as_well() {
        let heat = suite::PROGRAMS.iter().find(|p| p.name == "Heat");
        let heat = heat.expect("a program");
        for case in (heat.cases)() {
            if ["h7", "h8"].contains(&case.name) {
                let model = heat.model(&case).nprocs(6).deadlock(Deadlock::Absolute);
                let mut kinds = model.violations(tass::Violations::All).check().kinds();
                kinds.sort_by_key(|kind| kind.name());
                assert_eq!(kinds, [tass::Kind::Deadlock, tass::Kind::TypeMismatch]);
            }
        }
    }

    /// Exploring every interleaving of DTG gives the same verdicts. (It takes long for the others.)
    #[test]
    fn reduction_changes_nothing() {
        for program in suite::PROGRAMS.iter().filter(|p| p.nprocs == [5]) {
            for case in (program.cases)() {
                let model = program.model(&case).nprocs(program.nprocs[0]);
                let report = model.clone().reduction(false).check();
                let of = format!("{}, {}", program.name, case.name);
                assert!(
                    suite::is_expected(&report, case.potential),
                    "{of}:\n{report}"
                );
            }
        }
    }
}
