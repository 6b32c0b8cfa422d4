//! Ghost counters at work: messages are counted where an operation completes, and read in
//! collective conditions.
//!
//! A message counts as sent when its send is over, and as received when its receive is; the halves
//! of a `sendrecv` may count at different moments. Nobody can see between: a process takes
//! snapshots only between operations. Counting writes nothing but the process's own variables, and
//! so commutes with whatever the others do. A counter is a mathematical number: it has no largest
//! value, and is never negative.

use crate::comm::{CommModel, Passed};
use crate::exec::terms::access::Address;
use crate::exec::terms::check::Cx;
use crate::exec::terms::peer::Wanted;
use crate::exec::{Engine, Stepper, Stop, Work};
use crate::graph::{CommOf, CounterTerm, Holder};
use crate::report::Kind;
use crate::state::{Definition, Frame, Written};
use crate::symbolic::{ExprId, PathElem, Sort};
use tass_syntax::tree::{Span, Way};

impl<C: CommModel> Engine<'_, C> {
    /// Nothing has been sent.
    pub(crate) fn set_counters(&mut self, locals: &mut [ExprId]) {
        let zero = self.store.int(0);
        let most = self.most();
        let counters = locals.len() - self.program.counted.len();
        let program = self.program.clone();
        for (local, counted) in locals[counters..].iter_mut().zip(&program.counted) {
            *local = self.store.tuple(&vec![zero; counted.width(most)]);
        }
    }

    /// As many processes as either side has.
    pub(crate) fn most(&self) -> usize {
        self.sides.nprocs.max(self.sides.spec_nprocs)
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// A message has been sent or received.
    pub(crate) fn count_message(&mut self, work: &mut Work<C>, passed: &Passed) {
        let program = self.engine.program.clone();
        for (index, counted) in program.counted.iter().enumerate() {
            if counted.way != passed.way || counted.tag.is_some_and(|tag| tag != passed.tag) {
                continue;
            }
            let Some(at) = counted.at(self.engine.most(), passed.peer, passed.comm) else {
                // Who asks for it is told that it is not known.
                continue;
            };
            let at = u32::try_from(at).expect("few processes");
            let address = Address {
                frame: 0,
                local: program.counter_slot(work.frames[0].graph, index),
                path: vec![PathElem::Field(at)],
            };
            let before = self.read_address(&work.frames, &address);
            let one = self.engine.store.int(1);
            let after = self.engine.store.add(before, one);
            self.write_address(work, &address, after);
        }
    }

    /// A process has a communicator of this number from now on, in which nobody has sent anything.
    pub(crate) fn count_anew(&mut self, work: &mut Work<C>, comm: i64) {
        let program = self.engine.program.clone();
        let (zero, most) = (self.engine.store.int(0), self.engine.most());
        for (index, counted) in program.counted.iter().enumerate() {
            if !counted.by_comm {
                continue;
            }
            for peer in 0..most {
                let Some(at) = counted.at(most, peer, Some(comm)) else {
                    continue;
                };
                let address = Address {
                    frame: 0,
                    local: program.counter_slot(work.frames[0].graph, index),
                    path: vec![PathElem::Field(u32::try_from(at).expect("few processes"))],
                };
                if self.read_address(&work.frames, &address) != zero {
                    self.write_address(work, &address, zero);
                }
            }
        }
    }

    /// The value of a counter in a collective condition.
    pub(crate) fn counter(
        &mut self,
        cx: &mut Cx<'_>,
        counter: &CounterTerm,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let counted = self.engine.program.counted[counter.counted];
        let name = counted.way.to_string();
        let whose = match &counter.holder {
            Holder::Own => None,
            Holder::Process(process) => Some(self.process_meant(cx, process)?),
            Holder::Spec(process) => {
                let process = process.as_ref();
                Some(self.specification_meant(cx, process, &name, span)?)
            }
        };
        let peer = self.eval(cx, &counter.peer)?;
        let peer = self
            .engine
            .prover
            .simplify(&mut self.engine.store, cx.pc, peer);
        let side = match &whose {
            None => self.engine.sides.of(cx.process),
            Some(whose) => whose.side,
        };
        let size = self.engine.sides.processes(side).len();
        let legal = self.is_peer(peer, counted.way, size);
        if self.engine.store.as_bool(legal) != Some(true) {
            let text = self.engine.store.display(peer).to_string();
            self.require(cx, legal, Kind::InvalidRank, counter.peer.span, || {
                format!("`{name}({text})`, but ranks go from 0 to {}", size - 1)
            })?;
        }
        match whose {
            None => {
                let comm = match &counter.comm {
                    Some(CommOf::Value(comm)) => {
                        let comm = self.eval(cx, comm)?;
                        Some(self.number_of(cx, comm, span)?)
                    }
                    _ => None,
                };
                let (frames, process) = (cx.frames, cx.process);
                self.counter_of(cx, (frames, process), (counter.counted, comm), peer, span)
            }
            Some(whose) => {
                let wanted = Wanted::Counter(counter, peer);
                self.contributed(cx, &whose, &wanted, span)
            }
        }
    }

    /// The number of a communicator that messages are counted of.
    pub(in crate::exec) fn number_of(
        &mut self,
        cx: &Cx<'_>,
        comm: ExprId,
        span: Span,
    ) -> Result<i64, Stop> {
        let number = self.concrete(cx, comm, span, "a `Comm`")?;
        match self.engine.store.as_int(number) {
            Some(number) if number >= 0 => Ok(number),
            _ => {
                let message = "messages are counted of what is no communicator any more, or none";
                Err(self.fail(cx, Kind::InvalidCommunicator, span, message.into()))
            }
        }
    }

    /// Is it a rank, or a special one that may stand there?
    fn is_peer(&mut self, peer: ExprId, way: Way, size: usize) -> ExprId {
        let (zero, end) = (
            self.engine.store.int(0),
            self.engine
                .store
                .int(i64::try_from(size).expect("few processes")),
        );
        let (above, below) = (
            self.engine.store.le(zero, peer),
            self.engine.store.lt(peer, end),
        );
        let mut legal = self.engine.store.and(above, below);
        for (value, _) in self.engine.comm.special_ranks(operand(way)) {
            let special = self.engine.store.int_big((*value).into());
            let is_special = self.engine.store.eq(peer, special);
            legal = self.engine.store.or(legal, is_special);
        }
        legal
    }

    /// The counter of a process for the peers that a rank stands for: which ones may depend on
    /// inputs.
    pub(in crate::exec) fn counter_of(
        &mut self,
        cx: &Cx<'_>,
        (frames, process): (&[Frame], usize),
        (counted, comm): (usize, Option<i64>),
        peer: ExprId,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let slot = self.engine.program.counter_slot(frames[0].graph, counted);
        let counters = frames[0].locals[slot as usize];
        let size = self.engine.sides.size(process);
        let most = self.engine.most();
        let counted = self.engine.program.counted[counted];
        let way = counted.way;
        let Some(first) = counted.at(most, 0, comm) else {
            let what = "counters of so many communicators of one process".to_owned();
            return Err(self.unsupported(cx, what, span));
        };
        let mut value = self.engine.store.int(0);
        for (special, code) in self.engine.comm.special_ranks(operand(way)) {
            let mut sum = self.engine.store.int(0);
            for rank in self.engine.comm.stands_for(*code, size) {
                let one = self.engine.store.component(counters, first + rank);
                sum = self.engine.store.add(sum, one);
            }
            let special = self.engine.store.int_big((*special).into());
            let is_it = self.engine.store.eq(peer, special);
            value = self.engine.store.ite(is_it, sum, value);
        }
        for rank in 0..size {
            let one = self.engine.store.component(counters, first + rank);
            let is_it = self.is_rank(peer, rank);
            value = self.engine.store.ite(is_it, one, value);
        }
        Ok(value)
    }

    /// Is what was written a counter? Which one, for whom.
    pub(crate) fn counted_at(&self, written: &Written, frame: &Frame) -> Option<(usize, usize)> {
        if written.frame != 0 {
            return None;
        }
        let first = self.engine.program.counter_slot(frame.graph, 0);
        let counted = written.local.checked_sub(first)? as usize;
        if counted >= self.engine.program.counted.len() {
            return None;
        }
        // Else it would not be generalised: no type says that a counter has parts.
        let peer = written
            .fields
            .first()
            .expect("messages of one peer at a time");
        Some((counted, *peer as usize))
    }

    /// Where a loop is generalised: a counter that it has written gets a new symbol, of which it is
    /// only known that it is not negative.
    pub(crate) fn counter_anew(
        &mut self,
        now: &mut Work<C>,
        written: &Written,
        (counted, peer): (usize, usize),
        definitions: &mut Vec<Definition>,
        conditions: &mut Vec<ExprId>,
    ) {
        let name = self.engine.program.counted[counted].shown(self.engine.most(), peer);
        let slot = written.local as usize;
        let counters = now.frames[0].locals[slot];
        let old = self.engine.store.component(counters, peer);
        let symbol = self.engine.store.new_symbol(&name, Sort::Int);
        let zero = self.engine.store.int(0);
        conditions.push(self.engine.store.le(zero, symbol));
        definitions.push(Definition::Symbol(symbol, old));
        now.frames[0].locals[slot] = self.engine.store.with_component(counters, peer, symbol);
    }
}

/// The operand at which a message's other end is named.
fn operand(way: Way) -> &'static str {
    match way {
        Way::Sent => "to",
        Way::Received => "from",
    }
}
