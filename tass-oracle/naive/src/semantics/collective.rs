//! Collective operations as a process sees them: what it brings, which buffers they use, and what
//! it gets.

use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{CommCall, Expr, ExprKind};

use super::comm::{apart, argument, items};
use super::locks::{Lock, is_place};
use super::own::Own;
use super::process::{Process, Stop};
use super::request::{Answer, Collective, Data, Op, Operator, Request};
use super::shares::Shares;
use super::value::{Place, Value};

/// Which operands of a collective operation count for a process: what MPI calls significant. The
/// others may be anything, and nothing is read there, or written.
struct Used {
    /// What it gives.
    given: bool,
    /// The buffer that it takes into.
    taken: bool,
    /// Who has which elements.
    lists: bool,
}

impl Collective {
    /// What counts for the process of this rank.
    fn used_by(&self, rank: usize) -> Used {
        let at_root = self.root == Some(rank);
        let (given, taken, lists) = match self.op {
            Op::Scatter | Op::Scatterv => (at_root, true, at_root),
            Op::Reduce | Op::Gather | Op::Gatherv => (true, at_root, at_root),
            Op::Exscan => (true, rank > 0, true),
            _ => (true, true, true),
        };
        Used {
            given,
            taken,
            lists,
        }
    }
}

impl Process<'_> {
    pub(super) fn collective(
        &mut self,
        op: Op,
        call: &CommCall,
        immediate: bool,
    ) -> Result<Value, Stop> {
        let has = |name: &str| call.args.iter().any(|(given, _)| given == name);
        let (gives, given) = if has("sendbuf") {
            let (data, place) = self.located_data(call, "sendbuf")?;
            (Some(data), place)
        } else {
            (None, None)
        };
        let mut lists = Vec::new();
        let given_of = self.shares(call, ("sendcounts", "senddispls"), &mut lists)?;
        let buffer = match (has("buf"), has("recvbuf")) {
            (true, _) => Some(self.buffer(call, "buf")?),
            (_, true) => Some(self.buffer(call, "recvbuf")?),
            _ => None,
        };
        let taken_of = self.shares(call, ("recvcounts", "recvdispls"), &mut lists)?;
        // Of one list, who deals out or collects is the one to ask.
        let of = self.shares(call, ("counts", "displs"), &mut lists)?;
        let (given_of, taken_of) = match (op, of) {
            (_, None) => (given_of, taken_of),
            (Op::Scatterv | Op::ReduceScatter, of) => (of, None),
            (_, of) => (None, of),
        };
        let operator = match argument(call, "op").map(|e| &e.kind) {
            Some(ExprKind::Const(name)) => Operator::from_name(name),
            Some(ExprKind::Operator(_)) => None,
            Some(_) => return Err(Stop::Unsupported("an operator that is computed".into())),
            None => None,
        };
        let own = match argument(call, "op").map(|e| &e.kind) {
            Some(ExprKind::Operator(own)) => {
                let callee = self.frame().function.callees.get(own.function).cloned();
                let callee = callee.ok_or_else(|| Stop::Unsupported("no operator".into()))?;
                Some(Own {
                    function: Arc::new((callee.build)()),
                    commutative: own.commutative,
                })
            }
            _ => None,
        };
        let root = match has("root") {
            true => Some(self.number(call, "root")?),
            false => None,
        };
        let group = self.communicator(call)?;
        let rank = group.rank_of(self.rank);
        if let Some(root) = root {
            group.process(root, &[])?;
        }
        let root = root.map(|root| root as usize);
        let writes = op != Op::Bcast || root != Some(rank);
        if let (Some(gives), Some(given), Some(buffer)) = (&gives, &given, &buffer) {
            apart(gives, given, buffer)?;
        }
        self.within_phase()?;
        let in_place = gives.is_none() && op != Op::Bcast;
        // What a broadcast gives is what its buffer holds, as where nothing else is given.
        let gives = match (&buffer, op) {
            (Some(buffer), _) if gives.is_none() => {
                if op != Op::Bcast && root.is_some_and(|root| root != rank) {
                    return Err(Stop::Fail(Kind::InvalidInPlace));
                }
                let mut items = items(self.load(&buffer.place), buffer.len.is_some());
                if let Op::Gather | Op::Allgather = op {
                    // Of the blocks that will be there only the own one.
                    let block = items.len() / group.size();
                    items = items[rank * block..(rank + 1) * block].to_vec();
                }
                Some(Data {
                    elem: buffer.elem.clone(),
                    items,
                })
            }
            _ => gives,
        };
        let takes = buffer
            .as_ref()
            .map(|buffer| (buffer.elem.clone(), buffer.room()));
        let collective = Collective {
            immediate,
            root,
            operator,
            own,
            gives,
            takes,
            shares_given: given_of,
            shares_taken: taken_of,
            ..Collective::of(op, group)
        };
        if immediate {
            let used = collective.used_by(rank);
            let given = given.filter(|_| used.given && collective.gives_something());
            let lists = lists.into_iter().filter(|_| used.lists);
            // In place, what the buffer holds is given, also where nothing is taken.
            let taken = buffer.as_ref().filter(|_| used.taken || in_place);
            let taken = taken.and_then(|buffer| buffer.lock(writes && used.taken));
            let read = given.into_iter().chain(lists).map(Lock::read);
            let locks = read.chain(taken).collect();
            return self.post_collective(collective, buffer, locks);
        }
        let answer = self.ask(Request::Collective(Box::new(collective)))?;
        if let (Answer::Collected(pieces), Some(buffer)) = (answer, buffer) {
            for (start, items) in pieces {
                self.fill(&buffer, start, items);
            }
        }
        Ok(Value::Unit)
    }

    /// What the call says of who has which elements of a buffer.
    fn shares(
        &mut self,
        call: &CommCall,
        (counts, displs): (&str, &str),
        lists: &mut Vec<Place>,
    ) -> Result<Option<Box<Shares>>, Stop> {
        let Some(counts) = argument(call, counts) else {
            return Ok(None);
        };
        let mut list = |e: &Expr| {
            lists.extend(self.list_place(e)?);
            self.numbers(e)
        };
        let counts = list(counts)?;
        let displs = argument(call, displs).map(list).transpose()?;
        Ok(Some(Box::new(Shares { counts, displs })))
    }

    /// Where a list is, if it is in a variable and there is something in it.
    fn list_place(&mut self, e: &Expr) -> Result<Option<Place>, Stop> {
        let named = match &e.kind {
            ExprKind::Ref(_, inner) => inner,
            _ => e,
        };
        if !is_place(named) {
            return Ok(None);
        }
        let place = self.target(named)?;
        let empty = matches!(self.load(&place), Value::Seq(items) if items.is_empty());
        Ok((!empty).then_some(place))
    }

    /// A list of numbers.
    pub(super) fn numbers(&mut self, e: &Expr) -> Result<Vec<i128>, Stop> {
        let numbers = items(self.value(e, None)?, true);
        let number = |value: Value| match value {
            Value::Int(number) => Ok(number),
            _ => Err(Stop::Unsupported("a list of anything but numbers".into())),
        };
        numbers.into_iter().map(number).collect()
    }
}
