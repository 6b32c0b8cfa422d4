//! Everything that the front end accepts.
//!
//! ```
//! use tass_syntax::accepted::{self, Family};
//!
//! assert!(accepted::has(Family::Method, "rem_euclid"));
//! assert!(!accepted::has(Family::Method, "wrapping_add"));
//! assert!(accepted::all().any(|entry| entry.family == Family::Operator && entry.name == "%="));
//! ```

use std::fmt::{self, Display, Formatter};

use crate::operation;

/// One construct of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entry {
    /// What sort of construct it is.
    pub family: Family,
    /// Its name: the token where there is one (`rem_euclid`, `+=`, `u8`), else a word for the form
    /// (`struct update`).
    pub name: &'static str,
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.family, self.name)
    }
}

/// The sorts of constructs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Types.
    Type,
    /// Forms of statements.
    Statement,
    /// Forms of patterns.
    Pattern,
    /// Forms of expressions.
    Expression,
    /// Unary, binary and assigning operators.
    Operator,
    /// Methods: `x.name(..)`.
    Method,
    /// What an iterator chain starts with.
    Source,
    /// What may stand in the middle of a chain.
    Step,
    /// How a chain ends.
    End,
    /// Functions that are called by their paths.
    Function,
    /// Macros.
    Macro,
    /// Operations of `mpi!`.
    Operation,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 12] = [
        Family::Type,
        Family::Statement,
        Family::Pattern,
        Family::Expression,
        Family::Operator,
        Family::Method,
        Family::Source,
        Family::Step,
        Family::End,
        Family::Function,
        Family::Macro,
        Family::Operation,
    ];
}

impl Display for Family {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::Type => "type",
            Family::Statement => "statement",
            Family::Pattern => "pattern",
            Family::Expression => "expression",
            Family::Operator => "operator",
            Family::Method => "method",
            Family::Source => "source",
            Family::Step => "step",
            Family::End => "end",
            Family::Function => "function",
            Family::Macro => "macro",
            Family::Operation => "operation",
        })
    }
}

/// Every construct, family by family.
pub fn all() -> impl Iterator<Item = Entry> {
    Family::ALL.into_iter().flat_map(|family| {
        let names = names(family).iter();
        names.map(move |name| Entry { family, name })
    })
}

/// Is this construct in the language?
pub fn has(family: Family, name: &str) -> bool {
    names(family).contains(&name)
}

/// The constructs of one family.
pub fn names(family: Family) -> &'static [&'static str] {
    match family {
        Family::Type => TYPES,
        Family::Statement => STATEMENTS,
        Family::Pattern => PATTERNS,
        Family::Expression => EXPRESSIONS,
        Family::Operator => OPERATORS,
        Family::Method => METHODS,
        Family::Source => SOURCES,
        Family::Step => STEPS,
        Family::End => ENDS,
        Family::Function => FUNCTIONS,
        Family::Macro => MACROS,
        Family::Operation => &operation::NAMES,
    }
}

const TYPES: &[&str] = &[
    "bool", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
    "f32", "f64", "()", "!", "_", "tuple", "array", "Vec", "slice", "&", "&mut", "struct", "enum",
    "Option", "Result",
];

const STATEMENTS: &[&str] = &[
    "let",
    "let type",  // `let x: T = e;`
    "let later", // `let x;`, assigned before it is used
    "let else",  // `let p = e else { .. };`
    "expression",
    "value", // the last expression of a block, without `;`
    "macro",
    ";",
];

const PATTERNS: &[&str] = &[
    "name",
    "mut name",
    "_",
    "parenthesis",
    "type", // `x: T`, of a parameter or a closure
    "tuple",
    "&",
    "struct",
    "struct rest", // `Point { x, .. }`
    "tuple struct",
    // What may not fit, in `match`, `if let`, `while let`, `let else` and `matches!`.
    "literal",      // `3`, `-1`, `true`, `0.5`
    "constant",     // `N`, `m::N`, `u8::MAX`
    "range",        // `1..=5`, `..0`, `3..`
    "variant",      // `Vote::Yes`, `None`, `Some(p)`
    "variant rest", // `Job::Work { id, .. }`
    "or",           // `p | q`
    "@",            // `x @ p`
];

const EXPRESSIONS: &[&str] = &[
    "integer",
    "float",
    "bool",
    "variable",
    "constant",    // `N`, `m::N`, `usize::MAX`: rustc evaluates it
    "unit struct", // `Origin`
    "parenthesis",
    "unary",
    "binary",
    "assign",
    "assign operator",
    "discard", // `_ = e`
    "index",
    "slice", // `a[lo..hi]` and its shorter forms
    "field",
    "tuple",
    "array",
    "repeat", // `[v; n]`
    "struct",
    "struct update", // `Point { x, ..p }`
    "variant",       // `Vote::Yes`, `None`, `Some(e)`, `Job::Work { id: 1 }`
    "&",
    "&mut",
    "as",
    "call",
    "method call",
    "range contains", // `(lo..hi).contains(&e)`
    "chain",
    "macro",
    "if",
    "if else",
    "if let",
    "while let",
    "let chain", // `if let p = e && c`
    "match",
    "guard", // `p if c => ..`
    "?",
    "block",
    "label",
    "while",
    "loop",
    "for range",
    "for rev",
    "for step_by",
    "for elements",
    "break",
    "break value",
    "break label",
    "continue",
    "continue label",
    "return",
    "return value",
    "proc field", // `proc[e].x`, in a collective condition
    "spec field", // `spec.x`, in a joint condition
];

const OPERATORS: &[&str] = &[
    "neg", "!", "deref", "+", "-", "*", "/", "%", "&&", "||", "&", "|", "^", "==", "!=", "<", "<=",
    ">", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

const METHODS: &[&str] = &[
    "len",
    "is_empty",
    "push",
    "swap",
    "clone",
    "to_vec",
    "min",
    "max",
    "abs",
    "pow",
    "rem_euclid",
    "div_euclid",
    "abs_diff",
    "clamp",
    "is_multiple_of",
    "signum",
    "fill",
    "contains",
    "copy_from_slice",
    // Of `Option` and `Result`.
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_err",
    "expect_err",
    "ok",
    "err",
    "ok_or",
    "or",
    "and",
    "take",
    "replace",
    "insert",
];

const SOURCES: &[&str] = &[
    "a..b",
    "a..=b",
    "iter",
    "proc.iter",      // `proc.iter()`
    "proc[..e].iter", // `proc[..e].iter()`
];

const STEPS: &[&str] = &["filter", "map", "copied", "cloned"];

const ENDS: &[&str] = &[
    "all", "any", "sum", "product", "count", // Followed by `.unwrap()`.
    "min", "max",
];

/// `T` stands for a primitive type.
const FUNCTIONS: &[&str] = &[
    "model",        // a function with `#[tass::model]` or `#[tass::verify]`
    "tuple struct", // `Pair(1, 2)`
    "Vec::new",
    "Vec::with_capacity",
    "cmp::min",
    "cmp::max",
    "ordered",     // `op = ordered(f)`
    "commutative", // `op = commutative(f)`
    "T::from",
    "T::min",
    "T::max",
    "T::abs",
    "T::pow",
    "T::rem_euclid",
    "T::div_euclid",
    "T::abs_diff",
    "T::clamp",
    "T::is_multiple_of",
    "T::signum",
    // Counters of messages, in collective conditions.
    "sent",
    "received",
    "in_flight",
];

const MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
    "matches",
    "vec list",   // `vec![a, b]`
    "vec repeat", // `vec![v; n]`
    "print",
    "println",
    "eprint",
    "eprintln",
    // The vocabulary of tass.
    "assume",
    "cover",
    "output",
    "choose",
    "elaborate",
    "collective_assert",
    "invariant",
    "shared",
    "critical",
    "always",
    "joint_assert",
    "joint_invariant",
    "universe",
    "assigns",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entry_stands_twice() {
        for family in Family::ALL {
            let mut seen = Vec::new();
            for name in names(family) {
                assert!(!seen.contains(name), "{family} `{name}`");
                seen.push(*name);
            }
        }
    }

    #[test]
    fn all_is_every_family() {
        let counted: usize = Family::ALL.iter().map(|family| names(*family).len()).sum();
        assert_eq!(all().count(), counted);
        assert!(all().all(|entry| has(entry.family, entry.name)));
    }
}
