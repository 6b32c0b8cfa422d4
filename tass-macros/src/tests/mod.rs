//! Tests of the expansions as functions of tokens, without rustc.

mod accepted;
mod functions;
mod junk;
mod mistakes;
mod output;

pub(crate) use self::accepted::asked;
use proc_macro2::TokenStream;

/// The tokens of a text.
fn tokens(text: &str) -> TokenStream {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The messages of `#[tass::model]` on a function with this body.
fn body_mistakes(body: &str) -> Vec<String> {
    let item = tokens(&format!("fn f(n: usize, mut v: Vec<f64>) {{ {body} }}"));
    crate::item::model(TokenStream::new(), item).1.messages()
}
