//! S. F. Siegel and T. K. Zirkel: *Collective assertions*, VMCAI 2011. A 2.8 GHz Intel i7, in Java, with CVC3.

use tass::Kind;

use super::models::{diffusion1d, laplace2d, mean, wildcard_gather};
use super::row::{self, Row, published};

/// States of diffusion1d with queue minimisation for 2 to 15 processes (Fig. 4).
const DIFFUSION: [u64; 14] = [
    3_496, 7_492, 13_188, 20_728, 30_256, 41_916, 55_852, 72_208, 91_128, 112_756, 137_236,
    164_712, 195_328, 229_228,
];

pub(crate) fn run(quick: bool) -> bool {
    let mut rows = Vec::new();
    for (states, nprocs) in DIFFUSION.into_iter().zip(2..) {
        rows.push(Row {
            program: "diffusion1d",
            bounds: "nprocs <= nx <= 3 nprocs".into(),
            nprocs,
            model: diffusion1d::diffusion1d::model().spec(diffusion1d::sequential::model()),
            expect: None,
            // Of the times, the paper has a graph, and the last.
            published: published(states, if nprocs == 15 { 80.0 } else { 0.0 }),
            slow: false,
        });
    }
    rows.push(Row {
        program: "mean",
        bounds: "n <= 10".into(),
        nprocs: 1,
        model: mean::running::model().spec(mean::by_definition::model()),
        expect: None,
        published: published(132, 0.3),
        slow: false,
    });
    rows.push(Row {
        program: "wildcard_gather",
        bounds: "two rounds".into(),
        nprocs: 10,
        model: wildcard_gather::wildcard_gather::model(),
        expect: Some(Kind::CollectiveAssertion),
        published: published(1_011, 0.5),
        slow: false,
    });
    rows.push(Row {
        program: "wildcard_gather, with a barrier",
        bounds: "two rounds".into(),
        nprocs: 10,
        model: wildcard_gather::with_a_barrier::model(),
        expect: None,
        published: published(0, 0.0),
        slow: false,
    });
    rows.push(Row {
        program: "laplace2d, rows",
        bounds: "4 x 12, 3 iterations".into(),
        nprocs: 6,
        model: laplace2d::row_distributed::model().spec(laplace2d::sequential::model()),
        expect: None,
        published: published(49_419, 18.0),
        slow: false,
    });
    row::run(rows, quick)
}
