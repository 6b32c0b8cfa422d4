//! The tables of the papers, measured: `cargo run --release --example papers -- any [--quick]`.

mod every;

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let quick = args.iter().any(|arg| arg == "--quick");
    let as_published = match args
        .iter()
        .find(|arg| !arg.starts_with("--"))
        .map(String::as_str)
    {
        Some("any") => every::run(quick),
        other => {
            let unknown = other.map_or(String::new(), |name| format!("no table `{name}`; "));
            eprintln!("{unknown}usage: papers -- any [--quick]");
            false
        }
    };
    if as_published {
        std::process::ExitCode::SUCCESS
    } else {
        std::process::ExitCode::FAILURE
    }
}
