//! Tests that `Report::to_test` prints: they compile, and they fail as the report says.
//!
//! `generated.rs` holds what is printed for every kind of violation, and for models whose values,
//! options or schedules are hard to print. It is checked in, so that it is compiled with everything
//! else; `TASS_PRINT=1 cargo test --test pinned` writes it anew.

#[path = "../cases/mod.rs"]
mod cases;
mod edited;
#[rustfmt::skip]
mod generated;
mod models;

use tass::report::{EventKind, Outcome, Steps};
use tass::{Deadlock, Kind, Model, Report};

/// A printed test, and the name of its subject.
type Printed = (&'static str, fn() -> Result<(), Report>);

/// A refuted model, and the module that its test is to be pasted into.
struct Subject {
    name: String,
    module: &'static str,
    model: Model,
}

/// Every kind that a model can have, then the hard ones.
fn subjects() -> Vec<Subject> {
    let kinds = cases::kinds::PAIRS.iter().map(|pair| {
        // With buffering an open question, what the kind comes with is found first.
        let model = (pair.broken)().nprocs(2);
        let model = match pair.potential.len() {
            1 => model,
            _ => model.deadlock(Deadlock::Absolute),
        };
        Subject {
            name: format!("kind_{}", pair.kind),
            module: "crate::cases::kinds",
            model,
        }
    });
    let hard = models::hard().into_iter().map(|(name, model)| Subject {
        name: name.to_string(),
        module: "crate::models",
        model,
    });
    kinds.chain(hard).collect()
}

#[test]
fn printed_tests_are_up_to_date() {
    let mut text = String::from(
        "//! Written by `TASS_PRINT=1 cargo test --test pinned`: do not edit.\n\n\
         pub(crate) const ALL: &[crate::Printed] = &[\n",
    );
    let mut modules = String::new();
    for Subject {
        name,
        module,
        model,
    } in subjects()
    {
        let report = model.check();
        let test = report
            .to_test()
            .unwrap_or_else(|e| panic!("{name}: {e}\n{report}"));
        let (attribute, function) = test.split_once('\n').expect("several lines");
        assert_eq!(attribute, "#[test]");
        let function_name = function.trim_start_matches("fn ").split('(').next();
        let function_name = function_name.expect("a name");
        text.push_str(&format!("    (\"{name}\", {name}::{function_name}),\n"));
        modules.push_str(&format!(
            "\nmod {name} {{\nuse {module}::*;\n\npub(crate) {function}}}\n"
        ));
    }
    text.push_str("];\n");
    text.push_str(&modules);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pinned/generated.rs");
    if std::env::var_os("TASS_PRINT").is_some() {
        std::fs::write(path, &text).expect("writable");
        return;
    }
    let written = std::fs::read_to_string(path).expect("readable");
    assert!(
        written == text,
        "tests/pinned/generated.rs is out of date: run `TASS_PRINT=1 cargo test --test pinned`\n{text}"
    );
}

#[test]
fn printed_tests_fail_as_the_report_says() {
    let subjects = subjects();
    assert_eq!(subjects.len(), generated::ALL.len());
    for (subject, (name, test)) in subjects.iter().zip(generated::ALL) {
        assert_eq!(subject.name, *name);
        must_be_the_same(name, &subject.model.check(), test());
    }
}

/// What a replay gives must be the first violation of a report, word for word, but for the branches
/// that are shown: where the inputs are given, none of them is open.
fn must_be_the_same(name: &str, original: &Report, replayed: Result<(), Report>) {
    let replayed = match replayed {
        Ok(()) => panic!("{name}: the replay finds nothing wrong\n{original}"),
        Err(replayed) => replayed,
    };
    let original = &without_branches(original);
    let (Some(first), Some(again)) = (original.violations().first(), replayed.violations().first())
    else {
        panic!("{name}: {original}\n\nreplayed: {replayed}");
    };
    assert!(
        first == again,
        "{name}: {original}\n\nreplayed: {replayed}\n\n{first:#?}\n{again:#?}"
    );
    let alone = original.violations().len() == 1 && original.every.is_none();
    if alone && original.options == replayed.options {
        assert_eq!(original.snapshot(), replayed.snapshot(), "{name}");
    }
}

fn without_branches(report: &Report) -> Report {
    let mut report = report.clone();
    if let Outcome::Checked { violations, .. } = &mut report.outcome {
        let events = violations.iter_mut().flat_map(|v| &mut v.trace);
        for branch in events.filter(|e| e.kind == EventKind::Branch) {
            branch.shown = false;
        }
    }
    report
}

#[test]
fn every_kind_is_printed() {
    for kind in Kind::ALL {
        let excused = cases::kinds::INEXPRESSIBLE.iter().any(|(k, _)| k == kind);
        let printed = generated::ALL
            .iter()
            .any(|(name, _)| *name == format!("kind_{kind}"));
        assert!(excused != printed, "{kind}");
    }
}

/// The same for every refuted model of the tables, without the detour by the compiler.
#[test]
fn all_cases_replay() {
    let mut refuted = 0;
    for case in cases::all() {
        for deadlock in [Deadlock::Potential, Deadlock::Absolute] {
            for reduction in [true, false] {
                let model = (case.model)().nprocs(case.nprocs);
                let model = model.deadlock(deadlock).reduction(reduction);
                let report = model.check();
                let Some(violation) = report.violations().first() else {
                    continue;
                };
                refuted += 1;
                let mut replay = tass::replay(model);
                for input in &violation.values {
                    let value = input.value.clone().expect("small");
                    replay = replay.input(&input.name, value);
                }
                for choice in &violation.choices {
                    replay = replay.choices(choice.process, [choice.value.clone()]);
                }
                let steps = Steps(violation.schedule.clone()).to_string();
                let replayed = replay.schedule(&steps).run();
                must_be_the_same(case.name, &report, replayed);
            }
        }
    }
    assert!(refuted > 100, "only {refuted} refuted");
}
