//! Where the blocks of the processes lie in a buffer, where a program says so: `counts` and
//! `displs`.
//!
//! The numbers may depend on inputs, so nothing is wrong with a list before somebody leaves: only
//! then can a condition be put to the engine. Whoever uses a block demands, in this order, that
//! the lists have a number for each process, that the block lies in its buffer, and where all
//! blocks of a buffer are used, that no two of them overlap. A block without elements lies nowhere.

use tass_core::comm::{Data, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use super::Inside;
use crate::args::Args;
use crate::buffer::{Effect, count, elements};

/// How many elements each process has in a buffer, and where they start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    counts: List,
    /// Without it each block starts where the one before it ends.
    displs: Option<List>,
}

/// One number for each process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct List {
    name: &'static str,
    /// As many as there are processes, or fewer where `len` is fewer: each by itself, so that the
    /// engine can be asked for one of them.
    numbers: Vec<ExprId>,
    len: ExprId,
}

/// Some elements of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) start: ExprId,
    pub(super) len: ExprId,
}

impl List {
    fn new(store: &mut Store, args: &Args<'_>, name: &'static str, list: &Data) -> List {
        let len = count(store, list);
        let known = store
            .as_int(len)
            .map_or(args.nprocs, |len| len.max(0) as usize);
        let read = |at: usize| {
            let at = store.int(at as i64);
            store.read(list.value, at)
        };
        let numbers = (0..args.nprocs.min(known)).map(read).collect();
        List { name, numbers, len }
    }
}

impl Layout {
    /// What the operands of these names say.
    pub(super) fn new(
        store: &mut Store,
        args: &Args<'_>,
        counts: &'static str,
        displs: Option<&'static str>,
    ) -> Layout {
        let displs = displs.and_then(|name| Some((name, args.given(name)?)));
        Layout {
            counts: List::new(store, args, counts, args.data(counts)),
            displs: displs.map(|(name, list)| List::new(store, args, name, list)),
        }
    }

    /// There is a number for each process in what `owner` has given.
    pub(super) fn demand_numbers(
        &self,
        store: &mut Store,
        inside: &Inside<'_>,
        effect: &mut Effect,
        owner: usize,
    ) -> Result<(), Fault> {
        let n = inside.nprocs();
        for list in [Some(&self.counts), self.displs.as_ref()]
            .into_iter()
            .flatten()
        {
            let all = store.int(n as i64);
            let enough = store.eq(list.len, all);
            effect.demand(store, enough, Kind::CollectiveCount, |store| {
                let (op, name, len) = (inside.instance.op, list.name, elements(store, list.len));
                let owner = inside.members[owner];
                format!("process {owner} calls `{op}` with {len} in `{name}` for {n} processes")
            })?;
        }
        Ok(())
    }

    /// The number of elements of a process: of a list that [has](Layout::demand_numbers) it.
    pub(super) fn count(&self, process: usize) -> ExprId {
        self.counts.numbers[process]
    }

    /// The same of any list.
    pub(super) fn count_if_any(&self, process: usize) -> Option<ExprId> {
        self.counts.numbers.get(process).copied()
    }

    /// The block of a process, of lists that [have](Layout::demand_numbers) it.
    pub(super) fn block(&self, store: &mut Store, process: usize) -> Block {
        let len = self.count(process);
        let start = match &self.displs {
            Some(displs) => displs.numbers[process],
            None => {
                let zero = store.int(0);
                let before = &self.counts.numbers[..process];
                before.iter().fold(zero, |sum, len| store.add(sum, *len))
            }
        };
        Block { start, len }
    }

    /// The block of a process, which lies within the `room` elements of a buffer of `owner`'s.
    pub(super) fn block_within(
        &self,
        store: &mut Store,
        inside: &Inside<'_>,
        effect: &mut Effect,
        (owner, room): (usize, ExprId),
        process: usize,
    ) -> Result<Block, Fault> {
        let Block { start, len } = self.block(store, process);
        let end = store.add(start, len);
        let (zero, fits) = (store.int(0), store.le(end, room));
        let nothing = store.eq(len, zero);
        let within = store.or(nothing, fits);
        effect.demand(store, within, Kind::CollectiveCount, |store| {
            let op = inside.instance.op;
            let (process, owner) = (inside.members[process], inside.members[owner]);
            let (start, end) = (store.display(start), store.display(end));
            format!(
                "the block of process {process} in `{op}` is elements {start}..{end} of what \
                 process {owner} has, but there are {}",
                elements(store, room)
            )
        })?;
        // Where there is nothing, no element is named.
        let start = match store.as_bool(fits) {
            Some(true) => start,
            _ => store.ite(nothing, zero, start),
        };
        Ok(Block { start, len })
    }

    /// No element is part of two blocks: MPI wants that of what is received, and of what a root
    /// scatters.
    pub(super) fn demand_apart(
        &self,
        store: &mut Store,
        inside: &Inside<'_>,
        effect: &mut Effect,
    ) -> Result<(), Fault> {
        if self.displs.is_none() {
            return Ok(());
        }
        let zero = store.int(0);
        for second in 0..inside.nprocs() {
            for first in 0..second {
                let (a, b) = (self.block(store, first), self.block(store, second));
                let (a_end, b_end) = (store.add(a.start, a.len), store.add(b.start, b.len));
                let apart = [
                    store.eq(a.len, zero),
                    store.eq(b.len, zero),
                    store.le(a_end, b.start),
                    store.le(b_end, a.start),
                ];
                let apart = apart.into_iter().reduce(|a, b| store.or(a, b));
                let apart = apart.unwrap_or_else(|| store.tru());
                effect.demand(store, apart, Kind::OverlappingBuffers, |store| {
                    let (me, op) = (inside.process(), inside.instance.op);
                    let [first, second] = [first, second].map(|rank| inside.members[rank]);
                    let [a, a_end, b, b_end] =
                        [a.start, a_end, b.start, b_end].map(|e| store.display(e).to_string());
                    format!(
                        "the blocks of processes {first} and {second} overlap where process {me} \
                         calls `{op}`: elements {a}..{a_end} and {b}..{b_end}"
                    )
                })?;
            }
        }
        Ok(())
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Layout { counts, displs } = self;
        for list in [Some(counts), displs.as_ref()].into_iter().flatten() {
            let List {
                name: _,
                numbers,
                len,
            } = list;
            numbers.iter().for_each(|number| f(*number));
            f(*len);
        }
    }

    pub(super) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Layout { counts, displs } = self;
        for list in [Some(counts), displs.as_mut()].into_iter().flatten() {
            let List {
                name: _,
                numbers,
                len,
            } = list;
            numbers.iter_mut().for_each(|number| *number = f(*number));
            *len = f(*len);
        }
    }
}
