//! The layout of the output: the user's function, and a module of the same name beside it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ItemFn, Macro, Path, Stmt};

use crate::args::{self, Options};
use crate::diagnostics::Diagnostics;
use crate::function::{self, Model, Role};
use crate::native;
use crate::standard;
use crate::vocabulary::MACROS;

/// `#[tass::verify(args)] item`
pub(crate) fn verify(args: TokenStream, item: TokenStream) -> (TokenStream, Diagnostics) {
    let (options, diagnostics) = args::verify(args);
    expand(&options, diagnostics, item, Role::Verified)
}

/// `#[tass::model(args)] item`
pub(crate) fn model(args: TokenStream, item: TokenStream) -> (TokenStream, Diagnostics) {
    let (options, diagnostics) = args::only_crate("model", args);
    expand(&options, diagnostics, item, Role::Helper)
}

fn expand(
    options: &Options,
    mut diagnostics: Diagnostics,
    tokens: TokenStream,
    role: Role,
) -> (TokenStream, Diagnostics) {
    let mut item = match syn::parse2::<ItemFn>(tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            diagnostics.push(not_a_function(&tokens, error));
            return (tokens, diagnostics);
        }
    };
    let (model, mistakes) = function::translate(&options.krate, &item, role);
    diagnostics.append(mistakes);
    let (ignored, kept): (Vec<Attribute>, Vec<Attribute>) = std::mem::take(&mut item.attrs)
        .into_iter()
        .partition(|attribute| attribute.path().is_ident("ignore"));
    item.attrs = kept
        .into_iter()
        .filter(|attribute| !is_test(attribute))
        .collect();
    let sound = diagnostics.is_empty() && model.constructor.is_some();
    // A method has no module beside it: rustc would only add an error about that.
    let module = match item.sig.receiver() {
        None => module(options, &item, &ignored, model),
        Some(_) => TokenStream::new(),
    };
    let mut over = Over::default();
    over.visit_item_fn_mut(&mut item);
    if options.krate_given {
        NameCrate(&options.krate).visit_item_fn_mut(&mut item);
    }
    let shares = function::shares(&item);
    if shares {
        native::rewrite_function(&options.krate, &mut item);
    }
    native::ByValue(&options.krate).visit_item_fn_mut(&mut item);
    // A function with mistakes is not worth warnings as well.
    let quiet = if sound {
        // What only an invariant reads, another program, or another process is not unused; a loop
        // may wait for others.
        let read = (over.found || is_joint(&item) || shares)
            .then(|| quote!(unused_variables, unused_assignments,));
        let waits = shares.then(|| quote!(clippy::while_immutable_condition,));
        quote!(#[allow(#read #waits dead_code, clippy::needless_range_loop, clippy::manual_memcpy, clippy::manual_range_contains)])
    } else {
        quote!(#[allow(warnings)])
    };
    standard::qualify(&mut item);
    (quote!(#quiet #item #module), diagnostics)
}

/// Does the function have joint assertions? Then another program may speak of its variables, and
/// none is unused.
fn is_joint(item: &ItemFn) -> bool {
    struct Joint(bool);
    impl<'ast> Visit<'ast> for Joint {
        fn visit_macro(&mut self, mac: &'ast Macro) {
            let name = mac.path.segments.last();
            self.0 |= name.is_some_and(|name| name.ident == "joint_assert");
        }
    }
    let mut joint = Joint(false);
    joint.visit_item_fn(item);
    joint.0
}

/// The module beside the function: the builder, the constructor and the tests.
fn module(options: &Options, item: &ItemFn, ignored: &[Attribute], model: Model) -> TokenStream {
    let (krate, vis, name) = (&options.krate, &item.vis, &item.sig.ident);
    let (fallbacks, names) = (model.fallbacks, model.names);
    let conditions: Vec<&Attribute> = item
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .collect();
    let conditioned = (!names.is_empty()).then(|| quote!(#(#conditions)* #names));
    let doc = format!("The model of [`fn@{name}`].");
    let builder = &options.builder;
    let tests = options.nprocs.iter().map(|count| {
        let test = format_ident!("nprocs_{}", count);
        let count = proc_macro2::Literal::u64_unsuffixed(*count);
        quote! {
            #[cfg(test)]
            #[test]
            #(#ignored)*
            fn #test() -> ::core::result::Result<(), #krate::Report> {
                model().nprocs(#count).run_test()
            }
        }
    });
    let every = options.every.then(|| {
        quote! {
            #[cfg(test)]
            #[test]
            #(#ignored)*
            fn nprocs_any() -> ::core::result::Result<(), #krate::Report> {
                model().nprocs_any().run_test()
            }
        }
    });
    let body = match model.constructor {
        // The user's names first, the fallbacks after them.
        Some(constructor) => quote!(#fallbacks { use super::super::*; #constructor }),
        None => quote!(__tass_b::unfinished()),
    };
    quote! {
        #conditioned
        #(#conditions)*
        #[doc = #doc]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
        #vis mod #name {
            /// The model, ready to be checked.
            pub fn model() -> #krate::Model {
                #krate::Model::new(__tass::function)#builder.declared()
            }
            #[doc(hidden)]
            pub use self::__tass::function as __tass_model;
            #[doc(hidden)]
            pub mod __tass {
                use #krate::__private::build as __tass_b;
                pub fn function() -> __tass_b::Function {
                    #body
                }
            }
            #(#tests)*
            #every
        }
    }
}

/// Tells the invariant of a `for` loop what the loop binds: rustc meets the invariant before the
/// loop.
#[derive(Default)]
struct Over {
    /// Is there an invariant at all?
    found: bool,
}

impl VisitMut for Over {
    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        let name = mac.path.segments.last().map(|last| last.ident.to_string());
        self.found |= matches!(name.as_deref(), Some("invariant" | "joint_invariant"));
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for index in 1..block.stmts.len() {
            let (before, after) = block.stmts.split_at_mut(index);
            let Some(Stmt::Expr(Expr::ForLoop(it), _)) = after.first() else {
                continue;
            };
            // An `assigns!` may stand between the two.
            for stmt in before.iter_mut().rev().take(2) {
                let Stmt::Macro(stmt) = stmt else { break };
                let mac = &mut stmt.mac;
                let name = mac.path.segments.last().map(|last| last.ident.to_string());
                match name.as_deref() {
                    Some("assigns") => {}
                    Some("invariant" | "joint_invariant") => {
                        let (pattern, items, tokens) = (&it.pat, &it.expr, &mac.tokens);
                        mac.tokens = quote!(@over(#pattern in #items) #tokens);
                        break;
                    }
                    _ => break,
                }
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
}

/// Hands the path of the tass crate on to its bang macros, which have no other way to know it.
struct NameCrate<'k>(&'k Path);

impl VisitMut for NameCrate<'_> {
    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if mac
            .path
            .segments
            .last()
            .is_some_and(|last| MACROS.iter().any(|name| last.ident == name))
        {
            let (krate, tokens) = (self.0, &mac.tokens);
            mac.tokens = quote!(@crate(#krate) #tokens);
        }
        visit_mut::visit_macro_mut(self, mac);
    }
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("test") || attribute.path().is_ident("should_panic")
}

/// The attribute stands on something else than a function, or on a function that rustc rejects as
/// well.
fn not_a_function(tokens: &TokenStream, error: syn::Error) -> syn::Error {
    match syn::parse2::<syn::Item>(tokens.clone()) {
        Ok(syn::Item::Fn(_)) | Err(_) => error,
        Ok(_) => syn::Error::new(
            proc_macro2::Span::call_site(),
            "a model is a function: put this attribute on a free `fn` (structs take `#[tass::data]`)",
        ),
    }
}
