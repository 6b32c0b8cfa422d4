//! What looks at enums: `match`, `if let`, conditions.

use tass_syntax::tree::{Arm, BinOp, Expr, ExprKind, Pattern, Stmt};

use super::{functions, job, truth, vote};
use crate::build::*;
use crate::cases::*;
use crate::generate::{Generator, model::literal};

impl Generator {
    /// Something that depends on which variant there is.
    pub(in super::super) fn looks(&mut self) -> Stmt {
        let target = var(*self.rng.pick(&["x", "y", "z"]));
        match self.rng.weighted(&[4, 4, 2, 2, 3, 2, 2, 6]) {
            0 => {
                let arms = self.option_arms();
                Stmt::Expr(assign(target, match_(self.option_leaf(), arms)))
            }
            1 => {
                let arms = self.job_arms();
                Stmt::Expr(assign(target, match_(self.job_leaf(), arms)))
            }
            2 => Stmt::Expr(assign(target, self.two_at_once())),
            3 => self.match_alone(),
            4 => self.if_let(),
            5 => self.of_result(),
            6 => Stmt::Expr(assign(var("b"), self.variant_question())),
            _ => self.deeper(),
        }
    }

    /// A pattern for a number that has the name `ua`.
    fn number_named(&mut self) -> Pattern {
        match self.rng.weighted(&[6, 2, 1, 1]) {
            0 => name("ua"),
            1 => {
                let lo = self.rng.between(-1, 1);
                let hi = literal(lo + self.rng.between(0, 3));
                named("ua", within(literal(lo), hi))
            }
            2 => named("ua", from_on(self.small())),
            _ => named(
                "ua",
                Pattern::Or(vec![is(int(1)), is(literal(-1)), is(int(3))]),
            ),
        }
    }

    /// A pattern for a number without a name.
    fn number_plain(&mut self) -> Pattern {
        match self.rng.weighted(&[3, 2, 1, 1, 2]) {
            0 => is(self.small()),
            1 => within(literal(-1), self.small_from(-1)),
            2 => from_on(self.small()),
            3 => below(self.small()),
            _ => Pattern::Wild,
        }
    }

    fn small_from(&mut self, lo: i128) -> Expr {
        literal(self.rng.between(lo, 3))
    }

    /// A condition on the number that a pattern has named.
    fn on_named(&mut self) -> Expr {
        let relation = *self.rng.pick(&[BinOp::Lt, BinOp::Ge, BinOp::Ne]);
        match self.rng.weighted(&[5, 2]) {
            0 => binary(relation, var("ua"), self.int_leaf()),
            _ => and(lt(var("ua"), self.int_leaf()), self.bool(0)),
        }
    }

    /// A value made of it.
    fn of_named(&mut self) -> Expr {
        match self.rng.weighted(&[3, 3, 2]) {
            0 => var("ua"),
            1 => add(var("ua"), self.int_leaf()),
            _ => binary(BinOp::Sub, self.int_leaf(), var("ua")),
        }
    }

    fn named_arm(&mut self, pattern: Pattern) -> Arm {
        let value = self.of_named();
        match self.rng.chance(45) {
            true => guarded(pattern, self.on_named(), value),
            false => arm(pattern, value),
        }
    }

    /// The arms of a `match` of an option that gives a number.
    fn option_arms(&mut self) -> Vec<Arm> {
        let mut arms = Vec::new();
        for _ in 0..self.rng.below(3) {
            arms.push(match self.rng.weighted(&[4, 2, 1]) {
                0 => {
                    let number = self.number_named();
                    self.named_arm(in_some(number))
                }
                1 => arm(in_some(self.number_plain()), self.int(1)),
                _ => {
                    let few = Pattern::Or(vec![is_none(), in_some(self.number_plain())]);
                    guarded(few, self.bool(0), self.int_leaf())
                }
            });
        }
        match self.rng.chance(50) {
            true => arms.push(arm(Pattern::Wild, self.int_leaf())),
            false => {
                let value = self.of_named();
                let diverges = self.rng.chance(8);
                arms.push(arm(some_name("ua"), value));
                arms.push(match diverges {
                    true => arm(is_none(), expr(ExprKind::Panic(None))),
                    false => arm(is_none(), self.int_leaf()),
                });
            }
        }
        arms
    }

    /// The arms of a `match` of a job that gives a number.
    fn job_arms(&mut self) -> Vec<Arm> {
        let mut arms = Vec::new();
        for _ in 0..=self.rng.below(3) {
            let number = self.number_named();
            let of = |name: &str, field, rest: Option<&'static str>| {
                let first = (field, number.clone());
                match rest {
                    Some(rest) => case(&job(), name, [first, (rest, Pattern::Wild)]),
                    None => case(&job(), name, [first]),
                }
            };
            let pattern = match self.rng.weighted(&[4, 2, 2, 3, 2]) {
                0 => of("Work", "0", None),
                1 => of("Move", "by", None),
                2 => of("Both", "0", Some("1")),
                3 => Pattern::Or(vec![of("Work", "0", None), of("Move", "by", None)]),
                _ => {
                    let far = ("far", is(truth(self.rng.chance(50))));
                    case(&job(), "Move", [far, ("by", number)])
                }
            };
            arms.push(self.named_arm(pattern));
        }
        if self.rng.chance(30) {
            let idle = case(&job(), "Idle", []);
            arms.insert(0, arm(idle, self.int_leaf()));
        }
        arms.push(arm(Pattern::Wild, self.int_leaf()));
        arms
    }

    /// `match (op, oq) { (Some(ua), _) | (_, Some(ua)) if ua > 1 => ua, .. }`
    fn two_at_once(&mut self) -> Expr {
        let pair = |a, b| Pattern::Tuple(vec![a, b]);
        let number = self.number_named();
        match self.rng.chance(50) {
            true => {
                let both = expr(ExprKind::Tuple(vec![self.option_leaf(), var("oq")]));
                let either = Pattern::Or(vec![
                    pair(in_some(number.clone()), Pattern::Wild),
                    pair(Pattern::Wild, in_some(number)),
                ]);
                let first = self.named_arm(either);
                match_(both, vec![first, arm(Pattern::Wild, self.int_leaf())])
            }
            false => {
                let both = expr(ExprKind::Tuple(vec![self.option_leaf(), self.vote_leaf()]));
                let vote = |name: &str| case(&vote(), name, []);
                let first = self.named_arm(pair(in_some(number), vote("Yes")));
                let few = Pattern::Or(vec![
                    pair(is_none(), vote("Later")),
                    pair(Pattern::Wild, Pattern::Or(vec![vote("No"), vote("Yes")])),
                ]);
                let arms = vec![
                    first,
                    arm(few, self.int_leaf()),
                    arm(Pattern::Wild, self.int_leaf()),
                ];
                match_(both, arms)
            }
        }
    }

    /// A `match` that is a statement.
    fn match_alone(&mut self) -> Stmt {
        let does = |this: &mut Generator| {
            let target = *this.rng.pick(&["x", "y"]);
            assign(var(target), this.int(1))
        };
        let first = does(self);
        let arms = vec![
            arm(case(&vote(), "Yes", []), first),
            arm(case(&vote(), "Later", []), doing(body([does(self)]))),
            arm(Pattern::Wild, doing(vec![])),
        ];
        Stmt::Expr(match_(self.vote_leaf(), arms))
    }

    /// `if let`, alone or in a chain.
    fn if_let(&mut self) -> Stmt {
        let number = in_some(self.number_named());
        let mut cond = fits(number, self.option_leaf());
        if self.rng.chance(50) {
            cond = and(cond, self.on_named());
        }
        let mut value = self.of_named();
        if self.rng.chance(35) {
            let other = self.typed_option();
            cond = and(cond, fits(some_name("ub"), other));
            value = add(value, var("ub"));
            if self.rng.chance(40) {
                cond = and(cond, binary(BinOp::Ne, var("ub"), var("ua")));
            }
        }
        let target = *self.rng.pick(&["x", "y"]);
        let then = body([assign(var(target), value)]);
        Stmt::Expr(match self.rng.chance(50) {
            true => if_else(cond, then, body([assign(var("z"), self.int_leaf())])),
            false => if_(cond, then),
        })
    }

    /// What came of a call that may fail.
    fn of_result(&mut self) -> Stmt {
        let least = self.int_leaf();
        let called = functions::call("checked", vec![self.option_value(), least]);
        let value = match self.rng.chance(60) {
            true => called,
            false => var("re"),
        };
        let failed = |truth: bool| {
            let why = is(super::truth(truth));
            case(&tass_syntax::tree::Type::Infer, "Err", [("0", why)])
        };
        let number = case(&tass_syntax::tree::Type::Infer, "Ok", [("0", name("ua"))]);
        let arms = vec![
            self.named_arm(number),
            arm(failed(true), self.int_leaf()),
            arm(Pattern::Wild, self.int_leaf()),
        ];
        Stmt::Expr(assign(
            var(*self.rng.pick(&["x", "y"])),
            match_(value, arms),
        ))
    }

    /// A condition that may hold or not.
    pub(super) fn variant_question(&mut self) -> Expr {
        let relation = *self.rng.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Ge]);
        match self.rng.weighted(&[3, 2, 2, 3, 2, 1]) {
            0 => binary(relation, self.option_leaf(), some(self.int_leaf())),
            1 => binary(relation, self.vote_leaf(), self.some_vote()),
            2 => binary(relation, self.job_leaf(), self.job_value()),
            3 => matches(self.option_leaf(), in_some(self.number_plain())),
            4 => {
                let number = self.number_plain();
                matches(self.job_leaf(), case(&job(), "Work", [("0", number)]))
            }
            _ => {
                let method = *self.rng.pick(&["is_some", "is_none"]);
                ask(self.option_leaf(), method, [])
            }
        }
    }
}
