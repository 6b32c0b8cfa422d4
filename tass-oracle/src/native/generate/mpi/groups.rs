//! Communicators of one process, which is the only one in each of them.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// Ways to make a communicator: rules, and the call.
const MADE: &[(&str, &str)] = &[
    ("operation dup, operation free", "dup()"),
    ("operation dup, operation free", "dup(comm = SELF)"),
    ("operation split, operation free", "split(color = 0)"),
    (
        "operation split, operation free",
        "split(color = 3, key = -1, comm = WORLD)",
    ),
    (
        "operation cart_create, operation free",
        "cart_create(dims = &[1], periodic = &[true])",
    ),
];

/// What is done in it: of what is given and a place, or of a place only. And what rustc runs.
const BOTH: &[(&str, &str)] = &[
    (
        "mpi!(sendrecv(&out, to = 0, &mut $, from = 0, comm = c));",
        "sendrecv(out, &mut $, 0);",
    ),
    (
        "let mut q = mpi!(isend(&out, to = 0, comm = c)); \
         mpi!(recv(&mut $, from = ANY, tag = ANY, comm = c)); mpi!(wait(&mut q));",
        "sendrecv(out, &mut $, 0);",
    ),
];

impl Gen {
    /// A message to itself, in a communicator of its own.
    pub(super) fn group(&mut self) -> Vec<Node> {
        if self.rng.chance(30) {
            return self.grid();
        }
        let Some((from, to, _)) = self.buffers(&Ty::is_copy) else {
            return Vec::new();
        };
        let (rules, make) = *self.rng.pick(MADE);
        let (text, native) = *self.rng.pick(BOTH);
        let asked = match self.rng.chance(30) {
            true => "assert!(mpi!(rank(comm = c)) == 0 && mpi!(size(comm = c)) == 1);",
            false => "",
        };
        let text = format!(
            "{{ let out = $; let mut c = mpi!({make}); {asked} {text} mpi!(free(&mut c)); }}"
        );
        let native = format!("{{ let out = outgoing(&$, 0); {native} }}");
        vec![Node::new(rules, Ty::Unit, text, vec![from, to]).native(native)]
    }

    /// A grid of one process: along a ring it finds itself, along an open line nobody.
    fn grid(&mut self) -> Vec<Node> {
        let Some((place, _)) = self.place_of(true, &Ty::is_copy) else {
            return Vec::new();
        };
        let (dimension, displacement) = (self.rng.below(2), self.rng.between(-2, 2));
        let text = format!(
            "{{ let mut c = mpi!(cart_create(dims = &[1, 1], periodic = &[false, true])); \
             let at = mpi!(cart_coords(rank = 0, comm = c)); \
             let (from, to) = mpi!(cart_shift(dimension = {dimension}, displacement = \
             {displacement}, comm = c)); assert!(at[1] == 0 && from == to); \
             mpi!(sendrecv_replace(&mut $, to = to, from = from, comm = c)); \
             mpi!(free(&mut c)); }}"
        );
        let rules = "operation cart_create, operation cart_coords, operation cart_shift";
        let node = Node::new(rules, Ty::Unit, text, vec![place]);
        vec![node.native("{ _ = &mut $; }")]
    }
}
