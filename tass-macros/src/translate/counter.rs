//! Ghost counters of messages, inside `collective_assert!` and `invariant!`.

use syn::{Expr, Lit};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind, Way, Whose};

use super::control::inner;
use super::{Translator, nothing, plain};
use crate::counters::{self, Counter};
use crate::native::is_spec;

impl Translator<'_> {
    /// `sent(r)`, `proc[e].received(r, tag = t)`, `in_flight(a, b)`; nothing if it is something
    /// else.
    pub(super) fn counter(&mut self, expr: &Expr) -> Option<tree::Expr> {
        let counter = match counters::read(expr)? {
            Ok(counter) => counter,
            Err(_) if !self.collective => return Some(self.uncounted(expr)),
            Err(error) => {
                self.diagnostics.push(error);
                return Some(nothing());
            }
        };
        if !self.collective {
            return Some(self.uncounted(expr));
        }
        let name = counter.name.to_string();
        self.accepts(expr, Family::Function, &name);
        self.condition.others += 1;
        let tag = counter.tag.map(|tag| self.counted_tag(tag));
        let comm = counter.comm.map(plain);
        if let [from, to] = counter.ranks[..] {
            let in_flight = ExprKind::InFlight {
                from: self.boxed(from),
                to: self.boxed(to),
                tag: tag.map(Box::new),
                comm,
            };
            return Some(self.expr(expr, in_flight));
        }
        let peer = self.expression(counter.ranks[0]);
        let whose = self.holder(&counter);
        let way = if counter.name == "sent" {
            Way::Sent
        } else {
            Way::Received
        };
        let counter = tree::Counter {
            whose,
            way,
            peer,
            tag,
            comm,
        };
        Some(self.expr(expr, ExprKind::Counter(Box::new(counter))))
    }

    /// Whose counter it is.
    fn holder(&mut self, counter: &Counter<'_>) -> Whose {
        let Some(holder) = counter.holder.map(inner) else {
            return Whose::Own;
        };
        if let Some(process) = self.means_specification(holder) {
            return Whose::Spec(process.map(|process| self.expression(&process)));
        }
        match holder {
            Expr::Index(index) if self.means_processes(&index.expr) => {
                if matches!(*index.index, Expr::Range(_)) {
                    return self.reject(
                        index,
                        "a range of processes is only iterated over: `proc[..rank].iter().all(|p| ..)`",
                    );
                }
                Whose::Process(self.expression(&index.index))
            }
            Expr::Path(path)
                if path.path.get_ident().is_some_and(|name| {
                    self.local(&name.to_string())
                        .is_some_and(|local| local.process)
                }) =>
            {
                let name = path.path.get_ident().map(plain).unwrap_or_default();
                Whose::Process(self.expr(holder, ExprKind::Var(name)))
            }
            other if is_spec(other) => {
                self.lone_spec(other);
                Whose::Own
            }
            _ => {
                let name = counter.name;
                self.reject(
                    holder,
                    format!("messages are counted for processes: `{name}(0)` for this one, `proc[e].{name}(0)` for another"),
                )
            }
        }
    }

    /// What is counted is known before the program runs, so a tag is a constant.
    fn counted_tag(&mut self, tag: &Expr) -> tree::Expr {
        let constant = match inner(tag) {
            Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_)),
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_none_or(|name| self.local(&name.to_string()).is_none()),
            _ => false,
        };
        if constant {
            return self.expression(tag);
        }
        self.reject(
            tag,
            "the tag of a counter is a number or the name of a constant: what is counted is decided before the program runs",
        )
    }

    /// A counter where a program computes.
    fn uncounted(&mut self, expr: &Expr) -> tree::Expr {
        let function = match expr {
            Expr::Call(_) => "; a function of this name is called by its path, `self::..`",
            _ => "",
        };
        self.reject(
            expr,
            format!(
                "messages are counted for specifications only, inside `collective_assert!`, `invariant!` and their joint forms: \
                 the program itself knows what it keeps in variables{function}"
            ),
        )
    }
}
