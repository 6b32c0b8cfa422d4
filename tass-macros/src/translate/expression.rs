//! Expressions: which form goes where, and what is not in the language.

use quote::ToTokens as _;
use syn::{BinOp, Expr, ExprAssign, ExprBinary, ExprIndex, ExprStruct, ExprUnary, Lit, UnOp};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind};

use super::block::dropped;
use super::cases::{has_let, is_variant};
use super::control::inner;
use super::pattern::member;
use super::{Translator, nothing};
use crate::native;

type Op = tree::BinOp;

impl Translator<'_> {
    /// An expression.
    pub(crate) fn expression(&mut self, expr: &Expr) -> tree::Expr {
        let Some(form) = form(expr) else {
            let message = unsupported(expr);
            return self.reject(expr, message);
        };
        // Loops, literals, names and calls have forms of their own.
        if let Some(form) = form
            && !self.accepts(expr, Family::Expression, form)
        {
            return nothing();
        }
        let first = self.condition.steps.len();
        let code = self.known_expression(expr);
        self.condition.end(first);
        code
    }

    fn known_expression(&mut self, expr: &Expr) -> tree::Expr {
        match expr {
            Expr::Paren(paren) => self.expression(&paren.expr),
            Expr::Group(group) => self.expression(&group.expr),
            Expr::Lit(lit) => self.literal(lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Index(index) => self.index(index),
            Expr::Field(field) => self.field(field),
            Expr::Tuple(tuple) => {
                let elems = self.expressions(&tuple.elems);
                self.expr(expr, ExprKind::Tuple(elems))
            }
            Expr::Array(array) => {
                let elems = self.expressions(&array.elems);
                self.expr(expr, ExprKind::Array(elems))
            }
            Expr::Repeat(repeat) => {
                let (value, len) = (self.boxed(&repeat.expr), self.boxed(&repeat.len));
                self.expr(expr, ExprKind::Repeat(value, len))
            }
            Expr::Struct(literal) => self.structure(literal),
            Expr::Reference(reference) => {
                let (mutable, inner) =
                    (reference.mutability.is_some(), self.boxed(&reference.expr));
                self.expr(expr, ExprKind::Ref(mutable, inner))
            }
            Expr::Cast(cast) => {
                let (inner, ty) = (self.boxed(&cast.expr), self.ty(&cast.ty));
                self.expr(expr, ExprKind::Cast(inner, ty))
            }
            Expr::Call(call) => match self.counter(expr) {
                Some(counter) => counter,
                None => self.call(call),
            },
            Expr::MethodCall(call) => match self.counter(expr) {
                Some(counter) => counter,
                None => self.method_call(call),
            },
            Expr::Macro(mac) => self.macro_expression(expr, &mac.mac),
            Expr::If(branch) => self.branch(branch),
            Expr::Match(cases) => self.match_expression(cases),
            Expr::Try(tried) => {
                self.step(expr);
                let value = self.boxed(&tried.expr);
                self.expr(expr, ExprKind::Try(value))
            }
            Expr::Block(block) => {
                if block.label.is_some() || block.block.stmts.len() != 1 {
                    self.step(expr);
                }
                let label = self.label(block.label.as_ref());
                let inner = self.block(&block.block);
                self.expr(expr, ExprKind::Block(label, inner))
            }
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => self.loop_expression(expr, None),
            Expr::Break(jump) => {
                self.step(expr);
                let label = self.jump_label(expr, jump.label.as_ref(), "break label");
                let value = jump.expr.as_ref().map(|value| self.boxed(value));
                self.expr(expr, ExprKind::Break(label, value))
            }
            Expr::Continue(jump) => {
                self.step(expr);
                let label = self.jump_label(expr, jump.label.as_ref(), "continue label");
                self.expr(expr, ExprKind::Continue(label))
            }
            Expr::Return(jump) => {
                self.step(expr);
                let value = jump.expr.as_ref().map(|value| self.boxed(value));
                self.expr(expr, ExprKind::Return(value))
            }
            other => {
                let message = unsupported(other);
                self.reject(other, message)
            }
        }
    }

    /// A list of expressions.
    pub(super) fn expressions<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<tree::Expr> {
        let exprs = exprs.into_iter();
        exprs.map(|expr| self.expression(expr)).collect()
    }

    /// A part of another expression.
    pub(super) fn boxed(&mut self, expr: &Expr) -> Box<tree::Expr> {
        Box::new(self.expression(expr))
    }

    fn unary(&mut self, unary: &ExprUnary) -> tree::Expr {
        let (op, token) = match unary.op {
            UnOp::Neg(_) => (tree::UnOp::Neg, "neg"),
            UnOp::Not(_) => (tree::UnOp::Not, "!"),
            UnOp::Deref(_) => (tree::UnOp::Deref, "deref"),
            _ => return self.reject(unary, "this operator is not supported in models"),
        };
        if !self.accepts(unary, Family::Operator, token) {
            return nothing();
        }
        let inner = self.boxed(&unary.expr);
        self.expr(unary, ExprKind::Unary(op, inner))
    }

    fn binary(&mut self, binary: &ExprBinary) -> tree::Expr {
        let token = binary.op.to_token_stream().to_string();
        let known = self.knows(Family::Operator, &token);
        let (op, assigns) = match operator(&binary.op) {
            Some(operator) if known => operator,
            _ => {
                self.expression(&binary.left);
                self.expression(&binary.right);
                return self.reject(
                    binary,
                    "shifts are not supported in models: integers are mathematical, so write `* 2` or `/ 2`",
                );
            }
        };
        if matches!(op, Op::BitAnd | Op::BitOr | Op::BitXor)
            && (is_integer(&binary.left) || is_integer(&binary.right))
        {
            return self.reject(
                binary,
                "bit operations work on `bool` only: integers are mathematical, so use `%`, `/` and `*`",
            );
        }
        let left = self.boxed(&binary.left);
        let (first, before) = (self.condition.steps.len(), self.condition.others);
        let right = self.boxed(&binary.right);
        if matches!(op, Op::And | Op::Or) {
            // Whether the right side is executed depends on the left one.
            self.condition.check(first, before);
        }
        if assigns {
            self.step(binary);
            if self.argument && native::must_ask(binary) {
                return self.reject(
                    &binary.right,
                    "inside a macro the right side of this assignment must be a variable or plain arithmetic: \
                     store it in a variable first",
                );
            }
        }
        let kind = match assigns {
            true => ExprKind::AssignOp(op, left, right),
            false => ExprKind::Binary(op, left, right),
        };
        self.expr(binary, kind)
    }

    fn assign(&mut self, assign: &ExprAssign) -> tree::Expr {
        self.step(assign);
        if let Expr::Infer(_) = *assign.left {
            // `_ = e` evaluates `e` and drops it.
            let (init, span) = (self.expression(&assign.right), self.source.span(assign));
            let drop = dropped(init, tree::Type::Infer, span);
            return self.block_of(assign, vec![drop], None);
        }
        // Several shared variables are written at once: `(w, s) = (true, true)`.
        let at_once = self.shares
            && matches!(&*assign.left, Expr::Tuple(tuple) if tuple.elems.iter().all(|e| matches!(e, Expr::Path(_))));
        if !is_place(&assign.left) && !at_once {
            self.expression(&assign.right);
            return self.reject(
                &assign.left,
                "assigning to a pattern is not supported in models: assign each part on its own, or use `let`",
            );
        }
        let (place, value) = (self.boxed(&assign.left), self.boxed(&assign.right));
        self.expr(assign, ExprKind::Assign(place, value))
    }

    fn index(&mut self, index: &ExprIndex) -> tree::Expr {
        if crate::native::is_proc(&index.expr) && self.local("proc").is_none() {
            return self.lone_proc(index);
        }
        let base = self.boxed(&index.expr);
        let Expr::Range(range) = &*index.index else {
            let at = self.boxed(&index.index);
            return self.expr(index, ExprKind::Index(base, at));
        };
        let slice = ExprKind::Slice {
            base,
            lo: range.start.as_ref().map(|lo| self.boxed(lo)),
            hi: range.end.as_ref().map(|hi| self.boxed(hi)),
            inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
        };
        self.expr(index, slice)
    }

    fn structure(&mut self, literal: &ExprStruct) -> tree::Expr {
        if literal.qself.is_some() {
            return self.reject(literal, "name the struct directly: `Point { x, y }`");
        }
        if is_variant(&literal.path) {
            return self.variant_literal(literal);
        }
        let ty = self.outside.ty(&literal.path);
        let fields = literal.fields.iter();
        let fields = fields.map(|field| (member(&field.member), self.expression(&field.expr)));
        let fields = fields.collect();
        let base = literal.rest.as_ref().map(|rest| self.boxed(rest));
        self.expr(literal, ExprKind::Struct { ty, fields, base })
    }
}

impl Translator<'_> {
    /// `Job::Work { id: 1 }`
    fn variant_literal(&mut self, literal: &ExprStruct) -> tree::Expr {
        self.accepts(literal, Family::Expression, "variant");
        if let Some(rest) = &literal.rest {
            return self.reject(rest, "write out the fields of the variant");
        }
        let fields = literal.fields.iter();
        let fields = fields.map(|field| (member(&field.member), self.expression(&field.expr)));
        let fields = fields.collect();
        let (ty, name) = self.variant_named(&literal.path);
        self.expr(literal, ExprKind::Variant { ty, name, fields })
    }
}

/// The operator's name, and whether it assigns; `None` for shifts.
fn operator(op: &BinOp) -> Option<(Op, bool)> {
    Some(match op {
        BinOp::Add(_) => (Op::Add, false),
        BinOp::Sub(_) => (Op::Sub, false),
        BinOp::Mul(_) => (Op::Mul, false),
        BinOp::Div(_) => (Op::Div, false),
        BinOp::Rem(_) => (Op::Rem, false),
        BinOp::And(_) => (Op::And, false),
        BinOp::Or(_) => (Op::Or, false),
        BinOp::BitXor(_) => (Op::BitXor, false),
        BinOp::BitAnd(_) => (Op::BitAnd, false),
        BinOp::BitOr(_) => (Op::BitOr, false),
        BinOp::Eq(_) => (Op::Eq, false),
        BinOp::Lt(_) => (Op::Lt, false),
        BinOp::Le(_) => (Op::Le, false),
        BinOp::Ne(_) => (Op::Ne, false),
        BinOp::Ge(_) => (Op::Ge, false),
        BinOp::Gt(_) => (Op::Gt, false),
        BinOp::AddAssign(_) => (Op::Add, true),
        BinOp::SubAssign(_) => (Op::Sub, true),
        BinOp::MulAssign(_) => (Op::Mul, true),
        BinOp::DivAssign(_) => (Op::Div, true),
        BinOp::RemAssign(_) => (Op::Rem, true),
        BinOp::BitXorAssign(_) => (Op::BitXor, true),
        BinOp::BitAndAssign(_) => (Op::BitAnd, true),
        BinOp::BitOrAssign(_) => (Op::BitOr, true),
        _ => return None,
    })
}

/// Assignments go to a place, not to a pattern.
fn is_place(expr: &Expr) -> bool {
    !matches!(
        inner(expr),
        Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_)
    )
}

fn is_integer(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(lit.lit, Lit::Int(_)))
}

/// The form's name in the tables; nothing inside where a later stage looks closer; nothing at all
/// for what is never supported.
#[allow(clippy::option_option, reason = "unknown, known later, known")]
fn form(expr: &Expr) -> Option<Option<&'static str>> {
    Some(Some(match expr {
        Expr::Lit(_)
        | Expr::Path(_)
        | Expr::While(_)
        | Expr::Loop(_)
        | Expr::ForLoop(_)
        | Expr::MethodCall(_)
        | Expr::Field(_) => return Some(None),
        Expr::Paren(_) | Expr::Group(_) => "parenthesis",
        Expr::Unary(_) => "unary",
        Expr::Binary(binary) => match operator(&binary.op) {
            Some((_, true)) => "assign operator",
            _ => "binary",
        },
        Expr::Assign(assign) => match &*assign.left {
            Expr::Infer(_) => "discard",
            _ => "assign",
        },
        Expr::Index(index) => match &*index.index {
            Expr::Range(_) => "slice",
            _ => "index",
        },
        Expr::Tuple(_) => "tuple",
        Expr::Array(_) => "array",
        Expr::Repeat(_) => "repeat",
        Expr::Struct(literal) if is_variant(&literal.path) => return Some(None),
        Expr::Struct(literal) if literal.rest.is_some() => "struct update",
        Expr::Struct(_) => "struct",
        Expr::Reference(reference) if reference.mutability.is_some() => "&mut",
        Expr::Reference(_) => "&",
        Expr::Cast(_) => "as",
        Expr::Call(_) => "call",
        Expr::Macro(_) => "macro",
        Expr::Match(_) => "match",
        Expr::Try(_) => "?",
        Expr::If(branch) if has_let(&branch.cond) => "if let",
        Expr::If(branch) if branch.else_branch.is_some() => "if else",
        Expr::If(_) => "if",
        Expr::Block(block) if block.label.is_some() => "label",
        Expr::Block(_) => "block",
        Expr::Break(jump) if jump.expr.is_some() => "break value",
        Expr::Break(_) => "break",
        Expr::Continue(_) => "continue",
        Expr::Return(jump) if jump.expr.is_some() => "return value",
        Expr::Return(_) => "return",
        _ => return None,
    }))
}

/// What to say about a form that is not in the language.
fn unsupported(expr: &Expr) -> &'static str {
    match expr {
        Expr::Let(_) => {
            "`let` is a condition of `if` and `while`, or joined with others by `&&`: write `matches!(e, pattern)`"
        }
        Expr::Closure(_) => {
            "a closure can only be the argument of an iterator method, as in `(0..n).all(|i| a[i] > 0)`: \
             write a function with `#[tass::model]` instead"
        }
        Expr::Range(_) => {
            "a range is not a value in models: it can be looped over (`for i in 0..n`), sliced with (`a[1..3]`) \
             or quantified over (`(0..n).all(|i| ..)`)"
        }
        Expr::Unsafe(_) => "`unsafe` is not supported in models",
        Expr::Async(_) | Expr::Await(_) => {
            "`async` and `.await` are not supported in models: processes communicate with `mpi!`"
        }
        Expr::Const(_) => {
            "`const` blocks are not supported in models: declare a `const` outside the function"
        }
        Expr::RawAddr(_) => "raw pointers are not supported in models: use `&` or `&mut`",
        Expr::Infer(_) => "`_` is not a value",
        _ => "this expression is not supported in models",
    }
}
