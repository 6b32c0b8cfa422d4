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

    /// The constructs of the table that were not made.
    pub fn missing(&self) -> Vec<String> {
        let all = ACCEPTED.iter().flat_map(|(family, names)| {
            let names = names.split_whitespace();
            names.map(move |name| format!("{family} {}", name.replace('~', " ")))
        });
        all.filter(|name| !self.0.contains_key(name.as_str()))
            .collect()
    }
}

/// Everything that the front end accepts; `~` stands for a space inside a name.
///
/// The front end's own table is to take its place.
const ACCEPTED: &[(&str, &str)] = &[
    (
        "type",
        "bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 () ! _ tuple array Vec \
         slice & &mut struct",
    ),
    (
        "statement",
        "let let~type let~later expression value macro ;",
    ),
    (
        "pattern",
        "name mut~name _ parenthesis type tuple & struct struct~rest tuple~struct",
    ),
    (
        "expression",
        "integer float bool variable constant unit~struct parenthesis unary binary assign \
         assign~operator discard index slice field tuple array repeat struct struct~update & &mut as \
         call method~call range~contains chain macro if if~else block label while loop for~range \
         for~rev for~step_by for~elements break break~value break~label continue continue~label \
         return return~value proc~field spec~field",
    ),
    (
        "operator",
        "neg ! deref + - * / % && || & | ^ == != < <= > >= += -= *= /= %= &= |= ^=",
    ),
    (
        "method",
        "len is_empty push swap clone to_vec min max abs pow rem_euclid div_euclid abs_diff clamp \
         is_multiple_of signum fill contains copy_from_slice",
    ),
    ("source", "a..b a..=b iter proc.iter proc[..e].iter"),
    ("step", "filter map copied cloned"),
    ("end", "all any sum product count min max"),
    (
        "function",
        "model tuple~struct Vec::new Vec::with_capacity cmp::min cmp::max T::from T::min T::max \
         T::abs T::pow T::rem_euclid T::div_euclid T::abs_diff T::clamp T::is_multiple_of T::signum \
         sent received in_flight",
    ),
    (
        "macro",
        "assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne panic todo \
         unimplemented unreachable vec~list vec~repeat assume cover output choose elaborate \
         collective_assert invariant shared critical always joint_assert joint_invariant universe \
         assigns mpi~rank mpi~size mpi~send mpi~ssend mpi~recv mpi~sendrecv mpi~barrier mpi~bcast \
         mpi~reduce mpi~allreduce mpi~gather mpi~scatter mpi~allgather mpi~alltoall mpi~scan \
         mpi~exscan mpi~init mpi~finalize",
    ),
];

#[cfg(test)]
mod tests {
    use super::Coverage;
    use crate::native::generate::generate;

    /// A construct that the front end accepts and the generator does not make is not checked by anything.
    #[test]
    fn the_generator_makes_everything_that_is_accepted() {
        let mut coverage = Coverage::default();
        for seed in 0..2000 {
            coverage.add(&generate(seed));
        }
        assert_eq!(coverage.missing(), Vec::<String>::new());
    }
}
