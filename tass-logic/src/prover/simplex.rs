//! A small exact simplex: are these bounds on linear forms satisfiable over the rationals?
//!
//! Invariants: every row `basis[r] = sum of rows[r][c] * columns[c]` is a consequence of the rows
//! added at the start; every nonbasic variable lies within its bounds; values satisfy every row
//! exactly. Bland's rule (always the least variable) makes the search terminate; the pivot budget
//! makes it short. Arithmetic that leaves machine words gives up (`None`), so an answer is always
//! exact.

use super::linear::Form;
use super::ratio::Ratio;

/// A rational plus a multiple of an infinitesimal: strict bounds are bounds of this kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Delta {
    /// The rational part.
    pub(crate) real: Ratio,
    /// How many infinitesimals beside it.
    pub(crate) tiny: Ratio,
}

impl Delta {
    pub(crate) const ZERO: Delta = Delta::exactly(Ratio::ZERO);

    pub(crate) const fn exactly(real: Ratio) -> Delta {
        Delta {
            real,
            tiny: Ratio::ZERO,
        }
    }

    fn add(self, other: Delta) -> Option<Delta> {
        Some(Delta {
            real: self.real.add(other.real)?,
            tiny: self.tiny.add(other.tiny)?,
        })
    }

    fn sub(self, other: Delta) -> Option<Delta> {
        Some(Delta {
            real: self.real.sub(other.real)?,
            tiny: self.tiny.sub(other.tiny)?,
        })
    }

    fn scale(self, by: Ratio) -> Option<Delta> {
        Some(Delta {
            real: self.real.mul(by)?,
            tiny: self.tiny.mul(by)?,
        })
    }
}

/// Whether the bounds can be met together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Unsat,
    Sat,
}

/// The tableau.
pub(crate) struct Simplex {
    rows: Vec<Vec<Ratio>>,
    basis: Vec<usize>,
    columns: Vec<usize>,
    /// The column of a nonbasic variable.
    column: Vec<Option<usize>>,
    value: Vec<Delta>,
    lower: Vec<Option<Delta>>,
    upper: Vec<Option<Delta>>,
    pivots_left: u32,
}

impl Simplex {
    /// A tableau over `variables` variables, with one further variable for each of the forms over
    /// them.
    pub(crate) fn new(variables: usize, forms: &[Form], pivots: u32) -> Simplex {
        let total = variables + forms.len();
        let rows = forms
            .iter()
            .map(|form| {
                let mut row = vec![Ratio::ZERO; variables];
                for &(variable, coefficient) in form {
                    row[variable as usize] = coefficient;
                }
                row
            })
            .collect();
        Simplex {
            rows,
            basis: (variables..total).collect(),
            columns: (0..variables).collect(),
            column: (0..total).map(|v| (v < variables).then_some(v)).collect(),
            value: vec![Delta::ZERO; total],
            lower: vec![None; total],
            upper: vec![None; total],
            pivots_left: pivots,
        }
    }

    /// What is left of the budget.
    pub(crate) fn pivots_left(&self) -> u32 {
        self.pivots_left
    }

    pub(crate) fn value(&self, variable: usize) -> Delta {
        self.value[variable]
    }

    /// The bounds as they are now; [`Simplex::restore`] takes them back.
    pub(crate) fn bounds(&self, variable: usize) -> (Option<Delta>, Option<Delta>) {
        (self.lower[variable], self.upper[variable])
    }

    /// Back to bounds that are no tighter than the present ones.
    pub(crate) fn restore(&mut self, variable: usize, bounds: (Option<Delta>, Option<Delta>)) {
        (self.lower[variable], self.upper[variable]) = bounds;
    }

    pub(crate) fn at_least(&mut self, variable: usize, bound: Delta) -> Option<Answer> {
        if self.lower[variable].is_some_and(|old| old >= bound) {
            return Some(Answer::Sat);
        }
        if self.upper[variable].is_some_and(|upper| upper < bound) {
            return Some(Answer::Unsat);
        }
        self.lower[variable] = Some(bound);
        if let Some(column) = self.column[variable]
            && self.value[variable] < bound
        {
            self.move_to(column, bound)?;
        }
        Some(Answer::Sat)
    }

    pub(crate) fn at_most(&mut self, variable: usize, bound: Delta) -> Option<Answer> {
        if self.upper[variable].is_some_and(|old| old <= bound) {
            return Some(Answer::Sat);
        }
        if self.lower[variable].is_some_and(|lower| lower > bound) {
            return Some(Answer::Unsat);
        }
        self.upper[variable] = Some(bound);
        if let Some(column) = self.column[variable]
            && self.value[variable] > bound
        {
            self.move_to(column, bound)?;
        }
        Some(Answer::Sat)
    }

    /// Moves values until every bound holds or a row shows that they cannot; `None` on giving up.
    pub(crate) fn check(&mut self) -> Option<Answer> {
        loop {
            let violated = (0..self.basis.len())
                .filter(|&row| self.violates(self.basis[row]))
                .min_by_key(|&row| self.basis[row]);
            let Some(row) = violated else {
                return Some(Answer::Sat);
            };
            let variable = self.basis[row];
            let (target, up) = match self.lower[variable] {
                Some(lower) if self.value[variable] < lower => (lower, true),
                _ => (self.upper[variable]?, false),
            };
            let helper = (0..self.columns.len())
                .filter(|&column| self.can_move(row, column, up))
                .min_by_key(|&column| self.columns[column]);
            let Some(column) = helper else {
                return Some(Answer::Unsat);
            };
            self.pivots_left = self.pivots_left.checked_sub(1)?;
            self.pivot(row, column, target)?;
        }
    }

    /// A positive value for the infinitesimal that keeps every bound; at most 1.
    pub(crate) fn infinitesimal(&self) -> Option<Ratio> {
        let mut size = Ratio::ONE;
        let mut keep = |low: Delta, high: Delta| -> Option<()> {
            if low.real < high.real && low.tiny > high.tiny {
                let gap = high.real.sub(low.real)?;
                size = size.min(gap.div(low.tiny.sub(high.tiny)?)?);
            }
            Some(())
        };
        for (variable, &value) in self.value.iter().enumerate() {
            if let Some(lower) = self.lower[variable] {
                keep(lower, value)?;
            }
            if let Some(upper) = self.upper[variable] {
                keep(value, upper)?;
            }
        }
        Some(size)
    }

    fn violates(&self, variable: usize) -> bool {
        let value = self.value[variable];
        self.lower[variable].is_some_and(|lower| value < lower)
            || self.upper[variable].is_some_and(|upper| value > upper)
    }

    /// Whether moving this column's variable can raise (`up`) or lower the row's variable.
    fn can_move(&self, row: usize, column: usize, up: bool) -> bool {
        let coefficient = self.rows[row][column];
        if coefficient.is_zero() {
            return false;
        }
        let variable = self.columns[column];
        let value = self.value[variable];
        if coefficient.is_positive() == up {
            self.upper[variable].is_none_or(|upper| value < upper)
        } else {
            self.lower[variable].is_none_or(|lower| value > lower)
        }
    }

    /// Sets a nonbasic variable and brings the rows up to date.
    fn move_to(&mut self, column: usize, target: Delta) -> Option<()> {
        let variable = self.columns[column];
        let change = target.sub(self.value[variable])?;
        self.value[variable] = target;
        for (row, &basic) in self.rows.iter().zip(&self.basis) {
            let coefficient = row[column];
            if !coefficient.is_zero() {
                self.value[basic] = self.value[basic].add(change.scale(coefficient)?)?;
            }
        }
        Some(())
    }

    /// The row's variable leaves the basis with value `target`; the column's variable enters.
    fn pivot(&mut self, row: usize, column: usize, target: Delta) -> Option<()> {
        crate::budget::tick();
        let (leaving, entering) = (self.basis[row], self.columns[column]);
        let coefficient = self.rows[row][column];
        let shift = target
            .sub(self.value[leaving])?
            .scale(Ratio::ONE.div(coefficient)?)?;
        let entered = self.value[entering].add(shift)?;
        self.move_to(column, entered)?;
        self.value[leaving] = target;

        // Solve the row for the entering variable.
        let inverse = Ratio::ONE.div(coefficient)?;
        let mut pivot_row = std::mem::take(&mut self.rows[row]);
        for (index, entry) in pivot_row.iter_mut().enumerate() {
            *entry = if index == column {
                inverse
            } else if entry.is_zero() {
                Ratio::ZERO
            } else {
                entry.mul(inverse)?.neg()?
            };
        }
        for (index, other) in self.rows.iter_mut().enumerate() {
            if index == row || other[column].is_zero() {
                continue;
            }
            let factor = std::mem::replace(&mut other[column], Ratio::ZERO);
            for (entry, &step) in other.iter_mut().zip(&pivot_row) {
                if !step.is_zero() {
                    *entry = entry.add(factor.mul(step)?)?;
                }
            }
        }
        self.rows[row] = pivot_row;
        self.basis[row] = entering;
        self.columns[column] = leaving;
        self.column[entering] = None;
        self.column[leaving] = Some(column);
        Some(())
    }
}
