//! What reductions compute.

use super::*;

/// What each of the processes gets; they give these values.
fn reduced(op: &str, operator: &str, values: &[Operand], world: &mut World) -> Vec<String> {
    let code = Mpi.constant(operator).expect("an operator").0;
    let code = Operand::Known(i64::try_from(code).unwrap());
    let elem = match &values[0] {
        Operand::In(data) => data.elem.clone(),
        _ => unreachable!(),
    };
    for (process, value) in values.iter().enumerate() {
        let out = world.out(elem.clone());
        world.post(process, op, &[value.clone(), out, code.clone()]);
    }
    (0..values.len()).map(|p| world.complete(p, 0)).collect()
}

fn of_ints(op: &str, operator: &str, values: &[i64]) -> Vec<String> {
    let mut world = World::new(values.len());
    let values: Vec<_> = values.iter().map(|v| world.int(*v)).collect();
    reduced(op, operator, &values, &mut world)
}

#[test]
fn operators() {
    let cases = [
        ("SUM", "v0 = 9"),
        ("PROD", "v0 = 0"),
        ("MIN", "v0 = 0"),
        ("MAX", "v0 = 5"),
        ("LAND", "v0 = 0"),
        ("LOR", "v0 = 1"),
        ("LXOR", "v0 = 0"),
    ];
    for (operator, expected) in cases {
        assert_eq!(
            of_ints("allreduce", operator, &[4, 0, 5]),
            [expected; 3],
            "{operator}"
        );
    }
    assert_eq!(of_ints("allreduce", "PROD", &[4, -3]), ["v0 = -12"; 2]);
    assert_eq!(of_ints("allreduce", "LXOR", &[4, 0]), ["v0 = 1"; 2]);
}

#[test]
fn booleans() {
    let mut world = World::new(2);
    let values: Vec<_> = [true, false]
        .map(|b| {
            Operand::In(Data {
                value: world.store.bool(b),
                elem: Type::Bool,
                len: None,
            })
        })
        .into();
    assert_eq!(
        reduced("allreduce", "LAND", &values, &mut world),
        ["v0 = false"; 2]
    );
    assert_eq!(
        reduced("allreduce", "LXOR", &values, &mut world),
        ["v0 = true"; 2]
    );
}

#[test]
fn prefixes() {
    let scan = of_ints("scan", "SUM", &[1, 2, 3]);
    assert_eq!(scan, ["v0 = 1", "v0 = 3", "v0 = 6"]);
    let exscan = of_ints("exscan", "SUM", &[1, 2, 3]);
    assert_eq!(exscan, ["", "v0 = 1", "v0 = 3"]);
}

#[test]
fn an_allreduce_waits_for_all() {
    let mut world = World::new(2);
    let (value, out) = (world.int(1), world.out(I64));
    world.post(0, "allreduce", &[value.clone(), out.clone(), rank(0)]);
    assert_eq!(world.moves(0), []);
    world.post(1, "allreduce", &[value, out, rank(0)]);
    assert_eq!(world.moves(0), [SYNC]);
}

#[test]
fn a_reduce_keeps_only_its_root() {
    let mut world = World::new(2);
    let (value, out) = (world.int(3), world.out(I64));
    world.post(1, "reduce", &[value.clone(), out.clone(), rank(0), rank(0)]);
    assert_eq!(world.moves(1), [EAGER]);
    let done = world.try_complete(1, 0).unwrap();
    assert_eq!(world.effect(&done), "");
    let text = done.events[0].text.show(&world.store);
    assert_eq!(text, "reduce SUM 3 (root 0)");
    world.post(0, "reduce", &[value, out, rank(0), rank(0)]);
    assert_eq!(world.moves(0), [SYNC]);
    let done = world.try_complete(0, 0).unwrap();
    assert_eq!(world.effect(&done), "v0 = 6");
    let text = done.events[0].text.show(&world.store);
    assert_eq!(text, "reduce SUM 3 -> 6");
    assert!(world.shared.collectives.is_empty());
}

#[test]
fn element_by_element() {
    let mut world = World::new(2);
    let (a, b) = (world.ints(&[1, 5]), world.ints(&[4, 2]));
    let (out, code) = (world.outs(2), rank(3));
    world.post(0, "allreduce", &[a, out.clone(), code.clone()]);
    world.post(1, "allreduce", &[b, out, code]);
    assert_eq!(world.complete(0, 0), "v0 = [4, 5]");
}

#[test]
fn what_cannot_be_reduced_is_told() {
    let mut world = World::new(2);
    let n = world.symbol("n");
    let (value, out) = (world.filled(1, n), world.outs(2));
    world.post(0, "allreduce", &[value.clone(), out.clone(), rank(0)]);
    world.post(1, "allreduce", &[value, out, rank(0)]);
    let what = "SUM over sequences whose length depends on inputs";
    let expected = (n, what.into(), vec![Kind::CollectiveCount]);
    assert_eq!(undecided(world.try_complete(0, 0)), expected);
}

/// Whoever calls it is wrong, even alone.
#[test]
fn operators_are_for_some_types() {
    let fault = |operator: &str, elem: Type| {
        let mut world = World::new(1);
        let code = Mpi.constant(operator).expect("an operator").0;
        let code = Operand::Known(i64::try_from(code).unwrap());
        let value = Operand::In(Data {
            value: world.store.tru(),
            elem: elem.clone(),
            len: None,
        });
        let out = world.out(elem);
        let posted = world.try_post(0, "allreduce", &[value, out, code]);
        posted.err().map(fault)
    };
    let message =
        "process 0 calls `allreduce` with SUM, which is not defined for elements of type `bool`";
    let expected = Some((Kind::InvalidOperator, message.to_string()));
    assert_eq!(fault("SUM", Type::Bool), expected);
    let float = Type::Float(FloatTy::F64);
    for operator in ["LAND", "LOR", "LXOR"] {
        assert_eq!(fault(operator, Type::Bool), None);
        assert_eq!(fault(operator, I64), None);
        let kind = fault(operator, float.clone()).map(|(kind, _)| kind);
        assert_eq!(kind, Some(Kind::InvalidOperator));
    }
    for operator in ["SUM", "PROD", "MIN", "MAX"] {
        assert_eq!(fault(operator, float.clone()), None);
        let pair = Type::Tuple(vec![I64, I64]);
        let kind = fault(operator, pair).map(|(kind, _)| kind);
        assert_eq!(kind, Some(Kind::InvalidOperator));
    }
}

#[test]
fn the_result_needs_room() {
    let mut world = World::new(1);
    let (value, out) = (world.ints(&[1, 2]), world.out(I64));
    world.post(0, "allreduce", &[value, out, rank(0)]);
    let message = "process 0 has room for 1 element in `allreduce`, but gets 2 elements";
    assert_eq!(
        world.complete_fault(0, 0),
        (Kind::CollectiveCount, message.into())
    );
}

/// What is to fit its type where overflow is checked: every partial result of a sum or product of
/// integers, in the order of ranks.
#[test]
fn partial_results_are_reported() {
    let computed = |op: &str, operator: &str, elem: Type| {
        let mut world = World::new(3);
        let code = Mpi.constant(operator).expect("an operator").0;
        let code = Operand::Known(i64::try_from(code).unwrap());
        for (process, value) in [100, 20, -3].into_iter().enumerate() {
            let (value, elem) = (world.store.int(value), elem.clone());
            let data = Operand::In(Data {
                value,
                elem: elem.clone(),
                len: None,
            });
            let out = world.out(elem);
            world.post(process, op, &[data, out, code.clone()]);
        }
        let done = world.try_complete(2, 0).expect("legal");
        let values = done.computed.iter();
        let values: Vec<_> = values
            .map(|(v, ty)| (world.store.as_int(*v).unwrap(), *ty))
            .collect();
        values
    };
    let i8 = Type::Int(IntTy::I8);
    let sums = [(120, IntTy::I8), (117, IntTy::I8)];
    for op in ["allreduce", "scan"] {
        assert_eq!(computed(op, "SUM", i8.clone()), sums, "{op}");
    }
    assert_eq!(computed("exscan", "SUM", i8.clone()), sums[..1]);
    let products = [(2000, IntTy::I8), (-6000, IntTy::I8)];
    assert_eq!(computed("allreduce", "PROD", i8.clone()), products);
    // These give one of their operands.
    for operator in ["MIN", "MAX", "LAND"] {
        assert_eq!(computed("allreduce", operator, i8.clone()), []);
    }
}
