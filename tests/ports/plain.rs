//! The same models with their predicates written out, where they are not supported: to tell what is refused from what is not proved.

#[path = "plain/arith.rs"]
mod arith;
#[path = "plain/folds.rs"]
mod folds;
#[path = "plain/frames.rs"]
mod frames;
#[path = "plain/matrix.rs"]
mod matrix;
#[path = "plain/moves.rs"]
mod moves;
#[path = "plain/search.rs"]
mod search;
#[path = "plain/sorts.rs"]
mod sorts;
#[path = "plain/strings.rs"]
mod strings;
#[path = "plain/votes.rs"]
mod votes;
