//! Every node of a program, one after the other: for whoever changes one of them.

use std::collections::BTreeSet;

use super::{
    Block, Closure, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, ForIter, Loop, LoopKind,
    Stmt, Whose,
};

/// Something that looks at, or changes, nodes.
pub trait Visitor {
    /// A list of statements, before what is in it.
    fn stmts(&mut self, _stmts: &mut Vec<Stmt>) {}
    /// An expression, before what is in it.
    fn expr(&mut self, _e: &mut Expr) {}
    /// An expression that stands for a place to write to, or a part of one, before what is in it.
    fn place(&mut self, e: &mut Expr) {
        self.expr(e);
    }
}

/// Visits a list of statements and everything in it.
pub fn stmts(list: &mut Vec<Stmt>, visitor: &mut dyn Visitor) {
    visitor.stmts(list);
    for stmt in list {
        match stmt {
            Stmt::Expr(e) => expr(e, visitor),
            Stmt::Let { init, .. } => init.iter_mut().for_each(|init| expr(init, visitor)),
            Stmt::LetElse {
                init, otherwise, ..
            } => {
                expr(init, visitor);
                block(otherwise, visitor);
            }
        }
    }
}

/// Visits a block and everything in it.
pub fn block(b: &mut Block, visitor: &mut dyn Visitor) {
    stmts(&mut b.stmts, visitor);
    b.tail.iter_mut().for_each(|tail| expr(tail, visitor));
}

fn closure(c: &mut Closure, visitor: &mut dyn Visitor) {
    expr(&mut c.body, visitor);
}

/// Visits an expression and everything in it.
pub fn expr(e: &mut Expr, visitor: &mut dyn Visitor) {
    visitor.expr(e);
    inside(e, visitor);
}

/// Visits a place and everything in it: indices are ordinary expressions.
fn place(e: &mut Expr, visitor: &mut dyn Visitor) {
    visitor.place(e);
    match &mut e.kind {
        ExprKind::Index(base, index) => {
            place(base, visitor);
            expr(index, visitor);
        }
        ExprKind::Slice { base, lo, hi, .. } => {
            place(base, visitor);
            let bounds = [lo, hi].into_iter().flatten();
            bounds.for_each(|e| expr(e, visitor));
        }
        ExprKind::Field(base, _) => place(base, visitor),
        _ => inside(e, visitor),
    }
}

fn inside(e: &mut Expr, visitor: &mut dyn Visitor) {
    match &mut e.kind {
        ExprKind::Int(..)
        | ExprKind::Outside(_)
        | ExprKind::Float(..)
        | ExprKind::Bool(_)
        | ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::Literal(_)
        | ExprKind::Continue(_)
        | ExprKind::Operator(_)
        | ExprKind::Panic(_)
        | ExprKind::Unreachable(_) => {}
        ExprKind::Unary(_, a)
        | ExprKind::Field(a, _)
        | ExprKind::Ref(false, a)
        | ExprKind::Typed(a, _)
        | ExprKind::Cast(a, _)
        | ExprKind::Assert(a, _)
        | ExprKind::Assume(a)
        | ExprKind::Cover(a)
        | ExprKind::Output(_, a)
        | ExprKind::Elaborate(a)
        | ExprKind::Let(_, a)
        | ExprKind::Try(a)
        | ExprKind::CollectiveAssert { cond: a, .. }
        | ExprKind::Peer(a, _) => expr(a, visitor),
        ExprKind::Assign(a, b) | ExprKind::AssignOp(_, a, b) => {
            place(a, visitor);
            expr(b, visitor);
        }
        ExprKind::Ref(true, a) => place(a, visitor),
        ExprKind::Binary(_, a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Repeat(a, b)
        | ExprKind::VecRepeat(a, b)
        | ExprKind::AssertEq(_, a, b, _)
        | ExprKind::Choose { lo: a, hi: b, .. } => {
            expr(a, visitor);
            expr(b, visitor);
        }
        ExprKind::Slice { base, lo, hi, .. } => {
            expr(base, visitor);
            [lo, hi]
                .into_iter()
                .flatten()
                .for_each(|e| expr(e, visitor));
        }
        ExprKind::Tuple(es)
        | ExprKind::Array(es)
        | ExprKind::VecList(es)
        | ExprKind::Call(_, es) => {
            es.iter_mut().for_each(|e| expr(e, visitor));
        }
        ExprKind::Struct { fields, base, .. } => {
            fields.iter_mut().for_each(|(_, e)| expr(e, visitor));
            base.iter_mut().for_each(|e| expr(e, visitor));
        }
        ExprKind::Variant { fields, .. } => fields.iter_mut().for_each(|(_, e)| expr(e, visitor)),
        // What a pattern compares with are constants, and stay it.
        ExprKind::Match(value, arms) => {
            expr(value, visitor);
            for arm in arms {
                arm.guard.iter_mut().for_each(|e| expr(e, visitor));
                expr(&mut arm.body, visitor);
            }
        }
        ExprKind::Method { receiver, args, .. } => {
            // It may be one that changes its receiver.
            match receiver.kind {
                ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Field(..) => {
                    place(receiver, visitor);
                }
                _ => expr(receiver, visitor),
            }
            args.iter_mut().for_each(|e| expr(e, visitor));
        }
        ExprKind::RangeContains { lo, hi, item, .. } => {
            let ends = [lo, hi].into_iter().flatten();
            ends.chain([item]).for_each(|e| expr(e, visitor));
        }
        ExprKind::Fold(f) => fold(f, visitor),
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            expr(cond, visitor);
            block(then, visitor);
            otherwise.iter_mut().for_each(|e| expr(e, visitor));
        }
        ExprKind::Block(_, b) | ExprKind::Critical(b) => block(b, visitor),
        ExprKind::Loop(l) => loop_(l, visitor),
        ExprKind::Break(_, value) | ExprKind::Return(value) => {
            value.iter_mut().for_each(|e| expr(e, visitor))
        }
        // A tag is a constant, and stays one.
        ExprKind::Counter(counter) => {
            if let Whose::Process(e) | Whose::Spec(Some(e)) = &mut counter.whose {
                expr(e, visitor);
            }
            expr(&mut counter.peer, visitor);
        }
        ExprKind::InFlight { from, to, .. } => {
            expr(from, visitor);
            expr(to, visitor);
        }
        ExprKind::JointAssert { cond, .. } => expr(cond, visitor),
        ExprKind::Shared(a) | ExprKind::Always(a) => expr(a, visitor),
        ExprKind::Universe { member, .. } => expr(&mut member.body, visitor),
        ExprKind::Spec(process, _) => process.iter_mut().for_each(|e| expr(e, visitor)),
        ExprKind::Comm(call) => call.args.iter_mut().for_each(|(_, e)| expr(e, visitor)),
    }
}

fn fold(fold: &mut Fold, visitor: &mut dyn Visitor) {
    match &mut fold.source {
        FoldSource::Range { lo, hi, .. } => [lo, hi].into_iter().for_each(|e| expr(e, visitor)),
        FoldSource::Elements(e) => expr(e, visitor),
        FoldSource::Procs { before } | FoldSource::Members { before } => {
            before.iter_mut().for_each(|e| expr(e, visitor))
        }
    }
    for step in &mut fold.steps {
        let (FoldStep::Filter(c) | FoldStep::Map(c)) = step;
        closure(c, visitor);
    }
    if let FoldEnd::All(c) | FoldEnd::Any(c) = &mut fold.end {
        closure(c, visitor);
    }
}

fn loop_(l: &mut Loop, visitor: &mut dyn Visitor) {
    match &mut l.kind {
        LoopKind::While(cond) => expr(cond, visitor),
        LoopKind::Forever => {}
        LoopKind::For(_, ForIter::Range { lo, hi, step, .. }) => {
            [Some(lo), Some(hi), step.as_mut()]
                .into_iter()
                .flatten()
                .for_each(|e| expr(e, visitor));
        }
        LoopKind::For(_, ForIter::Elements(e)) => expr(e, visitor),
    }
    if let Some(invariant) = &mut l.invariant {
        expr(&mut invariant.cond, visitor);
        let places = invariant.assigns.iter_mut().flatten();
        places.for_each(|e| place(e, visitor));
    }
    block(&mut l.body, visitor);
}

/// The variables that statements use, of their own process or of others, and the fields.
pub fn names(list: &[Stmt]) -> BTreeSet<String> {
    struct Names(BTreeSet<String>);
    impl Visitor for Names {
        fn expr(&mut self, e: &mut Expr) {
            if let ExprKind::Var(name) | ExprKind::Peer(_, name) | ExprKind::Field(_, name) =
                &e.kind
            {
                self.0.insert(name.clone());
            }
        }
    }
    let mut names = Names(BTreeSet::new());
    stmts(&mut list.to_vec(), &mut names);
    names.0
}
