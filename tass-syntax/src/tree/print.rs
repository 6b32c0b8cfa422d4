//! The program as text, close to the Rust it came from: for tests and for looking at.
//!
//! Binary operations are always in parentheses, so that the text shows how they nest. Places are left out.

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
            Pattern::Struct(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, pattern)| format!("{name}: {pattern}"))
                    .collect();
                write!(f, "{{ {} }}", fields.join(", "))
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

/// What the text of a body needs to know: the names of the callees, and how deep it stands.
#[derive(Clone, Copy)]
struct Printer<'f> {
    callees: &'f [Callee],
    depth: usize,
}

impl Printer<'_> {
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

    fn expr(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        let label = |label: &Option<String>| {
            label
                .as_ref()
                .map_or(String::new(), |label| format!(" '{label}"))
        };
        let value = |value: &Option<Box<Expr>>| {
            value
                .as_ref()
                .map_or(String::new(), |v| format!(" {}", text(v)))
        };
        let message = |message: &Option<Message>| {
            let Some(Message(pieces)) = message else {
                return String::new();
            };
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Text(words) => words.clone(),
                Piece::Value(value) => format!("{{{}}}", text(value)),
            });
            format!("{:?}", pieces.collect::<String>())
        };
        let after = |m: &Option<Message>| match m {
            Some(_) => format!(", {}", message(m)),
            None => String::new(),
        };
        match &expr.kind {
            ExprKind::Outside(index) => write!(f, "?{index}"),
            ExprKind::Int(value, ty) => {
                write!(
                    f,
                    "{value}{}",
                    ty.map_or(String::new(), |ty| Type::Int(ty).to_string())
                )
            }
            ExprKind::Float(digits, ty) => {
                write!(
                    f,
                    "{digits}{}",
                    ty.map_or(String::new(), |ty| Type::Float(ty).to_string())
                )
            }
            ExprKind::Bool(value) => write!(f, "{value}"),
            ExprKind::Var(name) => f.write_str(name),
            ExprKind::Const(name) => write!(f, "#{name}"),
            ExprKind::Literal(Literal::Int(value, ty)) => write!(f, "#{value}{}", Type::Int(*ty)),
            ExprKind::Literal(Literal::Float(value, ty)) => {
                write!(f, "#{value}{}", Type::Float(*ty))
            }
            ExprKind::Literal(Literal::Bool(value)) => write!(f, "#{value}"),
            ExprKind::Literal(Literal::Unusable(why)) => write!(f, "#({why})"),
            ExprKind::Unary(op, e) => {
                let op = match op {
                    UnOp::Neg => "-",
                    UnOp::Not => "!",
                    UnOp::Deref => "*",
                };
                write!(f, "{op}{}", text(e))
            }
            ExprKind::Binary(op, a, b) => write!(f, "({} {op} {})", text(a), text(b)),
            ExprKind::Assign(place, e) => write!(f, "{} = {}", text(place), text(e)),
            ExprKind::AssignOp(op, place, e) => write!(f, "{} {op}= {}", text(place), text(e)),
            ExprKind::Index(base, index) => write!(f, "{}[{}]", text(base), text(index)),
            ExprKind::Slice {
                base,
                lo,
                hi,
                inclusive,
            } => {
                let end = |end: &Option<Box<Expr>>| end.as_ref().map_or(String::new(), |e| text(e));
                write!(
                    f,
                    "{}[{}{}{}]",
                    text(base),
                    end(lo),
                    dots(*inclusive),
                    end(hi)
                )
            }
            ExprKind::Field(base, name) => write!(f, "{}.{name}", text(base)),
            ExprKind::Tuple(elems) if elems.len() == 1 => write!(f, "({},)", text(&elems[0])),
            ExprKind::Tuple(elems) => write!(f, "({})", self.texts(elems)),
            ExprKind::Array(elems) => write!(f, "[{}]", self.texts(elems)),
            ExprKind::Repeat(value, len) => write!(f, "[{}; {}]", text(value), text(len)),
            ExprKind::VecList(elems) => write!(f, "vec![{}]", self.texts(elems)),
            ExprKind::VecRepeat(value, len) => write!(f, "vec![{}; {}]", text(value), text(len)),
            ExprKind::Struct { ty, fields, base } => {
                let mut parts: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", text(value)))
                    .collect();
                parts.extend(base.as_ref().map(|base| format!("..{}", text(base))));
                write!(f, "{ty} {{ {} }}", parts.join(", "))
            }
            ExprKind::Typed(e, ty) => write!(f, "({}: {ty})", text(e)),
            ExprKind::Ref(true, e) => write!(f, "&mut {}", text(e)),
            ExprKind::Ref(false, e) => write!(f, "&{}", text(e)),
            ExprKind::Cast(e, ty) => write!(f, "({} as {ty})", text(e)),
            ExprKind::Call(callee, args) => {
                let name = self.callees.get(*callee).map_or("?", |callee| &callee.name);
                write!(f, "{name}({})", self.texts(args))
            }
            ExprKind::Method {
                receiver,
                name,
                args,
            } => {
                write!(f, "{}.{name}({})", text(receiver), self.texts(args))
            }
            ExprKind::RangeContains {
                lo,
                hi,
                inclusive,
                item,
            } => {
                let end = |end: &Option<Box<Expr>>| {
                    end.as_ref().map_or(String::new(), |e| text(e).to_string())
                };
                write!(
                    f,
                    "({}{}{}).contains(&{})",
                    end(lo),
                    dots(*inclusive),
                    end(hi),
                    text(item)
                )
            }
            ExprKind::Fold(fold) => self.fold(f, fold),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                write!(f, "if {} ", text(cond))?;
                self.block(f, then)?;
                match otherwise {
                    Some(otherwise) => write!(f, " else {}", text(otherwise)),
                    None => Ok(()),
                }
            }
            ExprKind::Block(name, block) => {
                if let Some(name) = name {
                    write!(f, "'{name}: ")?;
                }
                self.block(f, block)
            }
            ExprKind::Loop(it) => self.looping(f, it),
            ExprKind::Break(name, e) => write!(f, "break{}{}", label(name), value(e)),
            ExprKind::Continue(name) => write!(f, "continue{}", label(name)),
            ExprKind::Return(e) => write!(f, "return{}", value(e)),
            ExprKind::Comm(call) => {
                let args: Vec<String> = call
                    .args
                    .iter()
                    .map(|(name, arg)| format!("{name} = {}", text(arg)))
                    .collect();
                write!(f, "mpi!({}({}))", call.op, args.join(", "))
            }
            ExprKind::Assert(cond, m) => write!(f, "assert!({}{})", text(cond), after(m)),
            ExprKind::AssertEq(equal, a, b, m) => {
                let name = if *equal { "assert_eq" } else { "assert_ne" };
                write!(f, "{name}!({}, {}{})", text(a), text(b), after(m))
            }
            ExprKind::Assume(cond) => write!(f, "assume!({})", text(cond)),
            ExprKind::Cover(cond) => write!(f, "cover!({})", text(cond)),
            ExprKind::Panic(m) => write!(f, "panic!({})", message(m)),
            ExprKind::Unreachable(m) => write!(f, "unreachable!({})", message(m)),
            ExprKind::Output(name, e) => write!(f, "output!({name} = {})", text(e)),
            ExprKind::Choose { lo, hi, inclusive } => {
                write!(f, "choose!({}{}{})", text(lo), dots(*inclusive), text(hi))
            }
            ExprKind::Elaborate(e) => write!(f, "elaborate!({})", text(e)),
            ExprKind::CollectiveAssert {
                universe,
                name,
                cond,
            } => {
                let universe = universe
                    .as_ref()
                    .map_or(String::new(), |universe| format!("{universe}::"));
                write!(f, "collective_assert!({universe}{name}: {})", text(cond))
            }
            ExprKind::JointAssert { name, cond } => {
                write!(f, "joint_assert!({name}: {})", text(cond))
            }
            ExprKind::Universe { name, member } => {
                let (pattern, body) = (&member.pattern, text(&member.body));
                write!(f, "universe!({name}: |{pattern}| {body})")
            }
            ExprKind::Peer(process, name) => write!(f, "proc[{}].{name}", text(process)),
            ExprKind::Spec(None, name) => write!(f, "spec.{name}"),
            ExprKind::Spec(Some(process), name) => write!(f, "spec[{}].{name}", text(process)),
            ExprKind::Counter(counter) => {
                match &counter.whose {
                    Whose::Own => {}
                    Whose::Process(process) => write!(f, "proc[{}].", text(process))?,
                    Whose::Spec(None) => write!(f, "spec.")?,
                    Whose::Spec(Some(process)) => write!(f, "spec[{}].", text(process))?,
                }
                let tag = counter.tag.as_ref();
                let tag = tag.map_or(String::new(), |tag| format!(", tag = {}", text(tag)));
                write!(f, "{}({}{tag})", counter.way, text(&counter.peer))
            }
            ExprKind::InFlight { from, to, tag } => {
                let tag = tag.as_ref();
                let tag = tag.map_or(String::new(), |tag| format!(", tag = {}", text(tag)));
                write!(f, "in_flight({}, {}{tag})", text(from), text(to))
            }
            ExprKind::Shared(init) => write!(f, "shared!({})", text(init)),
            ExprKind::Always(cond) => write!(f, "always!({})", text(cond)),
            ExprKind::Critical(block) => {
                f.write_str("critical!(")?;
                self.block(f, block)?;
                f.write_str(")")
            }
        }
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
