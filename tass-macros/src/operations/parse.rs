//! Reads `op(&buffer, name = e, ..)` against the table.

use proc_macro2::{Ident, TokenStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Token};
use tass_syntax::operation::{self, ALIASES, LATER, OPERATIONS, Operation, Param, ParamKind};
use tass_syntax::tree::Handle;

use super::{Call, Own, is_in_place, only_asks};
use crate::diagnostics::Diagnostics;
use crate::suggest;

/// Reads what stands between the parentheses of `mpi!(..)`.
///
/// The second value says which operation was meant, even after mistakes, so that the native
/// expansion can put a value of the right type in its place.
pub(crate) fn parse(
    tokens: TokenStream,
) -> Result<Call, (Diagnostics, Option<&'static Operation>)> {
    let mut diagnostics = Diagnostics::default();
    let (name, args) = match operation_call(tokens) {
        Ok(parts) => parts,
        Err(error) => {
            diagnostics.push(error);
            return Err((diagnostics, None));
        }
    };
    let Some(operation) = operation::find(&name.to_string()) else {
        unknown(&name, &mut diagnostics);
        return Err((diagnostics, None));
    };
    let args = match_args(operation, &name, &args, &mut diagnostics);
    if diagnostics.is_empty() {
        Ok(Call {
            operation,
            name,
            args,
        })
    } else {
        Err((diagnostics, Some(operation)))
    }
}

/// The name and the arguments of a call.
fn operation_call(tokens: TokenStream) -> syn::Result<(Ident, Punctuated<Expr, Token![,]>)> {
    const FORM: &str = "write a call of an operation: `mpi!(send(&x, to = 1))`";
    if tokens.is_empty() {
        return Err(syn::Error::new(proc_macro2::Span::call_site(), FORM));
    }
    match syn::parse2::<Expr>(tokens)? {
        Expr::Call(call) => match *call.func {
            Expr::Path(path) if path.path.get_ident().is_some() => path
                .path
                .require_ident()
                .cloned()
                .map(|name| (name, call.args)),
            other => Err(syn::Error::new_spanned(other, FORM)),
        },
        Expr::Path(path) => {
            let known = path.path.get_ident();
            let known = known.and_then(|name| operation::find(&name.to_string()));
            let form = known.map_or(FORM.to_string(), |operation| {
                format!(
                    "an operation is called with its arguments: `mpi!({})`",
                    operation.example
                )
            });
            Err(syn::Error::new_spanned(path, form))
        }
        other => Err(syn::Error::new_spanned(other, FORM)),
    }
}

fn unknown(name: &Ident, diagnostics: &mut Diagnostics) {
    let written = name.to_string();
    if let Some((_, instead)) = LATER.iter().find(|(later, _)| *later == written) {
        diagnostics.error(
            name,
            format!("`mpi!({name}(..))` is not supported yet: {instead}"),
        );
        return;
    }
    let known = OPERATIONS.iter().map(|operation| operation.signature.name);
    let lower = written.to_lowercase();
    let plain = lower.strip_prefix("mpi_").unwrap_or(&lower);
    let plain = ALIASES
        .iter()
        .find(|(alias, _)| *alias == plain)
        .map_or(plain, |(_, name)| name);
    diagnostics.error(
        name,
        format!(
            "`{name}` is not an operation of `mpi!`{}\nthe operations are {}",
            suggest::did_you_mean(plain, known.clone()),
            suggest::list(known),
        ),
    );
}

/// Sorts the arguments into the table's order, and says what is missing or too much.
fn match_args(
    operation: &'static Operation,
    call: &Ident,
    args: &Punctuated<Expr, Token![,]>,
    diagnostics: &mut Diagnostics,
) -> Vec<(&'static str, Option<Expr>)> {
    let params = operation.signature.params.iter();
    let mut found: Vec<(&Param, Option<Expr>)> = params.map(|param| (param, None)).collect();
    for arg in args {
        if let Expr::Assign(named) = arg {
            named_arg(operation, &mut found, named, diagnostics);
        } else {
            positional_arg(operation, &mut found, arg, diagnostics);
        }
    }
    let missing = |buffer: bool| -> Vec<&'static str> {
        found
            .iter()
            .filter(|(arg, given)| arg.kind.is_buffer() == buffer && given.is_none())
            .filter(|(arg, _)| arg.default.is_none())
            .map(|(arg, _)| arg.name)
            .collect()
    };
    let (buffers, required) = (missing(true), missing(false));
    if diagnostics.is_empty() && !buffers.is_empty() {
        diagnostics.error(
            call,
            format!("`{call}` is missing a buffer: `{}`", operation.example),
        );
    }
    if !required.is_empty() && diagnostics.is_empty() {
        let names: Vec<String> = required.iter().map(|name| format!("{name} = ..")).collect();
        diagnostics.error(
            call,
            format!(
                "`{call}` needs {}, as in `{}`",
                suggest::list(names.iter().map(String::as_str)),
                operation.example
            ),
        );
    }
    found
        .into_iter()
        .map(|(arg, given)| (arg.name, given))
        .collect()
}

fn named_arg(
    operation: &Operation,
    found: &mut [(&Param, Option<Expr>)],
    named: &syn::ExprAssign,
    diagnostics: &mut Diagnostics,
) {
    let name = match &*named.left {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    let Some(name) = name else {
        diagnostics.error(&named.left, "a named argument is written `name = value`");
        return;
    };
    let is_named = |arg: &Param| !arg.kind.is_buffer();
    // One tag for both directions.
    let two_tags = found.iter().any(|(arg, _)| arg.name == "sendtag");
    let both_tags = name == "tag" && two_tags;
    if both_tags && has_effects(&named.right) {
        diagnostics.error(
            &named.right,
            "one tag for both directions is evaluated for each: give it a name before, `let tag = ..;`",
        );
    }
    let mut known = false;
    for (arg, given) in found.iter_mut().filter(|(arg, _)| is_named(arg)) {
        if arg.name == name || (both_tags && arg.kind == ParamKind::Tag) {
            known = true;
            if given.is_some() && arg.kind == ParamKind::Tag && two_tags {
                diagnostics.error(
                    named,
                    "a tag is given twice: `tag` is for both directions; for two tags write `sendtag = ..` and `recvtag = ..`",
                );
                return;
            } else if given.is_some() {
                diagnostics.error(named, format!("`{}` is given twice", arg.name));
            }
            if arg.kind == ParamKind::Name {
                operator(&named.right, diagnostics);
            }
            *given = Some((*named.right).clone());
        }
    }
    if known {
        return;
    }
    if let Some((_, hint)) = operation.hints.iter().find(|(wrong, _)| *wrong == name) {
        diagnostics.error(
            &named.left,
            format!(
                "`{}` has no argument `{name}`: {hint}, as in `{}`",
                operation.signature.name, operation.example
            ),
        );
        return;
    }
    if let Some(why) = otherwise(operation, &name) {
        diagnostics.error(
            &named.left,
            format!(
                "`{}` has no argument `{name}`: {why}, as in `{}`",
                operation.signature.name, operation.example
            ),
        );
        return;
    }
    let names: Vec<&str> = operation
        .signature
        .params
        .iter()
        .filter(|arg| is_named(arg))
        .map(|arg| arg.name)
        .collect();
    let near = suggest::did_you_mean(&name, names.iter().copied());
    let known = if names.is_empty() {
        "it takes no named arguments".to_string()
    } else {
        format!(
            "its named arguments are {}",
            suggest::list(names.iter().copied())
        )
    };
    diagnostics.error(
        &named.left,
        format!(
            "`{}` has no argument `{name}`{near}\n{known}",
            operation.signature.name
        ),
    );
}

/// What `op = ` names, if it is an operator of the program's own.
fn operator(given: &Expr, diagnostics: &mut Diagnostics) {
    if let Some(own) = Own::of(given)
        && own.function.is_none()
    {
        let word = own.word;
        diagnostics.error(
            given,
            format!(
                "an operator of your own is a function with `#[tass::model]`: `op = {word}(f)`"
            ),
        );
    }
}

/// Why an argument of this name is none of the named ones, where the table of hints is silent.
fn otherwise(operation: &Operation, name: &str) -> Option<&'static str> {
    let params = operation.signature.params;
    if params.iter().any(|param| param.name == name) {
        return Some("it is given by position");
    }
    let handles = |handle| move |param: &Param| param.kind == ParamKind::Handles(handle);
    match name {
        "comm" if params.iter().any(handles(Handle::Comm)) => {
            Some("the communicator is given by position")
        }
        "comm" if params.iter().any(handles(Handle::Request)) => {
            Some("a request is of the communicator in which it was begun")
        }
        "comm" => Some("it is not about a communicator"),
        _ => None,
    }
}

/// May this be a communicator that lacks its name: `c`, `&c`, `row.comm`, `comms[i]`?
fn names_a_variable(given: &Expr) -> bool {
    match given {
        Expr::Path(_) => true,
        Expr::Reference(reference) => {
            reference.mutability.is_none() && names_a_variable(&reference.expr)
        }
        Expr::Field(field) => names_a_variable(&field.base),
        Expr::Index(index) => names_a_variable(&index.expr),
        _ => false,
    }
}

fn positional_arg(
    operation: &Operation,
    found: &mut [(&Param, Option<Expr>)],
    given: &Expr,
    diagnostics: &mut Diagnostics,
) {
    let is_buffer = |arg: &Param| arg.kind.is_buffer();
    let params = operation.signature.params;
    let buffers = params.iter().filter(|arg| is_buffer(arg)).count();
    let Some((arg, slot)) = found
        .iter_mut()
        .find(|(arg, slot)| is_buffer(arg) && slot.is_none())
    else {
        let takes = match buffers {
            0 => "takes no buffer".to_string(),
            1 => "takes one buffer".to_string(),
            n => format!("takes {n} buffers"),
        };
        let (mut comm, mut others) = (false, false);
        for param in params.iter().filter(|param| !is_buffer(param)) {
            comm |= param.kind == ParamKind::Comm;
            others |= param.kind != ParamKind::Comm;
        }
        let rest = match (comm, others) {
            (true, true) if names_a_variable(given) => {
                "; everything else is named, a communicator with `comm = `"
            }
            (_, true) => "; everything else is named",
            (true, false) => "; a communicator is given with `comm = `",
            (false, false) => "",
        };
        diagnostics.error(
            given,
            format!(
                "`{}` {takes}{rest}: `{}`",
                operation.signature.name, operation.example
            ),
        );
        return;
    };
    *slot = Some(given.clone());
    if is_in_place(given) {
        let name = operation.signature.name;
        if arg.kind == ParamKind::Out {
            diagnostics.error(
                given,
                "`IN_PLACE` stands for what is given; the buffer that is written is `&mut x`",
            );
        } else if !arg.may_be_in_place() {
            let example = operation.example;
            diagnostics.error(
                given,
                format!("`{name}` cannot be done in place: `{example}`"),
            );
        }
        return;
    }
    let borrowed = match given {
        Expr::Reference(reference) => Some(reference.mutability.is_some()),
        _ => None,
    };
    match (arg.kind, borrowed) {
        (ParamKind::Out, Some(false)) => diagnostics.error(
            given,
            format!("`{}` writes into this buffer, so it is borrowed mutably: `&mut x`", operation.signature.name),
        ),
        (ParamKind::Out, None) => diagnostics.error(
            given,
            "a buffer to receive into is borrowed mutably: `&mut x`, or `&mut x[..]` where `x` is a slice already",
        ),
        (ParamKind::In, None) => diagnostics.error(
            given,
            "a buffer to send is borrowed: `&x`, or `&x[..]` where `x` is a slice already",
        ),
        // `&mut` coerces to `&`, but here it is a sign of buffers in the wrong order.
        (ParamKind::In, Some(true)) => diagnostics.error(
            given,
            format!("`{}` only reads this buffer: write `&x`, as in `{}`", operation.signature.name, operation.example),
        ),
        _ => {}
    }
}

/// Might evaluating it twice differ from evaluating it once?
fn has_effects(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => false,
        Expr::Paren(paren) => has_effects(&paren.expr),
        Expr::Group(group) => has_effects(&group.expr),
        Expr::Field(field) => has_effects(&field.base),
        Expr::Unary(unary) => has_effects(&unary.expr),
        Expr::Cast(cast) => has_effects(&cast.expr),
        Expr::Index(index) => has_effects(&index.expr) || has_effects(&index.index),
        Expr::Binary(binary) => has_effects(&binary.left) || has_effects(&binary.right),
        Expr::Macro(mac) => !only_asks(&mac.mac.tokens),
        _ => true,
    }
}
