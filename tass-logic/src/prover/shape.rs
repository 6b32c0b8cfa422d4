//! Folds as functions.
//!
//! To Z3 a fold over a symbolic range is the value of some function. Of which one, and at what
//! arguments, is decided here: what does not depend on the fold's own variable is an argument (its
//! ends first; of a sum, the terms that do not depend on it are one argument together), and what is
//! left is the function's *shape*. Folds of one shape are values of one function, so that Z3 knows
//! them to be equal where their arguments are: the sum of row `r` is that of row `q` where
//! `q == r`.
//!
//! Invariant: the shape and the values of the arguments determine the value of the fold. A shape is
//! the whole of what is left, so two of them are equal only if they are the same term.

use rustc_hash::FxHashMap;

use crate::symbolic::{ExprId, FoldOp, FunId, Node, Rational, Sort, Store};

/// A part of a shape; its own parts follow it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Piece {
    Argument(usize),
    /// What a part before was, counted from the first.
    Again(usize),
    Bool(bool),
    Num(Sort, Rational),
    Bound(u32),
    App(FunId, usize),
    /// The terms that depend on the variable; the rest follows as an argument.
    Sum(Sort, Vec<Rational>),
    Prod(Vec<u32>),
    Fold(FoldOp),
    Many(Kind, usize),
    Few(Kind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Quot,
    Div,
    Mod,
    ToReal,
    Floor,
    Ite,
    Not,
    And,
    Or,
    Iff,
    Eq0,
    Le0,
    Lt0,
    Forall,
}

/// An argument: an expression, or the sum of terms with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Term(ExprId),
    Sum(Sort, Vec<(ExprId, Rational)>),
}

/// A fold seen as a function's value.
#[derive(Clone, Debug)]
pub(super) struct Applied {
    /// The number of its shape.
    pub(super) shape: usize,
    pub(super) arguments: Vec<Argument>,
}

/// All shapes met so far.
#[derive(Default)]
pub(super) struct Shapes {
    numbers: FxHashMap<Vec<Piece>, usize>,
}

impl Shapes {
    /// A fold as a function's value. `lowest` says of an expression which the lowest bound variable
    /// is that is free in it; `own` is the fold's. `None` where arrays are values.
    pub(super) fn apply(
        &mut self,
        store: &Store,
        fold: ExprId,
        own: u32,
        lowest: impl Fn(ExprId) -> Option<u32>,
    ) -> Option<Applied> {
        let Node::Fold { op, lo, hi, body } = *store.node(fold) else {
            return None;
        };
        // Variables bound further out have higher numbers than the fold's own, those bound inside
        // lower ones.
        let fixed = |e: ExprId| lowest(e).is_none_or(|lowest| lowest > own);
        let mut pieces = vec![Piece::Fold(op)];
        let mut arguments = vec![Argument::Term(lo), Argument::Term(hi)];
        let mut argument = |argument: Argument| {
            let known = arguments.iter().position(|other| *other == argument);
            known.unwrap_or_else(|| {
                arguments.push(argument);
                arguments.len() - 1
            })
        };
        let mut seen: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut stack = vec![body];
        while let Some(e) = stack.pop() {
            let node = store.node(e);
            let constant = matches!(node, Node::Num(..) | Node::Bool(_));
            if !constant && fixed(e) {
                pieces.push(Piece::Argument(argument(Argument::Term(e))));
                continue;
            }
            if let Some(&before) = seen.get(&e) {
                pieces.push(Piece::Again(before));
                continue;
            }
            seen.insert(e, seen.len());
            let first = stack.len();
            if let Node::Sum(sort, terms) = node {
                let (rest, own): (Vec<_>, Vec<_>) = terms.iter().cloned().partition(|t| fixed(t.0));
                let rest = argument(Argument::Sum(*sort, rest));
                pieces.push(Piece::Sum(*sort, own.iter().map(|t| t.1.clone()).collect()));
                pieces.push(Piece::Argument(rest));
                stack.extend(own.iter().map(|t| t.0));
            } else {
                pieces.push(piece(node)?);
                store.children(e, &mut |child| stack.push(child));
            }
            stack[first..].reverse();
        }
        let number = self.numbers.len();
        let shape = *self.numbers.entry(pieces).or_insert(number);
        Some(Applied { shape, arguments })
    }
}

fn piece(node: &Node) -> Option<Piece> {
    Some(match node {
        Node::Bool(value) => Piece::Bool(*value),
        Node::Num(sort, value) => Piece::Num(*sort, value.clone()),
        Node::Bound(number, _) => Piece::Bound(*number),
        Node::App(function, args) => Piece::App(*function, args.len()),
        Node::Prod(factors) => Piece::Prod(factors.iter().map(|f| f.1).collect()),
        Node::Fold { op, .. } => Piece::Fold(*op),
        Node::And(parts) => Piece::Many(Kind::And, parts.len()),
        Node::Or(parts) => Piece::Many(Kind::Or, parts.len()),
        Node::Quot(..) => Piece::Few(Kind::Quot),
        Node::Div(..) => Piece::Few(Kind::Div),
        Node::Mod(..) => Piece::Few(Kind::Mod),
        Node::ToReal(_) => Piece::Few(Kind::ToReal),
        Node::Floor(_) => Piece::Few(Kind::Floor),
        Node::Ite(..) => Piece::Few(Kind::Ite),
        Node::Not(_) => Piece::Few(Kind::Not),
        Node::Iff(..) => Piece::Few(Kind::Iff),
        Node::Eq0(_) => Piece::Few(Kind::Eq0),
        Node::Le0(_) => Piece::Few(Kind::Le0),
        Node::Lt0(_) => Piece::Few(Kind::Lt0),
        Node::Forall { .. } => Piece::Few(Kind::Forall),
        // Symbols are arguments; sums are taken apart.
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::Shapes;
    use crate::symbolic::{ExprId, FoldOp, Sort, Store};

    /// Which function a closed fold is a value of, and at how many arguments.
    fn applied(shapes: &mut Shapes, store: &Store, fold: ExprId) -> (usize, usize) {
        let lowest = |e| (store.has_free_bound(e)).then_some(0);
        let applied = shapes.apply(store, fold, 1, lowest).expect("a fold");
        (applied.shape, applied.arguments.len())
    }

    #[test]
    fn what_does_not_depend_on_the_variable_is_an_argument() {
        let (mut store, mut shapes) = (Store::new(), Shapes::default());
        let [f, g] = ["f", "g"].map(|name| store.new_function(name, 2, Sort::Int, false));
        let [m, n, q, r] = ["m", "n", "q", "r"].map(|name| store.new_symbol(name, Sort::Int));
        let k = store.fresh_bound();
        let mut fold = |op, function, hi, row: ExprId, swapped: bool| {
            let zero = store.int(0);
            let args = if swapped { [k, row] } else { [row, k] };
            let body = store.app(function, &args);
            let fold = store.fold_of(op, Sort::Int, zero, hi, k, body);
            applied(&mut shapes, &store, fold)
        };
        let first = fold(FoldOp::Sum, f, n, q, false);
        assert_eq!(first.1, 3, "two ends and the row");
        assert_eq!(fold(FoldOp::Sum, f, m, r, false), first);
        let others = [
            fold(FoldOp::Sum, g, n, q, false),
            fold(FoldOp::Max, f, n, q, false),
            fold(FoldOp::Sum, f, n, q, true),
        ];
        assert!(others.iter().all(|other| other.0 != first.0), "{others:?}");
    }
}
