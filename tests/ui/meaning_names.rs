//! Names that are understood by their spelling, and mean something else here.
use tass::prelude::*;

mod cmp {
    #[tass::model]
    pub fn min(a: i64, b: i64) -> i64 {
        a + b
    }
}

#[tass::model]
fn function() {
    assert!(cmp::min(1, 2) == 1);
}

mod types {
    use tass::prelude::*;

    #[allow(non_camel_case_types)]
    type i64 = i32;

    pub struct Vec<T>(T);

    #[tass::model]
    fn primitive(n: i64) {
        assert!(n < 1000);
    }

    #[tass::model]
    fn vector() -> usize {
        let v: Vec<u8> = make();
        0
    }

    #[tass::model]
    fn make() -> Vec<u8> {
        loop {}
    }
}

mod modules {
    #[allow(non_snake_case)]
    mod f64 {
        pub fn max(a: ::core::primitive::f64, b: ::core::primitive::f64) -> ::core::primitive::f64 {
            a - b
        }
    }

    #[tass::model]
    fn function() {
        assert!(f64::max(1.0, 2.0) == 2.0);
    }
}

mod macros {
    macro_rules! assume {
        ($($any:tt)*) => {};
    }

    #[tass::model]
    fn vocabulary(n: i64) {
        assume!(n > 0);
        assert!(n > 0);
    }

    #[tass::model]
    fn standard(n: i64) {
        other::assert!(n > 0);
    }
}

fn main() {}
