//! Values and messages as Rust would write them: a struct with its name and its fields.
//!
//! Expressions have no types, so whoever shows a value of a variable says what type that has. Where
//! nobody knows, a struct is shown as the tuple that it is to the engine.

use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::exec::{Engine, Stepper};
use crate::graph::{Local, Piece, Proj, Term, TermKind};
use crate::symbolic::{ExprId, Node, Store};
use tass_syntax::tree::{EnumDef, IntTy, Layout, Parts, StructDef, Type};

/// How many parts of a value are written out.
const PARTS: usize = 20_000;

/// The type of a variable, or of a part of one.
fn type_of<'l>(locals: &'l [Local], term: &Term) -> Option<&'l Type> {
    match &term.kind {
        TermKind::Local(slot) => Some(&locals.get(*slot as usize)?.ty),
        TermKind::Deref(of) => type_of(locals, of),
        TermKind::Field(of, index) => type_of(locals, of)?.part(*index),
        TermKind::Index(of, _) => type_of(locals, of)?.item(),
        // Mostly the processes stand in the same function.
        TermKind::Peer(_, name) => {
            let named = |local: &&Local| local.name.as_ref() == Some(name);
            Some(&locals.iter().rev().find(named)?.ty)
        }
        _ => None,
    }
}

/// The type of a place whose root is a variable.
fn type_of_place<'l>(locals: &'l [Local], slot: u32, path: &[Proj]) -> Option<&'l Type> {
    let mut ty = &locals.get(slot as usize)?.ty;
    for step in path {
        ty = match step {
            Proj::Field(index) => ty.part(*index)?,
            Proj::Index(_) => ty.item()?,
            Proj::Slice(..) => ty,
        };
    }
    Some(ty)
}

/// A value of this type, in so many parts. Where it may be one of these constants, it is called by
/// that name.
pub(crate) fn shown(
    store: &Store,
    constants: Constants,
    ty: &Type,
    value: ExprId,
    parts: usize,
) -> String {
    let shown = Shown { store, constants };
    shown.text(ty, value, &mut { parts })
}

/// An input, or what is sent, of this type. It is a number, even where a constant has the same
/// value.
pub(crate) fn shown_input(store: &Store, ty: &Type, value: ExprId) -> String {
    shown(store, &[], ty, value, PARTS)
}

/// Values, and what they are called.
type Constants = &'static [(i128, &'static str)];

struct Shown<'a> {
    store: &'a Store,
    constants: Constants,
}

impl Shown<'_> {
    /// The text of a value, of which so many parts may still be written.
    fn text(&self, ty: &Type, value: ExprId, left: &mut usize) -> String {
        if *left == 0 {
            return "…".into();
        }
        let list = |items: Vec<String>| items.join(", ");
        let ty = ty.referent();
        match (ty.layout(), self.store.node(value)) {
            (Layout::Parts(Parts::Struct(def)), Node::Tuple(parts))
                if parts.len() == def.fields.len() =>
            {
                self.structure(def, parts, left)
            }
            (Layout::Variants(def), Node::Tuple(parts)) => match self.variant(def, parts, left) {
                Some(text) => text,
                None => self.store.display_within(value, *left + 1).to_string(),
            },
            (Layout::Parts(Parts::Tuple(tys @ [_, ..])), Node::Tuple(parts))
                if tys.len() == parts.len() =>
            {
                let items = self.items(tys.iter().zip(parts.iter().copied()), left);
                match &items[..] {
                    [one] => format!("({one},)"),
                    _ => format!("({})", list(items)),
                }
            }
            (Layout::Handle(handle), _) => {
                *left -= 1;
                let number = self.store.as_int(value);
                number.map_or_else(|| handle.null().into(), |number| handle.shown(number))
            }
            (Layout::Sequence(item, _), Node::Array(items)) => {
                let items = items.iter().map(|&value| (item, value));
                format!("[{}]", list(self.items(items, left)))
            }
            (Layout::Sequence(item, _), Node::Fill { len, value }) => {
                let value = self.text(item, *value, left);
                format!("[{value}; {}]", self.store.display(*len))
            }
            _ => {
                *left -= 1;
                match self.constant(ty, value) {
                    Some(name) => name.into(),
                    None => self.store.display_within(value, *left + 1).to_string(),
                }
            }
        }
    }

    fn items<'t>(
        &self,
        items: impl Iterator<Item = (&'t Type, ExprId)>,
        left: &mut usize,
    ) -> Vec<String> {
        let mut texts = Vec::new();
        for (ty, value) in items {
            let over = *left == 0;
            texts.push(self.text(ty, value, left));
            if over {
                break;
            }
        }
        texts
    }

    /// `Point { x: 1, y: 2 }`, `Pair(1, 2)`, `Unit`
    fn structure(&self, def: &StructDef, parts: &[ExprId], left: &mut usize) -> String {
        let tys = def.fields.iter().map(|(_, ty)| ty);
        let parts = self.items(tys.zip(parts.iter().copied()), left);
        let named = || def.fields.iter().zip(&parts);
        let name = &def.name;
        match def.fields.first() {
            None => name.clone(),
            Some((first, _)) if first == "0" => format!("{name}({})", parts.join(", ")),
            Some(_) => {
                let fields: Vec<String> = named()
                    .map(|((field, _), value)| format!("{field}: {value}"))
                    .collect();
                format!("{name} {{ {} }}", fields.join(", "))
            }
        }
    }

    /// `Some(1)`, `Job::Work { id: 1 }`; `None` if it is not known which variant it is.
    fn variant(&self, def: &EnumDef, parts: &[ExprId], left: &mut usize) -> Option<String> {
        let tag = usize::try_from(self.store.as_int(*parts.first()?)?).ok()?;
        let variant = def.variants.get(tag)?;
        let before: usize = def.variants[..tag].iter().map(|v| v.fields.len()).sum();
        let fields = parts.get(1 + before..1 + before + variant.fields.len())?;
        let name = match def.args.is_empty() {
            true => format!("{}::{}", def.name, variant.name),
            false => variant.name.clone(),
        };
        *left -= 1;
        let like = StructDef {
            name,
            fields: variant.fields.clone(),
            derived: def.derived,
        };
        Some(self.structure(&like, fields, left))
    }

    /// The name of a constant that a rank or a tag can be, such as `ANY`; of no other number.
    fn constant(&self, ty: &Type, value: ExprId) -> Option<&'static str> {
        let (Type::Int(IntTy::Usize), Some(number)) = (ty, self.store.as_num(value)) else {
            return None;
        };
        let number = i128::try_from(number.numerator()).ok()?;
        let mut constants = self.constants.iter();
        constants
            .find(|(constant, _)| *constant == number)
            .map(|(_, name)| *name)
    }
}

impl<C: CommModel> Engine<'_, C> {
    /// A value of what a term reads.
    pub(crate) fn shown_value(&self, graph: usize, term: &Term, value: ExprId) -> String {
        match type_of(&self.program.graphs[graph].locals, term) {
            Some(ty) => shown(&self.store, self.program.constants, ty, value, PARTS),
            None => self.store.display(value).to_string(),
        }
    }

    /// A value that is put at a place of this variable.
    pub(crate) fn shown_at(&self, graph: usize, slot: u32, path: &[Proj], value: ExprId) -> String {
        match type_of_place(&self.program.graphs[graph].locals, slot, path) {
            Some(ty) => shown(&self.store, self.program.constants, ty, value, PARTS),
            None => self.store.display(value).to_string(),
        }
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// What an assertion or a panic says. Only a replay knows values; elsewhere it is what is
    /// written.
    pub(crate) fn said(&mut self, cx: &mut Cx<'_>, message: &[Piece]) -> String {
        let graph = cx.graph();
        let mut text = String::new();
        for piece in message {
            let (span, value) = match piece {
                Piece::Text(words) => {
                    text.push_str(words);
                    continue;
                }
                Piece::Written(span) => (*span, None),
                Piece::Value(term) => {
                    let value = self.observer.watches().then(|| self.eval(cx, term).ok());
                    let value = value.flatten();
                    let value = value.map(|value| self.engine.shown_value(graph, term, value));
                    (term.span, value)
                }
            };
            match value {
                Some(value) => text.push_str(&value),
                None => {
                    let place = self.engine.program.location(graph, span);
                    text.push_str(&format!("{{{}}}", place.snippet()));
                }
            }
        }
        text
    }
}
