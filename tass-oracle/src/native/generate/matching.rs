//! `match`, `if let`, `while let`, `let else` and `matches!`.

use super::Gen;
use super::case::Ask;
use super::scope::{Form, Var};
use super::subject::Subject;
use crate::native::tree::Node;
use crate::native::ty::{Ty, signed};

/// Notes the types of what a pattern binds, for rustc.
fn seen(names: &[Var]) -> String {
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
    fn guard(&mut self, subject: &Subject, names: &[Var]) -> Node {
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

    /// The head of an `if let` or a `while let`, with what follows in a chain; what it binds is in
    /// scope afterwards.
    fn let_condition(&mut self, subjects: &mut Vec<Subject>) -> (Node, Vec<Var>) {
        let subject = self.subject();
        let (pattern, names) = self.case_of(&subject, false);
        let kids = vec![pattern, subject.node.clone()];
        let mut cond = Node::new("", Ty::Unit, "let $ = ($)", kids);
        let mut all = names.clone();
        subjects.push(subject);
        match self.rng.weighted(&[6, 4, 2, 1]) {
            1 => {
                let guard = self.guard(&subjects[0], &names);
                let kids = vec![cond, guard];
                cond = Node::new("expression let chain", Ty::Unit, "$ && $", kids);
            }
            2 => {
                // What the second one looks at may be bound by the first.
                let (other, second) = self.holding(&subjects[0], true, |g| {
                    g.scoped(|g| {
                        g.scope.extend(names);
                        let depth = g.scope.len();
                        let ty = g.case_ty();
                        let bound = g.scope[..depth].last().map(|var| var.ty.clone());
                        let ty = match bound {
                            Some(ty) if g.rng.chance(60) && ty.is_copy() => ty,
                            _ => ty,
                        };
                        let value = g.firm(&ty, 1);
                        let value = g.told(value);
                        let mut second = Vec::new();
                        let other = g.case(&ty, Ask::of(Form::Value, false), &mut second);
                        let kids = vec![other, value];
                        (Node::new("", Ty::Unit, "let $ = ($)", kids), second)
                    })
                });
                cond = Node::new(
                    "expression let chain",
                    Ty::Unit,
                    "$ && $",
                    vec![cond, other],
                );
                all.extend(second);
            }
            3 => {
                let before = self.boolean(0);
                let kids = vec![before, cond];
                cond = Node::new("expression let chain", Ty::Unit, "$ && $", kids);
            }
            _ => {}
        }
        (cond, all)
    }

    /// `if let p = e { a } else { b }` as a value.
    pub(super) fn chosen_by_if(&mut self, ty: &Ty, depth: usize) -> Node {
        let mut subjects = Vec::new();
        let (cond, names) = self.let_condition(&mut subjects);
        let noted = seen(&names);
        let then = self.holding(&subjects[0], false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                g.firm(ty, depth)
            })
        });
        let otherwise = match self.rng.below(8) {
            0 if !self.pure => self.diverges(),
            _ => self.block(ty, depth),
        };
        let firm = then.firm;
        let text = "(if $ { $ } else $)";
        let native = format!("(if $ {{ {noted}$ }} else $)");
        let kids = vec![cond, then, otherwise];
        Node::new(
            "expression if let, expression if else",
            ty.clone(),
            text,
            kids,
        )
        .native(native)
        .firm(firm)
    }

    /// `if let p = e { .. }` as a statement, with `else` or without.
    pub(super) fn if_let(&mut self, depth: usize) -> Node {
        let mut subjects = Vec::new();
        let (cond, names) = self.let_condition(&mut subjects);
        let noted = seen(&names);
        let then = self.holding(&subjects[0], false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                g.case_body(depth)
            })
        });
        let (mut text, mut native) = ("if $ $".to_string(), format!("if $ {{ {noted} $ }}"));
        let mut kids = vec![cond, then];
        let mut rules = "expression if let, statement expression";
        if self.rng.chance(50) {
            kids.push(self.case_body(depth));
            text.push_str(" else $");
            native.push_str(" else $");
            rules = "expression if let, expression if else, statement expression";
        }
        Node::statement(rules, text, kids).native(native)
    }

    /// `while let p = e { .. }`, which ends after a few rounds.
    pub(super) fn while_let(&mut self, depth: usize) -> Node {
        let (counter, label) = (self.fresh("n"), self.fresh("l"));
        let rounds = 1 + self.rng.below(3);
        // Nothing is borrowed from one round to the next.
        let option = self.place_of(true, &|ty| matches!(ty, Ty::Option(_)));
        let subject = match option {
            Some((place, root)) if self.rng.chance(60) => {
                let (ty, kids) = (place.ty.clone(), vec![place]);
                let node = Node::new("method take", ty.clone(), "$.take()", kids);
                let parts = vec![(ty, Form::Value)];
                _ = root;
                Subject {
                    node,
                    parts,
                    held: Vec::new(),
                    root: None,
                }
            }
            _ => self.subject(),
        };
        let (pattern, names) = self.case_of(&subject, false);
        let noted = seen(&names);
        let body = self.holding(&subject, false, |g| {
            g.scoped(|g| {
                g.scope.push(Var::value(&counter, Ty::Int("u8"), false));
                g.scope.extend(names);
                g.loops.push((label.clone(), false));
                let body = g.case_body(depth);
                g.loops.pop();
                body
            })
        });
        let ends = format!("{counter} < {rounds}");
        let head = match self.rng.chance(50) {
            true => format!("let $ = ($) && {ends}"),
            false => format!("{ends} && let $ = ($)"),
        };
        let start = format!("{{ let mut {counter} = 0u8;\n'{label}: while {head} {{ ");
        let kids = vec![pattern, subject.node, body];
        Node::statement(
            "expression while let, expression let chain, expression label",
            format!("{start}{counter} += 1;\n$ }} }}"),
            kids,
        )
        .native(format!("{start}tick(); {counter} += 1; {noted}\n$ }} }}"))
    }

    /// `let p = e else { .. };`
    pub(super) fn let_else(&mut self, depth: usize) -> Vec<Node> {
        let mut subject = self.subject();
        // What is borrowed is so up to the end of a block.
        let inside = !subject.held.is_empty();
        let (pattern, mut names) = self.case_of(&subject, false);
        let noted = seen(&names);
        // The names of the pattern mean nothing here, and what they hide is still in sight.
        let mut otherwise = self.scoped(|g| {
            let mut kids = if g.rng.chance(60) {
                g.statement(0)
            } else {
                Vec::new()
            };
            kids.push(g.diverges());
            kids
        });
        let last = otherwise
            .pop()
            .expect("it ends with what does not come back");
        let mut block = Node::new("expression block", Ty::Unit, "{ $*}", otherwise);
        block.kids.push(last);
        let typed = match &subject.parts[..] {
            [(ty, Form::Value)] if self.rng.chance(20) => format!(": {ty}"),
            _ => String::new(),
        };
        let text = format!("let $ {typed}= ($) else $;");
        let node = std::mem::replace(&mut subject.node, Node::new("", Ty::Unit, "", vec![]));
        let made = Node::statement(
            "statement let else",
            text.clone(),
            vec![pattern, node, block],
        )
        .native(format!("{text} {noted}"));
        if !inside {
            self.scope.append(&mut names);
            return vec![made];
        }
        let rest = self.holding(&subject, false, |g| {
            g.scoped(|g| {
                g.scope.extend(names);
                g.case_body(depth)
            })
        });
        vec![Node::statement(
            "expression block, statement expression",
            "{ $*}",
            vec![made, rest],
        )]
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
