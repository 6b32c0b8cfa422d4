//! Patterns: what `let`, parameters, `for` and closures bind.

use super::FnLowering;
use super::cases::whole;
use super::draft::{Place, Proj, Root, Term, TermKind};
use super::ty::Known;
use tass_syntax::tree::{Pattern, Span};

impl FnLowering<'_, '_> {
    /// Binds the names of a pattern to (parts of) the value in `slot`.
    pub(crate) fn bind(&mut self, pattern: &Pattern, slot: u32, span: Span) {
        match pattern {
            Pattern::Wild => {}
            Pattern::Name { name, .. } => self.scope.push((name.clone(), slot)),
            Pattern::Ref(inner) | Pattern::Mut(inner) => self.bind(inner, slot, span),
            // Of a `let`, a parameter, a `for`: rustc has seen to it that every value fits.
            Pattern::At(..)
            | Pattern::Value(_)
            | Pattern::Range { .. }
            | Pattern::Variant { .. }
            | Pattern::Or(_) => {
                let (place, ty) = (whole(slot, span), self.locals[slot as usize].1);
                self.bind_parts(pattern, &place, ty, span);
            }
            Pattern::Tuple(parts) => {
                let ty = self.types.peel(self.locals[slot as usize].1);
                let tys = match self.types.get(ty).clone() {
                    Known::Tuple(tys) if tys.len() == parts.len() => tys,
                    Known::Open => {
                        let tys: Vec<_> = parts.iter().map(|_| self.types.open()).collect();
                        let tuple = self.types.fresh(Known::Tuple(tys.clone()));
                        self.types.unify(ty, tuple);
                        tys
                    }
                    _ => {
                        return self.error(
                            span,
                            "this pattern does not fit the value's type",
                            None,
                        );
                    }
                };
                for (i, (part, ty)) in parts.iter().zip(tys).enumerate() {
                    self.bind_part(part, slot, i, ty, span);
                }
            }
            Pattern::Struct(fields) => {
                let ty = self.types.peel(self.locals[slot as usize].1);
                let Known::Struct(def) = self.types.get(ty).clone() else {
                    return self.error(
                        span,
                        "this pattern needs a struct whose type is known here",
                        None,
                    );
                };
                for (name, part) in fields {
                    match def.fields.iter().position(|(field, _)| field == name) {
                        Some(i) => {
                            let ty = self.types.declared(&def.fields[i].1);
                            self.bind_part(part, slot, i, ty, span);
                        }
                        None => {
                            self.error(span, format!("`{}` has no field `{name}`", def.name), None)
                        }
                    }
                }
            }
        }
    }

    /// Binds a component of the value in `slot`. Behind a `&mut`, a pattern binds `&mut`s to the
    /// components.
    fn bind_part(&mut self, part: &Pattern, slot: u32, index: usize, ty: super::Ty, span: Span) {
        if matches!(part, Pattern::Wild) {
            return;
        }
        let component = u32::try_from(index).expect("tuples are short");
        let whole_ty = self.locals[slot as usize].1;
        let moves = matches!(part, Pattern::Mut(_) | Pattern::Ref(_));
        if moves && matches!(self.types.get(whole_ty), Known::MutRef(_)) {
            self.error(
                span,
                "`mut` and `&` in a pattern behind `&mut` bind a copy in some editions of Rust",
                Some("bind the name alone, and copy what it refers to with a `let` of its own"),
            );
        }
        let whole = Place {
            root: Root::Local(slot),
            path: Vec::new(),
            span,
        };
        let (mut place, _) = self.through_all(whole, whole_ty);
        place.path.push(Proj::Field(component));
        let (value, ty) = match self.types.get(whole_ty) {
            Known::MutRef(_) => (
                Term::new(TermKind::RefMut(place), span),
                self.types.fresh(Known::MutRef(ty)),
            ),
            _ => (self.read_place(&place), ty),
        };
        let part_slot = self.local(part.single_name(), ty);
        if self.owners.get(&slot) == Some(&true) {
            self.owners.insert(part_slot, true);
        }
        self.lend_part(part_slot, slot);
        self.assign(part_slot, value);
        self.bind(part, part_slot, span);
    }
}
