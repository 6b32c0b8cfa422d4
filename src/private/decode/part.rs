//! Everything that is not an expression: types, patterns, blocks, loops, chains.

use tass_core::program::ast::{
    Block, Closure, Expr, ExprKind, FloatTy, Fold, FoldEnd, FoldSource, FoldStep, ForIter, IntTy,
    Invariant, Loop, LoopKind, Param, Pattern, Span, Stmt, Type,
};

use super::Decoder;

impl Decoder<'_> {
    pub(super) fn param(&mut self) -> Param {
        self.reader.open();
        let span = self.reader.span();
        let param = Param {
            pattern: self.pattern(),
            ty: self.ty(),
            span,
        };
        self.reader.close();
        param
    }

    pub(super) fn ty(&mut self) -> Type {
        if !self.reader.is_node() {
            let word = self.reader.word();
            return match word {
                "Unit" => Type::Unit,
                "Never" => Type::Never,
                "Bool" => Type::Bool,
                "Infer" => Type::Infer,
                _ => match (int_ty(word), float_ty(word)) {
                    (Some(ty), _) => Type::Int(ty),
                    (_, Some(ty)) => Type::Float(ty),
                    _ => self.reader.fail("a type"),
                },
            };
        }
        let ty = match self.reader.open() {
            "Tuple" => Type::Tuple(self.list(Self::ty)),
            "Array" => {
                let elem = Box::new(self.ty());
                let length: usize = self.reader.value();
                Type::Array(elem, self.tables.lengths[length])
            }
            "Vec" => Type::Vec(Box::new(self.ty())),
            "Slice" => Type::Slice(Box::new(self.ty())),
            "Ref" => Type::Ref {
                mutable: self.reader.value(),
                target: Box::new(self.ty()),
            },
            "Outside" => {
                let index: usize = self.reader.value();
                self.tables.types[index].clone()
            }
            _ => self.reader.fail("a type"),
        };
        self.reader.close();
        ty
    }

    pub(super) fn int_suffix(&mut self) -> Option<IntTy> {
        let word = self.optional(|this| this.reader.word())?;
        Some(int_ty(word).unwrap_or_else(|| self.reader.fail("an integer type")))
    }

    pub(super) fn float_suffix(&mut self) -> Option<FloatTy> {
        let word = self.optional(|this| this.reader.word())?;
        Some(float_ty(word).unwrap_or_else(|| self.reader.fail("a float type")))
    }

    pub(super) fn pattern(&mut self) -> Pattern {
        let pattern = match self.reader.open() {
            "Wild" => Pattern::Wild,
            "Name" => {
                let span = self.reader.span();
                Pattern::Name {
                    name: self.reader.text(),
                    span,
                }
            }
            "Tuple" => Pattern::Tuple(self.list(Self::pattern)),
            "Struct" => Pattern::Struct(self.list(|this| this.pair(Self::pattern))),
            "Ref" => Pattern::Ref(Box::new(self.pattern())),
            "Mut" => Pattern::Mut(Box::new(self.pattern())),
            _ => self.reader.fail("a pattern"),
        };
        self.reader.close();
        pattern
    }

    pub(super) fn block(&mut self) -> Block {
        self.reader.open();
        let span = self.reader.span();
        let stmts = self.list(Self::stmt);
        let tail = self.optional(Self::boxed);
        self.reader.close();
        Block { stmts, tail, span }
    }

    fn stmt(&mut self) -> Stmt {
        let stmt = match self.reader.open() {
            "Let" => {
                let span = self.reader.span();
                let (pattern, ty) = (self.pattern(), self.ty());
                Stmt::Let {
                    pattern,
                    ty,
                    init: self.optional(Self::expr),
                    span,
                }
            }
            "Do" => Stmt::Expr(self.expr()),
            _ => self.reader.fail("a statement"),
        };
        self.reader.close();
        stmt
    }

    pub(super) fn looping(&mut self) -> Loop {
        let label = self.optional_text();
        let kind = match self.reader.open() {
            "While" => LoopKind::While(self.expr()),
            "Forever" => LoopKind::Forever,
            "For" => LoopKind::For(self.pattern(), self.for_iter()),
            _ => self.reader.fail("a loop"),
        };
        self.reader.close();
        let body = self.block();
        let invariant = self.optional(Self::invariant);
        Loop {
            label,
            kind,
            body,
            invariant,
            head: self.reader.span(),
        }
    }

    fn for_iter(&mut self) -> ForIter {
        let iter = match self.reader.open() {
            "Range" => ForIter::Range {
                lo: self.expr(),
                hi: self.expr(),
                inclusive: self.reader.value(),
                rev: self.reader.value(),
                step: self.optional(Self::expr),
            },
            "Elements" => ForIter::Elements(self.expr()),
            _ => self.reader.fail("what a `for` runs over"),
        };
        self.reader.close();
        iter
    }

    fn invariant(&mut self) -> Invariant {
        self.reader.open();
        let span = self.reader.span();
        let invariant = Invariant {
            universe: self.optional(|this| this.reader.text()),
            name: self.reader.text(),
            cond: self.expr(),
            joint: self.reader.value(),
            assigns: self.optional(|this| this.list(Self::expr)),
            span,
        };
        self.reader.close();
        invariant
    }

    pub(super) fn fold(&mut self) -> Fold {
        let source = match self.reader.open() {
            "Range" => FoldSource::Range {
                lo: self.expr(),
                hi: self.expr(),
                inclusive: self.reader.value(),
            },
            "Elements" => FoldSource::Elements(self.expr()),
            "Members" => FoldSource::Members {
                before: self.optional(Self::expr),
            },
            "Procs" => FoldSource::Procs {
                before: self.optional(Self::expr),
            },
            _ => self.reader.fail("the source of a chain"),
        };
        self.reader.close();
        let steps = self.list(Self::step);
        let end = match self.reader.open() {
            "All" => FoldEnd::All(self.closure()),
            "Any" => FoldEnd::Any(self.closure()),
            "Sum" => FoldEnd::Sum(self.ty()),
            "Product" => FoldEnd::Product(self.ty()),
            "Count" => FoldEnd::Count,
            "Min" => FoldEnd::Min,
            "Max" => FoldEnd::Max,
            _ => self.reader.fail("the end of a chain"),
        };
        self.reader.close();
        Fold { source, steps, end }
    }

    fn step(&mut self) -> FoldStep {
        let step = match self.reader.open() {
            "Filter" => FoldStep::Filter(self.closure()),
            "Map" => FoldStep::Map(self.closure()),
            "Copied" => FoldStep::Map(copied(self.reader.span(), false)),
            "Cloned" => FoldStep::Map(copied(self.reader.span(), true)),
            _ => self.reader.fail("a step of a chain"),
        };
        self.reader.close();
        step
    }

    pub(super) fn closure(&mut self) -> Closure {
        self.reader.open();
        let closure = Closure {
            pattern: self.pattern(),
            ty: self.ty(),
            ret: self.ty(),
            body: self.boxed(),
        };
        self.reader.close();
        closure
    }
}

/// `|&item| item`: what `.copied()` does to each item; or `|&item| item.clone()`.
fn copied(span: Span, cloned: bool) -> Closure {
    let name = "__tass_item".to_string();
    let item = Box::new(Expr {
        kind: ExprKind::Var(name.clone()),
        span,
    });
    let clone = |receiver| {
        let (name, args) = ("clone".to_string(), Vec::new());
        let kind = ExprKind::Method {
            receiver,
            name,
            args,
        };
        Box::new(Expr { kind, span })
    };
    Closure {
        pattern: Pattern::Ref(Box::new(Pattern::Name { name, span })),
        ty: Type::Infer,
        ret: Type::Infer,
        body: if cloned { clone(item) } else { item },
    }
}

fn int_ty(word: &str) -> Option<IntTy> {
    Some(match word {
        "I8" => IntTy::I8,
        "I16" => IntTy::I16,
        "I32" => IntTy::I32,
        "I64" => IntTy::I64,
        "I128" => IntTy::I128,
        "Isize" => IntTy::Isize,
        "U8" => IntTy::U8,
        "U16" => IntTy::U16,
        "U32" => IntTy::U32,
        "U64" => IntTy::U64,
        "U128" => IntTy::U128,
        "Usize" => IntTy::Usize,
        _ => return None,
    })
}

fn float_ty(word: &str) -> Option<FloatTy> {
    match word {
        "F32" => Some(FloatTy::F32),
        "F64" => Some(FloatTy::F64),
        _ => None,
    }
}
