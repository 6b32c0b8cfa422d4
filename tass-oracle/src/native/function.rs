//! [`Function`]: a generated function, and the file that holds it twice.

use std::fmt::Write as _;

use super::declare;
use super::tree::{Node, Side};
use super::ty::{Enum, Struct, Ty};

/// A generated function with all that it needs.
#[derive(Clone, Debug)]
pub struct Function {
    /// It follows from this, and its inputs do.
    pub seed: u64,
    /// Its structs.
    pub structs: Vec<Struct>,
    /// Its enums.
    pub enums: Vec<Enum>,
    /// Its helper functions; statements, so that each may be left out.
    pub helpers: Vec<Node>,
    /// Its inputs.
    pub inputs: Vec<(String, Ty)>,
    /// Its body: statements, and the results as the last child.
    pub body: Node,
}

impl Function {
    /// The types of the results.
    pub fn results(&self) -> Vec<&Ty> {
        let tail = self.body.kids.last().expect("a body ends with its results");
        tail.kids.iter().map(|kid| &kid.ty).collect()
    }

    /// The text of one side, without the module around it.
    pub fn print(&self, side: Side) -> String {
        let attribute = if side == Side::Model {
            "#[tass::model] "
        } else {
            ""
        };
        let mut out = String::new();
        for decl in &self.structs {
            out.push_str(&declare::structure(decl, side));
        }
        for decl in &self.enums {
            out.push_str(&declare::enumeration(decl, side));
        }
        for helper in &self.helpers {
            if helper.ty == Ty::Unit && !helper.text.starts_with("const") {
                out.push_str(attribute);
            }
            let _ = writeln!(out, "{}", helper.print(side));
        }
        let params: Vec<String> = self
            .inputs
            .iter()
            .map(|(name, ty)| format!("{name}: {ty}"))
            .collect();
        let results: String = self.results().iter().map(|ty| format!("{ty}, ")).collect();
        let _ = writeln!(
            out,
            "{attribute}pub fn f({}) -> ({results}) {}",
            params.join(", "),
            self.body.print(side)
        );
        out
    }

    /// What a user could paste.
    pub fn paste(&self) -> String {
        format!("use tass::prelude::*;\n\n{}", self.print(Side::Model))
    }

    /// The file of the function in a batch.
    pub fn file(&self) -> String {
        // A shared variable is declared by the function that is checked: no other one can call it.
        let called = !self.body.print(Side::Model).contains("shared!(");
        let claim = if called { "claim" } else { "f" };
        let mut out =
            String::from("#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n");
        let _ = writeln!(
            out,
            "pub mod model {{\nuse tass::prelude::*;\n{}{}\n}}",
            self.print(Side::Model),
            if called { self.claim() } else { String::new() }
        );
        let _ = writeln!(
            out,
            "pub mod native {{\nuse tass_oracle::native::standin::*;\n{}{}}}",
            self.print(Side::Native),
            self.data()
        );
        let args = vec!["inputs.next()"; self.inputs.len()].join(", ");
        let results = if called { self.results().len() } else { 0 };
        let shown: String = (0..results).map(|i| format!("shown(&r.{i}), ")).collect();
        let names: Vec<String> = self
            .inputs
            .iter()
            .map(|(name, _)| format!("{name:?}"))
            .collect();
        let _ = writeln!(
            out,
            "use tass_oracle::native::run::{{Case, Inputs, Shown, shown}};\n\
             fn run(inputs: &mut Inputs) -> Vec<Shown> {{ let r = native::f({args}); vec![{shown}] }}\n\
             pub fn case() -> Case {{ Case {{ seed: {}, names: &[{}], run, model: model::f::model, claim: model::{claim}::model }} }}",
            self.seed,
            names.join(", ")
        );
        out
    }

    /// A model that claims the results.
    fn claim(&self) -> String {
        let mut params: Vec<String> = self
            .inputs
            .iter()
            .map(|(name, ty)| format!("{name}: {ty}"))
            .collect();
        let mut claims = String::new();
        for (i, ty) in self.results().iter().enumerate() {
            params.push(format!("expected{i}: {ty}"));
            let _ = write!(claims, "assert!(results.{i} == expected{i}); ");
        }
        let args: Vec<&str> = self.inputs.iter().map(|(name, _)| name.as_str()).collect();
        format!(
            "#[tass::model] pub fn claim({}) {{ let results = f({}); {claims}}}",
            params.join(", "),
            args.join(", ")
        )
    }

    /// How the harness handles the structs and enums.
    fn data(&self) -> String {
        let structs = self.structs.iter().map(declare::data_of_structure);
        let enums = self.enums.iter().map(declare::data_of_enumeration);
        structs.chain(enums).collect()
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        let helpers: usize = self.helpers.iter().map(Node::size).sum();
        helpers + self.body.size() + self.inputs.len() + self.structs.len() + self.enums.len()
    }
}
