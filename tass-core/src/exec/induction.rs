//! New symbols for what a loop has written, and their canonical names.

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::input::Origin;
use super::{Machine, Stop, Work};
use crate::comm::CommModel;
use crate::graph::CollectiveAction;
use crate::program::ast::Type;
use crate::state::expressions::Visitor;
use crate::state::{Definition, Written};
use crate::symbolic::{
    ExprId, Extent, FunId, Leaf, Node, Shape, Sort, Store, Substitution, SymbolSet,
};

/// Symbols and functions with canonical names, by kind: what loops introduce is renamed to these, so that a state comes back.
#[derive(Default)]
pub(crate) struct Pool {
    symbols: FxHashMap<(Sort, Extent), Vec<ExprId>>,
    functions: FxHashMap<(usize, Sort, Extent), Vec<FunId>>,
    /// Are scalars generalised, or only arrays?
    scalars_too: bool,
    /// Symbols below this number, and functions below the other, are inputs and keep their names.
    inputs: (u32, u32),
}

/// What a generalisation gives: what the new symbols stand for, what their types say of them, and the write set.
pub(crate) type Generalised = (Vec<Definition>, Vec<ExprId>, Vec<Written>);

/// Symbols and functions in the order in which they occur.
struct Occurring<'a> {
    store: &'a Store,
    seen: FxHashSet<ExprId>,
    found: IndexSet<Leaf>,
}

impl Visitor for Occurring<'_> {
    fn expr(&mut self, e: ExprId) {
        let Occurring { store, seen, found } = self;
        store.leaves_in_order(e, seen, found);
    }

    /// The array is in the snapshot that was taken with its definition, unless it has turned out
    /// to be empty since then. The definition is still there, so its name must not be given away:
    /// what gets it would be taken for the array.
    fn shape(&mut self, shape: &Shape) {
        self.store.leaves_of_shape(shape, &mut self.found);
    }
}

impl<C: CommModel> Machine<'_, C> {
    /// At a re-entry: every variable that was written in the loop gets new symbols; at an exit, arrays only.
    pub(crate) fn generalise(
        &mut self,
        now: &mut Work<C>,
        action: &CollectiveAction,
        enters: bool,
    ) -> Result<Generalised, Stop> {
        let mut definitions = Vec::new();
        let mut conditions = Vec::new();
        self.pool.scalars_too = enters;
        let again = self.loop_around(now, action);
        let Some((record, induction)) = again.and_then(|r| Some((r, r.induction.as_ref()?))) else {
            return Ok((definitions, conditions, Vec::new()));
        };
        let before = record.snapshots[now.process];
        let writes: Vec<Written> = induction.writes[now.process]
            .iter()
            .filter(|w| (w.frame as usize) < now.frames.len())
            .cloned()
            .collect();
        let frame = self.frame(now, action, before, &writes)?;
        let program = self.program.clone();
        for (written, kept) in writes.iter().zip(frame) {
            if written.frame == 0 && program.memory.is_shared(written.local) {
                // It holds a constant, which others read.
                continue;
            }
            let frame = &now.frames[written.frame as usize];
            if let Some(counted) = self.counted_at(written, frame) {
                // At an exit, scalars stay what they are.
                if enters {
                    self.counter_anew(now, written, counted, &mut definitions, &mut conditions);
                }
                continue;
            }
            let local = &program.graphs[frame.graph].locals[written.local as usize];
            let name = local.name.as_deref().unwrap_or("count");
            let old = frame.locals[written.local as usize];
            let mut own = Vec::new();
            let new = self.part_anew(
                name,
                &local.ty,
                &written.fields,
                old,
                &mut definitions,
                &mut own,
            );
            if let (None, Type::Int(t), false) = (&local.name, &local.ty, own.is_empty()) {
                // The engine's own counter goes one past the last value, which may be the last of
                // the type.
                own.clear();
                if t.is_unsigned() {
                    let zero = self.store.int(0);
                    own.push(self.store.le(zero, new));
                }
            }
            conditions.append(&mut own);
            let new = match kept {
                Some(kept) => self.within_frame(&kept, &written.fields, new),
                None => new,
            };
            now.frames[written.frame as usize].locals[written.local as usize] = new;
        }
        Ok((definitions, conditions, writes))
    }

    fn part_anew(
        &mut self,
        name: &str,
        ty: &Type,
        fields: &[u32],
        old: ExprId,
        definitions: &mut Vec<Definition>,
        conditions: &mut Vec<ExprId>,
    ) -> ExprId {
        let Some((&field, rest)) = fields.split_first() else {
            return self.anew(name, ty, old, definitions, conditions);
        };
        let part = match ty {
            Type::Tuple(parts) => parts.get(field as usize),
            Type::Struct(def) => def.fields.get(field as usize).map(|(_, ty)| ty),
            _ => None,
        };
        let (Some(ty), Node::Tuple(_)) = (part, self.store.node(old)) else {
            return old;
        };
        let ty = ty.clone();
        let component = self.store.component(old, field as usize);
        let new = self.part_anew(name, &ty, rest, component, definitions, conditions);
        self.store.with_component(old, field as usize, new)
    }

    /// New symbols for a value of this type. What cannot be generalised (a reference, a dead variable) stays as it is, which is
    /// always right.
    fn anew(
        &mut self,
        name: &str,
        ty: &Type,
        old: ExprId,
        definitions: &mut Vec<Definition>,
        conditions: &mut Vec<ExprId>,
    ) -> ExprId {
        match (ty, self.store.node(old)) {
            (Type::Bool | Type::Int(_) | Type::Float(_), _) if !self.pool.scalars_too => old,
            (Type::Bool | Type::Int(_) | Type::Float(_), Node::Tuple(_) | Node::Undefined) => old,
            (Type::Bool | Type::Int(_) | Type::Float(_), _) => {
                let symbol = self.symbol(name, ty, conditions, Origin::Computed);
                definitions.push(Definition::Symbol(symbol, old));
                symbol
            }
            (Type::Tuple(tys), Node::Tuple(parts)) if tys.len() == parts.len() => {
                let pairs: Vec<(Type, ExprId)> =
                    tys.iter().cloned().zip(parts.iter().copied()).collect();
                let parts: Vec<ExprId> = pairs
                    .iter()
                    .map(|(ty, old)| self.anew(name, ty, *old, definitions, conditions))
                    .collect();
                self.store.tuple(&parts)
            }
            (Type::Struct(def), Node::Tuple(parts)) if def.fields.len() == parts.len() => {
                let tys = def.fields.iter().map(|(_, ty)| ty.clone());
                let pairs: Vec<(Type, ExprId)> = tys.zip(parts.iter().copied()).collect();
                let parts: Vec<ExprId> = pairs
                    .iter()
                    .map(|(ty, old)| self.anew(name, ty, *old, definitions, conditions))
                    .collect();
                self.store.tuple(&parts)
            }
            (Type::Array(t, _) | Type::Vec(t) | Type::Slice(t), Node::Array(parts)) => {
                let (t, parts) = (t.clone(), parts.to_vec());
                let parts: Vec<ExprId> = parts
                    .iter()
                    .map(|old| self.anew(name, &t, *old, definitions, conditions))
                    .collect();
                self.store.array(&parts)
            }
            (
                Type::Array(t, _) | Type::Vec(t) | Type::Slice(t),
                Node::Input { .. }
                | Node::Fill { .. }
                | Node::Write { .. }
                | Node::Slice { .. }
                | Node::Splice { .. }
                | Node::Resize { .. }
                | Node::Ite(..),
            ) => {
                let t = t.clone();
                let len = self.store.array_len(old);
                let shape = self.shape(name, &t, 1, Origin::Computed);
                let new = self.store.input_array(&shape, len, &[]);
                self.same_lengths(&t, new, old, len, conditions);
                definitions.push(Definition::Array(shape, old));
                new
            }
            _ => old,
        }
    }

    /// Rows that all had one length still have it: a loop that writes elements does not change it.
    fn same_lengths(
        &mut self,
        ty: &Type,
        new: ExprId,
        old: ExprId,
        len: ExprId,
        conditions: &mut Vec<ExprId>,
    ) {
        if !matches!(ty, Type::Vec(_)) {
            return;
        }
        let at = self.store.new_symbol("row", Sort::Int);
        let (new, old) = (self.store.read(new, at), self.store.read(old, at));
        if !matches!(self.store.node(new), Node::Input { .. }) {
            return;
        }
        let (new, old) = (self.store.array_len(new), self.store.array_len(old));
        if self.store.contains(old, at) || self.store.sort(old) != Some(Sort::Int) {
            return;
        }
        let same = self.store.eq(new, old);
        let bound = self.store.fresh_bound();
        let mut name = Substitution::new();
        name.insert(at, bound);
        let same = self.store.substitute(same, &name);
        let zero = self.store.int(0);
        conditions.push(self.store.forall(zero, len, bound, same));
    }

    /// Does a condition speak of no array that a loop has introduced?
    pub(crate) fn is_scalar(&self, condition: ExprId) -> bool {
        let mut leaves = SymbolSet::new();
        self.store.symbols(condition, &mut leaves);
        let new = |leaf: &Leaf| {
            matches!(leaf, Leaf::Fun(_)) && self.store.number_of(*leaf) >= self.pool.inputs.1
        };
        !leaves.iter().any(new)
    }

    /// What there is now are inputs; what comes is renamed.
    pub(crate) fn inputs_end_here(&mut self) {
        self.pool.inputs = self.store.counts();
    }

    /// Renames what is no input, in the order in which it occurs.
    pub(crate) fn canonic(&mut self, work: &mut Work<C>) {
        let mut occurring = Occurring {
            store: &self.store,
            seen: FxHashSet::default(),
            found: IndexSet::new(),
        };
        work.visit(self.comm, &self.states, self.sides, &mut occurring);
        let path = self.prover.conjuncts(work.pc);
        path.iter().for_each(|&c| occurring.expr(c));
        let found = occurring.found;
        let mut names = Substitution::new();
        let mut used: FxHashMap<(Sort, Extent), usize> = FxHashMap::default();
        let mut functions: FxHashMap<(usize, Sort, Extent), usize> = FxHashMap::default();
        for leaf in found {
            match leaf {
                Leaf::Sym(symbol) if self.store.number_of(leaf) >= self.pool.inputs.0 => {
                    let kind = (
                        self.store.symbol_sort(symbol),
                        self.store.symbol_extent(symbol),
                    );
                    let next = used.entry(kind).or_default();
                    let (from, to) = (self.store.symbol(symbol), self.pooled(kind, *next));
                    *next += 1;
                    names.insert(from, to);
                }
                Leaf::Fun(function) if self.store.number_of(leaf) >= self.pool.inputs.1 => {
                    let f = self.store.function(function);
                    let kind = (f.arity, f.result, f.extent);
                    let next = functions.entry(kind).or_default();
                    let to = self.pooled_function(kind, *next);
                    *next += 1;
                    names.rename(function, to);
                }
                _ => {}
            }
        }
        if names.is_empty() {
            return;
        }
        work.pc = self.prover.rename(&mut self.store, work.pc, &names);
        self.rewrite(work, &names);
    }

    fn pooled(&mut self, (sort, extent): (Sort, Extent), index: usize) -> ExprId {
        let pool = self.pool.symbols.entry((sort, extent)).or_default();
        while pool.len() <= index {
            let name = format!("any{}", pool.len() + 1);
            pool.push(match extent {
                Extent::Any => self.store.new_symbol(&name, sort),
                _ => self.store.new_symbol_within(&name, extent),
            });
        }
        pool[index]
    }

    fn pooled_function(&mut self, kind: (usize, Sort, Extent), index: usize) -> FunId {
        let pool = self.pool.functions.entry(kind).or_default();
        while pool.len() <= index {
            let name = format!("any{}", pool.len() + 1);
            let (arity, sort, extent) = kind;
            let function = self.store.new_function_within(&name, arity, sort, extent);
            pool.push(function);
        }
        pool[index]
    }
}
