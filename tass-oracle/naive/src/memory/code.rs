//! What a process executes: a list of operations with jumps, and terms over its variables.
//!
//! Booleans are the numbers 0 and 1.

use std::ops::Range;

use tass_syntax::Kind;
use tass_syntax::tree::BinOp;

/// A program, the same for every process.
#[derive(Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    /// The initial values of the shared variables.
    pub(super) shared: Vec<i64>,
    /// How many private variables there are.
    pub(super) private: usize,
    /// How many answers the tests of one expression can have.
    pub(super) answers: usize,
    /// The critical regions: who stands there is inside.
    pub(super) regions: Vec<Range<usize>>,
    /// What holds in every global state.
    pub(super) always: Vec<Term>,
}

/// One operation.
pub(super) enum Op {
    /// Others may come between.
    Pause,
    /// Asks the processes, and keeps the answer.
    Ask(Test, usize),
    /// Writes these variables at once.
    Set(Vec<(Place, Term)>),
    /// Any number from the first up to below the second.
    Choose(usize, Term, Term),
    /// Goes on elsewhere if this is false.
    Unless(Term, usize),
    Jump(usize),
    /// Fails if this is false.
    Check(Kind, Term),
    End,
}

/// A membership test.
pub(super) struct Test {
    /// Only processes before this one.
    pub(super) before: Option<Term>,
    /// Of all, or of any?
    pub(super) all: bool,
    /// What is asked of each.
    pub(super) asked: Term,
}

/// A variable of the process.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Shared(usize),
    Private(usize),
}

/// An expression.
pub(super) enum Term {
    Number(i64),
    Rank,
    Variable(Place),
    /// The answer to a test that has been made.
    Answer(usize),
    /// A shared variable of the process that a test asks.
    Member(usize),
    /// A test of all processes in one moment, in `always!`.
    Now(Box<Test>),
    Not(Box<Term>),
    Negative(Box<Term>),
    Binary(BinOp, Box<Term>, Box<Term>),
}

/// Where a term is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) rank: usize,
    pub(super) own: &'a [i64],
    pub(super) private: &'a [i64],
    pub(super) answers: &'a [i64],
    /// The shared variables of the process that is asked.
    pub(super) member: &'a [i64],
    /// The shared variables of every process, where a condition is about all of them.
    pub(super) everybody: &'a [&'a [i64]],
}

impl Term {
    pub(super) fn value(&self, around: Around<'_>) -> i64 {
        match self {
            Term::Number(value) => *value,
            Term::Rank => around.rank as i64,
            Term::Variable(Place::Shared(at)) => around.own[*at],
            Term::Variable(Place::Private(at)) => around.private[*at],
            Term::Answer(at) => around.answers[*at],
            Term::Member(at) => around.member[*at],
            Term::Now(test) => i64::from(test.holds(around, around.everybody)),
            Term::Not(term) => i64::from(!term.holds(around)),
            Term::Negative(term) => -term.value(around),
            Term::Binary(op, left, right) => {
                let (a, b) = (left.value(around), right.value(around));
                match op {
                    BinOp::Add => a + b,
                    BinOp::Sub => a - b,
                    BinOp::Mul => a * b,
                    BinOp::Rem => a % b,
                    BinOp::And | BinOp::BitAnd => i64::from(a != 0 && b != 0),
                    BinOp::Or | BinOp::BitOr => i64::from(a != 0 || b != 0),
                    BinOp::Eq => i64::from(a == b),
                    BinOp::Ne | BinOp::BitXor => i64::from(a != b),
                    BinOp::Lt => i64::from(a < b),
                    BinOp::Le => i64::from(a <= b),
                    BinOp::Gt => i64::from(a > b),
                    BinOp::Ge => i64::from(a >= b),
                    BinOp::Div => panic!("no division is made"),
                }
            }
        }
    }

    pub(super) fn holds(&self, around: Around<'_>) -> bool {
        self.value(around) != 0
    }
}

impl Test {
    /// The number of processes that are asked.
    pub(super) fn end(&self, around: Around<'_>, nprocs: usize) -> usize {
        let before = self.before.as_ref();
        before.map_or(nprocs, |term| (term.value(around) as usize).min(nprocs))
    }

    /// Does what one process says decide the answer?
    pub(super) fn is_decided_by(&self, around: Around<'_>, member: &[i64]) -> bool {
        self.asked.holds(Around { member, ..around }) != self.all
    }

    /// The answer, if all are asked at once.
    pub(super) fn holds(&self, around: Around<'_>, everybody: &[&[i64]]) -> bool {
        let asked = &everybody[..self.end(around, everybody.len())];
        let decided = asked.iter().any(|one| self.is_decided_by(around, one));
        decided != self.all
    }
}
