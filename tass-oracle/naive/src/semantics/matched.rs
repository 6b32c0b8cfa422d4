//! Messages that a process has made its own: `mprobe` finds one that nobody else can receive any
//! more, `mrecv` receives it.
//!
//! A message that is found is out of its channel, so those behind it can be received. To its sender
//! nothing has happened until it is received: a synchronous send waits, and a buffered one takes
//! its room.

use std::collections::BTreeMap;
use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::CommCall;

use super::behaviour::Behaviour;
use super::channel::{Message, Waiter};
use super::comm::{Buffer, incoming, required};
use super::group::Group;
use super::immediate::{Pending, status_value};
use super::process::{Process, Stop, Unsupported};
use super::request::{Answer, Fetching, Posting, Probe, Request, Source};
use super::value::{Place, Value};
use super::world::World;
use super::{ANY, MESSAGE_NO_PROC, MESSAGE_NULL, PROC_NULL};

/// A message that a process has made its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Matched {
    /// The communicator in which it was sent.
    pub(super) comm: usize,
    /// Who has sent it.
    pub(super) source: usize,
    pub(super) message: Message,
}

impl World {
    /// All of them.
    pub(super) fn matched_messages(&self) -> impl Iterator<Item = &Matched> {
        self.matched.iter().flat_map(BTreeMap::values)
    }

    /// A process makes the message its own that it sees; its number.
    pub(super) fn keep_own(&mut self, process: usize, source: usize, probe: &Probe) -> usize {
        let behind = self.posted[process].len();
        let comm = probe.comm;
        let message = self.remove((comm, source, process), probe.tag, behind);
        let mine = &mut self.matched[process];
        let mut numbers = (0..).filter(|number| !mine.contains_key(number));
        let number = numbers.next().expect("few messages");
        let matched = Matched {
            comm,
            source,
            message,
        };
        mine.insert(number, matched);
        number
    }

    /// The receive of one begins: its sender is through with it.
    pub(super) fn begin_own(
        &mut self,
        behaviour: &mut Behaviour,
        process: usize,
        number: usize,
    ) -> Result<(), Unsupported> {
        let mine = self.matched[process].get_mut(&number);
        let mine = mine.expect("a process names its own");
        let waiter = std::mem::replace(&mut mine.message.waiter, Waiter::Nobody);
        let source = mine.source;
        self.release(behaviour, source, waiter)
    }

    /// Takes one away from those that are not received.
    pub(super) fn fetched(&mut self, process: usize, number: usize) -> (usize, Message) {
        let mine = self.matched[process].remove(&number);
        let Matched {
            source, message, ..
        } = mine.expect("a process names its own");
        (source, message)
    }

    /// `mrecv`
    pub(super) fn receive_own(
        &mut self,
        behaviour: &mut Behaviour,
        process: usize,
        fetching: &Fetching,
    ) -> Result<Result<Answer, Kind>, Unsupported> {
        self.begin_own(behaviour, process, fetching.message)?;
        let (source, message) = self.fetched(process, fetching.message);
        Ok(message.fits(&fetching.incoming).map(|()| Answer::Received {
            source: source as i128,
            tag: message.tag,
            items: message.items,
        }))
    }
}

/// What is in a variable for messages.
enum Held {
    /// The message of nobody.
    OfNobody,
    /// This one, of this communicator.
    Own(usize, Arc<Group>),
}

impl Process<'_> {
    /// `mprobe`
    pub(super) fn mprobe(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let (from, tag) = (self.number(call, "from")?, self.number(call, "tag")?);
        let found = self.find_own(call, (from, tag), true)?;
        let (message, status) = found.expect("it has waited");
        Ok(Value::Tuple(vec![
            Value::Int(message),
            status_value(status),
        ]))
    }

    /// `improbe`
    pub(super) fn improbe(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let place = self.referred(required(call, "message")?)?;
        let (from, tag) = (self.number(call, "from")?, self.number(call, "tag")?);
        let status = self.status_place(call)?;
        let found = self.find_own(call, (from, tag), false)?;
        if let Some((message, found)) = found {
            self.store(&place, Value::Int(message));
            if let Some(place) = status {
                self.write(&place, status_value(found))?;
            }
        }
        Ok(Value::Bool(found.is_some()))
    }

    fn find_own(
        &mut self,
        call: &CommCall,
        (from, tag): (i128, i128),
        waits: bool,
    ) -> Result<Option<(i128, [i128; 3])>, Stop> {
        let group = self.communicator(call)?;
        let from = group.source(from)?;
        self.within_phase()?;
        if from == Source::Nobody {
            return Ok(Some((MESSAGE_NO_PROC, [PROC_NULL, ANY, 0])));
        }
        let answer = self.ask(Request::Probe(Probe {
            comm: group.context,
            from,
            tag: (tag != ANY).then_some(tag),
            waits,
            matches: true,
        }))?;
        let Answer::Matched(number, [source, tag, count]) = answer else {
            return Ok(None);
        };
        let status = [group.named(source), tag, count];
        self.matched.insert(number, group);
        Ok(Some((number as i128, status)))
    }

    /// `mrecv`
    pub(super) fn mrecv(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let buffer = self.buffer(call, "buf")?;
        let place = self.referred(required(call, "message")?)?;
        self.within_phase()?;
        let (number, group) = match self.held(&place)? {
            Held::Own(number, group) => (number, group),
            Held::OfNobody => {
                self.store(&place, Value::Int(MESSAGE_NULL));
                return Ok(status_value([PROC_NULL, ANY, 0]));
            }
        };
        let answer = self.ask(Request::Fetch(fetching(number, &group, &buffer)))?;
        self.matched.remove(&number);
        self.store(&place, Value::Int(MESSAGE_NULL));
        self.received(answer, &group, &buffer)
    }

    /// `imrecv`
    pub(super) fn imrecv(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let buffer = self.buffer(call, "buf")?;
        let place = self.referred(required(call, "message")?)?;
        self.within_phase()?;
        let handle = match self.held(&place)? {
            Held::Own(number, group) => {
                let posting = Posting::Fetch(fetching(number, &group, &buffer));
                let handle = self.posted(posting, Pending::receive(group, buffer))?;
                self.matched.remove(&number);
                handle
            }
            Held::OfNobody => {
                let group = self.world.clone();
                self.post_receive(group, buffer, Source::Nobody, ANY)?
            }
        };
        self.store(&place, Value::Int(MESSAGE_NULL));
        Ok(Value::Int(handle as i128))
    }

    /// The message in a variable.
    fn held(&self, place: &Place) -> Result<Held, Stop> {
        let misused = Stop::Fail(Kind::RequestMisused);
        match self.load(place) {
            Value::Int(MESSAGE_NO_PROC) => Ok(Held::OfNobody),
            Value::Int(number) => {
                let number = usize::try_from(number).ok();
                let own = number.and_then(|number| Some((number, self.matched.get(&number)?)));
                let (number, group) = own.ok_or(misused)?;
                Ok(Held::Own(number, group.clone()))
            }
            _ => Err(Stop::Unsupported("a message that is none".into())),
        }
    }
}

fn fetching(message: usize, group: &Group, buffer: &Buffer) -> Fetching {
    // From whom, and of which tag, is decided.
    let incoming = incoming(group, Source::Any, ANY, buffer);
    Fetching { message, incoming }
}
