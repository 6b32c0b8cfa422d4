//! Expressions as text.

use tass_syntax::tree::{
    Closure, CommCall, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, ForIter, Literal, Loop,
    LoopKind, UnOp, Whose, unlinked,
};

use super::Printer;
use super::cases::is_braced;

impl Printer {
    pub(super) fn expr(&mut self, e: &mut Expr) {
        let start = self.here();
        self.kind(&mut e.kind);
        e.span = self.since(start);
    }

    /// In parentheses where that is needed next to an operator.
    pub(super) fn operand(&mut self, e: &mut Expr) {
        let loose = matches!(
            e.kind,
            ExprKind::Binary(..)
                | ExprKind::Unary(..)
                | ExprKind::Cast(..)
                | ExprKind::If { .. }
                | ExprKind::Ref(..)
        ) || is_braced(e);
        if loose {
            self.put("(");
        }
        self.expr(e);
        if loose {
            self.put(")");
        }
    }

    pub(super) fn list(&mut self, open: &str, parts: &mut [Expr], close: &str) {
        self.put(open);
        for (i, part) in parts.iter_mut().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.expr(part);
        }
        self.put(close);
    }

    pub(super) fn around(&mut self, open: &str, e: &mut Expr, close: &str) {
        self.put(open);
        self.expr(e);
        self.put(close);
    }

    fn kind(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Outside(_) => unlinked(),
            ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Bool(_) | ExprKind::Literal(_) => {
                self.literal(kind)
            }
            ExprKind::Var(name) | ExprKind::Const(name) => self.put(name),
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
            | ExprKind::RangeContains { .. } => self.operation(kind),
            ExprKind::Tuple(_)
            | ExprKind::Array(_)
            | ExprKind::VecList(_)
            | ExprKind::Repeat(..)
            | ExprKind::VecRepeat(..)
            | ExprKind::Struct { .. } => self.aggregate(kind),
            ExprKind::Variant { ty, name, fields } => self.variant(ty, name, fields),
            ExprKind::Typed(inner, _) => self.expr(inner),
            ExprKind::Fold(fold) => self.fold(fold),
            ExprKind::If { .. }
            | ExprKind::Block(..)
            | ExprKind::Break(..)
            | ExprKind::Continue(_)
            | ExprKind::Return(_) => self.control(kind),
            ExprKind::Match(value, arms) => self.match_(value, arms),
            ExprKind::Let(pattern, value) => self.let_(pattern, value),
            ExprKind::Try(inner) => {
                self.operand(inner);
                self.put("?");
            }
            ExprKind::Loop(l) => self.loop_(l),
            ExprKind::Comm(call) => self.comm(call),
            ExprKind::Assert(..)
            | ExprKind::AssertEq(..)
            | ExprKind::Assume(_)
            | ExprKind::Cover(_)
            | ExprKind::Panic(_)
            | ExprKind::Unreachable(_)
            | ExprKind::CollectiveAssert { .. }
            | ExprKind::Always(_) => self.claim(kind),
            ExprKind::Output(name, value) => self.around(&format!("output!({name} = "), value, ")"),
            ExprKind::Choose { lo, hi, inclusive } => {
                self.around("choose!(", lo, if *inclusive { "..=" } else { ".." });
                self.around("", hi, ")");
            }
            ExprKind::Elaborate(value) => self.around("elaborate!(", value, ")"),
            ExprKind::Operator(operator) => {
                let name = self
                    .callees
                    .get(operator.function)
                    .cloned()
                    .unwrap_or_default();
                self.put(&format!("{}({name})", operator.keyword()));
            }
            ExprKind::JointAssert { .. } | ExprKind::Universe { .. } | ExprKind::Spec(..) => {
                unreachable!("not generated: the oracle runs one program")
            }
            ExprKind::Counter(_) | ExprKind::InFlight { .. } | ExprKind::Peer(..) => {
                self.about_others(kind)
            }
            ExprKind::Shared(init) => self.around("shared!(", init, ")"),
            ExprKind::Critical(block) => {
                self.put("critical!(");
                self.block(block);
                self.put(")");
            }
        }
    }

    /// A number or a truth value, as written.
    fn literal(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Int(value, suffix) => {
                let suffix = suffix.map_or("", |ty| ty.name());
                self.put(&format!("{value}{suffix}"));
            }
            ExprKind::Float(text, _) | ExprKind::Literal(Literal::Float(text, _)) => self.put(text),
            ExprKind::Bool(value) | ExprKind::Literal(Literal::Bool(value)) => {
                self.put(&value.to_string())
            }
            ExprKind::Literal(Literal::Int(value, ty)) => {
                self.put(&format!("{value}{}", ty.name()))
            }
            ExprKind::Literal(Literal::Unusable(why)) => self.put(&format!("/* {why} */")),
            _ => unreachable!("not a literal"),
        }
    }

    /// What is computed from one value or several, and where it goes.
    fn operation(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Unary(op, inner) => {
                self.put(match op {
                    UnOp::Neg => "-",
                    UnOp::Not => "!",
                    UnOp::Deref => "*",
                });
                self.operand(inner);
            }
            ExprKind::Binary(op, a, b) => {
                self.operand(a);
                self.put(&format!(" {op} "));
                self.operand(b);
            }
            ExprKind::Assign(target, value) => {
                self.expr(target);
                self.put(" = ");
                self.expr(value);
            }
            ExprKind::AssignOp(op, target, value) => {
                self.expr(target);
                self.put(&format!(" {op}= "));
                self.expr(value);
            }
            ExprKind::Index(base, index) => {
                self.operand(base);
                self.around("[", index, "]");
            }
            ExprKind::Slice {
                base,
                lo,
                hi,
                inclusive,
            } => {
                self.operand(base);
                self.put("[");
                lo.iter_mut().for_each(|e| self.operand(e));
                self.put(if *inclusive { "..=" } else { ".." });
                hi.iter_mut().for_each(|e| self.operand(e));
                self.put("]");
            }
            ExprKind::Field(base, name) => {
                self.operand(base);
                self.put(&format!(".{name}"));
            }
            ExprKind::Ref(mutable, inner) => {
                self.put(if *mutable { "&mut " } else { "&" });
                self.operand(inner);
            }
            ExprKind::Cast(inner, ty) => {
                self.operand(inner);
                self.put(&format!(" as {ty}"));
            }
            ExprKind::Call(callee, args) => {
                let name = self.callees.get(*callee).cloned().unwrap_or_default();
                self.list(&format!("{name}("), args, ")");
            }
            ExprKind::Method {
                receiver,
                name,
                args,
            } => {
                self.operand(receiver);
                self.list(&format!(".{name}("), args, ")");
            }
            ExprKind::RangeContains {
                lo,
                hi,
                inclusive,
                item,
            } => {
                self.put("(");
                if let Some(lo) = lo {
                    self.operand(lo);
                }
                self.put(if *inclusive { "..=" } else { ".." });
                if let Some(hi) = hi {
                    self.operand(hi);
                }
                self.around(").contains(&", item, ")");
            }
            _ => unreachable!("not an operation"),
        }
    }

    /// What holds several values.
    fn aggregate(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Tuple(parts) if parts.len() == 1 => self.list("(", parts, ",)"),
            ExprKind::Tuple(parts) => self.list("(", parts, ")"),
            ExprKind::Array(parts) => self.list("[", parts, "]"),
            ExprKind::VecList(parts) => self.list("vec![", parts, "]"),
            ExprKind::Repeat(value, len) => {
                self.around("[", value, "; ");
                self.around("", len, "]");
            }
            ExprKind::VecRepeat(value, len) => {
                self.around("vec![", value, "; ");
                self.around("", len, "]");
            }
            ExprKind::Struct { ty, fields, base } => {
                self.put(&format!("{ty} {{ "));
                for (name, value) in fields {
                    self.around(&format!("{name}: "), value, ", ");
                }
                if let Some(base) = base {
                    self.around("..", base, " ");
                }
                self.put("}");
            }
            _ => unreachable!("does not hold values"),
        }
    }

    /// What decides where to go on.
    fn control(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.put("if ");
                self.condition(cond);
                self.put(" ");
                self.block(then);
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.expr(otherwise);
                }
            }
            ExprKind::Block(label, block) => {
                self.label(label);
                self.block(block);
            }
            ExprKind::Break(label, value) => {
                self.put("break");
                label
                    .iter()
                    .for_each(|label| self.put(&format!(" '{label}")));
                value
                    .iter_mut()
                    .for_each(|value| self.around(" ", value, ""));
            }
            ExprKind::Continue(label) => {
                self.put("continue");
                label
                    .iter()
                    .for_each(|label| self.put(&format!(" '{label}")));
            }
            ExprKind::Return(value) => {
                self.put("return");
                value
                    .iter_mut()
                    .for_each(|value| self.around(" ", value, ""));
            }
            _ => unreachable!("does not decide where to go on"),
        }
    }

    /// What states something, or gives up.
    fn claim(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Assert(cond, _) => self.around("assert!(", cond, ")"),
            ExprKind::AssertEq(equal, a, b, _) => {
                self.around(if *equal { "assert_eq!(" } else { "assert_ne!(" }, a, ", ");
                self.around("", b, ")");
            }
            ExprKind::Assume(cond) => self.around("assume!(", cond, ")"),
            ExprKind::Cover(cond) => self.around("cover!(", cond, ")"),
            ExprKind::Panic(_) => self.put("panic!()"),
            ExprKind::Unreachable(_) => self.put("unreachable!()"),
            ExprKind::CollectiveAssert {
                universe,
                name,
                cond,
            } => {
                let universe = universe
                    .as_ref()
                    .map_or(String::new(), |universe| format!("{universe}::"));
                self.around(&format!("collective_assert!({universe}{name}: "), cond, ")");
            }
            ExprKind::Always(cond) => self.around("always!(", cond, ")"),
            _ => unreachable!("states nothing"),
        }
    }

    /// What is said of another process, or of messages.
    fn about_others(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Counter(counter) => {
                match &mut counter.whose {
                    Whose::Own => {}
                    // The item of a chain over all processes.
                    Whose::Process(item) if matches!(&item.kind, ExprKind::Var(p) if p == "p") => {
                        self.around("", item, ".");
                    }
                    Whose::Process(process) => self.around("proc[", process, "]."),
                    Whose::Spec(_) => unreachable!("not generated: the oracle runs one program"),
                }
                let way = counter.way;
                self.around(&format!("{way}("), &mut counter.peer, "");
                if let Some(tag) = &mut counter.tag {
                    self.around(", tag = ", tag, "");
                }
                self.of_communicator(counter.comm.as_deref());
                self.put(")");
            }
            ExprKind::InFlight {
                from,
                to,
                tag,
                comm,
            } => {
                self.around("in_flight(", from, ", ");
                self.around("", to, "");
                if let Some(tag) = tag {
                    self.around(", tag = ", tag, "");
                }
                self.of_communicator(comm.as_deref());
                self.put(")");
            }
            ExprKind::Peer(process, name) => {
                self.around("proc[", process, "]");
                self.put(&format!(".{name}"));
            }
            _ => unreachable!("says nothing about others"),
        }
    }

    /// Which messages are counted.
    fn of_communicator(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.put(&format!(", comm = {name}"));
        }
    }

    fn label(&mut self, label: &Option<String>) {
        label
            .iter()
            .for_each(|label| self.put(&format!("'{label}: ")));
    }

    fn loop_(&mut self, l: &mut Loop) {
        if let Some(invariant) = &mut l.invariant {
            let start = self.here();
            let universe = invariant.universe.as_ref();
            let universe = universe.map_or(String::new(), |universe| format!("{universe}::"));
            let name = format!("invariant!({universe}{}: ", invariant.name);
            self.around(&name, &mut invariant.cond, ")");
            invariant.span = self.since(start);
            self.put(";");
            self.line();
            if let Some(places) = &mut invariant.assigns {
                self.put("assigns!(");
                for (at, place) in places.iter_mut().enumerate() {
                    self.around(if at == 0 { "" } else { ", " }, place, "");
                }
                self.put(");");
                self.line();
            }
        }
        self.label(&l.label);
        let start = self.here();
        match &mut l.kind {
            LoopKind::While(cond) => {
                self.put("while ");
                self.condition(cond);
            }
            LoopKind::Forever => self.put("loop"),
            LoopKind::For(pattern, iter) => {
                self.put("for ");
                self.pattern(pattern, false);
                self.put(" in ");
                match iter {
                    ForIter::Range {
                        lo,
                        hi,
                        inclusive,
                        rev,
                        step,
                    } => {
                        let chained = *rev || step.is_some();
                        self.put(if chained { "(" } else { "" });
                        self.range(lo, hi, *inclusive);
                        self.put(if chained { ")" } else { "" });
                        self.put(if *rev { ".rev()" } else { "" });
                        step.iter_mut()
                            .for_each(|step| self.around(".step_by(", step, ")"));
                    }
                    ForIter::Elements(source) => {
                        self.operand(source);
                        self.put(".iter()");
                    }
                }
            }
        }
        l.head = self.since(start);
        self.put(" ");
        self.block(&mut l.body);
    }

    fn range(&mut self, lo: &mut Expr, hi: &mut Expr, inclusive: bool) {
        self.operand(lo);
        self.put(if inclusive { "..=" } else { ".." });
        self.operand(hi);
    }

    fn fold(&mut self, fold: &mut Fold) {
        match &mut fold.source {
            FoldSource::Range { lo, hi, inclusive } => {
                self.put("(");
                self.range(lo, hi, *inclusive);
                self.put(")");
            }
            FoldSource::Elements(source) => {
                self.operand(source);
                self.put(".iter()");
            }
            FoldSource::Procs { before } | FoldSource::Members { before } => {
                self.put("proc");
                before
                    .iter_mut()
                    .for_each(|before| self.around("[..", before, "]"));
                self.put(".iter()");
            }
        }
        for step in &mut fold.steps {
            match step {
                FoldStep::Filter(closure) => self.closure("filter", closure),
                FoldStep::Map(closure) => self.closure("map", closure),
            }
        }
        match &mut fold.end {
            FoldEnd::All(closure) => self.closure("all", closure),
            FoldEnd::Any(closure) => self.closure("any", closure),
            FoldEnd::Sum(ty) => self.put(&format!(".sum::<{ty}>()")),
            FoldEnd::Product(ty) => self.put(&format!(".product::<{ty}>()")),
            FoldEnd::Count => self.put(".count()"),
            FoldEnd::Min => self.put(".min().unwrap()"),
            FoldEnd::Max => self.put(".max().unwrap()"),
        }
    }

    fn closure(&mut self, name: &str, closure: &mut Closure) {
        self.put(&format!(".{name}(|"));
        self.pattern(&mut closure.pattern, false);
        self.around("| ", &mut closure.body, ")");
    }

    /// Buffers stand without their names.
    fn comm(&mut self, call: &mut CommCall) {
        self.put(&format!("mpi!({}(", call.op));
        // Of what is written in place, nothing else is given.
        if call.args.first().is_some_and(|(name, _)| name == "recvbuf") {
            self.put("IN_PLACE, ");
        }
        for (i, (name, value)) in call.args.iter_mut().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            let positional = name.ends_with("buf")
                || name.starts_with("request")
                || matches!(name.as_str(), "communicator" | "message");
            if !positional {
                self.put(&format!("{name} = "));
            }
            self.expr(value);
        }
        self.put("))");
    }
}
