//! Sends in buffered and in ready mode, blocking, immediate and persistent.

mod buffered;
mod cost;
mod ready;
