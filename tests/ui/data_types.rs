use tass::prelude::*;

struct Plain {
    x: f64,
}

#[tass::data]
struct Named {
    id: usize,
    name: String,
    plain: Plain,
}

#[tass::model]
fn uses(p: Plain) -> f64 {
    p.x
}

fn main() {
    mpi!(barrier());
}
