//! Other processes, for rustc: `proc[e].x` and `p.x` become functions of this process's own `x`.
//!
//! Every process runs the same function, so the other one's `x` has the type of this one's; that is
//! all rustc has to know. The rewritten expression stands in a closure that is never called.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn, Macro, Member, Pat, Path, RangeLimits};

use crate::counters::{self, Counter};

/// The condition with every mention of another process replaced.
pub(super) fn rewrite(krate: &Path, mut cond: Expr) -> Expr {
    Rewrite {
        krate,
        params: Vec::new(),
        counters: false,
    }
    .visit_expr_mut(&mut cond);
    cond
}

/// The same for a collective condition, where messages may be counted.
pub(super) fn rewrite_collective(krate: &Path, mut cond: Expr) -> Expr {
    Rewrite {
        krate,
        params: Vec::new(),
        counters: true,
    }
    .visit_expr_mut(&mut cond);
    cond
}

/// The function with every membership test replaced: outside of macros, which replace their own.
pub(crate) fn rewrite_function(krate: &Path, item: &mut ItemFn) {
    Rewrite {
        krate,
        params: Vec::new(),
        counters: false,
    }
    .visit_block_mut(&mut item.block);
}

/// Is this the bare word `proc`?
pub(crate) fn is_proc(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.qself.is_none() && path.path.is_ident("proc"))
}

/// Is this the bare word `spec`?
pub(crate) fn is_spec(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.qself.is_none() && path.path.is_ident("spec"))
}

/// Statements that use every variable of a joint condition. The types of the specification's
/// variables are not known here, so rustc is told the names only, and the types are checked when
/// the two programs are put together.
pub(super) fn uses(cond: &Expr) -> TokenStream {
    #[derive(Default)]
    struct Names {
        found: Vec<Ident>,
        bound: Vec<String>,
    }
    impl<'ast> Visit<'ast> for Names {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            if let Some(name) = path.path.get_ident()
                && name != "spec"
                && name != "proc"
                && !self.bound.iter().any(|bound| name == bound)
                && !self.found.contains(name)
            {
                self.found.push(name.clone());
            }
        }
        fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
            let depth = self.bound.len();
            closure
                .inputs
                .iter()
                .for_each(|input| self.visit_pat(input));
            self.visit_expr(&closure.body);
            self.bound.truncate(depth);
        }
        fn visit_pat_ident(&mut self, ident: &'ast syn::PatIdent) {
            self.bound.push(ident.ident.to_string());
        }
        // `tag = t` of a counter.
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.visit_expr(&assign.right);
        }
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            call.args.iter().for_each(|arg| self.visit_expr(arg));
        }
    }
    let mut names = Names::default();
    names.visit_expr(cond);
    let found = names.found;
    quote!(#(let _ = &#found;)*)
}

struct Rewrite<'k> {
    krate: &'k Path,
    /// Names bound by the closures around, innermost last, and whether each is a process state.
    params: Vec<(String, bool)>,
    /// Do `sent`, `received` and `in_flight` count messages here?
    counters: bool,
}

impl VisitMut for Rewrite<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(new) = self.replacement(expr) {
            *expr = new;
            return;
        }
        if let Expr::Macro(call) = expr
            && call
                .mac
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "matches")
        {
            self.looked_at(&mut call.mac);
            return;
        }
        if let Expr::MethodCall(call) = expr {
            let over_processes = yields_processes(&call.receiver);
            self.visit_expr_mut(&mut call.receiver);
            for arg in &mut call.args {
                if let Expr::Closure(closure) = arg {
                    let depth = self.params.len();
                    for input in &closure.inputs {
                        self.bind(input, over_processes);
                    }
                    self.visit_expr_mut(&mut closure.body);
                    self.params.truncate(depth);
                } else {
                    self.visit_expr_mut(arg);
                }
            }
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

impl Rewrite<'_> {
    fn replacement(&mut self, expr: &Expr) -> Option<Expr> {
        let krate = self.krate;
        if self.counters
            && let Some(counter) = counters::read(expr)
        {
            return Some(self.counter(expr, counter.ok()));
        }
        match expr {
            // `proc[e].x`
            Expr::Field(field) => {
                let Member::Named(name) = &field.member else {
                    return None;
                };
                if let Expr::Index(index) = &*field.base
                    && is_proc(&index.expr)
                {
                    let mut process = (*index.index).clone();
                    self.visit_expr_mut(&mut process);
                    return syn::parse2(quote!((*#krate::__private::peer(&#name, #process)))).ok();
                }
                // `p.x`
                if let Expr::Path(path) = &*field.base
                    && let Some(param) = path.path.get_ident()
                    && self.is_process(&param.to_string())
                {
                    return syn::parse2(quote!((*#krate::__private::peer_of(&#name, #param)))).ok();
                }
                None
            }
            Expr::MethodCall(call) if call.args.is_empty() => {
                // `proc.iter()`, `proc.len()`
                if is_proc(&call.receiver) && call.method == "iter" {
                    return syn::parse2(quote!(#krate::__private::processes())).ok();
                }
                if is_proc(&call.receiver) && call.method == "len" {
                    return syn::parse2(quote!(#krate::__private::processes().count())).ok();
                }
                // `proc[..e].iter()`
                if let Expr::Index(index) = &*call.receiver
                    && is_proc(&index.expr)
                    && call.method == "iter"
                    && let Expr::Range(range) = &*index.index
                    && range.start.is_none()
                    && matches!(range.limits, RangeLimits::HalfOpen(_))
                {
                    let Some(end) = &range.end else {
                        return syn::parse2(quote!(#krate::__private::processes())).ok();
                    };
                    let mut end = (**end).clone();
                    self.visit_expr_mut(&mut end);
                    return syn::parse2(quote!(#krate::__private::processes_before(#end))).ok();
                }
                None
            }
            _ => None,
        }
    }

    /// A counter: a number that depends on ranks and a tag. After a mistake, any number.
    fn counter(&mut self, expr: &Expr, counter: Option<Counter<'_>>) -> Expr {
        let krate = self.krate;
        let tokens = counter.and_then(|counter| {
            let ranks = counter.ranks.iter();
            let ranks: Vec<Expr> = ranks.map(|rank| self.rewritten(rank)).collect();
            let tag = counter.tag.map_or_else(|| quote!(0), |tag| quote!(#tag));
            let comm = match counter.comm {
                Some(comm) => quote!(#comm),
                None => quote!(#krate::WORLD),
            };
            // What is wrong with the number is wrong at the counter's name.
            let span = counter.name.span();
            let call = |function: &str, process: Option<TokenStream>| {
                let function = Ident::new(function, span);
                let process = process.into_iter();
                quote_spanned!(span=> #krate::__private::#function(#(#process,)* #(#ranks),*, #tag, &#comm))
            };
            match counter.holder {
                None if counter.ranks.len() == 2 => Some(call("in_flight", None)),
                None => Some(call("counter", None)),
                Some(Expr::Index(index))
                    if is_proc(&index.expr) && !matches!(*index.index, Expr::Range(_)) =>
                {
                    let process = self.rewritten(&index.index);
                    Some(call("counter_of", Some(quote!(#process))))
                }
                Some(Expr::Path(path)) if self.is_process(&path.path.get_ident()?.to_string()) => {
                    Some(call("counter_of_item", Some(quote!(#path))))
                }
                Some(_) => None,
            }
        });
        let number = tokens.and_then(|tokens| syn::parse2(tokens).ok());
        number.unwrap_or_else(|| match expr {
            Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("in_flight")) => {
                syn::parse_quote!(#krate::__private::reported::<i64>())
            }
            _ => syn::parse_quote!(#krate::__private::reported::<usize>()),
        })
    }

    /// `matches!(e, ..)`: what it looks at. The rest speaks of no process.
    fn looked_at(&mut self, mac: &mut Macro) {
        let parse = |input: ParseStream| {
            let value = input.parse::<Expr>()?;
            let rest = input.parse::<TokenStream>()?;
            Ok((value, rest))
        };
        if let Ok((value, rest)) = mac.parse_body_with(parse) {
            let value = self.rewritten(&value);
            mac.tokens = quote!(#value #rest);
        }
    }

    fn rewritten(&mut self, part: &Expr) -> Expr {
        let mut part = part.clone();
        self.visit_expr_mut(&mut part);
        part
    }

    fn bind(&mut self, pattern: &Pat, process: bool) {
        match pattern {
            Pat::Ident(ident) => self.params.push((ident.ident.to_string(), process)),
            Pat::Reference(inner) => self.bind(&inner.pat, process),
            Pat::Paren(inner) => self.bind(&inner.pat, process),
            Pat::Type(inner) => self.bind(&inner.pat, process),
            _ => {}
        }
    }

    fn is_process(&self, name: &str) -> bool {
        self.params
            .iter()
            .rev()
            .find(|(param, _)| param == name)
            .is_some_and(|(_, process)| *process)
    }
}

/// Are the items of this chain process states: `proc.iter()`, perhaps filtered?
fn yields_processes(chain: &Expr) -> bool {
    match chain {
        Expr::MethodCall(call) if call.method == "filter" => yields_processes(&call.receiver),
        Expr::MethodCall(call) if call.method == "iter" => match &*call.receiver {
            Expr::Index(index) => is_proc(&index.expr),
            receiver => is_proc(receiver),
        },
        _ => false,
    }
}
