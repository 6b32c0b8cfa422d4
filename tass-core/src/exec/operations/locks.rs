//! Buffers that operations under way use.
//!
//! An operation may go on when it is over for the process that called it, and use a buffer of the
//! process meanwhile. Such a buffer is *locked*: what the operation reads must not be written, and
//! what it writes must not be touched, until the communication model says that the process has it
//! back. Whether two places meet is decided on fields and ranges of indices, as for the buffers of
//! one operation ([`super::overlap`]), for all inputs at once.
//!
//! What counts as touching: every read and write of the process's own code, borrowing included,
//! since a reference to what somebody else writes is one access too many in Rust already; the
//! buffers of later operations; and giving up the variable. The length of a vector is no part of
//! its buffer. What is read by conditions on several processes is not looked at.
//!
//! Shared references are values here ([`crate::lower`]), so a copy of what is locked would be a way
//! around the lock: where a locked sequence is copied, moved or borrowed into a variable, or given
//! to a function by value, the engine says that it does not know.
//!
//! A process without locks, which most are, pays one test for each term.

use crate::comm::{Cause, CommModel, Fault, Hold};
use crate::exec::operations::overlap::Buffer;
use crate::exec::terms::access::Address;
use crate::exec::terms::check::Cx;
use crate::exec::watch::cause::Site;
use crate::exec::{Stepper, Stop, Work};
use crate::graph::{Action, Builtin, Graph, Loc, Local, Term, TermKind, may_be_vector};
use crate::report::{Inconclusive, Kind};
use crate::state::{Frame, Lock};
use crate::symbolic::{ExprId, Node, PathElem, Store};
use tass_syntax::tree::Span;

/// How a place is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exec) enum Access {
    Read,
    Write,
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// The process gives buffers away; they are among those of its call.
    pub(in crate::exec) fn lock(
        &mut self,
        work: &mut Work<C>,
        held: &[Hold],
        buffers: &[(&'static str, Buffer, bool)],
    ) {
        for hold in held {
            let found = buffers.iter().find(|(name, ..)| *name == hold.operand);
            // A list of numbers may be a temporary value, which nobody can touch.
            let Some((_, buffer, borrowed)) = found else {
                continue;
            };
            let place = self.reference(&buffer.address);
            let made = (work.frame().graph, work.frame().loc);
            work.locks.push(Lock {
                id: hold.id,
                place,
                len: buffer.len,
                written: hold.written,
                active: hold.now,
                borrowed: *borrowed,
                gone: false,
                moved: false,
                made,
            });
        }
    }

    /// Nothing that the process does here touches a locked buffer.
    pub(in crate::exec) fn require_unlocked(
        &mut self,
        cx: &Cx<'_>,
        buffer: &Buffer,
        access: Access,
    ) -> Result<(), Stop> {
        for lock in cx.locks {
            if !lock.active || (access == Access::Read && !lock.written) {
                continue;
            }
            let locked = self.locked(lock, buffer.span);
            let apart = self.apart(&locked, buffer);
            if self.engine.store.as_bool(apart) == Some(true) {
                continue;
            }
            let text = self.engine.program.location(cx.graph(), buffer.span);
            let message = touched(text.snippet(), access, &self.use_of(lock));
            self.require(cx, apart, Kind::BufferRace, buffer.span, || message)
                .map_err(|stop| self.naming(lock, stop))?;
        }
        Ok(())
    }

    /// A place is written.
    pub(in crate::exec) fn require_writable(
        &mut self,
        cx: &Cx<'_>,
        address: &Address,
        span: Span,
    ) -> Result<(), Stop> {
        if cx.locks.is_empty() {
            return Ok(());
        }
        let (address, len) = (address.clone(), None);
        self.require_unlocked(cx, &Buffer { address, len, span }, Access::Write)
    }

    /// Locals `from..to` of the running function go out of scope, and it goes on at `next`. That is
    /// wrong only if the operation is completed later: otherwise what is wrong is that it never is.
    pub(in crate::exec) fn leave_scope(
        &mut self,
        work: &mut Work<C>,
        (from, to): (u32, u32),
        next: Loc,
    ) -> Result<(), Stop> {
        let last = self.ends(work, next);
        for at in self.locks_in(work, from, to) {
            if !last {
                self.require_known_end(work, at)?;
            }
            work.locks[at].gone = true;
        }
        Ok(())
    }

    /// Does the process that goes on here end? Then nothing lives on elsewhere.
    fn ends(&self, work: &Work<C>, next: Loc) -> bool {
        let nodes = &self.engine.program.graphs[work.frame().graph].nodes;
        let mut at = next;
        for _ in nodes {
            match &nodes[at as usize].action {
                Action::Goto(next) | Action::Kill { next, .. } => at = *next,
                Action::Return(_) => return work.frames.len() == 1,
                _ => break,
            }
        }
        false
    }

    /// The running function is left, and its variables are no more.
    pub(in crate::exec) fn leave_function(
        &mut self,
        work: &mut Work<C>,
        span: Span,
    ) -> Result<(), Stop> {
        let all = self.locks_in(work, 0, u32::MAX);
        for &at in &all {
            work.locks[at].gone = true;
        }
        let Some(&at) = all.iter().find(|at| work.locks[**at].active) else {
            return Ok(());
        };
        self.require_known_end(work, at)?;
        let lock = &work.locks[at];
        let message = self.went(work, lock);
        let stop = self.fail(&Cx::of(work), Kind::BufferRace, span, message);
        Err(self.naming(lock, stop))
    }

    /// Operations use buffers again that they have been given before: nobody else may.
    pub(in crate::exec) fn require_resumable(
        &mut self,
        work: &Work<C>,
        resumed: &[u32],
        span: Span,
    ) -> Result<(), Stop> {
        let cx = Cx::of(work);
        for lock in work.locks.iter().filter(|lock| resumed.contains(&lock.id)) {
            self.require_there(work, lock, span)?;
            let access = match lock.written {
                true => Access::Write,
                false => Access::Read,
            };
            let buffer = self.locked(lock, span);
            self.require_unlocked(&cx, &buffer, access)?;
        }
        // Of two that are begun together, neither is in use yet.
        let begun = work.locks.iter().filter(|lock| resumed.contains(&lock.id));
        let begun: Vec<&Lock> = begun.collect();
        for (at, a) in begun.iter().enumerate() {
            for b in begun[at + 1..].iter().filter(|b| a.written || b.written) {
                let (x, y) = (self.locked(a, span), self.locked(b, span));
                let apart = self.apart(&x, &y);
                let message = || "two operations that are begun together use one buffer".into();
                self.require(&cx, apart, Kind::BufferRace, span, message)?;
            }
        }
        Ok(())
    }

    /// Operations use buffers again.
    pub(in crate::exec) fn resume(&self, work: &mut Work<C>, resumed: &[u32]) {
        let locks = work.locks.iter_mut();
        for lock in locks.filter(|lock| resumed.contains(&lock.id)) {
            lock.active = true;
        }
    }

    /// What the buffers hold that operations do not use now.
    pub(in crate::exec) fn resting(
        &mut self,
        work: &Work<C>,
    ) -> Vec<(u32, ExprId, Option<ExprId>)> {
        let resting = work.locks.iter().filter(|lock| !lock.active && !lock.gone);
        resting
            .map(|lock| {
                let address = self.locked(lock, Span::default()).address;
                (lock.id, self.read_address(&work.frames, &address), lock.len)
            })
            .collect()
    }

    fn require_there(&mut self, work: &Work<C>, lock: &Lock, span: Span) -> Result<(), Stop> {
        if lock.moved {
            let what =
                "an operation on a vector that was replaced, or has grown, since it was made";
            return Err(self.unsupported(&Cx::of(work), what.into(), span));
        }
        if !lock.gone {
            return Ok(());
        }
        let message = self.went(work, lock);
        let stop = self.fail(&Cx::of(work), Kind::BufferRace, span, message);
        Err(self.naming(lock, stop))
    }

    /// The process has buffers back; some of them only until they are used again.
    pub(in crate::exec) fn release(
        &mut self,
        work: &mut Work<C>,
        released: &[u32],
        rested: &[u32],
        span: Span,
    ) -> Result<(), Stop> {
        let lost = |lock: &&Lock| {
            let used = released.contains(&lock.id) || rested.contains(&lock.id);
            lock.gone && lock.active && used
        };
        if let Some(lock) = work.locks.iter().find(lost) {
            let message = self.went(work, lock);
            let stop = self.fail(&Cx::of(work), Kind::BufferRace, span, message);
            return Err(self.naming(lock, stop));
        }
        work.locks.retain(|lock| !released.contains(&lock.id));
        let locks = work.locks.iter_mut();
        for lock in locks.filter(|lock| rested.contains(&lock.id)) {
            lock.active = false;
        }
        Ok(())
    }

    /// Locks on locals `from..to` of the running function.
    fn locks_in(&self, work: &Work<C>, from: u32, to: u32) -> Vec<usize> {
        let frame = u32::try_from(work.frames.len() - 1).expect("a shallow stack");
        let locks = work.locks.iter().enumerate();
        let inside = locks.filter(|(_, lock)| match self.engine.store.node(lock.place) {
            Node::Ref {
                frame: f, local, ..
            } => *f == frame && (from..to).contains(local),
            _ => false,
        });
        inside.map(|(at, _)| at).collect()
    }

    /// What a vector holds may live on elsewhere, and so does what is behind a reference.
    fn require_known_end(&self, work: &Work<C>, at: usize) -> Result<(), Stop> {
        let lock = &work.locks[at];
        if lock.borrowed
            || self
                .locked_variable(work, lock)
                .is_some_and(Local::may_own_vectors)
        {
            let what = "a vector or reference that goes out of scope while this operation uses it";
            let (graph, loc) = lock.made;
            let span = self.engine.program.graphs[graph].nodes[loc as usize].span;
            let location = Some(self.engine.program.location(graph, span));
            let what = what.into();
            return Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                what,
                location,
            })));
        }
        Ok(())
    }

    /// The variable that is locked, if its function still runs.
    fn locked_variable(&self, work: &Work<C>, lock: &Lock) -> Option<&Local> {
        let Node::Ref { frame, local, .. } = self.engine.store.node(lock.place) else {
            return None;
        };
        let graph = work.frames.get(*frame as usize)?.graph;
        self.engine.program.graphs[graph]
            .locals
            .get(*local as usize)
    }

    fn went(&self, work: &Work<C>, lock: &Lock) -> String {
        let local = self.locked_variable(work, lock);
        let name = local
            .and_then(|local| local.name.as_deref())
            .unwrap_or("a variable");
        let used = self.use_of(lock);
        format!("`{name}` went out of scope while {used} was under way")
    }

    /// The operation that uses a buffer, and how: ``the `irecv` into it``.
    fn use_of(&self, lock: &Lock) -> String {
        let (graph, loc) = lock.made;
        let node = &self.engine.program.graphs[graph].nodes[loc as usize];
        let op = match &node.action {
            Action::Comm(action, _) => action.op,
            _ => "operation",
        };
        let how = if lock.written { "into" } else { "from" };
        format!("the `{op}` {how} it")
    }

    /// Is the buffer in a variable that owns vectors?
    fn is_in_vector(&self, frames: &[Frame], lock: &Lock) -> bool {
        let Node::Ref { frame, local, .. } = self.engine.store.node(lock.place) else {
            return false;
        };
        frames.get(*frame as usize).is_some_and(|frame| {
            let graph = &self.engine.program.graphs[frame.graph];
            graph.locals[*local as usize].may_own_vectors()
        })
    }

    /// A place is given this value, or a value is appended to it: what vectors hold may lie
    /// elsewhere from now on, and an operation that rests would use what is gone.
    pub(in crate::exec) fn note_replaced(
        &self,
        work: &mut Work<C>,
        address: &Address,
        value: ExprId,
    ) {
        if self.engine.store.sort(value).is_some() {
            return;
        }
        for at in 0..work.locks.len() {
            let lock = &work.locks[at];
            let Node::Ref { frame, local, .. } = self.engine.store.node(lock.place) else {
                continue;
            };
            if (*frame, *local) == (address.frame, address.local)
                && self.is_in_vector(&work.frames, lock)
            {
                work.locks[at].moved = true;
            }
        }
    }

    /// What is in use is not copied, since it is not known whether it is moved or borrowed.
    pub(in crate::exec) fn require_no_copy(
        &mut self,
        cx: &mut Cx<'_>,
        value: &Term,
    ) -> Result<(), Stop> {
        if cx.locks.is_empty() {
            return Ok(());
        }
        if let TermKind::Tuple(parts) | TermKind::Array(parts) = &value.kind {
            return parts
                .iter()
                .try_for_each(|part| self.require_no_copy(cx, part));
        }
        let Some(address) = self.chain(cx, value)? else {
            return Ok(());
        };
        let held = self.read_address(cx.frames, &address);
        if self.engine.store.sort(held).is_some() {
            return Ok(());
        }
        let sequence = holds_sequence(&self.engine.store, held);
        let span = value.span;
        let whole = Buffer {
            address,
            len: None,
            span,
        };
        for lock in cx.locks {
            // One that rests may be looked at, but not carried away.
            if !(lock.active || sequence && self.is_in_vector(cx.frames, lock)) {
                continue;
            }
            let locked = self.locked(lock, span);
            let apart = self.apart(&locked, &whole);
            if self.engine.store.as_bool(apart) != Some(true) {
                let what =
                    "a copy of, or a reference to, a buffer that an operation under way uses";
                return Err(self.unsupported(cx, what.into(), span));
            }
        }
        Ok(())
    }

    /// The value of a term that names a place, if locks are to be respected.
    pub(in crate::exec) fn eval_locked(
        &mut self,
        cx: &mut Cx<'_>,
        term: &Term,
    ) -> Result<Option<ExprId>, Stop> {
        let Some(address) = self.chain(cx, term)? else {
            return Ok(None);
        };
        let value = self.read_address(cx.frames, &address);
        let span = term.span;
        let buffer = Buffer {
            address,
            len: None,
            span,
        };
        self.require_unlocked(cx, &buffer, Access::Read)?;
        Ok(Some(value))
    }

    /// The length of what a term names, which is no part of its buffer.
    pub(in crate::exec) fn length_locked(
        &mut self,
        cx: &mut Cx<'_>,
        builtin: Builtin,
        args: &[Term],
    ) -> Result<Option<ExprId>, Stop> {
        match (builtin, args) {
            (Builtin::Len | Builtin::IsEmpty, [of]) => {
                let address = self.chain(cx, of)?;
                Ok(address.map(|address| self.read_address(cx.frames, &address)))
            }
            _ => Ok(None),
        }
    }

    /// The place that a term names; `None` if it is computed otherwise. Indices are evaluated and
    /// checked as [`Stepper::eval`] would.
    fn chain(&mut self, cx: &mut Cx<'_>, term: &Term) -> Result<Option<Address>, Stop> {
        let span = term.span;
        match &term.kind {
            TermKind::Local(slot) if cx.bound.iter().all(|(bound, _)| bound != slot) => {
                let frame = u32::try_from(cx.frames.len() - 1).expect("a shallow stack");
                let (local, path) = (*slot, Vec::new());
                Ok(Some(Address { frame, local, path }))
            }
            TermKind::Deref(reference) => {
                let reference = self.eval(cx, reference)?;
                self.dereference(cx, reference, span).map(Some)
            }
            TermKind::Field(base, i) => {
                let Some(mut address) = self.chain(cx, base)? else {
                    return Ok(None);
                };
                address.path.push(PathElem::Field(*i));
                Ok(Some(address))
            }
            TermKind::Index(base, index) => {
                let Some(mut address) = self.chain(cx, base)? else {
                    return Ok(None);
                };
                let whole = self.read_address(cx.frames, &address);
                let i = self.eval(cx, index)?;
                self.require_index(cx, whole, i, index)?;
                self.extend_index(&mut address.path, i);
                Ok(Some(address))
            }
            TermKind::Slice(base, lo, hi) => {
                let Some(mut address) = self.chain(cx, base)? else {
                    return Ok(None);
                };
                let whole = self.read_address(cx.frames, &address);
                let (start, len) =
                    self.slice_range(cx, whole, lo.as_deref(), hi.as_deref(), span)?;
                self.extend_range(&mut address.path, start, len);
                Ok(Some(address))
            }
            _ => Ok(None),
        }
    }

    fn locked(&self, lock: &Lock, span: Span) -> Buffer {
        let Node::Ref { frame, local, path } = self.engine.store.node(lock.place) else {
            unreachable!("a lock is on a place");
        };
        Buffer {
            address: Address {
                frame: *frame,
                local: *local,
                path: path.to_vec(),
            },
            len: lock.len,
            span,
        }
    }

    /// A failure that is about an operation under way, with the place where that was called.
    pub(in crate::exec) fn made_here(&self, work: &Work<C>, fault: &Fault, stop: Stop) -> Stop {
        let Some(Cause::Held(id)) = fault.cause else {
            return stop;
        };
        match work.locks.iter().find(|lock| lock.id == id) {
            Some(lock) => self.naming(lock, stop),
            // One that uses no buffer.
            None => match self.begun_at(work.process, id) {
                Some(site) => begun(site, stop),
                None => stop,
            },
        }
    }

    /// The failure with the place of the operation that uses the buffer.
    fn naming(&self, lock: &Lock, stop: Stop) -> Stop {
        let (graph, loc) = lock.made;
        let span = self.engine.program.graphs[graph].nodes[loc as usize].span;
        begun((graph, span), stop)
    }
}

/// The failure with the place where the operation was called that it is about.
fn begun((graph, span): Site, stop: Stop) -> Stop {
    let Stop::Fail(mut failure) = stop else {
        return stop;
    };
    let text = "the operation under way was called here".to_string();
    failure.notes.push((graph, span, text));
    Stop::Fail(failure)
}

fn touched(text: &str, access: Access, used: &str) -> String {
    let what = match access {
        Access::Read => "is read",
        Access::Write => "is written",
    };
    format!("`{text}` {what} while {used} is under way")
}

fn holds_sequence(store: &Store, value: ExprId) -> bool {
    match store.node(value) {
        Node::Tuple(parts) => parts.iter().any(|part| holds_sequence(store, *part)),
        Node::Ref { .. } => false,
        _ => store.sort(value).is_none(),
    }
}

/// Would a function own what it is called with here, if that is a vector?
pub(in crate::exec) fn takes_by_value(graph: &Graph, param: usize) -> bool {
    may_be_vector(&graph.function.params[param].ty)
}
