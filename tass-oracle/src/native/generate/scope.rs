//! What is in scope, and the places that can be reached from it.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) form: Form,
    /// May it be assigned to?
    pub(super) mutable: bool,
    /// Borrowed just now?
    pub(super) hidden: bool,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A value of its type.
    Value,
    /// `&T`
    Ref,
    /// `&mut T`
    RefMut,
}

impl Var {
    pub(super) fn value(name: &str, ty: Ty, mutable: bool) -> Var {
        Var {
            name: name.to_string(),
            ty,
            form: Form::Value,
            mutable,
            hidden: false,
        }
    }

    pub(super) fn form(name: &str, ty: Ty, form: Form) -> Var {
        Var {
            form,
            mutable: form == Form::RefMut,
            ..Var::value(name, ty, false)
        }
    }
}

/// A step from a place to a part of it.
#[derive(Clone, Debug)]
enum Step {
    Field(String),
    /// The length, where it is known.
    Index(Option<usize>),
}

/// A place: where it starts, and the steps.
pub(super) struct Path {
    pub(super) root: usize,
    steps: Vec<Step>,
    pub(super) ty: Ty,
}

impl Gen {
    /// All places of types that are wanted.
    pub(super) fn paths(&self, write: bool, wanted: &dyn Fn(&Ty) -> bool) -> Vec<Path> {
        let mut found = Vec::new();
        for (root, var) in self.scope.iter().enumerate() {
            let shadowed = self.scope[root + 1..]
                .iter()
                .any(|later| later.name == var.name);
            if shadowed || var.hidden || (write && !var.mutable) {
                continue;
            }
            collect(root, &var.ty, &mut Vec::new(), wanted, &mut found);
        }
        found
    }

    /// A place of this type, to read or to write; and its root.
    pub(super) fn place(&mut self, ty: &Ty, write: bool) -> Option<(Node, usize)> {
        self.place_of(write, &|found| found == ty)
    }

    /// A place of one of these types.
    pub(super) fn place_of(
        &mut self,
        write: bool,
        wanted: &dyn Fn(&Ty) -> bool,
    ) -> Option<(Node, usize)> {
        let mut paths = self.paths(write, wanted);
        if paths.is_empty() {
            return None;
        }
        // Short ones are as likely as long ones, which are many.
        let at = self.rng.below(paths.len());
        let other = self.rng.below(paths.len());
        let at = if paths[other].steps.len() < paths[at].steps.len() {
            other
        } else {
            at
        };
        let path = paths.swap_remove(at);
        let root = path.root;
        Some((self.walk(path), root))
    }

    /// The expression of a place.
    fn walk(&mut self, path: Path) -> Node {
        let Var { name, form, .. } = self.scope[path.root].clone();
        let (mut text, mut kids) = (name, Vec::new());
        let mut rules = "expression variable";
        if form != Form::Value && path.steps.is_empty() {
            text = format!("(*{text})");
            rules = "expression variable, expression unary, operator deref";
        }
        for step in path.steps {
            match step {
                Step::Field(field) => {
                    text.push('.');
                    text.push_str(&field);
                    rules = "expression field";
                }
                Step::Index(len) => {
                    text.push_str("[$]");
                    kids.push(self.index(len));
                    rules = "expression index";
                }
            }
        }
        Node::new(rules, path.ty, text, kids)
    }

    /// An index, mostly inside.
    pub(super) fn index(&mut self, len: Option<usize>) -> Node {
        let ty = Ty::Int("usize");
        if self.focus {
            return self.expr(&ty, 0);
        }
        match (self.rng.weighted(&[5, 3, 3]), len) {
            (0, Some(len)) if len > 0 => {
                let at = self.rng.below(len);
                Node::new("expression integer", ty, at.to_string(), vec![]).firm(false)
            }
            (1, Some(len)) if len > 0 => {
                let inner = self.expr(&ty, 1);
                Node::new(
                    "operator %, expression parenthesis",
                    ty,
                    format!("($ % {len})"),
                    vec![inner],
                )
            }
            (0, _) => {
                let at = self.rng.below(2).to_string();
                Node::new("expression integer", ty, at, vec![]).firm(false)
            }
            _ => self.expr(&ty, 1),
        }
    }

    /// Runs something while a variable is borrowed.
    pub(super) fn hiding<T>(&mut self, root: usize, inside: impl FnOnce(&mut Gen) -> T) -> T {
        let outer = std::mem::replace(&mut self.scope[root].hidden, true);
        let result = inside(self);
        self.scope[root].hidden = outer;
        result
    }
}

fn collect(
    root: usize,
    ty: &Ty,
    steps: &mut Vec<Step>,
    wanted: &dyn Fn(&Ty) -> bool,
    found: &mut Vec<Path>,
) {
    if wanted(ty) {
        found.push(Path {
            root,
            steps: steps.clone(),
            ty: ty.clone(),
        });
    }
    if steps.len() == 3 {
        return;
    }
    for (name, part) in ty.parts() {
        steps.push(Step::Field(name));
        collect(root, &part, steps, wanted, found);
        steps.pop();
    }
    let len = match ty {
        Ty::Array(_, len) => Some(*len),
        _ => None,
    };
    if let Some(elem) = ty.elem() {
        steps.push(Step::Index(len));
        collect(root, elem, steps, wanted, found);
        steps.pop();
    }
}
