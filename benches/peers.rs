#[path = "models/mod.rs"]
mod models;
fn main() {}
