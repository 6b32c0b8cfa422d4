//! Which ranks and tags there are.

use tass_core::comm::{Param, ParamKind};
use tass_core::report::Kind;
use tass_core::symbolic::{ExprId, Store};

use crate::constants;

/// A rank is that of a process, or one of the special ones that may stand there. A tag is not below
/// zero: the special ones are not either, but their codes are, and without this a negative number
/// could be taken for one of them.
pub(crate) fn legal(store: &mut Store, param: &Param, value: ExprId, nprocs: usize) -> ExprId {
    let zero = store.int(0);
    let above = store.le(zero, value);
    if param.kind != ParamKind::Rank {
        return above;
    }
    let size = store.int(i64::try_from(nprocs).expect("few processes"));
    let below = store.lt(value, size);
    let mut legal = store.and(above, below);
    for (special, _) in constants::special(param.name) {
        let special = store.int_big((*special).into());
        let is_special = store.eq(value, special);
        legal = store.or(legal, is_special);
    }
    legal
}

/// What is wrong with a rank or a tag of which that does not hold.
pub(crate) fn illegal(param: &Param, value: &str, nprocs: usize) -> (Kind, String) {
    let name = param.name;
    match param.kind {
        ParamKind::Rank => (
            Kind::InvalidRank,
            format!("`{name}` is {value}, but ranks go from 0 to {}", nprocs - 1),
        ),
        _ => {
            let what = match name {
                "color" => "colors",
                "dimension" => "dimensions",
                _ => "tags",
            };
            (
                Kind::InvalidTag,
                format!("`{name}` is {value}, but {what} are not negative"),
            )
        }
    }
}
