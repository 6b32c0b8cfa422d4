//! Grids of processes: `cart_create`, `cart_coords` and `cart_shift`.
//!
//! Ranks go through a grid row by row: the last dimension varies fastest.

use tass_core::comm::{CommError, Data, Fault, Posted};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use crate::Pending;
use crate::args::Args;
use crate::constants::PROC_NULL;
use crate::shared::Shared;

/// How the processes of a communicator lie: along each dimension so many, and is it closed?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    pub(crate) dims: Vec<usize>,
    periodic: Vec<bool>,
}

impl Grid {
    /// What the operands of a call say, for a communicator of so many.
    pub(crate) fn of_call(store: &mut Store, args: &Args<'_>) -> Result<Grid, CommError> {
        let dims = numbers(store, args.data("dims"))?;
        let periodic = flags(store, args.data("periodic"))?;
        let wrong = |what: String| {
            let message = format!("process {} calls `{}` with {what}", args.process, args.op);
            Err(Fault::new(Kind::InvalidTopology, message).into())
        };
        if dims.is_empty() || dims.len() != periodic.len() {
            let (dims, periodic) = (dims.len(), periodic.len());
            return wrong(format!("{dims} `dims` and {periodic} `periodic`"));
        }
        let grid = Grid { dims, periodic };
        match grid
            .dims
            .iter()
            .try_fold(1_usize, |n, dim| n.checked_mul(*dim))
        {
            Some(places) if (1..=args.nprocs).contains(&places) => Ok(grid),
            _ => {
                let dims = grid.shown();
                wrong(format!(
                    "a grid of {dims}, but there are {} processes",
                    args.nprocs
                ))
            }
        }
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.dims.iter().product()
    }

    /// `2 x 3`
    pub(crate) fn shown(&self) -> String {
        let dims: Vec<String> = self.dims.iter().map(usize::to_string).collect();
        dims.join(" x ")
    }

    fn coords(&self, rank: usize) -> Vec<usize> {
        let mut rest = rank;
        let mut coords: Vec<usize> = self
            .dims
            .iter()
            .rev()
            .map(|dim| {
                let at = rest % dim;
                rest /= dim;
                at
            })
            .collect();
        coords.reverse();
        coords
    }

    /// The rank so far along a dimension, if there is one.
    fn shifted(&self, rank: usize, dimension: usize, by: i128) -> Option<usize> {
        let mut coords = self.coords(rank);
        let dim = self.dims[dimension] as i128;
        let at = coords[dimension] as i128 + by;
        let at = if self.periodic[dimension] {
            at.rem_euclid(dim)
        } else {
            at
        };
        coords[dimension] = usize::try_from(at).ok().filter(|at| *at < dim as usize)?;
        let places = coords.iter().zip(&self.dims);
        Some(places.fold(0, |rank, (at, dim)| rank * dim + at))
    }
}

/// `cart_coords(rank, comm)`
pub(crate) fn coords(
    store: &mut Store,
    shared: &Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let grid = grid_of(shared, args)?;
    let coords = grid.coords(crate::args::rank_of(args.known("rank")));
    let coords: Vec<ExprId> = coords.into_iter().map(|at| store.int(at as i64)).collect();
    Ok(answer(store.array(&coords)))
}

/// `cart_shift(dimension, displacement, comm)`
pub(crate) fn shift(
    store: &mut Store,
    shared: &Shared,
    args: &Args<'_>,
) -> Result<Posted<Pending>, CommError> {
    let grid = grid_of(shared, args)?;
    let dimension = usize::try_from(args.known("dimension")).ok();
    let Some(dimension) = dimension.filter(|dimension| *dimension < grid.dims.len()) else {
        let message = format!(
            "process {} calls `{}` along dimension {} of a grid of {}",
            args.process,
            args.op,
            args.known("dimension"),
            grid.shown()
        );
        return Err(Fault::new(Kind::InvalidTopology, message).into());
    };
    let by = i128::from(args.known("displacement"));
    let mut rank = |by| match grid.shifted(args.rank, dimension, by) {
        Some(rank) => store.int(rank as i64),
        None => store.int_big(PROC_NULL.into()),
    };
    let ends = [rank(-by), rank(by)];
    Ok(answer(store.tuple(&ends)))
}

pub(crate) fn answer(result: ExprId) -> Posted<Pending> {
    Posted {
        result: Some(result),
        ..Posted::over(None)
    }
}

fn grid_of<'s>(shared: &'s Shared, args: &Args<'_>) -> Result<&'s Grid, Fault> {
    let group = shared.group(args.comm);
    group.and_then(|group| group.grid.as_ref()).ok_or_else(|| {
        let message = format!(
            "process {} calls `{}` with a communicator that is no grid",
            args.process, args.op
        );
        Fault::new(Kind::InvalidTopology, message)
    })
}

fn items(store: &mut Store, list: &Data) -> Result<Vec<ExprId>, CommError> {
    let len = list
        .len
        .and_then(|len| store.as_int(len))
        .ok_or_else(open)?;
    let item = |at| {
        let at = store.int(at);
        store.read(list.value, at)
    };
    Ok((0..len).map(item).collect())
}

fn numbers(store: &mut Store, list: &Data) -> Result<Vec<usize>, CommError> {
    let items = items(store, list)?.into_iter();
    let known = |e| store.as_int(e).and_then(|n| usize::try_from(n).ok());
    items.map(|e| known(e).ok_or_else(open)).collect()
}

fn flags(store: &mut Store, list: &Data) -> Result<Vec<bool>, CommError> {
    let items = items(store, list)?.into_iter();
    items.map(|e| store.as_bool(e).ok_or_else(open)).collect()
}

fn open() -> CommError {
    CommError::Unsupported("a grid of processes that depends on inputs".into())
}
