//! `reduce` and `allreduce`: the data of all, combined element by element in the order of ranks.
//!
//! Numbers are mathematical, so the order changes no result; it only makes equal ones look equal.
//! Where overflow is checked, each partial result in the order of ranks has to fit its type. MPI
//! may combine in another order, and then others matter, too: of these nothing is said.

use tass_core::comm::{CommError, Data, Text};
use tass_core::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

use super::block::{give_and_take, has_room};
use super::nothing::Share;
use super::operator::Operator;
use super::{Collective, Inside, own};
use crate::buffer::Effect;
use crate::constants::Predefined;

/// `reduce(sendbuf, recvbuf, op, root)`: the root gets the result.
pub(super) static REDUCE: Collective = Collective {
    name: "reduce",
    needs: |who, other, root| who == root || other == who,
    share: Share::Alike,
    enter: |store, args, at_root| {
        let mut entering = give_and_take(store, args);
        entering.into = entering.into.filter(|_| at_root);
        entering
    },
    leave: |store, inside, effect| match inside.into {
        Some(_) => combine(store, inside, effect, inside.nprocs()),
        None => {
            let root = inside.instance.root.unwrap_or(0);
            Ok(given(inside).words(inside.root(root)))
        }
    },
};

/// `allreduce(sendbuf, recvbuf, op)`: everyone gets the result.
pub(super) static ALLREDUCE: Collective = Collective {
    name: "allreduce",
    needs: |_, _, _| true,
    share: Share::Alike,
    enter: |store, args, _| give_and_take(store, args),
    leave: |store, inside, effect| combine(store, inside, effect, inside.nprocs()),
};

fn operator<'i>(inside: &Inside<'i>) -> &'i Operator {
    let operator = inside.instance.operator.as_ref();
    operator.unwrap_or_else(|| unreachable!("a reduction has an operator"))
}

/// The text of a process that gives and takes nothing.
pub(super) fn given(inside: &Inside<'_>) -> Text {
    let (op, operator) = (inside.instance.op, operator(inside));
    Text::new(format!("{op} {operator} ")).data(inside.data(inside.me))
}

/// Takes the data of the processes below `upper`, at least one, combined.
pub(super) fn combine(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    upper: usize,
) -> Result<Text, CommError> {
    has_room(store, inside, effect, inside.count())?;
    let all = (0..upper).map(|other| inside.data(other).clone()).collect();
    take_combined(store, inside, effect, all)
}

/// Takes what these make together, at least one.
pub(super) fn take_combined(
    store: &mut Store,
    inside: &Inside<'_>,
    effect: &mut Effect,
    all: Vec<Data>,
) -> Result<Text, CommError> {
    let result = match operator(inside) {
        Operator::Predefined(operator) => {
            let mut all = all.into_iter();
            let first = all.next();
            let mut result = first.unwrap_or_else(|| unreachable!("somebody gives something"));
            for other in all {
                result = elementwise(store, effect, *operator, &result, &other)?;
            }
            result
        }
        Operator::Own(operator) => own::combined(store, inside, effect, operator, &all)?,
    };
    if let Some(into) = inside.into {
        let start = store.int(0);
        effect.put(store, into, start, &result)?;
    }
    Ok(given(inside).words(" -> ").data(&result))
}

fn elementwise(
    store: &mut Store,
    effect: &mut Effect,
    operator: Predefined,
    a: &Data,
    b: &Data,
) -> Result<Data, CommError> {
    let xs = elements(store, effect, operator, a)?;
    let ys = elements(store, effect, operator, b)?;
    let mut combined = Vec::with_capacity(xs.len());
    for (x, y) in xs.into_iter().zip(ys) {
        let value = apply(store, operator, &a.elem, x, y);
        if let (Predefined::Sum | Predefined::Prod, Type::Int(ty)) = (operator, &a.elem) {
            effect.computed.push((value, *ty));
        }
        combined.push(value);
    }
    let value = match a.len {
        None => combined[0],
        Some(_) => store.array(&combined),
    };
    Ok(Data {
        value,
        elem: a.elem.clone(),
        len: a.len,
    })
}

/// The elements, whose number must be known.
fn elements(
    store: &mut Store,
    effect: &Effect,
    operator: Predefined,
    data: &Data,
) -> Result<Vec<ExprId>, CommError> {
    let Some(len) = data.len else {
        return Ok(vec![data.value]);
    };
    let what = || format!("{operator} over sequences whose length depends on inputs");
    let n = effect.known(store, len, what)?;
    let read = |i| {
        let i = store.int(i);
        store.read(data.value, i)
    };
    Ok((0..n).map(read).collect())
}

/// Combines two elements, of a type that the operator [is for](Predefined::is_for).
fn apply(store: &mut Store, operator: Predefined, elem: &Type, a: ExprId, b: ExprId) -> ExprId {
    match (operator, elem) {
        (Predefined::Sum, _) => store.add(a, b),
        (Predefined::Prod, _) => store.mul(a, b),
        (Predefined::Min, _) => store.min(a, b),
        (Predefined::Max, _) => store.max(a, b),
        (Predefined::Minloc, _) => located(store, a, b, Store::lt),
        (Predefined::Maxloc, _) => located(store, a, b, |store, x, y| store.lt(y, x)),
        (Predefined::Land | Predefined::Lor | Predefined::Lxor, Type::Bool) => {
            logical(store, operator, a, b)
        }
        (Predefined::Land | Predefined::Lor | Predefined::Lxor, _) => {
            let (zero, one) = (store.int(0), store.int(1));
            let (a, b) = (store.ne(a, zero), store.ne(b, zero));
            let truth = logical(store, operator, a, b);
            store.ite(truth, one, zero)
        }
    }
}

/// Of two pairs of a value and its index the one whose value goes before the other's, and of equal
/// ones that with the lower index.
fn located(
    store: &mut Store,
    a: ExprId,
    b: ExprId,
    before: fn(&mut Store, ExprId, ExprId) -> ExprId,
) -> ExprId {
    let [(x, i), (y, j)] = [a, b].map(|pair| (store.component(pair, 0), store.component(pair, 1)));
    let (first, second) = (before(store, x, y), before(store, y, x));
    let value = store.ite(second, y, x);
    let lower = store.min(i, j);
    let tied = store.ite(second, j, lower);
    let index = store.ite(first, i, tied);
    store.tuple(&[value, index])
}

fn logical(store: &mut Store, operator: Predefined, a: ExprId, b: ExprId) -> ExprId {
    match operator {
        Predefined::Land => store.and(a, b),
        Predefined::Lor => store.or(a, b),
        _ => {
            let same = store.iff(a, b);
            store.not(same)
        }
    }
}
