//! A program as the Rust that a user could paste, and the place of every node in that text.
//!
//! What holds afterwards: [`Function::source`] is the text, and every span points to what was
//! printed for its node.

mod cases;
mod expr;

use tass_syntax::tree::{Block, Expr, ExprKind, Function, Pattern, Span, Stmt, Type};

pub use cases::definition;

/// Writes the text of a function into it, and gives every node its place.
pub fn print(function: &mut Function, nprocs: usize) {
    print_with(function, &format!("#[tass::verify(nprocs = {nprocs})]"));
}

/// The same for a function that others call.
pub fn print_helper(function: &mut Function) {
    print_with(function, "#[tass::model]");
}

/// The text of an expression that stands alone, such as a constant.
pub fn text(e: &Expr) -> String {
    let mut out = Printer::default();
    out.expr(&mut e.clone());
    out.text
}

fn print_with(function: &mut Function, attribute: &str) {
    let mut out = Printer::default();
    out.put(attribute);
    out.line();
    out.put(&format!("fn {}(", function.name));
    for (i, param) in function.params.iter_mut().enumerate() {
        out.put(if i == 0 { "" } else { ", " });
        let start = out.here();
        out.pattern(&mut param.pattern, false);
        out.put(&format!(": {}", param.ty));
        param.span = out.since(start);
    }
    out.put(") ");
    if function.ret != Type::Unit {
        out.put(&format!("-> {} ", function.ret));
    }
    out.callees = function
        .callees
        .iter()
        .map(|callee| callee.name.clone())
        .collect();
    out.block(&mut function.body);
    out.put("\n");
    function.source = out.text;
}

#[derive(Default)]
struct Printer {
    text: String,
    line: u32,
    col: u32,
    indent: usize,
    callees: Vec<String>,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        self.col += u32::try_from(text.chars().count()).expect("short lines");
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.line += 1;
        self.col = 0;
        self.put(&"    ".repeat(self.indent));
    }

    fn here(&self) -> Span {
        Span {
            line: self.line,
            col: self.col,
            end_line: self.line,
            end_col: self.col,
        }
    }

    fn since(&self, start: Span) -> Span {
        start.to(self.here())
    }

    fn block(&mut self, block: &mut Block) {
        let start = self.here();
        if block.stmts.is_empty() && block.tail.is_none() {
            self.put("{}");
            block.span = self.since(start);
            return;
        }
        self.put("{");
        self.indent += 1;
        for stmt in &mut block.stmts {
            self.line();
            self.stmt(stmt);
        }
        if let Some(tail) = &mut block.tail {
            self.line();
            self.expr(tail);
        }
        self.indent -= 1;
        self.line();
        self.put("}");
        block.span = self.since(start);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Expr(e) => {
                self.expr(e);
                if !matches!(
                    e.kind,
                    ExprKind::If { .. }
                        | ExprKind::Match(..)
                        | ExprKind::Loop(_)
                        | ExprKind::Block(..)
                ) {
                    self.put(";");
                }
            }
            Stmt::Let {
                pattern,
                ty,
                init,
                span,
            } => {
                let start = self.here();
                self.put("let ");
                let fixed = matches!(pattern, Pattern::Name { name, .. } if name == "rank" || name == "size");
                self.pattern(pattern, !fixed);
                if *ty != Type::Infer {
                    self.put(&format!(": {ty}"));
                }
                if let Some(init) = init {
                    self.put(" = ");
                    self.expr(init);
                }
                self.put(";");
                *span = self.since(start);
            }
            Stmt::LetElse {
                pattern,
                ty,
                init,
                otherwise,
                span,
            } => {
                let start = self.here();
                self.put("let ");
                self.pattern(pattern, false);
                if *ty != Type::Infer {
                    self.put(&format!(": {ty}"));
                }
                self.put(" = ");
                self.head(init);
                self.put(" else ");
                self.block(otherwise);
                self.put(";");
                *span = self.since(start);
            }
        }
    }
}
