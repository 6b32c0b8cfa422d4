//! Derives the diagraph of a program, or says why the program is outside the class.

use indexmap::{IndexMap, IndexSet};

use super::bits::Bits;
use super::diagraph::{
    Diagraph, Edge, End, Failing, Formula, Guard, LocalState, Predicate, Standing,
};
use crate::comm::CommModel;
use crate::exec::{Answer, Engine, Findings, Mode, Observer, Outcome, Stepper, Transition};
use crate::graph::{Action, Loc, Membership, Term, TermKind};
use crate::prover::PcId;
use crate::report::{BuildError, Inconclusive};
use crate::state::{Frame, ProcId, State, Status};
use crate::symbolic::{ExprId, Extent};
use tass_syntax::tree::{BinOp, Function, Span};

/// Local states beyond which the variables are taken not to be finite.
const MAX_NODES: usize = 4096;

/// First choices of a process beyond which their sets are too many.
const MAX_STARTS: usize = 10;

/// Why there is no diagraph.
pub(crate) enum Outside {
    /// The model breaks a rule of the class.
    Class(Vec<BuildError>),
    /// Something could not be decided.
    Open(Inconclusive),
}

/// Derives the diagraph. The engine has one process, without a rank.
pub(crate) fn derive<C: CommModel>(
    engine: &mut Engine<'_, C>,
    mode: Mode,
    function: &Function,
) -> Result<Diagraph, Outside> {
    let errors = rules(engine, function);
    if !errors.is_empty() {
        return Err(Outside::Class(errors));
    }
    // MPI counts processes with an `int`.
    let int = Extent::Unsigned(31);
    let rank = engine.store.new_symbol_within("rank", int);
    let size = engine.store.new_symbol_within("size", int);
    engine.anonymous = Some((rank, size));
    let pc = engine.prover.top();
    let mut derivation = Derivation {
        engine,
        mode,
        findings: Findings::default(),
        pc,
        nodes: IndexSet::new(),
        predicates: IndexMap::new(),
        edges: Vec::new(),
    };
    derivation.run()
}

/// What the program graphs must not contain.
fn rules<C: CommModel>(engine: &Engine<'_, C>, function: &Function) -> Vec<BuildError> {
    let program = &engine.program;
    let mut errors = Vec::new();
    let mut error = |graph: usize, span: Span, message: &str, help: &str| {
        errors.push(BuildError {
            message: message.into(),
            location: Some(program.location(graph, span)),
            help: Some(help.into()),
        });
    };
    for param in &function.params {
        error(
            0,
            param.span,
            "a model for every number of processes has no inputs: its processes are finite",
            "choose a value with `choose!(0..k)`, or give the number of processes",
        );
    }
    for (index, graph) in program.graphs.iter().enumerate() {
        for node in &graph.nodes {
            match &node.action {
                Action::Comm(..) => error(
                    index,
                    node.span,
                    "with `nprocs = any`, processes communicate by shared variables only, not by messages",
                    "give the number of processes, or share a variable: `let mut s = shared!(false);`",
                ),
                Action::Collective(..) => error(
                    index,
                    node.span,
                    "with `nprocs = any`, conditions across processes are membership tests",
                    "write `always!(..)`, or give the number of processes",
                ),
                Action::Assume(..) => error(
                    index,
                    node.span,
                    "with `nprocs = any` there are no inputs to restrict",
                    "write the condition as an `if` or a waiting loop: `while !(..) {}`",
                ),
                // A local state does not say what was written since the loop's head.
                Action::Loop { at, .. } if at.assigns.is_some() => error(
                    index,
                    at.frame,
                    "with `nprocs = any`, what a loop assigns is not checked",
                    "leave `assigns!` out, or give the number of processes",
                ),
                _ => {}
            }
        }
    }
    if !program.memory.is_used() && errors.is_empty() {
        errors.push(BuildError {
            message: "with `nprocs = any`, processes share variables, and this model has none"
                .into(),
            location: None,
            help: Some("declare one: `let mut s = shared!(false);`".into()),
        });
    }
    errors
}

/// A test as a process meets it: where, and with which variables.
type Asked = (Loc, Vec<ExprId>);

struct Derivation<'d, 'm, C: CommModel> {
    engine: &'d mut Engine<'m, C>,
    mode: Mode,
    findings: Findings,
    pc: PcId,
    nodes: IndexSet<ProcId>,
    predicates: IndexMap<Asked, Span>,
    edges: Vec<Vec<Edge>>,
}

impl<'m, C: CommModel> Derivation<'_, 'm, C> {
    fn run(&mut self) -> Result<Diagraph, Outside> {
        let initial = self.engine.initial(self.pc, &[]);
        let fresh = initial.procs[0];
        let mut false_starts = Vec::new();
        for edge in self.steps(&initial, fresh)? {
            if let End::Failure(failing) = edge.to {
                false_starts.push(failing);
            }
        }
        let starts = self.nodes.len();
        if starts > MAX_STARTS {
            return Err(Outside::Open(Inconclusive::Unsupported {
                what: format!("a process that may start in more than {MAX_STARTS} ways"),
                location: None,
            }));
        }
        let mut next = 0;
        while next < self.nodes.len() {
            let edges = self.steps(&initial, self.nodes[next])?;
            self.edges.push(edges);
            next += 1;
            if self.nodes.len() > MAX_NODES {
                return Err(self.too_many());
            }
        }
        let values = self.values();
        let predicates = self.tables(&values)?;
        let always = self.always(&values)?;
        let nodes = self.local_states(values);
        Ok(Diagraph {
            nodes,
            starts,
            predicates,
            false_starts,
            always,
        })
    }

    /// Whoever executes its steps, and answers its questions.
    fn stepper(&mut self) -> Stepper<'_, 'm, C> {
        let nobody = Observer::nobody();
        self.engine.stepper(self.mode, &mut self.findings, nobody)
    }

    /// The steps of a process in a local state.
    fn steps(&mut self, initial: &State, proc: ProcId) -> Result<Vec<Edge>, Outside> {
        let status = &self.engine.states.proc(proc).status;
        if !matches!(status, Status::Start | Status::Ready) {
            return Ok(Vec::new());
        }
        let mut state = initial.clone();
        state.procs[0] = proc;
        let only = Transition {
            process: 0,
            choice: None,
        };
        let outcomes = self.stepper().step(&state, only).outcomes;
        if let Some(reason) = self.findings.undecided.pop() {
            return Err(self.open(reason));
        }
        let mut edges = Vec::new();
        for Outcome {
            state,
            notes,
            failure,
        } in outcomes
        {
            if state.pc != self.pc {
                return Err(self.depends(proc, notes.fork));
            }
            let mut guards = Vec::new();
            for answer in notes.answers {
                guards.push(self.guard(answer));
            }
            // A test that was asked twice has one answer.
            let contradicts = |a: &Guard| {
                guards
                    .iter()
                    .any(|b| a.predicate == b.predicate && a.holds != b.holds)
            };
            if guards.iter().any(contradicts) {
                continue;
            }
            let to = match failure {
                Some(failure) => End::Failure(Failing {
                    kind: failure.kind,
                    span: failure.site.map(|(_, span)| span),
                }),
                None => End::Node(self.nodes.insert_full(state.procs[0]).0),
            };
            edges.push(Edge { guards, to });
        }
        Ok(edges)
    }

    fn guard(&mut self, answer: Answer) -> Guard {
        let span = self.engine.program.graphs[0].nodes[answer.at as usize].span;
        let asked = (answer.at, answer.locals);
        let predicate = self.predicates.insert_full(asked, span).0;
        Guard {
            predicate,
            holds: answer.holds,
        }
    }

    /// The values of the shared variables in each node.
    fn values(&self) -> Vec<Vec<ExprId>> {
        let procs = self.nodes.iter();
        procs
            .map(|&id| self.engine.shared_values(self.engine.states.proc(id)))
            .collect()
    }

    /// Which nodes decide which tests.
    fn tables(&mut self, values: &[Vec<ExprId>]) -> Result<Vec<Predicate>, Outside> {
        let program = self.engine.program.clone();
        let pc = self.pc;
        let mut tables = Vec::new();
        for ((at, locals), span) in self.predicates.clone() {
            let Action::Test(test, _) = &program.graphs[0].nodes[at as usize].action else {
                unreachable!("an answer is given at a test");
            };
            let frame = Frame {
                graph: 0,
                loc: at,
                locals,
                dest: None,
            };
            let before = self.before(&frame, test)?;
            let mut decisive = Bits::none(values.len());
            for (node, values) in values.iter().enumerate() {
                let members = [values.clone()];
                let answer = self.stepper().asks_of(&frame, pc, test, &members);
                let Some(holds) = answer else {
                    return Err(self.outside(test.body.span, "what a membership test asks must follow from the variables of the tested process, and from finite ones of its own: this does not, it may depend on the rank", "compare with a variable of known values, or give the number of processes"));
                };
                if holds != test.forall {
                    decisive.put(node);
                }
            }
            tables.push(Predicate {
                forall: test.forall,
                before,
                span,
                decisive,
            });
        }
        Ok(tables)
    }

    /// All processes, or those before this one?
    fn before(&mut self, frame: &Frame, test: &Membership) -> Result<bool, Outside> {
        let pc = self.pc;
        let end = self.stepper().value_in(frame, pc, &test.end);
        let (rank, size) = self.engine.anonymous.expect("set before");
        match end {
            Some(end) if end == size => Ok(false),
            Some(end) if end == rank => Ok(true),
            _ => Err(self.outside(test.end.span, "a membership test ranges over all processes, `proc.iter()`, or over those before this one, `proc[..rank].iter()`: not over others", "test all of them, or give the number of processes")),
        }
    }

    fn always(&mut self, values: &[Vec<ExprId>]) -> Result<Vec<(Formula, Span)>, Outside> {
        let program = self.engine.program.clone();
        let terms = program.memory.always.iter();
        terms
            .map(|term| Ok((self.formula(term, values)?, term.span)))
            .collect()
    }

    fn formula(&mut self, term: &Term, values: &[Vec<ExprId>]) -> Result<Formula, Outside> {
        let mut boxed = |term: &Term| self.formula(term, values).map(Box::new);
        Ok(match &term.kind {
            TermKind::Bool(value) => Formula::Const(*value),
            TermKind::Not(a) => Formula::Not(boxed(a)?),
            TermKind::Logic(BinOp::And | BinOp::BitAnd, a, b) => Formula::And(boxed(a)?, boxed(b)?),
            TermKind::Logic(BinOp::Or | BinOp::BitOr, a, b) => Formula::Or(boxed(a)?, boxed(b)?),
            TermKind::Logic(_, a, b) => Formula::Xor(boxed(a)?, boxed(b)?),
            TermKind::Quantifier {
                forall, var, body, ..
            } => {
                let test = Membership {
                    forall: *forall,
                    var: *var,
                    end: Term::new(TermKind::Size, term.span),
                    body: (**body).clone(),
                    dest: 0,
                };
                let frame = Frame {
                    graph: 0,
                    loc: 0,
                    locals: Vec::new(),
                    dest: None,
                };
                let mut decisive = Bits::none(values.len());
                let pc = self.pc;
                for (node, values) in values.iter().enumerate() {
                    let members = [values.clone()];
                    match self.stepper().asks_of(&frame, pc, &test, &members) {
                        Some(holds) if holds != *forall => decisive.put(node),
                        Some(_) => {}
                        None => {
                            return Err(self.outside(
                                term.span,
                                "this has no definite value",
                                "compare shared variables with constants",
                            ));
                        }
                    }
                }
                let some = Formula::Some(decisive);
                if *forall {
                    Formula::Not(Box::new(some))
                } else {
                    some
                }
            }
            _ => {
                return Err(self.outside(
                    term.span,
                    "`always!` is made of membership tests",
                    "join them by `!`, `&&` and `||`",
                ));
            }
        })
    }

    fn local_states(&mut self, values: Vec<Vec<ExprId>>) -> Vec<LocalState> {
        let program = self.engine.program.clone();
        let procs: Vec<_> = self
            .nodes
            .iter()
            .map(|&id| self.engine.states.proc(id).clone())
            .collect();
        let locs: Vec<Loc> = procs
            .iter()
            .map(|proc| self.engine.states.frame(proc.frames[0]).loc)
            .collect();
        let mut places = locs.clone();
        places.sort_unstable();
        places.dedup();
        let mut names: IndexMap<String, usize> = IndexMap::new();
        let initial = {
            let mut locals = vec![self.engine.store.unit(); program.graphs[0].locals.len()];
            self.engine.set_shared(&mut locals);
            locals
        };
        let mut nodes = Vec::new();
        for ((proc, shared), edges) in procs
            .iter()
            .zip(values)
            .zip(std::mem::take(&mut self.edges))
        {
            let loc = self.engine.states.frame(proc.frames[0]).loc;
            let standing = match (&proc.status, self.engine.standing_at(proc)) {
                (Status::Ready, Some(Action::Pause(why, _))) => Standing::Paused(*why),
                (Status::Ready, Some(Action::Test(..))) => Standing::Testing,
                (Status::Ready, _) => Standing::Spinning,
                _ => Standing::Ended,
            };
            let vars = program.memory.shared.iter().zip(&shared);
            let changed = vars.filter(|(var, value)| initial[var.slot as usize] != **value);
            let changed: Vec<String> = changed
                .map(|(var, &value)| match self.engine.store.as_bool(value) {
                    Some(true) => var.name.clone(),
                    Some(false) => format!("!{}", var.name),
                    None => format!("{}={}", var.name, self.engine.store.display(value)),
                })
                .collect();
            let place = places.iter().position(|p| *p == loc).unwrap_or_default() + 1;
            let mut name = if standing == Standing::Ended {
                "end".to_owned()
            } else {
                format!("S{place}")
            };
            if !changed.is_empty() {
                name = format!("{name}{{{}}}", changed.join(", "));
            }
            // The same place and shared variables with other private ones.
            let count = names.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count > 1 {
                name = format!("{name}#{count}");
            }
            let running = standing != Standing::Ended;
            nodes.push(LocalState {
                name,
                standing,
                loc,
                span: program.graphs[0].nodes[loc as usize].span,
                inside: running && program.memory.region(loc).is_some(),
                shared,
                edges,
            });
        }
        nodes
    }

    fn outside(&self, span: Span, message: &str, help: &str) -> Outside {
        Outside::Class(vec![BuildError {
            message: message.into(),
            location: Some(self.engine.program.location(0, span)),
            help: Some(help.into()),
        }])
    }

    /// The step was split on something that is not known: only the rank and the number of processes
    /// are not.
    fn depends(&self, proc: ProcId, fork: Option<(usize, Span)>) -> Outside {
        let standing = || {
            let frame = self
                .engine
                .states
                .frame(self.engine.states.proc(proc).frames[0]);
            (
                0,
                self.engine.program.graphs[0].nodes[frame.loc as usize].span,
            )
        };
        let (graph, span) = fork.unwrap_or_else(standing);
        Outside::Class(vec![BuildError {
            message: "with `nprocs = any`, what a process does cannot depend on its rank or on the number of processes, except by testing those before it".into(),
            location: Some(self.engine.program.location(graph, span)),
            help: Some("test those before it with `proc[..rank].iter()`, choose from at most 16 values, or give the number of processes".into()),
        }])
    }

    fn open(&self, reason: Inconclusive) -> Outside {
        match reason {
            Inconclusive::Unsupported { what, location }
                if what.starts_with("a shared variable") =>
            {
                Outside::Class(vec![BuildError {
                    message:
                        "the value of a shared variable must be known: this may depend on the rank"
                            .into(),
                    location,
                    help: Some("write a constant, or one of few values".into()),
                }])
            }
            reason => Outside::Open(reason),
        }
    }

    fn too_many(&self) -> Outside {
        let program = &self.engine.program;
        Outside::Open(Inconclusive::Unsupported {
            what: format!(
                "a process with more than {MAX_NODES} local states: its variables must have few values"
            ),
            location: program
                .memory
                .shared
                .first()
                .map(|var| program.location(0, var.init.span)),
        })
    }
}
