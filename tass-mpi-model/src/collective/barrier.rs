//! `barrier`: nobody leaves before everybody has entered.

use super::{Collective, Entering};

/// `barrier()`
pub(super) static BARRIER: Collective = Collective {
    name: "barrier",
    needs: |_, _, _| true,
    enter: |_, _, _| Entering::default(),
    leave: |_, inside, _| Ok(inside.said("")),
};
