//! `barrier`: nobody leaves before everybody has entered.

use super::nothing::Share;
use super::{Collective, Entering};

/// `barrier()`
pub(super) static BARRIER: Collective = Collective {
    name: "barrier",
    needs: |_, _, _| true,
    share: Share::Presence,
    enter: |_, _, _| Entering::default(),
    leave: |_, inside, _| Ok(inside.said("")),
};
