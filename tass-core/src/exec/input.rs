//! Inputs: the symbolic values of the checked function's parameters, the same in every process.

use super::Machine;
use crate::comm::CommModel;
use crate::graph::{Action, Local};
use crate::program::ast::{Function, IntTy, Type};
use crate::prover::PcId;
use crate::sides::SPECIFICATION;
use crate::state::{Collective, Frame, Proc, ProcId, State, Status};
use crate::symbolic::{ExprId, Shape, Sort};

/// An input: its name, type and symbolic value.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) value: ExprId,
}

impl<C: CommModel> Machine<'_, C> {
    /// Makes the inputs, and the conditions that their types impose.
    pub(crate) fn inputs(&mut self, function: &Function) -> (Vec<Input>, Vec<ExprId>) {
        let mut conditions = Vec::new();
        let inputs = function
            .params
            .iter()
            .enumerate()
            .map(|(i, param)| {
                let name = param
                    .pattern
                    .single_name()
                    .map_or_else(|| format!("argument {i}"), str::to_owned);
                let value = self.input(&name, &param.ty, &mut conditions);
                let ty = param.ty.clone();
                Input { name, ty, value }
            })
            .collect();
        (inputs, conditions)
    }

    pub(crate) fn input(&mut self, name: &str, ty: &Type, conditions: &mut Vec<ExprId>) -> ExprId {
        match ty {
            Type::Bool => self.store.new_symbol(name, Sort::Bool),
            Type::Float(_) => self.store.new_symbol(name, Sort::Real),
            Type::Int(t) => {
                let symbol = self.store.new_symbol(name, Sort::Int);
                if t.is_unsigned() {
                    let zero = self.store.int(0);
                    let condition = self.store.le(zero, symbol);
                    conditions.push(condition);
                }
                if self.settings.overflow {
                    let within = self.fits(*t, symbol);
                    conditions.push(within);
                }
                symbol
            }
            Type::Tuple(tys) => {
                let parts: Vec<ExprId> = tys
                    .iter()
                    .enumerate()
                    .map(|(i, t)| self.input(&format!("{name}.{i}"), t, conditions))
                    .collect();
                self.store.tuple(&parts)
            }
            Type::Struct(def) => {
                let parts: Vec<ExprId> = def
                    .fields
                    .iter()
                    .map(|(field, t)| self.input(&format!("{name}.{field}"), t, conditions))
                    .collect();
                self.store.tuple(&parts)
            }
            Type::Array(t, n) => {
                let parts: Vec<ExprId> = (0..*n)
                    .map(|i| self.input(&format!("{name}[{i}]"), t, conditions))
                    .collect();
                self.store.array(&parts)
            }
            Type::Vec(t) | Type::Slice(t) => {
                let len = self.store.new_symbol(&format!("{name}.len()"), Sort::Int);
                let zero = self.store.int(0);
                let condition = self.store.le(zero, len);
                conditions.push(condition);
                let shape = self.shape(name, t, 1);
                let array = self.store.input_array(&shape, len, &[]);
                if let (true, Type::Int(t)) = (self.settings.overflow, &**t) {
                    let bound = self.store.fresh_bound();
                    let element = self.store.read(array, bound);
                    let within = self.fits(*t, element);
                    conditions.push(self.store.forall(zero, len, bound, within));
                }
                array
            }
            Type::Ref { target, .. } => self.input(name, target, conditions),
            Type::Unit | Type::Never | Type::Infer => self.store.unit(),
        }
    }

    /// Is a number one that its type can hold?
    pub(super) fn fits(&mut self, ty: IntTy, number: ExprId) -> ExprId {
        let (lo, hi) = super::eval::range(ty);
        let (lo, hi) = (self.store.int_big(lo), self.store.int_big(hi));
        let (above, below) = (self.store.le(lo, number), self.store.le(number, hi));
        self.store.and(above, below)
    }

    /// The elements of a symbolic array at `depth` indices.
    pub(crate) fn shape(&mut self, name: &str, ty: &Type, depth: usize) -> Shape {
        match ty {
            Type::Bool => Shape::Scalar(self.store.new_function(name, depth, Sort::Bool, false)),
            Type::Float(_) => {
                Shape::Scalar(self.store.new_function(name, depth, Sort::Real, false))
            }
            Type::Int(t) => {
                Shape::Scalar(
                    self.store
                        .new_function(name, depth, Sort::Int, t.is_unsigned()),
                )
            }
            Type::Tuple(tys) => Shape::Tuple(
                tys.iter()
                    .enumerate()
                    .map(|(i, t)| self.shape(&format!("{name}.{i}"), t, depth))
                    .collect(),
            ),
            Type::Struct(def) => Shape::Tuple(
                def.fields
                    .iter()
                    .map(|(f, t)| self.shape(&format!("{name}.{f}"), t, depth))
                    .collect(),
            ),
            Type::Array(t, n) => Shape::Fixed(*n, Box::new(self.shape(name, t, depth + 1))),
            Type::Vec(t) | Type::Slice(t) => {
                let len = self
                    .store
                    .new_function(&format!("{name}.len"), depth, Sort::Int, true);
                Shape::Dynamic(len, Box::new(self.shape(name, t, depth + 1)))
            }
            Type::Ref { target, .. } => self.shape(name, target, depth),
            Type::Unit | Type::Never | Type::Infer => Shape::Tuple(Vec::new()),
        }
    }

    /// The state in which every process is about to start with these inputs.
    pub(crate) fn initial(&mut self, pc: PcId, inputs: &[Input]) -> State {
        let program = self.program.clone();
        let nodes = program.graphs.iter().flat_map(|graph| &graph.nodes);
        let ops = nodes.filter_map(|node| match &node.action {
            Action::Comm(action, _) => Some(action.op),
            _ => None,
        });
        let ops = ops.collect();
        let mut procs = Vec::new();
        for (side, &root) in program.roots.iter().enumerate() {
            let proc = self.about_to_start(root, side, inputs);
            procs.extend(self.sides.processes(side).map(|_| proc));
        }
        let shared = [0, SPECIFICATION].map(|side| {
            let size = self.sides.processes(side).len();
            self.states.shared_id(self.comm.initial(size, &ops))
        });
        let collective = self.states.collective_id(Collective::default());
        State {
            pc,
            procs: procs.into_boxed_slice(),
            shared,
            collective,
        }
    }

    /// A process at the start of a program. A specification has its inputs by name.
    fn about_to_start(&mut self, root: usize, side: usize, inputs: &[Input]) -> ProcId {
        let graph = &self.program.graphs[root];
        let unset = self.store.unit();
        let given = |(i, local): (usize, &Local)| {
            if side == SPECIFICATION {
                let same = |input: &&Input| Some(&input.name) == local.name.as_ref();
                inputs.iter().find(same).map_or(unset, |i| i.value)
            } else {
                inputs[i].value
            }
        };
        let params = graph.locals[..graph.params].iter().enumerate();
        let mut locals: Vec<ExprId> = params.map(given).collect();
        locals.resize(graph.locals.len(), unset);
        self.set_shared(&mut locals);
        self.set_counters(&mut locals);
        let frame = self.states.frame_id(Frame {
            graph: root,
            loc: 0,
            locals,
            dest: None,
        });
        self.states.proc_id(Proc {
            frames: vec![frame],
            status: Status::Start,
            outputs: Vec::new(),
        })
    }
}
