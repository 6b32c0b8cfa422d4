//! Random expressions and random assignments, against the engine's expressions and its prover.
//!
//! What is checked of each: the engine's canonical form has the value that plain recursion over the
//! tree gives; so does what substitution and simplification under a path condition make of it; what
//! the prover calls valid holds for every assignment that is tried, and Z3 alone does not say
//! otherwise; what it refutes, it refutes with an assignment that does.

mod engine;
mod make;
mod term;

use dashu_ratio::RBig;
use tass_logic::prover::{Feasible, Prover, ProverOptions, Validity};
use tass_logic::symbolic::{ExprId, Sort, Substitution};

use engine::Engine;
use make::Maker;
use term::{Assignment, Binary, Scalar, Term, Unary};

use crate::generate::Rng;

/// The symbols that terms speak of.
const SYMBOLS: [(&str, Sort); 8] = [
    ("a", Sort::Int),
    ("b", Sort::Int),
    ("c", Sort::Int),
    ("d", Sort::Int),
    ("r", Sort::Real),
    ("s", Sort::Real),
    ("p", Sort::Bool),
    ("q", Sort::Bool),
];

/// Expressions that are built in one store before it is thrown away.
const BATCH: usize = 50;

/// What came of many expressions.
#[derive(Debug, Default)]
pub struct Tally {
    /// Expressions checked.
    pub expressions: usize,
    /// Obligations that the prover called valid.
    pub valid: usize,
    /// Obligations that it refuted.
    pub invalid: usize,
    /// Obligations that it did not decide.
    pub unknown: usize,
    /// What was wrong, as text.
    pub findings: Vec<String>,
}

impl Tally {
    /// Checks `count` expressions that follow from a seed.
    pub fn run(&mut self, seed: u64, count: usize) {
        let mut rng = Rng::new(seed);
        let end = self.expressions + count;
        while self.expressions < end {
            let batch = rng.seed();
            Batch::new(batch, self).values();
            for _ in 0..3 {
                Batch::new(rng.seed(), self).proofs();
            }
        }
    }
}

/// Checks that share a store.
struct Batch<'t> {
    seed: u64,
    rng: Rng,
    engine: Engine,
    tally: &'t mut Tally,
}

impl Batch<'_> {
    fn new(seed: u64, tally: &mut Tally) -> Batch<'_> {
        Batch {
            seed,
            rng: Rng::new(seed),
            engine: Engine::new(),
            tally,
        }
    }

    fn found(&mut self, what: &str, term: &Term, detail: &str) {
        self.tally
            .findings
            .push(format!("{what} (seed {}): {term}\n{detail}", self.seed));
    }

    fn term(&mut self, sort: Sort, total: bool) -> Term {
        let depth = 1 + self.rng.below(4) as u32;
        Maker {
            rng: &mut self.rng,
            total,
            binders: 0,
        }
        .term(sort, depth)
    }

    fn assignment(&mut self) -> Assignment {
        Maker {
            rng: &mut self.rng,
            total: false,
            binders: 0,
        }
        .assignment()
    }

    /// Canonical form and substitution keep the value.
    fn values(&mut self) {
        for _ in 0..BATCH {
            let sort = *self.rng.pick(&[Sort::Bool, Sort::Int, Sort::Real]);
            let term = self.term(sort, false);
            let e = self.engine.build(&term, &mut Vec::new());
            self.tally.expressions += 1;
            for _ in 0..4 {
                let at = self.assignment();
                let Some(value) = term.eval(&at, &mut Vec::new()) else {
                    continue;
                };
                self.same("canonical form", &term, e, &at, &value);
                self.substituted(&term, e, &at);
            }
        }
    }

    /// An expression of the engine has this value.
    fn same(&mut self, what: &str, term: &Term, e: ExprId, at: &Assignment, value: &Scalar) {
        let model = self.engine.model(at);
        let found: Option<Scalar> = model.eval(&self.engine.store, e).map(Into::into);
        if found.as_ref() != Some(value) {
            let shown = self.engine.store.display(e).to_string();
            self.found(
                what,
                term,
                &format!(
                    "became {shown}\nis {value:?}, became {found:?} at {:?}",
                    at.symbols
                ),
            );
        }
    }

    /// A symbol replaced by another term has that term's value.
    fn substituted(&mut self, term: &Term, e: ExprId, at: &Assignment) {
        let symbol = self.rng.below(SYMBOLS.len());
        let replacement = {
            let mut maker = Maker {
                rng: &mut self.rng,
                total: true,
                binders: 0,
            };
            maker.term(SYMBOLS[symbol].1, 1)
        };
        let Some(new) = replacement.eval(at, &mut Vec::new()) else {
            return;
        };
        // The original at a place where the symbol has the replacement's value is the result here.
        let mut there = at.clone();
        there.symbols[symbol] = new;
        let Some(expected) = term.eval(&there, &mut Vec::new()) else {
            return;
        };
        let mut substitution = Substitution::new();
        let to = self.engine.build(&replacement, &mut Vec::new());
        substitution.insert(self.engine.symbols[symbol], to);
        let result = self.engine.store.substitute(e, &substitution);
        self.same(
            &format!("{} := {replacement}", SYMBOLS[symbol].0),
            term,
            result,
            at,
            &expected,
        );
    }

    /// Simplification under a path condition keeps the value, and proofs are proofs.
    fn proofs(&mut self) {
        let witness = self.assignment();
        let mut prover = Prover::new(ProverOptions::default());
        let mut pc = prover.top();
        let mut assumed: Vec<Term> = Vec::new();
        let mut solved: Vec<(ExprId, ExprId)> = Vec::new();
        for _ in 0..self.rng.below(4) {
            let condition = self.true_term(&witness);
            let e = self.instance(&condition, &solved);
            if prover.decide(&mut self.engine.store, pc, e).can_be_true == Feasible::No {
                self.found(
                    "called infeasible",
                    &condition,
                    &format!("true at {:?}", witness.symbols),
                );
                return;
            }
            let Some(more) = prover.assume(&mut self.engine.store, pc, e) else {
                self.found(
                    "called contradictory",
                    &condition,
                    &format!("true at {:?}", witness.symbols),
                );
                return;
            };
            pc = more.pc;
            assumed.push(condition);
            if let Some(substitution) = more.substitution {
                for (_, definition) in &mut solved {
                    *definition = self.engine.store.substitute(*definition, &substitution);
                }
                solved.extend(substitution.iter());
            }
        }
        let mut others: Vec<Assignment> = (0..30).map(|_| self.assignment()).collect();
        others.retain(|at| {
            assumed
                .iter()
                .all(|term| term.eval(at, &mut Vec::new()) == Some(Scalar::Bool(true)))
        });
        others.push(witness);
        for round in 0..6 {
            let sort = if round < 4 {
                Sort::Bool
            } else {
                *self.rng.pick(&[Sort::Int, Sort::Real])
            };
            let goal = match sort {
                Sort::Bool if self.rng.chance(50) => self.consequence(&assumed),
                _ => self.term(sort, true),
            };
            let e = self.instance(&goal, &solved);
            self.tally.expressions += 1;
            let simple = prover.simplify(&mut self.engine.store, pc, e);
            for at in &others {
                if let Some(value) = goal.eval(at, &mut Vec::new()) {
                    self.same("simplified", &goal, simple, at, &value);
                }
            }
            if sort == Sort::Bool {
                self.proof(&mut prover, pc, &goal, e, &assumed, &solved, &others);
            }
        }
    }

    /// A condition that holds there.
    fn true_term(&mut self, at: &Assignment) -> Term {
        let term = self.term(Sort::Bool, true);
        match term.eval(at, &mut Vec::new()) {
            Some(Scalar::Bool(true)) => term,
            _ => Term::Unary(Unary::Not, Box::new(term)),
        }
    }

    /// A condition that follows from what is assumed, or nearly.
    fn consequence(&mut self, assumed: &[Term]) -> Term {
        let other = self.term(Sort::Bool, true);
        if assumed.is_empty() {
            return other;
        }
        let fact = self.rng.pick(assumed).clone();
        let one = || Box::new(Term::Num(RBig::ONE, false));
        match fact {
            Term::Binary(Binary::Lt, a, b) => match self.rng.below(3) {
                0 => Term::Binary(Binary::Le, a, b),
                1 => Term::Binary(Binary::Ne, b, a),
                _ => Term::Unary(Unary::Not, Box::new(Term::Binary(Binary::Ge, a, b))),
            },
            Term::Binary(Binary::And, a, _) if self.rng.chance(50) => *a,
            Term::Binary(relation @ (Binary::Le | Binary::Ge | Binary::Eq), a, b) if a.is_int() => {
                let more = |term| Box::new(Term::Binary(Binary::Add, term, one()));
                match self.rng.chance(50) {
                    true => Term::Binary(relation, more(a), more(b)),
                    false => {
                        Term::Unary(Unary::Not, Box::new(Term::Binary(Binary::Eq, a, more(b))))
                    }
                }
            }
            fact if self.rng.chance(50) => {
                Term::Binary(Binary::Or, Box::new(other), Box::new(fact))
            }
            fact => fact,
        }
    }

    /// A term in the engine, solved symbols replaced.
    fn instance(&mut self, term: &Term, solved: &[(ExprId, ExprId)]) -> ExprId {
        let e = self.engine.build(term, &mut Vec::new());
        let mut substitution = Substitution::new();
        for (symbol, definition) in solved {
            substitution.insert(*symbol, *definition);
        }
        self.engine.store.substitute(e, &substitution)
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "everything that a proof depends on"
    )]
    fn proof(
        &mut self,
        prover: &mut Prover,
        pc: tass_logic::prover::PcId,
        goal: &Term,
        e: ExprId,
        assumed: &[Term],
        solved: &[(ExprId, ExprId)],
        others: &[Assignment],
    ) {
        let context = || {
            let assumed: Vec<String> = assumed.iter().map(ToString::to_string).collect();
            format!("under {}", assumed.join(" and "))
        };
        match prover.check(&mut self.engine.store, pc, e) {
            Validity::Valid => {
                self.tally.valid += 1;
                for at in others {
                    if goal.eval(at, &mut Vec::new()) == Some(Scalar::Bool(false)) {
                        self.found(
                            "called valid",
                            goal,
                            &format!("{}, false at {:?}", context(), at.symbols),
                        );
                        return;
                    }
                }
                if self.rng.chance(25) {
                    let mut z3 = Prover::new(z3_only());
                    let plain = self.engine.build(goal, &mut Vec::new());
                    let mut all = self.engine.store.tru();
                    for term in assumed {
                        let condition = self.engine.build(term, &mut Vec::new());
                        all = self.engine.store.and(all, condition);
                    }
                    let question = self.engine.store.implies(all, plain);
                    let top = z3.top();
                    if let Validity::Invalid(model) =
                        z3.check(&mut self.engine.store, top, question)
                    {
                        let at = self.engine.assignment(&model, &[]);
                        self.found(
                            "valid, but Z3 refutes it",
                            goal,
                            &format!("{} at {:?}", context(), at.symbols),
                        );
                    }
                }
            }
            Validity::Invalid(model) => {
                self.tally.invalid += 1;
                let at = self.engine.assignment(&model, solved);
                let holds = |term: &Term| term.eval(&at, &mut Vec::new());
                let assumptions = assumed
                    .iter()
                    .all(|term| holds(term) == Some(Scalar::Bool(true)));
                if !assumptions || holds(goal) != Some(Scalar::Bool(false)) {
                    let detail =
                        format!("{}, goal {:?} at {:?}", context(), holds(goal), at.symbols);
                    self.found("not refuted by its own refutation", goal, &detail);
                }
            }
            Validity::Unknown(_) => self.tally.unknown += 1,
        }
    }
}

fn z3_only() -> ProverOptions {
    ProverOptions {
        native: false,
        ..ProverOptions::default()
    }
}
