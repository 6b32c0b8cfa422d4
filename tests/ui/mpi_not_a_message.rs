use tass::prelude::*;

struct Secret {
    key: u64,
}

#[tass::model]
fn borrowed(u: &[f64]) {
    mpi!(send(&u, to = 1));
}

fn main() {
    let secret = Secret { key: 1 };
    mpi!(send(&secret, to = 1));
    let pair = (1, "two");
    mpi!(allreduce(&pair, &mut (2, "three"), op = SUM));
}
