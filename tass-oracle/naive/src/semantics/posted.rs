//! Operations that go on while their process does something else.
//!
//! What is posted stands in the order in which it was, and is matched in this order
//! ([`super::channel`]). A receive from a process by name is matched as soon as it can be; one from
//! anybody at any time, which is an [`Action::Match`] for each message that it could have: the
//! library decides, whatever its process does meanwhile.

use tass_syntax::Kind;

use super::behaviour::Behaviour;
use super::channel::{Message, Waiter};
use super::meeting::Refusal;
use super::process::Unsupported;
use super::request::{Completion, Finished, Incoming, Posting, Probe, Source, Which};
use super::world::{Action, World};
use super::{ANY, PROC_NULL};

/// An operation that is posted and not completed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Posted {
    /// Its handle.
    pub(super) handle: usize,
    pub(super) what: What,
}

/// What is posted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// A send; may it be completed (is it matched or buffered), and may the library buffer it?
    Send { done: bool, standard: bool },
    /// A receive, and the message that it is matched with.
    Receive {
        incoming: Incoming,
        message: Option<(usize, Message)>,
    },
    /// A collective operation: which one, the rank in it, and may it be completed only when all
    /// have come?
    Collective {
        context: usize,
        turn: usize,
        rank: usize,
        patient: bool,
    },
    /// Nothing is to be done, and this is the source of its status.
    Nothing(i128),
}

impl Posted {
    /// Is it to have the message of this tag from this process, unless it gets another one?
    pub(super) fn claims(&self, comm: usize, source: usize, tag: i128) -> bool {
        match &self.what {
            What::Receive {
                incoming,
                message: None,
            } => {
                let named = match incoming.from {
                    Source::Process(named) => named == source,
                    Source::Any => true,
                    Source::Nobody => false,
                };
                incoming.comm == comm && named && incoming.tag.is_none_or(|own| own == tag)
            }
            _ => false,
        }
    }
}

impl World {
    fn is_done(&self, posted: &Posted) -> bool {
        match &posted.what {
            What::Send { done, .. } => *done,
            What::Receive { message, .. } => message.is_some(),
            What::Collective {
                context,
                turn,
                rank,
                patient,
            } => {
                let meeting = self.meeting_at(*context, *turn);
                match patient {
                    true => meeting.complete(),
                    false => meeting.satisfied(*rank),
                }
            }
            What::Nothing(_) => true,
        }
    }

    /// Posts an operation, under the smallest number that is not in use.
    ///
    /// # Errors
    ///
    /// What it and others do not agree on, in a collective operation.
    pub(super) fn post(
        &mut self,
        process: usize,
        posting: Posting,
        buffered: bool,
    ) -> Result<usize, Kind> {
        let used = |handle: &usize| {
            let mut posted = self.posted[process].iter();
            posted.any(|posted| posted.handle == *handle)
        };
        let handle = (0..).find(|handle| !used(handle)).expect("few requests");
        let what = match posting {
            Posting::Send(outgoing) => {
                let standard = outgoing.mode.is_left_open();
                let waiter = match buffered {
                    true => Waiter::Nobody,
                    false => Waiter::Request(handle),
                };
                self.send(process, outgoing, waiter);
                What::Send {
                    done: buffered,
                    standard,
                }
            }
            Posting::Receive(incoming) => What::Receive {
                incoming,
                message: None,
            },
            Posting::Fetch(fetching) => {
                let (source, message) = self.fetched(process, fetching.message);
                let incoming = fetching.incoming;
                What::Receive {
                    incoming,
                    message: Some((source, message)),
                }
            }
            Posting::Collective(mine) => What::Collective {
                context: mine.group.context,
                turn: self.enter(process, &mine)?,
                rank: mine.group.rank_of(process),
                patient: !buffered,
            },
            Posting::Nothing(source) => What::Nothing(source),
        };
        self.posted[process].push(Posted { handle, what });
        Ok(handle)
    }

    /// What the library can decide for a process: which message a receive from anybody gets.
    pub(super) fn matches(&self, process: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        for (at, posted) in self.posted[process].iter().enumerate() {
            if let What::Receive {
                incoming,
                message: None,
            } = &posted.what
                && incoming.from == Source::Any
            {
                let sources =
                    self.sources_behind(process, incoming.comm, Source::Any, incoming.tag, at);
                let matches = sources.into_iter();
                actions.extend(matches.map(|source| Action::Match { at, source }));
            }
        }
        actions
    }

    /// Gives a posted receive the message of this source.
    pub(super) fn match_posted(
        &mut self,
        behaviour: &mut Behaviour,
        process: usize,
        at: usize,
        source: usize,
    ) -> Result<(), Unsupported> {
        let What::Receive { incoming, .. } = &self.posted[process][at].what else {
            unreachable!("only receives are matched");
        };
        let (key, tag) = ((incoming.comm, source, process), incoming.tag);
        let matched = self.remove(key, tag, at);
        let waiter = matched.waiter;
        if let What::Receive { message, .. } = &mut self.posted[process][at].what {
            let waiter = Waiter::Nobody;
            *message = Some((source, Message { waiter, ..matched }));
        }
        self.release(behaviour, source, waiter)
    }

    /// Matches the receives from a process by name, as far as it goes.
    pub(super) fn match_named(&mut self, behaviour: &mut Behaviour) -> Result<(), Unsupported> {
        while let Some((process, at, source)) = self.named_match() {
            self.match_posted(behaviour, process, at, source)?;
        }
        Ok(())
    }

    fn named_match(&self) -> Option<(usize, usize, usize)> {
        for (process, posted) in self.posted.iter().enumerate() {
            for (at, posted) in posted.iter().enumerate() {
                if let What::Receive {
                    incoming,
                    message: None,
                } = &posted.what
                    && let Source::Process(source) = incoming.from
                    && self
                        .first((incoming.comm, source, process), incoming.tag, at)
                        .is_some()
                {
                    return Some((process, at, source));
                }
            }
        }
        None
    }

    /// The message of a send is matched, or buffered: the request is done.
    pub(super) fn sent(&mut self, process: usize, handle: usize) {
        let at = self.place_of(process, handle);
        if let What::Send { done, .. } = &mut self.posted[process][at].what {
            *done = true;
        }
    }

    /// Where a request of a process stands.
    fn place_of(&self, process: usize, handle: usize) -> usize {
        let mut posted = self.posted[process].iter();
        posted
            .position(|posted| posted.handle == handle)
            .expect("a process names what it has posted")
    }

    /// What stands under a handle.
    pub(super) fn posted(&self, process: usize, handle: usize) -> &Posted {
        &self.posted[process][self.place_of(process, handle)]
    }

    /// How requests can be completed, or not be.
    pub(super) fn completions(&self, process: usize, completion: &Completion) -> Vec<Action> {
        let handles = completion.handles.iter().enumerate();
        let given: Vec<(usize, usize)> = handles
            .filter_map(|(at, handle)| handle.map(|handle| (at, handle)))
            .collect();
        if given.is_empty() {
            return vec![Action::Finish(0)];
        }
        let done: Vec<u32> = given
            .iter()
            .filter(|(_, handle)| self.is_done(self.posted(process, *handle)))
            .map(|(at, _)| 1 << at)
            .collect();
        let all: u32 = done.iter().sum();
        let mut actions: Vec<Action> = match completion.which {
            Which::All if done.len() == given.len() => vec![Action::Finish(all)],
            Which::All => Vec::new(),
            Which::Any => done.into_iter().map(Action::Finish).collect(),
            Which::Some => {
                // Every set of bits in `all` but the empty one.
                let sets = (1..=all).filter(|set| set & !all == 0);
                sets.map(Action::Finish).collect()
            }
        };
        if !completion.waits {
            actions.push(Action::No);
        }
        actions
    }

    /// Completes requests.
    ///
    /// # Errors
    ///
    /// If what came for one of them, the first of them, does not fit its buffer.
    pub(super) fn finish(
        &mut self,
        process: usize,
        handles: &[Option<usize>],
        bits: u32,
    ) -> Result<Vec<(usize, Finished)>, Refusal> {
        let mut done = Vec::new();
        for (at, handle) in handles.iter().enumerate() {
            let Some(handle) = handle.filter(|_| bits & (1 << at) != 0) else {
                continue;
            };
            let position = self.place_of(process, handle);
            let mut pieces = Vec::new();
            let (source, tag, items) = match self.posted[process].remove(position).what {
                What::Send { .. } => (ANY, ANY, Vec::new()),
                What::Nothing(source) => (source, ANY, Vec::new()),
                What::Collective {
                    context,
                    turn,
                    rank,
                    ..
                } => {
                    pieces = self.meeting_at(context, turn).result(rank)?;
                    self.forget_meetings(context);
                    (ANY, ANY, Vec::new())
                }
                What::Receive { incoming, message } => {
                    let (source, message) = message.expect("only what is done is completed");
                    message.fits(&incoming).map_err(Refusal::Fault)?;
                    (source as i128, message.tag, message.items)
                }
            };
            let finished = Finished {
                source,
                tag,
                items,
                pieces,
            };
            done.push((at, finished));
        }
        Ok(done)
    }

    /// What a probe tells of the message that it sees.
    pub(super) fn see(&self, process: usize, source: usize, probe: &Probe) -> [i128; 3] {
        if probe.from == Source::Nobody {
            return [PROC_NULL, ANY, 0];
        }
        let behind = self.posted[process].len();
        let key = (probe.comm, source, process);
        let at = self.first(key, probe.tag, behind);
        let message = &self.channels[&key][at.expect("the action is possible")];
        [source as i128, message.tag, message.items.len() as i128]
    }

    /// How many operations go on by themselves.
    pub(super) fn requests(&self) -> usize {
        self.posted.iter().map(Vec::len).sum()
    }
}
