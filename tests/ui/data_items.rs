#[tass::data]
enum Shape {
    Round,
    Square,
}

#[tass::data]
struct Grid<T> {
    cells: Vec<T>,
}

#[tass::data]
struct Tree {
    children: Vec<Tree>,
}

#[tass::data]
union Bits {
    f: f32,
    u: u32,
}

fn main() {}
