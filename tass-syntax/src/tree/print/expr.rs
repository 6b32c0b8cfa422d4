//! The text of an expression, by what it is for.

use std::fmt::{self, Formatter};

use super::super::{Arm, Expr, ExprKind, Literal, Message, Piece, Type, UnOp, Whose};
use super::{Printer, dots};

impl Printer<'_> {
    pub(super) fn expr(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        match &expr.kind {
            ExprKind::Outside(index) => write!(f, "?{index}"),
            ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Bool(_) | ExprKind::Literal(_) => {
                self.literal(f, expr)
            }
            ExprKind::Var(name) => f.write_str(name),
            ExprKind::Const(name) => write!(f, "#{name}"),
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp(..)
            | ExprKind::Index(..)
            | ExprKind::Slice { .. }
            | ExprKind::Field(..)
            | ExprKind::Ref(..)
            | ExprKind::Cast(..)
            | ExprKind::Call(..)
            | ExprKind::Method { .. }
            | ExprKind::RangeContains { .. } => self.operation(f, expr),
            ExprKind::Tuple(_)
            | ExprKind::Array(_)
            | ExprKind::VecList(_)
            | ExprKind::Repeat(..)
            | ExprKind::VecRepeat(..)
            | ExprKind::Struct { .. }
            | ExprKind::Variant { .. } => self.aggregate(f, expr),
            ExprKind::Typed(e, ty) => write!(f, "({}: {ty})", text(e)),
            ExprKind::Fold(fold) => self.fold(f, fold),
            ExprKind::If { .. }
            | ExprKind::Match(..)
            | ExprKind::Let(..)
            | ExprKind::Try(_)
            | ExprKind::Block(..)
            | ExprKind::Break(..)
            | ExprKind::Continue(_)
            | ExprKind::Return(_) => self.control(f, expr),
            ExprKind::Loop(it) => self.looping(f, it),
            ExprKind::Comm(call) => {
                let args: Vec<String> = call
                    .args
                    .iter()
                    .map(|(name, arg)| format!("{name} = {}", text(arg)))
                    .collect();
                write!(f, "mpi!({}({}))", call.op, args.join(", "))
            }
            ExprKind::Assert(..)
            | ExprKind::AssertEq(..)
            | ExprKind::Assume(_)
            | ExprKind::Cover(_)
            | ExprKind::Panic(_)
            | ExprKind::Unreachable(_)
            | ExprKind::CollectiveAssert { .. }
            | ExprKind::JointAssert { .. }
            | ExprKind::Always(_) => self.claim(f, expr),
            ExprKind::Output(name, e) => write!(f, "output!({name} = {})", text(e)),
            ExprKind::Choose { lo, hi, inclusive } => {
                write!(f, "choose!({}{}{})", text(lo), dots(*inclusive), text(hi))
            }
            ExprKind::Elaborate(e) => write!(f, "elaborate!({})", text(e)),
            ExprKind::Operator(operator) => {
                let callee = self.callees.get(operator.function);
                let name = callee.map_or("?", |callee| &callee.name);
                write!(f, "{}({name})", operator.keyword())
            }
            ExprKind::Universe { name, member } => {
                let (pattern, body) = (&member.pattern, text(&member.body));
                write!(f, "universe!({name}: |{pattern}| {body})")
            }
            ExprKind::Peer(..)
            | ExprKind::Spec(..)
            | ExprKind::Counter(_)
            | ExprKind::InFlight { .. } => self.about_others(f, expr),
            ExprKind::Shared(init) => write!(f, "shared!({})", text(init)),
            ExprKind::Critical(block) => {
                f.write_str("critical!(")?;
                self.block(f, block)?;
                f.write_str(")")
            }
        }
    }

    /// A number or a truth value, as written or of a constant.
    fn literal(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        match &expr.kind {
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
            ExprKind::Literal(Literal::Int(value, ty)) => write!(f, "#{value}{}", Type::Int(*ty)),
            ExprKind::Literal(Literal::Float(value, ty)) => {
                write!(f, "#{value}{}", Type::Float(*ty))
            }
            ExprKind::Literal(Literal::Bool(value)) => write!(f, "#{value}"),
            ExprKind::Literal(Literal::Unusable(why)) => write!(f, "#({why})"),
            _ => unreachable!("not a literal"),
        }
    }

    /// What is computed from one value or several, and where it goes.
    fn operation(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        match &expr.kind {
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
            _ => unreachable!("not an operation"),
        }
    }

    /// What holds several values.
    fn aggregate(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        match &expr.kind {
            ExprKind::Tuple(elems) if elems.len() == 1 => write!(f, "({},)", text(&elems[0])),
            ExprKind::Tuple(elems) => write!(f, "({})", self.texts(elems)),
            ExprKind::Array(elems) => write!(f, "[{}]", self.texts(elems)),
            ExprKind::VecList(elems) => write!(f, "vec![{}]", self.texts(elems)),
            ExprKind::Repeat(value, len) => write!(f, "[{}; {}]", text(value), text(len)),
            ExprKind::VecRepeat(value, len) => write!(f, "vec![{}; {}]", text(value), text(len)),
            ExprKind::Struct { ty, fields, base } => {
                let mut parts: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", text(value)))
                    .collect();
                parts.extend(base.as_ref().map(|base| format!("..{}", text(base))));
                write!(f, "{ty} {{ {} }}", parts.join(", "))
            }
            ExprKind::Variant { ty, name, fields } => {
                if *ty != Type::Infer {
                    write!(f, "{ty}::")?;
                }
                f.write_str(name)?;
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", text(value)))
                    .collect();
                match fields.is_empty() {
                    true => Ok(()),
                    false => write!(f, " {{ {} }}", fields.join(", ")),
                }
            }
            _ => unreachable!("does not hold values"),
        }
    }

    /// What decides where to go on.
    fn control(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        match &expr.kind {
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
            ExprKind::Match(value, arms) => {
                write!(f, "match {} {{", text(value))?;
                let inner = Printer {
                    depth: self.depth + 1,
                    ..self
                };
                for Arm {
                    pattern,
                    guard,
                    body,
                } in arms
                {
                    inner.line(f)?;
                    write!(f, "{pattern}")?;
                    if let Some(guard) = guard {
                        write!(f, " if {}", text(guard))?;
                    }
                    write!(f, " => {},", inner.text(body))?;
                }
                self.line(f)?;
                f.write_str("}")
            }
            ExprKind::Let(pattern, value) => write!(f, "let {pattern} = {}", text(value)),
            ExprKind::Try(value) => write!(f, "{}?", text(value)),
            ExprKind::Block(name, block) => {
                if let Some(name) = name {
                    write!(f, "'{name}: ")?;
                }
                self.block(f, block)
            }
            ExprKind::Break(name, e) => write!(f, "break{}{}", label(name), self.value(e)),
            ExprKind::Continue(name) => write!(f, "continue{}", label(name)),
            ExprKind::Return(e) => write!(f, "return{}", self.value(e)),
            _ => unreachable!("does not decide where to go on"),
        }
    }

    /// What states something, or gives up.
    fn claim(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        match &expr.kind {
            ExprKind::Assert(cond, m) => write!(f, "assert!({}{})", text(cond), self.after(m)),
            ExprKind::AssertEq(equal, a, b, m) => {
                let name = if *equal { "assert_eq" } else { "assert_ne" };
                write!(f, "{name}!({}, {}{})", text(a), text(b), self.after(m))
            }
            ExprKind::Assume(cond) => write!(f, "assume!({})", text(cond)),
            ExprKind::Cover(cond) => write!(f, "cover!({})", text(cond)),
            ExprKind::Panic(m) => write!(f, "panic!({})", self.message(m)),
            ExprKind::Unreachable(m) => write!(f, "unreachable!({})", self.message(m)),
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
            ExprKind::Always(cond) => write!(f, "always!({})", text(cond)),
            _ => unreachable!("states nothing"),
        }
    }

    /// What is said of another process, another program, or of messages.
    fn about_others(self, f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
        let text = |expr: &Expr| self.text(expr);
        match &expr.kind {
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
                let comm = in_comm(counter.comm.as_deref());
                write!(f, "{}({}{tag}{comm})", counter.way, text(&counter.peer))
            }
            ExprKind::InFlight {
                from,
                to,
                tag,
                comm,
            } => {
                let tag = tag.as_ref();
                let tag = tag.map_or(String::new(), |tag| format!(", tag = {}", text(tag)));
                let comm = in_comm(comm.as_deref());
                write!(f, "in_flight({}, {}{tag}{comm})", text(from), text(to))
            }
            _ => unreachable!("says nothing about others"),
        }
    }

    /// A value behind `break` or `return`.
    fn value(self, value: &Option<Box<Expr>>) -> String {
        value
            .as_ref()
            .map_or(String::new(), |v| format!(" {}", self.text(v)))
    }

    fn message(self, message: &Option<Message>) -> String {
        let Some(Message(pieces)) = message else {
            return String::new();
        };
        let pieces = pieces.iter().map(|piece| match piece {
            Piece::Text(words) => words.clone(),
            Piece::Value(value) => format!("{{{}}}", self.text(value)),
        });
        format!("{:?}", pieces.collect::<String>())
    }

    /// A message behind something else.
    fn after(self, m: &Option<Message>) -> String {
        match m {
            Some(_) => format!(", {}", self.message(m)),
            None => String::new(),
        }
    }
}

/// A label behind `break` or `continue`.
fn label(label: &Option<String>) -> String {
    label
        .as_ref()
        .map_or(String::new(), |label| format!(" '{label}"))
}

fn in_comm(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(", comm = {name}"))
}
