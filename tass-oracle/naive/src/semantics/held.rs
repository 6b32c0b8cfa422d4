//! Who waits for nothing but a library that buffers what it has not.

use super::behaviour::Behaviour;
use super::channel::Waiter;
use super::posted::What;
use super::process::{Next, Unsupported};
use super::request::{Answer, Completion, Request, Which};
use super::world::{Action, Effect, Stage, World};

impl World {
    /// Would it help a process if the library had buffered more, or if a collective operation did
    /// not synchronise?
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn could_be_helped(
        &self,
        behaviour: &mut Behaviour,
        process: usize,
    ) -> Result<bool, Unsupported> {
        if self.held_back(behaviour, process) {
            return Ok(true);
        }
        // One that asks again and again can be helped at any of its questions.
        for node in self.questions(behaviour, process)?.0 {
            if let Next::Request(Request::Complete(completion)) = behaviour.next(node)
                && self.would_complete(process, completion)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Could requests be completed if every standard send were buffered?
    fn would_complete(&self, process: usize, completion: &Completion) -> bool {
        let mut given = completion.handles.iter().flatten();
        let mut done = |handle: &usize| match &self.posted(process, *handle).what {
            What::Send { done, standard } => *done || *standard,
            What::Receive { message, .. } => message.is_some(),
            What::Collective {
                context,
                turn,
                rank,
                ..
            } => self.meeting_at(*context, *turn).satisfied(*rank),
            What::Nothing(_) => true,
        };
        match completion.which {
            Which::All => given.all(&mut done),
            Which::Any | Which::Some => given.any(&mut done),
        }
    }

    /// The states in which one more message, of those of immediate sends, is buffered, or one more
    /// collective operation need not wait for all.
    pub(super) fn buffered_late(&self, process: usize) -> Vec<World> {
        let mut worlds = Vec::new();
        for (at, posted) in self.posted[process].iter().enumerate() {
            if let What::Send {
                done: false,
                standard: true,
            } = posted.what
            {
                let mut world = self.clone();
                world.buffer_late(process, posted.handle);
                worlds.push(world);
            }
            if let What::Collective {
                context,
                turn,
                rank,
                patient: true,
            } = posted.what
                && self.meeting_at(context, turn).satisfied(rank)
            {
                let mut world = self.clone();
                if let What::Collective { patient, .. } = &mut world.posted[process][at].what {
                    *patient = false;
                }
                worlds.push(world);
            }
        }
        worlds
    }

    fn buffer_late(&mut self, process: usize, handle: usize) {
        self.sent(process, handle);
        self.nobody_waits(process, Waiter::Request(handle));
    }

    /// Does a process wait for nothing but a library that does not buffer, or a collective
    /// operation that synchronises?
    pub(super) fn held_back(&self, behaviour: &Behaviour, process: usize) -> bool {
        let Next::Request(request) = behaviour.next(self.nodes[process]) else {
            return false;
        };
        match (request, &self.stages[process]) {
            (Request::Send(outgoing), Stage::Sending) => outgoing.mode.is_left_open(),
            (
                Request::SendRecv(..),
                Stage::Exchanging {
                    received: Some(_), ..
                },
            ) => true,
            (Request::Collective(mine), Stage::Meeting { .. }) => {
                let group = &mine.group;
                let meeting = self.meeting(process, group);
                meeting.satisfied(group.rank_of(process))
            }
            _ => false,
        }
    }

    /// Lets a process go that is [held back](World::held_back): as if it had been let go from the
    /// start.
    ///
    /// # Errors
    ///
    /// If the oracle does not know.
    pub(super) fn let_go(
        &self,
        behaviour: &mut Behaviour,
        process: usize,
    ) -> Result<Effect, Unsupported> {
        let mut world = self.clone();
        match &self.stages[process] {
            Stage::Meeting { .. } => return self.act(behaviour, process, Action::Leave),
            Stage::Exchanging {
                received: Some(answer),
                ..
            } => {
                world.keep_message(process);
                world.answer(behaviour, process, answer.clone())?;
            }
            _ => {
                world.keep_message(process);
                world.answer(behaviour, process, Answer::Sent)?;
            }
        }
        Ok(Effect::World(world))
    }
}
