//! Text from a model on its way into a picture: nothing in it may mean anything but itself.

use std::fmt::Write;

use super::super::headline::one_line;

/// Text as XML (and HTML) has it, in content and in quoted attributes. Characters that XML does not
/// allow, or that would reorder the text, become `�`.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || is_hidden(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// What XML does not allow, and what turns the direction of the text around it.
fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{fffe}' | '\u{ffff}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
    ) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text after the colon of a line of a Mermaid diagram: whatever is not a plain letter, digit or
/// harmless sign is written as a character code, and so is the word `end`, which would end a block.
pub(super) fn mermaid(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in one_line(text).chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        match word.to_ascii_lowercase().as_str() {
            "end" => {
                let _ = write!(out, "#{};{}", u32::from(word.as_bytes()[0]), &word[1..]);
            }
            _ => out.push_str(&word),
        }
        word.clear();
        if matches!(
            c,
            ' ' | '.' | ',' | '=' | '+' | '-' | '*' | '/' | '(' | ')' | '[' | ']'
        ) {
            out.push(c);
        } else {
            let c = if c.is_control() || is_hidden(c) {
                '\u{fffd}'
            } else {
                c
            };
            let _ = write!(out, "#{};", u32::from(c));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// JSON inside a `<script>`: no end tag, no comment, can begin in it.
pub(super) fn json_in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// At most this many characters, the last of them `…` if something is missing.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let text = one_line(text);
    if text.chars().count() <= most {
        return text;
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Lines of at most this many characters, broken between words where that is possible; of more than
/// `lines`, the last ends in `…`.
pub(super) fn wrap(text: &str, most: usize, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = one_line(text);
    while !rest.is_empty() {
        if out.len() + 1 == lines || rest.chars().count() <= most {
            out.push(shorten(&rest, most));
            break;
        }
        let end = rest
            .char_indices()
            .nth(most)
            .map_or(rest.len(), |(at, _)| at);
        let cut = rest[..end].rfind(' ').filter(|&at| at > 0);
        let cut = if rest[end..].starts_with(' ') {
            end
        } else {
            cut.unwrap_or(end)
        };
        let tail = rest.split_off(cut);
        out.push(rest);
        rest = tail.trim_start().to_string();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{json_in_script, mermaid, shorten, wrap, xml};

    #[test]
    fn markup_is_text() {
        assert_eq!(
            xml("</script><img src=\"x\" onerror='a()'>&amp;"),
            "&lt;/script&gt;&lt;img src=&quot;x&quot; onerror=&#39;a()&#39;&gt;&amp;amp;"
        );
        assert_eq!(xml("]]>\u{0}\u{1b}[31m\n\u{ffff}é"), "]]&gt;��[31m �é");
        assert_eq!(xml("a\u{202e}b"), "a�b");
    }

    #[test]
    fn mermaid_sees_only_letters_and_codes() {
        assert_eq!(mermaid("x; y #1 <b> a:b"), "x#59; y #35;1 #60;b#62; a#58;b");
        assert_eq!(mermaid("loop\nend bend END"), "loop #101;nd bend #69;ND");
        assert_eq!(
            mermaid("`%%{init}%%` -->> \"q\""),
            "#96;#37;#37;#123;init#125;#37;#37;#96; --#62;#62; #34;q#34;"
        );
        assert_eq!(mermaid("größe = 漢字"), "größe = 漢字");
    }

    #[test]
    fn a_script_does_not_end_early() {
        let json = json_in_script("{\"a\":\"</script><!--\"}");
        assert!(!json.contains('<'), "{json}");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shorten("größer als alles", 7), "größer…");
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(
            wrap("a message from process 1", 10, 5),
            ["a message", "from", "process 1"]
        );
        assert_eq!(wrap("abcdefghij kl", 4, 3), ["abcd", "efgh", "ij…"]);
        assert_eq!(wrap("", 4, 3), [""; 0]);
    }
}
