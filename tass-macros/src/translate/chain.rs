//! Iterator chains: quantifiers and folds.

use proc_macro2::Ident;
use syn::{Expr, ExprClosure, ExprMethodCall, GenericArgument, Pat, RangeLimits, ReturnType};
use tass_syntax::accepted::{self, Family};
use tass_syntax::tree::{
    self, Closure, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, Pattern, Span, Type,
};

use super::Translator;
use super::call::NO_TYPES;
use super::control::inner;
use crate::suggest;

/// A chain without its end.
struct Chain {
    source: FoldSource,
    steps: Vec<FoldStep>,
    /// Are the items process states?
    processes: bool,
}

/// Methods that belong to chains, supported or not: a method call with one of these names is one.
const CHAIN_METHODS: &[(&str, &str)] = &[
    (
        "enumerate",
        "range over the indices: `(0..a.len()).all(|i| ..)`",
    ),
    (
        "zip",
        "range over the indices: `(0..a.len()).all(|i| a[i] == b[i])`",
    ),
    (
        "fold",
        "use `sum`, `product`, `count`, `min` or `max`, or write a loop",
    ),
    ("collect", "build the vector with a loop and `push`"),
    ("for_each", "write a `for` loop"),
    (
        "flat_map",
        "nest the quantifiers: `(0..n).all(|i| (0..m).all(|j| ..))`",
    ),
    (
        "flatten",
        "nest the quantifiers: `(0..n).all(|i| (0..m).all(|j| ..))`",
    ),
    ("find", "use `any`, or write a loop"),
    ("position", "write a loop"),
    ("nth", "index instead: `a[i]`"),
    ("next", "write a loop"),
    ("take", "use a shorter range or slice: `a[..k].iter()`"),
    ("skip", "use a later range or slice: `a[k..].iter()`"),
    (
        "chain",
        "join two conditions: `a.iter().all(..) && b.iter().all(..)`",
    ),
    ("rev", "the order makes no difference here, leave it out"),
    ("step_by", "filter instead: `.filter(|i| i % k == 0)`"),
    (
        "windows",
        "range over the indices: `(1..a.len()).all(|i| a[i - 1] <= a[i])`",
    ),
    ("chunks", "range over the indices"),
    ("iter_mut", "use an index, `for i in 0..a.len()`"),
    ("into_iter", "use `.iter()`"),
    ("try_fold", "write a loop"),
    ("min_by", "use `min`, or write a loop"),
    ("max_by", "use `max`, or write a loop"),
    ("min_by_key", "use `min`, or write a loop"),
    ("max_by_key", "use `max`, or write a loop"),
    (
        "is_sorted",
        "write `(1..a.len()).all(|i| a[i - 1] <= a[i])`",
    ),
];

/// Why a chain method is not supported, if it is one.
pub(super) fn later(method: &str) -> Option<&'static str> {
    CHAIN_METHODS
        .iter()
        .find(|(name, _)| *name == method)
        .map(|(_, instead)| *instead)
}

impl Translator<'_> {
    /// A chain that `call` ends; `node` is the whole expression (with `.unwrap()`).
    pub(super) fn fold(&mut self, node: &ExprMethodCall, call: &ExprMethodCall) -> tree::Expr {
        self.accepts(call, Family::Expression, "chain");
        let chain = self.chain(&call.receiver);
        let method = call.method.to_string();
        self.accepts(&call.method, Family::End, &method);
        if !matches!(method.as_str(), "sum" | "product") {
            self.no_turbofish(call);
        }
        let end = match method.as_str() {
            "all" => FoldEnd::All(self.closure(call, chain.processes)),
            "any" => FoldEnd::Any(self.closure(call, chain.processes)),
            "sum" => FoldEnd::Sum(self.turbofish(call)),
            "product" => FoldEnd::Product(self.turbofish(call)),
            "count" => FoldEnd::Count,
            "min" => FoldEnd::Min,
            _ => FoldEnd::Max,
        };
        let Chain { source, steps, .. } = chain;
        self.expr(node, ExprKind::Fold(Box::new(Fold { source, steps, end })))
    }

    /// Everything before the end, from the source on.
    fn chain(&mut self, expr: &Expr) -> Chain {
        match inner(expr) {
            Expr::Range(range) => {
                let source = match (&range.start, &range.end) {
                    (Some(lo), Some(hi)) => {
                        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
                        let form = if inclusive { "a..=b" } else { "a..b" };
                        self.accepts(range, Family::Source, form);
                        FoldSource::Range {
                            lo: self.expression(lo),
                            hi: self.expression(hi),
                            inclusive,
                        }
                    }
                    _ => self.reject(range, "a quantifier needs a range with both ends: `(0..n)`"),
                };
                Chain {
                    source,
                    steps: Vec::new(),
                    processes: false,
                }
            }
            Expr::MethodCall(call) => self.chain_step(call),
            other => Chain {
                source: self.no_chain(other),
                steps: Vec::new(),
                processes: false,
            },
        }
    }

    fn chain_step(&mut self, call: &ExprMethodCall) -> Chain {
        let method = call.method.to_string();
        self.no_turbofish(call);
        if matches!(method.as_str(), "filter" | "map" | "copied" | "cloned") {
            self.accepts(&call.method, Family::Step, &method);
        }
        match method.as_str() {
            "iter" => {
                if let Some(source) = self.process_source(&call.receiver) {
                    return Chain {
                        source,
                        steps: Vec::new(),
                        processes: true,
                    };
                }
                self.accepts(call, Family::Source, "iter");
                let source = FoldSource::Elements(self.expression(&call.receiver));
                Chain {
                    source,
                    steps: Vec::new(),
                    processes: false,
                }
            }
            "filter" => {
                let mut chain = self.chain(&call.receiver);
                let closure = self.closure(call, chain.processes);
                chain.steps.push(FoldStep::Filter(closure));
                chain
            }
            "map" => {
                let mut chain = self.chain(&call.receiver);
                let closure = self.closure(call, chain.processes);
                chain.steps.push(FoldStep::Map(closure));
                chain.processes = false;
                chain
            }
            // From `&T` to `T`: `.map(|&item| item)`.
            "copied" | "cloned" => {
                let mut chain = self.chain(&call.receiver);
                let span = self.source.span(&call.method);
                let closure = copied(span, method == "cloned");
                chain.steps.push(FoldStep::Map(closure));
                chain
            }
            other => {
                let source = match later(other) {
                    Some(instead) => self.reject(
                        &call.method,
                        format!("`{other}` is not supported in a chain: {instead}"),
                    ),
                    None => self.no_chain(call),
                };
                Chain {
                    source,
                    steps: Vec::new(),
                    processes: false,
                }
            }
        }
    }

    fn no_chain(&mut self, node: &impl quote::ToTokens) -> FoldSource {
        self.reject(
            node,
            "a chain starts with a range `(a..b)` or with `x.iter()`, goes on with `filter` or `map`, and ends \
             with `all`, `any`, `sum`, `product`, `count`, `min` or `max`",
        )
    }

    fn closure(&mut self, call: &ExprMethodCall, processes: bool) -> Closure {
        let method = call.method.to_string();
        let closure = match call.args.first().map(inner) {
            Some(Expr::Closure(closure)) if call.args.len() == 1 && closure.inputs.len() == 1 => {
                closure
            }
            _ => {
                return self.reject(
                    call,
                    format!("`{method}` takes a closure with one parameter, written here: `.{method}(|x| ..)`"),
                );
            }
        };
        self.scoped(|this| this.closure_body(closure, processes))
    }

    pub(super) fn closure_body(&mut self, closure: &ExprClosure, processes: bool) -> Closure {
        let input = closure.inputs.first();
        let ty = match input {
            Some(Pat::Type(typed)) => self.ty(&typed.ty),
            _ => Type::Infer,
        };
        let pattern = match input {
            Some(input) => self.pattern_of(input, processes),
            None => Pattern::Wild,
        };
        let ret = match &closure.output {
            ReturnType::Default => Type::Infer,
            ReturnType::Type(_, ty) => self.ty(ty),
        };
        Closure {
            pattern,
            ty,
            ret,
            body: self.boxed(&closure.body),
        }
    }

    /// The type in `.sum::<f64>()`.
    fn turbofish(&mut self, call: &ExprMethodCall) -> Type {
        match call
            .turbofish
            .as_ref()
            .and_then(|turbofish| turbofish.args.first())
        {
            Some(GenericArgument::Type(ty)) => self.ty(ty),
            _ => Type::Infer,
        }
    }

    /// `.map::<f64, _>(..)` would say a type that nobody reads.
    pub(super) fn no_turbofish(&mut self, call: &ExprMethodCall) {
        if let Some(types) = &call.turbofish {
            self.diagnostics.error(types, NO_TYPES);
        }
    }

    /// Does this method end a chain?
    pub(super) fn is_end(method: &Ident) -> bool {
        let mut ends = accepted::names(Family::End).iter();
        ends.any(|end| method == end)
    }

    /// A chain that was left without its end.
    pub(super) fn unfinished(&mut self, call: &ExprMethodCall) -> tree::Expr {
        self.reject(
            call,
            format!(
                "an iterator is not a value in models: end the chain with {}",
                suggest::list(accepted::names(Family::End).iter().copied())
            ),
        )
    }
}

/// `|&item| item`: what `.copied()` does to each item; or `|&item| item.clone()`.
fn copied(span: Span, cloned: bool) -> Closure {
    let name = "__tass_item".to_string();
    let at = |kind| Box::new(tree::Expr { kind, span });
    let item = at(ExprKind::Var(name.clone()));
    let body = match cloned {
        true => at(ExprKind::Method {
            receiver: item,
            name: "clone".to_string(),
            args: Vec::new(),
        }),
        false => item,
    };
    Closure {
        pattern: Pattern::Ref(Box::new(Pattern::Name { name, span })),
        ty: Type::Infer,
        ret: Type::Infer,
        body,
    }
}
