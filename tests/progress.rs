//! The progress line: on a terminal that wants it, and nowhere else; the line of statistics.
//!
//! The run that takes long is in a process of its own: this test program, started again. It is
//! given three seconds, and asked by an environment variable.

use std::process::{Command, Stdio};
use std::time::Duration;

use tass::prelude::*;

const CHILD: &str = "TASS_TEST_CHILD";
const ERASE: &str = "\r\u{1b}[2K";

/// More orders than anybody can look at.
#[tass::model]
fn endless_orders() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = 0usize;
    if rank == 0 {
        let mut sum = 0;
        for _ in 0..3 * (size - 1) {
            mpi!(recv(&mut x, from = ANY));
            sum = 2 * sum + x;
        }
        assert!(sum > 0);
    } else {
        for _ in 0..3 {
            mpi!(send(&rank, to = 0));
        }
    }
}

/// Short, and with a line of statistics.
#[tass::verify(nprocs = 2)]
fn short(n: i64) {
    assert!(n + 1 > n);
}

/// What the process does that is started.
#[test]
fn child() {
    if std::env::var_os(CHILD).is_some() {
        let model = endless_orders::model().nprocs(8).reduction(false);
        let report = model.timeout(Duration::from_secs(3)).check();
        eprintln!("[{}]", report.verdict().expect("built").name());
    }
}

fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).env(CHILD, "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["CI", "TASS_PROGRESS", "COLUMNS"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm");
    command
}

/// Starts it; what is returned waits for its end.
fn output(command: &mut Command) -> Box<dyn FnOnce() -> String> {
    let child = command.spawn().expect("starts");
    Box::new(|| {
        let output = child.wait_with_output().expect("ends");
        let both = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&both).into_owned()
    })
}

#[test]
fn a_long_run_shows_how_far_it_is() {
    let this = std::env::current_exe().expect("known");
    let this = this.to_str().expect("readable");
    let args = ["child", "--exact", "--nocapture"];
    let asked = output(command(this, &args).env("TASS_PROGRESS", "1"));
    let piped = output(&mut command(this, &args));
    // Terminals, as `script` makes them; it has other options on other systems.
    let line = format!("{this} {}", args.join(" "));
    let script = |name: &str, value: &str| {
        let mut command = command("script", &["-qec", &line, "/dev/null"]);
        cfg!(target_os = "linux").then(|| output(command.env(name, value)))
    };
    let (terminal, ci) = (script("TERM", "xterm"), script("CI", "true"));
    let text = |run: Option<_>| run.map(|run: Box<dyn FnOnce() -> String>| run());
    for text in [text(terminal), Some(asked())].into_iter().flatten() {
        assert!(text.contains("endless_orders, 8 processes: "), "{text:?}");
        assert!(text.contains(" states ("), "{text:?}");
        // It is erased before the run returns.
        let (_, after) = text.rsplit_once("endless_orders, 8").expect("just seen");
        let (_, after) = after.split_once(ERASE).expect("erased");
        assert!(after.starts_with("[inconclusive]"), "{text:?}");
    }
    for text in [text(ci), Some(piped())].into_iter().flatten() {
        assert!(text.contains("[inconclusive]"), "{text:?}");
        assert!(!text.contains("endless_orders"), "{text:?}");
    }
}

#[test]
fn statistics_at_the_end_of_a_test() {
    let this = std::env::current_exe().expect("known");
    let this = this.to_str().expect("readable");
    let shown = output(&mut command(this, &["short::nprocs_2", "--nocapture"]))();
    let line = "model `short` with 2 processes: verified; 3 states, 2 steps, ";
    assert!(shown.contains(line), "{shown}");
    let captured = output(&mut command(this, &["short::nprocs_2"]))();
    assert!(!captured.contains("model `short`"), "{captured}");
}
