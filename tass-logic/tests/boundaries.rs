//! What stays in its room.

use std::fs;
use std::path::{Path, PathBuf};

/// The source files under a folder.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

/// Whoever else named it could believe it: its answers are checked where they are translated.
#[test]
fn z3_is_named_in_its_module_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let smt = root.join("prover/smt");
    let (inside, outside): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| file.starts_with(&smt) || *file == smt.with_extension("rs"));
    let names = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("a source file");
        text.contains("z3::") || text.contains("use z3")
    };
    assert!(
        inside.iter().any(names),
        "the module was moved: mend this test"
    );
    let wrong: Vec<_> = outside.into_iter().filter(|file| names(file)).collect();
    assert!(wrong.is_empty(), "z3 is named in {wrong:?}");
}
