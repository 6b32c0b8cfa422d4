//! What the engine sees of the expressions that the model keeps, and what it rewrites.

use super::*;

impl World {
    /// A sequence of which nothing is known.
    fn unknown(&mut self) -> Operand {
        Operand::In(Data {
            value: self.symbol("value"),
            elem: I64,
            len: Some(self.symbol("len")),
        })
    }

    /// Somewhere to put one.
    fn somewhere(&mut self) -> Operand {
        Operand::Out {
            place: self.symbol("place"),
            elem: I64,
            room: Some(self.symbol("room")),
            current: self.symbol("current"),
        }
    }

    /// Visits, rewrites everything to something new, and visits again: how many expressions there
    /// are, after all three have agreed on what they are.
    fn renewed(&mut self) -> (usize, Vec<usize>) {
        let store = &mut self.store;
        let (mut given, mut got) = (Vec::new(), Vec::new());
        let mut renew = |e| {
            given.push(e);
            got.push(store.new_symbol("new", Sort::Int));
            got[got.len() - 1]
        };
        let mut visited = Vec::new();
        Mpi.visit_shared(&self.shared, &mut |e| visited.push(e));
        Mpi.map_shared(&mut self.shared, &mut renew);
        let shared = visited.len();
        let mut counts = Vec::new();
        for pending in self.pending.iter_mut().flatten() {
            let before = visited.len();
            Mpi.visit_pending(pending, &mut |e| visited.push(e));
            Mpi.map_pending(pending, &mut renew);
            counts.push(visited.len() - before);
        }
        assert_eq!(visited, given);
        let mut again = Vec::new();
        Mpi.visit_shared(&self.shared, &mut |e| again.push(e));
        for pending in self.pending.iter().flatten() {
            Mpi.visit_pending(pending, &mut |e| again.push(e));
        }
        assert_eq!(again, got);
        (shared, counts)
    }
}

#[test]
fn messages_and_those_who_wait_for_them() {
    let mut world = World::new(3);
    let (first, second) = (world.unknown(), world.unknown());
    world.post(0, "send", &[first, rank(1)]);
    world.complete(0, 0);
    world.post(0, "send", &[second, rank(1)]);
    let into = world.somewhere();
    world.post(1, "recv", &[into, rank(2), rank(0)]);
    let (third, into) = (world.unknown(), world.somewhere());
    world.post(2, "sendrecv", &[third, rank(0), into, rank(0)]);
    // Value and length of three messages; place and room of two.
    assert_eq!(world.renewed(), (6, vec![0, 2, 2]));
}

#[test]
fn what_a_sendrecv_has_received() {
    let mut world = World::new(2);
    for (me, other) in [(0, 1), (1, 0)] {
        let (value, out) = (world.int(me), world.out(I64));
        let args = [value, rank(other), out, rank(other)];
        world.post(usize::from(me == 1), "sendrecv", &args);
    }
    world.complete(0, 1);
    // The message of process 0; what it writes when that is taken, and its status; where to.
    assert_eq!(world.renewed(), (1, vec![3, 1]));
}

#[test]
fn collectives() {
    let mut world = World::new(3);
    for process in 0..2 {
        let (value, into) = (world.unknown(), world.somewhere());
        world.post(process, "allgather", &[value, into]);
    }
    // Value, length and the length that all agree on; place and room.
    assert_eq!(world.renewed(), (6, vec![2, 2]));
}
