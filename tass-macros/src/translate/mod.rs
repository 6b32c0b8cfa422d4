//! [`Translator`]: from rustc's syntax to the tree of a model.
//!
//! Each method takes a node of one and gives a node of the other. After a mistake it gives any node
//! at all ([`Nothing`]): nothing of a function with mistakes is emitted.

mod block;
mod call;
mod cases;
mod chain;
mod control;
mod counter;
mod expression;
mod formatted;
mod literal;
mod macros;
mod method;
mod names;
mod outside;
mod pattern;
mod process;
mod types;

use proc_macro2::Ident;
use quote::ToTokens;
use tass_syntax::accepted::{self, Family};
use tass_syntax::tree::{self, ExprKind};

pub(crate) use self::macros::STANDARD;
pub(crate) use self::names::Names;
pub(crate) use self::outside::Outside;
use crate::diagnostics::Diagnostics;
use crate::source::Source;

/// The state of one function's translation.
pub(crate) struct Translator<'s> {
    source: &'s Source,
    /// Local names in scope, innermost last.
    scope: Vec<Local>,
    /// What the function uses from outside itself.
    pub(crate) outside: Outside,
    /// The names that it understands by their spelling.
    pub(crate) names: Names,
    /// Inside `collective_assert!` or `invariant!`, where `proc` has its meaning?
    collective: bool,
    /// Does the function share variables, so that `proc` may be tested outside of those as well?
    pub(crate) shares: bool,
    /// Inside a macro whose argument rustc sees as it is written?
    verbatim: bool,
    /// Inside the argument of a macro, so that the kept function cannot be changed there?
    argument: bool,
    /// Inside `joint_assert!`, where `spec` has its meaning?
    joint: bool,
    /// What the collective condition around has so far.
    condition: Condition,
    /// Was a macro of ours unreadable? It says so itself, where rustc expands it.
    pub(crate) misshapen: bool,
    /// The mistakes found so far.
    pub(crate) diagnostics: Diagnostics,
}

/// The parts of a collective condition that do not go together. What is executed (a call, an `if`)
/// is done where the process stands; what speaks of other processes is evaluated for all at once,
/// after they have gone on. So the first may come before the second, as in `f(x) == proc[0].y`, and
/// neither after it nor around it.
#[derive(Default)]
struct Condition {
    /// How often it speaks of another process, or of another program, so far.
    others: usize,
    /// What is executed.
    steps: Vec<Step>,
}

/// A part of a collective condition that is executed.
struct Step {
    node: proc_macro2::TokenStream,
    /// How often the condition spoke of others before it.
    before: usize,
    /// Is it whole?
    done: bool,
    /// Does it come after such a place, or around one?
    misplaced: bool,
}

impl Condition {
    /// All steps from `first` on are misplaced if the condition has spoken of others since.
    fn check(&mut self, first: usize, before: usize) {
        if self.others > before {
            let steps = self.steps.iter_mut().skip(first);
            steps.for_each(|step| step.misplaced = true);
        }
    }

    /// The end of an expression: the steps from `first` on are whole.
    fn end(&mut self, first: usize) {
        let others = self.others;
        for step in self.steps.iter_mut().skip(first).filter(|step| !step.done) {
            step.done = true;
            step.misplaced |= step.before > 0 || others > step.before;
        }
    }
}

/// A local name.
struct Local {
    name: String,
    /// Bound to a process state, by a closure over `proc.iter()`.
    process: bool,
}

impl<'s> Translator<'s> {
    /// A translator for a function of this source.
    pub(crate) fn new(source: &'s Source) -> Self {
        Translator {
            source,
            scope: Vec::new(),
            outside: Outside::default(),
            names: Names::default(),
            collective: false,
            condition: Condition::default(),
            joint: false,
            shares: false,
            verbatim: false,
            argument: false,
            misshapen: false,
            diagnostics: Diagnostics::default(),
        }
    }

    /// Reports something that the language does not have, with the nearest way to say it.
    fn reject<T: Nothing>(&mut self, node: impl ToTokens, message: impl std::fmt::Display) -> T {
        self.diagnostics.error(node, message);
        nothing()
    }

    /// Is the construct in the tables of the language?
    fn knows(&mut self, family: Family, name: &str) -> bool {
        #[cfg(test)]
        if !crate::tests::asked(family, name) {
            return false;
        }
        accepted::has(family, name)
    }

    /// The same; a construct outside the tables is a mistake at `node`.
    fn accepts(&mut self, node: impl ToTokens, family: Family, name: &str) -> bool {
        let known = self.knows(family, name);
        if !known {
            let message = format!("the {family} `{name}` is not supported in models");
            self.diagnostics.error(node, message);
        }
        known
    }

    /// Notes that a collective condition has a part that is executed.
    fn step(&mut self, node: impl ToTokens) {
        if self.collective {
            self.condition.steps.push(Step {
                node: node.to_token_stream(),
                before: self.condition.others,
                done: false,
                misplaced: false,
            });
        }
    }

    /// An expression of the given kind, at the place of `node`.
    fn expr(&self, node: &impl ToTokens, kind: ExprKind) -> tree::Expr {
        let span = self.source.span(node);
        tree::Expr { kind, span }
    }

    /// Brings a name into scope.
    fn bind(&mut self, name: &Ident, process: bool) {
        if name.to_string().starts_with("__tass") {
            self.diagnostics.error(
                name,
                "names that start with `__tass` are reserved for generated code",
            );
        }
        self.scope.push(Local {
            name: name.to_string(),
            process,
        });
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.scope.iter().rev().find(|local| local.name == name)
    }

    /// Runs `inside` and forgets the names that it bound.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.scope.len();
        let result = inside(self);
        self.scope.truncate(depth);
        result
    }
}

/// What stands in the place of a node with a mistake. It is never emitted.
trait Nothing {
    fn nothing() -> Self;
}

fn nothing<T: Nothing>() -> T {
    T::nothing()
}

impl Nothing for tree::Expr {
    fn nothing() -> Self {
        tree::Expr {
            kind: ExprKind::Tuple(Vec::new()),
            span: tree::Span::default(),
        }
    }
}

impl Nothing for tree::Type {
    fn nothing() -> Self {
        tree::Type::Infer
    }
}

impl Nothing for tree::Pattern {
    fn nothing() -> Self {
        tree::Pattern::Wild
    }
}

impl Nothing for tree::ForIter {
    fn nothing() -> Self {
        tree::ForIter::Elements(nothing())
    }
}

impl Nothing for tree::FoldSource {
    fn nothing() -> Self {
        tree::FoldSource::Elements(nothing())
    }
}

impl Nothing for tree::Closure {
    fn nothing() -> Self {
        tree::Closure {
            pattern: nothing(),
            ty: nothing(),
            ret: nothing(),
            body: Box::new(nothing()),
        }
    }
}

impl Nothing for tree::Whose {
    fn nothing() -> Self {
        tree::Whose::Own
    }
}

/// A name as it is compared and printed: without the `r#` of a raw identifier.
fn plain(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_string()
}
