//! Which arm a `match` takes, and what its names stand for.

use super::*;

/// `match value { arms }` gives this.
fn gives(id: &str, value: Expr, arms: Vec<tass_syntax::tree::Arm>, expected: i128) {
    let chosen = let_("n", I64, match_(value, arms));
    let is = holds(eq(var("n"), int(expected)));
    let before = vec![
        let_("p", job(), moves(int(7), true)),
        let_("o", option(), some(int(4))),
        let_("pair", Type::Tuple(vec![I64, I64]), pair(3, 8)),
        let_("five", I64, int(5)),
    ];
    fine(id, before.into_iter().chain([chosen, is]).collect());
}

fn pair(a: i128, b: i128) -> Expr {
    expr(ExprKind::Tuple(vec![int(a), int(b)]))
}

fn both(a: Pattern, b: Pattern) -> Pattern {
    Pattern::Tuple(vec![a, b])
}

#[test]
fn the_first_arm_that_fits_is_taken() {
    let rest = || arm(Pattern::Wild, int(0));
    let one = vec![
        arm(is(int(5)), int(1)),
        arm(name("m"), add(var("m"), int(1))),
    ];
    gives("a constant", var("five"), one.clone(), 1);
    gives("a name", var("x"), one, 1);
    let ranges = || {
        vec![
            arm(below(int(0)), int(1)),
            arm(within(int(0), int(4)), int(2)),
            arm(named("m", from_on(int(5))), add(var("m"), int(10))),
        ]
    };
    gives(
        "below",
        binary(BinOp::Sub, var("five"), int(6)),
        ranges(),
        1,
    );
    gives(
        "within",
        binary(BinOp::Sub, var("five"), int(1)),
        ranges(),
        2,
    );
    gives("from", var("five"), ranges(), 15);
    let field = case(
        &job(),
        "Move",
        [("far", is(truth(true))), ("by", name("by"))],
    );
    let arms = vec![arm(case(&job(), "Work", [("0", name("w"))]), var("w"))];
    let arms = arms.into_iter().chain([arm(field, var("by")), rest()]);
    gives("a field", var("p"), arms.collect(), 7);
    let none_first = vec![arm(is_none(), int(1)), arm(some_name("m"), var("m"))];
    gives("an option", var("o"), none_first.clone(), 4);
    gives("no type of its own", some(var("five")), none_first, 5);
    let nested = both(is(int(3)), named("m", within(int(8), int(9))));
    gives(
        "a tuple",
        var("pair"),
        vec![arm(nested, var("m")), rest()],
        8,
    );
    let diverges = vec![arm(some_name("m"), var("m")), arm(is_none(), panics())];
    gives("one that diverges", var("o"), diverges, 4);
}

#[test]
fn a_guard_is_asked_for_each_alternative() {
    // `(m, _) | (_, m) if m > 5`
    let either = Pattern::Or(vec![
        both(name("m"), Pattern::Wild),
        both(Pattern::Wild, name("m")),
    ]);
    let large = binary(BinOp::Gt, var("m"), int(5));
    let arms = |limit: Expr| {
        vec![
            guarded(either.clone(), limit, var("m")),
            arm(Pattern::Wild, int(0)),
        ]
    };
    gives("the second", var("pair"), arms(large), 8);
    let small = binary(BinOp::Gt, var("m"), int(2));
    gives("the first", var("pair"), arms(small), 3);
    let none = binary(BinOp::Gt, var("m"), int(9));
    gives("none", var("pair"), arms(none), 0);
    // A guard that counts how often it is asked: `1 | _ if { x += 1; false }`
    let counts = valued(body([plus(var("x"), 1)]), truth(false));
    let twice = Pattern::Or(vec![is(int(5)), Pattern::Wild]);
    let arms = vec![guarded(twice, counts, int(0)), arm(Pattern::Wild, var("x"))];
    gives("as often as it fits", var("five"), arms, 2);
}

#[test]
fn behind_references_parts_are_referred_to() {
    let change = |p: Expr| {
        let grows = body([plus(behind("n"), 1)]);
        let moved = body([plus(behind("by"), 2), set_far()]);
        stmt(match_(
            p,
            vec![
                arm(case(&job(), "Work", [("0", name("n"))]), doing(grows)),
                arm(
                    case(&job(), "Move", [("by", name("by")), ("far", name("far"))]),
                    doing(moved),
                ),
                arm(case(&job(), "Idle", []), doing(vec![])),
            ],
        ))
    };
    fn set_far() -> Expr {
        assign(behind("far"), truth(true))
    }
    let stmts = vec![
        let_("p", job(), work(int(1))),
        change(mutable(var("p"))),
        holds(eq(var("p"), work(int(2)))),
        stmt(set("p", moves(int(0), false))),
        change(mutable(var("p"))),
        holds(eq(var("p"), moves(int(2), true))),
    ];
    fine("written through", stmts);
    let slot = fits(some_name("v"), mutable(var("o")));
    let stmts = vec![
        let_("o", option(), some(int(1))),
        must(slot, body([assign(behind("v"), int(3))])),
        holds(eq(var("o"), some(int(3)))),
        // By value, and behind a shared reference, it is another variable.
        stmt(if_(
            fits(in_some(Pattern::Mut(Box::new(name("v")))), var("o")),
            body([set("v", int(9)), assert(eq(var("v"), int(9)))]),
        )),
        must(
            fits(some_name("v"), shared(var("o"))),
            body([assert(eq(behind("v"), int(3)))]),
        ),
        holds(eq(var("o"), some(int(3)))),
    ];
    fine("options", stmts);
    let ty = Type::Tuple(vec![option(), I64]);
    let stmts = vec![
        let_("t", ty, expr(ExprKind::Tuple(vec![some(int(1)), int(2)]))),
        must(
            fits(both(some_name("v"), name("w")), mutable(var("t"))),
            body([plus(behind("v"), 5), plus(behind("w"), 5)]),
        ),
        holds(eq(field(var("t"), "0"), some(int(6)))),
        holds(eq(field(var("t"), "1"), int(7))),
    ];
    fine("deeper", stmts);
}

#[test]
fn names_are_gone_behind_an_arm() {
    let arms = vec![
        arm(some_name("x"), doing(body([plus(var("x"), 5)]))),
        arm(is_none(), doing(vec![])),
    ];
    let stmts = vec![
        stmt(match_(some(number(1, IntTy::I64)), arms)),
        holds(eq(var("x"), int(0))),
    ];
    fine("the outer one is left alone", stmts);
}
