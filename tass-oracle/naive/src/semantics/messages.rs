//! Ghost counters: a process remembers every message that it has sent or received, and counts when
//! it is asked.

use tass_syntax::Kind;
use tass_syntax::tree::{Counter, Expr, Function, Way, Whose};

use super::process::{Process, Stop};
use super::snapshot::Contribution;
use super::value::Value;
use super::{ANY, PROC_NULL};

/// Messages that a process has sent or received: which, the other process, the tag; and how many.
/// In order, so that equal histories are equal, and as short as there are peers and tags: a loop
/// without end may send one after the other.
pub(super) type Message = ((Way, i128, i128), u64);

/// Does a program count its messages? (One that does not need not remember them: it comes back to
/// where it was.)
pub(super) fn counts(function: &Function) -> bool {
    let words = ["sent(", "received(", "in_flight("];
    words.iter().any(|word| function.source.contains(word))
}

impl Process<'_> {
    /// A message is sent or received. What is said to nobody is no message.
    pub(super) fn remember(&mut self, way: Way, peer: i128, tag: i128) {
        if self.counts && peer != PROC_NULL {
            let message = (way, peer, tag);
            let found = self.messages.binary_search_by_key(&message, |(m, _)| *m);
            match found {
                Ok(at) => self.messages[at].1 += 1,
                Err(at) => self.messages.insert(at, (message, 1)),
            }
        }
    }

    /// `sent(r)`, `proc[e].received(r, tag = t)`
    pub(super) fn counter(&mut self, counter: &Counter) -> Result<Value, Stop> {
        if counter.comm.is_some() {
            return Err(Stop::Unsupported("messages of one communicator".into()));
        }
        let holder = match &counter.whose {
            Whose::Own => self.rank as i128,
            Whose::Process(process) => self.usize(process)?,
            Whose::Spec(_) => {
                return Err(Stop::Unsupported("a comparison of two programs".into()));
            }
        };
        let peer = self.usize(&counter.peer)?;
        let tag = self.counted_tag(counter.tag.as_ref())?;
        Ok(Value::Int(self.count(holder, counter.way, peer, tag)?))
    }

    /// `in_flight(a, b, tag = t)`
    pub(super) fn in_flight(
        &mut self,
        from: &Expr,
        to: &Expr,
        tag: Option<&Expr>,
    ) -> Result<Value, Stop> {
        let (from, to) = (self.usize(from)?, self.usize(to)?);
        let tag = self.counted_tag(tag)?;
        let sent = self.count(from, Way::Sent, to, tag)?;
        let received = self.count(to, Way::Received, from, tag)?;
        Ok(Value::Int(sent - received))
    }

    fn counted_tag(&mut self, tag: Option<&Expr>) -> Result<i128, Stop> {
        tag.map_or(Ok(ANY), |tag| self.usize(tag))
    }

    fn count(&self, holder: i128, way: Way, peer: i128, tag: i128) -> Result<i128, Stop> {
        let all: &[Contribution] = self
            .peers
            .ok_or_else(|| Stop::Unsupported("counted messages here".into()))?;
        let everybody = peer == ANY && way == Way::Received;
        let is_rank = |rank: i128| (0..all.len() as i128).contains(&rank);
        if !is_rank(holder) || !(is_rank(peer) || peer == PROC_NULL || everybody) {
            return Err(Stop::Fail(Kind::InvalidRank));
        }
        let messages = all[holder as usize].messages.iter();
        let counted = messages.filter(|((w, p, t), _)| {
            *w == way && (everybody || *p == peer) && (tag == ANY || *t == tag)
        });
        Ok(counted.map(|(_, times)| i128::from(*times)).sum())
    }
}
