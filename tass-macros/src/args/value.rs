//! The values of the attribute's arguments.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};
use syn::{Expr, Lit, Path, RangeLimits};

use crate::diagnostics::Diagnostics;
use crate::suggest;
use tass_syntax::{Kind, REASONS};

/// More tests than this from one attribute are a mistake, not a wish.
const MOST_TESTS: u64 = 64;

/// `any`
pub(super) fn is_any(value: &Expr) -> bool {
    matches!(value, Expr::Path(path) if path.path.is_ident("any"))
}

/// `4`, `2..=6`, `2..6`, `[2, 4, 8]`
pub(super) fn nprocs(value: &Expr, diagnostics: &mut Diagnostics) -> Vec<u64> {
    let counts = match value {
        Expr::Range(range) => {
            let (Some(start), Some(end)) = (&range.start, &range.end) else {
                diagnostics.error(value, "the range needs both ends: `nprocs = 2..=4`");
                return Vec::new();
            };
            let (Some(lo), Some(hi)) = (count(start, diagnostics), count(end, diagnostics)) else {
                return Vec::new();
            };
            let counts = match range.limits {
                RangeLimits::HalfOpen(_) => lo..hi,
                RangeLimits::Closed(_) => lo..hi.saturating_add(1),
            };
            if counts.is_empty() {
                diagnostics.error(
                    value,
                    "this range of process counts is empty, so nothing would be verified",
                );
                return Vec::new();
            }
            if counts.end - counts.start > MOST_TESTS {
                diagnostics.error(
                    value,
                    format!(
                        "{} tests from one attribute are too many (at most {MOST_TESTS})",
                        counts.end - counts.start
                    ),
                );
                return Vec::new();
            }
            counts.collect()
        }
        Expr::Array(array) => {
            if array.elems.is_empty() {
                diagnostics.error(
                    value,
                    "this list of process counts is empty, so nothing would be verified",
                );
            }
            array
                .elems
                .iter()
                .filter_map(|elem| count(elem, diagnostics))
                .collect()
        }
        single => count(single, diagnostics).into_iter().collect::<Vec<u64>>(),
    };
    for (index, n) in counts.iter().enumerate() {
        if counts[..index].contains(n) {
            diagnostics.error(value, format!("{n} processes are listed twice"));
        }
        if *n == 0 {
            diagnostics.error(
                value,
                "a program runs on at least one process: `nprocs = 0` has no meaning",
            );
        }
    }
    counts
}

fn count(value: &Expr, diagnostics: &mut Diagnostics) -> Option<u64> {
    number(
        value,
        "`nprocs` takes integer literals, `4`, `2..=6` or `[2, 4, 8]`, or `any`",
        diagnostics,
    )
}

/// The builder call for every other argument, or `None` after a mistake.
pub(super) fn builder(
    krate: &Path,
    argument: &str,
    name: &Ident,
    value: &Expr,
    diagnostics: &mut Diagnostics,
) -> Option<TokenStream> {
    let given = match argument {
        "expect" => {
            let words: Vec<&'static str> = Kind::ALL
                .iter()
                .map(|kind| kind.name())
                .chain(REASONS.iter().copied())
                .collect();
            let kind = word(argument, value, &words, diagnostics)?;
            return Some(quote!(.expect(#kind)));
        }
        "deadlock" => {
            let words = &["potential", "absolute", "off"];
            let variant = variant(word(argument, value, words, diagnostics)?);
            quote!(#krate::Deadlock::#variant)
        }
        "schedule" => {
            let variant = variant(word(argument, value, &["queue_min", "first"], diagnostics)?);
            quote!(#krate::Schedule::#variant)
        }
        "tests" => {
            let variant = variant(word(
                argument,
                value,
                &["atomic", "nonatomic"],
                diagnostics,
            )?);
            quote!(#krate::Tests::#variant)
        }
        "violations" => {
            let variant = variant(word(argument, value, &["first", "all"], diagnostics)?);
            quote!(#krate::Violations::#variant)
        }
        "overflow" | "reduction" | "aborts" => {
            switch(argument, value, diagnostics)?.to_token_stream()
        }
        "spec_nprocs" => {
            let count = number(
                value,
                "`spec_nprocs` takes an integer literal: `spec_nprocs = 2`",
                diagnostics,
            )?;
            if count == 0 {
                diagnostics.error(value, "a specification runs on at least one process");
            }
            let count = proc_macro2::Literal::u64_unsuffixed(count);
            quote!(#count)
        }
        "max_states" | "max_depth" | "max_work" | "max_memory" => {
            let message = format!("`{argument}` takes an integer literal: `{argument} = 100000`");
            number(value, &message, diagnostics)?.to_token_stream()
        }
        "timeout" | "prover_timeout" => {
            let millis = milliseconds(argument, value, diagnostics)?;
            quote!(::core::time::Duration::from_millis(#millis))
        }
        "threads" => {
            let threads = number(
                value,
                "`threads` takes an integer literal: `threads = 1`",
                diagnostics,
            )?;
            if threads != 1 {
                diagnostics.error(
                    value,
                    "more than one thread is not supported yet: leave `threads` out",
                );
            }
            return None;
        }
        _ => return None,
    };
    Some(quote!(.#name(#given)))
}

/// `spec = path`: the model of another function. It is named from inside the module beside the
/// user's function.
pub(super) fn spec(value: &Expr, diagnostics: &mut Diagnostics) -> TokenStream {
    let Expr::Path(path) = value else {
        diagnostics.error(
            value,
            "`spec` takes the name of another model function: `spec = sequential`",
        );
        return TokenStream::new();
    };
    let path = &path.path;
    let first = path.segments.first().map(|first| first.ident.to_string());
    let path = match first.as_deref() {
        Some("super") => quote!(super::#path),
        Some("self") => {
            let rest = path.segments.iter().skip(1);
            quote!(super::#(#rest)::*)
        }
        _ => quote!(#path),
    };
    quote!(.spec({ use super::*; #path::model() }))
}

/// One of a few words.
fn word(
    argument: &str,
    value: &Expr,
    words: &[&'static str],
    diagnostics: &mut Diagnostics,
) -> Option<&'static str> {
    let written = match value {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    let known = words.iter().find(|word| Some(**word) == written.as_deref());
    if known.is_none() {
        let near = written.map_or(String::new(), |written| {
            suggest::did_you_mean(&written, words.iter().copied())
        });
        diagnostics.error(
            value,
            format!(
                "`{argument}` takes one of {}{near}",
                suggest::list(words.iter().copied())
            ),
        );
    }
    known.copied()
}

/// `queue_min` is written `QueueMin` in Rust.
fn variant(word: &str) -> Ident {
    let mut camel = String::new();
    for part in word.split('_') {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.extend(letters);
    }
    Ident::new(&camel, proc_macro2::Span::call_site())
}

/// `true`, `false`, `on`, `off`
fn switch(argument: &str, value: &Expr, diagnostics: &mut Diagnostics) -> Option<bool> {
    if let Expr::Lit(lit) = value
        && let Lit::Bool(flag) = &lit.lit
    {
        return Some(flag.value);
    }
    if let Expr::Path(path) = value {
        if path.path.is_ident("on") {
            return Some(true);
        }
        if path.path.is_ident("off") {
            return Some(false);
        }
    }
    diagnostics.error(
        value,
        format!("`{argument}` takes `true` or `false` (or `on` or `off`)"),
    );
    None
}

fn number(value: &Expr, message: &str, diagnostics: &mut Diagnostics) -> Option<u64> {
    if let Expr::Lit(lit) = value
        && let Lit::Int(int) = &lit.lit
        && let Ok(number) = int.base10_parse::<u64>()
    {
        return Some(number);
    }
    diagnostics.error(value, message);
    None
}

/// Whole seconds, or a string with a unit: `30`, `"500ms"`, `"2s"`, `"1m"`.
fn milliseconds(argument: &str, value: &Expr, diagnostics: &mut Diagnostics) -> Option<u64> {
    let found = match value {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int
                .base10_parse::<u64>()
                .ok()
                .and_then(|seconds| seconds.checked_mul(1000)),
            Lit::Str(text) => duration(&text.value()),
            _ => None,
        },
        _ => None,
    };
    if found.is_none() {
        diagnostics.error(
            value,
            format!("`{argument}` takes whole seconds (`{argument} = 30`) or a text with a unit: \"500ms\", \"2s\", \"1m\""),
        );
    }
    found
}

fn duration(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let factor = match text[digits..].trim() {
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60_000,
        _ => return None,
    };
    text[..digits].parse::<u64>().ok()?.checked_mul(factor)
}
