//! What patterns look at: places, by value and through references, and values that are made here.

use super::Gen;
use super::case::Ask;
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// What is looked at.
pub(super) struct Subject {
    pub(super) node: Node,
    /// Its parts, which are a tuple of their own where there are some, and how they are held.
    pub(super) parts: Vec<(Ty, Form)>,
    /// The variables that are borrowed as long as it is looked at, and whether for writing.
    pub(super) held: Vec<(usize, bool)>,
    /// The variable that guards must leave alone.
    pub(super) root: Option<usize>,
}

impl Subject {
    fn one(node: Node, form: Form) -> Subject {
        let parts = vec![(node.ty.clone(), form)];
        Subject {
            node,
            parts,
            held: Vec::new(),
            root: None,
        }
    }
}

/// Is there anything that a pattern could find out?
fn tells(ty: &Ty) -> bool {
    match ty {
        Ty::Enum(_) | Ty::Option(_) | Ty::Result(..) => true,
        Ty::Tuple(parts) => parts.len() > 1 && parts.iter().any(|ty| tells(ty) || number(ty)),
        Ty::Struct(decl) => decl.fields.iter().any(|(_, ty)| tells(ty) || number(ty)),
        _ => false,
    }
}

fn number(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Bool)
}

impl Gen {
    /// Something to look at.
    pub(super) fn subject(&mut self) -> Subject {
        // In a closure what it is given is what counts.
        let given = self
            .scope
            .iter()
            .rposition(|var| tells(&var.ty) || number(&var.ty));
        if self.pure
            && let Some(root) = given.filter(|root| root + 1 == self.scope.len())
            && self.rng.chance(70)
        {
            return self.subject_variable(root);
        }
        match self.rng.weighted(&[5, 4, 5, 3, 3, 2]) {
            0 => self.subject_place(Form::Value),
            1 => self.subject_place(Form::Ref),
            2 if !self.pure => self.subject_place(Form::RefMut),
            3 => self.several(),
            4 if !self.pure => self.several_references(),
            _ => self.fresh_subject(),
        }
    }

    /// A place that is there.
    fn subject_place(&mut self, form: Form) -> Subject {
        let numbers = self.rng.chance(15);
        let wanted = |ty: &Ty| tells(ty) || (numbers && number(ty));
        let Some((place, root)) = self.place_of(form == Form::RefMut, &wanted) else {
            return self.fresh_subject();
        };
        let var = &self.scope[root];
        let held = vec![(root, form == Form::RefMut)];
        if var.form != Form::Value && place.text.starts_with("(*") && self.rng.chance(40) {
            return self.subject_variable(root);
        }
        let (text, form) = match form {
            Form::RefMut => ("&mut $", Form::RefMut),
            Form::Value if place.ty.is_copy() => {
                let root = Some(root);
                return Subject {
                    root,
                    ..Subject::one(place, Form::Value)
                };
            }
            _ => ("&$", Form::Ref),
        };
        let rules = match form {
            Form::RefMut => "expression &mut",
            _ => "expression &",
        };
        let node = Node::new(rules, place.ty.clone(), text, vec![place]);
        let mut subject = Subject::one(node, form);
        subject.held = held;
        subject
    }

    /// A whole variable; one that is a reference as it is.
    fn subject_variable(&mut self, root: usize) -> Subject {
        let Var { name, ty, form, .. } = self.scope[root].clone();
        if form == Form::Value && !ty.is_copy() {
            let node = Node::new("expression &", ty, format!("&{name}"), vec![]);
            return Subject {
                held: vec![(root, false)],
                ..Subject::one(node, Form::Ref)
            };
        }
        let node = Node::new("expression variable", ty, name, vec![]);
        let held = match form {
            Form::Value => Vec::new(),
            form => vec![(root, form == Form::RefMut)],
        };
        Subject {
            held,
            root: Some(root),
            ..Subject::one(node, form)
        }
    }

    /// A type of enum.
    pub(super) fn case_ty(&mut self) -> Ty {
        match self
            .rng
            .weighted(&[if self.enums.is_empty() { 0 } else { 6 }, 4, 2])
        {
            0 => {
                let at = self.rng.below(self.enums.len());
                Ty::Enum(self.enums[at].clone())
            }
            1 => Ty::Option(Box::new(self.ty(1))),
            _ => Ty::Result(Box::new(self.ty(1)), Box::new(self.scalar())),
        }
    }

    fn fresh_subject(&mut self) -> Subject {
        let ty = match self.rng.weighted(&[5, 2]) {
            0 => self.case_ty(),
            _ => Ty::Int(self.int_ty()),
        };
        let value = self.firm(&ty, 1);
        let mut value = self.told(value);
        let place = [
            "expression variable",
            "expression field",
            "expression index",
        ];
        if place.iter().any(|place| value.rules.starts_with(place)) {
            // A place would be borrowed as long as patterns are tried.
            let rules = "expression block, statement value";
            value = Node::new(rules, ty, "{ $ }", vec![value]);
        }
        Subject::one(value, Form::Value)
    }

    /// `(a, b)`: two or three values, of which the later ones may change what the others have read.
    fn several(&mut self) -> Subject {
        let count = 2 + self.rng.weighted(&[4, 1]);
        // Of one type, what is bound can change places between alternatives.
        let same = self.rng.chance(40).then(|| match self.rng.chance(50) {
            true => Ty::Int(self.int_ty()),
            false => self.case_ty(),
        });
        let kids: Vec<Node> = (0..count)
            .map(|at| {
                let ty = match self.rng.weighted(&[4, 3, 2]) {
                    _ if same.is_some() => same.clone().unwrap_or(Ty::Bool),
                    0 if at > 0 => Ty::Int(self.int_ty()),
                    2 => Ty::Bool,
                    _ => self.case_ty(),
                };
                let value = self.firm(&ty, 1);
                self.told(value)
            })
            .collect();
        let parts: Vec<(Ty, Form)> = kids
            .iter()
            .map(|kid| (kid.ty.clone(), Form::Value))
            .collect();
        let ty = Ty::Tuple(parts.iter().map(|(ty, _)| ty.clone()).collect());
        let node = self.tuple_of(ty, kids);
        Subject {
            node,
            parts,
            held: Vec::new(),
            root: None,
        }
    }

    /// `(&a, &mut b)`
    fn several_references(&mut self) -> Subject {
        let (mut kids, mut parts, mut held) = (Vec::new(), Vec::new(), Vec::<(usize, bool)>::new());
        for _ in 0..2 {
            let write = self.rng.chance(50);
            let hidden: Vec<bool> = self.scope.iter().map(|var| var.hidden).collect();
            for (root, _) in &held {
                self.scope[*root].hidden = true;
            }
            let found = self.place_of(write, &|ty| tells(ty) || number(ty));
            for (var, hidden) in self.scope.iter_mut().zip(hidden) {
                var.hidden = hidden;
            }
            let Some((place, root)) = found else {
                return self.several();
            };
            let (rules, text, form) = match write {
                true => ("expression &mut", "&mut $", Form::RefMut),
                false => ("expression &", "&$", Form::Ref),
            };
            parts.push((place.ty.clone(), form));
            held.push((root, write));
            kids.push(Node::new(rules, place.ty.clone(), text, vec![place]));
        }
        let ty = Ty::Tuple(parts.iter().map(|(ty, _)| ty.clone()).collect());
        let node = Node::new("expression tuple", ty, "($, $)", kids);
        Subject {
            node,
            parts,
            held,
            root: None,
        }
    }

    /// A pattern for it, and the names.
    pub(super) fn case_of(&mut self, subject: &Subject, sure: bool) -> (Node, Vec<Var>) {
        let mut names = Vec::new();
        if let [(ty, form)] = &subject.parts[..] {
            let node = self.case(ty, Ask::of(*form, sure), &mut names);
            return (node, names);
        }
        if self.rng.chance(8) {
            return (Node::new("pattern _", Ty::Unit, "_", vec![]), names);
        }
        // As one tuple all of its parts can change places between alternatives.
        if subject.parts.iter().all(|(_, form)| *form == Form::Value) && self.rng.chance(50) {
            let node = self.case(&subject.node.ty, Ask::of(Form::Value, sure), &mut names);
            return (node, names);
        }
        let kids = subject
            .parts
            .iter()
            .map(|(ty, form)| self.case(ty, Ask::of(*form, sure), &mut names))
            .collect();
        (self.whole(&subject.node.ty, None, kids), names)
    }

    /// What is done while it is looked at.
    pub(super) fn holding<T>(
        &mut self,
        subject: &Subject,
        guard: bool,
        inside: impl FnOnce(&mut Gen) -> T,
    ) -> T {
        let outer: Vec<(bool, bool)> = self
            .scope
            .iter()
            .map(|var| (var.mutable, var.hidden))
            .collect();
        for (root, write) in &subject.held {
            let var = &mut self.scope[*root];
            var.hidden |= *write;
            var.mutable = false;
            // Whatever changes the first result does so without asking.
            var.hidden |= var.name == "r0";
        }
        if let Some(root) = subject.root.filter(|_| guard) {
            self.scope[root].hidden = true;
        }
        let result = inside(self);
        for (var, (mutable, hidden)) in self.scope.iter_mut().zip(outer) {
            (var.mutable, var.hidden) = (mutable, hidden);
        }
        result
    }
}
