#[tass::model]
async fn waits() {}

#[tass::model]
fn generic<T, const N: usize>(x: [T; N]) -> usize
where
    T: Copy,
{
    x.len()
}

#[tass::model]
unsafe fn dangerous() {}

#[tass::model]
fn texts(name: String, letter: char) {}

struct S;

impl S {
    #[tass::model]
    fn method(&self) {}
}

fn main() {}
