//! Numerical integration by a manager and its workers. The function is an input: `f[i]` is its
//! value at `a + i * h`.

use tass::prelude::*;

const STEPS: usize = 5;
const STOP: usize = STEPS;

#[tass::model]
pub(crate) fn integrate(f: [f64; STEPS + 1], h: f64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank == 0 {
        let mut integral = 0.0;
        let mut next = 0;
        let mut to = 1;
        while to < size {
            mpi!(send(&next, to = to));
            next = if next < STOP { next + 1 } else { STOP };
            to += 1;
        }
        for _ in 0..STEPS {
            let mut area = 0.0;
            let status = mpi!(recv(&mut area, from = ANY));
            integral += area;
            mpi!(send(&next, to = status.source));
            next = if next < STOP { next + 1 } else { STOP };
        }
        let mut sequential = 0.0;
        for i in 0..STEPS {
            sequential += (f[i] + f[i + 1]) * h / 2.0;
        }
        assert!(integral == sequential);
    } else {
        loop {
            let mut i = 0;
            mpi!(recv(&mut i, from = 0));
            if i == STOP {
                break;
            }
            let area = (f[i] + f[i + 1]) * h / 2.0;
            mpi!(send(&area, to = 0));
        }
    }
}
