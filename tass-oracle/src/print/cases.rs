//! Enums, patterns, and what looks for them, as text.

use tass_syntax::tree::{Arm, BinOp, EnumDef, Expr, ExprKind, Pattern, Type, Variant};

use super::Printer;

/// The definition of an enum, to be pasted in front of a model.
pub fn definition(def: &EnumDef) -> String {
    let mut text = String::from("#[tass::data]\n");
    text += "#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]\n";
    text += &format!("enum {} {{\n", def.name);
    for (variant, position) in def.variants.iter().zip(0..) {
        let Variant {
            name,
            discriminant,
            fields,
        } = variant;
        let types = fields.iter().map(|(_, ty)| ty.to_string());
        let types: Vec<String> = types.collect();
        text += &format!("    {name}");
        if variant.is_tuple() {
            text += &format!("({})", types.join(", "));
        } else if !fields.is_empty() {
            let fields = fields.iter().map(|(name, ty)| format!("{name}: {ty}"));
            text += &format!(" {{ {} }}", fields.collect::<Vec<_>>().join(", "));
        } else if *discriminant != position {
            text += &format!(" = {discriminant}");
        }
        text += ",\n";
    }
    text + "}\n"
}

/// Does an expression end in braces that Rust would take for a block behind `if` or `match`?
pub(super) fn is_braced(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Match(_, arms) => !is_question(arms),
        ExprKind::Variant { fields, .. } => !fields.iter().all(|(name, _)| is_number(name)),
        ExprKind::Struct { .. } => true,
        _ => false,
    }
}

fn is_number(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_digit())
}

/// Are these the arms of `matches!`?
fn is_question(arms: &[Arm]) -> bool {
    let gives = |arm: &Arm, truth| arm.body.kind == ExprKind::Bool(truth);
    match arms {
        [first, rest] => {
            let all = rest.pattern == Pattern::Wild && rest.guard.is_none();
            all && gives(first, true) && gives(rest, false)
        }
        _ => false,
    }
}

/// Is there a `let` in a condition?
fn binds(cond: &Expr) -> bool {
    match &cond.kind {
        ExprKind::Let(..) => true,
        ExprKind::Binary(BinOp::And, a, b) => binds(a) || binds(b),
        _ => false,
    }
}

impl Printer {
    /// A pattern whose names are `mut`, or are not.
    pub(super) fn pattern(&mut self, pattern: &mut Pattern, mutable: bool) {
        match pattern {
            Pattern::Wild => self.put("_"),
            Pattern::Name { name, span } => {
                if mutable {
                    self.put("mut ");
                }
                let start = self.here();
                self.put(name);
                *span = self.since(start);
            }
            Pattern::Tuple(parts) => {
                self.put("(");
                let n = parts.len();
                for (i, part) in parts.iter_mut().enumerate() {
                    self.pattern(part, mutable);
                    self.put(if i + 1 < n || n == 1 { ", " } else { "" });
                }
                self.put(")");
            }
            Pattern::Struct(fields) => {
                self.put("_ { ");
                for (name, part) in fields {
                    self.put(&format!("{name}: "));
                    self.pattern(part, mutable);
                    self.put(", ");
                }
                self.put(".. }");
            }
            Pattern::Mut(inner) => self.pattern(inner, true),
            Pattern::Ref(inner) => {
                self.put("&");
                self.pattern(inner, mutable);
            }
            Pattern::At(name, inner) => {
                self.pattern(name, mutable);
                self.put(" @ ");
                self.pattern(inner, mutable);
            }
            Pattern::Value(value) => self.expr(value),
            Pattern::Range { lo, hi, inclusive } => {
                lo.iter_mut().for_each(|lo| self.expr(lo));
                self.put(if *inclusive { "..=" } else { ".." });
                hi.iter_mut().for_each(|hi| self.expr(hi));
            }
            Pattern::Variant {
                ty,
                name,
                fields,
                span,
            } => {
                let start = self.here();
                self.variant_pattern(ty, name, fields, mutable);
                *span = self.since(start);
            }
            Pattern::Or(alternatives) => {
                self.put("(");
                self.alternatives(alternatives, mutable);
                self.put(")");
            }
        }
    }

    fn alternatives(&mut self, alternatives: &mut [Pattern], mutable: bool) {
        for (i, alternative) in alternatives.iter_mut().enumerate() {
            self.put(if i == 0 { "" } else { " | " });
            self.pattern(alternative, mutable);
        }
    }

    /// A pattern of an arm: its alternatives stand alone.
    fn outermost(&mut self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Or(alternatives) => self.alternatives(alternatives, false),
            _ => self.pattern(pattern, false),
        }
    }

    /// The fields that are not named are left out.
    fn variant_pattern(
        &mut self,
        ty: &Type,
        name: &str,
        fields: &mut [(String, Pattern)],
        mutable: bool,
    ) {
        self.path(ty, name);
        let all = match ty {
            Type::Enum(def) => def.variant(name).map(|(_, variant)| variant.clone()),
            _ => None,
        };
        let tuple = fields.iter().all(|(name, _)| is_number(name));
        let count = all
            .as_ref()
            .map_or(fields.len(), |variant| variant.fields.len());
        if count == 0 {
            return;
        }
        if tuple && all.is_none_or(|variant| variant.is_tuple()) {
            self.put("(");
            for i in 0..count {
                self.put(if i == 0 { "" } else { ", " });
                let mut named = fields.iter_mut();
                match named.find(|(name, _)| *name == i.to_string()) {
                    Some((_, part)) => self.pattern(part, mutable),
                    None => self.put("_"),
                }
            }
            self.put(")");
            return;
        }
        self.put(" { ");
        let named = fields.len();
        for (i, (name, part)) in fields.iter_mut().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.put(&format!("{name}: "));
            self.pattern(part, mutable);
        }
        if named < count {
            self.put(if named == 0 { ".." } else { ", .." });
        }
        self.put(" }");
    }

    /// The name of a variant, with its enum's where that is needed.
    fn path(&mut self, ty: &Type, name: &str) {
        match ty {
            Type::Enum(def) if def.args.is_empty() => self.put(&format!("{}::{name}", def.name)),
            _ => self.put(name),
        }
    }

    /// A variant, with its fields.
    pub(super) fn variant(&mut self, ty: &Type, name: &str, fields: &mut [(String, Expr)]) {
        self.path(ty, name);
        if fields.is_empty() {
            return;
        }
        let tuple = fields.iter().all(|(name, _)| is_number(name));
        self.put(if tuple { "(" } else { " { " });
        for (i, (name, value)) in fields.iter_mut().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            if !tuple {
                self.put(&format!("{name}: "));
            }
            self.expr(value);
        }
        self.put(if tuple { ")" } else { " }" });
    }

    /// `match`, or `matches!`.
    pub(super) fn match_(&mut self, value: &mut Expr, arms: &mut [Arm]) {
        if is_question(arms) {
            self.around("matches!(", value, ", ");
            let question = &mut arms[0];
            self.outermost(&mut question.pattern);
            if let Some(guard) = &mut question.guard {
                self.around(" if ", guard, "");
            }
            self.put(")");
            return;
        }
        self.put("match ");
        self.head(value);
        self.put(" {");
        self.indent += 1;
        for arm in arms {
            self.line();
            self.outermost(&mut arm.pattern);
            if let Some(guard) = &mut arm.guard {
                self.around(" if ", guard, "");
            }
            self.around(" => ", &mut arm.body, ",");
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    /// `let pattern = value`, in a condition.
    pub(super) fn let_(&mut self, pattern: &mut Pattern, value: &mut Expr) {
        self.put("let ");
        self.pattern(pattern, false);
        self.put(" = ");
        match value.kind {
            ExprKind::Binary(..) => self.operand(value),
            _ => self.head(value),
        }
    }

    /// A condition: a `let` in it must not stand in parentheses.
    pub(super) fn condition(&mut self, cond: &mut Expr) {
        let start = self.here();
        match &mut cond.kind {
            ExprKind::Binary(BinOp::And, a, b) if binds(a) || binds(b) => {
                for (i, part) in [a, b].into_iter().enumerate() {
                    self.put(if i == 0 { "" } else { " && " });
                    match binds(part) {
                        true => self.condition(part),
                        false => self.operand(part),
                    }
                }
                cond.span = self.since(start);
            }
            _ => self.head(cond),
        }
    }

    /// An expression in front of a block.
    pub(super) fn head(&mut self, e: &mut Expr) {
        match is_braced(e) {
            true => self.around("(", e, ")"),
            false => self.expr(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{print, text};
    use super::*;
    use crate::build::*;
    use crate::cases::*;

    fn job() -> Type {
        let moves = [("by", I64), ("far", Type::Bool)];
        let both = [("0", I64), ("1", I64)];
        enumeration("Job", &[("Idle", &[]), ("Move", &moves), ("Both", &both)])
    }

    #[test]
    fn definitions_are_what_rust_has() {
        let Type::Enum(def) = job() else {
            unreachable!("an enum")
        };
        let body = "    Idle,\n    Move { by: i64, far: bool },\n    Both(i64, i64),\n}\n";
        assert!(definition(&def).ends_with(&format!("enum Job {{\n{body}")));
        let mut def = EnumDef::clone(&def);
        def.variants.truncate(1);
        def.variants[0].discriminant = 7;
        assert!(definition(&def).contains("    Idle = 7,\n"));
    }

    #[test]
    fn patterns_leave_out_what_they_do_not_name() {
        let pattern = |name: &str, field| case(&job(), name, [(field, is(int(1)))]);
        let either = Pattern::Or(vec![pattern("Move", "by"), pattern("Both", "1")]);
        let asked = matches(var("o"), in_some(either.clone()));
        let told = "matches!(o, Some((Job::Move { by: 1, .. } | Job::Both(_, 1))))";
        assert_eq!(text(&asked), told);
        let alone = "matches!(o, Job::Move { by: 1, .. } | Job::Both(_, 1))";
        assert_eq!(text(&matches(var("o"), either)), alone);
        let range = named("n", within(int(1), int(3)));
        assert_eq!(text(&matches(var("x"), range)), "matches!(x, n @ 1..=3)");
    }

    #[test]
    fn braces_and_lets_stand_where_rust_wants_them() {
        let moved = || variant(&job(), "Move", [("far", var("b")), ("by", int(1))]);
        let chain = and(
            and(fits(some_name("n"), var("o")), lt(int(0), var("n"))),
            eq(var("j"), moved()),
        );
        let stmts = vec![
            let_else(some_name("m"), Type::Infer, try_(var("o")), vec![]),
            tass_syntax::tree::Stmt::Expr(if_(chain, vec![])),
            tass_syntax::tree::Stmt::Expr(match_(moved(), vec![arm(Pattern::Wild, doing(vec![]))])),
        ];
        let mut function = function("model", vec![], stmts);
        print(&mut function, 1);
        let lines = [
            "let Some(m) = o? else {};",
            "if let Some(n) = o && (0 < n) && (j == (Job::Move { far: b, by: 1 })) {}",
            "match (Job::Move { far: b, by: 1 }) {",
            "    _ => {},",
            "}",
        ];
        let lines = lines.map(|line| format!("    {line}\n")).concat();
        assert!(function.source.contains(&lines), "{}", function.source);
    }
}
