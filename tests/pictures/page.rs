//! The page that a failed test leaves behind.

use std::path::Path;
use std::process::Command;

use super::charts::head_to_head;

/// Fails if it is told to; the tests below run it in a process of its own, since the environment
/// belongs to all tests of one.
#[test]
fn on_demand() -> Result<(), tass::Report> {
    let model = head_to_head::model().nprocs(2);
    match std::env::var("TASS_PICTURES_CHILD").as_deref() {
        Ok("fail") => model.run_test(),
        Ok("pass") => model.expect("potential_deadlock").run_test(),
        _ => Ok(()),
    }
}

/// What the test harness prints of it.
fn child(what: &str, html: &str) -> String {
    pinned_child(what, html, "")
}

/// The same, where the test is wanted as well, or not.
fn pinned_child(what: &str, html: &str, pin: &str) -> String {
    let this = std::env::current_exe().expect("this test");
    let output = Command::new(this)
        .args([
            "--exact",
            "page::on_demand",
            "--nocapture",
            "--test-threads=1",
        ])
        .env("TASS_PICTURES_CHILD", what)
        .env("TASS_HTML", html)
        .env("TASS_PIN", pin)
        .output()
        .expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// The path that was printed. (With `--nocapture` a passing test prints behind its name.)
fn printed(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.split_once("step through it: "));
    line.map(|(_, path)| path.trim())
}

#[test]
fn a_failed_test_says_where_its_page_is() {
    let text = child("fail", "");
    let path = printed(&text).unwrap_or_else(|| panic!("{text}"));
    assert!(
        path.ends_with("tests-pictures-charts-head_to_head-nprocs_2.html"),
        "{path}"
    );
    assert!(
        Path::new(path)
            .ancestors()
            .nth(1)
            .is_some_and(|p| p.ends_with("tass")),
        "{path}"
    );
    let report = head_to_head::model().nprocs(2).check();
    let page = std::fs::read_to_string(path).expect("it is there");
    assert_eq!(Some(page), report.to_html());
}

#[test]
fn never_and_always() {
    assert_eq!(printed(&child("fail", "never")), None);
    assert_eq!(printed(&child("pass", "failure")), None);
    assert!(printed(&child("pass", "always")).is_some());
}

#[test]
fn the_postscript_is_the_last_line_and_not_in_the_snapshot() {
    let mut report = head_to_head::model().nprocs(2).check();
    let before = report.snapshot();
    report.postscript = Some("step through it: there".into());
    assert_eq!(
        report.to_string().lines().last(),
        Some("step through it: there")
    );
    assert_eq!(report.snapshot(), before);
}

#[test]
fn a_failed_test_offers_its_execution_as_a_test() {
    let report = head_to_head::model().nprocs(2).check();
    let test = report.to_test().expect("it can be written down");
    let hint = "keep it as a test: TASS_PIN=1 prints one";
    let text = pinned_child("fail", "never", "");
    assert!(
        text.contains(hint) && !text.contains("tass::replay"),
        "{text}"
    );
    let text = pinned_child("fail", "never", "1");
    assert!(text.contains(&test) && !text.contains(hint), "{text}");
    let text = pinned_child("pass", "never", "1");
    assert!(!text.contains("tass::replay"), "{text}");
    // The page has it in its data.
    let page = report.to_html().expect("a violation");
    let data = format!("{test:?}").replace('<', "\\u003c");
    assert!(page.contains(&data), "no {data}");
}
