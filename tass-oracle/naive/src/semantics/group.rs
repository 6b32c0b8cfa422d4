//! Communicators as a process sees them: which it holds, who is in them, and what it asks of them.
//!
//! A communicator is a number that all its members know ([`Group::context`]), and everything that
//! is sent or called in it carries that number. Ranks are those in the communicator; below this
//! file, processes are named by their ranks among all.

use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::CommCall;

use super::comm::{argument, required};
use super::making::{Grid, Making};
use super::process::{Process, Stop};
use super::request::{Answer, Collective, Op, Request, Source};
use super::value::Value;
use super::{ANY, COMM_FREED, COMM_NULL, PROC_NULL, SELF, UNDEFINED, WORLD};

/// A communicator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Group {
    /// Its number: 0 for all processes, then one for each process alone, then those that are made.
    pub(super) context: usize,
    /// Its members, by their ranks in it.
    pub(super) members: Vec<usize>,
    /// How they are arranged, if they are.
    pub(super) grid: Option<Grid>,
}

impl Group {
    /// All processes.
    pub(super) fn world(size: usize) -> Group {
        Group {
            context: 0,
            members: (0..size).collect(),
            grid: None,
        }
    }

    /// A process alone.
    fn alone(process: usize) -> Group {
        Group {
            context: 1 + process,
            members: vec![process],
            grid: None,
        }
    }

    /// How many members there are.
    pub(super) fn size(&self) -> usize {
        self.members.len()
    }

    /// The rank of a member.
    pub(super) fn rank_of(&self, process: usize) -> usize {
        let found = self.members.iter().position(|member| *member == process);
        found.expect("only members speak in a communicator")
    }

    /// The rank of the source of a status.
    pub(super) fn named(&self, source: i128) -> i128 {
        match source {
            ANY | PROC_NULL => source,
            process => self.rank_of(process as usize) as i128,
        }
    }

    /// The member of a rank; `None` for one of the special ranks.
    pub(super) fn process(&self, rank: i128, special: &[i128]) -> Result<Option<usize>, Stop> {
        if special.contains(&rank) {
            return Ok(None);
        }
        let rank = usize::try_from(rank).ok();
        let member = rank.and_then(|rank| self.members.get(rank));
        member
            .map(|member| Some(*member))
            .ok_or(Stop::Fail(Kind::InvalidRank))
    }

    /// The source of a rank.
    pub(super) fn source(&self, rank: i128) -> Result<Source, Stop> {
        Ok(match rank {
            ANY => Source::Any,
            PROC_NULL => Source::Nobody,
            _ => self
                .process(rank, &[])?
                .map_or(Source::Nobody, Source::Process),
        })
    }
}

impl Process<'_> {
    /// The communicator that a call names, or all processes.
    pub(super) fn communicator(&mut self, call: &CommCall) -> Result<Arc<Group>, Stop> {
        match argument(call, "comm") {
            None => Ok(self.world.clone()),
            Some(e) => {
                let handle = self.value(e, None)?;
                self.group(&handle)
            }
        }
    }

    /// The communicator of a handle.
    pub(super) fn group(&self, handle: &Value) -> Result<Arc<Group>, Stop> {
        match handle {
            Value::Int(WORLD) => Ok(self.world.clone()),
            Value::Int(SELF) => Ok(Arc::new(Group::alone(self.rank))),
            Value::Int(COMM_NULL) => Err(Stop::Fail(Kind::InvalidCommunicator)),
            Value::Int(COMM_FREED) => Err(Stop::Fail(Kind::CommunicatorFreed)),
            Value::Int(context) => {
                let context = usize::try_from(*context).ok();
                let group = context.and_then(|context| self.made.get(&context));
                group.cloned().ok_or(Stop::Fail(Kind::CommunicatorFreed))
            }
            _ => Err(Stop::Unsupported("a communicator that is none".into())),
        }
    }

    /// `rank`, `size`
    pub(super) fn standing(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let group = self.communicator(call)?;
        Ok(Value::Int(match call.op.as_str() {
            "rank" => group.rank_of(self.rank) as i128,
            _ => group.size() as i128,
        }))
    }

    /// `split`, `dup`, `cart_create`
    pub(super) fn make(&mut self, op: Op, call: &CommCall) -> Result<Value, Stop> {
        let making = match op {
            Op::Split => {
                let color = self.number(call, "color")?;
                let key = match argument(call, "key") {
                    Some(e) => self.int(e, None)?,
                    None => 0,
                };
                Making::Split {
                    color: (color != UNDEFINED).then_some(color),
                    key,
                }
            }
            Op::Dup => Making::Dup,
            _ => {
                let dims = self.numbers(required(call, "dims")?)?;
                let periodic = self.truths(call, "periodic")?;
                Making::Grid(Grid { dims, periodic })
            }
        };
        let group = self.communicator(call)?;
        making.check(group.size())?;
        self.within_phase()?;
        let answer = self.ask(Request::Collective(Box::new(Collective {
            making: Some(making),
            ..Collective::of(op, group)
        })))?;
        match answer {
            Answer::Made(None) => Ok(Value::Int(COMM_NULL)),
            Answer::Made(Some(group)) => {
                let handle = group.context as i128;
                self.made.insert(group.context, group);
                Ok(Value::Int(handle))
            }
            other => unreachable!("{other:?} makes no communicator"),
        }
    }

    /// `free`
    pub(super) fn free_communicator(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let place = self.referred(required(call, "communicator")?)?;
        let group = match self.load(&place) {
            Value::Int(WORLD | SELF) => return Err(Stop::Fail(Kind::InvalidCommunicator)),
            handle => self.group(&handle)?,
        };
        self.within_phase()?;
        let context = group.context;
        self.ask(Request::Collective(Box::new(Collective::of(
            Op::Free,
            group,
        ))))?;
        self.made.remove(&context);
        self.orphan(context);
        self.no_longer_counted(context);
        self.store(&place, Value::Int(COMM_FREED));
        Ok(Value::Unit)
    }

    /// `cart_coords`
    pub(super) fn coordinates(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let rank = self.number(call, "rank")?;
        let group = self.communicator(call)?;
        let grid = arranged(&group)?;
        let member = usize::try_from(rank)
            .ok()
            .filter(|rank| *rank < group.size());
        let at = grid.coordinates(member.ok_or(Stop::Fail(Kind::InvalidRank))?);
        Ok(Value::Seq(at.into_iter().map(Value::Int).collect()))
    }

    /// `cart_shift`
    pub(super) fn shift(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let dimension = self.number(call, "dimension")?;
        let displacement = self.int(required(call, "displacement")?, None)?;
        let group = self.communicator(call)?;
        let grid = arranged(&group)?;
        let dimension = usize::try_from(dimension).ok();
        let dimension = dimension.filter(|dimension| *dimension < grid.dims.len());
        let dimension = dimension.ok_or(Stop::Fail(Kind::InvalidTopology))?;
        let here = group.rank_of(self.rank);
        let neighbour = |by: i128| Value::Int(grid.neighbour(here, dimension, by));
        Ok(Value::Tuple(vec![
            neighbour(-displacement),
            neighbour(displacement),
        ]))
    }

    /// A list of truth values.
    fn truths(&mut self, call: &CommCall, name: &str) -> Result<Vec<bool>, Stop> {
        let truth = |value: Value| match value {
            Value::Bool(truth) => Ok(truth),
            _ => Err(Stop::Unsupported("a list of anything but truths".into())),
        };
        match self.value(required(call, name)?, None)? {
            Value::Seq(items) => items.into_iter().map(truth).collect(),
            _ => Err(Stop::Unsupported("a list that is none".into())),
        }
    }
}

fn arranged(group: &Group) -> Result<&Grid, Stop> {
    let grid = group.grid.as_ref();
    grid.ok_or(Stop::Fail(Kind::InvalidTopology))
}
