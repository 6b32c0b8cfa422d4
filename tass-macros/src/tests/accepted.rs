//! The tables of the language are what decides: each entry has a body here that needs it, and would
//! be refused without it.

use std::cell::RefCell;

use proc_macro2::TokenStream;
use tass_syntax::accepted::{self, Entry, Family};

use super::tokens;
use crate::item;

/// The entries that the translator asked for, and one that it is denied.
type Asked = (Vec<(Family, String)>, Option<Entry>);

thread_local! {
    static ASKED: RefCell<Asked> = const { RefCell::new((Vec::new(), None)) };
}

/// Notes that an entry was asked for. `false` if it is denied.
pub(crate) fn asked(family: Family, name: &str) -> bool {
    ASKED.with_borrow_mut(|(asked, denied)| {
        asked.push((family, name.to_string()));
        !denied.is_some_and(|entry| entry.family == family && entry.name == name)
    })
}

/// Bodies of `fn f(n: usize, mut v: Vec<f64>, p: Point)` that use every entry between them.
const CORPUS: &[&str] = &[
    "let a: (bool, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32) = g();",
    "let a: (&f64, &mut [u8]) = g(); let b: [(); 3] = h(); let c: Point = k(); let d: _ = 1; let e: Vec<u8> = l();",
    "let x; x = 1; let y: ! = panic!(\"{}\", n); ; { x }",
    "let mut x = 1; let _ = x; let (x): usize = 2; let (x, &y) = g(); let Point { a, .. } = p; let Point { a, b } = p;",
    "let Pair(x, y) = Pair(1, 2.0); let z = Origin; let w = N; let q = m::K;",
    "let a = (0..n).all(|i: usize| i < n); if true { 1 } else { 2 }",
    "_ = -(1 + 2) * 3 / 4 % 5 - 6; _ = !true && false || true; _ = a[1..][0]; _ = *p.x; v[0] = 1.0;",
    "_ = true & false | true ^ false; _ = 1 == 2 || 1 != 2 || 1 < 2 || 1 <= 2 || 1 > 2 || 1 >= 2;",
    "x += 1; x -= 1; x *= 1; x /= 1; x %= 1; b &= true; b |= true; b ^= true;",
    "let a = [1, 2]; let b = [0; 3]; let c = (1, 2); let d = Point { a: 1, b: 2 }; let e = Point { a: 1, ..d };",
    "g(&a, &mut b, 1 as f64); if (0..3).contains(&n) { return; }",
    "'l: while n > 0 { break; continue; } let x = loop { break 3; }; 'b: { break 'b; } return 3;",
    "'l: loop { if true { continue 'l; } break 'l; }",
    "for i in 0..n {} for i in (0..n).rev() {} for i in (0..n).step_by(2) {} for x in &v {}",
    "collective_assert!(A: proc[0].n == n && sent(1) == 0 && received(1) == 0 && in_flight(0, 1) == 0);",
    "collective_assert!(A: proc.iter().all(|p| p.n == n) && proc[..1].iter().any(|p| p.n == n));",
    "joint_assert!(A: spec.x == n); joint_invariant!(I: spec.x == n); assigns!(n); while n > 0 {}",
    "let a = v.len(); v.is_empty(); v.push(1.0); v.swap(0, 1); v.clone(); v.to_vec(); v.fill(0.0); v.contains(&1.0);",
    "v.copy_from_slice(&v); n.min(1); n.max(1); n.abs(); n.pow(2); n.rem_euclid(2); n.div_euclid(2); n.abs_diff(1);",
    "n.clamp(1, 2); n.is_multiple_of(2); n.signum();",
    "let a = (0..=n).map(|i| i).filter(|i| *i > 1).sum::<usize>(); let b = v.iter().copied().product::<f64>();",
    "let a = v.iter().cloned().any(|x| x > 0.0); let b = (0..n).count(); (0..n).min().unwrap(); (0..n).max().unwrap();",
    "let a = Vec::<f64>::new(); let b: Vec<f64> = Vec::with_capacity(n); cmp::min(1, 2); std::cmp::max(1, 2);",
    "f64::from(1); i32::min(1, 2); i32::max(1, 2); i32::abs(1); i32::pow(1, 2); i32::rem_euclid(1, 2);",
    "i32::div_euclid(1, 2); i32::abs_diff(1, 2); i32::clamp(1, 2, 3); u8::is_multiple_of(1, 2); i32::signum(1);",
    "assert!(true); assert_eq!(1, 1); assert_ne!(1, 2); debug_assert!(true); debug_assert_eq!(1, 1);",
    "debug_assert_ne!(1, 2); if n > 1 { todo!() } if n > 1 { unimplemented!() } unreachable!();",
    "let a = vec![1, 2]; let b = vec![0; n]; print!(\"\"); println!(\"{}\", n); eprint!(\"\"); eprintln!(\"{n}\");",
    "assume!(n > 0); cover!(n > 1); output!(x = n); let c = choose!(0..n); elaborate!(n); universe!(u: |p| p != 0);",
    "let mut s = shared!(false); critical!({ s = true; }); always!(!s); invariant!(I: n > 0); while n > 0 {}",
    "let (r, s) = (mpi!(rank()), mpi!(size())); mpi!(send(&r, to = 1)); mpi!(ssend(&r, to = 1)); mpi!(barrier());",
    "mpi!(recv(&mut n, from = 1)); mpi!(sendrecv(&x, to = 1, &mut n, from = 1)); mpi!(sendrecv_replace(&mut n, to = 1, from = 1)); mpi!(bcast(&mut n, root = 0));",
    "let mut q = mpi!(isend(&n, to = 1)); let mut r = mpi!(issend(&n, to = 1)); let mut s = mpi!(irecv(&mut n, from = 1));",
    "mpi!(wait(&mut q)); mpi!(waitall(&mut q)); mpi!(waitany(&mut q)); mpi!(waitsome(&mut q)); mpi!(test(&mut q, status = &mut s));",
    "mpi!(testall(&mut q)); mpi!(testany(&mut q)); mpi!(testsome(&mut q)); mpi!(request_free(&mut q));",
    "let mut q = mpi!(send_init(&n, to = 1)); let mut r = mpi!(ssend_init(&n, to = 1)); mpi!(start(&mut q)); mpi!(startall(&mut q));",
    "let mut s = mpi!(recv_init(&mut n, from = 1)); mpi!(probe(from = 1)); mpi!(iprobe(from = 1, tag = 2));",
    "mpi!(reduce(&x, &mut n, op = SUM, root = 0)); mpi!(allreduce(&x, &mut n, op = SUM)); mpi!(init());",
    "mpi!(allreduce(&x, &mut n, op = ordered(f))); mpi!(scan(&x, &mut n, op = commutative(m::f)));",
    "mpi!(gather(&x, &mut v, root = 0)); mpi!(scatter(&v, &mut x, root = 0)); mpi!(allgather(&x, &mut v));",
    "mpi!(reduce_scatter_block(&v, &mut x, op = SUM)); mpi!(reduce_scatter(&v, &mut x, counts = &v, op = SUM));",
    "mpi!(gatherv(&x, &mut v, counts = &v, displs = &v, root = 0)); mpi!(scatterv(&v, &mut x, counts = &v, root = 0));",
    "mpi!(allgatherv(&x, &mut v, counts = &v)); mpi!(alltoallv(&v, sendcounts = &v, &mut v, recvcounts = &v));",
    "mpi!(bsend(&n, to = 1)); mpi!(rsend(&n, to = 1)); mpi!(buffer_attach(size = 2 * n)); mpi!(buffer_detach());",
    "let mut q = mpi!(ibsend(&n, to = 1)); let mut r = mpi!(irsend(&n, to = 1)); let s = mpi!(bsend_init(&n, to = 1)); let t = mpi!(rsend_init(&n, to = 1));",
    "let (mut m, s) = mpi!(mprobe(from = 1)); mpi!(mrecv(&mut n, &mut m)); mpi!(improbe(&mut m, from = 1)); let q = mpi!(imrecv(&mut n, &mut m));",
    "let q = mpi!(ibarrier()); let r = mpi!(ibcast(&mut n, root = 0)); let s = mpi!(ireduce(&x, &mut n, op = SUM, root = 0)); let t = mpi!(iallreduce(IN_PLACE, &mut n, op = SUM));",
    "let q = mpi!(igather(&x, &mut v, root = 0)); let r = mpi!(iscatter(&v, &mut x, root = 0)); let s = mpi!(iallgather(&x, &mut v)); let t = mpi!(ialltoall(&x, &mut v));",
    "let q = mpi!(iscan(&x, &mut n, op = SUM)); let r = mpi!(iexscan(&x, &mut n, op = SUM));",
    "let q = mpi!(ireduce_scatter_block(&v, &mut x, op = SUM)); let r = mpi!(ireduce_scatter(&v, &mut x, counts = &v, op = SUM));",
    "let q = mpi!(igatherv(&x, &mut v, counts = &v, root = 0)); let r = mpi!(iscatterv(&v, &mut x, counts = &v, root = 0));",
    "let q = mpi!(iallgatherv(&x, &mut v, counts = &v)); let r = mpi!(ialltoallv(&v, sendcounts = &v, &mut v, recvcounts = &v));",
    "let mut c = mpi!(split(color = n, comm = WORLD)); let d = mpi!(dup(comm = c)); mpi!(free(&mut c)); mpi!(barrier(comm = d));",
    "let g = mpi!(cart_create(dims = &[2, n], periodic = &[true, false])); let h = (mpi!(cart_coords(rank = 0, comm = g)), mpi!(cart_shift(dimension = 0, displacement = 1, comm = g)));",
    "let x = match n { 0 => 1, 1 | N => 2, 3..=5 => 3, m @ 6.. if m > 7 => 4, _ => 5 };",
    "let j = Job::Work(1, 2); let k = Job::Move { x: 1, y: 2 }; let l = Job::Idle;",
    "match j { Job::Idle => {} Job::Work(a, ..) => {} Job::Move { x, .. } => {} }",
    "let a: Option<u8> = None; let b: Result<u8, bool> = Ok(1); if let Some(x) = a && x > 1 {} while let Err(e) = b {}",
    "let Some(x) = a else { return; }; let y = a?; let z = matches!(a, Some(1));",
    "a.is_some(); a.is_none(); b.is_ok(); b.is_err(); a.unwrap(); a.expect(\"it is there\"); b.unwrap_err(); b.expect_err(\"no\");",
    "a.unwrap_or(1); a.unwrap_or_default(); b.ok(); b.err(); a.ok_or(2); a.or(c); a.and(c); a.take(); a.replace(3); a.insert(4);",
    "mpi!(abort(code = 1)); mpi!(alltoall(IN_PLACE, &mut v)); mpi!(alltoall(&x, &mut v)); mpi!(scan(&x, &mut n, op = SUM)); mpi!(exscan(&x, &mut n, op = SUM)); mpi!(finalize());",
];

/// What is said about a body, and what was asked for.
fn translated(body: &str, denied: Option<Entry>) -> (Vec<String>, Vec<(Family, String)>) {
    ASKED.with_borrow_mut(|asked| *asked = (Vec::new(), denied));
    let item = tokens(&format!(
        "fn f(n: usize, mut v: Vec<f64>, p: Point) {{ {body} }}"
    ));
    let (_, diagnostics) = item::model(TokenStream::new(), item);
    let asked = ASKED.with_borrow_mut(|asked| std::mem::take(&mut asked.0));
    (diagnostics.messages(), asked)
}

#[test]
fn each_entry_is_accepted_and_decides() {
    let corpus: Vec<_> = CORPUS
        .iter()
        .map(|body| {
            let (mistakes, asked) = translated(body, None);
            assert_eq!(mistakes, Vec::<String>::new(), "{body}");
            (body, asked)
        })
        .collect();
    for entry in accepted::all() {
        let needs = |asked: &[(Family, String)]| {
            asked
                .iter()
                .any(|(family, name)| *family == entry.family && name == entry.name)
        };
        let Some((body, _)) = corpus.iter().find(|(_, asked)| needs(asked)) else {
            panic!("no body uses the {entry}");
        };
        let (mistakes, _) = translated(body, Some(entry));
        assert!(
            !mistakes.is_empty(),
            "accepted without the {entry} in the tables: {body}"
        );
    }
    ASKED.with_borrow_mut(|asked| asked.1 = None);
}
