//! Grids.

use super::*;

fn list(items: Vec<Expr>) -> Expr {
    shared(expr(ExprKind::Array(items)))
}

fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

fn grid(dims: &[i128], periodic: &[bool]) -> Expr {
    let dims = dims.iter().map(|dim| int(*dim)).collect();
    let periodic = periodic.iter().map(|one| truth(*one)).collect();
    comm(
        "cart_create",
        [("dims", list(dims)), ("periodic", list(periodic))],
    )
}

fn shift(dimension: i128, by: i128) -> Expr {
    let by = number(by, tass_syntax::tree::IntTy::I64);
    on(
        var("g"),
        comm(
            "cart_shift",
            [("dimension", int(dimension)), ("displacement", by)],
        ),
    )
}

fn at_coords(rank: i128, dimension: i128) -> Expr {
    index(
        on(var("g"), comm("cart_coords", [("rank", int(rank))])),
        int(dimension),
    )
}

fn on_grid(dims: &[i128], periodic: &[bool], checks: Vec<Stmt>) -> Function {
    let mut all = vec![stmt(set("g", grid(dims, periodic)))];
    all.extend(checks);
    all.push(stmt(free("g")));
    model(all)
}

#[test]
fn row_by_row() {
    let ok = on_grid(
        &[2, 3],
        &[false, true],
        vec![
            stmt(is(at_coords(4, 0), 1)),
            stmt(is(at_coords(4, 1), 1)),
            stmt(is(at_coords(2, 1), 2)),
            // Open: nobody beyond the ends.
            at(
                1,
                [assert(eq(field(shift(0, 1), "0"), constant("PROC_NULL")))],
            ),
            at(1, [is(field(shift(0, 1), "1"), 4)]),
            at(4, [is(field(shift(0, 1), "0"), 1)]),
            // Closed: round the corner, as far as one likes.
            at(5, [is(field(shift(1, 1), "1"), 3)]),
            at(5, [is(field(shift(1, 1), "0"), 4)]),
            at(3, [is(field(shift(1, -1), "1"), 5)]),
            at(3, [is(field(shift(1, 7), "1"), 4)]),
        ],
    );
    check_in("a grid", &ok, 6, [Buffering::Buffered], "ok");
}

#[test]
fn what_does_not_fit() {
    let wrong = |dims: &[i128], periodic: &[bool]| {
        let function = on_grid(dims, periodic, vec![]);
        check("wrong", &function, 2, ["invalid_topology"]);
    };
    wrong(&[3], &[false]);
    wrong(&[0], &[false]);
    wrong(&[], &[]);
    wrong(&[2], &[false, false]);
    wrong(&[1, 2], &[false]);
    let asked = |e: Expr, outcome: &'static str| {
        check(
            "asked",
            &on_grid(&[2], &[false], vec![stmt(e)]),
            2,
            [outcome],
        );
    };
    asked(shift(1, 1), "invalid_topology");
    asked(at_coords(2, 0), "invalid_rank");
    asked(at_coords(1, 0), "ok");
    let no_grid = model(body([
        set("g", dup()),
        comm("cart_coords", [("rank", int(0))]),
        free("g"),
    ]));
    check("no grid", &no_grid, 2, ["invalid_topology"]);
    // The copy of a grid is one; what is split is none.
    let copied = |e: Expr| {
        model(body([
            set("h", grid(&[2], &[false])),
            set("g", on(var("h"), e)),
            shift(0, 1),
            free("g"),
            free("h"),
        ]))
    };
    check("copied", &copied(dup()), 2, ["ok"]);
    let split = split(int(0), int(0));
    check("split", &copied(split), 2, ["invalid_topology"]);
}

#[test]
fn some_are_left_out() {
    let checks = vec![at(1, [is(size_of("g"), 1)])];
    let left = on_grid(&[1], &[false], checks);
    check("COMM_NULL", &left, 2, ["invalid_communicator"]);
    let own = model(vec![
        stmt(set("g", grid(&[1], &[false]))),
        at(0, [free("g")]),
    ]);
    check("the first", &own, 2, ["ok"]);
    // All must say the same.
    let other = |dims: &[i128], periodic: bool| {
        model(vec![
            at(0, [set("g", grid(&[1, 2], &[false, false]))]),
            at(1, [set("g", grid(dims, &[false, periodic]))]),
            stmt(free("g")),
        ])
    };
    check("alike", &other(&[1, 2], false), 2, ["ok"]);
    check("dims", &other(&[2, 1], false), 2, ["invalid_topology"]);
    check("periodic", &other(&[1, 2], true), 2, ["invalid_topology"]);
}
