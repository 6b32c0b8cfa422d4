//! Outputs, compared with those of a specification.

use tass::prelude::*;

#[tass::model]
pub(crate) fn twice(n: i64) {
    output!(twice = 2 * n);
}

#[tass::model]
pub(crate) fn squared(n: i64) {
    output!(twice = n * n);
}

#[tass::model]
pub(crate) fn added(n: i64) {
    output!(twice = n + n);
}

#[tass::model]
pub(crate) fn twice_if_positive(n: i64) {
    if n > 0 {
        output!(twice = 2 * n);
    }
}
