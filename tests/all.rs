//! Everything that needs no program of its own: one program is linked once, and its tests run side
//! by side.
//!
//! A file here is a module, `cargo test --test all folds::` runs one of them. What measures memory
//! or looks at what the process prints (`budgets`, `growth`, `progress`) is a program by itself,
//! see `Cargo.toml`.

mod cases;

mod asserted;
mod bad_input;
mod blocks;
mod boundaries;
mod collective;
mod comm_counters;
mod comm_universes;
mod communicators;
mod conformance;
mod counters;
mod deadlocks;
mod defects;
mod endless;
mod enums;
mod evaluation;
mod every;
mod facts;
mod first_hour;
mod folds;
mod front_end;
mod graphs;
mod grids;
mod hostile_mpi;
mod icollectives;
mod in_place;
mod invariants;
mod json;
mod kinds;
mod language;
mod located;
mod matched;
mod meaning;
mod modes;
mod operators;
mod order;
mod overlap;
mod prover;
mod races;
mod ranges;
mod ranks;
mod reduction;
mod replace;
mod reports;
mod small;
mod verdict;

use std::fs;
use std::path::Path;

/// A file that is neither a module here nor a program of `Cargo.toml` would be run by nobody.
#[test]
fn no_file_is_forgotten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let (here, manifest) = (read("tests/all.rs"), read("Cargo.toml"));
    let mut seen = 0;
    for entry in fs::read_dir(root.join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let file = match name.strip_suffix(".rs") {
            Some(module) if here.contains(&format!("\nmod {module};\n")) => continue,
            Some(_) => format!("tests/{name}"),
            None if path.join("main.rs").exists() => format!("tests/{name}/main.rs"),
            None => continue,
        };
        seen += 1;
        assert!(
            manifest.contains(&format!("path = \"{file}\"")),
            "{file} is run by nobody"
        );
    }
    assert!(seen > 1, "this very file is one of them");
}

/// Snapshots are stored with the file that they belong to: one in this project, not a folder of the
/// machine that they were made on.
#[test]
fn no_snapshot_names_a_folder_elsewhere() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                folders.push(path);
            } else if name.ends_with(".snap") {
                let text = fs::read_to_string(&path).unwrap();
                let source = text.lines().find(|line| line.starts_with("source:"));
                let elsewhere =
                    source.is_some_and(|line| line.contains("..") || line.contains(": /"));
                assert!(!elsewhere, "{}: {source:?}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} snapshots");
}
