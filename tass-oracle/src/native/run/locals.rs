//! The types of locals, as rustc and as tass infer them, in one notation.
//!
//! tass has one type for all sequences, `[T]`, and shared references are what they refer to, so
//! both are brought to that form.

use tass_core::graph::Program;

/// The types of all locals of a program that have a name.
pub(super) fn of(program: &Program) -> Vec<(String, String)> {
    let locals = program.graphs.iter().flat_map(|graph| &graph.locals);
    locals
        .filter_map(|local| Some((local.name.clone()?, normal(&local.ty.to_string()))))
        .collect()
}

/// A type in the common notation: no references, all sequences `[T]`, names without their paths.
pub(super) fn normal(ty: &str) -> String {
    let mut out = String::new();
    let mut rest = ty.trim();
    while !rest.is_empty() {
        if let Some(after) = rest
            .strip_prefix("&mut ")
            .or_else(|| rest.strip_prefix('&'))
        {
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('[') {
            let end = closing(after, '[', ']');
            out.push_str(&sequence(&after[..end]));
            rest = &after[end + 1..];
            continue;
        }
        let word = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
        let (path, after) = rest.split_at(word.unwrap_or(rest.len()));
        let name = path.rsplit("::").next().unwrap_or(path);
        if name == "Vec" && after.starts_with('<') {
            let end = closing(&after[1..], '<', '>');
            out.push_str(&format!("[{}]", normal(&after[1..=end])));
            rest = &after[end + 2..];
            continue;
        }
        out.push_str(name);
        rest = after;
        if path.is_empty() {
            let c = rest.chars().next().unwrap_or(' ');
            if !c.is_whitespace() {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    // `(T,)` has its comma everywhere or nowhere.
    out.replace(",)", ")")
}

/// `T; n` or `T`, between brackets.
fn sequence(inside: &str) -> String {
    let mut depth = 0;
    let semicolon = inside.char_indices().find(|(_, c)| {
        depth += i32::from(matches!(c, '[' | '<' | '(')) - i32::from(matches!(c, ']' | '>' | ')'));
        depth == 0 && *c == ';'
    });
    let elem = semicolon.map_or(inside, |(at, _)| &inside[..at]);
    format!("[{}]", normal(elem))
}

/// Where the bracket closes that was opened just before.
fn closing(text: &str, open: char, close: char) -> usize {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == open) - i32::from(c == close);
        if depth == 0 {
            return at;
        }
    }
    text.len() - 1
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn types_have_one_notation() {
        let types = [
            ("alloc::vec::Vec<[i32; 3]>", "[[i32]]"),
            ("&mut [(u8, f0::native::Pt)]", "[(u8,Pt)]"),
            ("&[alloc::vec::Vec<(bool,)>; 2]", "[[(bool)]]"),
            ("u128", "u128"),
        ];
        for (ty, expected) in types {
            assert_eq!(normal(ty), expected);
        }
    }
}
