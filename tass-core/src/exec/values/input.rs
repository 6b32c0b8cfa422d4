//! Inputs: the symbolic values of the checked function's parameters, the same in every process.

use crate::comm::CommModel;
use crate::exec::Engine;
use crate::graph::Local;
use crate::prover::PcId;
use crate::sides::SPECIFICATION;
use crate::state::{Collective, Frame, Proc, ProcId, State, Status};
use crate::symbolic::{ExprId, Extent, LENGTH, Shape, Sort};
use tass_syntax::tree::{EnumDef, Function, IntTy, Layout, Scalar, Type};

/// An input: its name, type and symbolic value.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) value: ExprId,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exec) enum Origin {
    /// From outside: it is within its type.
    Outside,
    /// A mathematical number that stands for what was computed, such as a variable that a loop
    /// changes.
    Computed,
}

impl<C: CommModel> Engine<'_, C> {
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

    /// Any value of this type, and the conditions that its type imposes.
    pub(in crate::exec) fn arbitrary(&mut self, name: &str, ty: &Type) -> (ExprId, Vec<ExprId>) {
        let mut conditions = Vec::new();
        let value = self.input(name, ty, &mut conditions);
        (value, conditions)
    }

    /// A value of this type from outside: any that the type can hold.
    fn input(&mut self, name: &str, ty: &Type, conditions: &mut Vec<ExprId>) -> ExprId {
        match ty.layout() {
            Layout::Scalar(scalar) => self.symbol(name, scalar, conditions, Origin::Outside),
            Layout::Parts(parts) => {
                let parts = parts.named();
                let parts: Vec<ExprId> = parts
                    .map(|(part, t)| self.input(&format!("{name}.{part}"), t, conditions))
                    .collect();
                self.store.tuple(&parts)
            }
            Layout::Sequence(t, Some(n)) => {
                let parts: Vec<ExprId> = (0..n)
                    .map(|i| self.input(&format!("{name}[{i}]"), t, conditions))
                    .collect();
                self.store.array(&parts)
            }
            Layout::Sequence(t, None) => {
                let len = format!("{name}.len()");
                let len = self.store.new_symbol_within(&len, LENGTH);
                let zero = self.store.int(0);
                let condition = self.store.le(zero, len);
                conditions.push(condition);
                let shape = self.shape(name, t, 1, Origin::Outside);
                self.store.input_array(&shape, len, &[])
            }
            Layout::Variants(def) => {
                let tag = format!("{name}.variant");
                let tag = self.store.new_symbol_within(&tag, variants_of(def));
                self.variants(tag, def, |this, variant, field, ty| {
                    this.input(&format!("{name}.{variant}.{field}"), ty, conditions)
                })
            }
            Layout::Reference { target, .. } => self.input(name, target, conditions),
            // Lowering refuses such inputs.
            Layout::Handle(_) => self.store.int(-1),
        }
    }

    /// A value of an enum: the position of its variant, and the fields of all variants, those of
    /// the others being blank.
    pub(in crate::exec) fn variants(
        &mut self,
        tag: ExprId,
        def: &EnumDef,
        mut field: impl FnMut(&mut Self, &str, &str, &Type) -> ExprId,
    ) -> ExprId {
        let mut parts = vec![tag];
        for (at, variant) in (0..).zip(&def.variants) {
            let at = self.store.int(at);
            let mine = self.store.eq(tag, at);
            for (name, ty) in &variant.fields {
                let value = field(self, &variant.name, name, ty);
                let blank = self.blank(ty);
                parts.push(self.store.ite(mine, value, blank));
            }
        }
        self.store.tuple(&parts)
    }

    /// What is in the fields of the variants that a value is not.
    pub(in crate::exec) fn blank(&mut self, ty: &Type) -> ExprId {
        match ty.layout() {
            Layout::Scalar(Scalar::Bool) => self.store.fls(),
            Layout::Scalar(Scalar::Int(_)) => self.store.int(0),
            Layout::Scalar(Scalar::Real) => self.store.num(Sort::Real, 0.into()),
            Layout::Handle(_) => self.store.int(-1),
            Layout::Sequence(..) => self.store.array(&[]),
            Layout::Reference { target, .. } => self.blank(target),
            Layout::Parts(parts) => {
                let parts: Vec<ExprId> = parts.types().map(|ty| self.blank(ty)).collect();
                self.store.tuple(&parts)
            }
            Layout::Variants(def) => {
                let first = self.store.int(0);
                let mut parts = vec![first];
                parts.extend(def.types().map(|ty| self.blank(ty)));
                self.store.tuple(&parts)
            }
        }
    }

    /// A symbol for a scalar. That an unsigned number is not negative, and under `overflow = true`
    /// its whole range, is wanted so often that it becomes a condition; what else the type says is
    /// kept with the symbol.
    pub(in crate::exec) fn symbol(
        &mut self,
        name: &str,
        scalar: Scalar,
        conditions: &mut Vec<ExprId>,
        origin: Origin,
    ) -> ExprId {
        let t = match scalar {
            Scalar::Int(t) => t,
            Scalar::Bool => return self.store.new_symbol(name, Sort::Bool),
            Scalar::Real => return self.store.new_symbol(name, Sort::Real),
        };
        let symbol = match origin {
            Origin::Outside => self.store.new_symbol_within(name, extent_of(t)),
            Origin::Computed => self.store.new_symbol(name, Sort::Int),
        };
        if t.is_unsigned() {
            let zero = self.store.int(0);
            let condition = self.store.le(zero, symbol);
            conditions.push(condition);
        }
        if self.overflow {
            let within = self.fits(t, symbol);
            conditions.push(within);
        }
        symbol
    }

    /// Is a number one that its type can hold?
    pub(in crate::exec) fn fits(&mut self, ty: IntTy, number: ExprId) -> ExprId {
        self.store.in_extent(extent_of(ty), number)
    }

    /// The elements of a symbolic array at `depth` indices.
    pub(in crate::exec) fn shape(
        &mut self,
        name: &str,
        ty: &Type,
        depth: usize,
        origin: Origin,
    ) -> Shape {
        let (sort, extent) = match ty.layout() {
            Layout::Scalar(Scalar::Bool) => (Sort::Bool, Extent::Any),
            Layout::Scalar(Scalar::Real) => (Sort::Real, Extent::Any),
            Layout::Scalar(Scalar::Int(t)) => {
                // What is computed is in its type where that is checked; it is never negative where
                // that is impossible.
                let known = origin == Origin::Outside || self.overflow;
                let extent = match t.is_unsigned() {
                    _ if known => extent_of(t),
                    true => Extent::Natural,
                    false => Extent::Any,
                };
                (Sort::Int, extent)
            }
            Layout::Parts(parts) => {
                let parts = parts.named();
                let parts =
                    parts.map(|(part, t)| self.shape(&format!("{name}.{part}"), t, depth, origin));
                return Shape::Tuple(parts.collect());
            }
            // Those of inputs have no fields, which lowering sees to; elsewhere the fields of other
            // variants may be anything.
            Layout::Variants(def) => {
                let tag = self
                    .store
                    .new_function_within(name, depth, Sort::Int, variants_of(def));
                let mut parts = vec![Shape::Scalar(tag)];
                let fields = def.types().enumerate();
                parts.extend(
                    fields.map(|(i, t)| self.shape(&format!("{name}.{i}"), t, depth, origin)),
                );
                return Shape::Tuple(parts);
            }
            Layout::Sequence(t, Some(n)) => {
                return Shape::Fixed(n, Box::new(self.shape(name, t, depth + 1, origin)));
            }
            Layout::Sequence(t, None) => {
                let extent = match origin {
                    Origin::Outside => LENGTH,
                    Origin::Computed => Extent::Natural,
                };
                let len = format!("{name}.len");
                let len = self
                    .store
                    .new_function_within(&len, depth, Sort::Int, extent);
                return Shape::Dynamic(len, Box::new(self.shape(name, t, depth + 1, origin)));
            }
            Layout::Reference { target, .. } => return self.shape(name, target, depth, origin),
            Layout::Handle(_) => (Sort::Int, Extent::Any),
        };
        Shape::Scalar(self.store.new_function_within(name, depth, sort, extent))
    }

    /// The state in which every process is about to start with these inputs.
    pub(crate) fn initial(&mut self, pc: PcId, inputs: &[Input]) -> State {
        let program = self.program.clone();
        let ops = program.operations();
        let mut procs = Vec::new();
        for (side, &root) in program.roots.iter().enumerate() {
            let proc = self.about_to_start(root, side, inputs);
            procs.extend(self.sides.processes(side).map(|_| proc));
        }
        let shared = [0, SPECIFICATION].map(|side| {
            let size = self.sides.processes(side).len();
            let initial = self.comm.initial(size, &ops, self.careful);
            self.states.shared_id(initial)
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
            locks: Vec::new(),
        })
    }
}

/// The positions of the variants of an enum.
pub(in crate::exec) fn variants_of(def: &EnumDef) -> Extent {
    Extent::Below(u32::try_from(def.variants.len()).expect("enums are small"))
}

/// The numbers that an integer type can hold.
#[must_use]
pub(in crate::exec) fn extent_of(ty: IntTy) -> Extent {
    match ty.is_unsigned() {
        true => Extent::Unsigned(ty.bits()),
        false => Extent::Signed(ty.bits()),
    }
}
