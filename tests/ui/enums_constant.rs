#[allow(non_upper_case_globals)]
const limit: i64 = 3;

#[tass::model]
fn reached(n: i64) -> bool {
    match n {
        limit => true,
        _ => false,
    }
}

fn main() {}
