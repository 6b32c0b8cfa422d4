//! Every type of the tree, listed once; [`Code`] is made from the listing.

use std::sync::Arc;

use super::reader::Reader;
#[cfg(test)]
use super::tests::Chance;
use super::writer::Writer;
use super::{Code, Item};
use crate::tree::*;

/// `node!(struct T { a, b })`, `node!(enum T { Plain, Tuple(a, b), Struct { a, b } })`: all fields,
/// in the order in which they are written; a variant that needs no other node of its type first.
/// After `linked =`, what is done to a node that was read.
macro_rules! node {
    (struct $ty:ident { $($field:ident),* $(,)? }) => {
        impl Code for $ty {
            fn write(&self, to: &mut Writer) {
                let $ty { $($field),* } = self;
                to.open(stringify!($ty));
                $($field.write(to);)*
                to.close();
            }

            fn read(from: &mut Reader<'_>) -> Self {
                if from.open() != stringify!($ty) {
                    from.fail(stringify!($ty));
                }
                $(let $field = Code::read(from);)*
                from.close();
                $ty { $($field),* }
            }

            #[cfg(test)]
            fn random(chance: &mut Chance) -> Self {
                $(let $field = Code::random(chance);)*
                $ty { $($field),* }
            }
        }
    };
    (
        enum $ty:ident {
            $($variant:ident $(($($part:ident),*))? $({ $($field:ident),* $(,)? })?),* $(,)?
        }
        $(linked = $linked:expr)?
    ) => {
        impl Code for $ty {
            fn write(&self, to: &mut Writer) {
                match self {
                    $($ty::$variant $(($($part),*))? $({ $($field),* })? => {
                        node!(@open to, $variant $(($($part),*))? $({ $($field),* })?);
                        $($($part.write(to);)*)?
                        $($($field.write(to);)*)?
                        node!(@close to, $(($($part),*))? $({ $($field),* })?);
                    })*
                }
            }

            fn read(from: &mut Reader<'_>) -> Self {
                let name = from.open();
                let node = 'read: {
                    $(if name == stringify!($variant) {
                        $($(let $part = Code::read(from);)*)?
                        $($(let $field = Code::read(from);)*)?
                        node!(@close from, $(($($part),*))? $({ $($field),* })?);
                        break 'read $ty::$variant $(($($part),*))? $({ $($field),* })?;
                    })*
                    from.fail(stringify!($ty))
                };
                $(let node = $linked(node, from);)?
                node
            }

            #[cfg(test)]
            fn random(chance: &mut Chance) -> Self {
                let mut variant = chance.variant([$(stringify!($variant)),*].len());
                $(if variant == 0 {
                    $($(let $part = Code::random(chance);)*)?
                    $($(let $field = Code::random(chance);)*)?
                    return $ty::$variant $(($($part),*))? $({ $($field),* })?;
                }
                variant = variant.wrapping_sub(1);)*
                unreachable!("there is no variant {variant}")
            }
        }
    };
    (@open $to:ident, $variant:ident) => { $to.word(stringify!($variant)); };
    (@open $to:ident, $variant:ident $($parts:tt)+) => { $to.open(stringify!($variant)); };
    (@close $to:ident, ) => {};
    (@close $to:ident, $($parts:tt)+) => { $to.close(); };
}

node!(struct Item { name, params, ret, body });
node!(struct Param { span, pattern, ty });
node!(struct Block { span, stmts, tail });
node!(enum Stmt {
    Let { span, pattern, ty, init }, LetElse { span, pattern, ty, init, otherwise }, Expr(expr),
});
node!(enum Pattern {
    Wild, Name { span, name }, Tuple(parts), Struct(fields), Ref(inner), Mut(inner),
    At(name, inner), Value(value), Range { lo, hi, inclusive },
    Variant { span, ty, name, fields }, Or(alternatives),
});

node!(enum Type {
    Unit, Never, Bool, Int(ty), Float(ty), Tuple(parts), Array(item, length), Vec(item),
    Slice(item), Ref { mutable, target }, Struct(def), Enum(def), Handle(handle), Infer, Outside(outside),
} linked = linked_type);
node!(
    enum Outside {
        Type(index),
        Array(item, length),
    }
);
node!(
    enum IntTy {
        I8,
        I16,
        I32,
        I64,
        I128,
        Isize,
        U8,
        U16,
        U32,
        U64,
        U128,
        Usize,
    }
);
node!(
    enum Handle {
        Request,
        Comm,
        Matched,
    }
);
node!(
    enum FloatTy {
        F32,
        F64,
    }
);
node!(struct StructDef { name, fields, derived });
node!(struct Derived { clone, eq, ord });
node!(struct EnumDef { name, args, variants, derived });
node!(struct Variant { name, discriminant, fields });

node!(enum ExprKind {
    Int(value, suffix), Float(digits, suffix), Bool(value), Var(name), Const(name),
    Literal(literal), Outside(index),
    Unary(op, inner), Binary(op, left, right), Assign(place, value), AssignOp(op, place, value),
    Index(base, index), Slice { base, lo, hi, inclusive }, Field(base, name),
    Tuple(parts), Array(items), Repeat(item, length), VecList(items), VecRepeat(item, length),
    Struct { ty, fields, base }, Variant { ty, name, fields }, Ref(mutable, inner), Cast(inner, ty), Typed(inner, ty),
    Call(index, args), Method { receiver, name, args },
    RangeContains { lo, hi, inclusive, item }, Fold(fold),
    If { cond, then, otherwise }, Match(value, arms), Let(pattern, value), Try(value),
    Block(label, block), Loop(inner), Break(label, value),
    Continue(label), Return(value),
    Comm(call), Assert(cond, message), AssertEq(equal, left, right, message), Assume(cond),
    Cover(cond), Panic(message), Unreachable(message), Output(name, value),
    Choose { lo, hi, inclusive }, Elaborate(value), Operator(operator),
    CollectiveAssert { universe, name, cond }, JointAssert { name, cond },
    Universe { name, member }, Spec(process, name), Peer(process, name),
    Counter(counter), InFlight { from, to, tag, comm },
    Shared(init), Critical(block), Always(cond),
} linked = linked_kind);
node!(
    enum UnOp {
        Neg,
        Not,
        Deref,
    }
);
node!(
    enum BinOp {
        Add,
        Sub,
        Mul,
        Div,
        Rem,
        And,
        Or,
        BitAnd,
        BitOr,
        BitXor,
        Eq,
        Ne,
        Lt,
        Le,
        Gt,
        Ge,
    }
);
node!(
    enum Literal {
        Int(value, ty),
        Float(digits, ty),
        Bool(value),
        Unusable(why),
    }
);
node!(
    enum Piece {
        Text(text),
        Value(value),
    }
);
node!(struct CommCall { op, args });
node!(struct OwnOperator { function, commutative });
node!(struct Counter { whose, way, peer, tag, comm });
node!(
    enum Whose {
        Own,
        Process(process),
        Spec(process),
    }
);
node!(
    enum Way {
        Sent,
        Received,
    }
);

node!(struct Loop { label, kind, body, invariant, head });
node!(
    enum LoopKind {
        While(cond),
        Forever,
        For(pattern, iter),
    }
);
node!(enum ForIter { Range { lo, hi, inclusive, rev, step }, Elements(elements) });
node!(struct Arm { pattern, guard, body });
node!(struct Invariant { span, universe, name, cond, joint, assigns });
node!(struct Fold { source, steps, end });
node!(enum FoldSource {
    Range { lo, hi, inclusive }, Elements(elements), Procs { before }, Members { before },
});
node!(
    enum FoldStep {
        Filter(closure),
        Map(closure),
    }
);
node!(
    enum FoldEnd {
        All(closure),
        Any(closure),
        Sum(ty),
        Product(ty),
        Count,
        Min,
        Max,
    }
);
node!(struct Closure { pattern, ty, ret, body });

/// A type, with what only rustc knows in its place.
fn linked_type(ty: Type, from: &Reader<'_>) -> Type {
    match (ty, from.tables) {
        (Type::Outside(Outside::Type(index)), Some(tables)) => tables.ty(index),
        (Type::Outside(Outside::Array(item, index)), Some(tables)) => {
            Type::Array(item, tables.length(index))
        }
        (ty, _) => ty,
    }
}

/// An expression, with what only rustc knows in its place.
fn linked_kind(kind: ExprKind, from: &Reader<'_>) -> ExprKind {
    match (kind, from.tables) {
        (ExprKind::Outside(index), Some(tables)) => tables.constant(index),
        (ExprKind::Call(index, args), Some(tables)) => tables.call(index, args),
        (ExprKind::Operator(operator), Some(tables)) => ExprKind::Operator(OwnOperator {
            function: tables.model(operator.function),
            ..operator
        }),
        (kind, _) => kind,
    }
}

/// A place and what stands there: `@0.4.0.5 (..)`.
impl Code for Expr {
    fn write(&self, to: &mut Writer) {
        let Expr { kind, span } = self;
        span.write(to);
        kind.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let span = Code::read(from);
        let kind = Code::read(from);
        Expr { kind, span }
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        let (kind, span) = (Code::random(chance), Code::random(chance));
        Expr { kind, span }
    }
}

impl Code for Message {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Message(Code::read(from))
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        Message(Code::random(chance))
    }
}

impl Code for Span {
    fn write(&self, to: &mut Writer) {
        to.span(*self);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        from.span()
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        let mut number = || chance.number();
        Span {
            line: number(),
            col: number(),
            end_line: number(),
            end_col: number(),
        }
    }
}

impl Code for String {
    fn write(&self, to: &mut Writer) {
        to.text(self);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        from.text()
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        chance.text()
    }
}

macro_rules! word {
    ($($ty:ty),*) => {
        $(impl Code for $ty {
            fn write(&self, to: &mut Writer) {
                to.word(self);
            }

            fn read(from: &mut Reader<'_>) -> Self {
                from.value()
            }

            #[cfg(test)]
            fn random(chance: &mut Chance) -> Self {
                chance.value()
            }
        })*
    };
}
word!(bool, u64, usize, i128);

impl<T: Code> Code for Vec<T> {
    fn write(&self, to: &mut Writer) {
        to.open_list();
        self.iter().for_each(|item| item.write(to));
        to.close_list();
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let mut items = Vec::new();
        from.open_list();
        while !from.ends_list() {
            items.push(T::read(from));
        }
        items
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        (0..chance.length()).map(|_| T::random(chance)).collect()
    }
}

impl<T: Code> Code for Option<T> {
    fn write(&self, to: &mut Writer) {
        match self {
            Some(part) => part.write(to),
            None => to.absent(),
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        (!from.absent()).then(|| T::read(from))
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        (chance.length() > 0).then(|| T::random(chance))
    }
}

/// A name and what it stands for: `"x" (..)`.
impl<A: Code, B: Code> Code for (A, B) {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        (A::read(from), B::read(from))
    }

    #[cfg(test)]
    fn random(chance: &mut Chance) -> Self {
        (A::random(chance), B::random(chance))
    }
}

macro_rules! pointer {
    ($($ty:ident),*) => {
        $(impl<T: Code> Code for $ty<T> {
            fn write(&self, to: &mut Writer) {
                (**self).write(to);
            }

            fn read(from: &mut Reader<'_>) -> Self {
                $ty::new(T::read(from))
            }

            #[cfg(test)]
            fn random(chance: &mut Chance) -> Self {
                $ty::new(T::random(chance))
            }
        })*
    };
}
pointer!(Box, Arc);
