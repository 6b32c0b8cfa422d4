//! A model whose strings and values try to be markup.

use tass::prelude::*;
use tass::report::{Change, EventKind, Note, Outcome, TraceEvent, Verdict, Violation};
use tass::{Kind, Report};
use tinyjson::JsonValue;

/// Whatever could mean something in XML, HTML, JSON, JavaScript or Mermaid.
pub(crate) const HOSTILE: &str = "</script><img src=x onerror=document.title='pwned'><b>\"quoted\" 'x' `tick` ${1} \\ ]]> <!-- --> ; #35; %%{init}%% end\nparticipant p9 \u{1b}[31m 漢字 \u{202e}rtl \u{2028} &amp; <svg onload=alert(1)>";

#[tass::model]
pub(crate) fn hostile(n: i64) {
    let mut größe: i64 = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&n, to = 1));
        mpi!(recv(&mut größe, from = 1));
    } else {
        mpi!(recv(&mut größe, from = 0));
        mpi!(send(&größe, to = 0));
        assert!(
            größe != 3,
            "</script><img src=x onerror=document.title='pwned'> ]]> `;#end\""
        );
    }
}

/// A report in which everything that can be text is hostile.
pub(crate) fn all_hostile() -> Report {
    let report = hostile::model().nprocs(2).check();
    let mut violation = report.violations()[0].clone();
    let text = |s: &mut String| *s = HOSTILE.to_string();
    text(&mut violation.message);
    violation.inputs = vec![(HOSTILE.into(), HOSTILE.into())];
    violation.help = Some(HOSTILE.into());
    violation.notes.push(Note {
        location: None,
        text: HOSTILE.into(),
    });
    for event in &mut violation.trace {
        text(&mut event.text);
        event.changes.push(Change {
            name: HOSTILE.into(),
            value: Some(HOSTILE.into()),
        });
        if let Some(location) = &mut event.location {
            let function = std::sync::Arc::make_mut(&mut location.function);
            text(&mut function.name);
            text(&mut function.file);
            text(&mut function.text);
        }
    }
    of(HOSTILE, violation)
}

fn of(model: &str, violation: Violation) -> Report {
    let outcome = Outcome::Checked {
        verdict: Verdict::Refuted,
        violations: vec![violation],
    };
    Report::new(model, 2, outcome)
}

/// The text of all elements of this name.
fn texts(svg: &str, name: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("well-formed");
    let elements = document.descendants().filter(|n| n.has_tag_name(name));
    elements
        .filter_map(|n| n.text().map(str::to_owned))
        .collect()
}

#[test]
fn an_svg_is_well_formed_and_has_no_elements_of_the_models() {
    let svg = all_hostile().to_svg().expect("a violation");
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let known = [
        "svg", "title", "style", "defs", "marker", "g", "path", "circle", "rect", "text", "use",
        "polyline",
    ];
    for node in document.descendants().filter(|n| n.is_element()) {
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
        let script = node.attributes().find(|a| a.name().starts_with("on"));
        assert!(script.is_none(), "{node:?}");
    }
    assert!(
        texts(&svg, "title")
            .iter()
            .any(|t| t.contains("<img src=x onerror"))
    );
}

#[test]
fn a_page_holds_its_data_and_no_other_markup() {
    for report in [all_hostile(), hostile::model().nprocs(2).check()] {
        let page = report.to_html().expect("a violation");
        let (_, rest) = page
            .split_once("<script type=\"application/json\" id=\"data\">")
            .expect("the data");
        let (json, _) = rest.split_once("</script>").expect("its end");
        let data: JsonValue = json.parse().expect("JSON");
        let steps: &Vec<JsonValue> = data["steps"].get().expect("steps");
        let trace = &report.violations()[0].trace;
        assert_eq!(steps.len(), trace.len());
        for (step, event) in steps.iter().zip(trace) {
            let JsonValue::Object(fields) = step else {
                panic!("a step is an object")
            };
            let changes = fields.get("c").and_then(|c| c.get::<Vec<JsonValue>>());
            let told: Vec<Change> = changes
                .into_iter()
                .flatten()
                .map(|c| Change {
                    name: c[0].get::<String>().expect("a name").clone(),
                    value: c[1].get::<String>().cloned(),
                })
                .collect();
            assert_eq!(told, event.changes);
        }
        assert_eq!(page.matches("<img").count(), 0);
        assert_eq!(page.matches("</script>").count(), 2);
        assert_eq!(page.matches("<title>").count(), 1);
    }
}

#[test]
fn a_mermaid_diagram_has_only_lines_of_its_own() {
    let diagram = all_hostile().to_mermaid().expect("a violation");
    for line in diagram.lines() {
        let line = line.trim();
        let known = [
            "sequenceDiagram",
            "participant p0 as ",
            "participant p1 as ",
            "Note over p",
        ];
        let message = |l: &str| {
            ["p0-)p1: ", "p1-)p0: ", "p0-xp1: ", "p1-xp0: "]
                .iter()
                .any(|m| l.starts_with(m))
        };
        assert!(
            known.iter().any(|k| line.starts_with(k)) || message(line),
            "{line}"
        );
        let (_, text) = line.split_once(": ").unwrap_or(("", ""));
        let text = text.replace("<br/>", "");
        let mut rest = text.as_str();
        while let Some((plain, code)) = rest.split_once('#') {
            assert!(
                !plain.contains(['<', '>', ';', ':', '%', '`', '"', '{']),
                "{line}"
            );
            let (number, tail) = code.split_once(';').expect("a character code");
            assert!(number.parse::<u32>().is_ok(), "{line}");
            rest = tail;
        }
        assert!(
            !rest.contains(['<', '>', ';', ':', '%', '`', '"', '{']),
            "{line}"
        );
    }
}

#[test]
fn pictures_of_nothing() {
    let mut violation = Violation::new(Kind::Panic, "");
    let report = of("", violation.clone());
    for svg in [report.to_svg(), report.to_html()] {
        assert!(svg.is_some());
    }
    // An event of a process that is not there is not drawn.
    violation.trace.push(TraceEvent {
        process: 7,
        location: None,
        text: String::new(),
        kind: EventKind::Send,
        message: Some(1),
        peer: Some(9),
        group: None,
        shown: true,
        changes: Vec::new(),
    });
    let svg = of("", violation).to_svg().expect("a violation");
    roxmltree::Document::parse(&svg).expect("well-formed");
}
