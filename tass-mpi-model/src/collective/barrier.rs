//! `barrier`: nobody leaves before everybody has entered.

use tass_core::comm::{ResultKind, Signature, Text};

use super::{Collective, Entering};

/// `barrier()`
pub(super) static BARRIER: Collective = Collective {
    signature: Signature {
        name: "barrier",
        params: &[],
        result: ResultKind::Unit,
        pure: None,
        one_type: false,
    },
    needs: |_, _, _| true,
    enter: |_, _, _| Entering::default(),
    leave: |_, _, _| Ok(Text::new("barrier")),
};
