use tass::prelude::*;

#[tass::data]
#[derive(Clone, Copy)]
struct Pair {
    a: i64,
    b: i64,
}

#[tass::model]
fn join(x: Pair, y: Pair) -> Pair {
    Pair {
        a: x.a + y.a,
        b: x.b.max(y.b),
    }
}

#[tass::model]
fn by_reference(x: &i64, y: &i64) -> i64 {
    *x + *y
}

#[tass::model]
fn ring(x: i64, p: Pair) {
    let (mut y, mut q) = (x, p);
    let f = 1;
    mpi!(allreduce(&p, &mut q, op = SUM));
    mpi!(allreduce(&p, &mut q, op = join));
    mpi!(allreduce(&x, &mut y, op = ordered(join)));
    mpi!(allreduce(&x, &mut y, op = ordered(by_reference)));
    mpi!(allreduce(&x, &mut y, op = ordered(f)));
    mpi!(allreduce(&x, &mut y, op = commutative(|a, b| a + b)));
}

fn main() {}
