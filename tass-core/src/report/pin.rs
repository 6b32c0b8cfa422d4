//! A counterexample as a test: [`Report::to_test`].
//!
//! What must hold: the printed test compiles beside the model, and replaying it gives the violation
//! that it was printed from. So everything that an execution depends on is written out: inputs,
//! choices, the schedule, and the options that are not those which `model()` has by itself.

use std::fmt;

use super::{Report, Steps, Violation, literal};
use crate::options::{Deadlock, Options, Tests};

/// What a test needs to know to run a model again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun {
    /// The path of the model: its module, and its name.
    pub path: String,
    /// The path of the specification.
    pub specification: Option<String>,
    /// The options of the run in which the violations were found.
    pub options: Options,
    /// What `model()` sets by itself.
    pub declared: Declared,
}

/// What a model's attribute says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Its options.
    pub options: Options,
    /// Does it name the specification?
    pub specification: bool,
}

/// Why a report cannot be turned into a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotPinned {
    /// There is no counterexample.
    NotRefuted,
    /// An input that cannot be written down.
    Input(String),
    /// The report was not made by a check.
    NoRun,
}

impl fmt::Display for NotPinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPinned::NotRefuted => {
                f.write_str("only a refuted model has a counterexample to pin")
            }
            NotPinned::Input(name) => write!(
                f,
                "the input `{name}` is too large to be written down: bound its length with `assume!`"
            ),
            NotPinned::NoRun => {
                f.write_str("only the report of a check can be turned into a test, not that of a replay, nor one put together by hand")
            }
        }
    }
}

impl std::error::Error for NotPinned {}

/// Lines of a printed test are not longer, if it can be helped.
const WIDTH: usize = 96;

impl Report {
    /// A test that pins the first counterexample: paste it beside the model. It runs just that
    /// execution again, by `tass::replay`, and so fails for as long as the model has the bug.
    ///
    /// # Errors
    ///
    /// If there is no counterexample, or an input that cannot be written down.
    pub fn to_test(&self) -> Result<String, NotPinned> {
        let violation = self.violations().first().ok_or(NotPinned::NotRefuted)?;
        let rerun = self.rerun.as_ref().ok_or(NotPinned::NoRun)?;
        let name = rerun.path.rsplit("::").next().unwrap_or(&self.model);
        let mut model = format!("{name}::model().nprocs({})", self.nprocs);
        for call in calls(rerun, self.spec_nprocs) {
            model.push_str(&call);
        }
        let mut lines = vec![format!("    tass::replay({model})")];
        for line in execution(violation)? {
            lines.push(format!("        {line}"));
        }
        let name = name.trim_start_matches("r#");
        Ok(format!(
            "#[test]\nfn {name}_{}() -> Result<(), tass::Report> {{\n{}\n        .run()\n}}\n",
            violation.kind,
            lines.join("\n")
        ))
    }
}

/// The calls that make `model()` the model that was run.
fn calls(rerun: &Rerun, spec_nprocs: usize) -> Vec<String> {
    let (used, declared, default) = (&rerun.options, &rerun.declared.options, &Options::default());
    let mut calls = Vec::new();
    if let (Some(path), false) = (&rerun.specification, rerun.declared.specification) {
        calls.push(format!(".spec({}::model())", seen_from(path, &rerun.path)));
    }
    let mut call = |differs: &dyn Fn(&Options) -> bool, text: String| {
        if differs(declared) || differs(default) {
            calls.push(text);
        }
    };
    if rerun.specification.is_some() {
        let text = format!(".spec_nprocs({spec_nprocs})");
        call(&|o| o.spec_nprocs != spec_nprocs, text);
    }
    let deadlock = match used.deadlock {
        Deadlock::Potential => "Potential",
        Deadlock::Absolute => "Absolute",
        Deadlock::Off => "Off",
    };
    let text = format!(".deadlock(tass::Deadlock::{deadlock})");
    call(&|o| o.deadlock != used.deadlock, text);
    let text = format!(".overflow({})", used.overflow);
    call(&|o| o.overflow != used.overflow, text);
    let tests = match used.tests {
        Tests::Atomic => "Atomic",
        Tests::Nonatomic => "Nonatomic",
    };
    let text = format!(".tests(tass::Tests::{tests})");
    call(&|o| o.tests != used.tests, text);
    let text = format!(".aborts({})", used.aborts);
    call(&|o| o.aborts != used.aborts, text);
    // Without reduction, steps are finer.
    let text = format!(".reduction({})", used.reduction);
    call(&|o| o.reduction != used.reduction, text);
    let text = format!(".max_depth({})", used.max_depth);
    call(&|o| o.max_depth < used.max_depth, text);
    calls
}

/// A path, as it is written in the module of another model.
fn seen_from(path: &str, model: &str) -> String {
    let split = |path: &str| -> (String, String) {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        (module.to_string(), name.to_string())
    };
    let ((module, name), (ours, _)) = (split(path), split(model));
    if module == ours {
        return name;
    }
    let krate = |path: &str| path.split("::").next().map(str::to_string);
    match path.split_once("::") {
        Some((first, rest)) if krate(&ours).as_deref() == Some(first) => format!("crate::{rest}"),
        _ => path.to_string(),
    }
}

/// The calls that say which execution it is.
fn execution(violation: &Violation) -> Result<Vec<String>, NotPinned> {
    let mut lines = Vec::new();
    for input in &violation.values {
        let value = input.value.as_ref();
        let value = value.ok_or_else(|| NotPinned::Input(input.name.clone()))?;
        lines.push(format!(".input({:?}, {})", input.name, literal::of(value)));
    }
    let mut who: Vec<usize> = violation.choices.iter().map(|c| c.process).collect();
    who.sort_unstable();
    who.dedup();
    for process in who {
        let mine = violation.choices.iter().filter(|c| c.process == process);
        let values = super::Value::Seq(mine.map(|c| c.value.clone().into()).collect());
        lines.push(format!(".choices({process}, {})", literal::of(&values)));
    }
    let steps = Steps(violation.schedule.clone()).items();
    lines.push(schedule(&steps));
    Ok(lines)
}

/// `.schedule("..")`, over several lines if it is long.
fn schedule(items: &[String]) -> String {
    let mut lines = vec![String::new()];
    for item in items {
        let line = lines.last_mut().expect("never empty");
        if line.is_empty() {
            line.push_str(item);
        } else if line.len() + item.len() < WIDTH - 16 {
            line.push(' ');
            line.push_str(item);
        } else {
            lines.push(item.clone());
        }
    }
    match lines.as_slice() {
        [one] => format!(".schedule(\"{one}\")"),
        several => {
            let indent = "\n             ";
            format!(
                ".schedule(\n            \"{}\",\n        )",
                several.join(&format!(" \\{indent}"))
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{schedule, seen_from};

    #[test]
    fn specifications_are_found_from_the_module_of_the_model() {
        assert_eq!(seen_from("a::b::spec", "a::b::model"), "spec");
        assert_eq!(seen_from("a::c::spec", "a::b::model"), "crate::c::spec");
        assert_eq!(seen_from("x::c::spec", "a::b::model"), "x::c::spec");
        assert_eq!(seen_from("a::spec", "a::model"), "spec");
    }

    #[test]
    fn long_schedules_are_broken() {
        assert_eq!(
            schedule(&["0".into(), "1:2".into()]),
            ".schedule(\"0 1:2\")"
        );
        let long = schedule(&vec!["10:20".to_string(); 60]);
        assert!(long.lines().count() > 3);
        assert!(long.lines().all(|line| line.len() <= 100), "{long}");
    }
}
