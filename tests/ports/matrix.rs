//! Arrays of arrays: filled, transposed, summed by rows, times a vector; compressed rows.
#![allow(clippy::needless_range_loop, reason = "as suites have them")]

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn rectangular(a: &[Vec<i64>], n: usize, m: usize) -> bool {
    a.len() == n && (0..n).all(|i| a[i].len() == m)
}

#[tass::model]
fn fill_2d(n: usize, m: usize) {
    assume!(n < 1000 && m < 1000);
    let mut a = vec![vec![0; m]; n];
    invariant!(ROWS: rectangular(&a, n, m) && (0..i).all(|p| (0..m).all(|q| a[p][q] == (p * m + q) as i64)));
    for i in 0..n {
        invariant!(COLUMNS: rectangular(&a, n, m) && (0..i).all(|p| (0..m).all(|q| a[p][q] == (p * m + q) as i64))
            && (0..j).all(|q| a[i][q] == (i * m + q) as i64));
        for j in 0..m {
            a[i][j] = (i * m + j) as i64;
        }
    }
    assert!((0..n).all(|p| (0..m).all(|q| a[p][q] == (p * m + q) as i64)));
}

/// The same with a frame: the inner loop only writes row `i`.
#[tass::model]
fn fill_2d_frame(n: usize, m: usize) {
    let mut a = vec![vec![0; m]; n];
    invariant!(ROWS: rectangular(&a, n, m) && (0..i).all(|p| (0..m).all(|q| a[p][q] == 7)));
    for i in 0..n {
        invariant!(COLUMNS: a[i].len() == m && (0..j).all(|q| a[i][q] == 7));
        assigns!(a[i]);
        for j in 0..m {
            a[i][j] = 7;
        }
    }
    assert!((0..n).all(|p| (0..m).all(|q| a[p][q] == 7)));
}

/// With inner indices in the frame.
#[tass::model]
fn fill_row_frame(n: usize, m: usize, r: usize) {
    assume!(0 < r && r < n);
    let mut a = vec![vec![0; m]; n];
    invariant!(ROW: a[r].len() == m && (0..j).all(|q| a[r][q] == 7));
    assigns!(a[r][0..m]);
    for j in 0..m {
        a[r][j] = 7;
    }
    assert!((0..m).all(|q| a[r][q] == 7 && a[r - 1][q] == 0));
}

/// The row after it.
#[tass::model]
fn fill_row_frame_wrong(n: usize, m: usize, r: usize) {
    assume!(0 < r && r < n && 0 < m);
    let mut a = vec![vec![0; m]; n];
    invariant!(ROW: a[r].len() == m && a[r - 1].len() == m);
    assigns!(a[r][0..m]);
    for j in 0..m {
        a[r - 1][j] = 7;
    }
    assert!((0..m).all(|q| a[r - 1][q] == 0));
}

/// Rows and columns mixed up: only squares are right.
#[tass::model]
fn fill_2d_wrong(n: usize, m: usize) {
    let mut a = vec![vec![0; m]; n];
    invariant!(ROWS: rectangular(&a, n, m) && (0..i).all(|p| (0..m).all(|q| a[p][q] == 7)));
    for i in 0..n {
        invariant!(COLUMNS: rectangular(&a, n, m) && (0..i).all(|p| (0..m).all(|q| a[p][q] == 7))
            && (0..j).all(|q| a[i][q] == 7));
        for j in 0..n {
            a[i][j] = 7;
        }
    }
}

#[tass::model]
fn transpose(a: &[Vec<i64>], n: usize, m: usize) {
    assume!(rectangular(a, n, m));
    let mut t = vec![vec![0; n]; m];
    invariant!(ROWS: rectangular(&t, m, n) && (0..i).all(|p| (0..m).all(|q| t[q][p] == a[p][q])));
    for i in 0..n {
        invariant!(COLUMNS: rectangular(&t, m, n) && (0..i).all(|p| (0..m).all(|q| t[q][p] == a[p][q]))
            && (0..j).all(|q| t[q][i] == a[i][q]));
        for j in 0..m {
            t[j][i] = a[i][j];
        }
    }
    assert!((0..n).all(|p| (0..m).all(|q| t[q][p] == a[p][q])));
}

/// A square in place: each pair is swapped twice.
#[tass::model]
fn transpose_wrong(a: &[Vec<i64>], n: usize) {
    assume!(rectangular(a, n, n));
    let mut t = a.to_vec();
    invariant!(ROWS: rectangular(&t, n, n));
    for i in 0..n {
        invariant!(COLUMNS: rectangular(&t, n, n));
        for j in 0..n {
            let x = t[i][j];
            t[i][j] = t[j][i];
            t[j][i] = x;
        }
    }
    assert!((0..n).all(|p| (0..n).all(|q| t[q][p] == a[p][q])));
}

#[tass::model]
fn row_sums(a: &[Vec<i64>], n: usize, m: usize) {
    assume!(rectangular(a, n, m));
    let mut s = vec![0; n];
    invariant!(ROWS: s.len() == n && (i..n).all(|p| s[p] == 0)
        && (0..i).all(|p| s[p] == (0..m).map(|q| a[p][q]).sum::<i64>()));
    for i in 0..n {
        invariant!(COLUMNS: s.len() == n && s[i] == (0..j).map(|q| a[i][q]).sum::<i64>()
            && (0..i).all(|p| s[p] == (0..m).map(|q| a[p][q]).sum::<i64>())
            && (i + 1..n).all(|p| s[p] == 0));
        for j in 0..m {
            s[i] += a[i][j];
        }
    }
    assert!((0..n).all(|p| s[p] == (0..m).map(|q| a[p][q]).sum::<i64>()));
}

/// The sums in a local variable, the row by its own length.
#[tass::model]
fn row_sums_local(a: &[Vec<i64>]) {
    let n = a.len();
    let mut s = vec![0; n];
    invariant!(ROWS: s.len() == n && (0..i).all(|p| s[p] == a[p].iter().sum::<i64>()));
    for i in 0..n {
        let mut t = 0;
        invariant!(COLUMNS: t == (0..j).map(|q| a[i][q]).sum::<i64>());
        for j in 0..a[i].len() {
            t += a[i][j];
        }
        s[i] = t;
    }
    assert!((0..n).all(|p| s[p] == a[p].iter().sum::<i64>()));
}

/// Not set back between rows.
#[tass::model]
fn row_sums_wrong(a: &[Vec<i64>], n: usize, m: usize) {
    assume!(rectangular(a, n, m));
    let mut s = vec![0; n];
    let mut t = 0;
    invariant!(ROWS: s.len() == n);
    for i in 0..n {
        invariant!(COLUMNS: s.len() == n);
        for j in 0..m {
            t += a[i][j];
        }
        s[i] = t;
    }
    assert!((0..n).all(|p| s[p] == (0..m).map(|q| a[p][q]).sum::<i64>()));
}

#[tass::model]
fn dot(row: &[i64], x: &[i64], m: usize) -> i64 {
    (0..m).map(|k| row[k] * x[k]).sum::<i64>()
}

#[tass::model]
fn matrix_vector(a: &[Vec<i64>], x: &[i64], n: usize, m: usize) {
    assume!(rectangular(a, n, m) && x.len() == m);
    let mut y = vec![0; n];
    invariant!(ROWS: y.len() == n && (0..i).all(|p| y[p] == dot(&a[p], x, m)));
    for i in 0..n {
        let mut s = 0;
        invariant!(ROW: s == dot(&a[i], x, j));
        for j in 0..m {
            s += a[i][j] * x[j];
        }
        y[i] = s;
    }
    assert!((0..n).all(|p| y[p] == dot(&a[p], x, m)));
}

/// By columns of the vector's index.
#[tass::model]
fn matrix_vector_wrong(a: &[Vec<i64>], x: &[i64], n: usize) {
    assume!(rectangular(a, n, n) && x.len() == n);
    let mut y = vec![0; n];
    invariant!(ROWS: y.len() == n);
    for i in 0..n {
        let mut s = 0;
        invariant!(ROW: y.len() == n);
        for j in 0..n {
            s += a[i][j] * x[i];
        }
        y[i] = s;
    }
    assert!((0..n).all(|p| y[p] == dot(&a[p], x, n)));
}

/// Compressed rows (VerifyThis 2014: sparse matrix), the sum written into the result.
#[tass::model]
fn csr(ptr: &[usize], col: &[usize], val: &[i64], x: &[i64]) {
    assume!(!ptr.is_empty() && col.len() == val.len());
    let n = ptr.len() - 1;
    assume!((0..n).all(|r| ptr[r] <= ptr[r + 1]) && ptr[n] == val.len());
    assume!((0..=n).all(|r| ptr[r] <= val.len()));
    assume!(col.iter().all(|&c| c < x.len()));
    let mut y = vec![0; n];
    invariant!(ROWS: y.len() == n && (i..n).all(|r| y[r] == 0)
        && (0..i).all(|r| y[r] == (ptr[r]..ptr[r + 1]).map(|k| val[k] * x[col[k]]).sum::<i64>()));
    for i in 0..n {
        invariant!(ROW: y.len() == n && y[i] == (ptr[i]..k).map(|q| val[q] * x[col[q]]).sum::<i64>());
        assigns!(y[i]);
        for k in ptr[i]..ptr[i + 1] {
            y[i] += val[k] * x[col[k]];
        }
    }
    assert!((0..n).all(|r| {
        y[r] == (ptr[r]..ptr[r + 1])
            .map(|k| val[k] * x[col[k]])
            .sum::<i64>()
    }));
}

/// The last row ends one entry early.
#[tass::model]
fn csr_wrong(ptr: &[usize], col: &[usize], val: &[i64], x: &[i64]) {
    assume!(ptr.len() > 1 && col.len() == val.len());
    let n = ptr.len() - 1;
    assume!((0..n).all(|r| ptr[r] < ptr[r + 1]) && ptr[n] == val.len());
    assume!((0..=n).all(|r| ptr[r] <= val.len()));
    assume!(col.iter().all(|&c| c < x.len()));
    let mut s = 0;
    let last = n - 1;
    invariant!(ROW: s == (ptr[last]..k).map(|q| val[q] * x[col[q]]).sum::<i64>());
    for k in ptr[last]..ptr[n] - 1 {
        s += val[k] * x[col[k]];
    }
    assert!(s == (ptr[last]..ptr[n]).map(|k| val[k] * x[col[k]]).sum::<i64>());
}

#[test]
fn matrices() {
    check(&[
        ("fill_2d", fill_2d::model, 1, Right),
        ("fill_2d_frame", fill_2d_frame::model, 1, Right),
        ("fill_row_frame", fill_row_frame::model, 1, Right),
        (
            "fill_row_frame_wrong",
            fill_row_frame_wrong::model,
            1,
            Wrong(&["assertion", "frame"]),
        ),
        (
            "fill_2d_wrong",
            fill_2d_wrong::model,
            1,
            Wrong(&["out_of_bounds", "invariant"]),
        ),
        ("transpose", transpose::model, 1, Right),
        (
            "transpose_wrong",
            transpose_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("row_sums", row_sums::model, 1, Right),
        ("row_sums_local", row_sums_local::model, 1, Right),
        (
            "row_sums_wrong",
            row_sums_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("matrix_vector", matrix_vector::model, 1, Right),
        (
            "matrix_vector_wrong",
            matrix_vector_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("csr", csr::model, 1, Right),
        ("csr_wrong", csr_wrong::model, 1, Wrong(&["assertion"])),
    ]);
}
