//! Where the libraries are that a batch is compiled with: those that this very program was built
//! from.

use std::path::PathBuf;
use std::process::Command;

/// What rustc is told, so that a batch finds `tass` and `tass_oracle`.
#[derive(Clone, Debug)]
pub struct Link {
    args: Vec<String>,
    /// Where batches are written.
    pub folder: PathBuf,
}

impl Link {
    /// Asks cargo, which builds what is missing.
    ///
    /// A dependency has the features that all of what cargo was asked to build wants of it, so
    /// another question builds the engine another time. What is asked is what `cargo test
    /// --workspace` has built, or `cargo run --release -p tass-oracle`.
    ///
    /// # Errors
    /// If cargo cannot be run, or does not name the libraries.
    pub fn find() -> Result<Link, String> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
        let mut command = Command::new(cargo);
        command.args(match cfg!(debug_assertions) {
            true => ["test", "--no-run", "--workspace", "--test", "native"],
            false => ["build", "--release", "--lib", "-p", "tass-oracle"],
        });
        command.args(["--offline", "--message-format=json"]);
        let output = command
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let library = |name: &str| {
            let named = format!("\"name\":\"{name}\"");
            let mut artifacts = text.lines().filter(|line| {
                line.contains("\"reason\":\"compiler-artifact\"")
                    && line.contains("\"crate_types\":[\"lib\"]")
                    && line.contains(&named)
            });
            let files = artifacts.next()?.split("\"filenames\":[\"").nth(1)?;
            let mut files = files.split(']').next()?.split("\",\"");
            let file = files.find(|file| file.trim_end_matches('"').ends_with(".rlib"))?;
            Some(file.trim_end_matches('"').to_string())
        };
        let found = library("tass").zip(library("tass_oracle"));
        let (tass, oracle) = found.ok_or_else(|| {
            let errors = String::from_utf8_lossy(&output.stderr);
            format!("cargo does not name the libraries: {errors}")
        })?;
        // `target/debug`, or whatever it is called.
        let mut profile = PathBuf::from(&tass);
        profile.pop();
        if profile.ends_with("deps") {
            profile.pop();
        }
        let deps = profile.join("deps");
        let args = vec![
            "-L".to_string(),
            format!("dependency={}", deps.display()),
            "--extern".to_string(),
            format!("tass={tass}"),
            "--extern".to_string(),
            format!("tass_oracle={oracle}"),
        ];
        let folder = profile.join("native-oracle");
        Ok(Link { args, folder })
    }

    /// rustc, for the file `main.rs` in a folder.
    pub fn rustc(&self) -> Command {
        let mut command =
            Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string()));
        command
            .args([
                "--edition",
                "2024",
                "--error-format=short",
                "--crate-name",
                "batch",
            ])
            .args([
                "-C",
                "opt-level=0",
                "-C",
                "debuginfo=0",
                "-C",
                "debug-assertions=on",
            ])
            .args(["-C", "overflow-checks=on", "-C", "codegen-units=4"])
            .args(&self.args);
        command
    }
}
