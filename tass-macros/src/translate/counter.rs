//! Ghost counters of messages, inside `collective_assert!` and `invariant!`.

use syn::{Expr, Lit};
use tass_syntax::accepted::Family;

use super::control::inner;
use super::{ABSENT, Translator, plain};
use crate::code::{Code, node};
use crate::counters::{self, Counter};
use crate::native::is_spec;

impl Translator<'_> {
    /// `sent(r)`, `proc[e].received(r, tag = t)`, `in_flight(a, b)`; nothing if it is something else.
    pub(super) fn counter(&mut self, expr: &Expr) -> Option<Code> {
        let counter = match counters::read(expr)? {
            Ok(counter) => counter,
            Err(_) if !self.collective => return Some(self.uncounted(expr)),
            Err(error) => {
                self.diagnostics.push(error);
                return Some(ABSENT);
            }
        };
        if !self.collective {
            return Some(self.uncounted(expr));
        }
        let name = counter.name.to_string();
        self.accepts(expr, Family::Function, &name);
        self.condition.others += 1;
        let tag = Code::optional(counter.tag.map(|tag| self.counted_tag(tag)));
        let ranks: Vec<Code> = counter
            .ranks
            .iter()
            .map(|rank| self.expression(rank))
            .collect();
        if let [from, to] = &ranks[..] {
            return Some(self.expr(expr, "InFlight", &[from, to, &tag]));
        }
        let holder = self.holder(&counter);
        let way = if counter.name == "sent" {
            "Sent"
        } else {
            "Received"
        };
        Some(self.expr(expr, "Counter", &[&holder, &way, &ranks[0], &tag]))
    }

    /// Whose counter it is.
    fn holder(&mut self, counter: &Counter<'_>) -> Code {
        let Some(holder) = counter.holder.map(inner) else {
            return node!("Own");
        };
        if let Some(process) = self.means_specification(holder) {
            let process = Code::optional(process.map(|process| self.expression(&process)));
            return node!("Spec", process);
        }
        match holder {
            Expr::Index(index) if self.means_processes(&index.expr) => {
                if matches!(*index.index, Expr::Range(_)) {
                    return self.reject(
                        index,
                        "a range of processes is only iterated over: `proc[..rank].iter().all(|p| ..)`",
                    );
                }
                node!("Process", self.expression(&index.index))
            }
            Expr::Path(path)
                if path.path.get_ident().is_some_and(|name| {
                    self.local(&name.to_string())
                        .is_some_and(|local| local.process)
                }) =>
            {
                let name = path.path.get_ident().map(plain).unwrap_or_default();
                node!("Process", self.expr(holder, "Var", &[&Code::text(&name)]))
            }
            other if is_spec(other) => self.lone_spec(other),
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
    fn counted_tag(&mut self, tag: &Expr) -> Code {
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
    fn uncounted(&mut self, expr: &Expr) -> Code {
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
