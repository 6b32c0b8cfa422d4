//! Kinds are checked by rustc, and one execution is not a proof.

#[tass::model]
fn fine() {}

fn main() {
    tass::assert_refuted!(fine::model().nprocs(2), potental_deadlock);
    tass::assert_verified!(tass::replay(fine::model().nprocs(2)));
}
