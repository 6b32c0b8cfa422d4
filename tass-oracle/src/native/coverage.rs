//! What the generator shows of what the front end accepts.

use std::collections::BTreeMap;

use super::function::Function;

/// How often each construct was made, by its family and name: `method rem_euclid`.
#[derive(Debug, Default)]
pub struct Coverage(pub BTreeMap<&'static str, usize>);

impl Coverage {
    /// Counts what a function shows.
    pub fn add(&mut self, function: &Function) {
        function.body.count(&mut self.0);
        for (_, ty) in &function.inputs {
            *self.0.entry(ty.rule()).or_default() += 1;
        }
    }
}
