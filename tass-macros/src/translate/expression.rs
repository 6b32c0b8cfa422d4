//! Expressions: which form goes where, and what is not in the language.

use quote::ToTokens as _;
use syn::{BinOp, Expr, ExprAssign, ExprBinary, ExprIndex, ExprStruct, ExprUnary, Lit, UnOp};
use tass_syntax::accepted::Family;

use super::control::inner;
use super::pattern::member;
use super::{ABSENT, Translator};
use crate::code::{Code, node};
use crate::native;

impl Translator<'_> {
    /// An expression.
    pub(crate) fn expression(&mut self, expr: &Expr) -> Code {
        let Some(form) = form(expr) else {
            let message = unsupported(expr);
            return self.reject(expr, message);
        };
        // Loops, literals, names and calls have forms of their own.
        if let Some(form) = form
            && !self.accepts(expr, Family::Expression, form)
        {
            return ABSENT;
        }
        let first = self.condition.steps.len();
        let code = self.known_expression(expr);
        self.condition.end(first);
        code
    }

    fn known_expression(&mut self, expr: &Expr) -> Code {
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
                self.expr(expr, "Tuple", &[&elems])
            }
            Expr::Array(array) => {
                let elems = self.expressions(&array.elems);
                self.expr(expr, "Array", &[&elems])
            }
            Expr::Repeat(repeat) => {
                let (value, len) = (self.expression(&repeat.expr), self.expression(&repeat.len));
                self.expr(expr, "Repeat", &[&value, &len])
            }
            Expr::Struct(literal) => self.structure(literal),
            Expr::Reference(reference) => {
                let (mutable, inner) = (
                    reference.mutability.is_some(),
                    self.expression(&reference.expr),
                );
                self.expr(expr, "Ref", &[&mutable, &inner])
            }
            Expr::Cast(cast) => {
                let (inner, ty) = (self.expression(&cast.expr), self.ty(&cast.ty));
                self.expr(expr, "Cast", &[&inner, &ty])
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
            Expr::Block(block) => {
                if block.label.is_some() || block.block.stmts.len() != 1 {
                    self.step(expr);
                }
                let label = self.label(block.label.as_ref());
                let inner = self.block(&block.block);
                self.expr(expr, "Block", &[&label, &inner])
            }
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => self.loop_expression(expr, None),
            Expr::Break(jump) => {
                self.step(expr);
                let label = self.jump_label(expr, jump.label.as_ref(), "break label");
                let value = Code::optional(jump.expr.as_ref().map(|value| self.expression(value)));
                self.expr(expr, "Break", &[&label, &value])
            }
            Expr::Continue(jump) => {
                self.step(expr);
                let label = self.jump_label(expr, jump.label.as_ref(), "continue label");
                self.expr(expr, "Continue", &[&label])
            }
            Expr::Return(jump) => {
                self.step(expr);
                let value = Code::optional(jump.expr.as_ref().map(|value| self.expression(value)));
                self.expr(expr, "Return", &[&value])
            }
            other => {
                let message = unsupported(other);
                self.reject(other, message)
            }
        }
    }

    /// A list of expressions.
    pub(super) fn expressions<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Code {
        let exprs: Vec<_> = exprs
            .into_iter()
            .map(|expr| self.expression(expr))
            .collect();
        Code::list(exprs)
    }

    fn unary(&mut self, unary: &ExprUnary) -> Code {
        let op = match unary.op {
            UnOp::Neg(_) => "Neg",
            UnOp::Not(_) => "Not",
            UnOp::Deref(_) => "Deref",
            _ => return self.reject(unary, "this operator is not supported in models"),
        };
        let token = match op {
            "Neg" => "neg",
            "Not" => "!",
            _ => "deref",
        };
        if !self.accepts(unary, Family::Operator, token) {
            return ABSENT;
        }
        let inner = self.expression(&unary.expr);
        self.expr(unary, "Unary", &[&op, &inner])
    }

    fn binary(&mut self, binary: &ExprBinary) -> Code {
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
        if op.starts_with("Bit") && (is_integer(&binary.left) || is_integer(&binary.right)) {
            return self.reject(
                binary,
                "bit operations work on `bool` only: integers are mathematical, so use `%`, `/` and `*`",
            );
        }
        let left = self.expression(&binary.left);
        let (first, before) = (self.condition.steps.len(), self.condition.others);
        let right = self.expression(&binary.right);
        if matches!(op, "And" | "Or") {
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
        let kind = if assigns { "AssignOp" } else { "Binary" };
        self.expr(binary, kind, &[&op, &left, &right])
    }

    fn assign(&mut self, assign: &ExprAssign) -> Code {
        self.step(assign);
        if let Expr::Infer(_) = *assign.left {
            // `_ = e` evaluates `e` and drops it.
            let (init, span) = (self.expression(&assign.right), self.source.span(assign));
            let drop = node!("Let", span, node!("Wild"), "Infer", init);
            let block = node!("Block", span, Code::list([drop]), ABSENT);
            return self.expr(assign, "Block", &[&ABSENT, &block]);
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
        let (place, value) = (
            self.expression(&assign.left),
            self.expression(&assign.right),
        );
        self.expr(assign, "Assign", &[&place, &value])
    }

    fn index(&mut self, index: &ExprIndex) -> Code {
        if crate::native::is_proc(&index.expr) && self.local("proc").is_none() {
            return self.lone_proc(index);
        }
        let base = self.expression(&index.expr);
        let Expr::Range(range) = &*index.index else {
            let at = self.expression(&index.index);
            return self.expr(index, "Index", &[&base, &at]);
        };
        let lo = Code::optional(range.start.as_ref().map(|lo| self.expression(lo)));
        let hi = Code::optional(range.end.as_ref().map(|hi| self.expression(hi)));
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        self.expr(index, "Slice", &[&base, &lo, &hi, &inclusive])
    }

    fn structure(&mut self, literal: &ExprStruct) -> Code {
        if literal.qself.is_some() {
            return self.reject(literal, "name the struct directly: `Point { x, y }`");
        }
        let ty = node!("Outside", self.outside.ty(&literal.path));
        let fields: Vec<_> = literal
            .fields
            .iter()
            .map(|field| Code::pair(&member(&field.member), &self.expression(&field.expr)))
            .collect();
        let fields = Code::list(fields);
        let base = Code::optional(literal.rest.as_ref().map(|rest| self.expression(rest)));
        self.expr(literal, "Struct", &[&ty, &fields, &base])
    }
}

/// The operator's name, and whether it assigns; `None` for shifts.
fn operator(op: &BinOp) -> Option<(&'static str, bool)> {
    Some(match op {
        BinOp::Add(_) => ("Add", false),
        BinOp::Sub(_) => ("Sub", false),
        BinOp::Mul(_) => ("Mul", false),
        BinOp::Div(_) => ("Div", false),
        BinOp::Rem(_) => ("Rem", false),
        BinOp::And(_) => ("And", false),
        BinOp::Or(_) => ("Or", false),
        BinOp::BitXor(_) => ("BitXor", false),
        BinOp::BitAnd(_) => ("BitAnd", false),
        BinOp::BitOr(_) => ("BitOr", false),
        BinOp::Eq(_) => ("Eq", false),
        BinOp::Lt(_) => ("Lt", false),
        BinOp::Le(_) => ("Le", false),
        BinOp::Ne(_) => ("Ne", false),
        BinOp::Ge(_) => ("Ge", false),
        BinOp::Gt(_) => ("Gt", false),
        BinOp::AddAssign(_) => ("Add", true),
        BinOp::SubAssign(_) => ("Sub", true),
        BinOp::MulAssign(_) => ("Mul", true),
        BinOp::DivAssign(_) => ("Div", true),
        BinOp::RemAssign(_) => ("Rem", true),
        BinOp::BitXorAssign(_) => ("BitXor", true),
        BinOp::BitAndAssign(_) => ("BitAnd", true),
        BinOp::BitOrAssign(_) => ("BitOr", true),
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

/// The form's name in the tables; nothing inside where a later stage looks closer; nothing at all for what is
/// never supported.
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
        Expr::Struct(literal) if literal.rest.is_some() => "struct update",
        Expr::Struct(_) => "struct",
        Expr::Reference(reference) if reference.mutability.is_some() => "&mut",
        Expr::Reference(_) => "&",
        Expr::Cast(_) => "as",
        Expr::Call(_) => "call",
        Expr::Macro(_) => "macro",
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
        Expr::Match(_) => "`match` is not supported yet: use `if` and `else if`",
        Expr::Let(_) => {
            "`if let` and `while let` are not supported yet: use `if` or `while` with a `bool`"
        }
        Expr::Closure(_) => {
            "a closure can only be the argument of an iterator method, as in `(0..n).all(|i| a[i] > 0)`: \
             write a function with `#[tass::model]` instead"
        }
        Expr::Range(_) => {
            "a range is not a value in models: it can be looped over (`for i in 0..n`), sliced with (`a[1..3]`) \
             or quantified over (`(0..n).all(|i| ..)`)"
        }
        Expr::Try(_) => "`?` is not supported in models: a failure is an `assert!`",
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
