//! What reports say of blocked processes.

use super::*;

fn send(world: &mut World, op: &str, from: usize, to: i64, tag: i64) {
    let value = world.int(3);
    world.post(from, op, &[value, rank(to), rank(tag)]);
}

fn recv(world: &mut World, to: usize, from: Operand, tag: Operand) {
    let out = world.out(I64);
    world.post(to, "recv", &[out, from, tag]);
}

fn pair(operation: &str, waits_for: &str) -> (String, String) {
    (operation.into(), waits_for.into())
}

#[test]
fn sends() {
    let mut world = World::new(2);
    send(&mut world, "send", 0, 1, 4);
    let words = pair("send(to = 1, tag = 4)", "process 1 to receive it");
    assert_eq!(world.describe(0), words);
    let value = world.int(3);
    let event = world
        .try_post(1, "ssend", &[value, rank(0)])
        .unwrap()
        .unwrap();
    assert_eq!(event.text.show(&world.store), "ssend 3 to 0");
    let words = pair("ssend(to = 0, tag = 0)", "process 0 to receive it");
    assert_eq!(world.describe(1), words);
}

#[test]
fn receives() {
    let mut world = World::new(3);
    recv(&mut world, 1, rank(0), rank(0));
    let words = pair(
        "recv(from = 0, tag = 0)",
        "a message from process 0 with tag 0",
    );
    assert_eq!(world.describe(1), words);
    send(&mut world, "send", 0, 1, 1);
    let words = "a message from process 0 with tag 0; \
                 a message with tag 1 from process 0 is there, but does not match";
    assert_eq!(world.describe(1).1, words);
    send(&mut world, "send", 2, 1, 0);
    let words = "a message from process 0 with tag 0; a message with tag 1 from process 0, \
                 a message with tag 0 from process 2 are there, but do not match";
    assert_eq!(world.describe(1).1, words);
    recv(&mut world, 0, ANY, ANY);
    let words = pair("recv(from = ANY, tag = ANY)", "a message from any process");
    assert_eq!(world.describe(0), words);
}

#[test]
fn exchanges() {
    let mut world = World::new(2);
    let (value, out) = (world.int(3), world.out(I64));
    world.post(0, "sendrecv", &[value, rank(1), out, rank(1)]);
    let words = "a message from process 1 with tag 0";
    assert_eq!(world.describe(0), pair("sendrecv(to = 1, from = 1)", words));
    send(&mut world, "send", 1, 0, 0);
    world.complete(0, 1);
    let words = "process 1 to receive its message";
    assert_eq!(world.describe(0), pair("sendrecv(to = 1, tag = 0)", words));
}

#[test]
fn collectives() {
    let mut world = World::new(4);
    world.post(0, "barrier", &[]);
    world.post(1, "barrier", &[]);
    let words = pair("barrier", "processes 2, 3 to call barrier");
    assert_eq!(world.describe(0), words);

    let mut world = World::new(3);
    let (value, out) = (world.int(1), world.out(I64));
    world.post(1, "bcast", &[out.clone(), rank(0)]);
    let words = pair("bcast(root = 0)", "process 0, the root, to call bcast");
    assert_eq!(world.describe(1), words);
    world.post(0, "bcast", &[out.clone(), rank(0)]);
    let words = "process 2 to call bcast, if MPI synchronises here";
    assert_eq!(world.describe(1).1, words);

    let mut world = World::new(2);
    world.post(1, "reduce", &[value, out, rank(0), rank(1)]);
    let words = pair("reduce(op = SUM, root = 1)", "process 0 to call reduce");
    assert_eq!(world.describe(1), words);
}

#[test]
fn advice() {
    let mut world = World::new(2);
    send(&mut world, "send", 0, 1, 0);
    assert_eq!(world.advise(), None, "the other one has ended");
    send(&mut world, "send", 1, 0, 0);
    let words = "every process sends before it receives: \
                 use `sendrecv`, or let odd ranks receive first";
    assert_eq!(world.advise().as_deref(), Some(words));

    let mut world = World::new(2);
    recv(&mut world, 0, rank(1), rank(0));
    recv(&mut world, 1, rank(0), rank(0));
    let words = "every process receives before anyone sends: \
                 let one of them send first, or use `sendrecv`";
    assert_eq!(world.advise().as_deref(), Some(words));

    let mut world = World::new(2);
    send(&mut world, "send", 0, 1, 0);
    world.complete(0, 0);
    recv(&mut world, 1, rank(0), rank(1));
    let words = "process 0 sends with tag 0, process 1 receives with tag 1: \
                 use the same tag, or receive in the order of the sends";
    assert_eq!(world.advise().as_deref(), Some(words));

    let mut world = World::new(1);
    send(&mut world, "ssend", 0, 0, 0);
    let words = "process 0 sends to itself before it receives: use `sendrecv`";
    assert_eq!(world.advise().as_deref(), Some(words));

    let mut world = World::new(2);
    world.post(0, "barrier", &[]);
    recv(&mut world, 1, rank(0), rank(0));
    assert_eq!(world.advise(), None);
}
