//! What was written is what is read, for random trees. They are made from the same listing as the
//! code, so that no form is left out.

use std::str::FromStr;

use fastrand::Rng;

use super::{Code as _, Item, Link, function, text, unlinked};
use crate::tree::{Expr, ExprKind, Literal, Outside, Span, Stmt, Type};

/// Random choices, more and more modest.
pub(super) struct Chance {
    rng: Rng,
    /// How many nodes are still made freely; after that the first variant is taken, and lists are
    /// empty.
    left: usize,
}

impl Chance {
    pub(super) fn variant(&mut self, count: usize) -> usize {
        match self.spend() {
            true => self.rng.usize(..count),
            false => 0,
        }
    }

    pub(super) fn length(&mut self) -> usize {
        match self.left > 0 {
            true => self.rng.usize(..3),
            false => 0,
        }
    }

    pub(super) fn number(&mut self) -> u32 {
        self.rng.u32(..) >> self.rng.u32(..32)
    }

    pub(super) fn text(&mut self) -> String {
        let parts = [
            "x",
            " ",
            "\"",
            "\\",
            "(",
            ")",
            "[",
            "]",
            "~",
            "@1.2",
            "\n",
            "ä\u{202e}",
        ];
        (0..self.rng.usize(..4))
            .map(|_| parts[self.rng.usize(..parts.len())])
            .collect()
    }

    /// A number, or a truth value.
    pub(super) fn value<T: FromStr>(&mut self) -> T {
        let number = self.number().to_string();
        let negative = format!("-{number}");
        let words = [number.as_str(), &negative, "true", "false"];
        let start = self.rng.usize(..words.len());
        let mut words = words.iter().cycle().skip(start);
        words.find_map(|word| word.parse().ok()).expect("one fits")
    }

    fn spend(&mut self) -> bool {
        let some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        some
    }
}

#[test]
fn what_is_written_is_read() {
    let seed = 1;
    let mut longest = 0;
    for seed in seed..seed + 5_000 {
        let mut chance = Chance {
            rng: Rng::with_seed(seed),
            left: 40,
        };
        let item = Item::random(&mut chance);
        let text = text(&item);
        longest = longest.max(text.len());
        assert_eq!(unlinked(&text), item, "seed {seed}: {text}");
    }
    assert!(longest > 1_000, "{longest}");
}

/// Everything of one kind.
struct Tables;

impl Link for Tables {
    fn constant(&self, index: usize) -> ExprKind {
        ExprKind::Literal(Literal::Bool(index == 7))
    }

    fn ty(&self, index: usize) -> Type {
        assert_eq!(index, 3);
        Type::Bool
    }

    fn length(&self, index: usize) -> u64 {
        index as u64 + 100
    }

    fn call(&self, index: usize, args: Vec<Expr>) -> ExprKind {
        ExprKind::Call(self.model(index), args)
    }

    fn model(&self, index: usize) -> usize {
        index + 10
    }
}

#[test]
fn what_only_rustc_knows_is_put_in_its_place() {
    let at = |kind| Expr {
        kind,
        span: Span::default(),
    };
    let item = |ret, kind| Item {
        name: "f".into(),
        params: Vec::new(),
        ret,
        body: crate::tree::Block {
            stmts: vec![Stmt::Expr(at(kind))],
            tail: None,
            span: Span::default(),
        },
    };
    let array = Outside::Array(Box::new(Type::Outside(Outside::Type(3))), 5);
    let args = vec![at(ExprKind::Outside(7))];
    let before = item(Type::Outside(array), ExprKind::Call(2, args));
    let args = vec![at(ExprKind::Literal(Literal::Bool(true)))];
    let after = item(
        Type::Array(Box::new(Type::Bool), 105),
        ExprKind::Call(12, args),
    );
    assert_eq!(function(&text(&before), &Tables), after);
    assert_eq!(unlinked(&text(&before)), before);
}

#[test]
#[should_panic(expected = "which is a defect of tass: wanted Item before")]
fn what_is_no_model_is_noticed() {
    let _ = unlinked("Nonsense");
}
