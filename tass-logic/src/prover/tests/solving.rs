//! Assuming and eliminating.

use super::*;

#[test]
fn an_equation_eliminates_the_newest_symbol() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    let one = f.store.int(1);
    let next = f.store.add(x, one);
    let ten = f.store.int(10);
    f.assume_le(y, ten);
    let equation = f.store.eq(y, next);
    let assumed = f.prover.assume(&mut f.store, f.pc, equation).unwrap();
    let substitution = assumed.substitution.expect("solved");
    assert_eq!(f.store.substitute(y, &substitution), next);
    assert_eq!(f.store.substitute(x, &substitution), x);
    let nine = f.store.int(9);
    let expected = f.store.le(x, nine);
    assert_eq!(*f.prover.conjuncts(assumed.pc), [expected]);
}

#[test]
fn equations_that_follow_are_solved_in_turn() {
    let mut f = Fixture::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| f.int(name));
    // x + y <= 3, x + y >= z; then z = 3
    let sum = f.store.add(x, y);
    let three = f.store.int(3);
    f.assume_le(sum, three);
    f.assume_le(z, sum);
    let equation = f.store.eq(z, three);
    let assumed = f.prover.assume(&mut f.store, f.pc, equation).unwrap();
    assert!(f.prover.conjuncts(assumed.pc).is_empty());
    let substitution = assumed.substitution.unwrap();
    let expected = f.store.sub(three, x);
    assert_eq!(f.store.substitute(y, &substitution), expected);
    assert_eq!(f.store.substitute(z, &substitution), three);
}

#[test]
fn bounds_that_meet_are_solved() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    let zero = f.store.int(0);
    f.assume_le(zero, x);
    f.assume_le(zero, y);
    let sum = f.store.add(x, y);
    let condition = f.store.le(sum, zero);
    let assumed = f.prover.assume(&mut f.store, f.pc, condition).unwrap();
    assert!(f.prover.conjuncts(assumed.pc).is_empty());
    let substitution = assumed.substitution.unwrap();
    assert_eq!(f.store.substitute(x, &substitution), zero);
    assert_eq!(f.store.substitute(y, &substitution), zero);
}

#[test]
fn contradictions_are_seen() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    f.assume_lt(x, y);
    let equation = f.store.eq(x, y);
    assert!(f.prover.assume(&mut f.store, f.pc, equation).is_none());
    // 2x = 2y + 1 has no integers; the store knows
    let two = crate::symbolic::Rational::from(2);
    let (xx, yy) = (f.store.scale(x, &two), f.store.scale(y, &two));
    let one = f.store.int(1);
    let odd = f.store.add(yy, one);
    let equation = f.store.eq(xx, odd);
    assert!(f.prover.assume(&mut f.store, f.pc, equation).is_none());
}

#[test]
fn integers_are_not_divided() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    let (two, three) = (2.into(), 3.into());
    let (a, b) = (f.store.scale(x, &two), f.store.scale(y, &three));
    let equation = f.store.eq(a, b);
    let assumed = f.prover.assume(&mut f.store, f.pc, equation).unwrap();
    assert!(assumed.substitution.is_none());
    f.pc = assumed.pc;
    let (r, s) = (f.real("r"), f.real("s"));
    let (a, b) = (f.store.scale(r, &two), f.store.scale(s, &three));
    let equation = f.store.eq(a, b);
    let assumed = f.prover.assume(&mut f.store, f.pc, equation).unwrap();
    assert!(assumed.substitution.is_some());
}

#[test]
fn booleans_are_solved() {
    let mut f = Fixture::new();
    let p = f.store.new_symbol("p", Sort::Bool);
    let q = f.store.new_symbol("q", Sort::Bool);
    let same = f.store.iff(p, q);
    let assumed = f.prover.assume(&mut f.store, f.pc, same).unwrap();
    assert_eq!(f.store.substitute(q, &assumed.substitution.unwrap()), p);
    let not_p = f.store.not(p);
    let assumed = f.prover.assume(&mut f.store, assumed.pc, not_p).unwrap();
    let substitution = assumed.substitution.unwrap();
    assert_eq!(f.store.substitute(p, &substitution), f.store.fls());
    assert_eq!(assumed.pc, f.prover.top());
}

#[test]
fn the_order_of_assumptions_does_not_matter() {
    let mut f = Fixture::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| f.int(name));
    let three = f.store.int(3);
    let conditions = [
        f.store.le(x, y),
        f.store.le(y, z),
        f.store.lt(x, three),
        f.store.le(x, three),
    ];
    let mut ends = Vec::new();
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        f.pc = f.prover.top();
        for index in order {
            f.assume(conditions[index]);
        }
        ends.push(f.pc);
    }
    assert!(ends.iter().all(|&end| end == ends[0]));
    assert_eq!(f.prover.conjuncts(ends[0]).len(), 3);
}
