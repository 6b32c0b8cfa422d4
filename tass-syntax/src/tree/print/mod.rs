//! The program as text, close to the Rust it came from: for tests and for looking at.
//!
//! Binary operations are always in parentheses, so that the text shows how they nest. Places are
//! left out.

mod expr;

use std::fmt::{self, Display, Formatter, Write as _};

use super::*;

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "fn {}(", self.name)?;
        for (index, param) in self.params.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}: {}", param.pattern, param.ty)?;
        }
        write!(f, ") -> {} ", self.ret)?;
        Printer {
            callees: &self.callees,
            depth: 0,
        }
        .block(f, &self.body)
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Wild => f.write_str("_"),
            Pattern::Name { name, .. } => f.write_str(name),
            Pattern::Tuple(elems) if elems.len() == 1 => write!(f, "({},)", elems[0]),
            Pattern::Tuple(elems) => write!(f, "({})", commas(elems)),
            Pattern::Struct(fields) => write!(f, "{{ {} }}", named(fields)),
            Pattern::Variant { name, fields, .. } if fields.is_empty() => f.write_str(name),
            Pattern::Variant { name, fields, .. } => write!(f, "{name} {{ {} }}", named(fields)),
            Pattern::At(name, inner) => write!(f, "{name} @ {inner}"),
            Pattern::Value(value) => write!(f, "{}", Shown(Printer::ALONE, value)),
            Pattern::Range { lo, hi, inclusive } => {
                let end = |end: &Option<Box<Expr>>| {
                    end.as_ref()
                        .map_or(String::new(), |e| Printer::ALONE.text(e))
                };
                write!(f, "{}{}{}", end(lo), dots(*inclusive), end(hi))
            }
            Pattern::Or(alternatives) => {
                let texts: Vec<String> = alternatives.iter().map(Pattern::to_string).collect();
                write!(f, "({})", texts.join(" | "))
            }
            Pattern::Ref(inner) => write!(f, "&{inner}"),
            Pattern::Mut(inner) => write!(f, "mut {inner}"),
        }
    }
}

impl Display for BinOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::And => "&&",
            BinOp::Or => "||",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
        })
    }
}

fn commas<T: Display>(items: &[T]) -> String {
    items
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Fields and their patterns.
fn named(fields: &[(String, Pattern)]) -> String {
    let fields = fields.iter();
    let fields: Vec<String> = fields.map(|(name, p)| format!("{name}: {p}")).collect();
    fields.join(", ")
}

/// What the text of a body needs to know: the names of the callees, and how deep it stands.
#[derive(Clone, Copy)]
struct Printer<'f> {
    callees: &'f [Callee],
    depth: usize,
}

impl Printer<'_> {
    /// Of what calls nothing.
    const ALONE: Printer<'static> = Printer {
        callees: &[],
        depth: 0,
    };

    fn block(self, f: &mut Formatter<'_>, block: &Block) -> fmt::Result {
        let inner = Printer {
            depth: self.depth + 1,
            ..self
        };
        f.write_str("{")?;
        for stmt in &block.stmts {
            inner.line(f)?;
            match stmt {
                Stmt::Let {
                    pattern, ty, init, ..
                } => {
                    write!(f, "let {pattern}")?;
                    if *ty != Type::Infer {
                        write!(f, ": {ty}")?;
                    }
                    if let Some(init) = init {
                        write!(f, " = {}", inner.text(init))?;
                    }
                }
                Stmt::LetElse {
                    pattern,
                    ty,
                    init,
                    otherwise,
                    ..
                } => {
                    write!(f, "let {pattern}")?;
                    if *ty != Type::Infer {
                        write!(f, ": {ty}")?;
                    }
                    write!(f, " = {} else ", inner.text(init))?;
                    inner.block(f, otherwise)?;
                }
                Stmt::Expr(expr) => f.write_str(&inner.text(expr))?,
            }
            f.write_str(";")?;
        }
        if let Some(tail) = &block.tail {
            inner.line(f)?;
            f.write_str(&inner.text(tail))?;
        }
        self.line(f)?;
        f.write_str("}")
    }

    fn line(self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", "    ".repeat(self.depth))
    }

    fn text(self, expr: &Expr) -> String {
        let mut text = String::new();
        // Writing to a `String` does not fail.
        let _ = write!(text, "{}", Shown(self, expr));
        text
    }

    fn texts(self, exprs: &[Expr]) -> String {
        exprs
            .iter()
            .map(|expr| self.text(expr))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn looping(self, f: &mut Formatter<'_>, it: &Loop) -> fmt::Result {
        if let Some(invariant) = &it.invariant {
            let universe = invariant.universe.as_ref();
            write!(
                f,
                "invariant!({}{}: {});",
                universe.map_or(String::new(), |universe| format!("{universe}::")),
                invariant.name,
                self.text(&invariant.cond)
            )?;
            self.line(f)?;
        }
        if let Some(label) = &it.label {
            write!(f, "'{label}: ")?;
        }
        match &it.kind {
            LoopKind::While(cond) => write!(f, "while {} ", self.text(cond))?,
            LoopKind::Forever => f.write_str("loop ")?,
            LoopKind::For(pattern, ForIter::Elements(e)) => {
                write!(f, "for {pattern} in {} ", self.text(e))?
            }
            LoopKind::For(
                pattern,
                ForIter::Range {
                    lo,
                    hi,
                    inclusive,
                    rev,
                    step,
                },
            ) => {
                write!(
                    f,
                    "for {pattern} in ({}{}{})",
                    self.text(lo),
                    dots(*inclusive),
                    self.text(hi)
                )?;
                if *rev {
                    f.write_str(".rev()")?;
                }
                if let Some(step) = step {
                    write!(f, ".step_by({})", self.text(step))?;
                }
                f.write_str(" ")?;
            }
        }
        self.block(f, &it.body)
    }

    fn fold(self, f: &mut Formatter<'_>, fold: &Fold) -> fmt::Result {
        let closure = |closure: &Closure| {
            let ty = match &closure.ty {
                Type::Infer => String::new(),
                ty => format!(": {ty}"),
            };
            let ret = match &closure.ret {
                Type::Infer => String::new(),
                ty => format!("-> {ty} "),
            };
            format!(
                "|{}{ty}| {ret}{}",
                closure.pattern,
                self.text(&closure.body)
            )
        };
        match &fold.source {
            FoldSource::Range { lo, hi, inclusive } => {
                write!(
                    f,
                    "({}{}{})",
                    self.text(lo),
                    dots(*inclusive),
                    self.text(hi)
                )?;
            }
            FoldSource::Elements(e) => write!(f, "{}.iter()", self.text(e))?,
            FoldSource::Procs { before: None } | FoldSource::Members { before: None } => {
                f.write_str("proc.iter()")?
            }
            FoldSource::Procs { before: Some(end) } | FoldSource::Members { before: Some(end) } => {
                write!(f, "proc[..{}].iter()", self.text(end))?
            }
        }
        for step in &fold.steps {
            match step {
                FoldStep::Filter(c) => write!(f, ".filter({})", closure(c))?,
                FoldStep::Map(c) => write!(f, ".map({})", closure(c))?,
            }
        }
        match &fold.end {
            FoldEnd::All(c) => write!(f, ".all({})", closure(c)),
            FoldEnd::Any(c) => write!(f, ".any({})", closure(c)),
            FoldEnd::Sum(ty) => write!(f, ".sum::<{ty}>()"),
            FoldEnd::Product(ty) => write!(f, ".product::<{ty}>()"),
            FoldEnd::Count => f.write_str(".count()"),
            FoldEnd::Min => f.write_str(".min().unwrap()"),
            FoldEnd::Max => f.write_str(".max().unwrap()"),
        }
    }
}

fn dots(inclusive: bool) -> &'static str {
    if inclusive { "..=" } else { ".." }
}

/// An expression, to be shown by a printer.
struct Shown<'e, 'f>(Printer<'f>, &'e Expr);

impl Display for Shown<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.expr(f, self.1)
    }
}
