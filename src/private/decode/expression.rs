//! Expressions.

use tass_core::program::ast::{
    BinOp, CommCall, Counter, Expr, ExprKind, Message, Piece, UnOp, Way, Whose,
};

use super::super::outside::Called;
use super::Decoder;

impl Decoder<'_> {
    pub(super) fn boxed(&mut self) -> Box<Expr> {
        Box::new(self.expr())
    }

    pub(super) fn expr(&mut self) -> Expr {
        let name = self.reader.open();
        let span = self.reader.span();
        let kind = self.kind(name);
        self.reader.close();
        Expr { kind, span }
    }

    fn kind(&mut self, name: &str) -> ExprKind {
        match name {
            "Int" => ExprKind::Int(self.reader.value(), self.int_suffix()),
            "Float" => ExprKind::Float(self.reader.text(), self.float_suffix()),
            "Bool" => ExprKind::Bool(self.reader.value()),
            "Var" => ExprKind::Var(self.reader.text()),
            "Outside" => {
                let index: usize = self.reader.value();
                self.tables.constants[index].clone()
            }
            "Unary" => ExprKind::Unary(self.unary_op(), self.boxed()),
            "Binary" => ExprKind::Binary(self.binary_op(), self.boxed(), self.boxed()),
            "Assign" => ExprKind::Assign(self.boxed(), self.boxed()),
            "AssignOp" => ExprKind::AssignOp(self.binary_op(), self.boxed(), self.boxed()),
            "Index" => ExprKind::Index(self.boxed(), self.boxed()),
            "Slice" => ExprKind::Slice {
                base: self.boxed(),
                lo: self.optional(Self::boxed),
                hi: self.optional(Self::boxed),
                inclusive: self.reader.value(),
            },
            "Field" => ExprKind::Field(self.boxed(), self.reader.text()),
            "Tuple" => ExprKind::Tuple(self.list(Self::expr)),
            "Array" => ExprKind::Array(self.list(Self::expr)),
            "Repeat" => ExprKind::Repeat(self.boxed(), self.boxed()),
            "VecList" => ExprKind::VecList(self.list(Self::expr)),
            "VecRepeat" => ExprKind::VecRepeat(self.boxed(), self.boxed()),
            "Struct" => ExprKind::Struct {
                ty: self.ty(),
                fields: self.list(|this| this.pair(Self::expr)),
                base: self.optional(Self::boxed),
            },
            "Ref" => ExprKind::Ref(self.reader.value(), self.boxed()),
            "Cast" => ExprKind::Cast(self.boxed(), self.ty()),
            "Typed" => {
                let ty = self.ty();
                ExprKind::Typed(self.boxed(), ty)
            }
            "Call" => self.call(),
            "RangeContains" => ExprKind::RangeContains {
                lo: self.optional(Self::boxed),
                hi: self.optional(Self::boxed),
                inclusive: self.reader.value(),
                item: self.boxed(),
            },
            "Method" => ExprKind::Method {
                receiver: self.boxed(),
                name: self.reader.text(),
                args: self.list(Self::expr),
            },
            "Fold" => ExprKind::Fold(Box::new(self.fold())),
            "If" => ExprKind::If {
                cond: self.boxed(),
                then: self.block(),
                otherwise: self.optional(Self::boxed),
            },
            "Block" => ExprKind::Block(self.optional_text(), self.block()),
            "Loop" => ExprKind::Loop(Box::new(self.looping())),
            "Break" => ExprKind::Break(self.optional_text(), self.optional(Self::boxed)),
            "Continue" => ExprKind::Continue(self.optional_text()),
            "Return" => ExprKind::Return(self.optional(Self::boxed)),
            other => self.vocabulary(other),
        }
    }

    /// `f(args)`: a model, or the constructor of a tuple struct.
    fn call(&mut self) -> ExprKind {
        let index: usize = self.reader.value();
        let args = self.list(Self::expr);
        let called = &self.tables.callees;
        match &called[index] {
            Called::Structure(ty) => ExprKind::Struct {
                ty: ty.clone(),
                fields: (0..)
                    .map(|index: usize| index.to_string())
                    .zip(args)
                    .collect(),
                base: None,
            },
            Called::Function(_) => {
                // A program's own table has the models only.
                let before = called[..index].iter();
                let models = before.filter(|called| matches!(called, Called::Function(_)));
                ExprKind::Call(models.count(), args)
            }
        }
    }

    /// The message of an assertion or a panic: texts, and expressions between them.
    fn message(&mut self) -> Option<Message> {
        self.optional(|this| {
            Message(this.list(|this| match this.reader.is_node() {
                true => Piece::Value(this.expr()),
                false => Piece::Text(this.reader.text()),
            }))
        })
    }

    /// The forms that are macros in Rust.
    fn vocabulary(&mut self, name: &str) -> ExprKind {
        match name {
            "Comm" => ExprKind::Comm(CommCall {
                op: self.reader.text(),
                args: self.list(|this| this.pair(Self::expr)),
            }),
            "Assert" => ExprKind::Assert(self.boxed(), self.message()),
            "AssertEq" => ExprKind::AssertEq(
                self.reader.value(),
                self.boxed(),
                self.boxed(),
                self.message(),
            ),
            "Assume" => ExprKind::Assume(self.boxed()),
            "Cover" => ExprKind::Cover(self.boxed()),
            "Panic" => ExprKind::Panic(self.message()),
            "Unreachable" => ExprKind::Unreachable(self.message()),
            "Output" => ExprKind::Output(self.reader.text(), self.boxed()),
            "Choose" => ExprKind::Choose {
                lo: self.boxed(),
                hi: self.boxed(),
                inclusive: self.reader.value(),
            },
            "Elaborate" => ExprKind::Elaborate(self.boxed()),
            "CollectiveAssert" => ExprKind::CollectiveAssert {
                universe: self.optional_text(),
                name: self.reader.text(),
                cond: self.boxed(),
            },
            "JointAssert" => ExprKind::JointAssert {
                name: self.reader.text(),
                cond: self.boxed(),
            },
            "Universe" => ExprKind::Universe {
                name: self.reader.text(),
                member: Box::new(self.closure()),
            },
            "Spec" => ExprKind::Spec(self.optional(Self::boxed), self.reader.text()),
            "Counter" => ExprKind::Counter(Box::new(Counter {
                whose: self.holder(),
                way: match self.reader.word() {
                    "Sent" => Way::Sent,
                    "Received" => Way::Received,
                    _ => self.reader.fail("sent or received"),
                },
                peer: self.expr(),
                tag: self.optional(Self::expr),
            })),
            "InFlight" => ExprKind::InFlight {
                from: self.boxed(),
                to: self.boxed(),
                tag: self.optional(Self::boxed),
            },
            "Shared" => ExprKind::Shared(self.boxed()),
            "Critical" => ExprKind::Critical(self.block()),
            "Always" => ExprKind::Always(self.boxed()),
            "Peer" => ExprKind::Peer(self.boxed(), self.reader.text()),
            _ => self.reader.fail("an expression"),
        }
    }

    fn holder(&mut self) -> Whose {
        let whose = match self.reader.open() {
            "Own" => Whose::Own,
            "Process" => Whose::Process(self.expr()),
            "Spec" => Whose::Spec(self.optional(Self::expr)),
            _ => self.reader.fail("whose counter it is"),
        };
        self.reader.close();
        whose
    }

    fn unary_op(&mut self) -> UnOp {
        match self.reader.word() {
            "Neg" => UnOp::Neg,
            "Not" => UnOp::Not,
            "Deref" => UnOp::Deref,
            _ => self.reader.fail("an operator"),
        }
    }

    fn binary_op(&mut self) -> BinOp {
        match self.reader.word() {
            "Add" => BinOp::Add,
            "Sub" => BinOp::Sub,
            "Mul" => BinOp::Mul,
            "Div" => BinOp::Div,
            "Rem" => BinOp::Rem,
            "And" => BinOp::And,
            "Or" => BinOp::Or,
            "BitAnd" => BinOp::BitAnd,
            "BitOr" => BinOp::BitOr,
            "BitXor" => BinOp::BitXor,
            "Eq" => BinOp::Eq,
            "Ne" => BinOp::Ne,
            "Lt" => BinOp::Lt,
            "Le" => BinOp::Le,
            "Gt" => BinOp::Gt,
            "Ge" => BinOp::Ge,
            _ => self.reader.fail("an operator"),
        }
    }
}
