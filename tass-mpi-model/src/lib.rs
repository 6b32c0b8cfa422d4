//! What MPI operations mean to the tass engine.
//!
//! [`Mpi`] is a [`CommModel`](tass_core::comm::CommModel) of operations between two processes and
//! of all members of a communicator, blocking and not, and of `init` and `finalize`. What always
//! holds:
//!
//! - **Posting commutes.** It appends one message to a channel that only the caller appends to, or
//!   enters one collective instance; who posts first changes nothing but the blame for a mismatch.
//!   Buffered and ready sends are the exception, and tell so (`mode.rs`).
//! - **Matching is MPI's.** Messages of one pair of processes do not overtake: a receive takes the
//!   first one that its tag matches, and each communicator has messages of its own. Only a receive
//!   from `ANY` has a choice, the source.
//! - **Buffering is a choice.** A standard send waits until its message is taken, or is let go
//!   before that by a move that is not `sync`; the same for a collective that need not synchronise.
//! - **States repeat.** Nothing in [`Shared`] or [`Pending`] counts what has happened.
//!
//! Each family of operations has a file. Their [`Signature`]s stand in the table of `tass-syntax`.

mod advise;
mod args;
mod attached;
mod buffer;
mod collective;
mod communicator;
mod completion;
mod constants;
mod describe;
mod grid;
mod immediate;
mod legality;
mod lifecycle;
mod matched;
mod matching;
mod mode;
mod persistent;
mod probe;
mod recv;
mod request;
mod send;
mod sendrecv;
mod shared;
mod standing;
mod starting;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tass_core::comm::{
    Applied, Awaited, Call, Care, CommError, Completed, Explain, Fault, Move, Param, Posted,
    Semantics, Signature, Vocabulary,
};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::operation::{self, Group};

pub use constants::{ANY, PROC_NULL, UNDEFINED};
pub use shared::Shared;

use args::Args;
use tass_core::every::Diagraph;
use tass_core::report::BuildError;
use tass_core::{Execution, Options, Report};
use tass_syntax::tree::{Function, Type};

/// Checks a model whose processes communicate by MPI.
///
/// The engine is generic over communication models; here it is compiled for this one, with this
/// crate's optimisation.
pub fn check(function: &Function, options: &Options) -> Report {
    tass_core::check(function, &Mpi, options)
}

/// Replays one execution of a model whose processes communicate by MPI.
///
/// # Errors
/// A report that says what goes wrong, or why the execution could not be followed to its end.
pub fn replay(
    function: &Function,
    specification: Option<&Function>,
    options: &Options,
    execution: &Execution,
) -> Result<(), Report> {
    tass_core::replay(function, specification, &Mpi, options, execution)
}

/// The diagraph of a model that shares variables.
///
/// # Errors
/// If the model is outside the class of `nprocs = any`.
pub fn diagraph(function: &Function, options: &Options) -> Result<Diagraph, Vec<BuildError>> {
    tass_core::every::diagraph(function, &Mpi, options)
}

use collective::Collecting;
use completion::{Completing, How};
use matched::Fetching;
use probe::Probing;
use recv::Receiving;
use send::Sending;
use sendrecv::Exchanging;
use starting::Starting;

/// The MPI communication model.
///
/// ```
/// use tass_core::comm::Vocabulary;
/// use tass_mpi_model::Mpi;
///
/// let send = Mpi.signature("send").unwrap();
/// let params: Vec<_> = send.params.iter().map(|p| p.name).collect();
/// assert_eq!(params, ["buf", "to", "tag", "comm"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Mpi;

/// What a process waits with: the operation that it has posted and not left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending(Waiting);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Waiting {
    Send(Sending),
    Recv(Receiving),
    SendRecv(Exchanging),
    Collective(Collecting),
    Completion(Completing),
    Probe(Probing),
    Fetch(Fetching),
    Detach,
    Starting(Starting),
}

impl Vocabulary for Mpi {
    fn signature(&self, op: &str) -> Option<&'static Signature> {
        operation::find(op).map(|operation| &operation.signature)
    }

    fn names(&self) -> &'static [(i128, &'static str)] {
        &[
            (ANY, "ANY"),
            (PROC_NULL, "PROC_NULL"),
            (UNDEFINED, "UNDEFINED"),
        ]
    }

    fn constant(&self, name: &str) -> Option<(i128, Type)> {
        constants::value(name)
    }

    fn special_ranks(&self, param: &str) -> &'static [(i128, i64)] {
        constants::special(param)
    }

    fn size_in_words(&self) -> &'static str {
        "`mpi!(size())`"
    }
}

impl Semantics for Mpi {
    type Shared = Shared;
    type Pending = Pending;

    fn heap_bytes(shared: &Shared) -> usize {
        shared.heap_bytes()
    }

    fn is_collective(&self, op: &str) -> bool {
        operation::find(op).is_some_and(|operation| operation.group == Group::Collective)
    }

    fn lane(&self, store: &Store, shared: &Shared, call: &Call<'_>) -> u64 {
        let signature = self.signature(call.op);
        let args = signature.and_then(|s| Args::new(store, shared, s, call).ok());
        args.map_or(0, |args| args.comm.lane())
    }

    fn order_matters(&self, ops: &BTreeSet<&'static str>) -> bool {
        mode::order_matters(ops)
    }

    fn is_noticed(&self, op: &str) -> bool {
        mode::is_noticed(op)
    }

    fn care(&self, ops: &BTreeSet<&'static str>) -> Option<Care> {
        Some(mode::care(ops))
    }

    fn stands_for(&self, code: i64, nprocs: usize) -> Range<usize> {
        constants::stands_for(code, nprocs)
    }

    fn size_of(&self, shared: &Shared, process: usize, comm: i64) -> Option<usize> {
        let comm = shared.comm_of(process, "size", comm).ok()?;
        Some(shared.size(comm))
    }

    fn group_of(
        &self,
        shared: &Shared,
        process: usize,
        comm: i64,
    ) -> Result<tass_core::comm::Group, Fault> {
        shared.universe_of(process, comm)
    }

    fn legal(&self, store: &mut Store, param: &Param, value: ExprId, nprocs: usize) -> ExprId {
        legality::legal(store, param, value, nprocs)
    }

    fn initial(&self, nprocs: usize, ops: &BTreeSet<&'static str>, careful: bool) -> Shared {
        let mut shared = Shared::new(nprocs, lifecycle::start(ops), standing::initially(ops));
        shared.spent = careful.then(BTreeMap::new);
        shared
    }

    fn post(
        &self,
        store: &mut Store,
        shared: &mut Shared,
        call: &Call<'_>,
    ) -> Result<Posted<Pending>, CommError> {
        let Some(signature) = self.signature(call.op) else {
            return Err(CommError::Unsupported(format!(
                "the operation `{}`",
                call.op
            )));
        };
        let args = Args::new(store, shared, signature, call)?;
        match call.op {
            "init" => lifecycle::init(shared, call.process).map(|()| Posted::over(None)),
            "abort" => Err(lifecycle::abort(store, &args)),
            "finalize" => lifecycle::finalize(shared, call.process).map(|()| Posted::over(None)),
            "rank" => Ok(grid::answer(store.int(args.rank as i64))),
            "size" => Ok(grid::answer(store.int(args.nprocs as i64))),
            op => {
                lifecycle::operation(shared, call.process, op)?;
                operate(store, shared, &args, call)
            }
        }
    }

    fn moves(&self, shared: &Shared, process: usize, pending: &Pending) -> Vec<Move> {
        match &pending.0 {
            Waiting::Send(sending) => send::moves(shared, sending),
            Waiting::Recv(receiving) => recv::moves(shared, process, receiving),
            Waiting::SendRecv(exchange) => recv::moves(shared, process, &exchange.receiving),
            Waiting::Collective(collecting) => collective::moves(shared, process, collecting),
            Waiting::Completion(completing) => completion::moves(shared, process, completing),
            Waiting::Probe(probing) => probe::moves(shared, process, probing),
            Waiting::Fetch(_) => vec![Move::certain(0)],
            Waiting::Detach => attached::moves(shared, process),
            Waiting::Starting(starting) => starting::moves(shared, process, starting),
        }
    }

    fn decisions(&self, shared: &Shared, process: usize) -> Vec<u32> {
        shared.decisions(process)
    }

    fn decide(&self, shared: &mut Shared, process: usize, decision: u32) {
        shared.decide(process, decision);
    }

    fn complete(
        &self,
        store: &mut Store,
        shared: &mut Shared,
        process: usize,
        pending: &Pending,
        choice: u32,
        applied: &Applied,
    ) -> Result<Completed<Pending>, CommError> {
        let done = match &pending.0 {
            Waiting::Send(sending) => Ok(send::complete(shared, sending)),
            Waiting::Recv(receiving) => recv::complete(store, shared, process, receiving, choice),
            Waiting::SendRecv(exchange) => {
                sendrecv::complete(store, shared, process, exchange, choice)
            }
            Waiting::Collective(collecting) => {
                collective::complete(store, shared, process, collecting, applied)
            }
            Waiting::Completion(completing) => {
                completion::complete(store, shared, (process, completing), choice, applied)
            }
            Waiting::Probe(probing) => probe::complete(store, shared, process, probing, choice),
            Waiting::Fetch(fetching) => matched::complete(store, shared, process, fetching),
            Waiting::Detach => Ok(attached::complete(shared, process)),
            Waiting::Starting(starting) => {
                starting::complete(store, shared, process, starting, choice)
            }
        };
        shared.forget_communicators();
        done
    }

    fn exit(&self, shared: &mut Shared, process: usize) -> Result<(), Fault> {
        shared.leaked(process)?;
        shared.unfreed(process)?;
        lifecycle::exit(shared, process)
    }

    fn leftovers(&self, store: &Store, shared: &Shared) -> Vec<(usize, Fault)> {
        let mut left = send::unreceived(store, shared);
        left.extend(collective::incomplete(shared));
        left.extend(lifecycle::never_initialised(shared));
        left
    }

    fn visit_shared(&self, shared: &Shared, f: &mut dyn FnMut(ExprId)) {
        shared.visit(f);
    }

    fn map_shared(&self, shared: &mut Shared, f: &mut dyn FnMut(ExprId) -> ExprId) {
        shared.map(f);
    }

    fn visit_pending(&self, pending: &Pending, f: &mut dyn FnMut(ExprId)) {
        match &pending.0 {
            Waiting::Send(sending) => sending.visit(f),
            Waiting::Recv(receiving) => receiving.visit(f),
            Waiting::SendRecv(exchange) => exchange.visit(f),
            Waiting::Collective(collecting) => collecting.visit(f),
            Waiting::Completion(completing) => completing.visit(f),
            Waiting::Probe(probing) => probing.visit(f),
            Waiting::Fetch(fetching) => fetching.visit(f),
            Waiting::Detach => {}
            Waiting::Starting(starting) => starting.visit(f),
        }
    }

    fn map_pending(&self, pending: &mut Pending, f: &mut dyn FnMut(ExprId) -> ExprId) {
        match &mut pending.0 {
            Waiting::Send(sending) => sending.map(f),
            Waiting::Recv(receiving) => receiving.map(f),
            Waiting::SendRecv(exchange) => exchange.map(f),
            Waiting::Collective(collecting) => collecting.map(f),
            Waiting::Completion(completing) => completing.map(f),
            Waiting::Probe(probing) => probing.map(f),
            Waiting::Fetch(fetching) => fetching.map(f),
            Waiting::Detach => {}
            Waiting::Starting(starting) => starting.map(f),
        }
    }
}

/// A process reaches an operation that communicates.
fn operate(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
    call: &Call<'_>,
) -> Result<Posted<Pending>, CommError> {
    let (waiting, event) = match args.op {
        "isend" | "issend" | "ibsend" | "irsend" => return immediate::send(store, shared, args),
        "irecv" => return Ok(immediate::receive(store, shared, args)),
        "cart_coords" => return grid::coords(store, shared, args),
        "cart_shift" => return grid::shift(store, shared, args),
        op if collective::is_immediate(op) => return collective::begin(store, shared, args),
        "send_init" | "ssend_init" | "bsend_init" | "rsend_init" | "recv_init" => {
            return persistent::make(store, shared, args);
        }
        "start" | "startall" => return starting::post(store, shared, args, call),
        "send" | "ssend" | "bsend" | "rsend" => return send::post(store, shared, args),
        "buffer_attach" => return attached::attach(store, shared, args),
        "buffer_detach" => return attached::post(shared, args),
        "mrecv" => return matched::post(store, shared, args),
        "imrecv" => return matched::begin(store, shared, args),
        "recv" => recv::post(shared, args),
        "sendrecv" => sendrecv::post(store, shared, args)?,
        "sendrecv_replace" => sendrecv::post_replace(store, shared, args)?,
        "probe" | "iprobe" | "mprobe" | "improbe" => {
            (Some(Waiting::Probe(probe::post(shared, args)?)), None)
        }
        op => match How::from_name(op) {
            Some(how) => {
                let completing = completion::post(store, shared, args, how)?;
                (Some(Waiting::Completion(completing)), None)
            }
            None => return collective::post(store, shared, args),
        },
    };
    Ok(match waiting {
        Some(waiting) => Posted::waits(Pending(waiting), event),
        None => Posted::over(event),
    })
}

impl Explain for Mpi {
    fn illegal(&self, param: &Param, value: &str, nprocs: usize) -> (Kind, String) {
        legality::illegal(param, value, nprocs)
    }

    fn describe(
        &self,
        _store: &Store,
        shared: &Shared,
        process: usize,
        pending: &Pending,
    ) -> (String, String) {
        describe::describe(shared, process, &pending.0)
    }

    fn awaits(&self, shared: &Shared, process: usize, pending: &Pending) -> Awaited {
        describe::awaits(shared, process, &pending.0)
    }

    fn receive_of(&self, shared: &Shared, process: usize, decision: u32) -> Option<(u32, usize)> {
        shared.receive_of(process, decision)
    }

    fn held_back(&self, waiting: &[(&Shared, usize, &Pending)]) -> (&'static str, &'static str) {
        let waiting = waiting.iter();
        let all = waiting
            .flat_map(|(shared, process, pending)| advise::kept_from(shared, *process, &pending.0));
        let all: Vec<bool> = all.collect();
        let collective = all.iter().filter(|collective| **collective).count();
        advise::held_back(collective, all.len())
    }

    fn deadlock(&self, shared: &Shared, waiting: &[(usize, &Pending)]) -> Kind {
        advise::deadlock(shared, &unwrapped(waiting))
    }

    fn advise(&self, shared: &Shared, waiting: &[(usize, &Pending)]) -> Option<String> {
        advise::advise(shared, &unwrapped(waiting))
    }
}

fn unwrapped<'w>(waiting: &[(usize, &'w Pending)]) -> Vec<(usize, &'w Waiting)> {
    let waiting = waiting.iter();
    waiting.map(|(p, pending)| (*p, &pending.0)).collect()
}
