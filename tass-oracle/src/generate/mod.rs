//! Random models, valid by construction.
//!
//! A model starts as phases of communication that fit together ([`phase`], [`collective`],
//! [`requests`], [`communicators`], [`nonblocking`], [`modes`], [`probed`], [`variants`]), or as a
//! [`computation`] on inputs; then some are broken on purpose ([`mutate`]). So a good share is
//! right, a good share deadlocks, and a good share fails otherwise. Everything follows from the
//! seed.

mod assume;
mod collective;
mod communicators;
mod computation;
mod expr;
mod families;
mod forever;
mod helpers;
mod local;
pub mod memory;
mod model;
mod modes;
mod mutate;
mod nonblocking;
mod phase;
mod probed;
mod requests;
mod rng;
mod rounds;
mod soup;
mod together;
mod variants;
mod varying;

use tass_syntax::tree::{Stmt, Type};

pub use families::Families;
pub(crate) use model::constant_of;
pub use model::{Input, Model};
pub use rng::Rng;
pub use rounds::generate_rounds;

use crate::build::*;
use tass_naive::semantics::Value;

/// The model of a seed.
pub fn generate(seed: u64) -> Model {
    generate_from(seed, Families::DEFAULT)
}

/// The model of a seed, with more or fewer of some operations.
pub fn generate_from(seed: u64, families: Families) -> Model {
    let mut rng = Rng::new(seed);
    let nprocs = [2, 3, 4][rng.weighted(&[5, 5, 2])];
    let mut generator = Generator {
        rng,
        nprocs,
        families,
        risky: false,
        inputs: Vec::new(),
        ints: ["x", "y", "z"].map(str::to_owned).into(),
        usizes: ["rank", "size", "k", "s"].map(str::to_owned).into(),
        bools: vec!["b".to_owned()],
    };
    generator.risky = generator.rng.chance(20);
    generator.choose_inputs();
    generator.choose_variants();
    let body = generator.body();
    Model {
        nprocs,
        inputs: generator.inputs,
        body,
        open: false,
    }
}

/// A model under construction.
struct Generator {
    rng: Rng,
    nprocs: usize,
    /// How often some operations come.
    families: Families,
    /// Are expressions likely to have no value?
    risky: bool,
    inputs: Vec<Input>,
    /// The names of the variables of type `i64`.
    ints: Vec<String>,
    usizes: Vec<String>,
    bools: Vec<String>,
}

impl Generator {
    fn choose_inputs(&mut self) {
        let integers = |lo, hi| (lo..=hi).map(Value::Int).collect();
        if self.rng.chance(45) {
            let (lo, hi) = *self.rng.pick(&[(0, 2), (-1, 1), (1, 3), (-4, 4)]);
            self.inputs.push(Input {
                name: "m".into(),
                ty: I64,
                values: integers(lo, hi),
            });
            self.ints.push("m".into());
        }
        if self.rng.chance(35) {
            let hi = self.rng.between(1, 2);
            self.inputs.push(Input {
                name: "n".into(),
                ty: USIZE,
                values: integers(0, hi),
            });
            self.usizes.push("n".into());
            if self.rng.chance(40) {
                self.inputs.push(Input {
                    name: "h".into(),
                    ty: USIZE,
                    values: integers(0, 1),
                });
                self.usizes.push("h".into());
            }
        }
        if self.rng.chance(20) {
            let values = vec![Value::Bool(false), Value::Bool(true)];
            self.inputs.push(Input {
                name: "p".into(),
                ty: Type::Bool,
                values,
            });
            self.bools.push("p".into());
        }
        if self.rng.chance(8) {
            let values = vec![Value::real(-1, 2), Value::real(0, 1), Value::real(1, 1)];
            self.inputs.push(Input {
                name: "q".into(),
                ty: F64,
                values,
            });
        }
    }

    fn body(&mut self) -> Vec<Stmt> {
        let style = self.rng.weighted(&[48, 28, 18, 6]);
        let mut body = match style {
            0 => self.phases(),
            1 => self.soup(),
            2 => self.computation(),
            _ => self.forever(),
        };
        if style == 1 && self.rng.chance(50) {
            body.extend(self.phase(2));
        }
        if self.rng.chance(2) {
            body.extend(self.forever());
        }
        if style < 2 && self.rng.chance(20) {
            self.loosen(&mut body);
        }
        let mutations = match style {
            0 => [0, 1, 2][self.rng.weighted(&[40, 40, 20])],
            3 => usize::from(self.rng.chance(20)),
            _ => self.rng.below(2),
        };
        for _ in 0..mutations {
            self.mutate(&mut body);
        }
        if self.rng.chance(5) {
            self.surround(&mut body);
        }
        body
    }

    /// Phases, with assertions between them.
    fn phases(&mut self) -> Vec<Stmt> {
        let most = if self.nprocs == 4 { 3 } else { 4 };
        let mut body = Vec::new();
        for _ in 0..=self.rng.below(most) {
            body.extend(self.phase(2));
            if self.rng.chance(20) {
                body.push(self.assertion());
            }
        }
        body
    }

    /// An assertion.
    fn assertion(&mut self) -> Stmt {
        let cond = if self.rng.chance(55) {
            self.mild()
        } else {
            self.bool(1)
        };
        if self.rng.chance(10) {
            let (a, b) = (Box::new(self.int_leaf()), Box::new(self.int(1)));
            let kind = tass_syntax::tree::ExprKind::AssertEq(self.rng.chance(50), a, b, None);
            return Stmt::Expr(expr(kind));
        }
        Stmt::Expr(assert(cond))
    }

    /// `init` and `finalize`, mostly where they belong.
    fn surround(&mut self, body: &mut Vec<Stmt>) {
        let (init, finalize) = (
            Stmt::Expr(comm("init", [])),
            Stmt::Expr(comm("finalize", [])),
        );
        let end = if self.rng.chance(75) {
            body.len()
        } else {
            self.rng.below(body.len() + 1)
        };
        if self.rng.chance(90) {
            body.insert(end, finalize);
        }
        let start = if self.rng.chance(85) {
            0
        } else {
            self.rng.below(body.len() + 1)
        };
        body.insert(start, init);
    }

    /// A condition on inputs only, the same for all ranks.
    fn input_condition(&mut self) -> Option<tass_syntax::tree::Expr> {
        if self.inputs.is_empty() {
            return None;
        }
        let input = self.rng.pick(&self.inputs.clone()).clone();
        let value = self.rng.pick(&input.values).clone();
        Some(match &input.ty {
            Type::Bool => var(&input.name),
            _ if self.rng.chance(50) => eq(var(&input.name), constant_of(&input.ty, &value)),
            _ => lt(var(&input.name), constant_of(&input.ty, &value)),
        })
    }
}
