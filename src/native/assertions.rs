//! Assumptions, choices and assertions across processes.

use super::{Integer, Message, Shareable, outside_verification};

/// `assume!(e)`
#[track_caller]
pub fn assume(_cond: bool) {
    outside_verification("assume!(..)")
}

/// `cover!(e)`
#[track_caller]
pub fn cover(_cond: bool) {
    outside_verification("cover!(..)")
}

/// `output!(name = e)`
#[track_caller]
pub fn output<T: Message + ?Sized>(_value: &T) {
    outside_verification("output!(..)")
}

/// `choose!(lo..hi)`
#[track_caller]
pub fn choose<T: Integer>(_lo: T, _hi: T) -> T {
    outside_verification("choose!(..)")
}

/// `elaborate!(e)`
#[track_caller]
pub fn elaborate<T: Integer>(_value: T) {
    outside_verification("elaborate!(..)")
}

/// `collective_assert!(NAME: e)`: the condition is for rustc to check, it is never called.
#[track_caller]
pub fn collective_assert(_cond: impl FnOnce() -> bool) {
    outside_verification("collective_assert!(..)")
}

/// `joint_assert!(NAME: e)`: never called; the condition is checked when the two programs are put
/// together.
#[track_caller]
pub fn joint_assert(_cond: impl FnOnce()) {
    outside_verification("joint_assert!(..)")
}

/// `universe!(name: |p| e)`
#[track_caller]
pub fn universe(_member: impl Fn(usize) -> bool) {
    outside_verification("universe!(..)")
}

/// `invariant!(NAME: e)` before a `for` loop: the condition is of what the loop binds.
#[track_caller]
pub fn invariant_over<I: IntoIterator>(
    _items: impl FnOnce() -> I,
    _cond: impl FnOnce(I::Item) -> bool,
) {
    outside_verification("invariant!(..)")
}

/// `invariant!(NAME: e)`: the condition is for rustc to check, it is never called.
#[track_caller]
pub fn invariant(_cond: impl FnOnce() -> bool) {
    outside_verification("invariant!(..)")
}

/// `shared!(init)`
#[track_caller]
pub fn shared<T: Shareable>(_init: T) -> T {
    outside_verification("shared!(..)")
}

/// `always!(e)`: the condition is for rustc to check, it is never called.
#[track_caller]
pub fn always(_cond: impl FnOnce() -> bool) {
    outside_verification("always!(..)")
}

/// The start of `critical!({ .. })`
#[track_caller]
pub fn critical() {
    outside_verification("critical!(..)")
}
