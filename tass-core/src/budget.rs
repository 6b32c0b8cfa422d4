//! One budget of work, time and memory for all that a search does.
//!
//! Whatever can go on for long *ticks*: an action, an evaluation, a new expression, a step of the native
//! prover. Ticks are counted, so that a limit of work means the same on every machine; every so many of
//! them the clock and the memory are looked at as well. When one of the three is used up, the search is left
//! from wherever it is, by unwinding with a [`Spent`] that no panic hook hears of, and [`within`] gives it back
//! as a value. What must hold for that: nothing that outlives the search is changed half-way by it, and
//! nothing ticks between [`within`]'s end and its next beginning with the budget still armed.
//!
//! Memory is that of the whole process, as the operating system counts it: tests that run at the same time
//! share it, as they share the machine.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// So many ticks.
    pub(crate) work: u64,
    /// Until then.
    pub(crate) deadline: Option<Instant>,
    /// So many MiB.
    pub(crate) memory: Option<u64>,
}

/// What is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spent {
    Work,
    Time,
    Memory,
}

/// Ticks from one look at the clock to the next.
const LOOK: u32 = 1 << 10;
/// Looks at the clock from one look at the memory to the next.
const SELDOM: u32 = 1 << 5;

thread_local! {
    /// Ticks until the next look.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    static ARMED: Cell<Option<Limits>> = const { Cell::new(None) };
    static LOOKS: Cell<u32> = const { Cell::new(0) };
}

/// Runs a search within limits: `Err` if it was left because one of them was met. `used` counts its work, and that of the
/// searches before it that share the limits.
pub(crate) fn within<T>(
    limits: Limits,
    used: &mut u64,
    search: impl FnOnce() -> T,
) -> Result<T, Spent> {
    let before = *used;
    arm(Some(Limits {
        work: limits.work.saturating_sub(before),
        ..limits
    }));
    let result = catch_unwind(AssertUnwindSafe(search));
    let left = ARMED.get().map_or(0, |armed| armed.work);
    arm(None);
    *used = limits.work.max(before).saturating_sub(left);
    result.map_err(|payload| match payload.downcast::<Spent>() {
        Ok(spent) => *spent,
        Err(panic) => resume_unwind(panic),
    })
}

fn arm(limits: Option<Limits>) {
    ARMED.set(limits);
    LOOKS.set(0);
    LEFT.set(if limits.is_some() { LOOK } else { u32::MAX });
}

/// A piece of work.
#[inline]
pub(crate) fn tick() {
    match LEFT.get() {
        0 => look(),
        left => LEFT.set(left - 1),
    }
}

/// How much time there is left, if it is limited.
pub(crate) fn remaining() -> Option<Duration> {
    let deadline = ARMED.get()?.deadline?;
    Some(deadline.saturating_duration_since(Instant::now()))
}

#[cold]
fn look() {
    LEFT.set(LOOK);
    let Some(mut limits) = ARMED.get() else {
        return;
    };
    if limits.work < u64::from(LOOK) {
        leave(Spent::Work);
    }
    limits.work = limits.work.saturating_sub(u64::from(LOOK));
    ARMED.set(Some(limits));
    if limits
        .deadline
        .is_some_and(|deadline| Instant::now() > deadline)
    {
        leave(Spent::Time);
    }
    LOOKS.set(LOOKS.get().wrapping_add(1));
    if LOOKS.get().is_multiple_of(SELDOM)
        && let (Some(limit), Some(resident)) = (limits.memory, resident())
        && resident > limit
    {
        leave(Spent::Memory);
    }
}

fn leave(spent: Spent) {
    // Without unwinding there is no way out; the search itself looks at the clock between steps.
    if cfg!(panic = "unwind") {
        resume_unwind(Box::new(spent));
    }
}

/// The memory that the process has, in MiB, where the operating system tells.
pub(crate) fn resident() -> Option<u64> {
    mebibytes("/proc/self/status", "VmRSS:")
}

/// What a process may have by default, in MiB: half of the machine's memory, and 4 GiB at most.
pub(crate) fn share() -> Option<u64> {
    mebibytes("/proc/meminfo", "MemTotal:").map(|total| (total / 2).min(4096))
}

/// A line of a file of the operating system, in MiB.
fn mebibytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number = line.split_whitespace().next()?;
    number.parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

#[cfg(test)]
mod tests {
    use super::{Limits, Spent, tick, within};
    use std::time::{Duration, Instant};

    const ENDLESS: Limits = Limits {
        work: u64::MAX,
        deadline: None,
        memory: None,
    };

    fn for_ever() {
        loop {
            tick();
        }
    }

    #[test]
    fn each_limit_ends_a_search() {
        let work = Limits {
            work: 100_000,
            ..ENDLESS
        };
        let mut used = 0;
        assert_eq!(within(work, &mut used, for_ever), Err(Spent::Work));
        assert!((99_000..=100_000).contains(&used), "{used}");
        // The next search has what is left.
        assert_eq!(within(work, &mut used, for_ever), Err(Spent::Work));
        let time = Limits {
            deadline: Some(Instant::now() + Duration::from_millis(20)),
            ..ENDLESS
        };
        assert_eq!(within(time, &mut 0, for_ever), Err(Spent::Time));
        let memory = Limits {
            memory: Some(0),
            ..ENDLESS
        };
        if super::resident().is_some() {
            assert_eq!(within(memory, &mut 0, for_ever), Err(Spent::Memory));
        }
        assert_eq!(within(work, &mut 0, || 7), Ok(7));
    }

    #[test]
    fn panics_go_on() {
        let panic = std::panic::catch_unwind(|| {
            let _ = within(ENDLESS, &mut 0, || {
                std::panic::resume_unwind(Box::new("no"))
            });
        });
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"no"));
    }
}
