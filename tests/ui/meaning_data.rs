//! Implementations of the user's own, that a model would have to know.
#[tass::data]
#[derive(Clone, PartialEq)]
struct Loud {
    x: i64,
}

impl Drop for Loud {
    fn drop(&mut self) {
        panic!("not silent");
    }
}

#[tass::data]
#[derive(Clone, PartialEq)]
struct Twice {
    x: i64,
}

impl Twice {
    fn clone(&self) -> Twice {
        Twice { x: 2 * self.x }
    }
}

fn main() {}
