//! What long arrays and long junctions cost: twice as many items, twice the work.

use crate::budget::{self, Limits};
use crate::symbolic::{ExprId, Sort, Store};

/// The work of something, as a budget counts it.
fn work(what: impl FnOnce()) -> u64 {
    let endless = Limits {
        work: u64::MAX,
        deadline: None,
        memory: None,
        room: None,
    };
    let mut used = 0;
    budget::within(endless, &mut used, what).expect("there is no limit");
    used
}

/// Not more than that for twice as much, but for the thousand or so at a time that are counted.
fn at_most_twice(once: u64, twice: u64) {
    assert!(twice <= 2 * once + once / 5 + 2048, "{once}, then {twice}");
}

/// Reads an array of `n` items at the index that was written.
fn read_back(n: i64) -> u64 {
    let mut s = Store::new();
    let [i, v] = ["i", "v"].map(|name| s.new_symbol(name, Sort::Int));
    let (zero, len) = (s.int(0), s.int(n));
    let a = s.fill(zero, len);
    work(move || {
        let b = s.write(a, i, v);
        let nodes = s.len_nodes();
        // No disjunctions of more and more places, one for each item.
        assert_eq!(s.read(b, i), v);
        assert!(s.len_nodes() <= nodes + 1);
    })
}

/// `i != 0 && i != 3 && ...`: as one, and one after the other.
fn apart(n: i64, at_once: bool) -> u64 {
    let mut s = Store::new();
    let i = s.new_symbol("i", Sort::Int);
    let mut different = |k: i64| {
        let k = s.int(3 * k);
        s.ne(i, k)
    };
    let all: Vec<ExprId> = (0..n).map(&mut different).collect();
    work(move || {
        if at_once {
            s.all(&all);
        } else {
            assert_eq!(s.merged(&all), None);
        }
    })
}

#[test]
fn a_read_where_it_was_written() {
    at_most_twice(read_back(2_000), read_back(4_000));
}

#[test]
fn many_bounds_on_one_form() {
    for at_once in [true, false] {
        at_most_twice(apart(20_000, at_once), apart(40_000, at_once));
        // It is counted at all.
        assert!(apart(40_000, at_once) >= 38_000);
    }
}
