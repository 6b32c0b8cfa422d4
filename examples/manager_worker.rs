//! A manager hands out tasks, one at a time, to whoever asks next.
//!
//! The manager receives with `from = ANY`, so every order in which results can arrive is explored.
//! What it must not do is to rely on one of them: [`fn@by_arrival`] does, and is refuted.
//!
//! The tasks are inputs, so what is proved is proved for all values, not for an example.

use tass::prelude::*;

const TASKS: usize = 4;
const WORK: usize = 1;
const STOP: usize = 2;

/// A task, or its result.
#[tass::data]
#[derive(Clone, Copy)]
struct Task {
    number: usize,
    value: f64,
}

/// What a worker does with a task.
#[tass::model]
fn work(x: f64) -> f64 {
    x * x + 1.0
}

/// A worker: takes tasks until it is told to stop. A result goes back with the number of its task.
#[tass::model]
fn worker() {
    loop {
        let mut task = Task {
            number: 0,
            value: 0.0,
        };
        let status = mpi!(recv(&mut task, from = 0, tag = ANY));
        if status.tag == STOP {
            break;
        }
        task.value = work(task.value);
        mpi!(send(&task, to = 0));
    }
}

/// Gives task number `next` to a worker, or sends the worker home if there is none left.
#[tass::model]
fn hand_out(tasks: &[f64], next: usize, to: usize) {
    if next < TASKS {
        let task = Task {
            number: next,
            value: tasks[next],
        };
        mpi!(send(&task, to = to, tag = WORK));
    } else {
        let nothing = Task {
            number: 0,
            value: 0.0,
        };
        mpi!(send(&nothing, to = to, tag = STOP));
    }
}

/// Every result ends up at the place of its task.
#[tass::verify(nprocs = 2..=5)]
fn manager_worker(tasks: [f64; TASKS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        worker();
        return;
    }
    let mut results = [0.0; TASKS];
    let mut next = 0;
    for to in 1..size {
        hand_out(&tasks, next, to);
        next += 1;
    }
    for _ in 0..TASKS {
        let mut result = Task {
            number: 0,
            value: 0.0,
        };
        let status = mpi!(recv(&mut result, from = ANY));
        results[result.number] = result.value;
        hand_out(&tasks, next, status.source);
        next += 1;
    }
    for i in 0..TASKS {
        assert!(results[i] == work(tasks[i]));
    }
}

/// A broken twin: the results are taken to arrive in the order of the tasks.
#[tass::verify(nprocs = 3..=5, expect = assertion)]
fn by_arrival(tasks: [f64; TASKS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        worker();
        return;
    }
    let mut results = [0.0; TASKS];
    let (mut next, mut arrived) = (0, 0);
    for to in 1..size {
        hand_out(&tasks, next, to);
        next += 1;
    }
    for _ in 0..TASKS {
        let mut result = Task {
            number: 0,
            value: 0.0,
        };
        let status = mpi!(recv(&mut result, from = ANY));
        results[arrived] = result.value;
        arrived += 1;
        hand_out(&tasks, next, status.source);
        next += 1;
    }
    for i in 0..TASKS {
        assert!(results[i] == work(tasks[i]));
    }
}

/// A broken twin: the manager goes home one result too early. A worker stands there with it or, if
/// the MPI library buffers it, waits for something to do: it is left alone either way.
#[tass::verify(nprocs = 2..=5, expect = deadlock)]
fn one_too_few(tasks: [f64; TASKS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        worker();
        return;
    }
    let mut next = 0;
    for to in 1..size {
        hand_out(&tasks, next, to);
        next += 1;
    }
    for _ in 1..TASKS {
        let mut result = Task {
            number: 0,
            value: 0.0,
        };
        let status = mpi!(recv(&mut result, from = ANY));
        assert!(result.value == work(tasks[result.number]));
        hand_out(&tasks, next, status.source);
        next += 1;
    }
}

fn main() {
    for nprocs in 2..=5 {
        println!("{}\n", manager_worker::model().nprocs(nprocs).check());
    }
    println!("{}\n", by_arrival::model().nprocs(3).check());
    println!("{}", one_too_few::model().nprocs(3).check());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_pinned() {
        let counts = [2, 3, 4, 5].map(|nprocs| {
            let report = manager_worker::model().nprocs(nprocs).check();
            let stats = report.stats();
            (stats.states, stats.steps, stats.by_z3)
        });
        assert_eq!(
            counts,
            [(21, 20, 0), (81, 87, 0), (138, 154, 0), (125, 141, 0)]
        );
    }

    /// With one worker there is one order, and the first twin is right.
    #[test]
    fn one_worker_keeps_the_order() {
        let report = by_arrival::model().nprocs(2).check();
        assert!(report.is_verified(), "{report}");
    }

    /// If the library keeps the last result, its worker waits for a task that never comes.
    #[test]
    fn one_too_few_hangs_with_buffers_too() {
        let model = one_too_few::model()
            .nprocs(3)
            .deadlock(tass::Deadlock::Absolute);
        let kinds = model.check().kinds();
        assert_eq!(kinds, [tass::Kind::Deadlock]);
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let models = [
            manager_worker::model().nprocs(3),
            by_arrival::model().nprocs(3),
            one_too_few::model().nprocs(3),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let (reduced, full) = (model.check(), model.clone().reduction(false).check());
            assert_eq!(reduced.verdict(), full.verdict(), "{full}");
            assert_eq!(reduced.kinds(), full.kinds(), "{full}");
        }
    }
}
