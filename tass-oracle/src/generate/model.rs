//! [`Model`]: a random program with the inputs it is checked on.

use std::fmt;

use tass_syntax::operation::Returns;
use tass_syntax::tree::{BinOp, Expr, ExprKind, Function, Stmt, Type};

use tass_syntax::tree::visit;

use super::{helpers, variants};
use crate::build::*;
use crate::print::{definition, print};
use tass_naive::semantics::Value;

/// A program for a number of processes, with a finite domain for each input.
///
/// What holds: unless it is open, the program assumes its domains first, so the engine, which knows
/// no domains, and the oracle, which enumerates them, speak of the same inputs.
#[derive(Clone, Debug)]
pub struct Model {
    /// The number of processes.
    pub nprocs: usize,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The statements after the declarations.
    pub body: Vec<Stmt>,
    /// Are inputs of type `usize` free to be larger than their domains? Then the engine speaks of
    /// more than the oracle.
    pub open: bool,
}

/// An input and its domain.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its type: a scalar, or an enum.
    pub ty: Type,
    /// Its values; those of an integer are an interval, in order.
    pub values: Vec<Value>,
}

impl Model {
    /// The program, printed, with every node in its place.
    pub fn function(&self) -> Function {
        let mut stmts: Vec<Stmt> = self
            .inputs
            .iter()
            .filter(|input| !self.open || input.ty != USIZE)
            .filter_map(Input::assumption)
            .collect();
        let mut used = visit::names(&self.body);
        used.extend(super::communicators::communicators_of(&self.body));
        let mut declared = self.declarations();
        declared.extend(variants::declarations(self.nprocs));
        stmts.extend(
            declared
                .into_iter()
                .filter(|(name, _)| used.contains(*name))
                .map(|(_, stmt)| stmt),
        );
        stmts.extend(self.body.iter().cloned());
        // `rank` may be used by another declaration only.
        let rank = ("rank", let_("rank", USIZE, comm("rank", [])));
        if visit::names(&stmts).contains(rank.0) {
            stmts.insert(0, rank.1);
        }
        let params = self
            .inputs
            .iter()
            .map(|input| (input.name.clone(), input.ty.clone()))
            .collect();
        let mut function = function("model", params, stmts);
        function.callees = helpers::callees();
        print(&mut function, self.nprocs);
        function
    }

    /// Every assignment of the inputs.
    pub fn assignments(&self) -> Vec<Vec<Value>> {
        let mut all = vec![Vec::new()];
        for input in &self.inputs {
            let longer = all.iter().flat_map(|values: &Vec<Value>| {
                input.values.iter().map(|value| {
                    let mut values = values.clone();
                    values.push(value.clone());
                    values
                })
            });
            all = longer.collect();
        }
        all
    }

    /// The variables that bodies can use, all but `rank`.
    fn declarations(&self) -> Vec<(&'static str, Stmt)> {
        let rank = || expr(ExprKind::Cast(Box::new(var("rank")), I64));
        let array = |items: Vec<Expr>| expr(ExprKind::Array(items));
        let zeros = |len: u64| expr(ExprKind::Repeat(Box::new(int(0)), Box::new(int(len))));
        let n = self.nprocs as u64;
        let len = self
            .inputs
            .iter()
            .find(|input| input.ty == USIZE)
            .map_or_else(|| int(2), |input| var(&input.name));
        let vector = expr(ExprKind::VecRepeat(Box::new(int(7)), Box::new(len)));
        let float = expr(ExprKind::Float("0.5".into(), None));
        let null = || constant("REQUEST_NULL");
        let no_message = || constant("MESSAGE_NULL");
        vec![
            ("size", let_("size", USIZE, comm("size", []))),
            ("x", let_("x", I64, rank())),
            ("y", let_("y", I64, int(1))),
            ("z", let_("z", I64, add(rank(), int(2)))),
            ("k", let_("k", USIZE, int(1))),
            ("s", let_("s", USIZE, int(0))),
            ("b", let_("b", Type::Bool, bool_literal(false))),
            ("f", let_("f", F64, float)),
            (
                "a",
                let_(
                    "a",
                    Type::Array(Box::new(I64), 3),
                    array(vec![rank(), int(4), int(5)]),
                ),
            ),
            // One element for each rank: to give, and to take into.
            (
                "c",
                let_(
                    "c",
                    Type::Array(Box::new(I64), n),
                    array((0..n).map(|i| add(rank(), int(3 * i as i128))).collect()),
                ),
            ),
            ("es", let_("es", Type::Array(Box::new(I64), n), zeros(n))),
            (
                "t",
                let_(
                    "t",
                    Type::Tuple(vec![I64, Type::Bool]),
                    expr(ExprKind::Tuple(vec![rank(), bool_literal(true)])),
                ),
            ),
            ("v", let_("v", Type::Vec(Box::new(I64)), vector)),
            // A value, and where it is.
            (
                "l",
                let_(
                    "l",
                    Type::Tuple(vec![I64, USIZE]),
                    expr(ExprKind::Tuple(vec![int(0), int(9)])),
                ),
            ),
            (
                "ls",
                let_(
                    "ls",
                    Type::Tuple(vec![I64, USIZE]),
                    expr(ExprKind::Tuple(vec![int(0), int(9)])),
                ),
            ),
            // For blocks of different lengths: to give, and to take into.
            (
                "g",
                let_(
                    "g",
                    Type::Array(Box::new(I64), 2 * n + 1),
                    array((0..=2 * n).map(|i| add(rank(), int(i as i128))).collect()),
                ),
            ),
            (
                "w",
                let_("w", Type::Array(Box::new(I64), 2 * n + 1), zeros(2 * n + 1)),
            ),
            ("ca", let_("ca", COMM, constant("COMM_NULL"))),
            ("cb", let_("cb", COMM, constant("COMM_NULL"))),
            // Two neighbours.
            (
                "sh",
                let_(
                    "sh",
                    Type::Tuple(vec![USIZE, USIZE]),
                    expr(ExprKind::Tuple(vec![int(0), int(0)])),
                ),
            ),
            (
                "mt",
                let_(
                    "mt",
                    Type::Tuple(vec![MATCHED, Returns::Status.ty()]),
                    expr(ExprKind::Tuple(vec![no_message(), empty_status()])),
                ),
            ),
            ("mg", let_("mg", MATCHED, no_message())),
            ("ra", let_("ra", REQUEST, null())),
            ("rb", let_("rb", REQUEST, null())),
            (
                "rs",
                let_(
                    "rs",
                    Type::Array(Box::new(REQUEST), 2),
                    array(vec![null(), null()]),
                ),
            ),
            ("st", let_("st", Returns::Status.ty(), empty_status())),
        ]
    }
}

impl Input {
    /// `assume!(lo <= n && n <= hi)`
    fn assumption(&self) -> Option<Stmt> {
        let variable = || var(&self.name);
        let cond = match (self.values.first()?, self.values.last()?) {
            (Value::Int(lo), Value::Int(hi)) => {
                let above = binary(BinOp::Le, literal(*lo), variable());
                let below = binary(BinOp::Le, variable(), literal(*hi));
                if self.ty == USIZE && *lo == 0 {
                    below
                } else {
                    and(above, below)
                }
            }
            (Value::Bool(_), _) if self.values.len() == 2 => return None,
            _ => {
                let is = self
                    .values
                    .iter()
                    .map(|value| eq(variable(), constant_of(&self.ty, value)));
                is.reduce(|a, b| binary(BinOp::Or, a, b))?
            }
        };
        Some(Stmt::Expr(assume(cond)))
    }
}

/// A status that no operation gives.
fn empty_status() -> Expr {
    let zero = |name: &str| (name.to_owned(), int(0));
    expr(ExprKind::Struct {
        ty: Returns::Status.ty(),
        fields: ["source", "tag", "count"].map(zero).into(),
        base: None,
    })
}

fn bool_literal(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

/// An integer literal without a suffix.
pub(crate) fn literal(value: i128) -> Expr {
    let magnitude = int(value.abs());
    if value < 0 {
        expr(ExprKind::Unary(
            tass_syntax::tree::UnOp::Neg,
            Box::new(magnitude),
        ))
    } else {
        magnitude
    }
}

/// A literal for a value of a type.
pub(crate) fn constant_of(ty: &Type, value: &Value) -> Expr {
    match value {
        Value::Variant(tag, values) => {
            let Type::Enum(def) = ty else {
                unreachable!("a value of an enum")
            };
            let fields = def.variants[tag.position].fields.iter().zip(values);
            let fields = fields.map(|((name, ty), value)| (name.clone(), constant_of(ty, value)));
            expr(ExprKind::Variant {
                ty: ty.clone(),
                name: tag.name.clone(),
                fields: fields.collect(),
            })
        }
        Value::Bool(value) => expr(ExprKind::Bool(*value)),
        Value::Int(value) => literal(*value),
        Value::Real(value) => {
            // Domains of floats are halves.
            let twice = value * dashu_ratio::RBig::from(2);
            let twice = i128::try_from(twice.trunc()).unwrap_or(0);
            let text = format!("{}.{}", twice.abs() / 2, if twice % 2 == 0 { 0 } else { 5 });
            let magnitude = expr(ExprKind::Float(text, None));
            match twice < 0 {
                true => expr(ExprKind::Unary(
                    tass_syntax::tree::UnOp::Neg,
                    Box::new(magnitude),
                )),
                false => magnitude,
            }
        }
        _ => expr(ExprKind::Tuple(Vec::new())),
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.function();
        // Those that others call stand before them.
        let mut text = function.source.clone();
        for callee in function.callees.iter().rev() {
            if text.contains(&format!("{}(", callee.name)) {
                text = format!("{}\n{text}", (callee.build)().source);
            }
        }
        for def in variants::definitions(&text) {
            writeln!(f, "{}", definition(&def))?;
        }
        f.write_str(&text)
    }
}
