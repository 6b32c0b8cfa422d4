//! What a page may run: its own script, known by its hash, and nothing else.

use super::html::{SCRIPT_HASH, STYLE_HASH};
use crate::report::{Kind, Outcome, Report, Verdict, Violation};

fn page() -> String {
    let outcome = Outcome::Checked {
        verdict: Verdict::Refuted,
        violations: vec![Violation::new(Kind::Panic, "it does")],
    };
    Report::new("m", 1, outcome).to_html().expect("a violation")
}

/// What stands between two tags.
fn between<'a>(page: &'a str, open: &str, close: &str) -> &'a str {
    let (_, rest) = page.split_once(open).expect("an opening tag");
    rest.split_once(close).expect("a closing tag").0
}

/// As a security policy writes a hash.
fn sha256(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = hmac_sha256::Hash::hash(text.as_bytes());
    let mut encoded = String::from("sha256-");
    for group in hash.chunks(3) {
        let mut bytes = [0; 3];
        bytes[..group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            let used = digit <= group.len();
            encoded.push(if used {
                DIGITS[value as usize].into()
            } else {
                '='
            });
        }
    }
    encoded
}

#[test]
fn script_and_style_are_known_by_their_hashes() {
    let page = page();
    let script = sha256(between(&page, "<script>", "</script>"));
    assert_eq!(script, SCRIPT_HASH, "of page.js, for html.rs");
    let style = sha256(between(&page, "<style>", "</style>"));
    assert_eq!(style, STYLE_HASH, "of chart.css and page.css, for html.rs");
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
    assert!(
        policy.contains(&format!("script-src '{SCRIPT_HASH}'")),
        "{policy}"
    );
    assert!(
        policy.contains(&format!("style-src '{STYLE_HASH}'")),
        "{policy}"
    );
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(
        !policy.contains("unsafe") && !policy.contains("nonce"),
        "{policy}"
    );
    assert_eq!(
        sha256("abc"),
        "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    );
}
