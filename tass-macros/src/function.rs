//! [`Model`]: the constructor of one function, or the mistakes in it.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::visit::Visit;
use syn::{Attribute, FnArg, GenericParam, ItemFn, Pat, Path, ReturnType, Type};
use tass_syntax::code::{self, Item};
use tass_syntax::tree;

use crate::attributes;
use crate::diagnostics::Diagnostics;
use crate::source::Source;
use crate::translate::Translator;

/// What the two attributes do differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// `#[tass::verify]`: the parameters are symbolic inputs.
    Verified,
    /// `#[tass::model]`
    Helper,
}

/// The tokens that build a function's model.
#[derive(Debug)]
pub(crate) struct Model {
    /// An expression that builds it, or `None` after a mistake.
    pub(crate) constructor: Option<TokenStream>,
    /// Stand-ins for names from outside.
    pub(crate) fallbacks: TokenStream,
    /// An item that compiles only if the names in the function mean what they are taken for.
    pub(crate) names: TokenStream,
}

/// Translates a function.
pub(crate) fn translate(krate: &Path, item: &ItemFn, role: Role) -> (Model, Diagnostics) {
    let text = {
        ItemFn {
            attrs: Vec::new(),
            ..item.clone()
        }
    }
    .to_token_stream();
    let source = Source::of(&text);
    let mut translator = Translator::new(&source);
    translator.shares = shares(item);
    signature(item, &mut translator.diagnostics);
    attributes::check(item, &mut translator.diagnostics);
    let params: Vec<_> = item
        .sig
        .inputs
        .iter()
        .filter_map(|input| param(&mut translator, &source, input, role))
        .collect();
    let ret = match &item.sig.output {
        ReturnType::Default => tree::Type::Unit,
        ReturnType::Type(_, ty) => translator.ty(ty),
    };
    let body = translator.block(&item.block);
    let sound = translator.diagnostics.is_empty() && !translator.misshapen;
    let constructor = sound.then(|| {
        let name = item.sig.ident.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name);
        let (file, text) = (&source.file, &source.text);
        let line = proc_macro2::Literal::usize_unsuffixed(source.line);
        let code = code::text(&Item {
            name: name.to_string(),
            params,
            ret,
            body,
        });
        let tables = translator.outside.tables();
        quote! {
            __tass_b::function(
                ::core::module_path!(),
                __tass_b::Source { file: #file, line: #line, text: #text },
                #code,
                #tables,
            )
        }
    });
    let (fallbacks, names) = if sound {
        (
            translator.outside.fallbacks(),
            translator.names.check(krate),
        )
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    (
        Model {
            constructor,
            fallbacks,
            names,
        },
        translator.diagnostics,
    )
}

fn param(
    translator: &mut Translator<'_>,
    source: &Source,
    input: &FnArg,
    role: Role,
) -> Option<tree::Param> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    if role == Role::Verified
        && let Some(mutable) = mutable_reference(&typed.ty)
    {
        translator.diagnostics.error(
            mutable,
            "the parameters of a verified function are its inputs, so they cannot be `&mut`: take the value \
             itself, as in `mut u: Vec<f64>` (a `#[tass::model]` function may take `&mut`)",
        );
    }
    if let Pat::Type(_) = *typed.pat {
        return None;
    }
    let ty = translator.ty(&typed.ty);
    let pattern = translator.pattern(&typed.pat);
    let span = source.span(typed);
    Some(tree::Param { pattern, ty, span })
}

/// Does the function share variables with other processes?
pub(crate) fn shares(item: &ItemFn) -> bool {
    struct Finds(bool);
    impl<'a> Visit<'a> for Finds {
        fn visit_macro(&mut self, mac: &'a syn::Macro) {
            self.0 |= mac
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "shared");
        }
    }
    let mut finds = Finds(false);
    finds.visit_block(&item.block);
    finds.0
}

fn mutable_reference(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => Some(ty),
        Type::Reference(reference) => mutable_reference(&reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(mutable_reference),
        Type::Paren(paren) => mutable_reference(&paren.elem),
        Type::Group(group) => mutable_reference(&group.elem),
        _ => None,
    }
}

/// What a function must not be.
fn signature(item: &ItemFn, diagnostics: &mut Diagnostics) {
    let sig = &item.sig;
    if let Some(token) = &sig.asyncness {
        diagnostics.error(
            token,
            "a model cannot be `async`: processes communicate with `mpi!`",
        );
    }
    if !sig.safety.to_token_stream().is_empty() {
        diagnostics.error(&sig.safety, "a model cannot be `unsafe`");
    }
    if let Some(abi) = &sig.abi {
        diagnostics.error(abi, "a model cannot be `extern`");
    }
    if let Some(variadic) = &sig.variadic {
        diagnostics.error(variadic, "a model has a fixed number of parameters");
    }
    for param in &sig.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            diagnostics.error(param, "a model cannot be generic: write it for one type, or pass the number as a parameter");
        }
    }
    if let Some(clause) = &sig.generics.where_clause {
        diagnostics.error(clause, "a model cannot be generic, so it needs no `where`");
    }
    if let Some(receiver) = sig.receiver() {
        diagnostics.error(
            receiver,
            "a method cannot be a model: write a free function and pass the value as a parameter",
        );
    }
    if sig.ident.to_string().starts_with("__tass") {
        diagnostics.error(
            &sig.ident,
            "names that start with `__tass` are reserved for generated code",
        );
    }
    for attribute in &item.attrs {
        test_attribute(attribute, diagnostics);
    }
}

fn test_attribute(attribute: &Attribute, diagnostics: &mut Diagnostics) {
    if attribute.path().is_ident("test") {
        diagnostics.error(
            attribute,
            "the tests are generated, one for each number of processes: remove `#[test]`",
        );
    }
    if attribute.path().is_ident("should_panic") {
        diagnostics.error(attribute, "say which violation the run must find instead: `#[tass::verify(.., expect = assertion)]`");
    }
}
