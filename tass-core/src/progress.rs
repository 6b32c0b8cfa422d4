//! How far a long run has got: one line on a terminal, gone when the run ends.
//!
//! What must hold: nothing is written unless somebody looks (a terminal, outside of CI, or
//! `TASS_PROGRESS=1`), nor in the first two seconds of a run; what is written is erased before the
//! run returns, so that no report has it in between; it never reaches a report; and it costs the
//! search a few relaxed stores a step.
//!
//! Tests run at once: of all runs under way, the one line is about the oldest. A run leaves its
//! numbers in atomics ([`Counters`]), and a thread that lives as long as there are runs looks at
//! them now and then. The engine finds the counters of its run by its thread.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::prover::Listener;

/// Nobody needs to be told of a run that is shorter.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the line changes.
const EVERY: Duration = Duration::from_millis(200);
/// A question to Z3 that takes longer is worth mention.
const LONG_QUESTION: Duration = Duration::from_millis(500);
/// Erases the line.
const ERASE: &str = "\r\x1b[2K";

/// How far a run has got.
#[derive(Debug)]
pub(crate) struct Counters {
    what: String,
    start: Instant,
    states: AtomicU64,
    depth: AtomicU64,
    obligations: AtomicU64,
    /// Microseconds spent in Z3.
    in_z3: AtomicU64,
    /// Microseconds after the start at which Z3 was asked what it has not answered yet; 0 if it is
    /// not at work.
    asked_z3: AtomicU64,
}

impl Counters {
    fn new(what: String) -> Counters {
        Counters {
            what,
            start: Instant::now(),
            states: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            obligations: AtomicU64::new(0),
            in_z3: AtomicU64::new(0),
            asked_z3: AtomicU64::new(0),
        }
    }

    /// The search has got this far.
    pub(crate) fn search(&self, states: u64, depth: u64, obligations: u64) {
        self.states.store(states, Relaxed);
        self.depth.store(depth, Relaxed);
        self.obligations.store(obligations, Relaxed);
    }

    /// The line, after this long.
    fn line(&self, elapsed: Duration) -> String {
        let (states, z3) = (self.states.load(Relaxed), self.in_z3.load(Relaxed));
        let asked = self.asked_z3.load(Relaxed);
        let waits = match asked {
            0 => Duration::ZERO,
            asked => elapsed.saturating_sub(Duration::from_micros(asked)),
        };
        let z3 = Duration::from_micros(z3) + waits;
        let rate = states as f64 / elapsed.as_secs_f64().max(0.001);
        let mut line = format!(
            "{}: {states} states ({rate:.0}/s), depth {}, {} obligations, Z3 {:.1} s of {:.0} s",
            self.what,
            self.depth.load(Relaxed),
            self.obligations.load(Relaxed),
            z3.as_secs_f64(),
            elapsed.as_secs_f64(),
        );
        if waits >= LONG_QUESTION {
            line.push_str(&format!(", waiting for Z3 ({:.0} s)", waits.as_secs_f64()));
        }
        line
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Counters>>> = const { RefCell::new(None) };
}

impl Listener for Counters {
    fn asked(&self) {
        let now = micros(self.start.elapsed());
        self.asked_z3.store(now.max(1), Relaxed);
    }

    fn answered(&self, after: Duration) {
        self.in_z3.fetch_add(micros(after), Relaxed);
        self.asked_z3.store(0, Relaxed);
    }
}

/// The counters of the run of this thread, if somebody looks at them.
pub(crate) fn current() -> Option<Arc<Counters>> {
    CURRENT.with_borrow(Clone::clone)
}

/// A run under way; it is over when this is dropped.
pub(crate) struct Run(Option<Arc<Counters>>);

/// A run begins.
pub(crate) fn begin(model: &str, nprocs: usize, every: bool) -> Run {
    let looks = *LOOKS.get_or_init(somebody_looks);
    if !looks || current().is_some() {
        return Run(None);
    }
    let what = match (every, nprocs) {
        (true, _) => format!("{model}, any number of processes"),
        (false, 1) => format!("{model}, 1 process"),
        (false, n) => format!("{model}, {n} processes"),
    };
    let counters = Arc::new(Counters::new(what));
    CURRENT.set(Some(counters.clone()));
    let mut watch = watch();
    watch.runs.push(counters.clone());
    if !watch.watched {
        // Without a watcher there is no line; a run does not depend on it.
        let thread = std::thread::Builder::new().name("tass-progress".into());
        watch.watched = thread.spawn(keep_watching).is_ok();
    }
    Run(Some(counters))
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(counters) = self.0.take() {
            CURRENT.set(None);
            let mut watch = watch();
            watch.runs.retain(|run| !Arc::ptr_eq(run, &counters));
            watch.erase();
        }
    }
}

static LOOKS: OnceLock<bool> = OnceLock::new();

/// Is there a terminal that wants it?
fn somebody_looks() -> bool {
    let value = |name: &str| std::env::var(name).ok();
    let terminal = std::io::stderr().is_terminal();
    wanted(value("TASS_PROGRESS"), value("CI"), value("TERM"), terminal)
}

fn wanted(asked: Option<String>, ci: Option<String>, term: Option<String>, terminal: bool) -> bool {
    match asked.as_deref() {
        Some("1") => true,
        Some("0") => false,
        _ => terminal && ci.is_none_or(|ci| ci.is_empty()) && term.as_deref() != Some("dumb"),
    }
}

/// The runs under way, oldest first, and the line.
struct Watch {
    runs: Vec<Arc<Counters>>,
    /// Is there a thread that watches them?
    watched: bool,
    /// Is there a line to be erased?
    shown: bool,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch {
    runs: Vec::new(),
    watched: false,
    shown: false,
});

fn watch() -> std::sync::MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    fn erase(&mut self) {
        if std::mem::take(&mut self.shown) {
            write(ERASE);
        }
    }
}

/// Where the line goes. Nothing depends on whether it gets there.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

/// Shows the line about the oldest run, for as long as there are runs.
fn keep_watching() {
    loop {
        std::thread::sleep(EVERY);
        let mut watch = watch();
        let Some(oldest) = watch.runs.first() else {
            watch.watched = false;
            return;
        };
        let elapsed = oldest.start.elapsed();
        if elapsed >= PATIENCE {
            let line = oldest.line(elapsed);
            write(&format!("{ERASE}{}", cut(&line)));
            watch.shown = true;
        }
    }
}

/// As much of a line as the terminal has room for: one that wraps could not be erased.
fn cut(line: &str) -> String {
    let real = terminal_size::terminal_size_of(std::io::stderr());
    let real = real.map(|(terminal_size::Width(columns), _)| usize::from(columns));
    let said = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    within(line, real.or(said).unwrap_or(119))
}

/// The beginning of a line that leaves the last of these columns free.
fn within(line: &str, columns: usize) -> String {
    let mut left = columns.saturating_sub(1);
    let fits = line.chars().take_while(|&c| {
        let width = crate::report::char_width(c);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    });
    fits.collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Counters, Listener, Relaxed, wanted, within};

    #[test]
    fn only_a_terminal_that_wants_it() {
        let some = |text: &str| Some(text.to_string());
        let cases = [
            ((None, None, some("xterm"), true), true),
            ((None, None, some("xterm"), false), false),
            ((None, some("true"), some("xterm"), true), false),
            ((None, None, some("dumb"), true), false),
            ((some("0"), None, some("xterm"), true), false),
            ((some("1"), some("true"), None, false), true),
            ((None, some(""), None, true), true),
        ];
        for ((asked, ci, term, terminal), expected) in cases {
            let case = format!("{asked:?} {ci:?} {term:?} {terminal}");
            assert_eq!(wanted(asked, ci, term, terminal), expected, "{case}");
        }
    }

    #[test]
    fn the_line_fits_the_terminal() {
        assert_eq!(within("ring, 4 processes", 10), "ring, 4 p");
        // Wide characters take two columns.
        assert_eq!(within("数数数数", 6), "数数");
        assert_eq!(within("ring", 80), "ring");
    }

    #[test]
    fn the_line_says_what_it_waits_for() {
        let counters = Counters::new("ring, 4 processes".into());
        counters.search(1200, 17, 340);
        let line = counters.line(Duration::from_secs(4));
        assert_eq!(
            line,
            "ring, 4 processes: 1200 states (300/s), depth 17, 340 obligations, Z3 0.0 s of 4 s"
        );
        counters.asked_z3.store(1_000_000, Relaxed);
        let line = counters.line(Duration::from_secs(4));
        assert!(
            line.ends_with("Z3 3.0 s of 4 s, waiting for Z3 (3 s)"),
            "{line}"
        );
        counters.asked();
        counters.answered(Duration::ZERO);
        let line = counters.line(Duration::from_secs(4));
        assert!(line.ends_with("Z3 0.0 s of 4 s"), "{line}");
    }
}
