//! What stands for tass in the text that rustc runs: one process, rank 0 of 1.
//!
//! What Rust has, rustc does. Here is the rest: casts that say when a value does not fit, choices,
//! assumptions, and the operations of MPI as one process sees them. A run that goes on for too
//! long, or asks for too much memory, is out of scope: nothing is said of it.

use std::any::{Any, type_name};
use std::cell::RefCell;
use std::panic::panic_any;

pub use std::any::type_name_of_val;
pub use std::cmp;

use crate::generate::Rng;

/// The state of the run.
struct Run {
    fuel: u32,
    rng: Rng,
    /// The choices that are given; others follow from chance.
    given: Vec<i128>,
    /// The choices that were made.
    made: Vec<i128>,
    /// The locals and their types.
    locals: Vec<(&'static str, &'static str)>,
}

thread_local! {
    static RUN: RefCell<Run> = RefCell::new(Run { fuel: 0, rng: Rng::new(0), given: Vec::new(), made: Vec::new(), locals: Vec::new() });
}

/// The payload of a run that is out of scope.
pub struct OutOfScope;

/// Before a run.
pub(super) fn start(seed: u64, given: Vec<i128>) {
    RUN.with_borrow_mut(|run| {
        run.fuel = 2000;
        run.rng = Rng::new(seed);
        run.given = given;
        run.given.reverse();
        run.made.clear();
    });
}

/// The choices of the last run.
pub(super) fn choices() -> Vec<i128> {
    RUN.with_borrow(|run| run.made.clone())
}

/// The locals since the last time.
pub(super) fn locals() -> Vec<(&'static str, &'static str)> {
    RUN.with_borrow_mut(|run| std::mem::take(&mut run.locals))
}

/// Notes the type of a local.
pub fn seen(name: &'static str, ty: &'static str) {
    RUN.with_borrow_mut(|run| {
        if !run.locals.contains(&(name, ty)) {
            run.locals.push((name, ty));
        }
    });
}

/// One step of a loop.
pub fn tick() {
    let left = RUN.with_borrow_mut(|run| {
        run.fuel = run.fuel.saturating_sub(1);
        run.fuel
    });
    if left == 0 {
        panic_any(OutOfScope);
    }
}

/// A length that memory has room for.
pub fn room(len: usize) -> usize {
    if len > 10_000 {
        panic_any(OutOfScope);
    }
    len
}

/// `assume!(cond)`
pub fn assume(cond: bool) {
    if !cond {
        panic_any(OutOfScope);
    }
}

/// `choose!(lo..=hi)`, or without the upper end: `last` says whether it is one of the values.
pub fn choose<T: Number>(lo: T, hi: T, last: bool) -> T {
    let small = |value: T| {
        value
            .whole()
            .small()
            .unwrap_or_else(|| panic_any(OutOfScope))
    };
    let (lo, hi) = (small(lo), small(hi) - i128::from(!last));
    if lo > hi {
        panic_any(OutOfScope);
    }
    let value = RUN.with_borrow_mut(|run| {
        let value = match run.given.pop() {
            Some(given) if (lo..=hi).contains(&given) => given,
            _ => run.rng.between(lo, hi.min(lo.saturating_add(5))),
        };
        run.made.push(value);
        value
    });
    T::back(Whole::from(value)).unwrap_or_else(|| panic_any(OutOfScope))
}

/// A whole number of any type.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    negative: bool,
    size: u128,
}

impl Whole {
    fn small(self) -> Option<i128> {
        let size = i128::try_from(self.size).ok()?;
        Some(if self.negative { -size } else { size })
    }
}

impl From<i128> for Whole {
    fn from(value: i128) -> Whole {
        Whole {
            negative: value < 0,
            size: value.unsigned_abs(),
        }
    }
}

/// A type that `as` casts from.
pub trait Number: Copy {
    /// The value, towards zero.
    fn whole(self) -> Whole;
    /// The value, if the type has it.
    fn back(value: Whole) -> Option<Self>;
}

macro_rules! numbers {
    ($($ty:ident)*) => {
        $(
            impl Number for $ty {
                fn whole(self) -> Whole {
                    match i128::try_from(self) {
                        Ok(value) => value.into(),
                        // Only a `u128` is beyond.
                        Err(_) => Whole { negative: false, size: self as u128 },
                    }
                }

                fn back(value: Whole) -> Option<$ty> {
                    match value.negative {
                        true => $ty::try_from((value.size as i128).wrapping_neg()).ok(),
                        false => $ty::try_from(value.size).ok(),
                    }
                }
            }
        )*
    };
}

numbers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl Number for bool {
    fn whole(self) -> Whole {
        i128::from(self).into()
    }

    fn back(_: Whole) -> Option<bool> {
        None
    }
}

macro_rules! reals {
    ($($ty:ident)*) => {
        $(
            impl Number for $ty {
                fn whole(self) -> Whole {
                    Whole { negative: self <= -1.0, size: self.abs() as u128 }
                }

                fn back(_: Whole) -> Option<$ty> {
                    None
                }
            }
        )*
    };
}

reals! { f32 f64 }

/// `value as T`, of an integer type `T`.
pub fn cast<T: Number, S: Number>(value: S) -> T {
    let whole = value.whole();
    T::back(whole).unwrap_or_else(|| panic!("invalid_cast of {whole:?} to {}", type_name::<T>()))
}

/// What is printed is evaluated.
pub fn printed<T>(_value: &T) {}

/// `panic!`, so that the message says so.
pub fn explicit(message: &str) -> ! {
    panic!("panicked: {message}")
}

/// `collective_assert!`, of one process.
pub fn collective_assert(cond: bool) {
    if !cond {
        panic!("collective_assertion");
    }
}

/// `always!`, checked where it stands.
pub fn always(cond: bool) {
    if !cond {
        panic!("always");
    }
}

/// `invariant!`, when the loop is entered and after each of its rounds.
pub fn invariant(first: &mut bool, cond: bool) {
    if !cond {
        panic!(
            "{}",
            if *first {
                "invariant_entry"
            } else {
                "invariant"
            }
        );
    }
    *first = false;
}

/// No process, as tass has it.
pub const PROC_NULL: usize = tass::PROC_NULL;

/// A rank of any integer type, as tass takes it.
pub trait Rank {
    /// As a number; what is no `usize` is some rank that nobody has.
    fn rank(self) -> usize;
}

macro_rules! ranks {
    ($($ty:ty)*) => {
        $(impl Rank for $ty {
            fn rank(self) -> usize {
                usize::try_from(self).unwrap_or(1)
            }
        })*
    };
}

ranks!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A message on its way. Its type is not that of the buffer it goes to, as in `mpi!`: else rustc
/// would learn a type here that it does not learn in the model.
pub struct Outgoing {
    value: Box<dyn Any>,
    to: usize,
}

/// The send of a `sendrecv`: reads what is sent.
pub fn outgoing<S: Clone + 'static>(buffer: &S, to: impl Rank) -> Outgoing {
    let (value, to) = (Box::new(buffer.clone()), to.rank());
    Outgoing { value, to }
}

/// The receive of a `sendrecv`.
pub fn sendrecv<R: 'static>(message: Outgoing, buffer: &mut R, from: impl Rank) {
    let from = match from.rank() {
        tass::ANY => 0,
        from => from,
    };
    let known = |rank: usize| rank == 0 || rank == PROC_NULL;
    if !known(message.to) || !known(from) {
        panic!("invalid_rank");
    }
    match (message.to, from) {
        (0, 0) => match message.value.downcast() {
            Ok(value) => *buffer = *value,
            Err(_) => panic!("type_mismatch"),
        },
        (_, PROC_NULL) if message.to == PROC_NULL => {}
        // A message that nobody receives, or a receive of what nobody sends.
        _ => panic_any(OutOfScope),
    }
}

/// One process swaps with itself, or with nobody.
pub fn sendrecv_replace<T: Clone + 'static>(buffer: &mut T, to: impl Rank, from: impl Rank) {
    let message = outgoing(buffer, to);
    sendrecv(message, buffer, from);
}

/// A collective operation in which one process takes its own data.
pub fn collect<T: Clone>(from: &T, to: &mut T, root: impl Rank) {
    if root.rank() != 0 {
        panic!("invalid_rank");
    }
    *to = from.clone();
}

/// `abort`
pub fn abort<T>(_code: T) {
    panic!("aborted");
}

/// `bcast`
pub fn broadcast<T>(_buffer: &mut T, root: impl Rank) {
    if root.rank() != 0 {
        panic!("invalid_rank");
    }
}
