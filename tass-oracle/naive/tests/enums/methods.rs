//! Methods of `Option` and `Result` that leave their receiver as it is.

use super::*;

/// Is this so, of `o: Option<i64>` and `r: Result<i64, bool>`?
fn so(id: &str, o: Expr, r: Expr, cond: Expr) {
    let stmts = vec![
        let_("o", option(), o),
        let_("r", Type::result(I64, Type::Bool), r),
        holds(cond),
    ];
    fine(id, stmts);
}

/// What becomes of this, where it is wrong?
fn wrong(kind: &str, o: Expr, r: Expr, e: Expr) {
    let stmts = vec![
        let_("o", option(), o),
        let_("r", Type::result(I64, Type::Bool), r),
        stmt(e),
    ];
    check(kind, &model(stmts), 1, [kind]);
}

fn o(name: &str) -> Expr {
    ask(var("o"), name, [])
}

fn r(name: &str) -> Expr {
    ask(var("r"), name, [])
}

#[test]
fn they_tell_what_is_there() {
    let asked = [
        (some(int(1)), good(int(1)), [true, false, true, false]),
        (none(), bad(truth(true)), [false, true, false, true]),
    ];
    for (first, second, answers) in asked {
        let asked = [o("is_some"), o("is_none"), r("is_ok"), r("is_err")];
        for (cond, answer) in asked.into_iter().zip(answers) {
            let cond = eq(cond, truth(answer));
            so("asked", first.clone(), second.clone(), cond);
        }
    }
}

#[test]
fn they_give_what_is_there() {
    let right = || (some(int(4)), good(int(5)));
    let left = || (none(), bad(truth(true)));
    let both = |(first, second): (Expr, Expr), cond| so("given", first, second, cond);
    both(right(), eq(o("unwrap"), int(4)));
    both(right(), eq(r("expect"), int(5)));
    both(left(), r("unwrap_err"));
    both(left(), r("expect_err"));
    both(right(), eq(ask(var("o"), "unwrap_or", [int(9)]), int(4)));
    both(left(), eq(ask(var("o"), "unwrap_or", [int(9)]), int(9)));
    both(left(), eq(ask(var("r"), "unwrap_or", [int(9)]), int(9)));
    both(right(), eq(o("unwrap_or_default"), int(4)));
    both(left(), eq(o("unwrap_or_default"), int(0)));
    both(right(), eq(r("ok"), some(int(5))));
    both(left(), eq(r("ok"), none()));
    both(left(), eq(r("err"), some(truth(true))));
    both(right(), eq(r("err"), none()));
    both(
        right(),
        eq(ask(var("o"), "or", [some(int(9))]), some(int(4))),
    );
    both(
        left(),
        eq(ask(var("o"), "or", [some(int(9))]), some(int(9))),
    );
    both(
        left(),
        eq(ask(var("r"), "or", [good(int(9))]), good(int(9))),
    );
    both(
        right(),
        eq(ask(var("o"), "and", [some(int(9))]), some(int(9))),
    );
    both(left(), eq(ask(var("o"), "and", [some(int(9))]), none()));
    let other = ask(var("r"), "and", [good(int(9))]);
    both(left(), eq(other, bad(truth(true))));
    let made = ask(var("o"), "ok_or", [truth(false)]);
    both(right(), eq(made.clone(), good(int(4))));
    both(left(), eq(made, bad(truth(false))));
}

#[test]
fn what_is_not_there_panics() {
    let right = || (some(int(4)), good(int(5)));
    let left = || (none(), bad(truth(true)));
    let none = |(first, second): (Expr, Expr), e| wrong("unwrap_none", first, second, e);
    none(left(), o("unwrap"));
    none(left(), o("expect"));
    let both = |(first, second): (Expr, Expr), e| wrong("panic", first, second, e);
    both(left(), r("unwrap"));
    both(left(), r("expect"));
    both(right(), r("unwrap_err"));
    both(right(), r("expect_err"));
}

#[test]
fn arguments_are_evaluated_in_any_case() {
    let counts = || valued(body([plus(var("x"), 1)]), int(9));
    let stmts = vec![
        let_("o", option(), some(int(4))),
        let_("n", I64, ask(var("o"), "unwrap_or", [counts()])),
        holds(eq(var("n"), int(4))),
        stmt(ask(var("o"), "or", [some(counts())])),
        stmt(ask(var("o"), "ok_or", [counts()])),
        holds(eq(var("x"), int(3))),
    ];
    fine("eager", stmts);
    let divides = binary(BinOp::Div, int(1), var("x"));
    let stmts = vec![
        let_("o", option(), some(int(4))),
        stmt(ask(var("o"), "unwrap_or", [divides])),
    ];
    check("wrong", &model(stmts), 1, ["division_by_zero"]);
}
