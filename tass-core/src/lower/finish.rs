//! The end of a function's lowering: types are settled and written into the terms that wait for
//! them.

use super::FnLowering;
use super::settle::{Settle, Settling};
use super::ty::Known;
use crate::comm::ParamKind;
use crate::graph::{Action, CommOperand, Graph, Local};
use tass_syntax::tree::Type;

impl FnLowering<'_, '_> {
    pub(crate) fn finish(mut self) -> Graph {
        self.refuse_unknown_overlaps();
        let mut nodes = std::mem::take(&mut self.nodes);
        let mut open_spans = Vec::new();
        let mut handles = Vec::new();
        for (at, operand, ty) in std::mem::take(&mut self.open_elements) {
            let node = &mut nodes[at as usize];
            let Action::Comm(action, _) = &mut node.action else {
                unreachable!("recorded for a communication")
            };
            let (elem, span) = match &mut action.args[operand] {
                Some(CommOperand::In { elem, value, .. }) => (Some(elem), value.span),
                Some(CommOperand::Out { elem, place, .. }) => (Some(elem), place.span),
                _ => (None, node.span),
            };
            if let Some(elem) = elem {
                if matches!(self.types.get(ty), Known::AnyInt | Known::AnyFloat) {
                    action.untyped.push(span);
                }
                match self.types.resolve(ty) {
                    Some(ty) => {
                        let signature = self.shared.comm.signature(action.op);
                        let kind = signature.map(|signature| signature.params[operand].kind);
                        if ty.holds_handle() && !matches!(kind, Some(ParamKind::Handles(_))) {
                            handles.push((span, ty.clone()));
                        }
                        *elem = ty;
                    }
                    None => open_spans.push(node.span),
                }
            }
        }
        for (span, ty) in handles {
            self.error(
                span,
                format!("`{ty}` cannot be sent or received"),
                Some("it means something to its own process only"),
            );
        }
        for (index, ty) in std::mem::take(&mut self.open_outputs) {
            let output = &mut self.shared.outputs[index];
            match self.types.resolve(ty) {
                Some(ty) => output.ty = ty,
                None => open_spans.push(output.span),
            }
        }
        let borrowed = self.shared_borrows(&mut nodes);
        let mut with = Settling {
            types: &self.types,
            open: open_spans,
        };
        let nodes = nodes.settle(&mut with);
        let memory = std::mem::take(&mut self.memory).settle(&mut with);
        let universes = std::mem::take(&mut self.universes).settle(&mut with);
        let open_spans = with.open;
        if self.graph == 0 {
            self.shared.memory = memory;
        }
        self.shared.universes.extend(universes);
        if self.shared.errors.is_empty() {
            for span in open_spans {
                self.error(
                    span,
                    "the type here could not be inferred",
                    Some("annotate the variable with its type"),
                );
            }
        }
        self.check_literals();
        self.check_required();
        for span in borrowed {
            self.error(
                span,
                "a shared variable cannot be borrowed mutably",
                Some("it is written by assignments only, each of which others can see"),
            );
        }
        let locals = self
            .locals
            .iter()
            .zip(0..)
            .map(|((name, ty), slot)| Local {
                name: name.clone(),
                ty: self.types.resolve(*ty).unwrap_or(Type::Unit),
                array: self.arrays.contains(&slot),
            })
            .collect();
        Graph {
            name: self.function.name.clone(),
            source: self.source.clone(),
            function: self.function.clone(),
            params: self.function.params.len(),
            locals,
            nodes,
        }
    }
}

impl FnLowering<'_, '_> {
    /// rustc lets a literal wrap around if its lint is switched off.
    fn check_literals(&mut self) {
        for (value, ty, span) in std::mem::take(&mut self.literals) {
            if let Some(Type::Int(ty)) = self.types.resolve(ty)
                && !ty.holds(value)
            {
                self.error(
                    span,
                    format!("`{value}` does not fit into `{}`", ty.name()),
                    Some("rustc's lint `overflowing_literals` says so too, unless it is switched off"),
                );
            }
        }
    }
}
