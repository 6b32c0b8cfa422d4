//! One budget of work, time and memory for all that a search does.
//!
//! Whatever can go on for long *ticks*: an action, an evaluation, a new expression, a step of the
//! native prover. Ticks are counted, so that a limit of work means the same on every machine; every
//! so many of them the clock and the memory are looked at as well. When one of the three is used
//! up, the search is left from wherever it is, by unwinding with a [`Spent`] that no panic hook
//! hears of, and [`within`] gives it back as a value. What must hold for that: nothing that
//! outlives the search is changed half-way by it, and nothing ticks between [`within`]'s end and
//! its next beginning with the budget still armed.
//!
//! Memory is what the engine holds by its own account (`account`), which ticks along: the same on
//! every run. What the account does not know of shows in the memory of the process (`process`),
//! which is looked at now and then.
//!
//! What comes after a search (a counterexample made smaller, its replay) works within what is left.
//! A violation that was found must not get lost because the search has used everything up: its
//! replay has a reserve ([`Limits::reserve`]).

mod account;
mod process;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

pub use self::account::{Account, heap, held, hold, indexed, release, slot};
pub use self::process::{Room, Underway, share};

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many ticks.
    pub work: u64,
    /// Until then.
    pub deadline: Option<Instant>,
    /// So many MiB by the engine's own account.
    pub memory: Option<u64>,
    /// And as much for the whole process.
    pub room: Option<Room>,
}

/// Ticks that a replay has at least.
const RESERVE: u64 = 50_000_000;
/// The time that a replay has at least: that, or a tenth of the whole.
const MOMENT: Duration = Duration::from_millis(500);

impl Limits {
    /// For the replay of what was found: what is left of the limits, or a reserve if that is more.
    /// `used` is the work that the search has done, `time` is all that it had.
    pub fn reserve(self, used: u64, time: Option<Duration>) -> Limits {
        let moment = MOMENT.max(time.unwrap_or_default() / 10);
        let limit = self.memory.map(|limit| limit.max(held() >> 20));
        Limits {
            work: self.work.max(used.saturating_add(RESERVE)),
            deadline: self.deadline.map(|end| end.max(Instant::now() + moment)),
            memory: limit.map(|limit| limit.saturating_add(limit / 4)),
            room: None,
        }
    }
}

/// What is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The work.
    Work,
    /// The time.
    Time,
    /// The memory.
    Memory,
    /// A number would be larger than any that is worth reckoning with.
    Number,
}

/// Ticks from one look at the clock to the next.
const LOOK: u32 = 1 << 10;
/// The time from one look at the process's memory to the next.
const SELDOM: Duration = Duration::from_millis(20);

thread_local! {
    /// Ticks until the next look.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    static ARMED: Cell<Option<Limits>> = const { Cell::new(None) };
    /// When the process's memory is looked at next.
    static LATER: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Runs a search within limits: `Err` if it was left because one of them was met. `used` counts its
/// work, and that of the searches before it that share the limits.
pub fn within<T>(limits: Limits, used: &mut u64, search: impl FnOnce() -> T) -> Result<T, Spent> {
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
    LATER.set(None);
    LEFT.set(if limits.is_some() { LOOK } else { u32::MAX });
}

/// A piece of work.
#[inline]
pub fn tick() {
    match LEFT.get() {
        0 => look(),
        left => LEFT.set(left - 1),
    }
}

/// As much work as so many ticks, in one piece.
pub fn effort(ticks: u32) {
    LEFT.set(LEFT.get().saturating_sub(ticks));
    tick();
}

/// How much time there is left, if it is limited.
pub fn remaining() -> Option<Duration> {
    let deadline = ARMED.get()?.deadline?;
    Some(deadline.saturating_duration_since(Instant::now()))
}

/// Has the process more memory than it may have? For whoever waits for Z3, where nothing ticks.
pub fn out_of_room() -> bool {
    let room = ARMED.get().and_then(|limits| limits.room);
    room.is_some_and(Room::is_left)
}

/// Looks at what is measured: something has taken long that did not tick.
pub fn look_now() {
    let Some(limits) = ARMED.get() else {
        return;
    };
    let now = Instant::now();
    if limits.deadline.is_some_and(|deadline| now > deadline) {
        leave(Spent::Time);
    }
    if LATER.get().is_none_or(|later| now > later) {
        LATER.set(Some(now + SELDOM));
        if limits.room.is_some_and(Room::is_left) {
            leave(Spent::Memory);
        }
    }
}

/// A number is too large to go on with.
#[cold]
pub fn too_large() {
    if ARMED.get().is_some() {
        leave(Spent::Number);
    }
}

#[cold]
fn look() {
    let Some(mut limits) = ARMED.get() else {
        LEFT.set(u32::MAX);
        return;
    };
    LEFT.set(LOOK);
    if limits.work < u64::from(LOOK) {
        leave(Spent::Work);
    }
    limits.work = limits.work.saturating_sub(u64::from(LOOK));
    ARMED.set(Some(limits));
    // What is counted comes before what is measured, so that the same model ends for the same
    // reason.
    if limits.memory.is_some_and(|limit| held() >> 20 >= limit) {
        leave(Spent::Memory);
    }
    look_now();
}

fn leave(spent: Spent) {
    // Without unwinding there is no way out; the search itself looks at the clock between steps.
    if cfg!(panic = "unwind") {
        resume_unwind(Box::new(spent));
    }
}

#[cfg(test)]
mod tests {
    use super::{Account, Limits, Spent, Underway, hold, tick, within};
    use std::time::{Duration, Instant};

    const ENDLESS: Limits = Limits {
        work: u64::MAX,
        deadline: None,
        memory: None,
        room: None,
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
        // A replay has more.
        let reserve = work.reserve(used, None);
        assert_eq!(
            within(reserve, &mut used, || (0..9_999).for_each(|_| tick())),
            Ok(())
        );
        let time = Limits {
            deadline: Some(Instant::now() + Duration::from_millis(20)),
            ..ENDLESS
        };
        assert_eq!(within(time, &mut 0, for_ever), Err(Spent::Time));
        let memory = Limits {
            memory: Some(1),
            ..ENDLESS
        };
        let _account = Account::open();
        let hoard = || {
            loop {
                tick();
                hold(1);
            }
        };
        assert_eq!(within(memory, &mut 0, hoard), Err(Spent::Memory));
        assert!((1 << 20..(1 << 20) + 2048).contains(&super::held()));
        let room = Underway::begin().room(0);
        let room = Limits {
            room: Some(room.without_any()),
            ..ENDLESS
        };
        if super::share().is_some() {
            assert_eq!(within(room, &mut 0, for_ever), Err(Spent::Memory));
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
