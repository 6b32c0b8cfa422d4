//! Two programs that are compared: do their inputs, outputs and joint assertions correspond?

use indexmap::{IndexMap, IndexSet};

use crate::graph::Program;
use crate::report::{BuildError, Location, SourceText};
use crate::sides::SPECIFICATION;
use tass_syntax::tree::{Function, Span, Type};

/// What of the specification its joint assertions show: by label, the variables in sight with their
/// types; no type where the assertion's places disagree about it.
#[derive(Debug, Default)]
pub(crate) struct SpecScopes(IndexMap<String, IndexMap<String, Option<Type>>>);

impl SpecScopes {
    /// The type of a variable at a label; `None` if nothing is known of the label.
    pub(crate) fn variable(&self, label: &str, name: &str) -> Option<Result<Type, String>> {
        let scope = self.0.get(label)?;
        Some(match scope.get(name) {
            Some(Some(ty)) => Ok(ty.clone()),
            Some(None) => Err(format!(
                "`spec.{name}` has different types at the places where the specification meets `{label}`"
            )),
            None => Err(format!(
                "the specification has no variable `{name}` where it meets `{label}`"
            )),
        })
    }
}

/// The variables in sight at the joint assertions of a program.
pub(crate) fn joint_scopes(program: &Program) -> SpecScopes {
    let mut scopes = SpecScopes::default();
    for graph in &program.graphs {
        for node in &graph.nodes {
            let Some(action) = node.action.collective() else {
                continue;
            };
            let label = &program.labels[action.label];
            if !label.joint {
                continue;
            }
            let mut here: IndexMap<&str, &Type> = IndexMap::new();
            for (name, slot) in &action.scope {
                here.insert(name, &graph.locals[*slot as usize].ty);
            }
            let scope = scopes.0.entry(label.name.clone()).or_default();
            for (name, ty) in here {
                let known = scope
                    .entry(name.to_owned())
                    .or_insert_with(|| Some(ty.clone()));
                if known.as_ref() != Some(ty) {
                    *known = None;
                }
            }
        }
    }
    scopes
}

/// The mistakes in what should correspond.
pub(crate) fn check(
    implementation: &Function,
    specification: &Function,
    program: &Program,
) -> Vec<BuildError> {
    let mut errors = inputs(implementation, specification);
    let reached = [program.reachable(0), program.reachable(SPECIFICATION)];
    outputs(
        [implementation, specification],
        program,
        &reached,
        &mut errors,
    );
    labels(program, &reached, &mut errors);
    if errors.is_empty() && program.outputs.is_empty() && !program.labels.iter().any(|l| l.joint) {
        errors.push(BuildError {
            message: format!(
                "there is nothing to compare: neither `{}` nor its specification `{}` puts anything out",
                implementation.name, specification.name
            ),
            location: None,
            help: Some(format!(
                "{}say in both what must agree at the end, `output!(total = x)`, or in between, `joint_assert!(NAME: x == spec.x)`",
                if returns(implementation) || returns(specification) {
                    "a returned value is not an output: "
                } else {
                    ""
                }
            )),
        });
    }
    errors
}

/// Every input of the specification is one of the implementation.
fn inputs(implementation: &Function, specification: &Function) -> Vec<BuildError> {
    let mut errors = Vec::new();
    for theirs in &specification.params {
        let Some(name) = theirs.pattern.single_name() else {
            errors.push(error(
                specification,
                theirs.span,
                "an input of a specification needs a name, by which it is matched".into(),
                "bind it to a name, and take it apart in the body",
            ));
            continue;
        };
        let ours = implementation
            .params
            .iter()
            .find(|ours| ours.pattern.single_name() == Some(name));
        match ours {
            None => errors.push(error(
                specification,
                theirs.span,
                format!(
                    "`{name}` is an input of the specification, but `{}` has no such input",
                    implementation.name
                ),
                "inputs of the two programs are matched by name: give both the same",
            )),
            Some(ours) if !ours.ty.same_values(&theirs.ty) => errors.push(error(
                specification,
                theirs.span,
                format!(
                    "`{name}` is of type `{}` here, but `{}` in `{}`",
                    theirs.ty, ours.ty, implementation.name
                ),
                "inputs of the two programs are matched by name and type",
            )),
            Some(_) => {}
        }
    }
    errors
}

/// Both put out the same names, of the same types.
fn outputs(
    functions: [&Function; 2],
    program: &Program,
    reached: &[IndexSet<usize>; 2],
    errors: &mut Vec<BuildError>,
) {
    let of = |side: usize| {
        let own = move |o: &&crate::graph::Output| reached[side].contains(&o.graph);
        program.outputs.iter().filter(own)
    };
    for (side, other) in [(0, "specification"), (1, "implementation")] {
        for output in of(side) {
            match of(1 - side).find(|o| o.name == output.name) {
                None => errors.push(BuildError {
                    message: format!("the {other} has no output `{}`", output.name),
                    location: Some(program.location(output.graph, output.span)),
                    help: Some(if returns(functions[1 - side]) {
                        format!(
                            "a returned value is not an output: add `output!({} = ..)` in `{}` for what it returns",
                            output.name,
                            functions[1 - side].name
                        )
                    } else {
                        format!(
                            "outputs are compared by name: add `output!({} = ..)` there, or take this one out",
                            output.name
                        )
                    }),
                }),
                Some(theirs) if side == 0 && theirs.ty != output.ty => errors.push(BuildError {
                    message: format!(
                        "the output `{}` is of type `{}` here, but `{}` in the specification",
                        output.name, output.ty, theirs.ty
                    ),
                    location: Some(program.location(output.graph, output.span)),
                    help: Some("give both the same type".into()),
                }),
                Some(_) => {}
            }
        }
    }
}

/// Does a function return a value? That is nothing that could be compared, though some will expect
/// it.
fn returns(function: &Function) -> bool {
    !matches!(function.ret, Type::Unit | Type::Never)
}

/// Both have the same joint labels.
fn labels(program: &Program, reached: &[IndexSet<usize>; 2], errors: &mut Vec<BuildError>) {
    let met = |side: usize| {
        let mut met: IndexMap<usize, (usize, Span)> = IndexMap::new();
        for &graph in &reached[side] {
            for node in &program.graphs[graph].nodes {
                if let Some(action) = node.action.collective()
                    && program.labels[action.label].joint
                {
                    met.entry(action.label).or_insert((graph, node.span));
                }
            }
        }
        met
    };
    let (ours, theirs) = (met(0), met(1));
    for (mine, others, other) in [
        (&ours, &theirs, "specification"),
        (&theirs, &ours, "implementation"),
    ] {
        for (label, &(graph, span)) in mine {
            if !others.contains_key(label) {
                let name = &program.labels[*label].name;
                errors.push(BuildError {
                    message: format!("the {other} has no joint assertion `{name}`"),
                    location: Some(program.location(graph, span)),
                    help: Some(format!(
                        "mark the place that corresponds to this one: `joint_assert!({name}: true)`"
                    )),
                });
            }
        }
    }
}

fn error(function: &Function, span: Span, message: String, help: &str) -> BuildError {
    BuildError {
        message,
        location: Some(Location {
            function: std::sync::Arc::new(SourceText {
                name: function.name.clone(),
                file: function.file.clone(),
                line: function.line,
                text: function.source.clone(),
            }),
            span,
        }),
        help: Some(help.to_owned()),
    }
}
