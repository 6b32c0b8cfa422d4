//! `assigns!` for a loop: what its rounds write, more or less.

use tass_syntax::tree::{Expr, ExprKind, LoopKind, Pattern, Stmt};

use super::Rounds;
use crate::build::*;
use tass_syntax::tree::visit::{self, Visitor};

impl Rounds {
    /// Places that cover what rounds write: whole variables or parts of them; now and then one is
    /// missing.
    pub(super) fn frame(&mut self, kind: &LoopKind, round: &[Stmt]) -> Vec<Expr> {
        let mut found = Found::default();
        visit::stmts(&mut round.to_vec(), &mut found);
        if let LoopKind::While(cond) = kind {
            visit::expr(&mut cond.clone(), &mut found);
        }
        if let LoopKind::For(Pattern::Name { name, .. }, _) = kind {
            found.own.push(name.clone());
        }
        let mut places: Vec<Expr> = Vec::new();
        for (name, target) in found.written {
            if !found.own.contains(&name) && self.rng.chance(95) {
                places.push(self.around_place(&name, target));
            }
        }
        places
    }

    /// A place in which a target lies, or nearly.
    fn around_place(&mut self, name: &str, target: Expr) -> Expr {
        let indexed = matches!(target.kind, ExprKind::Index(..));
        if !indexed {
            return match self.rng.chance(50) {
                true => var(name),
                false => target,
            };
        }
        let len = expr(ExprKind::Method {
            receiver: Box::new(var(name)),
            name: "len".into(),
            args: Vec::new(),
        });
        let [lo, hi] = match self.rng.weighted(&[5, 4, 3, 2]) {
            0 => return var(name),
            1 => return target,
            2 => [int(0), len],
            _ => [int(self.rng.between(0, 1)), int(self.rng.between(1, 3))],
        };
        expr(ExprKind::Slice {
            base: Box::new(var(name)),
            lo: Some(Box::new(lo)),
            hi: Some(Box::new(hi)),
            inclusive: false,
        })
    }
}

/// What statements write, by variable, and the variables that are their own.
#[derive(Default)]
struct Found {
    written: Vec<(String, Expr)>,
    own: Vec<String>,
}

impl Found {
    fn note(&mut self, target: &Expr) {
        if let Some(name) = root(target) {
            self.written.push((name.to_owned(), target.clone()));
        }
    }
}

impl Visitor for Found {
    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        for stmt in stmts {
            if let Stmt::Let {
                pattern: Pattern::Name { name, .. },
                ..
            } = stmt
            {
                self.own.push(name.clone());
            }
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        match &e.kind {
            ExprKind::Assign(target, _)
            | ExprKind::AssignOp(_, target, _)
            | ExprKind::Ref(true, target) => self.note(target),
            ExprKind::Loop(l) => {
                if let LoopKind::For(Pattern::Name { name, .. }, _) = &l.kind {
                    self.own.push(name.clone());
                }
            }
            _ => {}
        }
    }
}

/// The variable that a place is a part of.
fn root(place: &Expr) -> Option<&str> {
    match &place.kind {
        ExprKind::Var(name) => Some(name),
        ExprKind::Index(base, _) | ExprKind::Field(base, _) | ExprKind::Slice { base, .. } => {
            root(base)
        }
        _ => None,
    }
}
