//! The builder of a run.

use std::time::Duration;

use tass_core::report::{Declared, Expected, Kind};
use tass_core::{Deadlock, Execution, Options, Report, Schedule, Tests, Violations};
use tass_mpi_model::Mpi;
use tass_syntax::tree::Function;

/// A model, and how it is to be checked.
///
/// `#[tass::verify]` and `#[tass::model]` put a function `model()` into the module that they add
/// beside the user's function; it returns one of these.
///
/// ```
/// use tass::prelude::*;
///
/// #[tass::model]
/// fn double(n: i32) {
///     assert!(n + n == 2 * n);
/// }
///
/// # fn main() {
/// let report = double::model().nprocs(2).check();
/// assert!(report.is_verified(), "{report}");
/// # }
/// ```
#[derive(Clone)]
#[must_use = "a model does nothing until it is checked: call `.check()`"]
pub struct Model {
    build: fn() -> Function,
    options: Options,
    expect: Option<Expected>,
    spec: Option<fn() -> Function>,
    declared: Declared,
}

impl Model {
    /// A model from its constructor; generated code calls this.
    pub fn new(build: fn() -> Function) -> Model {
        Model {
            build,
            options: Options::default(),
            expect: None,
            spec: None,
            declared: Declared::default(),
        }
    }

    /// What has been said so far is what the model's attribute says; generated code calls this.
    #[doc(hidden)]
    pub fn declared(mut self) -> Model {
        self.declared = Declared {
            options: self.options.clone(),
            specification: self.spec.is_some(),
        };
        self
    }

    /// The number of processes.
    pub fn nprocs(mut self, nprocs: usize) -> Model {
        self.options.nprocs = nprocs;
        self.options.every = false;
        self
    }

    /// Every number of processes: for models that share variables (see [the
    /// guide](crate::guide::every)).
    pub fn nprocs_any(mut self) -> Model {
        self.options.every = true;
        self
    }

    /// Do membership tests read all shared variables at once, or one process after the other?
    pub fn tests(mut self, tests: Tests) -> Model {
        self.options.tests = tests;
        self
    }

    /// May a process fall back to its initial state at any point?
    pub fn aborts(mut self, aborts: bool) -> Model {
        self.options.aborts = aborts;
        self
    }

    /// Runs the model side by side with another one, its specification, on the same inputs: their
    /// outputs must agree, and joint assertions relate the two. Of `spec`, only the program counts,
    /// not its options.
    pub fn spec(mut self, spec: Model) -> Model {
        self.spec = Some(spec.build);
        self.declared.specification = false;
        self
    }

    /// The number of processes of the specification.
    pub fn spec_nprocs(mut self, nprocs: usize) -> Model {
        self.options.spec_nprocs = nprocs;
        self
    }

    /// The kind of violation that [`Model::run_test`] waits for; or `not_inductive` or
    /// `not_converged`, of loop invariants.
    ///
    /// # Panics
    /// If there is no such kind; [`Kind::ALL`] has them all.
    pub fn expect(mut self, kind: &str) -> Model {
        let kind = Expected::from_name(kind).unwrap_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|k| k.name()).collect();
            panic!(
                "there is no violation kind `{kind}`; known are: {}",
                known.join(", ")
            )
        });
        self.expect = Some(kind);
        self
    }

    /// Which deadlocks count.
    pub fn deadlock(mut self, deadlock: Deadlock) -> Model {
        self.options.deadlock = deadlock;
        self
    }

    /// Is leaving an integer type's range a violation?
    pub fn overflow(mut self, overflow: bool) -> Model {
        self.options.overflow = overflow;
        self
    }

    /// Partial order reduction; `false` explores every interleaving.
    pub fn reduction(mut self, reduction: bool) -> Model {
        self.options.reduction = reduction;
        self
    }

    /// Which process is moved first.
    pub fn schedule(mut self, schedule: Schedule) -> Model {
        self.options.schedule = schedule;
        self
    }

    /// Stop at the first violation, or look for all.
    pub fn violations(mut self, violations: Violations) -> Model {
        self.options.violations = violations;
        self
    }

    /// At most this many states.
    pub fn max_states(mut self, states: u64) -> Model {
        self.options.max_states = states;
        self
    }

    /// At most this much work, counted in small pieces: executed actions, evaluated terms, new
    /// expressions. So it ends a search at the same place on every machine; the default is one or
    /// two minutes of it. Questions to Z3 have [a limit of their own](Model::prover_timeout).
    pub fn max_work(mut self, work: u64) -> Model {
        self.options.max_work = work;
        self
    }

    /// At most this many MiB of memory, as the search itself counts what it holds: expressions,
    /// states, path conditions and what is known of them, the path at hand. Tests that run at the
    /// same time do not count, and a search ends at the same place every time. The count is within
    /// a factor of 1.5 or so of what the operating system says. What it leaves out, Z3 and what
    /// lives for a moment, shows in the memory of the process: where no other model is being
    /// checked in it, it may grow by an eighth more than this (128 MiB at least); otherwise to half
    /// of the machine's memory. The default is half of the machine's memory, and 4096 at most.
    pub fn max_memory(mut self, mebibytes: u64) -> Model {
        self.options.max_memory = Some(mebibytes);
        self
    }

    /// At most this many steps along one execution.
    pub fn max_depth(mut self, depth: u64) -> Model {
        self.options.max_depth = depth;
        self
    }

    /// At most this long.
    pub fn timeout(mut self, timeout: Duration) -> Model {
        self.options.timeout = Some(timeout);
        self
    }

    /// At most this long for one question to Z3.
    pub fn prover_timeout(mut self, timeout: Duration) -> Model {
        self.options.prover_timeout = timeout;
        self
    }

    /// `false` sends every obligation that is not trivial to Z3: an independent opinion, slower.
    pub fn native_prover(mut self, native: bool) -> Model {
        self.options.native_prover = native;
        self
    }

    /// `false` reports each violation along the execution in which the search met it first, instead
    /// of the shortest that some effort finds. The verdict and the kinds are the same.
    pub fn shorten(mut self, shorten: bool) -> Model {
        self.options.shorten = shorten;
        self
    }

    /// Runs the search.
    pub fn check(&self) -> Report {
        let mut report = match self.spec {
            None => tass_mpi_model::check(&(self.build)(), &self.options),
            Some(spec) => tass_core::compare(&(self.build)(), &spec(), &Mpi, &self.options),
        };
        if let Some(rerun) = &mut report.rerun {
            rerun.declared.clone_from(&self.declared);
        }
        report
    }

    pub(crate) fn replay(&self, execution: &Execution) -> Result<(), Report> {
        let specification = self.spec.map(|spec| spec());
        let (function, options) = ((self.build)(), &self.options);
        tass_mpi_model::replay(&function, specification.as_ref(), options, execution)
    }

    /// What a generated test returns: an error that shows the report, unless the verdict is the
    /// wanted one. A refutation that fails the test is also written as a page under `target/tass/`,
    /// and printed as a test if it is asked for; see the guide on
    /// [`TASS_HTML`](crate::guide::reports#pictures) and
    /// [`TASS_PIN`](crate::guide::reports#pinning-a-counterexample).
    ///
    /// # Errors
    /// If the model is not verified, or not refuted as [`Model::expect`] asked.
    pub fn run_test(&self) -> Result<(), Report> {
        let report = self.check();
        let line = report.in_one_line();
        let wanted = crate::page::Wanted::from_environment();
        let function = (self.build)();
        let place = crate::page::place(&report, &function.file, &function.path);
        if wanted.even_of_a_pass()
            && let Some(said) = crate::page::write(&report, &place)
        {
            println!("{said}");
        }
        let result = report.into_expected(self.expect);
        if result.is_ok() {
            // Seen with `cargo test -- --nocapture`. A failure shows its report, which ends with
            // the same line.
            println!("{line}");
        }
        result.map_err(|mut report| {
            let page = wanted.of_a_failure();
            let page = page.then(|| crate::page::write(&report, &place)).flatten();
            let pinned = crate::page::pinned(&report, crate::page::pin_wanted());
            let said: Vec<String> = page.into_iter().chain(pinned).collect();
            report.postscript = (!said.is_empty()).then(|| said.join("\n"));
            report
        })
    }

    /// The program graphs, as text; with a [specification](Model::spec), those of both programs.
    ///
    /// # Errors
    /// If the model cannot be built.
    pub fn graph(&self) -> Result<tass_core::graph::Program, Vec<tass_core::report::BuildError>> {
        let function = (self.build)();
        match self.spec {
            None => tass_core::lower::lower(&function, &Mpi),
            Some(spec) => tass_core::lower::lower_pair(&function, &spec(), &Mpi),
        }
    }

    /// The program diagraph, on which a run for every number of processes works: as text, or as a
    /// picture with `to_dot()`.
    ///
    /// # Errors
    /// If the model is outside the class of `nprocs = any`.
    pub fn diagraph(
        &self,
    ) -> Result<tass_core::every::Diagraph, Vec<tass_core::report::BuildError>> {
        tass_mpi_model::diagraph(&(self.build)(), &self.options)
    }
}
