//! S. F. Siegel and T. K. Zirkel: *Collective assertions*, VMCAI 2011. A 2.8 GHz Intel i7, in Java,
//! with CVC3.

use tass::Kind;

use super::figure4;
use super::models::{laplace2d, mean, wildcard_gather};
use super::row::{self, Row, published};

pub(crate) fn run(quick: bool) -> bool {
    let rows = vec![
        Row {
            program: "mean",
            bounds: "n <= 10".into(),
            nprocs: 1,
            model: mean::running::model().spec(mean::by_definition::model()),
            expect: None,
            published: published(132, 0.3),
            slow: false,
        },
        Row {
            program: "wildcard_gather",
            bounds: "two rounds".into(),
            nprocs: 10,
            model: wildcard_gather::wildcard_gather::model(),
            expect: Some(Kind::CollectiveAssertion),
            published: published(1_011, 0.5),
            slow: false,
        },
        Row {
            program: "wildcard_gather, with a barrier",
            bounds: "two rounds".into(),
            nprocs: 10,
            model: wildcard_gather::with_a_barrier::model(),
            expect: None,
            published: published(0, 0.0),
            slow: false,
        },
        Row {
            program: "laplace2d, rows",
            bounds: "4 x 12, 3 iterations".into(),
            nprocs: 6,
            model: laplace2d::row_distributed::model().spec(laplace2d::sequential::model()),
            expect: None,
            published: published(49_419, 18.0),
            slow: false,
        },
    ];
    // Every row is printed, whatever became of those before.
    let figure4 = figure4::run();
    row::run(rows, quick) && figure4
}
