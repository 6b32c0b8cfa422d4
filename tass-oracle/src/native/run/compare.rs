//! The comparison of one function: what rustc says against what tass says.
//!
//! - Every native run is replayed by tass on the same inputs and choices: it must end the same way,
//!   with the same results, or with a violation of that kind. With other results the replay must
//!   fail.
//! - A failure in a native run means that the model is refuted, with that kind; verified means that
//!   no native run fails.
//! - The inputs and choices of a refutation, run natively, must fail with the same kind.
//! - Each local has the type that rustc infers.
//!
//! tass may have no opinion of the model; it must have one of each single run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tass::report::{Kind, Outcome, Violation};
use tass::{Deadlock, Report, Value, Verdict, Violations};

use super::line::{Line, Opinion};
use super::{Case, Did, Inputs, Native, locals, message, native, panics};
use crate::generate::Rng;
use crate::native::standin;

/// How many native runs there are of each function.
const RUNS: usize = 36;

/// How many claims about wrong results.
const WRONG: usize = 3;

/// The argument of a batch that is content with replays.
pub const NO_SEARCH: &str = "no-search";

/// Does it take a search to find this class of disagreements?
pub fn is_of_search(class: &str) -> bool {
    !class.contains("replay") && !class.contains("local") && !class.contains("build")
}

/// What is not as it should be: the class, and the details.
type Disagreement = (&'static str, String);

/// The whole program of a batch: compares the functions with these numbers, all if there are none.
pub fn main(cases: &[fn() -> Case]) {
    std::panic::set_hook(Box::new(|_| {}));
    let asked: Vec<usize> = std::env::args()
        .skip(1)
        .flat_map(|arg| arg.parse())
        .collect();
    let search = !std::env::args().any(|arg| arg == NO_SEARCH);
    for (index, case) in cases.iter().enumerate() {
        if !asked.is_empty() && !asked.contains(&index) {
            continue;
        }
        let line = |opinion, detail| {
            let line = Line {
                index,
                opinion,
                detail,
            };
            println!("{line}");
        };
        line(Opinion::Starts, String::new());
        match compare(&case(), search) {
            Ok((opinion, detail)) => line(opinion, detail),
            Err((class, detail)) => line(Opinion::Disagree(class.to_string()), detail),
        }
    }
}

/// Compares one function.
fn compare(case: &Case, search: bool) -> Result<(Opinion, String), Disagreement> {
    let model = set((case.model)());
    // What the function before has left.
    let _ = standin::locals();
    let graph = quietly("building", || model.graph())?;
    let program = match graph {
        Ok(program) => program,
        Err(errors) => {
            let asks = errors.iter().all(|error| {
                let help = error.help.as_deref().unwrap_or_default();
                error.message.contains("annotat") || help.contains("annotat")
            });
            let texts: Vec<String> = errors
                .iter()
                .map(|error| {
                    let at = error.location.as_ref().map_or("", |at| at.snippet());
                    format!(
                        "{} ({})\n  at `{at}`",
                        error.message,
                        error.help.as_deref().unwrap_or("")
                    )
                })
                .collect();
            let detail = texts.join("\n");
            return match asks {
                true => Ok((Opinion::Annotation, detail)),
                false => Err(("does not build", detail)),
            };
        }
    };
    let mut seeds = Rng::new(case.seed);
    let runs: Vec<Native> = std::iter::repeat_with(|| {
        native(case, Inputs::random(seeds.seed()), seeds.seed(), Vec::new())
    })
    .take(RUNS)
    .collect();
    let known = locals::of(&program);
    for (name, ty) in standin::locals() {
        let ty = locals::normal(ty);
        let mut same = known.iter().filter(|(known, _)| *known == name).peekable();
        if same.peek().is_some() && !same.clone().any(|(_, known)| *known == ty) {
            let found: Vec<&str> = same.map(|(_, ty)| ty.as_str()).collect();
            return Err((
                "type of a local",
                format!(
                    "`{name}` is a `{ty}`, tass takes it for `{}`",
                    found.join("`, `")
                ),
            ));
        }
    }
    let mut wrong = WRONG;
    for run in &runs {
        replayed(case, run, &mut wrong)?;
    }
    if !search {
        return Ok((Opinion::Inconclusive, "no search".to_string()));
    }
    let report = quietly("checking", || model.check())?;
    judged(case, &report, &runs)
}

/// The options of all runs of tass.
fn set(model: tass::Model) -> tass::Model {
    model
        .nprocs(1)
        .overflow(true)
        .violations(Violations::All)
        .deadlock(Deadlock::Absolute)
        .timeout(Duration::from_secs(3))
        .prover_timeout(Duration::from_millis(400))
        .max_states(4000)
        .shorten(false)
}

/// A panic of tass itself is a disagreement.
fn quietly<T>(what: &str, run: impl FnOnce() -> T) -> Result<T, Disagreement> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        (
            "tass panics",
            format!("when {what}: {}", message(&*payload)),
        )
    })
}

/// One native run, by tass.
fn replayed(case: &Case, run: &Native, wrong: &mut usize) -> Result<(), Disagreement> {
    let Some(inputs) = run.inputs.iter().cloned().collect::<Option<Vec<Value>>>() else {
        return Ok(());
    };
    let with = |model: tass::Model, expected: &[Value]| {
        let mut replay = tass::replay(set(model));
        for (name, value) in case.names.iter().zip(&inputs) {
            replay = replay.input(name, value.clone());
        }
        for (i, value) in expected.iter().enumerate() {
            replay = replay.input(&format!("expected{i}"), value.clone());
        }
        quietly("replaying", || {
            replay.choices(0, run.choices.iter().copied()).run()
        })
    };
    let on = shown_inputs(case, run);
    match &run.did {
        Did::OutOfScope => Ok(()),
        Did::Failed(text) => {
            let kinds = panics::kinds(text);
            let report = with((case.model)(), &[])?;
            let found = match &report {
                Ok(()) => {
                    return Err((
                        "missed by a replay",
                        format!("natively {on}: {text}\ntass: fine"),
                    ));
                }
                Err(report) => names(report),
            };
            match found.iter().any(|kind| kinds.contains(kind)) {
                true => Ok(()),
                // It could not be decided even there.
                false if found.is_empty() => Ok(()),
                false => Err((
                    "another kind in a replay",
                    format!("natively {on}: {text}\ntass: {}", found.join(", ")),
                )),
            }
        }
        Did::Returned(results) => {
            let Some(expected) = results
                .iter()
                .map(|(value, _)| value.clone())
                .collect::<Option<Vec<_>>>()
            else {
                return Ok(());
            };
            let report = with((case.claim)(), &expected)?;
            let texts: Vec<String> = expected.iter().map(Value::to_string).collect();
            let texts = texts.join("; ");
            if let Err(failed) = &report {
                let found = names(failed);
                let class = match &found[..] {
                    ["assertion"] => "another value in a replay",
                    [] => return Ok(()),
                    _ => "false alarm in a replay",
                };
                return Err((
                    class,
                    format!("natively {on}: gives {texts}\ntass: {}", said(&report)),
                ));
            }
            if *wrong > 0 {
                *wrong -= 1;
                for (i, (_, other)) in results.iter().enumerate() {
                    let Some(other) = other else { continue };
                    let mut changed = expected.clone();
                    changed[i] = other.clone();
                    if with((case.claim)(), &changed)?.is_ok() {
                        return Err((
                            "a wrong value passes",
                            format!(
                                "natively {on}: gives {texts}\ntass: {other} as result {i} is fine as well"
                            ),
                        ));
                    }
                }
            }
            Ok(())
        }
    }
}

/// The search of tass, in the light of the native runs.
fn judged(
    case: &Case,
    report: &Report,
    runs: &[Native],
) -> Result<(Opinion, String), Disagreement> {
    let verdict = match &report.outcome {
        Outcome::Checked { verdict, .. } => verdict,
        Outcome::NotBuilt(errors) => {
            let texts: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
            return Err(("does not build", texts.join("\n")));
        }
    };
    let found = names(report);
    for violation in report.violations() {
        confirmed(case, violation)?;
    }
    if let Verdict::Inconclusive(reason) = verdict {
        let text = report.snapshot();
        return match reason.name() {
            "replay_failed" => Err(("a refutation that tass cannot replay", text)),
            name => Ok((Opinion::Inconclusive, name.to_string())),
        };
    }
    // A refutation says that something fails; only a run that decided everything says that nothing
    // else does.
    let complete = report.exhaustive || matches!(verdict, Verdict::Verified | Verdict::Vacuous(_));
    for run in runs.iter().filter(|_| complete) {
        let Did::Failed(text) = &run.did else {
            continue;
        };
        if run.inputs.iter().any(Option::is_none) {
            continue;
        }
        if !panics::kinds(text).iter().any(|kind| found.contains(kind)) {
            let on = shown_inputs(case, run);
            return Err((
                if found.is_empty() {
                    "missed"
                } else {
                    "kind missed"
                },
                format!(
                    "natively {on}: {text}\ntass: {} {}",
                    verdict.name(),
                    found.join(", ")
                ),
            ));
        }
    }
    Ok(match verdict {
        Verdict::Refuted => (Opinion::Refuted, found.join(" ")),
        _ => (Opinion::Verified, String::new()),
    })
}

/// The execution of a violation, natively.
fn confirmed(case: &Case, violation: &Violation) -> Result<(), Disagreement> {
    // Whatever comes after the failure of an invariant or beside the process itself is not native.
    let given: Option<Vec<String>> = case
        .names
        .iter()
        .map(|name| {
            let found = violation.values.iter().find(|input| input.name == *name)?;
            found.value.as_ref().map(Value::to_string)
        })
        .collect();
    let choices: Option<Vec<i128>> = violation
        .choices
        .iter()
        .map(|choice| choice.value.to_string().parse().ok())
        .collect();
    let (Some(given), Some(choices)) = (given, choices) else {
        return Ok(());
    };
    let run = native(case, Inputs::given(given.clone()), 0, choices);
    if run.inputs.len() < given.len() {
        return Ok(());
    }
    let (kind, on) = (violation.kind.name(), shown_inputs(case, &run));
    let at = violation.location.as_ref().map_or("", |at| at.snippet());
    let tass = format!("tass: {kind} at `{at}`: {}", violation.message);
    match &run.did {
        // More than it can hold, or longer than it waits.
        Did::OutOfScope if violation.kind != Kind::Assertion => Ok(()),
        Did::OutOfScope => Ok(()),
        Did::Failed(text) if panics::kinds(text).contains(&kind) => Ok(()),
        Did::Failed(text) => Err((
            "another kind in a refutation",
            format!("natively {on}: {text}\n{tass}"),
        )),
        Did::Returned(_) => Err(("false alarm", format!("natively {on}: fine\n{tass}"))),
    }
}

/// `f(a = 1, b = [2])`, with the choices.
fn shown_inputs(case: &Case, run: &Native) -> String {
    let inputs: Vec<String> = case
        .names
        .iter()
        .zip(&run.inputs)
        .map(|(name, value)| match value {
            Some(value) => format!("{name} = {value}"),
            None => format!("{name} = ?"),
        })
        .collect();
    let choices = match &run.choices[..] {
        [] => String::new(),
        choices => format!(" choosing {choices:?}"),
    };
    format!("f({}){choices}", inputs.join(", "))
}

/// The kinds of a report's violations.
fn names(report: &Report) -> Vec<&'static str> {
    report.kinds().iter().map(|kind| kind.name()).collect()
}

/// What a replay said.
fn said(report: &Result<(), Report>) -> String {
    match report {
        Ok(()) => "fine".to_string(),
        Err(report) => report.snapshot(),
    }
}
