//! What the whole process has, as the operating system counts it: the backstop.
//!
//! An engine's own account ([`super::account`]) leaves out what lives for a moment, and Z3. So the
//! process is looked at as well. A process has room for what it had before the run, and for the
//! run's limit with an eighth on top (128 MiB at least). Where other engines run at the same time
//! (tests are threads of one process), nobody can tell whose memory it is: there the process as a
//! whole has room for half of the machine's memory, if that is more.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The runs that have begun, and those that are under way.
static BEGUN: AtomicU64 = AtomicU64::new(0);
static UNDER_WAY: AtomicU64 = AtomicU64::new(0);

/// What a process may grow by besides, in MiB: not all that it has is an engine's.
const MARGIN: u64 = 128;

/// A run, and the process as it was at its beginning.
#[derive(Debug)]
pub struct Underway {
    /// Nobody else was there at the beginning: the number of runs begun until then.
    alone: Option<u64>,
    /// The memory at the beginning, in MiB.
    before: u64,
}

impl Underway {
    /// A run begins.
    pub fn begin() -> Underway {
        let begun = BEGUN.fetch_add(1, Ordering::SeqCst) + 1;
        let others = UNDER_WAY.fetch_add(1, Ordering::SeqCst);
        Underway {
            alone: (others == 0).then_some(begun),
            before: resident().unwrap_or(0),
        }
    }

    /// The most memory that the process may have, in MiB, for a run with this limit.
    pub fn room(&self, limit: u64) -> Room {
        let own = limit.saturating_add(MARGIN.max(limit / 8));
        Room {
            alone: self.alone,
            own: self.before.saturating_add(own),
            shared: half().unwrap_or(u64::MAX),
        }
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The most memory that the process may have.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    alone: Option<u64>,
    own: u64,
    shared: u64,
}

impl Room {
    /// Has the process more?
    pub fn is_left(self) -> bool {
        let alone = self.alone == Some(BEGUN.load(Ordering::SeqCst));
        let most = if alone {
            self.own
        } else {
            self.own.max(self.shared)
        };
        resident().is_some_and(|resident| resident > most)
    }

    #[cfg(test)]
    pub(crate) fn without_any(self) -> Room {
        Room {
            own: 0,
            shared: 0,
            ..self
        }
    }
}

/// The memory that the process has, in MiB, where the operating system tells.
pub(super) fn resident() -> Option<u64> {
    mebibytes("/proc/self/status", "VmRSS:")
}

/// What a run may hold by default, in MiB: half of the machine's memory, and 4 GiB at most.
pub fn share() -> Option<u64> {
    half().map(|half| half.min(4096))
}

fn half() -> Option<u64> {
    static HALF: OnceLock<Option<u64>> = OnceLock::new();
    *HALF.get_or_init(|| mebibytes("/proc/meminfo", "MemTotal:").map(|total| total / 2))
}

/// A line of a file of the operating system, in MiB.
fn mebibytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let (_, rest) = text.split_once(name)?;
    let number = rest.split_whitespace().next()?;
    number.parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

#[cfg(test)]
mod tests {
    use super::{Room, Underway, resident};

    #[test]
    fn a_neighbour_gives_room_to_the_process_as_a_whole() {
        let Some(now) = resident() else {
            return;
        };
        let run = Underway::begin();
        assert!(!run.room(1 << 20).is_left());
        let full = Room {
            shared: now + (1 << 20),
            ..run.room(0).without_any()
        };
        let _neighbour = Underway::begin();
        assert!(!full.is_left());
        assert!(full.without_any().is_left());
    }
}
