//! Schedules as text: short enough to stand in a test.
//!
//! `"0 1 2:1 0*3 (0 1)*5 1:abort"`: who moves, one after the other; after a colon, by which of its
//! moves where that is not the first (a receive from `ANY` names its source there, and after an `m`
//! stands what the library matches with a pending one); after a star, how often. Parentheses repeat
//! several steps.

use std::fmt;
use std::str::FromStr;

use super::ScheduleStep;

/// Who moves, and how, from the start of an execution.
///
/// ```
/// use tass_core::report::Steps;
///
/// let steps: Steps = "0 1:2 1:2 1:2 0 1 0 1".parse().unwrap();
/// assert_eq!(steps.to_string(), "0 1:2*3 (0 1)*2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(pub Vec<ScheduleStep>);

/// The choice by which a process falls back to its initial state.
pub(crate) const ABORT: u32 = u32::MAX;

/// Set in a choice that the library makes, for an operation that goes on by itself.
pub(crate) const DECISION: u32 = 1 << 30;

/// What the library decides by a choice.
pub(crate) fn decision(choice: u32) -> Option<u32> {
    (choice != ABORT && choice & DECISION != 0).then_some(choice & !DECISION)
}

/// Steps that repeat as a group are looked for up to this length.
const LONGEST_GROUP: usize = 24;

/// A schedule with more steps than this was not written by hand, nor by us.
const MOST: usize = 10_000_000;

/// Why a text is no schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotASchedule(String);

impl fmt::Display for NotASchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}; a schedule is written like `0 1 2:1 0*3 (0 1)*5`: process, `:choice`, `*times`",
            self.0
        )
    }
}

impl std::error::Error for NotASchedule {}

impl FromStr for Steps {
    type Err = NotASchedule;

    fn from_str(text: &str) -> Result<Steps, NotASchedule> {
        let wrong = |what: String| NotASchedule(what);
        let mut steps = Vec::new();
        // Where the open group starts.
        let mut group: Option<usize> = None;
        let spaced = text.replace('(', " ( ").replace(')', " )");
        for word in spaced.split_whitespace() {
            let (what, times) = match word.split_once('*') {
                Some((what, times)) => {
                    let times = times.parse::<usize>();
                    (
                        what,
                        times.map_err(|_| wrong(format!("how often is `{word}`?")))?,
                    )
                }
                None => (word, 1),
            };
            let repeated = match (what, group) {
                ("(", None) => {
                    group = Some(steps.len());
                    continue;
                }
                (")", Some(start)) if start < steps.len() => {
                    group = None;
                    steps.split_off(start)
                }
                (")", Some(_)) => return Err(wrong("there is nothing in the parentheses".into())),
                ("(" | ")", _) => return Err(wrong("parentheses do not match".into())),
                _ => vec![step(what).ok_or_else(|| wrong(format!("`{word}` is no step")))?],
            };
            if times.saturating_mul(repeated.len()) > MOST - steps.len() {
                return Err(wrong(format!("more than {MOST} steps")));
            }
            for _ in 0..times {
                steps.extend(&repeated);
            }
        }
        match group {
            None => Ok(Steps(steps)),
            Some(_) => Err(wrong("parentheses do not match".into())),
        }
    }
}

fn step(text: &str) -> Option<ScheduleStep> {
    let (process, choice) = text.split_once(':').unwrap_or((text, "0"));
    let choice = match choice {
        "abort" => ABORT,
        number => match number.strip_prefix('m') {
            Some(match_) => DECISION | match_.parse::<u32>().ok()?,
            None => number.parse().ok()?,
        },
    };
    let process = process.parse().ok()?;
    Some(ScheduleStep { process, choice })
}

impl Steps {
    /// The items of the text, with repetitions found.
    pub(super) fn items(&self) -> Vec<String> {
        let mut items = Vec::new();
        let mut rest = self.0.as_slice();
        while let Some(first) = rest.first() {
            let (group, times) = (1..=LONGEST_GROUP.min(rest.len()))
                .map(|group| (group, repetitions(rest, group)))
                .filter(|&(group, times)| times > 1 || group == 1)
                // The most covered; of those, the shortest group.
                .max_by_key(|&(group, times)| (group * times, usize::MAX - group))
                .unwrap_or((1, 1));
            let (word, covered) = match (group, times) {
                (1, 1) => (one(first), 1),
                (1, times) => (format!("{}*{times}", one(first)), times),
                // Groups do not nest.
                (_, times) => {
                    let inner = runs(&rest[..group]).join(" ");
                    (format!("({inner})*{times}"), group * times)
                }
            };
            items.push(word);
            rest = &rest[covered..];
        }
        items
    }
}

/// Steps in which only single ones repeat.
fn runs(steps: &[ScheduleStep]) -> Vec<String> {
    let runs = steps.chunk_by(|a, b| a == b);
    runs.map(|run| match run.len() {
        1 => one(&run[0]),
        times => format!("{}*{times}", one(&run[0])),
    })
    .collect()
}

/// How often the first `group` steps follow each other.
fn repetitions(steps: &[ScheduleStep], group: usize) -> usize {
    let first = &steps[..group];
    steps
        .chunks(group)
        .take_while(|next| *next == first)
        .count()
}

fn one(step: &ScheduleStep) -> String {
    match step.choice {
        0 => step.process.to_string(),
        ABORT => format!("{}:abort", step.process),
        choice => match decision(choice) {
            Some(decision) => format!("{}:m{decision}", step.process),
            None => format!("{}:{choice}", step.process),
        },
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.items().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::{ABORT, ScheduleStep, Steps};

    fn steps(list: &[(usize, u32)]) -> Steps {
        let step = |&(process, choice): &(usize, u32)| ScheduleStep { process, choice };
        Steps(list.iter().map(step).collect())
    }

    #[test]
    fn texts_are_short_and_read_back() {
        let cases: [(&[(usize, u32)], &str); 6] = [
            (&[], ""),
            (&[(0, 0), (1, 0), (2, 3)], "0 1 2:3"),
            (&[(0, 0), (0, 0), (0, 0), (1, ABORT)], "0*3 1:abort"),
            (&[(0, 0), (1, 1), (0, 0), (1, 1), (2, 0)], "(0 1:1)*2 2"),
            (
                &[(0, 0), (1, 0), (1, 0), (0, 0), (1, 0), (1, 0)],
                "(0 1*2)*2",
            ),
            (&[(1, 0), (0, 0), (1, 0), (1, 0)], "(1 0)*1 1*2"),
        ];
        for (list, text) in cases {
            let parsed: Steps = text.parse().unwrap();
            assert_eq!(parsed, steps(list), "{text}");
            assert_eq!(
                parsed.to_string().parse::<Steps>().unwrap(),
                parsed,
                "{text}"
            );
            if !text.contains("*1 ") {
                assert_eq!(parsed.to_string(), text);
            }
        }
    }

    /// Random schedules with many repetitions: what is written is read back.
    #[test]
    fn random_schedules_read_back() {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        };
        for round in 0..300 {
            let mut list = Vec::new();
            while list.len() < 60 {
                let block: Vec<(usize, u32)> = (0..1 + next(5))
                    .map(|_| (next(3) as usize, next(2) as u32))
                    .collect();
                for _ in 0..1 + next(4) {
                    list.extend(&block);
                }
            }
            let schedule = steps(&list);
            let text = schedule.to_string();
            assert_eq!(text.parse::<Steps>(), Ok(schedule), "round {round}: {text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for text in ["x", "0:y", "0*", "(0 1", "0)", "((0))", "0:1:2", "-1"] {
            let error = text.parse::<Steps>().unwrap_err().to_string();
            assert!(error.contains("a schedule is written like"), "{error}");
        }
        assert!("(0*9999999 1)*9999".parse::<Steps>().is_err());
    }
}
