use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn found() {
    let (mut x, mut y) = (0, 0);
    let (mut message, _) = mpi!(mprobe(from = 0));
    mpi!(mrecv(&mut x, &mut message, from = 0));
    mpi!(mrecv(&mut x, message = &mut message));
    mpi!(imrecv(&mut x));
    mpi!(improbe(from = 0));
    mpi!(mprobe(&mut y, from = 0));
    mpi!(bsend(&x, from = 0));
    mpi!(buffer_attach(10));
    mpi!(buffer_detach(size = 10));
}

#[tass::verify(nprocs = 2)]
fn types() {
    let (mut x, mut request) = (0, REQUEST_NULL);
    let (mut message, _) = mpi!(mprobe(from = 0));
    mpi!(mrecv(&mut x, &mut request));
    mpi!(mrecv(&mut message, &mut x));
    mpi!(wait(&mut message));
    mpi!(buffer_attach(size = 1.5));
}

fn main() {}
