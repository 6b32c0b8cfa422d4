//! The models of the family `matrix` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

#[tass::model]
fn fill_2d_plain(n: usize, m: usize) {
    assume!(n < 1000 && m < 1000);
    let mut a = vec![vec![0; m]; n];
    invariant!(ROWS: (a.len() == n && (0..n).all(|i| a[i].len() == m)) && (0..i).all(|p| (0..m).all(|q| a[p][q] == (p * m + q) as i64)));
    for i in 0..n {
        invariant!(COLUMNS: (a.len() == n && (0..n).all(|i| a[i].len() == m)) && (0..i).all(|p| (0..m).all(|q| a[p][q] == (p * m + q) as i64))
            && (0..j).all(|q| a[i][q] == (i * m + q) as i64));
        for j in 0..m {
            a[i][j] = (i * m + j) as i64;
        }
    }
    assert!((0..n).all(|p| (0..m).all(|q| a[p][q] == (p * m + q) as i64)));
}

/// The same with a frame: the inner loop only writes row `i`.
#[tass::model]
fn fill_2d_frame_plain(n: usize, m: usize) {
    let mut a = vec![vec![0; m]; n];
    invariant!(ROWS: (a.len() == n && (0..n).all(|i| a[i].len() == m)) && (0..i).all(|p| (0..m).all(|q| a[p][q] == 7)));
    for i in 0..n {
        invariant!(COLUMNS: a[i].len() == m && (0..j).all(|q| a[i][q] == 7));
        assigns!(a[i]);
        for j in 0..m {
            a[i][j] = 7;
        }
    }
    assert!((0..n).all(|p| (0..m).all(|q| a[p][q] == 7)));
}

/// Rows and columns mixed up: only squares are right.
#[tass::model]
fn fill_2d_wrong_plain(n: usize, m: usize) {
    let mut a = vec![vec![0; m]; n];
    invariant!(ROWS: (a.len() == n && (0..n).all(|i| a[i].len() == m)) && (0..i).all(|p| (0..m).all(|q| a[p][q] == 7)));
    for i in 0..n {
        invariant!(COLUMNS: (a.len() == n && (0..n).all(|i| a[i].len() == m)) && (0..i).all(|p| (0..m).all(|q| a[p][q] == 7))
            && (0..j).all(|q| a[i][q] == 7));
        for j in 0..n {
            a[i][j] = 7;
        }
    }
}

#[tass::model]
fn transpose_plain(a: &[Vec<i64>], n: usize, m: usize) {
    assume!((a.len() == n && (0..n).all(|i| a[i].len() == m)));
    let mut t = vec![vec![0; n]; m];
    invariant!(ROWS: (t.len() == m && (0..m).all(|i| t[i].len() == n)) && (0..i).all(|p| (0..m).all(|q| t[q][p] == a[p][q])));
    for i in 0..n {
        invariant!(COLUMNS: (t.len() == m && (0..m).all(|i| t[i].len() == n)) && (0..i).all(|p| (0..m).all(|q| t[q][p] == a[p][q]))
            && (0..j).all(|q| t[q][i] == a[i][q]));
        for j in 0..m {
            t[j][i] = a[i][j];
        }
    }
    assert!((0..n).all(|p| (0..m).all(|q| t[q][p] == a[p][q])));
}

/// A square in place: each pair is swapped twice.
#[tass::model]
fn transpose_wrong_plain(a: &[Vec<i64>], n: usize) {
    assume!((a.len() == n && (0..n).all(|i| a[i].len() == n)));
    let mut t = a.to_vec();
    invariant!(ROWS: (t.len() == n && (0..n).all(|i| t[i].len() == n)));
    for i in 0..n {
        invariant!(COLUMNS: (t.len() == n && (0..n).all(|i| t[i].len() == n)));
        for j in 0..n {
            let x = t[i][j];
            t[i][j] = t[j][i];
            t[j][i] = x;
        }
    }
    assert!((0..n).all(|p| (0..n).all(|q| t[q][p] == a[p][q])));
}

#[tass::model]
fn row_sums_plain(a: &[Vec<i64>], n: usize, m: usize) {
    assume!((a.len() == n && (0..n).all(|i| a[i].len() == m)));
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

/// Not set back between rows.
#[tass::model]
fn row_sums_wrong_plain(a: &[Vec<i64>], n: usize, m: usize) {
    assume!((a.len() == n && (0..n).all(|i| a[i].len() == m)));
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
fn matrix_vector_plain(a: &[Vec<i64>], x: &[i64], n: usize, m: usize) {
    assume!((a.len() == n && (0..n).all(|i| a[i].len() == m)) && x.len() == m);
    let mut y = vec![0; n];
    invariant!(ROWS: y.len() == n && (0..i).all(|p| y[p] == ((0..m).map(|k| a[p][k] * x[k]).sum::<i64>())));
    for i in 0..n {
        let mut s = 0;
        invariant!(ROW: s == ((0..j).map(|k| a[i][k] * x[k]).sum::<i64>()));
        for j in 0..m {
            s += a[i][j] * x[j];
        }
        y[i] = s;
    }
    assert!((0..n).all(|p| y[p] == ((0..m).map(|k| a[p][k] * x[k]).sum::<i64>())));
}

/// By columns of the vector's index.
#[tass::model]
fn matrix_vector_wrong_plain(a: &[Vec<i64>], x: &[i64], n: usize) {
    assume!((a.len() == n && (0..n).all(|i| a[i].len() == n)) && x.len() == n);
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
    assert!((0..n).all(|p| y[p] == ((0..n).map(|k| a[p][k] * x[k]).sum::<i64>())));
}

#[test]
fn plain_matrix() {
    check(&[
        ("fill_2d_plain", fill_2d_plain::model, 1, Right),
        ("fill_2d_frame_plain", fill_2d_frame_plain::model, 1, Right),
        (
            "fill_2d_wrong_plain",
            fill_2d_wrong_plain::model,
            1,
            Wrong(&["out_of_bounds", "invariant"]),
        ),
        ("transpose_plain", transpose_plain::model, 1, Right),
        (
            "transpose_wrong_plain",
            transpose_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("row_sums_plain", row_sums_plain::model, 1, Right),
        (
            "row_sums_wrong_plain",
            row_sums_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("matrix_vector_plain", matrix_vector_plain::model, 1, Right),
        (
            "matrix_vector_wrong_plain",
            matrix_vector_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
