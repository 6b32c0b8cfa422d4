//! What the operations that make communicators make: who comes into which, at which rank.

use tass_syntax::Kind;

use super::PROC_NULL;
use super::process::Stop;

/// What a process says of the communicator that it wants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Making {
    /// One with those of the same color (none without a color), by key and old rank.
    Split { color: Option<i128>, key: i128 },
    /// The same once more.
    Dup,
    /// One with the first of them, arranged like this.
    Grid(Grid),
}

/// Processes row by row: the last dimension runs fastest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Grid {
    /// How many there are in each dimension.
    pub(super) dims: Vec<i128>,
    /// Is the last of a dimension a neighbour of the first?
    pub(super) periodic: Vec<bool>,
}

/// A communicator that is to be: its members, by their ranks in the old one, and how they are
/// arranged.
pub(super) type Plan = (Vec<usize>, Option<Grid>);

impl Making {
    /// Is this possible for one of so many, whatever the others say?
    pub(super) fn check(&self, size: usize) -> Result<(), Stop> {
        match self {
            // Only numbers that tags can have are colors.
            Making::Split { color, .. } => match color {
                Some(color) if *color < 0 || *color >= super::UNDEFINED => {
                    Err(Stop::Fail(Kind::InvalidTag))
                }
                _ => Ok(()),
            },
            Making::Dup => Ok(()),
            Making::Grid(grid) => {
                let sizes = grid.dims.iter().all(|dim| *dim > 0);
                let fits = sizes && grid.count() <= size as i128;
                let alike = grid.dims.len() == grid.periodic.len() && !grid.dims.is_empty();
                match fits && alike {
                    true => Ok(()),
                    false => Err(Stop::Fail(Kind::InvalidTopology)),
                }
            }
        }
    }

    /// Do two members contradict each other?
    pub(super) fn agree(&self, other: &Making) -> Result<(), Kind> {
        match (self, other) {
            (Making::Grid(a), Making::Grid(b)) if a != b => Err(Kind::InvalidTopology),
            _ => Ok(()),
        }
    }

    /// The communicators that come of what all members say, by rank. `grid` is how the old one is
    /// arranged.
    pub(super) fn plans(all: &[&Making], grid: Option<&Grid>) -> Vec<Plan> {
        match all[0] {
            Making::Dup => vec![((0..all.len()).collect(), grid.cloned())],
            Making::Grid(grid) => {
                let count = usize::try_from(grid.count()).expect("it fits");
                vec![((0..count).collect(), Some(grid.clone()))]
            }
            Making::Split { .. } => {
                let mut members: Vec<(i128, i128, usize)> = Vec::new();
                for (rank, making) in all.iter().enumerate() {
                    if let Making::Split {
                        color: Some(color),
                        key,
                    } = making
                    {
                        members.push((*color, *key, rank));
                    }
                }
                members.sort_unstable();
                let groups = members.chunk_by(|a, b| a.0 == b.0);
                groups
                    .map(|group| (group.iter().map(|member| member.2).collect(), None))
                    .collect()
            }
        }
    }
}

impl Grid {
    /// How many processes it has.
    fn count(&self) -> i128 {
        let product = |all: i128, dim: &i128| all.saturating_mul(*dim);
        self.dims.iter().fold(1, product)
    }

    /// Where a rank is.
    pub(super) fn coordinates(&self, rank: usize) -> Vec<i128> {
        let mut rest = rank as i128;
        let mut at = vec![0; self.dims.len()];
        for dimension in (0..self.dims.len()).rev() {
            at[dimension] = rest % self.dims[dimension];
            rest /= self.dims[dimension];
        }
        at
    }

    /// The rank that is so far away along a dimension, or nobody.
    pub(super) fn neighbour(&self, rank: usize, dimension: usize, by: i128) -> i128 {
        let mut at = self.coordinates(rank);
        let dim = self.dims[dimension];
        let there = at[dimension].saturating_add(by);
        if !self.periodic[dimension] && !(0..dim).contains(&there) {
            return PROC_NULL;
        }
        at[dimension] = there.rem_euclid(dim);
        let row_by_row = |rank: i128, (at, dim): (&i128, &i128)| rank * dim + at;
        at.iter().zip(&self.dims).fold(0, row_by_row)
    }
}
