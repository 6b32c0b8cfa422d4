//! Collective operations: who must agree on what, who waits for whom, and what everybody gets.
//!
//! The k-th collective call of every process in a communicator belongs to one [`Meeting`], in which
//! processes are named by their ranks in it. A process that enters must
//! agree with those who are in about, in this order: the operation, the root, the operator, the
//! element type. When it leaves, it must agree with those it needed about the number of elements,
//! and what it gets has to fit. It does not need those from whom it takes no element ([`idle`]):
//! of these and itself, whoever enters second sees to it that nothing is given.

use tass_syntax::Kind;
use tass_syntax::tree::Type;

use std::sync::Arc;

use super::arith::reduce;
use super::group::Group;
use super::idle;
use super::process::{Stop, Unsupported};
use super::request::{Collective, Op, Operator};
use super::value::Value;

/// A collective operation, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Meeting {
    /// By process: what it brought, if it has entered.
    pub(super) entered: Vec<Option<Collective>>,
    /// By process: the communicator that was made.
    pub(super) made: Vec<Option<Arc<Group>>>,
}

/// Elements, and where they go in the buffer that a process takes into.
pub(super) type Piece = (usize, Vec<Value>);

/// What does not let a process leave with a result.
pub(super) enum Refusal {
    /// A violation.
    Fault(Kind),
    /// The oracle does not know.
    Unsupported(Unsupported),
}

impl Meeting {
    /// Nobody is there yet.
    pub(super) fn new(size: usize) -> Meeting {
        Meeting {
            entered: vec![None; size],
            made: Vec::new(),
        }
    }

    /// A process enters.
    ///
    /// # Errors
    ///
    /// The first thing that it and the others do not agree on.
    pub(super) fn enter(&mut self, process: usize, mine: &Collective) -> Result<(), Kind> {
        if let (Some(gives), Some((takes, _))) = (&mine.gives, &mine.takes)
            && takes_part(mine, process)
            && gives.elem != *takes
        {
            return Err(Kind::CollectiveType);
        }
        if let (Some(operator), Some(gives)) = (mine.operator, &mine.gives)
            && !defined(operator, &gives.elem)
        {
            return Err(Kind::InvalidOperator);
        }
        for theirs in self.entered.iter().flatten() {
            if mine.immediate != theirs.immediate {
                return Err(Kind::CollectiveMixed);
            }
            if mine.op != theirs.op {
                return Err(Kind::CollectiveOrder);
            }
            if let (Some(mine), Some(theirs)) = (&mine.making, &theirs.making) {
                mine.agree(theirs)?;
            }
            if mine.root != theirs.root {
                return Err(Kind::CollectiveRoot);
            }
            if mine.operator != theirs.operator || mine.own != theirs.own {
                return Err(Kind::CollectiveOp);
            }
            if let (Some((my_elem, _)), Some((elem, _))) = (block(mine), block(theirs))
                && my_elem != elem
            {
                return Err(Kind::CollectiveType);
            }
        }
        for (other, theirs) in self.entered.iter().enumerate() {
            let Some(theirs) = theirs else { continue };
            let gives = |giver: &Collective, taker: &Collective, (from, to): (usize, usize)| {
                idle::spares(taker, to, from, self.entered.len()) && idle::gives(giver, to)
            };
            if gives(theirs, mine, (other, process)) || gives(mine, theirs, (process, other)) {
                return Err(Kind::CollectiveCount);
            }
        }
        self.entered[process] = Some(mine.clone());
        Ok(())
    }

    /// Have all entered?
    pub(super) fn complete(&self) -> bool {
        self.entered.iter().all(Option::is_some)
    }

    /// Are all there without whom the process cannot have its result?
    pub(super) fn satisfied(&self, process: usize) -> bool {
        self.entered[process].is_some() && self.missing(process).is_empty()
    }

    /// Those who are not there, and without whom a process that is cannot have its result.
    pub(super) fn missing(&self, process: usize) -> Vec<usize> {
        let mine = self.entered[process].as_ref().expect("it has entered");
        let mut needed = needed(mine, process, self.entered.len());
        let size = self.entered.len();
        needed.retain(|other| {
            self.entered[*other].is_none() && !idle::spares(mine, process, *other, size)
        });
        needed
    }

    /// What a process that is [satisfied](Meeting::satisfied) gets.
    ///
    /// # Errors
    ///
    /// If it does not fit.
    pub(super) fn result(&self, process: usize) -> Result<Vec<Piece>, Refusal> {
        let size = self.entered.len();
        let mine = self.entered[process].as_ref().expect("it has entered");
        let given = |other: usize| self.items(other).to_vec();
        let counts = needed(mine, process, size)
            .into_iter()
            .filter(|other| !idle::spares(mine, process, *other, size))
            .filter_map(|other| block(self.entered[other].as_ref()?));
        if let Some((_, count)) = block(mine)
            && !varies(mine.op)
            && counts.into_iter().any(|(_, theirs)| theirs != count)
        {
            return Err(Refusal::Fault(Kind::CollectiveCount));
        }
        let root = mine.root.unwrap_or(0);
        let room = mine.takes.as_ref().map_or(0, |(_, room)| *room);
        let unequal = Err(Refusal::Fault(Kind::CollectiveCount));
        let spares = (0..size).any(|other| idle::spares(mine, process, other, size));
        let items = match mine.op {
            Op::ReduceScatter if spares => {
                self.own_share(process).map_err(Refusal::Fault)?;
                Vec::new()
            }
            _ if spares && !matches!(mine.op, Op::Allgatherv | Op::Gatherv | Op::Alltoallv) => {
                Vec::new()
            }
            Op::Barrier | Op::Split | Op::Dup | Op::Grid | Op::Free => Vec::new(),
            Op::Bcast if process == root => Vec::new(),
            Op::Bcast => given(root),
            Op::Reduce | Op::Gather | Op::Gatherv if process != root => Vec::new(),
            Op::Gatherv | Op::Scatterv | Op::Allgatherv | Op::Alltoallv => {
                return self.shared_out(process, mine).map_err(Refusal::Fault);
            }
            Op::ReduceScatter => {
                let mine_of = self.own_share(process).map_err(Refusal::Fault)?;
                let parts = (0..size).map(|other| given(other)[mine_of.clone()].to_vec());
                self.combined(mine, parts.collect())?
            }
            Op::ReduceScatterBlock => {
                let total = given(process).len();
                if total % size != 0 {
                    return unequal;
                }
                let share = process * (total / size)..(process + 1) * (total / size);
                let parts = (0..size).map(|other| given(other)[share.clone()].to_vec());
                self.combined(mine, parts.collect())?
            }
            Op::Exscan if process == 0 => Vec::new(),
            Op::Reduce | Op::Allreduce => self.combined(mine, (0..size).map(given).collect())?,
            Op::Scan => self.combined(mine, (0..=process).map(given).collect())?,
            Op::Exscan => self.combined(mine, (0..process).map(given).collect())?,
            Op::Gather | Op::Allgather => (0..size).flat_map(given).collect(),
            Op::Scatter => {
                let all = given(root);
                if all.len() != size * room {
                    return unequal;
                }
                all[process * room..(process + 1) * room].to_vec()
            }
            Op::Alltoall => {
                let total = given(process).len();
                if total % size != 0 {
                    return unequal;
                }
                let part = total / size;
                (0..size)
                    .flat_map(|other| given(other)[process * part..(process + 1) * part].to_vec())
                    .collect()
            }
        };
        if items.len() > room {
            return unequal;
        }
        Ok(vec![(0, items)])
    }

    /// What a process gives: one who is there.
    pub(super) fn items(&self, process: usize) -> &[Value] {
        let theirs = self.entered[process].as_ref();
        let theirs = theirs.expect("those who are needed are there");
        theirs.gives.as_ref().map_or(&[], |data| &data.items)
    }

    fn combined(&self, mine: &Collective, all: Vec<Vec<Value>>) -> Result<Vec<Value>, Refusal> {
        if let Some(own) = &mine.own {
            let elements = 0..all.first().map_or(0, Vec::len);
            let element = |at: usize| {
                let operands: Vec<Value> = all.iter().map(|part| part[at].clone()).collect();
                own.combined(&operands)
            };
            return elements.map(element).collect();
        }
        let operator = mine.operator.expect("a reduction has an operator");
        let mut all = all.into_iter();
        let mut result = all.next().unwrap_or_default();
        for other in all {
            for (a, b) in result.iter_mut().zip(other) {
                *a = reduce(operator, a, &b).map_err(|stop| match stop {
                    Stop::TooLarge(what) => Refusal::Unsupported(Unsupported::Size(what)),
                    _ => Refusal::Unsupported(Unsupported::Construct(format!(
                        "{operator:?} of these"
                    ))),
                })?;
            }
        }
        Ok(result)
    }
}

/// Does MPI define the operator for elements of this type?
fn defined(operator: Operator, elem: &Type) -> bool {
    use Operator::{Land, Lor, Lxor, Max, Maxloc, Min, Minloc, Prod, Sum};
    let number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Float(_));
    match elem {
        Type::Tuple(parts) if parts.len() == 2 => {
            let pair = number(&parts[0]) && matches!(parts[1], Type::Int(_));
            pair && matches!(operator, Minloc | Maxloc)
        }
        Type::Bool => matches!(operator, Land | Lor | Lxor),
        Type::Int(_) => !matches!(operator, Minloc | Maxloc),
        Type::Float(_) => matches!(operator, Sum | Prod | Min | Max),
        _ => false,
    }
}

/// Those without whom a process cannot have its result.
pub(super) fn needed(mine: &Collective, process: usize, size: usize) -> Vec<usize> {
    match mine.op {
        Op::Barrier | Op::Allreduce | Op::Allgather | Op::Alltoall => (0..size).collect(),
        Op::ReduceScatterBlock | Op::ReduceScatter => (0..size).collect(),
        Op::Allgatherv | Op::Alltoallv => (0..size).collect(),
        Op::Bcast | Op::Scatter | Op::Scatterv => mine.root.into_iter().collect(),
        Op::Reduce | Op::Gather | Op::Gatherv if mine.root == Some(process) => (0..size).collect(),
        Op::Split | Op::Dup | Op::Grid => (0..size).collect(),
        Op::Reduce | Op::Gather | Op::Gatherv | Op::Free => Vec::new(),
        Op::Scan | Op::Exscan => (0..process).collect(),
    }
}

/// Does the buffer that a process takes into matter?
fn takes_part(mine: &Collective, process: usize) -> bool {
    match mine.op {
        Op::Reduce | Op::Gather | Op::Gatherv => mine.root == Some(process),
        Op::Exscan => process > 0,
        Op::Scatter | Op::Scatterv => mine.root == Some(process),
        _ => true,
    }
}

/// May the processes have different numbers of elements?
fn varies(op: Op) -> bool {
    matches!(
        op,
        Op::Gatherv | Op::Scatterv | Op::Allgatherv | Op::Alltoallv
    )
}

/// The element type and number of elements that all must agree on, unless the number varies.
fn block(mine: &Collective) -> Option<(&Type, usize)> {
    match mine.op {
        Op::Scatter | Op::Scatterv => mine.takes.as_ref().map(|(elem, room)| (elem, *room)),
        _ => mine
            .gives
            .as_ref()
            .map(|data| (&data.elem, data.items.len())),
    }
}
