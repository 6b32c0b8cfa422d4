//! Functions that take enums and give them back, with `?`, `let .. else` and early returns.

use std::sync::Arc;

use tass_syntax::tree::{BinOp, Callee, Expr, ExprKind, Function, Pattern, Type};

use super::{behind, helper, job, option, result, truth};
use crate::build::*;
use crate::cases::*;
use crate::print::print_helper;

/// Makes a function.
type Build = fn() -> Function;

/// Those that a model can call, after the others that there are.
const FUNCTIONS: [(&str, Build); 4] = [
    ("halved", halved),
    ("quarter", quarter),
    ("checked", checked),
    ("advance", advance),
];

/// Where the first of them stands among all helpers.
const FIRST: usize = 7;

/// The functions.
pub(in super::super) fn callees() -> Vec<Callee> {
    let callee = |(name, build): (&str, fn() -> Function)| Callee {
        name: name.into(),
        build: Arc::new(build),
    };
    FUNCTIONS.map(callee).into()
}

/// A call of one of them.
pub(super) fn call(name: &str, args: Vec<Expr>) -> Expr {
    let at = FUNCTIONS.iter().position(|(known, _)| *known == name);
    expr(ExprKind::Call(FIRST + at.expect("it is there"), args))
}

/// `fn halved(n: i64) -> Option<i64> { match n % 2 { 0 => Some(n / 2), _ => None } }`
fn halved() -> Function {
    let mut function = helper("halved", vec![("n".into(), I64)], option(), vec![]);
    let half = some(binary(BinOp::Div, var("n"), int(2)));
    let arms = vec![arm(is(int(0)), half), arm(Pattern::Wild, none())];
    function.body.tail = Some(Box::new(match_(rem(var("n"), int(2)), arms)));
    print_helper(&mut function);
    function
}

/// `fn quarter(n: i64) -> Option<i64> { let half: i64 = halved(n)?; .. halved(half) }`, and `None`
/// of what is larger than 12.
fn quarter() -> Function {
    let call = |n: Expr| expr(ExprKind::Call(0, vec![n]));
    let large = lt(int(6), var("half"));
    let early = expr(ExprKind::Return(Some(Box::new(none()))));
    let stmts = vec![
        let_("half", I64, try_(call(var("n")))),
        tass_syntax::tree::Stmt::Expr(if_(large, body([early]))),
    ];
    let mut function = helper("quarter", vec![("n".into(), I64)], option(), stmts);
    function.callees = callees().into_iter().take(1).collect();
    function.body.tail = Some(Box::new(call(var("half"))));
    print_helper(&mut function);
    function
}

/// `fn checked(o: Option<i64>, least: i64) -> Result<i64, bool>`: `Err(true)` of nothing,
/// `Err(false)` of what is less.
fn checked() -> Function {
    let nothing = expr(ExprKind::Return(Some(Box::new(bad(truth(true))))));
    let less = binary(BinOp::Ge, var("n"), var("least"));
    let enough = ask(some(var("n")), "ok_or", [truth(false)]);
    let stmts = vec![
        let_else(some_name("n"), Type::Infer, var("o"), body([nothing])),
        let_("kept", result(), enough),
        let_("same", I64, try_(var("kept"))),
    ];
    let params = vec![("o".into(), option()), ("least".into(), I64)];
    let mut function = helper("checked", params, result(), stmts);
    let arms = vec![
        arm(is(truth(true)), good(var("same"))),
        arm(is(truth(false)), bad(truth(false))),
    ];
    function.body.tail = Some(Box::new(match_(less, arms)));
    print_helper(&mut function);
    function
}

/// `fn advance(job: &mut Job) -> bool`: does what is to be done once, if there is something.
fn advance() -> Function {
    let reference = Type::Ref {
        mutable: true,
        target: Box::new(job()),
    };
    let step = |op, name: &str| {
        let (target, by) = (Box::new(behind(name)), Box::new(int(1)));
        expr(ExprKind::AssignOp(op, target, by))
    };
    let left = lt(int(0), behind("n"));
    let arms = vec![
        guarded(
            case(&job(), "Work", [("0", name("n"))]),
            left,
            valued(body([step(BinOp::Sub, "n")]), truth(true)),
        ),
        arm(
            case(&job(), "Work", [("0", Pattern::Wild)]),
            valued(
                body([assign(behind("job"), variant(&job(), "Idle", []))]),
                truth(true),
            ),
        ),
        arm(
            case(
                &job(),
                "Move",
                [("by", name("by")), ("far", is(truth(true)))],
            ),
            valued(body([step(BinOp::Add, "by")]), truth(true)),
        ),
        arm(Pattern::Wild, truth(false)),
    ];
    let mut function = helper(
        "advance",
        vec![("job".into(), reference)],
        Type::Bool,
        vec![],
    );
    function.body.tail = Some(Box::new(match_(var("job"), arms)));
    print_helper(&mut function);
    function
}
