//! New symbols for what a loop has written, and their canonical names.

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::comm::CommModel;
use crate::exec::values::input::{Origin, variants_of};
use crate::exec::{Engine, Stepper, Stop, Work};
use crate::graph::CollectiveAction;
use crate::state::expressions::Visitor;
use crate::state::{Definition, Written};
use crate::symbolic::{
    ExprId, Extent, FunId, Leaf, Node, Shape, Sort, Store, Substitution, SymbolSet,
};
use tass_syntax::tree::{Layout, Type};

/// Symbols and functions with canonical names, by kind: what loops introduce is renamed to these,
/// so that a state comes back.
#[derive(Default)]
pub(crate) struct Pool {
    symbols: FxHashMap<(Sort, Extent), Vec<ExprId>>,
    functions: FxHashMap<(usize, Sort, Extent), Vec<FunId>>,
    /// Are scalars generalised, or only arrays?
    scalars_too: bool,
    /// Symbols below this number, and functions below the other, are inputs and keep their names.
    inputs: (u32, u32),
}

/// What a generalisation gives: what the new symbols stand for, what their types say of them, and
/// the write set.
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

impl<C: CommModel> Engine<'_, C> {
    /// What there is now are inputs; what comes is renamed.
    pub(crate) fn inputs_end_here(&mut self) {
        self.pool.inputs = self.store.counts();
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// At a re-entry: every variable that was written in the loop gets new symbols; at an exit,
    /// arrays only.
    pub(crate) fn generalise(
        &mut self,
        now: &mut Work<C>,
        action: &CollectiveAction,
        enters: bool,
    ) -> Result<Generalised, Stop> {
        let mut definitions = Vec::new();
        let mut conditions = Vec::new();
        self.engine.pool.scalars_too = enters;
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
        let program = self.engine.program.clone();
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
                    let zero = self.engine.store.int(0);
                    own.push(self.engine.store.le(zero, new));
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
        let part = match ty.layout() {
            Layout::Parts(parts) => parts.get(field),
            _ => None,
        };
        let (Some(ty), Node::Tuple(_)) = (part, self.engine.store.node(old)) else {
            return old;
        };
        let ty = ty.clone();
        let component = self.engine.store.component(old, field as usize);
        let new = self.part_anew(name, &ty, rest, component, definitions, conditions);
        self.engine.store.with_component(old, field as usize, new)
    }

    /// New symbols for a value of this type. What cannot be generalised (a reference, a dead
    /// variable) stays as it is, which is always right.
    fn anew(
        &mut self,
        name: &str,
        ty: &Type,
        old: ExprId,
        definitions: &mut Vec<Definition>,
        conditions: &mut Vec<ExprId>,
    ) -> ExprId {
        match (ty.layout(), self.engine.store.node(old)) {
            // What a handle stands for is known by its number.
            (Layout::Handle(_), _) => old,
            (Layout::Sequence(item, _), _) if item.holds_handle() => old,
            (Layout::Sequence(item, _), _) if item.holds_fields_of_variants() => old,
            (Layout::Scalar(_), _) if !self.engine.pool.scalars_too => old,
            (Layout::Scalar(_), Node::Tuple(_) | Node::Undefined) => old,
            (Layout::Scalar(scalar), _) => {
                let symbol = self
                    .engine
                    .symbol(name, scalar, conditions, Origin::Computed);
                definitions.push(Definition::Symbol(symbol, old));
                symbol
            }
            (Layout::Parts(parts), Node::Tuple(old)) if parts.len() == old.len() => {
                let old = old.to_vec();
                let parts: Vec<ExprId> = parts
                    .types()
                    .zip(old)
                    .map(|(ty, old)| self.anew(name, ty, old, definitions, conditions))
                    .collect();
                self.engine.store.tuple(&parts)
            }
            (Layout::Sequence(t, _), Node::Array(parts)) => {
                let parts = parts.to_vec();
                let parts: Vec<ExprId> = parts
                    .iter()
                    .map(|old| self.anew(name, t, *old, definitions, conditions))
                    .collect();
                self.engine.store.array(&parts)
            }
            (Layout::Variants(_), _) if !self.engine.pool.scalars_too => old,
            (Layout::Variants(def), Node::Tuple(old)) if old.len() == 1 + def.types().count() => {
                let (old, def) = (old.to_vec(), def.clone());
                let tag = self.engine.store.new_symbol_within(name, variants_of(&def));
                definitions.push(Definition::Symbol(tag, old[0]));
                let mut rest = old[1..].iter().copied();
                let mut fields = Vec::new();
                for (ty, old) in def.types().zip(rest.by_ref()) {
                    fields.push(self.anew(name, ty, old, definitions, conditions));
                }
                let mut fields = fields.into_iter();
                self.engine.variants(tag, &def, |_, _, _, _| {
                    fields.next().expect("one for each field")
                })
            }
            (
                Layout::Sequence(t, _),
                Node::Input { .. }
                | Node::Fill { .. }
                | Node::Write { .. }
                | Node::Slice { .. }
                | Node::Splice { .. }
                | Node::Resize { .. }
                | Node::Ite(..),
            ) => {
                let len = self.engine.store.array_len(old);
                let shape = self.engine.shape(name, t, 1, Origin::Computed);
                let new = self.engine.store.input_array(&shape, len, &[]);
                self.same_lengths(t, new, old, len, conditions);
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
        let at = self.engine.store.new_symbol("row", Sort::Int);
        let (new, old) = (
            self.engine.store.read(new, at),
            self.engine.store.read(old, at),
        );
        if !matches!(self.engine.store.node(new), Node::Input { .. }) {
            return;
        }
        let (new, old) = (
            self.engine.store.array_len(new),
            self.engine.store.array_len(old),
        );
        if self.engine.store.contains(old, at) || self.engine.store.sort(old) != Some(Sort::Int) {
            return;
        }
        let same = self.engine.store.eq(new, old);
        let bound = self.engine.store.fresh_bound();
        let mut name = Substitution::new();
        name.insert(at, bound);
        let same = self.engine.store.substitute(same, &name);
        let zero = self.engine.store.int(0);
        conditions.push(self.engine.store.forall(zero, len, bound, same));
    }

    /// Does a condition speak of no array that a loop has introduced?
    pub(crate) fn is_scalar(&self, condition: ExprId) -> bool {
        let mut leaves = SymbolSet::new();
        self.engine.store.symbols(condition, &mut leaves);
        let new = |leaf: &Leaf| {
            matches!(leaf, Leaf::Fun(_))
                && self.engine.store.number_of(*leaf) >= self.engine.pool.inputs.1
        };
        !leaves.iter().any(new)
    }

    /// Renames what is no input, in the order in which it occurs.
    pub(crate) fn canonic(&mut self, work: &mut Work<C>) {
        let mut occurring = Occurring {
            store: &self.engine.store,
            seen: FxHashSet::default(),
            found: IndexSet::new(),
        };
        work.visit(
            self.engine.comm,
            &self.engine.states,
            self.engine.sides,
            &mut occurring,
        );
        let path = self.engine.prover.conjuncts(work.pc);
        path.iter().for_each(|&c| occurring.expr(c));
        let found = occurring.found;
        let mut names = Substitution::new();
        let mut used: FxHashMap<(Sort, Extent), usize> = FxHashMap::default();
        let mut functions: FxHashMap<(usize, Sort, Extent), usize> = FxHashMap::default();
        for leaf in found {
            match leaf {
                Leaf::Sym(symbol)
                    if self.engine.store.number_of(leaf) >= self.engine.pool.inputs.0 =>
                {
                    let kind = (
                        self.engine.store.symbol_sort(symbol),
                        self.engine.store.symbol_extent(symbol),
                    );
                    let next = used.entry(kind).or_default();
                    let (from, to) = (self.engine.store.symbol(symbol), self.pooled(kind, *next));
                    *next += 1;
                    names.insert(from, to);
                }
                Leaf::Fun(function)
                    if self.engine.store.number_of(leaf) >= self.engine.pool.inputs.1 =>
                {
                    let f = self.engine.store.function(function);
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
        work.pc = self
            .engine
            .prover
            .rename(&mut self.engine.store, work.pc, &names);
        self.engine.rewrite(work, &names);
    }

    fn pooled(&mut self, (sort, extent): (Sort, Extent), index: usize) -> ExprId {
        let pool = self.engine.pool.symbols.entry((sort, extent)).or_default();
        while pool.len() <= index {
            let name = format!("any{}", pool.len() + 1);
            pool.push(match extent {
                Extent::Any => self.engine.store.new_symbol(&name, sort),
                _ => self.engine.store.new_symbol_within(&name, extent),
            });
        }
        pool[index]
    }

    fn pooled_function(&mut self, kind: (usize, Sort, Extent), index: usize) -> FunId {
        let pool = self.engine.pool.functions.entry(kind).or_default();
        while pool.len() <= index {
            let name = format!("any{}", pool.len() + 1);
            let (arity, sort, extent) = kind;
            let function = self
                .engine
                .store
                .new_function_within(&name, arity, sort, extent);
            pool.push(function);
        }
        pool[index]
    }
}
