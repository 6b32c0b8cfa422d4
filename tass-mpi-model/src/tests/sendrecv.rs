//! A send and a receive at once.

use super::*;

fn exchange(world: &mut World, me: usize, value: i64, to: Operand, from: Operand) {
    let (value, out) = (world.int(value), world.out(I64));
    world.post(me, "sendrecv", &[value, to, out, from]);
}

#[test]
fn two_processes_swap_without_any_buffer() {
    let mut world = World::new(2);
    exchange(&mut world, 0, 10, rank(1), rank(1));
    assert_eq!(world.moves(0), []);
    exchange(&mut world, 1, 11, rank(0), rank(0));
    // The first has received, but its own message is still there.
    assert_eq!(world.moves(0), [(1, true, false)]);
    assert_eq!(world.complete(0, 1), "");
    assert_eq!(world.moves(0), [EAGER]);
    assert_eq!(world.complete(1, 0), "v0 = 10; -> (0, 0, 1)");
    assert!(world.pending[1].is_none(), "its message was taken before");
    assert_eq!(world.moves(0), [SYNC]);
    assert_eq!(world.complete(0, 0), "v0 = 11; -> (1, 0, 1)");
    assert!(world.pending[0].is_none());
}

#[test]
fn with_itself() {
    let mut world = World::new(1);
    exchange(&mut world, 0, 10, rank(0), ANY);
    assert_eq!(world.moves(0), [(0, true, true)]);
    assert_eq!(world.complete(0, 0), "v0 = 10; -> (0, 0, 1)");
    assert!(world.pending[0].is_none());
    assert_eq!(world.leftovers(), []);
}

#[test]
fn at_the_ends_of_a_line() {
    let mut world = World::new(2);
    exchange(&mut world, 0, 10, rank(1), NULL);
    exchange(&mut world, 1, 11, NULL, rank(0));
    assert_eq!(world.complete(0, 0), "");
    assert_eq!(world.moves(0), [EAGER]);
    assert_eq!(world.complete(1, 0), "v0 = 10; -> (0, 0, 1)");
    assert!(world.pending[1].is_none());
    let status = "-> (18446744073709551615, 18446744073709551614, 0)";
    assert_eq!(world.complete(0, 0), status);
}

#[test]
fn what_waits_is_mapped_too() {
    let mut world = World::new(2);
    exchange(&mut world, 0, 10, rank(1), rank(1));
    exchange(&mut world, 1, 11, rank(0), rank(0));
    world.complete(0, 1);
    let (eleven, twelve) = (world.store.int(11), world.store.int(12));
    let mut f = |e| if e == eleven { twelve } else { e };
    Mpi.map_pending(world.pending[0].as_mut().unwrap(), &mut f);
    assert_eq!(world.complete(0, 0), "v0 = 12; -> (1, 0, 1)");
}

#[test]
fn one_buffer_is_sent_and_replaced() {
    let mut world = World::new(2);
    for (me, value) in [(0, 10), (1, 11)] {
        let buffer = world.holding(I64, value);
        let other = || rank(1 - me as i64);
        world.post(me, "sendrecv_replace", &[buffer, other(), other()]);
    }
    assert_eq!(world.complete(0, 1), "");
    assert_eq!(world.complete(1, 0), "v0 = 10; -> (0, 0, 1)");
    assert_eq!(world.complete(0, 0), "v0 = 11; -> (1, 0, 1)");
}
