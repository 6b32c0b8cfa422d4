//! Shared variables: what a program says of them, besides its actions.
//!
//! A shared variable is a local of the checked function that other processes may read, and only by
//! membership tests. It has its initial value before its process starts, and keeps its last one
//! when the process has ended. What happens between two *pauses* ([`Action::Pause`]) is seen by
//! nobody: every action that others can notice, or that notices others, has one before it.
//!
//! [`Action::Pause`]: super::Action::Pause

use super::{BoundVar, Loc, Number, Term};
use tass_syntax::tree::Span;

/// Shared variables, regions and global conditions of a program; empty for programs that only
/// exchange messages.
#[derive(Debug)]
pub struct Memory<N = Number> {
    /// The shared variables, in order of declaration.
    pub shared: Vec<SharedVar<N>>,
    /// Temporaries that hold the results of tests; nobody needs them at a pause.
    pub results: Vec<u32>,
    /// The temporary that holds the processes which a test under way has read.
    pub reading: Option<u32>,
    /// Critical regions.
    pub regions: Vec<Region>,
    /// Conditions on every global state: membership tests under `!`, `&&` and `||`.
    pub always: Vec<Term<N>>,
}

/// A shared variable.
#[derive(Debug, Clone)]
pub struct SharedVar<N = Number> {
    /// Its name.
    pub name: String,
    /// The local that holds it.
    pub slot: u32,
    /// Its initial value, a literal.
    pub init: Term<N>,
}

/// The locations of a `critical!` block.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    /// First.
    pub from: Loc,
    /// One past the last.
    pub to: Loc,
    /// Where it was written.
    pub span: Span,
}

/// What a process is about to do when it pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// Write a shared variable.
    Write,
    /// Test the shared variables of others.
    Test,
    /// Go on inside a critical region.
    Region,
}

/// A membership test: does `body` hold for all (some) processes, or all (some) before one?
#[derive(Debug, Clone)]
pub struct Membership<N = Number> {
    /// `all`?
    pub forall: bool,
    /// The variable that stands for a process.
    pub var: BoundVar,
    /// One past the last process that counts.
    pub end: Term<N>,
    /// What is asked of each.
    pub body: Term<N>,
    /// Where the answer goes.
    pub dest: u32,
}

impl<N> Default for Memory<N> {
    fn default() -> Self {
        Memory {
            shared: Vec::new(),
            results: Vec::new(),
            reading: None,
            regions: Vec::new(),
            always: Vec::new(),
        }
    }
}

impl<N> Memory<N> {
    /// Does the program share variables, or have regions or global conditions?
    pub fn is_used(&self) -> bool {
        !(self.shared.is_empty() && self.regions.is_empty() && self.always.is_empty())
    }

    /// The critical region that a location of the checked function lies in.
    pub fn region(&self, loc: Loc) -> Option<&Region> {
        self.regions.iter().find(|r| (r.from..r.to).contains(&loc))
    }

    /// Is this local shared?
    pub fn is_shared(&self, slot: u32) -> bool {
        self.shared.iter().any(|var| var.slot == slot)
    }
}
