//! What lowering makes of programs: the graphs of models that use everything there is between them.
//!
//! The models are there to be lowered, and not to be checked: few of them hold. A new kind of
//! action or term needs a model here that has it; a test says so if it is forgotten.

mod communication;
mod control;
mod data;
mod specification;
mod values;

use std::fmt::Write as _;

use tass::Model;
use tass_core::graph::{
    Action, Builtin, CastTo, CommOperand, FoldKind, Graph, Holder, Pause, Program, Proj, Root,
    Term, TermKind,
};
use tass_syntax::accepted::{self, Family};
use tass_syntax::tree::BinOp;

macro_rules! models {
    ($($module:ident: $($name:ident)*;)*) => {
        vec![$($((stringify!($name), $module::$name::model()),)*)*]
    };
}

fn models() -> Vec<(&'static str, Model)> {
    let mut models = models! {
        values: operators literals casts numbers ranges folds;
        data: patterns places slices vectors structs order;
        control: conditions loops labels elements calls recursion;
        specification: assertions choices collective counters universes invariants leaving memory;
        communication: messages requests meetings blocks modes begun groups own_operators lifecycle;
    };
    let pair = specification::parallel::model().spec(specification::sequential::model());
    models.push(("pair", pair));
    models
}

#[test]
fn as_they_were() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("graphs/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, model) in models() {
            insta::assert_snapshot!(name, shown(&lowered(name, &model)));
        }
    });
}

fn lowered(name: &str, model: &Model) -> Program {
    model.graph().unwrap_or_else(|errors| {
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        panic!("{name} is not built: {}", messages.join("; "))
    })
}

/// The graphs, and what a program says besides.
fn shown(program: &Program) -> String {
    let mut out = program.to_string();
    for graph in &program.graphs {
        let locals = (0..).zip(&graph.locals);
        let locals: Vec<String> = locals
            .map(|(slot, local)| format!("{}: {}", graph.local(slot), local.ty))
            .collect();
        let _ = writeln!(out, "locals of {}: {}", graph.name, locals.join(", "));
    }
    for (number, label) in program.labels.iter().enumerate() {
        let traits = [
            (label.joint, " joint"),
            (label.invariant, " invariant"),
            (label.local, " local"),
        ];
        let traits = traits.map(|(has, word)| if has { word } else { "" });
        let _ = writeln!(out, "#{number} is {label}:{}", traits.concat());
    }
    for graph in &program.graphs {
        for at in graph
            .nodes
            .iter()
            .filter_map(|node| node.action.collective())
        {
            let scope: Vec<&str> = at.scope.iter().map(|(name, _)| name.as_str()).collect();
            let _ = writeln!(out, "#{} sees {}", at.label, scope.join(", "));
            for place in at.assigns.iter().flatten() {
                let place = Term::new(TermKind::RefMut(place.clone()), place.span);
                let _ = writeln!(out, "#{} assigns {}", at.label, graph.term(&place));
            }
        }
    }
    for universe in &program.universes {
        let graph = &program.graphs[universe.graph];
        let (var, member) = (graph.local(universe.var), graph.term(&universe.member));
        let _ = writeln!(out, "universe {}: |{var}| {member}", universe.name);
    }
    for (number, counted) in program.counted.iter().enumerate() {
        let _ = writeln!(out, "counter{number}: {counted:?}");
    }
    for output in &program.outputs {
        let _ = writeln!(out, "output {}: {}", output.name, output.ty);
    }
    memory(program, &program.graphs[0], &mut out);
    out
}

fn memory(program: &Program, graph: &Graph, out: &mut String) {
    let memory = &program.memory;
    for var in &memory.shared {
        let _ = writeln!(out, "shared {} = {}", var.name, graph.term(&var.init));
    }
    for region in &memory.regions {
        let _ = writeln!(out, "critical {}..{}", region.from, region.to);
    }
    for always in &memory.always {
        let _ = writeln!(out, "always {}", graph.term(always));
    }
}

/// What the documentation of graphs says of locations.
#[test]
fn locations_that_can_be_reached_exist() {
    for (name, model) in models() {
        for graph in &lowered(name, &model).graphs {
            let mut reached = vec![0];
            let mut next = 0;
            while let Some(&loc) = reached.get(next) {
                next += 1;
                let Some(node) = graph.nodes.get(loc as usize) else {
                    panic!("{name}: {} has no location {loc}", graph.name);
                };
                for successor in node.action.successors() {
                    if !reached.contains(&successor) {
                        reached.push(successor);
                    }
                }
            }
        }
    }
}

/// The names of an enum's variants. One that is not listed does not compile.
macro_rules! variants {
    ($of:ident: $($name:ident)*) => {{
        let _ = |one: &$of| match one {
            $($of::$name { .. } => (),)*
        };
        &[$(stringify!($name)),*] as &[&str]
    }};
}

/// Everything that a graph can be made of is in some snapshot.
#[test]
fn everything_occurs() {
    // Derived `Debug` names every variant, and what is in front of it says of which enum it is.
    let mut text = String::new();
    for (name, model) in models() {
        let _ = write!(text, "{:?}", lowered(name, &model).graphs);
    }
    let occurs = |before: &str, name: &str| {
        let (wanted, text) = (format!("{before}{name}"), &text);
        let mut found = text.match_indices(&wanted);
        found.any(|(at, _)| !text[at + wanted.len()..].starts_with(|c: char| c.is_alphanumeric()))
    };
    let actions = variants!(Action: Goto LoopHead CountingHead Leave Assign Kill Branch Call Return Assert Assume
        Cover Fail Output Choose Elaborate Push Comm Collective Loop Pause Test);
    let terms = variants!(TermKind: Int Real Bool Local Rank Size Deref RefMut Neg Not Arith Compare
        Logic If Index Slice Field Tuple Array Repeat Update Cast Call Quantifier Fold Let Peer
        Member Spec Counter InFlight Blank);
    // Written out in a graph.
    let terms: Vec<&str> = terms
        .iter()
        .copied()
        .filter(|name| *name != "Blank")
        .collect();
    let builtins = variants!(Builtin: Len IsEmpty Min Max Abs AbsDiff Signum Pow RemEuclid DivEuclid
        Clamp Contains);
    let operators = variants!(BinOp: Add Sub Mul Div Rem And Or BitAnd BitOr BitXor Eq Ne Lt Le Gt
        Ge);
    let casts = variants!(CastTo: IntFromInt IntFromReal IntFromBool RealFromInt Same);
    let mut missing: Vec<&str> = Vec::new();
    for (before, names) in [
        ("action: ", actions),
        ("kind: ", &terms),
        ("kind: Call(", builtins),
        ("(", operators),
        (", ", casts),
        ("op: ", variants!(FoldKind: Sum Product Min Max)),
        ("holder: ", variants!(Holder: Own Process Spec)),
        ("Pause(", variants!(Pause: Write Test Region)),
        ("root: ", variants!(Root: Local Deref)),
        ("Some(", variants!(CommOperand: Value Operator In Out)),
        ("path: [", variants!(Proj: Field Index Slice)),
    ] {
        missing.extend(names.iter().filter(|name| !occurs(before, name)));
    }
    let operations = accepted::names(Family::Operation).iter();
    // These are terms.
    let operations = operations.filter(|op| !["rank", "size"].contains(op));
    missing.extend(operations.filter(|op| !occurs("op: \"", op)));
    assert_eq!(missing, Vec::<&str>::new(), "no model has these");
}
