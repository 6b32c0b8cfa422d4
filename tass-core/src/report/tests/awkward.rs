//! Sources and spans that are hard to show.

use insta::assert_snapshot;

use super::*;

fn with_location(location: Option<Location>) -> String {
    let mut violation = Violation::new(Kind::OutOfBounds, "index 3, but the length is 3");
    violation.process = Some(1);
    violation.location = location;
    refuted("f", 2, violation).to_string()
}

#[test]
fn span_over_several_lines() {
    let text = "\
fn f(a: [i64; 3]) {
    assert!(
        a[0] == 1
            && a[1] == 2
            && a[2] == 3
    );
}
";
    let f = function("f", text);
    let part = "a[0] == 1\n            && a[1] == 2\n            && a[2] == 3";
    assert_snapshot!(with_location(Some(at(&f, part))));
}

#[test]
fn tabs() {
    let f = function(
        "f",
        "fn f(a: [i64; 3]) {\n\tif true {\n\t\tlet x =\ta[3];\n\t}\n}\n",
    );
    assert_snapshot!(with_location(Some(at(&f, "a[3]"))));
}

#[test]
fn unicode() {
    let f = function(
        "f",
        "fn f(größe: [i64; 3]) {\n    let 漢字 = \"😀é\"; let x = größe[3]; // ←\n}\n",
    );
    assert_snapshot!(with_location(Some(at(&f, "größe[3]"))));
}

#[test]
fn windows_line_ends() {
    let f = function("f", "fn f(a: [i64; 3]) {\r\n    let x = a[3];\r\n}\r\n");
    assert_snapshot!(with_location(Some(at(&f, "a[3]"))));
}

#[test]
fn empty_source() {
    let f = function("f", "");
    let span = Span {
        line: 3,
        col: 8,
        end_line: 3,
        end_col: 12,
    };
    assert_snapshot!(with_location(Some(Location::new(&f, span))));
}

#[test]
fn span_outside_the_source() {
    let f = function("f", "fn f() {}\n");
    let span = |line, col, end_line, end_col| Span {
        line,
        col,
        end_line,
        end_col,
    };
    for span in [
        span(0, 50, 0, 60),
        span(0, 3, 9, 9),
        span(1, 0, 1, 1),
        span(0, 5, 0, 2),
        span(u32::MAX, u32::MAX, u32::MAX, u32::MAX),
    ] {
        let text = with_location(Some(Location::new(&f, span)));
        assert!(text.contains("--> tests/f.rs:"), "{text}");
        assert!(text.contains("index out of bounds"), "{text}");
    }
}

#[test]
fn no_location() {
    assert_snapshot!(with_location(None));
}

#[test]
fn places_in_two_functions() {
    let f = function("f", "fn f() {\n    g(3);\n}\n");
    let g = function("g", "fn g(i: usize) {\n    let a = [0; 3];\n    a[i];\n}\n");
    let mut violation = Violation::new(Kind::OutOfBounds, "index 3, but the length is 3");
    violation.location = Some(at(&g, "a[i]"));
    violation.notes.push(Note {
        location: Some(at(&f, "g(3)")),
        text: "called here".to_string(),
    });
    violation.trace = vec![
        event(0, EventKind::Assign, "i = 3", at(&f, "g(3)"), None),
        event(0, EventKind::Failure, "a[i]", at(&g, "a[i]"), None),
    ];
    assert_snapshot!(refuted("f", 1, violation).to_string());
}

#[test]
fn messages_of_several_lines_are_joined() {
    let f = function("f", "fn f() {\n    panic!(\"a\\nb\");\n}\n");
    let mut violation = Violation::new(Kind::Panic, "a\n   b\tc");
    violation.location = Some(at(&f, "panic!(\"a\\nb\")"));
    assert_snapshot!(refuted("f", 1, violation).snapshot());
}
