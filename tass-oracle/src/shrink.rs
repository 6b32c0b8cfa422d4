//! Shrinking: the smallest model, as far as simple steps go, that still shows what was found.

use tass_syntax::tree::{Block, Expr, ExprKind, Stmt};

use crate::generate::Model;
use tass_syntax::tree::visit::{self, Visitor};

/// Makes a model smaller as long as it `shows` the same.
pub fn shrink(model: &Model, shows: &mut dyn FnMut(&Model) -> bool) -> Model {
    let mut best = model.clone();
    loop {
        let Some(smaller) = candidates(&best)
            .into_iter()
            .find(|candidate| shows(candidate))
        else {
            return best;
        };
        best = smaller;
    }
}

/// Smaller models, the boldest first.
fn candidates(model: &Model) -> Vec<Model> {
    let mut all = Vec::new();
    let with = |change: &dyn Fn(&mut Model)| {
        let mut changed = model.clone();
        change(&mut changed);
        changed
    };
    if model.nprocs > 1 {
        all.push(with(&|m| m.nprocs -= 1));
    }
    for i in 0..model.inputs.len() {
        all.push(with(&|m| {
            m.inputs.remove(i);
        }));
    }
    for edit in 0..edits(model) {
        all.push(with(&|m| apply(m, edit)));
    }
    for (i, input) in model.inputs.iter().enumerate() {
        if input.values.len() > 1 {
            all.push(with(&|m| {
                m.inputs[i].values.pop();
            }));
            all.push(with(&|m| {
                m.inputs[i].values.remove(0);
            }));
        }
    }
    all
}

/// Walks over the program and makes the edit of a given number; counts them on the way.
struct Editor {
    count: usize,
    wanted: Option<usize>,
}

fn edits(model: &Model) -> usize {
    let mut editor = Editor {
        count: 0,
        wanted: None,
    };
    visit::stmts(&mut model.body.clone(), &mut editor);
    editor.count
}

fn apply(model: &mut Model, edit: usize) {
    visit::stmts(
        &mut model.body,
        &mut Editor {
            count: 0,
            wanted: Some(edit),
        },
    );
}

impl Editor {
    /// Is it time for this edit?
    fn now(&mut self) -> bool {
        self.count += 1;
        self.wanted == Some(self.count - 1)
    }
}

impl Visitor for Editor {
    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        for i in 0..stmts.len() {
            if self.now() {
                stmts.remove(i);
                return;
            }
            let Stmt::Expr(e) = &stmts[i] else { continue };
            for part in parts(e) {
                if self.now() {
                    stmts.splice(i..=i, part);
                    return;
                }
            }
        }
    }

    /// What stands for a place must go on doing so.
    fn place(&mut self, _e: &mut Expr) {}

    fn expr(&mut self, e: &mut Expr) {
        for simpler in simpler(e) {
            if self.now() {
                *e = simpler;
                return;
            }
        }
    }
}

/// The lists of statements that could stand for a statement.
fn parts(e: &Expr) -> Vec<Vec<Stmt>> {
    match &e.kind {
        ExprKind::If {
            then, otherwise, ..
        } => {
            let mut parts = vec![then.stmts.clone()];
            parts.extend(otherwise.iter().map(|e| match &e.kind {
                ExprKind::Block(_, block) => block.stmts.clone(),
                _ => vec![Stmt::Expr((**e).clone())],
            }));
            parts
        }
        ExprKind::Loop(l) => vec![l.body.stmts.clone()],
        ExprKind::Match(_, arms) => {
            let bodies = arms.iter().map(|arm| match &arm.body.kind {
                ExprKind::Block(_, block) => block.stmts.clone(),
                _ => vec![Stmt::Expr(arm.body.clone())],
            });
            bodies.collect()
        }
        ExprKind::Assign(_, value) | ExprKind::AssignOp(_, _, value) => match &value.kind {
            ExprKind::Field(inner, _) => vec![vec![Stmt::Expr((**inner).clone())]],
            _ => Vec::new(),
        },
        ExprKind::Block(_, Block { stmts, .. }) => vec![stmts.clone()],
        _ => Vec::new(),
    }
}

/// Expressions that could stand for an expression, if the types allow it.
fn simpler(e: &Expr) -> Vec<Expr> {
    let zero = || crate::build::int(0);
    match &e.kind {
        ExprKind::Int(0, _) => Vec::new(),
        ExprKind::Int(..) => vec![zero()],
        ExprKind::Binary(_, a, b) => vec![(**a).clone(), (**b).clone(), zero()],
        ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => vec![(**a).clone(), zero()],
        ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Const(_) => {
            vec![zero(), crate::build::int(1)]
        }
        ExprKind::Method { receiver, .. } => vec![(**receiver).clone(), zero()],
        ExprKind::Match(value, arms) => {
            let mut simpler: Vec<Expr> = arms.iter().map(|arm| arm.body.clone()).collect();
            // The last arm is for what is left.
            for at in 0..arms.len().saturating_sub(1) {
                let mut fewer = arms.clone();
                fewer.remove(at);
                simpler.push(crate::build::expr(ExprKind::Match(value.clone(), fewer)));
                let mut plain = arms.clone();
                if plain[at].guard.take().is_some() {
                    simpler.push(crate::build::expr(ExprKind::Match(value.clone(), plain)));
                }
            }
            simpler
        }
        ExprKind::Variant { name, .. } if name == "Some" => vec![crate::cases::none()],
        ExprKind::Fold(_) => vec![
            zero(),
            crate::build::expr(ExprKind::Bool(true)),
            crate::build::expr(ExprKind::Bool(false)),
        ],
        ExprKind::If {
            cond,
            then,
            otherwise: Some(_),
        } => vec![crate::build::if_((**cond).clone(), then.stmts.clone())],
        ExprKind::Comm(call) => {
            let optional =
                |name: &str| name.ends_with("tag") || matches!(name, "status" | "comm" | "key");
            let tags = (0..call.args.len()).filter(|i| optional(&call.args[*i].0));
            let without = tags.map(|i| {
                let mut call = call.clone();
                call.args.remove(i);
                crate::build::expr(ExprKind::Comm(call))
            });
            without.collect()
        }
        _ => Vec::new(),
    }
}
