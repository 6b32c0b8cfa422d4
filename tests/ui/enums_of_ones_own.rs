enum Option<T> {
    Some(T),
    None,
}
use Option::{None, Some};

#[tass::model]
fn first(n: usize) -> Option<usize> {
    match Some(n) {
        Some(0) => None,
        found => found,
    }
}

fn main() {}
