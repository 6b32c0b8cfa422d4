//! Families of operations, each with a weight of its own: what the engine does not know yet is
//! turned off by a zero.

/// How often phases of each family come, next to a weight of some 150 for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Families {
    /// `split`, `dup`, grids, and everything else in them.
    pub communicators: u32,
    /// Collective operations with requests.
    pub nonblocking: u32,
    /// Buffered and ready sends.
    pub modes: u32,
    /// `mprobe` and its like.
    pub matched: u32,
    /// Enums, `match` and what goes with them.
    pub variants: u32,
}

impl Families {
    /// What is compared for every change.
    pub const DEFAULT: Families = Families {
        communicators: 24,
        nonblocking: 14,
        modes: 12,
        matched: 9,
        variants: 15,
    };

    /// None of them.
    pub const NONE: Families = Families {
        communicators: 0,
        nonblocking: 0,
        modes: 0,
        matched: 0,
        variants: 0,
    };

    /// The same with other weights: `communicators=100,matched=0`.
    ///
    /// # Errors
    ///
    /// What cannot be read.
    pub fn with(mut self, weights: &str) -> Result<Families, String> {
        for one in weights.split(',').filter(|one| !one.is_empty()) {
            let (name, weight) = one.split_once('=').ok_or(one)?;
            let weight = weight.parse().map_err(|_| one)?;
            match name {
                "communicators" => self.communicators = weight,
                "nonblocking" => self.nonblocking = weight,
                "modes" => self.modes = weight,
                "matched" => self.matched = weight,
                "variants" => self.variants = weight,
                _ => return Err(one.to_owned()),
            }
        }
        Ok(self)
    }
}

impl Default for Families {
    fn default() -> Families {
        Families::DEFAULT
    }
}
