//! Collective operations that are begun here and completed there, each of them: what they compute,
//! that their buffers are in use meanwhile, and that they are to be completed.
//!
//! A model says with `how` what it does: 0 is right, 1 looks at the result too early, 2 writes what
//! it has given too early, and 3 never completes the operation. So one search shows what is
//! refuted, line by line; that all are verified with 0 is another test.

mod completion;
mod order;
mod rooted;
mod rootless;
mod varying;

use tass::Kind;

/// A touch of a buffer in use.
const RACE: Kind = Kind::BufferRace;
/// An operation that is never completed.
const LEAK: Kind = Kind::RequestLeak;
