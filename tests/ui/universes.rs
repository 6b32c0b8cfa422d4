use tass::prelude::*;

#[tass::model]
fn shapes() {
    universe!(workers);
    universe!(|p| p != 0);
    universe!(workers: 1..4);
    universe!(workers: |p, q| p != q);
    universe!(halo::workers: |p| p != 0);
    universe!(typed: |p| p + 1);
}

fn main() {}
