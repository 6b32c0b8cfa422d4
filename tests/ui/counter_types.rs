use tass::prelude::*;

const TAG: i32 = 3;

#[tass::verify(nprocs = 2)]
fn types(n: i64, x: f64) {
    collective_assert!(PEER: proc[0].sent(n) == 0);
    collective_assert!(PROCESS: proc[x].sent(1) == 0);
    collective_assert!(TAGGED: received(0, tag = TAG) == 0);
    collective_assert!(VALUE: proc[0].sent(1) == n);
    collective_assert!(SIGNED: in_flight(0, 1) == proc[0].sent(1));
    collective_assert!(ITEM: proc.iter().all(|p| p.sent(n) == 0));
}

fn main() {}
