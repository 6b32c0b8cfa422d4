//! Rows of charts: what depends on what is below it.

use super::layout::Chart;
use crate::report::{EventKind, Kind, TraceEvent, Violation};

fn event(process: usize, kind: EventKind) -> TraceEvent {
    TraceEvent {
        process,
        location: None,
        text: String::new(),
        kind,
        message: None,
        peer: None,
        group: None,
        shown: kind != EventKind::Assign,
        changes: Vec::new(),
    }
}

fn send(process: usize, number: u32) -> TraceEvent {
    let message = Some(number);
    TraceEvent {
        message,
        ..event(process, EventKind::Send)
    }
}

fn receive(process: usize, number: u32) -> TraceEvent {
    let message = Some(number);
    TraceEvent {
        message,
        ..event(process, EventKind::Receive)
    }
}

fn collective(process: usize, number: u32) -> TraceEvent {
    let group = Some(number);
    TraceEvent {
        group,
        ..event(process, EventKind::Collective)
    }
}

fn chart(trace: Vec<TraceEvent>) -> Chart {
    let mut violation = Violation::new(Kind::Panic, "");
    violation.trace = trace;
    Chart::of(&violation)
}

/// The rows of all steps.
fn rows(trace: Vec<TraceEvent>) -> Vec<u32> {
    let chart = chart(trace);
    chart.all.of.iter().map(|row| row.expect("shown")).collect()
}

#[test]
fn independent_steps_share_a_row() {
    let trace = vec![send(0, 1), send(1, 2), receive(1, 1), receive(0, 2)];
    assert_eq!(rows(trace), [0, 0, 1, 1]);
}

#[test]
fn a_receive_is_below_its_send() {
    let branch = |p| event(p, EventKind::Branch);
    let trace = vec![branch(0), branch(0), send(0, 1), receive(1, 1), branch(2)];
    assert_eq!(rows(trace), [0, 1, 2, 3, 0]);
}

#[test]
fn a_collective_operation_has_one_row() {
    let early = event(1, EventKind::Branch);
    let trace = vec![
        collective(0, 1),
        send(0, 1),
        early,
        collective(1, 1),
        receive(1, 1),
    ];
    assert_eq!(rows(trace), [1, 2, 0, 1, 3]);
}

#[test]
fn unless_it_cannot() {
    // The root of a broadcast leaves it, and lets another process go on that comes to the broadcast
    // only then.
    let trace = vec![
        collective(0, 1),
        send(0, 1),
        receive(1, 1),
        collective(1, 1),
    ];
    assert_eq!(rows(trace), [0, 1, 2, 3]);
    // The others keep their rows.
    let trace = vec![
        collective(0, 1),
        collective(1, 1),
        collective(0, 2),
        send(0, 1),
        receive(1, 1),
        collective(1, 2),
    ];
    assert_eq!(rows(trace), [0, 0, 1, 2, 3, 4]);
}

#[test]
fn shared_variables_are_in_order() {
    let (write, test) = (
        |p| event(p, EventKind::Write),
        |p| event(p, EventKind::Test),
    );
    assert_eq!(
        rows(vec![test(0), test(1), write(0), write(1)]),
        [0, 1, 2, 3]
    );
}

#[test]
fn the_violation_is_last_and_what_does_not_matter_takes_no_room() {
    let trace = vec![
        event(0, EventKind::Assign),
        send(0, 1),
        event(1, EventKind::Stand),
        event(0, EventKind::Failure),
    ];
    let chart = chart(trace);
    assert_eq!(chart.all.of, [Some(0), Some(1), Some(2), Some(2)]);
    assert_eq!(chart.essential.of, [None, Some(0), Some(1), Some(1)]);
    assert_eq!((chart.all.count, chart.essential.count), (3, 2));
    assert_eq!(chart.messages, [(1, None)]);
}

#[test]
fn a_chart_of_nothing() {
    let chart = chart(Vec::new());
    assert_eq!((chart.all.count, chart.all.of.len()), (0, 0));
}

/// Random executions, as an engine could have recorded them.
#[test]
fn causes_are_above_effects() {
    for seed in 1..=200_u64 {
        let mut state = seed;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut trace: Vec<TraceEvent> = Vec::new();
        let mut under_way = Vec::new();
        let mut calls = [0_u32; 4];
        for number in 1..60 {
            let process = random(4);
            match random(5) {
                0 => {
                    trace.push(send(process, number));
                    under_way.push(number);
                }
                1 if !under_way.is_empty() => {
                    let taken = under_way.remove(random(under_way.len()));
                    trace.push(receive(process, taken));
                }
                2 => {
                    calls[process] += 1;
                    trace.push(collective(process, calls[process]));
                }
                3 => trace.push(event(process, EventKind::Assign)),
                _ => trace.push(event(process, EventKind::Branch)),
            }
        }
        let chart = chart(trace.clone());
        for rows in [&chart.all, &chart.essential] {
            for (late, event) in trace.iter().enumerate() {
                for (early, cause) in trace[..late].iter().enumerate() {
                    let message = chart.messages.contains(&(early, Some(late)));
                    if cause.process != event.process && !message {
                        continue;
                    }
                    if let (Some(above), Some(below)) = (rows.of[early], rows.of[late]) {
                        assert!(above < below, "seed {seed}: {early} before {late}");
                    }
                }
            }
        }
    }
}
