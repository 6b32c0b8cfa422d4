//! From the structured program to program graphs: names resolved, types inferred, control flow made
//! explicit, side effects taken out of expressions.
//!
//! Evaluation order is Rust's: `order.rs` says how it is kept. Every error of a model is collected;
//! none stops the others from being found.

mod block;
mod call;
mod cases;
mod collective;
mod constructed;
mod control;
mod correspond;
mod counter;
mod counting;
mod derived;
mod draft;
mod expr;
mod finish;
mod fits;
mod fold;
mod literal;
mod memory;
mod method;
mod operator;
mod order;
mod overlap;
mod own_operator;
mod owned;
mod pattern;
mod place;
mod plain;
mod purity;
mod settle;
mod ty;
mod variant;
mod vocabulary;

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};

use self::correspond::{SpecScopes, joint_scopes};
use self::draft::{Action, Memory, Node, Place, Root, Term, TermKind, Universe};
use self::ty::{Known, Ty, Types};
use crate::comm::Vocabulary;
use crate::graph::{self, Counted, Graph, Label, Loc, Local, Output, Program};
use crate::report::{BuildError, Location, SourceText};
use tass_syntax::tree::{Callee, Function, Span};

/// Lowers a function and everything it calls. Joint assertions are left out: there is nothing to
/// join.
pub fn lower(root: &Function, comm: &dyn Vocabulary) -> Result<Program, Vec<BuildError>> {
    let mut lowering = Lowering::new(comm, None);
    let program = lowering.run(&[root]);
    lowering.finished(program)
}

/// Lowers two programs that are compared: the implementation's root is graph 0.
pub fn lower_pair(
    implementation: &Function,
    specification: &Function,
    comm: &dyn Vocabulary,
) -> Result<Program, Vec<BuildError>> {
    // What the implementation says of the specification's variables needs their types: the
    // specification goes first, for these alone.
    let mut first = Lowering::new(comm, Some(SpecScopes::default()));
    let scopes = joint_scopes(&first.run(&[specification]));
    let mut lowering = Lowering::new(comm, Some(scopes));
    let program = lowering.run(&[implementation, specification]);
    if lowering.errors.is_empty() {
        lowering.errors = correspond::check(implementation, specification, &program);
    }
    lowering.finished(program)
}

/// What the lowering of all functions shares.
struct Lowering<'c> {
    comm: &'c dyn Vocabulary,
    functions: IndexMap<String, Arc<Function>>,
    /// The first of the functions are what is checked, and what it is compared with.
    roots: usize,
    asserts: Vec<(usize, Span)>,
    covers: Vec<(usize, Span)>,
    labels: IndexSet<Label>,
    outputs: Vec<Output>,
    universes: Vec<graph::Universe>,
    counted: IndexSet<Counted>,
    /// The operators of the program's own, by the paths of their functions and what is declared.
    operators: IndexMap<(String, bool), graph::Operator>,
    /// Where two programs are compared: what of the specification joint assertions can see.
    spec: Option<SpecScopes>,
    memory: graph::Memory,
    /// The constants of the communication model, once one of them is named.
    constants: &'static [(i128, &'static str)],
    errors: Vec<BuildError>,
}

impl<'c> Lowering<'c> {
    fn new(comm: &'c dyn Vocabulary, spec: Option<SpecScopes>) -> Lowering<'c> {
        Lowering {
            comm,
            functions: IndexMap::new(),
            roots: 0,
            asserts: Vec::new(),
            covers: Vec::new(),
            labels: IndexSet::new(),
            outputs: Vec::new(),
            universes: Vec::new(),
            counted: IndexSet::new(),
            operators: IndexMap::new(),
            spec,
            memory: graph::Memory::default(),
            constants: &[],
            errors: Vec::new(),
        }
    }

    fn run(&mut self, roots: &[&Function]) -> Program {
        let mut entries = Vec::new();
        for root in roots {
            let entry = self.functions.entry(root.path.clone());
            entries.push(entry.index());
            entry.or_insert_with(|| Arc::new((*root).clone()));
        }
        self.roots = self.functions.len();
        let mut graphs = Vec::new();
        while graphs.len() < self.functions.len() {
            let function = self.functions[graphs.len()].clone();
            graphs.push(FnLowering::run(self, &function, graphs.len()));
        }
        // What is counted is known only now: any function may speak of counters.
        for root in entries.iter().collect::<IndexSet<_>>() {
            let counters = self.counted.iter().map(|_| Local::counter());
            graphs[*root].locals.extend(counters);
        }
        Program {
            graphs,
            covers: std::mem::take(&mut self.covers),
            asserts: std::mem::take(&mut self.asserts),
            labels: std::mem::take(&mut self.labels).into_iter().collect(),
            outputs: std::mem::take(&mut self.outputs),
            universes: std::mem::take(&mut self.universes),
            counted: std::mem::take(&mut self.counted).into_iter().collect(),
            memory: std::mem::take(&mut self.memory),
            constants: self.constants,
            operators: std::mem::take(&mut self.operators).into_values().collect(),
            roots: entries,
        }
    }

    fn finished(mut self, program: Program) -> Result<Program, Vec<BuildError>> {
        self.errors.extend(collective::declared_twice(&program));
        if self.errors.is_empty() {
            Ok(program)
        } else {
            Err(self.errors)
        }
    }
}

impl Lowering<'_> {
    fn callee(&mut self, callee: &Callee) -> (usize, Arc<Function>) {
        let function = (callee.build)();
        let entry = self.functions.entry(function.path.clone());
        let index = entry.index();
        (index, entry.or_insert_with(|| Arc::new(function)).clone())
    }
}

/// A loop (or labelled block) that `break` and `continue` can name.
struct Target {
    label: Option<String>,
    /// `continue` goes here; `None` for a labelled block.
    head: Option<Loc>,
    /// `Goto`s to patch to the exit.
    breaks: Vec<Loc>,
    /// Where the value of a `break` goes.
    dest: Option<(u32, Ty)>,
    /// The first variable of a loop's body.
    body: u32,
    /// Has the loop an invariant?
    invariant: bool,
}

/// The lowering of one function.
struct FnLowering<'l, 'c> {
    shared: &'l mut Lowering<'c>,
    function: Arc<Function>,
    graph: usize,
    source: Arc<SourceText>,
    types: Types,
    locals: Vec<(Option<String>, Ty)>,
    scope: Vec<(String, u32)>,
    /// Variables that are known to be no shared references, and whether there is none inside of
    /// them either.
    owners: FxHashMap<u32, bool>,
    /// Variables that are arrays, as their declarations say.
    arrays: FxHashSet<u32>,
    /// What the values of variables may refer to.
    lenders: FxHashMap<u32, Vec<overlap::Lent>>,
    /// Operations that read what is behind a shared reference, and write.
    meets: Vec<overlap::Meets>,
    /// Where references to places were made only to keep the places: nothing is written through
    /// them.
    pins: FxHashSet<usize>,
    targets: Vec<Target>,
    nodes: Vec<Node>,
    /// The universes that it declares.
    universes: Vec<Universe>,
    /// What it says of shared variables. Only the checked function may.
    memory: Memory,
    /// Integer literals with their signs, which must fit into their types.
    literals: Vec<(i128, Ty, Span)>,
    /// Element types of communication operands (location, operand), settled at the end.
    open_elements: Vec<(Loc, usize, Ty)>,
    /// Variables that stand for processes.
    process_slots: Vec<u32>,
    /// `output!` statements (an index into [`Lowering::outputs`]) whose types are settled at the
    /// end.
    open_outputs: Vec<(usize, Ty)>,
    /// Types that must derive a trait, where it is used: looked at when they are settled.
    required: Vec<(derived::Trait, Ty, Span)>,
    /// Is it being said who belongs to a universe? Only ranks are known then.
    ranks_only: bool,
    /// Is a condition being lowered that must be a term ([`plain`])?
    plain: bool,
    /// The label of the collective assertion being lowered.
    label: Option<Label>,
    tests: memory::Tests,
    ret: Ty,
}

impl<'l, 'c> FnLowering<'l, 'c> {
    fn run(shared: &'l mut Lowering<'c>, function: &Arc<Function>, graph: usize) -> Graph {
        let mut types = Types::default();
        let ret = types.declared(&function.ret);
        let mut this = FnLowering {
            shared,
            graph,
            source: Arc::new(SourceText {
                name: function.name.clone(),
                file: function.file.clone(),
                line: function.line,
                text: function.source.clone(),
            }),
            function: function.clone(),
            types,
            locals: Vec::new(),
            scope: Vec::new(),
            owners: FxHashMap::default(),
            arrays: FxHashSet::default(),
            lenders: FxHashMap::default(),
            meets: Vec::new(),
            pins: FxHashSet::default(),
            targets: Vec::new(),
            nodes: Vec::new(),
            universes: Vec::new(),
            memory: Memory::default(),
            literals: Vec::new(),
            open_elements: Vec::new(),
            process_slots: Vec::new(),
            open_outputs: Vec::new(),
            required: Vec::new(),
            ranks_only: false,
            plain: false,
            label: None,
            tests: memory::Tests::default(),
            ret,
        };
        let params: Vec<u32> = function
            .params
            .iter()
            .map(|param| {
                let ty = this.types.declared(&param.ty);
                let slot = this.local(param.pattern.single_name(), ty);
                this.declare_owner(slot, &param.ty, None);
                slot
            })
            .collect();
        for param in function.params.iter() {
            if graph < this.shared.roots && param.ty.holds_handle() {
                this.error(
                    param.span,
                    format!("an input cannot be a `{}`", param.ty),
                    Some("what a program begins with are numbers, and what is made of them"),
                );
            }
            if graph < this.shared.roots && param.ty.holds_list_of_variants() {
                this.error(
                    param.span,
                    "the items of an input of any length cannot be enums with fields",
                    Some("take an array, `[T; N]`, or a vector for each field"),
                );
            }
        }
        for (param, slot) in function.params.iter().zip(params) {
            this.bind(&param.pattern, slot, param.span);
        }
        this.declare_shared(&function.body);
        let span = function.body.span;
        let (value, ty) = match this.shared.is_operator(graph) {
            true => this.operator_body(&function.body),
            false => this.block_value(&function.body),
        };
        if !matches!(this.types.get(ty), Known::Never) {
            let value = if matches!(this.types.get(this.ret), Known::Unit) {
                this.discard(value);
                Term::new(TermKind::Tuple(Vec::new()), span)
            } else {
                let ret = this.ret;
                this.coerce(value, ty, ret, span)
            };
            this.emit(span, |_| Action::Return(value));
        }
        this.finish()
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: Option<&str>) {
        self.shared.errors.push(BuildError {
            message: message.into(),
            location: Some(Location {
                function: self.source.clone(),
                span,
            }),
            help: help.map(str::to_owned),
        });
    }

    fn local(&mut self, name: Option<&str>, ty: Ty) -> u32 {
        self.locals.push((name.map(str::to_owned), ty));
        u32::try_from(self.locals.len() - 1).expect("a function has fewer than 2^32 variables")
    }

    fn here(&self) -> Loc {
        u32::try_from(self.nodes.len()).expect("a function has fewer than 2^32 locations")
    }

    /// Appends an action; `make` is given the location after it.
    fn emit(&mut self, span: Span, make: impl FnOnce(Loc) -> Action) -> Loc {
        let here = self.here();
        self.nodes.push(Node {
            action: make(here + 1),
            span,
        });
        here
    }

    fn assign(&mut self, slot: u32, value: Term) {
        let span = value.span;
        let place = Place {
            root: Root::Local(slot),
            path: Vec::new(),
            span,
        };
        self.emit(span, |next| Action::Assign(place, value, next));
    }

    /// Saves a term's value now.
    fn save(&mut self, value: Term, ty: Ty) -> Term {
        if value.is_literal() {
            return value;
        }
        let span = value.span;
        let slot = self.local(None, ty);
        self.assign(slot, value);
        Term::new(TermKind::Local(slot), span)
    }

    /// Evaluates a term whose value nobody wants: it may still fail.
    fn discard(&mut self, value: Term) {
        let trivial = match &value.kind {
            TermKind::Tuple(parts) => parts.is_empty(),
            TermKind::Local(_) => true,
            _ => value.is_literal(),
        };
        if !trivial {
            let unit = self.types.unit();
            let slot = self.local(None, unit);
            self.assign(slot, value);
            self.kill(slot);
        }
    }

    /// Forgets every local from `from` on.
    fn kill(&mut self, from: u32) {
        let to = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        if from < to {
            self.emit(Span::default(), |next| Action::Kill { from, to, next });
        }
    }
}
