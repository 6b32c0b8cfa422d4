//! Enums that go from one rank to another, and what is said of those of all ranks.

use tass_syntax::tree::{
    BinOp, Closure, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, Pattern, Stmt, Type,
};

use super::{job, truth, vote};
use crate::build::*;
use crate::cases::*;
use crate::generate::Generator;
use crate::generate::together::every;

impl Generator {
    /// A message, and mostly a look at what came.
    pub(super) fn told_enums(&mut self) -> Vec<Stmt> {
        if self.rng.chance(20) {
            return self.told_a_part();
        }
        let (from, to) = self.pair();
        let tag = self.rng.below(2);
        let (name, value) = match self.rng.weighted(&[3, 3, 2, 1]) {
            0 => ("op", self.option_value()),
            1 => ("jb", self.job_value()),
            2 => ("vt", self.some_vote()),
            _ => ("re", good(self.int_leaf())),
        };
        let known = is_constant(&value);
        let mut sent = Vec::new();
        if self.rng.chance(70) {
            sent.push(Stmt::Expr(assign(var(name), value.clone())));
        }
        let certain = known && !sent.is_empty();
        let out = send(var(name), int(to as i128), int(tag as i128));
        sent.push(Stmt::Expr(out));
        let into = match (name, self.rng.below(20)) {
            (_, 0) => "x",
            ("op", 1..9) => "oq",
            ("jb", 1..9) => "jc",
            _ => name,
        };
        let mut got = self.receive(var(into), from, tag);
        if certain && into != "x" && self.rng.chance(60) {
            got.push(Stmt::Expr(assert(eq(var(into), value))));
        } else if self.rng.chance(30) {
            got.push(self.looks());
        }
        vec![self.two(from, sent, to, got)]
    }

    /// A number is received into an option.
    fn told_a_part(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let sent = body([send(var("x"), int(to as i128), int(0))]);
        let into = comm(
            "recv",
            [
                ("buf", var("ua")),
                ("from", int(from as i128)),
                ("tag", int(0)),
            ],
        );
        let taken = if_(fits(some_name("ua"), mutable(var("op"))), body([into]));
        let mut got = body([taken]);
        if self.rng.chance(80) {
            let there = some(self.int_leaf());
            got.insert(0, Stmt::Expr(assign(var("op"), there)));
        }
        vec![self.two(from, sent, to, got)]
    }

    /// All have the same, or one has those of all.
    pub(super) fn gathered(&mut self) -> Vec<Stmt> {
        let root = int(self.rng.below(self.nprocs) as i128);
        if self.rng.chance(60) {
            let name = *self.rng.pick(&["op", "jb", "vt"]);
            let all = comm("bcast", [("buf", mutable(var(name))), ("root", root)]);
            let mut stmts = vec![Stmt::Expr(all)];
            if self.rng.chance(50) {
                let same = eq(self.peer(name), var(name));
                stmts.push(asserted(same));
            }
            return stmts;
        }
        let vote = self.vote_value();
        let all = comm(
            "allgather",
            [
                ("sendbuf", shared(var("vt"))),
                ("recvbuf", mutable(var("vs"))),
            ],
        );
        let mut stmts = body([assign(var("vt"), vote), all]);
        let most = match self.rng.chance(60) {
            true => var("size"),
            false => int(1),
        };
        let few = binary(BinOp::Le, self.votes(), most);
        if self.rng.chance(70) {
            stmts.push(Stmt::Expr(assert(few)));
        }
        stmts
    }

    /// `vs.iter().filter(|v| matches!(v, Vote::Yes)).count()`
    fn votes(&mut self) -> Expr {
        let wanted = *self.rng.pick(&["No", "Yes", "Later"]);
        let closure = Closure {
            pattern: name("v"),
            ty: Type::Infer,
            ret: Type::Infer,
            body: Box::new(matches(var("v"), case(&vote(), wanted, []))),
        };
        expr(ExprKind::Fold(Box::new(Fold {
            source: FoldSource::Elements(var("vs")),
            steps: vec![FoldStep::Filter(closure)],
            end: FoldEnd::Count,
        })))
    }

    /// A collective assertion about enums.
    pub(super) fn compared_together(&mut self) -> Stmt {
        let relation = *self.rng.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Le]);
        let cond = match self.rng.weighted(&[3, 2, 2, 2, 1]) {
            0 => binary(relation, self.peer("vt"), self.some_vote()),
            1 => {
                let least = variant(&vote(), "No", []);
                let item = binary(BinOp::Ge, field(var("p"), "vt"), least);
                every(true, None, item)
            }
            2 => {
                let item = binary(relation, field(var("p"), "op"), var("op"));
                every(self.rng.chance(50), None, item)
            }
            3 => binary(BinOp::Ne, self.peer("jb"), super::work(int(77))),
            _ => {
                let there = ask(self.peer("op"), "is_some", []);
                binary(BinOp::Or, there, eq(self.peer("oq"), none()))
            }
        };
        asserted(cond)
    }

    /// What is always so.
    pub(super) fn mild_case(&mut self) -> Expr {
        match self.rng.below(6) {
            0 => {
                let option = self.option_leaf();
                let there = ask(option.clone(), "is_some", []);
                binary(BinOp::Ne, there, ask(option, "is_none", []))
            }
            1 => {
                let all = Pattern::Or(vec![is_none(), in_some(Pattern::Wild)]);
                matches(self.option_leaf(), all)
            }
            2 => binary(BinOp::Ge, self.job_leaf(), variant(&job(), "Idle", [])),
            3 => {
                let number = expr(ExprKind::Cast(Box::new(self.vote_leaf()), I64));
                lt(int(0), number)
            }
            4 => {
                let (option, other) = (self.option_leaf(), self.int_leaf());
                let arms = vec![
                    arm(some_name("ua"), var("ua")),
                    arm(is_none(), other.clone()),
                ];
                let given = ask(option.clone(), "unwrap_or", [other]);
                eq(given, match_(option, arms))
            }
            _ => binary(BinOp::Ne, self.job_leaf(), super::work(int(77))),
        }
    }

    /// What may be so.
    pub(super) fn wild_case(&mut self) -> Expr {
        let question = self.variant_question();
        match self.rng.below(3) {
            0 => binary(BinOp::Or, question, self.variant_question()),
            1 => {
                let other = self.bool(0);
                binary(BinOp::Or, other, question)
            }
            _ => question,
        }
    }
}

/// A collective assertion of all ranks.
fn asserted(cond: Expr) -> Stmt {
    Stmt::Expr(expr(ExprKind::CollectiveAssert {
        universe: None,
        name: "A".into(),
        cond: Box::new(cond),
    }))
}

/// Has an expression the same value later, and elsewhere?
fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(..) | ExprKind::Bool(_) => true,
        ExprKind::Unary(_, inner) => is_constant(inner),
        ExprKind::Variant { fields, .. } => fields.iter().all(|(_, value)| is_constant(value)),
        _ => e.kind == truth(true).kind,
    }
}
