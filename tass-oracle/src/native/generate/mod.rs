//! Random functions: typed, with what is in scope known, so that rustc accepts nearly all of them.
//!
//! [`Gen`] makes an expression of a wanted type ([`Gen::expr`]), or a statement. What it knows of
//! borrowing is simple: while a variable is borrowed, it is hidden. Where that is not enough, rustc
//! refuses the function and it is left out.
//!
//! Side effects are made often, and on few variables, so that the same variable stands on both
//! sides of most effects.

mod aggregate;
mod alternatives;
mod boolean;
mod case;
mod chain;
mod control;
mod float;
mod helper;
mod int;
mod lets;
mod literal;
mod matching;
mod mpi;
mod optional;
mod own;
mod pattern;
mod references;
mod scope;
mod special;
mod statement;
mod subject;
mod value;
mod variant;

use self::own::Own;
use self::scope::Var;
use super::function::Function;
use super::tree::Node;
use super::ty::{Enum, INTS, Int, Struct, Ty};
use crate::generate::Rng;

/// The state of one generation.
pub(super) struct Gen {
    rng: Rng,
    scope: Vec<Var>,
    structs: Vec<Struct>,
    enums: Vec<Enum>,
    helpers: Vec<Node>,
    /// The types of the results, which are kept in `r0`, `r1`, …
    results: Vec<Ty>,
    /// Are all of them declared?
    ready: bool,
    /// Names taken so far.
    names: usize,
    /// The loops around: their labels, and whether a `break` takes a value.
    loops: Vec<(String, bool)>,
    /// Inside a closure or a specification, where nothing has an effect and nothing leaves.
    pure: bool,
    /// How much may still be made.
    budget: usize,
    /// The integer types that this function uses.
    ints: Vec<Int>,
    /// Does it use floats?
    floats: bool,
    /// Effects are more frequent.
    hot: bool,
    /// Does everything turn around the first result, a small index that changes all the time?
    focus: bool,
    /// Is there a shared variable, `s`?
    shared: bool,
    /// Are there enums, and what looks at them?
    cases: bool,
    /// Functions with bodies of their own.
    own: Vec<Own>,
    /// What such a function gives, inside it.
    inside: Option<Ty>,
}

/// The function of a seed.
pub fn generate(seed: u64) -> Function {
    let mut rng = Rng::new(seed);
    // Few types in one function, so that its values meet.
    let mut ints = vec!["usize", *rng.pick(&["i32", "i64"])];
    ints.push(*rng.pick(INTS));
    if rng.chance(50) {
        ints.push(*rng.pick(INTS));
    }
    let (floats, hot) = (rng.chance(20), rng.chance(60));
    // The order of evaluation shows best where one variable is everywhere.
    let focus = rng.chance(40);
    if focus {
        ints = vec!["usize", "usize", "usize", "i64"];
    }
    let cases = rng.chance(65);
    let mut g = Gen {
        rng,
        scope: Vec::new(),
        structs: Vec::new(),
        enums: Vec::new(),
        helpers: Vec::new(),
        results: Vec::new(),
        ready: false,
        names: 0,
        loops: Vec::new(),
        pure: false,
        budget: 150,
        ints,
        floats,
        hot: hot || focus,
        focus,
        shared: false,
        cases,
        own: Vec::new(),
        inside: None,
    };
    g.function(seed)
}

impl Gen {
    fn function(&mut self, seed: u64) -> Function {
        for _ in 0..self.rng.weighted(&[4, 4, 2]) {
            self.declare();
        }
        if self.cases {
            for _ in 0..self.rng.weighted(&[1, 4, 3]) {
                self.declare_enum();
            }
        }
        let mut inputs = Vec::new();
        let mut stmts = Vec::new();
        for _ in 0..1 + self.rng.weighted(&[3, 4, 2]) {
            let (name, ty) = (self.fresh("a"), self.input_ty());
            stmts.extend(self.assumption(&name, &ty));
            self.scope.push(Var::value(&name, ty.clone(), false));
            inputs.push((name, ty));
        }
        for i in 0..1 + self.rng.weighted(&[2, 4, 3]) {
            let ty = match (i, self.focus) {
                (0, true) => Ty::Int("usize"),
                (1.., _) if self.cases && self.rng.chance(40) => self.case_ty(),
                (_, true) => self.around(),
                (0, false) => self.scalar(),
                _ => self.ty(1),
            };
            let init = match self.focus {
                true => self.literal(&ty, false),
                false => self.expr(&ty, 1),
            };
            let name = format!("r{i}");
            self.results.push(ty.clone());
            stmts.push(Node::statement(
                "statement let type, pattern mut name",
                format!("let mut {name}: {ty} = $;"),
                vec![init],
            ));
            self.scope.push(Var::value(&name, ty, true));
        }
        self.ready = true;
        if self.rng.chance(3) {
            stmts.extend(self.sharing());
        }
        let life = self.rng.chance(5);
        if life {
            // Before everything that could communicate.
            let init = Node::new("operation init", Ty::Unit, "mpi!(init());", vec![]);
            stmts.insert(0, init.native(""));
        }
        for _ in 0..2 + self.rng.below(6) {
            if self.budget == 0 {
                break;
            }
            if self.shared && self.rng.chance(40) {
                stmts.extend(self.shared_test());
            }
            stmts.extend(self.statement(2));
        }
        // An early return leaves it out, which is a violation of its own.
        if life && !stmts.iter().any(returns) {
            let end = Node::new("operation finalize", Ty::Unit, "mpi!(finalize());", vec![]);
            stmts.push(end.native(""));
        } else if life {
            stmts.retain(|node| node.rules != "operation init");
        }
        stmts.push(self.result());
        Function {
            seed,
            structs: std::mem::take(&mut self.structs),
            enums: std::mem::take(&mut self.enums),
            helpers: std::mem::take(&mut self.helpers),
            inputs,
            body: Node::new("", Ty::Unit, "{\n$*}", stmts),
        }
    }

    /// May the function end here, with its results?
    fn may_return(&self) -> bool {
        if self.inside.is_some() {
            return !self.pure;
        }
        let results = self.scope.iter().filter(|var| var.name.starts_with('r'));
        self.ready && !self.pure && results.clone().all(|var| !var.hidden)
    }

    /// The results as they are now.
    fn result(&mut self) -> Node {
        if let Some(gives) = self.inside.clone() {
            return self.leaf(&gives);
        }
        let kids: Vec<Node> = (0..self.results.len())
            .map(|i| {
                let ty = self.results[i].clone();
                let name = format!("r{i}");
                match ty.is_copy() {
                    true => Node::new("expression variable", ty, name, vec![]),
                    false => Node::new("method clone", ty, format!("{name}.clone()"), vec![]),
                }
            })
            .collect();
        let text = format!("({})", "$, ".repeat(kids.len()));
        Node::new(
            "statement value, expression tuple",
            Ty::Tuple(self.results.clone()),
            text,
            kids,
        )
    }

    /// An input of an unbounded length, or of a wide range, is kept small most of the time: loops
    /// depend on it.
    fn assumption(&mut self, name: &str, ty: &Ty) -> Option<Node> {
        let cond = match ty {
            Ty::Vec(_) => format!("{name}.len() <= 3"),
            Ty::Int(int) if self.rng.chance(35) => {
                let hi = self.rng.between(2, 5);
                match super::ty::signed(int) && self.rng.chance(60) {
                    true => format!("{name} >= -2 && {name} <= {hi}"),
                    false => format!("{name} <= {hi}"),
                }
            }
            _ => return None,
        };
        let native = format!("assume({cond});");
        let assume = Node::statement("macro assume", format!("assume!({cond});"), vec![]);
        Some(assume.native(native))
    }

    /// A name that is not taken.
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// An integer type of this function.
    fn int_ty(&mut self) -> Int {
        let at = self.rng.below(self.ints.len());
        self.ints[at]
    }

    /// A type of what an index goes into.
    fn around(&mut self) -> Ty {
        let usize = || Box::new(Ty::Int("usize"));
        match self.rng.below(6) {
            0 | 1 => Ty::Array(usize(), 3),
            2 => Ty::Array(Box::new(Ty::Array(usize(), 3)), 3),
            3 => Ty::Vec(Box::new(Ty::Vec(usize()))),
            4 => Ty::Vec(usize()),
            _ => self.ty(1),
        }
    }

    /// A scalar type.
    fn scalar(&mut self) -> Ty {
        match self.rng.weighted(&[8, 2, if self.floats { 4 } else { 0 }]) {
            0 => Ty::Int(self.int_ty()),
            1 => Ty::Bool,
            _ => Ty::Float(if self.rng.chance(80) { "f64" } else { "f32" }),
        }
    }

    /// Any type of a local, with parts as deep as this.
    fn ty(&mut self, depth: usize) -> Ty {
        if depth == 0 {
            return self.scalar();
        }
        let structs = if self.structs.is_empty() { 0 } else { 4 };
        let cases = if self.cases { 5 } else { 0 };
        match self.rng.weighted(&[6, 3, 3, 3, structs, cases]) {
            0 => self.scalar(),
            1 => {
                let len = 1 + self.rng.weighted(&[1, 6, 2]);
                Ty::Tuple((0..len).map(|_| self.ty(depth - 1)).collect())
            }
            2 => {
                let len = 1 + self.rng.below(3);
                Ty::Array(Box::new(self.ty(depth - 1)), len)
            }
            3 => Ty::Vec(Box::new(self.ty(depth - 1))),
            5 => match self
                .rng
                .weighted(&[if self.enums.is_empty() { 0 } else { 6 }, 4, 2])
            {
                0 => {
                    let at = self.rng.below(self.enums.len());
                    Ty::Enum(self.enums[at].clone())
                }
                1 => Ty::Option(Box::new(self.ty(depth - 1))),
                _ => Ty::Result(Box::new(self.ty(depth - 1)), Box::new(self.scalar())),
            },
            _ => {
                let at = self.rng.below(self.structs.len());
                Ty::Struct(self.structs[at].clone())
            }
        }
    }

    fn input_ty(&mut self) -> Ty {
        match self.rng.weighted(&[6, 2]) {
            0 => self.scalar(),
            _ => {
                let depth = 1 + self.rng.weighted(&[4, 1]);
                match self.ty(depth) {
                    // The lengths of inner vectors have no bound.
                    ty if nested_vec(&ty, true) => self.scalar(),
                    // Their items are no inputs.
                    ty if lists_variants(&ty) => self.scalar(),
                    ty => ty,
                }
            }
        }
    }

    /// A new struct.
    fn declare(&mut self) {
        let name = format!(
            "{}{}",
            self.rng.pick(&["Pt", "Body", "Pair"]),
            self.structs.len()
        );
        if self.rng.chance(5) {
            let name = format!("Unit{}", self.structs.len());
            let fields = Vec::new();
            self.structs.push(Struct { name, fields });
            return;
        }
        let tuple = name.starts_with("Pair");
        let len = 1 + self.rng.weighted(&[1, 6, 3]);
        let fields = (0..len)
            .map(|i| {
                let depth = usize::from(self.rng.chance(30));
                let mut ty = self.ty(depth);
                if nested_vec(&ty, false) {
                    ty = self.scalar();
                }
                let field = match tuple {
                    true => i.to_string(),
                    false => ["a", "b", "c"][i].to_string(),
                };
                (field, ty)
            })
            .collect();
        self.structs.push(Struct { name, fields });
    }

    /// Is there room for more?
    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.budget > 0
    }

    /// Something inside which nothing has an effect.
    fn purely<T>(&mut self, inside: impl FnOnce(&mut Gen) -> T) -> T {
        let outer = std::mem::replace(&mut self.pure, true);
        let result = inside(self);
        self.pure = outer;
        result
    }

    /// Something inside which there are names that end with it.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Gen) -> T) -> T {
        let depth = self.scope.len();
        let result = inside(self);
        self.scope.truncate(depth);
        result
    }
}

/// Does it leave the function anywhere?
fn returns(node: &Node) -> bool {
    node.rules.contains("return") || node.kids.iter().any(returns)
}

/// Are there vectors of enums with fields?
fn lists_variants(ty: &Ty) -> bool {
    fn with_fields(ty: &Ty) -> bool {
        let fields = ty
            .variants()
            .iter()
            .any(|variant| !variant.fields.is_empty());
        let items = match ty {
            Ty::Vec(item) | Ty::Array(item, _) => with_fields(item),
            _ => false,
        };
        fields || items || ty.inside().iter().any(with_fields)
    }
    match ty {
        Ty::Vec(item) => with_fields(item),
        Ty::Array(item, _) => lists_variants(item),
        _ => ty.inside().iter().any(lists_variants),
    }
}

/// Is there a vector anywhere, but for the top?
fn nested_vec(ty: &Ty, top: bool) -> bool {
    match ty {
        Ty::Vec(elem) => !top || nested_vec(elem, false),
        Ty::Array(elem, _) => nested_vec(elem, false),
        _ => ty.inside().iter().any(|ty| nested_vec(ty, false)),
    }
}
