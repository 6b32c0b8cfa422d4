#[tass::data]
#[derive(Clone, Copy)]
enum Job {
    Work(i64),
    Move { x: i64, y: i64 },
    Idle,
}

#[tass::data]
enum Empty {}

#[tass::data]
enum Either<A, B> {
    Left(A),
    Right(B),
}

#[tass::data]
enum List {
    Nil,
    Cons(i64, Box<List>),
}

#[allow(non_upper_case_globals)]
const limit: i64 = 3;

#[tass::model]
fn work(job: Job, message: &str) -> Option<i64> {
    let n = match job {
        Job::Work(limit) => limit,
        Job::Wait(n) => n,
        Job::Move { x, z } => x + z,
        other => 0,
    };
    let moved = Job::Move { x: n };
    let found = Some;
    let sum = Some(n).expect(message);
    let Job::Idle = job;
    let x = n?;
    Some(n)
}

#[tass::model]
fn held(results: Result<i64>, options: Option) {}

fn main() {}
