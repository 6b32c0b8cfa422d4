//! S. F. Siegel and T. K. Zirkel: *Automatic formal verification of MPI-based parallel programs*,
//! PPoPP 2011, Fig. 1.

use tass::Model;

use super::models::{adder, diffusion1d, integrate, laplace2d, matmat};
use super::row::{self, Row, published};

pub(crate) fn run(quick: bool) -> bool {
    let row = |program, bounds: &str, nprocs, model: Model, states, seconds, slow| Row {
        program,
        bounds: bounds.into(),
        nprocs,
        model,
        expect: None,
        published: published(states, seconds),
        slow,
    };
    let adder = adder::adder_200::model().spec(adder::sequential::model());
    let diffusion = diffusion1d::diffusion1d_two::model().spec(diffusion1d::sequential::model());
    let matmat = matmat::matmat_10::model().spec(matmat::sequential::model());
    let integrate = integrate::integrate::model().spec(integrate::sequential::model());
    let laplace = laplace2d::column_distributed::model().spec(laplace2d::sequential::model());
    let wide = laplace2d::column_distributed_30::model().spec(laplace2d::sequential::model());
    let rows = vec![
        row("adder", "n <= 200", 30, adder, 411_044, 443.0, false),
        row(
            "diffusion1d",
            "50 <= nx <= 100, nt <= 2",
            50,
            diffusion,
            5_788_608,
            4_653.0,
            false,
        ),
        row(
            "matmat",
            "l, m <= 2, n <= 10",
            7,
            matmat.clone(),
            151_752_013,
            13_157.0,
            true,
        ),
        row(
            "matmat",
            "l, m <= 2, n <= 10",
            11,
            matmat,
            10_543_295,
            242.0,
            false,
        ),
        row(
            "integrate",
            "12 intervals, tolerance 0.01",
            6,
            integrate,
            3_511_123,
            3_788.0,
            false,
        ),
        row(
            "laplace2d, columns",
            "4 x 12, nt <= 30",
            5,
            laplace,
            3_384_271,
            30_911.0,
            true,
        ),
        row(
            "laplace2d, columns",
            "4 x 30, nt <= 3",
            20,
            wide,
            875_577,
            1_787.0,
            false,
        ),
    ];
    row::run(rows, quick)
}
