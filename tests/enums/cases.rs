//! Forms of patterns, one by one.

use tass::Kind;
use tass::prelude::*;

use super::{is_fine, is_wrong};

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Job {
    Idle,
    Work(i64, bool),
    Move { x: i64, y: i64 },
}

/// What is done with each job.
#[tass::model]
fn cost(job: Job) -> i64 {
    match job {
        Job::Idle => 0,
        Job::Work(n, _) if n < 0 => -n,
        Job::Work(n, true) => n,
        Job::Work(n, false) => 2 * n,
        Job::Move { x, y: 0 } => x * x,
        Job::Move { x, y } => x * x + y * y,
    }
}

#[tass::model]
fn costs(job: Job) {
    let cost = cost(job);
    assert!(cost >= 0);
    if let Job::Work(n, double) = job
        && n >= 0
    {
        assert!(cost == n || (!double && cost == 2 * n));
    }
    if matches!(job, Job::Idle) {
        assert!(cost == 0);
    }
    let Job::Move { x, .. } = job else {
        return;
    };
    assert!(cost >= x);
}

#[test]
fn each_variant_of_an_input_is_looked_at() {
    is_fine(&costs::model(), 1);
}

#[tass::model]
fn forgotten(job: Job) {
    let cost = match job {
        Job::Idle | Job::Move { x: 0, .. } => 0,
        Job::Work(n, _) | Job::Move { x: n, y: _ } => n,
    };
    assert!(cost >= 0);
}

#[test]
fn a_variant_that_is_wrong_is_shown() {
    is_wrong(&forgotten::model(), 1, &[Kind::Assertion]);
}

#[tass::model]
fn numbers(n: i32, flag: bool) {
    assume!(n >= -10 && n <= 10);
    let class = match (n, flag) {
        (..0, _) => -1,
        (0, true) => 0,
        (0, false) => 7,
        (small @ 1..=5, _) => small,
        (big, _) => big * 2,
    };
    assert!(n >= 0 || class == -1);
    assert!(n != 0 || class == 0 || !flag);
    assert!(n < 6 || class >= 12);
}

#[test]
fn numbers_fit_literals_and_ranges() {
    is_fine(&numbers::model(), 1);
}

/// The first positive item.
#[allow(clippy::manual_find)]
#[tass::model]
fn first(items: &[i64]) -> Option<i64> {
    for &item in items {
        if item > 0 {
            return Some(item);
        }
    }
    None
}

#[tass::model]
fn twice(items: &[i64]) -> Option<i64> {
    let item = first(items)?;
    Some(2 * item)
}

#[tass::model]
fn searched(a: [i64; 3]) {
    match twice(&a) {
        Some(n) => assert!(n > 1 && n % 2 == 0),
        None => assert!(a.iter().all(|x| *x <= 0)),
    }
    let mut slot = first(&a);
    if let Some(x) = &mut slot {
        *x += 1;
    }
    assert!(slot.is_none() || slot.unwrap() > 1);
    let taken = slot.take();
    assert!(slot.is_none() && (taken.is_some() == twice(&a).is_some()));
    assert!(taken.unwrap_or(3) > 1);
}

#[test]
fn options_are_enums() {
    is_fine(&searched::model(), 1);
}

#[tass::model]
fn unwrapped(a: [i64; 2]) {
    assert!(first(&a).unwrap() > 0);
}

#[test]
fn none_is_not_unwrapped() {
    is_wrong(&unwrapped::model(), 1, &[Kind::UnwrapNone]);
}

/// Messages.
#[tass::model]
fn passed_on() {
    let rank = mpi!(rank());
    let mut job = Job::Idle;
    if rank == 0 {
        job = Job::Work(7, true);
        mpi!(send(&job, to = 1));
        mpi!(recv(&mut job, from = 1));
        assert!(job == Job::Move { x: 7, y: 1 });
    } else if rank == 1 {
        mpi!(recv(&mut job, from = 0));
        job = match job {
            Job::Work(n, _) => Job::Move {
                x: n,
                y: rank as i64,
            },
            other => other,
        };
        mpi!(send(&job, to = 0));
    }
    collective_assert!(DONE: proc.iter().all(|p| p.rank > 1 || !matches!(p.job, Job::Idle)));
}

#[test]
fn variants_travel() {
    is_fine(&passed_on::model(), 3);
}

/// Loops whose state is an enum.
#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Waiting,
    Running { left: usize },
    Done,
}

#[tass::model]
fn countdown(n: usize) {
    let mut phase = Phase::Waiting;
    let mut rounds = 0;
    invariant!(I: rounds <= n + 2
    && (matches!(phase, Phase::Waiting) == (rounds == 0))
    && match phase {
        Phase::Waiting => true,
        Phase::Running { left } => left + rounds == n + 1,
        Phase::Done => rounds == n + 2,
    });
    while phase != Phase::Done {
        phase = match phase {
            Phase::Waiting => Phase::Running { left: n },
            Phase::Running { left: 0 } => Phase::Done,
            Phase::Running { left } => Phase::Running { left: left - 1 },
            Phase::Done => unreachable!(),
        };
        rounds += 1;
    }
    assert!(rounds == n + 2);
}

#[test]
fn an_enum_can_be_the_state_of_a_loop() {
    is_fine(&countdown::model(), 1);
}

/// Whatever holds an enum.
#[tass::model]
fn held(votes: Vec<Phase>) {
    assert!(votes.len() < 3);
}

#[test]
fn lists_of_variants_with_fields_are_no_inputs() {
    let report = held::model().nprocs(1).check();
    assert!(
        report.to_string().contains("cannot be enums with fields"),
        "{report}"
    );
}

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Level {
    Low = 1,
    High = 10,
}

#[tass::model]
fn levels(levels: Vec<Level>, maybe: Option<Vec<i64>>, result: Result<Level, (i64, bool)>) {
    assume!(levels.len() == 2);
    assert!(levels[0] <= levels[1] || levels[0] == Level::High);
    let sum: i32 = levels[0] as i32 + levels[1] as i32;
    assert!(sum == 2 || sum == 11 || sum == 20);
    if let Some(items) = maybe
        && items.len() == 1
    {
        assert!(items[0] + 1 > items[0]);
    }
    let level = match result {
        Ok(level) => level,
        Err((n, true)) if n > 3 => Level::High,
        Err(_) => Level::Low,
    };
    assert!((level as u8) % 9 == 1);
}

#[test]
fn enums_stand_in_what_inputs_hold() {
    is_fine(&levels::model(), 1);
}

/// What is by default is not what stands for nothing.
#[tass::model]
fn defaults(some: Option<[i64; 2]>, number: Option<i64>) {
    assert!(some.is_none() || number.unwrap_or_default() >= 0);
    assert!(some.unwrap_or_default()[1] == 0);
}

#[test]
fn a_default_is_taken_of_what_is_known_only() {
    let report = defaults::model().nprocs(1).check();
    let text = report.to_string();
    assert!(
        text.contains("whether this is an array is not known here"),
        "{text}"
    );
}

/// What is a term, with names in several places.
#[tass::model]
fn in_conditions(jobs: [Job; 2]) {
    let sum = jobs
        .iter()
        .map(|job| match *job {
            Job::Idle => 0,
            Job::Work(n, _) | Job::Move { x: n, .. } => n,
        })
        .sum::<i64>();
    let mut known = 0;
    for job in &jobs {
        known += match *job {
            Job::Idle => 0,
            Job::Work(n, _) | Job::Move { x: n, .. } => n,
        };
    }
    assert!(sum == known);
    collective_assert!(A: match jobs[0] {
        Job::Work(0, _) | Job::Idle => sum == known,
        Job::Work(n, _) | Job::Move { y: n, .. } if n == 3 => n > 2,
        Job::Move { x: n, .. } | Job::Work(n, _) => n * n >= 0,
    });
}

#[test]
fn a_match_can_be_a_term() {
    is_fine(&in_conditions::model(), 1);
}
