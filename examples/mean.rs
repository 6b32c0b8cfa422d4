//! Two ways to compute a mean, related after every step (*Collective assertions*, Fig. 5).
//!
//! The running mean `x` of the first `i` numbers and their sum are not equal but related, by
//! `x * i == spec.x`. Quotients of polynomials have a canonical form, so this is arithmetic, and no
//! question for Z3.

use tass::prelude::*;

const MOST: usize = 10;

/// The definition: the sum, divided by how many there are.
#[tass::model]
pub(crate) fn by_definition(a: &[f64]) {
    let n = a.len();
    let mut x = 0.0;
    for i in 0..n {
        x += a[i];
        joint_assert!(C: true);
    }
    let m = x / n as f64;
    joint_assert!(M: true);
    output!(mean = m);
}

/// The mean of what has been seen so far.
#[tass::verify(nprocs = 1, spec = by_definition)]
pub(crate) fn running(a: &[f64]) {
    let n = a.len();
    assume!(0 < n && n <= MOST);
    let mut x = 0.0;
    for i in 1..=n {
        x = ((i - 1) as f64 * x + a[i - 1]) / i as f64;
        joint_assert!(C: x * i as f64 == spec.x);
    }
    let m = x;
    joint_assert!(M: m == spec.m);
    output!(mean = m);
}

/// A broken twin: every new number gets half the weight. Right for one number, and for two.
#[tass::verify(nprocs = 1, spec = by_definition, expect = collective_assertion)]
pub(crate) fn smoothed(a: &[f64]) {
    let n = a.len();
    assume!(0 < n && n <= MOST);
    let mut x = a[0];
    for i in 1..=n {
        if i > 1 {
            x = (x + a[i - 1]) / 2.0;
        }
        joint_assert!(C: x * i as f64 == spec.x);
    }
    let m = x;
    joint_assert!(M: m == spec.m);
    output!(mean = m);
}

/// A broken twin: no numbers, no mean. The specification divides by zero, and says so.
#[tass::verify(nprocs = 1, spec = by_definition, expect = division_by_zero)]
pub(crate) fn of_nothing(a: &[f64]) {
    let n = a.len();
    assume!(n <= 1);
    let mut x = 0.0;
    for i in 1..=n {
        x = a[i - 1];
        joint_assert!(C: x == spec.x);
    }
    let m = x;
    joint_assert!(M: m == spec.m);
    output!(mean = m);
}

fn main() {
    for model in [running::model(), smoothed::model(), of_nothing::model()] {
        println!("{}\n", model.nprocs(1).check());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(model: tass::Model, nprocs: usize) -> (u64, u64, u64) {
        let report = model.nprocs(nprocs).check();
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(running::model(), 1),
            counts(smoothed::model(), 1),
            counts(of_nothing::model(), 1),
        ];
        assert_eq!(counts, [(21, 11, 0), (2, 2, 0), (4, 3, 0)]);
    }

    /// Exploring every interleaving gives the same verdicts, and so does Z3 alone.
    #[test]
    fn reduction_and_shortcuts_change_nothing() {
        let models = [
            running::model().nprocs(1),
            smoothed::model().nprocs(1),
            of_nothing::model().nprocs(1),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let plain = model.check();
            for other in [
                model.clone().reduction(false).check(),
                model.clone().native_prover(false).check(),
                model.clone().schedule(tass::Schedule::First).check(),
            ] {
                assert_eq!(plain.verdict(), other.verdict(), "{other}");
                assert_eq!(plain.kinds(), other.kinds(), "{other}");
            }
        }
    }
}
