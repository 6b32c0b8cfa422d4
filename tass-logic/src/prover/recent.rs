//! What is remembered as long as there is room for it.
//!
//! Invariant: what is found is what was last put in. What is forgotten is what was put in first,
//! and depends on nothing else, so that a run is the same every time. What takes no room is never
//! forgotten.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{hold, release, slot};

/// The room of one memory, in values of symbols and functions: some fifty megabytes.
const ROOM: usize = 1 << 18;

/// What a value of a symbol or function takes in a model, in bytes: about half of that where
/// another memory has the same model.
const VALUE: usize = 72;

/// One memory.
pub(crate) struct Recent<K, V> {
    /// With the number of the time when it was put in.
    map: FxHashMap<K, (V, u64)>,
    /// What takes room, oldest first: the key, the time, the room.
    order: VecDeque<(K, u64, usize)>,
    now: u64,
    used: usize,
    room: usize,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Recent<K, V> {
        Recent {
            map: FxHashMap::default(),
            order: VecDeque::new(),
            now: 0,
            used: 0,
            room: ROOM,
        }
    }
}

impl<K: Copy + Eq + Hash, V> Recent<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key).map(|(value, _)| value)
    }

    /// Remembers a value that takes so much room.
    pub(crate) fn insert(&mut self, key: K, value: V, size: usize) {
        self.now += 1;
        if self.map.insert(key, (value, self.now)).is_none() {
            hold(slot::<(K, (V, u64))>());
        }
        if size == 0 {
            return;
        }
        hold(size * VALUE);
        self.order.push_back((key, self.now, size));
        self.used += size;
        while self.used > self.room
            && let Some((oldest, time, size)) = self.order.pop_front()
        {
            self.used -= size;
            release(size * VALUE);
            if self.map.get(&oldest).is_some_and(|known| known.1 == time) {
                self.map.remove(&oldest);
                release(slot::<(K, (V, u64))>());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn the_oldest_go_first_and_what_takes_no_room_stays() {
        let mut recent = Recent {
            room: 10,
            ..Recent::default()
        };
        recent.insert(1, "a", 4);
        recent.insert(2, "b", 0);
        recent.insert(3, "c", 4);
        recent.insert(1, "d", 2);
        assert_eq!(recent.get(&1), Some(&"d"));
        // The first value for 1 goes, the second stays.
        recent.insert(4, "e", 3);
        assert_eq!(
            [1, 2, 3, 4].map(|k| recent.get(&k).copied()),
            [Some("d"), Some("b"), Some("c"), Some("e")]
        );
        recent.insert(5, "f", 5);
        assert_eq!(
            [1, 2, 3, 4].map(|k| recent.get(&k).copied()),
            [Some("d"), Some("b"), None, Some("e")]
        );
        // Too large for the whole room: nothing else is left that takes any.
        recent.insert(6, "g", 11);
        assert_eq!(
            [1, 2, 4, 5, 6].map(|k| recent.get(&k).copied()),
            [None, Some("b"), None, None, None]
        );
    }
}
