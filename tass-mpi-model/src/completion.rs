//! What completes requests: `wait`, `test` and their forms for several, and `request_free`.
//!
//! A send is complete when its message is matched, or when the library keeps it; a receive when it
//! is matched. What a receive brings gets into its buffer when it is completed, since nobody may
//! look before. `waitall` completes all at once: its process sees nothing in between, and a message
//! is matched when both sides are there, not when somebody waits.
//!
//! A test may say no although it could say yes, and others may still make a yes possible. So its
//! answers are [several](Move::wildcard), and the no is [idle](Move::idle).

use tass_core::comm::{Applied, Cause, CommError, Completed, Event, Fault, MessageRef, Move, Text};
use tass_core::report::{EventKind, Kind};
use tass_core::symbolic::{ExprId, Store};

use crate::Pending;
use crate::args::Args;
use crate::buffer::{Place, element};
use crate::collective;
use crate::constants::{ANY, NO_REQUEST, UNDEFINED};
use crate::describe::{call_of, receiver};
use crate::recv;
use crate::request::{Complete, Request};
use crate::shared::{Shared, Taken, Waits};

/// Of more requests than these it is not tried which are completed together.
const MOST_SUBSETS: usize = 12;

/// A process that completes requests, or asks whether they are complete.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Completing {
    pub(crate) how: How,
    /// The variable with the requests.
    place: Place,
    /// They are these; `None` for a null one.
    pub(crate) slots: Vec<Option<u32>>,
    /// Where the status goes, if somebody looks at it.
    status: Option<Place>,
}

/// The operations of this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum How {
    Wait,
    WaitAll,
    WaitAny,
    WaitSome,
    Test,
    TestAll,
    TestAny,
    TestSome,
    Free,
}

impl How {
    const ALL: [(How, &'static str); 9] = [
        (How::Wait, "wait"),
        (How::WaitAll, "waitall"),
        (How::WaitAny, "waitany"),
        (How::WaitSome, "waitsome"),
        (How::Test, "test"),
        (How::TestAll, "testall"),
        (How::TestAny, "testany"),
        (How::TestSome, "testsome"),
        (How::Free, "request_free"),
    ];

    /// The operation of this name.
    pub(crate) fn from_name(name: &str) -> Option<How> {
        let found = How::ALL.iter().find(|(_, op)| *op == name);
        found.map(|(how, _)| *how)
    }

    pub(crate) fn name(self) -> &'static str {
        let found = How::ALL.iter().find(|(how, _)| *how == self);
        found.map_or("?", |(_, name)| name)
    }

    /// Is it enough if one of several is complete?
    pub(crate) fn needs_one(self) -> bool {
        matches!(
            self,
            How::WaitAny | How::WaitSome | How::TestAny | How::TestSome
        )
    }

    fn asks(self) -> bool {
        matches!(
            self,
            How::Test | How::TestAll | How::TestAny | How::TestSome
        )
    }
}

impl Completing {
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Completing {
            how: _,
            place,
            slots: _,
            status,
        } = self;
        place.visit(f);
        status.iter().for_each(|status| status.visit(f));
    }

    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Completing {
            how: _,
            place,
            slots: _,
            status,
        } = self;
        place.map(f);
        status.iter_mut().for_each(|status| status.map(f));
    }

    /// The requests that are no null ones, with their positions.
    pub(crate) fn active(&self) -> impl Iterator<Item = (usize, u32)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(at, slot)| Some((at, (*slot)?)))
    }
}

pub(crate) fn post(
    store: &mut Store,
    shared: &Shared,
    args: &Args<'_>,
    how: How,
) -> Result<Completing, CommError> {
    let (place, _) = args.place(operand(args));
    let slots = numbers(store, args);
    if matches!(how, How::WaitSome | How::TestSome) && slots.len() > MOST_SUBSETS {
        let what = format!("`{}` on more than {MOST_SUBSETS} requests", args.op);
        return Err(CommError::Unsupported(what));
    }
    // What is not begun has nothing to be completed.
    let slots: Vec<Option<u32>> = match how {
        How::Free => slots,
        _ => {
            let idle = |slot: &u32| shared.request(args.process, *slot) == &Request::Idle;
            let slots = slots.into_iter();
            slots.map(|slot| slot.filter(|slot| !idle(slot))).collect()
        }
    };
    if how == How::Free && slots == [None] {
        let message = format!(
            "process {} frees a request that stands for no operation",
            args.process
        );
        return Err(Fault::new(Kind::RequestMisused, message).into());
    }
    if how == How::Free
        && let [Some(slot)] = slots[..]
        && shared.request(args.process, slot) != &Request::Idle
    {
        if let Request::Collective(collecting) = shared.request(args.process, slot) {
            let message = format!(
                "process {} frees the request of `{}`, which has to be completed",
                args.process, collecting.op
            );
            return Err(Fault::new(Kind::RequestMisused, message).into());
        }
        // When it is over would depend on the others, and nobody would be told.
        let what = "`request_free` of an operation that is under way";
        return Err(CommError::Unsupported(what.into()));
    }
    debug_assert!(
        slots
            .iter()
            .flatten()
            .all(|slot| shared.has_request(args.process, *slot)),
        "requests are unique"
    );
    let status = args.optional_place("status");
    Ok(Completing {
        how,
        place,
        slots,
        status,
    })
}

fn operand(args: &Args<'_>) -> &'static str {
    if args.has("request") {
        "request"
    } else {
        "requests"
    }
}

/// The requests of a call, by their numbers; `None` for a null one.
pub(crate) fn numbers(store: &mut Store, args: &Args<'_>) -> Vec<Option<u32>> {
    let (_, held) = args.place(operand(args));
    let Some(len) = held.len else {
        return vec![number(store, held.value)];
    };
    let mut numbers = Vec::new();
    for at in 0..store.as_int(len).unwrap_or(0) {
        let at = store.int(at);
        let item = store.read(held.value, at);
        numbers.push(number(store, item));
    }
    numbers
}

/// The request of this number.
fn number(store: &Store, e: ExprId) -> Option<u32> {
    let number = store.as_int(e).filter(|number| *number != NO_REQUEST)?;
    Some(u32::try_from(number).unwrap_or_else(|_| unreachable!("`{number}` is no request")))
}

fn given(choice: Move, complete: Complete) -> Option<Move> {
    match complete {
        Complete::Yes => Some(choice),
        Complete::IfBuffered => Some(choice.if_buffered()),
        Complete::No => None,
    }
}

pub(crate) fn moves(shared: &Shared, me: usize, completing: &Completing) -> Vec<Move> {
    let active: Vec<(usize, Complete)> = completing
        .active()
        .map(|(at, slot)| (at, shared.completeness(me, slot)))
        .collect();
    if active.is_empty() || completing.how == How::Free {
        return vec![Move::certain(0)];
    }
    let all = active.iter().map(|(_, complete)| *complete).min();
    let all = all.unwrap_or(Complete::Yes);
    let position = |at: usize| u32::try_from(at).unwrap_or_else(|_| unreachable!("few requests"));
    let mut moves = Vec::new();
    if completing.how.asks() {
        moves.push(Move::not_yet(0));
    }
    match completing.how {
        How::Wait | How::WaitAll => moves.extend(given(Move::certain(0), all)),
        How::Test | How::TestAll => moves.extend(given(Move::one_of_several(1), all)),
        How::WaitAny | How::TestAny => {
            let one = |(at, complete): &(usize, Complete)| {
                given(Move::one_of_several(position(*at) + 1), *complete)
            };
            moves.extend(active.iter().filter_map(one));
        }
        How::WaitSome | How::TestSome => moves.extend(subsets(&active)),
        How::Free => {}
    }
    moves
}

/// The nonempty sets of requests that can be completed together, as bits.
fn subsets(active: &[(usize, Complete)]) -> Vec<Move> {
    let able: Vec<_> = active
        .iter()
        .filter(|(_, complete)| *complete != Complete::No)
        .collect();
    let set = |chosen: u32| {
        let members = able.iter().enumerate();
        let members = members.filter(|(bit, _)| chosen >> bit & 1 == 1);
        let members: Vec<_> = members.map(|(_, member)| **member).collect();
        let bits = members.iter().fold(0, |bits, (at, _)| bits | 1 << at);
        let complete = members.iter().map(|(_, complete)| *complete).min();
        given(Move::one_of_several(bits), complete.unwrap_or(Complete::No))
    };
    (1..1 << able.len()).filter_map(set).collect()
}

/// Which requests a move completes, by position.
fn chosen(completing: &Completing, choice: u32) -> Vec<(usize, u32)> {
    let active = completing.active();
    match completing.how {
        How::Wait | How::WaitAll => active.collect(),
        How::Test | How::TestAll => active.filter(|_| choice == 1).collect(),
        How::WaitAny | How::TestAny => {
            let mut active = active;
            let found = active.find(|(at, _)| *at + 1 == choice as usize);
            found.into_iter().collect()
        }
        How::WaitSome | How::TestSome => active.filter(|(at, _)| choice >> at & 1 == 1).collect(),
        How::Free => Vec::new(),
    }
}

pub(crate) fn complete(
    store: &mut Store,
    shared: &mut Shared,
    (me, completing): (usize, &Completing),
    choice: u32,
    applied: &Applied,
) -> Result<Completed<Pending>, CommError> {
    let mut done = Completed::default();
    if completing.how == How::Free {
        if let Some((_, slot)) = completing.active().next()
            && shared.free_request(me, slot)
        {
            done.released.push(slot);
        }
        null(store, completing, 0, &mut done)?;
        return Ok(done);
    }
    let nothing = recv::status(store, (ANY, ANY));
    let mut statuses = vec![nothing; completing.slots.len()];
    let chosen = chosen(completing, choice);
    for &(at, slot) in &chosen {
        // Of several, which one it is that does not fit.
        let call = call_of(shared, me, slot);
        let before = done.checks.len();
        let status = finish(store, shared, (me, slot), applied, &mut done);
        statuses[at] = status.map_err(|error| match error {
            CommError::Fault(mut fault) => {
                fault.message = named(&fault.message, &call);
                if let Some(Cause::Message(message)) = &mut fault.cause {
                    message.position = position_before(&done.events, *message);
                }
                CommError::Fault(fault)
            }
            error => error,
        })?;
        for check in &mut done.checks[before..] {
            check.message = named(&check.message, &call);
        }
        if shared.rest(me, slot) {
            done.rested.push(slot);
            continue;
        }
        shared.end(me, slot);
        done.released.push(slot);
        null(store, completing, at, &mut done)?;
    }
    if chosen.is_empty() && completing.how.asks() && completing.active().next().is_some() {
        let text = Text::new(format!("{}: not yet", completing.how.name()));
        done.events.push(asked(text));
    }
    let yes = !chosen.is_empty() || completing.active().next().is_none();
    if let (true, Some(into)) = (yes, &completing.status) {
        let status = chosen.first().map_or(nothing, |(at, _)| statuses[*at]);
        done.writes.push((into.place, status));
    }
    done.result = Some(result(store, completing.how, yes, &chosen, &statuses));
    Ok(done)
}

/// Where a message was before others were taken by the same call, of which nobody has been told.
fn position_before(events: &[Event], message: MessageRef) -> usize {
    let taken = events.iter().rev().filter_map(|event| event.message);
    let mut position = message.position;
    let channel = |m: &MessageRef| (m.lane, m.from, m.to);
    for other in taken.filter(|other| channel(other) == channel(&message)) {
        if other.position <= position {
            position += 1;
        }
    }
    position
}

fn named(message: &str, call: &str) -> String {
    format!("{message}: the request is of `{call}`")
}

/// The value of an operation that has completed these requests.
fn result(
    store: &mut Store,
    how: How,
    yes: bool,
    chosen: &[(usize, u32)],
    statuses: &[ExprId],
) -> ExprId {
    let first = chosen.first().map(|(at, _)| *at);
    let position = |store: &mut Store, at: Option<usize>| match at {
        Some(at) => store.int(i64::try_from(at).unwrap_or(i64::MAX)),
        None => store.int_big(UNDEFINED.into()),
    };
    match how {
        How::Wait => statuses[0],
        How::WaitAll => store.array(statuses),
        How::WaitAny => {
            let index = position(store, first);
            let nothing = recv::status(store, (ANY, ANY));
            let status = first.map_or(nothing, |at| statuses[at]);
            store.tuple(&[index, status])
        }
        How::WaitSome | How::TestSome => {
            let mut items = Vec::new();
            for (at, _) in chosen {
                let index = position(store, Some(*at));
                items.push(store.tuple(&[index, statuses[*at]]));
            }
            store.array(&items)
        }
        How::TestAny => {
            let (yes, index) = (store.bool(yes), position(store, first));
            store.tuple(&[yes, index])
        }
        How::Test | How::TestAll | How::Free => store.bool(yes),
    }
}

/// The variable no longer stands for the operation.
fn null(
    store: &mut Store,
    completing: &Completing,
    at: usize,
    done: &mut Completed<Pending>,
) -> Result<(), CommError> {
    let at = store.int(i64::try_from(at).unwrap_or(i64::MAX));
    let place = element(store, &completing.place, at)?;
    done.writes.push((place, store.int(NO_REQUEST)));
    Ok(())
}

/// Completes a request; its status.
fn finish(
    store: &mut Store,
    shared: &mut Shared,
    (me, slot): (usize, u32),
    applied: &Applied,
    done: &mut Completed<Pending>,
) -> Result<ExprId, CommError> {
    match shared.request(me, slot).clone() {
        Request::Send {
            op,
            channel,
            done: matched,
            ..
        } => {
            if let (Some(channel), false) = (channel, matched) {
                shared.buffer(channel, Waits::Request(slot));
            }
            let to = receiver(shared, channel);
            done.events
                .push(asked(Text::new(format!("{op} to {to} complete"))));
            Ok(recv::status(store, (ANY, ANY)))
        }
        Request::Recv { receiving, from } => {
            let received = match from {
                None => recv::from_nobody(store),
                Some(from) => {
                    let position =
                        shared.matched(receiving.channel(from, me), Taken::Request(slot));
                    let position =
                        position.unwrap_or_else(|| unreachable!("a message waits to be read"));
                    recv::taken(store, shared, ("recv", me, &receiving), from, position)?
                }
            };
            done.writes.extend(received.effect.writes.0);
            done.checks.extend(received.effect.checks);
            done.computed.extend(received.effect.computed);
            done.passed.extend(received.passed);
            done.events.push(received.event);
            Ok(received.status)
        }
        Request::Collective(collecting) => {
            let left = collective::leave(store, shared, (me, &collecting), Some(slot), applied)?;
            done.writes.extend(left.effect.writes.0);
            done.checks.extend(left.effect.checks);
            done.computed.extend(left.effect.computed);
            done.events.push(asked(left.text));
            Ok(recv::status(store, (ANY, ANY)))
        }
        Request::Idle => unreachable!("only what is begun is completed"),
    }
}

/// An event of requests.
pub(crate) fn asked(text: Text) -> Event {
    Event {
        kind: EventKind::Request,
        text,
        message: None,
    }
}
