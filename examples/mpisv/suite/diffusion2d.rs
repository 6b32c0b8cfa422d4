//! Diffusion2d: one step of a diffusion on a periodic grid, after process 0 has collected the first
//! frame. Of a process's block its four sides are told, which is all that is sent.
//!
//! With two columns of processes the left neighbour is the right one, and the frame is collected
//! from anybody: only the barrier keeps the exchange's messages out of it.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{DEADLOCK, PD, Program, STUCK, VERIFIED, cases};

const F: usize = 1;
const E1: usize = 2;
const E2: usize = 3;
const E3: usize = 4;
const E4: usize = 5;

/// The sides of a block, or of its ring of ghost cells. The rows of a block are its top and bottom.
#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Sides {
    top: f64,
    bottom: f64,
    left: f64,
    right: f64,
}

/// How the processes talk to each other.
#[tass::data]
#[derive(Clone, Copy)]
struct Style {
    columns: usize,
    barrier: bool,
    sendrecv: bool,
}

#[tass::model]
fn style(columns: usize, barrier: bool, sendrecv: bool) -> Style {
    Style {
        columns,
        barrier,
        sendrecv,
    }
}

/// Process 0 collects two rows of everybody else, and says where they belong by source and tag.
#[tass::model]
fn frame(own: Sides, defect: Defect) -> Vec<f64> {
    let size = mpi!(size());
    let mut rows = vec![0.0; 2 * size];
    if mpi!(rank()) > 0 {
        mpi!(send(&own.bottom, to = 0, tag = 0));
        mpi!(send(&own.top, to = 0, tag = 1));
        return rows;
    }
    rows[0] = own.bottom;
    rows[1] = own.top;
    for _ in 0..2 * (size - 1) {
        let mut row = 0.0;
        let status = mpi!(recv(&mut row, from = source(ANY, F, defect), tag = ANY));
        rows[2 * status.source + status.tag] = row;
    }
    rows
}

#[tass::model]
fn exchange(mine: f64, to: usize, from: usize, sendrecv: bool) -> f64 {
    let mut theirs = 0.0;
    if sendrecv {
        mpi!(sendrecv(&mine, to = to, &mut theirs, from = from));
    } else {
        mpi!(send(&mine, to = to));
        mpi!(recv(&mut theirs, from = from));
    }
    theirs
}

#[tass::model]
fn diffusion(blocks: &[Sides], style: Style, defect: Defect) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(blocks.len() == size);
    let (px, py) = (style.columns, size / style.columns);
    let (x, y) = (rank % px, rank / px);
    let (up, down) = (x + px * ((y + 1) % py), x + px * ((y + py - 1) % py));
    let (left, right) = ((x + px - 1) % px + px * y, (x + 1) % px + px * y);
    let own = blocks[rank];

    let rows = frame(own, defect);
    if style.barrier {
        mpi!(barrier());
    }
    let together = style.sendrecv;
    let ghosts = Sides {
        top: exchange(own.bottom, down, source(up, E1, defect), together),
        bottom: exchange(own.top, up, source(down, E2, defect), together),
        right: exchange(own.left, left, source(right, E3, defect), together),
        left: exchange(own.right, right, source(left, E4, defect), together),
    };

    assert!(ghosts.top == blocks[up].bottom && ghosts.bottom == blocks[down].top);
    assert!(ghosts.left == blocks[left].right && ghosts.right == blocks[right].left);
    if rank == 0 {
        for i in 0..size {
            assert!(rows[2 * i] == blocks[i].bottom && rows[2 * i + 1] == blocks[i].top);
        }
    }
}

cases! {
    diffusion(blocks: &[Sides]):
    original = style(2, true, false), none() => VERIFIED, PD;
    sendrecv = style(2, true, true), none() => VERIFIED, VERIFIED;
    no_barrier = style(2, false, false), none() => DEADLOCK, STUCK;
    f = style(2, true, false), at(F) => DEADLOCK, STUCK;
    f_names_1 = style(2, true, false), names(F, 1) => DEADLOCK, STUCK;
    e1 = style(2, true, false), at(E1) => DEADLOCK, STUCK;
    e2 = style(2, true, false), at(E2) => DEADLOCK, STUCK;
    e3 = style(2, true, false), at(E3) => VERIFIED, PD;
    e4 = style(2, true, false), at(E4) => VERIFIED, PD;
    three_columns = style(3, true, false), none() => VERIFIED, PD, on [9];
    three_columns_e3 = style(3, true, false), at(E3) => DEADLOCK, STUCK, on [9];
}

pub(crate) const PROGRAM: Program = Program {
    name: "Diffusion2d",
    nprocs: &[4, 6],
    spec: None,
    cases,
};
