//! `init` and `finalize` in and out of place.

use super::*;

fn exit(world: &mut World, process: usize) -> Result<(), (Kind, String)> {
    let exit = Mpi.exit(&mut world.shared, process);
    exit.map_err(|f| (f.kind, f.message))
}

fn wrong(message: &str) -> (Kind, String) {
    (Kind::InitFinalize, message.to_string())
}

#[test]
fn neither_is_needed() {
    let mut world = World::new(2);
    world.post(0, "barrier", &[]);
    world.post(1, "barrier", &[]);
    assert_eq!(exit(&mut world, 0), Ok(()));
    assert_eq!(world.leftovers(), []);
}

#[test]
fn nothing_is_kept_track_of_without_them() {
    let mut world = World::new(1);
    world.shared = Mpi.initial(1, &BTreeSet::from(["barrier"]), false);
    let before = world.shared.clone();
    world.post(0, "barrier", &[]);
    world.complete(0, 0);
    assert_eq!(world.shared, before);
}

#[test]
fn both_around_everything_is_fine() {
    let mut world = World::new(1);
    world.post(0, "init", &[]);
    world.post(0, "barrier", &[]);
    world.complete(0, 0);
    world.post(0, "finalize", &[]);
    assert_eq!(exit(&mut world, 0), Ok(()));
    assert_eq!(world.leftovers(), []);
}

#[test]
fn anything_else_is_not() {
    let after = |before: &[&str], op: &str| {
        let mut world = World::new(1);
        for op in before {
            world.post(0, op, &[]);
        }
        world.post_fault(0, op, &[])
    };
    let cases: [(&[&str], &str, &str); 7] = [
        (&["init"], "init", "process 0 calls `init` twice"),
        (
            &["barrier"],
            "init",
            "process 0 calls `init` after it has communicated",
        ),
        (&[], "finalize", "process 0 calls `finalize` without `init`"),
        (
            &["barrier"],
            "finalize",
            "process 0 calls `finalize` without `init`",
        ),
        (
            &["init", "finalize"],
            "barrier",
            "process 0 calls `barrier` after `finalize`",
        ),
        (
            &["init", "finalize"],
            "finalize",
            "process 0 calls `finalize` twice",
        ),
        (
            &["init", "finalize"],
            "init",
            "process 0 calls `init` after `finalize`",
        ),
    ];
    for (before, op, message) in cases {
        assert_eq!(after(before, op), wrong(message));
    }
}

#[test]
fn finalize_is_not_forgotten() {
    let mut world = World::new(1);
    world.post(0, "init", &[]);
    assert_eq!(
        exit(&mut world, 0),
        Err(wrong("process 0 ends without `finalize`"))
    );
}

#[test]
fn one_for_all() {
    let mut world = World::new(2);
    world.post(1, "init", &[]);
    world.post(1, "finalize", &[]);
    let message = "process 0 never calls `init`, but process 1 does".to_string();
    assert_eq!(world.leftovers(), [(0, Kind::InitFinalize, message)]);
}
