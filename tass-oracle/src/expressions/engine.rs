//! Terms in the engine's own form.

use dashu_ratio::RBig;
use tass_logic::symbolic::{ExprId, FoldOp, FunId, Model, Node, Sort, Store, Value};

use super::SYMBOLS;
use super::term::{Assignment, Binary, Range, Scalar, Term, Unary};

/// The engine's store, with the symbols that terms speak of.
pub(super) struct Engine {
    /// The store.
    pub(super) store: Store,
    /// By number.
    pub(super) symbols: Vec<ExprId>,
    /// The elements of the symbolic array.
    pub(super) function: FunId,
}

impl Engine {
    /// An empty store and the symbols.
    pub(super) fn new() -> Engine {
        let mut store = Store::new();
        let symbols = SYMBOLS
            .iter()
            .map(|(name, sort)| store.new_symbol(name, *sort))
            .collect();
        let function = store.new_function("g", 1, Sort::Int, false);
        Engine {
            store,
            symbols,
            function,
        }
    }

    /// A term, built by the smart constructors.
    pub(super) fn build(&mut self, term: &Term, bound: &mut Vec<ExprId>) -> ExprId {
        match term {
            Term::Num(value, real) => self
                .store
                .num(if *real { Sort::Real } else { Sort::Int }, value.clone()),
            Term::Bool(value) => self.store.bool(*value),
            Term::Sym(i) => self.symbols[*i],
            Term::Var(i) => bound[bound.len() - 1 - i],
            Term::Element(index) => {
                let index = self.build(index, bound);
                self.store.app(self.function, &[index])
            }
            Term::Unary(op, a) => {
                let a = self.build(a, bound);
                match op {
                    Unary::Neg => self.store.neg(a),
                    Unary::Not => self.store.not(a),
                    Unary::Abs => self.store.abs(a),
                    Unary::ToReal => self.store.to_real(a),
                    Unary::Floor => self.store.floor(a),
                    Unary::Trunc => self.store.trunc_to_int(a),
                }
            }
            Term::Binary(op, a, b) => {
                let (a, b) = (self.build(a, bound), self.build(b, bound));
                self.binary(*op, a, b)
            }
            Term::Ite(cond, a, b) => {
                let (cond, a, b) = (
                    self.build(cond, bound),
                    self.build(a, bound),
                    self.build(b, bound),
                );
                self.store.ite(cond, a, b)
            }
            Term::Written {
                items,
                at,
                value,
                index,
            } => {
                let items: Vec<ExprId> = items.iter().map(|item| self.build(item, bound)).collect();
                let array = self.store.array(&items);
                let (at, value) = (self.build(at, bound), self.build(value, bound));
                let array = self.store.write(array, at, value);
                let index = self.build(index, bound);
                self.store.read(array, index)
            }
            Term::Range(kind, lo, hi, body) => {
                let (lo, hi) = (self.build(lo, bound), self.build(hi, bound));
                let var = self.store.fresh_bound();
                bound.push(var);
                let body = self.build(body, bound);
                bound.pop();
                match kind {
                    Range::All => self.store.forall(lo, hi, var, body),
                    Range::Any => self.store.exists(lo, hi, var, body),
                    Range::Sum => self.store.fold(FoldOp::Sum, lo, hi, var, body),
                    Range::Product => self.store.fold(FoldOp::Product, lo, hi, var, body),
                }
            }
        }
    }

    fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        let store = &mut self.store;
        match op {
            Binary::Add => store.add(a, b),
            Binary::Sub => store.sub(a, b),
            Binary::Mul => store.mul(a, b),
            Binary::DivTrunc => store.div_trunc(a, b),
            Binary::RemTrunc => store.rem_trunc(a, b),
            Binary::DivEuclid => store.div_euclid(a, b),
            Binary::ModEuclid => store.mod_euclid(a, b),
            Binary::Quotient => store.quot(a, b),
            Binary::Min => store.min(a, b),
            Binary::Max => store.max(a, b),
            Binary::And => store.and(a, b),
            Binary::Or => store.or(a, b),
            Binary::Implies => store.implies(a, b),
            Binary::Iff => store.iff(a, b),
            Binary::Eq => store.eq(a, b),
            Binary::Ne => store.ne(a, b),
            Binary::Lt => store.lt(a, b),
            Binary::Le => store.le(a, b),
            Binary::Gt => store.gt(a, b),
            Binary::Ge => store.ge(a, b),
        }
    }

    /// An assignment in the engine's form.
    pub(super) fn model(&self, assignment: &Assignment) -> Model {
        let mut model = Model::new();
        for (symbol, value) in self.symbols.iter().zip(&assignment.symbols) {
            if let Node::Sym(id) = self.store.node(*symbol) {
                model.set_symbol(*id, value.clone().into());
            }
        }
        for (index, value) in &assignment.elements {
            model.set_function_value(
                self.function,
                vec![index.clone()],
                Value::Num(value.clone()),
            );
        }
        model.set_function_default(self.function, Value::Num(assignment.other.clone()));
        model
    }

    /// The assignment of a model; symbols that it does not set come from `solved`, newest first.
    pub(super) fn assignment(&self, model: &Model, solved: &[(ExprId, ExprId)]) -> Assignment {
        let mut model = model.clone();
        for (symbol, definition) in solved.iter().rev() {
            if let (Node::Sym(id), Some(value)) = (
                self.store.node(*symbol),
                model.eval(&self.store, *definition),
            ) {
                model.set_symbol(*id, value);
            }
        }
        let symbols = self.symbols.iter().zip(SYMBOLS).map(|(symbol, (_, sort))| {
            let Node::Sym(id) = self.store.node(*symbol) else {
                unreachable!("symbols are symbols")
            };
            model
                .symbol(*id)
                .cloned()
                .unwrap_or_else(|| Value::zero(sort))
                .into()
        });
        let elements = model
            .function_values()
            .filter(|(function, ..)| *function == self.function);
        let elements = elements
            .filter_map(|(_, args, value)| Some((args[0].clone(), value.as_num()?.clone())));
        let other = model
            .function_default(self.function)
            .and_then(|value| value.as_num().cloned());
        Assignment {
            symbols: symbols.collect(),
            elements: elements.collect(),
            other: other.unwrap_or(RBig::ZERO),
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl From<Value> for Scalar {
    fn from(value: Value) -> Scalar {
        match value {
            Value::Bool(value) => Scalar::Bool(value),
            Value::Num(value) => Scalar::Num(value),
        }
    }
}

impl From<Scalar> for Value {
    fn from(value: Scalar) -> Value {
        match value {
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Num(value) => Value::Num(value),
        }
    }
}
