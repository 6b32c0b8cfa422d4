//! What stays in its room: the core knows no MPI, kinds and operations have one table each, and
//! comments end by column 100.

use std::fs;
use std::path::{Path, PathBuf};

use tass::Kind;
use tass_syntax::operation::OPERATIONS;

/// The source files under some folders of the project, and their text without comments.
fn sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    fn add(folder: &Path, into: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let tests = path.file_stem().is_some_and(|name| name == "tests");
            if path.is_dir() && !tests {
                add(&path, into);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !tests {
                let text = fs::read_to_string(&path).expect("a source file");
                let code = text.lines().take_while(|line| *line != "mod tests {");
                let code = code.filter(|line| !line.trim_start().starts_with("//"));
                into.push((path, code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    let mut files = Vec::new();
    for folder in folders {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        add(&root.join(folder), &mut files);
    }
    files
}

/// How many of these names stand in the text as literals.
fn named<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> usize {
    names
        .filter(|name| text.contains(&format!("\"{name}\"")))
        .count()
}

/// What an operation means, and what to say of it, is for the communication model.
#[test]
fn the_core_knows_no_mpi() {
    let effects = OPERATIONS.iter().filter(|op| op.signature.pure.is_none());
    let effects: Vec<&str> = effects.map(|op| op.signature.name).collect();
    for (path, text) in sources(&["tass-core/src", "tass-logic/src"]) {
        let words = ["MPI", "mpi!", "Mpi", "mpi_"];
        let found = words.iter().find(|word| text.contains(**word));
        assert_eq!(found, None, "{}", path.display());
        // Charts have classes for events that send, test and abort.
        let operations = named(&text, effects.iter().copied());
        assert!(operations < 4, "{} names operations", path.display());
    }
}

/// A file that names several kinds by their names is on its way to a second table.
#[test]
fn kinds_have_one_table() {
    let folders = [
        "src",
        "tass-core/src",
        "tass-macros/src",
        "tass-mpi-model/src",
    ];
    for (path, text) in sources(&folders) {
        let kinds = named(&text, Kind::ALL.iter().map(|kind| kind.name()));
        assert!(kinds < 3, "{} names {kinds} kinds", path.display());
    }
}

/// The same for operations. What they do is said twice on purpose: in the model, and in the oracle.
#[test]
fn operations_have_one_table() {
    for (path, text) in sources(&["src", "tass-core/src", "tass-macros/src"]) {
        // Charts have classes for events that send, test and abort.
        let operations = named(&text, OPERATIONS.iter().map(|op| op.signature.name));
        assert!(
            operations < 4,
            "{} names {operations} operations",
            path.display()
        );
    }
}

/// rustfmt sees to the code, and nobody else to this.
#[test]
fn comments_end_by_column_100() {
    fn check(folder: &Path, long: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                check(&path, long);
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                for (line, text) in (1..).zip(text.lines()) {
                    if text.trim_start().starts_with("//") && text.chars().count() > 100 {
                        long.push(format!("{}:{line}", path.display()));
                    }
                }
            }
        }
    }
    let mut long = Vec::new();
    check(Path::new(env!("CARGO_MANIFEST_DIR")), &mut long);
    assert_eq!(long, Vec::<String>::new(), "these comments are too long");
}
