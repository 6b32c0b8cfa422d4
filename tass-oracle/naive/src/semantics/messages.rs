//! Ghost counters: a process remembers every message that it has sent or received, and counts when
//! it is asked.

use std::collections::BTreeSet;

use tass_syntax::Kind;
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Counter, Expr, ExprKind, Function, Type, Way, Whose};

use super::group::Group;
use super::process::{Process, Stop};
use super::snapshot::contribution_of;
use super::value::Value;
use super::{ANY, COMM_FREED, COMM_NULL, PROC_NULL, SELF, WORLD};

/// Messages that a process has sent or received: which, the other process, the tag, the
/// communicator; and how many. In order, so that equal histories are equal, and as short as there
/// are peers and tags: a loop without end may send one after the other.
pub(super) type Message = ((Way, i128, i128, usize), u64);

/// The communicator of messages whose communicator the process has freed.
const GONE: usize = usize::MAX;

/// Does a program count its messages? (One that does not need not remember them: it comes back to
/// where it was.)
pub(super) fn counts(function: &Function) -> bool {
    let mut functions = Functions::default();
    functions.visit(function.clone());
    functions.counts
}

/// A function and all that it calls.
#[derive(Default)]
struct Functions {
    counts: bool,
    seen: BTreeSet<String>,
}

impl Functions {
    fn visit(&mut self, mut function: Function) {
        if self.seen.insert(function.path.clone()) {
            visit::block(&mut function.body, self);
            for callee in &function.callees {
                self.visit((callee.build)());
            }
        }
    }
}

impl Visitor for Functions {
    fn expr(&mut self, e: &mut Expr) {
        self.counts |= matches!(e.kind, ExprKind::Counter(_) | ExprKind::InFlight { .. });
    }
}

impl Process<'_> {
    /// A message is sent or received. What is said to nobody is no message.
    pub(super) fn remember(&mut self, way: Way, peer: i128, tag: i128, group: &Group) {
        if self.counts && peer != PROC_NULL {
            // WORLD and SELF are there for ever; one that is made, until it is freed. What goes on
            // in it afterwards is none of the next one with its number.
            let lasts = group.context <= self.size || self.made.contains_key(&group.context);
            let context = if lasts { group.context } else { GONE };
            self.add((way, peer, tag, context), 1);
        }
    }

    fn add(&mut self, message: (Way, i128, i128, usize), times: u64) {
        let found = self.messages.binary_search_by_key(&message, |(m, _)| *m);
        match found {
            Ok(at) => self.messages[at].1 += times,
            Err(at) => self.messages.insert(at, (message, times)),
        }
    }

    /// A communicator is freed: its number may be that of another one some time.
    pub(super) fn no_longer_counted(&mut self, freed: usize) {
        for ((way, peer, tag, context), times) in std::mem::take(&mut self.messages) {
            let context = if context == freed { GONE } else { context };
            self.add((way, peer, tag, context), times);
        }
    }

    /// `sent(r)`, `proc[e].received(r, tag = t, comm = c)`
    pub(super) fn counter(&mut self, counter: &Counter) -> Result<Value, Stop> {
        let holder = match &counter.whose {
            Whose::Own => self.rank as i128,
            Whose::Process(process) => self.usize(process)?,
            Whose::Spec(_) => {
                return Err(Stop::Unsupported("a comparison of two programs".into()));
            }
        };
        let peer = self.usize(&counter.peer)?;
        let only = (
            self.counted_tag(counter.tag.as_ref())?,
            counter.comm.as_deref(),
        );
        Ok(Value::Int(self.count(holder, counter.way, peer, only)?))
    }

    /// `in_flight(a, b, tag = t, comm = c)`
    pub(super) fn in_flight(
        &mut self,
        (from, to): (&Expr, &Expr),
        tag: Option<&Expr>,
        comm: Option<&str>,
    ) -> Result<Value, Stop> {
        let (from, to) = (self.usize(from)?, self.usize(to)?);
        let only = (self.counted_tag(tag)?, comm);
        let sent = self.count(from, Way::Sent, to, only)?;
        let received = self.count(to, Way::Received, from, only)?;
        Ok(Value::Int(sent - received))
    }

    fn counted_tag(&mut self, tag: Option<&Expr>) -> Result<i128, Stop> {
        tag.map_or(Ok(ANY), |tag| self.usize(tag))
    }

    fn count(
        &self,
        holder: i128,
        way: Way,
        peer: i128,
        (tag, comm): (i128, Option<&str>),
    ) -> Result<i128, Stop> {
        let all = self
            .peers
            .ok_or_else(|| Stop::Unsupported("counted messages here".into()))?;
        let everybody = peer == ANY && way == Way::Received;
        let is_rank = |rank: i128| (0..all.len() as i128).contains(&rank);
        if !is_rank(holder) || !(is_rank(peer) || peer == PROC_NULL || everybody) {
            return Err(Stop::Fail(Kind::InvalidRank));
        }
        let theirs = contribution_of(all, holder)?;
        let context = match comm {
            Some(comm) => Some(context_in(&theirs.vars, holder, comm)?),
            None => None,
        };
        let counted = theirs.messages.iter().filter(|((w, p, t, c), _)| {
            *w == way
                && (everybody || *p == peer)
                && (tag == ANY || *t == tag)
                && context.is_none_or(|context| *c == context)
        });
        Ok(counted.map(|(_, times)| i128::from(*times)).sum())
    }
}

/// The number of the communicator that a process has under a name.
fn context_in(vars: &[(String, Type, Value)], process: i128, name: &str) -> Result<usize, Stop> {
    let var = vars.iter().rfind(|(given, ..)| given == name);
    let handle = match (var, name) {
        (Some((_, _, Value::Int(handle))), _) => *handle,
        (None, "WORLD") => WORLD,
        (None, "SELF") => SELF,
        _ => return Err(Stop::Unsupported(format!("the communicator `{name}`"))),
    };
    match handle {
        WORLD => Ok(0),
        SELF => Ok(1 + process as usize),
        COMM_NULL | COMM_FREED => Err(Stop::Fail(Kind::InvalidCommunicator)),
        context => Ok(context as usize),
    }
}
