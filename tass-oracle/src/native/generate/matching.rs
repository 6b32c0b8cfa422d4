//! `match` and `matches!`.

use super::Gen;
use super::case::Ask;
use super::scope::{Form, Var};
use super::subject::Subject;
use crate::native::tree::Node;
use crate::native::ty::{Ty, signed};

/// Notes the types of what a pattern binds, for rustc.
pub(super) fn seen(names: &[Var]) -> String {
    let noted = names
        .iter()
        .map(|Var { name, .. }| format!("seen({name:?}, type_name_of_val(&{name})); "));
    noted.collect()
}

impl Gen {
    /// `match e { .. }` as a value.
    pub(super) fn chosen_by_match(&mut self, ty: &Ty, depth: usize) -> Node {
        let subject = self.subject();
        let arms = self.arms(&subject, &mut |g, last| match g.rng.weighted(&[8, 2, 2]) {
            1 if !g.pure && !last => g.diverges(),
            2 if !g.pure => g.block(ty, depth),
            _ => g.firm(ty, depth),
        });
        let mut bodies = arms.iter().filter_map(|arm| arm.kids.last());
        let firm = bodies.any(|body| body.firm && body.ty != Ty::Never);
        let kids = [vec![subject.node], arms].concat();
        Node::new(
            "expression match, expression parenthesis",
            ty.clone(),
            "(match ($) {\n$*})",
            kids,
        )
        .firm(firm)
    }

    /// `match e { .. }` as a statement.
    pub(super) fn match_statement(&mut self, depth: usize) -> Node {
        let subject = self.subject();
        let arms = self.arms(&subject, &mut |g, _| match g.rng.weighted(&[9, 1]) {
            1 => g.diverges(),
            _ => g.case_body(depth),
        });
        let kids = [vec![subject.node], arms].concat();
        Node::statement(
            "expression match, statement expression",
            "match ($) {\n$*}",
            kids,
        )
    }

    /// The arms of a `match`, which are everything together.
    fn arms(
        &mut self,
        subject: &Subject,
        body: &mut dyn FnMut(&mut Gen, bool) -> Node,
    ) -> Vec<Node> {
        let mut arms = Vec::new();
        for _ in 0..1 + self.rng.weighted(&[4, 4, 2]) {
            let (pattern, names) = self.case_of(subject, false);
            let guard = self.rng.chance(40).then(|| self.guard(subject, &names));
            arms.push(self.arm(subject, pattern, names, guard, &mut |g| body(g, false)));
        }
        let last = self.everything(subject);
        let count = last.len();
        for (at, (pattern, names)) in last.into_iter().enumerate() {
            let is_last = at + 1 == count;
            arms.push(self.arm(subject, pattern, names, None, &mut |g| body(g, is_last)));
        }
        arms
    }

    /// `p if guard => body,`
    fn arm(
        &mut self,
        subject: &Subject,
        pattern: Node,
        names: Vec<Var>,
        guard: Option<Node>,
        body: &mut dyn FnMut(&mut Gen) -> Node,
    ) -> Node {
        let noted = seen(&names);
        let body = self.holding(subject, false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                body(g)
            })
        });
        let (rules, head) = match guard.is_some() {
            true => ("expression guard", "$ if $ => "),
            false => ("", "$ => "),
        };
        let kids = [pattern].into_iter().chain(guard).chain([body]).collect();
        Node::statement(rules, format!("{head}$,"), kids).native(format!("{head}{{ {noted}$ }},"))
    }

    /// A condition on what a pattern has bound, which may change something else.
    pub(super) fn guard(&mut self, subject: &Subject, names: &[Var]) -> Node {
        self.holding(subject, true, |g| {
            g.scoped(|g| {
                for var in names {
                    let form = if var.form == Form::Value {
                        Form::Value
                    } else {
                        Form::Ref
                    };
                    g.scope.push(Var {
                        mutable: false,
                        form,
                        ..var.clone()
                    });
                }
                let bound = |var: &&Var| matches!(var.ty, Ty::Int(_));
                if let Some(var) = names.iter().rev().find(bound).filter(|_| g.rng.chance(40)) {
                    let star = if var.form == Form::Value { "" } else { "*" };
                    let op = *g.rng.pick(&["==", "!=", "<", ">="]);
                    let value = g.expr(&var.ty, 1);
                    let text = format!("({star}{} {op} $)", var.name);
                    return Node::new("expression binary", Ty::Bool, text, vec![value]);
                }
                if !g.pure && g.rng.chance(35) {
                    let int = Ty::Int(g.int_ty());
                    if let Some(effect) = g.effect(&int) {
                        let end = g.rng.between(0, 3);
                        let text = format!("($ > {end})");
                        return Node::new("operator >", Ty::Bool, text, vec![effect]);
                    }
                }
                g.expr(&Ty::Bool, 1)
            })
        })
    }

    /// Patterns that are everything together.
    fn everything(&mut self, subject: &Subject) -> Vec<(Node, Vec<Var>)> {
        let [(ty, form)] = &subject.parts[..] else {
            return vec![self.case_of(subject, true)];
        };
        let ask = Ask::of(*form, true);
        let end = |text: String| {
            (
                Node::new("pattern range", Ty::Unit, text, vec![]),
                Vec::new(),
            )
        };
        match ty {
            Ty::Int(int) if self.rng.chance(40) => {
                let at = self.rng.between(1, 3);
                let lo = if signed(int) { "" } else { "0" };
                vec![end(format!("{at}..")), end(format!("{lo}..{at}"))]
            }
            _ if !ty.variants().is_empty() && self.rng.chance(60) => {
                let mut variants = ty.variants();
                if self.rng.chance(40) {
                    variants.reverse();
                }
                let each = variants.iter().map(|variant| {
                    let mut names = Vec::new();
                    let inner = Ask {
                        reference: false,
                        ..ask
                    };
                    let fields = variant.fields.iter();
                    let kids = fields
                        .map(|(_, ty)| self.case(ty, inner, &mut names))
                        .collect();
                    (self.whole(ty, Some(&variant.name), kids), names)
                });
                each.collect()
            }
            _ => vec![self.case_of(subject, true)],
        }
    }

    /// The body of an arm or a branch: what is bound by `&mut` is written to first, mostly.
    pub(super) fn case_body(&mut self, depth: usize) -> Node {
        self.scoped(|g| {
            let mut stmts = Vec::new();
            let written = g.scope.last().cloned();
            if let Some(var) = written.filter(|var| var.form == Form::RefMut && !var.hidden)
                && g.rng.chance(60)
            {
                let value = g.purely(|g| g.expr(&var.ty, 0));
                let op = match var.ty {
                    Ty::Int(_) if g.rng.chance(50) => "+=",
                    _ => "=",
                };
                stmts.push(Node::statement(
                    "expression assign, operator deref, statement expression",
                    format!("*{} {op} $;", var.name),
                    vec![value],
                ));
            }
            stmts.extend(g.statement(depth));
            if g.rng.chance(30) {
                stmts.extend(g.statement(depth));
            }
            Node::new("expression block", Ty::Unit, "{ $*}", stmts)
        })
    }

    /// What does not come back, or goes on with a loop.
    pub(super) fn diverges(&mut self) -> Node {
        let open = self.loops.last().cloned();
        let never = |rules, text: String| Node::new(rules, Ty::Never, text, vec![]);
        match (self.rng.below(4), open) {
            (0, Some(_)) => never("expression continue", "{ continue }".to_string()),
            (1, Some((label, _))) => never(
                "expression continue label",
                format!("{{ continue '{label} }}"),
            ),
            (2, Some((label, false))) => {
                never("expression break label", format!("{{ break '{label} }}"))
            }
            (3, Some((_, false))) => never("expression break", "{ break }".to_string()),
            _ if self.may_return() && self.rng.chance(70) => {
                let result = self.result();
                let rules = "expression return value";
                Node::new(rules, Ty::Never, "{ return $ }", vec![result])
            }
            _ => self.leaves(),
        }
    }

    /// `matches!(e, p if guard)`
    pub(super) fn matches(&mut self) -> Node {
        let subject = self.subject();
        let (pattern, names) = self.case_of(&subject, false);
        let (rules, text) = ("macro matches, expression macro", "matches!($, $)");
        if self.rng.chance(60) {
            return Node::new(rules, Ty::Bool, text, vec![subject.node, pattern]);
        }
        let guard = self.guard(&subject, &names);
        let kids = vec![subject.node, pattern, guard];
        Node::new(rules, Ty::Bool, "matches!($, $ if $)", kids)
    }
}
