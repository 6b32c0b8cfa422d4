//! Is a state lost, whatever the library buffers?
//!
//! A state is *doomed* if every continuation ends with somebody blocked for good. In a continuation
//! everything may happen that ever may: sends are buffered or not, and who waits only because his
//! was not is let go at any time. One that ends otherwise (well, by another violation, at an
//! assumption that does not hold), or that goes on for ever, saves the state. To be told for ever
//! that nothing is done yet is not to go on ([`super::questions`]): only a cycle with something
//! else in it is.
//!
//! Strongly connected components are found in a depth-first search (Tarjan's). As soon as there is
//! a way out, everything that waits for an answer has it: each of these states leads there.

use rustc_hash::FxHashMap;

use super::behaviour::Behaviour;
use super::explore::Unknown;
use super::process::Next;
use super::world::{Buffering, Effect, World};

/// The states that have been looked at.
#[derive(Default)]
pub(super) struct Fates {
    /// Doomed, or not.
    known: FxHashMap<World, bool>,
}

/// A state whose continuations are looked at.
struct Visit {
    world: World,
    next: Vec<Step>,
    number: usize,
    /// The least number that it leads back to.
    low: usize,
}

/// A way on.
struct Step {
    world: World,
    /// Does anything happen, or is the answer to a question no?
    happens: bool,
}

/// What comes next.
enum After {
    /// The state is saved.
    Saved,
    /// These states; nothing happens where there are none, and somebody waits.
    Steps(Vec<Step>),
}

/// A search for a way out.
#[derive(Default)]
struct Search {
    /// The states on the way.
    path: Vec<Visit>,
    /// The states whose component is not closed, with their numbers.
    open: FxHashMap<World, usize>,
    /// The same in the order in which they were met, with how they were entered.
    order: Vec<(World, bool)>,
    count: usize,
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
        if let Some(doomed) = self.known.get(world) {
            return Ok(*doomed);
        }
        let mut search = Search::default();
        let mut saved = !search.enter(behaviour, world.clone(), false)?;
        while !saved && let Some(top) = search.path.last_mut() {
            match top.next.pop() {
                Some(step) => match (self.known.get(&step.world), search.open.get(&step.world)) {
                    (Some(doomed), _) => saved = !doomed,
                    (None, Some(number)) => {
                        top.low = top.low.min(*number);
                        // It leads back to here.
                        saved = step.happens;
                    }
                    (None, None) => {
                        saved = !search.enter(behaviour, step.world, step.happens)?;
                    }
                },
                None => saved = !self.leave(&mut search),
            }
            if self.known.len() + search.open.len() > max_states {
                return Err(Unknown::TooManyStates);
            }
        }
        if saved {
            let lead_there = search.order.into_iter().map(|(world, _)| (world, false));
            self.known.extend(lead_there);
        }
        Ok(self.known[world])
    }

    /// Everything that follows from a state has been looked at. Is it doomed, as far as one can
    /// tell?
    fn leave(&mut self, search: &mut Search) -> bool {
        let done = search.path.pop().expect("somebody is there");
        if let Some(before) = search.path.last_mut() {
            before.low = before.low.min(done.low);
        }
        if done.low < done.number {
            return true;
        }
        let first = search
            .order
            .iter()
            .rposition(|(world, _)| *world == done.world);
        let first = first.expect("its component is open");
        // Something happens on a cycle if it led to a state of the component from another one.
        if search.order[first + 1..]
            .iter()
            .any(|(_, entered)| *entered)
        {
            return false;
        }
        for (world, _) in search.order.drain(first..) {
            search.open.remove(&world);
            self.known.insert(world, true);
        }
        true
    }
}

impl Search {
    /// Looks at a state; false if it is saved.
    fn enter(
        &mut self,
        behaviour: &mut Behaviour,
        world: World,
        entered: bool,
    ) -> Result<bool, Unknown> {
        if world.is_crowded() {
            return Err(Unknown::TooManyStates);
        }
        self.open.insert(world.clone(), self.count);
        self.order.push((world.clone(), entered));
        let After::Steps(next) = after(behaviour, &world)? else {
            return Ok(false);
        };
        self.path.push(Visit {
            world,
            next,
            number: self.count,
            low: self.count,
        });
        self.count += 1;
        Ok(true)
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
            effects.push((world.act(behaviour, process, action)?, !action.is_no()));
        }
        if world.held_back(behaviour, process) {
            effects.push((world.let_go(behaviour, process)?, true));
        }
        let late = world.buffered_late(process).into_iter();
        effects.extend(late.map(|world| (Effect::World(world), true)));
        for (effect, happens) in effects {
            match effect {
                Effect::Fault(_) => return Ok(After::Saved),
                Effect::World(world) => next.push(Step { world, happens }),
            }
        }
    }
    Ok(After::Steps(next))
}
