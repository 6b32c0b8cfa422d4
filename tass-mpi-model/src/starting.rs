//! `start` and `startall`: persistent requests are begun.
//!
//! MPI begins those of a `startall` in any order. That makes a difference for two receives that
//! want the same message, and for two messages to the same receiver: of such requests every order
//! is tried. In programs with ready sends it also makes one whether a message leaves before a
//! receive is posted, since whoever gets it may rely on the receive. Nothing is lost there if all
//! sends come first, and others may come in between. Of all other requests any order will do.

use tass_core::comm::{
    Call, Cause, Check, CommError, Completed, Data, Event, Fault, Move, Passed, Posted, Text,
};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::{Type, Way};

use crate::args::Args;
use crate::completion::numbers;
use crate::constants::{ANY_CODE, shown_tag};
use crate::describe::{inside, source};
use crate::mode::Mode;
use crate::recv::{Receiving, Source};
use crate::request::{Persistent, Request};
use crate::send;
use crate::shared::{Shared, Waits};
use crate::{Pending, Waiting};

/// Of more requests than these not every order is tried.
const MOST_ORDERED: usize = 6;

/// A `startall` that has not begun all of its requests.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Starting {
    left: Vec<Beginning>,
}

/// A request that is to be begun.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Beginning {
    slot: u32,
    /// What its buffer holds, if it sends.
    data: Option<Data>,
}

impl Starting {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Starting { left } = self;
        let data = left.iter().filter_map(|beginning| beginning.data.as_ref());
        data.for_each(|data| data.visit(f));
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Starting { left } = self;
        let data = left
            .iter_mut()
            .filter_map(|beginning| beginning.data.as_mut());
        data.for_each(|data| data.map(f));
    }

    /// Those of which one has to be begun next, by position: the first one, and all whose order
    /// makes a difference to it or to each other.
    fn next(&self, shared: &Shared, me: usize) -> Vec<usize> {
        let what = |at: usize| shared.beginning(me, self.left[at].slot);
        let mut together = vec![0];
        let mut seen = 0;
        while let Some(&one) = together.get(seen) {
            for other in 0..self.left.len() {
                let matters = what(one)
                    .zip(what(other))
                    .is_some_and(|(one, other)| order_matters(one, other));
                if matters && !together.contains(&other) {
                    together.push(other);
                }
            }
            seen += 1;
        }
        together
    }
}

/// Does it make a difference which of two requests is begun first?
fn order_matters(one: &Persistent, other: &Persistent) -> bool {
    match (one, other) {
        (Persistent::Send { channel: one, .. }, Persistent::Send { channel: other, .. }) => {
            one.is_some() && one == other
        }
        (Persistent::Recv(one), Persistent::Recv(other)) => want_the_same(one, other),
        _ => false,
    }
}

/// Is there a message that both would take?
fn want_the_same(one: &Receiving, other: &Receiving) -> bool {
    let tags = one.tag == other.tag || one.tag == ANY_CODE || other.tag == ANY_CODE;
    let sources = match (one.from, other.from) {
        (Source::Null, _) | (_, Source::Null) => false,
        (Source::Any, _) | (_, Source::Any) => true,
        (Source::Process(one), Source::Process(other)) => one == other,
    };
    one.comm == other.comm && tags && sources
}

/// `start(request)`, `startall(requests)`
pub(crate) fn post(
    store: &mut Store,
    shared: &mut Shared,
    args: &Args<'_>,
    call: &Call<'_>,
) -> Result<Posted<Pending>, CommError> {
    let me = args.process;
    let mut left = Vec::new();
    for slot in numbers(store, args) {
        let Some(slot) = slot else {
            return Err(misused(me, "starts a request that stands for no operation"));
        };
        let Some(persistent) = shared.beginning(me, slot) else {
            return Err(misused(me, "starts a request that is under way"));
        };
        let data = match persistent {
            Persistent::Send {
                channel: Some(_),
                elem,
                ..
            } => Some(held(call, slot, elem.clone()).ok_or_else(|| gone(me, slot))?),
            _ => None,
        };
        left.push(Beginning { slot, data });
    }
    let resumed: Vec<u32> = left.iter().map(|beginning| beginning.slot).collect();
    let starting = in_turn(shared, me, left);
    if in_any_order(shared, me, &starting)? {
        return Ok(Posted {
            resumed,
            ..Posted::waits(Pending(Waiting::Starting(starting)), None)
        });
    }
    let mut posted = Posted {
        resumed,
        ..Posted::over(None)
    };
    for beginning in &starting.left {
        let begun = begin(store, shared, me, beginning)?;
        posted.checks.extend(begun.checks);
        posted.passed.extend(begun.passed);
        posted.events.extend(begun.events);
    }
    Ok(posted)
}

/// In programs with ready sends, messages leave before receives are posted.
fn in_turn(shared: &Shared, me: usize, mut left: Vec<Beginning>) -> Starting {
    if shared.standing.is_some() {
        left.sort_by_key(|beginning| is_receive(shared, me, beginning));
    }
    Starting { left }
}

fn is_receive(shared: &Shared, me: usize, beginning: &Beginning) -> bool {
    let persistent = shared.beginning(me, beginning.slot);
    matches!(persistent, Some(Persistent::Recv(_)))
}

/// Can anybody tell in which order they are begun?
fn in_any_order(shared: &Shared, me: usize, starting: &Starting) -> Result<bool, CommError> {
    let mut rest = starting.clone();
    let mut ordered = false;
    while !rest.left.is_empty() {
        let mut together = rest.next(shared, me);
        if together.len() > MOST_ORDERED {
            let what = format!(
                "`startall` of more than {MOST_ORDERED} requests whose order makes a difference"
            );
            return Err(CommError::Unsupported(what));
        }
        ordered |= together.len() > 1;
        together.sort_unstable();
        for at in together.into_iter().rev() {
            rest.left.remove(at);
        }
    }
    let receives = starting
        .left
        .iter()
        .filter(|b| is_receive(shared, me, b))
        .count();
    let told = shared.standing.is_some() && receives > 0 && receives < starting.left.len();
    Ok(ordered || told)
}

pub(crate) fn moves(shared: &Shared, me: usize, starting: &Starting) -> Vec<Move> {
    let position = |at: usize| u32::try_from(at).unwrap_or_else(|_| unreachable!("few requests"));
    match starting.next(shared, me)[..] {
        [only] => vec![Move::certain(position(only))],
        ref several => {
            let mut several = several.to_vec();
            several.sort_unstable();
            let moves = several.into_iter();
            moves.map(|at| Move::one_of_several(position(at))).collect()
        }
    }
}

/// Begins one of them.
pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    starting: &Starting,
    choice: u32,
) -> Result<Completed<Pending>, CommError> {
    let mut starting = starting.clone();
    let beginning = starting.left.remove(choice as usize);
    let Begun {
        checks,
        passed,
        events,
    } = begin(store, shared, me, &beginning)?;
    let over = starting.left.is_empty();
    Ok(Completed {
        checks,
        passed,
        events,
        again: (!over).then_some(Pending(Waiting::Starting(starting))),
        ..Completed::default()
    })
}

/// What comes of beginning a request.
#[derive(Default)]
struct Begun {
    checks: Vec<Check>,
    passed: Vec<Passed>,
    events: Vec<Event>,
}

fn begin(
    store: &mut Store,
    shared: &mut Shared,
    me: usize,
    beginning: &Beginning,
) -> Result<Begun, CommError> {
    let Beginning { slot, data } = beginning;
    let persistent = shared.beginning(me, *slot).cloned();
    let persistent = persistent.unwrap_or_else(|| unreachable!("request {slot} is at rest"));
    let mut begun = Begun::default();
    match persistent {
        Persistent::Send {
            op, channel, tag, ..
        } => {
            let mode = Mode::of(op);
            let request = Request::Send {
                op,
                channel,
                tag,
                done: channel.is_none() || mode.is_over(),
            };
            shared.begin_again(me, *slot, request);
            if let Some((channel, data)) = channel.zip(data.as_ref()) {
                begun.checks = mode.demand(store, shared, channel, tag, data)?;
                let waits = Waits::Request(*slot);
                let event = send::put(shared, (mode, channel), tag, data, waits);
                begun.events.push(event);
                let passed = send::passed(shared, Way::Sent, channel, tag);
                begun.passed.push(passed);
            }
        }
        Persistent::Recv(receiving) => {
            let from = source(shared, receiving.comm, receiving.from);
            let (tag, comm) = (shown_tag(receiving.tag), inside(shared, receiving.comm));
            begun.events.push(Event {
                kind: EventKind::Request,
                text: Text::new(format!("start recv from {from}{tag}{comm}")),
                message: None,
            });
            let request = Request::Recv {
                receiving,
                from: None,
            };
            shared.begin_again(me, *slot, request);
            shared.settle(me);
        }
    }
    Ok(begun)
}

/// What the buffer of a request holds, if that is still there.
fn held(call: &Call<'_>, slot: u32, elem: Type) -> Option<Data> {
    let mut resting = call.resting.iter();
    let (_, value, len) = resting.find(|(id, ..)| *id == slot)?;
    Some(Data {
        value: *value,
        elem,
        len: *len,
    })
}

fn gone(me: usize, slot: u32) -> CommError {
    let message = format!("process {me} starts a send from a variable that went out of scope");
    Fault::new(Kind::BufferRace, message)
        .because(Cause::Held(slot))
        .into()
}

fn misused(me: usize, what: &str) -> CommError {
    Fault::new(Kind::RequestMisused, format!("process {me} {what}")).into()
}
