//! One-dimensional diffusion with fixed ends, one update, against a sequential oracle in the same
//! program.

use tass::prelude::*;

/// `nx` inner points, one update. The field `init` has the two ends as well.
#[tass::model]
pub(crate) fn diffusion(init: &[f64], k: f64, nx: usize) {
    assume!(init.len() == nx + 2 && k > 0.0 && k < 0.5);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let first = rank * nx / size;
    let nxl = (rank + 1) * nx / size - first;
    let left = if first == 0 || nxl == 0 {
        PROC_NULL
    } else {
        (size * first - 1) / nx
    };
    let right = if first + nxl >= nx || nxl == 0 {
        PROC_NULL
    } else {
        (size * (first + nxl + 1) - 1) / nx
    };
    let mut u = vec![0.0; nxl + 2];
    for i in 1..=nxl {
        u[i] = init[first + i];
    }
    if left == PROC_NULL {
        u[0] = init[0];
    }
    if right == PROC_NULL {
        u[nxl + 1] = init[nx + 1];
    }
    write_frame(&u, init, nxl, nx);

    let (leftmost, rightmost) = (u[1], u[nxl]);
    mpi!(sendrecv(
        &leftmost,
        to = left,
        &mut u[nxl + 1],
        from = right
    ));
    mpi!(sendrecv(&rightmost, to = right, &mut u[0], from = left));
    let mut new = u.clone();
    for i in 1..=nxl {
        new[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
    }

    let mut oracle = init.to_vec();
    for i in 1..=nx {
        oracle[i] = init[i] + k * (init[i + 1] + init[i - 1] - 2.0 * init[i]);
    }
    write_frame(&new, &oracle, nxl, nx);
}

/// Process 0 collects the field and compares it with the oracle.
#[tass::model]
pub(crate) fn write_frame(u: &[f64], oracle: &[f64], nxl: usize, nx: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        mpi!(send(&u[1..=nxl], to = 0));
    } else {
        let mut position = 1;
        for i in 1..=nxl {
            assert!(u[i] == oracle[position]);
            position += 1;
        }
        for from in 1..size {
            let mut buf = vec![0.0; 1 + nx / size];
            let status = mpi!(recv(&mut buf, from = from));
            for i in 0..status.count {
                assert!(buf[i] == oracle[position]);
                position += 1;
            }
        }
        assert!(position == nx + 1);
    }
}

#[tass::model]
pub(crate) fn diffusion_4(init: &[f64], k: f64) {
    diffusion(init, k, 4);
}

#[tass::model]
pub(crate) fn diffusion_6(init: &[f64], k: f64) {
    diffusion(init, k, 6);
}
