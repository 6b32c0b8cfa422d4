//! Operators of the program's own: functions of two operands that are terms.
//!
//! Each gets a graph of its own, beside the one that calls of its function have: one location,
//! which returns the term. What is declared of an operator is part of what it is.

use std::sync::Arc;

use super::draft::{CommOperand, Term};
use super::purity::body_is_plain;
use super::ty::{Known, Ty};
use super::{FnLowering, Lowering};
use crate::comm;
use crate::graph::Operator;
use tass_syntax::tree::{Block, Function, OwnOperator, Span, Type};

impl Lowering<'_> {
    /// The number of an operator.
    fn operator(&mut self, function: &Arc<Function>, commutative: bool) -> usize {
        let entry = self.operators.entry((function.path.clone(), commutative));
        let number = entry.index();
        // No function has such a path.
        let graph = self.functions.entry(format!("operator {}", function.path));
        entry.or_insert_with(|| Operator {
            graph: graph.index(),
            declared: Arc::new(comm::OwnOperator {
                number,
                name: function.name.clone(),
                commutative,
            }),
        });
        graph.or_insert_with(|| function.clone());
        number
    }

    /// Is it an operator that has this graph?
    pub(super) fn is_operator(&self, graph: usize) -> bool {
        self.operators.values().any(|it| it.graph == graph)
    }
}

impl FnLowering<'_, '_> {
    /// `ordered(f)`, `commutative(f)`; and the type of what it combines.
    pub(super) fn own_operator(&mut self, own: &OwnOperator, span: Span) -> (CommOperand, Ty) {
        let Some(callee) = self.function.callees.get(own.function).cloned() else {
            unreachable!("an operator names an index of the function's callees");
        };
        let function = Arc::new((callee.build)());
        let ty = self.types.declared(&function.ret);
        let mut types = function.params.iter().map(|param| &param.ty);
        let fits = function.params.len() == 2 && types.all(|ty| *ty == function.ret);
        if !fits || matches!(function.ret, Type::Ref { .. } | Type::Unit) {
            self.error(
                span,
                format!(
                    "`{}` does not make one value of two of the same type",
                    callee.name
                ),
                Some("an operator is a function such as `fn f(a: T, b: T) -> T`"),
            );
        } else if !body_is_plain(own.function, &self.function, self.shared.comm) {
            self.error(
                span,
                format!("`{}` is more than an operator can be", callee.name),
                Some(
                    "the body of an operator is made of `let`, `if` with `else`, and expressions \
                     of its operands: no loops, no assignments, no assertions, no `rank()`",
                ),
            );
        }
        let number = self.shared.operator(&function, own.commutative);
        (CommOperand::Operator(number), ty)
    }

    /// The body of a function as the term that an operator is.
    pub(super) fn operator_body(&mut self, body: &Block) -> (Term, Ty) {
        if !self.shared.errors.is_empty() {
            let ty = self.types.fresh(Known::Never);
            return (self.unit_value(body.span).0, ty);
        }
        self.plain = true;
        let lowered = self.plain_block(body);
        self.plain = false;
        lowered
    }
}
