#[tass::verify(nprocs = 2)]
fn later(n: usize, mut v: Vec<usize>) {
    while let Some(x) = v.pop() {
        assert!(x > 0);
    }
    let first = v.first();
    let last = v.get(n);
    let twice = Some(n).map(|n| 2 * n);
    match &v[..] {
        [] => {}
        [first, ..] => assert!(*first == n),
    }
    if let Some(ref mut n) = twice {
        *n += 1;
    }
}

fn main() {}
