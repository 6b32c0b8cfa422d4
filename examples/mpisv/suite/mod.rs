//! The programs, each with its defects and the verdicts that are expected.

mod blocks;
mod bubble_sort;
mod clustalw;
mod defect;
mod depsolver;
mod diffusion2d;
mod dtg;
mod gauss_elim;
mod heat;
mod image_manip;
mod integrate;
mod integrate_ms;
mod kfray;
mod kfray_ms;
mod mandelbrot;
mod mandelbrot_ms;
mod matmat_ms;
mod sorting_ms;

use tass::{Kind, Model, Report};

/// A program of the benchmark.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// The numbers of processes that MPI-SV was run with.
    pub(crate) nprocs: &'static [usize],
    /// What its output is compared with, if it has any.
    pub(crate) spec: Option<fn() -> Model>,
    pub(crate) cases: fn() -> Vec<Case>,
}

impl Program {
    pub(crate) fn model(&self, case: &Case) -> Model {
        let model = (case.model)();
        match self.spec {
            Some(spec) => model.spec(spec()),
            None => model,
        }
    }

    pub(crate) fn processes(&self, case: &Case) -> &'static [usize] {
        match case.nprocs {
            [] => self.nprocs,
            own => own,
        }
    }
}

/// Is it one of these violations that was found, or nothing if there is none?
pub(crate) fn is_expected(report: &Report, kinds: &[Kind]) -> bool {
    match report.kinds()[..] {
        [] => kinds.is_empty() && report.is_verified(),
        [kind] => kinds.contains(&kind),
        _ => false,
    }
}

/// A program, or one with a defect.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) model: fn() -> Model,
    /// If every send is buffered, as MPI-SV has it: one of these is found, or nothing.
    pub(crate) absolute: &'static [Kind],
    /// If any send may not be.
    pub(crate) potential: &'static [Kind],
    /// If not those of the program.
    pub(crate) nprocs: &'static [usize],
    /// Why it takes long, or is not there for more processes: for the table, and left out of tests.
    #[cfg_attr(
        not(test),
        allow(dead_code, reason = "the example's own main shows all")
    )]
    pub(crate) note: &'static str,
}

/// A receive from anybody that has one sender. To the engine it is a choice all the same, which it
/// makes in every order with those of other processes.
pub(crate) const ONE_SENDER: &str = "ANY, with one sender";
/// Results of whoever comes first: which worker has which task is told apart until they are in.
pub(crate) const WHO_HAS_WHAT: &str = "who has which task";

pub(crate) const VERIFIED: &[Kind] = &[];
pub(crate) const DEADLOCK: &[Kind] = &[Kind::Deadlock];
pub(crate) const PD: &[Kind] = &[Kind::PotentialDeadlock];
/// Both can be reached, and a search ends at the first.
pub(crate) const STUCK: &[Kind] = &[Kind::Deadlock, Kind::PotentialDeadlock];

pub(crate) const ASSERTION: &[Kind] = &[Kind::Assertion];
pub(crate) const MIXED_OR_STUCK: &[Kind] = &[Kind::Assertion, Kind::PotentialDeadlock];
pub(crate) const MISMATCH: &[Kind] = &[Kind::OutputMismatch];
pub(crate) const MISTYPED: &[Kind] = &[Kind::TypeMismatch];
pub(crate) const MISTYPED_OR_STUCK: &[Kind] = &[Kind::TypeMismatch, Kind::Deadlock];
pub(crate) const COLLECTIVE_ORDER: &[Kind] = &[Kind::CollectiveOrder];
pub(crate) const OUT_OF_BOUNDS: &[Kind] = &[Kind::OutOfBounds];

pub(crate) const PROGRAMS: &[Program] = &[
    dtg::PROGRAM,
    matmat_ms::PROGRAM,
    integrate::PROGRAM,
    integrate_ms::PROGRAM,
    diffusion2d::PROGRAM,
    gauss_elim::PROGRAM,
    heat::PROGRAM,
    mandelbrot::PROGRAM,
    mandelbrot_ms::PROGRAM,
    sorting_ms::PROGRAM,
    bubble_sort::PROGRAM,
    image_manip::PROGRAM,
    blocks::PROGRAM,
    kfray::PROGRAM,
    kfray_ms::PROGRAM,
    clustalw::PROGRAM,
    depsolver::PROGRAM,
];

/// `f(inputs): name = arguments => absolute, potential; ..` makes a model of each line, which calls
/// `f` with the inputs and the arguments, and the list of them. A line may have inputs of its own,
/// `name(inputs) = ..`, and end with numbers of processes of its own and with a note,
/// `.., on [6, 8], because NOTE;`.
macro_rules! cases {
    (
        $program:ident $inputs:tt:
        $(
            $name:ident $(($($more:tt)*))? = $($argument:expr),+
                => $absolute:expr, $potential:expr $(, on $nprocs:tt)? $(, because $note:expr)?;
        )*
    ) => {
        $(super::model! { $name $program $inputs ($($($more)*)?) $($argument),+ })*

        fn cases() -> Vec<super::Case> {
            vec![$(super::Case {
                name: stringify!($name),
                model: $name::model,
                absolute: $absolute,
                potential: $potential,
                nprocs: &super::optional!([] $(, $nprocs)?),
                note: super::optional!("" $(, $note)?),
            }),*]
        }
    };
}
use cases;

/// One line of [`cases!`].
macro_rules! model {
    (
        $name:ident $program:ident ($($input:ident: $type:ty),*) ($($more:ident: $other:ty),*)
        $($argument:expr),+
    ) => {
        #[tass::model]
        fn $name($($input: $type,)* $($more: $other),*) {
            $program($($input,)* $($argument),+);
        }
    };
}
use model;

/// What is given, or else the default.
macro_rules! optional {
    ($default:expr) => {
        $default
    };
    ($default:expr, $given:expr) => {
        $given
    };
}
use optional;
