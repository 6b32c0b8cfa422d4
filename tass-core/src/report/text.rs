//! The whole text of a report.

use annotate_snippets::Level;

use super::headline::Headline;
use super::stats::counted;
use super::style::Style;
use super::{Expected, Outcome, Report, Verdict, explain, story};

/// The text; every line ends in a line break but the last.
pub(super) fn of(report: &Report, style: Style) -> String {
    let mut parts = Vec::new();
    if let Some(kind) = report.expected {
        parts.push(expectation(report, kind).render(style));
    }
    match &report.outcome {
        Outcome::Checked {
            verdict,
            violations,
        } => {
            for violation in violations {
                let headline = Headline::of_violation(violation, report.sides()).render(style);
                let story = story::of(violation, report.sides(), style);
                parts.push(format!("{headline}\n{story}"));
            }
            match verdict {
                Verdict::Inconclusive(reason) => {
                    let headline = explain::inconclusive(reason, style).render(style);
                    let story = story::hypothetical(reason, report.sides(), style);
                    parts.push(format!("{headline}\n{story}"));
                }
                Verdict::Vacuous(reason) => parts.push(explain::vacuous(reason).render(style)),
                Verdict::Verified | Verdict::Refuted => {}
            }
        }
        Outcome::NotBuilt(errors) => {
            for error in errors {
                parts.push(Headline::of_build_error(error).render(style));
            }
        }
    }
    if let Some(every) = &report.every
        && !every.trace.is_empty()
    {
        parts.push(story::global(&every.trace, style));
    }
    parts.push(summary(report, style));
    if let Some(postscript) = &report.postscript
        && !style.is_stable()
    {
        parts.push(postscript.clone());
    }
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
    parts.join("\n\n")
}

/// What was checked, what came out and, outside the stable form, what it cost.
pub(super) fn summary(report: &Report, style: Style) -> String {
    let how_many = match &report.every {
        Some(_) => "any number of processes".to_string(),
        None => processes(report.nprocs as u64),
    };
    let mut what = format!("model `{}` with {how_many}", report.model);
    match report.spec_nprocs {
        0 => {}
        1 => what.push_str(" against its specification"),
        n => what.push_str(&format!(
            " against its specification with {}",
            processes(n as u64)
        )),
    }
    if !report.options.is_empty() {
        let options: Vec<String> = report
            .options
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        what.push_str(&format!(" ({})", options.join(", ")));
    }
    let result = match &report.outcome {
        Outcome::NotBuilt(errors) => {
            let count = counted(errors.len() as u64, "error");
            return style.title(&format!(
                "{what}: not checked because of {count} in the model"
            ));
        }
        Outcome::Checked {
            verdict: Verdict::Refuted,
            violations,
        } if violations.len() > 1 => {
            let count = counted(violations.len() as u64, "violation");
            format!("refuted by {count}, of kind {}", kinds(report))
        }
        Outcome::Checked {
            verdict: Verdict::Refuted,
            ..
        } if report.every.is_some() => {
            format!("refuted with {}", processes(report.nprocs as u64))
        }
        Outcome::Checked { verdict, .. } => verdict.name().to_string(),
    };
    let line = style.title(&format!("{what}: {result}"));
    if style.is_stable() {
        line
    } else {
        let every = report.every.as_ref().map_or_else(String::new, |every| {
            format!(
                "{}, {}, ",
                counted(every.local_states, "local state"),
                counted(every.pairs, "pair")
            )
        });
        format!("{line}\n{every}{}", report.stats)
    }
}

/// Says that the test wanted something else.
fn expectation(report: &Report, kind: Expected) -> Headline<'static> {
    let found = match report.verdict() {
        Some(Verdict::Verified) => "no execution of the model goes wrong".to_string(),
        Some(Verdict::Refuted) => format!("what was found is {}", kinds(report)),
        Some(verdict) => format!("the run is {}", verdict.name()),
        None => "the model cannot be checked".to_string(),
    };
    let title = format!("this test expects `{kind}`, but {found}");
    let mut headline = Headline::new(Level::ERROR, None, title);
    if report.is_verified() {
        headline.help = Some(format!(
            "if the model has been fixed, remove `expect = {kind}`"
        ));
    }
    headline
}

/// The kinds found, each in backquotes.
fn kinds(report: &Report) -> String {
    let kinds: Vec<String> = report.kinds().iter().map(|k| format!("`{k}`")).collect();
    kinds.join(", ")
}

fn processes(count: u64) -> String {
    if count == 1 {
        "1 process".to_string()
    } else {
        format!("{count} processes")
    }
}
