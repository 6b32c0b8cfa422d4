//! Handles: what the library knows of an operation, a group of processes, a message.
//!
//! None can be copied or cloned: what is completed, freed or received with one is so for all.

use tass_core::report::Value;
use tass_syntax::tree::{Handle, Type};

use super::traits::Data;

/// An operation under way, by which it is completed: `mpi!(wait(&mut request))`.
///
/// A request does not borrow the buffer of its operation. That nobody touches the buffer before the
/// operation is complete is for the verifier to check, and that no request is forgotten.
#[derive(Debug)]
#[must_use = "complete the operation: `mpi!(wait(&mut request))`"]
pub struct Request(());

/// No operation: what a request is when it has been completed, and may be before.
pub const REQUEST_NULL: Request = Request(());

/// Some of the processes, with ranks of their own: `mpi!(send(&x, to = 1, comm = row))`.
///
/// `split`, `dup` and `cart_create` make communicators, and a process that ends must have freed its
/// own: `mpi!(free(&mut row))`.
#[derive(Debug)]
#[must_use = "a communicator is freed before the process ends: `mpi!(free(&mut c))`"]
pub struct Comm(Which);

/// The communicators that have names.
#[derive(Debug)]
enum Which {
    World,
    Own,
    Null,
}

/// All processes: the communicator of an operation without `comm = `.
pub const WORLD: Comm = Comm(Which::World);

/// This process alone, with rank 0.
pub const SELF: Comm = Comm(Which::Own);

/// No communicator: what `split` and `cart_create` give to a process that is left out, and what a
/// variable may hold before.
pub const COMM_NULL: Comm = Comm(Which::Null);

impl Comm {
    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        match self.0 {
            Which::World => "WORLD",
            Which::Own => "SELF",
            Which::Null => "COMM_NULL",
        }
    }
}

/// A message that has been found, by which it is received: `mpi!(mrecv(&mut x, &mut message))`.
///
/// No other receive can take it any more.
#[derive(Debug)]
#[must_use = "receive the message: `mpi!(mrecv(&mut x, &mut message))`"]
pub struct Matched(());

/// No message: what a [`Matched`] is when its message has been received, and may be before.
pub const MESSAGE_NULL: Matched = Matched(());

macro_rules! handles {
    ($($name:ident)*) => {
        $(
            impl Data for $name {
                fn ty() -> Type {
                    Type::Handle(Handle::$name)
                }

                // Inputs have no handles.
                fn value(self) -> Value {
                    ().into()
                }
            }
        )*
    };
}

handles! { Request Comm Matched }
