#[tass::verify(nprocs = 2, expect = dead_lock)]
fn expect() {}

#[tass::verify(nprocs = 2, deadlock = never)]
fn deadlock() {}

#[tass::verify(nprocs = 2, reduction = maybe, overflow = 1)]
fn reduction() {}

#[tass::verify(nprocs = 2, timeout = "2 hours")]
fn timeout() {}

#[tass::verify(nprocs = 2, threads = 8)]
fn threads() {}

fn main() {}
