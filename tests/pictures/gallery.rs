//! Pages and charts in files, for `scripts/browser-test`, which says where in `TASS_GALLERY`; else
//! nothing is written.

use std::path::PathBuf;

use tass::prelude::*;
use tass::{Deadlock, Report};

use super::charts::{
    head_to_head, look_first, mixed_up, one_too_many, parallel, race, sequential, wildcard_gather,
};
use super::hostile::{all_hostile, hostile};
use super::worlds::{begun, crossed, halves, matched};

/// A ring in which rank 5 adds its own rank once too often.
#[tass::model]
fn big_ring(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut sum = x;
    if rank == 0 {
        mpi!(send(&sum, to = right));
        mpi!(recv(&mut sum, from = left));
        assert!(sum == x);
    } else {
        mpi!(recv(&mut sum, from = left));
        if rank == 5 {
            sum += 1;
        }
        mpi!(send(&sum, to = right));
    }
    mpi!(barrier());
}

/// More than ten thousand steps.
#[tass::model]
fn long(n: usize) {
    assume!(n == 1_300);
    let rank = mpi!(rank());
    let mut a = vec![0; n];
    let mut x = 0;
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
        }
        a[i] = i + 1;
        collective_assert!(SAME: proc[0].i == i);
    }
    assert!(x + 1 != n);
}

#[test]
fn gallery() {
    let Some(folder) = std::env::var_os("TASS_GALLERY").map(PathBuf::from) else {
        return;
    };
    let write = |name: &str, report: &Report| {
        let html = folder.join(format!("{name}.html"));
        assert!(report.write_html(html).expect("a folder to write to"));
        let svg = report.to_svg().expect("a violation");
        std::fs::write(folder.join(format!("{name}.svg")), svg).expect("written");
        let mermaid = report.to_mermaid().expect("a violation");
        std::fs::write(folder.join(format!("{name}.mmd")), mermaid).expect("written");
    };
    let eager = Deadlock::Absolute;
    write("deadlock", &head_to_head::model().nprocs(2).check());
    write("assertion", &wildcard_gather::model().nprocs(3).check());
    write("race", &race::model().nprocs(3).deadlock(eager).check());
    write("order", &mixed_up::model().nprocs(3).check());
    write(
        "lost",
        &one_too_many::model().nprocs(2).deadlock(eager).check(),
    );
    let compared = parallel::model().nprocs(2).spec(sequential::model());
    write("two", &compared.check());
    write("shared", &look_first::model().nprocs(2).check());
    write("eight", &big_ring::model().nprocs(8).check());
    write("sixteen", &big_ring::model().nprocs(16).check());
    write("halves", &halves::model().nprocs(4).check());
    write("begun", &begun::model().nprocs(3).check());
    write("matched", &matched::model().nprocs(3).check());
    write("crossed", &crossed::model().nprocs(4).check());
    write("model", &hostile::model().nprocs(2).check());
    write("hostile", &all_hostile());
    write("long", &long::model().nprocs(2).max_depth(100_000).check());
}
