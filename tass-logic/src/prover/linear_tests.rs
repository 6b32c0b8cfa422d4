//! Tests of the linear solver: known cases, and random systems against brute force.

use super::*;

fn le(terms: &[(u32, i64)], constant: i64) -> Constraint {
    constraint(terms, constant, Relation::Le)
}

fn constraint(terms: &[(u32, i64)], constant: i64, relation: Relation) -> Constraint {
    Constraint {
        terms: terms.iter().map(|&(v, c)| (v, Ratio::int(c))).collect(),
        constant: Ratio::int(constant),
        relation,
    }
}

fn solve(integer: &[bool], constraints: &[Constraint]) -> Outcome {
    let problem = Problem {
        constraints: constraints.to_vec(),
        integer: integer.to_vec(),
    };
    problem.solve(&mut 1_000_000)
}

#[test]
fn transitivity_of_reals_is_unsat_when_closed_strictly() {
    // x < y, y <= z, z <= x
    let system = [
        constraint(&[(0, 1), (1, -1)], 0, Relation::Lt),
        le(&[(1, 1), (2, -1)], 0),
        le(&[(0, -1), (2, 1)], 0),
    ];
    assert_eq!(solve(&[false; 3], &system), Outcome::Unsat);
}

#[test]
fn strict_bounds_have_room_in_the_reals_only() {
    // 0 < x < 1
    let system = [
        constraint(&[(0, -1)], 0, Relation::Lt),
        constraint(&[(0, 1)], -1, Relation::Lt),
    ];
    assert!(matches!(solve(&[false], &system), Outcome::Sat(_)));
    assert_eq!(solve(&[true], &system), Outcome::Unsat);
}

#[test]
fn gcd_refutes_integer_equations() {
    // 2x + 4y = 3
    let system = [constraint(&[(0, 2), (1, 4)], -3, Relation::Eq)];
    assert_eq!(solve(&[true; 2], &system), Outcome::Unsat);
    assert!(matches!(solve(&[true, false], &system), Outcome::Sat(_)));
}

#[test]
fn branching_finds_integers() {
    // 3x + 5y = 19 with 0 <= x, y
    let system = [
        constraint(&[(0, 3), (1, 5)], -19, Relation::Eq),
        le(&[(0, -1)], 0),
        le(&[(1, -1)], 0),
    ];
    assert_eq!(
        solve(&[true; 2], &system),
        Outcome::Sat(vec![Ratio::int(3), Ratio::int(2)])
    );
}

#[test]
fn without_work_there_is_no_answer() {
    // x + y = 1, x - y = 1 needs pivots
    let system = [
        constraint(&[(0, 1), (1, 1)], -1, Relation::Eq),
        constraint(&[(0, 1), (1, -1)], -1, Relation::Eq),
    ];
    let problem = Problem {
        constraints: system.to_vec(),
        integer: vec![true; 2],
    };
    let mut work = 4;
    assert_eq!(problem.solve(&mut work), Outcome::Unknown);
    let mut work = 1_000;
    let point = vec![Ratio::ONE, Ratio::ZERO];
    assert_eq!(problem.solve(&mut work), Outcome::Sat(point));
    assert!(work < 1_000);
}

#[test]
fn huge_numbers_give_up_rather_than_wrap() {
    let system = [
        le(&[(0, i64::MAX), (1, i64::MAX - 1)], i64::MAX - 2),
        le(&[(0, i64::MIN + 1), (1, i64::MAX - 4)], i64::MAX - 5),
        le(&[(0, 7), (1, i64::MIN + 3)], i64::MAX),
    ];
    assert_ne!(solve(&[true; 2], &system), Outcome::Unsat);
}

/// A small deterministic generator (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(u64::try_from(high - low + 1).unwrap())).unwrap()
    }
}

fn random_system(random: &mut Random, variables: u32, range: i64) -> Vec<Constraint> {
    let mut system = Vec::new();
    for _ in 0..random.between(1, 6) {
        let mut terms = Vec::new();
        for variable in 0..variables {
            let coefficient = random.between(-range, range);
            if coefficient != 0 {
                terms.push((variable, coefficient));
            }
        }
        let relation = match random.below(5) {
            0 => Relation::Eq,
            1 => Relation::Lt,
            _ => Relation::Le,
        };
        system.push(constraint(&terms, random.between(-6, 6), relation));
    }
    system
}

/// Integer systems in a box, against enumeration: never wrong, and hardly ever unknown.
#[test]
fn random_integer_systems_agree_with_enumeration() {
    let seed = 0x7A55;
    println!("seed {seed:#x}");
    let mut random = Random(seed);
    let (mut unknown, mut unsat) = (0, 0);
    for round in 0..5_000 {
        let variables = 1 + u32::try_from(random.below(3)).unwrap();
        let mut system = random_system(&mut random, variables, 4);
        for variable in 0..variables {
            system.push(le(&[(variable, 1)], -4));
            system.push(le(&[(variable, -1)], -4));
        }
        let exists = points(variables, 4).any(|point| {
            system
                .iter()
                .all(|constraint| constraint.holds(&point).unwrap())
        });
        match solve(&vec![true; variables as usize], &system) {
            Outcome::Unknown => unknown += 1,
            Outcome::Unsat => {
                unsat += 1;
                assert!(!exists, "round {round}: {system:?}");
            }
            Outcome::Sat(_) => assert!(exists, "round {round}: {system:?}"),
        }
    }
    assert!(unsat > 500, "{unsat} unsat");
    assert!(unknown < 5, "{unknown} unknown");
}

/// Rational systems: `Unsat` never contradicts a point of a fine grid, `Sat` is checked by the
/// solver itself.
#[test]
fn random_rational_systems_are_never_wrongly_unsat() {
    let seed = 0xBEEF;
    println!("seed {seed:#x}");
    let mut random = Random(seed);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..3_000 {
        let variables = 1 + u32::try_from(random.below(3)).unwrap();
        let system = random_system(&mut random, variables, 3);
        match solve(&vec![false; variables as usize], &system) {
            Outcome::Unknown => panic!("round {round}: unknown for {system:?}"),
            Outcome::Unsat => {
                unsat += 1;
                for mut point in points(variables, 8) {
                    for value in &mut point {
                        *value = value.div(Ratio::int(2)).unwrap();
                    }
                    let holds = |c: &Constraint| c.holds(&point).unwrap();
                    assert!(!system.iter().all(holds), "round {round}: {system:?}");
                }
            }
            Outcome::Sat(point) => {
                sat += 1;
                assert!(system.iter().all(|c| c.holds(&point).unwrap()));
            }
        }
    }
    assert!(sat > 500 && unsat > 500, "{sat} sat, {unsat} unsat");
}

/// Every integer point of the cube from `-size` to `size`.
fn points(variables: u32, size: i64) -> impl Iterator<Item = Vec<Ratio>> {
    let side = 2 * size + 1;
    (0..side.pow(variables)).map(move |code| {
        let mut rest = code;
        (0..variables)
            .map(|_| {
                let value = rest % side - size;
                rest /= side;
                Ratio::int(value)
            })
            .collect()
    })
}
