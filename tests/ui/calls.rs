use tass::prelude::*;

#[derive(Clone, Copy)]
#[tass::data]
struct Point {
    x: f64,
}

impl Point {
    fn new(x: f64) -> Point {
        Point { x }
    }
}

fn pick<T>(x: T) -> T {
    x
}

#[tass::model]
fn calls(n: usize) -> f64 {
    let p = Point::new(0.5);
    let mut a = n;
    let mut b = pick::<usize>(n);
    std::mem::swap(&mut a, &mut b);
    drop(b);
    p.x + (a as f64) + String::from("x").len() as f64
}

fn main() {
    mpi!(barrier());
}
