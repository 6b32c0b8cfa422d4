//! Enums: values of them, what looks at them ([`looks`]), what changes them ([`changes`]), those
//! in others ([`deeper`]), and what goes from one rank to another ([`told`]).
//!
//! Names that patterns bind are `ua` and `ub`, which nothing else has.

mod changes;
mod deeper;
mod functions;
mod looks;
mod told;

use tass_syntax::tree::{EnumDef, Expr, ExprKind, Function, Stmt, Type};

pub(super) use functions::callees;

use super::{Generator, Input, model::literal};
use crate::build::*;
use crate::cases::*;
use tass_naive::semantics::Value;

/// `enum Job { Idle, Work(i64), Move { by: i64, far: bool }, Both(i64, bool) }`
pub(super) fn job() -> Type {
    let both = [("0", I64), ("1", Type::Bool)];
    let moves = [("by", I64), ("far", Type::Bool)];
    enumeration(
        "Job",
        &[
            ("Idle", &[]),
            ("Work", &[("0", I64)]),
            ("Move", &moves),
            ("Both", &both),
        ],
    )
}

/// `enum Vote { No = 1, Later = 4, Yes = 5 }`
pub(super) fn vote() -> Type {
    let Type::Enum(def) = enumeration("Vote", &[("No", &[]), ("Later", &[]), ("Yes", &[])]) else {
        unreachable!("an enum")
    };
    let mut def = EnumDef::clone(&def);
    for (variant, discriminant) in def.variants.iter_mut().zip([1, 4, 5]) {
        variant.discriminant = discriminant;
    }
    Type::Enum(def.into())
}

/// `Option<i64>`
pub(super) fn option() -> Type {
    Type::option(I64)
}

/// `Result<i64, bool>`
pub(super) fn result() -> Type {
    Type::result(I64, Type::Bool)
}

/// The variables of such types, of a program for so many processes.
pub(super) fn declarations(nprocs: usize) -> Vec<(&'static str, Stmt)> {
    let rank = || expr(ExprKind::Cast(Box::new(var("rank")), I64));
    let later = variant(&vote(), "Later", []);
    let len = Box::new(int(nprocs as i128));
    let votes = expr(ExprKind::Repeat(Box::new(later), len));
    let slots = expr(ExprKind::Array(vec![none(), some(rank()), none()]));
    let list = Type::Array(Box::new(vote()), nprocs as u64);
    vec![
        ("jb", let_("jb", job(), work(rank()))),
        ("jc", let_("jc", job(), variant(&job(), "Idle", []))),
        ("op", let_("op", option(), some(rank()))),
        ("oq", let_("oq", option(), none())),
        ("vt", let_("vt", vote(), variant(&vote(), "No", []))),
        ("vs", let_("vs", list, votes)),
        ("re", let_("re", result(), good(rank()))),
        ("oj", let_("oj", Type::option(job()), none())),
        ("os", let_("os", Type::Array(Box::new(option()), 3), slots)),
    ]
}

/// The definitions that a text needs.
pub(super) fn definitions(text: &str) -> Vec<EnumDef> {
    let all = [job(), vote()].into_iter().filter_map(|ty| match ty {
        Type::Enum(def) => Some(EnumDef::clone(&def)),
        _ => None,
    });
    let used = |def: &EnumDef| {
        let path = format!("{}::", def.name);
        text.contains(&path) || text.contains(&format!(": {}", def.name))
    };
    all.filter(used).collect()
}

/// What a function of these types is made of.
fn helper(name: &str, params: Vec<(String, Type)>, ret: Type, stmts: Vec<Stmt>) -> Function {
    let mut function = function(name, params, stmts);
    function.ret = ret;
    function
}

fn work(e: Expr) -> Expr {
    variant(&job(), "Work", [("0", e)])
}

fn behind(name: &str) -> Expr {
    let name = Box::new(var(name));
    expr(ExprKind::Unary(tass_syntax::tree::UnOp::Deref, name))
}

fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

impl Generator {
    /// Mostly code that one process runs alone; then perhaps a look at what came out.
    pub(super) fn variants(&mut self) -> Vec<Stmt> {
        let mut stmts = match self.rng.weighted(&[5, 5, 2, 3]) {
            0 => vec![self.looks(), self.changes()],
            1 => self.told_enums(),
            2 => self.gathered(),
            _ => vec![self.changes(), self.compared_together()],
        };
        if self.rng.chance(25) {
            stmts.insert(0, self.changes());
        }
        if self.rng.chance(40) {
            stmts.push(self.looks());
        }
        if self.rng.chance(35) {
            let cond = match self.rng.chance(65) {
                true => self.mild_case(),
                false => self.wild_case(),
            };
            stmts.push(Stmt::Expr(assert(cond)));
        }
        stmts
    }

    /// Sometimes an input of such a type.
    pub(super) fn choose_variants(&mut self) {
        if self.families.variants == 0 || !self.rng.chance(5) {
            return;
        }
        let number = |value| Value::Int(value);
        let (name, ty) = match self.rng.weighted(&[3, 2, 2]) {
            0 => ("oi", option()),
            1 => ("vi", vote()),
            _ => ("ji", job()),
        };
        let Type::Enum(def) = &ty else {
            unreachable!("an enum")
        };
        let of = |name: &str, fields| Value::variant(def, name, fields).expect("it has it");
        let values = match name {
            "oi" => {
                let numbers = (-1..=self.rng.between(0, 2)).map(|n| Value::some(number(n)));
                [Value::none()].into_iter().chain(numbers).collect()
            }
            "vi" => ["No", "Later", "Yes"].map(|name| of(name, vec![])).into(),
            _ => {
                let far = Value::Bool(self.rng.chance(50));
                let mut all = vec![of("Idle", vec![])];
                all.extend((0..2).map(|n| of("Work", vec![number(n)])));
                all.push(of("Move", vec![number(1), far.clone()]));
                all.extend(
                    self.rng
                        .chance(50)
                        .then(|| of("Both", vec![number(-1), far])),
                );
                all
            }
        };
        let name = name.to_owned();
        self.inputs.push(Input { name, ty, values });
    }

    /// The input of this name, now and then, or one of these variables.
    fn one_of(&mut self, input: &str, names: &[&'static str]) -> Expr {
        let given = self.inputs.iter().any(|given| given.name == input);
        match given && self.rng.chance(45) {
            true => var(input),
            false => var(*self.rng.pick(names)),
        }
    }

    /// An `Option<i64>`.
    fn option_leaf(&mut self) -> Expr {
        self.one_of("oi", &["op", "op", "oq"])
    }

    /// A `Job`.
    fn job_leaf(&mut self) -> Expr {
        self.one_of("ji", &["jb", "jb", "jc"])
    }

    /// A `Vote`.
    fn vote_leaf(&mut self) -> Expr {
        self.one_of("vi", &["vt"])
    }

    /// `Vote::Yes` or another.
    fn some_vote(&mut self) -> Expr {
        let name = *self.rng.pick(&["No", "Later", "Yes"]);
        variant(&vote(), name, [])
    }

    /// An `Option<i64>`, new or old.
    fn option_value(&mut self) -> Expr {
        match self.rng.weighted(&[4, 2, 2, 2, 1, 1]) {
            0 => some(self.int(1)),
            1 => none(),
            2 => self.option_leaf(),
            3 => functions::call(
                self.rng.pick::<&str>(&["halved", "quarter"]),
                vec![self.int(1)],
            ),
            4 => {
                let method = *self.rng.pick(&["or", "and"]);
                let other = some(self.int_leaf());
                ask(self.option_leaf(), method, [other])
            }
            _ => ask(var("re"), "ok", []),
        }
    }

    /// One whose type shows.
    fn typed_option(&mut self) -> Expr {
        match self.rng.chance(50) {
            true => self.option_leaf(),
            false => functions::call(
                self.rng.pick::<&str>(&["halved", "quarter"]),
                vec![self.int(1)],
            ),
        }
    }

    /// A new `Job`, its fields in any order.
    fn job_value(&mut self) -> Expr {
        match self.rng.weighted(&[2, 4, 3, 2]) {
            0 => variant(&job(), "Idle", []),
            1 => work(self.int(1)),
            2 => {
                let (by, far) = (("by", self.int(1)), ("far", self.bool(0)));
                let fields = match self.rng.chance(50) {
                    true => [by, far],
                    false => [far, by],
                };
                variant(&job(), "Move", fields)
            }
            _ => variant(&job(), "Both", [("0", self.int(1)), ("1", self.bool(0))]),
        }
    }

    /// A `Vote` that may differ from rank to rank.
    fn vote_value(&mut self) -> Expr {
        if self.rng.chance(40) {
            return self.some_vote();
        }
        let rank = int(self.rng.below(self.nprocs) as i128);
        let (yes, no) = (self.some_vote(), self.some_vote());
        let arms = vec![
            arm(is(rank), yes),
            arm(tass_syntax::tree::Pattern::Wild, no),
        ];
        match_(var("rank"), arms)
    }

    /// A small number, as a pattern has it.
    fn small(&mut self) -> Expr {
        literal(self.rng.between(-1, 3))
    }
}
