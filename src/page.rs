//! Where a failed test leaves the page of its counterexample.
//!
//! What must hold: a page that cannot be written never hides the report, it only says so; and the
//! same model with the same options is the same file, whatever they are called.

use std::path::{Path, PathBuf};

use tass_core::Report;
use tass_core::report::NotPinned;

/// Of which tests there are to be pages: the environment variable `TASS_HTML`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Of those that fail with a counterexample; the default.
    Failure,
    /// Of all that have one, even if it was expected.
    Always,
    /// Of none.
    Never,
}

impl Wanted {
    /// What the user asks for.
    pub(crate) fn from_environment() -> Wanted {
        let asked = std::env::var("TASS_HTML");
        Wanted::from_word(asked.as_deref().unwrap_or_default())
    }

    fn from_word(word: &str) -> Wanted {
        match word.trim().to_ascii_lowercase().as_str() {
            "always" => Wanted::Always,
            "never" => Wanted::Never,
            _ => Wanted::Failure,
        }
    }

    /// Of a test that passes?
    pub(crate) fn even_of_a_pass(self) -> bool {
        self == Wanted::Always
    }

    /// Of a test that fails?
    pub(crate) fn of_a_failure(self) -> bool {
        self != Wanted::Never
    }
}

/// Is the counterexample of a test that fails to be printed as a test as well: the environment
/// variable `TASS_PIN`.
pub(crate) fn pin_wanted() -> bool {
    let asked = std::env::var("TASS_PIN").unwrap_or_default();
    !matches!(asked.trim(), "" | "0")
}

/// The counterexample as a test, or how to get one; nothing if there is none.
pub(crate) fn pinned(report: &Report, wanted: bool) -> Option<String> {
    match report.to_test() {
        Ok(test) if wanted => Some(format!(
            "this execution as a test, to paste beside the model:\n\n{}",
            test.trim_end()
        )),
        Ok(_) => Some("keep it as a test: TASS_PIN=1 prints one".into()),
        Err(NotPinned::Input(input)) if wanted => {
            let why = NotPinned::Input(input);
            Some(format!("note: there is no test of this execution: {why}"))
        }
        Err(_) => None,
    }
}

/// Writes the page. What there is to say of it: nothing if there is no counterexample.
pub(crate) fn write(report: &Report, path: &Path) -> Option<String> {
    match report.write_html(path) {
        Ok(false) => None,
        Ok(true) => Some(format!("step through it: {}", path.display())),
        Err(error) => Some(format!(
            "note: the page could not be written to {}: {error}",
            path.display()
        )),
    }
}

/// The file of a report, whose model is in this source file and has this path.
pub(crate) fn place(report: &Report, source: &str, path: &str) -> PathBuf {
    let folder = target_of_executable().unwrap_or_else(target_of_folder);
    folder.join("tass").join(file_name(report, source, path))
}

/// The modules around a model that its file does not tell: `a` and `b` in `tests/x.rs` and
/// `x::a::b::ring`.
fn inner_modules<'p>(file: &Path, path: &'p str) -> Vec<&'p str> {
    let mut folders: Vec<_> = file.iter().filter_map(|part| part.to_str()).collect();
    if let Some("mod" | "lib" | "main") = folders.last().copied() {
        folders.pop();
    }
    let mut modules: Vec<&str> = path.split("::").collect();
    modules.pop();
    // Of a program of its own, the first module is the file; of a library it is the crate, which is
    // in no path.
    let known = |from: usize| {
        let until = (from..=modules.len()).rev();
        until
            .into_iter()
            .find(|&end| end > from && folders.ends_with(&modules[from..end]))
    };
    let known = known(0).or_else(|| known(1)).unwrap_or(1);
    modules.split_off(known.min(modules.len()))
}

/// A name made of where the model is, what it is called and how it is checked; letters, digits,
/// `_`, `-` and `.` only.
fn file_name(report: &Report, source: &str, path: &str) -> String {
    let file = Path::new(source).with_extension("");
    let modules = inner_modules(&file, path);
    let file = match file.is_absolute() {
        true => file.file_name().map(PathBuf::from).unwrap_or_default(),
        false => file,
    };
    let mut name = file.display().to_string();
    for part in modules.into_iter().chain([report.model.as_str()]) {
        name.push_str(&format!("-{part}"));
    }
    match report.every {
        Some(_) => name.push_str("-nprocs_any"),
        None => name.push_str(&format!("-nprocs_{}", report.nprocs)),
    }
    if report.spec_nprocs > 1 {
        name.push_str(&format!("-spec_nprocs_{}", report.spec_nprocs));
    }
    for (option, value) in &report.options {
        name.push_str(&format!("-{option}_{value}"));
    }
    let safe: String = name
        .chars()
        .map(|c| match c {
            '/' | '\\' => '-',
            c if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') => c,
            _ => '_',
        })
        .take(LONGEST)
        .collect();
    let changed = safe != name.replace(['/', '\\'], "-");
    match changed {
        true => format!("{safe}-{:08x}.html", fingerprint(&name)),
        false => format!("{safe}.html"),
    }
}

/// Of a file name.
const LONGEST: usize = 150;

/// Tells names apart that look the same once they are safe: FNV-1a, the same on every machine.
fn fingerprint(text: &str) -> u32 {
    let start = 0x811c_9dc5_u32;
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(start, step)
}

/// Cargo marks its target folder with this file.
const MARK: &str = "CACHEDIR.TAG";

/// The target folder that this test was built in, wherever the user wants it.
fn target_of_executable() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let folder = executable
        .ancestors()
        .skip(1)
        .find(|f| f.join(MARK).is_file())?;
    Some(folder.to_path_buf())
}

/// For programs that run elsewhere, such as doctests: what cargo would use here.
fn target_of_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("CARGO_TARGET_DIR") {
        return folder.into();
    }
    let here = std::env::current_dir().unwrap_or_default();
    let targets = here.ancestors().map(|folder| folder.join("target"));
    let found = targets
        .into_iter()
        .find(|target| target.join(MARK).is_file());
    found.unwrap_or_else(|| here.join("target"))
}

#[cfg(test)]
mod tests {
    use tass_core::report::{Kind, Outcome, Verdict, Violation};

    use super::{Report, Wanted, file_name, place, write};

    fn report(model: &str) -> Report {
        let outcome = Outcome::Checked {
            verdict: Verdict::Refuted,
            violations: vec![Violation::new(Kind::Panic, "it does")],
        };
        Report::new(model, 3, outcome)
    }

    #[test]
    fn names_say_what_was_checked() {
        let mut report = report("ring");
        assert_eq!(
            file_name(&report, "examples/ring.rs", "ring::ring"),
            "examples-ring-ring-nprocs_3.html"
        );
        report.options.push(("deadlock".into(), "absolute".into()));
        report.spec_nprocs = 2;
        assert_eq!(
            file_name(&report, "/home/me/src/ring.rs", "me::ring::ring"),
            "ring-ring-nprocs_3-spec_nprocs_2-deadlock_absolute.html"
        );
    }

    #[test]
    fn equal_names_in_two_modules_are_two_pages() {
        let name = |file: &str, path: &str| {
            let name = file_name(&report("ring"), file, path);
            name.replace("-nprocs_3.html", "")
        };
        assert_eq!(name("tests/x.rs", "x::a::ring"), "tests-x-a-ring");
        assert_eq!(name("tests/x.rs", "x::b::c::ring"), "tests-x-b-c-ring");
        assert_eq!(name("tests/x.rs", "x::ring"), "tests-x-ring");
        assert_eq!(name("tests/x/main.rs", "x::a::ring"), "tests-x-main-a-ring");
        assert_eq!(name("tests/x/y.rs", "x::y::ring"), "tests-x-y-ring");
        assert_eq!(
            name("src/y/mod.rs", "krate::y::a::ring"),
            "src-y-mod-a-ring"
        );
        assert_eq!(name("src/lib.rs", "krate::a::ring"), "src-lib-a-ring");
        assert_eq!(name("src/lib.rs", "krate::ring"), "src-lib-ring");
    }

    #[test]
    fn names_are_safe_and_differ() {
        let hostile = [
            "größe",
            "gr__e",
            "../../etc/passwd",
            "a b",
            "a:b",
            "CON",
            "",
        ];
        let mut names: Vec<String> = hostile
            .iter()
            .map(|m| file_name(&report(m), "../x.rs", "x::m"))
            .collect();
        names.push(file_name(&report(&"x".repeat(999)), "x.rs", "x::x"));
        names.push(file_name(&report(&"x".repeat(998)), "x.rs", "x::x"));
        for name in &names {
            assert!(
                name.len() < 180 && !name.contains(['/', '\\', ':', ' ']),
                "{name}"
            );
            assert!(name.is_ascii(), "{name}");
        }
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all, "{names:?}");
    }

    #[test]
    fn pages_are_in_the_target_folder() {
        let path = place(&report("ring"), "examples/ring.rs", "ring::ring");
        assert!(path.is_absolute() && path.parent().is_some_and(|p| p.ends_with("tass")));
        assert!(
            path.ancestors().any(|p| p.join("CACHEDIR.TAG").is_file()),
            "{path:?}"
        );
    }

    #[test]
    fn a_page_that_cannot_be_written_is_a_note() {
        // A folder cannot be where a file is.
        let path = std::env::current_exe()
            .expect("this test")
            .join("page.html");
        let said = write(&report("ring"), &path).expect("something to say");
        assert!(
            said.starts_with("note: the page could not be written to "),
            "{said}"
        );
    }

    #[test]
    fn what_is_asked_for() {
        assert_eq!(Wanted::from_word(""), Wanted::Failure);
        assert_eq!(Wanted::from_word("failure"), Wanted::Failure);
        assert_eq!(Wanted::from_word("ALWAYS"), Wanted::Always);
        assert_eq!(Wanted::from_word(" never "), Wanted::Never);
    }
}
