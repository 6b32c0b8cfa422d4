//! The experiments of the papers, with the published figures beside ours.
//!
//! ```console
//! $ cargo run --release --example papers -- collective   # Collective assertions (VMCAI 2011)
//! $ cargo run --release --example papers -- tass --quick # Automatic formal .. (PPoPP 2011)
//! $ cargo run --release --example papers -- lise         # Loop invariant .. (VMCAI 2012)
//! $ cargo run --release --example papers -- any          # A class of symmetric parallel programs
//! $ cargo run --release --example papers -- mpisv        # MPI-SV's benchmark (ICSE 2020)
//! ```
//!
//! `--quick` leaves out what takes more than ten seconds. The exit status is 1 if a verdict is not
//! the published one.

#![cfg_attr(
    test,
    allow(
        unused_imports,
        reason = "a test without a harness has no tests, but what they import"
    )
)]

mod collective;
mod every;
mod figure4;
mod lise;
mod models;
mod mpisv;
mod row;
mod tass;

use std::process::ExitCode;

const USAGE: &str = "usage: papers collective | tass | lise | any | mpisv [--quick]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let quick = args.iter().any(|arg| arg == "--quick");
    let right = match args
        .iter()
        .find(|arg| !arg.starts_with('-'))
        .map(String::as_str)
    {
        // Asked for nothing, as by `cargo test --examples`: that is no mistake.
        None => {
            println!("{USAGE}");
            true
        }
        Some("collective") => collective::run(quick),
        Some("tass") => tass::run(quick),
        Some("lise") => lise::run(quick),
        Some("any") => every::run(quick),
        Some("mpisv") => mpisv::run(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
