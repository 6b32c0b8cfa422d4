#[tass::verify(nprocs = 2)]
fn later(n: usize, mut v: Vec<usize>) {
    match n {
        0 => {}
        _ => {}
    }
    let last = Some(n);
    if let Some(last) = last {
        assert!(last == n);
    }
    while let Some(x) = v.pop() {
        assert!(x > 0);
    }
    let first = v.first();
    let Some(first) = first else { return };
    let order = Ordering::Less;
}

fn main() {}
