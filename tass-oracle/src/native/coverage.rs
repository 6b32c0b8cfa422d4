//! What the generator shows of what the front end accepts.

use std::collections::BTreeMap;

use tass_syntax::accepted;

use super::function::Function;

/// How often each construct was made, by its family and name: `method rem_euclid`.
#[derive(Debug, Default)]
pub struct Coverage(pub BTreeMap<&'static str, usize>);

impl Coverage {
    /// Counts what a function shows.
    pub fn add(&mut self, function: &Function) {
        function.body.count(&mut self.0);
        for helper in &function.helpers {
            helper.count(&mut self.0);
        }
        for (_, ty) in &function.inputs {
            *self.0.entry(ty.rule()).or_default() += 1;
        }
    }

    /// The constructs of the front end's table that were not made.
    pub fn missing(&self) -> Vec<String> {
        let all = accepted::all().map(|entry| {
            let family = format!("{:?}", entry.family).to_lowercase();
            format!("{family} {}", entry.name)
        });
        all.filter(|name| !self.0.contains_key(name.as_str()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Coverage;
    use crate::native::generate::generate;

    /// A construct that the front end accepts and the generator does not make is not checked by
    /// anything.
    #[test]
    fn the_generator_makes_everything_that_is_accepted() {
        let mut coverage = Coverage::default();
        for seed in 0..5000 {
            coverage.add(&generate(seed));
        }
        assert_eq!(coverage.missing(), Vec::<String>::new());
    }
}
