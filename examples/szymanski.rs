//! Szymanski's mutual exclusion algorithm.
use tass::prelude::*;

/// One process.
#[tass::model]
pub fn szymanski() {
    let rank = mpi!(rank());
    let mut a = shared!(false);
    let mut s = shared!(false);
    let mut w = shared!(false);
    loop {
        a = true;
        while proc.iter().any(|p| p.s) {}
        (w, s) = (true, true);
        a = false;
        if proc.iter().any(|p| p.a) {
            while proc.iter().all(|p| !p.s || p.w) {
                s = false;
            }
            s = true;
        }
        w = false;
        while proc.iter().any(|p| p.w) {}
        while proc[..rank].iter().any(|p| p.s) {}
        critical!({
            cover!(true);
        });
        s = false;
    }
}

fn main() {
    let g = szymanski::model().graph().unwrap();
    println!("{g}");
    for tests in [tass::Tests::Atomic, tass::Tests::Nonatomic] {
        for n in 1..=4 {
            let t = std::time::Instant::now();
            let report = szymanski::model().nprocs(n).tests(tests).max_states(300000).check();
            println!("{n} {tests:?} {:?} {} {:?}", report.verdict().map(|v| v.name()), report.stats().states, t.elapsed());
            if report.is_refuted() { println!("{report}"); println!("{:?}", report.violations()[0].schedule.iter().map(|s| (s.process, s.choice)).collect::<Vec<_>>()); return; }
        }
    }
}
