//! Another front end: just enough of Rust, read when the test runs, that programs can be written as
//! text.
//!
//! Every node gets its place in the text, so that reports can point at it. What is not understood
//! is a panic: the texts are the tests' own. An operation is a call with named arguments.

use tass_syntax::tree::{
    BinOp, Block, CommCall, Expr, ExprKind, Function, IntTy, Loop, LoopKind, Param, Pattern, Span,
    Stmt, Type,
};

/// The function that a text holds; its first line is that of `fn`.
pub(crate) fn parse(text: &str) -> Function {
    let text = text.trim_start();
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
    };
    reader.function(text)
}

/// The words, numbers and signs of a text.
fn tokens(text: &str) -> Vec<(&str, Span)> {
    let mut tokens = Vec::new();
    for (line, text) in (0..).zip(text.lines()) {
        let mut start = 0;
        while let Some(first) = text[start..].chars().next() {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match text[start..].find(|c| !word(c)) {
                Some(0)
                    if ["==", "<="]
                        .iter()
                        .any(|sign| text[start..].starts_with(sign)) =>
                {
                    2
                }
                Some(0) => first.len_utf8(),
                Some(length) => length,
                None => text.len() - start,
            };
            let span = Span {
                line,
                col: start as u32,
                end_line: line,
                end_col: (start + length) as u32,
            };
            if !first.is_whitespace() {
                tokens.push((&text[start..start + length], span));
            }
            start += length;
        }
    }
    tokens
}

struct Reader<'t> {
    tokens: Vec<(&'t str, Span)>,
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> (&'t str, Span) {
        self.at += 1;
        self.tokens[self.at - 1]
    }

    fn sees(&self, token: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|next| next.0 == token)
    }

    fn skip(&mut self, token: &str) -> bool {
        let there = self.sees(token);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, token: &str) -> Span {
        let (found, span) = self.next();
        assert_eq!(found, token, "at {span:?}");
        span
    }

    /// From one token to the last that was read.
    fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.at - 1].1)
    }

    fn here(&self) -> Span {
        self.tokens[self.at].1
    }

    fn function(&mut self, text: &str) -> Function {
        self.expect("fn");
        let name = self.next().0.to_owned();
        self.expect("(");
        let mut params = Vec::new();
        while !self.skip(")") {
            let start = self.here();
            let pattern = self.pattern();
            self.expect(":");
            let ty = self.ty();
            let span = self.since(start);
            params.push(Param { pattern, ty, span });
            self.skip(",");
        }
        Function {
            path: format!("toy::{name}"),
            name,
            file: "toy.rs".into(),
            line: 1,
            source: text.to_owned(),
            params,
            ret: Type::Unit,
            body: self.block(),
            callees: Vec::new(),
        }
    }

    fn pattern(&mut self) -> Pattern {
        let (name, span) = self.next();
        let name = name.to_owned();
        Pattern::Name { name, span }
    }

    fn ty(&mut self) -> Type {
        match self.next().0 {
            "i64" => Type::Int(IntTy::I64),
            "bool" => Type::Bool,
            other => panic!("the type {other}"),
        }
    }

    fn block(&mut self) -> Block {
        let start = self.expect("{");
        let mut stmts = Vec::new();
        while !self.skip("}") {
            stmts.push(self.stmt());
        }
        Block {
            stmts,
            tail: None,
            span: self.since(start),
        }
    }

    fn stmt(&mut self) -> Stmt {
        let start = self.here();
        if self.skip("let") {
            self.skip("mut");
            let pattern = self.pattern();
            let ty = match self.skip(":") {
                true => self.ty(),
                false => Type::Infer,
            };
            self.expect("=");
            let init = Some(self.expr());
            self.expect(";");
            let span = self.since(start);
            return Stmt::Let {
                pattern,
                ty,
                init,
                span,
            };
        }
        if self.skip("if") {
            let cond = Box::new(self.expr());
            let then = self.block();
            let otherwise = self.skip("else").then(|| {
                let block = self.block();
                let span = block.span;
                let kind = ExprKind::Block(None, block);
                Box::new(Expr { kind, span })
            });
            let kind = ExprKind::If {
                cond,
                then,
                otherwise,
            };
            return Stmt::Expr(self.node(kind, start));
        }
        if self.skip("while") {
            let kind = LoopKind::While(self.expr());
            let head = self.since(start);
            let body = self.block();
            let (label, invariant) = (None, None);
            let kind = ExprKind::Loop(Box::new(Loop {
                label,
                kind,
                body,
                invariant,
                head,
            }));
            return Stmt::Expr(self.node(kind, start));
        }
        let mut e = self.expr();
        if self.skip("=") {
            let value = self.expr();
            e = self.node(ExprKind::Assign(Box::new(e), Box::new(value)), start);
        }
        self.expect(";");
        Stmt::Expr(e)
    }

    fn node(&self, kind: ExprKind, start: Span) -> Expr {
        let span = self.since(start);
        Expr { kind, span }
    }

    /// A comparison, or a sum.
    fn expr(&mut self) -> Expr {
        let start = self.here();
        let left = self.sum();
        let op = match () {
            () if self.skip("==") => BinOp::Eq,
            () if self.skip("<=") => BinOp::Le,
            () if self.skip("<") => BinOp::Lt,
            () => return left,
        };
        let right = self.sum();
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        self.node(kind, start)
    }

    fn sum(&mut self) -> Expr {
        let start = self.here();
        let mut sum = self.atom();
        while self.skip("+") {
            let (left, right) = (Box::new(sum), Box::new(self.atom()));
            sum = self.node(ExprKind::Binary(BinOp::Add, left, right), start);
        }
        sum
    }

    fn atom(&mut self) -> Expr {
        let (token, start) = self.next();
        let kind = match token {
            "true" | "false" => ExprKind::Bool(token == "true"),
            "&" => {
                let mutable = self.skip("mut");
                ExprKind::Ref(mutable, Box::new(self.atom()))
            }
            "[" => {
                let mut items = Vec::new();
                while !self.skip("]") {
                    items.push(self.expr());
                    self.skip(",");
                }
                ExprKind::Array(items)
            }
            "assert" | "assume" => {
                self.expect("!");
                self.expect("(");
                let cond = Box::new(self.expr());
                self.expect(")");
                match token {
                    "assert" => ExprKind::Assert(cond, None),
                    _ => ExprKind::Assume(cond),
                }
            }
            name if self.skip("(") => {
                let mut args = Vec::new();
                while !self.skip(")") {
                    let argument = self.next().0.to_owned();
                    self.expect("=");
                    args.push((argument, self.expr()));
                    self.skip(",");
                }
                let op = name.to_owned();
                ExprKind::Comm(CommCall { op, args })
            }
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                ExprKind::Int(number.parse().expect("a number"), None)
            }
            name => ExprKind::Var(name.to_owned()),
        };
        self.node(kind, start)
    }
}
