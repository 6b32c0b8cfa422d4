//! When collective operations let a process go, and what it takes along.

use super::*;

const NO_MOVES: [(u32, bool, bool); 0] = [];

#[test]
fn a_barrier_waits_for_all() {
    let mut world = World::new(3);
    let before = {
        world.post(0, "barrier", &[]);
        world.post(2, "barrier", &[]);
        assert_eq!(world.moves(0), NO_MOVES);
        world.shared.clone()
    };
    world.post(1, "barrier", &[]);
    for process in [2, 0] {
        assert_eq!(world.moves(process), [SYNC]);
        world.complete(process, 0);
    }
    // The others are already in the next one.
    world.post(0, "barrier", &[]);
    assert_eq!(world.moves(0), NO_MOVES);
    assert_eq!(world.moves(1), [SYNC]);
    world.complete(1, 0);
    world.post(2, "barrier", &[]);
    assert_eq!(world.shared.collectives, before.collectives);
}

#[test]
fn a_broadcast_needs_only_its_root() {
    let mut world = World::new(3);
    let bcast = |world: &mut World, process, value| {
        let out = world.holding(I64, value);
        world.post(process, "bcast", &[out, rank(1)]);
    };
    bcast(&mut world, 0, 0);
    assert_eq!(world.moves(0), NO_MOVES);
    bcast(&mut world, 1, 5);
    assert_eq!(world.moves(0), [EAGER]);
    assert_eq!(world.moves(1), [EAGER]);
    assert_eq!(world.complete(1, 0), "");
    assert_eq!(world.complete(0, 0), "v0 = 5");
    // Both are gone, what the root gave is still there.
    bcast(&mut world, 2, 0);
    assert_eq!(world.moves(2), [SYNC]);
    assert_eq!(world.complete(2, 0), "v0 = 5");
    assert!(world.shared.collectives.is_empty());
}

#[test]
fn broadcast_sequences() {
    let mut world = World::new(2);
    let out = world.outs(2);
    world.post(0, "bcast", &[out.clone(), rank(0)]);
    world.post(1, "bcast", &[out, rank(0)]);
    assert_eq!(world.complete(1, 0), "v0 = [0, 0]");
}

#[test]
fn a_gather_keeps_only_its_root() {
    let mut world = World::new(3);
    let gather = |world: &mut World, process: usize| {
        let (value, out) = (world.int(10 + process as i64), world.outs(3));
        world.post(process, "gather", &[value, out, rank(0)]);
    };
    gather(&mut world, 0);
    gather(&mut world, 1);
    assert_eq!(world.moves(0), NO_MOVES);
    assert_eq!(world.moves(1), [EAGER]);
    assert_eq!(world.complete(1, 0), "");
    gather(&mut world, 2);
    assert_eq!(world.moves(0), [SYNC]);
    let all = "v0[0] = 10; v0[1] = 11; v0[2] = 12";
    assert_eq!(world.complete(0, 0), all);
    assert_eq!(world.moves(2), [SYNC]);
    world.complete(2, 0);
    assert!(world.shared.collectives.is_empty());
}

#[test]
fn gathered_blocks_lie_in_the_order_of_ranks() {
    let mut world = World::new(2);
    let (a, b, out) = (world.ints(&[1, 2]), world.ints(&[3, 4]), world.slice(7, 5));
    world.post(0, "allgather", &[a, out.clone()]);
    assert_eq!(world.moves(0), NO_MOVES);
    world.post(1, "allgather", &[b, out]);
    let done = world.try_complete(0, 0).unwrap();
    assert_eq!(world.effect(&done), "v0[7;2] = [1, 2]; v0[9;2] = [3, 4]");
    let text = done.events[0].text.show(&world.store);
    assert_eq!(text, "allgather [1, 2] -> [1, 2], [3, 4]");
}

#[test]
fn a_gather_needs_room() {
    let mut world = World::new(2);
    let (value, out) = (world.int(1), world.outs(1));
    world.post(0, "allgather", &[value.clone(), out.clone()]);
    world.post(1, "allgather", &[value, out]);
    let message = "process 0 has room for 1 element in `allgather`, but gets 2 elements";
    assert_eq!(
        world.complete_fault(0, 0),
        (Kind::CollectiveCount, message.into())
    );
}

#[test]
fn symbolic_blocks_are_gathered() {
    let mut world = World::new(2);
    let n = world.symbol("n");
    let (value, out) = (world.filled(1, n), world.outs(9));
    world.post(0, "gather", &[value.clone(), out.clone(), rank(0)]);
    world.post(1, "gather", &[value, out, rank(0)]);
    let done = world.try_complete(0, 0).unwrap();
    assert_eq!(done.checks.len(), 1, "the room");
    let places: Vec<_> = done.writes.iter().map(|w| world.place(w.0)).collect();
    assert_eq!(places, ["v0[0;n]", "v0[n;n]"]);
}

#[test]
fn a_scatter_deals_out_the_roots_blocks() {
    let mut world = World::new(2);
    let (all, none) = (world.ints(&[1, 2, 3, 4]), world.ints(&[]));
    let out = world.outs(2);
    world.post(0, "scatter", &[none, out.clone(), rank(1)]);
    assert_eq!(world.moves(0), NO_MOVES);
    world.post(1, "scatter", &[all, out, rank(1)]);
    assert_eq!(world.moves(0), [SYNC]);
    assert_eq!(world.complete(0, 0), "v0 = [1, 2]");
    let done = world.try_complete(1, 0).unwrap();
    assert_eq!(world.effect(&done), "v0 = [3, 4]");
    let text = done.events[0].text.show(&world.store);
    assert_eq!(text, "scatter -> [3, 4] (root 1)");
}

#[test]
fn a_scatter_leaves_nothing_over() {
    let mut world = World::new(2);
    let (all, out) = (world.ints(&[1, 2, 3]), world.out(I64));
    world.post(0, "scatter", &[all, out, rank(0)]);
    assert_eq!(world.moves(0), [EAGER]);
    let message = "process 0 scatters 3 elements to 2 processes, but process 0 takes 1 element";
    assert_eq!(
        world.complete_fault(0, 0),
        (Kind::CollectiveCount, message.into())
    );
}

#[test]
fn alltoall_transposes() {
    let mut world = World::new(2);
    let (a, b) = (world.ints(&[1, 2]), world.ints(&[3, 4]));
    let out = world.outs(2);
    world.post(0, "alltoall", &[a, out.clone()]);
    assert_eq!(world.moves(0), NO_MOVES);
    world.post(1, "alltoall", &[b, out]);
    assert_eq!(world.complete(0, 0), "v0[0;1] = [1]; v0[1;1] = [3]");
    assert_eq!(world.complete(1, 0), "v0[0;1] = [2]; v0[1;1] = [4]");
}

#[test]
fn alltoall_deals_equal_blocks() {
    let mut world = World::new(2);
    let (a, out) = (world.ints(&[1, 2, 3]), world.outs(3));
    world.post(0, "alltoall", &[a.clone(), out.clone()]);
    world.post(1, "alltoall", &[a, out]);
    let message = "`alltoall` cannot deal 3 elements out to 2 processes in equal blocks";
    assert_eq!(
        world.complete_fault(0, 0),
        (Kind::CollectiveCount, message.into())
    );
}

#[test]
fn data_stays_while_someone_needs_it() {
    // A scan: process 1 needs what process 0 gave, process 2 needs both.
    let mut world = World::new(3);
    for process in 0..2 {
        let (value, out) = (world.int(process as i64 + 1), world.out(I64));
        world.post(process, "scan", &[value, out, rank(0)]);
        assert_eq!(world.moves(process), [EAGER]);
    }
    assert_eq!(world.complete(0, 0), "v0 = 1");
    assert_eq!(world.complete(1, 0), "v0 = 3");
    let (value, out) = (world.int(3), world.out(I64));
    world.post(2, "scan", &[value, out, rank(0)]);
    assert_eq!(world.moves(2), [SYNC]);
    assert_eq!(world.complete(2, 0), "v0 = 6");
    assert!(world.shared.collectives.is_empty());
}

#[test]
fn data_goes_when_nobody_needs_it() {
    // When the root has left a reduction, what was reduced is forgotten.
    let rest = |value: i64| {
        let mut world = World::new(3);
        // The same ids for the same values in both worlds, so that the two can be compared.
        let _ = [0, 4, 5].map(|v| world.int(v));
        for process in 0..3 {
            let given = if process == 1 { 0 } else { value };
            let (given, out) = (world.int(given), world.out(I64));
            world.post(process, "reduce", &[given, out, rank(0), rank(0)]);
        }
        world.complete(2, 0);
        let before = world.shared.clone();
        world.complete(0, 0);
        (before, world.shared)
    };
    let (four, five) = (rest(4), rest(5));
    assert_ne!(four.0, five.0);
    assert_eq!(four.1, five.1);
}
