//! The syntax tree becomes a list of operations.
//!
//! Where pauses go: one before the tests of an expression, one before each write of shared
//! variables, one at the start of a critical region. All tests of an expression are made, in order,
//! whatever a short circuit would leave out: a test changes nothing.

use tass_syntax::Kind;
use tass_syntax::tree::{
    BinOp, Block, Expr, ExprKind, Fold, FoldEnd, FoldSource, ForIter, Function, Loop, LoopKind,
    Pattern, Stmt, UnOp,
};

use super::code::{Code, Op, Place, Term, Test};

/// The code of a function.
pub(super) fn compile(function: &Function) -> Code {
    let mut this = Compiler::default();
    this.block(&function.body);
    this.emit(Op::End);
    this.code
}

#[derive(Default)]
struct Compiler {
    code: Code,
    /// The names in scope, the newest last.
    scope: Vec<(String, Term)>,
    /// The names of the shared variables, as others know them.
    shared: Vec<String>,
    loops: Vec<Open>,
    /// The answers that the expression has so far, if it may have any.
    answers: usize,
    /// In `always!`: nothing is an operation.
    inline: bool,
}

/// A loop under way: jumps that wait for where they go.
#[derive(Default)]
struct Open {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

impl Compiler {
    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    fn here(&self) -> usize {
        self.code.ops.len()
    }

    /// Lets a jump that was emitted before lead here.
    fn lands(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.code.ops[jump] {
            Op::Jump(to) | Op::Unless(_, to) => *to = here,
            _ => unreachable!("a jump"),
        }
    }

    fn new_private(&mut self) -> usize {
        self.code.private += 1;
        self.code.private - 1
    }

    fn block(&mut self, block: &Block) {
        let names = self.scope.len();
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { pattern, init, .. } => {
                    let name = name_of(pattern);
                    let init = init.as_ref().expect("an initial value");
                    let bound = self.declare(&name, init);
                    self.scope.push((name, bound));
                }
                Stmt::LetElse { .. } => panic!("not in the class: {stmt:?}"),
                Stmt::Expr(e) => self.statement(e),
            }
        }
        assert!(block.tail.is_none(), "blocks have no values");
        self.scope.truncate(names);
    }

    /// The variable that a `let` makes, with its value.
    fn declare(&mut self, name: &str, init: &Expr) -> Term {
        match &init.kind {
            ExprKind::Comm(call) if call.op == "rank" => Term::Rank,
            ExprKind::Shared(value) => {
                let Term::Number(value) = self.term(value) else {
                    panic!("a shared variable starts with a literal")
                };
                self.code.shared.push(value);
                self.shared.push(name.to_owned());
                Term::Variable(Place::Shared(self.shared.len() - 1))
            }
            _ => {
                let place = Place::Private(self.new_private());
                self.set(place, init);
                Term::Variable(place)
            }
        }
    }

    /// `place = value`, of a private variable.
    fn set(&mut self, place: Place, value: &Expr) {
        if let (Place::Private(into), ExprKind::Choose { lo, hi, .. }) = (place, &value.kind) {
            let (lo, hi) = (self.term(lo), self.term(hi));
            self.emit(Op::Choose(into, lo, hi));
            return;
        }
        let value = self.value(value);
        if let Place::Shared(_) = place {
            self.emit(Op::Pause);
        }
        self.emit(Op::Set(vec![(place, value)]));
    }

    fn place(&self, e: &Expr) -> Place {
        match self.term_of(e) {
            Term::Variable(place) => place,
            _ => panic!("only variables are assigned to"),
        }
    }

    fn statement(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(target, value) => match (&target.kind, &value.kind) {
                (ExprKind::Tuple(targets), ExprKind::Tuple(values)) => {
                    let values: Vec<Term> = values.iter().map(|value| self.term(value)).collect();
                    let places = targets.iter().map(|target| self.place(target));
                    let writes = places.zip(values).collect();
                    self.emit(Op::Pause);
                    self.emit(Op::Set(writes));
                }
                _ => self.set(self.place(target), value),
            },
            ExprKind::AssignOp(op, target, value) => {
                let (place, old) = (self.place(target), self.term(target));
                let new = Term::Binary(*op, Box::new(old), Box::new(self.term(value)));
                assert!(matches!(place, Place::Private(_)), "a private variable");
                self.emit(Op::Set(vec![(place, new)]));
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.value(cond);
                let no = self.emit(Op::Unless(cond, 0));
                self.block(then);
                let over = self.emit(Op::Jump(0));
                self.lands(no);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
                self.lands(over);
            }
            ExprKind::Block(None, block) => self.block(block),
            ExprKind::Loop(l) => self.repeat(l),
            ExprKind::Break(None, None) => {
                let jump = self.emit(Op::Jump(0));
                self.loops.last_mut().expect("in a loop").breaks.push(jump);
            }
            ExprKind::Continue(None) => {
                let jump = self.emit(Op::Jump(0));
                let open = self.loops.last_mut().expect("in a loop");
                open.continues.push(jump);
            }
            ExprKind::Assert(cond, _) => {
                let cond = self.value(cond);
                self.emit(Op::Check(Kind::Assertion, cond));
            }
            ExprKind::Critical(block) => {
                let from = self.emit(Op::Pause);
                self.block(block);
                self.code.regions.push(from..self.here());
            }
            ExprKind::Always(cond) => {
                self.inline = true;
                let cond = self.term(cond);
                self.inline = false;
                self.code.always.push(cond);
            }
            other => panic!("not in the class: {other:?}"),
        }
    }

    /// A loop: what is to hold at its head is asked on arrival, and differently when it comes back.
    fn repeat(&mut self, l: &Loop) {
        let names = self.scope.len();
        let counts = match &l.kind {
            LoopKind::For(pattern, ForIter::Range { lo, hi, .. }) => {
                let [at, end] = [self.new_private(), self.new_private()].map(Place::Private);
                self.set(at, lo);
                self.set(end, hi);
                let name = name_of(pattern);
                self.scope.push((name, Term::Variable(at)));
                Some((at, end))
            }
            LoopKind::For(..) => panic!("loops count over ranges"),
            _ => None,
        };
        let held = |this: &mut Self, kind| {
            if let Some(invariant) = &l.invariant {
                let cond = this.term(&invariant.cond);
                this.emit(Op::Check(kind, cond));
            }
        };
        held(self, Kind::InvariantEntry);
        let enter = self.emit(Op::Jump(0));
        let again = self.here();
        held(self, Kind::Invariant);
        self.lands(enter);
        let guard = match (&l.kind, counts) {
            (LoopKind::While(cond), _) => Some(self.value(cond)),
            (_, Some((at, end))) => Some(less(at, end)),
            _ => None,
        };
        let leave = guard.map(|guard| self.emit(Op::Unless(guard, 0)));
        self.loops.push(Open::default());
        self.block(&l.body);
        let open = self.loops.pop().expect("pushed above");
        for jump in open.continues {
            self.lands(jump);
        }
        if let Some((at, _)) = counts {
            let next = Term::Binary(
                BinOp::Add,
                Box::new(Term::Variable(at)),
                Box::new(Term::Number(1)),
            );
            self.emit(Op::Set(vec![(at, next)]));
        }
        self.emit(Op::Jump(again));
        for jump in leave.into_iter().chain(open.breaks) {
            self.lands(jump);
        }
        self.scope.truncate(names);
    }

    /// The value of an expression that may ask other processes.
    fn value(&mut self, e: &Expr) -> Term {
        let before = self.here();
        let pause = self.emit(Op::Pause);
        self.answers = 0;
        let term = self.term(e);
        if self.answers == 0 {
            assert_eq!(self.here(), before + 1, "only tests are operations");
            self.code.ops.remove(pause);
        }
        self.code.answers = self.code.answers.max(self.answers);
        term
    }

    fn term(&mut self, e: &Expr) -> Term {
        match &e.kind {
            ExprKind::Unary(UnOp::Not, inner) => Term::Not(Box::new(self.term(inner))),
            ExprKind::Unary(UnOp::Neg, inner) => match self.term(inner) {
                Term::Number(value) => Term::Number(-value),
                inner => Term::Negative(Box::new(inner)),
            },
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                Term::Binary(*op, Box::new(left), Box::new(right))
            }
            ExprKind::Fold(fold) => {
                let test = self.test(fold);
                if self.inline {
                    return Term::Now(Box::new(test));
                }
                self.answers += 1;
                self.emit(Op::Ask(test, self.answers - 1));
                Term::Answer(self.answers - 1)
            }
            _ => self.term_of(e),
        }
    }

    fn test(&mut self, fold: &Fold) -> Test {
        let FoldSource::Members { before } = &fold.source else {
            panic!("only processes are asked")
        };
        let (all, closure) = match &fold.end {
            FoldEnd::All(closure) => (true, closure),
            FoldEnd::Any(closure) => (false, closure),
            _ => panic!("all or any"),
        };
        Test {
            before: before.as_ref().map(|before| self.term(before)),
            all,
            asked: self.term(&closure.body),
        }
    }

    /// A literal, a variable of one's own or of the process that is asked.
    fn term_of(&self, e: &Expr) -> Term {
        match &e.kind {
            ExprKind::Int(value, _) => Term::Number(i64::try_from(*value).expect("small")),
            ExprKind::Bool(value) => Term::Number(i64::from(*value)),
            ExprKind::Var(name) => {
                let found = self.scope.iter().rev().find(|(known, _)| known == name);
                match found.map(|(_, term)| term) {
                    Some(Term::Rank) => Term::Rank,
                    Some(Term::Variable(place)) => Term::Variable(*place),
                    _ => panic!("`{name}` is not declared"),
                }
            }
            ExprKind::Field(_, name) => {
                let found = self.shared.iter().position(|known| known == name);
                Term::Member(found.expect("a shared variable"))
            }
            other => panic!("not in the class: {other:?}"),
        }
    }
}

fn name_of(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Name { name, .. } => name.clone(),
        _ => panic!("patterns are names"),
    }
}

fn less(at: Place, end: Place) -> Term {
    let [at, end] = [at, end].map(|place| Box::new(Term::Variable(place)));
    Term::Binary(BinOp::Lt, at, end)
}
