//! Which expressions have side effects (and so become actions rather than terms)?

use crate::program::ast::{Block, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, Whose};

/// Must this expression be lowered to actions?
pub(crate) fn is_impure(e: &Expr) -> bool {
    acts(e, false)
}

/// Must this expression be lowered to actions, or does it test shared variables? A test changes nothing, so that it may stand
/// before what is to its left; but it must not be performed where a short circuit leaves it out.
pub(crate) fn is_impure_or_tests(e: &Expr) -> bool {
    acts(e, true)
}

/// The same of a block: with nothing but a plain expression in it, it is one itself.
pub(crate) fn block_is_impure(block: &Block) -> bool {
    block_acts(block, false)
}

fn block_acts(block: &Block, tests: bool) -> bool {
    !block.stmts.is_empty() || block.tail.as_ref().is_none_or(|e| acts(e, tests))
}

fn acts(e: &Expr, tests: bool) -> bool {
    let is_impure = |e: &Expr| acts(e, tests);
    match &e.kind {
        ExprKind::Int(..)
        | ExprKind::Float(..)
        | ExprKind::Bool(_)
        | ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::Spec(None, _)
        | ExprKind::Literal(_) => false,
        ExprKind::Unary(_, a)
        | ExprKind::Field(a, _)
        | ExprKind::Ref(_, a)
        | ExprKind::Cast(a, _)
        | ExprKind::Typed(a, _)
        | ExprKind::Spec(Some(a), _)
        | ExprKind::Peer(a, _) => is_impure(a),
        ExprKind::Counter(counter) => {
            let whose = match &counter.whose {
                Whose::Own | Whose::Spec(None) => false,
                Whose::Process(e) | Whose::Spec(Some(e)) => is_impure(e),
            };
            whose || is_impure(&counter.peer)
        }
        ExprKind::InFlight { from, to, .. } => is_impure(from) || is_impure(to),
        ExprKind::Binary(_, a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Repeat(a, b)
        | ExprKind::VecRepeat(a, b) => is_impure(a) || is_impure(b),
        ExprKind::Slice { base, lo, hi, .. } => {
            is_impure(base) || [lo, hi].into_iter().flatten().any(|e| is_impure(e))
        }
        ExprKind::Tuple(es) | ExprKind::Array(es) | ExprKind::VecList(es) => {
            es.iter().any(is_impure)
        }
        ExprKind::Struct { fields, base, .. } => {
            fields.iter().any(|(_, e)| is_impure(e)) || base.as_ref().is_some_and(|e| is_impure(e))
        }
        ExprKind::Method {
            receiver,
            name,
            args,
        } => {
            matches!(
                name.as_str(),
                "push" | "swap" | "fill" | "copy_from_slice" | "pop"
            ) || is_impure(receiver)
                || args.iter().any(is_impure)
        }
        ExprKind::Fold(fold) => fold_acts(fold, tests),
        ExprKind::RangeContains { lo, hi, item, .. } => {
            let mut parts = [lo, hi].into_iter().flatten();
            parts.any(|e| is_impure(e)) || is_impure(item)
        }
        ExprKind::Comm(call) => !matches!(call.op.as_str(), "rank" | "size"),
        ExprKind::Block(None, block) => block_acts(block, tests),
        _ => true,
    }
}

fn fold_acts(fold: &Fold, tests: bool) -> bool {
    let is_impure = |e: &Expr| acts(e, tests);
    if tests && matches!(fold.source, FoldSource::Members { .. }) {
        return true;
    }
    let source = match &fold.source {
        FoldSource::Range { lo, hi, .. } => is_impure(lo) || is_impure(hi),
        FoldSource::Elements(e) => is_impure(e),
        FoldSource::Procs { before } | FoldSource::Members { before } => {
            before.as_ref().is_some_and(is_impure)
        }
    };
    let steps = fold.steps.iter().any(|step| match step {
        FoldStep::Filter(c) | FoldStep::Map(c) => is_impure(&c.body),
    });
    let end = match &fold.end {
        FoldEnd::All(c) | FoldEnd::Any(c) => is_impure(&c.body),
        _ => false,
    };
    source || steps || end
}
