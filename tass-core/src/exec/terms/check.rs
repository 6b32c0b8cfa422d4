//! Obligations: what must hold for execution to be legal.

use crate::comm::CommModel;
use crate::exec::work::Meaning;
use crate::exec::{FailedTerm, Failure, Stepper, Stop, Work};
use crate::graph::Loc;
use crate::prover::{Feasible, PcId, Validity};
use crate::report::{Inconclusive, Kind};
use crate::state::{Frame, Lock};
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

/// What the evaluation of a term depends on.
pub(crate) struct Cx<'w> {
    pub(crate) frames: &'w [Frame],
    pub(crate) pc: PcId,
    pub(crate) process: usize,
    /// What surrounds the term under evaluation.
    pub(crate) scopes: Vec<Scope>,
    /// Values of variables that closures bind.
    pub(crate) bound: Vec<(u32, ExprId)>,
    /// How often this action was split already.
    pub(crate) splits: u32,
    /// What symbols stand for that loops have introduced.
    pub(crate) meaning: Meaning,
    /// In a collective condition: what the processes contributed; nothing if a process takes no
    /// part.
    pub(crate) peers: Option<&'w [Option<Peer>]>,
    /// Are obligations passed over, since they are checked elsewhere? They are noted then, under
    /// what surrounds them from this depth of scopes on.
    pub(crate) unchecked: Option<usize>,
    /// In a membership test: the values of every process's shared variables.
    pub(crate) members: Option<&'w [Vec<ExprId>]>,
    /// The process's buffers that operations under way use.
    pub(crate) locks: &'w [Lock],
}

/// What one process contributed to a collective assertion.
pub(crate) struct Peer {
    pub(crate) frames: Vec<Frame>,
    /// Where it stood.
    pub(crate) graph: usize,
    pub(crate) loc: Loc,
    /// Its buffers that operations under way used.
    pub(crate) locks: Vec<Lock>,
}

/// What surrounds a term: an obligation inside is one only under it.
pub(crate) enum Scope {
    /// Evaluated only if this holds.
    Guard(ExprId),
    /// Evaluated for every value of the variable in `lo..hi`.
    Each { var: ExprId, lo: ExprId, hi: ExprId },
}

impl<'w> Cx<'w> {
    pub(crate) fn new(frames: &'w [Frame], pc: PcId, process: usize, splits: u32) -> Cx<'w> {
        Cx {
            frames,
            pc,
            process,
            scopes: Vec::new(),
            bound: Vec::new(),
            splits,
            meaning: None,
            peers: None,
            unchecked: None,
            members: None,
            locks: &[],
        }
    }

    /// For the process under work.
    pub(crate) fn of<C: CommModel>(work: &'w Work<C>) -> Cx<'w> {
        let mut cx = Cx::new(&work.frames, work.pc, work.process, work.splits);
        cx.meaning.clone_from(&work.meaning);
        cx.locks = &work.locks;
        cx
    }

    /// The graph being executed.
    pub(crate) fn graph(&self) -> usize {
        self.frames.last().map_or(0, |f| f.graph)
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// `goal` must hold here.
    pub(crate) fn require(
        &mut self,
        cx: &Cx<'_>,
        goal: ExprId,
        kind: Kind,
        span: Span,
        message: impl FnOnce() -> String,
    ) -> Result<(), Stop> {
        if let Some(depth) = cx.unchecked {
            let goal = self.in_scopes(&cx.scopes[depth..], goal);
            self.passed_over.push(goal);
            return Ok(());
        }
        let goal = self.in_scope(cx, goal);
        if self.engine.store.as_bool(goal) == Some(true) {
            return Ok(());
        }
        let goal = self.engine.meant(&cx.meaning, goal);
        match self
            .engine
            .prover
            .check(&mut self.engine.store, cx.pc, goal)
        {
            Validity::Valid => Ok(()),
            Validity::Invalid(model) => {
                if self.mode.all_violations {
                    match self
                        .engine
                        .prover
                        .decide(&mut self.engine.store, cx.pc, goal)
                        .can_be_true
                    {
                        Feasible::Yes => return Err(Stop::Split(goal)),
                        Feasible::No => {}
                        // What comes after it where it holds is not looked at: not all violations
                        // are known then.
                        _ => self.findings.undecided.push(Inconclusive::ProverUnknown {
                            obligation: self.engine.store.display(goal).to_string(),
                            location: Some(self.engine.program.location(cx.graph(), span)),
                            reason: "it may hold, too".into(),
                        }),
                    }
                }
                let wrong = self.engine.store.not(goal);
                Err(Stop::Fail(Box::new(Failure {
                    kind,
                    process: Some(cx.process),
                    site: Some((cx.graph(), span)),
                    message: message(),
                    model,
                    pc: cx.pc,
                    wrong,
                    solved: Vec::new(),
                    condition: None,
                    variable: None,
                    types: None,
                    notes: Vec::new(),
                })))
            }
            Validity::Unknown(reason) => {
                let location = self.engine.program.location(cx.graph(), span);
                let obligation = self.engine.store.display(goal).to_string();
                let unknown = Inconclusive::ProverUnknown {
                    obligation,
                    location: Some(location),
                    reason,
                };
                // What goes wrong after this in a single execution may not be what goes wrong
                // first.
                if self.observer.watches() {
                    return Err(Stop::GiveUp(Box::new(unknown)));
                }
                self.findings.undecided.push(unknown);
                Ok(())
            }
        }
    }

    /// That something holds wherever the term under evaluation is evaluated.
    pub(in crate::exec) fn in_scope(&mut self, cx: &Cx<'_>, goal: ExprId) -> ExprId {
        self.in_scopes(&cx.scopes, goal)
    }

    fn in_scopes(&mut self, scopes: &[Scope], goal: ExprId) -> ExprId {
        let inwards = scopes.iter().rev();
        inwards.fold(goal, |goal, scope| match *scope {
            Scope::Guard(guard) => self.engine.store.implies(guard, goal),
            Scope::Each { var, lo, hi } => self.engine.store.forall(lo, hi, var, goal),
        })
    }

    /// A violation whatever the inputs, as far as this path goes.
    pub(crate) fn fail(&mut self, cx: &Cx<'_>, kind: Kind, span: Span, message: String) -> Stop {
        let nothing = self.engine.store.fls();
        match self.require(cx, nothing, kind, span, || message) {
            Err(stop) => stop,
            // Neither reachable nor unreachable, as far as the prover knows: recorded as undecided.
            Ok(()) => Stop::Dead,
        }
    }

    /// The constant that an integer or boolean is on this path; splits where there are several.
    pub(crate) fn concrete(
        &mut self,
        cx: &Cx<'_>,
        value: ExprId,
        span: Span,
        what: &str,
    ) -> Result<ExprId, Stop> {
        if self.engine.store.is_const(value) {
            return Ok(value);
        }
        let value = self.engine.meant(&cx.meaning, value);
        let value = self
            .engine
            .prover
            .simplify(&mut self.engine.store, cx.pc, value);
        if self.engine.store.is_const(value) {
            return Ok(value);
        }
        let location = self.engine.program.location(cx.graph(), span);
        if cx.splits >= MAX_SPLITS {
            let what = location.snippet().to_owned();
            return Err(Stop::GiveUp(Box::new(Inconclusive::TooManyValues {
                what,
                location: Some(location),
            })));
        }
        let truth = self.engine.store.tru();
        let constant = self
            .engine
            .prover
            .model(&mut self.engine.store, cx.pc, truth)
            .map(|model| model.reify(&mut self.engine.store, value));
        let Some(constant) = constant.filter(|&c| self.engine.store.is_const(c)) else {
            return Err(Stop::GiveUp(Box::new(Inconclusive::ProverUnknown {
                obligation: format!("a value for {what}"),
                location: Some(location),
                reason: "no value found".into(),
            })));
        };
        let is_it = self.engine.store.eq(value, constant);
        match self
            .engine
            .prover
            .decide(&mut self.engine.store, cx.pc, is_it)
            .can_be_false
        {
            Feasible::No => Ok(constant),
            _ => Err(Stop::Split(is_it)),
        }
    }
}

/// How many values a rank, a tag or an elaborated expression may take on one path.
const MAX_SPLITS: u32 = 256;

impl Failure {
    /// The same, with the part of the condition that failed.
    pub(crate) fn with_condition(mut self, condition: FailedTerm) -> Failure {
        self.condition = Some(condition);
        self
    }
}
