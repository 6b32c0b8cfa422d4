//! Measuring runs.

use std::time::Instant;

use tass::{Model, Report};

/// What some runs cost together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) states: u64,
    pub(crate) steps: u64,
    pub(crate) obligations: u64,
    pub(crate) native: u64,
    pub(crate) cached: u64,
    pub(crate) by_z3: u64,
    /// Wall time, the shortest of several measurements: what else the machine does only ever adds.
    pub(crate) seconds: f64,
}

/// Runs the models one after the other, several times, and adds up what they cost. The reports are
/// those of the first time.
pub(crate) fn measure(models: &[Model]) -> (Cost, Vec<Report>) {
    let (first, reports) = once(models);
    let mut seconds = vec![first];
    while seconds.len() < 9 && seconds.iter().sum::<f64>() < 2.0 {
        seconds.push(once(models).0);
    }
    let shortest = seconds.into_iter().fold(f64::INFINITY, f64::min);
    let mut cost = Cost {
        seconds: shortest,
        ..Cost::default()
    };
    for stats in reports.iter().map(Report::stats) {
        cost.states += stats.states;
        cost.steps += stats.steps;
        cost.obligations += stats.obligations;
        cost.native += stats.by_simplification + stats.by_model + stats.by_linear;
        cost.cached += stats.by_cache;
        cost.by_z3 += stats.by_z3;
    }
    (cost, reports)
}

/// Runs the models once: the seconds that it took, and the reports.
pub(crate) fn once(models: &[Model]) -> (f64, Vec<Report>) {
    let start = Instant::now();
    let reports = models.iter().map(Model::check).collect();
    (start.elapsed().as_secs_f64(), reports)
}

/// `1,234,567`
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Seconds with two or three digits that mean something.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Rows as a Markdown table, padded so that it can be read as it is. The first columns are text,
/// the others numbers.
pub(crate) fn print_table(text_columns: usize, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
            .max(3)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(i, cell)| {
                let pad = " ".repeat(widths[i] - cell.chars().count());
                if i < text_columns {
                    format!("{cell}{pad}")
                } else {
                    format!("{pad}{cell}")
                }
            })
            .collect();
        println!("| {} |", cells.join(" | "));
        if number == 0 {
            let rule: Vec<String> = widths
                .iter()
                .enumerate()
                .map(|(i, &width)| {
                    if i < text_columns {
                        "-".repeat(width)
                    } else {
                        format!("{}:", "-".repeat(width - 1))
                    }
                })
                .collect();
            println!("| {} |", rule.join(" | "));
        }
    }
}
