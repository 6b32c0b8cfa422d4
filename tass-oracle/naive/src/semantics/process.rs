//! One process: its code, run from the start with the answers that it has got so far.
//!
//! There is no program counter and no saved stack. A process is deterministic but for the answers
//! of the others, so running it again with one answer more *is* its next step; what it does is
//! whatever plain recursion over the syntax does. [`run`] returns at the first request that has no
//! answer yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{Block, Expr, Function, Pattern, Span, Stmt, Type};

use super::frames::Watch;
use super::group::Group;
use super::immediate::Pending;
use super::locks::Lock;
use super::messages::Message;
use super::persistent::Again;
use super::request::{Answer, Request};
use super::snapshot::Contribution;
use super::value::{Place, Value};

/// How far a process comes with the answers that it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Next {
    /// It needs one more answer.
    Request(Request),
    /// It has left the program; has it called `init`?
    Done {
        /// Has it called `init`?
        initialised: bool,
    },
    /// It does something wrong.
    Fail(Kind),
    /// It meets an assumption that does not hold: this execution does not count.
    Dropped,
    /// It runs on and on without asking for anything: it never waits, and never ends.
    Spinning,
}

/// How far a process has come, and, if it has just come round a loop, what it remembers there.
pub(super) struct Progress {
    pub(super) next: Next,
    pub(super) mark: Option<Mark>,
}

/// A process at the head of a loop, all answers used: what it does from here depends on nothing
/// else, so two that are equal here are equal for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Mark {
    head: Span,
    vars: Vec<Value>,
    phase: Phase,
    messages: Vec<Message>,
    pending: BTreeMap<usize, Pending>,
    persistent: BTreeMap<usize, Again>,
    made: BTreeMap<usize, Arc<Group>>,
    matched: BTreeMap<usize, Arc<Group>>,
    rounds: Vec<Round>,
}

/// A `for` under way: what it runs over, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Round {
    pub(super) head: Span,
    pub(super) items: Vec<Value>,
    pub(super) at: usize,
}

/// Something that the oracle cannot judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unsupported {
    /// A construct that it does not know.
    Construct(String),
    /// A number, or a sequence, that is too large for it.
    Size(String),
}

/// Runs process `rank` of `size` on the inputs, as far as the answers reach; does the program count
/// its messages?
///
/// # Errors
///
/// If the program uses what the oracle does not know.
pub(super) fn run(
    function: &Arc<Function>,
    size: usize,
    rank: usize,
    inputs: &[Value],
    answers: &[Answer],
    counts: bool,
) -> Result<Progress, Unsupported> {
    let mut process = Process {
        size,
        rank,
        answers,
        used: 0,
        fuel: FUEL,
        frames: Vec::new(),
        phase: Phase::Fresh,
        half_done: 0,
        mark: None,
        peers: None,
        counts,
        messages: Vec::new(),
        watches: Vec::new(),
        pending: BTreeMap::new(),
        persistent: BTreeMap::new(),
        world: Arc::new(Group::world(size)),
        made: BTreeMap::new(),
        matched: BTreeMap::new(),
        rounds: Vec::new(),
    };
    let result = process.call(function.clone(), inputs.to_vec());
    let next = match result.and_then(|_| process.all_completed()) {
        Ok(_) if process.phase == Phase::Running => Next::Fail(Kind::InitFinalize),
        Ok(_) => Next::Done {
            initialised: process.phase == Phase::Finalized,
        },
        Err(Stop::Request(request)) => Next::Request(*request),
        Err(Stop::Fail(kind)) => Next::Fail(kind),
        Err(Stop::Dropped) => Next::Dropped,
        Err(Stop::Spinning) => Next::Spinning,
        Err(Stop::Unsupported(what)) => return Err(Unsupported::Construct(what)),
        Err(Stop::TooLarge(what)) => return Err(Unsupported::Size(what)),
        Err(Stop::Break(..) | Stop::Continue(_) | Stop::Return(_)) => {
            return Err(Unsupported::Construct("a jump out of the function".into()));
        }
    };
    Ok(Progress {
        next,
        mark: process.mark,
    })
}

/// Loop rounds and calls after which a process is taken to run for ever: far more than any loop of
/// a small model that ends.
const FUEL: u32 = 5_000;

/// Why evaluation does not go on here.
pub(super) enum Stop {
    Request(Box<Request>),
    Fail(Kind),
    Dropped,
    Spinning,
    Unsupported(String),
    TooLarge(String),
    Break(Option<String>, Value),
    Continue(Option<String>),
    Return(Value),
}

/// Where a process stands with `init` and `finalize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// Nothing called yet.
    Fresh,
    /// Communicated without `init`.
    Bare,
    /// `init` called.
    Running,
    /// `finalize` called.
    Finalized,
}

/// A process under way.
pub(super) struct Process<'a> {
    pub(super) size: usize,
    pub(super) rank: usize,
    pub(super) answers: &'a [Answer],
    /// How many answers have been used.
    pub(super) used: usize,
    fuel: u32,
    pub(super) frames: Vec<Frame>,
    pub(super) phase: Phase,
    /// How many expressions around are evaluated in part.
    pub(super) half_done: usize,
    mark: Option<Mark>,
    /// What all have contributed, while a collective condition is evaluated.
    pub(super) peers: Option<&'a [Option<Contribution>]>,
    /// Does the program count its messages?
    pub(super) counts: bool,
    /// Then all that it has sent and received, sorted.
    pub(super) messages: Vec<Message>,
    /// Loops of which it is known what they may change, the innermost last.
    pub(super) watches: Vec<Watch>,
    /// The operations that it has posted and not completed, by their handles.
    pub(super) pending: BTreeMap<usize, Pending>,
    /// Those that can be begun again.
    pub(super) persistent: BTreeMap<usize, Again>,
    /// The communicator of all processes.
    pub(super) world: Arc<Group>,
    /// The communicators that it was given and has not freed, by their numbers.
    pub(super) made: BTreeMap<usize, Arc<Group>>,
    /// The communicators of the messages that are its own, by their numbers.
    pub(super) matched: BTreeMap<usize, Arc<Group>>,
    /// The `for` loops that it is in, the innermost last.
    pub(super) rounds: Vec<Round>,
}

/// A call under way.
pub(super) struct Frame {
    pub(super) function: Arc<Function>,
    /// Innermost last; shadowing is finding the last one of a name.
    pub(super) vars: Vec<Var>,
}

#[derive(Clone)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) value: Value,
}

impl<'a> Process<'a> {
    /// A process that evaluates its condition among what all have contributed.
    pub(super) fn among(
        all: &'a [Option<Contribution>],
        rank: usize,
        vars: Vec<Var>,
        locks: &[Lock],
    ) -> Process<'a> {
        let function = Arc::new(condition());
        Process {
            size: all.len(),
            rank,
            answers: &[],
            used: 0,
            fuel: FUEL,
            frames: vec![Frame { function, vars }],
            phase: Phase::Fresh,
            half_done: 1,
            mark: None,
            peers: Some(all),
            counts: false,
            messages: Vec::new(),
            watches: Vec::new(),
            pending: locks.iter().cloned().map(Pending::of).enumerate().collect(),
            persistent: BTreeMap::new(),
            world: Arc::new(Group::world(all.len())),
            made: BTreeMap::new(),
            matched: BTreeMap::new(),
            rounds: Vec::new(),
        }
    }
}

impl Process<'_> {
    pub(super) fn frame(&self) -> &Frame {
        self.frames
            .last()
            .expect("a process runs inside a function")
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("a process runs inside a function")
    }

    /// The last variable of this name.
    pub(super) fn var(&self, name: &str) -> Result<usize, Stop> {
        let found = self.frame().vars.iter().rposition(|var| var.name == name);
        found.ok_or_else(|| Stop::Unsupported(format!("the variable `{name}`")))
    }

    /// The value at a place.
    pub(super) fn load(&self, place: &Place) -> Value {
        self.frames[place.frame].vars[place.var]
            .value
            .part(&place.path)
    }

    pub(super) fn store(&mut self, place: &Place, value: Value) {
        self.watches.iter_mut().for_each(|watch| watch.note(place));
        self.frames[place.frame].vars[place.var]
            .value
            .set_part(&place.path, value);
    }

    /// The value behind all mutable references.
    pub(super) fn settle(&self, mut value: Value) -> Value {
        while let Value::Place(place) = value {
            value = self.load(&place);
        }
        value
    }

    /// One more round of a loop, or one more call.
    pub(super) fn burn(&mut self) -> Result<(), Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Spinning)?;
        Ok(())
    }

    /// At the head of a loop. It counts if nothing but what is remembered says what comes next: not
    /// inside a call, or an expression that is evaluated in part.
    pub(super) fn at_head(&mut self, head: Span) {
        if self.frames.len() == 1 && self.half_done == 0 && self.used == self.answers.len() {
            let vars = self
                .frame()
                .vars
                .iter()
                .map(|var| var.value.clone())
                .collect();
            let phase = self.phase;
            let messages = self.messages.clone();
            self.mark = Some(Mark {
                head,
                vars,
                phase,
                messages,
                pending: self.pending.clone(),
                persistent: self.persistent.clone(),
                made: self.made.clone(),
                matched: self.matched.clone(),
                rounds: self.rounds.clone(),
            });
        }
    }

    /// Calls a function.
    pub(super) fn call(
        &mut self,
        function: Arc<Function>,
        args: Vec<Value>,
    ) -> Result<Value, Stop> {
        self.burn()?;
        self.frames.push(Frame {
            function: function.clone(),
            vars: Vec::new(),
        });
        for (param, value) in function.params.iter().zip(args) {
            self.bind(&param.pattern, &param.ty, value)?;
        }
        let result = match self.statements(&function.body, Some(&function.ret)) {
            Err(Stop::Return(value)) => Ok(value),
            other => other,
        };
        if result.is_ok() {
            // What the program itself leaves undone when it ends is another matter.
            if self.frames.len() > 1 {
                self.gone(self.frames.len() - 1, 0)?;
            }
            self.frames.pop();
        }
        result
    }

    /// A block: its variables are gone after it.
    pub(super) fn block(&mut self, block: &Block, expected: Option<&Type>) -> Result<Value, Stop> {
        let vars = self.frame().vars.len();
        let result = self.statements(block, expected);
        self.leave(vars, result)
    }

    /// The variables from this one on are gone.
    pub(super) fn leave<T>(&mut self, vars: usize, result: Result<T, Stop>) -> Result<T, Stop> {
        let leaves = matches!(
            result,
            Ok(_) | Err(Stop::Break(..) | Stop::Continue(_) | Stop::Return(_))
        );
        if leaves {
            self.gone(self.frames.len() - 1, vars)?;
        }
        self.frame_mut().vars.truncate(vars);
        result
    }

    fn statements(&mut self, block: &Block, expected: Option<&Type>) -> Result<Value, Stop> {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Expr(e) => {
                    self.eval(e, None)?;
                }
                Stmt::Let {
                    pattern,
                    ty,
                    init: None,
                    ..
                } => self.bind(pattern, ty, Value::Unset)?,
                Stmt::Let {
                    pattern,
                    ty,
                    init: Some(init),
                    ..
                } => self.let_(pattern, ty, init)?,
                Stmt::LetElse {
                    pattern,
                    ty,
                    init,
                    otherwise,
                    ..
                } => self.let_else(pattern, ty, init, otherwise)?,
            }
        }
        match &block.tail {
            Some(tail) => self.eval(tail, expected),
            None => Ok(Value::Unit),
        }
    }

    fn let_(&mut self, pattern: &Pattern, ty: &Type, init: &Expr) -> Result<(), Stop> {
        if *ty != Type::Infer {
            let ty = self.completed(ty, init);
            let value = self.eval(init, Some(&ty))?;
            return self.bind(pattern, &ty, value);
        }
        let ty = self.type_of(init);
        let value = self.eval(init, ty.as_ref())?;
        let ty = match (ty, &value) {
            (Some(ty), _) => ty,
            (None, Value::Unit) => Type::Unit,
            (None, Value::Bool(_)) => Type::Bool,
            _ => {
                return Err(Stop::Unsupported(
                    "a variable whose type is not written".into(),
                ));
            }
        };
        self.bind(pattern, &ty, value)
    }
}

/// The type behind all references.
pub(super) fn peeled(ty: &Type) -> Type {
    match ty {
        Type::Ref { target, .. } => peeled(target),
        ty => ty.clone(),
    }
}

/// A function without parts: where a condition stands.
fn condition() -> Function {
    Function {
        name: "condition".into(),
        path: "condition".into(),
        file: String::new(),
        line: 1,
        source: String::new(),
        params: Vec::new(),
        ret: Type::Unit,
        body: Block {
            stmts: Vec::new(),
            tail: None,
            span: Span::default(),
        },
        callees: Vec::new(),
    }
}
