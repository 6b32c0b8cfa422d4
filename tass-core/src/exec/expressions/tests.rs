//! A state with a symbol of its own in every place that can hold an expression, and the toy model's
//! messages.

use std::collections::BTreeSet;

use super::*;
use crate::comm::{Applied, Data, Semantics as _};
use crate::exec::Notes;
use crate::prover::{Prover, ProverOptions};
use crate::state::{
    Arrival, Collective, Definition, Frame, Induction, Lock, Proc, ProcId, Record, Status,
};
use crate::symbolic::Sort;
use crate::toy::mailbox::{Letter, Mailbox, Waiting};
use tass_syntax::tree::{IntTy, Type};

/// Where the state is built.
struct Place {
    store: Store,
    states: States<Mailbox>,
    /// Every expression, and every shape, that was put into the state.
    made: Seen,
}

/// Process 0 of two is under work; the third is the specification's.
const SIDES: Sides = Sides {
    nprocs: 2,
    spec_nprocs: 1,
};

#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    exprs: Vec<ExprId>,
    shapes: Vec<Shape>,
}

impl Seen {
    fn names(&self, store: &Store) -> Vec<String> {
        let names = self.exprs.iter().map(|&e| store.display(e).to_string());
        names.collect()
    }

    fn sorted(mut self) -> Seen {
        self.exprs.sort_unstable();
        self.shapes.sort_by_key(|shape| format!("{shape:?}"));
        self
    }
}

impl Visitor for Seen {
    fn expr(&mut self, e: ExprId) {
        self.exprs.push(e);
    }

    fn shape(&mut self, shape: &Shape) {
        self.shapes.push(shape.clone());
    }
}

/// Puts something new in the place of everything, or leaves everything as it is.
struct Renewing<'a> {
    store: &'a mut Store,
    renews: bool,
    given: Seen,
    got: Seen,
}

impl Mapper for Renewing<'_> {
    fn expr(&mut self, e: ExprId) -> ExprId {
        self.given.exprs.push(e);
        let new = match self.renews {
            true => self.store.new_symbol("new", Sort::Int),
            false => e,
        };
        self.got.exprs.push(new);
        new
    }

    fn shape(&mut self, shape: &Shape) -> Shape {
        self.given.shapes.push(shape.clone());
        let new = match self.renews {
            true => Shape::Scalar(self.store.new_function("new", 1, Sort::Int, false)),
            false => shape.clone(),
        };
        self.got.shapes.push(new.clone());
        new
    }

    fn truth(&self) -> ExprId {
        self.store.tru()
    }
}

impl Place {
    fn symbol(&mut self, name: &str) -> ExprId {
        let symbol = self.store.new_symbol(name, Sort::Int);
        self.made.exprs.push(symbol);
        symbol
    }

    fn data(&mut self, name: &str) -> Data {
        Data {
            value: self.symbol(&format!("{name}_value")),
            elem: Type::Int(IntTy::I64),
            len: Some(self.symbol(&format!("{name}_len"))),
        }
    }

    fn lock(&mut self, name: &str) -> Lock {
        Lock {
            id: 0,
            place: self.symbol(&format!("{name}_buffer")),
            len: Some(self.symbol(&format!("{name}_len"))),
            written: true,
            active: true,
            borrowed: false,
            gone: false,
            moved: false,
            made: (0, 0),
        }
    }

    fn letter(&mut self, name: &str) -> Option<Letter> {
        let (mut shared, put) = (None, Waiting::Put(self.data(name)));
        let done = Mailbox.complete(
            &mut self.store,
            &mut shared,
            0,
            &put,
            0,
            &Applied::default(),
        );
        done.expect("there is room");
        shared
    }

    fn frame(&mut self, name: &str) -> Frame {
        Frame {
            graph: 0,
            loc: 0,
            locals: vec![self.symbol(&format!("{name}_local"))],
            dest: None,
        }
    }

    fn proc(&mut self, name: &str) -> ProcId {
        let frames = [1, 2].map(|i| self.frame(&format!("{name}_{i}")));
        let proc = Proc {
            frames: frames.map(|f| self.states.frame_id(f)).into(),
            outputs: vec![(0, self.symbol(&format!("{name}_output")))],
            status: Status::Waiting(Waiting::Take {
                into: self.symbol(&format!("{name}_into")),
                elem: Type::Int(IntTy::I64),
            }),
            locks: vec![self.lock(name)],
        };
        self.states.proc_id(proc)
    }

    fn record(&mut self, name: &str) -> Record {
        let snapshot = self.proc(name);
        let function = self.store.new_function(name, 1, Sort::Int, false);
        self.made.shapes.push(Shape::Scalar(function));
        let relation = vec![
            Definition::Symbol(
                self.symbol(&format!("{name}_symbol")),
                self.symbol(&format!("{name}_scalar")),
            ),
            Definition::Array(
                Shape::Scalar(function),
                self.symbol(&format!("{name}_array")),
            ),
        ];
        Record {
            label: 0,
            side: 0,
            group: None,
            snapshots: vec![None, Some(snapshot), None],
            enters: true,
            induction: Some(Box::new(Induction {
                writes: vec![Vec::new(); 3],
                ppc: vec![self.symbol(&format!("{name}_ppc"))],
                relation,
            })),
        }
    }

    fn work(&mut self) -> Work<Mailbox> {
        let under_work = self.proc("unused");
        // What the process under work was before is no part of the state.
        self.made = Seen::default();
        let nothing = self.states.shared_id(None);
        let other = self.letter("other");
        Work {
            pc: Prover::new(ProverOptions::default()).top(),
            process: 0,
            frames: vec![self.frame("caller"), self.frame("callee")],
            outputs: vec![(0, self.symbol("output"))],
            locks: vec![self.lock("work")],
            status: Status::Waiting(Waiting::Put(self.data("pending"))),
            shared: self.letter("letter"),
            shared_ids: [nothing, self.states.shared_id(other)],
            procs: Box::new([under_work, self.proc("second"), self.proc("spec")]),
            collective: Collective {
                stack: vec![self.record("stack")],
                queue: vec![self.record("queue")],
                base: vec![self.symbol("base")],
                arrivals: vec![Arrival {
                    label: 0,
                    process: 0,
                    depth: 1,
                    place: (0, 0),
                    count: 1,
                    head: Some(self.proc("head")),
                    writes: Vec::new(),
                }],
            },
            meaning: None,
            notes: Notes::default(),
            choice: None,
            seen: false,
            acted: false,
            turns: 0,
            circles: false,
            branches: 0,
            splits: 0,
            resumes: false,
            has_read: false,
        }
    }

    fn visited(&self, work: &Work<Mailbox>) -> Seen {
        let mut seen = Seen::default();
        work.visit(&Mailbox, &self.states, SIDES, &mut seen);
        seen
    }

    /// What was given to the mapper, and what it gave back.
    fn mapped(&mut self, work: &mut Work<Mailbox>, renews: bool) -> (Seen, Seen) {
        let mut renewing = Renewing {
            store: &mut self.store,
            renews,
            given: Seen::default(),
            got: Seen::default(),
        };
        work.map(&Mailbox, &mut self.states, SIDES, &mut renewing);
        (renewing.given, renewing.got)
    }
}

fn built() -> (Place, Work<Mailbox>) {
    let mut place = Place {
        store: Store::new(),
        states: States::default(),
        made: Seen::default(),
    };
    let work = place.work();
    (place, work)
}

#[test]
fn both_find_everything_once() {
    let (mut place, mut work) = built();
    let made = place.made.clone().sorted();
    assert_eq!(place.visited(&work).sorted(), made);
    let (given, got) = place.mapped(&mut work, true);
    assert_eq!(given.sorted(), made);
    assert_eq!(place.visited(&work).sorted(), got.clone().sorted());
    let old: BTreeSet<ExprId> = made.exprs.into_iter().collect();
    assert!(got.exprs.iter().all(|e| !old.contains(e)));
}

#[test]
fn what_stays_as_it_is_keeps_its_identity() {
    let (mut place, mut work) = built();
    let before = work.clone();
    place.mapped(&mut work, false);
    assert_eq!(work.frames, before.frames);
    assert_eq!(work.status, before.status);
    assert_eq!(work.outputs, before.outputs);
    assert_eq!(work.shared, before.shared);
    assert_eq!(work.shared_ids, before.shared_ids);
    assert_eq!(work.procs, before.procs);
    assert_eq!(work.collective, before.collective);
}

#[test]
fn what_does_not_change_stays_shared() {
    let (mut place, mut work) = built();
    let before = work.clone();
    let names = place.made.names(&place.store);
    let at = names.iter().position(|name| name == "spec_2_local");
    let local = place.made.exprs[at.expect("made above")];
    let zero = place.store.int(0);
    let mut substitution = Substitution::new();
    substitution.insert(local, zero);
    let mut replace = Replace {
        store: &mut place.store,
        substitution: &substitution,
    };
    work.map(&Mailbox, &mut place.states, SIDES, &mut replace);
    assert_eq!(work.procs[..2], before.procs[..2]);
    let [old, new] = [&before, &work].map(|w| place.states.proc(w.procs[2]));
    assert_eq!(old.frames[0], new.frames[0]);
    assert_eq!(place.states.frame(new.frames[1]).locals, [zero]);
    assert_eq!(work.collective, before.collective);
    assert_eq!(work.shared_ids, before.shared_ids);
}

/// Names of new symbols follow from the one order, and ids of expressions from the other.
#[test]
fn the_orders() {
    let (mut place, mut work) = built();
    let visited = place.visited(&work).names(&place.store);
    let (given, _) = place.mapped(&mut work, false);
    let mapped = given.names(&place.store);
    let own = "caller_local callee_local";
    let waits = "pending_value pending_len";
    let shared = "letter_value letter_len other_value other_len";
    let locks = "work_buffer work_len";
    let proc = |p| format!("{p}_1_local {p}_2_local {p}_output {p}_into {p}_buffer {p}_len");
    let (procs, snapshots) = (
        ["second", "spec"].map(proc).join(" "),
        ["stack", "queue", "head"].map(proc).join(" "),
    );
    let relation = |r| format!("{r}_symbol {r}_scalar {r}_array");
    let [stack, queue] = ["stack", "queue"].map(relation);
    let known = format!("{stack} stack_ppc {queue} queue_ppc base");
    let expected = format!("{own} output {waits} {locks} {procs} {snapshots} {shared} {known}");
    assert_eq!(visited.join(" "), expected);
    let known = format!("stack_ppc {stack} queue_ppc {queue} base");
    let expected = format!("{own} {waits} output {locks} {shared} {known} {procs} {snapshots}");
    assert_eq!(mapped.join(" "), expected);
}
