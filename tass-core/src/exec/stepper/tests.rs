//! Single steps, with the toy model's mailbox: what a step comes to, what it leaves out, and that
//! it does what its mode says and nothing that others are told.

use std::sync::Arc;

use crate::exec::{Engine, Findings, Loops, Mode, Observer, Step, Tracer, Transition, What};
use crate::lower::lower;
use crate::options::Options;
use crate::report::Kind;
use crate::sides::Sides;
use crate::state::{State, Status};
use crate::toy::mailbox::Mailbox;
use crate::toy::source;

/// Two processes about to start.
struct Scene {
    engine: Engine<'static, Mailbox>,
    mode: Mode,
    findings: Findings,
    state: State,
}

const FIRST: Transition = Transition {
    process: 0,
    choice: None,
};

impl Scene {
    fn of(text: &str) -> Scene {
        let function = source::parse(text);
        let options = Options::default();
        let sides = Sides {
            nprocs: 2,
            spec_nprocs: 0,
        };
        let program = lower(&function, &Mailbox).expect("the tests' own text");
        let mut engine = Engine::new(&Mailbox, Arc::new(program), sides, &options);
        let (inputs, _) = engine.inputs(&function);
        let pc = engine.prover.top();
        let state = engine.initial(pc, &inputs);
        Scene {
            engine,
            mode: Mode::of(&options, Loops::Induction),
            findings: Findings::default(),
            state,
        }
    }

    fn step(&mut self) -> Step {
        let nobody = Observer::nobody();
        let stepper = self.engine.stepper(self.mode, &mut self.findings, nobody);
        stepper.step(&self.state, FIRST)
    }

    /// The status of process 0 in the states that a step leads to.
    fn ends(&self, step: &Step) -> Vec<&'static str> {
        let status = |state: &State| match self.engine.states.proc(state.procs[0]).status {
            Status::Waiting(_) => "waits",
            Status::Done => "has ended",
            Status::Crashed => "goes no further",
            Status::Start | Status::Ready => "can go on",
        };
        step.outcomes.iter().map(|o| status(&o.state)).collect()
    }
}

#[test]
fn local_code_up_to_the_next_operation_is_one_step() {
    let mut scene = Scene::of(
        "
fn two(n: i64) {
    let mut x = n;
    x = x + 1;
    put(letter = x);
    x = x + 1;
}
",
    );
    let step = scene.step();
    assert_eq!(scene.ends(&step), ["waits"]);
    assert_eq!((step.ways, step.cut.is_empty()), (1, true));
    // Nobody else has moved.
    assert_eq!(step.outcomes[0].state.procs[1], scene.state.procs[1]);
}

#[test]
fn inputs_that_decide_open_ways() {
    let mut scene = Scene::of(
        "
fn either(n: i64) {
    if n < 0 {
        put(letter = n);
    }
}
",
    );
    let step = scene.step();
    assert_eq!(scene.ends(&step), ["waits", "has ended"]);
    let pcs: Vec<_> = step.outcomes.iter().map(|o| o.state.pc).collect();
    assert!(pcs[0] != pcs[1] && !pcs.contains(&scene.state.pc));
    // Where not all ways are followed, it is said.
    scene.mode.most_ways = Some(1);
    let step = scene.step();
    assert!(step.cut.gave_up);
    assert_eq!(step.outcomes.len(), 0);
}

const ASSUMES: &str = "
fn assumes(n: i64) {
    assume!(n < 5);
    put(letter = n);
}
";

#[test]
fn what_an_assumption_excludes_is_left_out() {
    let mut scene = Scene::of(ASSUMES);
    let step = scene.step();
    assert_eq!(scene.ends(&step), ["waits"]);
    assert_eq!(step.cut.assumptions.len(), 1);
    assert!(!step.cut.gave_up && !step.cut.assumptions[0].seen);
    assert!(scene.findings.dead_assumption.is_none());
    // From there it holds, and nothing more is left out.
    let pc = step.outcomes[0].state.pc;
    scene.state.pc = pc;
    assert!(scene.step().cut.is_empty());
}

#[test]
fn an_assumption_that_holds_for_none_ends_the_way() {
    let mut scene = Scene::of(&ASSUMES.replace("n < 5", "n < n"));
    let step = scene.step();
    assert_eq!(step.outcomes.len(), 0);
    assert!(scene.findings.dead_assumption.is_some());
}

const ASSERTS: &str = "
fn asserts(n: i64) {
    assert!(n < 5);
    put(letter = n);
}
";

#[test]
fn a_failure_ends_the_way_unless_all_are_wanted() {
    let mut scene = Scene::of(ASSERTS);
    let kinds = |step: &Step| -> Vec<Option<Kind>> {
        let failures = step.outcomes.iter().map(|o| o.failure.as_ref());
        failures.map(|failure| failure.map(|f| f.kind)).collect()
    };
    let step = scene.step();
    assert_eq!(kinds(&step), [Some(Kind::Assertion)]);
    assert_eq!(scene.ends(&step), ["goes no further"]);
    scene.mode.all_violations = true;
    let step = scene.step();
    assert_eq!(kinds(&step), [None, Some(Kind::Assertion)]);
    assert_eq!(scene.ends(&step), ["waits", "goes no further"]);
    assert!(scene.findings.undecided.is_empty());
}

#[test]
fn who_is_watched_does_the_same() {
    let mut scene = Scene::of(ASSUMES);
    // What must not depend on symbols in a replay does not.
    let unwatched = scene.step();
    let mut tracer = Tracer::default();
    let mut findings = Findings::default();
    let observer = Observer::of(&mut tracer);
    let stepper = scene.engine.stepper(scene.mode, &mut findings, observer);
    let watched = stepper.step(&scene.state, FIRST);
    let states =
        |step: &Step| -> Vec<State> { step.outcomes.iter().map(|o| o.state.clone()).collect() };
    assert_eq!(states(&unwatched), states(&watched));
    let assumes = |events: &[crate::exec::Event]| {
        let events = events.iter();
        events.filter(|e| matches!(e.what, What::Assume)).count()
    };
    assert_eq!(assumes(&tracer.events), 1);
}

#[test]
fn findings_are_those_of_whoever_explores() {
    let mut scene = Scene::of(ASSERTS);
    let mut detour = Findings::default();
    let nobody = Observer::nobody();
    let stepper = scene.engine.stepper(scene.mode, &mut detour, nobody);
    stepper.step(&scene.state, FIRST);
    assert_eq!(detour.met.asserts.len(), 1);
    assert_eq!(scene.findings.met.asserts.len(), 0);
}
