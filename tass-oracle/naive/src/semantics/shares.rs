//! Collective operations in which a call says which elements of a buffer belong to whom: `counts`
//! and `displs`.
//!
//! Who leaves looks, in this order, at: what it gives (is there a number for each process, does
//! every share lie in the buffer, do shares that a root scatters lie apart); what is given to it;
//! what it takes (numbers, then process by process the length and the place, then whether shares
//! lie apart). A share without elements lies nowhere.

use tass_syntax::Kind;

use super::idle;
use super::meeting::{Meeting, Piece};
use super::request::{Collective, Op};
use super::value::Value;

/// Which elements of a buffer belong to which process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shares {
    /// How many, by process.
    pub(super) counts: Vec<i128>,
    /// From where on; without, each share follows the one before.
    pub(super) displs: Option<Vec<i128>>,
}

impl Shares {
    /// Is there a number for each process, in each list?
    fn are_for(&self, size: usize) -> bool {
        let starts = self.displs.as_ref();
        self.counts.len() == size && starts.is_none_or(|starts| starts.len() == size)
    }

    /// The elements of a process, half-open.
    fn of(&self, process: usize) -> (i128, i128) {
        let count = self.counts[process];
        let start = match &self.displs {
            Some(starts) => starts[process],
            None => self.counts[..process].iter().sum(),
        };
        (start, start + count)
    }

    /// The elements of a process as indices, if there are so many.
    fn range(&self, process: usize, room: usize) -> Option<std::ops::Range<usize>> {
        let (start, end) = self.of(process);
        if start == end {
            return Some(0..0);
        }
        let fits = usize::try_from(end).is_ok_and(|end| end <= room);
        fits.then_some(start as usize..end as usize)
    }

    /// Do no two processes share an element?
    fn disjoint(&self) -> bool {
        let all = 0..self.counts.len();
        let mut owned: Vec<(i128, i128)> = all
            .map(|process| self.of(process))
            .filter(|(start, end)| start < end)
            .collect();
        owned.sort_unstable();
        owned.windows(2).all(|pair| pair[0].1 <= pair[1].0)
    }
}

const COUNT: Kind = Kind::CollectiveCount;
const OVERLAP: Kind = Kind::OverlappingBuffers;

impl Meeting {
    /// What a process gets in an operation with shares, but for reductions.
    pub(super) fn shared_out(&self, process: usize, mine: &Collective) -> Result<Vec<Piece>, Kind> {
        let size = self.entered.len();
        match mine.op {
            Op::Scatterv => {
                let root = mine.root.unwrap_or(0);
                let (shares, all) = self.gives(root)?;
                if process == root {
                    for other in 0..size {
                        shares.range(other, all.len()).ok_or(COUNT)?;
                    }
                    if !shares.disjoint() {
                        return Err(OVERLAP);
                    }
                }
                let range = shares.range(process, all.len()).ok_or(COUNT)?;
                let room = mine.takes.as_ref().map_or(0, |(_, room)| *room);
                match range.len() == room {
                    true => Ok(vec![(0, all[range].to_vec())]),
                    false => Err(COUNT),
                }
            }
            Op::Alltoallv => {
                let (shares, all) = self.gives(process)?;
                for other in 0..size {
                    shares.range(other, all.len()).ok_or(COUNT)?;
                }
                let mut parts = Vec::new();
                for other in 0..size {
                    if idle::spares(mine, process, other, size) {
                        parts.push(Vec::new());
                        continue;
                    }
                    let (shares, all) = self.gives(other)?;
                    let range = shares.range(process, all.len()).ok_or(COUNT)?;
                    parts.push(all[range].to_vec());
                }
                collected(mine, parts)
            }
            _ => {
                let all = (0..size).map(|other| match idle::spares(mine, process, other, size) {
                    true => Vec::new(),
                    false => self.items(other).to_vec(),
                });
                collected(mine, all.collect())
            }
        }
    }

    /// The elements of a process in a reduction of shares: the same ones for all.
    pub(super) fn own_share(&self, process: usize) -> Result<std::ops::Range<usize>, Kind> {
        let total = self.items(process).len();
        let (mine, _) = self.gives(process)?;
        let size = self.entered.len();
        let of = self.entered[process].as_ref().expect("it has entered");
        for other in (0..size).filter(|other| !idle::spares(of, process, *other, size)) {
            if self.gives(other)?.0.counts != mine.counts {
                return Err(COUNT);
            }
        }
        if mine.counts.iter().sum::<i128>() != total as i128 {
            return Err(COUNT);
        }
        mine.range(process, total).ok_or(COUNT)
    }

    /// What a process gives, and how it is shared out.
    fn gives(&self, process: usize) -> Result<(&Shares, &[Value]), Kind> {
        let theirs = self.entered[process].as_ref();
        let shares = theirs.and_then(|theirs| theirs.shares_given.as_deref());
        let shares = shares.expect("who gives in shares has said so");
        match shares.are_for(self.entered.len()) {
            true => Ok((shares, self.items(process))),
            false => Err(COUNT),
        }
    }
}

/// What a process gets where these are for it, by process.
fn collected(mine: &Collective, parts: Vec<Vec<Value>>) -> Result<Vec<Piece>, Kind> {
    let shares = mine.shares_taken.as_deref().expect("it has said where");
    if !shares.are_for(parts.len()) {
        return Err(COUNT);
    }
    let room = mine.takes.as_ref().map_or(0, |(_, room)| *room);
    let mut pieces = Vec::new();
    for (other, part) in parts.into_iter().enumerate() {
        if shares.counts[other] != part.len() as i128 {
            return Err(COUNT);
        }
        let range = shares.range(other, room).ok_or(COUNT)?;
        pieces.push((range.start, part));
    }
    match shares.disjoint() {
        true => Ok(pieces),
        false => Err(OVERLAP),
    }
}
