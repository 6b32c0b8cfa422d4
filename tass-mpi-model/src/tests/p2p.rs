//! Matching, buffering, and what is received.

use super::*;

/// `send` of a value to a process.
fn send(world: &mut World, from: usize, value: i64, to: i64, tag: i64) {
    let value = world.int(value);
    world.post(from, "send", &[value, rank(to), rank(tag)]);
}

/// The library keeps the message of a standard send.
fn send_on(world: &mut World, from: usize, value: i64, to: i64, tag: i64) {
    send(world, from, value, to, tag);
    assert_eq!(world.moves(from), [EAGER]);
    world.complete(from, 0);
}

fn recv(world: &mut World, to: usize, from: Operand, tag: Operand) {
    let out = world.out(I64);
    world.post(to, "recv", &[out, from, tag]);
}

#[test]
fn a_send_goes_on_when_it_is_buffered_or_received() {
    let mut world = World::new(2);
    let before = world.shared.clone();
    send(&mut world, 0, 3, 1, 0);
    assert_eq!(world.moves(0), [EAGER]);
    recv(&mut world, 1, rank(0), rank(0));
    assert_eq!(world.moves(1), [SYNC]);
    assert_eq!(world.complete(1, 0), "v0 = 3; -> (0, 0, 1)");
    assert_eq!(world.moves(0), [SYNC]);
    assert_eq!(world.complete(0, 0), "");
    assert_eq!(world.shared.messages().count(), 0);
    assert_ne!(world.shared, before, "both have communicated");
}

#[test]
fn equal_situations_are_equal_states() {
    let mut world = World::new(2);
    let mut states = Vec::new();
    for _ in 0..2 {
        send_on(&mut world, 0, 3, 1, 0);
        recv(&mut world, 1, rank(0), rank(0));
        world.complete(1, 0);
        states.push(world.shared.clone());
    }
    assert_eq!(states[0], states[1]);
    // Whether the message was kept or taken from the sender's hands.
    send(&mut world, 0, 3, 1, 0);
    recv(&mut world, 1, rank(0), rank(0));
    world.complete(1, 0);
    world.complete(0, 0);
    assert_eq!(states[0], world.shared);
}

#[test]
fn an_ssend_waits_for_its_receive() {
    let mut world = World::new(2);
    let value = world.int(3);
    world.post(0, "ssend", &[value, rank(1)]);
    assert_eq!(world.moves(0), []);
    recv(&mut world, 1, ANY, rank(0));
    world.complete(1, 0);
    assert_eq!(world.moves(0), [SYNC]);
}

#[test]
fn messages_do_not_overtake() {
    let mut world = World::new(2);
    for value in [3, 4] {
        send_on(&mut world, 0, value, 1, 7);
    }
    recv(&mut world, 1, rank(0), ANY);
    assert_eq!(world.complete(1, 0), "v0 = 3; -> (0, 7, 1)");
    recv(&mut world, 1, ANY, rank(7));
    assert_eq!(world.complete(1, 0), "v0 = 4; -> (0, 7, 1)");
}

#[test]
fn a_tag_passes_over_other_tags() {
    let mut world = World::new(2);
    for tag in [1, 2, 2] {
        send_on(&mut world, 0, 10 + tag, 1, tag);
    }
    recv(&mut world, 1, rank(0), rank(3));
    assert_eq!(world.moves(1), []);
    recv(&mut world, 1, rank(0), rank(2));
    let done = world.try_complete(1, 0).unwrap();
    assert_eq!(world.effect(&done), "v0 = 12; -> (0, 2, 1)");
    let event = &done.events[0];
    assert_eq!(event.text.show(&world.store), "recv 12 from 0 (tag 2)");
    assert_eq!(event.message.unwrap().position, 1);
}

#[test]
fn a_buffered_message_before_leaves_the_own_one_alone() {
    let mut world = World::new(2);
    send_on(&mut world, 0, 3, 1, 0);
    let value = world.int(4);
    world.post(0, "ssend", &[value, rank(1)]);
    recv(&mut world, 1, rank(0), rank(0));
    assert_eq!(world.complete(1, 0), "v0 = 3; -> (0, 0, 1)");
    assert_eq!(world.moves(0), []);
}

#[test]
fn a_wildcard_has_a_move_for_each_source() {
    let mut world = World::new(4);
    recv(&mut world, 0, ANY, rank(0));
    assert_eq!(world.moves(0), []);
    send(&mut world, 3, 33, 0, 0);
    assert_eq!(world.moves(0), [(3, true, true)]);
    send(&mut world, 1, 11, 0, 0);
    send(&mut world, 2, 22, 0, 5);
    assert_eq!(world.moves(0), [(1, true, true), (3, true, true)]);
    assert_eq!(world.complete(0, 3), "v0 = 33; -> (3, 0, 1)");
    assert_eq!(world.moves(3), [SYNC]);
    assert_eq!(world.moves(1), [EAGER]);
}

#[test]
fn nobody_is_a_partner_that_is_always_ready() {
    let mut world = World::new(1);
    let (value, out) = (world.int(3), world.out(I64));
    let event = world.try_post(0, "send", &[value, NULL]).unwrap().unwrap();
    assert_eq!(event.text.show(&world.store), "send 3 to PROC_NULL");
    assert_eq!((world.pending[0].is_none(), event.message), (true, None));
    world.post(0, "recv", &[out, NULL]);
    assert_eq!(world.moves(0), [SYNC]);
    let status = "-> (18446744073709551615, 18446744073709551614, 0)";
    assert_eq!(world.complete(0, 0), status);
    assert_eq!(world.leftovers(), []);
}

#[test]
fn sequences_go_where_they_fit() {
    let mut world = World::new(2);
    let mut exchange = |data: fn(&mut World) -> Operand, out: fn(&mut World) -> Operand| {
        let (data, out) = (data(&mut world), out(&mut world));
        world.post(0, "send", &[data, rank(1)]);
        world.post(1, "recv", &[out, rank(0)]);
        world.complete(1, 0)
    };
    let two = |w: &mut World| w.ints(&[5, 6]);
    let status = |n| format!("-> (0, 0, {n})");
    assert_eq!(
        exchange(two, |w| w.outs(2)),
        format!("v0 = [5, 6]; {}", status(2))
    );
    assert_eq!(
        exchange(two, |w| w.outs(3)),
        format!("v0[0;2] = [5, 6]; {}", status(2))
    );
    assert_eq!(
        exchange(two, |w| w.slice(4, 3)),
        format!("v0[4;2] = [5, 6]; {}", status(2))
    );
    assert_eq!(
        exchange(|w| w.int(9), |w| w.outs(3)),
        format!("v0[0] = 9; {}", status(1))
    );
    assert_eq!(
        exchange(|w| w.int(9), |w| w.slice(4, 3)),
        format!("v0[4] = 9; {}", status(1))
    );
    assert_eq!(
        exchange(|w| w.ints(&[9]), |w| w.out(I64)),
        format!("v0 = 9; {}", status(1))
    );
    assert_eq!(exchange(|w| w.ints(&[]), |w| w.out(I64)), status(0));
}

#[test]
fn what_does_not_fit_is_a_violation() {
    let mut world = World::new(2);
    let (data, out) = (world.ints(&[1, 2, 3]), world.outs(2));
    world.post(0, "send", &[data, rank(1)]);
    world.post(1, "recv", &[out, rank(0)]);
    let message = "process 1 has room for 2 elements, but process 0 sent 3 elements";
    assert_eq!(
        world.complete_fault(1, 0),
        (Kind::Truncation, message.into())
    );
}

#[test]
fn a_symbolic_length_is_checked() {
    let mut world = World::new(2);
    let n = world.symbol("n");
    let (data, out) = (world.filled(1, n), world.outs(2));
    world.post(0, "send", &[data.clone(), rank(1)]);
    world.post(1, "recv", &[out, rank(0)]);
    let done = world.try_complete(1, 0).unwrap();
    assert_eq!(done.checks[0].kind, Kind::Truncation);
    assert_eq!(world.place(done.writes[0].0), "v0[0;n]");

    let out = world.out(I64);
    world.complete(0, 0);
    world.post(0, "send", &[data, rank(1)]);
    world.post(1, "recv", &[out, rank(0)]);
    let what = "a message of symbolic length into a single element";
    let expected = (n, what.into(), vec![Kind::Truncation]);
    assert_eq!(undecided(world.try_complete(1, 0)), expected);
}

#[test]
fn types_must_be_the_same() {
    let mut world = World::new(2);
    send(&mut world, 0, 3, 1, 0);
    let out = world.out(F64);
    world.post(1, "recv", &[out, rank(0)]);
    let message = "process 1 receives into `f64`, but process 0 sent `i64`";
    assert_eq!(
        world.complete_fault(1, 0),
        (Kind::TypeMismatch, message.into())
    );
}

#[test]
fn messages_left_behind_are_told() {
    let mut world = World::new(2);
    send_on(&mut world, 1, 3, 0, 2);
    let message = "process 0 never receives the message 3 that process 1 sent it with tag 2";
    let expected = (1, Kind::UnreceivedMessage, message.to_string());
    assert_eq!(world.leftovers(), [expected]);
}

#[test]
fn a_send_needs_a_tag_of_its_own() {
    let mut world = World::new(2);
    let value = world.int(3);
    let message = "process 0 calls `send` with the tag ANY: only a receive can leave its tag open";
    let fault = world.post_fault(0, "send", &[value.clone(), rank(1), ANY]);
    assert_eq!(fault, (Kind::InvalidTag, message.into()));
    let out = world.out(I64);
    let args = [value, NULL, out, rank(1), ANY, rank(0)];
    assert_eq!(world.post_fault(0, "sendrecv", &args).0, Kind::InvalidTag);
}

#[test]
fn expressions_are_mapped_everywhere() {
    let mut world = World::new(2);
    send(&mut world, 0, 3, 1, 0);
    let (three, four) = (world.store.int(3), world.store.int(4));
    let mut f = |e| if e == three { four } else { e };
    Mpi.map_shared(&mut world.shared, &mut f);
    recv(&mut world, 1, rank(0), rank(0));
    assert_eq!(world.complete(1, 0), "v0 = 4; -> (0, 0, 1)");
}
