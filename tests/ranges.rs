//! Numbers and their types: what comes from outside is within its type, casts fit or are
//! violations, and with `overflow = true` so is everything that is computed, on the way as well as
//! in the end.

#![allow(clippy::all, reason = "odd forms on purpose")]
#![allow(unused, unused_comparisons, reason = "models for the engine")]

use tass::prelude::*;
use tass::{Kind, Model, Value};

fn verified(model: Model) {
    let report = model.check();
    assert!(report.is_verified(), "{report}");
}

fn refuted(model: Model, kind: Kind) {
    let report = model.check();
    assert!(report.is_refuted(), "{report}");
    assert_eq!(report.kinds(), [kind], "{report}");
}

mod calls;
mod casts;
mod inputs;
mod overflow;
mod reductions;
