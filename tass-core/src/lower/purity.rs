//! Which expressions have side effects (and so become actions rather than terms)?

use super::method::acts_on_enum;
use crate::comm::{Pure, Signature, Vocabulary};
use tass_syntax::tree::{
    Arm, Block, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, Function, Pattern, Stmt, Type,
    Whose,
};

/// What is asked of an expression.
#[derive(Clone, Copy)]
struct Asked<'f> {
    /// Which operations only ask something is for these to say.
    operations: &'f dyn Vocabulary,
    /// Do tests of shared variables count?
    tests: bool,
    /// Is it enough that it can be made a term ([`super::plain`])? In this function, called by
    /// these.
    within: Option<(&'f Function, &'f [&'f str])>,
    /// May it depend on the process that evaluates it?
    anywhere: bool,
}

impl<'f> Asked<'f> {
    /// Whatever is executed counts.
    fn plainly(operations: &'f dyn Vocabulary) -> Asked<'f> {
        Asked {
            operations,
            tests: false,
            within: None,
            anywhere: true,
        }
    }
}

/// Must this expression be lowered to actions?
pub(crate) fn is_impure(e: &Expr, operations: &dyn Vocabulary) -> bool {
    acts(e, Asked::plainly(operations))
}

/// Must this expression be lowered to actions, or does it test shared variables? A test changes
/// nothing, so that it may stand before what is to its left; but it must not be performed where a
/// short circuit leaves it out.
pub(crate) fn is_impure_or_tests(e: &Expr, operations: &dyn Vocabulary) -> bool {
    let asked = Asked {
        tests: true,
        ..Asked::plainly(operations)
    };
    acts(e, asked)
}

/// The same of a block: with nothing but a plain expression in it, it is one itself.
pub(crate) fn block_is_impure(block: &Block, operations: &dyn Vocabulary) -> bool {
    block_acts(block, Asked::plainly(operations))
}

/// Can it be made a term, although elsewhere it would become actions?
pub(crate) fn is_plain(e: &Expr, function: &Function, operations: &dyn Vocabulary) -> bool {
    let asked = Asked {
        operations,
        tests: true,
        within: Some((function, &[])),
        anywhere: true,
    };
    !acts(e, asked)
}

/// Can the body of a called function be made a term of its parameters, and of nothing that differs
/// from process to process?
pub(crate) fn body_is_plain(
    callee: usize,
    function: &Function,
    operations: &dyn Vocabulary,
) -> bool {
    let asked = Asked {
        operations,
        tests: true,
        within: None,
        anywhere: false,
    };
    !call_acts(callee, (function, &[]), asked)
}

fn block_acts(block: &Block, asked: Asked<'_>) -> bool {
    let plain = |stmt: &Stmt| match stmt {
        Stmt::Let {
            pattern: Pattern::Name { .. } | Pattern::Wild,
            init: Some(init),
            ..
        } => asked.within.is_some() && !acts(init, asked),
        _ => false,
    };
    !block.stmts.iter().all(plain) || block.tail.as_ref().is_none_or(|e| acts(e, asked))
}

/// Is a called function's body a term, of parameters that are only read?
fn call_acts(callee: usize, (function, callers): (&Function, &[&str]), asked: Asked<'_>) -> bool {
    let Some(callee) = function.callees.get(callee) else {
        return true;
    };
    let callee = (callee.build)();
    let mut callers = callers.to_vec();
    callers.push(&function.path);
    if callers.contains(&callee.path.as_str()) {
        return true;
    }
    let read = callee.params.iter().all(|param| {
        let named = matches!(param.pattern, Pattern::Name { .. } | Pattern::Wild);
        named && !matches!(param.ty, Type::Ref { mutable: true, .. })
    });
    let asked = Asked {
        tests: true,
        within: Some((&callee, &callers)),
        ..asked
    };
    !read || block_acts(&callee.body, asked)
}

fn acts(e: &Expr, asked: Asked<'_>) -> bool {
    let is_impure = |e: &Expr| acts(e, asked);
    match &e.kind {
        ExprKind::Int(..)
        | ExprKind::Float(..)
        | ExprKind::Bool(_)
        | ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::Operator(_)
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
        ExprKind::Variant { fields, .. } => fields.iter().any(|(_, e)| is_impure(e)),
        ExprKind::Match(value, arms) if asked.within.is_some() => {
            let arm_acts =
                |arm: &Arm| arm.guard.as_ref().is_some_and(is_impure) || is_impure(&arm.body);
            is_impure(value) || arms.iter().any(arm_acts)
        }
        ExprKind::Method {
            receiver,
            name,
            args,
        } => {
            matches!(
                name.as_str(),
                "push" | "swap" | "fill" | "copy_from_slice" | "pop"
            ) || acts_on_enum(name)
                || is_impure(receiver)
                || args.iter().any(is_impure)
        }
        ExprKind::Fold(fold) => fold_acts(fold, asked),
        ExprKind::RangeContains { lo, hi, item, .. } => {
            let mut parts = [lo, hi].into_iter().flatten();
            parts.any(|e| is_impure(e)) || is_impure(item)
        }
        ExprKind::Comm(call) => {
            let signature = asked.operations.signature(&call.op);
            // Without arguments: in a communicator of its own, one has to look it up.
            let pure = signature.and_then(|signature: &Signature| signature.pure);
            match pure {
                Some(Pure::Rank) => !asked.anywhere || !call.args.is_empty(),
                Some(Pure::Size) => !call.args.is_empty(),
                None => true,
            }
        }
        ExprKind::Block(None, block) => block_acts(block, asked),
        ExprKind::If {
            cond,
            then,
            otherwise: Some(otherwise),
        } if asked.within.is_some() => {
            is_impure(cond) || block_acts(then, asked) || is_impure(otherwise)
        }
        ExprKind::Call(callee, args) => {
            let call_acts = |within| call_acts(*callee, within, asked);
            asked.within.is_none_or(call_acts) || args.iter().any(is_impure)
        }
        _ => true,
    }
}

fn fold_acts(fold: &Fold, asked: Asked<'_>) -> bool {
    let is_impure = |e: &Expr| acts(e, asked);
    if asked.tests && matches!(fold.source, FoldSource::Members { .. }) {
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
