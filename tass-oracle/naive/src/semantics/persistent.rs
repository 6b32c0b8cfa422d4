//! Requests that are begun again and again.
//!
//! To its process such a request is a number of its own, which stays the same; each time that it is
//! begun an immediate operation is posted for it, with a number that the process does not see.

use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{CommCall, Type};

use super::PROC_NULL;
use super::comm::{Buffer, items, mode, own_tag};
use super::group::Group;
use super::process::{Process, Stop};
use super::request::{Data, Mode, Source};
use super::value::{Place, Value};

/// Numbers that no immediate operation gets.
const FIRST: usize = 1000;
/// The communicator of a request that has lost it.
const ORPHANED: usize = usize::MAX;

/// An operation that can be begun.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Again {
    group: Arc<Group>,
    what: Beginning,
    /// The operation that was posted for it, if it is under way.
    pub(super) active: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Beginning {
    Send {
        elem: Type,
        place: Place,
        sequence: bool,
        to: Option<usize>,
        tag: i128,
        mode: Mode,
    },
    Receive {
        buffer: Buffer,
        source: Source,
        tag: i128,
    },
}

impl Process<'_> {
    /// `send_init`, `ssend_init`
    pub(super) fn send_init(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let (data, place) = self.located_data(call, "buf")?;
        let (to, tag) = (self.number(call, "to")?, self.number(call, "tag")?);
        let group = self.communicator(call)?;
        let to = group.process(to, &[PROC_NULL])?;
        self.within_phase()?;
        own_tag(tag)?;
        let place = place.ok_or(Stop::Unsupported("a temporary buffer".into()))?;
        let sequence = matches!(self.load(&place), Value::Seq(_));
        let what = Beginning::Send {
            elem: data.elem,
            place,
            sequence,
            to,
            tag,
            mode: mode(&call.op),
        };
        Ok(self.kept(group, what))
    }

    pub(super) fn recv_init(&mut self, call: &CommCall) -> Result<Value, Stop> {
        let buffer = self.buffer(call, "buf")?;
        let (from, tag) = (self.number(call, "from")?, self.number(call, "tag")?);
        let group = self.communicator(call)?;
        let source = group.source(from)?;
        self.within_phase()?;
        let what = Beginning::Receive {
            buffer,
            source,
            tag,
        };
        Ok(self.kept(group, what))
    }

    fn kept(&mut self, group: Arc<Group>, what: Beginning) -> Value {
        let mut free = (FIRST..).filter(|number| !self.persistent.contains_key(number));
        let number = free.next().expect("there are many");
        let again = Again {
            group,
            what,
            active: None,
        };
        self.persistent.insert(number, again);
        Value::Int(number as i128)
    }

    /// `start`, `startall`
    pub(super) fn start(&mut self, call: &CommCall, name: &str) -> Result<Value, Stop> {
        let places = self.handles(call, name)?;
        self.within_phase()?;
        // A call with a wrong request is a wrong call, in whatever order they are started.
        let mut all = Vec::new();
        for place in places {
            let number = self.number_at(&place);
            let again = number.and_then(|number| self.persistent.get(&number));
            let resting = again.filter(|again| again.active.is_none());
            let again = resting.ok_or(Stop::Fail(Kind::RequestMisused))?;
            if again.group.context == ORPHANED {
                let what = "a persistent request of a communicator that is freed";
                return Err(Stop::Unsupported(what.into()));
            }
            let number = number.expect("it has a request");
            all.push((number, again.group.clone(), again.what.clone()));
        }
        for (number, group, what) in all {
            let posted = self.begin(group, what)?;
            let again = self.persistent.get_mut(&number);
            again.expect("it was there").active = Some(posted);
        }
        Ok(Value::Unit)
    }

    fn begin(&mut self, group: Arc<Group>, what: Beginning) -> Result<usize, Stop> {
        match what {
            Beginning::Send {
                elem,
                place,
                sequence,
                to,
                tag,
                mode,
            } => {
                let items = items(self.load(&place), sequence);
                if !items.is_empty() {
                    self.may_touch(&place, false)?;
                }
                let data = Data { elem, items };
                self.post_send(&group, (data, Some(place)), (to, tag), mode)
            }
            Beginning::Receive {
                buffer,
                source,
                tag,
            } => {
                if buffer.room() > 0 {
                    self.may_touch(&buffer.place, true)?;
                }
                self.post_receive(group, buffer, source, tag)
            }
        }
    }

    /// A communicator is freed: its number may be that of another one some time.
    pub(super) fn orphan(&mut self, context: usize) {
        for again in self.persistent.values_mut() {
            if again.group.context == context {
                Arc::make_mut(&mut again.group).context = ORPHANED;
            }
        }
    }

    /// An operation is complete. Was it posted for a request that rests now?
    pub(super) fn rests(&mut self, posted: usize) -> bool {
        let mut all = self.persistent.values_mut();
        let mine = all.find(|again| again.active == Some(posted));
        mine.map(|again| again.active = None).is_some()
    }

    /// Forgets a request that rests. Was it one?
    pub(super) fn drop_resting(&mut self, place: &Place) -> bool {
        let number = self.number_at(place);
        let resting = |number: &usize| {
            let again = self.persistent.get(number);
            again.is_some_and(|again| again.active.is_none())
        };
        match number.filter(resting) {
            Some(number) => self.persistent.remove(&number).is_some(),
            None => false,
        }
    }

    fn number_at(&self, place: &Place) -> Option<usize> {
        match self.load(place) {
            Value::Int(number) => usize::try_from(number).ok(),
            _ => None,
        }
    }
}
