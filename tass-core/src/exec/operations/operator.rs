//! Operators of the program's own are applied, and their laws proved.
//!
//! An operator is a graph of one location, which returns a term of its two parameters
//! ([`graph::Operator`](crate::graph::Operator)). Where it is applied, whatever goes wrong in it
//! does so in the process that completes the reduction, at the operator's own place.
//!
//! The laws are tried once for a run, on arbitrary values of the operands' type: they hold if they
//! follow from nothing, and if nothing can go wrong. Where that is not proved, nothing is claimed:
//! the model looks at the operands that there are.

use crate::comm::{Applied, CommModel, Laws, Question};
use crate::exec::terms::check::Cx;
use crate::exec::{Stepper, Stop};
use crate::graph::{Action, Term};
use crate::prover::Validity;
use crate::state::Frame;
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// Answers what a model asks of an operator. A model that asks the same again cannot be helped.
    pub(super) fn learn(
        &mut self,
        cx: &Cx<'_>,
        question: Question,
        applied: &mut Applied,
        span: Span,
    ) -> Result<(), Stop> {
        let new = match question {
            Question::Value(number, left, right) => {
                let value = self.apply(cx, number, [left, right]);
                let value = value.map_err(|stop| in_reduction(stop, cx.graph(), span))?;
                applied.add_value((number, left, right), value)
            }
            Question::Laws(number) => {
                let laws = match self.engine.laws.get(&number) {
                    Some(laws) => *laws,
                    None => self.prove_laws(number),
                };
                applied.add_laws(number, laws)
            }
        };
        assert!(
            new,
            "{question:?} is asked again; please report this as a bug of tass"
        );
        Ok(())
    }

    /// What an operator makes of two values, with all that must hold there.
    fn apply(
        &mut self,
        around: &Cx<'_>,
        number: usize,
        operands: [ExprId; 2],
    ) -> Result<ExprId, Stop> {
        let program = self.engine.program.clone();
        let graph = program.operators[number].graph;
        let frames = [Frame {
            graph,
            loc: 0,
            locals: Vec::new(),
            dest: None,
        }];
        let mut cx = Cx::new(&frames, around.pc, around.process, around.splits);
        cx.meaning.clone_from(&around.meaning);
        cx.unchecked = around.unchecked;
        cx.bound = (0..).zip(operands).collect();
        self.eval(&mut cx, body(&program.graphs[graph].nodes[0].action))
    }

    /// Tries to prove the laws of an operator.
    fn prove_laws(&mut self, number: usize) -> Laws {
        let laws = self.laws_of_all(number).unwrap_or_default();
        self.engine.laws.insert(number, laws);
        laws
    }

    /// `None` where that comes to nothing, such as with a term that has to be split.
    fn laws_of_all(&mut self, number: usize) -> Option<Laws> {
        let program = self.engine.program.clone();
        let operator = &program.operators[number];
        let ty = &program.graphs[operator.graph].locals[0].ty;
        let mut pc = self.engine.prover.top();
        let mut arbitrary = |name: &str| {
            let (value, conditions) = self.engine.arbitrary(name, ty);
            for condition in conditions {
                let (prover, store) = (&mut self.engine.prover, &mut self.engine.store);
                pc = prover.assume(store, pc, condition)?.pc;
            }
            Some(value)
        };
        let [a, b, c] = [arbitrary("a")?, arbitrary("b")?, arbitrary("c")?];
        let mut cx = Cx::new(&[], pc, 0, 0);
        cx.unchecked = Some(0);
        let noted = self.passed_over.len();
        let mut apply = |left, right| self.apply(&cx, number, [left, right]).ok();
        let (left, right) = (apply(a, b)?, apply(b, c)?);
        let (left_first, right_first) = (apply(left, c)?, apply(a, right)?);
        let swapped = apply(b, a)?;
        let must_hold = self.passed_over.split_off(noted);
        let mut holds = |goal: ExprId| {
            let (prover, store) = (&mut self.engine.prover, &mut self.engine.store);
            matches!(prover.check(store, pc, goal), Validity::Valid)
        };
        if !must_hold.into_iter().all(&mut holds) {
            return None;
        }
        let grouped = self.engine.store.eq(left_first, right_first);
        let ordered = self.engine.store.eq(left, swapped);
        let mut holds = |goal: ExprId| {
            let (prover, store) = (&mut self.engine.prover, &mut self.engine.store);
            matches!(prover.check(store, pc, goal), Validity::Valid)
        };
        Some(Laws {
            associative: holds(grouped),
            commutative: holds(ordered),
        })
    }
}

/// What goes wrong in an operator does so in the operation that applies it.
fn in_reduction(mut stop: Stop, graph: usize, span: Span) -> Stop {
    if let Stop::Fail(failure) = &mut stop {
        let note = (graph, span, "in this reduction".into());
        failure.notes.push(note);
    }
    stop
}

/// What the graph of an operator returns.
fn body(action: &Action) -> &Term {
    match action {
        Action::Return(term) => term,
        other => unreachable!("an operator returns a term, and does nothing else: {other:?}"),
    }
}
