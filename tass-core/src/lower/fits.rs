//! Does a value fit a pattern, and what do the names of the pattern stand for?
//!
//! A value of an enum is a tuple to the engine: the position of its variant, then the fields of all
//! variants, those of the others being [blank](TermKind::Blank). So a pattern is a condition on
//! parts of a place, and a name of it is a part: the value there, or a `&mut` to it if the pattern
//! stands behind a `&mut`.

use std::sync::Arc;

use super::FnLowering;
use super::cases::both;
use super::draft::{Place, Proj, Term, TermKind};
use super::ty::{Known, Ty};
use tass_syntax::tree::{BinOp, EnumDef, Expr, ExprKind, Pattern, Span, Type};

/// What a name of a pattern stands for.
struct Bound {
    name: String,
    value: Term,
    ty: Ty,
}

impl FnLowering<'_, '_> {
    /// Whether what is at a place fits a pattern; `None` if it does in any case.
    pub(super) fn fits(
        &mut self,
        pattern: &Pattern,
        place: &Place,
        ty: Ty,
        span: Span,
    ) -> Option<Term> {
        match pattern {
            Pattern::Wild | Pattern::Name { .. } => None,
            Pattern::Ref(inner) | Pattern::Mut(inner) | Pattern::At(_, inner) => {
                self.fits(inner, place, ty, span)
            }
            Pattern::Value(value) => match &value.kind {
                ExprKind::Variant { ty: of, name, .. } => {
                    let (_, at) = self.variant_of(of, name, ty, value.span)?;
                    Some(self.tag_is(place, ty, at, span))
                }
                _ => Some(self.compared(BinOp::Eq, value, place, ty)),
            },
            Pattern::Range { lo, hi, inclusive } => {
                let lower = lo
                    .as_ref()
                    .map(|lo| self.compared(BinOp::Ge, lo, place, ty));
                let op = if *inclusive { BinOp::Le } else { BinOp::Lt };
                let upper = hi.as_ref().map(|hi| self.compared(op, hi, place, ty));
                all(lower.into_iter().chain(upper), span)
            }
            Pattern::Or(alternatives) => {
                let tests: Vec<Option<Term>> = alternatives
                    .iter()
                    .map(|one| self.fits(one, place, ty, span))
                    .collect();
                let tests = tests.into_iter().collect::<Option<Vec<Term>>>()?;
                tests.into_iter().reduce(|a, b| {
                    let kind = TermKind::Logic(BinOp::Or, Box::new(a), Box::new(b));
                    Term::new(kind, span)
                })
            }
            Pattern::Tuple(_) | Pattern::Struct(_) | Pattern::Variant { .. } => {
                let mut tests = Vec::new();
                if let Pattern::Variant { ty: of, name, .. } = pattern {
                    let (_, at) = self.variant_of(of, name, ty, span)?;
                    tests.push(self.tag_is(place, ty, at, span));
                }
                for (index, part, part_ty) in self.parts_of(pattern, ty, span) {
                    let place = self.part_of_place(place, ty, index);
                    tests.extend(self.fits(part, &place, part_ty, span));
                }
                all(tests, span)
            }
        }
    }

    /// Gives the names of a pattern that fits to variables.
    pub(super) fn bind_parts(&mut self, pattern: &Pattern, place: &Place, ty: Ty, span: Span) {
        let super::draft::Root::Local(whole) = place.root else {
            unreachable!("what is looked at is in a variable");
        };
        for Bound { name, value, ty } in self.names_of(pattern, place, ty, false, span) {
            let slot = self.local(Some(&name), ty);
            if self.owners.get(&whole) == Some(&true) {
                self.owners.insert(slot, true);
            }
            self.lend_part(slot, whole);
            self.assign(slot, value);
            self.scope.push((name, slot));
        }
    }

    /// The same where all must be a term: variables, and what they are bound to.
    pub(super) fn bound_parts(
        &mut self,
        pattern: &Pattern,
        place: &Place,
        ty: Ty,
        span: Span,
    ) -> Vec<(u32, Term)> {
        let mut all = Vec::new();
        for Bound { name, value, ty } in self.names_of(pattern, place, ty, false, span) {
            let slot = self.local(Some(&name), ty);
            self.scope.push((name, slot));
            all.push((slot, value));
        }
        all
    }

    /// The names of a pattern. `behind`: it stands behind a `&mut`.
    fn names_of(
        &mut self,
        pattern: &Pattern,
        place: &Place,
        ty: Ty,
        behind: bool,
        span: Span,
    ) -> Vec<Bound> {
        match pattern {
            Pattern::Wild | Pattern::Value(_) | Pattern::Range { .. } => Vec::new(),
            Pattern::Name { name, .. } => {
                let (value, ty) = match behind {
                    true => (
                        Term::new(TermKind::RefMut(place.clone()), span),
                        self.types.fresh(Known::MutRef(ty)),
                    ),
                    false => (self.read_place(place), ty),
                };
                let name = name.clone();
                vec![Bound { name, value, ty }]
            }
            Pattern::Ref(inner) | Pattern::Mut(inner) => {
                if behind {
                    self.error(
                        span,
                        "`mut` and `&` in a pattern behind `&mut` bind a copy in some editions of Rust",
                        Some("bind the name alone, and copy what it refers to with a `let` of its own"),
                    );
                }
                self.names_of(inner, place, ty, behind, span)
            }
            Pattern::At(name, inner) => {
                let mut all = self.names_of(name, place, ty, behind, span);
                all.extend(self.names_of(inner, place, ty, behind, span));
                all
            }
            // Of names there is one alternative here: `cases.rs` sees to that.
            Pattern::Or(alternatives) => match alternatives.first() {
                Some(first) => self.names_of(first, place, ty, behind, span),
                None => Vec::new(),
            },
            Pattern::Tuple(_) | Pattern::Struct(_) | Pattern::Variant { .. } => {
                let behind = behind || matches!(self.types.get(ty), Known::MutRef(_));
                let mut all = Vec::new();
                for (index, part, part_ty) in self.parts_of(pattern, ty, span) {
                    let place = self.part_of_place(place, ty, index);
                    all.extend(self.names_of(part, &place, part_ty, behind, span));
                }
                all
            }
        }
    }

    /// The parts that a pattern names: their positions in the value, patterns and types.
    fn parts_of<'p>(
        &mut self,
        pattern: &'p Pattern,
        ty: Ty,
        span: Span,
    ) -> Vec<(u32, &'p Pattern, Ty)> {
        let peeled = self.types.peel(ty);
        match pattern {
            Pattern::Tuple(parts) => {
                let tys: Vec<Ty> = parts.iter().map(|_| self.types.open()).collect();
                let known = match parts.is_empty() {
                    true => Known::Unit,
                    false => Known::Tuple(tys.clone()),
                };
                let tuple = self.types.fresh(known);
                self.same_type(peeled, tuple, span);
                let parts = (0..).zip(parts).zip(tys);
                parts.map(|((index, part), ty)| (index, part, ty)).collect()
            }
            Pattern::Struct(fields) => {
                let fields = fields.iter();
                let found = fields.map(|(name, part)| {
                    let (index, ty) = self.field(peeled, name, span)?;
                    Some((index, part, ty))
                });
                found.flatten().collect()
            }
            Pattern::Variant {
                ty: of,
                name,
                fields,
                ..
            } => {
                let Some((def, at)) = self.variant_of(of, name, ty, span) else {
                    return Vec::new();
                };
                let tys = self.field_types(ty);
                let mut all = Vec::new();
                for (field, part) in fields {
                    match position(&def, at, field) {
                        Some(index) => all.push((index + 1, part, tys[index as usize])),
                        None => self.error(
                            span,
                            format!("`{}::{name}` has no field `{field}`", def.name),
                            None,
                        ),
                    }
                }
                all
            }
            _ => Vec::new(),
        }
    }

    /// The enum of a variant that a value is looked at for, and the position of the variant.
    pub(super) fn variant_of(
        &mut self,
        of: &Type,
        name: &str,
        ty: Ty,
        span: Span,
    ) -> Option<(Arc<EnumDef>, usize)> {
        let peeled = self.types.peel(ty);
        let expected = match (of, name) {
            (Type::Infer, "Some" | "None") => {
                let item = self.types.open();
                self.types.option(item)
            }
            (Type::Infer, _) => {
                let parts = [(); 2].map(|()| self.types.open());
                self.types.result(parts[0], parts[1])
            }
            (of, _) => self.types.declared(of),
        };
        self.same_type(peeled, expected, span);
        let Known::Enum(def, _) = self.types.get(expected).clone() else {
            self.error(span, format!("`{name}` is no variant of an enum"), None);
            return None;
        };
        match def.variant(name) {
            Some((at, _)) => Some((def.clone(), at)),
            None => {
                self.error(
                    span,
                    format!("`{}` has no variant `{name}`", def.name),
                    None,
                );
                None
            }
        }
    }

    /// The types of the fields of all variants of the enum that a value is.
    pub(super) fn field_types(&mut self, ty: Ty) -> Vec<Ty> {
        let peeled = self.types.peel(ty);
        match self.types.get(peeled) {
            Known::Enum(_, fields) => fields.clone(),
            _ => Vec::new(),
        }
    }

    /// Is it the variant at this position?
    pub(super) fn tag_is(&mut self, place: &Place, ty: Ty, at: usize, span: Span) -> Term {
        let tag = self.part_of_place(place, ty, 0);
        let tag = self.read_place(&tag);
        is_variant(tag, at, span)
    }

    /// A part of what is at a place, behind all references.
    pub(super) fn part_of_place(&mut self, place: &Place, ty: Ty, index: u32) -> Place {
        let (mut place, _) = self.through_all(place.clone(), ty);
        place.path.push(Proj::Field(index));
        place
    }

    /// What is at a place, compared with a constant.
    fn compared(&mut self, op: BinOp, constant: &Expr, place: &Place, ty: Ty) -> Term {
        let (value, value_ty) = self.expr(constant);
        let (there, there_ty) = self.through_all(place.clone(), ty);
        let there = self.read_place(&there);
        self.operate(op, (there, there_ty), (value, value_ty), constant.span)
            .0
    }
}

/// A tag says which variant a value is.
pub(super) fn is_variant(tag: Term, at: usize, span: Span) -> Term {
    let at = i128::try_from(at).expect("enums are small");
    let at = Box::new(Term::new(TermKind::Int(at), span));
    Term::new(TermKind::Compare(BinOp::Eq, Box::new(tag), at), span)
}

/// The position of a variant's field among those of all variants.
pub(super) fn position(def: &EnumDef, at: usize, field: &str) -> Option<u32> {
    let before: usize = def.variants[..at].iter().map(|v| v.fields.len()).sum();
    let mut fields = def.variants[at].fields.iter();
    let index = fields.position(|(name, _)| name == field)?;
    u32::try_from(before + index).ok()
}

fn all(tests: impl IntoIterator<Item = Term>, span: Span) -> Option<Term> {
    tests.into_iter().reduce(|a, b| both(a, b, span))
}
