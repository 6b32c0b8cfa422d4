//! Is a state lost, whatever the library buffers?
//!
//! A state is *doomed* if every continuation is finite and ends with somebody blocked for good. In
//! a continuation everything may happen that ever may: sends are buffered or not, and who waits
//! only because his was not is let go at any time. One that ends otherwise (well, by another
//! violation, at an assumption that does not hold), or that goes on for ever, saves the state.

use rustc_hash::FxHashMap;

use super::behaviour::Behaviour;
use super::explore::{MOST_MESSAGES, Unknown};
use super::process::Next;
use super::world::{Buffering, Effect, World};

/// The states that have been looked at.
#[derive(Default)]
pub(super) struct Fates {
    /// Doomed, or not; `None` while its continuations are looked at.
    known: FxHashMap<World, Option<bool>>,
}

/// A state whose continuations are looked at.
struct Visit {
    world: World,
    next: Vec<World>,
    doomed: bool,
}

/// What comes next.
enum After {
    /// The state is saved.
    Saved,
    /// These states; nothing happens where there are none, and somebody waits.
    Worlds(Vec<World>),
}

impl Fates {
    /// Is a state doomed?
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn doomed(
        &mut self,
        behaviour: &mut Behaviour,
        world: &World,
        max_states: usize,
    ) -> Result<bool, Unknown> {
        if let Some(Some(doomed)) = self.known.get(world) {
            return Ok(*doomed);
        }
        let mut stack = vec![self.enter(behaviour, world.clone())?];
        while let Some(top) = stack.last_mut() {
            match top.next.pop() {
                Some(next) if top.doomed => match self.known.get(&next) {
                    Some(known) => top.doomed = known.unwrap_or(false),
                    None => {
                        let next = self.enter(behaviour, next)?;
                        stack.push(next);
                    }
                },
                _ => {
                    let done = stack.pop().expect("just looked at");
                    if let Some(before) = stack.last_mut() {
                        before.doomed &= done.doomed;
                    }
                    self.known.insert(done.world, Some(done.doomed));
                }
            }
            if self.known.len() > max_states {
                return Err(Unknown::TooManyStates);
            }
        }
        Ok(self.known[world] == Some(true))
    }

    fn enter(&mut self, behaviour: &mut Behaviour, world: World) -> Result<Visit, Unknown> {
        if world.messages() > MOST_MESSAGES {
            return Err(Unknown::TooManyStates);
        }
        self.known.insert(world.clone(), None);
        let (next, doomed) = match after(behaviour, &world)? {
            After::Saved => (Vec::new(), false),
            After::Worlds(next) => (next, true),
        };
        Ok(Visit {
            world,
            next,
            doomed,
        })
    }
}

/// All that can happen next, in any library.
fn after(behaviour: &mut Behaviour, world: &World) -> Result<After, Unknown> {
    let size = behaviour.size();
    let mut done = 0;
    for process in 0..size {
        match behaviour.next(world.nodes[process]) {
            Next::Fail(_) | Next::Dropped | Next::Spinning => return Ok(After::Saved),
            Next::Done { .. } => done += 1,
            Next::Request(_) => {}
        }
    }
    if done == size {
        return Ok(After::Saved);
    }
    let mut next = Vec::new();
    for process in 0..size {
        let mut effects = Vec::new();
        for action in world.actions(behaviour, process, Buffering::Mixed) {
            effects.push(world.act(behaviour, process, action)?);
        }
        if world.held_back(behaviour, process) {
            effects.push(world.let_go(behaviour, process)?);
        }
        for effect in effects {
            match effect {
                Effect::Fault(_) => return Ok(After::Saved),
                Effect::World(world) => next.push(world),
            }
        }
    }
    Ok(After::Worlds(next))
}
