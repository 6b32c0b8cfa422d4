//! Enums in enums and in arrays, and what shared references to them look like.

use tass_syntax::tree::{BinOp, Closure, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep};
use tass_syntax::tree::{ForIter, Loop, LoopKind, Pattern, Span, Stmt, Type};

use super::{behind, job};
use crate::build::*;
use crate::cases::*;
use crate::generate::Generator;

impl Generator {
    /// Something about `oj: Option<Job>` or `os: [Option<i64>; 3]`.
    pub(super) fn deeper(&mut self) -> Stmt {
        match self.rng.weighted(&[3, 3, 2, 2, 2, 2, 2]) {
            0 => self.filled(),
            1 => self.match_nested(),
            2 => self.nested_written(),
            3 => self.behind_shared(),
            4 => self.each_option(),
            5 => self.counted_options(),
            _ => self.result_asked(),
        }
    }

    fn filled(&mut self) -> Stmt {
        let element = index(var("os"), self.index(3));
        Stmt::Expr(match self.rng.weighted(&[3, 1, 2, 2, 1]) {
            0 => assign(var("oj"), some(self.job_value())),
            1 => assign(var("oj"), none()),
            2 => assign(element, self.option_value()),
            3 => assign(var("op"), ask(element, "take", [])),
            _ => assign(var("oq"), ask(element, "replace", [self.int_leaf()])),
        })
    }

    /// `match oj { Some(Job::Work(ua)) => .., Some(job) => .., None => .. }`
    fn match_nested(&mut self) -> Stmt {
        let target = var(*self.rng.pick(&["x", "y", "z"]));
        let (value, guard) = (self.int_leaf(), lt(var("ua"), self.int_leaf()));
        let found = case(&job(), "Work", [("0", name("ua"))]);
        let moves = case(&job(), "Move", [("by", name("ua"))]);
        let first = in_some(match self.rng.chance(40) {
            true => Pattern::Or(vec![found, moves]),
            false => found,
        });
        let first = match self.rng.chance(40) {
            true => guarded(first, guard, add(var("ua"), value)),
            false => arm(first, binary(BinOp::Sub, var("ua"), value)),
        };
        let whole = eq(var("ub"), self.job_value());
        let whole = guarded(some_name("ub"), whole, self.int_leaf());
        let mut arms = vec![first];
        if self.rng.chance(50) {
            arms.push(whole);
        }
        match self.rng.chance(50) {
            true => {
                arms.push(arm(in_some(Pattern::Wild), self.int_leaf()));
                arms.push(arm(is_none(), self.int_leaf()));
            }
            false => arms.push(arm(Pattern::Wild, self.int_leaf())),
        }
        Stmt::Expr(assign(target, match_(var("oj"), arms)))
    }

    /// `if let Some(Job::Both(ua, ub)) = &mut oj { *ua += 1; *ub = false; }`
    fn nested_written(&mut self) -> Stmt {
        let by = ExprKind::AssignOp(
            BinOp::Add,
            Box::new(behind("ua")),
            Box::new(self.int_leaf()),
        );
        let (pattern, mut stmts) = match self.rng.chance(50) {
            true => {
                let both = case(&job(), "Both", [("0", name("ua")), ("1", name("ub"))]);
                (both, body([assign(behind("ub"), self.bool(0))]))
            }
            false => (case(&job(), "Work", [("0", name("ua"))]), vec![]),
        };
        stmts.push(Stmt::Expr(expr(by)));
        let cond = fits(in_some(pattern), mutable(var("oj")));
        let otherwise = body([assign(var("oj"), some(self.job_value()))]);
        Stmt::Expr(match self.rng.chance(50) {
            true => if_else(cond, stmts, otherwise),
            false => if_(cond, stmts),
        })
    }

    /// `match &jb { Job::Work(ua) if *ua > 0 => *ua + 1, .. }`
    fn behind_shared(&mut self) -> Stmt {
        let target = var(*self.rng.pick(&["x", "y", "z"]));
        let both = [
            ("0", named("ua", from_on(self.small()))),
            ("1", Pattern::Wild),
        ];
        let guard = binary(BinOp::Ne, behind("ua"), self.int_leaf());
        let arms = vec![
            guarded(
                case(&job(), "Work", [("0", name("ua"))]),
                guard,
                add(behind("ua"), self.int_leaf()),
            ),
            arm(case(&job(), "Both", both), behind("ua")),
            arm(case(&job(), "Idle", []), self.int_leaf()),
            arm(Pattern::Wild, self.int_leaf()),
        ];
        Stmt::Expr(assign(target, match_(shared(self.job_leaf()), arms)))
    }

    /// `for e in os.iter() { if let Some(ua) = e { z += *ua; } }`
    fn each_option(&mut self) -> Stmt {
        let sum = ExprKind::AssignOp(BinOp::Add, Box::new(var("z")), Box::new(behind("ua")));
        let cond = fits(some_name("ua"), var("e"));
        let round = match self.rng.chance(40) {
            true => {
                let jump = match self.rng.chance(50) {
                    true => ExprKind::Break(None, None),
                    false => ExprKind::Continue(None),
                };
                let otherwise = body([expr(jump)]);
                let bound = let_else(some_name("ua"), Type::Infer, var("e"), otherwise);
                vec![bound, Stmt::Expr(expr(sum))]
            }
            false => body([if_(cond, body([expr(sum)]))]),
        };
        Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind: LoopKind::For(name("e"), ForIter::Elements(var("os"))),
            body: block(round),
            invariant: None,
            head: Span::default(),
        }))))
    }

    /// `x = os.iter().filter(|e| e.is_some()).count() as i64`, or how many are in a range.
    fn counted_options(&mut self) -> Stmt {
        let test = match self.rng.chance(50) {
            true => ask(var("e"), "is_some", []),
            false => matches(var("e"), in_some(below(self.small()))),
        };
        let count = expr(ExprKind::Fold(Box::new(Fold {
            source: FoldSource::Elements(var("os")),
            steps: vec![FoldStep::Filter(closure(test))],
            end: FoldEnd::Count,
        })));
        let number = expr(ExprKind::Cast(Box::new(count), I64));
        Stmt::Expr(assign(var(*self.rng.pick(&["x", "y"])), number))
    }

    /// Methods of a `Result`.
    fn result_asked(&mut self) -> Stmt {
        let re = || var("re");
        Stmt::Expr(match self.rng.weighted(&[2, 2, 1, 1]) {
            0 => {
                let method = *self.rng.pick(&["is_ok", "is_err"]);
                assign(var("b"), ask(re(), method, []))
            }
            1 => {
                let wrong = ask(re(), "is_err", []);
                let told = assign(var("b"), ask(re(), "unwrap_err", []));
                if_(wrong, body([told]))
            }
            2 => assign(var("b"), eq(ask(re(), "err", []), some(var("b")))),
            _ => assign(var("x"), ask(re(), "unwrap", [])),
        })
    }
}

fn closure(test: Expr) -> Closure {
    Closure {
        pattern: name("e"),
        ty: Type::Infer,
        ret: Type::Infer,
        body: Box::new(test),
    }
}
