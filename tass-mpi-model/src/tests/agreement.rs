//! Members of a collective operation that do not agree.

use super::*;

/// The fault of two processes that call these.
fn both(
    first: (&str, Vec<Operand>),
    second: (&str, Vec<Operand>),
    world: &mut World,
) -> (Kind, String) {
    world.post(0, first.0, &first.1);
    world.post_fault(1, second.0, &second.1)
}

#[test]
fn operation() {
    let mut world = World::new(2);
    let out = world.out(I64);
    let fault = both(
        ("bcast", vec![out, rank(0)]),
        ("barrier", vec![]),
        &mut world,
    );
    let message = "process 1 calls `barrier` where process 0 called `bcast`";
    assert_eq!(fault, (Kind::CollectiveOrder, message.into()));
}

#[test]
fn operation_of_those_who_went_ahead() {
    let mut world = World::new(2);
    let (value, out) = (world.int(1), world.out(I64));
    for op in ["bcast", "reduce"] {
        let args = match op {
            "bcast" => vec![out.clone(), rank(0)],
            _ => vec![value.clone(), out.clone(), rank(0), rank(1)],
        };
        world.post(0, op, &args);
        world.complete(0, 0);
    }
    world.post(1, "bcast", &[out.clone(), rank(0)]);
    world.complete(1, 0);
    let fault = world.post_fault(1, "bcast", &[out, rank(0)]);
    let message = "process 1 calls `bcast` where process 0 called `reduce`";
    assert_eq!(fault, (Kind::CollectiveOrder, message.into()));
}

#[test]
fn root() {
    let mut world = World::new(2);
    let out = world.out(I64);
    let first = ("bcast", vec![out.clone(), rank(0)]);
    let fault = both(first, ("bcast", vec![out, rank(1)]), &mut world);
    let message = "process 1 calls `bcast` with root 1 where process 0 named root 0";
    assert_eq!(fault, (Kind::CollectiveRoot, message.into()));
}

#[test]
fn operator() {
    let mut world = World::new(2);
    let (value, out) = (world.int(1), world.out(I64));
    let first = ("scan", vec![value.clone(), out.clone(), rank(0)]);
    let fault = both(first, ("scan", vec![value, out, rank(3)]), &mut world);
    let message = "process 1 calls `scan` with MAX where process 0 named SUM";
    assert_eq!(fault, (Kind::CollectiveOp, message.into()));
}

#[test]
fn element_type() {
    let mut world = World::new(2);
    let (a, b) = (world.out(I64), world.out(F64));
    let fault = both(
        ("bcast", vec![a, rank(0)]),
        ("bcast", vec![b, rank(0)]),
        &mut world,
    );
    let message = "process 1 calls `bcast` with `f64` where process 0 used `i64`";
    assert_eq!(fault, (Kind::CollectiveType, message.into()));
}

#[test]
fn element_type_of_the_own_buffers() {
    let mut world = World::new(2);
    let (value, out) = (world.int(1), world.out(F64));
    let message = "process 0 gives `i64` to `reduce` and takes `f64`".to_string();
    let args = [value, out, rank(0), rank(0)];
    assert_eq!(
        world.post_fault(0, "reduce", &args),
        (Kind::CollectiveType, message)
    );
    // Elsewhere than at the root the second buffer means nothing.
    world.post(1, "reduce", &args);
}

#[test]
fn count() {
    let mut world = World::new(2);
    let (a, b) = (world.outs(2), world.outs(3));
    world.post(0, "bcast", &[a, rank(0)]);
    world.post(1, "bcast", &[b, rank(0)]);
    assert_eq!(world.complete(0, 0), "");
    let message = "process 1 calls `bcast` with 3 elements where process 0 used 2 elements";
    assert_eq!(
        world.complete_fault(1, 0),
        (Kind::CollectiveCount, message.into())
    );
}

#[test]
fn symbolic_count() {
    let mut world = World::new(2);
    let n = world.symbol("n");
    let (a, b, out) = (world.filled(1, n), world.ints(&[1, 2]), world.outs(9));
    world.post(0, "gather", &[a, out.clone(), rank(0)]);
    world.post(1, "gather", &[b, out, rank(0)]);
    let done = world.try_complete(0, 0).unwrap();
    let check = &done.checks[0];
    assert_eq!(check.kind, Kind::CollectiveCount);
    let message = "process 0 calls `gather` with n elements where process 1 used 2 elements";
    assert_eq!(check.message, message);
    let two = world.store.int(2);
    assert_eq!(check.goal, world.store.eq(n, two));
}
