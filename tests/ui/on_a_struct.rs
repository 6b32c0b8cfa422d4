#[tass::model]
struct Point {
    x: f64,
}

#[tass::data]
fn function() {}

fn main() {}
