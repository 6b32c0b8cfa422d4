//! Symbolic expressions, path conditions, and what follows from them.
//!
//! This is the logic under `tass`, and knows nothing of programs, processes or messages. A
//! [`Store`](symbolic::Store) owns expressions over integers, reals, truth values, arrays and
//! folds, in canonical form: equal ones are one. A [`Prover`](prover::Prover) keeps conjunctions of
//! conditions (*path conditions*) and says what follows from them. What it calls valid is proved, a
//! refutation is an assignment that has been evaluated, and whatever it gives up is unknown.
//!
//! ```
//! use tass_logic::prover::{Prover, ProverOptions, Validity};
//! use tass_logic::symbolic::{Sort, Store};
//!
//! let mut store = Store::new();
//! let mut prover = Prover::new(ProverOptions::default());
//! let [i, n] = ["i", "n"].map(|name| store.new_symbol(name, Sort::Int));
//!
//! // Under `0 <= i && i < n`, is `i + 1 <= n`?
//! let zero = store.int(0);
//! let (from, to) = (store.le(zero, i), store.lt(i, n));
//! let known = store.and(from, to);
//! let top = prover.top();
//! let pc = prover.assume(&mut store, top, known).expect("satisfiable").pc;
//! let one = store.int(1);
//! let next = store.add(i, one);
//! let goal = store.le(next, n);
//! assert!(matches!(prover.check(&mut store, pc, goal), Validity::Valid));
//!
//! // And `i + 1 < n`? The answer is a model: values for `i` and `n`.
//! let goal = store.lt(next, n);
//! let Validity::Invalid(model) = prover.check(&mut store, pc, goal) else {
//!     panic!("refuted by i = 0, n = 1");
//! };
//! assert_eq!(model.eval(&store, goal).and_then(|value| value.as_bool()), Some(false));
//! assert_eq!(prover.stats().z3_queries, 0);
//! ```
//!
//! # What is decided without Z3
//!
//! Starting Z3 takes longer than most questions, so it is asked last.
//!
//! - **By construction.** Polynomials over integers and reals have one form: `(x + y) * (x + y)`
//!   and `x * x + 2 * x * y + y * y` are the same expression. So have comparisons, conditions under
//!   `&&`, `||` and `!`, reads of arrays after writes, and folds over ranges of known length.
//! - **By rewriting** under the path condition: what it says of an expression's sign, bounds and
//!   value.
//! - **By arithmetic.** Linear arithmetic over integers and reals is decided exactly, by a simplex
//!   of rationals with branching; products are atoms, of which intervals and signs are known.
//! - **By lemmas of folds.** Of sums, counts, extrema and quantifiers over ranges with symbolic
//!   ends: ends that move by one, ranges that are joined or split, items that are bounded.
//!
//! ```
//! use tass_logic::prover::{Prover, ProverOptions, Validity};
//! use tass_logic::symbolic::{FoldOp, Sort, Store};
//!
//! let mut store = Store::new();
//! let mut prover = Prover::new(ProverOptions::default());
//! let f = store.new_function("a", 1, Sort::Int, false);
//! let n = store.new_symbol("n", Sort::Int);
//! let [zero, one] = [0, 1].map(|number| store.int(number));
//!
//! // The sum of a[k] for k in 0..n + 1 is that for k in 0..n, and a[n].
//! let mut sum = |store: &mut Store, end| {
//!     let k = store.fresh_bound();
//!     let item = store.app(f, &[k]);
//!     store.fold(FoldOp::Sum, zero, end, k, item)
//! };
//! let so_far = sum(&mut store, n);
//! let next = store.add(n, one);
//! let all = sum(&mut store, next);
//! let last = store.app(f, &[n]);
//! let together = store.add(so_far, last);
//! let goal = store.eq(all, together);
//!
//! let known = store.ge(n, zero);
//! let top = prover.top();
//! let pc = prover.assume(&mut store, top, known).expect("satisfiable").pc;
//! assert!(matches!(prover.check(&mut store, pc, goal), Validity::Valid));
//! assert_eq!(prover.stats().z3_queries, 0);
//! ```
//!
//! Products of unknowns that the above does not settle, integer division by unknowns and most
//! questions with several quantifiers go to Z3. Its models are evaluated before they are believed.
//!
//! # Budgets
//!
//! Whatever can take long [ticks](budget), so that a caller can bound the work, the time and the
//! memory of all that it does ([`budget::within`]).

pub mod budget;
pub mod prover;
pub mod symbolic;
