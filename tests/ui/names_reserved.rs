#[tass::model]
fn names(__tass_x: usize) {
    let __tass_b = __tass_x;
    assert!(__tass_b == 0);
}

fn main() {}
