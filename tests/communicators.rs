//! Communicators: who is in them, what stays in them, and how they end.

mod collectives;
mod handles;
mod messages;
mod split;
