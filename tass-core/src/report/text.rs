//! The whole text of a report.

use annotate_snippets::Level;

use super::headline::{Headline, one_line};
use super::stats::counted;
use super::style::Style;
use super::{Expected, Outcome, Report, Verdict, Violation, explain, story};

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
                    let mut headline = explain::inconclusive(reason, style);
                    if let Some(stopped) = &report.stopped {
                        stopped.describe(&mut headline, reason, &report.stats, style);
                    }
                    let headline = headline.render(style);
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

/// What is wrong, in one line: the first words of a failed test, which is all that some tools show
/// of it.
pub(super) fn in_short(report: &Report) -> String {
    let what = match (report.expected, &report.outcome) {
        (Some(expected), _) => expectation(report, expected).title,
        (None, Outcome::NotBuilt(errors)) => errors
            .first()
            .map_or_else(String::new, |error| one_line(&error.message)),
        (
            None,
            Outcome::Checked {
                verdict,
                violations,
            },
        ) => match verdict {
            Verdict::Inconclusive(reason) => explain::inconclusive(reason, Style::FULL).title,
            Verdict::Vacuous(reason) => explain::vacuous(reason).title,
            Verdict::Verified => verdict.name().to_string(),
            Verdict::Refuted => violations.first().map_or_else(String::new, |violation| {
                let title = Headline::of_violation(violation, report.sides()).title;
                format!("{title}: {}", about(violation))
            }),
        },
    };
    format!("{}: {what}", subject(report))
}

/// The condition that fails, and what is said of it.
fn about(violation: &Violation) -> String {
    let message = one_line(&violation.message);
    match &violation.failed {
        Some(failed) if !failed.text.is_empty() => {
            let text = one_line(&failed.text);
            match message.as_str() {
                "this is false" | "" => format!("`{text}`"),
                _ => format!("`{text}`, {message}"),
            }
        }
        _ => message,
    }
}

/// What was checked, what came out and, outside the stable form, what it cost.
pub(super) fn summary(report: &Report, style: Style) -> String {
    let mut what = subject(report);
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
        let checked = match report.is_verified() {
            true => format!("\n{}", checked(report)),
            false => String::new(),
        };
        format!("{line}\n{every}{}{checked}", report.stats)
    }
}

/// What a proof is about: a run without obligations has not checked nothing.
fn checked(report: &Report) -> String {
    let assertions = match report.stats.assertions {
        0 => "no assertions".to_string(),
        n => counted(n, "assertion"),
    };
    format!("checked: {assertions}; as always deadlocks, messages, indices and arithmetic")
}

/// The model, the number of processes, and whether there is a specification.
fn subject(report: &Report) -> String {
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
    what
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
