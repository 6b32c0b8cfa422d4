use tass::prelude::*;
use tass::{Deadlock, Model, Violations};

#[tass::model]
fn assume_first(n: i32) { if mpi!(rank()) == 0 { assume!(n > 0); } else { assert!(n > 0); } }
#[tass::model]
fn assume_second(n: i32) { if mpi!(rank()) == 1 { assume!(n > 0); } else { assert!(n > 0); } }
#[tass::model]
fn assume_after_barrier(n: i32) { if mpi!(rank()) == 0 { mpi!(barrier()); assume!(n > 0); } else { assert!(n > 0); mpi!(barrier()); } }
#[tass::model]
fn dead(n: i32) { if mpi!(rank()) == 0 { assume!(n > 0 && n < 0); } else { assert!(n > 0); } }
#[tass::model]
fn gives_up(n: i32) { if mpi!(rank()) == 0 { assert!(deep(n) == 0); } else { assert!(n > 0); } }
#[tass::model]
fn deep(n: i32) -> i32 { if n == 0 { 0 } else { deep(n - 1) } }
#[tass::model]
fn self_exchange() { let r = mpi!(rank()); let mut y = 9; mpi!(sendrecv(&r, to = r, &mut y, from = r)); assert!(y == r); }
#[tass::model]
fn symbolic_source(n: usize) { 
    assume!(n > 0 && n < mpi!(size()));
    let mut x = 0usize; let r = mpi!(rank());
    if r == 0 { let s = mpi!(recv(&mut x, from = n)); assert!(s.source == n && x == 10 * n); }
    else if r == n { mpi!(send(&(10 * r), to = 0)); } }
#[tass::model]
fn get(x: &mut i32, from: usize) -> usize { mpi!(recv(&mut *x, from = from)).count }
#[tass::model]
fn by_reference() { let mut u = [0; 3]; if mpi!(rank()) == 0 { mpi!(send(&5, to = 1)); } else { let c = get(&mut u[1], 0); assert!(c == 1 && u[1] == 5 && u[0] == 0); } }
#[tass::model]
fn chosen() { let c = choose!(0..3); if mpi!(rank()) == 0 { mpi!(send(&c, to = 1)); } else { let mut x = 0; mpi!(recv(&mut x, from = 0)); assert!(x < 2); } }
#[tass::model]
fn wide_choice() { let c = choose!(0..1000); if mpi!(rank()) == 0 { mpi!(send(&c, to = 1)); } else { let mut x = 0; mpi!(recv(&mut x, from = 0)); assert!(x != 777); } }
/// barrier lets only rank 1 fail after.
#[tass::model]
fn covers(n: i32) { cover!(n > 5 && mpi!(rank()) == 1); assert!(n == n); }
#[tass::model]
fn late_wild() {
    let r = mpi!(rank()); let mut x = 0usize;
    if r == 0 { mpi!(recv(&mut x, from = ANY)); mpi!(send(&x, to = 1)); mpi!(recv(&mut x, from = ANY)); assert!(x != 1); }
    else if r == 1 { mpi!(recv(&mut x, from = ANY)); mpi!(send(&r, to = 0)); }
    else { mpi!(send(&r, to = 0)); }
}
#[tass::model]
fn two_wild() {
    let r = mpi!(rank()); let mut x = 0usize; let mut y = 0usize;
    if r == 0 { mpi!(recv(&mut x, from = ANY)); mpi!(recv(&mut y, from = ANY)); assert!(x != 1 || y != 2); }
    else if r == 1 { mpi!(recv(&mut x, from = ANY)); mpi!(send(&r, to = 0)); }
    else { mpi!(send(&r, to = 1)); mpi!(send(&r, to = 0)); }
}
fn go(name: &str, m: Model, n: usize) {
    for d in [Deadlock::Potential, Deadlock::Absolute] { for v in [Violations::First, Violations::All] { for red in [true, false] {
        let r = m.clone().nprocs(n).deadlock(d).violations(v).reduction(red).check();
        let ks: Vec<_> = r.kinds().iter().map(|k| k.name()).collect();
        println!("{name:20} {d:?} {v:?} reduction={red}: {} {ks:?} {}", r.verdict().map_or("notbuilt", |v| v.name()), if r.verdict().is_none() || matches!(r.verdict(), Some(tass::Verdict::Inconclusive(_))) { r.to_string() } else { String::new() });
    } } }
}
#[test]
fn probe() {
    go("assume_first", assume_first::model(), 2);
    go("assume_second", assume_second::model(), 2);
    go("assume_after_barrier", assume_after_barrier::model(), 2);
    go("dead", dead::model(), 2);
    go("gives_up", gives_up::model(), 2);
    go("self_exchange", self_exchange::model(), 2);
    go("symbolic_source", symbolic_source::model(), 3);
    go("by_reference", by_reference::model(), 2);
    go("chosen", chosen::model(), 2);
    go("wide_choice", wide_choice::model(), 2);
    go("covers", covers::model(), 2);
    go("late_wild", late_wild::model(), 3);
    go("two_wild", two_wild::model(), 3);
}
