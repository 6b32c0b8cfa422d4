//! Methods of `Option` that change what is there.

use super::*;

#[test]
fn take_leaves_nothing() {
    let stmts = vec![
        let_("o", option(), some(int(4))),
        let_("old", option(), ask(var("o"), "take", [])),
        holds(eq(var("old"), some(int(4)))),
        holds(eq(var("o"), none())),
        holds(ask(ask(var("o"), "take", []), "is_none", [])),
    ];
    fine("take", stmts);
    // Of a part, and behind a reference.
    let slots = expr(ExprKind::Array(vec![some(int(1)), none()]));
    let stmts = vec![
        let_("slots", array(option(), 2), slots),
        let_("old", option(), ask(item("slots", 0), "take", [])),
        holds(eq(var("old"), some(int(1)))),
        holds(eq(item("slots", 0), none())),
        let_("o", option(), some(int(4))),
        let_(
            "there",
            Type::Ref {
                mutable: true,
                target: Box::new(option()),
            },
            mutable(var("o")),
        ),
        let_("old", option(), ask(var("there"), "take", [])),
        holds(eq(var("o"), none())),
    ];
    fine("of a part", stmts);
}

#[test]
fn replace_gives_the_old_one() {
    let stmts = vec![
        let_("o", option(), none()),
        let_("old", option(), ask(var("o"), "replace", [int(4)])),
        holds(eq(var("old"), none())),
        stmt(set("old", ask(var("o"), "replace", [int(5)]))),
        holds(eq(var("old"), some(int(4)))),
        holds(eq(var("o"), some(int(5)))),
    ];
    fine("replace", stmts);
    // The place comes first, the value then: `slots[y].replace({ y = 1; 7 })`
    let moves = valued(body([set("s", int(1))]), int(7));
    let slots = expr(ExprKind::Array(vec![none(), none()]));
    let stmts = vec![
        let_("slots", array(option(), 2), slots),
        stmt(set("s", int(0))),
        stmt(ask(index(var("slots"), var("s")), "replace", [moves])),
        holds(eq(item("slots", 0), some(int(7)))),
        holds(eq(item("slots", 1), none())),
    ];
    fine("in order", stmts);
}

#[test]
fn insert_refers_to_the_new_one() {
    let new = ask(var("o"), "insert", [int(4)]);
    let there = expr(ExprKind::Unary(UnOp::Deref, Box::new(new)));
    let stmts = vec![
        let_("o", option(), none()),
        stmt(assign(there, int(6))),
        holds(eq(var("o"), some(int(6)))),
    ];
    fine("insert", stmts);
}
