//! Every execution: all actions of all processes, in every order, from every state.
//!
//! An execution ends at its first violation; a process that is about to violate may still be
//! overtaken by others. One that meets an assumption that does not hold never goes on, and no
//! execution that contains it counts to its end. One that spins is always about to move, so nobody
//! is deadlocked while it does. Where nothing is possible but to be told that nothing is done yet,
//! for ever, an execution is at rest as well ([`super::questions`]).

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use tass_syntax::Kind;
use tass_syntax::tree::Function;

use super::behaviour::Behaviour;
use super::fate::Fates;
use super::process::{Next, Unsupported};
use super::value::Value;
use super::world::{Buffering, Effect, World};

/// More messages under way than this are too many: a loop without end may send one after the other.
pub(super) const MOST_MESSAGES: usize = 12;

/// How executions can end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Some execution ends well.
    pub ok: bool,
    /// The kinds of violations.
    pub kinds: BTreeSet<Kind>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The program uses what the oracle does not know.
    Unsupported(String),
    /// A number or a sequence that is too large.
    TooLarge(String),
    /// More states, or messages under way, than allowed.
    TooManyStates,
}

impl From<Unsupported> for Unknown {
    fn from(unsupported: Unsupported) -> Unknown {
        match unsupported {
            Unsupported::Construct(what) => Unknown::Unsupported(what),
            Unsupported::Size(what) => Unknown::TooLarge(what),
        }
    }
}

impl Outcomes {
    /// Adds those of other executions.
    pub fn extend(&mut self, other: &Outcomes) {
        self.ok |= other.ok;
        self.kinds.extend(&other.kinds);
    }
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        if self.ok {
            names.push("ok");
        }
        write!(f, "{{{}}}", names.join(", "))
    }
}

/// Explores every execution on the given inputs, within a number of states.
///
/// # Errors
///
/// If there is no answer.
pub fn explore(
    function: &Function,
    size: usize,
    inputs: Vec<Value>,
    buffering: Buffering,
    max_states: usize,
) -> Result<Outcomes, Unknown> {
    let mut behaviour = Behaviour::new(function, size, inputs)?;
    let mut outcomes = Outcomes::default();
    let (mut seen, mut fates) = (FxHashSet::default(), Fates::default());
    let mut todo = vec![Rc::new(World::new(size))];
    seen.insert(Rc::clone(&todo[0]));
    while let Some(world) = todo.pop() {
        let (mut moved, mut asks) = (false, false);
        for process in 0..size {
            if let Next::Fail(kind) = behaviour.next(world.nodes[process]) {
                outcomes.kinds.insert(*kind);
                moved = true;
            }
            for action in world.actions(&behaviour, process, buffering) {
                match action.is_no() {
                    true => asks = true,
                    false => moved = true,
                }
                match world.act(&mut behaviour, process, action)? {
                    Effect::Fault(kind) => {
                        outcomes.kinds.insert(kind);
                    }
                    Effect::World(next) => {
                        let next = Rc::new(next);
                        if seen.insert(Rc::clone(&next)) {
                            todo.push(next);
                        }
                    }
                }
            }
        }
        if !moved && (!asks || world.asks_for_ever(&mut behaviour)?) {
            let end = at_rest(&mut behaviour, &mut fates, &world, buffering, max_states)?;
            outcomes.extend(&end);
        }
        if seen.len() > max_states || world.is_crowded() {
            return Err(Unknown::TooManyStates);
        }
    }
    Ok(outcomes)
}

/// How an execution ends in a state in which nothing can happen, unless the library buffers what it
/// has not.
pub(super) fn at_rest(
    behaviour: &mut Behaviour,
    fates: &mut Fates,
    world: &World,
    buffering: Buffering,
    max_states: usize,
) -> Result<Outcomes, Unknown> {
    let mut outcomes = Outcomes::default();
    let ends: Vec<&Next> = world
        .nodes
        .iter()
        .map(|node| behaviour.next(*node))
        .collect();
    if ends
        .iter()
        .any(|end| matches!(end, Next::Dropped | Next::Spinning))
    {
        return Ok(outcomes);
    }
    let done: Vec<bool> = ends
        .iter()
        .filter_map(|end| {
            if let Next::Done { initialised } = end {
                Some(*initialised)
            } else {
                None
            }
        })
        .collect();
    if done.len() < ends.len() {
        let mut helped = false;
        for process in 0..behaviour.size() {
            helped |= world.could_be_helped(behaviour, process)?;
        }
        if !helped {
            outcomes.kinds.insert(stuck(behaviour, world));
        } else if !fates.doomed(behaviour, world, max_states)? {
            outcomes.kinds.insert(Kind::PotentialDeadlock);
        } else if buffering == Buffering::Synchronous {
            // No buffering would save it, and here it stays.
            outcomes.kinds.insert(stuck(behaviour, world));
        }
        // Otherwise it comes to its deadlock where more is buffered.
        return Ok(outcomes);
    }
    if world.messages() > 0 {
        outcomes.kinds.insert(Kind::UnreceivedMessage);
    }
    if world.open_meetings() {
        outcomes.kinds.insert(Kind::CollectiveIncomplete);
    }
    if world.open_records() {
        outcomes.kinds.insert(Kind::CollectiveAssertionIncomplete);
    }
    if done.contains(&true) && done.contains(&false) {
        outcomes.kinds.insert(Kind::InitFinalize);
    }
    outcomes.ok = outcomes.kinds.is_empty();
    Ok(outcomes)
}

/// What it is called that processes wait for ever.
fn stuck(behaviour: &Behaviour, world: &World) -> Kind {
    match world.in_circles(behaviour) {
        true => Kind::CommunicatorOrder,
        false => Kind::Deadlock,
    }
}
