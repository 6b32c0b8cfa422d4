//! Expressions of any type: which form it gets, and the forms that every type has.

use super::Gen;
use super::scope::Form;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// An expression of this type.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize) -> Node {
        if !self.spend() {
            return self.literal(ty, false);
        }
        if self.focus && *ty == Ty::Int("usize") && self.rng.chance(60) {
            return self.focused();
        }
        if self.hot
            && !self.pure
            && self.rng.chance(14)
            && let Some(effect) = self.effect(ty)
        {
            return effect;
        }
        if depth == 0 {
            return self.leaf(ty);
        }
        let cases = if self.cases { 1 } else { 0 };
        let weights = [
            22,
            46,
            5,
            4,
            3,
            3,
            4,
            7 * cases,
            4 * cases,
            4 * cases,
            5 * cases,
            4 * cases,
        ];
        match self.rng.weighted(&weights) {
            0 => self.leaf(ty),
            2 if !self.pure => self.branch(ty, depth - 1),
            3 if !self.pure => self.block(ty, depth - 1),
            4 if !self.pure => self.broken_loop(ty, depth - 1),
            5 => self.component(ty, depth - 1),
            6 if !self.pure => match self.call(ty, depth - 1) {
                Some(call) => call,
                None => self.leaf(ty),
            },
            7 => self.chosen_by_match(ty, depth - 1),
            8 if !self.pure => self.chosen_by_if(ty, depth - 1),
            9 => self.payload(ty, depth - 1),
            10 => match self.tried(ty, depth - 1) {
                Some(tried) => tried,
                None => self.leaf(ty),
            },
            11 => match self.own_call(ty, depth - 1) {
                Some(call) => call,
                None => self.leaf(ty),
            },
            _ => match ty {
                Ty::Int(int) => self.int(int, depth - 1),
                Ty::Bool => self.boolean(depth - 1),
                Ty::Float(float) => self.float(float, depth - 1),
                _ => self.aggregate(ty, depth - 1),
            },
        }
    }

    /// The variable that everything turns around, or a change of it.
    fn focused(&mut self) -> Node {
        let ty = Ty::Int("usize");
        let free = self.scope.iter().any(|var| var.name == "r0" && !var.hidden);
        match self.rng.weighted(&[9, 7, 4]) {
            0 if free => Node::new("expression variable", ty, "r0", vec![]),
            1 if free && !self.pure => {
                let name = self.helper_next();
                let rules = "function model, expression &mut, expression call";
                Node::new(rules, ty, format!("{name}(&mut r0)"), vec![])
            }
            _ => {
                let value = self.rng.below(3).to_string();
                Node::new("expression integer", ty, value, vec![]).firm(false)
            }
        }
    }

    /// An expression of this type that says so itself.
    pub(super) fn firm(&mut self, ty: &Ty, depth: usize) -> Node {
        for _ in 0..3 {
            let made = self.expr(ty, depth);
            if made.firm {
                return made;
            }
        }
        match self.place(ty, false) {
            Some((place, _)) if ty.is_copy() => place,
            _ => self.literal(ty, true),
        }
    }

    /// A variable or a part of one, or a literal.
    pub(super) fn leaf(&mut self, ty: &Ty) -> Node {
        if self.rng.chance(70)
            && let Some((place, root)) = self.place(ty, false)
        {
            if ty.is_copy() {
                return place;
            }
            let slice = self.scope[root].form != Form::Value;
            return match ty {
                Ty::Vec(elem) if elem.is_copy() && self.rng.chance(30) && !slice => {
                    Node::new("method to_vec", ty.clone(), "$.to_vec()", vec![place])
                }
                _ => Node::new("method clone", ty.clone(), "$.clone()", vec![place]),
            };
        }
        self.literal(ty, false)
    }

    /// `if c { a } else { b }`; one of the two may not come back.
    fn branch(&mut self, ty: &Ty, depth: usize) -> Node {
        let cond = self.expr(&Ty::Bool, depth);
        let then = self.block(ty, depth);
        let otherwise = match self.rng.below(8) {
            0 if !self.pure => self.leaves(),
            1 => {
                let (cond, then, other) = (
                    self.boolean(0),
                    self.block(ty, depth),
                    self.block(ty, depth),
                );
                let firm = then.firm || other.firm;
                let kids = vec![cond, then, other];
                Node::new("expression if else", ty.clone(), "if $ $ else $", kids).firm(firm)
            }
            _ => self.block(ty, depth),
        };
        let firm = then.firm || (otherwise.firm && otherwise.ty != Ty::Never);
        let kids = vec![cond, then, otherwise];
        Node::new(
            "expression if else, expression parenthesis",
            ty.clone(),
            "(if $ $ else $)",
            kids,
        )
        .firm(firm)
    }

    /// `{ statements; value }`, sometimes with a label.
    pub(super) fn block(&mut self, ty: &Ty, depth: usize) -> Node {
        self.scoped(|g| {
            let mut kids = Vec::new();
            if !g.pure && g.rng.chance(35) {
                kids.extend(g.statement(0));
            } else if g.rng.chance(15) {
                kids.extend(g.binding(0));
            }
            let value = g.expr(ty, depth);
            let firm = value.firm;
            kids.push(value);
            Node::new(
                "expression block, statement value",
                ty.clone(),
                "{ $*}",
                kids,
            )
            .firm(firm)
        })
    }

    /// `loop { .. break value; }`, or a labelled block.
    fn broken_loop(&mut self, ty: &Ty, depth: usize) -> Node {
        let label = self.fresh("l");
        if self.rng.chance(50) {
            return self.scoped(|g| {
                let (cond, early) = (g.expr(&Ty::Bool, depth), g.expr(ty, depth));
                let late = g.expr(ty, depth);
                let firm = early.firm || late.firm;
                let text = format!("'{label}: {{ if $ {{ break '{label} $; }}\n$ }}");
                Node::new("expression label, expression break label, expression break value, expression block", ty.clone(), text, vec![cond, early, late]).firm(firm)
            });
        }
        let counter = self.fresh("n");
        let rounds = self.rng.below(3);
        self.scoped(|g| {
            g.scope
                .push(super::Var::value(&counter, Ty::Int("u8"), false));
            g.loops.push((label.clone(), true));
            // The value stands before the statement.
            let value = g.expr(ty, depth);
            let inner = g.statement(0);
            g.loops.pop();
            let firm = value.firm;
            let head = format!("{{ let mut {counter} = 0u8; '{label}: loop {{ ");
            let rest = format!("if {counter} >= {rounds} {{ break $; }}\n{counter} += 1;\n$*}} }}");
            let mut kids = vec![value];
            kids.extend(inner);
            Node::new(
                "expression loop, expression break value, expression label",
                ty.clone(),
                format!("{head}{rest}"),
                kids,
            )
            .native(format!("{head}tick(); {rest}"))
            .firm(firm)
        })
    }

    /// What does not come back.
    pub(super) fn leaves(&mut self) -> Node {
        let never = |rules, text: String, kids| Node::new(rules, Ty::Never, text, kids);
        match self.rng.below(7) {
            0 => never("macro panic", "{ panic!(\"no\") }".to_string(), vec![])
                .native("{ explicit(\"no\") }"),
            1 => never(
                "macro unreachable",
                "{ unreachable!() }".to_string(),
                vec![],
            ),
            2 => never("macro todo", "{ todo!() }".to_string(), vec![]),
            3 => never(
                "macro unimplemented",
                "{ unimplemented!() }".to_string(),
                vec![],
            ),
            4 => {
                let name = self.helper_never();
                never("function model, type !", format!("{{ {name}() }}"), vec![])
            }
            _ if !self.may_return() => never(
                "macro unreachable",
                "{ unreachable!() }".to_string(),
                vec![],
            ),
            _ => {
                let result = self.result();
                never(
                    "expression return value",
                    "{ return $ }".to_string(),
                    vec![result],
                )
            }
        }
    }

    /// A part of a value that is made here: `(a, b).0`, `[a, b][i]`.
    fn component(&mut self, ty: &Ty, depth: usize) -> Node {
        if !ty.is_copy() {
            return self.aggregate(ty, depth);
        }
        match self.rng.below(3) {
            0 => {
                let other = self.scalar();
                let first = self.rng.chance(50);
                let (mut kids, at) = (vec![self.firm(ty, depth)], if first { 0 } else { 1 });
                let beside = self.firm(&other, 0);
                kids.insert(usize::from(first), beside);
                Node::new(
                    "expression field, expression tuple",
                    ty.clone(),
                    format!("($, $).{at}"),
                    kids,
                )
            }
            1 => {
                let kids: Vec<Node> = (0..2).map(|_| self.firm(ty, depth)).collect();
                let index = self.index(Some(2));
                let kids = kids.into_iter().chain([index]).collect();
                Node::new(
                    "expression index, expression array",
                    ty.clone(),
                    "[$, $][$]",
                    kids,
                )
            }
            _ => {
                let elem = ty.clone();
                let held = |found: &Ty| found.parts().iter().any(|(_, part)| *part == elem);
                let decl = self
                    .structs
                    .iter()
                    .find(|decl| held(&Ty::Struct((*decl).clone())));
                let Some(decl) = decl.cloned().map(Ty::Struct) else {
                    return self.leaf(ty);
                };
                let parts = decl.parts();
                let fits: Vec<&String> = parts
                    .iter()
                    .filter(|(_, part)| part == ty)
                    .map(|(name, _)| name)
                    .collect();
                let field = (*self.rng.pick(&fits)).clone();
                let value = self.expr(&decl, depth);
                Node::new(
                    "expression field, expression parenthesis",
                    ty.clone(),
                    format!("($).{field}"),
                    vec![value],
                )
            }
        }
    }
}
