//! `==`, `clone()` and `<` of structs and enums: only as they are derived.
//!
//! What they do to a struct is its implementation of a trait. A derived one goes through the fields
//! in their order, and that is what the engine does; one that the user wrote may do anything, and
//! nobody here can see it. So a model may use them only of structs that are known to derive them,
//! and whose fields do.

use super::FnLowering;
use super::ty::Ty;
use tass_syntax::tree::{Derived, Layout, Parts, Span, Type};

/// Stands for the name of a type that has none.
const LIST: &str = "[T]";

/// A trait that gives a meaning to something that models write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    /// `clone()`, `to_vec()`, `cloned()`, `vec![v; n]`, `fill(v)`
    Clone,
    /// `==`, `!=`, `contains(&v)`
    PartialEq,
    /// `<`, `<=`, `>`, `>=`
    PartialOrd,
    /// `unwrap_or_default()`: of the standard types alone. What a derived one is depends on
    /// attributes, and an array is not told from a vector here.
    Default,
}

impl Trait {
    fn name(self) -> &'static str {
        match self {
            Trait::Clone => "Clone",
            Trait::PartialEq => "PartialEq",
            Trait::PartialOrd => "PartialOrd",
            Trait::Default => "Default",
        }
    }

    /// The struct or enum in a type, itself included, that does not derive the trait.
    fn missing(self, ty: &Type) -> Option<&str> {
        match ty.layout() {
            Layout::Scalar(_) | Layout::Handle(_) => None,
            Layout::Sequence(..) if self == Trait::Default => Some(LIST),
            Layout::Variants(def) if self == Trait::Default => match def.name.as_str() {
                "Option" if !def.args.is_empty() => None,
                name => Some(name),
            },
            Layout::Sequence(item, _) => self.missing(item),
            Layout::Reference { target, .. } => self.missing(target),
            Layout::Parts(Parts::Struct(def)) if !self.is_in(def.derived) => Some(&def.name),
            Layout::Parts(parts) => parts.types().find_map(|part| self.missing(part)),
            Layout::Variants(def) if !self.is_in(def.derived) => Some(&def.name),
            Layout::Variants(def) => def.types().find_map(|part| self.missing(part)),
        }
    }

    fn is_in(self, derived: Derived) -> bool {
        match self {
            Trait::Clone => derived.clone,
            Trait::PartialEq => derived.eq,
            Trait::PartialOrd => derived.ord,
            Trait::Default => false,
        }
    }
}

impl FnLowering<'_, '_> {
    /// What stands here means what the trait means for the type.
    pub(crate) fn requires(&mut self, needed: Trait, ty: Ty, span: Span) {
        self.required.push((needed, ty, span));
    }

    /// Reports the types, now settled, that do not derive what is used of them.
    pub(crate) fn check_required(&mut self) {
        for (needed, ty, span) in std::mem::take(&mut self.required) {
            if matches!(needed, Trait::PartialEq | Trait::PartialOrd)
                && self.types.holds_references(ty)
            {
                // Rust compares what they refer to; here they are addresses.
                self.error(
                    span,
                    "values that hold `&mut` references cannot be compared in models",
                    Some("compare what they refer to, one by one"),
                );
                continue;
            }
            let ty = self.types.resolve(ty);
            let Some(name) = ty.as_ref().and_then(|ty| needed.missing(ty)) else {
                continue;
            };
            if needed == Trait::Default {
                let message = match name {
                    LIST => "whether this is an array is not known here".into(),
                    name => format!("what `{name}` is by default is not known here"),
                };
                self.error(span, message, Some("say what it is: `unwrap_or(..)`"));
                continue;
            }
            let needed = needed.name();
            let message = format!("`{name}` does not derive `{needed}`, as far as tass can see");
            let help = format!(
                "write `#[derive({needed})]` below `#[tass::data]`; an implementation of your own has no meaning in a model"
            );
            self.error(span, message, Some(&help));
        }
    }
}
