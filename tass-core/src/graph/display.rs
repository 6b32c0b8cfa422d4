//! Graphs as text.

use std::fmt;

use super::{Action, CommOperand, Graph, Loc, Place, Program, Proj, Root, Term, TermKind};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for graph in &self.graphs {
            writeln!(f, "{graph}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fn {}:", self.name)?;
        for (loc, node) in self.nodes.iter().enumerate() {
            let text = self.action(&node.action);
            match node.action.successors().as_slice() {
                [] => writeln!(f, "  {loc:>3}: {text}")?,
                [next] if *next as usize == loc + 1 => writeln!(f, "  {loc:>3}: {text}")?,
                [next] => writeln!(f, "  {loc:>3}: {text} -> {next}")?,
                [then, otherwise, ..] => {
                    writeln!(f, "  {loc:>3}: {text} -> {then} else {otherwise}")?
                }
            }
        }
        Ok(())
    }
}

impl Action {
    /// Where control goes next.
    pub fn successors(&self) -> Vec<Loc> {
        match self {
            Action::Goto(n)
            | Action::LoopHead(n)
            | Action::CountingHead(n)
            | Action::Leave(_, n)
            | Action::Assign(_, _, n)
            | Action::Kill { next: n, .. }
            | Action::Call { next: n, .. }
            | Action::Assert { next: n, .. }
            | Action::Assume(_, n)
            | Action::Cover(_, _, n)
            | Action::Output { next: n, .. }
            | Action::Choose { next: n, .. }
            | Action::Elaborate(_, n)
            | Action::Push(_, _, n)
            | Action::Comm(_, n)
            | Action::Collective(_, n)
            | Action::Pause(_, n)
            | Action::Test(_, n) => vec![*n],
            Action::Loop {
                then, otherwise, ..
            }
            | Action::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Action::Return(_) | Action::Fail { .. } => Vec::new(),
        }
    }
}

impl Graph {
    /// An action as text, without its successors.
    pub fn action(&self, action: &Action) -> String {
        match action {
            Action::Goto(_) => "goto".into(),
            Action::LoopHead(_) | Action::CountingHead(_) => "loop".into(),
            Action::Leave(head, _) => format!("leave {head}"),
            Action::Assign(place, value, _) => {
                format!("{} = {}", self.place(place), self.term(value))
            }
            Action::Kill { from, to, .. } => {
                format!("forget {}..{}", self.local(*from), self.local(*to))
            }
            Action::Branch { cond, .. } => format!("if {}", self.term(cond)),
            Action::Call {
                graph, args, dest, ..
            } => {
                let dest = dest.map_or(String::new(), |d| format!("{} = ", self.local(d)));
                format!("{dest}call #{graph}({})", self.terms(args))
            }
            Action::Return(value) => format!("return {}", self.term(value)),
            Action::Assert { cond, .. } => format!("assert {}", self.term(cond)),
            Action::Assume(cond, _) => format!("assume {}", self.term(cond)),
            Action::Cover(_, cond, _) => format!("cover {}", self.term(cond)),
            Action::Fail { kind, .. } => kind.name().into(),
            Action::Output { name, value, .. } => format!("output {name} = {}", self.term(value)),
            Action::Choose { dest, lo, hi, .. } => {
                format!(
                    "{} = choose {}..{}",
                    self.local(*dest),
                    self.term(lo),
                    self.term(hi)
                )
            }
            Action::Elaborate(value, _) => format!("elaborate {}", self.term(value)),
            Action::Push(place, value, _) => {
                format!("push {} to {}", self.term(value), self.place(place))
            }
            Action::Comm(comm, _) => {
                let args: Vec<String> = comm
                    .args
                    .iter()
                    .flatten()
                    .map(|a| self.operand(a))
                    .collect();
                let dest = comm
                    .dest
                    .map_or(String::new(), |d| format!("{} = ", self.local(d)));
                format!("{dest}{}({})", comm.op, args.join(", "))
            }
            Action::Pause(why, _) => format!("pause before {why:?}").to_lowercase(),
            Action::Test(test, _) => format!(
                "{} = {} {} in 0..{}: {}",
                self.local(test.dest),
                if test.forall { "all" } else { "any" },
                self.local(test.var),
                self.term(&test.end),
                self.term(&test.body)
            ),
            Action::Collective(action, _) => {
                format!("collective #{}: {}", action.label, self.term(&action.cond))
            }
            Action::Loop { at, guard, .. } => format!(
                "loop {}, invariant #{}: {}",
                self.term(guard),
                at.label,
                self.term(&at.cond)
            ),
        }
    }

    fn operand(&self, operand: &CommOperand) -> String {
        match operand {
            CommOperand::Value(t) => self.term(t),
            CommOperand::Operator(number) => format!("operator #{number}"),
            CommOperand::In { value, elem, .. } => format!("in {}: {elem}", self.term(value)),
            CommOperand::Out { place, elem, .. } => format!("out {}: {elem}", self.place(place)),
        }
    }

    /// The name of a local; temporaries are numbered.
    pub fn local(&self, slot: u32) -> String {
        match self.locals.get(slot as usize).and_then(|l| l.name.as_ref()) {
            Some(name) => name.clone(),
            None => format!("_{slot}"),
        }
    }

    fn place(&self, place: &Place) -> String {
        let mut out = match &place.root {
            Root::Local(slot) => self.local(*slot),
            Root::Deref(t) => format!("*{}", self.term(t)),
        };
        for step in &place.path {
            match step {
                Proj::Field(i) => out.push_str(&format!(".{i}")),
                Proj::Index(t) => out.push_str(&format!("[{}]", self.term(t))),
                Proj::Slice(lo, hi) => {
                    out.push_str(&format!("[{}]", self.range(lo.as_ref(), hi.as_ref())))
                }
            }
        }
        out
    }

    fn range(&self, lo: Option<&Term>, hi: Option<&Term>) -> String {
        let bound = |t: Option<&Term>| t.map_or(String::new(), |t| self.term(t));
        format!("{}..{}", bound(lo), bound(hi))
    }

    fn terms(&self, terms: &[Term]) -> String {
        terms
            .iter()
            .map(|t| self.term(t))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// A term as text.
    pub fn term(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Int(v) => v.to_string(),
            TermKind::Real(v) => format!("{v}r"),
            TermKind::Bool(b) => b.to_string(),
            TermKind::Local(slot) => self.local(*slot),
            TermKind::Rank => "rank".into(),
            TermKind::Blank(_) => "_".into(),
            TermKind::Size => "size".into(),
            TermKind::Deref(a) => format!("*{}", self.term(a)),
            TermKind::RefMut(place) => format!("&mut {}", self.place(place)),
            TermKind::Neg(a, _) => format!("-{}", self.term(a)),
            TermKind::Not(a) => format!("!{}", self.term(a)),
            TermKind::Arith(op, _, a, b)
            | TermKind::Compare(op, a, b)
            | TermKind::Logic(op, a, b) => {
                format!("({} {op} {})", self.term(a), self.term(b))
            }
            TermKind::If(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|t| self.term(t));
                format!("if {a} {{ {b} }} else {{ {c} }}")
            }
            TermKind::Index(a, i) => format!("{}[{}]", self.term(a), self.term(i)),
            TermKind::Slice(a, lo, hi) => format!(
                "{}[{}]",
                self.term(a),
                self.range(lo.as_deref(), hi.as_deref())
            ),
            TermKind::Field(a, i) => format!("{}.{i}", self.term(a)),
            TermKind::Tuple(ts) => format!("({})", self.terms(ts)),
            TermKind::Array(ts) => format!("[{}]", self.terms(ts)),
            TermKind::Repeat(v, n) => format!("[{}; {}]", self.term(v), self.term(n)),
            TermKind::Update(a, parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|(i, t)| format!("{i}: {}", self.term(t)))
                    .collect();
                format!("{{{}, ..{}}}", parts.join(", "), self.term(a))
            }
            TermKind::Cast(a, to) => format!("({} as {to:?})", self.term(a)),
            TermKind::Call(builtin, ts, _) => {
                format!("{builtin:?}({})", self.terms(ts)).to_lowercase()
            }
            TermKind::Quantifier {
                forall,
                var,
                lo,
                hi,
                body,
            } => {
                let name = if *forall { "all" } else { "any" };
                format!(
                    "{name} {} in {}..{}: {}",
                    self.local(*var),
                    self.term(lo),
                    self.term(hi),
                    self.term(body)
                )
            }
            TermKind::Fold {
                op,
                var,
                lo,
                hi,
                filter,
                body,
                ..
            } => {
                let filter = filter
                    .as_ref()
                    .map_or(String::new(), |t| format!(" if {}", self.term(t)));
                let op = format!("{op:?}").to_lowercase();
                format!(
                    "{op} {} in {}..{}{filter}: {}",
                    self.local(*var),
                    self.term(lo),
                    self.term(hi),
                    self.term(body)
                )
            }
            TermKind::Let(var, of, value) => format!(
                "(let {} = {} in {})",
                self.local(*var),
                self.term(of),
                self.term(value)
            ),
            TermKind::Peer(process, name) => format!("proc[{}].{name}", self.term(process)),
            TermKind::Member(process) => format!("member({})", self.term(process)),
            TermKind::Counter(counter) => self.counter(counter),
            TermKind::InFlight(sent, received) => {
                format!("({} - {})", self.counter(sent), self.counter(received))
            }
            TermKind::Spec(None, name) => format!("spec.{name}"),
            TermKind::Spec(Some(process), name) => format!("spec[{}].{name}", self.term(process)),
        }
    }
}
