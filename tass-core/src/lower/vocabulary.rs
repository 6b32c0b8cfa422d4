//! The vocabulary of models: what its macros say of a process, of all of them, and of what is
//! elsewhere.

use super::FnLowering;
use super::collective::universe_of;
use super::draft::{self, Action, Term, TermKind};
use super::expr::two;
use super::purity::is_impure_or_tests;
use super::ty::Ty;
use crate::graph::Label;
use crate::report::Kind;
use tass_syntax::tree::{BinOp, Expr, ExprKind, Message, Piece, Span};

impl FnLowering<'_, '_> {
    /// What is said with a macro of the vocabulary, of the process itself or of all of them.
    pub(super) fn said(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        match &e.kind {
            ExprKind::Assert(cond, message) => {
                let cond = self.condition(cond);
                self.assert(cond, message, span)
            }
            ExprKind::AssertEq(equal, a, b, message) => {
                let op = if *equal { BinOp::Eq } else { BinOp::Ne };
                let (cond, _) = self.binary(op, a, b, a.span.to(b.span));
                self.assert(cond, message, span)
            }
            ExprKind::Assume(cond) => {
                let cond = self.condition(cond);
                self.emit(span, |next| Action::Assume(cond, next));
                self.unit_value(span)
            }
            ExprKind::Cover(cond) => {
                let cond = self.condition(cond);
                self.shared.covers.push((self.graph, span));
                let id = self.shared.covers.len() - 1;
                self.emit(span, |next| Action::Cover(id, cond, next));
                self.unit_value(span)
            }
            ExprKind::Panic(message) => self.fail(Kind::Panic, message, span),
            ExprKind::Unreachable(message) => self.fail(Kind::Unreachable, message, span),
            ExprKind::Output(name, value) => {
                self.output(name, value, span);
                self.unit_value(span)
            }
            ExprKind::Choose { lo, hi, inclusive } => self.choose(lo, hi, *inclusive, span),
            ExprKind::Elaborate(value) => {
                let (value, ty) = self.expr(value);
                let value = self.save(value, ty);
                let again = value.clone();
                self.emit(span, |next| Action::Elaborate(again, next));
                (value, ty)
            }
            ExprKind::CollectiveAssert {
                universe,
                name,
                cond,
            } => {
                let label = Label {
                    communicator: false,
                    universe: universe_of(universe.as_deref()),
                    name: name.clone(),
                    joint: false,
                    invariant: false,
                    local: false,
                };
                self.collective(label, cond, span);
                self.unit_value(span)
            }
            ExprKind::JointAssert { name, cond } => {
                if self.shared.spec.is_some() {
                    let label = Label {
                        communicator: false,
                        universe: String::new(),
                        name: name.clone(),
                        joint: true,
                        invariant: false,
                        local: false,
                    };
                    self.collective(label, cond, span);
                }
                self.unit_value(span)
            }
            ExprKind::Universe { name, member } => {
                self.universe(name, member, span);
                self.unit_value(span)
            }
            ExprKind::Shared(_) => {
                self.error(
                    span,
                    "`shared!` is the whole initial value of a variable",
                    Some("write `let mut s = shared!(false);`"),
                );
                self.poison(span)
            }
            ExprKind::Critical(block) => self.critical(block, span),
            ExprKind::Always(cond) => {
                self.always(cond, span);
                self.unit_value(span)
            }
            _ => unreachable!("only what `expr` names as said is handed over"),
        }
    }

    /// What conditions can say of other processes, of messages and of the other program.
    pub(super) fn elsewhere(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        match &e.kind {
            ExprKind::Peer(process, name) => {
                let (process, ty) = self.expr(process);
                let usize = self.types.usize();
                self.types.unify(ty, usize);
                self.peer(process, name, span)
            }
            ExprKind::Counter(counter) => self.counter(counter, span),
            ExprKind::InFlight {
                from,
                to,
                tag,
                comm,
            } => self.in_flight(from, to, tag.as_deref(), comm.as_deref(), span),
            ExprKind::Spec(process, name) => {
                let process = process.as_ref().map(|process| {
                    let (process, ty) = self.expr(process);
                    let usize = self.types.usize();
                    self.types.unify(ty, usize);
                    Box::new(process)
                });
                self.spec(process, name, span)
            }
            _ => unreachable!(
                "only what is elsewhere is handed over: peers, counters, the specification"
            ),
        }
    }

    fn assert(&mut self, cond: Term, message: &Option<Message>, span: Span) -> (Term, Ty) {
        let message = self.message(message);
        self.shared.asserts.push((self.graph, span));
        let id = self.shared.asserts.len() - 1;
        self.emit(span, |next| Action::Assert {
            cond,
            message,
            id,
            next,
        });
        self.unit_value(span)
    }

    /// The message of an assertion or a panic. Its arguments have been evaluated, or can neither
    /// fail nor do anything.
    pub(super) fn message(&mut self, message: &Option<Message>) -> Option<Vec<draft::Piece>> {
        let Message(pieces) = message.as_ref()?;
        let pieces = pieces.iter().map(|piece| match piece {
            Piece::Text(words) => draft::Piece::Text(words.clone()),
            Piece::Value(value) if is_impure_or_tests(value, self.shared.comm) => {
                draft::Piece::Written(value.span)
            }
            Piece::Value(value) => {
                let (term, ty) = self.expr(value);
                draft::Piece::Value(self.read_through(term, ty))
            }
        });
        Some(pieces.collect())
    }

    fn fail(&mut self, kind: Kind, message: &Option<Message>, span: Span) -> (Term, Ty) {
        let message = self.message(message);
        self.emit(span, |_| Action::Fail { kind, message });
        self.never(span)
    }

    fn choose(&mut self, lo: &Expr, hi: &Expr, inclusive: bool, span: Span) -> (Term, Ty) {
        let [(lo, ty), (hi, hi_ty)] = two(self.values(&[lo, hi]));
        self.same_type(ty, hi_ty, span);
        let hi = if inclusive {
            self.successor(hi, ty)
        } else {
            hi
        };
        let dest = self.local(None, ty);
        self.emit(span, |next| Action::Choose { dest, lo, hi, next });
        (Term::new(TermKind::Local(dest), span), ty)
    }
}
