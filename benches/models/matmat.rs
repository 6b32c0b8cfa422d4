//! Matrix multiplication by a manager and its workers: a row is a task. All dimensions are inputs,
//! up to three.

use tass::prelude::*;

/// `row * b`, where `b` is `l` by `m`.
#[tass::model]
pub(crate) fn row_times(row: &[f64], b: &[f64], l: usize, m: usize) -> Vec<f64> {
    let mut out = vec![0.0; m];
    for j in 0..m {
        for k in 0..l {
            out[j] += row[k] * b[k * m + j];
        }
    }
    out
}

/// `a * b`, where `a` is `n` by `l` and `b` is `l` by `m`, both stored by rows. Tag 0 says stop.
#[tass::model]
pub(crate) fn matmat(n: usize, l: usize, m: usize, a: &[f64], b: &[f64]) {
    assume!(0 < n && n <= 3 && 0 < l && l <= 3 && 0 < m && m <= 3);
    elaborate!(n);
    elaborate!(l);
    elaborate!(m);
    assume!(a.len() == n * l && b.len() == l * m);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank == 0 {
        let mut shared = b.to_vec();
        mpi!(bcast(&mut shared, root = 0));
        let mut c = vec![0.0; n * m];
        let mut count = 0;
        while count + 1 < size && count < n {
            mpi!(send(
                &a[count * l..(count + 1) * l],
                to = count + 1,
                tag = count + 1
            ));
            count += 1;
        }
        for _ in 0..n {
            let mut tmp = vec![0.0; m];
            let status = mpi!(recv(&mut tmp, from = ANY, tag = ANY));
            for j in 0..m {
                c[(status.tag - 1) * m + j] = tmp[j];
            }
            if count < n {
                mpi!(send(
                    &a[count * l..(count + 1) * l],
                    to = status.source,
                    tag = count + 1
                ));
                count += 1;
            }
        }
        for to in 1..size {
            mpi!(send(&a[0..0], to = to, tag = 0));
        }
        for i in 0..n {
            let oracle = row_times(&a[i * l..(i + 1) * l], b, l, m);
            assert!((0..m).all(|j| c[i * m + j] == oracle[j]));
        }
    } else {
        let mut shared = vec![0.0; l * m];
        mpi!(bcast(&mut shared, root = 0));
        loop {
            let mut row = vec![0.0; l];
            let status = mpi!(recv(&mut row, from = 0, tag = ANY));
            if status.tag == 0 {
                break;
            }
            let out = row_times(&row, &shared, l, m);
            mpi!(send(&out, to = 0, tag = status.tag));
        }
    }
}
