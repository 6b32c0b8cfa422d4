//! Attributes inside a model: rustc would compile something else than the model says.
#[tass::data]
#[derive(Clone, Copy)]
struct Point {
    x: i64,
    #[cfg(all())]
    y: i64,
}

#[tass::model]
#[some::macro_of_another_crate]
fn on_it() {}

#[tass::model]
fn inside(#[cfg(all())] n: i64) {
    #[cfg(any())]
    let a = 1;
    #[cfg(any())]
    assert!(n > 0);
    let mut v = vec![1, 2];
    #[cfg(any())]
    v.push(1);
    #[cfg(any())]
    {
        v.push(2);
    }
    #[cfg(any())]
    for i in 0..n {}
    let t = [
        1,
        #[cfg(any())]
        2,
    ];
    assert!(t.iter().all(|#[cfg(all())] x| *x > 0));
    #[allow(unused_variables)]
    let harmless = 1;
}

fn main() {}
