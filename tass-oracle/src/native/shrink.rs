//! Shrinking: the smallest function, as far as simple steps go, that still shows what was found.
//!
//! All candidates of a round are compiled at once, so the steps are many and bold. What does not
//! compile any more is no candidate.

use std::time::{Duration, Instant};

use super::batch::{self, Plan};
use super::function::Function;
use super::link::Link;
use super::run::{Opinion, is_of_search};
use super::tree::{Node, Side};
use super::ty::Ty;

/// How many candidates are compiled at once.
const AT_ONCE: usize = 40;

/// A smaller function with a disagreement of the same class, and the details of that.
pub fn shrink(
    link: &Link,
    function: &Function,
    class: &str,
    detail: String,
    limit: Duration,
) -> (Function, String) {
    let end = Instant::now() + limit;
    let (mut best, mut said) = (function.clone(), detail);
    let mut skip = 0;
    let plan = Plan {
        search: is_of_search(class),
        until: Some(end),
    };
    while Instant::now() < end {
        let all = candidates(&best);
        let some: Vec<Function> = all.iter().skip(skip).take(AT_ONCE).cloned().collect();
        if some.is_empty() {
            break;
        }
        let name = super::soak::folder("shrink");
        let Ok(outcome) = batch::run(link, &name, &some, plan) else {
            break;
        };
        let mut same: Vec<_> = outcome
            .lines
            .iter()
            .filter(|line| matches!(&line.opinion, Opinion::Disagree(other) if other == class))
            .collect();
        same.sort_by_key(|line| some[line.index].size());
        match same.first() {
            Some(line) => {
                best = some[line.index].clone();
                said = line.detail.clone();
                skip = 0;
            }
            None => skip += AT_ONCE,
        }
    }
    (best, said)
}

/// Smaller functions, the boldest first.
fn candidates(function: &Function) -> Vec<Function> {
    let mut all = Vec::new();
    for edit in 0..count(function) {
        let mut changed = function.clone();
        let mut editor = Editor {
            next: 0,
            wanted: Some(edit),
        };
        editor.function(&mut changed);
        all.push(tidied(changed));
    }
    let results = function.results().len();
    for i in (0..results).filter(|_| results > 1) {
        let mut changed = function.clone();
        if let Some(tail) = changed.body.kids.last_mut() {
            tail.kids.remove(i);
            tail.text = format!("({})", "$, ".repeat(tail.kids.len())).into();
        }
        all.push(tidied(changed));
    }
    let size = function.size();
    all.retain(|candidate| candidate.size() < size);
    all.sort_by_key(Function::size);
    all
}

/// Without what is not used any more.
fn tidied(mut function: Function) -> Function {
    let mut text = function.body.print(Side::Model);
    let (mut unsure, mut kept) = (function.helpers.clone(), Vec::new());
    // A function may be used by another one only.
    loop {
        let named = |helper: &Node| {
            let name = helper
                .text
                .split([' ', '(', ':'])
                .nth(1)
                .unwrap_or_default();
            text.contains(name)
        };
        let (used, others): (Vec<Node>, Vec<Node>) =
            std::mem::take(&mut unsure).into_iter().partition(named);
        unsure = others;
        if used.is_empty() {
            break;
        }
        for helper in &used {
            text.push_str(&helper.print(Side::Model));
        }
        kept.extend(used);
    }
    function
        .helpers
        .retain(|helper| kept.iter().any(|kept| kept.text == helper.text));
    function
        .inputs
        .retain(|(name, _)| text.contains(name.as_str()));
    for (_, ty) in &function.inputs {
        text.push_str(&ty.to_string());
    }
    for ty in function.results() {
        text.push_str(&ty.to_string());
    }
    let structs = function.structs.iter().cloned().map(Ty::Struct);
    let decls: Vec<Ty> = structs
        .chain(function.enums.iter().cloned().map(Ty::Enum))
        .collect();
    let used = |name: &str| {
        let mut others = decls.iter().filter(|decl| decl.to_string() != name);
        let held = |ty: Ty| ty.to_string().contains(name);
        text.contains(name) || others.any(|decl| decl.inside().into_iter().any(held))
    };
    function.structs.retain(|decl| used(&decl.name));
    function.enums.retain(|decl| used(&decl.name));
    function
}

fn count(function: &Function) -> usize {
    let mut editor = Editor {
        next: 0,
        wanted: None,
    };
    editor.function(&mut function.clone());
    editor.next
}

/// Walks over a body and makes the edit of a given number; counts them on the way.
struct Editor {
    next: usize,
    wanted: Option<usize>,
}

impl Editor {
    fn now(&mut self) -> bool {
        self.next += 1;
        self.wanted == Some(self.next - 1)
    }

    fn function(&mut self, function: &mut Function) {
        self.node(&mut function.body);
        for helper in &mut function.helpers {
            self.node(helper);
        }
    }

    fn node(&mut self, node: &mut Node) {
        // A list of statements: each may go, or be replaced by those inside it.
        for i in 0..node.kids.len() {
            if !node.kids[i].statement {
                continue;
            }
            if node.text.contains("$*") {
                if self.now() {
                    node.kids.remove(i);
                    return;
                }
                let mut inside = Vec::new();
                statements(&node.kids[i], &mut inside);
                if !inside.is_empty() && self.now() {
                    node.kids.splice(i..=i, inside);
                    return;
                }
            }
        }
        for kid in &mut node.kids {
            if !kid.statement && kid.ty != Ty::Never {
                for simpler in simpler(kid) {
                    if self.now() {
                        *kid = simpler;
                        return;
                    }
                }
            }
            self.node(kid);
        }
    }
}

/// The statements right inside a node.
fn statements(node: &Node, found: &mut Vec<Node>) {
    for kid in &node.kids {
        match kid.statement {
            true => found.push(kid.clone()),
            false => statements(kid, found),
        }
    }
}

/// What could stand for an expression.
fn simpler(node: &Node) -> Vec<Node> {
    let mut found = Vec::new();
    inside(node, &node.ty, 2, &mut found);
    let literal = |text: &str| Node::new("", node.ty.clone(), text.to_string(), vec![]);
    match &node.ty {
        _ if node.kids.is_empty() => {}
        Ty::Bool => found.extend([literal("true"), literal("false")]),
        Ty::Int(int) => found.extend([literal(&format!("0{int}")), literal(&format!("1{int}"))]),
        Ty::Float(float) => found.push(literal(&format!("1.0{float}"))),
        Ty::Option(_) => found.push(literal("None")),
        Ty::Vec(elem) => found.push(literal(&format!("Vec::<{elem}>::new()"))),
        _ => {}
    }
    found
}

/// The parts of the same type, as deep as this.
fn inside(node: &Node, ty: &Ty, depth: usize, found: &mut Vec<Node>) {
    for kid in node.kids.iter().filter(|kid| !kid.statement) {
        if kid.ty == *ty && !kid.text.is_empty() {
            found.push(kid.clone());
        } else if depth > 0 {
            inside(kid, ty, depth - 1, found);
        }
    }
}
