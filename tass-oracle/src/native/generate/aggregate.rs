//! Tuples, structs, arrays and vectors.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// `(a, b)`
    pub(super) fn tuple_of(&mut self, ty: Ty, kids: Vec<Node>) -> Node {
        let firm = kids.iter().all(|kid| kid.firm);
        let text = format!("({})", "$, ".repeat(kids.len()));
        Node::new("expression tuple", ty, text, kids).firm(firm)
    }

    /// `[a, b]` or `vec![a, b]`
    pub(super) fn list_of(
        &mut self,
        rules: &'static str,
        open: &str,
        ty: Ty,
        kids: Vec<Node>,
    ) -> Node {
        let firm = kids.iter().any(|kid| kid.firm);
        let text = format!("{open}{}]", "$, ".repeat(kids.len()));
        Node::new(rules, ty, text, kids).firm(firm)
    }

    /// `Point { a: .., b: .. }` in any order of the fields, or `Pair(.., ..)`
    pub(super) fn struct_of(&mut self, ty: Ty, mut kids: Vec<Node>) -> Node {
        let Ty::Struct(decl) = &ty else {
            return self.tuple_of(ty, kids);
        };
        if decl.fields.is_empty() {
            let text = decl.name.clone();
            return Node::new("expression unit struct", ty, text, kids);
        }
        if decl.is_tuple() && self.rng.chance(80) {
            let text = format!("{}({})", decl.name, "$, ".repeat(kids.len()));
            return Node::new("function tuple struct, expression call", ty, text, kids);
        }
        let mut names: Vec<String> = decl.fields.iter().map(|(name, _)| name.clone()).collect();
        if self.rng.chance(40) {
            names.reverse();
            kids.reverse();
        }
        let fields: Vec<String> = names.iter().map(|name| format!("{name}: $")).collect();
        let text = format!("{} {{ {} }}", decl.name, fields.join(", "));
        Node::new("expression struct", ty, text, kids)
    }

    /// A tuple, struct, array or vector, made here.
    pub(super) fn aggregate(&mut self, ty: &Ty, depth: usize) -> Node {
        match ty {
            Ty::Tuple(parts) => {
                let kids = parts.iter().map(|part| self.expr(part, depth)).collect();
                self.tuple_of(ty.clone(), kids)
            }
            Ty::Struct(decl) => {
                let fields = decl.fields.clone();
                if fields.len() > 1 && self.rng.chance(30) && !decl.is_tuple() {
                    return self.update(ty, depth);
                }
                let kids = fields.iter().map(|(_, ty)| self.expr(ty, depth)).collect();
                self.struct_of(ty.clone(), kids)
            }
            Ty::Array(elem, len) => {
                if elem.is_copy() && self.rng.chance(25) {
                    let value = self.expr(elem, depth);
                    let firm = value.firm;
                    let text = format!("[$; {len}]");
                    return Node::new("expression repeat", ty.clone(), text, vec![value])
                        .firm(firm);
                }
                let kids = (0..*len).map(|_| self.expr(elem, depth)).collect();
                self.list_of("expression array", "[", ty.clone(), kids)
            }
            Ty::Vec(elem) => self.vector(elem, depth),
            Ty::Enum(_) | Ty::Option(_) | Ty::Result(..) => self.variant_value(ty, depth),
            _ => self.literal(ty, false),
        }
    }

    /// `Point { b: .., ..base }`
    fn update(&mut self, ty: &Ty, depth: usize) -> Node {
        let Ty::Struct(decl) = ty else {
            return self.literal(ty, false);
        };
        let at = self.rng.below(decl.fields.len());
        let (name, field) = decl.fields[at].clone();
        let value = self.expr(&field, depth);
        let base = self.expr(ty, depth.saturating_sub(1));
        let text = format!("{} {{ {name}: $, ..$ }}", decl.name);
        Node::new(
            "expression struct update",
            ty.clone(),
            text,
            vec![value, base],
        )
    }

    fn vector(&mut self, elem: &Ty, depth: usize) -> Node {
        let ty = Ty::Vec(Box::new(elem.clone()));
        match self.rng.weighted(&[6, 3, 2, 1, 1]) {
            1 => {
                let value = self.expr(elem, depth);
                let firm = value.firm;
                let len = self.length();
                Node::new(
                    "macro vec repeat, expression macro",
                    ty,
                    "vec![$; $]",
                    vec![value, len],
                )
                .native("vec![$; room($)]")
                .firm(firm)
            }
            2 if elem.is_copy() => {
                let of = elem.clone();
                let found = self.place_of(false, &|ty| ty.elem() == Some(&of));
                match found {
                    Some((place, _)) => {
                        let (text, kids, rules) = self.sliced(place);
                        Node::new(rules, ty, format!("{text}.to_vec()"), kids)
                    }
                    None => self.literal(&ty, false),
                }
            }
            3 => {
                let text = format!("Vec::<{elem}>::new()");
                Node::new("function Vec::new, expression call", ty, text, vec![])
            }
            4 => {
                // The native half makes no room for it, so it may be anything.
                // In a closure it is a number that is written down: computing it is a statement.
                let len = match self.pure {
                    true => Node::new("expression integer", Ty::Int("usize"), "3", vec![]),
                    false => self.expr(&Ty::Int("usize"), 2),
                };
                let text = format!("Vec::<{elem}>::with_capacity($)");
                let native = format!("Vec::<{elem}>::with_capacity(room($))");
                Node::new("function Vec::with_capacity", ty, text, vec![len]).native(native)
            }
            _ => {
                let len = 1 + self.rng.below(3);
                let kids = (0..len).map(|_| self.expr(elem, depth)).collect();
                self.list_of("macro vec list, expression macro", "vec![", ty, kids)
            }
        }
    }

    /// A length, small most of the time.
    fn length(&mut self) -> Node {
        let ty = Ty::Int("usize");
        match self.rng.weighted(&[4, 3, 2]) {
            0 => {
                let len = self.rng.below(4);
                Node::new("expression integer", ty, len.to_string(), vec![]).firm(false)
            }
            1 => {
                let inner = self.expr(&ty, 1);
                Node::new("operator %", ty, "($ % 4)", vec![inner])
            }
            _ => self.expr(&ty, 1),
        }
    }

    /// A place with a range behind it, or without: its text, with its children.
    pub(super) fn sliced(&mut self, place: Node) -> (String, Vec<Node>, &'static str) {
        let known = match &place.ty {
            Ty::Array(_, len) => Some(*len),
            _ => None,
        };
        let mut kids = vec![place];
        let text = match self.rng.weighted(&[4, 2, 2, 3, 1]) {
            0 => return ("$".to_string(), kids, "method to_vec"),
            1 => {
                kids.push(self.slice_end(known));
                "$[$..]"
            }
            2 => {
                kids.push(self.slice_end(known));
                "$[..$]"
            }
            3 => {
                kids.push(self.slice_end(known));
                kids.push(self.slice_end(known));
                "$[$..$]"
            }
            _ => {
                kids.push(self.slice_end(known));
                kids.push(self.slice_end(known));
                "$[$..=$]"
            }
        };
        (text.to_string(), kids, "method to_vec, expression slice")
    }

    /// An end of a slice.
    fn slice_end(&mut self, len: Option<usize>) -> Node {
        match self.rng.chance(50) {
            true => self.index(len.map(|len| len + 1)),
            false => self.expr(&Ty::Int("usize"), 1),
        }
    }
}
