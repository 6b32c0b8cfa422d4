//! Calls: of other model functions, and of communication operations.

use super::FnLowering;
use super::draft::{Action, CommAction, CommOperand, Term, TermKind};
use super::ty::{Known, Ty};
use crate::comm::{ParamKind, Pure};
use tass_syntax::tree::{CommCall, Expr, ExprKind, Handle, Span, Type};

impl FnLowering<'_, '_> {
    pub(crate) fn call(&mut self, callee: usize, args: &[Expr], span: Span) -> (Term, Ty) {
        let Some(callee) = self.function.callees.get(callee).cloned() else {
            unreachable!("a call names an index of the function's callees");
        };
        let (graph, function) = self.shared.callee(&callee);
        if function.params.len() != args.len() {
            self.error(
                span,
                format!(
                    "`{}` takes {} arguments",
                    callee.name,
                    function.params.len()
                ),
                None,
            );
            return self.poison(span);
        }
        let values = self.exprs(&args.iter().collect::<Vec<_>>());
        if self.plain {
            return self.inline(&function, values, span);
        }
        let args = values
            .into_iter()
            .zip(&function.params)
            .map(|((value, found), param)| {
                let declared = self.types.declared(&param.ty);
                let span = value.span;
                self.coerce(value, found, declared, span)
            })
            .collect();
        let ty = self.types.declared(&function.ret);
        let dest = self.local(None, ty);
        self.emit(span, |next| Action::Call {
            graph,
            args,
            dest: Some(dest),
            next,
        });
        match self.types.get(ty) {
            Known::Unit => self.unit_value(span),
            _ => (Term::new(TermKind::Local(dest), span), ty),
        }
    }

    pub(crate) fn comm(&mut self, call: &CommCall, span: Span) -> (Term, Ty) {
        let Some(signature) = self.shared.comm.signature(&call.op) else {
            self.error(
                span,
                format!(
                    "the operation `{}` is not known to this communication model",
                    call.op
                ),
                None,
            );
            return self.poison(span);
        };
        // In a communicator of its own, one has to look it up.
        if let (Some(pure), true) = (signature.pure, call.args.is_empty()) {
            let kind = match pure {
                Pure::Rank => TermKind::Rank,
                Pure::Size => TermKind::Size,
            };
            return (Term::new(kind, span), self.types.usize());
        }
        if let Some((name, e)) = call
            .args
            .iter()
            .find(|(name, _)| signature.params.iter().all(|p| p.name != name))
        {
            self.error(
                e.span,
                format!("`{}` takes no argument `{name}`", call.op),
                None,
            );
        }
        let mut operands = vec![None; signature.params.len()];
        let mut elements = Vec::new();
        let mut buffers = None;
        let writes = signature.params.iter().any(|p| p.kind.is_written());
        let immediate = signature.is_immediate();
        let (mut sources, mut written) = (Vec::new(), Vec::new());
        // In the order in which rustc's expansion of `mpi!` evaluates them, which is the tree's.
        for (nth, (name, e)) in call.args.iter().enumerate() {
            let Some(at) = signature.params.iter().position(|p| p.name == name) else {
                continue;
            };
            let later = call.args[nth + 1..].iter().any(|(_, e)| self.acts(e));
            let kind = signature.params[at].kind;
            let (operand, elem) = match kind {
                ParamKind::Out | ParamKind::In | ParamKind::Status | ParamKind::Handles(_) => {
                    let (operand, elem) = match kind {
                        ParamKind::Out | ParamKind::Status | ParamKind::Handles(_) => {
                            let root = self.root(borrowed(e));
                            if immediate && kind == ParamKind::Out && root.is_none() {
                                self.short_lived(e.span, signature.name, "writes to its buffer");
                            }
                            written.extend(root);
                            self.out_operand(e, later)
                        }
                        _ if immediate => {
                            let lent = self.lent_for_long(e, signature.name);
                            self.in_operand(e, later, true, lent)
                        }
                        _ => {
                            sources.extend(self.source(e));
                            self.in_operand(e, later, writes, false)
                        }
                    };
                    // rustc has checked that they are the same; here only one of them may be known
                    // yet.
                    if signature.one_type {
                        let one = *buffers.get_or_insert(elem);
                        self.same_type(one, elem, e.span);
                    }
                    (operand, elem)
                }
                // They are read as data is, and have a type of their own.
                ParamKind::Counts | ParamKind::Flags => {
                    sources.extend(self.source(e));
                    let (operand, elem) = self.in_operand(e, later, writes, false);
                    let item = match kind {
                        ParamKind::Flags => self.types.bool(),
                        _ => self.types.usize(),
                    };
                    self.same_type(item, elem, e.span);
                    (operand, elem)
                }
                ParamKind::Comm => {
                    let (value, ty) = self.value(borrowed(e));
                    let handle = self.types.fresh(Known::Handle(Handle::Comm));
                    self.same_type(ty, handle, e.span);
                    let value = self.settled(value, ty, later);
                    (CommOperand::Value(value), ty)
                }
                // Nothing depends on it, so it need not be one number.
                ParamKind::Number => {
                    let (value, ty) = self.value(e);
                    let expected = self.types.fresh(Known::AnyInt);
                    self.same_type(ty, expected, e.span);
                    let operand = CommOperand::In {
                        value: self.settled(value, ty, later),
                        elem: Type::Infer,
                        seq: false,
                        place: None,
                        borrowed: false,
                    };
                    (operand, ty)
                }
                ParamKind::Rank | ParamKind::Tag | ParamKind::Key | ParamKind::Name => {
                    if let ExprKind::Operator(operator) = &e.kind {
                        let (operator, elem) = self.own_operator(operator, e.span);
                        let one = *buffers.get_or_insert(elem);
                        self.same_type(one, elem, e.span);
                        operands[at] = Some(operator);
                        continue;
                    }
                    let (value, ty) = self.value(e);
                    // Natively a rank or tag is `impl Integer`: any integer type, and an `i32`
                    // where nothing else says which.
                    let expected = match kind {
                        ParamKind::Name => self.types.usize(),
                        _ => self.types.fresh(Known::AnyInt),
                    };
                    self.same_type(ty, expected, e.span);
                    let value = self.settled(value, ty, later);
                    (CommOperand::Value(value), ty)
                }
            };
            if let ParamKind::Handles(handle) = kind {
                let handles = self.types.fresh(Known::Handle(handle));
                self.same_type(elem, handles, e.span);
            }
            elements.push((at, elem));
            operands[at] = Some(operand);
        }
        for (param, operand) in signature.params.iter().zip(&operands) {
            if operand.is_none() && param.default.is_none() {
                self.error(span, format!("`{}` needs `{}`", call.op, param.name), None);
            }
        }
        let result = signature.result.ty();
        let ty = self.types.declared(&result);
        let dest = (result != Type::Unit).then(|| self.local(None, ty));
        let mut action = CommAction {
            op: signature.name,
            args: operands,
            dest,
            untyped: Vec::new(),
        };
        if !immediate {
            self.meet(&mut action, sources, &written);
        }
        let at = self.emit(span, |next| Action::Comm(Box::new(action), next));
        self.open_elements
            .extend(elements.into_iter().map(|(operand, ty)| (at, operand, ty)));
        match dest {
            Some(dest) => (Term::new(TermKind::Local(dest), span), ty),
            None => self.unit_value(span),
        }
    }

    /// Data to be read, and its place where that matters.
    fn in_operand(
        &mut self,
        e: &Expr,
        later: bool,
        located: bool,
        lent: bool,
    ) -> (CommOperand, Ty) {
        let named = Some(borrowed(e)).filter(|e| located && self.root(e).is_some());
        let (value, ty, place) = match named {
            // Its side effects happen once: the value is read from the place.
            Some(named) if self.acts(named) => {
                let (place, ty) = self.place_to_read(named);
                let (place, ty) = self.through_all(place, ty);
                let place = self.pinned(place, ty, true);
                let value = self.read_place(&place);
                (self.settled(value, ty, later), ty, Some(place))
            }
            Some(named) => {
                let (value, ty) = self.value(e);
                let value = self.settled(value, ty, later);
                let (place, place_ty) = self.place_to_read(named);
                let (place, place_ty) = self.through_all(place, place_ty);
                (value, ty, Some(self.pinned(place, place_ty, later)))
            }
            None => {
                let (value, ty) = self.value(e);
                (self.settled(value, ty, later), ty, None)
            }
        };
        let (elem, seq) = self.buffer_type(ty);
        (
            CommOperand::In {
                value,
                elem: Type::Infer,
                seq,
                place,
                borrowed: lent,
            },
            elem,
        )
    }

    fn out_operand(&mut self, e: &Expr, later: bool) -> (CommOperand, Ty) {
        // `&mut x` names x; any other expression must be a variable that holds a `&mut`.
        let (place, ty) = self.place(borrowed(e));
        let (place, ty) = self.through_all(place, ty);
        let place = self.pinned(place, ty, later);
        let (elem, seq) = self.buffer_type(ty);
        (
            CommOperand::Out {
                place,
                elem: Type::Infer,
                seq,
            },
            elem,
        )
    }

    /// Element type, and whether it is a sequence.
    fn buffer_type(&mut self, ty: Ty) -> (Ty, bool) {
        match self.types.get(ty) {
            Known::Seq(elem) => (*elem, true),
            _ => (ty, false),
        }
    }
}

/// What is behind the `&` or `&mut` of an operand.
fn borrowed(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Ref(_, inner) => inner,
        _ => e,
    }
}
