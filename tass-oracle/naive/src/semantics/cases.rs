//! Where to go on by what a value is: `match`, `if let` and `while let`, `let .. else`, `?`.

use tass_syntax::tree::{Arm, BinOp, Block, Expr, ExprKind, Layout, Pattern, Type};

use super::process::{Process, Stop, Var};
use super::value::Value;

/// Are there names in a condition that what follows can use?
pub(super) fn binds(cond: &Expr) -> bool {
    match &cond.kind {
        ExprKind::Let(..) => true,
        ExprKind::Binary(BinOp::And, a, b) => binds(a) || binds(b),
        _ => false,
    }
}

/// Does a type say `_` somewhere?
fn is_open(ty: &Type) -> bool {
    *ty == Type::Infer
        || match ty.layout() {
            Layout::Sequence(item, _) => is_open(item),
            Layout::Reference { target, .. } => is_open(target),
            Layout::Parts(parts) => parts.types().any(is_open),
            Layout::Variants(def) => def.types().any(is_open),
            Layout::Scalar(_) | Layout::Handle(_) => false,
        }
}

impl Process<'_> {
    /// `match value { arms }`: the first arm whose pattern fits and whose guard holds. A guard is
    /// asked for each alternative that fits.
    pub(super) fn match_(
        &mut self,
        value: &Expr,
        arms: &[Arm],
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        let vars = self.frame().vars.len();
        let (ty, value) = self.examined(value)?;
        let names = self.frame().vars.len();
        for arm in arms {
            for way in self.known_ways(&arm.pattern, &ty, value.clone())? {
                self.frame_mut().vars.extend(way);
                if let Some(guard) = &arm.guard {
                    // If it does not hold, what was examined is needed again.
                    self.half_done += 1;
                    let holds = self.condition(guard);
                    self.half_done -= 1;
                    if !holds? {
                        self.frame_mut().vars.truncate(names);
                        continue;
                    }
                }
                let result = self.eval(&arm.body, expected);
                return self.leave(vars, result);
            }
        }
        Err(Stop::Unsupported("a value that no arm is for".into()))
    }

    /// The condition of an `if` or a `while`. Where it holds, the names in it are bound: whoever
    /// asks lets them go. Where it does not, some of them may be.
    pub(super) fn condition(&mut self, cond: &Expr) -> Result<bool, Stop> {
        match &cond.kind {
            ExprKind::Let(pattern, value) => {
                let (ty, value) = self.examined(value)?;
                self.fits(pattern, &ty, value)
            }
            ExprKind::Binary(BinOp::And, a, b) if binds(cond) => {
                Ok(self.condition(a)? && self.condition(b)?)
            }
            _ => self.truth(cond),
        }
    }

    /// `let pattern: ty = init else { otherwise };`
    pub(super) fn let_else(
        &mut self,
        pattern: &Pattern,
        ty: &Type,
        init: &Expr,
        otherwise: &Block,
    ) -> Result<(), Stop> {
        let (ty, value) = match ty {
            Type::Infer => self.examined(init)?,
            ty => {
                let ty = self.completed(ty, init);
                let value = self.eval(init, Some(&ty))?;
                (ty, value)
            }
        };
        if self.fits(pattern, &ty, value)? {
            return Ok(());
        }
        self.block(otherwise, None)?;
        Err(Stop::Unsupported("an `else` that goes on behind".into()))
    }

    /// `e?`
    pub(super) fn try_(&mut self, e: &Expr) -> Result<Value, Stop> {
        let Value::Variant(tag, mut fields) = self.value(e, None)? else {
            return Err(Stop::Unsupported("`?` of this".into()));
        };
        match (tag.name.as_str(), fields.pop()) {
            ("Some" | "Ok", Some(value)) => Ok(value),
            ("None" | "Err", last) => {
                fields.extend(last);
                Err(Stop::Return(Value::Variant(tag, fields)))
            }
            _ => Err(Stop::Unsupported("`?` of this".into())),
        }
    }

    /// A value that is compared with patterns, and its type as far as it is known.
    fn examined(&mut self, e: &Expr) -> Result<(Type, Value), Stop> {
        let ty = self.outline(e);
        let expected = Some(&ty).filter(|ty| **ty != Type::Infer);
        let value = self.eval(e, expected)?;
        Ok((ty, value))
    }

    /// The type of an expression, as far as it can be seen.
    pub(super) fn outline(&self, e: &Expr) -> Type {
        if let Some(ty) = self.type_of(e) {
            return ty;
        }
        match &e.kind {
            ExprKind::Tuple(parts) => Type::Tuple(parts.iter().map(|e| self.outline(e)).collect()),
            ExprKind::Ref(mutable, inner) => Type::Ref {
                mutable: *mutable,
                target: Box::new(self.outline(inner)),
            },
            _ => Type::Infer,
        }
    }

    /// The type that an annotation gives, where it leaves nothing open; else that of the value, if
    /// it shows one.
    pub(super) fn completed(&self, ty: &Type, init: &Expr) -> Type {
        let seen = is_open(ty).then(|| self.type_of(init)).flatten();
        seen.unwrap_or_else(|| ty.clone())
    }

    /// Does a value fit? Then the names are bound.
    fn fits(&mut self, pattern: &Pattern, ty: &Type, value: Value) -> Result<bool, Stop> {
        let way = self.known_ways(pattern, ty, value)?.into_iter().next();
        let fits = way.is_some();
        self.frame_mut().vars.extend(way.into_iter().flatten());
        Ok(fits)
    }

    /// The ways in which a value fits, where the types of the names are known: of an integer, what
    /// an operator does depends on it.
    fn known_ways(
        &mut self,
        pattern: &Pattern,
        ty: &Type,
        value: Value,
    ) -> Result<Vec<Vec<Var>>, Stop> {
        let mut ways = self.ways(pattern, ty, value)?;
        for var in ways.iter_mut().flatten() {
            if matches!(var.ty.referent(), Type::Infer) {
                match self.settle(var.value.clone()) {
                    Value::Bool(_) => var.ty = Type::Bool,
                    Value::Unit => var.ty = Type::Unit,
                    _ => {
                        let what = format!("`{}`, whose type is not known", var.name);
                        return Err(Stop::Unsupported(what));
                    }
                }
            }
        }
        Ok(ways)
    }
}
