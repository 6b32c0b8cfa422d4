//! What an engine holds, as it counts itself.
//!
//! Whoever puts something into a structure that grows with the search says how many bytes that
//! takes ([`hold`]), and whoever forgets it gives them back ([`release`]). The account is of the
//! thread: a run has one of its own, so neighbours do not count, and the same model holds the same
//! on every run. It is an estimate: what an allocator adds is reckoned with, what lives for a
//! moment only (the terms of a product before they are interned, a substitution's memory) is not.
//! `tests/budgets.rs` and `cargo bench --bench hostile` compare it with what the operating system
//! says.

use std::cell::Cell;

thread_local! {
    static HELD: Cell<u64> = const { Cell::new(0) };
}

/// So many bytes more are held.
#[inline]
pub fn hold(bytes: usize) {
    HELD.set(HELD.get() + bytes as u64);
}

/// So many bytes are given back.
#[inline]
pub fn release(bytes: usize) {
    HELD.set(HELD.get().saturating_sub(bytes as u64));
}

/// The bytes that are held.
pub fn held() -> u64 {
    HELD.get()
}

/// What an allocation of so many bytes takes: a word for the allocator, and none is smaller than
/// two pairs of words.
#[inline]
pub const fn heap(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        1..=24 => 32,
        _ => (bytes + 8).next_multiple_of(16),
    }
}

/// What one entry of a hash table takes: a table is between 7/16 and 7/8 full, and has a byte of
/// control for each place.
#[inline]
pub const fn slot<T>() -> usize {
    (size_of::<T>() + 1) * 3 / 2
}

/// What one entry of an index set or map takes: a hash, itself, and a place in a table.
#[inline]
pub const fn indexed<T>() -> usize {
    size_of::<T>() + 8 + slot::<usize>()
}

/// While it is there, what is held is held by the same search; when it goes, all that goes as well.
pub struct Account {
    before: u64,
}

impl Account {
    /// A search begins.
    pub fn open() -> Account {
        Account { before: held() }
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        HELD.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::{Account, held, hold, release};

    #[test]
    fn what_a_search_holds_goes_with_it() {
        let outer = Account::open();
        hold(100);
        {
            let _inner = Account::open();
            hold(1000);
            release(10);
            assert_eq!(held(), 1090);
        }
        assert_eq!(held(), 100);
        // More than there is cannot be given back.
        release(200);
        assert_eq!(held(), 0);
        drop(outer);
    }
}
