//! [`Options`]: the arguments of `#[tass::verify(..)]` and `#[tass::model(..)]`.

mod value;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Path, Token};

use crate::diagnostics::Diagnostics;
use crate::suggest;

/// What the attribute asks for, checked.
#[derive(Debug)]
pub(crate) struct Options {
    /// The path of the `tass` crate.
    pub(crate) krate: Path,
    /// Was the path given with `crate = ..`?
    pub(crate) krate_given: bool,
    /// The numbers of processes to test with, in the order written.
    pub(crate) nprocs: Vec<u64>,
    /// Every number of processes?
    pub(crate) every: bool,
    /// Calls of the builder's methods, `.overflow(true)`, in the order written.
    pub(crate) builder: TokenStream,
}

impl Options {
    fn new() -> Options {
        Options {
            krate: syn::parse_quote!(::tass),
            krate_given: false,
            nprocs: Vec::new(),
            every: false,
            builder: TokenStream::new(),
        }
    }
}

/// The arguments of `#[tass::verify(..)]` with an example of each.
const ARGUMENTS: &[(&str, &str)] = &[
    ("nprocs", "nprocs = 4"),
    ("spec", "spec = sequential"),
    ("spec_nprocs", "spec_nprocs = 1"),
    ("expect", "expect = deadlock"),
    ("deadlock", "deadlock = absolute"),
    ("overflow", "overflow = true"),
    ("reduction", "reduction = off"),
    ("schedule", "schedule = first"),
    ("threads", "threads = 1"),
    ("max_states", "max_states = 100000"),
    ("max_depth", "max_depth = 1000"),
    ("max_work", "max_work = 100000000"),
    ("max_memory", "max_memory = 4096"),
    ("timeout", "timeout = \"30s\""),
    ("prover_timeout", "prover_timeout = \"500ms\""),
    ("violations", "violations = all"),
    ("tests", "tests = nonatomic"),
    ("aborts", "aborts = true"),
    ("crate", "crate = path::to::tass"),
];

/// Reads the arguments of `#[tass::verify(..)]`.
pub(crate) fn verify(args: TokenStream) -> (Options, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut options = Options::new();
    let parsed = parse(args, &mut diagnostics);
    for (name, value) in &parsed {
        match name.to_string().as_str() {
            "crate" => krate(&mut options, value, &mut diagnostics),
            "nprocs" if value::is_any(value) => options.every = true,
            "nprocs" => options.nprocs = value::nprocs(value, &mut diagnostics),
            "spec" => options.builder.extend(value::spec(value, &mut diagnostics)),
            argument => {
                if let Some(call) =
                    value::builder(&options.krate, argument, name, value, &mut diagnostics)
                {
                    options.builder.extend(call);
                }
            }
        }
    }
    let given = |argument: &str| parsed.iter().find(|(name, _)| name == argument);
    if let (Some((name, _)), None) = (given("spec_nprocs"), given("spec")) {
        diagnostics.error(
            name,
            "`spec_nprocs` says how many processes the specification has: name it as well, `spec = sequential`",
        );
    }
    if !parsed.iter().any(|(name, _)| name == "nprocs") && diagnostics.is_empty() {
        diagnostics.push(syn::Error::new(
            proc_macro2::Span::call_site(),
            "say how many processes to verify with: `#[tass::verify(nprocs = 4)]` \
             (or `nprocs = 2..=4`); use `#[tass::model]` for a model without tests",
        ));
    }
    (options, diagnostics)
}

/// Reads the arguments of an attribute that takes nothing but `crate = path`.
pub(crate) fn only_crate(attribute: &str, args: TokenStream) -> (Options, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut options = Options::new();
    for (name, value) in &parse(args, &mut diagnostics) {
        if name == "crate" {
            krate(&mut options, value, &mut diagnostics);
        } else {
            diagnostics.error(
                name,
                format!(
                    "`#[tass::{attribute}]` takes no argument `{name}`, only `crate = path`; options of a run \
                     go on `#[tass::verify(..)]` or on the builder: `model().{name}(..)`"
                ),
            );
        }
    }
    (options, diagnostics)
}

fn krate(options: &mut Options, value: &Expr, diagnostics: &mut Diagnostics) {
    match value {
        Expr::Path(path) if path.qself.is_none() && !is_relative(&path.path) => {
            options.krate = path.path.clone();
            options.krate_given = true;
        }
        other => diagnostics.error(
            other,
            "`crate` takes the path of the tass crate, the same from everywhere: `crate = ::renamed` or \
             `crate = crate::reexported::tass`",
        ),
    }
}

/// The path is written into a module beside the user's function, where `self` means something else.
fn is_relative(path: &Path) -> bool {
    path.segments
        .first()
        .is_some_and(|first| first.ident == "self" || first.ident == "super")
}

/// `name = value, ..`: every argument that can be read; each name at most once.
///
/// `crate` comes first in the result, since the others are emitted with its path.
fn parse(args: TokenStream, diagnostics: &mut Diagnostics) -> Vec<(Ident, Expr)> {
    let mut found: Vec<(Ident, Expr)> = Vec::new();
    for part in split(args) {
        match argument.parse2(part) {
            Ok((name, value)) if found.iter().any(|(other, _)| *other == name) => {
                diagnostics.error(quote!(#name = #value), format!("`{name}` is given twice"));
            }
            Ok(pair) => found.push(pair),
            Err(error) => diagnostics.push(error),
        }
    }
    found.sort_by_key(|(name, _)| name != "crate");
    found
}

/// Cuts the arguments at their commas, so that a mistake in one does not hide those in the others.
fn split(args: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![Vec::new()];
    for tree in args {
        match &tree {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(Vec::new()),
            _ => parts
                .last_mut()
                .into_iter()
                .for_each(|part| part.push(tree.clone())),
        }
    }
    if parts.last().is_some_and(Vec::is_empty) {
        parts.pop();
    }
    parts
        .into_iter()
        .map(|part| part.into_iter().collect())
        .collect()
}

fn argument(input: ParseStream) -> syn::Result<(Ident, Expr)> {
    let Ok(name) = input.call(Ident::parse_any) else {
        return Err(input.error("expected an argument with its name, such as `nprocs = 4`"));
    };
    let written = name.to_string();
    let Some((_, example)) = ARGUMENTS.iter().find(|(known, _)| *known == written) else {
        // Read the rest, so that it is not reported as well.
        input.parse::<TokenStream>()?;
        let names = ARGUMENTS.iter().map(|(name, _)| *name);
        return Err(syn::Error::new(
            name.span(),
            format!(
                "unknown argument `{name}`{}\nthe known arguments are {}",
                suggest::did_you_mean(&written, names.clone()),
                suggest::list(names),
            ),
        ));
    };
    if input.is_empty() {
        return Err(syn::Error::new(
            name.span(),
            format!("`{name}` needs a value: `{example}`"),
        ));
    }
    if !input.peek(Token![=]) {
        return Err(input.error(format!("expected `=`, as in `{example}`")));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() {
        return Err(syn::Error::new(
            name.span(),
            format!("`{name}` needs a value: `{example}`"),
        ));
    }
    let value = input.parse::<Expr>()?;
    if !input.is_empty() {
        return Err(input.error("expected `,`"));
    }
    Ok((name, value))
}
